# compiled
"""How much of a plan is there already: of plans that ask for something else than estates, in thousandths."""

from typing import Final

from kvartal.engine.native import i64, vec
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import plans
from kvartal.games.welcome.rules.tables import WelcomeTables

WHOLE: Final = 1000


def progress(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64, kind: i64) -> i64:
    n: i64 = tables.plan_n[plan]
    if kind == at.P_TEMPS:
        return share(cells[base + at.TEMPS], n)
    if kind == at.P_PARKS_TOTAL:
        return share(cells[base + at.PARKS] + cells[base + at.PARKS + 1] + cells[base + at.PARKS + 2], n)
    if kind == at.P_VALUES_TOTAL or kind == at.P_VALUE_COLUMNS:
        return values(cells, base, tables, kind, n)
    if kind == at.P_ENDS_OF_ONE or kind == at.P_ENDS_BUILT:
        return ends(cells, base, tables, kind)
    if kind == at.P_STREET_BUILT:
        return street_built(cells, base, tables, tables.plan_street[plan])
    if kind == at.P_PARKS_POOLS:
        return green(cells, base, tables, tables.plan_street[plan])
    return by_street(cells, base, tables, plan, kind)


def share(have: i64, need: i64) -> i64:
    return WHOLE if have >= need else WHOLE * have // need


def values(cells: vec[i64], base: i64, tables: WelcomeTables, kind: i64, n: i64) -> i64:
    """Boxes of all columns, or the fullest columns."""
    total: i64 = 0
    size: i64 = 0
    while size < 6:
        crossed: i64 = cells[base + at.VALUES + size]
        if kind == at.P_VALUES_TOTAL:
            total += crossed * WHOLE
        else:
            part: i64 = WHOLE * crossed // tables.value_boxes[size] if tables.value_boxes[size] else WHOLE
            total += part * part // WHOLE
        size += 1
    return share(total, n * WHOLE)


def ends(cells: vec[i64], base: i64, tables: WelcomeTables, kind: i64) -> i64:
    """Of the six ends those that are ready; an end that can no longer serve spoils it."""
    ready: i64 = 0
    street: i64 = 0
    while street < 3:
        house: i64 = tables.first[street]
        if plans.end_ready(cells, base, tables, kind, house):
            ready += 2
        elif cells[base + at.NUMBERS + house] >= 0:
            ready += 1
        house = tables.past[street] - 1
        if plans.end_ready(cells, base, tables, kind, house):
            ready += 2
        elif cells[base + at.NUMBERS + house] >= 0:
            ready += 1
        street += 1
    return WHOLE * ready // 12


def street_built(cells: vec[i64], base: i64, tables: WelcomeTables, street: i64) -> i64:
    built: i64 = 0
    h: i64 = tables.first[street]
    past: i64 = tables.past[street]
    while h < past:
        if cells[base + at.NUMBERS + h] >= 0:
            built += 1
        h += 1
    return WHOLE * built // (past - tables.first[street])


def parks(cells: vec[i64], base: i64, tables: WelcomeTables, street: i64) -> i64:
    return share(cells[base + at.PARKS + street], tables.park_boxes[street])


def pools(cells: vec[i64], base: i64, tables: WelcomeTables, street: i64) -> i64:
    """Nothing, once a planned pool can no longer be built."""
    planned: i64 = 0
    built: i64 = 0
    pool: i64 = 0
    while pool < tables.pools:
        house: i64 = tables.pool_houses[pool]
        if tables.street[house] == street:
            planned += 1
            if cells[base + tables.pool_at + pool]:
                built += 1
            elif cells[base + at.NUMBERS + house] >= 0:
                return 0
        pool += 1
    return WHOLE * (built + 1) // (planned + 1)


def green(cells: vec[i64], base: i64, tables: WelcomeTables, street: i64) -> i64:
    return parks(cells, base, tables, street) * pools(cells, base, tables, street) // WHOLE


def by_street(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64, kind: i64) -> i64:
    """Plans that look at streets one by one: the best one, the best two, or all of them."""
    n: i64 = tables.plan_n[plan]
    best: i64 = 0
    second: i64 = 0
    least: i64 = WHOLE
    street: i64 = 0
    while street < 3:
        part: i64 = 0
        if kind == at.P_BIS:
            part = share(plans.bis_between(cells, base, tables.first[street], tables.past[street]), n)
        elif kind == at.P_PARKS_EACH:
            part = share(cells[base + at.PARKS + street], n)
        elif kind == at.P_PARKS_ON:
            part = parks(cells, base, tables, street)
        elif kind == at.P_POOLS_ON:
            part = pools(cells, base, tables, street)
        else:
            part = green(cells, base, tables, street)
            if plans.rounds_on(cells, base, tables, street) < tables.plan_rounds[plan]:
                part //= 2
        if part > best:
            second = best
            best = part
        elif part > second:
            second = part
        least = part if part < least else least
        street += 1
    if kind == at.P_BIS or kind == at.P_PARKS_POOLS_ROUND:
        return best
    if kind == at.P_PARKS_EACH:
        return (best + second + least) // 3
    if n == 1:
        return best
    return (best + second) // 2 if n == 2 else (best + second + least) // 3
