"""What a plan asks for as a small picture: what a sheet has of it stands there, what is missing is only planned.

`progress` reads it off the sheet; the picture is drawn from these plain values and remembered.
"""

from functools import lru_cache
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.svg import group, path, text
from kvartal.engine.view import View
from kvartal.games.welcome.drawing import art
from kvartal.games.welcome.drawing.art import FAINT, FENCE_INK, INK, ROOFS, WALLS
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import queries

ESTATES = (at.P_ESTATES, at.P_ON_STREET, at.P_ONE_STREET)
SIZES = range(1, 7)
GAP = 8.0  # for a fence between two estates
WIDEST = 17.0  # a house
LOWEST, NARROWEST = 15.0, 60.0  # a picture in a smaller place says nothing

Counts = tuple[tuple[int, int], ...]  # of each thing: how many are there, how many are asked for


def progress(view: View, seat: int, plan: int) -> Counts:
    """Of estates by size, of houses one by one, or of the signs on the card in their order."""
    tables: Any = view.setup.tables
    known: Any = view.known
    base = tables.seats + seat * tables.stride
    sheet = known.cells[base : base + tables.stride]
    kind, n, street = tables.plan_kind[plan], tables.plan_n[plan], tables.plan_street[plan]
    if kind in ESTATES:
        return _estates(tables, known, seat, plan)
    if kind in (at.P_ENDS_OF_ONE, at.P_ENDS_BUILT):
        ends = [house for s in range(3) for house in (tables.first[s], tables.past[s] - 1)]
        return ((sum(queries.end_ready(known, seat, kind, house) for house in ends), len(ends)),)
    if kind == at.P_STREET_BUILT:
        return tuple((int(queries.built(known, seat, h)), 1) for h in range(tables.first[street], tables.past[street]))
    if kind == at.P_PARKS_POOLS:
        pools = [pool for pool in range(tables.pools) if tables.street[tables.pool_houses[pool]] == street]
        dug = sum(sheet[tables.pool_at + pool] > 0 for pool in pools)
        return (sheet[at.PARKS + street], tables.park_boxes[street]), (dug, len(pools))
    if kind == at.P_PARKS_POOLS_ROUND:
        return ((0, 0),) * 3  # on any street: no one count says it
    if kind == at.P_BIS:
        there = max(queries.bis_on(known, seat, s) for s in range(3))
    elif kind == at.P_TEMPS:
        there = sheet[at.TEMPS]
    elif kind == at.P_PARKS_TOTAL:
        there = sum(sheet[at.PARKS : at.PARKS + 3])
    elif kind == at.P_VALUES_TOTAL:
        there = sum(sheet[at.VALUES : at.VALUES + 6])
    elif kind == at.P_VALUE_COLUMNS:
        there = sum(sheet[at.VALUES + size] == tables.value_boxes[size] for size in range(6))
    else:
        there = queries.plan_streets(known, seat, plan)
        n = 3 if kind == at.P_PARKS_EACH else n
    return ((min(int(there), n), n),)


def _estates(tables: Any, known: Any, seat: int, plan: int) -> Counts:
    """On the street that is asked for; where any one will do, on the street that has the most of them."""
    kind, street = tables.plan_kind[plan], tables.plan_street[plan]
    streets = {at.P_ON_STREET: (street,), at.P_ONE_STREET: (0, 1, 2)}.get(kind, (-1,))
    needs = [tables.plan_need[plan * 8 + size] for size in SIZES]

    def there(street: int) -> Counts:
        found = (
            queries.plan_estates(known, seat, plan, street, size) if need else 0
            for size, need in zip(SIZES, needs, strict=True)
        )
        return tuple((min(has, need), need) for has, need in zip(found, needs, strict=True))

    return max(
        (there(each) for each in streets), key=lambda counts: sum(n * has for n, (has, _) in enumerate(counts, 1))
    )


@lru_cache(512)
def picture(setup: Setup, plan: int, counts: Counts, width: float, height: float) -> str:
    """The picture of a plan in a place of this size; nothing if that is too small."""
    tables: Any = setup.tables
    if height < LOWEST or width < NARROWEST:
        return ""
    kind = tables.plan_kind[plan]
    if kind in ESTATES:
        rows = [(size, i < has) for size, (has, need) in zip(SIZES, counts, strict=True) for i in range(need)]
        return _row([[there] * size for size, there in rows], width, height)
    if kind == at.P_STREET_BUILT:
        return _row([[bool(has) for has, _ in counts]], width, height)
    if kind in (at.P_ENDS_OF_ONE, at.P_ENDS_BUILT):
        ((has, need),) = counts
        return _ends(kind == at.P_ENDS_OF_ONE, has, need, width, height)
    return _signs(kind, counts, width, height)


def _row(estates: list[list[bool]], width: float, height: float) -> str:
    """Houses side by side, a fence at both ends of each estate."""
    houses = sum(len(estate) for estate in estates)
    step = min(WIDEST, (width - GAP * (len(estates) + 1)) / houses)
    tall = min(height, step * 1.35)
    left, parts = GAP / 2, [_fence(GAP / 2, height, tall)]
    for n, estate in enumerate(estates):
        left += GAP / 2
        parts.append(small_estate(n, tuple(estate), left, height, step, tall))
        left += len(estate) * step + GAP / 2
        parts.append(_fence(left, height, tall))
    return "".join(parts)


def small_estate(n: int, there: tuple[bool, ...], x: float, foot: float, step: float, tall: float) -> str:
    """In at most three shapes: the walls and the roofs that stand, and what is still missing."""
    roof, walls, roofs, dashes = tall * 0.42, "", "", ""
    for i, built in enumerate(there):
        left = x + i * step + 0.5
        wall = f"M{left + step * 0.1:.1f} {foot:.1f}v-{tall - roof:.1f}h{step * 0.8 - 1:.1f}v{tall - roof:.1f}Z"
        top = f"M{left:.1f} {foot - tall + roof:.1f}l{(step - 1) / 2:.1f}-{roof:.1f}l{(step - 1) / 2:.1f} {roof:.1f}Z"
        if built:
            walls, roofs = walls + wall, roofs + top
        else:
            dashes += wall + top
    shown = path(dashes, "blank", FAINT, stroke_width=1, stroke_dasharray="2 1.5") if dashes else ""
    if walls:
        shown += path(walls, WALLS[n % 4], INK, stroke_width=1) + path(roofs, ROOFS[n % 4], INK, stroke_width=1)
    return shown


def _fence(x: float, foot: float, tall: float) -> str:
    high = tall * 0.8
    return path(
        f"M{x - 2:.1f} {foot:.1f}v-{high - 3:.1f}l2-3l2 3v{high - 3:.1f}Z", "#ffffff", FENCE_INK, stroke_width=1
    )


def _ends(fenced: bool, has: int, need: int, width: float, height: float) -> str:
    """The first and the last house of a street; how many of all such houses are ready."""
    room = width - 44
    step = min(WIDEST, height / 1.35, (room - 4 * GAP) / 2)
    tall, right = step * 1.35, []
    for x in (GAP, room - GAP - step):
        sides = (x - GAP / 2, x + step + GAP / 2) if fenced else (x - GAP / 2 if x == GAP else x + step + GAP / 2,)
        right += [
            small_estate(0, (has == need,), x, height, step, tall),
            *(_fence(side, height, tall) for side in sides),
        ]
    between = f"M{2 * GAP + step:.1f} {height - 3:.1f}H{room - 2 * GAP - step:.1f}"
    dots = path(between, None, FAINT, stroke_width=2, stroke_dasharray="2 5")
    return "".join(right) + dots + _count(has, need, width - 40, height)


SIGNS = {
    at.P_BIS: (at.BIS,),
    at.P_TEMPS: (at.TEMP,),
    at.P_PARKS_ON: (at.PARK,),
    at.P_PARKS_TOTAL: (at.PARK,),
    at.P_PARKS_EACH: (at.PARK,),
    at.P_POOLS_ON: (at.POOL,),
    at.P_PARKS_POOLS: (at.PARK, at.POOL),
    at.P_PARKS_POOLS_ROUND: (at.PARK, at.POOL),
    at.P_VALUES_TOTAL: (at.VALUE,),
    at.P_VALUE_COLUMNS: (at.VALUE,),
}


def _signs(kind: int, counts: Counts, width: float, height: float) -> str:
    """The signs of what is counted, each with how much of it there is."""
    each = width / max(2, len(SIGNS[kind]) + (kind == at.P_PARKS_POOLS_ROUND))
    size = min(height, 30.0, each - 28 if len(SIGNS[kind]) > 1 and counts[0][1] else each)
    shown = [art.effect_sign(effect, size) for effect in SIGNS[kind]]
    if kind == at.P_PARKS_POOLS_ROUND:
        shown.append(art.roundabout(size, size * 0.86))
    parts = []
    for n, (sign, (has, need)) in enumerate(zip(shown, counts, strict=True)):
        parts.append(group(n * each, height - size, sign))
        if need:
            parts.append(_count(has, need, n * each + size + 4, height))
    return "".join(parts)


def _count(has: int, need: int, x: float, foot: float) -> str:
    return text(x, foot - 3, f"{has}/{need}", 13, INK, bold=True)
