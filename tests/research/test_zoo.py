"""PettingZoo: its own suites for every id, and what they do not ask."""

import copy
from types import SimpleNamespace

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

import kvartal
from kvartal.engine.option import BadSetup
from kvartal.research import ids, zoo

IDS = [str(each) for each in ids()]
DRAWN = [str(each) for each in ids() if each.preset is None and each.game != "toy"]

# What the suites warn of, and why it is so:
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*Observation space.*probably should be.*"),  # a dict, with the mask in it
    pytest.mark.filterwarnings("ignore:.*Action mask.*"),  # of those who are not asked: nothing is legal
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),  # the same
]


def played(env: object, moves: int, seed: int = 1) -> list[tuple[str, int]]:
    """The first so many random moves of a game, the same for the same environment."""
    rng, made = np.random.default_rng(seed), []
    for agent in env.agent_iter(moves):  # type: ignore[attr-defined]
        seen, _, terminated, truncated, _ = env.last()  # type: ignore[attr-defined]
        over = terminated or truncated
        action = None if over else int(rng.choice(np.flatnonzero(seen["action_mask"])))
        env.step(action)  # type: ignore[attr-defined]
        made.append((agent, -1 if action is None else action))
    return made


@pytest.mark.parametrize("id", IDS)
def test_turn_by_turn_passes_their_suites(id: str, length: int) -> None:
    api_test(pettingzoo.make("aec", id), num_cycles=12 * length)
    seed_test(zoo.module(id).env, num_cycles=8 * length)


@pytest.mark.parametrize("id", IDS)
def test_all_at_once_passes_their_suites(id: str, length: int) -> None:
    """Two of them, and that of the state, try any action: there an illegal one is replaced by the default move."""
    module = zoo.module(id)

    def replacing(max_cycles: int = 0) -> zoo.parallel_env:
        return module.parallel_env(illegal="default", max_cycles=max_cycles)

    parallel_api_test(pettingzoo.make("parallel", id), num_cycles=25 * length)
    parallel_seed_test(replacing, num_cycles=6 * length)
    max_cycles_test(
        SimpleNamespace(parallel_env=replacing, env=lambda max_cycles: parallel_to_aec(replacing(max_cycles)))
    )
    state_test(module.raw_env(illegal="default"), module.parallel_env(), num_cycles=6 * length)


@pytest.mark.parametrize("id", DRAWN)
def test_boards_are_rendered(id: str) -> None:
    render_test(zoo.module(id).env, {"svg": lambda drawn: drawn.startswith("<svg")})


def test_pixels_are_the_drawing_and_not_one_colour() -> None:
    env = zoo.raw_env("flip", render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.shape[1:] == (960, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20


@pytest.mark.parametrize("id", ["flip", "welcome", "house", "estates"])
def test_a_game_is_the_match_with_its_seed(id: str) -> None:
    env, match = zoo.raw_env(id, players=3), kvartal.new(id, players=3, seed=7)
    env.reset(seed=7)
    for agent, action in played(env, 120):
        seat = int(agent[-1])
        match.play(seat, env.observer.code(seat, action))
    assert match.state == env.batch.states[0]


def test_nobody_sees_the_unfinished_turns_of_others() -> None:
    env = zoo.raw_env("welcome", players=2)
    env.reset(seed=3)
    before = env.observe("player_1")["observation"]
    first = int(np.flatnonzero(env.observe("player_0")["action_mask"])[0])
    env.step(first)
    assert env.agent_selection == "player_0"
    assert (env.observe("player_1")["observation"] == before).all()


def test_an_illegal_action_is_refused_with_the_rule_or_replaced_or_loses() -> None:
    strict = zoo.raw_env("flip")
    for unbegun in (strict, zoo.parallel_env("flip")):
        with pytest.raises(RuntimeError, match=r"reset\(\) begins one"):
            unbegun.step({})
    strict.reset(seed=1)
    wrong = strict.observer.action_names().index("buy store")
    with pytest.raises(ValueError, match=r"player_\d: 'buy store' \(\d+\) is not legal: flip\."):
        strict.step(wrong)
    with pytest.raises(ValueError, match="a whole number from 0 to 39, not 40"):
        strict.step(40)
    assert strict.batch.lengths[0] == 0

    lenient = zoo.raw_env("flip", illegal="default")
    lenient.reset(seed=1)
    lenient.step(wrong)
    assert lenient.batch.lengths[0] == 1

    losing = zoo.raw_env("flip", illegal="lose")
    losing.reset(seed=1)
    loser = losing.agent_selection
    losing.step(wrong)
    assert losing.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in losing.possible_agents}
    assert all(losing.terminations.values())


def test_whoever_owes_no_move_can_only_wait() -> None:
    env = zoo.parallel_env("flip", players=2)
    seen, _ = env.reset(seed=1)
    active = next(agent for agent in env.agents if not seen[agent]["action_mask"][env.wait])
    other = next(agent for agent in env.agents if agent != active)
    assert np.flatnonzero(seen[other]["action_mask"]).tolist() == [env.wait]
    legal = int(np.flatnonzero(seen[active]["action_mask"])[0])
    for wrong, said in (
        ({active: legal, other: 0}, f"{other} owes no move now: its one action is 40, wait"),
        ({active: env.wait, other: env.wait}, f"{active} owes a move, and cannot wait"),
        ({active: legal}, f"{other} has no action"),
        ({active: 41, other: env.wait}, "from 0 to 40, not 41"),
    ):
        with pytest.raises(ValueError, match=said):
            env.step(wrong)
    assert env.cycles == 0
    env.step({active: legal, other: env.wait})
    assert env.cycles == 1


@pytest.mark.parametrize("id", ["flip", "welcome", "house", "estates"])
def test_an_environment_can_be_cloned_saved_and_loaded(id: str) -> None:
    env = zoo.raw_env(id, players=2, rewards="shaped")
    env.reset(seed=5)
    played(env, 40)
    twin, other = copy.deepcopy(env), zoo.raw_env(id, players=2, rewards="shaped")
    other.load(env.save())
    onward = played(env, 60, seed=2)
    for each in (twin, other):
        assert played(each, 60, seed=2) == onward
        assert each.batch.states[0] == env.batch.states[0]
        assert each._cumulative_rewards == env._cumulative_rewards


def test_what_cannot_be_loaded_is_refused() -> None:
    env, other = zoo.raw_env("flip", players=2), zoo.raw_env("flip", players=3)
    env.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(ValueError, match="another game, number of players"):
        env.load(other.save())
    with pytest.raises(ValueError, match=r"not what save\(\) gave"):
        env.load(b"{}")


def test_a_wrong_id_or_option_says_what_there_is() -> None:
    with pytest.raises(BadSetup, match=r"unknown id 'chess'.*kvartal/flip-v1"):
        zoo.env("chess")
    with pytest.raises(BadSetup, match="did you mean"):
        zoo.module("kvartal/flipp-v1")
    with pytest.raises(ValueError, match="none of raise, default, lose"):
        zoo.env("flip", illegal="ignore")
    with pytest.raises(ValueError, match="none of human, ansi, svg, rgb_array"):
        zoo.env("flip", render_mode="film")


def test_their_wrappers_end_a_game_after_an_illegal_action(caplog: pytest.LogCaptureFixture) -> None:
    env = zoo.env("flip")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(zoo.raw_env("flip").observer.action_names().index("buy store"))
    assert "Illegal move made" in caplog.text
    assert env.rewards[loser] == -1
    assert all(env.terminations.values())
