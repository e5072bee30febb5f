"""Plans that a sheet cannot have met, and marks that no plan has left.

Nothing that a plan asks for ever goes away again: estates that served one are not divided, boxes stay crossed. So a
plan was met if the sheet as it is now, cut into estates that serve one plan each, still shows it.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from kvartal.engine.words import Words
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries
from kvartal.games.welcome.rules.state import WelcomeState

ESTATES = (at.P_ESTATES, at.P_ON_STREET, at.P_ONE_STREET, at.P_ENDS_OF_ONE)  # these spend estates
HOUSES = (at.P_STREET_BUILT, at.P_ENDS_BUILT)  # these mark single houses, if the card says so


class Run(NamedTuple):
    """Houses between two fences, all numbered."""

    begin: int
    size: int
    street: int
    bis: int
    pools: int


class Need(NamedTuple):
    """One estate that a plan asks for."""

    size: int
    street: int = -1  # −1: on any
    bis: int = 0
    pools: int = 0
    begin: int = -1  # −1: anywhere

    def met_by(self, run: Run) -> bool:
        return (
            self.size == run.size
            and self.street in (-1, run.street)
            and self.begin in (-1, run.begin)
            and self.bis <= run.bis
            and self.pools <= run.pools
        )


def runs(state: WelcomeState, seat: int) -> list[Run]:
    """The completed estates of a sheet; longer runs are none."""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    found = []
    begin = 0
    for h in range(tables.houses):
        if not cells[base + tables.fences + h]:
            continue
        houses = [cells[base + at.NUMBERS + each] for each in range(begin, h + 1)]
        if len(houses) <= 6 and all(house >= 0 and house != at.ROUNDABOUT for house in houses):
            pools = [tables.pool_of[each] for each in range(begin, h + 1)]
            dug = sum(cells[base + tables.pool_at + pool] for pool in pools if pool != 255)
            bis = sum(house >= at.BIS_BASE for house in houses)
            found.append(Run(begin, len(houses), tables.street[begin], bis, dug))
        begin = h + 1
    return found


def marked_houses(tables: Any, plan: int) -> set[int]:
    """The single houses that a plan marks."""
    if not tables.plan_marks[plan] or tables.plan_kind[plan] not in HOUSES:
        return set()
    if tables.plan_kind[plan] == at.P_STREET_BUILT:
        street = tables.plan_street[plan]
        return set(range(tables.first[street], tables.past[street]))
    return {house for street in range(3) for house in (tables.first[street], tables.past[street] - 1)}


def satisfied(state: WelcomeState, seat: int, plan: int) -> bool:
    """Does the sheet show what a plan asks for, apart from estates?"""
    tables: Any = state.tables
    kind = tables.plan_kind[plan]
    if kind in ESTATES:
        return True
    if kind == at.P_STREET_BUILT:
        street = tables.plan_street[plan]
        return all(queries.built(state, seat, h) for h in range(tables.first[street], tables.past[street]))
    if kind == at.P_ENDS_BUILT:
        ends = [h for street in range(3) for h in (tables.first[street], tables.past[street] - 1)]
        return all(queries.built(state, seat, h) for h in ends)
    return queries.met(state, seat, plan)


def needs(state: WelcomeState, seat: int, plan: int) -> Iterator[list[Need]]:
    """The estates a plan asks for: one list for each way in which it may be met."""
    tables: Any = state.tables
    kind = tables.plan_kind[plan]
    if kind not in ESTATES:
        yield []
        return
    if kind == at.P_ENDS_OF_ONE:
        yield [Need(1, begin=h) for street in range(3) for h in (tables.first[street], tables.past[street] - 1)]
        return
    sizes = [size for size in range(1, 7) for _ in range(tables.plan_need[plan * 8 + size])]
    streets = {at.P_ESTATES: (-1,), at.P_ON_STREET: (tables.plan_street[plan],)}.get(kind, (0, 1, 2))
    for street in streets:
        if kind != at.P_ONE_STREET or _roundabouts(state, seat, street) >= tables.plan_rounds[plan]:
            yield [Need(size, street, tables.plan_bis[plan], tables.plan_pools[plan]) for size in sizes]


def _roundabouts(state: WelcomeState, seat: int, street: int) -> int:
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride + at.NUMBERS
    return list(cells[base + tables.first[street] : base + tables.past[street]]).count(at.ROUNDABOUT)


def served(wanted: Sequence[Need], estates: Sequence[Run]) -> bool:
    """Can each need have an estate of its own? (Augmenting paths.)"""
    holder: dict[int, int] = {}

    def place(need: int, tried: set[int]) -> bool:
        for i, run in enumerate(estates):
            if i not in tried and wanted[need].met_by(run):
                tried.add(i)
                if i not in holder or place(holder[i], tried):
                    holder[i] = need
                    return True
        return False

    return all(place(need, set()) for need in range(len(wanted)))


def possible(state: WelcomeState, seat: int, plans: Sequence[int]) -> bool:
    """Can all these plans have been approved on this sheet, as it looks?"""
    if not all(satisfied(state, seat, plan) for plan in plans):
        return False
    marked = set().union(*(marked_houses(state.tables, plan) for plan in plans))
    houses = sum(len(marked_houses(state.tables, plan)) for plan in plans)
    free = [run for run in runs(state, seat) if not marked & set(range(run.begin, run.begin + run.size))]
    ways = product(*(list(needs(state, seat, plan)) for plan in plans))
    return houses == len(marked) and any(served([need for part in way for need in part], free) for way in ways)


def mark_problems(state: WelcomeState, seat: int, plans: Sequence[int], spent: int, marked: int) -> list[str]:
    """Do the marks over the houses, of these two kinds, belong to exactly these plans?"""
    tables: Any = state.tables
    cells: Any = state.cells
    base = tables.seats + seat * tables.stride
    marks = [cells[base + tables.marks + h] for h in range(tables.houses)]
    wanted = [marked_houses(tables, plan) for plan in plans]
    singles = {h for h, mark in enumerate(marks) if mark == marked}
    if singles != set().union(*wanted) or sum(map(len, wanted)) != len(singles):
        return ["marks: the single houses marked are not those that the approved plans mark"]
    whole = [run for run in runs(state, seat) if {*marks[run.begin : run.begin + run.size]} == {spent}]
    if sum(run.size for run in whole) != marks.count(spent):
        return ["marks: houses are marked as spent that are no whole estate"]
    ways = [[need for part in way for need in part] for way in product(*(needs(state, seat, p) for p in plans))]
    if any(len(way) == len(whole) and served(way, whole) for way in ways):
        return []
    return ["marks, plans: the estates marked as spent are not those that the approved plans ask for"]


# Points written on a sheet, where the plans themselves are not told ---------------------------------------------------


def plan_values(tables: Any, place: int) -> list[int]:
    """The points that plans of a deck give."""
    mine = [plan for plan in range(len(tables.plan_kind)) if tables.plan_deck[plan] == place + 1]
    return sorted({tables.plan_first[plan] for plan in mine} | {tables.plan_later[plan] for plan in mine})


def points_problems(tables: Any, plans: Sequence[int], words: Words) -> list[str]:
    """Points that no plan of the deck gives."""
    return [
        words(
            "plan {n}: no plan of this deck gives {points}; they give {values}",
            n=place + 1,
            points=points,
            values=", ".join(map(str, plan_values(tables, place))),
        )
        for place, points in enumerate(plans)
        if points >= 0 and points not in plan_values(tables, place)
    ]


def common_plans(tables: Any, sheets: Sequence[Sequence[int]], place: int) -> list[int]:
    """The plans that can have given all the points that sheets show for a place: all play for the same one."""
    given = {points[place] for points in sheets if points[place] >= 0}
    mine = [plan for plan in range(len(tables.plan_kind)) if tables.plan_deck[plan] == place + 1]
    return [plan for plan in mine if given <= {tables.plan_first[plan], tables.plan_later[plan]}]


def unmet_problems(
    state: WelcomeState, seat: int, plans: Sequence[int], candidates: Sequence[Sequence[int]], words: Words
) -> list[str]:
    """Points for plans that the estates and boxes of this sheet cannot have earned."""
    places = [place for place in range(3) if plans[place] >= 0]
    problems = [
        words("plan {n}: no plan that gives {points} can have been met on this sheet", n=place + 1, points=plans[place])
        for place in places
        if not any(possible(state, seat, [plan]) for plan in candidates[place])
    ]
    if problems or any(possible(state, seat, way) for way in product(*(candidates[place] for place in places))):
        return problems
    return [words("plans: each of them can have been met on this sheet, but not all: an estate serves one plan only")]
