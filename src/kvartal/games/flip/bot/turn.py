# compiled
"""The exact value of a turn of Flip City: every order in which the cards can come, every decision on the way.

The deck is a known pool, so the rest of the turn is a small tree of chances. Stopping is worth the best building that
the coins pay for, as the judge sees the table after it; a win is worth everything, a bust what is left after it.
"""

from typing import Final, final

from kvartal.engine.mind import CERTAIN
from kvartal.engine.native import i64, vec
from kvartal.engine.state import CHANCE, OVER
from kvartal.games.flip.bot.policy import chosen, recyclable
from kvartal.games.flip.bot.value import Judge
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.rules.state import FlipState
from kvartal.games.flip.rules.tables import FlipTables

SLOTS: Final = 65_536  # positions that are remembered; a power of two
MOST: Final = 6_000  # positions that are looked at with every shuffle on the way;
WITHOUT: Final = 3  # times as many if there are more, with none after the first card
ROOM: Final = SLOTS // 4 * 3  # never more than can be remembered: in a full table nothing is found any more


@final
class Turn:
    """solve() one turn; until the next call everything on its way is remembered."""

    def __init__(self, tables: FlipTables, weights: vec[i64], judge: Judge) -> None:
        self.tables = tables
        self.weights = weights
        self.judge = judge
        self.keys = vec[i64]([0] * SLOTS)
        self.stamps = vec[i64]([0] * SLOTS)
        self.worths = vec[i64]([0] * SLOTS)
        self.stamp: i64 = 0
        self.seen: i64 = 0  # positions looked at
        self.seat: i64 = 0
        self.number: i64 = 0  # of the turn
        self.wins_only = False
        self.limit: i64 = MOST
        self.most: i64 = MOST
        self.played: i64 = 0  # cards in play when it began
        self.shuffles = True  # are decks shuffled on the way looked into?
        self.exact = True  # was every way to the end of the turn looked at?

    def value(self, state: FlipState, seat: i64) -> i64:
        """The chance of winning the game, in millionths, where the rest of this turn is played as well as can be."""
        return self.solved(state, seat, False)

    def win_chance(self, state: FlipState, seat: i64) -> i64:
        """The chance of a win in this very turn for somebody who plays for nothing else, in millionths."""
        return self.solved(state, seat, True)

    def solved(self, state: FlipState, seat: i64, wins_only: bool) -> i64:
        self.seat = seat
        self.number = state.cells[at.TURNS]
        self.wins_only = wins_only
        self.played = state.cells[at.IN_PLAY]
        self.begin(True)
        worth: i64 = self.worth(state)
        self.exact = self.seen <= self.most
        if not self.exact:
            self.begin(False)
            worth = self.worth(state)
        return worth

    def begin(self, shuffles: bool) -> None:
        self.stamp += 1
        self.seen = 0
        self.shuffles = shuffles
        self.most = self.limit if shuffles else WITHOUT * self.limit
        if self.most > ROOM:
            self.most = ROOM

    def best(self, state: FlipState, seat: i64) -> i64:
        """The best move; of equals the policy's, then the first."""
        self.solved(state, seat, False)
        moves = vec[i64]([0] * self.tables.moves)
        count: i64 = self.fill_sensible(state, moves)
        usual: i64 = chosen(state, self.seat, self.weights)
        found: i64 = moves[0]
        most: i64 = -1
        i: i64 = 0
        while i < count:
            worth: i64 = self.worth_after(state, moves[i])
            if worth > most or (worth == most and moves[i] == usual):
                most = worth
                found = moves[i]
            i += 1
        return found

    # The tree ---------------------------------------------------------------------------------------------------------

    def worth(self, state: FlipState) -> i64:
        turn: i64 = state.turn()
        if turn == OVER:
            if self.tables.solo:
                return CERTAIN if state.place(self.seat) == 1 else 0
            return CERTAIN if state.cells[at.WINNER] == self.seat else self.leaf(state)
        if state.cells[at.TURNS] != self.number:
            return self.leaf(state)
        if turn == CHANCE:
            return self.average(state)
        if self.wins_only and state.cells[at.PHASE] == at.BUILDING:
            return 0
        key: i64 = state.hash64()
        slot: i64 = key & (SLOTS - 1)
        while self.stamps[slot] == self.stamp:
            if self.keys[slot] == key:
                return self.worths[slot]
            slot = (slot + 1) & (SLOTS - 1)
        self.seen += 1
        worth: i64 = 0
        if self.seen > self.most:
            return 0 if self.wins_only else self.judge.share(state, self.seat)
        moves = vec[i64]([0] * self.tables.moves)
        count: i64 = self.fill_sensible(state, moves)
        i: i64 = 0
        while i < count:
            then: i64 = self.worth_after(state, moves[i])
            if then > worth:
                worth = then
            i += 1
        slot = key & (SLOTS - 1)
        while self.stamps[slot] == self.stamp:
            slot = (slot + 1) & (SLOTS - 1)
        self.stamps[slot] = self.stamp
        self.keys[slot] = key
        self.worths[slot] = worth
        return worth

    def worth_after(self, state: FlipState, move: i64) -> i64:
        after = state.copy()
        after.play(self.seat, move)
        return self.worth(after)

    def average(self, state: FlipState) -> i64:
        """Over what chance may bring."""
        outcomes = vec[i64]([0] * kit.PILE)
        weights = vec[i64]([0] * kit.PILE)
        count: i64 = state.fill_chances(outcomes, weights)
        total: i64 = 0
        cards: i64 = 0
        i: i64 = 0
        while i < count:
            after = state.copy()
            after.happen(outcomes[i])
            total += weights[i] * self.worth(after)
            cards += weights[i]
            i += 1
        return total // cards

    def leaf(self, state: FlipState) -> i64:
        """The turn is over."""
        return 0 if self.wins_only else self.judge.share(state, self.seat)

    def fill_sensible(self, state: FlipState, moves: vec[i64]) -> i64:
        """The legal moves, without what can only be worse: what costs nothing is taken first."""
        if state.cells[at.PHASE] == at.PLAYING and not self.tables.recycle_flips:
            face: i64 = recyclable(state, state.seat_at(self.seat))
            if face >= 0:
                moves[0] = kit.RECYCLE + face
                return 1
        count: i64 = state.fill_moves(self.seat, moves)
        later: bool = state.cells[at.IN_PLAY] > self.played
        if (
            not self.shuffles and later and count > 1 and moves[1] == kit.SHUFFLE
        ):  # stopping is allowed: it comes before
            count -= 1
            i: i64 = 1
            while i < count:
                moves[i] = moves[i + 1]
                i += 1
        return count
