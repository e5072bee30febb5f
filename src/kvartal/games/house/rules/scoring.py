# compiled
"""Points, completeness and places at the end."""

from typing import Final

from kvartal.engine.native import i64, vec
from kvartal.games.house.rules.cells import (
    BRICK_WALL,
    CHIMNEY,
    COINS,
    COLUMNS,
    COVER,
    DOOR_IN,
    G_COVER,
    G_DOORS,
    G_STACK,
    G_WALL,
    GARAGE,
    GOODS,
    KEPT,
    LOANS,
    MONEY,
    PERMIT,
    PRIVILEGES,
    QUALITY,
    ROOF,
    SEATS,
    STACK,
    STORE,
    STRIDE,
    WALL,
    WALLS,
    WHERE,
    WINDOW_IN,
    WITH_DOOR,
    WOOD_WALL,
)
from kvartal.games.house.rules.geometry import roofs_of_house, shell_complete, walls_of_house
from kvartal.games.house.rules.tables import OFFSET, HouseTables

COLOURS: Final = 3


def complete(cells: vec[i64], base: i64, tables: HouseTables) -> bool:
    if tables.need_permit and cells[base + PERMIT] == 0:
        return False
    return shell_complete(cells, base, tables)


def element_points(cells: vec[i64], base: i64, tables: HouseTables) -> i64:
    """Walls, roofs, chimneys, windows and doors of the house; of a garage only its roof and chimney."""
    points: i64 = 0
    i: i64 = 0
    while i < WALLS:
        wall: i64 = cells[base + WALL + i]
        if wall:
            points += tables.points[WOOD_WALL if wall <= 4 else BRICK_WALL]
            has: i64 = (wall - 1) & 3
            if has == WITH_DOOR:
                points += tables.points[DOOR_IN]
            else:
                points += has * tables.points[WINDOW_IN]
        i += 1
    i = 0
    while i < COLUMNS:
        if cells[base + COVER + i]:
            points += tables.points[ROOF + cells[base + COVER + i] - 1]
            points += tables.points[CHIMNEY] * cells[base + STACK + i]
        i += 1
    if cells[base + GARAGE + G_COVER]:
        points += tables.points[ROOF + cells[base + GARAGE + G_COVER] - 1]
        points += tables.points[CHIMNEY] * cells[base + GARAGE + G_STACK]
    return points


def garage_points(cells: vec[i64], base: i64, tables: HouseTables) -> i64:
    if cells[base + GARAGE + G_WALL] == 0:
        return 0
    return tables.garage if cells[base + GARAGE + G_DOORS] == 2 else tables.garage_begun


def coin_points(cells: vec[i64], tables: HouseTables, seat: i64) -> i64:
    """Most coins, second most coins; a tie for the first place leaves no second; no coins, no points."""
    mine: i64 = cells[SEATS + seat * STRIDE + COINS]
    if mine == 0:
        return 0
    more: i64 = 0
    other: i64 = 0
    while other < tables.players:
        if cells[SEATS + other * STRIDE + COINS] > mine:
            more += 1
        other += 1
    if more == 0:
        return tables.most_coins
    return tables.second_coins if more == 1 else 0


def colour_count(cells: vec[i64], tables: HouseTables, seat: i64, colour: i64) -> i64:
    count: i64 = 0
    card: i64 = 0
    while card < PRIVILEGES:
        if cells[WHERE + card] == KEPT + seat and tables.colour[card] == colour:
            count += 1
        card += 1
    return count


def colour_won(cells: vec[i64], tables: HouseTables, seat: i64, colour: i64) -> bool:
    """Has the seat the most kept cards of a colour? Everybody counts, finished or not; ties all score."""
    mine: i64 = colour_count(cells, tables, seat, colour)
    if mine == 0:
        return False
    other: i64 = 0
    while other < tables.players:
        if colour_count(cells, tables, other, colour) > mine:
            return False
        other += 1
    return True


def loan_points(cells: vec[i64], base: i64, tables: HouseTables) -> i64:
    loans: i64 = cells[base + LOANS]
    return tables.loan_points[loans if loans < 6 else 6] - OFFSET


def points_of(cells: vec[i64], tables: HouseTables, seat: i64) -> i64:
    base: i64 = SEATS + seat * STRIDE
    points: i64 = element_points(cells, base, tables)
    if not tables.expert:
        if complete(cells, base, tables):
            points += tables.complete_points
        return points + coin_points(cells, tables, seat)
    points += garage_points(cells, base, tables) + cells[base + QUALITY] + loan_points(cells, base, tables)
    colour: i64 = 0
    while colour < COLOURS:
        if colour_won(cells, tables, seat, colour):
            points += tables.colour_points
        colour += 1
    return points


def size_of(cells: vec[i64], base: i64) -> i64:
    """Walls and roofs of the house; the garage does not count."""
    return walls_of_house(cells, base) + roofs_of_house(cells, base)


def goods_left(cells: vec[i64], base: i64) -> i64:
    count: i64 = 0
    good: i64 = 0
    while good < GOODS:
        count += cells[base + STORE + good]
        good += 1
    return count


def beats(cells: vec[i64], tables: HouseTables, one: i64, two: i64) -> bool:
    """Does seat `one` stand before seat `two`? Points, then the tie-breaks of the variant, in their order."""
    a: i64 = SEATS + one * STRIDE
    b: i64 = SEATS + two * STRIDE
    gap: i64 = points_of(cells, tables, one) - points_of(cells, tables, two)
    if gap != 0:
        return gap > 0
    if tables.expert:
        gap = cells[b + LOANS] - cells[a + LOANS]
        if gap == 0:
            gap = cells[a + MONEY] - cells[b + MONEY]
        if gap == 0:
            gap = cells[a + QUALITY] - cells[b + QUALITY]
        if gap == 0:
            gap = size_of(cells, a) - size_of(cells, b)
        return gap > 0
    gap = size_of(cells, a) - size_of(cells, b)
    if gap == 0:
        gap = goods_left(cells, b) - goods_left(cells, a)
    return gap > 0


def place_of(cells: vec[i64], tables: HouseTables, seat: i64) -> i64:
    """1 for the winners; in the expert game 0 for everybody without a complete house."""
    if tables.expert and not complete(cells, SEATS + seat * STRIDE, tables):
        return 0
    place: i64 = 1
    other: i64 = 0
    while other < tables.players:
        if not tables.expert or complete(cells, SEATS + other * STRIDE, tables):
            if beats(cells, tables, other, seat):
                place += 1
        other += 1
    return place
