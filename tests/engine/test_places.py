"""Where a rule stands is told in the reader's language, and of the rulebook that is played by."""

import random
import re

import pytest

from cli.commands import said
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.rule import Rule
from kvartal.engine.words import LANGUAGES, words
from kvartal.games import game, games

LATIN, CYRILLIC = re.compile("[A-Za-z]"), re.compile("[А-яІЇЄҐіїєґ]")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("box", games(), ids=lambda box: box.key)
def test_places_are_told_in_the_readers_language(box: Game, lang: str) -> None:
    foreign = CYRILLIC if lang == "en" else LATIN
    for rule in box.rules:
        place = rule.where(box.words(lang))
        assert not foreign.search(place), (rule.id, place)
        assert bool(place) == bool(rule.page)
        assert place or rule.source != "rulebook", f"{rule.id} is of the rulebook, but of no place in it"


@pytest.mark.parametrize("box", games(), ids=lambda box: box.key)
def test_no_place_is_a_line_of_a_text(box: Game) -> None:
    for rule in box.rules:
        for place in (rule.page,) if isinstance(rule.page, str) else rule.page:
            assert not re.fullmatch(r"L?\d{3,}|L\d+", place), (rule.id, place)


def test_a_place_may_depend_on_the_edition() -> None:
    rule = Rule("x.y", "Something.", ("2018:The end", "2023:12"))
    assert rule.where(words("en"), "2018") == "rulebook 2018, “The end”"
    assert rule.where(words("en"), "2023") == "rulebook 2023, page 12"
    assert rule.where(words("en")) == "rulebook 2018, “The end”; rulebook 2023, page 12"
    assert Rule("x.y", "Something.", "2023:12").where(words("en"), "2018") == ""
    assert Rule("x.y", "Something.", "12").where(words("en"), "2018") == "rulebook, page 12"


TABLES = [
    ("2018", 2, {"roundabouts": True, "plans": "mixed"}),
    ("2018", 1, {"roundabouts": True}),
    ("2018", 3, {"draft": True, "plans": "expert"}),
    ("2023", 2, {"roundabouts": True, "plans": "mixed"}),
    ("2023", 1, {}),
]


@pytest.mark.parametrize(("edition", "players", "options"), TABLES)
def test_refusals_of_an_edition_cite_its_own_rulebook(edition: str, players: int, options: dict[str, object]) -> None:
    box = game("welcome")
    match = Match(box.set_up(players, {"edition": edition, **options}), SeededDeal(5))
    rng = random.Random(players)
    seen: set[Rule] = set()
    while not match.over and len(match) < 1500:
        seat = rng.choice(match.waiting)
        view = match.view(seat)
        seen |= {rule for code in range(len(match.setup.notation)) if (rule := view.why(code)) is not None}
        match.play(seat, rng.choice(match.moves(seat)))
    assert len(seen) > 15
    for rule in seen:
        place = rule.where(box.words("en"), box.book(match.setup.options))
        elsewhere = not place and f"{edition}:" not in str(rule.page)  # it forbids what only the other edition has
        assert place.startswith(f"rulebook {edition}, ") or elsewhere, (rule.id, place)
        assert place or edition == "2023" or rule.source != "rulebook", rule.id


def test_the_rules_in_a_terminal_name_chapters() -> None:
    assert "[rulebook, “Basic game: moving through the town”]" in said("rules", "house")
    assert "[правила, «Базова гра: рух по місту»]" in said("rules", "house", "--lang", "uk")
    assert "[rulebook, “Illegal profit”]" in said("rules", "estates")
