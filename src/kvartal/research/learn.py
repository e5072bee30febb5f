"""How a small network learns to play, in NumPy alone: first from the game's own quick judgement, then from itself.

Training is made of legs. A leg begins new games in all rows, dealt by the seed and its number; nothing else but the
weights and Adam's averages goes from one to the next. So a run that was stopped goes on as if it had not been.

*Imitation* (DAgger): the network plays half of the games and the game's policy the others, and in each position it
learns the move that the policy would make. *Self-play* (PPO): it plays all seats, and learns from how they fared.
"""

from dataclasses import dataclass, field
from typing import Any

from kvartal.research import need

need("numpy")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from kvartal.engine.batch import Batch  # noqa: E402
from kvartal.engine.game import Setup  # noqa: E402
from kvartal.engine.source import Seeded  # noqa: E402
from kvartal.research.arrays import Arrays, seen  # noqa: E402
from kvartal.research.net import Features, Floats, Network  # noqa: E402

ROWS = 128  # games side by side
STEPS = 64  # decisions in each between two updates
MINIBATCH = 512
EPOCHS = 2  # each decision is learnt from so often
DISCOUNT = 0.999
LAMBDA = 0.95  # of generalised advantage estimation
CLIP = 0.2  # of PPO: how far a choice may become likelier in one update
ENTROPY = 0.003
VALUE = 0.5  # the weight of the value's error
NORM = 0.5  # longer gradients are shortened to this


@dataclass
class Rollout:
    """Decisions of all rows, step by step, and what came of them."""

    observations: NDArray[np.int16]
    masks: NDArray[np.bool_]
    actions: NDArray[np.intp]
    likely: Floats  # the logarithm of the chance with which each was chosen
    values: Floats
    advantages: Floats
    wanted: NDArray[np.intp]  # the policy's actions; empty in self-play
    games: int  # that ended


@dataclass
class Adam:
    """Kingma and Ba's optimiser, with the averages that a checkpoint keeps."""

    means: dict[str, Floats] = field(default_factory=dict)
    squares: dict[str, Floats] = field(default_factory=dict)
    count: int = 0

    def update(self, weights: dict[str, Floats], gradients: dict[str, Floats], rate: float) -> None:
        norm = float(np.sqrt(sum(float((each * each).sum()) for each in gradients.values())))
        shorter = min(1.0, NORM / (norm + 1e-8))
        self.count += 1
        one, two = 1 - 0.9**self.count, 1 - 0.999**self.count
        for name, gradient in gradients.items():
            gradient = gradient * np.float32(shorter)
            mean = self.means.setdefault(name, np.zeros_like(gradient))
            square = self.squares.setdefault(name, np.zeros_like(gradient))
            mean += np.float32(0.1) * (gradient - mean)
            square += np.float32(0.001) * (gradient * gradient - square)
            weights[name] -= np.float32(rate / one) * mean / (np.sqrt(square / np.float32(two)) + np.float32(1e-8))


class Learner:
    """A network that learns one set-up."""

    def __init__(self, setup: Setup, seed: int, rows: int = ROWS) -> None:
        self.setup, self.seed, self.rows = setup, seed, rows
        # Points that are those of a turn only say little on the way; others are told as they come.
        self.shaped = not setup.game.per_turn
        self.batch = Batch(setup, rows, rewards="shaped" if self.shaped else "place", skip_forced=True)
        self.arrays = Arrays(self.batch)
        self.features = Features(self.batch.observer)
        self.network = Network.fresh(self.features.size, int(self.batch.actions), np.random.default_rng(seed))
        self.adam = Adam()
        self.scale = 0.0  # what rewards are multiplied by; 0: not known yet
        self.rng = np.random.default_rng(seed)
        self.mind = setup.game.mind(setup)
        self.choices = Seeded(seed, setup.players, 1)

    # Playing ----------------------------------------------------------------------------------------------------------

    def leg(self, number: int, iterations: int, teach: bool, rates: tuple[float, float]) -> dict[str, float]:
        """So many rollouts and updates; what they were like. `rates`: of learning, at the beginning and the end."""
        self.rng = np.random.default_rng([self.seed, number])
        self.choices.reseed(self.seed * 1009 + number)
        self.batch.reset([(self.seed * 1009 + number) * 100_003 + row for row in range(self.rows)])
        told: list[dict[str, float]] = []
        for i in range(iterations):
            rate = rates[0] + (rates[1] - rates[0]) * i / iterations
            told.append(self.learn(self.rollout(teach), rate))
        return {name: float(np.mean([each[name] for each in told])) for name in told[0]}

    def rollout(self, teach: bool) -> Rollout:
        batch, arrays, rows, players = self.batch, self.arrays, self.rows, self.setup.players
        shape = (STEPS, rows)
        observations = np.zeros((*shape, int(batch.width)), np.int16)
        masks = np.zeros((*shape, int(batch.actions)), np.bool_)
        actions, seats = np.zeros(shape, np.intp), np.zeros(shape, np.intp)
        likely, values = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        rewards, over = np.zeros((*shape, players), np.float32), np.zeros(shape, np.bool_)
        wanted = np.zeros(shape if teach else (0, rows), np.intp)
        everybody = np.arange(rows)
        for step in range(STEPS):
            observations[step], masks[step] = arrays.observations, arrays.masks
            seats[step] = seen(batch.seats, np.int64)
            logits, values[step] = self.network(self.features(observations[step]), masks[step])
            chances = softmax(logits)
            actions[step] = drawn(chances, self.rng)
            if teach:
                wanted[step] = self.taught(seats[step])
                actions[step, : rows // 2] = wanted[step, : rows // 2]
            likely[step] = np.log(chances[everybody, actions[step]] + 1e-12)
            batch.step(actions[step].astype("<u2").tobytes(), False)
            rewards[step], over[step] = arrays.rewards, arrays.terminated
            for row in np.flatnonzero(over[step]).tolist():
                batch.restart(row)
        if self.shaped:  # points are worth what they are more than the others'
            rewards -= (rewards.sum(2, keepdims=True) - rewards) / max(1, players - 1)
        if not self.scale:
            self.scale = float(1 / max(1e-3, np.sqrt((rewards.sum(0) ** 2).mean()))) if self.shaped else 1.0
        advantages = advantage(rewards * np.float32(self.scale), over, seats, values, self.last_values())
        return Rollout(observations, masks, actions, likely, values, advantages, wanted, int(over.sum()))

    def taught(self, seats: NDArray[np.intp]) -> list[int]:
        """What the game's own policy would do in each row. It looks at what the seat may know, and nothing else."""
        mind, action, choices = self.mind, self.batch.observer.action, self.choices
        states = self.batch.states
        return [
            action(seat, mind.policy(states[row], seat, choices)) for row, seat in enumerate(map(int, seats.tolist()))
        ]

    def last_values(self) -> Floats:
        """What the positions after the last step are worth to each seat."""
        batch, players = self.batch, self.setup.players
        looked = np.zeros((self.rows * players, int(batch.width)), np.int16)
        for row in range(self.rows):
            for seat in range(players):
                batch.look(row, seat)
                looked[row * players + seat] = self.arrays.looked[: batch.width]
        values = self.network(self.features(looked), np.True_)[1]
        return values.reshape(self.rows, players)

    # Learning ---------------------------------------------------------------------------------------------------------

    def learn(self, rollout: Rollout, rate: float) -> dict[str, float]:
        flat = {
            name: getattr(rollout, name).reshape(-1, *getattr(rollout, name).shape[2:])
            for name in ("observations", "masks", "actions", "likely", "values", "advantages", "wanted")
        }
        gains = flat["advantages"]
        flat["returns"] = gains + flat["values"]
        flat["advantages"] = (gains - gains.mean()) / (gains.std() + 1e-6)
        told: list[tuple[float, float, float]] = []
        for _ in range(EPOCHS):
            order = self.rng.permutation(len(gains))
            for start in range(0, len(order), MINIBATCH):
                part = {name: each[order[start : start + MINIBATCH]] for name, each in flat.items() if len(each)}
                told.append(self.update(part, rate))
        agreed, error, entropy = np.mean(told, axis=0)
        spread = float(flat["returns"].var()) + 1e-9
        return {"agreed": agreed, "explained": 1 - error / spread, "entropy": entropy, "games": float(rollout.games)}

    def update(self, part: dict[str, NDArray[Any]], rate: float) -> tuple[float, float, float]:
        """One step of Adam on a minibatch; how often policy or rollout are agreed with, the value's error, entropy."""
        features = self.features(part["observations"])
        one, two = self.network.layers(features)
        w = self.network.weights
        logits = np.where(part["masks"], two @ w["policy"] + w["policy_bias"], np.float32(-1e9))
        values = (two @ w["value"] + w["value_bias"])[:, 0]
        chances = softmax(logits)
        count = len(values)
        logs = np.log(chances + 1e-12)
        entropy = -(chances * logs).sum(1)
        each = np.arange(count)
        if "wanted" in part:
            target = part["wanted"]
            slope = chances.copy()
            slope[each, target] -= 1
        else:
            target = part["actions"]
            ratio = np.exp(logs[each, target] - part["likely"])
            gain = part["advantages"]
            used = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * ratio * gain
            slope = chances * used[:, None]
            slope[each, target] -= used
            slope += ENTROPY * chances * (logs + entropy[:, None])
        missed = values - part["returns"]
        self.adam.update(
            w, gradients(w, features, one, two, (slope / count).astype(np.float32), VALUE * missed / count), rate
        )
        return float((logits.argmax(1) == target).mean()), float((missed**2).mean()), float(entropy.mean())


def softmax(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)  # type: ignore[no-any-return]


def drawn(chances: Floats, rng: np.random.Generator) -> NDArray[np.intp]:
    """One action for each row; never one without a chance, however the sums are rounded."""
    noise = rng.random(chances.shape, np.float32)
    gumbel = -np.log(-np.log(noise + 1e-20) + 1e-20)
    return np.asarray(np.where(chances > 0, np.log(np.maximum(chances, 1e-30)) + gumbel, -np.inf).argmax(1))


def advantage(
    rewards: Floats, over: NDArray[np.bool_], seats: NDArray[np.intp], values: Floats, last: Floats
) -> Floats:
    """Generalised advantage estimation, where each decision belongs to another seat of a row.

    What a seat is rewarded with before its next decision belongs to its last one.
    """
    steps, rows, players = rewards.shape
    everybody = np.arange(rows)
    later, ahead, earned = last.copy(), np.zeros((rows, players), np.float32), np.zeros((rows, players), np.float32)
    found = np.zeros((steps, rows), np.float32)
    for step in range(steps - 1, -1, -1):
        going = ~over[step][:, None]  # what comes after the end belongs to another game
        later, ahead, earned = later * going, ahead * going, earned * going + rewards[step]
        mover = (everybody, seats[step])
        surprise = earned[mover] + DISCOUNT * later[mover] - values[step]
        found[step] = surprise + DISCOUNT * LAMBDA * ahead[mover]
        later[mover], ahead[mover], earned[mover] = values[step], found[step], 0
    return found


def gradients(
    w: dict[str, Floats], features: Floats, one: Floats, two: Floats, slope: Floats, missed: Floats
) -> dict[str, Floats]:
    """Back through the layers, from the slopes of logits and values."""
    of_two = (slope @ w["policy"].T + missed[:, None] * w["value"].T) * (two > 0)
    of_one = (of_two @ w["two"].T) * (one > 0)
    return {
        "policy": two.T @ slope,
        "policy_bias": slope.sum(0),
        "value": two.T @ missed[:, None],
        "value_bias": missed.sum(keepdims=True),
        "two": one.T @ of_two,
        "two_bias": of_two.sum(0),
        "one": features.T @ of_one,
        "one_bias": of_one.sum(0),
    }
