# compiled
"""Approving a plan: `plan 2`, then one `use S.H` for each estate the player chooses.

Where nothing is left to choose, the marking happens by itself. The card is turned over when the round is revealed.
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import ids
from kvartal.games.welcome.rules.plans import available, enough, met, missing, qualifies, rounds_on, street_of
from kvartal.games.welcome.rules.sheet import count_estates, run_begin, run_last
from kvartal.games.welcome.rules.tables import WelcomeTables


def fill_plans(cells: vec[i64], base: i64, tables: WelcomeTables, buffer: vec[i64], count: i64) -> i64:
    place: i64 = 0
    while place < 3:
        if cells[base + at.PLANS + place] < 0 and met(cells, base, tables, cells[at.PLANS_AT + place]):
            buffer[count] = at.PLAN + place
            count += 1
        place += 1
    return count


def plan_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, place: i64) -> i64:
    if cells[base + at.PLANS + place] >= 0:
        return ids.PLAN_ONCE
    return LEGAL if met(cells, base, tables, cells[at.PLANS_AT + place]) else ids.PLAN_UNMET


def begin_plan(cells: vec[i64], base: i64, tables: WelcomeTables, place: i64) -> None:
    """welcome.plan: the player approves the plan at this place. Mark what it takes, or let the player choose."""
    plan: i64 = cells[at.PLANS_AT + place]
    kind: i64 = tables.plan_kind[plan]
    cells[base + at.USING] = place
    if kind in (at.P_ESTATES, at.P_ON_STREET, at.P_ONE_STREET):
        cells[base + at.STAGE] = at.MARKING
        go_on(cells, base, tables)
        return
    marks: i64 = base + tables.marks
    street: i64 = 0
    if kind == at.P_ENDS_OF_ONE or (kind == at.P_ENDS_BUILT and tables.plan_marks[plan]):
        mark: i64 = at.USING_NOW if kind == at.P_ENDS_OF_ONE else at.MARKED_NOW  # welcome.plan.houses: not spent
        while street < 3:
            cells[marks + tables.first[street]] = mark
            cells[marks + tables.past[street] - 1] = mark
            street += 1
    elif kind == at.P_STREET_BUILT and tables.plan_marks[plan]:
        street = tables.plan_street[plan]
        h: i64 = tables.first[street]
        while h < tables.past[street]:
            cells[marks + h] = at.MARKED_NOW
            h += 1
    approved(cells, base, tables)


# Choosing the estates -------------------------------------------------------------------------------------------------


def fill_uses(cells: vec[i64], base: i64, tables: WelcomeTables, buffer: vec[i64]) -> i64:
    count: i64 = 0
    house: i64 = 0
    while house < tables.houses:
        if use_refusal(cells, base, tables, house) == LEGAL:
            buffer[count] = tables.use + house
            count += 1
        house += 1
    return count


def use_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64) -> i64:
    """May the estate that begins at this house be marked for the plan in progress?"""
    if cells[base + at.STAGE] != at.MARKING:
        return ids.USE_NOW
    plan: i64 = cells[at.PLANS_AT + cells[base + at.USING]]
    if run_begin(cells, base, tables, house) != house:
        return ids.USE_ESTATE
    last: i64 = run_last(cells, base, tables, house)
    if cells[base + tables.marks + house]:
        return ids.USE_SPENT
    if not qualifies(cells, base, tables, plan, house, last):
        return ids.USE_ESTATE
    street: i64 = street_of(cells, base, tables, plan)
    own: i64 = tables.street[house]
    if street >= 0 and street != own:
        return ids.USE_STREET
    if missing(cells, base, tables, plan, last - house + 1) <= 0:
        return ids.USE_SIZE
    if street == -2:
        if rounds_on(cells, base, tables, own) < tables.plan_rounds[plan]:
            return ids.USE_STREET
        if not enough(cells, base, tables, plan, own):
            return ids.USE_STREET
    return LEGAL


def use_estate(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64) -> None:
    mark_estate(cells, base, tables, house)
    go_on(cells, base, tables)


def go_on(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """Mark the estates of every size that leaves no choice; when nothing is left to choose, approve."""
    plan: i64 = cells[at.PLANS_AT + cells[base + at.USING]]
    street: i64 = street_of(cells, base, tables, plan)
    if street == -2:
        return
    chosen: bool = True
    size: i64 = 1
    while size <= 6:
        lacking: i64 = missing(cells, base, tables, plan, size)
        if lacking > 0:
            if available(cells, base, tables, plan, street, size) == lacking:
                mark_all(cells, base, tables, plan, street, size)
            else:
                chosen = False
        size += 1
    if chosen:
        approved(cells, base, tables)


def mark_all(cells: vec[i64], base: i64, tables: WelcomeTables, plan: i64, street: i64, size: i64) -> None:
    h: i64 = 0 if street < 0 else tables.first[street]
    past: i64 = tables.houses if street < 0 else tables.past[street]
    while h < past:
        last: i64 = run_last(cells, base, tables, h)
        if last - h + 1 == size and qualifies(cells, base, tables, plan, h, last):
            mark_estate(cells, base, tables, h)
        h = last + 1


def mark_estate(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64) -> None:
    last: i64 = run_last(cells, base, tables, house)
    while house <= last:
        cells[base + tables.marks + house] = at.USING_NOW
        house += 1


# The points, and the card ---------------------------------------------------------------------------------------------


def approved(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """welcome.plan.first: the higher value as long as the card was not turned before this round."""
    place: i64 = cells[base + at.USING]
    plan: i64 = cells[at.PLANS_AT + place]
    cells[base + at.PLANS + place] = tables.plan_later[plan] if cells[at.FLIPPED + place] else tables.plan_first[plan]
    cells[base + at.FRESH] |= 1 << place
    cells[base + at.USING] = -1
    cells[base + at.STAGE] = at.OPEN
    h: i64 = 0
    while h < tables.houses:
        if cells[base + tables.marks + h] == at.USING_NOW:
            cells[base + tables.marks + h] = at.SPENT_NOW
        h += 1
    count_estates(cells, base, tables)


def turn_over(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """The round is over: the plans approved in it lie on their other side, and what they took is spent for good."""
    place: i64 = 0
    while place < 3:
        if cells[base + at.FRESH] & (1 << place):
            cells[at.FLIPPED + place] = 1
        place += 1
    h: i64 = 0
    marks: i64 = base + tables.marks
    while h < tables.houses:
        mark: i64 = cells[marks + h]
        if mark == at.SPENT_NOW:
            cells[marks + h] = at.SPENT
        elif mark == at.MARKED_NOW:
            cells[marks + h] = at.MARKED
        h += 1


def take_back_plans(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """As if none had been approved this turn."""
    place: i64 = 0
    while place < 3:
        if cells[base + at.FRESH] & (1 << place):
            cells[base + at.PLANS + place] = -1
        place += 1
    h: i64 = 0
    while h < tables.houses:
        if cells[base + tables.marks + h] >= at.SPENT_NOW:
            cells[base + tables.marks + h] = 0
        h += 1
