"""What a sheet can still become with the right cards: by writing numbers and building fences, nothing else.

(A bis or a roundabout may save what numbers alone cannot; so "no longer" is always said of numbers and fences.)
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from kvartal.engine.state import State
from kvartal.games.welcome.rules import cells as at

SIZES = range(1, 7)
SINGLE = (0, at.MARKED, at.MARKED_NOW)  # marks beside which a fence may stand


class Street(NamedTuple):
    """One street of a sheet: what stands in its houses, whether a fence is right of each, its marks."""

    houses: tuple[int, ...]
    fences: tuple[int, ...]
    marks: tuple[int, ...]

    def gaps(self) -> Iterator[tuple[range, int]]:
        """Empty houses in a row, and how many numbers fit between what stands on both sides."""
        low, begin = -1, 0
        for place, cell in enumerate((*self.houses, at.ROUNDABOUT)):  # past the end any number may have stood
            if cell < 0:
                continue
            number = cell - at.BIS_BASE if cell >= at.BIS_BASE else cell
            if begin < place:
                yield range(begin, place), max(0, number - low - 1)
            low, begin = -1 if cell == at.ROUNDABOUT else number, place + 1


def street_of(tables: Any, state: State, seat: int, street: int) -> Street:
    base, first, past = tables.seats + seat * tables.stride, tables.first[street], tables.past[street]
    rows = (at.NUMBERS, tables.fences, tables.marks)
    return Street(*(tuple(int(each) for each in state.cells[base + row + first : base + row + past]) for row in rows))


def unnumbered(street: Street) -> int:
    """How many of its empty houses can never have a number."""
    return sum(max(0, len(gap) - room) for gap, room in street.gaps())


def plain_estates(tables: Any, plan: int) -> bool:
    """A plan that asks for estates of certain sizes, and nothing else."""
    kind = tables.plan_kind[plan]
    return kind in (at.P_ESTATES, at.P_ON_STREET) and not tables.plan_pools[plan] and not tables.plan_bis[plan]


def can_make(tables: Any, state: State, seat: int, plan: int) -> bool:
    """Can the free estates that such a plan asks for still stand on this sheet, all at once?"""
    need = tuple(tables.plan_need[plan * 8 + size] for size in SIZES)
    only = tables.plan_street[plan] if tables.plan_kind[plan] == at.P_ON_STREET else -1
    found = {(0,) * len(need)}
    for street in range(3):
        if only in (-1, street):
            here = estates(street_of(tables, state, seat, street), need, bool(tables.new_edition))
            found = {tuple(min(a + b, n) for a, b, n in zip(x, y, need, strict=True)) for x in found for y in here}
    return need in found


@lru_cache(4096)  # most streets are as they were
def estates(street: Street, need: tuple[int, ...], new_edition: bool) -> frozenset[tuple[int, ...]]:
    """How many estates of each size a street can have at once, no more of any than are needed."""
    size, room, gap_of = len(street.houses), dict[int, int](), dict[int, int]()
    for number, (gap, numbers) in enumerate(street.gaps()):
        room[number] = numbers
        gap_of |= dict.fromkeys(gap, number)
    seen: set[tuple[int, int, tuple[int, ...]]] = set()
    found: set[tuple[int, ...]] = set()
    todo = [(0, 0, (0,) * len(need))]  # the next house, houses written in the gap it lies in, estates so far
    while todo:
        here = todo.pop()
        if here in seen:
            continue
        seen.add(here)
        house, written, counts = here
        if house == size:
            found.add(counts)
            continue
        todo.append((house + 1, _written(gap_of, house, written), counts))
        for houses in SIZES:
            past = house + houses
            if past > size or counts[houses - 1] >= need[houses - 1] or not free(street, house, past, new_edition):
                continue
            filled = _fill(gap_of, room, house, past, written)
            if filled >= 0:
                more = tuple(n + (place == houses - 1) for place, n in enumerate(counts))
                todo.append((past, filled, more))
    return frozenset(found)


def free(street: Street, house: int, past: int, new_edition: bool) -> bool:
    """May the houses from `house` up to `past` become an estate of their own that no plan has used?"""
    inside = range(house, past)
    if any(street.marks[each] or street.houses[each] == at.ROUNDABOUT for each in inside):
        return False
    if any(street.fences[each] for each in inside[:-1]):
        return False
    return all(fenced(street, each, new_edition) for each in (house - 1, past - 1))


def fenced(street: Street, house: int, new_edition: bool) -> bool:
    """Is there a fence right of this house, or may one be built?"""
    if house < 0 or street.fences[house]:
        return True
    if street.marks[house] not in SINGLE:
        return False
    one, two = (each - at.BIS_BASE if each >= at.BIS_BASE else each for each in street.houses[house : house + 2])
    return new_edition or one < 0 or one != two  # welcome.fence.bis: not between a number and its bis


def _written(gap_of: dict[int, int], house: int, written: int) -> int:
    """What is carried on to the house behind this one: nothing, once the gap is over."""
    same = house in gap_of and gap_of.get(house + 1) == gap_of[house]
    return written if same else 0


def _fill(gap_of: dict[int, int], room: dict[int, int], house: int, past: int, written: int) -> int:
    """The same after writing a number into every empty house of an estate; −1: there are not enough numbers."""
    for each in range(house, past):
        if each in gap_of:
            written += 1
            if written > room[gap_of[each]]:
                return -1
        written = _written(gap_of, each, written)
    return written
