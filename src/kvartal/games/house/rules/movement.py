# compiled
"""Movement: one chip at a time, face down, next to any own chip; later chips go on top."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.rules import buying
from kvartal.games.house.rules.any_time import fill_extras
from kvartal.games.house.rules.cells import (
    ACTIVE,
    CHIP,
    CHIP_VALUES,
    ORDER,
    PLACE,
    PLACES,
    SEAT_LIMIT,
    SEATS,
    STRIDE,
    TOWER,
    TRACK,
    TURN,
)
from kvartal.games.house.rules.ids import MOVE_ADJACENT, MOVE_CENTRE, MOVE_HAND, MOVE_ONE, VARIANT_EXPERT
from kvartal.games.house.rules.tables import HouseTables


def in_hand(cells: vec[i64], tables: HouseTables, base: i64, value: i64) -> i64:
    """Chips of this value not yet placed."""
    count: i64 = tables.chips[value]
    place: i64 = 0
    while place < tables.places:
        if cells[base + CHIP + place] == value:
            count -= 1
        place += 1
    return count


def place_refusal(cells: vec[i64], tables: HouseTables, base: i64, place: i64) -> i64:
    """May a chip of this player go here?"""
    if cells[base + CHIP + place] != -1:
        return MOVE_ONE
    first: bool = True
    beside: bool = False
    other: i64 = 0
    while other < tables.places:
        if cells[base + CHIP + other] != -1:
            first = False
            if tables.borders[place * PLACES + other]:
                beside = True
            if tables.one_centre and in_centre(tables, place) and in_centre(tables, other):
                return MOVE_CENTRE
        other += 1
    return LEGAL if first or beside else MOVE_ADJACENT


def in_centre(tables: HouseTables, place: i64) -> bool:
    return place == tables.centre or tables.kind[place] == ORDER


def fill_moving(cells: vec[i64], tables: HouseTables, seat: i64, buffer: vec[i64]) -> i64:
    base: i64 = SEATS + seat * STRIDE
    places: i64 = tables.places
    hand0: i64 = tables.chips[0]
    hand1: i64 = tables.chips[1]
    hand2: i64 = tables.chips[2]
    hand3: i64 = tables.chips[3]
    place: i64 = 0
    while place < places:
        chip: i64 = cells[base + CHIP + place]
        if chip == 0:
            hand0 -= 1
        elif chip == 1:
            hand1 -= 1
        elif chip == 2:
            hand2 -= 1
        elif chip == 3:
            hand3 -= 1
        place += 1
    spots: i64 = 0
    place = 0
    while place < places:  # the legal buildings once, then each value copies them
        if place_refusal(cells, tables, base, place) == LEGAL:
            buffer[spots] = place
            spots += 1
        place += 1
    kinds: i64 = 0
    if hand0 > 0:
        kinds += 1
    if hand1 > 0:
        kinds += 1
    if hand2 > 0:
        kinds += 1
    if hand3 > 0:
        kinds += 1
    count: i64 = kinds * spots
    block: i64 = kinds
    value: i64 = CHIP_VALUES - 1
    while value >= 0:  # from the highest value down, so that the list in front is overwritten last
        has: i64 = hand3 if value == 3 else hand2 if value == 2 else hand1 if value == 1 else hand0
        if has > 0:
            block -= 1
            i: i64 = 0
            while i < spots:
                buffer[block * spots + i] = PLACE + value * PLACES + buffer[i]
                i += 1
        value -= 1
    return fill_extras(cells, tables, seat, buffer, count)


def moving_refusal(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> i64:
    base: i64 = SEATS + seat * STRIDE
    place: i64 = move % PLACES
    if place >= tables.places:
        return VARIANT_EXPERT
    if in_hand(cells, tables, base, move // PLACES) <= 0:
        return MOVE_HAND
    return place_refusal(cells, tables, base, place)


def play_moving(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> None:
    place: i64 = move % PLACES
    cells[SEATS + seat * STRIDE + CHIP + place] = move // PLACES
    floor: i64 = TOWER + place * SEAT_LIMIT
    while cells[floor] >= 0:
        floor += 1
    cells[floor] = seat
    cells[TURN] += 1
    if cells[TURN] == 5 * tables.players:
        buying.begin(cells, tables)
    elif tables.expert:
        cells[ACTIVE] = cells[TRACK + cells[TURN] % tables.players]
    else:
        following: i64 = cells[ACTIVE] + 1
        cells[ACTIVE] = 0 if following == tables.players else following
