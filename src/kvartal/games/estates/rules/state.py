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
from kvartal.games.estates.rules.cells import (
    ACTIVE,
    ACTOR,
    BIDDING,
    BOX,
    BOXED,
    BOXED_NOW,
    CHOOSING,
    CUBE_AT,
    CUBES_LEFT,
    DEALING,
    DECIDING,
    DRAWING,
    ENDED,
    FACE,
    FINISHED,
    HAND,
    HIGH,
    IN_OFFER,
    LAST_WINNER,
    LEADER,
    NET,
    OFFER_AT,
    PHASE,
    PIECE,
    PLACING,
    RIGHT,
    ROOFS,
    ROOFS_LEFT,
    ROUND,
    SEATS,
    START,
    STRIDE,
    TOTAL,
    TURNING,
    TURNS,
    WINNER,
    WINS,
)
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
from kvartal.games.estates.rules.ids import (
    BID_HAND,
    BID_HIGHER,
    BOX_EMPTY,
    BOX_ONCE,
    END_CLOSED,
    END_EITHER,
    END_ROOFS,
    END_ROUNDS,
    END_ROWS,
    END_WINS,
    KEEP_PAY,
    PHASE_BID,
    PHASE_DECIDE,
    PHASE_OFFER,
    PHASE_PLACE,
)
from kvartal.games.estates.rules.offer import fill_offers, offer_refusal, take_cube
from kvartal.games.estates.rules.placing import fill_placing, place_piece, place_refusal
from kvartal.games.estates.rules.tables import (
    BID,
    BOX_MOVE,
    CUBE_STREAM,
    CUBES,
    FIRST,
    KEEP,
    NO_PIECE,
    OFFER,
    OFFERED,
    PASS,
    PER_ROW,
    PLACE_LOT,
    ROOF_PIECE,
    ROOF_STREAM,
    SELL,
    EstatesTables,
)


@final
class EstatesState(State):
    def __init__(self, cells: vec[i64], tables: EstatesTables) -> None:
        self.cells = cells
        self.tables = tables

    def copy(self) -> "EstatesState":
        return EstatesState(self.cells[:], self.tables)

    def seat_at(self, seat: i64) -> i64:
        return SEATS + seat * STRIDE

    def hand(self, seat: i64) -> i64:
        return self.cells[SEATS + seat * STRIDE + HAND]

    def cheques(self, seat: i64) -> i64:
        """In hand and box together: what breaks ties and goes on into the next round."""
        base: i64 = SEATS + seat * STRIDE
        return self.cells[base + HAND] + self.cells[base + BOX]

    def after(self, seat: i64) -> i64:
        return 0 if seat + 1 == self.tables.players else seat + 1

    # Whose move it is, and who is ahead -------------------------------------------------------------------------------

    def turn(self) -> i64:
        phase: i64 = self.cells[PHASE]
        if phase == FINISHED:
            return OVER
        if phase == TURNING or phase <= DRAWING:
            return CHANCE
        return self.cells[ACTOR]

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
        early: i64 = self.cells[WINNER]
        if early >= 0 and (seat == early or other == early):
            return seat == early and other != early
        mine: i64 = self.score(seat)
        theirs: i64 = self.score(other)
        if mine != theirs:
            return mine > theirs
        return self.cheques(seat) > self.cheques(other)

    def place(self, seat: i64) -> i64:
        place: i64 = 1
        other: i64 = 0
        while other < self.tables.players:
            if self.beats(other, seat):
                place += 1
            other += 1
        return place

    def ending(self) -> i64:
        if self.cells[WINNER] >= 0:
            return END_WINS
        return END_ROUNDS if self.tables.rounds > 1 else self.cells[ENDED]

    # What a seat may know ---------------------------------------------------------------------------------------------

    def known(self, seat: i64) -> "EstatesState":
        """Everything but the others' cheques where money is hidden: there only the ledger, until the end."""
        size: i64 = SEATS + STRIDE * self.tables.players
        cells = vec[i64]([0] * size)
        i: i64 = 0
        while i < SEATS:
            cells[i] = self.cells[i]
            i += 1
        all_shown: bool = self.tables.open_money or self.cells[PHASE] == FINISHED
        other: i64 = 0
        while other < self.tables.players:
            base: i64 = self.seat_at(other)
            shown: bool = all_shown or other == seat
            cells[base + HAND] = self.cells[base + HAND] if shown else UNKNOWN
            cells[base + BOX] = self.cells[base + BOX] if shown else UNKNOWN
            i = START
            while i < STRIDE:
                cells[base + i] = self.cells[base + i]
                i += 1
            other += 1
        return EstatesState(cells, self.tables)

    def imagine(self, seat: i64, source: Source) -> "EstatesState":
        """Every payment was made in the open: the ledger gives the exact amounts back."""
        state = EstatesState(self.cells[:], self.tables)
        cells = state.cells
        other: i64 = 0
        while other < self.tables.players:
            base: i64 = self.seat_at(other)
            cells[base + HAND] = cells[base + START] + cells[base + NET] - cells[base + BOXED]
            cells[base + BOX] = cells[base + BOXED]
            other += 1
        return state

    # Moves ------------------------------------------------------------------------------------------------------------

    def fill_moves(self, seat: i64, buffer: vec[i64]) -> i64:
        phase: i64 = self.cells[PHASE]
        if phase == BIDDING:
            buffer[0] = PASS
            count: i64 = 1
            bid: i64 = self.cells[HIGH] + 1
            most: i64 = self.hand(seat)
            while bid <= most:
                buffer[count] = BID + bid
                count += 1
                bid += 1
            return count
        if phase == PLACING:
            return fill_placing(self.cells, self.tables, buffer)
        if phase == CHOOSING:
            count = 0
            if self.cells[BOXED_NOW] == 0 and self.hand(seat) > 0:
                buffer[0] = BOX_MOVE
                count = 1
            return fill_offers(self.cells, self.tables, buffer, count)
        buffer[0] = SELL
        if self.hand(seat) < self.cells[HIGH]:
            return 1
        buffer[1] = KEEP
        return 2

    def refusal(self, seat: i64, move: i64) -> i64:
        cells = self.cells
        phase: i64 = cells[PHASE]
        if move < PASS:
            if phase != CHOOSING:
                return PHASE_OFFER
            if move > BOX_MOVE:
                return offer_refusal(cells, self.tables, move - OFFER)
            if cells[BOXED_NOW]:
                return BOX_ONCE
            return LEGAL if self.hand(seat) > 0 else BOX_EMPTY
        if move == PASS or move > BID:
            if phase != BIDDING:
                return PHASE_BID
            if move == PASS:
                return LEGAL
            if move - BID <= cells[HIGH]:
                return BID_HIGHER
            return LEGAL if move - BID <= self.hand(seat) else BID_HAND
        if move < PLACE_LOT:
            if phase != DECIDING:
                return PHASE_DECIDE
            return LEGAL if move == SELL or self.hand(seat) >= cells[HIGH] else KEEP_PAY
        if phase != PLACING:
            return PHASE_PLACE
        return place_refusal(cells, self.tables, move)

    def play(self, seat: i64, move: i64) -> None:
        cells = self.cells
        if move > BID:
            cells[HIGH] = move - BID
            cells[LEADER] = seat
            self.ask_next(seat)
        elif move == PASS:
            self.ask_next(seat)
        elif move == BOX_MOVE:
            base: i64 = self.seat_at(seat)
            cells[base + HAND] -= 1
            cells[base + BOX] += 1
            cells[base + BOXED] += 1
            cells[BOXED_NOW] = 1
        elif move < PASS:
            self.put_up(move - OFFER)
        elif move <= KEEP:
            self.settle(move == SELL)
        else:
            place_piece(cells, self.tables, seat, move)
            self.end_turn()

    # The auction ------------------------------------------------------------------------------------------------------

    def put_up(self, piece: i64) -> None:
        cells = self.cells
        cells[PIECE] = piece
        if piece == ROOF_PIECE:
            cells[PHASE] = TURNING
            return
        if piece < CUBES:
            take_cube(cells, piece)
        cells[PHASE] = BIDDING
        self.ask_next(cells[ACTIVE])

    def ask_next(self, seat: i64) -> None:
        """The next one to bid, once around. With open money, who cannot go higher is passed over at once."""
        cells = self.cells
        following: i64 = self.after(seat)
        while following != cells[ACTIVE]:
            if not self.tables.open_money or self.hand(following) > cells[HIGH]:
                cells[ACTOR] = following
                return
            following = self.after(following)
        cells[ACTOR] = cells[ACTIVE]
        if cells[LEADER] < 0:
            cells[PHASE] = PLACING  # nobody bid: free
        elif self.tables.open_money and self.hand(cells[ACTIVE]) < cells[HIGH]:
            self.settle(True)  # a forced sale
        else:
            cells[PHASE] = DECIDING

    def settle(self, sold: bool) -> None:
        """The price goes from the new owner to the other one."""
        cells = self.cells
        owner: i64 = cells[LEADER] if sold else cells[ACTIVE]
        other: i64 = cells[ACTIVE] if sold else cells[LEADER]
        price: i64 = cells[HIGH]
        cells[SEATS + owner * STRIDE + HAND] -= price
        cells[SEATS + owner * STRIDE + NET] -= price
        cells[SEATS + other * STRIDE + HAND] += price
        cells[SEATS + other * STRIDE + NET] += price
        cells[ACTOR] = owner
        cells[PHASE] = PLACING

    # The end of a turn, a round, the game -----------------------------------------------------------------------------

    def end_turn(self) -> None:
        cells = self.cells
        cells[PIECE] = NO_PIECE
        cells[FACE] = 0
        cells[HIGH] = 0
        cells[LEADER] = -1
        cells[BOXED_NOW] = 0
        cells[TURNS] += 1
        if complete_rows(cells) >= 2:
            self.end_round(END_ROWS)
        elif cells[ROOFS_LEFT] == 0:
            self.end_round(END_ROOFS)
        elif cells[CUBES_LEFT] == 0 and self.tables.end_when_cubes_gone:
            self.end_round(END_EITHER)
        elif cells[CUBES_LEFT] == 0 and open_buildings(cells) == 0:
            self.end_round(END_CLOSED)
        else:
            cells[ACTIVE] = self.after(cells[ACTIVE])
            cells[ACTOR] = cells[ACTIVE]
            cells[PHASE] = CHOOSING

    def round_winner(self) -> i64:
        """Who alone is best in this round, ties broken by cheques; −1 if the round is shared."""
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
        cells[ENDED] = rule
        winner: i64 = self.round_winner()
        twice: bool = False
        if winner >= 0:
            base: i64 = self.seat_at(winner)
            cells[base + WINS] += 1
            twice = cells[base + WINS] >= 2 if self.tables.two_wins else winner == cells[LAST_WINNER]
        cells[LAST_WINNER] = winner
        if twice:
            cells[WINNER] = winner
        if twice or cells[ROUND] + 1 == self.tables.rounds:
            cells[PHASE] = FINISHED
            return
        seat: i64 = 0
        while seat < self.tables.players:
            base = self.seat_at(seat)
            cells[base + TOTAL] += round_score(cells, self.tables, seat)
            cells[base + HAND] += cells[base + BOX]
            cells[base + BOX] = 0
            seat += 1
        cells[ROUND] += 1
        lay_out(cells, self.tables)

    # Chance -----------------------------------------------------------------------------------------------------------

    def stream(self) -> i64:
        phase: i64 = self.cells[PHASE]
        return CUBE_STREAM if phase == DEALING else ROOF_STREAM if phase == TURNING else FIRST

    def fill_chances(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        return fill_outcomes(self.cells, self.tables, outcomes, weights)

    def pick(self, source: Source) -> i64:
        return picked(self.cells, self.tables, source)

    def happen(self, outcome: i64) -> None:
        cells = self.cells
        phase: i64 = cells[PHASE]
        if phase == DEALING:
            laid: i64 = cells[CUBES_LEFT]
            cells[CUBE_AT + outcome] = IN_OFFER
            cells[OFFER_AT + laid] = outcome
            cells[RIGHT + laid // PER_ROW] += 1
            cells[CUBES_LEFT] = laid + 1
            if laid + 1 == OFFERED:
                cells[PHASE] = DRAWING
        elif phase == DRAWING:
            cells[ACTIVE] = outcome
            cells[ACTOR] = outcome
            cells[PHASE] = CHOOSING
        else:
            cells[ROOFS + outcome] -= 1
            cells[ROOFS_LEFT] -= 1
            cells[FACE] = outcome + 1
            cells[PHASE] = BIDDING
            self.ask_next(cells[ACTIVE])


def starting(tables: EstatesTables) -> EstatesState:
    """The loan in every hand, an empty board; then chance lays out the offer and says who begins."""
    state = EstatesState(vec[i64]([0] * (SEATS + STRIDE * tables.players)), tables)
    cells = state.cells
    cells[ENDED] = -1
    cells[LAST_WINNER] = -1
    cells[WINNER] = -1
    seat: i64 = 0
    while seat < tables.players:
        cells[state.seat_at(seat) + HAND] = tables.cheques
        seat += 1
    lay_out(cells, tables)
    return state
