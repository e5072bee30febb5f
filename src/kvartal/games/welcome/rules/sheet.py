# compiled
"""A sheet: streets of houses, the numbers that fit, and the estates between fences.

Functions over the cells of one seat; `base` is where they begin. A fence is kept with the house to its left; the
last house of a street has one from the start, so a run of houses always ends by itself.
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import ids
from kvartal.games.welcome.rules.tables import WelcomeTables


def plain(cell: i64) -> i64:
    """The number in a house, bis or not; −1 for an empty house or a roundabout."""
    if cell >= at.BIS_BASE:
        return cell - at.BIS_BASE
    return -1 if cell == at.ROUNDABOUT else cell


def fitting(cells: vec[i64], base: i64, tables: WelcomeTables) -> i64:
    """Which numbers fit at least one house: bit n for number n. Houses between two numbers share their bounds."""
    numbers: i64 = base + at.NUMBERS
    mask: i64 = 0
    h: i64 = 0
    street: i64 = 0
    while street < 3:
        past: i64 = tables.past[street]
        low: i64 = 0  # the least number that fits here
        gap: bool = False
        while h < past:
            cell: i64 = cells[numbers + h]
            if cell < 0:
                gap = True
            else:
                if cell >= at.BIS_BASE:
                    cell -= at.BIS_BASE
                if gap:
                    if cell > low:
                        mask |= (1 << cell) - (1 << low)  # a roundabout is 18: everything up to 17
                    gap = False
                low = cell + 1
                if cell == at.ROUNDABOUT:
                    low = 0
            h += 1
        if gap and low <= at.HIGHEST:
            mask |= (1 << (at.HIGHEST + 1)) - (1 << low)
        street += 1
    return mask


def fill_houses(
    cells: vec[i64], base: i64, tables: WelcomeTables, number: i64, buffer: vec[i64], count: i64, code: i64
) -> i64:
    """Write code + house for every house that may take the number."""
    numbers: i64 = base + at.NUMBERS
    h: i64 = 0
    street: i64 = 0
    while street < 3:
        past: i64 = tables.past[street]
        low: i64 = -1
        begin: i64 = -1  # first house of the gap
        while h < past:
            cell: i64 = cells[numbers + h]
            if cell < 0:
                if begin < 0:
                    begin = h
            else:
                if cell >= at.BIS_BASE:
                    cell -= at.BIS_BASE
                if begin >= 0:
                    if low < number and number < cell:
                        while begin < h:
                            buffer[count] = code + begin
                            count += 1
                            begin += 1
                    begin = -1
                low = -1 if cell == at.ROUNDABOUT else cell
            h += 1
        if begin >= 0 and low < number:
            while begin < past:
                buffer[count] = code + begin
                count += 1
                begin += 1
        street += 1
    return count


def fits(cells: vec[i64], base: i64, tables: WelcomeTables, number: i64, house: i64) -> bool:
    """May the number stand in this empty house? Strictly ascending inside a street, or its part."""
    street: i64 = tables.street[house]
    numbers: i64 = base + at.NUMBERS
    h: i64 = house - 1
    first: i64 = tables.first[street]
    while h >= first:
        cell: i64 = cells[numbers + h]
        if cell >= 0:
            if plain(cell) >= number:
                return False
            break
        h -= 1
    h = house + 1
    past: i64 = tables.past[street]
    while h < past:
        cell = cells[numbers + h]
        if cell >= 0:
            return cell == at.ROUNDABOUT or plain(cell) > number
        h += 1
    return True


def write_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64) -> i64:
    if cells[base + at.NUMBERS + house] != at.EMPTY:
        return ids.WRITE_EMPTY
    return LEGAL if fits(cells, base, tables, cells[base + at.NUMBER_NOW], house) else ids.WRITE_ORDER


def put_number(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64, cell: i64) -> None:
    """A number, bis or not, into an empty house."""
    cells[base + at.NUMBERS + house] = cell
    cells[base + at.BUILT] += 1
    count_run(cells, base, tables, house, 1)


# Estates --------------------------------------------------------------------------------------------------------------


def run_begin(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64) -> i64:
    """First house of the run between fences that holds this house."""
    fences: i64 = base + tables.fences
    while house > 0 and cells[fences + house - 1] == 0:
        house -= 1
    return house


def run_last(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64) -> i64:
    fences: i64 = base + tables.fences
    while cells[fences + house] == 0:
        house += 1
    return house


def count_run(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64, sign: i64) -> None:
    """welcome.estate: add (or take away) the run of this house to the completed estates, if it is one."""
    begin: i64 = run_begin(cells, base, tables, house)
    last: i64 = run_last(cells, base, tables, house)
    size: i64 = last - begin + 1
    if size > 6:
        return
    marks: i64 = base + tables.marks
    free: bool = True
    h: i64 = begin
    while h <= last:
        if cells[base + at.NUMBERS + h] < 0:
            return
        if cells[marks + h] != 0 and cells[marks + h] != at.USING_NOW:  # being chosen for a plan is not yet spent
            free = False
        h += 1
    cells[base + at.ESTATES + size - 1] += sign
    if free:
        cells[base + at.FREE + size - 1] += sign


def count_estates(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """Work out BUILT, ESTATES and FREE anew from the houses and fences."""
    i: i64 = 0
    while i < 6:
        cells[base + at.ESTATES + i] = 0
        cells[base + at.FREE + i] = 0
        i += 1
    built: i64 = 0
    h: i64 = 0
    while h < tables.houses:
        if cells[base + at.NUMBERS + h] >= 0:
            built += 1
        if cells[base + tables.fences + h] and cells[base + at.NUMBERS + h] != at.ROUNDABOUT:
            count_run(cells, base, tables, h, 1)
        h += 1
    cells[base + at.BUILT] = built
