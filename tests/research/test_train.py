"""The small network: it learns what it is taught, a training goes on where it stopped, and what is made of it plays."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from kvartal.arena.table import Table
from kvartal.bots import Budget, ask
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.research import learn, net, train
from kvartal.research.ids import set_up
from kvartal.research.learn import Learner, advantage, gradients
from kvartal.research.net import FOLDER, Features, Network, Trained

WEIGHTS = sorted(FOLDER.glob("*.npz"))
NET = "kvartal.research.net:Net"


def a_run(path: Path, legs: int = 3) -> train.Run:
    return train.Run("estates", 2, seed=3, legs=legs, taught=1, path=path, rows=4, iterations=1)


def test_a_training_that_was_stopped_ends_with_the_same_weights(tmp_path: Path) -> None:
    whole, first, second = (a_run(tmp_path / name) for name in ("whole.npz", "parts.npz", "parts.npz"))
    for _ in range(3):
        whole.leg()
    first.leg()
    second.resume()
    assert second.done == 1
    second.leg()
    second.leg()
    for name, weights in whole.learner.network.weights.items():
        assert np.array_equal(weights, second.learner.network.weights[name]), name


def test_what_is_made_says_how_and_an_unfinished_run_of_other_settings_is_in_the_way(tmp_path: Path) -> None:
    run = a_run(tmp_path / "made.npz", legs=1)
    run.leg()
    with pytest.raises(BadSetup, match="of another run"):
        a_run(tmp_path / "made.npz", legs=2).resume()
    run.finish()
    assert [path.name for path in tmp_path.iterdir()] == ["made.npz"]
    about = Trained.load(run.path).about
    assert about["command"] == "python -m kvartal.research.train estates --players 2 --seed 3 --legs 1 --taught 1"
    mine, match = net.Net(0, 0, run.path), Match(set_up("estates", 2), SeededDeal(1))
    for _ in range(20):
        seat = match.waiting[0]
        match.play(seat, ask(mine, match.view(seat), Budget()))  # refuses what is not legal


def test_it_learns_what_it_is_taught() -> None:
    learner = Learner(set_up("flip", 2), seed=1, rows=16)
    told = [learner.leg(number, 4, True, (2e-3, 2e-3)) for number in range(4)]
    assert told[-1]["agreed"] > told[0]["agreed"] + 0.05
    assert told[-1]["entropy"] < told[0]["entropy"]


def test_gradients_are_those_of_the_loss() -> None:
    """Moved a little, each weight changes the loss by as much as its gradient says."""
    rng = np.random.default_rng(1)
    network = Network.fresh(5, 4, rng, hidden=6)
    w = network.weights = {name: each.astype(np.float64) for name, each in network.weights.items()}  # type: ignore[misc]
    features, target = rng.standard_normal((7, 5)), rng.standard_normal((7, 5))

    def loss() -> float:
        _, two = network.layers(features)  # type: ignore[arg-type]
        out = np.hstack([two @ w["policy"] + w["policy_bias"], two @ w["value"] + w["value_bias"]])
        return float(((out - target) ** 2).sum() / 2)

    one, two = network.layers(features)  # type: ignore[arg-type]
    slope = two @ w["policy"] + w["policy_bias"] - target[:, :4]
    missed = (two @ w["value"] + w["value_bias"])[:, 0] - target[:, 4]
    told = gradients(w, features, one, two, slope, missed)  # type: ignore[arg-type]
    assert told.keys() == w.keys()
    for name, each in w.items():
        place = tuple(int(rng.integers(size)) for size in each.shape)
        each[place] += 1e-5
        up = loss()
        each[place] -= 2e-5
        down = loss()
        each[place] += 1e-5
        assert told[name][place] == pytest.approx((up - down) / 2e-5, rel=1e-3, abs=1e-6), name


def test_a_seat_is_credited_with_its_own_rewards_until_its_next_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "DISCOUNT", 1.0)
    monkeypatch.setattr(learn, "LAMBDA", 1.0)
    # One row, two seats; seats 0, 1, 0 move; the game ends with the second step, and another one begins.
    rewards = np.array([[[0, 0]], [[1, -1]], [[0, 0]]], np.float32)
    over = np.array([[False], [True], [False]])
    seats = np.array([[0], [1], [0]])
    values = np.array([[0.25], [0.5], [0.0]], np.float32)
    last = np.array([[0.75, 9.0]], np.float32)
    found = advantage(rewards, over, seats, values, last)
    assert found[:, 0].tolist() == [1 - 0.25, -1 - 0.5, 0.75]


def test_kinds_are_told_apart_and_sizes_are_scaled() -> None:
    setup = set_up("flip", 2)
    learner = Learner(setup, seed=1, rows=2)
    learner.batch.reset([1, 2])
    features = Features(learner.batch.observer)(learner.arrays.observations)
    spec = learner.batch.observer.spec()
    told = {spec[i].name for i in learner.features.told}
    assert {"phase", "me.top", "+1.top"} <= told
    assert "me.deck.store" not in told
    kinds = features[:, len(learner.features.plain) :]
    assert (kinds.sum(1) == len(told)).all()
    assert np.abs(features).max() <= net.FAR


@pytest.mark.parametrize("path", WEIGHTS, ids=lambda path: path.stem)
def test_the_weights_that_come_with_kvartal_are_small_and_beat_random_play(path: Path) -> None:
    assert path.stat().st_size < 1_000_000
    about = Trained.load(path).about
    assert about["command"].startswith(f"python -m kvartal.research.train {path.stem} ")
    tally = Table(set_up(path.stem, about["players"]), (NET, "random"), seed=1).batch(0, 6)
    assert tally.bots[NET].wins == 6


def test_a_game_or_a_table_without_a_network_is_told_what_to_do() -> None:
    with pytest.raises(BadSetup, match=r"no network for 'estates' .*\.train estates makes one"):
        net.shipped(set_up("estates", 2))
    with pytest.raises(BadSetup, match="was trained for kvartal/flip-v1 with 2 players"):
        net.ready(set_up("flip", 3), FOLDER / "flip.npz")


def test_a_file_that_holds_no_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("hello")
    with pytest.raises(BadSetup, match=r"text.npz holds no weights"):
        Trained.load(tmp_path / "text.npz")
    np.savez(tmp_path / "object.npz", about=np.array([{"run": "me"}], object))
    with pytest.raises(BadSetup, match=r"object.npz holds no weights"):
        Trained.load(tmp_path / "object.npz")


def test_the_command_refuses_what_it_does_not_know() -> None:
    run = CliRunner().invoke(train.main, ["chess"])
    assert run.exit_code == 2
    assert "unknown id 'chess'" in run.output
