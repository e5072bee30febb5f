"""The review of one seat of a match: its course, its decisions, the moments that decided it."""

import hashlib
import math
from collections.abc import Generator
from dataclasses import dataclass

from kvartal import __version__
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.review.course import Course, Stretch, Told, worth_from
from kvartal.review.decisions import Judged, Spread, judging
from kvartal.review.jobs import Found, Job, done
from kvartal.review.turns import Turn

MOST_STEPS = 20_000
DECIDED_BY = 3  # moments
THOUGHT = 4  # how much longer a decision takes than a moment of the course, for who waits


@dataclass(frozen=True)
class Depth:
    """How closely it is looked at: games for each moment, worlds for each decision at most, playouts of a thought (0:
    as many as the highest level has)."""

    games: int = 96
    worlds: int = 160
    thoughts: int = 0


@dataclass(frozen=True)
class Review:
    match: Match
    seat: int
    course: Course
    decisions: tuple[Judged, ...]
    depth: Depth
    seed: int

    @property
    def alone(self) -> bool:
        return self.match.setup.players == 1

    def decisive(self) -> list[int]:
        return self.course.decisive(self.seat, DECIDED_BY)


class Reviewing:
    """A review in the making: `job` is what is to be found out next (None: nothing more), and `take` what was found. It
    needs no match itself, so the jobs may be done elsewhere."""

    def __init__(self, setup: Setup, seat: int, depth: Depth | None = None, seed: int = 0) -> None:
        self.setup = setup
        self.seat = seat
        self.depth = depth or Depth()
        self.seed = seed
        self.done, self.of = 0, 1
        self.course: Course | None = None
        self.decisions: list[Judged] = []
        self._jobs = self._in_order()
        self.job: Job | None = next(self._jobs)

    def take(self, found: Found) -> None:
        try:
            self.job = self._jobs.send(found)
        except StopIteration:
            self.job = None

    def of_match(self, match: Match) -> Review:
        """All of it, when nothing is left to be done."""
        assert self.job is None
        assert self.course is not None
        return Review(match, self.seat, self.course, tuple(self.decisions), self.depth, self.seed)

    def _in_order(self) -> Generator[Job, Found, None]:
        (count,), *rest = yield Job("outline")
        parts, mine = rest[:count], rest[count:]
        turns = [Turn(self.seat, tuple(mine[n]), tuple(mine[n + 1])) for n in range(0, len(mine), 2)]
        self.of = 1 + len(parts) + THOUGHT * len(turns)
        start = worth_from((yield Job("worth", 0, self.depth.games)))
        self.done, found = 1, []
        for mover, since, until in parts:
            worth = worth_from((yield Job("worth", until, self.depth.games)))
            found.append(Stretch(mover, since, until, worth))
            self.done += 1
        self.course = Course(start, tuple(found))
        spread = spread_of(self.course, self.seat)
        for turn in turns:
            judged = yield from judging(self.setup, turn, self.depth.worlds, self.depth.thoughts, spread)
            self.decisions.append(judged)
            self.done += THOUGHT


def review(match: Match, seat: int, depth: Depth | None = None, seed: int = 0, told: Told | None = None) -> Review:
    """The review of a match that is over (or of what there is of it), for one seat. The same for the same seed and
    depth."""
    check(match, seat)
    making = Reviewing(match.setup, seat, depth, seed)
    while making.job is not None:
        making.take(done(match, seat, seed, making.job))
        if told is not None:
            told(making.done, making.of)
    return making.of_match(match)


def check(match: Match, seat: int) -> None:
    if not 0 <= seat < match.setup.players:
        raise BadSetup(f"seat {seat}: seats are 0 to {match.setup.players - 1}")
    if len(match) > MOST_STEPS:
        raise BadSetup(f"this match has {len(match):,} steps; a review looks at no more than {MOST_STEPS:,}")


def edition(setup: Setup, depth: Depth) -> str:
    """By which rules, with which mind and how closely: a review of another edition says something else."""
    game = setup.game
    known = (__version__, setup.digest, game.weighed(setup), game.thinking(setup), depth)
    return hashlib.sha256(repr(known).encode()).hexdigest()[:16]


def spread_of(course: Course, seat: int) -> Spread:
    even = 1 / len(course.start.shares)
    return Spread(math.sqrt(even * (1 - even)), course.start.spread[seat])
