"""Fitting weights: one step after the other, each judged by mirrored games against the best so far.

It knows weights by name and asks a judge; who makes bots from weights, and how they play, is the judge's. The way it
goes follows from the seed and the answers alone, so a run that was stopped goes on from the answers it had.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from kvartal.arena.sprt import ACCEPTED
from kvartal.engine.option import BadSetup, listing, nearest

Weights = Mapping[str, int]
FIRST = 0.3  # of a weight: the first step away from it
GROW, SHRINK = 1.5, 0.5  # a step that was good is made larger, one that was bad in both directions smaller
SMALLEST = 0.03  # of a weight: no smaller step is worth its games


class Trying(NamedTuple):
    """A step that is to be judged: the weights, and which of them is another one than in the best so far."""

    number: int
    name: str
    weights: dict[str, int]


class Judged(NamedTuple):
    """What became of a step."""

    trying: Trying
    result: str  # of the sequential test
    share: float
    games: int

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.trying.number,
            "name": self.trying.name,
            "value": self.trying.weights[self.trying.name],
            "result": self.result,
            "share": round(self.share, 6),
            "games": self.games,
        }


Judge = Callable[[Trying, dict[str, int]], Judged]  # a step, against the best so far


@dataclass(frozen=True)
class Steps:
    """Where a search begins: the weights, which of them may change, and the seed of the order."""

    weights: Weights
    names: tuple[str, ...]
    seed: int

    def __post_init__(self) -> None:
        if not self.weights:
            raise BadSetup("there are no weights to tune")
        for name in self.names:
            if name not in self.weights:
                raise BadSetup(
                    f"there is no weight {name!r}{nearest(name, self.weights)}; there are: {listing(self.weights)}"
                )

    def search(self, judge: Judge) -> Iterator[tuple[Judged, dict[str, int]]]:
        """Each step as it was judged, with the best weights after it, until no step is worth its games.

        Round by round every weight, in a new order, is moved one way and, if that is no better, the other way.
        """
        order = random.Random(self.seed)
        best = dict(self.weights)
        steps = {name: max(1.0, FIRST * abs(best[name])) for name in self.names}
        ways = dict.fromkeys(self.names, 1)  # which way a weight went last
        number = 0
        while steps:
            names = list(steps)
            order.shuffle(names)
            for name in names:
                for way in (ways[name], -ways[name]):
                    value = best[name] + way * max(1, round(steps[name]))
                    judged = judge(Trying(number, name, best | {name: value}), dict(best))
                    number += 1
                    better = judged.result == ACCEPTED
                    if better:
                        best[name], ways[name] = value, way
                    yield judged, dict(best)
                    if better:
                        steps[name] *= GROW
                        break
                else:
                    if round(steps[name]) <= max(1.0, SMALLEST * abs(best[name])):
                        del steps[name]
                    else:
                        steps[name] *= SHRINK
