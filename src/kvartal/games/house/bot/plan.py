# compiled
"""Where the chips go: what a chip is worth at a building, which five buildings that hang together are best, and
which of them cannot wait."""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.bot import weights as w
from kvartal.games.house.bot.wishes import Wishes
from kvartal.games.house.rules import buying, crews, movement
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import HouseTables

BIT: Final[i64] = 1  # a machine integer: a literal would be shifted in 32 bits
NEVER: Final = -1_000_000
HANDS: Final = 32  # at least as many as there are hands of five chips: 24
CHIPS: Final = 5  # of a player
STEPS: Final = 6  # none to five chips laid


@final
class Plan:
    """The errands of one seat. Everything is scratch: `choose` begins anew."""

    def __init__(self, tables: HouseTables, weights: vec[i64], wishes: Wishes) -> None:
        self.tables = tables
        self.weights = weights
        self.wishes = wishes
        cells: i64 = at.PLACES * at.CHIP_VALUES
        self.now = vec[i64]([0] * cells)  # what a chip brings at a building if it is laid now,
        self.later = vec[i64]([0] * cells)  # and if it is laid after others
        self.ranked = vec[i64]([0] * cells)  # the best plan that begins with this chip, NEVER: none
        self.chips_left = vec[i64]([0] * at.SEAT_LIMIT)
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

    # What a chip is worth -------------------------------------------------------------------------------------------

    def weigh(self, cells: vec[i64], seat: i64) -> None:
        """Fill `now` and `later`."""
        tables = self.tables
        players: i64 = tables.players
        other: i64 = 0
        while other < players:
            self.chips_left[other] = CHIPS
            other += 1
        floor: i64 = at.TOWER
        last: i64 = at.TOWER + tables.places * at.SEAT_LIMIT
        while floor < last:
            other = cells[floor]
            if other >= 0:
                self.chips_left[other] -= 1
            floor += 1
        rest: i64 = 0
        other = 0
        while other < players:
            if other != seat:
                rest += self.chips_left[other]
            other += 1
        place: i64 = 0
        while place < tables.places:
            ahead: i64 = 0
            wanting: i64 = 0  # rivals in front who still want a permit
            to_come: i64 = rest
            floor = at.TOWER + place * at.SEAT_LIMIT
            last = floor + at.SEAT_LIMIT
            while floor < last and cells[floor] >= 0:
                other = cells[floor]
                if other != seat:
                    ahead += 10
                    to_come -= self.chips_left[other]
                    if cells[at.SEATS + other * at.STRIDE + at.PERMIT] == 0:
                        wanting += 10
                floor += 1
            threat: i64 = self.weights[w.THREAT] * to_come // (5 * (players - 1))
            self.weigh_place(cells, seat, place, ahead, wanting, self.now)
            if threat > 0:
                self.weigh_place(cells, seat, place, ahead + threat, wanting + threat, self.later)
            else:
                value: i64 = place * at.CHIP_VALUES
                end: i64 = value + at.CHIP_VALUES
                while value < end:
                    self.later[value] = self.now[value]
                    value += 1
            place += 1

    def weigh_place(self, cells: vec[i64], seat: i64, place: i64, ahead: i64, wanting: i64, out: vec[i64]) -> None:
        """For each value of a chip. `ahead` and `wanting` are tenths of rivals."""
        kind: i64 = self.tables.kind[place]
        first: i64 = place * at.CHIP_VALUES
        out[first] = 0
        if kind < at.GOODS:
            self.weigh_goods(cells, kind, ahead, first, out)
            return
        if kind == at.EXCHANGE and self.tables.expert:
            self.weigh_crews(cells, at.SEATS + seat * at.STRIDE, ahead, first, out)
            return
        value: i64 = 1
        worth: i64 = self.worth_of_place(cells, seat, kind, ahead, wanting)
        while value < at.CHIP_VALUES:
            out[first + value] = worth
            if kind == at.FAIR and worth > 0:
                out[first + value] += self.weights[w.FAIR_CHIP] * value
            elif kind == at.OFFICE and self.tables.expert and ahead < 20:
                money: i64 = self.tables.office_money * value * self.weights[w.MONEY]
                if money > self.weights[w.OFFICE]:
                    money = self.weights[w.OFFICE]
                if money > worth:
                    out[first + value] = money
            value += 1

    def worth_of_place(self, cells: vec[i64], seat: i64, kind: i64, ahead: i64, wanting: i64) -> i64:
        """Whatever the value of the chip."""
        base: i64 = at.SEATS + seat * at.STRIDE
        if kind == at.OFFICE:
            return self.permit_worth(cells, base, wanting)
        if kind == at.EXCHANGE:
            return self.builder_worth(cells, base, ahead)
        if kind == at.BANK:
            return self.coin_worth(cells, seat)
        if kind == at.ORDER and self.wishes.left > 0 and cells[at.TRACK] != seat:
            return self.weights[w.ORDER if cells[base + at.PERMIT] == 0 else w.ORDER_LATE]
        if kind == at.FAIR and ahead < 10 * buying.cards_at_fair(cells):
            return self.weights[w.FAIR]
        return 0

    def weigh_goods(self, cells: vec[i64], good: i64, ahead: i64, first: i64, out: vec[i64]) -> None:
        weights = self.weights
        stock: i64 = 10 * cells[at.SHOP + good] - weights[w.TAKEN] * ahead // 10  # tenths
        lack: i64 = self.wishes.lack[good]
        more: i64 = lack + self.wishes.more[good]
        total: i64 = 0
        value: i64 = 0
        while value < at.CHIP_VALUES - 1:
            each: i64 = weights[w.SPARE]
            if value < lack:
                each = weights[w.CORE] + weights[w.CORE_PRICE] * self.wishes.price[good]
            elif value < more:
                each = weights[w.EXTRA]
            if stock >= 10:
                total += each
            elif stock > 0:
                total += each * stock // 10
            stock -= 10
            value += 1
            out[first + value] = total

    def permit_worth(self, cells: vec[i64], base: i64, wanting: i64) -> i64:
        if cells[base + at.PERMIT] or cells[at.PERMITS] == 0:
            return 0
        worth: i64 = self.weights[w.PERMIT] - self.weights[w.PERMIT_LEFT] * self.wishes.left
        kept: i64 = self.weights[w.PERMIT_KEPT]
        while wanting >= 10:
            worth = worth * kept // 100
            wanting -= 10
        return worth * (1000 - (100 - kept) * wanting) // 1000

    def builder_worth(self, cells: vec[i64], base: i64, ahead: i64) -> i64:
        """Basic: every card is one more side of the die."""
        weights = self.weights
        had: i64 = crews.hired(cells, base)
        if had >= self.tables.slots:
            return 0
        chance: i64 = 10 * buying.cards_shown(cells) - weights[w.HIRE_TAKEN] * ahead // 10
        if chance <= 0:
            return 0
        worth: i64 = weights[w.HIRE] + weights[w.HIRE_LEFT] * self.wishes.left - weights[w.HIRE_HAD] * had
        return worth if chance >= 10 else worth * chance // 10

    def coin_worth(self, cells: vec[i64], seat: i64) -> i64:
        weights = self.weights
        lack = self.wishes.lack
        worth: i64 = weights[w.COIN]
        if lack[0] + lack[1] + lack[2] + lack[3] == 0:
            worth = weights[w.COIN_IDLE]
        most: i64 = 0
        other: i64 = 0
        while other < self.tables.players:
            if other != seat and cells[at.SEATS + other * at.STRIDE + at.COINS] > most:
                most = cells[at.SEATS + other * at.STRIDE + at.COINS]
            other += 1
        mine: i64 = cells[at.SEATS + seat * at.STRIDE + at.COINS]
        if mine <= most and most - mine <= self.wishes.left:
            worth += weights[w.COIN_LEAD]
        return worth

    def weigh_crews(self, cells: vec[i64], base: i64, ahead: i64, first: i64, out: vec[i64]) -> None:
        weights = self.weights
        tables = self.tables
        cards: i64 = 10 * buying.cards_shown(cells) - weights[w.HIRE_TAKEN] * ahead // 10
        strong: i64 = 0  # crews that can build a wall
        slot: i64 = base + at.SLOT
        while slot < base + at.SLOT + at.SLOTS:
            if cells[slot] >= 0 and tables.card_workers[cells[slot]] >= 2:
                strong += 1
            slot += 1
        total: i64 = 0
        value: i64 = 1
        while value < at.CHIP_VALUES:
            each: i64 = weights[w.CREW_MORE]
            if strong == 0:
                each = weights[w.CREW]
            elif strong == 1:
                each = weights[w.CREW_SECOND] if self.wishes.left > 0 else weights[w.CREW_LATE]
            elif strong == 2:
                each = weights[w.CREW_THIRD]
            if cards >= 10:
                total += each
            elif cards > 0:
                total += each * cards // 10
            cards -= 10
            strong += 1
            out[first + value] = total
            value += 1

    # The best errand ------------------------------------------------------------------------------------------------

    def choose(self, cells: vec[i64], seat: i64) -> i64:
        """The move that begins the best errand, with what cannot wait; −1: none. `ranked` holds what every first move
        promises."""
        tables = self.tables
        base: i64 = at.SEATS + seat * at.STRIDE
        self.wishes.read(cells, seat)
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
                    loss: i64 = self.now[spot] - self.later[spot]
                    if total + loss > self.ranked[spot]:
                        self.ranked[spot] = total + loss
                    urgent: i64 = self.weights[w.URGENCY] * loss + self.now[spot]
                    if urgent > gain:
                        gain = urgent
                        first = spot
                step += 1
            if first >= 0 and total + self.now[first] - self.later[first] > top:
                top = total + self.now[first] - self.later[first]
                move = at.PLACE + first % at.CHIP_VALUES * at.PLACES + first // at.CHIP_VALUES
        return move

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
                    if total + self.later[spot + value] > self.totals[rest]:
                        self.totals[rest] = total + self.later[spot + value]
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
