# compiled
"""Demolition: what can be pulled down, and what goes with it (house.demolish)."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import ids
from kvartal.games.house.rules.geometry import clear_column, copy_column, opening, width
from kvartal.games.house.rules.tables import HouseTables


def pull_refusal(cells: vec[i64], base: i64, tables: HouseTables, part: i64) -> i64:
    there: bool = False
    if part < at.PULL_OPENING:
        there = cells[base + at.WALL + part] != 0
    elif part < at.PULL_COVER:
        wall: i64 = cells[base + at.WALL + part - at.PULL_OPENING]
        there = wall != 0 and opening(wall) != at.BARE
    elif part < at.PULL_STACK:
        there = cells[base + at.COVER + part - at.PULL_COVER] != 0
    elif part < at.PULL_GARAGE:
        there = cells[base + at.STACK + part - at.PULL_STACK] != 0
    elif not tables.expert:
        return ids.VARIANT_EXPERT
    else:
        there = cells[base + at.GARAGE + part - at.PULL_GARAGE] != 0
    return LEGAL if there else ids.DEMOLISH_NOTHING


def fill_parts(cells: vec[i64], base: i64, tables: HouseTables, buffer: vec[i64], count: i64) -> i64:
    wide: i64 = width(cells, base)
    count = fill_standing(cells, base + at.WALL, wide * at.STOREYS, at.PULL, buffer, count)
    i: i64 = 0
    while i < wide * at.STOREYS:
        wall: i64 = cells[base + at.WALL + i]
        if wall and opening(wall) != at.BARE:
            buffer[count] = at.PULL + at.PULL_OPENING + i
            count += 1
        i += 1
    count = fill_standing(cells, base + at.COVER, wide, at.PULL + at.PULL_COVER, buffer, count)
    count = fill_standing(cells, base + at.STACK, wide, at.PULL + at.PULL_STACK, buffer, count)
    if tables.expert:
        count = fill_standing(cells, base + at.GARAGE, 4, at.PULL + at.PULL_GARAGE, buffer, count)
    return count


def fill_standing(cells: vec[i64], first: i64, size: i64, code: i64, buffer: vec[i64], count: i64) -> i64:
    """Moves from `code` on, for those of these cells where something stands."""
    i: i64 = 0
    while i < size:
        if cells[first + i]:
            buffer[count] = code + i
            count += 1
        i += 1
    return count


def pull(cells: vec[i64], base: i64, part: i64) -> None:
    """Demolish a part and everything it carries. All of it goes back to the general pool (house.demolish.pool)."""
    if part < at.PULL_OPENING:
        column: i64 = part // at.STOREYS
        pull_cover(cells, base, column)
        storey: i64 = at.STOREYS - 1
        while storey >= part - column * at.STOREYS:
            pull_wall(cells, base + at.WALL + column * at.STOREYS + storey)
            storey -= 1
        if cells[base + at.WALL + column * at.STOREYS] == 0:  # the row closes up
            while column < at.COLUMNS - 1:
                copy_column(cells, base, column + 1, column)
                column += 1
            clear_column(cells, base, at.COLUMNS - 1)
    elif part < at.PULL_COVER:
        wall: i64 = base + at.WALL + part - at.PULL_OPENING
        if opening(cells[wall]) == at.WITH_DOOR:
            cells[wall] -= at.WITH_DOOR
            cells[at.POOL + at.DOOR] += 1
        else:
            cells[wall] -= 1
            cells[at.POOL + at.WINDOW] += 1
    elif part < at.PULL_STACK:
        pull_cover(cells, base, part - at.PULL_COVER)
    elif part < at.PULL_GARAGE:
        cells[base + at.STACK + part - at.PULL_STACK] = 0
        cells[at.PIECE + at.CHIMNEY] += 1
    else:
        pull_garage(cells, base + at.GARAGE, part - at.PULL_GARAGE)


def pull_wall(cells: vec[i64], cell: i64) -> None:
    wall: i64 = cells[cell]
    if wall == 0:
        return
    has: i64 = opening(wall)
    if has == at.WITH_DOOR:
        cells[at.POOL + at.DOOR] += 1
    else:
        cells[at.POOL + at.WINDOW] += has
    cells[at.PIECE + (at.WOOD_WALL if wall <= 4 else at.BRICK_WALL)] += 1
    cells[cell] = 0


def pull_cover(cells: vec[i64], base: i64, column: i64) -> None:
    if cells[base + at.STACK + column]:
        cells[base + at.STACK + column] = 0
        cells[at.PIECE + at.CHIMNEY] += 1
    if cells[base + at.COVER + column]:
        cells[at.PIECE + (at.ROOF if cells[base + at.COVER + column] == 1 else at.TILE_ROOF)] += 1
        cells[base + at.COVER + column] = 0


def pull_garage(cells: vec[i64], garage: i64, part: i64) -> None:
    if part == at.G_DOORS:
        cells[garage + at.G_DOORS] -= 1
        cells[at.POOL + at.DOOR] += 1
        return
    if cells[garage + at.G_STACK]:
        cells[garage + at.G_STACK] = 0
        cells[at.PIECE + at.CHIMNEY] += 1
    if part == at.G_STACK:
        return
    if cells[garage + at.G_COVER]:
        cells[at.PIECE + (at.ROOF if cells[garage + at.G_COVER] == 1 else at.TILE_ROOF)] += 1
        cells[garage + at.G_COVER] = 0
    if part == at.G_COVER:
        return
    cells[at.POOL + at.DOOR] += cells[garage + at.G_DOORS]
    cells[garage + at.G_DOORS] = 0
    cells[at.PIECE + (at.WOOD_WALL if cells[garage + at.G_WALL] == 1 else at.BRICK_WALL)] += 1
    cells[garage + at.G_WALL] = 0
