# compiled
"""The offer: which pieces can be put up for auction, and how a cube leaves its row (facts, section 2)."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.estates.rules.cells import (
    BARRIER,
    BESIDE,
    CANCEL,
    CUBE_AT,
    CUBES_LEFT,
    IN_OFFER,
    LEFT,
    MAYOR,
    OFFER_AT,
    ON_AUCTION,
    RIGHT,
)
from kvartal.games.estates.rules.city import highest_open_top, open_buildings
from kvartal.games.estates.rules.ids import OFFER_END, OFFER_FITS, OFFER_GONE, OFFER_ROOF
from kvartal.games.estates.rules.tables import (
    BARRIER_PIECE,
    BARRIERS,
    CANCEL_PIECE,
    CUBES,
    MAYOR_PIECE,
    NO_PIECE,
    OFFER,
    OFFER_ROWS,
    PER_ROW,
    ROOF_PIECE,
    EstatesTables,
)


def fill_offers(cells: vec[i64], tables: EstatesTables, buffer: vec[i64], first: i64) -> i64:
    """Everything that can be put up, into the buffer from `first` on; returns the end of it."""
    count: i64 = first
    limit: i64 = highest_open_top(cells, tables)
    row: i64 = 0
    while row < OFFER_ROWS:
        left: i64 = cells[LEFT + row]
        right: i64 = cells[RIGHT + row]
        if left <= right:
            count = add_cube(cells[OFFER_AT + row * PER_ROW + left], tables, limit, buffer, first, count)
            if left < right:
                count = add_cube(cells[OFFER_AT + row * PER_ROW + right], tables, limit, buffer, first, count)
        row += 1
    if open_buildings(cells) > 0:  # roofs are left, or the round would be over
        buffer[count] = OFFER + ROOF_PIECE
        count += 1
    barrier: i64 = 0
    while barrier < BARRIERS:
        if cells[BARRIER + barrier] == 0:
            buffer[count] = OFFER + BARRIER_PIECE + barrier
            count += 1
        barrier += 1
    if cells[MAYOR] == BESIDE:
        buffer[count] = OFFER + MAYOR_PIECE
        count += 1
    if cells[CANCEL] == 0:
        buffer[count] = OFFER + CANCEL_PIECE
        count += 1
    return count


def add_cube(cube: i64, tables: EstatesTables, limit: i64, buffer: vec[i64], first: i64, count: i64) -> i64:
    """Into its place among the moves from `first` on, which stay ascending; not if it has no lot."""
    if tables.value[cube] >= limit:
        return count
    at: i64 = count
    while at > first and buffer[at - 1] > OFFER + cube:
        buffer[at] = buffer[at - 1]
        at -= 1
    buffer[at] = OFFER + cube
    return count + 1


def offer_refusal(cells: vec[i64], tables: EstatesTables, piece: i64) -> i64:
    if piece < CUBES:
        if cells[CUBE_AT + piece] != IN_OFFER:
            return OFFER_GONE
        if end_of_row(cells, piece) < 0:
            return OFFER_END
        return LEGAL if tables.value[piece] < highest_open_top(cells, tables) else OFFER_FITS
    if piece == ROOF_PIECE:
        return LEGAL if open_buildings(cells) > 0 else OFFER_ROOF
    if piece == MAYOR_PIECE:
        return LEGAL if cells[MAYOR] == BESIDE else OFFER_GONE
    if piece == CANCEL_PIECE:
        return LEGAL if cells[CANCEL] == 0 else OFFER_GONE
    return LEGAL if cells[BARRIER + piece - BARRIER_PIECE] == 0 else OFFER_GONE


def end_of_row(cells: vec[i64], cube: i64) -> i64:
    """2 × row for the left end of a row of the offer, + 1 for its right end, −1 for anything between."""
    row: i64 = 0
    while row < OFFER_ROWS:
        left: i64 = cells[LEFT + row]
        right: i64 = cells[RIGHT + row]
        if left <= right:
            if cells[OFFER_AT + row * PER_ROW + left] == cube:
                return 2 * row
            if cells[OFFER_AT + row * PER_ROW + right] == cube:
                return 2 * row + 1
        row += 1
    return -1


def take_cube(cells: vec[i64], cube: i64) -> None:
    """Off the end of its row; the gap stays."""
    end: i64 = end_of_row(cells, cube)
    row: i64 = end // 2
    if end & 1:
        cells[OFFER_AT + row * PER_ROW + cells[RIGHT + row]] = NO_PIECE
        cells[RIGHT + row] -= 1
    else:
        cells[OFFER_AT + row * PER_ROW + cells[LEFT + row]] = NO_PIECE
        cells[LEFT + row] += 1
    if cells[LEFT + row] > cells[RIGHT + row]:
        cells[LEFT + row] = 0  # an empty row is always the same, whichever end went last
        cells[RIGHT + row] = -1
    cells[CUBE_AT + cube] = ON_AUCTION
    cells[CUBES_LEFT] -= 1
