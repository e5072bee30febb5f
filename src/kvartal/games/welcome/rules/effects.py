# compiled
"""The effects that follow a number: park, pool, value, fence, bis. (Temps come before it: see choosing.py.)"""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import ids
from kvartal.games.welcome.rules.choosing import effect_of
from kvartal.games.welcome.rules.sheet import count_run, plain, put_number
from kvartal.games.welcome.rules.tables import WelcomeTables


def use_effect(cells: vec[i64], base: i64, tables: WelcomeTables, move: i64) -> None:
    effect: i64 = tables.move_effect[move]
    place: i64 = 0
    if effect == at.PARK:  # welcome.park: in the street of the number
        cells[base + at.PARKS + tables.street[cells[base + at.WROTE]]] += 1
    elif effect == at.POOL:  # welcome.pool: at the house of the number
        cells[base + tables.pool_at + tables.pool_of[cells[base + at.WROTE]]] = 1
    elif effect == at.VALUE:  # welcome.value: of estates of any size
        place = move - at.RAISE
        cells[base + at.VALUES + place] += 1
    elif effect == at.FENCE:
        place = move - tables.fence_move
        put_fence(cells, base, tables, place)
    elif move < tables.bis_right:
        place = move - tables.bis_left
        put_bis(cells, base, tables, place, place - 1)
    else:
        place = move - tables.bis_right
        put_bis(cells, base, tables, place, place + 1)
    cells[base + at.DID] = place


def take_back_effect(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """As if it had not been used. (Estates are counted anew by whoever takes a turn back.)"""
    did: i64 = cells[base + at.DID]
    if did < 0:
        return
    wrote: i64 = cells[base + at.WROTE]
    effect: i64 = effect_of(cells, base, tables)
    if effect == at.FENCE:
        cells[base + tables.fences + did] = 0
    elif effect == at.VALUE:
        cells[base + at.VALUES + did] -= 1
    elif effect == at.PARK:
        cells[base + at.PARKS + tables.street[wrote]] -= 1
    elif effect == at.POOL:
        cells[base + tables.pool_at + tables.pool_of[wrote]] = 0
    else:
        cells[base + at.NUMBERS + did] = at.EMPTY
        cells[base + at.BISES] -= 1


def put_fence(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64) -> None:
    """welcome.fence: the run of this house becomes two."""
    count_run(cells, base, tables, house, -1)
    cells[base + tables.fences + house] = 1
    count_run(cells, base, tables, house, 1)
    count_run(cells, base, tables, house + 1, 1)


def put_bis(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64, copied: i64) -> None:
    """welcome.bis: the number of the house beside it once more, and a box crossed."""
    put_number(cells, base, tables, house, at.BIS_BASE + plain(cells[base + at.NUMBERS + copied]))
    cells[base + at.BISES] += 1


# What is possible -----------------------------------------------------------------------------------------------------


def fill_at_house(cells: vec[i64], base: i64, tables: WelcomeTables, effect: i64, buffer: vec[i64], count: i64) -> i64:
    """A park or a pool: where the number was written."""
    if effect == at.PARK and park_refusal(cells, base, tables) == LEGAL:
        buffer[count] = at.MAKE_PARK
        return count + 1
    if effect == at.POOL and pool_refusal(cells, base, tables) == LEGAL:
        buffer[count] = at.MAKE_POOL
        return count + 1
    return count


def fill_anywhere(cells: vec[i64], base: i64, tables: WelcomeTables, effect: i64, buffer: vec[i64], count: i64) -> i64:
    """A value, a fence, a bis: the player says where."""
    if effect == at.FENCE:
        return fill_fences(cells, base, tables, buffer, count)
    if effect == at.BIS:
        return fill_bis(cells, base, tables, buffer, count)
    if effect == at.VALUE:
        size: i64 = 0
        while size < 6:
            if value_refusal(cells, base, tables, size) == LEGAL:
                buffer[count] = at.RAISE + size
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
    if cells[base + at.BISES] >= tables.bis_boxes:
        return count
    h: i64 = 1
    houses: i64 = tables.houses
    while h < houses:
        if cells[base + at.NUMBERS + h] < 0 and cells[base + at.NUMBERS + h - 1] >= 0:
            if bis_refusal(cells, base, tables, h, h - 1) == LEGAL:
                buffer[count] = tables.bis_left + h
                count += 1
        h += 1
    h = 0
    while h < houses - 1:
        if cells[base + at.NUMBERS + h] < 0 and cells[base + at.NUMBERS + h + 1] >= 0:
            if bis_refusal(cells, base, tables, h, h + 1) == LEGAL:
                buffer[count] = tables.bis_right + h
                count += 1
        h += 1
    return count


# What is forbidden ----------------------------------------------------------------------------------------------------


def effect_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, move: i64) -> i64:
    effect: i64 = tables.move_effect[move]
    if cells[base + at.REFUSED]:
        return ids.EFFECT_REFUSED
    if effect_of(cells, base, tables) != effect:
        return ids.EFFECT_OTHER
    if cells[base + at.DID] >= 0:
        return ids.EFFECT_ONCE
    if effect == at.PARK:
        return park_refusal(cells, base, tables)
    if effect == at.POOL:
        return pool_refusal(cells, base, tables)
    if effect == at.VALUE:
        return value_refusal(cells, base, tables, move - at.RAISE)
    if effect == at.FENCE:
        return fence_refusal(cells, base, tables, move - tables.fence_move)
    if move < tables.bis_right:
        return bis_refusal(cells, base, tables, move - tables.bis_left, move - tables.bis_left - 1)
    return bis_refusal(cells, base, tables, move - tables.bis_right, move - tables.bis_right + 1)


def value_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, size: i64) -> i64:
    return LEGAL if cells[base + at.VALUES + size] < tables.value_boxes[size] else ids.VALUE_FULL


def park_refusal(cells: vec[i64], base: i64, tables: WelcomeTables) -> i64:
    street: i64 = tables.street[cells[base + at.WROTE]]
    return LEGAL if cells[base + at.PARKS + street] < tables.park_boxes[street] else ids.PARK_FULL


def pool_refusal(cells: vec[i64], base: i64, tables: WelcomeTables) -> i64:
    return LEGAL if tables.pool_of[cells[base + at.WROTE]] != 255 else ids.POOL_HOUSE


def fence_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64) -> i64:
    """A fence right of this house."""
    if house + 1 == tables.past[tables.street[house]]:
        return ids.FENCE_END
    if cells[base + tables.fences + house]:
        return ids.FENCE_THERE
    mark: i64 = cells[base + tables.marks + house]
    if mark != 0 and mark != at.MARKED and mark != at.MARKED_NOW:
        return ids.FENCE_SPENT  # no fence here, so the next house belongs to the same spent estate
    if not tables.new_edition:
        left: i64 = plain(cells[base + at.NUMBERS + house])
        if left >= 0 and left == plain(cells[base + at.NUMBERS + house + 1]):
            return ids.FENCE_BIS
    return LEGAL


def bis_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64, copied: i64) -> i64:
    """Copy the number of the neighbouring house into this one."""
    if cells[base + at.NUMBERS + house] >= 0:
        return ids.BIS_EMPTY
    if copied < 0 or copied >= tables.houses or tables.street[copied] != tables.street[house]:
        return ids.BIS_NEIGHBOUR
    if plain(cells[base + at.NUMBERS + copied]) < 0:
        return ids.BIS_NEIGHBOUR
    if not tables.new_edition and cells[base + tables.fences + min(house, copied)]:
        return ids.BIS_FENCE
    if cells[base + at.BISES] >= tables.bis_boxes:
        return ids.BIS_FULL
    return LEGAL
