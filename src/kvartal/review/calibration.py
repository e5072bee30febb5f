"""Calibration: do the chances of winning that a review tells come true, and does chance bring nothing on average?

Bots play whole games, every moment of which is judged; what was said of it stands beside how the game ended.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kvartal.bots import Budget, Seated, ask, bot
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.review.course import Course, course_of
from kvartal.review.decisions import Difference, mean

BINS = 10


@dataclass
class Bin:
    """Moments of which about the same was said: how many, what was said of them, and what became of them, added up."""

    count: int = 0
    said: float = 0.0
    came: float = 0.0


@dataclass
class Calibration:
    """Over some games: the Brier score of what was said (0: always right; `even`: of who always says that all win alike
    often), what was said and what came in ten bins, and what chance has brought to the first seat."""

    brier: list[float] = field(default_factory=list)  # of each game
    even: list[float] = field(default_factory=list)
    bins: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(BINS)])
    chance: list[float] = field(default_factory=list)

    def add(self, course: Course) -> None:
        self.chance.append(course.parts(0).chance)
        *before, end = [worth.shares for worth in course.worths()]
        if len(end) == 1:  # alone there are points, and nothing to win
            return
        pairs = [(said, came) for shares in before for said, came in zip(shares, end, strict=True)]
        for said, came in pairs:
            found = self.bins[min(BINS - 1, int(said * BINS))]
            found.count += 1
            found.said += said
            found.came += came
        self.brier.append(sum((said - came) ** 2 for said, came in pairs) / len(pairs))
        self.even.append(sum((1 / len(end) - came) ** 2 for _, came in pairs) / len(pairs))

    @property
    def mean_chance(self) -> Difference:
        return mean(self.chance)

    @property
    def mean_brier(self) -> Difference:
        return mean(self.brier)

    @property
    def error(self) -> float:
        """How far what was said is from what came, over all bins: the root of the mean square."""
        rows = [each for each in self.bins if each.count]
        squares = sum((each.said - each.came) ** 2 / each.count for each in rows)
        return math.sqrt(squares / max(1, sum(each.count for each in rows)))


def calibrated(
    setup: Setup, level: str, games: int, playouts: int, seed: int = 0, told: Callable[[int], None] = lambda _: None
) -> Calibration:
    """Over so many games of bots of one level, each moment judged by so many playouts."""
    found = Calibration()
    for number in range(games):
        found.add(course_of(played(setup, level, seed + number), playouts, seed + number))
        told(number + 1)
    return found


def played(setup: Setup, level: str, seed: int) -> Match:
    match = Match(setup, SeededDeal(seed))
    seats: Sequence[Seated] = [Seated(bot(level, seed + seat, setup.players)) for seat in range(setup.players)]
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, ask(seats[seat], match.view(seat), Budget(math.inf)))
    return match
