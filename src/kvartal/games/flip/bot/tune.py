"""Fits the policy's weights by playing: `python -m kvartal.games.flip.bot.tune --help`. A mode takes about ten minutes.

An evolution strategy (CMA-ES with a diagonal matrix). Half of the games are against the frozen player, half against the
weights of some generations ago, so that they learn more than to beat one player. Alone, the share of wins counts.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Sequence

from kvartal.engine.game import Setup
from kvartal.games import shelf
from kvartal.games.flip.bot.duel import Yardstick, duel
from kvartal.games.flip.bot.mind import FlipMind
from kvartal.games.flip.rules.state import FlipState
from kvartal.games.flip.rules.tables import FlipTables

STEPS = {"coin": 0.7, "win": 40.0, "hopeful": 40.0, "lacking": 6.0, "ready": 15.0}  # how far one step goes
SMALL = ("next_card", "limit", "bust", "shuffle")
CHILDREN = 20
RENEWED = 30  # generations after which the older weights are replaced
TOLD = 10


def step_of(name: str, solo: bool) -> float:
    if name.startswith("strength_") or (solo and name == "ready"):
        return 0.0
    if name.startswith("missed_"):
        return 80.0 if solo else 0.0
    if name.endswith("_fade"):
        return 4.0
    return STEPS.get(name, 6.0 if name in SMALL else 12.0)


class Tuning:
    """A mean in the space of the weights, how far to look around it in each direction, and where it has been going."""

    def __init__(self, setup: Setup, deals: int, seed: int) -> None:
        tables, start = setup.tables, setup.start()
        assert isinstance(tables, FlipTables)
        assert isinstance(start, FlipState)
        self.tables, self.start, self.deals = tables, start, deals
        self.names = setup.game.numbers.names
        self.base = setup.game.weighed(setup)
        steps = [step_of(name, setup.players == 1) for name in self.names]
        self.free = [i for i, step in enumerate(steps) if step]
        self.steps = [steps[i] for i in self.free]
        self.mean = [self.base[i] / steps[i] for i in self.free]
        self.spread = [1.0] * len(self.free)
        self.way, self.trail = [0.0] * len(self.free), [0.0] * len(self.free)
        self.sigma, self.generation = 0.6, 0
        self.random = random.Random(seed)
        self.rivals = [Yardstick(tables), FlipMind(tables, self.base)]

    def weights(self, point: Sequence[float]) -> list[int]:
        found = list(self.base)
        for i, step, value in zip(self.free, self.steps, point, strict=True):
            found[i] = round(step * value)
        return found

    def score(self, weights: list[int], deals: int, seed: int) -> float:
        """The share of games won."""
        mind = FlipMind(self.tables, weights)
        rivals = self.rivals if self.tables.players > 1 else [mind]
        each = max(1, deals // len(rivals))
        total = sum(int(duel(mind, rival, self.start, each, seed + n)) for n, rival in enumerate(rivals))
        return total / (each * len(rivals) * self.tables.players) / 1_000_000

    def evolve(self) -> float:
        """One generation; the score of its best child. The constants are those of the textbook."""
        self.generation += 1
        size, parents = len(self.free), CHILDREN // 2
        shares = [math.log(parents + 0.5) - math.log(i + 1) for i in range(parents)]
        shares = [share / sum(shares) for share in shares]
        mass = 1 / sum(share * share for share in shares)
        children = []
        for _ in range(CHILDREN):
            point = [
                m + self.sigma * math.sqrt(c) * self.random.gauss(0, 1)
                for m, c in zip(self.mean, self.spread, strict=True)
            ]
            children.append((self.score(self.weights(point), self.deals, self.generation), point))
        children.sort(key=lambda child: -child[0])
        old = self.mean
        self.mean = [sum(shares[k] * children[k][1][j] for k in range(parents)) for j in range(size)]
        moved = [(a - b) / self.sigma for a, b in zip(self.mean, old, strict=True)]
        keep = (mass + 2) / (size + mass + 5)
        damp = 1 + keep + 2 * max(0.0, math.sqrt((mass - 1) / (size + 1)) - 1)
        usual = math.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size * size))
        pull = math.sqrt(keep * (2 - keep) * mass)
        self.way = [
            (1 - keep) * w + pull * m / math.sqrt(c) for w, m, c in zip(self.way, moved, self.spread, strict=True)
        ]
        length = math.sqrt(sum(w * w for w in self.way))
        slow = (4 + mass / size) / (size + 4 + 2 * mass / size)
        pull = math.sqrt(slow * (2 - slow) * mass)
        self.trail = [(1 - slow) * t + pull * m for t, m in zip(self.trail, moved, strict=True)]
        one = 2 / ((size + 1.3) ** 2 + mass) * (size + 2) / 3
        many = min(1 - one, 2 * (mass - 2 + 1 / mass) / ((size + 2) ** 2 + mass) * (size + 2) / 3)
        for j in range(size):
            seen = sum(shares[k] * ((children[k][1][j] - old[j]) / self.sigma) ** 2 for k in range(parents))
            self.spread[j] = (1 - one - many) * self.spread[j] + one * self.trail[j] ** 2 + many * seen
        self.sigma *= math.exp(min(0.3, keep / damp * (length / usual - 1)))
        if self.generation % RENEWED == 0:
            self.rivals[-1] = FlipMind(self.tables, self.weights(self.mean))
        return children[0][0]


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="tune", description="Fit the policy's weights of Flip City by playing.")
    parser.add_argument("--players", type=int, choices=range(1, 5), default=2)
    parser.add_argument("--recycle", choices=("turn", "flip"), default="turn")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--deals", type=int, default=1500, help="for each child of a generation, from every seat")
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args(arguments)
    tuning = Tuning(shelf()["flip"].set_up(asked.players, {"recycle": asked.recycle}), asked.deals, asked.seed)
    end = time.monotonic() + 60 * asked.minutes
    while time.monotonic() < end:
        best = tuning.evolve()
        if tuning.generation % TOLD == 0:
            score = tuning.score(tuning.weights(tuning.mean), 4 * asked.deals, 0)
            print(f"# generation {tuning.generation}: best {best:.4f}, mean {score:.4f}, sigma {tuning.sigma:.3f}")
    for i in tuning.free:
        print(f"{tuning.names[i]} = {tuning.weights(tuning.mean)[i]}")


if __name__ == "__main__":
    main(sys.argv[1:])
