# compiled
"""Where the chips go: which five buildings that hang together are best, and which of them cannot wait."""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import LEGAL
from kvartal.games.house.bot import weights as w
from kvartal.games.house.bot.worth import Worth
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import movement
from kvartal.games.house.rules.tables import HouseTables

BIT: Final[i64] = 1  # a machine integer: a literal would be shifted in 32 bits
NEVER: Final = -1_000_000
HANDS: Final = 32  # at least as many as there are hands of five chips: 24
STEPS: Final = 6  # none to five chips laid

ANY: Final = 9  # no chip lies there more often than others
ONE: Final = 8  # a 1 does, which would be missed: a 0 that is left over goes there instead, for a decoy
# The chip that lies most often at the shop of each good, the bank, the office, the exchange, the fair and the order
BASIC_GUESS: Final = bytes([3, 2, 3, 2, ANY, ANY, ONE, 0, ONE, ANY, ANY])
EXPERT_GUESS: Final = bytes([3, 3, 3, 0, 0, 1, ANY, ANY, 2, 1, 1])


@final
class Plan:
    """The errands of one seat. Everything is scratch: `choose` begins anew."""

    def __init__(self, tables: HouseTables, weights: vec[i64], worth: Worth) -> None:
        self.tables = tables
        self.weights = weights
        self.worth = worth
        self.ranked = vec[i64]([0] * (at.PLACES * at.CHIP_VALUES))  # the best plan that begins so, NEVER: none
        # Hands as numbers: chips of each value times their stride. Those with n chips, and where they begin.
        self.strides = vec[i64]([0] * at.CHIP_VALUES)
        self.by_size = vec[i64]([0] * HANDS)
        self.from_size = vec[i64]([0] * (STEPS + 2))
        self.holds = vec[i64]([0] * (HANDS * at.CHIP_VALUES))
        self.sort_hands()
        self.totals = vec[i64]([0] * (STEPS * HANDS))
        self.laid = vec[i64]([0] * (STEPS * HANDS))
        self.path = vec[i64]([0] * STEPS)  # buildings of the errand in hand, from the highest number down
        self.values = vec[i64]([0] * at.PLACES)  # which chip goes where in it
        self.mixing = False
        self.whim = vec[i64]([0] * (at.PLACES * at.CHIP_VALUES))  # while mixing: how much more a chip is wanted there,
        self.hurry = vec[i64]([0] * at.PLACES)  # and how much sooner it is laid

    def sort_hands(self) -> None:
        chips = self.tables.chips
        stride: i64 = 1
        value: i64 = 0
        while value < at.CHIP_VALUES:
            self.strides[value] = stride
            stride *= chips[value] + 1
            value += 1
        placed: i64 = 0
        size: i64 = 0
        while size < STEPS:
            self.from_size[size] = placed
            hand: i64 = 0
            while hand < stride:
                total: i64 = 0
                value = 0
                while value < at.CHIP_VALUES:
                    count: i64 = hand // self.strides[value] % (chips[value] + 1)
                    self.holds[hand * at.CHIP_VALUES + value] = count
                    total += count
                    value += 1
                if total == size:
                    self.by_size[placed] = hand
                    placed += 1
                hand += 1
            size += 1
        self.from_size[size] = placed

    # The best errand ------------------------------------------------------------------------------------------------

    def choose(self, cells: vec[i64], seat: i64) -> i64:
        """The move that begins the best errand, with what cannot wait; −1: none. `ranked` holds what every first move
        promises."""
        tables = self.tables
        base: i64 = at.SEATS + seat * at.STRIDE
        now = self.worth.now
        later = self.worth.later
        self.weigh(cells, seat)
        occupied: i64 = 0
        open: i64 = 0
        hand: i64 = self.strides[3] * tables.chips[3] + self.strides[2] * tables.chips[2]
        hand += self.strides[1] * tables.chips[1] + self.strides[0] * tables.chips[0]
        size: i64 = 5
        place: i64 = 0
        while place < tables.places:
            chip: i64 = cells[base + at.CHIP + place]
            if chip >= 0:
                occupied |= BIT << place
                hand -= self.strides[chip]
                size -= 1
            elif movement.place_refusal(cells, tables, base, place) == LEGAL:
                open |= BIT << place
            place += 1
        i: i64 = 0
        while i < at.PLACES * at.CHIP_VALUES:
            self.ranked[i] = NEVER
            i += 1
        i = 0
        while i < HANDS:
            self.totals[i] = NEVER
            i += 1
        self.totals[hand] = 0
        depth: i64 = 0  # how much of the path is reckoned
        top: i64 = NEVER
        move: i64 = -1
        number: i64 = 0
        count: i64 = len(tables.errands)
        while number < count:
            errand: i64 = tables.errands[number]
            number += 1
            if errand & occupied != occupied:
                continue
            depth = self.reckon(errand & ~occupied, depth, size)
            total: i64 = self.read_back(size)
            first: i64 = -1
            gain: i64 = NEVER
            step: i64 = 0
            while step < size:
                place = self.path[step]
                if (open >> place) & 1:
                    spot: i64 = place * at.CHIP_VALUES + self.values[place]
                    loss: i64 = now[spot] - later[spot]
                    if total + loss > self.ranked[spot]:
                        self.ranked[spot] = total + loss
                    urgent: i64 = self.weights[w.URGENCY] * loss + now[spot] + self.hurry[place]
                    if urgent > gain:
                        gain = urgent
                        first = spot
                step += 1
            if first >= 0 and total + now[first] - later[first] > top:
                top = total + now[first] - later[first]
                move = at.PLACE + first % at.CHIP_VALUES * at.PLACES + first // at.CHIP_VALUES
        return move

    # Not to be read -------------------------------------------------------------------------------------------------

    def draw_whims(self, cells: vec[i64], seat: i64, source: Source) -> None:
        """For this round, and the same for each of its chips: drawn by number. Most of them at the beginning, when all
        goods will be needed some day; none in the last round, when it matters what is there."""
        self.mixing = True
        weights = self.weights
        rounds: i64 = self.tables.rounds
        left: i64 = rounds - cells[at.ROUND]
        drawn: i64 = cells[at.ROUND] * at.PLACES * (at.CHIP_VALUES + 1)
        place: i64 = 0
        while place < self.tables.places:
            guess: i64 = self.guess(place)
            value: i64 = 0
            while value < at.CHIP_VALUES:
                decoy: bool = guess == ONE and value == 0
                most: i64 = weights[w.MIX_USUAL if value == guess or decoy else w.MIX_CHIP]
                whim: i64 = below(source.word(seat, drawn + value, 0), most + 1) * left // rounds
                self.whim[place * at.CHIP_VALUES + value] = -whim if value == guess else whim
                value += 1
            hurry: i64 = below(source.word(seat, drawn + value, 0), weights[w.MIX_ORDER] + 1)
            self.hurry[place] = hurry * left // rounds
            drawn += at.CHIP_VALUES + 1
            place += 1

    def guess(self, place: i64) -> i64:
        kind: i64 = self.tables.kind[place]
        found: i64 = EXPERT_GUESS[kind] if self.tables.expert else BASIC_GUESS[kind]
        return found

    def forget_whims(self) -> None:
        self.mixing = False
        place: i64 = 0
        while place < self.tables.places:
            self.hurry[place] = 0
            place += 1

    def weigh(self, cells: vec[i64], seat: i64) -> None:
        self.worth.weigh(cells, seat)
        if self.mixing:
            spot: i64 = 0
            while spot < self.tables.places * at.CHIP_VALUES:
                self.worth.now[spot] += self.whim[spot]
                self.worth.later[spot] += self.whim[spot]
                spot += 1

    # Reckoning ------------------------------------------------------------------------------------------------------

    def reckon(self, places: i64, depth: i64, size: i64) -> i64:
        """The best total of every hand that can be left after each building of an errand, the highest number first:
        errands in order share the beginning of this path. Returns how far the path goes."""
        step: i64 = 0
        place: i64 = self.tables.places - 1
        while place >= 0:
            if (places >> place) & 1:
                if step >= depth or self.path[step] != place:
                    depth = step
                    self.path[step] = place
                    self.lay(step, place, size - step)
                    depth = step + 1
                step += 1
            place -= 1
        return depth

    def lay(self, step: i64, place: i64, size: i64) -> None:
        """From every hand of so many chips one chip goes to this building."""
        before: i64 = step * HANDS
        after: i64 = before + HANDS
        i: i64 = self.from_size[size - 1]
        while i < self.from_size[size]:
            self.totals[after + self.by_size[i]] = NEVER
            i += 1
        spot: i64 = place * at.CHIP_VALUES
        later = self.worth.later
        while i < self.from_size[size + 1]:
            hand: i64 = self.by_size[i]
            i += 1
            total: i64 = self.totals[before + hand]
            if total == NEVER:
                continue
            value: i64 = 0
            while value < at.CHIP_VALUES:
                if self.holds[hand * at.CHIP_VALUES + value] > 0:
                    rest: i64 = after + hand - self.strides[value]
                    if total + later[spot + value] > self.totals[rest]:
                        self.totals[rest] = total + later[spot + value]
                        self.laid[rest] = value
                value += 1

    def read_back(self, size: i64) -> i64:
        """Which chip goes where in the best way to lay this errand; its total."""
        hand: i64 = 0
        step: i64 = size
        while step > 0:
            value: i64 = self.laid[step * HANDS + hand]
            step -= 1
            self.values[self.path[step]] = value
            hand += self.strides[value]
        return self.totals[size * HANDS]


def below(bits: i64, bound: i64) -> i64:
    """32 random bits as a number below a bound."""
    return (bits * bound) >> 32
