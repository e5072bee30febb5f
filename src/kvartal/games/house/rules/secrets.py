# compiled
"""What one seat may know, and how the rest could be: face-down chips and unfinished arranging are the only secrets."""

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import UNKNOWN
from kvartal.games.house.rules.cells import (
    ARRANGING,
    BEGUN,
    BUYING,
    CHIP,
    CHIP_VALUES,
    FIRST_STREAM,
    HERE,
    PHASE,
    PLACES,
    PLEDGED,
    QUEUE,
    SEAT_LIMIT,
    SEATS,
    STRIDE,
    TOWER,
)
from kvartal.games.house.rules.tables import HouseTables


def turned_up(cells: vec[i64], tables: HouseTables, place: i64, floor: i64) -> bool:
    """Is this chip of a tower turned up? Basic: as each is served; expert: the whole tower at once."""
    if cells[PHASE] != BUYING or place > cells[HERE]:
        return False
    return place < cells[HERE] or tables.expert or floor <= cells[QUEUE]


def known_cells(mine: vec[i64], tables: HouseTables, seat: i64) -> vec[i64]:
    """The table is open; face-down chips and what others lay out now are left out."""
    cells = vec[i64]([0] * (SEATS + STRIDE * tables.players))
    i: i64 = 0
    while i < SEATS:
        cells[i] = mine[i]
        i += 1
    other: i64 = 0
    while other < tables.players:
        base: i64 = SEATS + other * STRIDE
        i = 0
        while i < STRIDE:
            chip: bool = i >= CHIP and i < CHIP + PLACES
            arranging: bool = i >= PLEDGED and i <= BEGUN and mine[PHASE] == ARRANGING
            if other == seat or not (chip or arranging):
                cells[base + i] = mine[base + i]
            elif chip:
                cells[base + i] = -1
            i += 1
        other += 1
    place: i64 = 0
    while place < tables.places:
        floor: i64 = 0
        while floor < SEAT_LIMIT:
            owner: i64 = mine[TOWER + place * SEAT_LIMIT + floor]
            if owner >= 0 and owner != seat:
                at: i64 = SEATS + owner * STRIDE + CHIP + place
                cells[at] = mine[at] if turned_up(mine, tables, place, floor) else UNKNOWN
            floor += 1
        place += 1
    other = 0
    while other < tables.players:
        if other != seat:
            show_certain(cells, tables, SEATS + other * STRIDE + CHIP)
        other += 1
    return cells


def chips_left(cells: vec[i64], tables: HouseTables, at: i64) -> vec[i64]:
    """How many chips of each value a player has that are not known to lie anywhere, then how many lie there unknown."""
    left = vec[i64]([0] * (CHIP_VALUES + 1))
    value: i64 = 0
    while value < CHIP_VALUES:
        left[value] = tables.chips[value]
        value += 1
    place: i64 = 0
    while place < PLACES:
        chip: i64 = cells[at + place]
        if chip >= 0:
            left[chip] -= 1
        elif chip == UNKNOWN:
            left[CHIP_VALUES] += 1
        place += 1
    return left


def show_certain(cells: vec[i64], tables: HouseTables, at: i64) -> None:
    """When all the chips that are left have one value, the last of five for example, everybody can tell."""
    left = chips_left(cells, tables, at)
    found: i64 = -1
    value: i64 = 0
    while value < CHIP_VALUES:
        if left[value] > 0 and found >= 0:
            return
        if left[value] > 0:
            found = value
        value += 1
    place: i64 = 0
    while place < PLACES:
        if cells[at + place] == UNKNOWN:
            cells[at + place] = found
        place += 1


def deal_chips(cells: vec[i64], tables: HouseTables, at: i64, source: Source) -> None:
    """Give each unknown chip one of this player's chips that lie nowhere else, each chip equally likely.

    So the five chips lie there in any order, and what one of them may be changes only when others are turned up.
    """
    left = chips_left(cells, tables, at)
    chips: i64 = left[0] + left[1] + left[2] + left[3]
    place: i64 = 0
    while left[CHIP_VALUES] > 0:
        if cells[at + place] == UNKNOWN:
            r: i64 = source.below(FIRST_STREAM, chips)
            value: i64 = 0
            while r >= left[value]:
                r -= left[value]
                value += 1
            cells[at + place] = value
            left[value] -= 1
            left[CHIP_VALUES] -= 1
            chips -= 1
        place += 1
