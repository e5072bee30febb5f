"""Bots in the terminal: so many seconds for a whole turn, however often they think in it; who was stopped is told."""

from collections.abc import Sequence

import pytest

from kvartal.bots import CEILING, Bot, Budget, Click, Seated, glance
from kvartal.bots.levels import Leveled
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


class NotingLevel(Leveled):
    """A level that plays like it, and plans no further than one click."""

    def __init__(self, noting: Noting) -> None:
        super().__init__(5, 1)
        self.noting = noting

    def turn(self, view: View, budget: Budget) -> tuple[Click, ...]:
        return (Click(self.noting.choose(view, view.moves(), budget).code, glance(view)),)


def turns_of(monkeypatch: pytest.MonkeyPatch, noting: Noting, player: Bot) -> list[list[float]]:
    """The seconds that a bot was given, click by click, in turn after turn."""
    clock = iter(range(1000))
    monkeypatch.setattr(dialogue, "perf_counter", lambda: THINKS * next(clock))
    table = seated("welcome", "greedy", "greedy")
    table.bots[0] = player
    turns: dict[int, list[float]] = {}  # between two draws of cards
    while len(noting.given) < 30:
        draws, before = sum(step.seat < 0 for step in table.match.steps), len(noting.given)
        table.step()
        turns.setdefault(draws, []).extend(noting.given[before:])
    assert len(turns) > 3
    assert max(map(len, turns.values())) > 3
    return list(turns.values())


def test_a_level_has_its_seconds_for_a_whole_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    noting = Noting()
    for turn in turns_of(monkeypatch, noting, Seated(NotingLevel(noting))):
        assert turn == pytest.approx([max(0.0, CEILING - THINKS * click) for click in range(len(turn))])


def test_bots_of_other_people_have_them_for_every_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    noting = Noting()
    assert {seconds for turn in turns_of(monkeypatch, noting, noting) for seconds in turn} == {CEILING}


def test_a_bot_that_was_stopped_is_told_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seated("flip", "level4").run()
    assert "Time ran out" not in capsys.readouterr().out
    monkeypatch.setattr(dialogue, "CEILING", 0.0)
    seated("flip", "level5", "level4").run()
    assert "Time ran out in some turns (level5): the same deal may go differently." in capsys.readouterr().out
