# compiled
"""What one seat may know, and how the rest could be: face-down chips and unfinished arranging are the only secrets."""

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import UNKNOWN
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import HouseTables


def turned_up(cells: vec[i64], tables: HouseTables, place: i64, floor: i64) -> bool:
    """Is this chip of a tower turned up? Basic: as each is served; expert: the whole tower at once (house.reveal)."""
    if cells[at.PHASE] != at.BUYING or place > cells[at.HERE]:
        return False
    return place < cells[at.HERE] or tables.expert or floor <= cells[at.QUEUE]


def fill_known_cells(mine: vec[i64], tables: HouseTables, seat: i64, cells: vec[i64]) -> None:
    """The table is open; face-down chips and what others lay out now are left out."""
    copy_cells(mine, cells, 0, at.SEATS)
    other: i64 = 0
    while other < tables.players:
        base: i64 = at.SEATS + other * at.STRIDE
        if other == seat:
            copy_cells(mine, cells, base, base + at.STRIDE)
        else:
            copy_cells(mine, cells, base, base + at.PLEDGED)
            if mine[at.PHASE] == at.ARRANGING:
                fill_cells(cells, base + at.PLEDGED, base + at.READY, 0)
            else:
                copy_cells(mine, cells, base + at.PLEDGED, base + at.READY)
            copy_cells(mine, cells, base + at.READY, base + at.CHIP)
            fill_cells(cells, base + at.CHIP, base + at.WALL, -1)
            copy_cells(mine, cells, base + at.WALL, base + at.STRIDE)
        other += 1
    show_turned_up(cells, mine, tables, seat)
    other = 0
    while other < tables.players:
        if other != seat:
            show_certain(cells, tables, at.SEATS + other * at.STRIDE + at.CHIP)
        other += 1


def copy_cells(mine: vec[i64], cells: vec[i64], first: i64, past: i64) -> None:
    while first < past:
        cells[first] = mine[first]
        first += 1


def fill_cells(cells: vec[i64], first: i64, past: i64, value: i64) -> None:
    while first < past:
        cells[first] = value
        first += 1


def show_turned_up(cells: vec[i64], mine: vec[i64], tables: HouseTables, seat: i64) -> None:
    """Towers show whose chips lie there; their values only once they are turned up."""
    place: i64 = 0
    while place < tables.places:
        floor: i64 = 0
        while floor < at.SEAT_LIMIT:
            owner: i64 = mine[at.TOWER + place * at.SEAT_LIMIT + floor]
            if owner >= 0 and owner != seat:
                cell: i64 = at.SEATS + owner * at.STRIDE + at.CHIP + place
                cells[cell] = mine[cell] if turned_up(mine, tables, place, floor) else UNKNOWN
            floor += 1
        place += 1


def chips_left(cells: vec[i64], tables: HouseTables, first: i64) -> vec[i64]:
    """How many chips of each value a player has that are not known to lie anywhere, then how many lie there unknown."""
    left = vec[i64]([0] * (at.CHIP_VALUES + 1))
    value: i64 = 0
    while value < at.CHIP_VALUES:
        left[value] = tables.chips[value]
        value += 1
    place: i64 = 0
    while place < at.PLACES:
        chip: i64 = cells[first + place]
        if chip >= 0:
            left[chip] -= 1
        elif chip == UNKNOWN:
            left[at.CHIP_VALUES] += 1
        place += 1
    return left


def show_certain(cells: vec[i64], tables: HouseTables, first: i64) -> None:
    """When all the chips that are left have one value, the last of five for example, everybody can tell."""
    place: i64 = 0
    while place < at.PLACES and cells[first + place] != UNKNOWN:
        place += 1
    if place == at.PLACES:
        return
    left = chips_left(cells, tables, first)
    found: i64 = -1
    value: i64 = 0
    while value < at.CHIP_VALUES:
        if left[value] > 0 and found >= 0:
            return
        if left[value] > 0:
            found = value
        value += 1
    while place < at.PLACES:
        if cells[first + place] == UNKNOWN:
            cells[first + place] = found
        place += 1


def deal_chips(cells: vec[i64], tables: HouseTables, first: i64, source: Source) -> None:
    """Give each unknown chip one of this player's chips that lie nowhere else, each chip equally likely.

    So the five chips lie there in any order, and what one of them may be changes only when others are turned up.
    """
    left = chips_left(cells, tables, first)
    chips: i64 = left[0] + left[1] + left[2] + left[3]
    place: i64 = 0
    while left[at.CHIP_VALUES] > 0:
        if cells[first + place] == UNKNOWN:
            r: i64 = source.below(at.FIRST_STREAM, chips)
            value: i64 = 0
            while r >= left[value]:
                r -= left[value]
                value += 1
            cells[first + place] = value
            left[value] -= 1
            left[at.CHIP_VALUES] -= 1
            chips -= 1
        place += 1
