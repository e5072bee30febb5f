# compiled
"""What makes a good move in The Estates: the policy, how likely each move is the right one, and what a state is worth.

A piece is worth what its best use changes in the own prospects minus the best rival's. Cheques of others are counted by
the ledger, which is public, so a choice rests on nothing that its seat may not know.
"""

from typing import Final, final

from kvartal.engine.mind import CERTAIN, HALF, Mind
from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import OVER, State
from kvartal.games.estates.bot.greedy import usual_roof
from kvartal.games.estates.bot.prospects import (
    EAGER,
    LOWEST,
    MINE,
    PERCENT,
    POINT,
    RESULT,
    SHARP,
    SLOPE,
    Prospects,
)
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.offer import fill_offers
from kvartal.games.estates.rules.state import EstatesState
from kvartal.games.estates.rules.tables import EstatesTables

FINE: Final = 1_000  # of what shares of a prior are rounded to


@final
class EstatesMind(Mind):
    def __init__(self, tables: EstatesTables, weights: list[int]) -> None:
        super().__init__(tables, weights)
        self.prospects = Prospects(tables, weights)
        self.offers = vec[i64]([0] * tables.moves)
        self.worths = vec[i64]([0] * tables.moves)  # by move, for the priors
        self.terms = (
            *("row A", "row B", "row C", "box", "earlier rounds"),  # together the points of the moment
            *("hand", "chance A", "chance B", "chance C", "expected", "ahead"),
        )

    # The policy -------------------------------------------------------------------------------------------------------

    def policy(self, state: State, seat: i64, source: Source) -> i64:
        assert isinstance(state, EstatesState)
        cells = state.cells
        phase: i64 = cells[at.PHASE]
        hand: i64 = cells[at.SEATS + seat * at.STRIDE + at.HAND]
        if phase == at.BIDDING and hand <= cells[at.HIGH]:
            return kit.PASS
        if phase == at.DECIDING and hand < cells[at.HIGH]:
            return kit.SELL
        self.prospects.look(cells)
        if phase == at.PLACING:
            self.prospects.use(cells, cells[at.PIECE], cells[at.FACE], seat, seat)
            return self.prospects.best_move
        if phase == at.BIDDING:
            return self.bid(state, seat)
        if phase == at.DECIDING:
            return kit.KEEP if self.keeping(state, seat) > 0 else kit.SELL
        return kit.BOX_MOVE if self.boxes(state, seat) else self.put_up(state, seat)

    def boxes(self, state: EstatesState, seat: i64) -> bool:
        """Is a cheque worth more in the box than in hand?"""
        hand: i64 = state.hand(seat)
        if state.cells[at.BOXED_NOW] or hand == 0:
            return False
        return self.cheques(hand, -1) + POINT >= 0

    def cheques(self, hand: i64, change: i64) -> i64:
        """What it is worth to a seat to have so many cheques more in hand."""
        return self.prospects.purse(hand + change) - self.prospects.purse(hand)

    def put_up(self, state: EstatesState, seat: i64) -> i64:
        """The piece that is best to have: mostly it is the auctioneer who gets it."""
        offers = self.offers
        count: i64 = fill_offers(state.cells, state.tables, offers, 0)
        best: i64 = LOWEST
        move: i64 = offers[0]
        i: i64 = 0
        while i < count:
            worth: i64 = self.offered(state, seat, seat, offers[i] - kit.OFFER)
            if worth > best:
                best = worth
                move = offers[i]
            i += 1
        return move

    def offered(self, state: EstatesState, owner: i64, seat: i64, piece: i64) -> i64:
        """How far ahead a seat is if a piece of the offer comes to an owner."""
        prospects = self.prospects
        if piece == kit.ROOF_PIECE:
            prospects.roofs -= 1
            worth: i64 = prospects.use(state.cells, piece, usual_roof(state.cells), owner, seat)
            prospects.roofs += 1
            return worth
        if piece >= kit.CUBES:
            return prospects.use(state.cells, piece, 0, owner, seat)
        prospects.cubes -= 1
        worth = prospects.use(state.cells, piece, 0, owner, seat)
        prospects.cubes += 1
        return worth

    def bid(self, state: EstatesState, seat: i64) -> i64:
        """A share of what the piece is worth, or just above the bid so far if the piece is worth that."""
        cells = state.cells
        prospects = self.prospects
        high: i64 = cells[at.HIGH]
        most: i64 = state.hand(seat)
        active: i64 = cells[at.ACTIVE]
        piece: i64 = cells[at.PIECE]
        face: i64 = cells[at.FACE]
        owner: i64 = cells[at.LEADER] if cells[at.LEADER] >= 0 else active
        gain: i64 = prospects.use(cells, piece, face, seat, seat) - prospects.use(cells, piece, face, owner, seat)
        seller: i64 = state.hand(active)
        worth: i64 = 0
        price: i64 = high + 1
        while price <= most and gain > self.handed_over(state, seat, active, price):
            worth = price
            price += 1
        if worth == 0:
            return kit.PASS
        wanted: i64 = (self.weights[EAGER] * worth + PERCENT // 2) // PERCENT
        if wanted > seller + 1:
            wanted = seller + 1  # the auctioneer cannot keep it at that price
        return kit.BID + (wanted if wanted > high else high + 1)

    def handed_over(self, state: EstatesState, giver: i64, taker: i64, price: i64) -> i64:
        """What a price costs the giver: the own cheques, and those of the taker if nobody else is a greater danger."""
        cost: i64 = -self.cheques(state.hand(giver), -price)
        totals = self.prospects.totals
        i: i64 = 0
        while i < self.prospects.players:
            if i != giver and totals[i] > totals[taker]:
                return cost
            i += 1
        return cost + self.cheques(state.hand(taker), price)

    def keeping(self, state: EstatesState, seat: i64) -> i64:
        """By how much keeping the piece is better than selling it."""
        cells = state.cells
        high: i64 = cells[at.HIGH]
        leader: i64 = cells[at.LEADER]
        kept: i64 = self.prospects.use(cells, cells[at.PIECE], cells[at.FACE], seat, seat)
        sold: i64 = self.prospects.use(cells, cells[at.PIECE], cells[at.FACE], leader, seat)
        return kept - sold - self.handed_over(state, seat, leader, high) + self.handed_over(state, seat, leader, -high)

    # How likely each move is the right one ----------------------------------------------------------------------------

    def fill_priors(self, state: State, seat: i64, moves: vec[i64], count: i64, out: vec[i64]) -> None:
        """Half on the policy's move; the rest by how little worse the others are."""
        assert isinstance(state, EstatesState)
        cells = state.cells
        phase: i64 = cells[at.PHASE]
        self.prospects.look(cells)
        if phase == at.PLACING:
            self.prospects.use(cells, cells[at.PIECE], cells[at.FACE], seat, seat)
            self.share_uses(moves, count, out)
        elif phase == at.CHOOSING:
            self.share_offers(state, seat, moves, count, out)
        elif phase == at.BIDDING:
            self.share_bids(state, seat, moves, count, out)
        else:
            self.worths[kit.SELL] = 0
            self.worths[kit.KEEP] = self.keeping(state, seat)
            self.share_worths(moves, count, out)

    def share_uses(self, moves: vec[i64], count: i64, out: vec[i64]) -> None:
        i: i64 = 0
        while i < self.prospects.uses:
            self.worths[self.prospects.use_moves[i]] = self.prospects.use_worths[i]
            i += 1
        self.share_worths(moves, count, out)

    def share_offers(self, state: EstatesState, seat: i64, moves: vec[i64], count: i64, out: vec[i64]) -> None:
        """By what comes of it if the auctioneer gets the piece, and if the next one does."""
        mine: i64 = self.weights[MINE]
        best: i64 = LOWEST
        i: i64 = 0
        while i < count:
            if moves[i] != kit.BOX_MOVE:
                piece: i64 = moves[i] - kit.OFFER
                worth: i64 = mine * self.offered(state, seat, seat, piece)
                worth = (worth + (PERCENT - mine) * self.offered(state, state.after(seat), seat, piece)) // PERCENT
                self.worths[moves[i]] = worth
                if worth > best:
                    best = worth
            i += 1
        if moves[0] == kit.BOX_MOVE:
            gain: i64 = self.cheques(state.hand(seat), -1) + POINT
            self.worths[kit.BOX_MOVE] = best + (POINT if gain >= 0 else gain)
        self.share_worths(moves, count, out)

    def share_bids(self, state: EstatesState, seat: i64, moves: vec[i64], count: i64, out: vec[i64]) -> None:
        """By how near they are to the bid that seems right."""
        wanted: i64 = self.bid(state, seat)
        step: i64 = self.weights[SHARP] * (POINT // PERCENT)
        i: i64 = 0
        while i < count:
            away: i64 = moves[i] - wanted
            if wanted == kit.PASS:
                away = moves[i] - kit.BID - state.cells[at.HIGH] if moves[i] > kit.BID else 0
            elif moves[i] == kit.PASS:
                away = 1
            self.worths[moves[i]] = -(away if away > 0 else -away) * step
            i += 1
        self.share_worths(moves, count, out)

    def share_worths(self, moves: vec[i64], count: i64, out: vec[i64]) -> None:
        worths = self.worths
        best: i64 = 0
        i: i64 = 1
        while i < count:
            if worths[moves[i]] > worths[moves[best]]:
                best = i
            i += 1
        step: i64 = self.weights[SHARP] * (POINT // PERCENT) + 1
        total: i64 = 0
        i = 0
        while i < count:
            share: i64 = FINE * step // (step + worths[moves[best]] - worths[moves[i]])
            out[i] = share * share + 1
            total += out[i]
            i += 1
        i = 0
        while i < count:
            out[i] = out[i] * (CERTAIN - self.trust) // total + (self.trust if i == best else 0)
            i += 1

    # What a state is worth --------------------------------------------------------------------------------------------

    def value(self, state: State, seat: i64) -> i64:
        """By how far the seat is ahead of its best rival; at the end winning counts more."""
        assert isinstance(state, EstatesState)
        worth: i64 = HALF + self.points_ahead(state, seat) * self.weights[SLOPE] // POINT
        worth = 0 if worth < 0 else CERTAIN if worth > CERTAIN else worth
        if state.turn() == OVER:
            won: i64 = self.weights[RESULT]
            return (won * self.result(state, seat) + (PERCENT - won) * worth) // PERCENT
        return worth

    def fill_terms(self, state: State, seat: i64, out: vec[i64]) -> i64:
        """Points of the moment, by row; cheques; the rows' chances in hundredths; expected points, rounded."""
        assert isinstance(state, EstatesState)
        cells = state.cells
        base: i64 = at.SEATS + seat * at.STRIDE
        prospects = self.prospects
        prospects.look(cells)
        row: i64 = 0
        while row < kit.ROWS:
            out[row] = 0
            lot: i64 = row * kit.LOTS
            end: i64 = lot + cells[at.BUILT + row]
            while lot < end:
                out[row] += state.lot_points(seat, lot)
                lot += 1
            doubled: bool = cells[at.MAYOR] == row
            factor: i64 = prospects.factors[row] // 2 if doubled else prospects.factors[row]
            out[6 + row] = (factor + PERCENT) // 2
            row += 1
        out[3] = cells[base + at.BOX]
        out[4] = cells[base + at.TOTAL]
        out[5] = cells[base + at.HAND]
        out[9] = (prospects.totals[seat] + POINT // 2) // POINT
        out[10] = (prospects.ahead(prospects.totals, seat) + POINT // 2) // POINT
        return 11

    # For tests: what is weighed, in ten-thousandths of a point --------------------------------------------------------

    def points_ahead(self, state: EstatesState, seat: i64) -> i64:
        """The own expected points minus the best rival's."""
        self.prospects.look(state.cells)
        return self.prospects.ahead(self.prospects.totals, seat)

    def worths_of_uses(self, state: EstatesState, seat: i64) -> list[tuple[int, int]]:
        """The same after each use of the piece that a seat has."""
        prospects = self.prospects
        prospects.look(state.cells)
        prospects.use(state.cells, state.cells[at.PIECE], state.cells[at.FACE], seat, seat)
        found: list[tuple[int, int]] = []
        i: i64 = 0
        while i < prospects.uses:
            found.append((prospects.use_moves[i], prospects.use_worths[i]))
            i += 1
        return found
