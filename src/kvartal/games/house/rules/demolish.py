# compiled
"""Demolition: what can be pulled down, and what goes with it. All of it returns to the general pool."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.rules.cells import (
    BARE,
    BRICK_WALL,
    CHIMNEY,
    COLUMNS,
    COVER,
    DOOR,
    G_COVER,
    G_DOORS,
    G_STACK,
    G_WALL,
    GARAGE,
    PIECE,
    POOL,
    PULL,
    PULL_COVER,
    PULL_GARAGE,
    PULL_OPENING,
    PULL_STACK,
    ROOF,
    STACK,
    STOREYS,
    TILE_ROOF,
    WALL,
    WINDOW,
    WITH_DOOR,
    WOOD_WALL,
)
from kvartal.games.house.rules.geometry import clear_column, copy_column, opening, width
from kvartal.games.house.rules.ids import DEMOLISH_NOTHING, VARIANT_EXPERT
from kvartal.games.house.rules.tables import HouseTables


def pull_refusal(cells: vec[i64], base: i64, tables: HouseTables, part: i64) -> i64:
    there: bool = False
    if part < PULL_OPENING:
        there = cells[base + WALL + part] != 0
    elif part < PULL_COVER:
        wall: i64 = cells[base + WALL + part - PULL_OPENING]
        there = wall != 0 and opening(wall) != BARE
    elif part < PULL_STACK:
        there = cells[base + COVER + part - PULL_COVER] != 0
    elif part < PULL_GARAGE:
        there = cells[base + STACK + part - PULL_STACK] != 0
    elif not tables.expert:
        return VARIANT_EXPERT
    else:
        there = cells[base + GARAGE + part - PULL_GARAGE] != 0
    return LEGAL if there else DEMOLISH_NOTHING


def fill_parts(cells: vec[i64], base: i64, tables: HouseTables, buffer: vec[i64], count: i64) -> i64:
    wide: i64 = width(cells, base)
    i: i64 = 0
    while i < wide * STOREYS:
        if cells[base + WALL + i]:
            buffer[count] = PULL + i
            count += 1
        i += 1
    i = 0
    while i < wide * STOREYS:
        if cells[base + WALL + i] and (cells[base + WALL + i] - 1) & 3 != BARE:
            buffer[count] = PULL + PULL_OPENING + i
            count += 1
        i += 1
    i = 0
    while i < wide:
        if cells[base + COVER + i]:
            buffer[count] = PULL + PULL_COVER + i
            count += 1
        i += 1
    i = 0
    while i < wide:
        if cells[base + STACK + i]:
            buffer[count] = PULL + PULL_STACK + i
            count += 1
        i += 1
    if tables.expert:
        i = 0
        while i < 4:
            if cells[base + GARAGE + i]:
                buffer[count] = PULL + PULL_GARAGE + i
                count += 1
            i += 1
    return count


def pull(cells: vec[i64], base: i64, part: i64) -> None:
    """Demolish a part and everything it carries. All of it goes back to the general pool."""
    if part < PULL_OPENING:
        column: i64 = part // STOREYS
        pull_cover(cells, base, column)
        storey: i64 = STOREYS - 1
        while storey >= part - column * STOREYS:
            pull_wall(cells, base + WALL + column * STOREYS + storey)
            storey -= 1
        if cells[base + WALL + column * STOREYS] == 0:  # the row closes up
            while column < COLUMNS - 1:
                copy_column(cells, base, column + 1, column)
                column += 1
            clear_column(cells, base, COLUMNS - 1)
    elif part < PULL_COVER:
        wall: i64 = base + WALL + part - PULL_OPENING
        if opening(cells[wall]) == WITH_DOOR:
            cells[wall] -= WITH_DOOR
            cells[POOL + DOOR] += 1
        else:
            cells[wall] -= 1
            cells[POOL + WINDOW] += 1
    elif part < PULL_STACK:
        pull_cover(cells, base, part - PULL_COVER)
    elif part < PULL_GARAGE:
        cells[base + STACK + part - PULL_STACK] = 0
        cells[PIECE + CHIMNEY] += 1
    else:
        pull_garage(cells, base + GARAGE, part - PULL_GARAGE)


def pull_wall(cells: vec[i64], at: i64) -> None:
    wall: i64 = cells[at]
    if wall == 0:
        return
    has: i64 = opening(wall)
    if has == WITH_DOOR:
        cells[POOL + DOOR] += 1
    else:
        cells[POOL + WINDOW] += has
    cells[PIECE + (WOOD_WALL if wall <= 4 else BRICK_WALL)] += 1
    cells[at] = 0


def pull_cover(cells: vec[i64], base: i64, column: i64) -> None:
    if cells[base + STACK + column]:
        cells[base + STACK + column] = 0
        cells[PIECE + CHIMNEY] += 1
    if cells[base + COVER + column]:
        cells[PIECE + (ROOF if cells[base + COVER + column] == 1 else TILE_ROOF)] += 1
        cells[base + COVER + column] = 0


def pull_garage(cells: vec[i64], garage: i64, part: i64) -> None:
    if part == G_DOORS:
        cells[garage + G_DOORS] -= 1
        cells[POOL + DOOR] += 1
        return
    if cells[garage + G_STACK]:
        cells[garage + G_STACK] = 0
        cells[PIECE + CHIMNEY] += 1
    if part == G_STACK:
        return
    if cells[garage + G_COVER]:
        cells[PIECE + (ROOF if cells[garage + G_COVER] == 1 else TILE_ROOF)] += 1
        cells[garage + G_COVER] = 0
    if part == G_COVER:
        return
    cells[POOL + DOOR] += cells[garage + G_DOORS]
    cells[garage + G_DOORS] = 0
    cells[PIECE + (WOOD_WALL if cells[garage + G_WALL] == 1 else BRICK_WALL)] += 1
    cells[garage + G_WALL] = 0
