# compiled
"""Questions that words and pictures ask about a seat. They hand over a state: mypyc leaks a vec that Python hands."""

from kvartal.engine.native import i64
from kvartal.games.house.rules import building, crews, geometry, movement, scoring, secrets
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.state import HouseState


def base_of(seat: i64) -> i64:
    return at.SEATS + seat * at.STRIDE


def complete(state: HouseState, seat: i64) -> bool:
    return scoring.complete(state.cells, base_of(seat), state.tables)


def element_points(state: HouseState, seat: i64) -> i64:
    return scoring.element_points(state.cells, base_of(seat), state.tables)


def coin_points(state: HouseState, seat: i64) -> i64:
    return scoring.coin_points(state.cells, state.tables, seat)


def garage_points(state: HouseState, seat: i64) -> i64:
    return scoring.garage_points(state.cells, base_of(seat), state.tables)


def loan_points(state: HouseState, seat: i64) -> i64:
    return scoring.loan_points(state.cells, base_of(seat), state.tables)


def colour_won(state: HouseState, seat: i64, colour: i64) -> bool:
    return scoring.colour_won(state.cells, state.tables, seat, colour)


def walls(state: HouseState, seat: i64) -> i64:
    return geometry.walls_of_house(state.cells, base_of(seat))


def roofs(state: HouseState, seat: i64) -> i64:
    return geometry.roofs_of_house(state.cells, base_of(seat))


def chimneys(state: HouseState, seat: i64) -> i64:
    return geometry.chimneys_of_house(state.cells, base_of(seat))


def bare_walls(state: HouseState, seat: i64) -> i64:
    return geometry.bare_walls(state.cells, base_of(seat))


def open_columns(state: HouseState, seat: i64) -> i64:
    return geometry.open_columns(state.cells, base_of(seat))


def has_door(state: HouseState, seat: i64) -> bool:
    return geometry.has_door(state.cells, base_of(seat))


def free_goods(state: HouseState, seat: i64, good: i64) -> i64:
    return building.free_goods(state.cells, base_of(seat), good)


def fresh_workers(state: HouseState, seat: i64) -> i64:
    return crews.fresh_workers(state.cells, base_of(seat), state.tables)


def in_hand(state: HouseState, seat: i64, value: i64) -> i64:
    return movement.in_hand(state.cells, state.tables, base_of(seat), value)


def place_refusal(state: HouseState, seat: i64, place: i64) -> i64:
    return movement.place_refusal(state.cells, state.tables, base_of(seat), place)


def turned_up(state: HouseState, place: i64, floor: i64) -> bool:
    return secrets.turned_up(state.cells, state.tables, place, floor)
