# compiled
"""The offer: which pieces can be put up for auction, and how a cube leaves its row."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import ids
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.city import highest_open_top, open_buildings
from kvartal.games.estates.rules.tables import EstatesTables


def fill_offers(cells: vec[i64], tables: EstatesTables, buffer: vec[i64], first: i64) -> i64:
    """Everything that can be put up, into the buffer from `first` on; returns the end of it."""
    count: i64 = first
    limit: i64 = highest_open_top(cells, tables)
    row: i64 = 0
    while row < kit.OFFER_ROWS:
        left: i64 = cells[at.LEFT + row]
        right: i64 = cells[at.RIGHT + row]
        if left <= right:
            count = add_cube(cells[at.OFFER_AT + row * kit.PER_ROW + left], tables, limit, buffer, first, count)
            if left < right:
                count = add_cube(cells[at.OFFER_AT + row * kit.PER_ROW + right], tables, limit, buffer, first, count)
        row += 1
    if open_buildings(cells) > 0:  # roofs are left, or the round would be over
        buffer[count] = kit.OFFER + kit.ROOF_PIECE
        count += 1
    barrier: i64 = 0
    while barrier < kit.BARRIERS:
        if cells[at.BARRIER + barrier] == 0:
            buffer[count] = kit.OFFER + kit.BARRIER_PIECE + barrier
            count += 1
        barrier += 1
    if cells[at.MAYOR] == at.BESIDE:
        buffer[count] = kit.OFFER + kit.MAYOR_PIECE
        count += 1
    if cells[at.CANCEL] == 0:
        buffer[count] = kit.OFFER + kit.CANCEL_PIECE
        count += 1
    return count


def add_cube(cube: i64, tables: EstatesTables, limit: i64, buffer: vec[i64], first: i64, count: i64) -> i64:
    """Into its place among the moves from `first` on, which stay ascending; not if it has no lot."""
    if tables.value[cube] >= limit:
        return count
    place: i64 = count
    while place > first and buffer[place - 1] > kit.OFFER + cube:
        buffer[place] = buffer[place - 1]
        place -= 1
    buffer[place] = kit.OFFER + cube
    return count + 1


def offer_refusal(cells: vec[i64], tables: EstatesTables, piece: i64) -> i64:
    if piece < kit.CUBES:
        if cells[at.CUBE_AT + piece] != at.IN_OFFER:
            return ids.OFFER_GONE
        if end_of_row(cells, piece) < 0:
            return ids.OFFER_END
        return LEGAL if tables.value[piece] < highest_open_top(cells, tables) else ids.OFFER_FITS
    if piece == kit.ROOF_PIECE:
        return LEGAL if open_buildings(cells) > 0 else ids.OFFER_ROOF
    if piece == kit.MAYOR_PIECE:
        return LEGAL if cells[at.MAYOR] == at.BESIDE else ids.OFFER_GONE
    if piece == kit.CANCEL_PIECE:
        return LEGAL if cells[at.CANCEL] == 0 else ids.OFFER_GONE
    return LEGAL if cells[at.BARRIER + piece - kit.BARRIER_PIECE] == 0 else ids.OFFER_GONE


def end_of_row(cells: vec[i64], cube: i64) -> i64:
    """2 × row for the left end of a row of the offer, + 1 for its right end, −1 for anything between."""
    row: i64 = 0
    while row < kit.OFFER_ROWS:
        left: i64 = cells[at.LEFT + row]
        right: i64 = cells[at.RIGHT + row]
        if left <= right:
            if cells[at.OFFER_AT + row * kit.PER_ROW + left] == cube:
                return 2 * row
            if cells[at.OFFER_AT + row * kit.PER_ROW + right] == cube:
                return 2 * row + 1
        row += 1
    return -1


def take_cube(cells: vec[i64], cube: i64) -> None:
    """Off the end of its row; the gap stays."""
    end: i64 = end_of_row(cells, cube)
    row: i64 = end // 2
    if end & 1:
        cells[at.OFFER_AT + row * kit.PER_ROW + cells[at.RIGHT + row]] = kit.NO_PIECE
        cells[at.RIGHT + row] -= 1
    else:
        cells[at.OFFER_AT + row * kit.PER_ROW + cells[at.LEFT + row]] = kit.NO_PIECE
        cells[at.LEFT + row] += 1
    if cells[at.LEFT + row] > cells[at.RIGHT + row]:
        cells[at.LEFT + row] = 0  # an empty row is always the same, whichever end went last
        cells[at.RIGHT + row] = -1
    cells[at.CUBE_AT + cube] = at.ON_AUCTION
    cells[at.CUBES_LEFT] -= 1
