"""Mining: puzzles found in games of bots, and verified again with other luck.

From what a seat knows, the strongest level's turn is compared with every other whole turn, both played on to the end
in the same worlds. It is a puzzle if none of them comes near for certain, and if some level does not find it.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kvartal.bots import Budget, Seated, ask, bot
from kvartal.bots.think import think
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.reasons import one_turn
from kvartal.engine.view import View
from kvartal.review.course import MILLION, playouts, worth_of
from kvartal.review.decisions import Difference, mean
from kvartal.review.puzzle import LEVELS, Puzzle, Turn, Walk, settled, walked, whole_turns
from kvartal.review.turns import turns

CHUNK = 16  # worlds between two looks
FEWEST = 48  # before it is said that another turn is worse
CLOSEST = 4  # others that are compared in all the worlds: whoever stops as soon as it looks well is too sure
TRIES = 5  # of each level, with other luck; it misses what it finds in fewer than half of them
GAMES = 96  # for how widely results spread


@dataclass(frozen=True)
class Wish:
    """What counts as a puzzle: `certain` standard errors of at most so many `worlds`, a margin of at least `least` of
    how widely results spread at the start, from `fewest` to `most` whole turns to choose from."""

    certain: float = 4.0
    least: float = 0.1
    worlds: int = 512
    fewest: int = 3
    most: int = 250


@dataclass(frozen=True)
class Compared:
    """The answer beside another turn."""

    turn: Turn
    lost: Difference
    worlds: int


def by_points(setup: Setup) -> bool:
    """As a review grades: where the mind passes over its rivals, and alone."""
    return setup.players == 1 or setup.game.thinking(setup).rivals == "sit out"


def spread_at_start(setup: Setup, seed: int = 0) -> float:
    """How widely results spread: of wins, or of points."""
    if not by_points(setup):
        even = 1 / setup.players
        return math.sqrt(even * (1 - even))
    spread = worth_of(setup, Match(setup, SeededDeal(seed)).state_at(0), GAMES, seed).spread
    return sum(spread) / len(spread)


def compared(view: View, best: Turn, other: Turn, first: int, count: int, seed: int) -> list[float]:
    """What the other turn gives away in so many worlds, the one with the number `first` and those after it."""
    rows = playouts(view.setup).compare(view.known, view.seat or 0, list(best), list(other), first, count, seed)
    return [float(row[1] - row[3]) if by_points(view.setup) else (row[0] - row[2]) / MILLION for row in rows]


def beside(view: View, best: Turn, other: Turn, wish: Wish, least: float, seed: int) -> Compared | None:
    """The two in the same worlds, until the best is better for certain; None: it is not, or not by enough."""
    rows: list[float] = []
    while len(rows) < wish.worlds:
        rows += compared(view, best, other, len(rows), CHUNK, seed)
        lost = mean(rows)
        error = math.hypot(lost.error, 2 * least / len(rows))  # a few that are all alike prove little
        if lost.mean + 2 * error < least:
            return None
        if len(rows) >= FEWEST and certainly(lost, wish, least):
            return Compared(other, lost, len(rows))
    return None


def certainly(lost: Difference, wish: Wish, least: float) -> bool:
    return lost.mean > wish.certain * lost.error and lost.mean >= least


def puzzle_at(view: View, wish: Wish, spread: float, seed: int = 0) -> Puzzle | None:
    """The puzzle in this moment, if there is one. A function of the view, the wish, the spread and the seed."""
    ways = whole_turns(view, wish.most)
    if ways is None or len(ways) < wish.fewest:
        return None
    thought = think(view, seed=seed)
    best = walked(view, one_turn(view, [click.code for click in thought.turn]))
    answer, place = best.finish(), best.where()
    likely = [place_of(view, each.turn) for each in thought.candidates if each.visits]
    order = [*dict.fromkeys(each for each in likely if each in ways), *ways]
    others: list[Compared] = []
    least = wish.least * spread
    for other in dict.fromkeys(order):  # those that the mind likes first: most moments are no puzzles
        if other == place:
            continue
        found = beside(view, answer, ways[other], wish, least, seed)
        if found is None:
            return None
        others.append(found)
    closest = []
    for each in sorted(others, key=lambda each: each.lost.mean)[:CLOSEST]:
        lost = mean(compared(view, answer, each.turn, 0, wish.worlds, seed))
        if not certainly(lost, wish, least):
            return None
        closest.append(Compared(each.turn, lost, wish.worlds))
    second = min(closest, key=lambda each: each.lost.mean)
    missed = tuple(level for level in LEVELS if misses(view, level, place, seed))
    if not missed or missed[-1] != len(missed):  # nobody, or not the weakest ones: then their luck has graded it
        return None
    return Puzzle(
        view, answer, second.turn, second.lost, by_points(view.setup), len(ways), second.worlds, missed
    )  # fmt: skip


def place_of(view: View, codes: Sequence[int]) -> int:
    walk = walked(view, one_turn(view, codes))
    walk.finish()
    return walk.where()


def misses(view: View, level: int, place: int, seed: int) -> bool:
    """Does a bot of this level mostly end its turn somewhere else?"""
    found = sum(_played(view, level, seed + number) == place for number in range(TRIES))
    return 2 * found < TRIES


def _played(view: View, level: int, seed: int) -> int:
    player, walk = Seated(bot(f"level{level}", seed, view.setup.players)), Walk(view)
    while not walk.over:
        walk.move(ask(player, walk.now(), Budget(math.inf)).code)
    return walk.where()


def mined(setup: Setup, level: str, seed: int, wish: Wish, spread: float) -> Iterator[Puzzle | None]:
    """The turns of one game of bots, one by one: a puzzle, or None."""
    match = Match(setup, SeededDeal(seed))
    seats = [Seated(bot(level, seed + seat, setup.players)) for seat in range(setup.players)]
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, ask(seats[seat], match.view(seat), Budget(math.inf)))
        yield None
    for turn in turns(match):
        yield puzzle_at(settled(match.at(turn.steps[0]).view(turn.seat)), wish, spread, seed)


# Again --------------------------------------------------------------------------------------------------------------


def verified(puzzle: Puzzle, worlds: int, seed: int, sure: float = 2.0) -> str:
    """Is the answer still better than every other turn, by so many standard errors, in so many other worlds? "" or
    what is wrong."""
    view = puzzle.view
    ways = whole_turns(view, 100 * Wish.most)
    place = walked(view, puzzle.answer).where()
    if ways is None or place not in ways:
        return "the answer leads nowhere that a turn can lead to"
    for other, codes in ways.items():
        if other == place:
            continue
        rows: list[float] = []
        while not rows or (len(rows) < worlds and not plain(mean(rows), len(rows))):
            rows += compared(view, puzzle.answer, codes, len(rows), min(CHUNK, worlds - len(rows)), seed)
        lost = mean(rows)
        if lost.mean <= sure * lost.error:
            told = ", ".join(view.setup.notation[code] for code in codes)
            return f"{told} is as good: the answer is better by {lost.mean:.3f} ± {lost.error:.3f}"
    return ""


def measured_again(puzzle: Puzzle, worlds: int, seed: int) -> Puzzle:
    """With the margin that other luck shows: what was chosen for being large is mostly a little less."""
    lost = mean(compared(puzzle.view, puzzle.answer, puzzle.second, 0, worlds, seed))
    return replace(puzzle, margin=lost, worlds=worlds)


def plain(lost: Difference, worlds: int) -> bool:
    """So much worse that more worlds would not change it."""
    return worlds >= FEWEST // 2 and lost.mean > 6 * max(lost.error, lost.mean / worlds)
