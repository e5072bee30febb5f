"""How many of each element a house has."""

from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import geometry
from kvartal.games.house.rules.state import HouseState


def elements(state: HouseState, seat: int) -> list[int]:
    """How many of each element count one by one: the house, and roof and chimney of the garage."""
    cells, base = state.cells, at.SEATS + seat * at.STRIDE
    counts = [0] * at.ELEMENTS
    for n in range(at.WALLS):
        wall = cells[base + at.WALL + n]
        if wall:
            counts[at.WOOD_WALL if wall <= 4 else at.BRICK_WALL] += 1
            if geometry.opening(wall) == at.WITH_DOOR:
                counts[at.DOOR_IN] += 1
            else:
                counts[at.WINDOW_IN] += geometry.opening(wall)
    covers = [(base + at.COVER + n, base + at.STACK + n) for n in range(at.COLUMNS)]
    for cover, stack in [*covers, (base + at.GARAGE + at.G_COVER, base + at.GARAGE + at.G_STACK)]:
        if cells[cover]:
            counts[at.ROOF + cells[cover] - 1] += 1
            counts[at.CHIMNEY] += cells[stack]
    return counts


def built(state: HouseState, seat: int) -> list[int]:
    """How many of each element stand, wall and doors of the garage included."""
    cells, garage = state.cells, at.SEATS + seat * at.STRIDE + at.GARAGE
    counts = elements(state, seat)
    if cells[garage + at.G_WALL]:
        counts[cells[garage + at.G_WALL] - 1] += 1
    counts[at.DOOR_IN] += cells[garage + at.G_DOORS]
    return counts
