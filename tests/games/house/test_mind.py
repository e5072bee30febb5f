"""The mind of Mr House: legal everywhere, blind to what is hidden, the same compiled and pure, right in clear cases."""

import math
import os
import subprocess
import sys
from typing import Any

import pytest

from games.house.table import base_of, table
from kvartal.bots import Budget, think
from kvartal.bots.levels import Leveled
from kvartal.bots.think import Thinker
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.mind import Mind
from kvartal.engine.source import Seeded
from kvartal.engine.state import CHANCE, OVER, State
from kvartal.engine.view import View
from kvartal.engine.words import words
from kvartal.games import game
from kvartal.games.house.bot import weights
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import queries
from kvartal.games.house.rules.keys import CARD_KEYS
from kvartal.games.house.rules.state import HouseState

HOUSE = game("house")
WAYS: list[tuple[int, dict[str, str]]] = [
    *((players, {"variant": variant}) for players in (2, 3, 4) for variant in ("basic", "expert")),
    (2, {"commit": "one_by_one"}),
    (3, {"quality": "one"}),
    (4, {"variant": "expert", "centre": "one"}),
]
STRANGE: list[dict[str, Any]] = [
    {"table": {"chips": [3, 3, 3, 3, 3]}},
    {"table": {"chips": [0, 0, 0, 0, 0]}},
    {"basic": {"recipe": {"window": {"cement": 0}}, "complete": {"walls": 4, "roofs": 3, "chimneys": 2}}},
    {"table": {"rounds": 1}},
]


def policy_game(setup: Setup, seed: int, mind: Mind | None = None) -> list[tuple[State, int, int]]:
    """A game by the policy: each state with its seat and its move; then the end."""
    mind = mind or HOUSE.mind(setup)
    state, draws = setup.start(), Seeded(seed, setup.tables.streams, setup.tables.widest)
    choices = Seeded(seed, setup.players, 1)
    story: list[tuple[State, int, int]] = []
    while (seat := state.turn()) != OVER:
        if seat == CHANCE:
            state.deal(draws)
            continue
        code = mind.policy(state, seat, choices)
        assert code in state.moves(seat, at.MOVES)
        story.append((state.copy(), seat, code))
        state.play(seat, code)
    return [*story, (state, -1, -1)]


@pytest.mark.parametrize(("players", "options"), WAYS, ids=str)
def test_the_policy_plays_every_way_to_the_end(players: int, options: dict[str, str]) -> None:
    setup = HOUSE.set_up(players, options)
    end = policy_game(setup, 3)[-1][0]
    assert isinstance(end, HouseState)
    assert sum(queries.complete(end, seat) for seat in range(players)) >= players - 1


@pytest.mark.parametrize("data", STRANGE, ids=str)
@pytest.mark.parametrize("variant", ["basic", "expert"])
def test_the_policy_plays_by_corrected_numbers(variant: str, data: dict[str, Any]) -> None:
    assert policy_game(HOUSE.set_up(2, {"variant": variant}, data), 1)[-1][0].turn() == OVER


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("variant", ["basic", "expert"])
def test_every_level_plays(variant: str, number: int) -> None:
    """A level that only follows the policy to the end, one that plays whole games out for each turn a few rounds."""
    setup = HOUSE.set_up(2 + number % 3, {"variant": variant})
    mind, player = Thinker(setup), Leveled(number, 5)
    state, draws = setup.start(), Seeded(number, setup.tables.streams, setup.tables.widest)
    state.deal(draws)
    left = 1000 if number < 3 else 24
    while (seat := state.turn()) != OVER and (left := left - 1):
        for click in player.turn_by(mind, View.of(setup, state, seat), Budget(math.inf, 4)):
            if not state.owes(seat) or click.before != mind.glance(state.known(seat), seat):
                break
            assert click.code in state.moves(seat, at.MOVES)
            state.play(seat, click.code)
        state.deal(draws)


@pytest.mark.parametrize(("players", "options"), [(4, {"variant": "basic"}), (3, {"variant": "expert"})], ids=str)
def test_what_is_hidden_changes_nothing(players: int, options: dict[str, str]) -> None:
    """Move, candidates, priors, terms and value are the same in every world that fits what the seat knows."""
    setup = HOUSE.set_up(players, options)
    mind, choices = HOUSE.mind(setup), Seeded(0, players, 1)
    changed = 0
    for state, seat, code in policy_game(setup, 8)[:-1:3]:
        for seed in (1, 2):
            world = state.known(seat).imagine(seat, Seeded(seed, setup.tables.streams, setup.tables.widest))
            changed += list(world.cells) != list(state.cells)
            assert mind.policy(world, seat, choices) == code
            assert mind.turns(world, seat) == mind.turns(state, seat)
            assert mind.priors(world, seat) == mind.priors(state, seat)
            assert mind.named_terms(world, seat) == mind.named_terms(state, seat)
            assert mind.value(world, seat) == mind.value(state, seat)
    assert changed > 20


SAID = """
import math
from games.house.test_mind import HOUSE, policy_game
from kvartal.bots import Budget, think
from kvartal.engine.view import View
for options in ({"variant": "basic"}, {"variant": "expert"}):
    setup = HOUSE.set_up(2, options)
    story = policy_game(setup, 4)
    print([code for _, _, code in story], [story[-1][0].score(seat) for seat in range(2)])
    state, seat, _ = story[0]
    thought = think(View.of(setup, state, seat), Budget(math.inf, 8))
    print(thought.turn, thought.candidates)
"""


def test_compiled_and_pure_decide_alike() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", SAID],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | pure,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for pure in ({}, {"KVARTAL_PURE": "1"})
    ]
    assert said[0] == said[1] != ""


@pytest.mark.parametrize("variant", ["basic", "expert"])
def test_the_terms_of_the_score_are_the_lines_of_the_score(variant: str) -> None:
    setup = HOUSE.set_up(3, {"variant": variant})
    mind = HOUSE.mind(setup)
    kinds = ["elements", "complete", "coins"]
    if variant == "expert":
        kinds = ["elements", "garage", "quality", "privileges", "loans"]
    for state, _, _ in policy_game(setup, 2)[::20]:
        for seat in range(3):
            terms = mind.named_terms(state, seat)
            lines = HOUSE.score_lines(setup, state, seat, words("en"))
            assert sum(terms[kind] for kind in kinds) == sum(line.points for line in lines) == state.score(seat)
            for kind in kinds:
                if kind != "garage":  # one that is only begun has a rule of its own
                    rule = f"house.score.{kind}"
                    assert terms[kind] == sum(line.points for line in lines if line.rule.id == rule)


def test_every_weight_has_a_name() -> None:
    places = {name.lower(): place for name, place in vars(weights).items() if name.isupper()}
    assert HOUSE.numbers.names == sorted(places, key=places.__getitem__)
    assert sorted(places.values()) == list(range(len(places)))


# Where the best move is certain ---------------------------------------------------------------------------------------

COTTAGE = ["wD/m^", "w2/m^"]  # complete


def finished(match: Match) -> State:
    """The match played on by the policy to its end."""
    mind, choices = HOUSE.mind(match.setup), Seeded(0, match.setup.players, 1)
    state = match.state.copy()
    draws = Seeded(3, match.setup.tables.streams, match.setup.tables.widest)
    while (mover := state.turn()) != OVER:
        if mover == CHANCE:
            state.deal(draws)
        else:
            state.play(mover, mind.policy(state, mover, choices))
    return state


CREWS = [CARD_KEYS[0]] * 4  # basic: quality 6, nothing fails


def test_in_the_last_round_leftovers_become_a_column() -> None:
    store = {"wood": 4, "metal": 2, "brick": 2, "cement": 2, "window": 1}
    match = table(2, "arranging", {0: {"house": COTTAGE, "permit": 1, "crews": CREWS, "store": store}}, round_=6)
    before = match.state.score(0)
    end = finished(match)
    assert end.score(0) == before + 1 + 2 + 1 + 1  # a wall, its roof, window and chimney
    assert queries.complete(end, 0)  # type: ignore[arg-type]


def test_a_wall_without_a_roof_is_pulled_down_at_the_end() -> None:
    house = [*COTTAGE, "w1"]
    match = table(2, "arranging", {0: {"house": house, "permit": 1, "store": {}}}, round_=6)
    end = finished(match)
    assert queries.complete(end, 0)  # type: ignore[arg-type]
    assert end.score(0) == match.state.score(0) - 2 + 4


def test_nothing_is_pulled_down_where_the_permit_is_missing() -> None:
    match = table(2, "arranging", {0: {"house": [*COTTAGE, "w1"], "store": {}}}, round_=6)
    assert finished(match).score(0) == match.state.score(0)


def test_coins_that_win_nothing_become_a_chimney() -> None:
    house = ["wD/m^", "w2/m"]
    seats = {
        0: {"house": house, "permit": 1, "crews": CREWS, "coins": 4, "store": {}},
        1: {"coins": 1, "store": {}},
    }
    end = finished(table(2, "arranging", seats, round_=6))
    assert end.cells[base_of(0) + at.STACK + 1] == 1
    assert end.cells[base_of(0) + at.COINS] == 2  # still the most


def test_the_permit_is_fetched_in_the_last_round() -> None:
    """Expert: without it all is lost."""
    seats = {0: {"house": COTTAGE, "crews": []}, 1: {"house": COTTAGE, "permit": 1}}
    match = table(2, "moving", seats, round_=6, variant="expert", seed=3)
    thought = think(match.view(0), Budget(math.inf, 40))
    assert thought.best.win is not None
    assert thought.best.win > 0
    assert finished(match).cells[base_of(0) + at.PERMIT] == 1
