# compiled
"""The house as geometry: walls in columns and storeys, roofs on columns, chimneys on roofs, openings in walls.

A house is a row of columns without gaps. `base` is where the cells of a seat begin.
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.rules.cells import (
    AT,
    AT_GARAGE,
    AT_LEFT,
    AT_RIGHT,
    BARE,
    BRICK_WALL,
    CHIMNEY,
    COLUMNS,
    COVER,
    DOOR_IN,
    G_COVER,
    G_DOORS,
    G_STACK,
    G_WALL,
    GARAGE,
    ON_COLUMN,
    PIECE,
    ROOF,
    STACK,
    STOREYS,
    TWO_WINDOWS,
    WALL,
    WALLS,
    WINDOW_IN,
    WITH_DOOR,
)
from kvartal.games.house.rules.ids import (
    AT_CHIMNEY_ROOF,
    AT_COLUMN,
    AT_EITHER,
    AT_KIND,
    AT_ONE_CHIMNEY,
    AT_ONE_DOOR,
    AT_ONE_ROOF,
    AT_PLOT,
    AT_ROOFED,
    AT_TWO_WINDOWS,
    AT_WALL,
    GARAGE_DOORS,
    GARAGE_ONE,
    GARAGE_WALL,
    GARAGE_WINDOW,
    PREREQUISITE,
    VARIANT_EXPERT,
)
from kvartal.games.house.rules.tables import HouseTables

# What stands ----------------------------------------------------------------------------------------------------------


def opening(wall: i64) -> i64:
    """What a standing wall has: BARE, one or two windows, a door."""
    return (wall - 1) & 3


def height(cells: vec[i64], base: i64, column: i64) -> i64:
    at: i64 = base + WALL + column * STOREYS
    storey: i64 = 0
    while storey < STOREYS and cells[at + storey]:
        storey += 1
    return storey


def width(cells: vec[i64], base: i64) -> i64:
    column: i64 = 0
    while column < COLUMNS and cells[base + WALL + column * STOREYS]:
        column += 1
    return column


def has_door(cells: vec[i64], base: i64) -> bool:
    column: i64 = 0
    while column < COLUMNS:
        at: i64 = base + WALL + column * STOREYS
        if cells[at] == 0:
            return False
        storey: i64 = 0
        while storey < STOREYS and cells[at + storey]:
            if cells[at + storey] & 3 == 0:
                return True
            storey += 1
        column += 1
    return False


def walls_of_house(cells: vec[i64], base: i64) -> i64:
    count: i64 = 0
    column: i64 = 0
    while column < COLUMNS and cells[base + WALL + column * STOREYS]:
        count += height(cells, base, column)
        column += 1
    return count


def roofs_of_house(cells: vec[i64], base: i64) -> i64:
    count: i64 = 0
    column: i64 = 0
    while column < COLUMNS:
        if cells[base + COVER + column]:
            count += 1
        column += 1
    return count


def chimneys_of_house(cells: vec[i64], base: i64) -> i64:
    count: i64 = 0
    column: i64 = 0
    while column < COLUMNS:
        count += cells[base + STACK + column]
        column += 1
    return count


def windows_of_house(cells: vec[i64], base: i64) -> i64:
    count: i64 = 0
    i: i64 = 0
    while i < WALLS:
        wall: i64 = cells[base + WALL + i]
        if wall and (wall - 1) & 3 != WITH_DOOR:
            count += (wall - 1) & 3
        i += 1
    return count


def bare_walls(cells: vec[i64], base: i64) -> i64:
    """Walls with neither window nor door."""
    count: i64 = 0
    i: i64 = 0
    while i < WALLS:
        if cells[base + WALL + i] and (cells[base + WALL + i] - 1) & 3 == BARE:
            count += 1
        i += 1
    return count


def open_columns(cells: vec[i64], base: i64) -> i64:
    """Columns without a roof."""
    count: i64 = 0
    column: i64 = 0
    while column < COLUMNS and cells[base + WALL + column * STOREYS]:
        if cells[base + COVER + column] == 0:
            count += 1
        column += 1
    return count


def shell_complete(cells: vec[i64], base: i64, tables: HouseTables) -> bool:
    """Everything that makes a house complete, except the permit. The garage is not looked at."""
    return (
        walls_of_house(cells, base) >= tables.complete_walls
        and roofs_of_house(cells, base) >= tables.complete_roofs
        and (tables.every_column == 0 or open_columns(cells, base) == 0)
        and chimneys_of_house(cells, base) >= tables.complete_chimneys
        and has_door(cells, base)
        and (tables.every_wall == 0 or bare_walls(cells, base) == 0)
    )


# Where an element can go ----------------------------------------------------------------------------------------------


def spot_refusal(cells: vec[i64], base: i64, tables: HouseTables, kind: i64, spot: i64) -> i64:
    """May this element be put at this spot? LEGAL or the rule against it."""
    if spot == AT_GARAGE:
        return garage_refusal(cells, base, tables, kind)
    if kind in (WINDOW_IN, DOOR_IN):
        if spot >= WALLS:
            return AT_KIND
        wall: i64 = cells[base + WALL + spot]
        if wall == 0:
            return AT_WALL
        if kind == DOOR_IN:
            if has_door(cells, base):
                return AT_ONE_DOOR
            return LEGAL if opening(wall) == BARE else AT_EITHER
        if opening(wall) == WITH_DOOR:
            return AT_EITHER
        return LEGAL if opening(wall) < TWO_WINDOWS else AT_TWO_WINDOWS
    if spot < WALLS:
        return AT_KIND
    if spot in (AT_LEFT, AT_RIGHT):
        if kind > BRICK_WALL:
            return AT_KIND
        return LEGAL if width(cells, base) < tables.columns else AT_PLOT
    column: i64 = spot - ON_COLUMN
    if cells[base + WALL + column * STOREYS] == 0:
        return AT_COLUMN
    covered: bool = cells[base + COVER + column] != 0
    if kind <= BRICK_WALL:
        if covered:
            return AT_ROOFED
        return LEGAL if height(cells, base, column) < tables.storeys else AT_PLOT
    if kind != CHIMNEY:
        return AT_ONE_ROOF if covered else LEGAL
    if not covered:
        return AT_CHIMNEY_ROOF
    return AT_ONE_CHIMNEY if cells[base + STACK + column] else LEGAL


def garage_refusal(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> i64:
    if not tables.expert:
        return VARIANT_EXPERT
    garage: i64 = base + GARAGE
    if kind <= BRICK_WALL:
        return GARAGE_ONE if cells[garage + G_WALL] else LEGAL
    if kind == WINDOW_IN:
        return GARAGE_WINDOW
    if cells[garage + G_WALL] == 0:
        return GARAGE_WALL
    if kind == DOOR_IN:
        return LEGAL if cells[garage + G_DOORS] < 2 else GARAGE_DOORS
    if kind != CHIMNEY:
        return AT_ONE_ROOF if cells[garage + G_COVER] else LEGAL
    if cells[garage + G_COVER] == 0:
        return AT_CHIMNEY_ROOF
    return AT_ONE_CHIMNEY if cells[garage + G_STACK] else LEGAL


def has_spot(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> bool:
    """Is there any place for this element now?"""
    if tables.expert and garage_refusal(cells, base, tables, kind) == LEGAL:
        return True
    if kind <= BRICK_WALL and cells[base + WALL + (tables.columns - 1) * STOREYS] == 0:
        return True
    if kind == DOOR_IN and has_door(cells, base):
        return False
    column: i64 = 0
    while column < COLUMNS:
        at: i64 = base + WALL + column * STOREYS
        if cells[at] == 0:
            return False
        if kind == WINDOW_IN:
            storey: i64 = 0
            while storey < STOREYS and cells[at + storey]:
                if (cells[at + storey] - 1) & 3 < TWO_WINDOWS:
                    return True
                storey += 1
        elif kind == DOOR_IN:
            storey = 0
            while storey < STOREYS and cells[at + storey]:
                if (cells[at + storey] - 1) & 3 == BARE:
                    return True
                storey += 1
        elif kind == CHIMNEY:
            if cells[base + COVER + column] and cells[base + STACK + column] == 0:
                return True
        elif cells[base + COVER + column] == 0:
            if kind > BRICK_WALL or cells[at + tables.storeys - 1] == 0:
                return True
        column += 1
    return False


def nowhere(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> i64:
    """The rule because of which no place is left for this element: what it needs is missing, or full."""
    garage: i64 = garage_refusal(cells, base, tables, kind) if tables.expert else LEGAL
    if kind <= BRICK_WALL:
        column: i64 = 0
        while column < tables.columns:
            if cells[base + COVER + column] and height(cells, base, column) < tables.storeys:
                return AT_ROOFED
            column += 1
        return AT_PLOT
    if garage in (GARAGE_DOORS, AT_ONE_ROOF, AT_ONE_CHIMNEY):
        return garage
    if cells[base + WALL] == 0:
        return PREREQUISITE
    if kind == WINDOW_IN:
        return AT_TWO_WINDOWS if windows_of_house(cells, base) else AT_EITHER
    if kind == DOOR_IN:
        return AT_ONE_DOOR if has_door(cells, base) else AT_EITHER
    if kind != CHIMNEY:
        return AT_ONE_ROOF
    return AT_ONE_CHIMNEY if chimneys_of_house(cells, base) else PREREQUISITE


def fill_spots(cells: vec[i64], base: i64, tables: HouseTables, kind: i64, buffer: vec[i64]) -> i64:
    count: i64 = 0
    spot: i64 = 0 if kind in (WINDOW_IN, DOOR_IN) else ON_COLUMN
    last: i64 = WALLS if spot == 0 else AT_GARAGE
    while spot < last:
        if spot >= WALLS or cells[base + WALL + spot]:
            if spot_refusal(cells, base, tables, kind, spot) == LEGAL:
                buffer[count] = AT + spot
                count += 1
        spot += 1
    if tables.expert and garage_refusal(cells, base, tables, kind) == LEGAL:
        buffer[count] = AT + AT_GARAGE
        count += 1
    return count


# Putting --------------------------------------------------------------------------------------------------


def put(cells: vec[i64], base: i64, kind: i64, spot: i64) -> None:
    """Put an element where it is allowed. Pieces come from the pool; window and door were goods of the player."""
    if kind < WINDOW_IN:
        cells[PIECE + kind] -= 1
    if spot == AT_GARAGE:
        garage: i64 = base + GARAGE
        if kind <= BRICK_WALL:
            cells[garage + G_WALL] = 1 + kind
        elif kind == CHIMNEY:
            cells[garage + G_STACK] = 1
        elif kind == DOOR_IN:
            cells[garage + G_DOORS] += 1
        else:
            cells[garage + G_COVER] = kind - ROOF + 1
        return
    if kind == WINDOW_IN:
        cells[base + WALL + spot] += 1
        return
    if kind == DOOR_IN:
        cells[base + WALL + spot] += WITH_DOOR
        return
    column: i64 = spot - ON_COLUMN
    if kind == CHIMNEY:
        cells[base + STACK + column] = 1
        return
    if kind > BRICK_WALL:
        cells[base + COVER + column] = kind - ROOF + 1
        return
    if spot == AT_RIGHT:
        column = width(cells, base)
    elif spot == AT_LEFT:
        column = COLUMNS - 1
        while column > 0:
            copy_column(cells, base, column - 1, column)
            column -= 1
        clear_column(cells, base, 0)
    cells[base + WALL + column * STOREYS + height(cells, base, column)] = 1 + 4 * kind


def copy_column(cells: vec[i64], base: i64, source: i64, target: i64) -> None:
    storey: i64 = 0
    while storey < STOREYS:
        cells[base + WALL + target * STOREYS + storey] = cells[base + WALL + source * STOREYS + storey]
        storey += 1
    cells[base + COVER + target] = cells[base + COVER + source]
    cells[base + STACK + target] = cells[base + STACK + source]


def clear_column(cells: vec[i64], base: i64, column: i64) -> None:
    storey: i64 = 0
    while storey < STOREYS:
        cells[base + WALL + column * STOREYS + storey] = 0
        storey += 1
    cells[base + COVER + column] = 0
    cells[base + STACK + column] = 0
