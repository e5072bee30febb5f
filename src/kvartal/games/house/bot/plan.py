# compiled
"""Where the chips go: which five buildings that hang together are best, and which of them cannot wait."""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.bot import weights as w
from kvartal.games.house.bot.whims import Whims
from kvartal.games.house.bot.worth import Worth
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import movement
from kvartal.games.house.rules.tables import HouseTables

BIT: Final[i64] = 1  # a machine integer: a literal would be shifted in 32 bits
NEVER: Final = -1_000_000
HANDS: Final = 32  # at least as many as there are hands of five chips: 24
STEPS: Final = 6  # none to five chips laid


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
        self.whims = Whims(tables, weights)

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
        self.worth.weigh(cells, seat)
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
                    urgent: i64 = self.weights[w.URGENCY] * loss + now[spot]
                    if urgent > gain:
                        gain = urgent
                        first = spot
                step += 1
            if first >= 0 and total + now[first] - later[first] > top:
                top = total + now[first] - later[first]
                move = at.PLACE + first % at.CHIP_VALUES * at.PLACES + first // at.CHIP_VALUES
        return move

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
        wish = self.whims.wish
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
                    then: i64 = total + later[spot + value] + wish[spot + value]
                    if then > self.totals[rest]:
                        self.totals[rest] = then
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
