# compiled
"""The sensible player in town: what to buy, whom to hire, which privilege to take and when to use it."""

from typing import Final

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.bot.chip_plan import CORE, EXTRA, MONEY_WORTH
from kvartal.games.house.bot.needs import Needs
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.any_time import extra_refusal
from kvartal.games.house.rules.buying import office_refusal
from kvartal.games.house.rules.state import HouseState

FAIR_LOANS: Final = 3  # so many cost less than what their money builds


def choose_purchase(state: HouseState, seat: i64) -> i64:
    cells = state.cells
    tables = state.tables
    base: i64 = at.SEATS + seat * at.STRIDE
    kind: i64 = tables.kind[cells[at.HERE]]
    needs = Needs(cells, tables, seat)
    if kind < at.GOODS:
        most: i64 = cells[at.LEFT] if cells[at.LEFT] < cells[at.SHOP + kind] else cells[at.SHOP + kind]
        if not tables.expert:
            return at.TAKE + most
        wanted: i64 = needs.lack[kind] + extras_to_buy(cells, base, needs, kind)
        return at.TAKE + (most if most < wanted else wanted)
    if not tables.expert:
        return at.TAKE + 1
    if kind == at.EXCHANGE:
        return choose_builder(state, base)
    if kind == at.OFFICE:
        if office_refusal(cells, base, at.PERMIT_OPTION) == LEGAL:
            return at.ASK + at.PERMIT_OPTION
        money: i64 = tables.office_money * cells[base + at.CHIP + cells[at.HERE]] * MONEY_WORTH
        if office_refusal(cells, base, at.MONEY_OPTION) == LEGAL:
            if money > 110 or cells[base + at.MONEY] < 15 or office_refusal(cells, base, at.QUALITY_OPTION) != LEGAL:
                return at.ASK + at.MONEY_OPTION
        return at.ASK + at.QUALITY_OPTION
    best: i64 = -1
    top: i64 = -1
    card: i64 = 0
    while card < at.PRIVILEGES:
        if cells[at.WHERE + card] == at.CURRENT:
            worth: i64 = privilege_worth(state, base, needs, card)
            if worth > top:
                top = worth
                best = card
        card += 1
    return at.GET + best


def extras_to_buy(cells: vec[i64], base: i64, needs: Needs, good: i64) -> i64:
    """Goods for points beyond the complete house, while money lasts for what is still missing."""
    cost: i64 = 0
    each: i64 = 0
    while each < at.GOODS:
        cost += needs.lack[each] * needs.price(each)
        each += 1
    spare: i64 = cells[base + at.MONEY] - cost - 8
    loans: i64 = cells[base + at.LOANS]
    if loans < FAIR_LOANS:
        spare += (FAIR_LOANS - loans) * needs.tables.loan
    wanted: i64 = needs.more[good]
    while wanted > 0 and wanted * needs.price(good) > spare:
        wanted -= 1
    return wanted


def choose_builder(state: HouseState, base: i64) -> i64:
    """Workers for what is to be built, stars for points."""
    cells = state.cells
    tables = state.tables
    strong: i64 = 0
    slot: i64 = 0
    while slot < at.SLOTS - 1:  # the one in the last slot leaves after this round
        if cells[base + at.SLOT + slot] >= 0 and tables.card_workers[cells[base + at.SLOT + slot]] >= 2:
            strong += 1
        slot += 1
    best: i64 = at.DONE
    top: i64 = 0
    place: i64 = 0
    while place < at.DISPLAY:
        card: i64 = cells[at.SHOWN + place]
        if card >= 0:
            workers: i64 = tables.card_workers[card]
            worth: i64 = 100 * tables.card_stars[card]
            worth -= MONEY_WORTH * (tables.card_price[card] - cells[at.DISCOUNT + place])
            if workers >= 2:
                worth += 400 if strong == 0 else 150 if strong == 1 else 40
                worth += 10 * (workers - 2)
            else:
                worth += 30
            if worth > top:
                top = worth
                best = at.HIRE + place
        place += 1
    return best


def privilege_worth(state: HouseState, base: i64, needs: Needs, card: i64) -> i64:
    tables = state.tables
    effect: i64 = tables.effect[card]
    amount: i64 = tables.amount[card]
    if effect < at.RAW:
        if needs.lack[effect] > 0:
            return CORE
        return EXTRA + MONEY_WORTH * needs.price(effect)
    if effect == at.BUY_GOOD:
        good: i64 = tables.good[card]
        saved: i64 = (needs.price(good) - amount) * MONEY_WORTH
        if needs.lack[good] > 0:
            return CORE + saved
        return saved + EXTRA if needs.more[good] > 0 else 10
    if effect == at.RAISE_QUALITY:
        return 100
    if effect == at.PAY_PER_CHIP:
        return amount * MONEY_WORTH * state.cells[base + at.CHIP + state.cells[at.HERE]]
    return 80


def choose_extra(state: HouseState, seat: i64, needs: Needs) -> i64:
    """A privilege worth using now, a loan worth repaying, or −1."""
    cells = state.cells
    tables = state.tables
    base: i64 = at.SEATS + seat * at.STRIDE
    if not tables.expert:
        return -1
    if needs.left == 0 and cells[base + at.LOANS] > 0 and cells[base + at.MONEY] > tables.loan:
        return at.REPAY
    card: i64 = 0
    while card < at.PRIVILEGES:
        if cells[at.WHERE + card] == at.KEPT + seat and extra_refusal(cells, tables, seat, at.USE + card) == LEGAL:
            effect: i64 = tables.effect[card]
            if effect == at.RAISE_QUALITY:
                return at.USE + card
            if effect < at.RAW and needs.lack[effect] > 0:
                return at.USE + card
            if effect == at.BUY_GOOD and needs.lack[tables.good[card]] > 0:
                return at.USE + card
            if effect == at.BUY_GOOD and needs.more[tables.good[card]] > 0 and cells[base + at.MONEY] > 10:
                return at.USE + card
            if effect == at.HIRE_TOP and needs.left > 0 and cells[base + at.SLOT] < 0:
                return at.USE + card
        card += 1
    return -1
