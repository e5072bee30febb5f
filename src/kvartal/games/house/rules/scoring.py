# compiled
"""Points, completeness and places at the end."""

from typing import Final

from kvartal.engine.native import i64, vec
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.geometry import opening, roofs_of_house, shell_complete, walls_of_house
from kvartal.games.house.rules.tables import OFFSET, HouseTables

COLOURS: Final = 3


def complete(cells: vec[i64], base: i64, tables: HouseTables) -> bool:
    if tables.need_permit and cells[base + at.PERMIT] == 0:  # house.complete.permit
        return False
    return shell_complete(cells, base, tables)


def element_points(cells: vec[i64], base: i64, tables: HouseTables) -> i64:
    """Walls, roofs, chimneys, windows, doors; of a garage only its roof and chimney (house.score.elements)."""
    points: i64 = 0
    i: i64 = 0
    while i < at.WALLS:
        wall: i64 = cells[base + at.WALL + i]
        if wall:
            points += tables.points[at.WOOD_WALL if wall <= 4 else at.BRICK_WALL]
            has: i64 = opening(wall)
            if has == at.WITH_DOOR:
                points += tables.points[at.DOOR_IN]
            else:
                points += has * tables.points[at.WINDOW_IN]
        i += 1
    i = 0
    while i < at.COLUMNS:
        if cells[base + at.COVER + i]:
            points += tables.points[at.ROOF + cells[base + at.COVER + i] - 1]
            points += tables.points[at.CHIMNEY] * cells[base + at.STACK + i]
        i += 1
    if cells[base + at.GARAGE + at.G_COVER]:
        points += tables.points[at.ROOF + cells[base + at.GARAGE + at.G_COVER] - 1]
        points += tables.points[at.CHIMNEY] * cells[base + at.GARAGE + at.G_STACK]
    return points


def garage_points(cells: vec[i64], base: i64, tables: HouseTables) -> i64:
    """Whole with its two doors (house.score.garage), or begun (house.garage.begun)."""
    if cells[base + at.GARAGE + at.G_WALL] == 0:
        return 0
    return tables.garage if cells[base + at.GARAGE + at.G_DOORS] == 2 else tables.garage_begun


def coin_points(cells: vec[i64], tables: HouseTables, seat: i64) -> i64:
    """Most coins, second most; a tie for the first place leaves no second; no coins, no points (house.score.coins)."""
    mine: i64 = cells[at.SEATS + seat * at.STRIDE + at.COINS]
    if mine == 0:
        return 0
    more: i64 = 0
    other: i64 = 0
    while other < tables.players:
        if cells[at.SEATS + other * at.STRIDE + at.COINS] > mine:
            more += 1
        other += 1
    if more == 0:
        return tables.most_coins
    return tables.second_coins if more == 1 else 0


def colour_count(cells: vec[i64], tables: HouseTables, seat: i64, colour: i64) -> i64:
    count: i64 = 0
    card: i64 = 0
    while card < at.PRIVILEGES:
        if cells[at.WHERE + card] == at.KEPT + seat and tables.colour[card] == colour:
            count += 1
        card += 1
    return count


def colour_won(cells: vec[i64], tables: HouseTables, seat: i64, colour: i64) -> bool:
    """Has the seat the most kept cards of a colour? Everybody counts, ties all score (house.score.privileges)."""
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
    """A point without loans, ever more points off with them (house.score.loans)."""
    loans: i64 = cells[base + at.LOANS]
    return tables.loan_points[loans if loans < 6 else 6] - OFFSET


def points_of(cells: vec[i64], tables: HouseTables, seat: i64) -> i64:
    base: i64 = at.SEATS + seat * at.STRIDE
    points: i64 = element_points(cells, base, tables)
    if not tables.expert:
        if complete(cells, base, tables):
            points += tables.complete_points  # house.score.complete
        return points + coin_points(cells, tables, seat)
    points += cells[base + at.QUALITY]  # house.score.quality
    points += garage_points(cells, base, tables) + loan_points(cells, base, tables)
    colour: i64 = 0
    while colour < COLOURS:
        if colour_won(cells, tables, seat, colour):
            points += tables.colour_points
        colour += 1
    return points


def size_of(cells: vec[i64], base: i64) -> i64:
    """Walls and roofs of the house; the garage does not count (house.tie.size)."""
    return walls_of_house(cells, base) + roofs_of_house(cells, base)


def goods_left(cells: vec[i64], base: i64) -> i64:
    count: i64 = 0
    good: i64 = 0
    while good < at.GOODS:
        count += cells[base + at.STORE + good]
        good += 1
    return count


def beats(cells: vec[i64], tables: HouseTables, one: i64, two: i64) -> bool:
    """Does seat `one` stand before seat `two`? Points, then the tie-breaks of the variant, in their order."""
    a: i64 = at.SEATS + one * at.STRIDE
    b: i64 = at.SEATS + two * at.STRIDE
    gap: i64 = points_of(cells, tables, one) - points_of(cells, tables, two)
    if gap != 0:
        return gap > 0
    if tables.expert:  # house.tie.expert
        gap = cells[b + at.LOANS] - cells[a + at.LOANS]
        if gap == 0:
            gap = cells[a + at.MONEY] - cells[b + at.MONEY]
        if gap == 0:
            gap = cells[a + at.QUALITY] - cells[b + at.QUALITY]
        if gap == 0:
            gap = size_of(cells, a) - size_of(cells, b)
        return gap > 0
    gap = size_of(cells, a) - size_of(cells, b)
    if gap == 0:  # house.tie.goods
        gap = goods_left(cells, b) - goods_left(cells, a)
    return gap > 0


def place_of(cells: vec[i64], tables: HouseTables, seat: i64) -> i64:
    """1 for the winners; expert: 0 without a complete house (house.end.incomplete), even if that is all of them.

    Then nobody has won (house.end.nobody).
    """
    if tables.expert and not complete(cells, at.SEATS + seat * at.STRIDE, tables):
        return 0
    place: i64 = 1
    other: i64 = 0
    while other < tables.players:
        if not tables.expert or complete(cells, at.SEATS + other * at.STRIDE, tables):
            if beats(cells, tables, other, seat):
                place += 1
        other += 1
    return place
