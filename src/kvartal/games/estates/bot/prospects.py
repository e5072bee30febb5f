# compiled
"""Prospects: what a position of The Estates may come to, and what each use of a piece would change in it.

Each row has a chance to be complete at the end; a building counts for or against its owner by that chance, and cheques
count by what can still be done with them. All figures of a position are worked out once (`look`); a use of a piece
then changes a few of them, so that nothing is copied and nothing is played.
"""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.estates.bot.greedy import BEHIND, CHANCES, WIDE
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.city import barrier_change, barrier_refusal, barrier_row, cancel_refusal
from kvartal.games.estates.rules.tables import EstatesTables

POINT: Final = 10_000  # everything is counted in ten-thousandths of a point
PERCENT: Final = 100
LOWEST: Final = -(1 << 60)
CLEAR: Final = 9  # steps behind the others from which more make no difference: the last place of BEHIND

# The weights, in the order of weights.toml
SAFE: Final = 0  # cheques that are worth more than others, because nothing can be bought without any
SAFETY: Final = 1  # what each of them is worth besides, in hundredths of a point
IN_TIME: Final = 2  # a cheque that can still go into the box
TOO_MANY: Final = 3  # a cheque that cannot
OPEN: Final = 4  # what a building that can be built over counts, in hundredths
EAGER: Final = 5  # the share of a piece's worth that is bid, in hundredths
MINE: Final = 6  # how likely the auctioneer gets the piece, in hundredths (for the priors)
SLOPE: Final = 7  # what a point ahead of the best rival is worth, in millionths of a win
RESULT: Final = 8  # how much winning counts at the end against the points, in hundredths
PACE: Final = 9  # turns that a step of the two quickest rows takes, in hundredths
SHARP: Final = 10  # by how many hundredths of a point a use must be worse to be half as likely the right one


def likely(need: i64, spare: i64, slower: i64) -> i64:
    """The chance of a row, in hundredths: what it still needs, how many roofs it can do without, and what the slower of
    the two others needs."""
    if spare < 0:
        return 0 if need else 99
    behind: i64 = need - slower
    if need > WIDE - 1:
        need = WIDE - 1
    if spare > WIDE - 1:
        spare = WIDE - 1
    chance: i64 = CHANCES[need * WIDE + spare]
    if behind > 0:
        most: i64 = BEHIND[behind if behind < CLEAR else CLEAR]
        if chance > most:
            return most
    return chance


@final
class Prospects:
    """The figures of one position. Its vecs are used again for the next."""

    def __init__(self, tables: EstatesTables, weights: list[int]) -> None:
        self.tables = tables
        self.players = tables.players
        self.weights = vec[i64](weights)
        self.half_open: i64 = self.weights[OPEN]
        # As things stand
        self.need = vec[i64]([0] * kit.ROWS)  # cubes and roofs that a row still needs
        self.lacking = vec[i64]([0] * kit.ROWS)  # roofs alone
        self.factors = vec[i64]([0] * kit.ROWS)  # what a row counts, −200 … 200
        self.held = vec[i64]([0] * (kit.ROWS * tables.players))  # worth of a seat's buildings: seat × ROWS + row
        self.money = vec[i64]([0] * tables.players)
        self.totals = vec[i64]([0] * tables.players)
        self.mayor: i64 = 0
        self.roofs: i64 = 0
        self.cubes: i64 = 0
        self.own_turns: i64 = 0
        self.over = False
        # After a change that is weighed
        self.tried = vec[i64]([0] * kit.ROWS)
        self.sums = vec[i64]([0] * tables.players)
        self.lasting = False  # a round comes after this one
        self.best: i64 = 0  # for the owner of the piece
        self.best_move: i64 = 0
        self.for_seat: i64 = 0  # the same use, as the asking seat sees it
        # Every use that was weighed last, for the priors
        self.uses: i64 = 0
        self.use_moves = vec[i64]([0] * (kit.BOARD + 2 * kit.ROWS + 2))
        self.use_worths = vec[i64]([0] * (kit.BOARD + 2 * kit.ROWS + 2))

    # As things stand --------------------------------------------------------------------------------------------------

    def look(self, cells: vec[i64]) -> None:
        """Work out all figures of a position."""
        tables = self.tables
        players: i64 = self.players
        need = self.need
        lacking = self.lacking
        held = self.held
        colours = tables.colour
        i: i64 = 0
        while i < players * kit.ROWS:
            held[i] = 0
            i += 1
        self.mayor = cells[at.MAYOR]
        self.roofs = cells[at.ROOFS_LEFT]
        self.cubes = cells[at.CUBES_LEFT]
        total: i64 = 0
        slowest: i64 = 0
        row: i64 = 0
        while row < kit.ROWS:
            length: i64 = cells[at.LENGTH + row]
            built: i64 = cells[at.BUILT + row]
            lacks: i64 = length - cells[at.ROOFED + row]
            needs: i64 = lacks + length - built
            lacking[row] = lacks
            need[row] = needs
            total += needs
            if needs > slowest:
                slowest = needs
            lot: i64 = row * kit.LOTS
            end: i64 = lot + built
            while lot < end:
                top: i64 = cells[at.TOP + lot]
                owner: i64 = cells[at.CERTIFICATE + colours[top]]
                held[owner * kit.ROWS + row] += self.counted(cells, lot, top)
                lot += 1
            row += 1
        steps: i64 = (total - slowest) * self.weights[PACE] // PERCENT + 2
        self.own_turns = (steps + players - 1) // players
        self.lasting = cells[at.ROUND] + 1 < tables.rounds
        self.over = cells[at.PHASE] == at.FINISHED
        self.over = self.weigh_rows(self.factors)
        i = 0
        while i < players:
            base: i64 = at.SEATS + i * at.STRIDE
            self.money[i] = POINT * (cells[base + at.BOX] + cells[base + at.TOTAL])
            self.money[i] += self.purse(cells[base + at.HAND])
            i += 1
        if self.over:
            self.count_exactly(cells)
        self.add_up(self.factors, self.totals)

    def counted(self, cells: vec[i64], lot: i64, top: i64) -> i64:
        """The worth of a building in hundredths: one that can be built over is not safe."""
        worth: i64 = cells[at.VALUE + lot]
        if cells[at.ROOF + lot] == 0 and self.tables.value[top] > 1 and not self.tables.white[lot]:
            return worth * self.half_open
        return worth * PERCENT

    def count_exactly(self, cells: vec[i64]) -> None:
        """At the end nothing is built over any more."""
        i: i64 = 0
        while i < self.players * kit.ROWS:
            self.held[i] = 0
            i += 1
        lot: i64 = 0
        while lot < kit.BOARD:
            top: i64 = cells[at.TOP + lot]
            if top >= 0:
                owner: i64 = cells[at.CERTIFICATE + self.tables.colour[top]]
                self.held[owner * kit.ROWS + lot // kit.LOTS] += cells[at.VALUE + lot] * PERCENT
            lot += 1

    def purse(self, hand: i64) -> i64:
        """What cheques in hand are worth: one a turn can still go into the box, and without any nothing can be bought.
        At the end they break ties; before the last round all of them go on into the next."""
        if self.over:
            return hand
        weights = self.weights
        worth: i64 = 0
        if self.own_turns > 1:
            worth = (hand if hand < weights[SAFE] else weights[SAFE]) * weights[SAFETY]
        if self.lasting or hand <= self.own_turns:
            worth += hand * weights[IN_TIME]
        else:
            worth += self.own_turns * weights[IN_TIME] + (hand - self.own_turns) * weights[TOO_MANY]
        return worth * (POINT // PERCENT)

    def weigh_rows(self, out: vec[i64]) -> bool:
        """What each row counts with its present needs; True if the round would be over."""
        need = self.need
        lacking = self.lacking
        l0: i64 = lacking[0]
        l1: i64 = lacking[1]
        l2: i64 = lacking[2]
        n0: i64 = need[0]
        n1: i64 = need[1]
        n2: i64 = need[2]
        roofs: i64 = self.roofs
        over: bool = self.over or roofs == 0
        if not over and ((l0 == 0 and (l1 == 0 or l2 == 0)) or (l1 == 0 and l2 == 0)):
            over = True
        if not over and self.cubes == 0:
            over = self.tables.end_when_cubes_gone or 2 * (l0 + l1 + l2) == n0 + n1 + n2
        if over:
            out[0] = PERCENT if l0 == 0 else -PERCENT
            out[1] = PERCENT if l1 == 0 else -PERCENT
            out[2] = PERCENT if l2 == 0 else -PERCENT
        else:
            out[0] = 2 * likely(n0, roofs - l0, n1 if n1 > n2 else n2) - PERCENT
            out[1] = 2 * likely(n1, roofs - l1, n0 if n0 > n2 else n2) - PERCENT
            out[2] = 2 * likely(n2, roofs - l2, n0 if n0 > n1 else n1) - PERCENT
        if self.mayor >= 0 and self.mayor < kit.ROWS:
            out[self.mayor] *= 2
        return over

    def add_up(self, factors: vec[i64], out: vec[i64]) -> None:
        """Each seat's expected points."""
        held = self.held
        money = self.money
        f0: i64 = factors[0]
        f1: i64 = factors[1]
        f2: i64 = factors[2]
        i: i64 = 0
        at_: i64 = 0
        while i < self.players:
            out[i] = money[i] + held[at_] * f0 + held[at_ + 1] * f1 + held[at_ + 2] * f2
            at_ += kit.ROWS
            i += 1

    def ahead(self, sums: vec[i64], seat: i64) -> i64:
        """Own expected points minus the best rival's."""
        if self.players == 2:
            return sums[seat] - sums[1 - seat]
        best: i64 = LOWEST
        i: i64 = 0
        while i < self.players:
            if i != seat and sums[i] > best:
                best = sums[i]
            i += 1
        return sums[seat] - best

    # What a piece would change ----------------------------------------------------------------------------------------

    def use(self, cells: vec[i64], piece: i64, face: i64, owner: i64, seat: i64) -> i64:
        """How far ahead `seat` is once `owner` has used a piece as is best for the owner. The use is `best_move`."""
        self.best = LOWEST
        self.uses = 0
        if piece < kit.CUBES:
            self.use_cube(cells, piece, owner, seat)
        elif piece == kit.ROOF_PIECE:
            self.use_roof(cells, face, owner, seat)
        else:
            self.weigh_use(kit.DISCARD, self.totals, owner, seat)
            if piece == kit.MAYOR_PIECE:
                self.use_mayor(owner, seat)
            elif piece == kit.CANCEL_PIECE:
                self.use_cancel(cells, owner, seat)
            else:
                self.use_barrier(cells, piece - kit.BARRIER_PIECE + 1, owner, seat)
        return self.for_seat

    def weigh_use(self, move: i64, sums: vec[i64], owner: i64, seat: i64) -> None:
        worth: i64 = self.ahead(sums, owner)
        self.use_moves[self.uses] = move
        self.use_worths[self.uses] = worth
        self.uses += 1
        if worth > self.best:
            self.best = worth
            self.best_move = move
            self.for_seat = worth if seat == owner else self.ahead(sums, seat)

    def use_cube(self, cells: vec[i64], cube: i64, owner: i64, seat: i64) -> None:
        tables = self.tables
        need = self.need
        sums = self.sums
        totals = self.totals
        value: i64 = tables.value[cube]
        holder: i64 = cells[at.CERTIFICATE + tables.colour[cube]]
        if holder < 0:
            holder = owner  # whoever places the first one of a colour holds its certificate
        row: i64 = 0
        while row < kit.ROWS:
            factor: i64 = self.factors[row]
            lot: i64 = row * kit.LOTS
            end: i64 = lot + cells[at.BUILT + row]
            while lot < end:
                if cells[at.ROOF + lot] == 0 and not tables.white[lot]:
                    top: i64 = cells[at.TOP + lot]
                    if tables.value[top] > value:
                        before: i64 = cells[at.CERTIFICATE + tables.colour[top]]
                        worth: i64 = cells[at.VALUE + lot]
                        i: i64 = 0
                        while i < self.players:
                            sums[i] = totals[i]
                            i += 1
                        sums[before] -= worth * self.half_open * factor
                        sums[holder] += (worth + value) * (self.half_open if value > 1 else PERCENT) * factor
                        self.weigh_use(kit.PLACE_LOT + lot, sums, owner, seat)
                lot += 1
            if cells[at.BUILT + row] < cells[at.LENGTH + row]:
                need[row] -= 1
                self.weigh_rows(self.tried)
                need[row] += 1
                self.add_up(self.tried, sums)
                unsafe: bool = value > 1 and not tables.white[end]
                sums[holder] += value * (self.half_open if unsafe else PERCENT) * self.tried[row]
                self.weigh_use(kit.PLACE_LOT + end, sums, owner, seat)
            row += 1

    def use_roof(self, cells: vec[i64], face: i64, owner: i64, seat: i64) -> None:
        tables = self.tables
        sums = self.sums
        row: i64 = 0
        while row < kit.ROWS:
            if cells[at.ROOFED + row] < cells[at.BUILT + row]:
                self.need[row] -= 1
                self.lacking[row] -= 1
                self.weigh_rows(self.tried)
                self.need[row] += 1
                self.lacking[row] += 1
                factor: i64 = self.tried[row]
                lot: i64 = row * kit.LOTS
                end: i64 = lot + cells[at.BUILT + row]
                while lot < end:
                    if cells[at.ROOF + lot] == 0:
                        top: i64 = cells[at.TOP + lot]
                        self.add_up(self.tried, sums)
                        closed: i64 = (cells[at.VALUE + lot] + face) * PERCENT - self.counted(cells, lot, top)
                        sums[cells[at.CERTIFICATE + tables.colour[top]]] += closed * factor
                        self.weigh_use(kit.PLACE_LOT + lot, sums, owner, seat)
                    lot += 1
            row += 1

    def use_barrier(self, cells: vec[i64], value: i64, owner: i64, seat: i64) -> None:
        row: i64 = 0
        while row < kit.ROWS:
            if barrier_refusal(cells, self.tables, row, value) == LEGAL:
                self.change_length(row, value, kit.PLACE_BARRIER + 2 * row, owner, seat)
            if barrier_refusal(cells, self.tables, row, -value) == LEGAL:
                self.change_length(row, -value, kit.PLACE_BARRIER + 2 * row + 1, owner, seat)
            row += 1

    def use_cancel(self, cells: vec[i64], owner: i64, seat: i64) -> None:
        barrier: i64 = 0
        while barrier < kit.BARRIERS:
            if cancel_refusal(cells, self.tables, barrier) == LEGAL:
                change: i64 = -barrier_change(cells, barrier)
                self.change_length(barrier_row(cells, barrier), change, kit.PLACE_CANCEL + barrier, owner, seat)
            barrier += 1

    def change_length(self, row: i64, change: i64, move: i64, owner: i64, seat: i64) -> None:
        self.need[row] += 2 * change
        self.lacking[row] += change
        self.weigh_rows(self.tried)
        self.need[row] -= 2 * change
        self.lacking[row] -= change
        self.add_up(self.tried, self.sums)
        self.weigh_use(move, self.sums, owner, seat)

    def use_mayor(self, owner: i64, seat: i64) -> None:
        row: i64 = 0
        while row < kit.ROWS:
            self.factors[row] *= 2
            self.add_up(self.factors, self.sums)
            self.factors[row] //= 2
            self.weigh_use(kit.PLACE_MAYOR + row, self.sums, owner, seat)
            row += 1
