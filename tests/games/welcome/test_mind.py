"""The mind: legal turns in every mode, from what the seat knows alone; true figures; turns that are certain."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from games.welcome.table import WELCOME, at_table
from kvartal.bots import Budget, think
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.mind import Mind
from kvartal.engine.source import Seeded
from kvartal.engine.state import LEGAL, OVER, State
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.state import WelcomeState

MODES: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (3, {"plans": "expert", "roundabouts": True}),
    (2, {"edition": "2023"}),
    (2, {"edition": "2023", "plans": "expert", "roundabouts": True, "board": "blueprint"}),
    (3, {"draft": True, "plans": "mixed", "roundabouts": True}),
    (1, {}),
    (1, {"edition": "2023", "rival": 4}),
    (1, {"edition": "2023", "rival": 0, "plans": "expert", "roundabouts": True}),
    (100, {}),
]


def sources(setup: Setup, seed: int) -> tuple[Seeded, Seeded]:
    return Seeded(seed, setup.tables.streams, setup.tables.widest), Seeded(seed, setup.players, 1)


def along(setup: Setup, mind: Mind, seed: int) -> Iterator[tuple[WelcomeState, int]]:
    """A game by the policy, move by move: the state before each, and whose it is."""
    draws, choices = sources(setup, seed)
    state = setup.start()
    state.deal(draws)
    while (seat := state.turn()) != OVER:
        assert isinstance(state, WelcomeState)
        yield state, seat
        move = mind.policy(state, seat, choices)
        assert state.refusal(seat, move) == LEGAL
        state.play(seat, move)
        state.deal(draws)


@pytest.mark.parametrize(("players", "options"), MODES)
def test_turns_and_policy_are_legal_in_every_mode(players: int, options: dict[str, object]) -> None:
    setup = WELCOME.set_up(players, options)
    mind = setup.game.mind(setup)
    for number, (state, seat) in enumerate(along(setup, mind, 3)):
        if number > 400:
            break
        if number % 7 == 0:
            turns = mind.turns(state, seat)
            assert turns
            assert len({tuple(turn) for turn in turns}) == len(turns)
            for turn in turns:
                after = state.copy()
                for move in turn:
                    assert after.refusal(seat, move) == LEGAL
                    after.play(seat, move)


@pytest.mark.parametrize(("players", "options"), MODES[:-1])
def test_a_turn_of_a_rollout_is_a_whole_one(players: int, options: dict[str, object]) -> None:
    """Whoever is advanced owes nothing more in this round, but for a roundabout, which comes before the cards."""
    setup = WELCOME.set_up(players, options)
    mind = setup.game.mind(setup)
    draws, choices = sources(setup, 5)
    state = setup.start()
    state.deal(draws)
    rounds = 0
    while (seat := state.turn()) != OVER:
        assert isinstance(state, WelcomeState)
        before, base = int(state.cells[at.ROUND]), state.seat_at(seat)
        while state.turn() == seat and state.cells[at.ROUND] == before and state.cells[base + at.STAGE] == at.CHOOSING:
            mind.advance(state, seat, choices)
            if not setup.options["roundabouts"]:
                assert not state.owes(seat)
        while state.turn() == seat and state.cells[at.ROUND] == before:
            mind.advance(state, seat, choices)
        state.deal(draws)
        rounds += 1
    assert rounds >= 15 * players


@pytest.mark.parametrize(("players", "options"), [MODES[0], MODES[4], MODES[6]])
def test_what_rivals_do_in_this_round_is_not_looked_at(players: int, options: dict[str, object]) -> None:
    setup = WELCOME.set_up(players, options)
    mind = setup.game.mind(setup)
    looked = 0
    for number, (state, seat) in enumerate(along(setup, mind, 4)):
        if number % 9 == 0 and looked < 25:
            looked += 1
            known = state.known(seat)
            for deal in range(3):
                again = known.imagine(seat, Seeded(deal, setup.tables.streams, setup.tables.widest))
                assert mind.chosen(again, seat) == mind.chosen(state, seat)
                assert mind.turns(again, seat) == mind.turns(state, seat)
                assert mind.value(again, seat) == mind.value(state, seat)


@pytest.mark.parametrize(("players", "options"), MODES[:-1])
def test_terms_are_the_lines_of_the_score(players: int, options: dict[str, object]) -> None:
    setup = WELCOME.set_up(players, options)
    mind = setup.game.mind(setup)
    for number, (state, seat) in enumerate(along(setup, mind, 6)):
        if number % 5 == 0 and not any(state.unrevealed(other) for other in range(players) if other != seat):
            terms = mind.named_terms(state, seat)
            assert sum(list(terms.values())[:8]) == state.score(seat)
            assert terms["houses left"] == setup.tables.houses - state.cells[state.seat_at(seat) + at.BUILT]


def test_a_full_sheet_promises_what_it_scores() -> None:
    """Where nothing can come any more nothing is hoped for: the outlook is the score, if only points are weighed."""
    setup = WELCOME.set_up(1, {"edition": "2023", "rival": 0})
    nothing = dict.fromkeys(("loose", "plan", "raise", "bis", "refusal"), 0)
    mind, usual = setup.game.mind(setup, nothing), setup.game.mind(setup)
    full = 0
    for seed in range(12):
        for state, seat in along(setup, usual, seed):
            base = state.seat_at(seat)
            if state.cells[base + at.BUILT] == setup.tables.houses and state.cells[base + at.STAGE] == at.OPEN:
                moves = state.moves(seat, setup.tables.moves)
                if not any(at.PLAN <= move < at.RAISE for move in moves):
                    full += 1
                    assert mind.named_terms(state, seat)["promise"] == 0
    assert full >= 3


def test_who_sits_out_fills_a_house_unseen_and_the_round_goes_on() -> None:
    setup = WELCOME.set_up(3)
    mind = setup.game.mind(setup)
    draws, choices = sources(setup, 1)
    state = setup.start()
    state.deal(draws)
    assert isinstance(state, WelcomeState)
    before = [int(state.cells[state.seat_at(seat) + at.NUMBERS]) for seat in (1, 2)]
    mind.advance(state, 0, choices)
    while (seat := state.turn()) > 0:
        mind.sit_out(state, seat, choices)
    state.deal(draws)
    assert state.cells[at.ROUND] == 2
    assert [state.cells[state.seat_at(seat) + at.BUILT] for seat in (0, 1, 2)] == [1, 1, 1]
    assert [int(state.cells[state.seat_at(seat) + at.NUMBERS]) for seat in (1, 2)] == before
    assert [state.score(seat) for seat in (1, 2)] == [0, 0]


# Turns that are certain -----------------------------------------------------------------------------------------------

LAST_HOUSE = [  # 2.4, with a planned pool, between 6 and 9
    "1 2 3 | 4 5 6 7 8 | 9 10",
    "1 2 6 . 9 10 11 | 12 13 14 15",
    "1 2 3 4 5 6 | 7 8 9 10 11 12",
]


def nearly_full(**more: object) -> dict[int, dict[str, object]]:
    """One more temp brings nothing: the rival is far ahead, and second place is taken."""
    return {0: {"streets": LAST_HOUSE, "temps": 1, **more}, 1: {"temps": 6}}


def turn_of(match: Match, playouts: int = 60) -> list[str]:
    return [match.setup.notation[click.code] for click in think(match.view(0), Budget(math.inf, playouts)).turn]


def test_the_last_house_is_written_with_its_pool() -> None:
    match = at_table(2, (("8", "temp"), ("7", "pool"), ("8", "bis")), nearly_full())
    assert turn_of(match)[:3] == ["take 2", "write 2.4", "pool"]


def test_temps_are_better_than_the_last_refusal() -> None:
    """No printed number fits 7 or 8, and a third refusal costs points and ends the game as well."""
    pairs = (("5", "pool"), ("10", "temp"), ("15", "bis"))
    match = at_table(2, pairs, nearly_full(refusals=2))
    assert turn_of(match)[:3] == ["take 2", "temp 8", "write 2.4"]


def test_the_value_goes_to_the_estates_that_are_there() -> None:
    """Full but for one house: raising the size of which there are finished estates beats all other columns."""
    match = at_table(2, (("7", "value"), ("7", "bis"), ("8", "temp")), nearly_full())
    assert turn_of(match)[:3] == ["take 1", "write 2.4", "value 6"]


def test_a_plan_that_is_met_is_approved_before_a_full_sheet_ends_the_game() -> None:
    streets = ["1 2 3 4 | 5 6 7 8 | 9 10", *LAST_HOUSE[1:]]
    match = at_table(2, (("7", "fence"), ("7", "bis"), ("8", "temp")), nearly_full(streets=streets))
    assert "plan 1" in turn_of(match)


THOUGHTS = """
import json, math
from kvartal.bots import Budget, think
from kvartal.engine.view import View
from kvartal.engine.source import Seeded
from kvartal.games import game
out = []
for players, options in MODES:
    setup = game("welcome").set_up(players, options)
    mind = setup.game.mind(setup)
    draws, choices = Seeded(2, setup.tables.streams, setup.tables.widest), Seeded(2, players, 1)
    state = setup.start()
    state.deal(draws)
    for step in range(24 * players):
        if (seat := state.turn()) < 0:
            break
        if step == 23 * players:
            thought = think(View.of(setup, state, seat), Budget(math.inf, 6))
            out.append([[each.turn, each.value, each.visits] for each in thought.candidates])
        mind.advance(state, seat, choices)
        state.deal(draws)
        out.append(state.hash64())
print(json.dumps(out))
"""


def test_compiled_and_pure_think_alike_in_every_mode() -> None:
    script = THOUGHTS.replace("MODES", repr([MODES[3], MODES[4], MODES[6]]))
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], env=os.environ | pure, capture_output=True, text=True, check=True
        )
        for pure in ({}, {"KVARTAL_PURE": "1"})
    ]
    assert json.loads(runs[0].stdout) == json.loads(runs[1].stdout)


def test_a_state_of_the_mind_is_left_as_it_was() -> None:
    """Numbers and fences that are tried out are taken back."""
    setup = WELCOME.set_up(2, {"plans": "mixed", "roundabouts": True})
    mind = setup.game.mind(setup)
    for number, (state, seat) in enumerate(along(setup, mind, 8)):
        if number % 4 == 0:
            before: State = state.copy()
            mind.turns(state, seat)
            mind.chosen(state, seat)
            mind.value(state, seat)
            mind.named_terms(state, seat)
            assert state == before
