"""A table that cannot be set up says why in the words of the form, not by the names that a command line uses."""

import re

import pytest

from kvartal.engine.option import BadSetup
from kvartal.engine.words import LANGUAGES
from kvartal.games import shelf
from kvartal.web.looking import impossible


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("chosen", [{"plan1": "a1"}, {"plan2": "greenround"}, {"plan3": "c1"}])
def test_a_plan_of_another_edition_is_called_what_the_form_calls_it(lang: str, chosen: dict[str, str]) -> None:
    game = shelf()["welcome"]
    words = game.words(lang)
    with pytest.raises(BadSetup) as refused:
        game.set_up(2, chosen)
    told = impossible(game, refused.value, words)
    (name, value), options = *chosen.items(), {option.name: option for option in game.options}
    assert game.value_text(options[name], value, words) in told
    codes = {each for each in options[name].values if re.search(r"\d", each)}  # the others are words as well
    assert not {each.strip("«»,;.:") for each in told.split()} & codes
