# compiled
"""What a player may do at any decision of their own (house.any_time): change a coin, repay a loan, use a privilege."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import ids
from kvartal.games.house.rules.crews import hire, pay, raise_quality
from kvartal.games.house.rules.prepare import deck_size
from kvartal.games.house.rules.tables import HouseTables


def fill_extras(cells: vec[i64], tables: HouseTables, seat: i64, buffer: vec[i64], count: i64) -> i64:
    base: i64 = at.SEATS + seat * at.STRIDE
    if not tables.expert:
        if coins_free(cells, base) > 0:
            good: i64 = 0
            while good < at.RAW:
                if cells[at.POOL + good] > cells[base + at.ASKED + good]:
                    buffer[count] = at.CHANGE + good
                    count += 1
                good += 1
        return count
    if cells[base + at.LOANS] > 0 and cells[base + at.MONEY] > tables.loan:
        buffer[count] = at.REPAY
        count += 1
    if cells[at.PHASE] != at.MOVING:
        mine: i64 = at.KEPT + seat
        card: i64 = 0
        while card < at.PRIVILEGES:
            if cells[at.WHERE + card] == mine and privilege_refusal(cells, tables, seat, card) == LEGAL:
                buffer[count] = at.USE + card
                count += 1
            card += 1
    return count


def coins_free(cells: vec[i64], base: i64) -> i64:
    """Coins not yet promised for goods asked while arranging."""
    asked: i64 = (
        cells[base + at.ASKED] + cells[base + at.ASKED + 1] + cells[base + at.ASKED + 2] + cells[base + at.ASKED + 3]
    )
    return cells[base + at.COINS] - asked


def extra_refusal(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> i64:
    base: i64 = at.SEATS + seat * at.STRIDE
    if move < at.REPAY:
        if tables.expert:
            return ids.VARIANT_BASIC
        if coins_free(cells, base) <= 0:
            return ids.COIN_NONE
        good: i64 = move - at.CHANGE
        return LEGAL if cells[at.POOL + good] > cells[base + at.ASKED + good] else ids.COIN_POOL
    if not tables.expert:
        return ids.VARIANT_EXPERT
    if move == at.REPAY:
        if cells[base + at.LOANS] == 0:
            return ids.LOAN_NONE
        return LEGAL if cells[base + at.MONEY] > tables.loan else ids.LOAN_MONEY
    return privilege_refusal(cells, tables, seat, move - at.USE)


def privilege_refusal(cells: vec[i64], tables: HouseTables, seat: i64, card: i64) -> i64:
    if cells[at.WHERE + card] != at.KEPT + seat:
        return ids.PRIVILEGE_OWN
    effect: i64 = tables.effect[card]
    if effect == at.PAY_PER_CHIP:
        return ids.PRIVILEGE_RECEIPT
    if cells[at.PHASE] == at.MOVING:
        return ids.PRIVILEGE_TIME
    if effect < at.RAW and cells[at.POOL + effect] == 0:
        return ids.PRIVILEGE_POOL
    if effect == at.BUY_GOOD and cells[at.POOL + tables.good[card]] == 0:
        return ids.PRIVILEGE_POOL
    if effect == at.HIRE_TOP and deck_size(cells) == 0:
        return ids.PRIVILEGE_DECK
    return LEGAL


def play_extra(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> None:
    base: i64 = at.SEATS + seat * at.STRIDE
    if move < at.REPAY:
        good: i64 = move - at.CHANGE
        if cells[at.PHASE] == at.ARRANGING:  # served in the order of building, when everybody is ready
            cells[base + at.ASKED + good] += 1
            cells[base + at.BEGUN] = 1
        else:
            change(cells, base, good)
    elif move == at.REPAY:
        cells[base + at.MONEY] -= tables.loan  # house.loan.repay
        cells[base + at.LOANS] -= 1
    else:
        use(cells, base, tables, move - at.USE)


def change(cells: vec[i64], base: i64, good: i64) -> None:
    """One material for one coin (house.coins)."""
    cells[base + at.COINS] -= 1
    cells[at.COIN_POOL] += 1  # house.coins.back
    cells[at.POOL + good] -= 1
    cells[base + at.STORE + good] += 1


def use(cells: vec[i64], base: i64, tables: HouseTables, card: i64) -> None:
    """The card leaves the game, and no longer counts for its colour (house.privilege.leaves)."""
    cells[at.WHERE + card] = at.IN_BOX
    effect: i64 = tables.effect[card]
    amount: i64 = tables.amount[card]
    if effect < at.RAW:  # house.privilege.goods
        if amount > cells[at.POOL + effect]:  # house.privilege.short
            amount = cells[at.POOL + effect]
        cells[at.POOL + effect] -= amount
        cells[base + at.STORE + effect] += amount
    elif effect == at.BUY_GOOD:  # house.privilege.buy
        good: i64 = tables.good[card]
        pay(cells, base, tables, amount)
        cells[at.POOL + good] -= 1
        cells[base + at.STORE + good] += 1
    elif effect == at.RAISE_QUALITY:  # house.privilege.quality
        raise_quality(cells, base, tables, amount)
    else:  # house.privilege.hire
        pay(cells, base, tables, amount)
        cells[at.CARD] = card
        cells[at.WAIT] = at.FOR_TOP


def hire_top(cells: vec[i64], base: i64, tables: HouseTables, card: i64) -> None:
    """The top card of the builder deck came up for boiler or plants: an ordinary hire."""
    cells[at.CARD] = -1
    hire(cells, base, tables, card)
