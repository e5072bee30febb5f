# compiled
"""A fast player of Flip City with weights of its own: what rollouts are made of. All it looks at is open to everybody.

Cards are played while the next one is worth its risk; what is built is what adds most to the deck as it is.
"""

from typing import Final

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.flip.bot import weights as w
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.rules.state import FlipState

CERTAIN: Final = 1_000_000  # probabilities are counted in millionths
MOVE_BITS: Final = 8  # a judged building is worth × 2⁸ + move
DEEP: Final = 2  # cards that a danger is looked ahead
NO_FACE: Final = -1
FAR: Final = 1_000_000_000_000


def chosen(state: FlipState, seat: i64, weights: vec[i64]) -> i64:
    """The code of a legal move, for a seat that owes one."""
    phase: i64 = state.cells[at.PHASE]
    if phase == at.PLAYING:
        return chosen_card(state, seat, weights)
    if phase == at.BUILDING:
        return best_building(state, seat, weights, state.cells[at.COINS]) & 255
    return chosen_removal(state, weights)


def chosen_removal(state: FlipState, weights: vec[i64]) -> i64:
    """Alone: the kind that is least missed; the more of it there are, the less."""
    best: i64 = kit.REMOVE
    least: i64 = FAR
    kind: i64 = 1
    while kind < kit.KINDS:
        left: i64 = state.cells[at.SUPPLY + kind]
        if left > 0:
            missed: i64 = weights[w.MISSED + kind - 1] // left
            if missed < least:
                least = missed
                best = kit.REMOVE + kind - 1
        kind += 1
    return best


# Playing cards ------------------------------------------------------------------------------------------------------


def chosen_card(state: FlipState, seat: i64, weights: vec[i64]) -> i64:
    cells = state.cells
    tables = state.tables
    base: i64 = state.seat_at(seat)
    if cells[base + at.DISCARD_SIZE] > 0:
        face: i64 = recyclable(state, base)
        if face >= 0 and (not tables.recycle_flips or recycling_wins(state, base)):
            return kit.RECYCLE + face
    may_stop: bool = state.stop_refusal(seat) == LEGAL
    if cells[base + at.TOP] < 0 and cells[base + at.DECK_SIZE] == 0:
        if cells[base + at.DISCARD_SIZE] == 0:
            return kit.STOP
        return kit.SHUFFLE if not may_stop or worth_a_shuffle(state, seat, weights) else kit.STOP
    if not may_stop or worth_a_card(state, seat, weights):
        return kit.PLAY
    return kit.STOP


def recyclable(state: FlipState, base: i64) -> i64:
    """A face in the discard pile that can be recycled, those with points first; or NO_FACE."""
    found: i64 = NO_FACE
    face: i64 = 0
    while face < kit.FACES:
        if state.tables.again[face] and state.cells[base + at.DISCARD + face] > 0:
            if found < 0 or state.tables.again_points[face] > state.tables.again_points[found]:
                found = face
        face += 1
    return found


def recycling_wins(state: FlipState, base: i64) -> bool:
    points: i64 = state.cells[at.POINTS]
    face: i64 = 0
    while face < kit.FACES:
        points += state.cells[base + at.DISCARD + face] * state.tables.again_points[face]
        face += 1
    return points >= state.tables.win_points


def worth_a_shuffle(state: FlipState, seat: i64, weights: vec[i64]) -> bool:
    """Is a new deck in the middle of the turn worth the Residential that may lie on top of it?"""
    cells = state.cells
    base: i64 = state.seat_at(seat)
    if cells[at.IN_PLAY] == 0:
        return True
    slack: i64 = cells[at.LIMIT] - cells[at.SAD]
    now: i64 = worth_of_coins(state, seat, weights, cells[at.COINS])
    danger: i64 = danger_ahead(state, base + at.DISCARD, cells[base + at.DISCARD_SIZE], slack, False, NO_FACE, 0)
    then: i64 = now + weights[w.SHUFFLE] + hope_of_winning(state, base, weights, slack)
    return (CERTAIN - danger) * then + danger * weights[w.BUST] > CERTAIN * now


def worth_a_card(state: FlipState, seat: i64, weights: vec[i64]) -> bool:
    """Is what the next card adds worth the danger that comes with it?"""
    cells = state.cells
    tables = state.tables
    base: i64 = state.seat_at(seat)
    slack: i64 = cells[at.LIMIT] - cells[at.SAD]
    top: i64 = cells[base + at.TOP]
    size: i64 = cells[base + at.DECK_SIZE]
    coins: i64 = cells[at.COINS]
    now: i64 = worth_of_coins(state, seat, weights, coins)
    if top < 0:  # not visible: any card of the deck
        danger: i64 = danger_ahead(state, base + at.DECK, size, slack, True, NO_FACE, 0)
        then: i64 = worth_of_coins(state, seat, weights, coins + 1) + weights[w.NEXT_CARD]
        then += hope_of_winning(state, base, weights, slack)
        return (CERTAIN - danger) * then + danger * weights[w.BUST] > CERTAIN * now
    face: i64 = top - kit.MARKED if top >= kit.MARKED else top
    left: i64 = slack + tables.limit[face] - tables.sad[face]
    if left <= 0:
        return weights[w.BUST] > now  # nothing to lose: a bust at least brings other cards to the top
    if cells[at.POINTS] + tables.points[face] >= tables.win_points:
        return True
    gain: i64 = tables.coins[face] + tables.per_sad[face] * (cells[at.SAD] + tables.sad[face])
    danger = danger_ahead(state, base + at.DECK, size, left, tables.force_next[face] != 0, NO_FACE, 0)
    then = worth_of_coins(state, seat, weights, coins + gain) if gain > 0 else now
    then += weights[w.NEXT_CARD] + tables.limit[face] * weights[w.LIMIT]
    then += hope_of_winning(state, base, weights, left)
    return (CERTAIN - danger) * then + danger * weights[w.BUST] > CERTAIN * now


def hope_of_winning(state: FlipState, base: i64, weights: vec[i64], slack: i64) -> i64:
    """A win this turn is worth most; how near it is, by the points and sad faces of the deck, and then the discards."""
    cells = state.cells
    tables = state.tables
    need: i64 = tables.win_points - cells[at.POINTS]
    points: i64 = 0
    sad: i64 = 0
    later_points: i64 = 0
    later_sad: i64 = 0
    top: i64 = cells[base + at.TOP]
    if top >= kit.MARKED:
        top -= kit.MARKED
    face: i64 = 0
    while face < kit.FACES:
        worth: i64 = tables.points[face]
        grief: i64 = tables.sad[face] - tables.limit[face]
        if worth != 0 or grief != 0:
            count: i64 = cells[base + at.DECK + face] + cells[base + at.DECK + kit.MARKED + face]
            if face == top:
                count += 1
            points += count * worth
            sad += count * grief
            count = cells[base + at.DISCARD + face] + cells[base + at.DISCARD + kit.MARKED + face]
            later_points += count * worth
            later_sad += count * grief
        face += 1
    if points + later_points < need:
        return 0
    expected: i64 = 0  # sad faces, in hundredths, until the points are there
    if points >= need:
        expected = sad * need * 100 // points
    else:
        expected = sad * 100 + later_sad * (need - points) * 100 // later_points
    if expected <= 0:
        return weights[w.WIN]
    bearable: i64 = slack * weights[w.HOPEFUL]
    return weights[w.WIN] * (bearable - expected) // bearable if expected < bearable else 0


def danger_ahead(state: FlipState, pile: i64, size: i64, slack: i64, forced: bool, gone: i64, deep: i64) -> i64:
    """How likely (in millionths) a bust is before stopping is allowed again. `gone` is a face drawn on the way."""
    if size <= 0 or (gone >= 0 and size == 1):
        return 0
    cells = state.cells
    tables = state.tables
    total: i64 = 0
    face: i64 = 0
    while face < kit.FACES:
        if forced or (tables.must_play_on and tables.must_play[face]):
            count: i64 = cells[pile + face] + cells[pile + kit.MARKED + face]
            if face == gone:
                count -= 1
            if count > 0:
                left: i64 = slack + tables.limit[face] - tables.sad[face]
                if left <= 0:
                    total += count * CERTAIN
                elif deep + 1 < DEEP:
                    further: bool = tables.force_next[face] != 0
                    total += count * danger_ahead(state, pile, size, left, further, face, deep + 1)
        face += 1
    return total // (size - 1 if gone >= 0 else size)


# Building -----------------------------------------------------------------------------------------------------------


def worth_of_coins(state: FlipState, seat: i64, weights: vec[i64], coins: i64) -> i64:
    """What the best building for so many coins is worth, and a little for every coin."""
    worth: i64 = (best_building(state, seat, weights, coins) >> MOVE_BITS) + coins * weights[w.COIN]
    if weights[w.READY] and most_rival_points(state, seat) >= state.tables.win_points:
        worth -= worth * weights[w.READY] // 100
    return worth


def best_building(state: FlipState, seat: i64, weights: vec[i64], coins: i64) -> i64:
    """What adds most to the deck for so many coins: its worth × 2⁸ + the move; passing is worth nothing."""
    cells = state.cells
    tables = state.tables
    best: i64 = kit.PASS
    if coins < tables.cheapest:
        return best
    most: i64 = 0
    discard: i64 = state.seat_at(seat) + at.DISCARD
    lacking: i64 = weights[w.LACKING]
    short: i64 = 0
    if lacking:
        short = tables.win_points - points_owned(state, seat)
    face: i64 = 0
    while face < kit.FACES:
        price: i64 = tables.buy[face]
        if price <= coins and price != kit.NEVER and cells[at.SUPPLY + (face >> 1)] > 0:
            worth: i64 = worth_of_one_more(state, seat, weights, face)
            if short > 0:
                worth += lacking * min(short, tables.points[face])
            if worth > most:
                most = worth
                best = kit.BUY + face
        price = tables.up[face]
        if price <= coins and price != kit.NEVER:
            if cells[discard + face] > 0 or cells[discard + kit.MARKED + face] > 0:
                if face == kit.APARTMENT and (tables.gift or tables.solo):
                    worth = weights[w.GIFT]
                else:
                    worth = worth_of_one_more(state, seat, weights, face ^ 1)
                    worth -= worth_of_one_more(state, seat, weights, face) + weights[w.FADE + face]
                    if short > 0:
                        worth += lacking * (min(short, tables.points[face ^ 1] - tables.points[face]))
                if worth > most:
                    most = worth
                    best = kit.UPGRADE + face
        face += 1
    if best == kit.UPGRADE + kit.APARTMENT and tables.gift:
        best = kit.GIVE + strongest_rival(state, seat)
    return (most << MOVE_BITS) + best


def worth_of_one_more(state: FlipState, seat: i64, weights: vec[i64], face: i64) -> i64:
    worth: i64 = weights[w.WORTH + face]
    fade: i64 = weights[w.FADE + face]
    return worth - fade * owned(state, seat, face) if fade else worth


def owned(state: FlipState, seat: i64, face: i64) -> i64:
    """How many cards of the seat lie that side up, wherever they are. It is the seat's turn."""
    cells = state.cells
    base: i64 = state.seat_at(seat)
    count: i64 = cells[base + at.DECK + face] + cells[base + at.DECK + kit.MARKED + face] + cells[at.AREA + face]
    count += cells[base + at.DISCARD + face] + cells[base + at.DISCARD + kit.MARKED + face]
    top: i64 = cells[base + at.TOP]
    return count + 1 if top == face or top == face + kit.MARKED else count


def points_owned(state: FlipState, seat: i64) -> i64:
    """Printed on all cards of a seat."""
    cells = state.cells
    printed = state.tables.points
    base: i64 = state.seat_at(seat)
    mine: bool = cells[at.ACTIVE] == seat
    total: i64 = 0
    face: i64 = 0
    while face < kit.FACES:
        each: i64 = printed[face]
        if each:
            count: i64 = cells[base + at.DECK + face] + cells[base + at.DISCARD + face]
            if mine:  # only in one's own turn are cards in play, and turned
                count += cells[base + at.DECK + kit.MARKED + face] + cells[base + at.DISCARD + kit.MARKED + face]
                count += cells[at.AREA + face]
            total += count * each
        face += 1
    top: i64 = cells[base + at.TOP]
    if top >= 0:
        total += printed[top - kit.MARKED if top >= kit.MARKED else top]
    return total


def most_rival_points(state: FlipState, seat: i64) -> i64:
    most: i64 = 0
    other: i64 = 0
    while other < state.tables.players:
        if other != seat:
            points: i64 = points_owned(state, other)
            if points > most:
                most = points
        other += 1
    return most


def strongest_rival(state: FlipState, seat: i64) -> i64:
    """Who has most points in their cards; of equals the next in turn."""
    best: i64 = -1
    most: i64 = -1
    step: i64 = 1
    while step < state.tables.players:
        other: i64 = (seat + step) % state.tables.players
        points: i64 = points_owned(state, other)
        if points > most:
            most = points
            best = other
        step += 1
    return best
