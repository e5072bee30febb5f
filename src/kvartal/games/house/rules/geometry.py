# compiled
"""The house as geometry: walls in columns and storeys, roofs on columns, chimneys on roofs, openings in walls.

A house is a row of columns without gaps. `base` is where the cells of a seat begin.
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import ids
from kvartal.games.house.rules.tables import HouseTables

# What stands ----------------------------------------------------------------------------------------------------------


def opening(wall: i64) -> i64:
    """What a standing wall has: BARE, one or two windows, a door."""
    return (wall - 1) & 3


def height(cells: vec[i64], base: i64, column: i64) -> i64:
    ground: i64 = base + at.WALL + column * at.STOREYS
    storey: i64 = 0
    while storey < at.STOREYS and cells[ground + storey]:
        storey += 1
    return storey


def width(cells: vec[i64], base: i64) -> i64:
    column: i64 = 0
    while column < at.COLUMNS and cells[base + at.WALL + column * at.STOREYS]:
        column += 1
    return column


def has_door(cells: vec[i64], base: i64) -> bool:
    column: i64 = 0
    while column < at.COLUMNS:
        wall: i64 = base + at.WALL + column * at.STOREYS
        if cells[wall] == 0:
            return False
        top: i64 = wall + at.STOREYS
        while wall < top and cells[wall]:
            if opening(cells[wall]) == at.WITH_DOOR:
                return True
            wall += 1
        column += 1
    return False


def walls_of_house(cells: vec[i64], base: i64) -> i64:
    count: i64 = 0
    column: i64 = 0
    while column < at.COLUMNS and cells[base + at.WALL + column * at.STOREYS]:
        count += height(cells, base, column)
        column += 1
    return count


def roofs_of_house(cells: vec[i64], base: i64) -> i64:
    count: i64 = 0
    column: i64 = 0
    while column < at.COLUMNS:
        if cells[base + at.COVER + column]:
            count += 1
        column += 1
    return count


def chimneys_of_house(cells: vec[i64], base: i64) -> i64:
    count: i64 = 0
    column: i64 = 0
    while column < at.COLUMNS:
        count += cells[base + at.STACK + column]
        column += 1
    return count


def windows_of_house(cells: vec[i64], base: i64) -> i64:
    count: i64 = 0
    i: i64 = 0
    while i < at.WALLS:
        wall: i64 = cells[base + at.WALL + i]
        if wall and opening(wall) != at.WITH_DOOR:
            count += opening(wall)
        i += 1
    return count


def bare_walls(cells: vec[i64], base: i64) -> i64:
    """Walls with neither window nor door."""
    count: i64 = 0
    i: i64 = 0
    while i < at.WALLS:
        wall: i64 = cells[base + at.WALL + i]
        if wall and opening(wall) == at.BARE:
            count += 1
        i += 1
    return count


def open_columns(cells: vec[i64], base: i64) -> i64:
    """Columns without a roof."""
    count: i64 = 0
    column: i64 = 0
    while column < at.COLUMNS and cells[base + at.WALL + column * at.STOREYS]:
        if cells[base + at.COVER + column] == 0:
            count += 1
        column += 1
    return count


def shell_complete(cells: vec[i64], base: i64, tables: HouseTables) -> bool:
    """Everything that makes a house complete, except the permit. The garage is not looked at."""
    return (
        walls_of_house(cells, base) >= tables.complete_walls  # house.complete.walls
        and roofs_of_house(cells, base) >= tables.complete_roofs  # house.complete.roofs
        and (tables.every_column == 0 or open_columns(cells, base) == 0)
        and chimneys_of_house(cells, base) >= tables.complete_chimneys  # house.complete.chimney
        and has_door(cells, base)  # house.complete.door
        and (tables.every_wall == 0 or bare_walls(cells, base) == 0)  # house.complete.windows
    )


# Where an element can go ----------------------------------------------------------------------------------------------


def spot_refusal(cells: vec[i64], base: i64, tables: HouseTables, kind: i64, spot: i64) -> i64:
    """May this element be put at this spot? LEGAL or the rule against it."""
    if spot == at.AT_GARAGE:
        return garage_refusal(cells, base, tables, kind)
    if kind in (at.WINDOW_IN, at.DOOR_IN):
        if spot >= at.WALLS:
            return ids.AT_KIND
        wall: i64 = cells[base + at.WALL + spot]
        if kind == at.DOOR_IN and wall and has_door(cells, base):
            return ids.AT_ONE_DOOR
        return opening_refusal(kind, wall)
    if spot < at.WALLS:
        return ids.AT_KIND
    if spot in (at.AT_LEFT, at.AT_RIGHT):
        return ids.AT_KIND if kind > at.BRICK_WALL else new_column_refusal(cells, base, tables)
    return column_refusal(cells, base, tables, kind, spot - at.ON_COLUMN)


def opening_refusal(kind: i64, wall: i64) -> i64:
    """May a window, or the only door, go into this wall?"""
    if wall == 0:
        return ids.AT_WALL
    if kind == at.DOOR_IN:
        return LEGAL if opening(wall) == at.BARE else ids.AT_EITHER
    if opening(wall) == at.WITH_DOOR:
        return ids.AT_EITHER
    return LEGAL if opening(wall) < at.TWO_WINDOWS else ids.AT_TWO_WINDOWS


def new_column_refusal(cells: vec[i64], base: i64, tables: HouseTables) -> i64:
    """May a wall stand on the ground, at either end of the row? (house.storeys)"""
    return ids.AT_PLOT if cells[base + at.WALL + (tables.columns - 1) * at.STOREYS] else LEGAL


def column_refusal(cells: vec[i64], base: i64, tables: HouseTables, kind: i64, column: i64) -> i64:
    """May a wall, a roof or a chimney go on top of this column? (house.storeys)"""
    ground: i64 = base + at.WALL + column * at.STOREYS
    if cells[ground] == 0:
        return ids.AT_COLUMN
    covered: bool = cells[base + at.COVER + column] != 0
    if kind <= at.BRICK_WALL:
        if covered:
            return ids.AT_ROOFED
        return ids.AT_PLOT if cells[ground + tables.storeys - 1] else LEGAL
    if kind != at.CHIMNEY:
        return ids.AT_ONE_ROOF if covered else LEGAL
    if not covered:
        return ids.AT_CHIMNEY_ROOF
    return ids.AT_ONE_CHIMNEY if cells[base + at.STACK + column] else LEGAL


def garage_refusal(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> i64:
    """May this element be a part of the garage: a wall, two doors, a roof, a chimney? (house.garage)"""
    if not tables.expert:
        return ids.VARIANT_EXPERT
    garage: i64 = base + at.GARAGE
    if kind <= at.BRICK_WALL:
        return ids.GARAGE_ONE if cells[garage + at.G_WALL] else LEGAL
    if kind == at.WINDOW_IN:
        return ids.GARAGE_WINDOW
    if cells[garage + at.G_WALL] == 0:
        return ids.GARAGE_WALL
    if kind == at.DOOR_IN:
        return LEGAL if cells[garage + at.G_DOORS] < 2 else ids.GARAGE_DOORS
    if kind != at.CHIMNEY:
        return ids.AT_ONE_ROOF if cells[garage + at.G_COVER] else LEGAL
    if cells[garage + at.G_COVER] == 0:
        return ids.AT_CHIMNEY_ROOF
    return ids.AT_ONE_CHIMNEY if cells[garage + at.G_STACK] else LEGAL


def has_spot(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> bool:
    """Is there any place for this element now?"""
    if tables.expert and garage_refusal(cells, base, tables, kind) == LEGAL:
        return True
    if kind in (at.WINDOW_IN, at.DOOR_IN):
        return has_wall_for(cells, base, kind)
    if kind <= at.BRICK_WALL and new_column_refusal(cells, base, tables) == LEGAL:
        return True
    column: i64 = 0
    while column < at.COLUMNS and cells[base + at.WALL + column * at.STOREYS]:
        if column_refusal(cells, base, tables, kind, column) == LEGAL:
            return True
        column += 1
    return False


def has_wall_for(cells: vec[i64], base: i64, kind: i64) -> bool:
    """Is there a wall for a window, or for the door?"""
    if kind == at.DOOR_IN and has_door(cells, base):
        return False
    column: i64 = 0
    while column < at.COLUMNS:
        wall: i64 = base + at.WALL + column * at.STOREYS
        if cells[wall] == 0:
            return False
        top: i64 = wall + at.STOREYS
        while wall < top and cells[wall]:
            if opening_refusal(kind, cells[wall]) == LEGAL:
                return True
            wall += 1
        column += 1
    return False


def nowhere(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> i64:
    """The rule because of which no place is left for this element: what it needs is missing, or full."""
    garage: i64 = garage_refusal(cells, base, tables, kind) if tables.expert else LEGAL
    if kind <= at.BRICK_WALL:
        column: i64 = 0
        while column < tables.columns:
            if cells[base + at.COVER + column] and height(cells, base, column) < tables.storeys:
                return ids.AT_ROOFED
            column += 1
        return ids.AT_PLOT
    if garage in (ids.GARAGE_DOORS, ids.AT_ONE_ROOF, ids.AT_ONE_CHIMNEY):
        return garage
    if cells[base + at.WALL] == 0:
        return ids.PREREQUISITE
    if kind == at.WINDOW_IN:
        return ids.AT_TWO_WINDOWS if windows_of_house(cells, base) else ids.AT_EITHER
    if kind == at.DOOR_IN:
        return ids.AT_ONE_DOOR if has_door(cells, base) else ids.AT_EITHER
    if kind != at.CHIMNEY:
        return ids.AT_ONE_ROOF
    return ids.AT_ONE_CHIMNEY if chimneys_of_house(cells, base) else ids.PREREQUISITE


def fill_spots(cells: vec[i64], base: i64, tables: HouseTables, kind: i64, buffer: vec[i64]) -> i64:
    count: i64 = 0
    spot: i64 = 0 if kind in (at.WINDOW_IN, at.DOOR_IN) else at.ON_COLUMN
    last: i64 = at.WALLS if spot == 0 else at.AT_GARAGE
    while spot < last:
        if spot >= at.WALLS or cells[base + at.WALL + spot]:
            if spot_refusal(cells, base, tables, kind, spot) == LEGAL:
                buffer[count] = at.AT + spot
                count += 1
        spot += 1
    if tables.expert and garage_refusal(cells, base, tables, kind) == LEGAL:
        buffer[count] = at.AT + at.AT_GARAGE
        count += 1
    return count


# Putting --------------------------------------------------------------------------------------------------


def put(cells: vec[i64], base: i64, kind: i64, spot: i64) -> None:
    """Put an element where it is allowed. Pieces come from the pool; window and door were goods of the player."""
    if kind < at.WINDOW_IN:
        cells[at.PIECE + kind] -= 1
    if spot == at.AT_GARAGE:
        put_garage(cells, base + at.GARAGE, kind)
    elif kind == at.WINDOW_IN:
        cells[base + at.WALL + spot] += 1
    elif kind == at.DOOR_IN:
        cells[base + at.WALL + spot] += at.WITH_DOOR
    elif kind == at.CHIMNEY:
        cells[base + at.STACK + spot - at.ON_COLUMN] = 1
    elif kind > at.BRICK_WALL:
        cells[base + at.COVER + spot - at.ON_COLUMN] = kind - at.ROOF + 1
    else:
        put_wall(cells, base, kind, spot)


def put_garage(cells: vec[i64], garage: i64, kind: i64) -> None:
    if kind <= at.BRICK_WALL:
        cells[garage + at.G_WALL] = 1 + kind
    elif kind == at.CHIMNEY:
        cells[garage + at.G_STACK] = 1
    elif kind == at.DOOR_IN:
        cells[garage + at.G_DOORS] += 1
    else:
        cells[garage + at.G_COVER] = kind - at.ROOF + 1


def put_wall(cells: vec[i64], base: i64, kind: i64, spot: i64) -> None:
    """On top of a column, or on the ground beside the house; on the left the whole row moves on."""
    column: i64 = spot - at.ON_COLUMN
    if spot == at.AT_RIGHT:
        column = width(cells, base)
    elif spot == at.AT_LEFT:
        column = at.COLUMNS - 1
        while column > 0:
            copy_column(cells, base, column - 1, column)
            column -= 1
        clear_column(cells, base, 0)
    cells[base + at.WALL + column * at.STOREYS + height(cells, base, column)] = 1 + 4 * kind


def copy_column(cells: vec[i64], base: i64, source: i64, target: i64) -> None:
    storey: i64 = 0
    while storey < at.STOREYS:
        cells[base + at.WALL + target * at.STOREYS + storey] = cells[base + at.WALL + source * at.STOREYS + storey]
        storey += 1
    cells[base + at.COVER + target] = cells[base + at.COVER + source]
    cells[base + at.STACK + target] = cells[base + at.STACK + source]


def clear_column(cells: vec[i64], base: i64, column: i64) -> None:
    storey: i64 = 0
    while storey < at.STOREYS:
        cells[base + at.WALL + column * at.STOREYS + storey] = 0
        storey += 1
    cells[base + at.COVER + column] = 0
    cells[base + at.STACK + column] = 0
