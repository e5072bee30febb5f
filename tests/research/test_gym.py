"""Gymnasium: its own checks for every id, many games at once, bots at the other seats."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import RecordEpisodeStatistics
from gymnasium.wrappers.vector import RecordEpisodeStatistics as RecordMany

from kvartal.engine.option import BadSetup
from kvartal.engine.state import UNKNOWN
from kvartal.engine.view import View
from kvartal.research import gym, ids
from kvartal.research.arrays import scale

IDS = [str(each) for each in ids()]
FIRST = ["flip", "welcome", "estates", "house"]


@pytest.mark.parametrize("id", IDS)
@pytest.mark.filterwarnings("ignore:.*")  # of what it advises: a space of floats, renders that were not asked for
def test_their_checker_finds_nothing(id: str) -> None:
    """It tries any action: an illegal one is replaced."""
    check_env(gymnasium.make(id, illegal="default").unwrapped, skip_render_check=True)


def whole_game(env: gym.KvartalEnv, seed: int) -> list[tuple[int, float]]:
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    told = []
    while True:
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        _, reward, terminated, truncated, info = env.step(action)
        told.append((action, reward))
        if terminated or truncated:
            return told


@pytest.mark.parametrize("bots", ["random", "policy", "greedy", "level1", ["random"]])
def test_bots_play_the_other_seats_and_the_same_seed_gives_the_same_game(bots: str | list[str]) -> None:
    one, two = (gym.KvartalEnv("estates", players=2, bots=bots) for _ in range(2))
    told = whole_game(one, 3)
    assert told == whole_game(two, 3)
    assert [reward for _, reward in told[:-1]] == [0.0] * (len(told) - 1)
    assert told[-1][1] in (-1.0, 0.0, 1.0)


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("seat", [0, 1])
def test_points_that_come_while_others_play_are_rewarded_too(bots: str, seat: int) -> None:
    env = gym.KvartalEnv("estates", players=2, seat=seat, bots=bots, rewards="shaped")
    env.reset(seed=2)
    before = env.batch.scores[seat]  # with the first step: rivals may have moved before
    rewards = [reward for _, reward in whole_game(env, 2)]
    assert sum(rewards) == env.batch.states[0].score(seat) - before


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_the_learner_sits_where_it_is_told_or_anywhere(bots: str) -> None:
    env = gym.KvartalEnv("flip", players=3, seat=2, bots=bots)
    assert env.reset(seed=1)[1]["seat"] == 2
    anywhere = gym.KvartalEnv("flip", players=3, seat=None, bots=bots)
    assert {anywhere.reset(seed=seed)[1]["seat"] for seed in range(6)} == {0, 1, 2}


def test_an_observation_is_of_the_own_seat_alone() -> None:
    env = gym.KvartalEnv("house", players=3, seat=1, bots="greedy")
    seen, _ = env.reset(seed=1)
    known = View.of(env.setup, env.batch.states[0], 1).known
    assert seen.tolist() == env.batch.observer.look(known, 1)


@pytest.mark.parametrize("id", ["flip", "welcome"])
def test_alone(id: str) -> None:
    env = RecordEpisodeStatistics(gymnasium.make(f"kvartal/{id}-v1", players=1))
    _, info = env.reset(seed=1)
    while "episode" not in info:
        _, reward, *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert info["episode"]["r"] == reward
    points = env.unwrapped.batch.states[0].score(0)  # type: ignore[attr-defined]
    assert reward == (points if id == "welcome" else -1)  # who always does the first thing loses alone


# Many at once ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("id", FIRST)
def test_games_begin_again_in_each_of_the_three_ways(id: str, mode: AutoresetMode) -> None:
    envs = RecordMany(gymnasium.make_vec(f"kvartal/{id}-v1", 4, autoreset_mode=mode, max_moves=60, bots="policy"))
    inner = envs.unwrapped
    envs.reset(seed=1)
    ended = told = 0
    over = np.zeros(4, bool)
    for _ in range(150):
        before = over
        seen, reward, terminated, truncated, info = envs.step(inner.sample_actions())  # type: ignore[attr-defined]
        over = terminated | truncated
        ended += int(over.sum())
        told += int("episode" in info)
        assert envs.observation_space.contains(seen)
        if mode == AutoresetMode.NEXT_STEP:
            assert not (over & before).any()
            assert (reward[before] == 0).all()
        if mode == AutoresetMode.SAME_STEP and over.any():
            assert (info["_final_obs"] == over).all()
            last = info["final_obs"][int(over.argmax())]
            assert envs.single_observation_space.contains(last)
            assert (last != seen[int(over.argmax())]).any()
        if mode == AutoresetMode.DISABLED and over.any():
            with pytest.raises(RuntimeError, match="are over: reset them"):
                inner.step(inner.sample_actions())  # type: ignore[attr-defined]
            envs.reset(options={"reset_mask": over})
    assert ended > 4
    assert told > 0


@pytest.mark.parametrize("bots", ["random", "policy", "greedy", None])
def test_a_game_is_the_same_alone_and_among_others(bots: str | None) -> None:
    alone, among = (gym.KvartalVectorEnv("flip", count, players=2, bots=bots) for count in (1, 5))
    seen = [alone.reset(seed=3)[0][0], among.reset(seed=1)[0][2]]
    for _ in range(80):
        assert (seen[0] == seen[1]).all()
        (one, got, *_), (many, gotten, *_) = (envs.step(envs.sample_actions()) for envs in (alone, among))
        seen = [one[0], many[2]]
        assert got[0] == gotten[2]


def test_one_among_many_is_the_environment_of_one() -> None:
    envs, env = gym.KvartalVectorEnv("welcome", 2, bots="random"), gym.KvartalEnv("welcome", bots="random")
    many, _ = envs.reset(seed=8)
    seen, _ = env.reset(seed=9)
    for _ in range(200):
        assert (many[1] == seen).all()
        actions = envs.sample_actions()
        many = envs.step(actions)[0]
        seen, _, terminated, *_ = env.step(int(actions[1]))
        if terminated:
            break
    assert terminated


def test_everybody_from_outside_has_the_rewards_of_all() -> None:
    envs = gym.KvartalVectorEnv("estates", 2, players=3, bots=None)
    _, info = envs.reset(seed=1)
    while True:
        movers = info["seat"]
        _, reward, terminated, _, info = envs.step(envs.sample_actions())
        if terminated[0]:
            break
    assert info["rewards"][0].sum() == pytest.approx(0)
    assert reward[0] == info["rewards"][0][movers[0]]


def test_without_copying_the_next_step_overwrites() -> None:
    kept, lent = (gym.KvartalVectorEnv("flip", 2, copy=copy) for copy in (True, False))
    one, two = kept.reset(seed=1)[0], lent.reset(seed=1)[0]
    assert (one == two).all()
    for _ in range(3):
        for envs in (kept, lent):
            envs.step(envs.sample_actions())
    assert (one != two).any()
    with pytest.raises(ValueError, match="read-only"):
        two[0, 0] = 1


def test_masks_for_sb3_are_booleans() -> None:
    envs, env = gym.KvartalVectorEnv("flip", 3), gym.KvartalEnv("flip")
    envs.reset(seed=1)
    env.reset(seed=1)
    assert env.action_masks().dtype == envs.action_masks().dtype == np.bool_
    assert (envs.action_masks()[0] == env.action_masks()).all()


def test_the_usual_sizes_bring_an_observation_near_one() -> None:
    envs = gym.KvartalVectorEnv("house", 8, players=3)
    envs.reset(seed=1)
    for _ in range(60):
        seen, *_ = envs.step(envs.sample_actions())
    scaled = np.abs(seen / scale(envs.batch.observer))[seen != UNKNOWN]
    assert np.quantile(scaled, 0.99) <= 1.5


def test_wrong_use_says_what_would_be_right() -> None:
    envs, env = gym.KvartalVectorEnv("flip", 3), gym.KvartalEnv("flip")
    with pytest.raises(RuntimeError, match=r"reset\(\) begins"):
        envs.step(np.zeros(3, int))
    with pytest.raises(RuntimeError, match=r"reset\(\) begins"):
        env.step(0)
    envs.reset(seed=1)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"actions: 3 whole numbers, not int64 of shape \(2,\)"):
        envs.step(np.zeros(2, int))
    with pytest.raises(ValueError, match="actions: 3 whole numbers, not float64"):
        envs.step(np.zeros(3))
    with pytest.raises(ValueError, match=r"row 0: action 15, .*, is not legal"):
        envs.step(np.full(3, 15))
    for wild in (-1, 2**16):  # not to be taken for the last action, or for the first one, which is legal
        with pytest.raises(ValueError, match=rf"row 1: actions are 0 to 39, not {wild}"):
            envs.step(np.array([0, wild, 0]))
    with pytest.raises(ValueError, match="a whole number from 0 to 39, not 'play'"):
        env.step("play")
    with pytest.raises(BadSetup, match=r"unknown bot 'gready' .did you mean"):
        gym.KvartalEnv("flip", bots="gready")
    with pytest.raises(BadSetup, match="one for each of the 2 others, not 1"):
        gym.KvartalEnv("flip", players=3, bots=["greedy"])
    with pytest.raises(BadSetup, match="seat: 0 to 1"):
        gym.KvartalEnv("flip", seat=5)
    with pytest.raises(ValueError, match="seed: one for each of the 3"):
        envs.reset(seed=[1, 2])
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": [True]})
