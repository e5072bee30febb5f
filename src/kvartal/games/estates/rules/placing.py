# compiled
"""Placing: what the new owner of a piece may do with it, and what it does to the city."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import ids
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.city import (
    barrier_change,
    barrier_refusal,
    barrier_row,
    cancel_refusal,
    cube_refusal,
    roof_refusal,
)
from kvartal.games.estates.rules.tables import EstatesTables


def fill_placing(cells: vec[i64], tables: EstatesTables, buffer: vec[i64]) -> i64:
    piece: i64 = cells[at.PIECE]
    if piece < kit.CUBES:
        return fill_cube(cells, tables, tables.value[piece], buffer)
    if piece == kit.ROOF_PIECE:
        return fill_roof(cells, buffer)
    count: i64 = 0
    if piece < kit.MAYOR_PIECE:
        count = fill_barrier(cells, tables, piece - kit.BARRIER_PIECE + 1, buffer)
    elif piece == kit.MAYOR_PIECE:
        while count < kit.ROWS:
            buffer[count] = kit.PLACE_MAYOR + count
            count += 1
    else:
        count = fill_cancel(cells, tables, buffer)
    buffer[count] = kit.DISCARD  # estates.discard: always possible, whatever the city looks like
    return count + 1


def fill_cube(cells: vec[i64], tables: EstatesTables, value: i64, buffer: vec[i64]) -> i64:
    count: i64 = 0
    row: i64 = 0
    while row < kit.ROWS:
        lot: i64 = row * kit.LOTS
        end: i64 = lot + cells[at.BUILT + row]
        while lot < end:
            if cells[at.ROOF + lot] == 0 and not tables.white[lot] and tables.value[cells[at.TOP + lot]] > value:
                buffer[count] = kit.PLACE_LOT + lot
                count += 1
            lot += 1
        if cells[at.BUILT + row] < cells[at.LENGTH + row]:
            buffer[count] = kit.PLACE_LOT + end
            count += 1
        row += 1
    return count


def fill_roof(cells: vec[i64], buffer: vec[i64]) -> i64:
    count: i64 = 0
    row: i64 = 0
    while row < kit.ROWS:
        lot: i64 = row * kit.LOTS
        end: i64 = lot + cells[at.BUILT + row]
        while lot < end:
            if cells[at.ROOF + lot] == 0:
                buffer[count] = kit.PLACE_LOT + lot
                count += 1
            lot += 1
        row += 1
    return count


def fill_barrier(cells: vec[i64], tables: EstatesTables, value: i64, buffer: vec[i64]) -> i64:
    count: i64 = 0
    row: i64 = 0
    while row < kit.ROWS:
        if barrier_refusal(cells, tables, row, value) == LEGAL:
            buffer[count] = kit.PLACE_BARRIER + 2 * row
            count += 1
        if barrier_refusal(cells, tables, row, -value) == LEGAL:
            buffer[count] = kit.PLACE_BARRIER + 2 * row + 1
            count += 1
        row += 1
    return count


def fill_cancel(cells: vec[i64], tables: EstatesTables, buffer: vec[i64]) -> i64:
    count: i64 = 0
    barrier: i64 = 0
    while barrier < kit.BARRIERS:
        if cancel_refusal(cells, tables, barrier) == LEGAL:
            buffer[count] = kit.PLACE_CANCEL + barrier
            count += 1
        barrier += 1
    return count


def place_refusal(cells: vec[i64], tables: EstatesTables, move: i64) -> i64:
    """By the kind of place that the move names: first whether the piece belongs there at all."""
    piece: i64 = cells[at.PIECE]
    if move == kit.DISCARD:
        return LEGAL if piece > kit.ROOF_PIECE else ids.DISCARD_NEVER
    if move < kit.PLACE_BARRIER:
        return lot_refusal(cells, tables, piece, move - kit.PLACE_LOT)
    if move < kit.PLACE_MAYOR:
        return row_refusal(cells, tables, piece, move - kit.PLACE_BARRIER)
    if move < kit.PLACE_CANCEL:
        return LEGAL if piece == kit.MAYOR_PIECE else ids.PLACE_KIND
    return cancel_refusal(cells, tables, move - kit.PLACE_CANCEL) if piece == kit.CANCEL_PIECE else ids.PLACE_KIND


def lot_refusal(cells: vec[i64], tables: EstatesTables, piece: i64, lot: i64) -> i64:
    if piece < kit.CUBES:
        return cube_refusal(cells, tables, tables.value[piece], lot)
    return roof_refusal(cells, lot) if piece == kit.ROOF_PIECE else ids.PLACE_KIND


def row_refusal(cells: vec[i64], tables: EstatesTables, piece: i64, way: i64) -> i64:
    """`way`: 2 × row, + 1 to shorten it."""
    if piece < kit.BARRIER_PIECE or piece >= kit.MAYOR_PIECE:
        return ids.PLACE_KIND
    value: i64 = piece - kit.BARRIER_PIECE + 1
    return barrier_refusal(cells, tables, way // 2, -value if way & 1 else value)


def place_piece(cells: vec[i64], tables: EstatesTables, seat: i64, move: i64) -> None:
    piece: i64 = cells[at.PIECE]
    if piece < kit.CUBES:
        place_cube(cells, tables, seat, piece, move - kit.PLACE_LOT)
    elif piece == kit.ROOF_PIECE:
        lot: i64 = move - kit.PLACE_LOT  # estates.roof: its value counts, and nothing is built on it
        cells[at.ROOF + lot] = cells[at.FACE]
        cells[at.VALUE + lot] += cells[at.FACE]
        cells[at.ROOFED + lot // kit.LOTS] += 1
    elif piece == kit.MAYOR_PIECE:
        cells[at.MAYOR] = at.REMOVED if move == kit.DISCARD else move - kit.PLACE_MAYOR  # estates.mayor
    elif piece == kit.CANCEL_PIECE:
        cells[at.CANCEL] = 1  # estates.cancel: it leaves the game either way, with or without a barrier
        if move != kit.DISCARD:
            cancelled: i64 = move - kit.PLACE_CANCEL
            cells[at.LENGTH + barrier_row(cells, cancelled)] -= barrier_change(cells, cancelled)
            cells[at.BARRIER + cancelled] = at.BARRIER_REMOVED
    else:
        barrier: i64 = piece - kit.BARRIER_PIECE
        if move == kit.DISCARD:
            cells[at.BARRIER + barrier] = at.BARRIER_REMOVED
        else:
            # estates.barrier, and estates.barrier.stack: the others of the row keep what they change
            cells[at.BARRIER + barrier] = 1 + move - kit.PLACE_BARRIER
            cells[at.LENGTH + barrier_row(cells, barrier)] += barrier_change(cells, barrier)


def place_cube(cells: vec[i64], tables: EstatesTables, seat: i64, cube: i64, lot: i64) -> None:
    """estates.cube: a new building where nothing stands, else the top floor, which decides whose the building is."""
    cells[at.CUBE_AT + cube] = lot
    if cells[at.TOP + lot] < 0:
        cells[at.BUILT + lot // kit.LOTS] += 1
    cells[at.TOP + lot] = cube
    cells[at.VALUE + lot] += tables.value[cube]
    colour: i64 = tables.colour[cube]
    if cells[at.CERTIFICATE + colour] < 0:  # estates.certificate: whoever comes first, and for good
        cells[at.CERTIFICATE + colour] = seat
