"""Much of what is drawn and said is remembered from move to move, from seat to seat and from table to table. None of it
is stale: whatever was shown before, a view is shown as if it were the first."""

import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import kvartal_toy
from games.boards import WIDTHS
from kvartal.engine import conformance
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game, Setup
from kvartal.engine.match import Match
from kvartal.engine.score import Score
from kvartal.engine.view import View
from kvartal.games import shelf

GAMES = {**shelf(), "toy": kvartal_toy.GAME}
LANGUAGES = ("en", "uk")
TABLES, POSITIONS = 6, 5  # of each game; of each table
NAMES = ("Ада", "<b>", "Bot 3", "A name that is far too long for any board")
CATALOGUES = ("catalogue", "words")  # read from files: no drawings


def memos(game: Game) -> list[Any]:
    """All that remembers: in the engine, and in the room of the game."""
    rooms = ("kvartal.engine.", f"{type(game).__module__.rpartition('.')[0]}.")
    modules = [module for name, module in sys.modules.items() if name.startswith(rooms)]
    found = [each for module in modules for each in vars(module).values() if hasattr(each, "cache_clear")]
    return [each for each in found if each.__name__ not in CATALOGUES]


def views(game: Game) -> Iterator[View]:
    """Random matches with different options, begun to over; as a seat sees them, and as somebody who watches."""
    cases = conformance.cases(game)
    for number, case in enumerate(random.Random(4).sample(cases, min(TABLES, len(cases)))):
        match, choices = Match(case.setup(), SeededDeal(number)), random.Random(number)
        names = NAMES[: case.players] if number % 2 else ()
        lengths = {0, *(choices.randrange(120) for _ in range(POSITIONS))}
        for step in range(max(lengths) + 1):
            if step in lengths or match.over:
                for seat in {match.waiting[0] if match.waiting else 0, case.players - 1, None}:
                    yield View(match.setup, seat, match.view(seat).known, names)
            if match.over:
                break
            seat = choices.choice(match.waiting)
            match.play(seat, choices.choice(match.moves(seat)))


def shown(view: View, lang: str, width: int) -> tuple[str, list[Score], list[str]]:
    """The board, the scores and the moves of somebody's page."""
    game, words = view.setup.game, view.words(lang)
    return view.draw(lang, width), view.scores(lang), [game.offered(view, move.code, words) for move in view.moves()]


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if type(game).draw is not Game.draw])
def test_what_is_remembered_is_shown_as_if_for_the_first_time(key: str) -> None:
    wanted = [(view, lang, width) for view in views(GAMES[key]) for lang in LANGUAGES for width in WIDTHS]
    remembered = [shown(*each) for each in wanted]  # one after the other, as a server does
    found = memos(GAMES[key])
    assert {each.__module__ for each in found} >= {"kvartal.engine.svg"}
    for each, as_before in zip(wanted, remembered, strict=True):
        for memo in found:
            memo.cache_clear()
        assert shown(*each) == as_before, (each, each[0].setup.options)


@pytest.mark.parametrize("key", GAMES)
def test_tables_laid_out_alike_are_alike(key: str) -> None:
    """So a memo serves all of them, and keeps one of them however many there are."""
    game = GAMES[key]
    for case in conformance.cases(game):
        assert case.setup() == case.setup()
        assert hash(case.setup()) == hash(case.setup())
    setups = [case.setup() for case in conformance.cases(game)]
    assert len(set(setups)) == len({alike(each) for each in setups}) > 1


def alike(setup: Setup) -> tuple[int, int, str]:
    return setup.version, setup.players, str(sorted(setup.options.items()))
