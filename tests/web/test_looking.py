"""What the page of a table says about a move before it is made."""

import pytest

from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.words import words
from kvartal.games import shelf
from kvartal.web.looking import gain, promise
from kvartal.web.visit import WEB


@pytest.mark.parametrize("key", ["estates", "flip", "house", "welcome"])
def test_a_move_changes_my_points_as_was_said_before(key: str) -> None:
    game = shelf()[key]
    match, told = Match(game.set_up(3), SeededDeal(4)), 0
    while not match.over:
        seat = match.waiting[0]
        view = match.view(seat)
        for move in view.moves():
            said = gain(view, move.code)
            if said:
                state = match.state.copy()
                before = state.score(seat)
                state.play(seat, move.code)
                assert said == state.score(seat) - before, str(move)
                told += 1
        match.play(seat, game.greedy(view))
    assert told > 10


def test_nothing_is_said_where_nothing_changes() -> None:
    game = shelf()["estates"]
    match = Match(game.set_up(2), SeededDeal(4))
    mine = match.view(match.waiting[0])
    said = {str(move): promise(mine, move.code, words("en", WEB)) for move in mine.moves()}
    assert said.pop("box") == "My points with this move: +1 (1 in all)"
    assert not any(said.values())
