# compiled
"""A sensible player of Flip City: no search, one look at the table. Frozen: later figures are measured against it.

It goes on while the next card is worth its risk, takes a win that cannot fail, and builds the best it can pay for.
"""

from typing import Final

from kvartal.engine.native import i64
from kvartal.games.flip.rules.cells import (
    ACTIVE,
    BUILDING,
    COINS,
    DECK,
    DECK_SIZE,
    DISCARD,
    IN_PLAY,
    LIMIT,
    PHASE,
    PLAYING,
    POINTS,
    SAD,
    SUPPLY,
    TOP,
)
from kvartal.games.flip.rules.state import FlipState
from kvartal.games.flip.rules.tables import (
    APARTMENT,
    BUY,
    CHURCH,
    FACES,
    GIVE,
    MARKED,
    NEVER,
    PASS,
    PLAY,
    RECYCLE,
    REMOVE,
    SHUFFLE,
    STOP,
    UPGRADE,
)

# What having one more card of each face is worth, on a scale of our own; found by letting variants play each other.
WORTH: Final = bytes([0, 6, 8, 57, 5, 68, 20, 40, 20, 71])
GIFT_WORTH: Final = 70
WIN_WORTH: Final = 300
HOPEFUL: Final = 140  # hundredths: how many sad faces more than can be borne still leave some hope
NEXT_CARD: Final = 12  # going through the deck brings the good cards round
LIMIT_WORTH: Final = 6
ENOUGH_CHURCHES: Final = 2
REMOVAL_ORDER: Final = bytes([2, 1, 3, 4])  # kinds, the least missed first
CERTAIN: Final = 1_000_000  # probabilities are counted in millionths


def choose(state: FlipState, seat: i64) -> i64:
    """The code of the move, for a seat that owes one."""
    phase: i64 = state.cells[PHASE]
    if phase == PLAYING:
        return choose_card(state, seat)
    if phase == BUILDING:
        return best_build(state, seat, state.cells[COINS])
    i: i64 = 0
    while state.cells[SUPPLY + REMOVAL_ORDER[i]] == 0:
        i += 1
    return REMOVE + REMOVAL_ORDER[i] - 1


def choose_card(state: FlipState, seat: i64) -> i64:
    cells = state.cells
    base: i64 = state.seat_at(seat)
    face: i64 = 0
    spare: bool = not state.tables.recycle_flips or recycling_wins(state, base)
    while face < FACES:  # what costs nothing is always taken
        if spare and state.tables.again[face] and cells[base + DISCARD + face] > 0:
            return RECYCLE + face
        face += 1
    may_stop: bool = state.stop_refusal(seat) < 0
    if cells[base + TOP] < 0 and cells[base + DECK_SIZE] == 0:
        again: bool = cells[IN_PLAY] == 0 or sure_win(state, base, DISCARD)
        if may_stop and (not again or state.refusal(seat, SHUFFLE) >= 0):
            return STOP
        return SHUFFLE
    if not may_stop or sure_win(state, base, DECK):
        return PLAY
    return PLAY if worth_the_risk(state, seat) else STOP


def recycling_wins(state: FlipState, base: i64) -> bool:
    points: i64 = state.cells[POINTS]
    face: i64 = 0
    while face < FACES:
        points += state.cells[base + DISCARD + face] * state.tables.again_points[face]
        face += 1
    return points >= state.tables.win_points


def sure_win(state: FlipState, base: i64, pile: i64) -> bool:
    """Would playing that whole pile bring the points without a bust, in any order?"""
    cells = state.cells
    tables = state.tables
    points: i64 = cells[POINTS]
    sad: i64 = cells[SAD]
    card: i64 = 0
    while card < 2 * FACES:
        face: i64 = card - FACES if card >= FACES else card
        count: i64 = cells[base + pile + card]
        if pile == DECK and cells[base + TOP] == card:
            count += 1
        points += count * tables.points[face]
        sad += count * tables.sad[face]
        card += 1
    return points >= tables.win_points and sad < cells[LIMIT]


def worth_the_risk(state: FlipState, seat: i64) -> bool:
    """Is what the next card adds to the best building worth the danger that comes with it?"""
    cells = state.cells
    tables = state.tables
    base: i64 = state.seat_at(seat)
    if best_build(state, seat, cells[COINS]) == PASS and (cells[IN_PLAY] == 0 or cells[COINS] == 0):
        return True  # stopping now would be a lost turn; even a bust brings other cards to the top
    now: i64 = worth_of_coins(state, seat, cells[COINS])
    top: i64 = cells[base + TOP]
    slack: i64 = cells[LIMIT] - cells[SAD]
    if top < 0:  # not visible: the average card
        danger: i64 = danger_ahead(state, base, slack, True, -1)
        return (CERTAIN - danger) * worth_of_coins(state, seat, cells[COINS] + 1) > CERTAIN * now
    face: i64 = top - MARKED if top >= MARKED else top
    left: i64 = slack + tables.limit[face] - tables.sad[face]
    if left <= 0:
        return False
    if cells[POINTS] + tables.points[face] >= tables.win_points:
        return True
    gain: i64 = tables.coins[face] + tables.per_sad[face] * (cells[SAD] + tables.sad[face])
    danger = danger_ahead(state, base, left, tables.force_next[face] != 0, -1)
    then: i64 = worth_of_coins(state, seat, cells[COINS] + gain) + NEXT_CARD + tables.limit[face] * LIMIT_WORTH
    then += hope_of_winning(state, base, left)
    return (CERTAIN - danger) * then > CERTAIN * now


def hope_of_winning(state: FlipState, base: i64, slack: i64) -> i64:
    """A win this turn is worth most; how near it is, by the points and sad faces still in the deck."""
    cells = state.cells
    tables = state.tables
    need: i64 = tables.win_points - cells[POINTS]
    points: i64 = 0
    sad: i64 = 0
    card: i64 = 0
    while card < 2 * FACES:
        face: i64 = card - FACES if card >= FACES else card
        count: i64 = cells[base + DECK + card]
        if cells[base + TOP] == card:
            count += 1
        points += count * tables.points[face]
        sad += count * (tables.sad[face] - tables.limit[face])
        card += 1
    if points < need:
        return 0
    if sad <= 0:
        return WIN_WORTH
    expected: i64 = sad * need * 100 // points  # sad faces, in hundredths, until the points are there
    return max(0, WIN_WORTH - WIN_WORTH * expected // (slack * HOPEFUL))


def danger_ahead(state: FlipState, base: i64, slack: i64, forced: bool, gone: i64) -> i64:
    """How likely (in millionths) a bust is before stopping is allowed again. `gone` is a face drawn on the way."""
    cells = state.cells
    tables = state.tables
    size: i64 = cells[base + DECK_SIZE] - (1 if gone >= 0 else 0)
    if size <= 0:
        return 0
    total: i64 = 0
    face: i64 = 0
    while face < FACES:
        count: i64 = cells[base + DECK + face] + cells[base + DECK + MARKED + face] - (1 if face == gone else 0)
        if count > 0 and (forced or (tables.must_play_on and tables.must_play[face])):
            left: i64 = slack + tables.limit[face] - tables.sad[face]
            if left <= 0:
                total += count * CERTAIN
            elif gone < 0:  # two cards deep is deep enough
                total += count * danger_ahead(state, base, left, tables.force_next[face] != 0, face)
        face += 1
    return total // size


def worth_of_coins(state: FlipState, seat: i64, coins: i64) -> i64:
    """What the best building for so many coins is worth, and a little for every coin."""
    return worth_of(state, seat, best_build(state, seat, coins)) + coins


def worth_of(state: FlipState, seat: i64, move: i64) -> i64:
    if move == PASS:
        return 0
    if move >= GIVE:
        return GIFT_WORTH
    face: i64 = move - UPGRADE if move >= UPGRADE else move - BUY
    if move >= UPGRADE:
        if face == APARTMENT:
            return GIFT_WORTH if state.tables.solo else 0
        return worth_of_face(state, seat, face ^ 1) - WORTH[face]
    return worth_of_face(state, seat, face)


def worth_of_face(state: FlipState, seat: i64, face: i64) -> i64:
    if face == CHURCH:
        base: i64 = state.seat_at(seat)
        mine: i64 = state.cells[base + DECK + CHURCH] + state.cells[base + DISCARD + CHURCH]
        if mine >= ENOUGH_CHURCHES:
            return WORTH[CHURCH] // 4
    return WORTH[face]


def best_build(state: FlipState, seat: i64, coins: i64) -> i64:
    """The most valuable building for so many coins; nothing if nothing is worth building."""
    cells = state.cells
    tables = state.tables
    base: i64 = state.seat_at(seat)
    best: i64 = PASS
    most: i64 = 0
    face: i64 = 0
    while face < FACES:
        price: i64 = tables.buy[face]
        if price != NEVER and price <= coins and cells[SUPPLY + (face >> 1)] > 0:
            worth: i64 = worth_of(state, seat, BUY + face)
            if worth > most:
                best = BUY + face
                most = worth
        price = tables.up[face]
        if price != NEVER and price <= coins:
            if cells[base + DISCARD + face] > 0 or cells[base + DISCARD + MARKED + face] > 0:
                move: i64 = UPGRADE + face
                if face == APARTMENT and tables.gift and not tables.solo:
                    move = GIVE + next_seat(state)
                worth = worth_of(state, seat, move)
                if worth > most:
                    best = move
                    most = worth
        face += 1
    return best


def next_seat(state: FlipState) -> i64:
    following: i64 = state.cells[ACTIVE] + 1
    return 0 if following == state.tables.players else following
