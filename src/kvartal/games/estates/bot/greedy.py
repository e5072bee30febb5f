# compiled
"""A sensible player of The Estates: no search, one auction ahead. Frozen: later figures are measured against it.

A piece is worth what it changes in the own expected points minus the best rival's. Each row has a chance to be
complete at the end; a building counts for or against its owner by that chance. Bids follow the worth of the piece and
always leave something in hand.
"""

from typing import Final

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.city import complete_rows, row_factor
from kvartal.games.estates.rules.offer import fill_offers
from kvartal.games.estates.rules.placing import fill_placing, place_piece
from kvartal.games.estates.rules.state import EstatesState
from kvartal.games.estates.rules.tables import EstatesTables

POINT: Final = 100  # everything is counted in hundredths of a point
SAFE: Final = 2  # cheques that a bid always leaves in hand
NOTHING: Final = -1000000
IN_TIME: Final = 60  # a cheque that can still go into the box, in hundredths of a point
TOO_MANY: Final = 15  # a cheque that cannot
EAGER: Final = 35  # the share of a piece's worth that is bid at once

# The chance, in hundredths, that a row is complete at the end: by the cubes and roofs it still needs (0 … 8 and more),
# and by how many roofs are left besides those it needs (0 … 8 and more). Counted in games of greedy players among
# random ones and among themselves, and averaged.
CHANCES: Final = bytes(
    [
        *(99, 99, 99, 99, 99, 98, 98, 97, 95),
        *(38, 60, 68, 73, 78, 80, 86, 89, 88),
        *(12, 28, 44, 56, 64, 68, 72, 77, 84),
        *(6, 17, 30, 43, 51, 60, 66, 70, 74),
        *(2, 9, 15, 29, 38, 51, 60, 66, 71),
        *(1, 6, 9, 20, 32, 43, 50, 60, 62),
        *(1, 5, 10, 12, 26, 35, 45, 53, 54),
        *(0, 2, 6, 10, 18, 33, 40, 47, 51),
        *(0, 2, 5, 8, 15, 21, 32, 44, 50),
    ]
)
WIDE: Final = 9
# The same can be no more than this for a row that is so many steps behind the slower of the two others.
BEHIND: Final = bytes([100, 60, 40, 30, 22, 15, 10, 7, 4, 3])
HALF_OPEN: Final = 90  # what a building that can still be built over counts, in hundredths


def chance(cells: vec[i64], row: i64) -> i64:
    """Of this row to be complete at the end, in hundredths."""
    need: i64 = steps(cells, row)
    spare: i64 = cells[at.ROOFS_LEFT] - cells[at.LENGTH + row] + cells[at.ROOFED + row]
    if spare < 0:
        return 0 if need else 99
    slower: i64 = 0
    other: i64 = 0
    while other < kit.ROWS:
        if other != row and steps(cells, other) > slower:
            slower = steps(cells, other)
        other += 1
    behind: i64 = need - slower
    if need > WIDE - 1:
        need = WIDE - 1
    if spare > WIDE - 1:
        spare = WIDE - 1
    likely: i64 = CHANCES[need * WIDE + spare]
    if behind > 0:
        most: i64 = BEHIND[behind if behind < len(BEHIND) else len(BEHIND) - 1]
        if likely > most:
            return most
    return likely


def steps(cells: vec[i64], row: i64) -> i64:
    """Cubes and roofs that the row still needs."""
    return 2 * cells[at.LENGTH + row] - cells[at.BUILT + row] - cells[at.ROOFED + row]


def turns_left(cells: vec[i64]) -> i64:
    """About how many turns the round will still take: the two quickest rows, and some detours."""
    total: i64 = 0
    slowest: i64 = 0
    row: i64 = 0
    while row < kit.ROWS:
        need: i64 = steps(cells, row)
        total += need
        if need > slowest:
            slowest = need
        row += 1
    return (total - slowest) * 5 // 2 + 2


def purse(hand: i64, own_turns: i64) -> i64:
    """What cheques in hand are worth: one a turn can still go into the box, and without any nothing can be bought."""
    value: i64 = 0
    if own_turns > 1:
        few: i64 = hand if hand < SAFE else SAFE
        value = few * POINT
    if hand <= own_turns:
        return value + hand * IN_TIME
    return value + own_turns * IN_TIME + (hand - own_turns) * TOO_MANY


def outlook(cells: vec[i64], tables: EstatesTables, seat: i64, sums: vec[i64]) -> i64:
    """Own expected points minus the best rival's, in hundredths."""
    players: i64 = tables.players
    over: bool = complete_rows(cells) >= 2 or cells[at.ROOFS_LEFT] == 0
    own_turns: i64 = (turns_left(cells) + players - 1) // players
    i: i64 = 0
    while i < players:
        base: i64 = at.SEATS + i * at.STRIDE
        sums[i] = POINT * (cells[base + at.BOX] + cells[base + at.TOTAL])
        sums[i] += cells[base + at.HAND] if over else purse(cells[base + at.HAND], own_turns)
        i += 1
    row: i64 = 0
    while row < kit.ROWS:
        if cells[at.BUILT + row] > 0:
            factor: i64 = POINT * row_factor(cells, row)
            if not over:
                factor = 2 * chance(cells, row) - POINT
                if cells[at.MAYOR] == row:
                    factor *= 2
            lot: i64 = row * kit.LOTS
            end: i64 = lot + cells[at.BUILT + row]
            while lot < end:
                top: i64 = cells[at.TOP + lot]
                points: i64 = cells[at.VALUE + lot] * factor
                if not over and cells[at.ROOF + lot] == 0 and not tables.white[lot] and tables.value[top] > 1:
                    points = points * HALF_OPEN // POINT
                sums[cells[at.CERTIFICATE + tables.colour[top]]] += points
                lot += 1
        row += 1
    best: i64 = NOTHING
    i = 0
    while i < players:
        if i != seat and sums[i] > best:
            best = sums[i]
        i += 1
    return sums[seat] - best


def best_place(state: EstatesState, seat: i64, scratch: vec[i64], sums: vec[i64]) -> i64:
    """The best move of a seat that owns the piece now."""
    count: i64 = fill_placing(state.cells, state.tables, scratch)
    best: i64 = NOTHING
    move: i64 = scratch[0]
    i: i64 = 0
    while i < count:
        after = state.copy()
        place_piece(after.cells, after.tables, seat, scratch[i])
        value: i64 = outlook(after.cells, after.tables, seat, sums)
        if value > best:
            best = value
            move = scratch[i]
        i += 1
    return move


def owned(state: EstatesState, owner: i64, payer: i64, price: i64, seat: i64, scratch: vec[i64], sums: vec[i64]) -> i64:
    """The outlook of `seat` once `owner` has the piece and placed it well; the price went from owner to `payer`."""
    after = state.copy()
    after.cells[at.SEATS + owner * at.STRIDE + at.HAND] -= price
    after.cells[at.SEATS + payer * at.STRIDE + at.HAND] += price
    place_piece(after.cells, after.tables, owner, best_place(after, owner, scratch, sums))
    return outlook(after.cells, after.tables, seat, sums)


def choose(state: EstatesState, seat: i64, moves: i64) -> i64:
    """The code of the move, from a whole state (the imagined one: nothing of it is secret)."""
    phase: i64 = state.cells[at.PHASE]
    scratch = vec[i64]([0] * moves)
    sums = vec[i64]([0] * state.tables.players)
    if phase == at.CHOOSING:
        return choose_piece(state, seat, moves, scratch, sums)
    if phase == at.BIDDING:
        return choose_bid(state, seat, scratch, sums)
    if phase == at.DECIDING:
        return decide(state, seat, scratch, sums)
    return best_place(state, seat, scratch, sums)


def choose_piece(state: EstatesState, seat: i64, moves: i64, scratch: vec[i64], sums: vec[i64]) -> i64:
    cells = state.cells
    hand: i64 = state.hand(seat)
    if cells[at.BOXED_NOW] == 0 and hand > 0:
        boxed = state.copy()
        boxed.play(seat, kit.BOX_MOVE)
        if outlook(boxed.cells, boxed.tables, seat, sums) >= outlook(cells, state.tables, seat, sums):
            return kit.BOX_MOVE
    offers = vec[i64]([0] * moves)
    count: i64 = fill_offers(cells, state.tables, offers, 0)
    best: i64 = NOTHING
    move: i64 = offers[0]
    i: i64 = 0
    while i < count:
        after = state.copy()
        after.cells[at.PIECE] = offers[i] - kit.OFFER
        if offers[i] == kit.OFFER + kit.ROOF_PIECE:
            after.cells[at.FACE] = usual_roof(cells)
            after.cells[at.ROOFS_LEFT] -= 1
        mine: i64 = owned(after, seat, seat, 0, seat, scratch, sums)
        theirs: i64 = owned(after, state.after(seat), seat, 0, seat, scratch, sums)
        value: i64 = (3 * mine + theirs) // 4  # it is mostly the auctioneer who decides
        if value > best:
            best = value
            move = offers[i]
        i += 1
    return move


def usual_roof(cells: vec[i64]) -> i64:
    """The average of the roofs that are face down."""
    total: i64 = 0
    value: i64 = 1
    while value <= kit.VALUES:
        total += value * cells[at.ROOFS + value - 1]
        value += 1
    return (total + cells[at.ROOFS_LEFT] // 2) // cells[at.ROOFS_LEFT]


def choose_bid(state: EstatesState, seat: i64, scratch: vec[i64], sums: vec[i64]) -> i64:
    """A good third of what the piece is worth, or just above the bid so far if the piece is worth that."""
    cells = state.cells
    active: i64 = cells[at.ACTIVE]
    high: i64 = cells[at.HIGH]
    most: i64 = state.hand(seat) - SAFE
    if most <= high:
        return kit.PASS
    without: i64 = owned(state, active, active, 0, seat, scratch, sums)
    if cells[at.LEADER] >= 0:
        without = owned(state, cells[at.LEADER], active, high, seat, scratch, sums)
    best: i64 = kit.PASS
    price: i64 = high + 1
    while price <= most and owned(state, seat, active, price, seat, scratch, sums) > without:
        best = kit.BID + price
        price += 1
    if best == kit.PASS:
        return kit.PASS
    worth: i64 = best - kit.BID
    wanted: i64 = (EAGER * worth + 50) // 100
    return kit.BID + (wanted if wanted > high else high + 1)


def decide(state: EstatesState, seat: i64, scratch: vec[i64], sums: vec[i64]) -> i64:
    cells = state.cells
    high: i64 = cells[at.HIGH]
    if state.refusal(seat, kit.KEEP) != LEGAL:
        return kit.SELL
    sold: i64 = owned(state, cells[at.LEADER], seat, high, seat, scratch, sums)
    kept: i64 = owned(state, seat, cells[at.LEADER], high, seat, scratch, sums)
    return kit.KEEP if kept > sold and state.hand(seat) - high >= SAFE else kit.SELL
