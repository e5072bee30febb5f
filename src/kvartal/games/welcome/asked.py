# compiled
"""Questions that words and pictures ask about a sheet. They hand over a state: mypyc leaks a vec that Python hands."""

from kvartal.engine.native import i64
from kvartal.games.welcome import choosing, scoring, sheet
from kvartal.games.welcome.state import WelcomeState


def fitting(state: WelcomeState, seat: i64) -> i64:
    return sheet.fitting(state.cells, state.seat_at(seat), state.tables)


def offered_number(state: WelcomeState, seat: i64, i: i64) -> i64:
    return choosing.offered_number(state.cells, state.seat_at(seat), state.tables, i)


def effect_of(state: WelcomeState, seat: i64) -> i64:
    return choosing.effect_of(state.cells, state.seat_at(seat), state.tables)


def park_points(state: WelcomeState, seat: i64, street: i64) -> i64:
    return scoring.park_points(state.cells, state.seat_at(seat), state.tables, street)


def pools_built(state: WelcomeState, seat: i64) -> i64:
    return scoring.pools_built(state.cells, state.seat_at(seat), state.tables)


def temp_points(state: WelcomeState, seat: i64) -> i64:
    return scoring.temp_points(state.cells, seat, state.tables)


def estate_value(state: WelcomeState, seat: i64, size: i64) -> i64:
    return scoring.estate_value(state.cells, state.seat_at(seat), state.tables, size)


def rival_cards(state: WelcomeState, effect: i64) -> i64:
    return scoring.rival_cards(state.cells, state.tables, effect)


def rival_temps(state: WelcomeState) -> i64:
    return scoring.rival_temps(state.cells, state.tables)


def rival_estates(state: WelcomeState) -> list[tuple[int, int]]:
    return scoring.rival_estates(state.cells, state.tables)


def rival_best(state: WelcomeState) -> list[tuple[int, int]]:
    return scoring.rival_best(state.cells, state.tables)


def rival_total(state: WelcomeState) -> i64:
    return scoring.rival_total(state.cells, state.tables)


# What is done to a sheet typed in -------------------------------------------------------------------------------------


def count_estates(state: WelcomeState, seat: i64) -> None:
    sheet.count_estates(state.cells, state.seat_at(seat), state.tables)


def give_places(state: WelcomeState) -> None:
    scoring.give_places(state.cells, state.tables)
