"""Bots in the terminal: so many seconds for a whole turn, however often they think in it; who was stopped is told."""

from collections.abc import Sequence

import pytest

from kvartal.bots import CEILING, Budget
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.move import Move
from kvartal.engine.view import View
from kvartal.games import game
from kvartal.terminal import dialogue
from kvartal.terminal.dialogue import Dialogue
from kvartal.terminal.seats import sitters

THINKS = 0.7  # seconds by the clock of this test


def seated(key: str, *bots: str) -> Dialogue:
    setup = game(key).set_up(len(bots))
    return Dialogue(Match(setup, SeededDeal(3), list(bots)), sitters(setup.game, bots), "en")


class Noting:
    """The game's sensible player, who notes how long it might have thought."""

    def __init__(self) -> None:
        self.given: list[float] = []

    def choose(self, view: View, moves: Sequence[Move], budget: Budget) -> Move:
        self.given.append(budget.seconds)
        code = view.setup.game.greedy(view)
        return next(move for move in moves if move.code == code)


def test_the_seconds_are_for_a_whole_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr(dialogue, "perf_counter", lambda: THINKS * next(clock))
    table, player = seated("welcome", "greedy", "greedy"), Noting()
    table.bots[0] = player
    turns: dict[int, list[float]] = {}  # between two draws of cards
    while len(player.given) < 30:
        draws, before = sum(step.seat < 0 for step in table.match.steps), len(player.given)
        table.step()
        turns.setdefault(draws, []).extend(player.given[before:])
    for turn in turns.values():
        assert turn == pytest.approx([max(0.0, CEILING - THINKS * click) for click in range(len(turn))])
    assert len(turns) > 3
    assert max(map(len, turns.values())) > 3  # the time of some turn was over


def test_a_bot_that_was_stopped_is_told_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seated("flip", "level4").run()
    assert "Time ran out" not in capsys.readouterr().out
    monkeypatch.setattr(dialogue, "CEILING", 0.0)
    seated("flip", "level5", "level4").run()
    assert "Time ran out in some turns (level5): the same deal may go differently." in capsys.readouterr().out
