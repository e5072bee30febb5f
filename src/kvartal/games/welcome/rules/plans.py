# compiled
"""City plans: when one is met, and which estates it takes. (Approving one: see approving.py.)"""

from kvartal.engine.native import i64, vec
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.sheet import run_begin, run_last
from kvartal.games.welcome.rules.tables import WelcomeTables


def met(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64) -> bool:
    """Does this sheet meet the requirement of a plan now?"""
    kind: i64 = tables.plan_kind[plan]
    if kind == at.P_ESTATES:
        size: i64 = 1
        while size <= 6:  # FREE is kept up to date: the quick test first
            if cells[base + at.FREE + size - 1] < tables.plan_need[plan * 8 + size]:
                return False
            size += 1
        if tables.plan_bis[plan] == 0 and tables.plan_pools[plan] == 0:
            return True
        return enough(cells, base, tables, plan, -1)
    if kind == at.P_ON_STREET:
        return enough(cells, base, tables, plan, tables.plan_street[plan])
    if kind == at.P_ONE_STREET:
        return only_street(cells, base, tables, plan) != -1
    return sheet_ready(cells, base, tables, plan, kind)


def sheet_ready(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64, kind: i64) -> bool:
    """Plans that ask for something else than a choice of estates."""
    if kind == at.P_ENDS_OF_ONE or kind == at.P_ENDS_BUILT:
        return ends_ready(cells, base, tables, kind)
    if kind == at.P_STREET_BUILT:
        return street_ready(cells, base, tables, tables.plan_street[plan])
    if kind == at.P_PARKS_POOLS:
        street: i64 = tables.plan_street[plan]
        return parks_full(cells, base, tables, street) and pools_full(cells, base, tables, street)
    if kind == at.P_TEMPS or kind == at.P_PARKS_TOTAL or kind == at.P_VALUES_TOTAL or kind == at.P_VALUE_COLUMNS:
        return crossed(cells, base, tables, kind) >= tables.plan_n[plan]
    return streets_ready(cells, base, tables, plan, kind)


def ends_ready(cells: vec[i64], base: i64, tables: WelcomeTables, kind: i64) -> bool:
    street: i64 = 0
    while street < 3:
        if not end_ready(cells, base, tables, kind, tables.first[street]):
            return False
        if not end_ready(cells, base, tables, kind, tables.past[street] - 1):
            return False
        street += 1
    return True


def street_ready(cells: vec[i64], base: i64, tables: WelcomeTables, street: i64) -> bool:
    """Every house built, and none of them marked for another plan: welcome.plan.houses."""
    h: i64 = tables.first[street]
    while h < tables.past[street]:
        if not built(cells, base, tables, h) or cells[base + tables.marks + h]:
            return False
        h += 1
    return True


def crossed(cells: vec[i64], base: i64, tables: WelcomeTables, kind: i64) -> i64:
    """Plans that count boxes of the whole sheet, or full columns of values: how many there are."""
    if kind == at.P_TEMPS:
        return cells[base + at.TEMPS]
    if kind == at.P_PARKS_TOTAL:
        return cells[base + at.PARKS] + cells[base + at.PARKS + 1] + cells[base + at.PARKS + 2]
    found: i64 = 0
    size: i64 = 0
    while size < 6:
        if kind == at.P_VALUES_TOTAL:
            found += cells[base + at.VALUES + size]
        elif cells[base + at.VALUES + size] == tables.value_boxes[size]:
            found += 1
        size += 1
    return found


def streets_ready(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64, kind: i64) -> bool:
    """Plans that look at streets one by one: do enough of them count?"""
    found: i64 = 0
    street: i64 = 0
    while street < 3:
        if street_counts(cells, base, tables, plan, kind, street):
            found += 1
        street += 1
    if kind == at.P_PARKS_EACH:
        return found == 3
    return found >= (1 if kind == at.P_BIS or kind == at.P_PARKS_POOLS_ROUND else tables.plan_n[plan])


def street_counts(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64, kind: i64, street: i64) -> bool:
    """Does this street count for a plan that looks at streets one by one?"""
    if kind == at.P_BIS:
        return bis_between(cells, base, tables.first[street], tables.past[street]) >= tables.plan_n[plan]
    if kind == at.P_PARKS_EACH:
        return cells[base + at.PARKS + street] >= tables.plan_n[plan]
    if kind == at.P_PARKS_ON:
        return parks_full(cells, base, tables, street)
    if kind == at.P_POOLS_ON:
        return pools_full(cells, base, tables, street)
    # parks, pools and a roundabout on one street
    if not parks_full(cells, base, tables, street) or not pools_full(cells, base, tables, street):
        return False
    return rounds_on(cells, base, tables, street) >= tables.plan_rounds[plan]


def parks_full(cells: vec[i64], base: i64, tables: WelcomeTables, street: i64) -> bool:
    return cells[base + at.PARKS + street] == tables.park_boxes[street]


def pools_full(cells: vec[i64], base: i64, tables: WelcomeTables, street: i64) -> bool:
    pool: i64 = 0
    while pool < tables.pools:
        if tables.street[tables.pool_houses[pool]] == street and cells[base + tables.pool_at + pool] == 0:
            return False
        pool += 1
    return True


def rounds_on(cells: vec[i64], base: i64, tables: WelcomeTables, street: i64) -> i64:
    found: i64 = 0
    h: i64 = tables.first[street]
    while h < tables.past[street]:
        if cells[base + at.NUMBERS + h] == at.ROUNDABOUT:
            found += 1
        h += 1
    return found


def bis_between(cells: vec[i64], base: i64, h: i64, past: i64) -> i64:
    found: i64 = 0
    while h < past:
        if cells[base + at.NUMBERS + h] >= at.BIS_BASE:
            found += 1
        h += 1
    return found


def built(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64) -> bool:
    cell: i64 = cells[base + at.NUMBERS + house]
    return cell >= 0 and (cell != at.ROUNDABOUT or tables.roundabout_counts)


def end_ready(cells: vec[i64], base: i64, tables: WelcomeTables, kind: i64, house: i64) -> bool:
    """A house at the end of a street, for the two plans about ends."""
    if cells[base + tables.marks + house]:
        return False
    if kind == at.P_ENDS_BUILT:
        return built(cells, base, tables, house)
    cell: i64 = cells[base + at.NUMBERS + house]
    return (
        cell >= 0
        and cell != at.ROUNDABOUT
        and run_begin(cells, base, tables, house) == run_last(cells, base, tables, house)
    )


# Estates for a plan ---------------------------------------------------------------------------------------------------


def qualifies(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64, begin: i64, last: i64) -> bool:
    """A completed free estate with the pools and bis that the plan asks of each."""
    pools: i64 = 0
    h: i64 = begin
    while h <= last:
        cell: i64 = cells[base + at.NUMBERS + h]
        if cell < 0 or cell == at.ROUNDABOUT or cells[base + tables.marks + h] != 0:
            return False
        pool: i64 = tables.pool_of[h]
        if pool != 255 and cells[base + tables.pool_at + pool]:
            pools += 1
        h += 1
    return pools >= tables.plan_pools[plan] and bis_between(cells, base, begin, last + 1) >= tables.plan_bis[plan]


def available(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64, street: i64, size: i64) -> i64:
    """How many estates of a size could serve the plan, on one street or (−1) anywhere."""
    found: i64 = 0
    h: i64 = 0 if street < 0 else tables.first[street]
    past: i64 = tables.houses if street < 0 else tables.past[street]
    while h < past:
        last: i64 = run_last(cells, base, tables, h)
        if last - h + 1 == size and qualifies(cells, base, tables, plan, h, last):
            found += 1
        h = last + 1
    return found


def taken(cells: vec[i64], base: i64, tables: WelcomeTables, size: i64) -> i64:
    """How many estates of a size (0: of any) are marked for the plan in progress."""
    found: i64 = 0
    h: i64 = 0
    while h < tables.houses:
        last: i64 = run_last(cells, base, tables, h)
        if cells[base + tables.marks + h] == at.USING_NOW and (size == 0 or last - h + 1 == size):
            found += 1
        h = last + 1
    return found


def missing(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64, size: i64) -> i64:
    """How many estates of a size the plan in progress still needs."""
    if size > 6:
        return 0
    need: i64 = tables.plan_need[plan * 8 + size]
    return need - taken(cells, base, tables, size) if need else 0


def enough(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64, street: i64) -> bool:
    size: i64 = 1
    while size <= 6:
        lacking: i64 = missing(cells, base, tables, plan, size)
        if lacking > 0 and available(cells, base, tables, plan, street, size) < lacking:
            return False
        size += 1
    return True


def only_street(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64) -> i64:
    """For "on any one street": the street, −2 if several would do, −1 if none does."""
    chosen: i64 = -1
    h: i64 = 0
    while h < tables.houses:
        if cells[base + tables.marks + h] == at.USING_NOW:
            return tables.street[h]
        h += 1
    street: i64 = 0
    while street < 3:
        if rounds_on(cells, base, tables, street) >= tables.plan_rounds[plan]:
            if enough(cells, base, tables, plan, street):
                chosen = street if chosen == -1 else -2
        street += 1
    return chosen


def street_of(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64) -> i64:
    """The street that the estates must lie on: −1 anywhere, −2 any one of several."""
    kind: i64 = tables.plan_kind[plan]
    if kind == at.P_ON_STREET:
        return tables.plan_street[plan]
    return only_street(cells, base, tables, plan) if kind == at.P_ONE_STREET else -1
