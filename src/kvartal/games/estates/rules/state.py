# compiled
"""The state of The Estates: the auction and the flow of a round. What may stand where is in city.py.

deal the offer ─► draw the first player ─► CHOOSING ─ offer ─► BIDDING ─► DECIDING ─► PLACING ─► next CHOOSING
                                           │ ▲ box    │ roof      ▲         │ nobody bid, or    │
                                           └─┘        └► TURNING ─┘         └ a forced sale     └► end of the round
Money open: who cannot bid or pay is passed over at once. Money hidden: everybody says `pass` or `sell` aloud.
"""

from typing import final

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import CHANCE, LEGAL, OVER, UNKNOWN, State
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import ids
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.chance import fill_outcomes, lay_out, picked
from kvartal.games.estates.rules.city import (
    barrier_change,
    barrier_row,
    complete_rows,
    highest_open_top,
    lot_points,
    open_buildings,
    round_score,
    total_score,
)
from kvartal.games.estates.rules.offer import fill_offers, offer_refusal, take_cube
from kvartal.games.estates.rules.placing import fill_placing, place_piece, place_refusal
from kvartal.games.estates.rules.tables import EstatesTables


@final
class EstatesState(State):
    def __init__(self, cells: vec[i64], tables: EstatesTables) -> None:
        self.cells = cells
        self.tables = tables

    def copy(self) -> "EstatesState":
        return EstatesState(self.cells[:], self.tables)

    def seat_at(self, seat: i64) -> i64:
        return at.SEATS + seat * at.STRIDE

    def hand(self, seat: i64) -> i64:
        return self.cells[at.SEATS + seat * at.STRIDE + at.HAND]

    def cheques(self, seat: i64) -> i64:
        """In hand and box together: what breaks ties (estates.tie) and goes on into the next round."""
        base: i64 = at.SEATS + seat * at.STRIDE
        return self.cells[base + at.HAND] + self.cells[base + at.BOX]

    def after(self, seat: i64) -> i64:
        return 0 if seat + 1 == self.tables.players else seat + 1

    # Whose move it is, and who is ahead -------------------------------------------------------------------------------

    def turn(self) -> i64:
        phase: i64 = self.cells[at.PHASE]
        if phase == at.FINISHED:
            return OVER
        if phase == at.TURNING or phase <= at.DRAWING:
            return CHANCE
        return self.cells[at.ACTOR]

    def score(self, seat: i64) -> i64:
        return total_score(self.cells, self.tables, seat)

    def round_points(self, seat: i64) -> i64:
        """The points of this round alone."""
        return round_score(self.cells, self.tables, seat)

    def lot_points(self, seat: i64, lot: i64) -> i64:
        return lot_points(self.cells, self.tables, seat, lot)

    def barrier_row(self, barrier: i64) -> i64:
        return barrier_row(self.cells, barrier)

    def barrier_change(self, barrier: i64) -> i64:
        return barrier_change(self.cells, barrier)

    def highest_open_top(self) -> i64:
        return highest_open_top(self.cells, self.tables)

    def complete_rows(self) -> i64:
        return complete_rows(self.cells)

    def open_buildings(self) -> i64:
        return open_buildings(self.cells)

    def beats(self, seat: i64, other: i64) -> bool:
        """Is a seat strictly ahead of another at the end? The early winner is ahead of everybody."""
        early: i64 = self.cells[at.WINNER]
        if early >= 0 and (seat == early or other == early):
            return seat == early and other != early
        mine: i64 = self.score(seat)
        theirs: i64 = self.score(other)
        if mine != theirs:
            return mine > theirs
        return self.cheques(seat) > self.cheques(other)  # estates.tie: and if these are equal too, it is shared

    def place(self, seat: i64) -> i64:
        place: i64 = 1
        other: i64 = 0
        while other < self.tables.players:
            if self.beats(other, seat):
                place += 1
            other += 1
        return place

    def ending(self) -> i64:
        if self.cells[at.WINNER] >= 0:
            return ids.END_WINS
        return ids.END_ROUNDS if self.tables.rounds > 1 else self.cells[at.ENDED]

    # What a seat may know ---------------------------------------------------------------------------------------------

    def known(self, seat: i64) -> "EstatesState":
        """Everything but the others' cheques where money is hidden: there only the ledger, until the end.

        estates.money.hidden: hands need not be shown, and whoever has kept count knows them all the same."""
        cells = vec[i64]([0] * (at.SEATS + at.STRIDE * self.tables.players))
        self.fill_known(seat, cells)
        return EstatesState(cells, self.tables)

    def fill_known(self, seat: i64, out: vec[i64]) -> None:
        mine = self.cells
        i: i64 = 0
        while i < at.SEATS:
            out[i] = mine[i]
            i += 1
        all_shown: bool = self.tables.open_money or mine[at.PHASE] == at.FINISHED
        other: i64 = 0
        while other < self.tables.players:
            base: i64 = self.seat_at(other)
            shown: bool = all_shown or other == seat
            out[base + at.HAND] = mine[base + at.HAND] if shown else UNKNOWN
            out[base + at.BOX] = mine[base + at.BOX] if shown else UNKNOWN
            i = at.START
            while i < at.STRIDE:
                out[base + i] = mine[base + i]
                i += 1
            other += 1

    def imagine(self, seat: i64, source: Source) -> "EstatesState":
        """Every payment was made in the open: the ledger gives the exact amounts back."""
        state = EstatesState(self.cells[:], self.tables)
        cells = state.cells
        other: i64 = 0
        while other < self.tables.players:
            base: i64 = self.seat_at(other)
            cells[base + at.HAND] = cells[base + at.START] + cells[base + at.NET] - cells[base + at.BOXED]
            cells[base + at.BOX] = cells[base + at.BOXED]
            other += 1
        return state

    # Moves ------------------------------------------------------------------------------------------------------------

    def fill_moves(self, seat: i64, buffer: vec[i64]) -> i64:
        phase: i64 = self.cells[at.PHASE]
        if phase == at.BIDDING:
            buffer[0] = kit.PASS
            count: i64 = 1
            bid: i64 = self.cells[at.HIGH] + 1
            most: i64 = self.hand(seat)
            while bid <= most:
                buffer[count] = kit.BID + bid
                count += 1
                bid += 1
            return count
        if phase == at.PLACING:
            return fill_placing(self.cells, self.tables, buffer)
        if phase == at.CHOOSING:
            count = 0
            if self.cells[at.BOXED_NOW] == 0 and self.hand(seat) > 0:
                buffer[0] = kit.BOX_MOVE
                count = 1
            return fill_offers(self.cells, self.tables, buffer, count)
        buffer[0] = kit.SELL
        if self.hand(seat) < self.cells[at.HIGH]:
            return 1
        buffer[1] = kit.KEEP
        return 2

    def refusal(self, seat: i64, move: i64) -> i64:
        """By the kind of move: each has its own phase, then its own rules."""
        phase: i64 = self.cells[at.PHASE]
        if move < kit.PASS:
            if phase != at.CHOOSING:
                return ids.PHASE_OFFER
            if move == kit.BOX_MOVE:
                return self.box_refusal(seat)
            return offer_refusal(self.cells, self.tables, move - kit.OFFER)
        if move == kit.PASS or move > kit.BID:
            return self.bid_refusal(seat, move) if phase == at.BIDDING else ids.PHASE_BID
        if move <= kit.KEEP:
            return self.decide_refusal(seat, move) if phase == at.DECIDING else ids.PHASE_DECIDE
        return place_refusal(self.cells, self.tables, move) if phase == at.PLACING else ids.PHASE_PLACE

    def box_refusal(self, seat: i64) -> i64:
        if self.cells[at.BOXED_NOW]:
            return ids.BOX_ONCE
        return LEGAL if self.hand(seat) > 0 else ids.BOX_EMPTY

    def bid_refusal(self, seat: i64, move: i64) -> i64:
        if move == kit.PASS:
            return LEGAL
        if move - kit.BID <= self.cells[at.HIGH]:
            return ids.BID_HIGHER
        return LEGAL if move - kit.BID <= self.hand(seat) else ids.BID_HAND

    def decide_refusal(self, seat: i64, move: i64) -> i64:
        return LEGAL if move == kit.SELL or self.hand(seat) >= self.cells[at.HIGH] else ids.KEEP_PAY

    def play(self, seat: i64, move: i64) -> None:
        cells = self.cells
        if move > kit.BID:  # estates.bid: each once, and higher than the one before, so this one leads
            cells[at.HIGH] = move - kit.BID
            cells[at.LEADER] = seat
            self.ask_next(seat)
        elif move == kit.PASS:  # estates.pass: bids go around once, so nobody comes back to this seat
            self.ask_next(seat)
        elif move == kit.BOX_MOVE:  # estates.box: out of the hand, so it pays no bid any more
            base: i64 = self.seat_at(seat)
            cells[base + at.HAND] -= 1
            cells[base + at.BOX] += 1
            cells[base + at.BOXED] += 1
            cells[at.BOXED_NOW] = 1
        elif move < kit.PASS:
            self.put_up(move - kit.OFFER)
        elif move <= kit.KEEP:
            self.settle(move == kit.SELL)
        else:
            place_piece(cells, self.tables, seat, move)
            self.end_turn()

    # The auction ------------------------------------------------------------------------------------------------------

    def put_up(self, piece: i64) -> None:
        """estates.offer: one piece, and the seat after the auctioneer is asked first."""
        cells = self.cells
        cells[at.PIECE] = piece
        if piece == kit.ROOF_PIECE:  # estates.roof.turned: nobody bids before its value is seen
            cells[at.PHASE] = at.TURNING
            return
        if piece < kit.CUBES:
            take_cube(cells, piece)
        cells[at.PHASE] = at.BIDDING
        self.ask_next(cells[at.ACTIVE])

    def ask_next(self, seat: i64) -> None:
        """The next one to bid, once around. With open money, who cannot go higher is passed over at once."""
        cells = self.cells
        following: i64 = self.after(seat)
        while following != cells[at.ACTIVE]:  # estates.pass.forced: the loop goes past who cannot bid
            if not self.tables.open_money or self.hand(following) > cells[at.HIGH]:
                cells[at.ACTOR] = following
                return
            following = self.after(following)
        cells[at.ACTOR] = cells[at.ACTIVE]
        if cells[at.LEADER] < 0:
            cells[at.PHASE] = at.PLACING  # estates.free: nobody bid
        elif self.tables.open_money and self.hand(cells[at.ACTIVE]) < cells[at.HIGH]:
            self.settle(True)  # estates.sell.forced: nothing to decide
        else:
            cells[at.PHASE] = at.DECIDING

    def settle(self, sold: bool) -> None:
        """The price goes from the new owner to the other one: estates.sell to the highest bidder, estates.keep it."""
        cells = self.cells
        owner: i64 = cells[at.LEADER] if sold else cells[at.ACTIVE]
        other: i64 = cells[at.ACTIVE] if sold else cells[at.LEADER]
        price: i64 = cells[at.HIGH]
        cells[at.SEATS + owner * at.STRIDE + at.HAND] -= price
        cells[at.SEATS + owner * at.STRIDE + at.NET] -= price
        cells[at.SEATS + other * at.STRIDE + at.HAND] += price
        cells[at.SEATS + other * at.STRIDE + at.NET] += price
        cells[at.ACTOR] = owner
        cells[at.PHASE] = at.PLACING

    # The end of a turn, a round, the game -----------------------------------------------------------------------------

    def end_turn(self) -> None:
        cells = self.cells
        cells[at.PIECE] = kit.NO_PIECE
        cells[at.FACE] = 0
        cells[at.HIGH] = 0
        cells[at.LEADER] = -1
        cells[at.BOXED_NOW] = 0
        cells[at.TURNS] += 1
        if complete_rows(cells) >= 2:
            self.end_round(ids.END_ROWS)
        elif cells[at.ROOFS_LEFT] == 0:
            self.end_round(ids.END_ROOFS)
        elif cells[at.CUBES_LEFT] == 0 and self.tables.end_when_cubes_gone:
            self.end_round(ids.END_EITHER)
        elif cells[at.CUBES_LEFT] == 0 and open_buildings(cells) == 0:
            self.end_round(ids.END_CLOSED)
        else:
            cells[at.ACTIVE] = self.after(cells[at.ACTIVE])
            cells[at.ACTOR] = cells[at.ACTIVE]
            cells[at.PHASE] = at.CHOOSING

    def round_winner(self) -> i64:
        """Who alone is best in this round, ties broken by cheques; −1 if it is shared (estates.round.winner)."""
        best: i64 = 0
        shared: bool = False
        seat: i64 = 1
        while seat < self.tables.players:
            ahead: i64 = round_score(self.cells, self.tables, seat) - round_score(self.cells, self.tables, best)
            if ahead == 0:
                ahead = self.cheques(seat) - self.cheques(best)
            if ahead > 0:
                best = seat
                shared = False
            elif ahead == 0:
                shared = True
            seat += 1
        return -1 if shared else best

    def end_round(self, rule: i64) -> None:
        cells = self.cells
        cells[at.ENDED] = rule
        winner: i64 = self.round_winner()
        twice: bool = False
        if winner >= 0:
            base: i64 = self.seat_at(winner)
            cells[base + at.WINS] += 1
            twice = cells[base + at.WINS] >= 2 if self.tables.two_wins else winner == cells[at.LAST_WINNER]
        cells[at.LAST_WINNER] = winner
        if twice:
            cells[at.WINNER] = winner
        if twice or cells[at.ROUND] + 1 == self.tables.rounds:
            cells[at.PHASE] = at.FINISHED
            return
        seat: i64 = 0
        while seat < self.tables.players:
            base = self.seat_at(seat)
            cells[base + at.TOTAL] += round_score(cells, self.tables, seat)  # estates.score.earlier
            cells[base + at.HAND] += cells[base + at.BOX]  # estates.round.carry: the box is opened again
            cells[base + at.BOX] = 0
            seat += 1
        cells[at.ROUND] += 1
        lay_out(cells, self.tables)

    # Chance -----------------------------------------------------------------------------------------------------------

    def stream(self) -> i64:
        phase: i64 = self.cells[at.PHASE]
        return kit.CUBE_STREAM if phase == at.DEALING else kit.ROOF_STREAM if phase == at.TURNING else kit.FIRST

    def fill_chances(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        return fill_outcomes(self.cells, self.tables, outcomes, weights)

    def pick(self, source: Source) -> i64:
        return picked(self.cells, self.tables, source)

    def happen(self, outcome: i64) -> None:
        cells = self.cells
        phase: i64 = cells[at.PHASE]
        if phase == at.DEALING:
            laid: i64 = cells[at.CUBES_LEFT]
            cells[at.CUBE_AT + outcome] = at.IN_OFFER
            cells[at.OFFER_AT + laid] = outcome
            cells[at.RIGHT + laid // kit.PER_ROW] += 1
            cells[at.CUBES_LEFT] = laid + 1
            if laid + 1 == kit.OFFERED:  # estates.setup.offer: three rows of eight; the other cubes stay out
                cells[at.PHASE] = at.DRAWING
        elif phase == at.DRAWING:  # estates.setup.first
            cells[at.ACTIVE] = outcome
            cells[at.ACTOR] = outcome
            cells[at.PHASE] = at.CHOOSING
        else:
            cells[at.ROOFS + outcome] -= 1
            cells[at.ROOFS_LEFT] -= 1
            cells[at.FACE] = outcome + 1
            cells[at.PHASE] = at.BIDDING
            self.ask_next(cells[at.ACTIVE])


def starting(tables: EstatesTables) -> EstatesState:
    """The loan in every hand, an empty board; then chance lays out the offer and says who begins."""
    state = EstatesState(vec[i64]([0] * (at.SEATS + at.STRIDE * tables.players)), tables)
    cells = state.cells
    cells[at.ENDED] = -1
    cells[at.LAST_WINNER] = -1
    cells[at.WINNER] = -1
    seat: i64 = 0
    while seat < tables.players:
        cells[state.seat_at(seat) + at.HAND] = tables.cheques  # estates.setup.money
        seat += 1
    lay_out(cells, tables)
    return state
