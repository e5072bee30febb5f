# compiled
"""The city: what may stand where, when a row is complete, and what everything is worth (facts, sections 3 to 5)."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL, UNKNOWN
from kvartal.games.estates.rules.cells import (
    BARRIER,
    BARRIER_REMOVED,
    BOX,
    BUILT,
    CERTIFICATE,
    LENGTH,
    MAYOR,
    ROOF,
    ROOFED,
    SEATS,
    STRIDE,
    TOP,
    TOTAL,
    VALUE,
)
from kvartal.games.estates.rules.ids import (
    BARRIER_BOARD,
    BARRIER_BUILT,
    BARRIER_LEAST,
    CANCEL_BUILT,
    CANCEL_LEAST,
    CANCEL_NONE,
    CUBE_GAP,
    CUBE_LENGTH,
    CUBE_LOWER,
    CUBE_ROOFED,
    CUBE_WHITE,
    ROOF_BUILDING,
    ROOF_ONE,
)
from kvartal.games.estates.rules.tables import BOARD, LOTS, ROWS, EstatesTables

# What may stand where ---------------------------------------------------------------------------------------------


def cube_refusal(cells: vec[i64], tables: EstatesTables, value: i64, lot: i64) -> i64:
    row: i64 = lot // LOTS
    place: i64 = lot - row * LOTS
    if place >= cells[LENGTH + row]:
        return CUBE_LENGTH
    if place == cells[BUILT + row]:
        return LEGAL
    if place > cells[BUILT + row]:
        return CUBE_GAP
    if cells[ROOF + lot] > 0:
        return CUBE_ROOFED
    if tables.white[lot]:
        return CUBE_WHITE
    return LEGAL if tables.value[cells[TOP + lot]] > value else CUBE_LOWER


def roof_refusal(cells: vec[i64], lot: i64) -> i64:
    if cells[TOP + lot] < 0:
        return ROOF_BUILDING
    return ROOF_ONE if cells[ROOF + lot] > 0 else LEGAL


def barrier_refusal(cells: vec[i64], tables: EstatesTables, row: i64, change: i64) -> i64:
    """The barrier stands on the first lot that is not to be built: it must exist and be empty."""
    length: i64 = cells[LENGTH + row] + change
    if length > tables.max_length:
        return BARRIER_BOARD
    if length < tables.min_length:
        return BARRIER_LEAST
    return BARRIER_BUILT if length < cells[BUILT + row] else LEGAL


def barrier_row(cells: vec[i64], barrier: i64) -> i64:
    """The row of a barrier, −1 if it is on none."""
    place: i64 = cells[BARRIER + barrier]
    return -1 if place == 0 or place == BARRIER_REMOVED else (place - 1) // 2


def barrier_change(cells: vec[i64], barrier: i64) -> i64:
    """By how much a barrier on the board changes its row: it keeps its own sign."""
    return barrier + 1 if cells[BARRIER + barrier] & 1 else -(barrier + 1)


def cancel_refusal(cells: vec[i64], tables: EstatesTables, barrier: i64) -> i64:
    row: i64 = barrier_row(cells, barrier)
    if row < 0:
        return CANCEL_NONE
    length: i64 = cells[LENGTH + row] - barrier_change(cells, barrier)
    if length < tables.min_length:
        return CANCEL_LEAST
    if length < cells[BUILT + row]:
        return CANCEL_BUILT
    return BARRIER_BOARD if length > tables.max_length else LEGAL  # never with the printed numbers


def highest_open_top(cells: vec[i64], tables: EstatesTables) -> i64:
    """Any cube of a lower value than this has a lot now: 7 if a row has an empty lot to build on."""
    highest: i64 = 0
    row: i64 = 0
    while row < ROWS:
        built: i64 = cells[BUILT + row]
        if built < cells[LENGTH + row]:
            return 7
        lot: i64 = row * LOTS
        end: i64 = lot + built
        while lot < end:
            if cells[ROOF + lot] == 0 and not tables.white[lot]:
                value: i64 = tables.value[cells[TOP + lot]]
                if value > highest:
                    highest = value
            lot += 1
        row += 1
    return highest


def open_buildings(cells: vec[i64]) -> i64:
    """Buildings without a roof."""
    return cells[BUILT] + cells[BUILT + 1] + cells[BUILT + 2] - cells[ROOFED] - cells[ROOFED + 1] - cells[ROOFED + 2]


def complete_rows(cells: vec[i64]) -> i64:
    """Every required lot built and roofed; a row that requires nothing is complete."""
    rows: i64 = 0
    row: i64 = 0
    while row < ROWS:
        if cells[ROOFED + row] == cells[LENGTH + row]:
            rows += 1
        row += 1
    return rows


# What it is worth -------------------------------------------------------------------------------------------------


def row_factor(cells: vec[i64], row: i64) -> i64:
    """+1 in a complete row, −1 in any other, twice that with the mayor."""
    factor: i64 = 1 if cells[ROOFED + row] == cells[LENGTH + row] else -1
    return factor * 2 if cells[MAYOR] == row else factor


def lot_points(cells: vec[i64], tables: EstatesTables, seat: i64, lot: i64) -> i64:
    """What the building on a lot brings to a seat: all of it to the holder of its top colour, or nothing."""
    top: i64 = cells[TOP + lot]
    if top < 0 or cells[CERTIFICATE + tables.colour[top]] != seat:
        return 0
    return cells[VALUE + lot] * row_factor(cells, lot // LOTS)


def city_score(cells: vec[i64], tables: EstatesTables, seat: i64) -> i64:
    points: i64 = 0
    row: i64 = 0
    while row < ROWS:
        sum_: i64 = 0
        lot: i64 = row * LOTS
        end: i64 = lot + cells[BUILT + row]
        while lot < end:
            if cells[CERTIFICATE + tables.colour[cells[TOP + lot]]] == seat:
                sum_ += cells[VALUE + lot]
            lot += 1
        points += sum_ * row_factor(cells, row)
        row += 1
    return points


def round_score(cells: vec[i64], tables: EstatesTables, seat: i64) -> i64:
    box: i64 = cells[SEATS + seat * STRIDE + BOX]
    return city_score(cells, tables, seat) + (0 if box == UNKNOWN else box)


def total_score(cells: vec[i64], tables: EstatesTables, seat: i64) -> i64:
    return cells[SEATS + seat * STRIDE + TOTAL] + round_score(cells, tables, seat)


def clear(cells: vec[i64], tables: EstatesTables) -> None:
    """An empty board."""
    row: i64 = 0
    while row < ROWS:
        cells[LENGTH + row] = tables.length
        cells[BUILT + row] = 0
        cells[ROOFED + row] = 0
        cells[BARRIER + row] = 0
        row += 1
    lot: i64 = 0
    while lot < BOARD:
        cells[TOP + lot] = -1
        cells[VALUE + lot] = 0
        cells[ROOF + lot] = 0
        lot += 1
