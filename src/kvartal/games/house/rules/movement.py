# compiled
"""Movement: one chip at a time, face down, next to any own chip; later chips go on top."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.rules import buying, ids
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.any_time import fill_extras
from kvartal.games.house.rules.tables import HouseTables


def in_hand(cells: vec[i64], tables: HouseTables, base: i64, value: i64) -> i64:
    """Chips of this value not yet placed."""
    count: i64 = tables.chips[value]
    place: i64 = 0
    while place < tables.places:
        if cells[base + at.CHIP + place] == value:
            count -= 1
        place += 1
    return count


def place_refusal(cells: vec[i64], tables: HouseTables, base: i64, place: i64) -> i64:
    """May a chip of this player go here? Buildings that share a side are neighbours (house.map)."""
    if cells[base + at.CHIP + place] != -1:
        return ids.MOVE_ONE
    first: bool = True
    beside: bool = False
    other: i64 = 0
    while other < tables.places:
        if cells[base + at.CHIP + other] != -1:
            first = False
            if tables.borders[place * at.PLACES + other]:
                beside = True
            if tables.one_centre and in_centre(tables, place) and in_centre(tables, other):
                return ids.MOVE_CENTRE
        other += 1
    return LEGAL if first or beside else ids.MOVE_ADJACENT


def in_centre(tables: HouseTables, place: i64) -> bool:
    """Sectors 1 and 10, two places side by side (house.centre)."""
    return place == tables.centre or tables.kind[place] == at.ORDER


def hand_of(cells: vec[i64], tables: HouseTables, base: i64) -> i64:
    """All chips not yet placed, counted in one number: a byte for each value."""
    one: i64 = 1
    hand: i64 = 0
    value: i64 = at.CHIP_VALUES - 1
    while value >= 0:
        hand = (hand << 8) + tables.chips[value]
        value -= 1
    place: i64 = 0
    while place < tables.places:
        chip: i64 = cells[base + at.CHIP + place]
        if chip >= 0:
            hand -= one << (8 * chip)
        place += 1
    return hand


def fill_places(cells: vec[i64], tables: HouseTables, base: i64, first: i64, buffer: vec[i64]) -> i64:
    """Where one chip may go, as codes from `first` on."""
    count: i64 = 0
    place: i64 = 0
    while place < tables.places:
        if place_refusal(cells, tables, base, place) == LEGAL:
            buffer[count] = first + place
            count += 1
        place += 1
    return count


def fill_moving(cells: vec[i64], tables: HouseTables, seat: i64, buffer: vec[i64]) -> i64:
    """Every chip in hand may go wherever one may; there always is such a building (house.move.never_stuck)."""
    base: i64 = at.SEATS + seat * at.STRIDE
    hand: i64 = hand_of(cells, tables, base)
    spots: i64 = 0  # looked for once, for the lowest chip; each higher one copies them
    lowest: i64 = 0
    count: i64 = 0
    code: i64 = at.PLACE
    while hand > 0:
        if hand & 255:
            if count == 0:
                spots = fill_places(cells, tables, base, code, buffer)
                lowest = code
            else:
                i: i64 = 0
                while i < spots:
                    buffer[count + i] = buffer[i] + code - lowest
                    i += 1
            count += spots
        hand >>= 8
        code += at.PLACES
    return fill_extras(cells, tables, seat, buffer, count)


def chip_refusal(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> i64:
    if cells[at.PHASE] != at.MOVING:
        return ids.PHASE_MOVE
    base: i64 = at.SEATS + seat * at.STRIDE
    place: i64 = move % at.PLACES
    if place >= tables.places:
        return ids.VARIANT_EXPERT
    if in_hand(cells, tables, base, move // at.PLACES) <= 0:
        return ids.MOVE_HAND
    return place_refusal(cells, tables, base, place)


def play_moving(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> None:
    """A chip goes on top of its tower, and the next player is on turn (house.move)."""
    place: i64 = move % at.PLACES
    cells[at.SEATS + seat * at.STRIDE + at.CHIP + place] = move // at.PLACES
    floor: i64 = at.TOWER + place * at.SEAT_LIMIT
    while cells[floor] >= 0:
        floor += 1
    cells[floor] = seat
    cells[at.TURN] += 1
    if cells[at.TURN] == 5 * tables.players:
        buying.begin(cells, tables)
    elif tables.expert:
        cells[at.ACTIVE] = cells[at.TRACK + cells[at.TURN] % tables.players]
    else:
        following: i64 = cells[at.ACTIVE] + 1
        cells[at.ACTIVE] = 0 if following == tables.players else following
