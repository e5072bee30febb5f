# compiled
"""The effects that follow a number: park, pool, value, fence, bis. (Temps come before it: see choosing.py.)"""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.welcome.rules.choosing import effect_of
from kvartal.games.welcome.rules.ids import (
    BIS_EMPTY,
    BIS_FENCE,
    BIS_FULL,
    BIS_NEIGHBOUR,
    EFFECT_ONCE,
    EFFECT_OTHER,
    EFFECT_REFUSED,
    FENCE_BIS,
    FENCE_END,
    FENCE_SPENT,
    FENCE_THERE,
    PARK_FULL,
    POOL_HOUSE,
    VALUE_FULL,
)
from kvartal.games.welcome.rules.sheet import count_run, plain, put_number
from kvartal.games.welcome.rules.tables import (
    BIS,
    BIS_BASE,
    BISES,
    DID,
    EMPTY,
    FENCE,
    HIRE,
    MAKE_PARK,
    MAKE_POOL,
    MARKED,
    MARKED_NOW,
    NUMBERS,
    PARK,
    PARKS,
    POOL,
    RAISE,
    REFUSED,
    VALUE,
    VALUES,
    WROTE,
    WelcomeTables,
)


def use_effect(cells: vec[i64], base: i64, tables: WelcomeTables, move: i64) -> None:
    place: i64 = 0
    if move == MAKE_PARK:
        cells[base + PARKS + tables.street[cells[base + WROTE]]] += 1
    elif move == MAKE_POOL:
        cells[base + tables.pool_at + tables.pool_of[cells[base + WROTE]]] = 1
    elif move < HIRE:
        place = move - RAISE
        cells[base + VALUES + place] += 1
    elif move < tables.bis_left:
        place = move - tables.fence_move
        put_fence(cells, base, tables, place)
    elif move < tables.bis_right:
        place = move - tables.bis_left
        put_bis(cells, base, tables, place, place - 1)
    else:
        place = move - tables.bis_right
        put_bis(cells, base, tables, place, place + 1)
    cells[base + DID] = place


def take_back_effect(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """As if it had not been used. (Estates are counted anew by whoever takes a turn back.)"""
    did: i64 = cells[base + DID]
    if did < 0:
        return
    wrote: i64 = cells[base + WROTE]
    effect: i64 = effect_of(cells, base, tables)
    if effect == FENCE:
        cells[base + tables.fences + did] = 0
    elif effect == VALUE:
        cells[base + VALUES + did] -= 1
    elif effect == PARK:
        cells[base + PARKS + tables.street[wrote]] -= 1
    elif effect == POOL:
        cells[base + tables.pool_at + tables.pool_of[wrote]] = 0
    else:
        cells[base + NUMBERS + did] = EMPTY
        cells[base + BISES] -= 1


def put_fence(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64) -> None:
    count_run(cells, base, tables, house, -1)
    cells[base + tables.fences + house] = 1
    count_run(cells, base, tables, house, 1)
    count_run(cells, base, tables, house + 1, 1)


def put_bis(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64, copied: i64) -> None:
    put_number(cells, base, tables, house, BIS_BASE + plain(cells[base + NUMBERS + copied]))
    cells[base + BISES] += 1


# What is possible -----------------------------------------------------------------------------------------------------


def fill_at_house(cells: vec[i64], base: i64, tables: WelcomeTables, effect: i64, buffer: vec[i64], count: i64) -> i64:
    """A park or a pool: where the number was written."""
    if effect == PARK and park_refusal(cells, base, tables) == LEGAL:
        buffer[count] = MAKE_PARK
        return count + 1
    if effect == POOL and pool_refusal(cells, base, tables) == LEGAL:
        buffer[count] = MAKE_POOL
        return count + 1
    return count


def fill_anywhere(cells: vec[i64], base: i64, tables: WelcomeTables, effect: i64, buffer: vec[i64], count: i64) -> i64:
    """A value, a fence, a bis: the player says where."""
    if effect == FENCE:
        return fill_fences(cells, base, tables, buffer, count)
    if effect == BIS:
        return fill_bis(cells, base, tables, buffer, count)
    if effect == VALUE:
        size: i64 = 0
        while size < 6:
            if cells[base + VALUES + size] < tables.value_boxes[size]:
                buffer[count] = RAISE + size
                count += 1
            size += 1
    return count


def fill_fences(cells: vec[i64], base: i64, tables: WelcomeTables, buffer: vec[i64], count: i64) -> i64:
    code: i64 = tables.fence_move
    fences: i64 = base + tables.fences
    h: i64 = 0
    houses: i64 = tables.houses
    while h < houses:
        if cells[fences + h] == 0 and fence_refusal(cells, base, tables, h) == LEGAL:
            buffer[count] = code + h
            count += 1
        h += 1
    return count


def fill_bis(cells: vec[i64], base: i64, tables: WelcomeTables, buffer: vec[i64], count: i64) -> i64:
    if cells[base + BISES] >= tables.bis_boxes:
        return count
    h: i64 = 1
    houses: i64 = tables.houses
    while h < houses:
        if cells[base + NUMBERS + h] < 0 and cells[base + NUMBERS + h - 1] >= 0:
            if bis_refusal(cells, base, tables, h, h - 1) == LEGAL:
                buffer[count] = tables.bis_left + h
                count += 1
        h += 1
    h = 0
    while h < houses - 1:
        if cells[base + NUMBERS + h] < 0 and cells[base + NUMBERS + h + 1] >= 0:
            if bis_refusal(cells, base, tables, h, h + 1) == LEGAL:
                buffer[count] = tables.bis_right + h
                count += 1
        h += 1
    return count


# What is forbidden ----------------------------------------------------------------------------------------------------


def effect_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, move: i64) -> i64:
    if cells[base + REFUSED]:
        return EFFECT_REFUSED
    wanted: i64 = BIS
    if move == MAKE_PARK:
        wanted = PARK
    elif move == MAKE_POOL:
        wanted = POOL
    elif move < HIRE:
        wanted = VALUE
    elif move < tables.bis_left:
        wanted = FENCE
    if effect_of(cells, base, tables) != wanted:
        return EFFECT_OTHER
    if cells[base + DID] >= 0:
        return EFFECT_ONCE
    if wanted == PARK:
        return park_refusal(cells, base, tables)
    if wanted == POOL:
        return pool_refusal(cells, base, tables)
    if wanted == VALUE:
        return LEGAL if cells[base + VALUES + move - RAISE] < tables.value_boxes[move - RAISE] else VALUE_FULL
    if wanted == FENCE:
        return fence_refusal(cells, base, tables, move - tables.fence_move)
    if move < tables.bis_right:
        return bis_refusal(cells, base, tables, move - tables.bis_left, move - tables.bis_left - 1)
    return bis_refusal(cells, base, tables, move - tables.bis_right, move - tables.bis_right + 1)


def park_refusal(cells: vec[i64], base: i64, tables: WelcomeTables) -> i64:
    street: i64 = tables.street[cells[base + WROTE]]
    return LEGAL if cells[base + PARKS + street] < tables.park_boxes[street] else PARK_FULL


def pool_refusal(cells: vec[i64], base: i64, tables: WelcomeTables) -> i64:
    return LEGAL if tables.pool_of[cells[base + WROTE]] != 255 else POOL_HOUSE


def fence_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64) -> i64:
    """A fence right of this house."""
    if house + 1 == tables.past[tables.street[house]]:
        return FENCE_END
    if cells[base + tables.fences + house]:
        return FENCE_THERE
    mark: i64 = cells[base + tables.marks + house]
    if mark != 0 and mark != MARKED and mark != MARKED_NOW:
        return FENCE_SPENT  # no fence here, so the next house belongs to the same spent estate
    if not tables.new_edition:
        left: i64 = plain(cells[base + NUMBERS + house])
        if left >= 0 and left == plain(cells[base + NUMBERS + house + 1]):
            return FENCE_BIS
    return LEGAL


def bis_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64, copied: i64) -> i64:
    """Copy the number of the neighbouring house into this one."""
    if cells[base + NUMBERS + house] >= 0:
        return BIS_EMPTY
    if copied < 0 or copied >= tables.houses or tables.street[copied] != tables.street[house]:
        return BIS_NEIGHBOUR
    if plain(cells[base + NUMBERS + copied]) < 0:
        return BIS_NEIGHBOUR
    if not tables.new_edition and cells[base + tables.fences + min(house, copied)]:
        return BIS_FENCE
    if cells[base + BISES] >= tables.bis_boxes:
        return BIS_FULL
    return LEGAL
