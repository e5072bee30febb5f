"""The mind of The Estates: legal everywhere, blind to nothing and peeking at nothing, its figures true, certain moves
found."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from games.estates.table import at_table, get_free, play
from kvartal.bots import Budget, think
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.mind import CERTAIN
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER, State
from kvartal.engine.view import View
from kvartal.games import game
from kvartal.games.estates.bot.mind import EstatesMind

TABLES = [
    (2, {}, None),
    (3, {"money": "open", "end_when_cubes_gone": True}, None),
    (4, {"rounds": 2}, None),
    (5, {"rounds": 3, "early_end": "two_wins", "min_length": 1, "max_length": 10}, None),
    (2, {"money": "open"}, {"start": {"cheques": 40, "length": 9}, "roofs": {"1": 20}}),
    (5, {}, {"start": {"cheques": 1, "length": 1}, "roofs": {"1": 0, "2": 0, "3": 0}}),
]


def minded(setup: Setup) -> EstatesMind:
    mind = setup.game.mind(setup)
    assert isinstance(mind, EstatesMind)
    return mind


def policy_game(setup: Setup, seed: int) -> Iterator[tuple[State, int]]:
    """A game in which the policy makes every move; each state with the seat that is asked, the last one with OVER."""
    mind = minded(setup)
    source = Seeded(seed, setup.tables.streams, setup.tables.widest)
    state = setup.start()
    state.deal(source)
    while (seat := state.turn()) != OVER:
        yield state, seat
        state.play(seat, mind.chosen(state, seat))
        state.deal(source)
    yield state, OVER


@pytest.mark.parametrize(("players", "options", "data"), TABLES)
def test_policy_and_priors_know_all_moves_of_every_table(players, options, data) -> None:
    setup = game("estates").set_up(players, options, data)
    mind = minded(setup)
    for state, seat in policy_game(setup, players):
        if seat == OVER:
            break
        moves = state.moves(seat, len(setup.notation))
        assert mind.chosen(state, seat) in moves
        if len(moves) > 1:
            priors = mind.priors(state, seat)
            assert [move for move, _ in priors] == moves
            assert all(share > 0 for _, share in priors)
            assert CERTAIN * 0.99 < sum(share for _, share in priors) <= CERTAIN
        assert 0 <= mind.value(state, seat) <= CERTAIN


@pytest.mark.parametrize("money", ["hidden", "open"])
def test_nothing_rests_on_what_the_seat_may_not_know(money: str) -> None:
    """The amounts that are not shown are worked out from the payments, never read off the true hands."""
    setup = game("estates").set_up(3, {"money": money, "rounds": 2})
    mind = minded(setup)
    for state, seat in policy_game(setup, 5):
        if seat == OVER:
            break
        world = state.known(seat).imagine(seat, Seeded(1, setup.tables.streams, setup.tables.widest))
        assert mind.chosen(world, seat) == mind.chosen(state, seat)
        assert mind.priors(world, seat) == mind.priors(state, seat)
        assert mind.value(world, seat) == mind.value(state, seat)


GAME = """
import json
from kvartal.engine.source import Seeded
from kvartal.games import game
setup = game("estates").set_up(5, {"rounds": 2})
mind, state = setup.game.mind(setup), setup.start()
source = Seeded(4, setup.tables.streams, setup.tables.widest)
state.deal(source)
told = []
for _ in range(60):
    seat = state.turn()
    move = mind.chosen(state, seat)
    told.append([move, mind.priors(state, seat), mind.value(state, seat), mind.named_terms(state, seat)])
    state.play(seat, move)
    state.deal(source)
print(json.dumps(told))
"""


def test_compiled_and_pure_minds_say_the_same() -> None:
    here, pure = (
        subprocess.run([sys.executable, "-c", GAME], env=os.environ | how, capture_output=True, text=True, check=True)
        for how in ({}, {"KVARTAL_PURE": "1"})
    )
    assert json.loads(here.stdout) == json.loads(pure.stdout)


def test_the_terms_of_the_moment_add_up_to_the_score_and_at_the_end_nothing_is_left_to_expect() -> None:
    setup = game("estates").set_up(3, {"rounds": 2})
    mind = minded(setup)
    for state, turn in policy_game(setup, 7):
        for seat in range(3):
            terms = mind.named_terms(state, seat)
            now = [terms[name] for name in ("row A", "row B", "row C", "box", "earlier rounds")]
            assert sum(now) == state.score(seat)
            assert all(0 <= terms[f"chance {row}"] <= 100 for row in "ABC")
            if turn == OVER:
                assert terms["expected"] == state.score(seat)
                assert {terms[f"chance {row}"] for row in "ABC"} <= {0, 100}


def test_what_a_use_of_a_piece_is_said_to_change_is_what_it_changes() -> None:
    """With empty hands, where turns to come make no difference, each use is worth what the position after it is."""
    setup = game("estates").set_up(3)
    mind, after_mind = minded(setup), minded(setup)
    compared = 0
    for seed in range(6):
        for state, seat in policy_game(setup, seed):
            moves = [] if seat == OVER else state.moves(seat, len(setup.notation))
            if len(moves) < 2 or not setup.notation[moves[0]].startswith("place"):
                continue
            poor = state.with_cells(without_cheques(setup, state))
            worths = dict(mind.worths_of_uses(poor, seat))
            assert sorted(worths) == moves
            for move in moves:
                after = poor.copy()
                after.play(seat, move)
                if after.turn() != OVER:  # at the end nothing can be built over any more
                    assert worths[move] == after_mind.points_ahead(after, seat)
                    compared += 1
    assert compared > 100


def without_cheques(setup: Setup, state: State) -> list[int]:
    cells = list(state.cells)
    for seat in range(setup.players):
        block = setup.layout.seats_at + seat * setup.layout.stride
        for place in range(2):  # hand and box
            cells[block + place] = 0
    return cells


# Certain moves -------------------------------------------------------------------------------------------------------

CITY = {"A": "green6+1 red6+4 green4+2 red3+1", "B": "blue6+3 blue5+2 yellow6+3 yellow5", "C": "purple6"}


def last_roof(holders: dict[str, int]) -> Match:
    """Row A is complete, row B lacks one roof, and seat 0 has one that fits there or in row C."""
    match = at_table(2, rows=CITY, certificates=holders, active=0)
    return get_free(match, "roof", 5)


def chosen_move(match: Match, iterations: int) -> str:
    seat = match.waiting[0]
    thought = think(match.view(seat), Budget(math.inf, iterations), seed=1)
    return match.setup.notation[thought.turn[0].code]


@pytest.mark.parametrize("iterations", [10, 60])
def test_the_roof_that_wins_the_game_is_placed(iterations: int) -> None:
    match = last_roof({"green": 0, "red": 1, "blue": 0, "yellow": 0, "purple": 1})
    assert chosen_move(match, iterations) == "place B4"


@pytest.mark.parametrize("iterations", [10, 60])
def test_the_roof_that_loses_the_game_is_not_placed(iterations: int) -> None:
    match = last_roof({"green": 1, "red": 0, "blue": 1, "yellow": 1, "purple": 0})
    assert chosen_move(match, iterations) != "place B4"


def test_a_piece_that_decides_the_game_is_kept_while_it_can_be_paid() -> None:
    """Sold, the last roof closes the rival's row; kept, it goes elsewhere."""
    holders = {"green": 1, "red": 0, "blue": 1, "yellow": 1, "purple": 0}
    match = play(at_table(2, rows=CITY, certificates=holders, active=0), "offer roof", "= 5", "bid 3")
    assert chosen_move(match, 60) == "keep"


def test_a_bid_is_no_higher_than_what_the_auctioneer_cannot_match() -> None:
    """With one cheque left the auctioneer cannot keep anything for two."""
    holders = {"green": 0, "red": 0, "blue": 0, "yellow": 0, "purple": 1}
    match = play(at_table(2, rows=CITY, certificates=holders, hands=[1, 23], active=0), "offer roof", "= 5")
    setup, seat = match.setup, match.waiting[0]
    assert seat == 1
    world = View.of(setup, match.state, seat).imagine(0)
    assert setup.notation[minded(setup).chosen(world, seat)] in ("bid 1", "bid 2")
    assert chosen_move(match, 200).startswith("bid")
