# compiled
"""In town: how much to take, whom to hire, what to ask for at the office, which privilege to take and when to
use it."""

from typing import final

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.bot import weights as w
from kvartal.games.house.bot.wishes import Wishes
from kvartal.games.house.rules import any_time, buying
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import HouseTables


@final
class Town:
    def __init__(self, tables: HouseTables, weights: vec[i64], wants: Wishes) -> None:
        self.tables = tables
        self.weights = weights
        self.wants = wants

    def buy(self, cells: vec[i64], seat: i64) -> i64:
        tables = self.tables
        base: i64 = at.SEATS + seat * at.STRIDE
        kind: i64 = tables.kind[cells[at.HERE]]
        if kind < at.GOODS:
            most: i64 = cells[at.LEFT] if cells[at.LEFT] < cells[at.SHOP + kind] else cells[at.SHOP + kind]
            if not tables.expert:
                return at.TAKE + most  # what I have nobody else gets
            self.wants.read(cells, seat)
            wanted: i64 = self.wants.lack[kind] + self.extras(cells, base, kind)
            return at.TAKE + (most if most < wanted else wanted)
        if not tables.expert:
            return at.TAKE + 1
        self.wants.read(cells, seat)
        if kind == at.EXCHANGE:
            return self.hire(cells, base)
        if kind == at.OFFICE:
            return self.ask(cells, base)
        best: i64 = -1
        top: i64 = -1
        card: i64 = 0
        while card < at.PRIVILEGES:
            if cells[at.WHERE + card] == at.CURRENT:
                worth: i64 = self.privilege(cells, base, card)
                if worth > top:
                    top = worth
                    best = card
            card += 1
        return at.GET + best if best >= 0 else at.DONE

    def extras(self, cells: vec[i64], base: i64, good: i64) -> i64:
        """Goods beyond the complete house, as far as money and cheap loans go after what it still lacks."""
        wants = self.wants
        money: i64 = cells[base + at.MONEY] - self.weights[w.RESERVE]
        loans: i64 = self.weights[w.LOANS] - cells[base + at.LOANS]
        if loans > 0:
            money += loans * self.tables.loan
        each: i64 = 0
        while each < at.GOODS:
            money -= wants.lack[each] * wants.price[each]
            each += 1
        wanted: i64 = wants.more[good]
        while wanted > 0 and wanted * wants.price[good] > money:
            wanted -= 1
        return wanted

    def hire(self, cells: vec[i64], base: i64) -> i64:
        """Workers for what is to be built, stars for points."""
        tables = self.tables
        weights = self.weights
        strong: i64 = 0
        slot: i64 = 0
        while slot < at.SLOTS - 1:  # the one in the last slot leaves after this round
            card: i64 = cells[base + at.SLOT + slot]
            if card >= 0 and tables.card_workers[card] >= 2:
                strong += 1
            slot += 1
        best: i64 = at.DONE
        top: i64 = 0
        place: i64 = 0
        while place < at.DISPLAY:
            card = cells[at.SHOWN + place]
            if card >= 0:
                workers: i64 = tables.card_workers[card]
                worth: i64 = weights[w.STAR] * tables.card_stars[card]
                worth -= weights[w.MONEY] * (tables.card_price[card] - cells[at.DISCOUNT + place])
                if workers < 2:
                    worth += weights[w.WEAK]
                else:
                    worth += weights[w.STRONG if strong == 0 else w.STRONG_SECOND if strong == 1 else w.STRONG_MORE]
                    worth += 10 * (workers - 2)
                if worth > top:
                    top = worth
                    best = at.HIRE + place
            place += 1
        return best

    def ask(self, cells: vec[i64], base: i64) -> i64:
        if buying.office_refusal(cells, base, at.PERMIT_OPTION) == LEGAL:
            return at.ASK + at.PERMIT_OPTION
        quality: bool = buying.office_refusal(cells, base, at.QUALITY_OPTION) == LEGAL
        if buying.office_refusal(cells, base, at.MONEY_OPTION) != LEGAL:
            return at.ASK + at.QUALITY_OPTION if quality else at.DONE
        money: i64 = self.tables.office_money * cells[base + at.CHIP + cells[at.HERE]]
        if not quality or money * self.weights[w.MONEY] > self.weights[w.STAR] + 10:
            return at.ASK + at.MONEY_OPTION
        poor: bool = cells[base + at.MONEY] < self.weights[w.POOR]
        return at.ASK + (at.MONEY_OPTION if poor else at.QUALITY_OPTION)

    # Privileges -----------------------------------------------------------------------------------------------------

    def privilege(self, cells: vec[i64], base: i64, card: i64) -> i64:
        """What a card of the fair is worth."""
        tables = self.tables
        weights = self.weights
        wants = self.wants
        effect: i64 = tables.effect[card]
        amount: i64 = tables.amount[card]
        if effect < at.RAW:
            if wants.lack[effect] > 0:
                return weights[w.CORE]
            return weights[w.EXTRA] + weights[w.MONEY] * wants.price[effect]
        if effect == at.BUY_GOOD:
            good: i64 = tables.good[card]
            saved: i64 = (wants.price[good] - amount) * weights[w.MONEY]
            if wants.lack[good] > 0:
                return weights[w.CORE] + saved
            return saved + weights[w.EXTRA] if wants.more[good] > 0 else 10
        if effect == at.RAISE_QUALITY:
            return weights[w.STAR]
        if effect == at.PAY_PER_CHIP:
            return amount * weights[w.MONEY] * cells[base + at.CHIP + cells[at.HERE]]
        return weights[w.TOP_CARD]

    def use(self, cells: vec[i64], seat: i64) -> i64:
        """Expert, while building: a loan worth repaying, a privilege worth using now, or −1. Wishes have been read."""
        tables = self.tables
        wants = self.wants
        base: i64 = at.SEATS + seat * at.STRIDE
        if wants.left == 0 and cells[base + at.LOANS] > 0 and cells[base + at.MONEY] > tables.loan:
            return at.REPAY
        card: i64 = 0
        while card < at.PRIVILEGES:
            if cells[at.WHERE + card] == at.KEPT + seat and self.useful(cells, base, card):
                if any_time.privilege_refusal(cells, tables, seat, card) == LEGAL:
                    return at.USE + card
            card += 1
        return -1

    def useful(self, cells: vec[i64], base: i64, card: i64) -> bool:
        wants = self.wants
        effect: i64 = self.tables.effect[card]
        if effect == at.RAISE_QUALITY:
            return True
        if effect < at.RAW:
            return wants.lack[effect] > 0
        if effect == at.BUY_GOOD:
            good: i64 = self.tables.good[card]
            return wants.lack[good] > 0 or (wants.more[good] > 0 and cells[base + at.MONEY] > 10)
        return effect == at.HIRE_TOP and wants.left > 0 and cells[base + at.SLOT] < 0
