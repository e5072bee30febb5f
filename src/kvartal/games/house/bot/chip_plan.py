# compiled
"""Where to send the chips: worth of a chip at a building, the best five buildings that hang together, what first."""

from typing import Final

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.bot.needs import Needs
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.buying import cards_at_fair, cards_shown
from kvartal.games.house.rules.crews import hired
from kvartal.games.house.rules.movement import in_hand, place_refusal
from kvartal.games.house.rules.state import HouseState

# A machine integer: a literal would be shifted in 32 bits
BIT: Final[i64] = 1

# Worth of things, in hundredths of a point
CORE: Final = 130
EXTRA: Final = 45
EXPERT_EXTRA: Final = 60
SPARE: Final = 6
PERMIT_WORTH: Final = 700
MONEY_WORTH: Final = 7
PER_RIVAL: Final = 14  # tenths of a good that a chip ahead takes, on average


def worth(state: HouseState, seat: i64, needs: Needs, place: i64, value: i64, more_ahead: i64) -> i64:
    """What a chip of this value brings at this building, with so many more rivals in front than now."""
    if value == 0:
        return 0
    cells = state.cells
    tables = state.tables
    base: i64 = at.SEATS + seat * at.STRIDE
    kind: i64 = tables.kind[place]
    ahead: i64 = more_ahead
    open_rivals: i64 = 0  # rivals in front who still want a permit
    floor: i64 = 0
    while floor < at.SEAT_LIMIT:
        other: i64 = cells[at.TOWER + place * at.SEAT_LIMIT + floor]
        if other >= 0 and other != seat:
            ahead += 1
            if cells[at.SEATS + other * at.STRIDE + at.PERMIT] == 0:
                open_rivals += 1
        floor += 1
    if kind < at.GOODS:
        stock: i64 = (cells[at.SHOP + kind] * 10 - PER_RIVAL * ahead) // 10
        most: i64 = value if value < stock else stock
        return worth_of_goods(needs, kind, most)
    if kind == at.OFFICE:
        return worth_of_office(state, base, value, ahead, open_rivals + more_ahead)
    if kind == at.EXCHANGE:
        return worth_of_exchange(state, base, needs, value, ahead)
    if kind == at.BANK:
        total: i64 = 0
        good: i64 = 0
        while good < 4:
            total += needs.lack[good]
            good += 1
        return 90 if total > 0 else 50
    if kind == at.FAIR:
        return 0 if ahead >= cards_at_fair(cells) else 95 + 10 * value
    if kind == at.ORDER:
        if needs.left == 0 or cells[at.TRACK] == seat:
            return 0
        return 150 if cells[base + at.PERMIT] == 0 else 30
    return 0


def worth_of_goods(needs: Needs, good: i64, count: i64) -> i64:
    total: i64 = 0
    n: i64 = 0
    while n < count:
        each: i64 = SPARE
        if n < needs.lack[good]:
            each = CORE + 3 * needs.price(good)
        elif n < needs.lack[good] + needs.more[good]:
            each = EXPERT_EXTRA if needs.tables.expert else EXTRA
        elif needs.tables.expert:
            each = 0
        total += each if each > 0 else 0
        n += 1
    return total


def worth_of_office(state: HouseState, base: i64, value: i64, ahead: i64, rivals: i64) -> i64:
    best: i64 = 0
    if state.tables.expert:
        if ahead < 2:
            best = 100 if 4 * value * MONEY_WORTH < 100 else 4 * value * MONEY_WORTH
    if state.cells[base + at.PERMIT] == 0:
        permit: i64 = PERMIT_WORTH
        n: i64 = 0
        while n < rivals:
            permit = permit // 5
            n += 1
        if permit > best:
            best = permit
    return best


def worth_of_exchange(state: HouseState, base: i64, needs: Needs, value: i64, ahead: i64) -> i64:
    cells = state.cells
    tables = state.tables
    cards: i64 = (cards_shown(cells) * 10 - (PER_RIVAL if tables.expert else 9) * ahead) // 10
    if cards <= 0:
        return 0
    if not tables.expert:
        if hired(cells, base) >= tables.slots:
            return 0
        return 60 + 70 * needs.left
    if value > cards:
        value = cards
    strong: i64 = 0  # crews that can build a wall and will be there for a while
    slot: i64 = 0
    while slot < at.SLOTS:
        if cells[base + at.SLOT + slot] >= 0 and tables.card_workers[cells[base + at.SLOT + slot]] >= 2:
            strong += 1
        slot += 1
    total: i64 = 0
    while value > 0:
        if strong == 0:
            total += 500
        elif strong == 1:
            total += 180 if needs.left > 0 else 60
        elif strong == 2:
            total += 60
        else:
            total += 30
        strong += 1
        value -= 1
    return total


# The best errand ------------------------------------------------------------------------------------------------------


def best_errand(state: HouseState, seat: i64) -> i64:
    """The move that begins the most valuable set of five buildings, the most contested one first."""
    cells = state.cells
    tables = state.tables
    base: i64 = at.SEATS + seat * at.STRIDE
    needs = Needs(cells, tables, seat)
    now = vec[i64]([0] * (at.PLACES * at.CHIP_VALUES))
    later = vec[i64]([0] * (at.PLACES * at.CHIP_VALUES))
    occupied: i64 = 0
    place: i64 = 0
    while place < tables.places:
        if cells[base + at.CHIP + place] != -1:
            occupied |= BIT << place
        value: i64 = 0
        while value < at.CHIP_VALUES:
            now[place * at.CHIP_VALUES + value] = worth(state, seat, needs, place, value, 0)
            later[place * at.CHIP_VALUES + value] = worth(state, seat, needs, place, value, 1)
            value += 1
        place += 1
    hand = vec[i64]([0] * at.CHIP_VALUES)
    value = 0
    while value < at.CHIP_VALUES:
        hand[value] = in_hand(cells, tables, base, value)
        value += 1
    best = vec[i64]([0] * at.PLACES)
    trial = vec[i64]([0] * at.PLACES)
    top: i64 = -1
    move: i64 = -1
    number: i64 = 0
    count: i64 = len(tables.errands)
    while number < count:
        chosen: i64 = tables.errands[number]
        if chosen & occupied == occupied:
            place = 0
            while place < at.PLACES:
                best[place] = -1
                trial[place] = -1
                place += 1
            total: i64 = assign(now, later, hand, chosen & ~occupied, 0, 0, -1, trial, best, tables.places)
            place = 0
            first: i64 = -1
            gain: i64 = -1
            while place < tables.places:
                if best[place] >= 0 and place_refusal(cells, tables, base, place) == LEGAL:
                    choice: i64 = place * at.CHIP_VALUES + best[place]
                    urgent: i64 = 4 * (now[choice] - later[choice]) + now[choice]
                    if urgent > gain:
                        gain = urgent
                        first = place
                place += 1
            if first >= 0:
                choice = first * at.CHIP_VALUES + best[first]
                total += now[choice] - later[choice]
                if total > top:
                    top = total
                    move = at.PLACE + best[first] * at.PLACES + first
        number += 1
    return move


def assign(
    now: vec[i64],
    later: vec[i64],
    hand: vec[i64],
    places: i64,
    place: i64,
    total: i64,
    top: i64,
    trial: vec[i64],
    best: vec[i64],
    last: i64,
) -> i64:
    """Which chip goes to which of these buildings, for the greatest total. `best` gets the values."""
    while place < last and not (places >> place) & 1:
        place += 1
    if place == last:
        if total > top:
            place = 0
            while place < at.PLACES:
                best[place] = trial[place]
                place += 1
            return total
        return top
    value: i64 = 0
    while value < at.CHIP_VALUES:
        if hand[value] > 0:
            hand[value] -= 1
            trial[place] = value
            worth_here: i64 = later[place * at.CHIP_VALUES + value]
            top = assign(now, later, hand, places, place + 1, total + worth_here, top, trial, best, last)
            trial[place] = -1
            hand[value] += 1
        value += 1
    return top
