"""Jobs: a review in small pieces. Each needs nothing but the match, and may be done in any process, again if need be.

What is found is lists of whole numbers, so that it is the same wherever it was found.
"""

import math
from dataclasses import dataclass
from typing import Literal

from kvartal.bots.think import Budget, think
from kvartal.engine.match import Match
from kvartal.engine.view import View
from kvartal.review.course import ends, playouts, stretches
from kvartal.review.turns import turns_of

Found = list[list[int]]


@dataclass(frozen=True)
class Job:
    """`outline`: the stretches of a match and the turns of the seat. `worth`: how `count` games from this step end.
    `best`: the turn of the strongest level, or of so many playouts. `compare`: two turns in so many worlds."""

    what: Literal["outline", "worth", "best", "compare"]
    step: int = 0
    count: int = 0
    first: int = 0  # world
    one: tuple[int, ...] = ()
    other: tuple[int, ...] = ()


def done(match: Match, seat: int, seed: int, job: Job) -> Found:
    if job.what == "outline":
        mine = [list(numbers) for turn in turns_of(match, seat) for numbers in (turn.codes, turn.steps)]
        parts = [list(part) for part in stretches(match)]
        return [[len(parts)], *parts, *mine]
    if job.what == "worth":
        return ends(match.setup, match.state_at(job.step), job.count, seed)
    return done_from(match.at(job.step).view(seat), seed, job)


def done_from(view: View, seed: int, job: Job) -> Found:
    """A job about a decision, for who has the view: nothing else enters."""
    if job.what == "best":
        thought = think(view, Budget(math.inf, job.count) if job.count else None, seed=seed)
        return [[click.code for click in thought.turn]]
    seat = view.seat or 0
    rows = playouts(view.setup).compare(
        view.known, seat, list(job.one), list(job.other), job.first, job.count, seed
    )  # fmt: skip
    return [list(row) for row in rows]
