"""What of a position of The Estates follows from the pieces and cheques that lie on the table."""

from collections.abc import Sequence

from kvartal.engine.game import Setup
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import ids
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.state import EstatesState
from kvartal.games.estates.rules.tables import EstatesTables


def derive(setup: Setup, cells: list[int]) -> list[int]:
    """Rows, buildings and supplies are counted; where one round is the whole game, what was won before is nothing."""
    tables = setup.tables
    assert isinstance(tables, EstatesTables)
    cells = list(cells)
    _city(tables, cells)
    _supply(tables, cells)
    for base in range(at.SEATS, at.SEATS + setup.players * at.STRIDE, at.STRIDE):
        if tables.rounds == 1:
            cells[base + at.START] = tables.cheques
            cells[base + at.TOTAL] = 0
        cells[base + at.NET] = cells[base + at.HAND] + cells[base + at.BOX] - cells[base + at.START]
        cells[base + at.BOXED] = cells[base + at.BOX]
    if tables.rounds == 1:
        _only_round(setup, cells)
    return cells


def _city(tables: EstatesTables, cells: list[int]) -> None:
    for lot in range(kit.BOARD):
        standing = [cube for cube in range(kit.CUBES) if cells[at.CUBE_AT + cube] == lot]
        cells[at.TOP + lot] = min(standing, key=lambda cube: tables.value[cube], default=-1)  # floors descend
        cells[at.VALUE + lot] = sum(tables.value[cube] for cube in standing) + cells[at.ROOF + lot]
    for row in range(kit.ROWS):
        lots = range(row * kit.LOTS, (row + 1) * kit.LOTS)
        cells[at.BUILT + row] = next((n for n, lot in enumerate(lots) if cells[at.TOP + lot] < 0), kit.LOTS)
        cells[at.ROOFED + row] = sum(cells[at.ROOF + lot] > 0 for lot in lots)
        cells[at.LENGTH + row] = max(0, min(kit.LOTS, required(tables, cells, row)))


def required(tables: EstatesTables, cells: Sequence[int], row: int) -> int:
    """What the barriers of a row make it require, be it possible or not."""
    changes = 0
    for barrier in range(kit.BARRIERS):
        place = cells[at.BARRIER + barrier]
        if place not in (0, at.BARRIER_REMOVED) and (place - 1) // 2 == row:
            changes += barrier + 1 if place & 1 else -(barrier + 1)
    return tables.length + changes


def used(cells: Sequence[int]) -> int:
    """Pieces that were placed or removed: one every turn."""
    count = sum(0 <= cells[at.CUBE_AT + cube] < kit.BOARD for cube in range(kit.CUBES))
    count += sum(cells[at.ROOF + lot] > 0 for lot in range(kit.BOARD))
    count += sum(cells[at.BARRIER + barrier] != 0 for barrier in range(kit.BARRIERS))
    return count + (cells[at.MAYOR] != at.BESIDE) + cells[at.CANCEL]


def _supply(tables: EstatesTables, cells: list[int]) -> None:
    for row in range(kit.OFFER_ROWS):
        row_cells = cells[at.OFFER_AT + row * kit.PER_ROW : at.OFFER_AT + (row + 1) * kit.PER_ROW]
        lying = [place for place, cube in enumerate(row_cells) if cube >= 0]
        cells[at.LEFT + row], cells[at.RIGHT + row] = (lying[0], lying[-1]) if lying else (0, -1)
    cells[at.CUBES_LEFT] = sum(cube >= 0 for cube in cells[at.OFFER_AT : at.CUBE_AT])
    for value in range(1, kit.VALUES + 1):
        shown = sum(cells[at.ROOF + lot] == value for lot in range(kit.BOARD)) + (cells[at.FACE] == value)
        cells[at.ROOFS + value - 1] = max(0, tables.roofs[value - 1] - shown)
    cells[at.ROOFS_LEFT] = sum(cells[at.ROOFS : at.ROOFS + kit.VALUES])
    cells[at.TURNS] = used(cells)


def _only_round(setup: Setup, cells: list[int]) -> None:
    """Nothing was won before; what the end brings follows from the city."""
    cells[at.ROUND] = 0
    cells[at.ENDED] = cells[at.LAST_WINNER] = cells[at.WINNER] = -1
    for base in range(at.SEATS, at.SEATS + setup.players * at.STRIDE, at.STRIDE):
        cells[base + at.WINS] = 0
    if cells[at.PHASE] != at.FINISHED:
        return
    state = setup.state(cells)
    assert isinstance(state, EstatesState)
    cells[at.ENDED] = ending(state)
    cells[at.LAST_WINNER] = winner = int(state.round_winner())
    if winner >= 0:
        cells[at.SEATS + winner * at.STRIDE + at.WINS] = 1


def ending(state: EstatesState) -> int:
    """The rule by which the round is over as soon as the piece that is up is placed; −1: it goes on."""
    cells, tables = state.cells, state.tables
    on_auction = 0 <= cells[at.PIECE] < kit.CUBES
    if state.complete_rows() >= 2:
        return ids.END_ROWS
    if cells[at.ROOFS_LEFT] == 0 and cells[at.PIECE] != kit.ROOF_PIECE:
        return ids.END_ROOFS
    if cells[at.CUBES_LEFT] == 0 and not on_auction:
        if tables.end_when_cubes_gone:
            return ids.END_EITHER
        if state.open_buildings() == 0:
            return ids.END_CLOSED
    return -1
