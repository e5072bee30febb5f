# compiled
"""Roundabouts, of the expert variant: a house that is none, with a fence on both sides."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import ids
from kvartal.games.welcome.rules.sheet import count_run
from kvartal.games.welcome.rules.tables import WelcomeTables


def may_dig(cells: vec[i64], base: i64, tables: WelcomeTables) -> bool:
    return tables.roundabouts and cells[base + at.DUG] < 0 and cells[base + at.ROUNDABOUTS] < tables.roundabout_boxes


def fill_roundabouts(cells: vec[i64], base: i64, tables: WelcomeTables, buffer: vec[i64], count: i64) -> i64:
    code: i64 = tables.dig
    h: i64 = 0
    houses: i64 = tables.houses
    while h < houses:
        if cells[base + at.NUMBERS + h] < 0:
            buffer[count] = code + h
            count += 1
        h += 1
    return count


def dig_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, stage: i64, house: i64) -> i64:
    if not tables.roundabouts:
        return ids.ROUNDABOUT_OFF
    if cells[base + at.DUG] >= 0:
        return ids.ROUNDABOUT_ONCE
    if cells[base + at.ROUNDABOUTS] >= tables.roundabout_boxes:
        return ids.ROUNDABOUT_MOST
    if stage != at.CHOOSING and stage != at.OPEN:
        return ids.ROUNDABOUT_WHEN
    return LEGAL if cells[base + at.NUMBERS + house] == at.EMPTY else ids.ROUNDABOUT_EMPTY


def dig(cells: vec[i64], base: i64, tables: WelcomeTables, house: i64) -> None:
    """welcome.roundabout: fenced on both sides. It is remembered which of the two fences are new."""
    cells[base + at.NUMBERS + house] = at.ROUNDABOUT
    cells[base + at.BUILT] += 1
    cells[base + at.ROUNDABOUTS] += 1
    fences: i64 = base + tables.fences
    new: i64 = 0
    if house > 0 and cells[fences + house - 1] == 0:
        cells[fences + house - 1] = 1
        new = 1
    if cells[fences + house] == 0:
        cells[fences + house] = 1
        new += 2
    if new & 1:
        count_run(cells, base, tables, house - 1, 1)
    if new & 2:
        count_run(cells, base, tables, house + 1, 1)
    cells[base + at.DUG] = house
    cells[base + at.DUG_FENCES] = new


def take_back_roundabout(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """As if it had not been dug. (Estates are counted anew by whoever takes a turn back.)"""
    dug: i64 = cells[base + at.DUG]
    if dug < 0:
        return
    cells[base + at.NUMBERS + dug] = at.EMPTY
    cells[base + at.ROUNDABOUTS] -= 1
    if cells[base + at.DUG_FENCES] & 1:
        cells[base + tables.fences + dug - 1] = 0
    if cells[base + at.DUG_FENCES] & 2:
        cells[base + tables.fences + dug] = 0
