"""The bar of every game says what its board says: the same headline, and the same moves to press."""

import random
from collections.abc import Iterator

import pytest

from games.boards import WIDTHS, drawn, targets
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.words import LANGUAGES
from kvartal.games import game

WAYS = [
    ("estates", 3, ""),
    ("flip", 1, ""),
    ("flip", 2, ""),
    ("house", 2, "basic"),
    ("house", 3, "expert"),
    ("welcome", 1, "2023"),
    ("welcome", 2, "expert"),
    ("welcome", 2, "draft"),
]
EVERY = 7


def positions(key: str, players: int, preset: str) -> Iterator[Match]:
    """A game of sensible players who sometimes do anything at all."""
    match, rng = Match(game(key).set_up(players, preset=preset or None), SeededDeal(5)), random.Random(5)
    for step in range(400):
        if match.over:
            break
        if step % EVERY == 0:
            yield match
        seat = rng.choice(match.waiting)
        careless = rng.random() < 0.2
        match.play(seat, rng.choice(match.moves(seat)) if careless else match.setup.game.greedy(match.view(seat)))
    yield match


@pytest.mark.parametrize(("key", "players", "preset"), WAYS)
def test_a_bar_says_what_its_board_does_not(key: str, players: int, preset: str) -> None:
    pressed = set()
    for number, match in enumerate(positions(key, players, preset)):
        lang, width = LANGUAGES[number % len(LANGUAGES)], WIDTHS[number % len(WIDTHS)]
        for seat in {None, *range(players)}:
            view = match.view(seat)
            bar, board = view.bar(lang), drawn(view, lang, width)
            assert board.attrib["aria-label"].startswith(bar.title.rstrip("."))
            on_board = {each.attrib["data-move"] for each in targets(board)}
            assert not on_board & {match.setup.notation[each.code] for each in bar.buttons}, "each move stands once"
            pressed |= {each.kind for each in bar.buttons}
    assert pressed, "no position had a button"


@pytest.mark.parametrize(("key", "players", "preset"), [way for way in WAYS if way[0] in ("house", "welcome")])
def test_a_turn_goes_through_its_steps(key: str, players: int, preset: str) -> None:
    bars = [match.view(0).bar() for match in positions(key, players, preset)]
    playing = [bar for bar in bars if bar.steps]
    assert len({bar.steps for bar in playing}) == 1, "the same steps all through a game"
    assert {bar.step for bar in playing} >= {0, 1}
