"""OpenSpiel: its own simulation for every id, its search in every seat, and what seats are told."""

import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, outcome_sampling_mccfr

import kvartal
from kvartal.research import ids, spiel

NAMES = [
    spiel.short_name(each) + turns
    for each in ids()
    for turns in (("", spiel.TURNS) if spiel.has_rounds(each) else ("",))  # others are their own twins
]
HIDING = ["kvartal_estates_turns", "kvartal_house_turns", "kvartal_welcome_turns", "kvartal_welcome_draft_turns"]


def some_states(game: object, steps: int, seed: int = 1) -> list[spiel.SpielState]:
    """Random positions of a turn-based game in which somebody is asked."""
    rng, found = random.Random(seed), []
    state = game.new_initial_state()  # type: ignore[attr-defined]
    while not state.is_terminal() and len(found) < steps:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
            continue
        found.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_their_simulation_finds_nothing(name: str, length: int) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1 if length == 1 else 5, serialize=length > 1, verbose=False)


@pytest.mark.parametrize("name", ["kvartal_flip", *HIDING])
def test_a_state_is_serialised_and_read_back(name: str) -> None:
    game = pyspiel.load_game(name)
    state = some_states(game, 40)[-1]
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.state == state.state
    for seat in range(game.num_players()):
        assert again.information_state_string(seat) == state.information_state_string(seat)


@pytest.mark.parametrize("name", ["kvartal_flip_turns", *HIDING])
def test_their_search_runs_in_every_seat_and_at_every_moment_of_a_round(name: str) -> None:
    players = 3
    game = pyspiel.load_game(name, {"players": players})
    asked: set[int] = set()
    for number, state in enumerate(some_states(game, 60)):
        if number % 7 == 0 or state.current_player() not in asked:
            bot = ismcts.ISMCTSBot(
                game=game, evaluator=Quick(players), uct_c=2.0, max_simulations=4, random_state=np.random.RandomState(1)
            )
            asked.add(state.current_player())
            assert bot.step(state) in state.legal_actions()
    assert asked == set(range(players))


class Quick:
    """Says that nobody is ahead: the search itself is what is tried."""

    def __init__(self, players: int) -> None:
        self.players = players

    def evaluate(self, state: object) -> list[float]:
        return [0.0] * self.players

    def prior(self, state: object) -> list[tuple[int, float]]:
        legal = state.legal_actions()  # type: ignore[attr-defined]
        return [(action, 1 / len(legal)) for action in legal]


def test_their_regret_minimisation_runs() -> None:
    game = pyspiel.load_game("kvartal_estates(players=2)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    np.random.seed(1)
    for _ in range(2):
        solver.iteration()
    assert solver.average_policy() is not None


@pytest.mark.parametrize("name", HIDING)
def test_what_a_seat_was_told_only_grows_and_does_not_tell_what_is_hidden(name: str) -> None:
    game = pyspiel.load_game(name)
    told = ["", ""]
    for state in some_states(game, 60):
        for seat in range(2):
            now = state.information_state_string(seat)
            assert now.startswith(told[seat])
            told[seat] = now
        asked = state.current_player()
        twin = state.resample_from_infostate(asked, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert twin.information_state_string(asked) == state.information_state_string(asked)
        assert twin.legal_actions() == state.legal_actions()
        assert twin.current_player() == asked


def test_seats_act_at_once_where_they_do_at_the_table() -> None:
    at_once, turns = pyspiel.load_game("kvartal_welcome"), pyspiel.load_game("kvartal_welcome_turns")
    states = [game.new_initial_state() for game in (at_once, turns)]
    for state in states:
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
    together, one_by_one = states
    assert together.current_player() == pyspiel.PlayerId.SIMULTANEOUS
    assert one_by_one.current_player() == 0
    first = together.legal_actions(0)[0]
    before = together.information_state_string(1)
    together.apply_actions([first, first])
    one_by_one.apply_action(first)
    assert one_by_one.information_state_string(1) == before
    assert together.state != one_by_one.state


def test_what_is_not_legal_is_refused_with_the_rule_and_changes_nothing() -> None:
    state = pyspiel.load_game("kvartal_welcome").new_initial_state()
    with pytest.raises(ValueError, match="none of the outcomes"):
        state.apply_action(9999)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    legal, before = state.legal_actions(0)[0], str(state)
    wrong = next(each for each in range(239) if each not in state.legal_actions(1))
    with pytest.raises(ValueError, match=rf"\({wrong}\) is not legal for seat 1: welcome\."):
        state.apply_actions([legal, wrong])
    with pytest.raises(ValueError, match="actions are 0 to 238, not 239"):
        state.apply_actions([legal, 239])
    assert str(state) == before
    *_, last = some_states(pyspiel.load_game("kvartal_estates"), 10_000)
    while not last.is_terminal():
        last.apply_action(last.chance_outcomes()[0][0] if last.is_chance_node() else last.legal_actions()[0])
    with pytest.raises(ValueError, match="the game is over"):
        last.apply_action(0)


def test_a_tensor_is_of_the_moment_and_the_seat_that_were_asked_for() -> None:
    state = pyspiel.load_game("kvartal_house_turns").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    seats = [state.observation_tensor(seat) for seat in (0, 1)]
    assert seats[0] != seats[1]
    child = state.child(state.legal_actions()[0])
    assert child.observation_tensor(0) != seats[0]
    assert [state.observation_tensor(seat) for seat in (0, 1)] == seats


def test_chance_is_the_deal_of_the_engine() -> None:
    match = kvartal.new("flip", players=2, seed=4)
    state = pyspiel.load_game("kvartal_flip").new_initial_state()
    for entry in match.steps:
        assert state.is_chance_node()
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        state.apply_action(entry.code)
    assert state.state == match.state
    assert state.current_player() == match.waiting[0]


def test_the_process_ends_well() -> None:
    """OpenSpiel lets go of registered games after Python has ended."""
    code = "import pyspiel, kvartal.research.spiel; pyspiel.load_game('kvartal_flip').new_initial_state()"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
