# compiled
"""The sensible player: a complete house first, then what is safe. It works on what one seat knows, without search."""

from typing import Final

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.bot.chip_plan import best_errand
from kvartal.games.house.bot.needs import Needs, want_of
from kvartal.games.house.bot.shopping import choose_extra, choose_purchase
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.any_time import coins_free
from kvartal.games.house.rules.building import build_refusal, crew_refusal, free_goods
from kvartal.games.house.rules.crews import workers_in
from kvartal.games.house.rules.demolish import pull, pull_refusal
from kvartal.games.house.rules.geometry import (
    bare_walls,
    chimneys_of_house,
    has_door,
    open_columns,
    roofs_of_house,
    shell_complete,
    spot_refusal,
    walls_of_house,
)
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.rules.tables import HouseTables

BUILD_ORDER: Final = bytes([0, 1, 2, 3, 6, 5, 4])  # walls, roofs, door, window, chimney


def choose(state: HouseState, seat: i64) -> i64:
    """The code of a legal move."""
    cells = state.cells
    phase: i64 = cells[at.PHASE]
    move: i64 = at.DONE
    if phase == at.MOVING:
        move = best_errand(state, seat)
    elif cells[at.STEP] == at.CREWING:
        move = choose_crew(state, seat)
    elif cells[at.STEP] == at.PLACING:
        move = choose_spot(state, seat)
    elif cells[at.STEP] == at.CASHING:
        move = at.KEEP if cells[at.SEATS + seat * at.STRIDE + at.CHIP + cells[at.HERE]] < 2 else at.CASH
    elif phase == at.BUYING:
        move = choose_purchase(state, seat)
    elif phase == at.ARRANGING:
        move = choose_group(state, seat)
    else:
        move = choose_element(state, seat)
    if state.refusal(seat, move) == LEGAL:
        return move
    buffer = vec[i64]([0] * at.MOVES)
    state.fill_moves(seat, buffer)
    return buffer[0]


# Building -------------------------------------------------------------------------------------------------------------


def choose_group(state: HouseState, seat: i64) -> i64:
    """Lay out all that is wanted, the core first; a coin where one material is missing for the core."""
    cells = state.cells
    base: i64 = at.SEATS + seat * at.STRIDE
    needs = Needs(cells, state.tables, seat)
    core: i64 = 1
    while core >= 0:
        i: i64 = 0
        while i < at.ELEMENTS:
            kind: i64 = BUILD_ORDER[i]
            if kind != at.TILE_ROOF and still_wanted(cells, base, needs, kind, core):
                if state.refusal(seat, at.GROUP + kind) == LEGAL:
                    return at.GROUP + kind
                if core:
                    change: i64 = coin_for(state, base, kind)
                    if change >= 0:
                        return change
            i += 1
        core -= 1
    return at.DONE


def still_wanted(cells: vec[i64], base: i64, needs: Needs, kind: i64, core: i64) -> bool:
    want: i64 = want_of(kind)
    grouped: i64 = cells[base + at.GROUPS + kind]
    if kind <= at.BRICK_WALL:
        grouped = cells[base + at.GROUPS] + cells[base + at.GROUPS + 1]
    return grouped < (needs.core[want] if core else needs.wanted(want))


def coin_for(state: HouseState, base: i64, kind: i64) -> i64:
    """Change coins if they make this element possible now; −1: they do not."""
    cells = state.cells
    tables = state.tables
    missing: i64 = 0
    wanted: i64 = -1
    good: i64 = 0
    while good < at.GOODS:
        short: i64 = tables.recipe[kind * at.GOODS + good] - free_goods(cells, base, good)
        if short > 0:
            if good >= at.RAW:
                return -1
            missing += short
            wanted = good
        good += 1
    if wanted < 0 or missing > coins_free(cells, base):
        return -1
    return at.CHANGE + wanted


def choose_element(state: HouseState, seat: i64) -> i64:
    """What to build next; at the very end, what to pull down so that the house is complete."""
    cells = state.cells
    tables = state.tables
    base: i64 = at.SEATS + seat * at.STRIDE
    needs = Needs(cells, tables, seat)
    extra: i64 = choose_extra(state, seat, needs)
    if extra >= 0:
        return extra
    core: i64 = 1
    while core >= 0:
        i: i64 = 0
        while i < at.ELEMENTS:
            kind: i64 = BUILD_ORDER[i]
            want: i64 = want_of(kind)
            wanted: i64 = needs.core[want] if core else needs.wanted(want)
            if tables.commit:
                wanted = 1  # it was laid out on purpose
            if wanted > 0 and build_refusal(cells, base, tables, kind) == LEGAL and sensible(state, base, kind):
                return at.BUILD + kind
            i += 1
        core -= 1
    if cells[at.ROUND] == tables.rounds and not shell_complete(cells, base, tables):
        return choose_pull(state, base)
    return at.DONE


def sensible(state: HouseState, base: i64, kind: i64) -> bool:
    """Not the last bare wall for a window while the door is missing."""
    cells = state.cells
    if kind == at.WINDOW_IN and not has_door(cells, base):
        return choose_pane(state, base) >= 0
    return True


def choose_pull(state: HouseState, base: i64) -> i64:
    """A part without which less is open, if the rest can still be a complete house."""
    tables = state.tables
    least: i64 = open_ends(state.cells, base)
    best: i64 = at.DONE
    part: i64 = 0
    while part < at.PARTS:
        if pull_refusal(state.cells, base, tables, part) == LEGAL:
            trial = state.copy()
            pull(trial.cells, base, part)
            ends: i64 = open_ends(trial.cells, base)
            if ends < least and sound(trial.cells, base, tables):
                least = ends
                best = at.PULL + part
        part += 1
    return best


def open_ends(cells: vec[i64], base: i64) -> i64:
    return open_columns(cells, base) + bare_walls(cells, base)


def sound(cells: vec[i64], base: i64, tables: HouseTables) -> bool:
    """Enough of everything that is counted."""
    if not has_door(cells, base) or walls_of_house(cells, base) < tables.complete_walls:
        return False
    if chimneys_of_house(cells, base) < tables.complete_chimneys:
        return False
    return roofs_of_house(cells, base) >= tables.complete_roofs


def choose_crew(state: HouseState, seat: i64) -> i64:
    """The fewest workers that will do, and of these the fewest crews."""
    base: i64 = at.SEATS + seat * at.STRIDE
    best: i64 = -1
    least: i64 = 1000
    chosen: i64 = 1
    while chosen <= at.CREW_SETS:
        if crew_refusal(state.cells, base, state.tables, chosen) == LEGAL:
            cost: i64 = 0
            crew: i64 = 0
            while crew < at.CREWS:
                if (chosen >> crew) & 1:
                    cost += 10 * workers_in(state.cells, base, state.tables, crew) + 3
                crew += 1
            if cost < least:
                least = cost
                best = chosen
        chosen += 1
    return at.CREW + best - 1


def choose_spot(state: HouseState, seat: i64) -> i64:
    cells = state.cells
    tables = state.tables
    base: i64 = at.SEATS + seat * at.STRIDE
    kind: i64 = cells[at.KIND]
    needs = Needs(cells, tables, seat)
    garage: bool = spot_refusal(cells, base, tables, kind, at.AT_GARAGE) == LEGAL
    if kind == at.WINDOW_IN:
        return at.AT + choose_pane(state, base)
    if kind == at.DOOR_IN:
        wall: i64 = 0
        while wall < at.WALLS:
            if spot_refusal(cells, base, tables, kind, wall) == LEGAL:
                return at.AT + wall
            wall += 1
        return at.AT + at.AT_GARAGE
    if kind <= at.BRICK_WALL:
        if garage and needs.core[0] == 0:
            return at.AT + at.AT_GARAGE
        if not needs.stack_up():
            if spot_refusal(cells, base, tables, kind, at.AT_RIGHT) == LEGAL:
                return at.AT + at.AT_RIGHT
    column: i64 = 0
    while column < at.COLUMNS:
        if spot_refusal(cells, base, tables, kind, at.ON_COLUMN + column) == LEGAL:
            return at.AT + at.ON_COLUMN + column
        column += 1
    return at.AT + at.AT_GARAGE


def choose_pane(state: HouseState, base: i64) -> i64:
    """A wall for a window: a bare one, unless it is the last one and the door is still to come. −1: none."""
    cells = state.cells
    bare: i64 = bare_walls(cells, base)
    keep: bool = bare == 1 and not has_door(cells, base)
    second: i64 = -1
    wall: i64 = at.WALLS - 1
    while wall >= 0:
        if spot_refusal(cells, base, state.tables, at.WINDOW_IN, wall) == LEGAL:
            if cells[base + at.WALL + wall] & 3 == 1:
                if not keep:
                    return wall
            else:
                second = wall
        wall -= 1
    return second
