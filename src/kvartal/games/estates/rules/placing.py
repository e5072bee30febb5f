# compiled
"""Placing: what the new owner of a piece may do with it, and what it does to the city (facts, section 3)."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.estates.rules.cells import (
    BARRIER,
    BARRIER_REMOVED,
    BUILT,
    CANCEL,
    CERTIFICATE,
    CUBE_AT,
    FACE,
    LENGTH,
    MAYOR,
    PIECE,
    REMOVED,
    ROOF,
    ROOFED,
    TOP,
    VALUE,
)
from kvartal.games.estates.rules.city import (
    barrier_change,
    barrier_refusal,
    barrier_row,
    cancel_refusal,
    cube_refusal,
    roof_refusal,
)
from kvartal.games.estates.rules.ids import DISCARD_NEVER, PLACE_KIND
from kvartal.games.estates.rules.tables import (
    BARRIER_PIECE,
    BARRIERS,
    CANCEL_PIECE,
    CUBES,
    DISCARD,
    LOTS,
    MAYOR_PIECE,
    PLACE_BARRIER,
    PLACE_CANCEL,
    PLACE_LOT,
    PLACE_MAYOR,
    ROOF_PIECE,
    ROWS,
    EstatesTables,
)


def fill_placing(cells: vec[i64], tables: EstatesTables, buffer: vec[i64]) -> i64:
    piece: i64 = cells[PIECE]
    count: i64 = 0
    if piece < CUBES:
        return fill_cube(cells, tables, tables.value[piece], buffer)
    if piece == ROOF_PIECE:
        return fill_roof(cells, buffer)
    if piece < MAYOR_PIECE:
        value: i64 = piece - BARRIER_PIECE + 1
        row: i64 = 0
        while row < ROWS:
            if barrier_refusal(cells, tables, row, value) == LEGAL:
                buffer[count] = PLACE_BARRIER + 2 * row
                count += 1
            if barrier_refusal(cells, tables, row, -value) == LEGAL:
                buffer[count] = PLACE_BARRIER + 2 * row + 1
                count += 1
            row += 1
    elif piece == MAYOR_PIECE:
        while count < ROWS:
            buffer[count] = PLACE_MAYOR + count
            count += 1
    else:
        barrier: i64 = 0
        while barrier < BARRIERS:
            if cancel_refusal(cells, tables, barrier) == LEGAL:
                buffer[count] = PLACE_CANCEL + barrier
                count += 1
            barrier += 1
    buffer[count] = DISCARD
    return count + 1


def fill_cube(cells: vec[i64], tables: EstatesTables, value: i64, buffer: vec[i64]) -> i64:
    count: i64 = 0
    row: i64 = 0
    while row < ROWS:
        lot: i64 = row * LOTS
        end: i64 = lot + cells[BUILT + row]
        while lot < end:
            if cells[ROOF + lot] == 0 and not tables.white[lot] and tables.value[cells[TOP + lot]] > value:
                buffer[count] = PLACE_LOT + lot
                count += 1
            lot += 1
        if cells[BUILT + row] < cells[LENGTH + row]:
            buffer[count] = PLACE_LOT + end
            count += 1
        row += 1
    return count


def fill_roof(cells: vec[i64], buffer: vec[i64]) -> i64:
    count: i64 = 0
    row: i64 = 0
    while row < ROWS:
        lot: i64 = row * LOTS
        end: i64 = lot + cells[BUILT + row]
        while lot < end:
            if cells[ROOF + lot] == 0:
                buffer[count] = PLACE_LOT + lot
                count += 1
            lot += 1
        row += 1
    return count


def place_refusal(cells: vec[i64], tables: EstatesTables, move: i64) -> i64:
    piece: i64 = cells[PIECE]
    if move == DISCARD:
        return LEGAL if piece > ROOF_PIECE else DISCARD_NEVER
    if move < PLACE_BARRIER:
        if piece == ROOF_PIECE:
            return roof_refusal(cells, move - PLACE_LOT)
        if piece > ROOF_PIECE:
            return PLACE_KIND
        return cube_refusal(cells, tables, tables.value[piece], move - PLACE_LOT)
    if move < PLACE_MAYOR:
        if piece < BARRIER_PIECE or piece >= MAYOR_PIECE:
            return PLACE_KIND
        value: i64 = piece - BARRIER_PIECE + 1
        change: i64 = -value if (move - PLACE_BARRIER) & 1 else value
        return barrier_refusal(cells, tables, (move - PLACE_BARRIER) // 2, change)
    if move < PLACE_CANCEL:
        return LEGAL if piece == MAYOR_PIECE else PLACE_KIND
    return cancel_refusal(cells, tables, move - PLACE_CANCEL) if piece == CANCEL_PIECE else PLACE_KIND


def place_piece(cells: vec[i64], tables: EstatesTables, seat: i64, move: i64) -> None:
    piece: i64 = cells[PIECE]
    if piece < CUBES:
        place_cube(cells, tables, seat, piece, move - PLACE_LOT)
    elif piece == ROOF_PIECE:
        lot: i64 = move - PLACE_LOT
        cells[ROOF + lot] = cells[FACE]
        cells[VALUE + lot] += cells[FACE]
        cells[ROOFED + lot // LOTS] += 1
    elif piece == MAYOR_PIECE:
        cells[MAYOR] = REMOVED if move == DISCARD else move - PLACE_MAYOR
    elif piece == CANCEL_PIECE:
        cells[CANCEL] = 1
        if move != DISCARD:
            cancelled: i64 = move - PLACE_CANCEL
            cells[LENGTH + barrier_row(cells, cancelled)] -= barrier_change(cells, cancelled)
            cells[BARRIER + cancelled] = BARRIER_REMOVED
    else:
        barrier: i64 = piece - BARRIER_PIECE
        if move == DISCARD:
            cells[BARRIER + barrier] = BARRIER_REMOVED
        else:
            cells[BARRIER + barrier] = 1 + move - PLACE_BARRIER
            cells[LENGTH + barrier_row(cells, barrier)] += barrier_change(cells, barrier)


def place_cube(cells: vec[i64], tables: EstatesTables, seat: i64, cube: i64, lot: i64) -> None:
    """On a lot; whoever brings a colour into the city first holds its certificate for good."""
    cells[CUBE_AT + cube] = lot
    if cells[TOP + lot] < 0:
        cells[BUILT + lot // LOTS] += 1
    cells[TOP + lot] = cube
    cells[VALUE + lot] += tables.value[cube]
    colour: i64 = tables.colour[cube]
    if cells[CERTIFICATE + colour] < 0:
        cells[CERTIFICATE + colour] = seat
