"""The course of a match: what every seat could expect after each stretch of it, and by what that changed.

A stretch is what one seat did, or chance, without anybody else in between. The worth of a moment is one estimate, the
same for everybody: how games that go on from there by the policy of every seat end. So

    result = worth of the start + what chance brought + what I decided + what the others decided

adds up by construction. It uses the whole truth: it is for a match that is over.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from kvartal.bots.playouts import Playouts
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.state import NOBODY, OVER, State
from kvartal.engine.steps import advance

MILLION = 1_000_000
Told = Callable[[int, int], None]  # how much is done, of how much


@dataclass(frozen=True)
class Worth:
    """What each seat can expect at a moment: the share of a win (alone: points that count), and points."""

    shares: tuple[float, ...]
    points: tuple[float, ...]
    spread: tuple[float, ...]  # of the points: their standard deviation


@dataclass(frozen=True)
class Stretch:
    """Steps `since` … `until` − 1 were `mover`'s (−1: chance); afterwards a moment is worth so much."""

    mover: int
    since: int
    until: int
    worth: Worth


@dataclass(frozen=True)
class Parts:
    """What a result is made of, for one seat."""

    start: float
    chance: float
    mine: float
    others: float

    @property
    def result(self) -> float:
        return self.start + self.chance + self.mine + self.others


@dataclass(frozen=True)
class Course:
    start: Worth
    stretches: tuple[Stretch, ...]

    def worths(self) -> list[Worth]:
        return [self.start, *(each.worth for each in self.stretches)]

    def changes(self, seat: int) -> list[float]:
        """By what each stretch changed the share of a seat."""
        shares = [worth.shares[seat] for worth in self.worths()]
        return [after - before for before, after in pairwise(shares)]

    def parts(self, seat: int) -> Parts:
        sums = {"chance": 0.0, "mine": 0.0, "others": 0.0}
        for stretch, change in zip(self.stretches, self.changes(seat), strict=True):
            sums["chance" if stretch.mover == NOBODY else "mine" if stretch.mover == seat else "others"] += change
        return Parts(self.start.shares[seat], **sums)

    def decisive(self, seat: int, most: int = 3) -> list[int]:
        """The stretches that changed the most for a seat, the largest change first."""
        changes = self.changes(seat)
        order = sorted(range(len(changes)), key=lambda n: (-abs(changes[n]), n))
        return [n for n in order[:most] if changes[n]]


def stretches(match: Match) -> Iterator[tuple[int, int, int]]:
    """Who acted (−1: chance) from which step until which."""
    since, mover = 0, None
    for number, entry in enumerate(match.steps):
        if mover is not None and entry.seat != mover:
            yield mover, since, number
            since = number
        mover = entry.seat
    if mover is not None:
        yield mover, since, len(match)


def course_of(match: Match, games: int = 128, seed: int = 0, told: Told | None = None) -> Course:
    """The course of a match, each moment judged by so many games. The luck of these games is the same at every moment,
    so what changes nothing in them is worth nothing."""
    parts = list(stretches(match))
    state = match.state_at(0)
    start = worth_of(match.setup, state, games, seed)
    found = []
    for number, (mover, since, until) in enumerate(parts):
        for step in range(since, until):
            advance(state, match.steps[step])
        found.append(Stretch(mover, since, until, worth_of(match.setup, state, games, seed)))
        if told is not None:
            told(number + 1, len(parts))
    return Course(start, tuple(found))


def worth_of(setup: Setup, state: State, games: int, seed: int) -> Worth:
    return worth_from(ends(setup, state, games, seed))


def ends(setup: Setup, state: State, games: int, seed: int) -> list[list[int]]:
    """How many games were played on from here, and for each seat what became of it in them: shares of a win in
    millionths, points and their squares, each added up. What is over ends only one way."""
    count = 1 if state.turn() == OVER else games
    return [[count], *(list(row) for row in playouts(setup).results(state, count, seed))]


def worth_from(found: list[list[int]]) -> Worth:
    (games,), *rows = found
    means = [(points / games, squares / games) for _, points, squares in rows]
    return Worth(
        tuple(share / games / MILLION for share, _, _ in rows),
        tuple(mean for mean, _ in means),
        tuple(max(0.0, squares - mean * mean) ** 0.5 for mean, squares in means),
    )


@lru_cache(maxsize=4)
def playouts(setup: Setup) -> Playouts:
    """Those of a set-up, kept for the next question."""
    return Playouts(setup.tables, setup.game.mind(setup), setup.game.thinking(setup).stray)
