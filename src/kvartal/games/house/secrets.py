# compiled
"""What one seat may know, and how the rest could be: face-down chips and unfinished arranging are the only secrets."""

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import UNKNOWN
from kvartal.games.house.cells import (
    ARRANGING,
    BEGUN,
    BUYING,
    CHIP,
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
from kvartal.games.house.tables import HouseTables


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
    return cells


def deal_chips(cells: vec[i64], tables: HouseTables, at: i64, source: Source) -> None:
    """Give a value to each unknown chip, drawn from the chips of this player that lie nowhere else."""
    left0: i64 = tables.chips[0]
    left1: i64 = tables.chips[1]
    left2: i64 = tables.chips[2]
    left3: i64 = tables.chips[3]
    unknown: i64 = 0
    place: i64 = 0
    while place < PLACES:
        chip: i64 = cells[at + place]
        if chip == UNKNOWN:
            unknown += 1
        left0 -= 1 if chip == 0 else 0
        left1 -= 1 if chip == 1 else 0
        left2 -= 1 if chip == 2 else 0
        left3 -= 1 if chip == 3 else 0
        place += 1
    place = 0
    while unknown > 0:
        if cells[at + place] == UNKNOWN:
            unknown -= 1
            ways0: i64 = ways(unknown, left0 - 1, left1, left2, left3)
            ways1: i64 = ways0 + ways(unknown, left0, left1 - 1, left2, left3)
            ways2: i64 = ways1 + ways(unknown, left0, left1, left2 - 1, left3)
            r: i64 = source.below(FIRST_STREAM, ways2 + ways(unknown, left0, left1, left2, left3 - 1))
            if r < ways0:
                cells[at + place] = 0
                left0 -= 1
            elif r < ways1:
                cells[at + place] = 1
                left1 -= 1
            elif r < ways2:
                cells[at + place] = 2
                left2 -= 1
            else:
                cells[at + place] = 3
                left3 -= 1
        place += 1


def ways(chips: i64, left0: i64, left1: i64, left2: i64, left3: i64) -> i64:
    """In how many ways can so many chips lie in a row, if so many of each value are left?"""
    if left0 < 0 or left1 < 0 or left2 < 0 or left3 < 0:
        return 0
    if chips == 0:
        return 1
    fewer: i64 = chips - 1
    count: i64 = ways(fewer, left0 - 1, left1, left2, left3) + ways(fewer, left0, left1 - 1, left2, left3)
    return count + ways(fewer, left0, left1, left2 - 1, left3) + ways(fewer, left0, left1, left2, left3 - 1)
