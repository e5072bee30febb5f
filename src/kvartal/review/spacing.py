"""Spacing: when an exercise comes back. Boxes after Leitner: solved, it goes one box on and rests longer; not solved,
it goes back to the first."""

from dataclasses import dataclass

MINUTE, DAY = 60_000, 86_400_000  # milliseconds
RESTS = (10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY, 90 * DAY)  # in each box


@dataclass(frozen=True)
class Place:
    """The box that an exercise lies in, and when it is due, in milliseconds since 1970."""

    box: int
    due: int


def first(now: int) -> Place:
    """A new one is due at once."""
    return Place(0, now)


def after(place: Place, solved: bool, now: int) -> Place:
    """Where it lies when somebody has tried it. One that is solved before it is due proves nothing yet: it stays."""
    if not solved:
        return Place(0, now + RESTS[0])
    if now < place.due:
        return place
    box = min(place.box + 1, len(RESTS) - 1)
    return Place(box, now + RESTS[box])
