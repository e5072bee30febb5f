# compiled
"""The city: what may stand where, when a row is complete, and what everything is worth."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL, UNKNOWN
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import ids
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.tables import EstatesTables

# What may stand where ---------------------------------------------------------------------------------------------


def cube_refusal(cells: vec[i64], tables: EstatesTables, value: i64, lot: i64) -> i64:
    row: i64 = lot // kit.LOTS
    place: i64 = lot - row * kit.LOTS
    if place >= cells[at.LENGTH + row]:
        return ids.CUBE_LENGTH
    if place == cells[at.BUILT + row]:
        return LEGAL
    if place > cells[at.BUILT + row]:
        return ids.CUBE_GAP
    if cells[at.ROOF + lot] > 0:
        return ids.CUBE_ROOFED
    if tables.white[lot]:
        return ids.CUBE_WHITE
    return LEGAL if tables.value[cells[at.TOP + lot]] > value else ids.CUBE_LOWER


def roof_refusal(cells: vec[i64], lot: i64) -> i64:
    if cells[at.TOP + lot] < 0:
        return ids.ROOF_BUILDING
    return ids.ROOF_ONE if cells[at.ROOF + lot] > 0 else LEGAL


def barrier_refusal(cells: vec[i64], tables: EstatesTables, row: i64, change: i64) -> i64:
    """The barrier stands on the first lot that is not to be built: it must exist and be empty."""
    length: i64 = cells[at.LENGTH + row] + change
    if length > tables.max_length:
        return ids.BARRIER_BOARD
    if length < tables.min_length:
        return ids.BARRIER_LEAST
    return ids.BARRIER_BUILT if length < cells[at.BUILT + row] else LEGAL


def barrier_row(cells: vec[i64], barrier: i64) -> i64:
    """The row of a barrier, −1 if it is on none."""
    place: i64 = cells[at.BARRIER + barrier]
    return -1 if place == 0 or place == at.BARRIER_REMOVED else (place - 1) // 2


def barrier_change(cells: vec[i64], barrier: i64) -> i64:
    """By how much a barrier on the board changes its row: it keeps its own sign (estates.barrier.stack)."""
    return barrier + 1 if cells[at.BARRIER + barrier] & 1 else -(barrier + 1)


def cancel_refusal(cells: vec[i64], tables: EstatesTables, barrier: i64) -> i64:
    row: i64 = barrier_row(cells, barrier)
    if row < 0:
        return ids.CANCEL_NONE
    length: i64 = cells[at.LENGTH + row] - barrier_change(cells, barrier)
    if length < tables.min_length:
        return ids.CANCEL_LEAST
    if length < cells[at.BUILT + row]:
        return ids.CANCEL_BUILT
    return ids.BARRIER_BOARD if length > tables.max_length else LEGAL  # never with the printed numbers


def highest_open_top(cells: vec[i64], tables: EstatesTables) -> i64:
    """Any cube of a lower value than this has a lot now: 7 if a row has an empty lot to build on."""
    highest: i64 = 0
    row: i64 = 0
    while row < kit.ROWS:
        built: i64 = cells[at.BUILT + row]
        if built < cells[at.LENGTH + row]:
            return 7
        lot: i64 = row * kit.LOTS
        end: i64 = lot + built
        while lot < end:
            if cells[at.ROOF + lot] == 0 and not tables.white[lot]:
                value: i64 = tables.value[cells[at.TOP + lot]]
                if value > highest:
                    highest = value
            lot += 1
        row += 1
    return highest


def open_buildings(cells: vec[i64]) -> i64:
    """Buildings without a roof."""
    return (
        cells[at.BUILT]
        + cells[at.BUILT + 1]
        + cells[at.BUILT + 2]
        - cells[at.ROOFED]
        - cells[at.ROOFED + 1]
        - cells[at.ROOFED + 2]
    )


def complete_rows(cells: vec[i64]) -> i64:
    """Every required lot built and roofed; a row that requires nothing is complete."""
    rows: i64 = 0
    row: i64 = 0
    while row < kit.ROWS:
        if cells[at.ROOFED + row] == cells[at.LENGTH + row]:
            rows += 1
        row += 1
    return rows


# What it is worth -------------------------------------------------------------------------------------------------


def row_factor(cells: vec[i64], row: i64) -> i64:
    """estates.score.complete: +1; estates.score.incomplete: −1; twice that with the mayor (estates.mayor)."""
    factor: i64 = 1 if cells[at.ROOFED + row] == cells[at.LENGTH + row] else -1
    return factor * 2 if cells[at.MAYOR] == row else factor


def lot_points(cells: vec[i64], tables: EstatesTables, seat: i64, lot: i64) -> i64:
    """What the building on a lot brings to a seat: all of it to the holder of its top colour, or nothing."""
    top: i64 = cells[at.TOP + lot]
    if top < 0 or cells[at.CERTIFICATE + tables.colour[top]] != seat:
        return 0
    return cells[at.VALUE + lot] * row_factor(cells, lot // kit.LOTS)


def city_score(cells: vec[i64], tables: EstatesTables, seat: i64) -> i64:
    points: i64 = 0
    row: i64 = 0
    while row < kit.ROWS:
        sum_: i64 = 0
        lot: i64 = row * kit.LOTS
        end: i64 = lot + cells[at.BUILT + row]
        while lot < end:
            if cells[at.CERTIFICATE + tables.colour[cells[at.TOP + lot]]] == seat:
                sum_ += cells[at.VALUE + lot]
            lot += 1
        points += sum_ * row_factor(cells, row)
        row += 1
    return points


def round_score(cells: vec[i64], tables: EstatesTables, seat: i64) -> i64:
    box: i64 = cells[at.SEATS + seat * at.STRIDE + at.BOX]
    return city_score(cells, tables, seat) + (0 if box == UNKNOWN else box)  # estates.score.box


def total_score(cells: vec[i64], tables: EstatesTables, seat: i64) -> i64:
    return cells[at.SEATS + seat * at.STRIDE + at.TOTAL] + round_score(cells, tables, seat)


def clear(cells: vec[i64], tables: EstatesTables) -> None:
    """An empty board."""
    row: i64 = 0
    while row < kit.ROWS:
        cells[at.LENGTH + row] = tables.length
        cells[at.BUILT + row] = 0
        cells[at.ROOFED + row] = 0
        cells[at.BARRIER + row] = 0
        row += 1
    lot: i64 = 0
    while lot < kit.BOARD:
        cells[at.TOP + lot] = -1
        cells[at.VALUE + lot] = 0
        cells[at.ROOF + lot] = 0
        lot += 1
