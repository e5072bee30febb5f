# compiled
"""Questions that words and pictures ask about a sheet. They hand over a state: mypyc leaks a vec that Python hands."""

from kvartal.engine.native import i64
from kvartal.engine.state import LEGAL
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import choosing, deck, plans, reveal, scoring, sheet, turn
from kvartal.games.welcome.rules.state import WelcomeState


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


# What there is of a plan ----------------------------------------------------------------------------------------------


def plan_estates(state: WelcomeState, seat: i64, plan: i64, street: i64, size: i64) -> i64:
    """Estates of a size that serve a plan, on one street or (−1) anywhere; those being chosen for it among them."""
    base: i64 = state.seat_at(seat)
    found: i64 = plans.available(state.cells, base, state.tables, plan, street, size)
    using: i64 = state.cells[base + at.USING]
    if using >= 0 and state.cells[at.PLANS_AT + using] == plan:
        found += plans.taken(state.cells, base, state.tables, size)
    return found


def plan_streets(state: WelcomeState, seat: i64, plan: i64) -> i64:
    """For plans that look at streets one by one: how many count."""
    found: i64 = 0
    street: i64 = 0
    while street < 3:
        kind: i64 = state.tables.plan_kind[plan]
        if plans.street_counts(state.cells, state.seat_at(seat), state.tables, plan, kind, street):
            found += 1
        street += 1
    return found


def end_ready(state: WelcomeState, seat: i64, kind: i64, house: i64) -> bool:
    return plans.end_ready(state.cells, state.seat_at(seat), state.tables, kind, house)


def built(state: WelcomeState, seat: i64, house: i64) -> bool:
    return plans.built(state.cells, state.seat_at(seat), state.tables, house)


def bis_on(state: WelcomeState, seat: i64, street: i64) -> i64:
    tables = state.tables
    return plans.bis_between(state.cells, state.seat_at(seat), tables.first[street], tables.past[street])


# What is done to a sheet typed in -------------------------------------------------------------------------------------


def count_estates(state: WelcomeState, seat: i64) -> None:
    sheet.count_estates(state.cells, state.seat_at(seat), state.tables)


def give_places(state: WelcomeState) -> None:
    scoring.give_places(state.cells, state.tables)


# What is asked about a position typed in ------------------------------------------------------------------------------


def met(state: WelcomeState, seat: i64, plan: i64) -> bool:
    return plans.met(state.cells, state.seat_at(seat), state.tables, plan)


def fits(state: WelcomeState, seat: i64, number: i64, house: i64) -> bool:
    return sheet.fits(state.cells, state.seat_at(seat), state.tables, number, house)


def take_back(state: WelcomeState, seat: i64) -> None:
    turn.take_back(state.cells, state.seat_at(seat), state.tables)


def may_reshuffle(state: WelcomeState, seat: i64) -> bool:
    """As if nobody had asked for it yet."""
    return deck.reshuffle_refusal(state.cells, state.seat_at(seat), state.tables) == LEGAL


def ended_by(state: WelcomeState) -> i64:
    """The rule by which the sheets, as they stand after a round, end the game; −1: it goes on."""
    return reveal.ended_by(state.cells, state.tables)
