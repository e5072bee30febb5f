# compiled
"""What a chip of each value is worth at each building: to whoever lays it now, and to whoever waits."""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.games.house.bot import weights as w
from kvartal.games.house.bot.wishes import Wishes
from kvartal.games.house.rules import buying, crews
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import HouseTables

CHIPS: Final = 5  # of a player


@final
class Worth:
    """`weigh` looks at a seat; what it found stands in `now` and `later`, by building and value."""

    def __init__(self, tables: HouseTables, weights: vec[i64], wishes: Wishes) -> None:
        self.tables = tables
        self.weights = weights
        self.wishes = wishes
        self.now = vec[i64]([0] * (at.PLACES * at.CHIP_VALUES))  # in hundredths of a point
        self.later = vec[i64]([0] * (at.PLACES * at.CHIP_VALUES))  # after those who may come first
        self.chips_left = vec[i64]([0] * at.SEAT_LIMIT)

    def weigh(self, cells: vec[i64], seat: i64) -> None:
        """Fill `now` and `later`. Of the rivals' chips only where they lie is looked at."""
        self.wishes.read(cells, seat)
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
        base: i64 = at.SEATS + seat * at.STRIDE
        if kind == at.EXCHANGE and self.tables.expert:
            self.weigh_crews(cells, base, ahead, first, out)
            return
        worth: i64 = 0
        if kind == at.EXCHANGE:
            worth = self.builder_worth(cells, base, ahead)
        elif kind == at.BANK:
            worth = self.coin_worth(cells, seat)
        elif kind == at.OFFICE:
            worth = self.permit_worth(cells, base, wanting)
        elif kind == at.ORDER and self.wishes.left > 0 and cells[at.TRACK] != seat:
            worth = self.weights[w.ORDER if cells[base + at.PERMIT] == 0 else w.ORDER_LATE]
        elif kind == at.FAIR and ahead < 10 * buying.cards_at_fair(cells):
            worth = self.weights[w.FAIR]
        value: i64 = 1
        while value < at.CHIP_VALUES:
            out[first + value] = worth + self.by_value(kind, value, worth, ahead)
            value += 1

    def by_value(self, kind: i64, value: i64, worth: i64, ahead: i64) -> i64:
        """Expert: what a higher chip brings beyond the place itself at the fair and the office."""
        if kind == at.FAIR and worth > 0:
            return self.weights[w.FAIR_CHIP] * value
        if kind == at.OFFICE and self.tables.expert and ahead < 20:
            money: i64 = self.tables.office_money * value * self.weights[w.MONEY]
            if money > self.weights[w.OFFICE]:
                money = self.weights[w.OFFICE]
            return money - worth if money > worth else 0
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
