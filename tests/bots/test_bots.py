"""Bots get a View and nothing else: types and run time both refuse more."""

import gc
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kvartal
from cli.commands import ROOT
from kvartal.arena.simulate import Job, simulate
from kvartal.arena.table import Table
from kvartal.arena.tally import Tally
from kvartal.bots import BOTS, Budget, ask, bot
from kvartal.bots.own import BotFailed
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game, Setup
from kvartal.engine.match import Match
from kvartal.engine.move import Move
from kvartal.engine.option import BadSetup
from kvartal.engine.view import View
from kvartal.games import game, games


def test_an_unknown_bot_lists_what_exists() -> None:
    with pytest.raises(BadSetup, match="there are: random, greedy"):
        bot("gready", 1, 2)


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_is_asked_with_a_view_only(name: str) -> None:
    match = kvartal.new("flip", players=2, seed=1)
    player = bot(name, 1, 2)
    for more in (match, match.state, match.setup, None):
        with pytest.raises(TypeError, match="a View"):
            ask(player, more, Budget())  # type: ignore[arg-type]


def test_a_dressed_up_view_is_refused() -> None:
    class Window(View):
        pass

    match = kvartal.new("flip", players=2, seed=1)
    with pytest.raises(TypeError, match="a View"):
        ask(bot("random", 1, 2), Window.of(match.setup, match.state, match.waiting[0]), Budget())


def test_nothing_leads_from_a_view_to_the_state() -> None:
    """Follow every reference out of the view: neither the state, nor its cells, nor the match can be reached."""
    match = kvartal.new("flip", players=2, seed=1)
    while len(match) < 30:
        seat = match.waiting[0]
        match.play(seat, match.moves(seat)[0])
    view = match.view(match.waiting[0])
    forbidden = {id(match), id(match.state), id(match.state.cells), id(match.entries), id(match.deal)}
    seen: set[int] = set()
    ahead: list[object] = [view, bot("greedy", 1, 2), bot("random", 1, 2)]
    while ahead:
        here = ahead.pop()
        if id(here) in seen or isinstance(here, type) or type(here).__name__ == "module":
            continue
        seen.add(id(here))
        assert id(here) not in forbidden, here
        if not isinstance(here, dict) or "__builtins__" not in here:  # not into the globals of every module
            ahead += gc.get_referents(here)
    assert id(view.known) in seen


def test_changing_what_a_view_knows_changes_nothing() -> None:
    match = kvartal.new("flip", players=2, seed=1)
    before = match.state.encode()
    view = match.view(match.waiting[0])
    for cell in range(len(view.known.cells)):
        view.known.cells[cell] = 1
    assert match.state.encode() == before


class Cheat:
    def __init__(self, code: int, seat: int = 0) -> None:
        self.code, self.seat = code, seat

    def choose(self, view: View, moves: object, budget: Budget) -> Move:
        return Move(view.setup, self.seat if view.seat is None else view.seat + self.seat, self.code)


def test_an_illegal_answer_is_refused() -> None:
    match = kvartal.new("flip", players=2, seed=1)
    view = match.view(match.waiting[0])
    assert ask(Cheat(0), view, Budget()).code == 0  # `play` is legal at the start
    with pytest.raises(ValueError, match="not one of its moves"):
        ask(Cheat(14), view, Budget())
    with pytest.raises(ValueError, match="not one of its moves"):
        ask(Cheat(0, seat=1), view, Budget())  # somebody else's move


@pytest.mark.parametrize("name", sorted(BOTS))
def test_the_same_seed_and_view_give_the_same_choice(name: str) -> None:
    match = kvartal.new("flip", players=3, seed=2)
    for _ in range(40):
        view = match.view(match.waiting[0])
        choices = {ask(bot(name, 9, 3), view, Budget(math.inf, 8)) for _ in range(3)}
        assert len(choices) == 1
        match.play(match.waiting[0], choices.pop())


def test_random_chooses_every_move_about_equally_often() -> None:
    match = kvartal.new("flip", players=2, seed=1)
    player = bot("random", 5, 2)
    while len(match.moves(match.waiting[0])) < 3:
        match.play(match.waiting[0], ask(player, match.view(match.waiting[0]), Budget()))
    view = match.view(match.waiting[0])
    count = len(view.moves())
    chosen = [ask(player, view, Budget()).code for _ in range(1000 * count)]
    for move in view.moves():
        assert 850 < chosen.count(move.code) < 1150


def test_a_game_without_greedy_says_so() -> None:
    from kvartal.bots.names import check_bots

    class Bare(type(game("flip"))):  # type: ignore[misc]
        greedy = Game.greedy

    with pytest.raises(BadSetup, match="no greedy bot"):
        check_bots(Bare(), ["greedy"])


def total(setup: Setup, bots: tuple[str, ...], games: int, seed: int) -> Tally:
    tally = Tally.empty(bots)
    for batch in simulate(Job.of(setup, bots, seed), games, workers=1):
        tally = tally + batch
    return tally


def test_greedy_beats_random_in_95_of_100_two_player_games() -> None:
    tally = total(game("flip").set_up(2), ("greedy", "random"), 600, seed=0)
    assert tally.bots["greedy"].win_rate >= 0.95


def test_greedy_finishes_every_number_of_players_and_preset() -> None:
    for players in (1, 2, 3, 4):
        for preset in ("russian", "international"):
            setup = game("flip").set_up(players, preset=preset)
            tally = total(setup, ("greedy",) * players, 10, seed=3)
            assert tally.games == 10
            assert "unfinished" not in tally.endings


def test_a_failing_bot_is_named_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "cheat", lambda *_: Cheat(14))
    table = Table(game("flip").set_up(2), ("cheat", "cheat"), seed=4)
    with pytest.raises(BotFailed, match=r"cheat: ValueError: .* \(seat ., game 0 of seed 4\)"):
        table.play(0)


def test_types_refuse_a_state(tmp_path: Path) -> None:
    """What mypy says about a bot that is asked with the whole truth."""
    code = "from kvartal.bots import Budget, ask, bot\nfrom kvartal.engine.match import Match\n"
    code += "def peek(match: Match) -> None:\n    ask(bot('random', 1, 2), match.state, Budget())\n"
    command = [sys.executable, "-m", "mypy", "--config-file=", "--strict", "--cache-dir", str(tmp_path), "-c", code]
    run = subprocess.run(command, env=os.environ | {"MYPYPATH": str(ROOT / "src")}, capture_output=True, text=True)
    assert run.returncode == 1
    assert 'incompatible type "State"; expected "View"' in run.stdout


@pytest.mark.parametrize("key", [each.key for each in games()])
def test_a_table_that_everybody_has_left_comes_to_its_end_by_default_moves(key: str) -> None:
    box = game(key)
    for preset in (None, *(each.name for each in box.presets)):
        for players in sorted({box.seats.start, min(3, box.seats.stop - 1)}):
            try:
                match = Match(box.set_up(players, preset=preset), SeededDeal(5))
            except BadSetup:
                continue  # a mode for other numbers of players
            for _ in range(20_000):
                if match.over:
                    break
                seat = match.waiting[0]
                match.play(seat, box.default(match.view(seat)))
            assert match.over, f"{key} {preset} {players}"
