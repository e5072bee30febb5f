"""Decisions: what the strongest mind would have done *from what a player knew*, and what the own turn gave away.

Both turns are played on to the end in the same worlds, dealt from the player's own knowledge; so a judgement is a
function of that view, the seed and the depth. Worlds are looked at until the grade is sure, or there are enough.
"""

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Literal

from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.view import View
from kvartal.review.course import MILLION
from kvartal.review.jobs import Found, Job, done_from
from kvartal.review.turns import Turn, turns

__all__ = ["Difference", "Grade", "Judged", "Spread", "Turn", "judged", "judged_from", "judging", "turns"]

Grade = Literal["", "slip", "mistake", "blunder"]

# What was given away, beside how widely results spread anyway: 0.5 for the wins of two equals, or some points
GRADES: tuple[tuple[Grade, float], ...] = (("blunder", 0.3), ("mistake", 0.15), ("slip", 0.06))
SURE = 2.0  # standard errors that it must be larger than
CERTAIN = 3.0  # standard errors to either side with the same grade, and no more worlds are looked at
AT_ONCE = 32  # worlds between two looks


@dataclass(frozen=True)
class Difference:
    """A mean with its standard error."""

    mean: float
    error: float

    @property
    def sure(self) -> bool:
        return self.mean > SURE * self.error


@dataclass(frozen=True)
class Judged:
    """A turn beside the one that the mind would have made. What it gave away is negative where it was better."""

    turn: Turn
    best: tuple[int, ...]
    share: Difference  # of a win; alone: of points that count
    points: Difference
    grade: Grade
    by_points: bool  # where the mind passes over its rivals, points tell more than wins by a policy that does not hurry

    @property
    def same(self) -> bool:
        return self.turn.codes == self.best

    @property
    def lost(self) -> Difference:
        """What it is graded by."""
        return self.points if self.by_points else self.share


@dataclass(frozen=True)
class Spread:
    """How widely the results of a seat spread at the start of a match: standard deviations."""

    share: float
    points: float


def judging(
    setup: Setup, turn: Turn, worlds: int, thoughts: int, spread: Spread
) -> Generator[Job, Found, Judged]:  # fmt: skip
    """A turn judged, job by job."""
    step, mine = turn.steps[0], turn.codes
    (codes,) = yield Job("best", step, thoughts)
    best = tuple(codes)
    by_points = setup.players == 1 or setup.game.thinking(setup).rivals == "sit out"
    if mine[: len(best)] == best or best[: len(mine)] == mine:  # as far as both go
        nothing = Difference(0.0, 0.0)
        return Judged(turn, mine, nothing, nothing, "", by_points)
    rows: Found = []
    usual = spread.points if by_points else spread.share
    while True:
        rows += yield Job("compare", step, min(AT_ONCE, worlds - len(rows)), len(rows), best, mine)
        share = mean([(row[0] - row[2]) / MILLION for row in rows])
        points = mean([float(row[1] - row[3]) for row in rows])
        lost = points if by_points else share
        if len(rows) >= worlds or settled(lost, usual, len(rows)):
            return Judged(turn, best, share, points, grade_of(lost, usual), by_points)


def judged(match: Match, turn: Turn, worlds: int, thoughts: int, spread: Spread, seed: int = 0) -> Judged:
    """A turn, judged from what its seat knew before it."""
    view = match.at(turn.steps[0]).view(turn.seat)
    return judged_from(view, turn, worlds, thoughts, spread, seed)


def judged_from(view: View, turn: Turn, worlds: int, thoughts: int, spread: Spread, seed: int = 0) -> Judged:
    """The same, for who has the view: nothing else enters."""
    return driven(judging(view.setup, turn, worlds, thoughts, spread), lambda job: done_from(view, seed, job))


def driven(jobs: Generator[Job, Found, Judged], work: Callable[[Job], Found]) -> Judged:
    """What comes of it when every job is done at once."""
    job = next(jobs)
    while True:
        try:
            job = jobs.send(work(job))
        except StopIteration as end:
            found: Judged = end.value
            return found


def grade_of(lost: Difference, spread: float) -> Grade:
    if not lost.sure or not spread:
        return ""
    return grade_at(lost.mean, spread)


def grade_at(lost: float, spread: float) -> Grade:
    return next((grade for grade, least in GRADES if lost >= least * spread), "")


def settled(lost: Difference, spread: float, worlds: int) -> bool:
    """Would more worlds hardly give another grade? One more is counted that was a whole spread off: a few that are all
    alike prove little."""
    error = math.hypot(lost.error, spread / worlds)
    low, high = (grade_at(lost.mean + way * CERTAIN * error, spread) for way in (-1, 1))
    return low == high


def mean(values: Sequence[float]) -> Difference:
    count = len(values)
    middle = sum(values) / count
    squares = sum((value - middle) ** 2 for value in values)
    return Difference(middle, math.sqrt(squares / (count * max(1, count - 1))))
