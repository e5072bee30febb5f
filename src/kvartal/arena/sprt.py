"""Is A stronger than B? A sequential test that stops as soon as the answer is clear (Wald's, on mirrored deals).

Two claims are weighed: A's share of the wins is p0, or it is p1. The unit is a deal with all its sittings, as its games
are not independent: x is A's share of them. The likelihood of each claim is that of the distribution of x closest to
what was seen which has its mean there, so that nothing is assumed about how the games of a deal go together.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kvartal.engine.option import BadSetup

ACCEPTED, REJECTED, UNDECIDED = "accepted", "rejected", "undecided"
UNSEEN = 1e-3  # as often every possible extreme is taken to have been seen already


@dataclass(frozen=True)
class Sprt:
    """The question: with a chance of about `alpha` to accept wrongly, and `beta` to reject wrongly."""

    p0: float = 0.5
    p1: float = 0.55
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.p0 < self.p1 < 1:
            raise BadSetup(f"p0 and p1 are shares of wins with 0 < p0 < p1 < 1, not {self.p0:g} and {self.p1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadSetup(f"alpha and beta are chances between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below: rejected. Above: accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def judge(self, shares: Iterable[float]) -> "Trial":
        """Deal by deal until the answer is clear; what comes after that is not looked at."""
        trial = Trial(self)
        for x in shares:
            if trial.result != UNDECIDED:
                break
            trial.add(x)
        return trial

    def weigh(self, counts: dict[float, int]) -> float:
        """The logarithm of how much likelier p1 is than p0, after x was seen so many times."""
        often = {0.0: UNSEEN, 1.0: UNSEEN} | {x: times + UNSEEN * (x in (0.0, 1.0)) for x, times in counts.items()}
        a, b = tilt(often, self.p0), tilt(often, self.p1)
        return sum(
            times * (math.log1p(a * (x - self.p0)) - math.log1p(b * (x - self.p1))) for x, times in often.items()
        )


class Trial:
    """The test under way: the shares it rests on, how the weight of the claim grew with them, and the answer."""

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.result = UNDECIDED
        self.shares: list[float] = []
        self.path: list[float] = []
        self._counts: dict[float, int] = {}

    def add(self, x: float) -> None:
        low, high = self.sprt.bounds
        self._counts[x] = self._counts.get(x, 0) + 1
        self.shares.append(x)
        self.path.append(self.sprt.weigh(self._counts))
        if not low < self.path[-1] < high:
            self.result = ACCEPTED if self.path[-1] >= high else REJECTED

    def to_json(self) -> dict[str, Any]:
        deals = len(self.shares)
        return {
            "result": self.result,
            "p0": self.sprt.p0,
            "p1": self.sprt.p1,
            "alpha": self.sprt.alpha,
            "beta": self.sprt.beta,
            "bounds": [round(bound, 6) for bound in self.sprt.bounds],
            "llr": round(self.path[-1], 6) if self.path else 0.0,
            "deals": deals,
            "share": round(sum(self.shares) / deals, 6) if deals else None,
        }


def tilt(often: dict[float, float], mean: float) -> float:
    """t such that the chances of x, in proportion to often[x] / (1 + t (x − mean)), have this mean.

    They are the closest to what was seen among all with this mean (Lagrange). t is where the sum of
    often[x] (x − mean) / (1 + t (x − mean)) is 0, which falls between its two poles: found by halving, with Newton's
    steps where they stay inside.
    """
    low, high = -1 / (max(often) - mean), 1 / (mean - min(often))
    t = 0.0
    for _ in range(100):
        value = slope = 0.0
        for x, times in often.items():
            part = (x - mean) / (1 + t * (x - mean))
            value += times * part
            slope -= times * part * part
        if value > 0:
            low = t
        else:
            high = t
        step = t - value / slope
        new = step if low < step < high else (low + high) / 2
        if abs(new - t) < 1e-9 * (1 + abs(t)):
            return new
        t = new
    return t
