# compiled
"""A sensible player of Flip City: no search, one look at the table. Frozen: later figures are measured against it.

It goes on while the next card is worth its risk, takes a win that cannot fail, and builds the best it can pay for.
"""

from typing import Final

from kvartal.engine.native import i64
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.rules.state import FlipState

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
    phase: i64 = state.cells[at.PHASE]
    if phase == at.PLAYING:
        return choose_card(state, seat)
    if phase == at.BUILDING:
        return best_build(state, seat, state.cells[at.COINS])
    i: i64 = 0
    while state.cells[at.SUPPLY + REMOVAL_ORDER[i]] == 0:
        i += 1
    return kit.REMOVE + REMOVAL_ORDER[i] - 1


def choose_card(state: FlipState, seat: i64) -> i64:
    cells = state.cells
    base: i64 = state.seat_at(seat)
    face: i64 = 0
    spare: bool = not state.tables.recycle_flips or recycling_wins(state, base)
    while face < kit.FACES:  # what costs nothing is always taken
        if spare and state.tables.again[face] and cells[base + at.DISCARD + face] > 0:
            return kit.RECYCLE + face
        face += 1
    may_stop: bool = state.stop_refusal(seat) < 0
    if cells[base + at.TOP] < 0 and cells[base + at.DECK_SIZE] == 0:
        again: bool = cells[at.IN_PLAY] == 0 or sure_win(state, base, at.DISCARD)
        if may_stop and (not again or state.refusal(seat, kit.SHUFFLE) >= 0):
            return kit.STOP
        return kit.SHUFFLE
    if not may_stop or sure_win(state, base, at.DECK):
        return kit.PLAY
    return kit.PLAY if worth_the_risk(state, seat) else kit.STOP


def recycling_wins(state: FlipState, base: i64) -> bool:
    points: i64 = state.cells[at.POINTS]
    face: i64 = 0
    while face < kit.FACES:
        points += state.cells[base + at.DISCARD + face] * state.tables.again_points[face]
        face += 1
    return points >= state.tables.win_points


def sure_win(state: FlipState, base: i64, pile: i64) -> bool:
    """Would playing that whole pile bring the points without a bust, in any order?"""
    cells = state.cells
    tables = state.tables
    points: i64 = cells[at.POINTS]
    sad: i64 = cells[at.SAD]
    card: i64 = 0
    while card < 2 * kit.FACES:
        face: i64 = card - kit.FACES if card >= kit.FACES else card
        count: i64 = cells[base + pile + card]
        if pile == at.DECK and cells[base + at.TOP] == card:
            count += 1
        points += count * tables.points[face]
        sad += count * tables.sad[face]
        card += 1
    return points >= tables.win_points and sad < cells[at.LIMIT]


def worth_the_risk(state: FlipState, seat: i64) -> bool:
    """Is what the next card adds to the best building worth the danger that comes with it?"""
    cells = state.cells
    tables = state.tables
    base: i64 = state.seat_at(seat)
    if best_build(state, seat, cells[at.COINS]) == kit.PASS and (cells[at.IN_PLAY] == 0 or cells[at.COINS] == 0):
        return True  # stopping now would be a lost turn; even a bust brings other cards to the top
    now: i64 = worth_of_coins(state, seat, cells[at.COINS])
    top: i64 = cells[base + at.TOP]
    slack: i64 = cells[at.LIMIT] - cells[at.SAD]
    if top < 0:  # not visible: the average card
        danger: i64 = danger_ahead(state, base, slack, True, -1)
        return (CERTAIN - danger) * worth_of_coins(state, seat, cells[at.COINS] + 1) > CERTAIN * now
    face: i64 = top - kit.MARKED if top >= kit.MARKED else top
    left: i64 = slack + tables.limit[face] - tables.sad[face]
    if left <= 0:
        return False
    if cells[at.POINTS] + tables.points[face] >= tables.win_points:
        return True
    gain: i64 = tables.coins[face] + tables.per_sad[face] * (cells[at.SAD] + tables.sad[face])
    danger = danger_ahead(state, base, left, tables.force_next[face] != 0, -1)
    then: i64 = worth_of_coins(state, seat, cells[at.COINS] + gain) + NEXT_CARD + tables.limit[face] * LIMIT_WORTH
    then += hope_of_winning(state, base, left)
    return (CERTAIN - danger) * then > CERTAIN * now


def hope_of_winning(state: FlipState, base: i64, slack: i64) -> i64:
    """A win this turn is worth most; how near it is, by the points and sad faces still in the deck."""
    cells = state.cells
    tables = state.tables
    need: i64 = tables.win_points - cells[at.POINTS]
    points: i64 = 0
    sad: i64 = 0
    card: i64 = 0
    while card < 2 * kit.FACES:
        face: i64 = card - kit.FACES if card >= kit.FACES else card
        count: i64 = cells[base + at.DECK + card]
        if cells[base + at.TOP] == card:
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
    size: i64 = cells[base + at.DECK_SIZE] - (1 if gone >= 0 else 0)
    if size <= 0:
        return 0
    total: i64 = 0
    face: i64 = 0
    while face < kit.FACES:
        count: i64 = (
            cells[base + at.DECK + face] + cells[base + at.DECK + kit.MARKED + face] - (1 if face == gone else 0)
        )
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
    if move == kit.PASS:
        return 0
    if move >= kit.GIVE:
        return GIFT_WORTH
    face: i64 = move - kit.UPGRADE if move >= kit.UPGRADE else move - kit.BUY
    if move >= kit.UPGRADE:
        if face == kit.APARTMENT:
            return GIFT_WORTH if state.tables.solo else 0
        return worth_of_face(state, seat, face ^ 1) - WORTH[face]
    return worth_of_face(state, seat, face)


def worth_of_face(state: FlipState, seat: i64, face: i64) -> i64:
    if face == kit.CHURCH:
        base: i64 = state.seat_at(seat)
        mine: i64 = state.cells[base + at.DECK + kit.CHURCH] + state.cells[base + at.DISCARD + kit.CHURCH]
        if mine >= ENOUGH_CHURCHES:
            return WORTH[kit.CHURCH] // 4
    return WORTH[face]


def best_build(state: FlipState, seat: i64, coins: i64) -> i64:
    """The most valuable building for so many coins; nothing if nothing is worth building."""
    cells = state.cells
    tables = state.tables
    base: i64 = state.seat_at(seat)
    best: i64 = kit.PASS
    most: i64 = 0
    face: i64 = 0
    while face < kit.FACES:
        price: i64 = tables.buy[face]
        if price != kit.NEVER and price <= coins and cells[at.SUPPLY + (face >> 1)] > 0:
            worth: i64 = worth_of(state, seat, kit.BUY + face)
            if worth > most:
                best = kit.BUY + face
                most = worth
        price = tables.up[face]
        if price != kit.NEVER and price <= coins:
            if cells[base + at.DISCARD + face] > 0 or cells[base + at.DISCARD + kit.MARKED + face] > 0:
                move: i64 = kit.UPGRADE + face
                if face == kit.APARTMENT and tables.gift and not tables.solo:
                    move = kit.GIVE + next_seat(state)
                worth = worth_of(state, seat, move)
                if worth > most:
                    best = move
                    most = worth
        face += 1
    return best


def next_seat(state: FlipState) -> i64:
    following: i64 = state.cells[at.ACTIVE] + 1
    return 0 if following == state.tables.players else following
