"""The log and the buttons in whole sentences: who did what, and what to do, in every language."""

import random
import re

import pytest

from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game
from kvartal.engine.log import in_full
from kvartal.engine.match import Match
from kvartal.engine.words import LANGUAGES
from kvartal.games import game

WAYS = [("estates", None), ("flip", None), ("house", "basic"), ("house", "expert"), ("welcome", None)]
NAMES = ("Olena", "Guest 2")


def played(box: Game, preset: str | None) -> Match:
    match, rng = Match(box.set_up(2, preset=preset), SeededDeal(3), NAMES), random.Random(3)
    while not match.over and len(match) < 400:
        seat = rng.choice(match.waiting)
        sensible = rng.random() < 0.7
        match.play(seat, box.greedy(match.view(seat)) if sensible else rng.choice(match.moves(seat)))
    return match


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("key", "preset"), WAYS)
def test_a_step_is_a_sentence_with_a_subject(key: str, preset: str | None, lang: str) -> None:
    """It begins with who does it and goes on with what: no colon and no capital letter stand between them."""
    match = played(game(key), preset)
    lines = match.log(0, lang)
    first = {line.number: line for line in reversed(lines) if line.seat is not None}
    assert len(first) > 20
    for line in first.values():
        assert line.seat is not None
        assert re.match(rf"{NAMES[line.seat]} [\w—“«]", line.text), line.text
        assert not re.match(rf"{NAMES[line.seat]} [A-ZА-ЯІЇЄҐ]", line.text), line.text


INFINITIVE = {"uk": r"\w+ти(?:ся)?\b", "ru": r"\w+(?:ть|ти)(?:ся)?\b"}
SHORT = {"Пас", "Готово"}  # as they are called at the table


@pytest.mark.parametrize("lang", INFINITIVE)
@pytest.mark.parametrize(("key", "preset"), WAYS)
def test_a_button_says_what_to_do(key: str, preset: str | None, lang: str) -> None:
    """Its label has a verb at the beginning, not a noun after a colon; where a place is asked, it names the place."""
    setup = game(key).set_up(2, preset=preset)
    words = setup.game.words(lang)
    labels = {setup.game.label(setup, code, words) for code in range(len(setup.notation))}
    assert len(labels) > 20
    nouns = {each for each in labels - SHORT if not re.search(INFINITIVE[lang], " ".join(each.split()[:3]))}
    assert not {each for each in nouns if not each.startswith(words("Office") + ": ")}


def test_a_name_is_put_before_a_line_that_lacks_it() -> None:
    """A game that tells only what was done: `pick 2` becomes `Olena: pick 2`; what follows from it does not."""
    match = played(game("estates"), None)
    words = match.setup.game.words("en").at_table(match.names)
    told = [text for _, text in in_full(match.log(0), words)]
    assert not any(text.startswith(("Olena: Olena", "Guest 2: Guest 2")) for text in told)
    line = next(line for line in match.log(0) if line.seat == 1)
    bare = type(line)(line.number, 1, None, "Passes.")
    assert [text for _, text in in_full([bare, bare], words)] == ["Guest 2: Passes.", "Passes."]
