# compiled
"""What a player may do at any decision of their own: change a coin, repay a loan, use a privilege."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.rules.cells import (
    ARRANGING,
    ASKED,
    BEGUN,
    BUY_GOOD,
    CARD,
    CHANGE,
    COIN_POOL,
    COINS,
    FOR_TOP,
    HIRE_TOP,
    IN_BOX,
    KEPT,
    LOANS,
    MONEY,
    MOVING,
    PAY_PER_CHIP,
    PHASE,
    POOL,
    PRIVILEGES,
    RAISE_QUALITY,
    RAW,
    REPAY,
    SEATS,
    STORE,
    STRIDE,
    USE,
    WAIT,
    WHERE,
)
from kvartal.games.house.rules.crews import hire, pay, raise_quality
from kvartal.games.house.rules.ids import (
    COIN_NONE,
    LOAN_MONEY,
    LOAN_NONE,
    PRIVILEGE_DECK,
    PRIVILEGE_OWN,
    PRIVILEGE_POOL,
    PRIVILEGE_RECEIPT,
    PRIVILEGE_TIME,
    VARIANT_BASIC,
    VARIANT_EXPERT,
)
from kvartal.games.house.rules.ids import (
    COIN_POOL as COIN_POOL_EMPTY,
)
from kvartal.games.house.rules.prepare import deck_size
from kvartal.games.house.rules.tables import HouseTables


def fill_extras(cells: vec[i64], tables: HouseTables, seat: i64, buffer: vec[i64], count: i64) -> i64:
    base: i64 = SEATS + seat * STRIDE
    if not tables.expert:
        if coins_free(cells, base) > 0:
            good: i64 = 0
            while good < RAW:
                if cells[POOL + good] > cells[base + ASKED + good]:
                    buffer[count] = CHANGE + good
                    count += 1
                good += 1
        return count
    if cells[base + LOANS] > 0 and cells[base + MONEY] > tables.loan:
        buffer[count] = REPAY
        count += 1
    if cells[PHASE] != MOVING:
        mine: i64 = KEPT + seat
        card: i64 = 0
        while card < PRIVILEGES:
            if cells[WHERE + card] == mine and privilege_refusal(cells, tables, seat, card) == LEGAL:
                buffer[count] = USE + card
                count += 1
            card += 1
    return count


def coins_free(cells: vec[i64], base: i64) -> i64:
    """Coins not yet promised for goods asked while arranging."""
    asked: i64 = cells[base + ASKED] + cells[base + ASKED + 1] + cells[base + ASKED + 2] + cells[base + ASKED + 3]
    return cells[base + COINS] - asked


def extra_refusal(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> i64:
    base: i64 = SEATS + seat * STRIDE
    if move < REPAY:
        if tables.expert:
            return VARIANT_BASIC
        if coins_free(cells, base) <= 0:
            return COIN_NONE
        good: i64 = move - CHANGE
        return LEGAL if cells[POOL + good] > cells[base + ASKED + good] else COIN_POOL_EMPTY
    if not tables.expert:
        return VARIANT_EXPERT
    if move == REPAY:
        if cells[base + LOANS] == 0:
            return LOAN_NONE
        return LEGAL if cells[base + MONEY] > tables.loan else LOAN_MONEY
    return privilege_refusal(cells, tables, seat, move - USE)


def privilege_refusal(cells: vec[i64], tables: HouseTables, seat: i64, card: i64) -> i64:
    if cells[WHERE + card] != KEPT + seat:
        return PRIVILEGE_OWN
    effect: i64 = tables.effect[card]
    if effect == PAY_PER_CHIP:
        return PRIVILEGE_RECEIPT
    if cells[PHASE] == MOVING:
        return PRIVILEGE_TIME
    if effect < RAW and cells[POOL + effect] == 0:
        return PRIVILEGE_POOL
    if effect == BUY_GOOD and cells[POOL + tables.good[card]] == 0:
        return PRIVILEGE_POOL
    if effect == HIRE_TOP and deck_size(cells) == 0:
        return PRIVILEGE_DECK
    return LEGAL


def play_extra(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> None:
    base: i64 = SEATS + seat * STRIDE
    if move < REPAY:
        good: i64 = move - CHANGE
        if cells[PHASE] == ARRANGING:  # served in the order of building, when everybody is ready
            cells[base + ASKED + good] += 1
            cells[base + BEGUN] = 1
        else:
            change(cells, base, good)
    elif move == REPAY:
        cells[base + MONEY] -= tables.loan
        cells[base + LOANS] -= 1
    else:
        use(cells, base, tables, move - USE)


def change(cells: vec[i64], base: i64, good: i64) -> None:
    cells[base + COINS] -= 1
    cells[COIN_POOL] += 1
    cells[POOL + good] -= 1
    cells[base + STORE + good] += 1


def use(cells: vec[i64], base: i64, tables: HouseTables, card: i64) -> None:
    """The card leaves the game, and no longer counts for its colour."""
    cells[WHERE + card] = IN_BOX
    effect: i64 = tables.effect[card]
    amount: i64 = tables.amount[card]
    if effect < RAW:
        if amount > cells[POOL + effect]:
            amount = cells[POOL + effect]
        cells[POOL + effect] -= amount
        cells[base + STORE + effect] += amount
    elif effect == BUY_GOOD:
        good: i64 = tables.good[card]
        pay(cells, base, tables, amount)
        cells[POOL + good] -= 1
        cells[base + STORE + good] += 1
    elif effect == RAISE_QUALITY:
        raise_quality(cells, base, tables, amount)
    else:
        pay(cells, base, tables, amount)
        cells[CARD] = card
        cells[WAIT] = FOR_TOP


def hire_top(cells: vec[i64], base: i64, tables: HouseTables, card: i64) -> None:
    """The top card of the builder deck came up for boiler or plants: an ordinary hire."""
    cells[CARD] = -1
    hire(cells, base, tables, card)
