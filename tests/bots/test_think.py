"""Thinking: certain best moves are found, secrets are kept from it, and it is a function of view, seed and budget."""

import json
import math
import os
import subprocess
import sys
from dataclasses import replace

import pytest

import kvartal
from bots.small_games import DIE, Hiding, KnownStones, Stones
from kvartal.bots import Budget, think
from kvartal.bots.race import Race
from kvartal.bots.think import CHUNK, Thinker, Thought
from kvartal.bots.tree import Tree
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game, Setup
from kvartal.engine.match import Match
from kvartal.engine.mind import Mind
from kvartal.engine.source import Seeded, Source
from kvartal.engine.state import State
from kvartal.engine.thinking import RIVALS, TO_THE_END
from kvartal.engine.view import View
from kvartal.games import game

ENGINES = ("tree", "race")


def thinker(game: Game, engine: str, players: int = 2, **how: object) -> Thinker:
    setup = game.set_up(players)
    return Thinker(setup, thinking=replace(game.thinking(setup), engine=engine, **how))  # type: ignore[arg-type]


def at(setup: Setup, cells: list[int], seat: int) -> View:
    return View.of(setup, setup.state(cells), seat)


def budget(playouts: int) -> Budget:
    return Budget(math.inf, playouts)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("stones", [3, 5, 6, 7])
def test_the_move_that_wins_for_certain_is_found_without_any_mind(engine: str, stones: int) -> None:
    mind = thinker(Stones(), engine)
    for seed in range(3):
        thought = mind.think(at(mind.setup, [stones, 0], 0), budget(600), seed=seed)
        assert (thought.turn[0].code + 1) % 4 == stones % 4


@pytest.mark.parametrize("engine", ENGINES)
def test_a_mind_of_an_interpreted_package_is_asked(engine: str) -> None:
    """Fourteen stones are too many for thirty random games; the policy and the value know."""
    mind = thinker(KnownStones(), engine, cut=0)
    thought = mind.think(at(mind.setup, [14, 1], 1), budget(30))
    assert thought.turn[0].code == 1
    assert thought.best.value == max(each.value for each in thought.candidates if each.visits) > 0.7
    assert thought.best.win is None  # no game was played to its end


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_hidden_from_the_guesser_stays_hidden(engine: str) -> None:
    """The die wins six times of ten, a guess five times, and a guess that peeks always."""
    mind = thinker(Hiding(), engine)
    for hidden in (1, 2):
        thought = mind.think(at(mind.setup, [hidden, 1, 0], 1), budget(2000))
        assert thought.turn[0].code == DIE
        found = {candidate.turn[0]: candidate for candidate in thought.candidates}
        assert abs(found[DIE].win - 0.6) < 0.06  # type: ignore[operator]


def test_a_rival_in_the_tree_does_not_see_what_i_hide() -> None:
    """A guess is right half of the time: better than three faces of ten. A rival who saw it would always win."""
    mind = thinker(Hiding(), "tree")
    for seed in range(3):
        thought = mind.think(at(mind.setup, [0, 0, 0], 0), budget(2000), seed=seed)
        assert thought.turn[0].code != DIE


def test_errors_shrink_with_the_root_of_the_visits_and_wins_lie_within_them() -> None:
    mind = thinker(Hiding(), "race")
    few, many = (mind.think(at(mind.setup, [0, 1, 0], 1), budget(n), include=[DIE]) for n in (300, 4800))
    errors = [next(each for each in thought.candidates if each.turn == (DIE,)) for thought in (few, many)]
    assert errors[1].visits > 10 * errors[0].visits
    for each in errors:
        assert each.error == pytest.approx(math.sqrt(0.24 / each.visits), rel=0.2)
        assert abs(each.value - 0.6) < 4 * each.error


@pytest.mark.parametrize("engine", ENGINES)
def test_the_moves_that_were_asked_for_are_among_the_candidates(engine: str) -> None:
    mind = thinker(game("estates"), engine, cut=2, width=2)
    match = Match(mind.setup, SeededDeal(1))
    view = match.view(match.waiting[0])
    thought = mind.think(view, budget(24), include=view.codes()[-2:])
    tried = {candidate.turn[0] for candidate in thought.candidates if candidate.visits > 1}
    assert tried >= set(view.codes()[-2:])
    with pytest.raises(ValueError, match="999 is no legal move here"):
        mind.think(view, budget(24), include=[999])


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_in_seconds_is_told(engine: str) -> None:
    mind = thinker(Stones(), engine)
    view = at(mind.setup, [9, 0], 0)
    short = mind.think(view, Budget(seconds=0, playouts=400))
    assert short.cut_short
    assert short.iterations == CHUNK
    whole = mind.think(view, budget(400))
    assert not whole.cut_short
    assert whole.iterations == 400


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("rivals", RIVALS)
def test_rivals_who_act_at_the_same_time_think_play_or_sit_out(engine: str, rivals: str) -> None:
    """The root is the seat that thinks, whoever else owes a move. Where rivals were passed over nobody has won."""
    mind = thinker(game("toy"), engine, 3, rivals=rivals)
    match = Match(mind.setup, SeededDeal(1))
    assert len(match.waiting) == 3
    for seat in (2, 1):
        thought = mind.think(match.view(seat), budget(20))
        assert {each.turn[0] for each in thought.candidates} <= set(match.view(seat).codes())
        tried = [each for each in thought.candidates if each.visits]
        assert all((each.win is None) == (rivals == "sit out") for each in tried)
        assert all(each.points is not None for each in tried)
        match.play(seat, thought.turn[0].code)


class Asked(Mind):
    """It notes for whom it was asked."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup.tables, [])
        self.played: set[int] = set()
        self.passed: set[int] = set()

    def policy(self, state: State, seat: int, source: Source) -> int:
        self.played.add(seat)
        return super().policy(state, seat, source)

    def sit_out(self, state: State, seat: int, source: Source) -> None:
        self.passed.add(seat)
        codes = state.moves(seat, self.move_codes)
        state.play(seat, codes[source.below(seat, len(codes))])


@pytest.mark.parametrize(("rivals", "played", "passed"), [("sit out", {1}, {0, 2}), ("policy", {0, 1, 2}, set())])
def test_a_game_passes_over_rivals_in_its_own_way(rivals: str, played: set[int], passed: set[int]) -> None:
    setup = game("toy").set_up(3)
    view = Match(setup, SeededDeal(1)).view(1)
    for search in ("tree", "race"):
        mind = Asked(setup)
        if search == "tree":
            tree = Tree(setup.tables, mind)
            tree.set_up(TO_THE_END, RIVALS.index(rivals), 300_000, 60_000, 1_000_000)
            tree.begin(view.known, 1, 0, 20)
            tree.walk(20)
        else:
            race = Race(setup.tables, mind)
            race.set_up(TO_THE_END, RIVALS.index(rivals))
            race.begin(view.known, 1, 0)
            race.enter([], kept=True)
            race.start(20)
            assert race.run(20)
            assert not race.run(1)
        assert (mind.played, mind.passed) == (played, passed)


def test_only_a_seat_that_owes_a_move_can_think() -> None:
    match = kvartal.new("flip", players=2, seed=1)
    other = 1 - match.waiting[0]
    for seat in (other, None):
        with pytest.raises(ValueError, match="only a seat that owes a move"):
            think(match.view(seat))


# A function of what the seat knows, the seed and the budget ----------------------------------------------------------

WAYS = [("flip", 2), ("estates", 3), ("house", 2), ("welcome", 2), ("welcome", 1), ("toy", 3)]


def told(thought: Thought) -> object:
    return [(each.turn, each.value, each.visits) for each in thought.candidates], thought.turn, thought.terms


def along(key: str, players: int, moments: int, apart: int) -> list[Match]:
    """Some moments of a game of sensible players."""
    match, found = kvartal.new(key, players=players, seed=3), []
    for _ in range(moments):
        for _ in range(apart):
            match.play(match.waiting[-1], match.setup.game.greedy(match.view(match.waiting[-1])))
            if match.over:
                return found
        found.append(match.copy())
    return found


@pytest.mark.parametrize(("key", "players"), WAYS)
def test_nothing_that_the_seat_does_not_know_matters(key: str, players: int) -> None:
    """The same thoughts in every world that is dealt from what it knows, asked in any order; also where others have
    confirmed their turns, or owe theirs."""
    for match in along(key, players, 2, 5):
        seat = match.waiting[-1]
        view = match.view(seat)
        first = told(think(view, budget(6), seed=5))
        assert told(think(view, budget(6), seed=5)) == first
        for deal in (1, 2):
            again = View.of(match.setup, view.imagine(deal), seat)
            assert told(think(again, budget(6), seed=5)) == first


@pytest.mark.parametrize(("key", "players"), WAYS)
def test_a_policy_looks_at_nothing_that_its_seat_does_not_know(key: str, players: int) -> None:
    setup = game(key).set_up(players)
    mind = setup.game.mind(setup)
    for match in along(key, players, 6, 4):
        seat = match.waiting[-1]
        known = match.view(seat).known
        worlds = [known.imagine(seat, Seeded(n, setup.tables.streams, setup.tables.widest)) for n in range(4)]
        assert len({mind.chosen(world, seat) for world in worlds}) == 1
        assert len({str(mind.priors(world, seat)) for world in worlds}) == 1
        assert len({str(mind.turns(world, seat)) for world in worlds}) == 1


THOUGHTS = """
import json, math, sys
import kvartal
from kvartal.bots import Budget, think
out = []
for key, players in (("flip", 2), ("estates", 2), ("house", 2), ("welcome", 2)):
    match = kvartal.new(key, players=players, seed=8)
    for step in range(4):
        seat = match.waiting[0]
        out.append(match.state.hash64())
        if step % 2:
            thought = think(match.view(seat), Budget(math.inf, 6), seed=2)
            out.append([[each.turn, each.value, each.error, each.visits] for each in thought.candidates if each.visits])
            out.append([[click.code, click.before] for click in thought.turn])
            match.play(seat, thought.turn[0].code)
        else:
            match.play(seat, match.setup.game.greedy(match.view(seat)))
print(json.dumps(out))
"""


def test_compiled_and_pure_think_alike() -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", THOUGHTS], env=os.environ | pure, capture_output=True, text=True, check=True
        )
        for pure in ({}, {"KVARTAL_PURE": "1"})
    ]
    assert json.loads(runs[0].stdout) == json.loads(runs[1].stdout)
