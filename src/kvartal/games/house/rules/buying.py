# compiled
"""Purchases: buildings by number, each tower from the first chip that arrived."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.rules import building
from kvartal.games.house.rules.any_time import fill_extras
from kvartal.games.house.rules.cells import (
    ACTIVE,
    ASK,
    BANK,
    BUYING,
    CARD,
    CASH,
    CASHING,
    CHIP,
    COIN_POOL,
    COINS,
    CURRENT,
    DISCOUNT,
    DISPLAY,
    DONE,
    EXCHANGE,
    FAIR,
    FREE,
    GET,
    GOODS,
    HERE,
    HIRE,
    IN_BOX,
    KEEP,
    KEPT,
    LEFT,
    MONEY,
    MONEY_OPTION,
    OFFERED,
    OFFICE,
    ORDER,
    PAY_PER_CHIP,
    PERMIT,
    PERMIT_OPTION,
    PERMITS,
    PHASE,
    PLACES,
    PRICE,
    PRIVILEGES,
    QUALITY_OPTION,
    QUEUE,
    REVEALED,
    SEAT_LIMIT,
    SEATS,
    SERVED,
    SHOP,
    SHOWN,
    STEP,
    STORE,
    STRIDE,
    TAKE,
    TOWER,
    TRACK,
    WHERE,
)
from kvartal.games.house.rules.crews import hire, hire_basic, hired, pay, raise_quality
from kvartal.games.house.rules.ids import (
    BUY_CHIP,
    BUY_HERE,
    BUY_STOCK,
    FAIR_CARD,
    HIRE_CARD,
    HIRE_ONE,
    OFFICE_PERMIT,
    OFFICE_TAKEN,
)
from kvartal.games.house.rules.tables import HouseTables

# Who is served --------------------------------------------------------------------------------------------------------


def begin(cells: vec[i64], tables: HouseTables) -> None:
    cells[PHASE] = BUYING
    cells[HERE] = -1
    next_building(cells, tables)


def next_building(cells: vec[i64], tables: HouseTables) -> None:
    """Go on to the next tower; what needs no decision happens by itself."""
    while True:
        cells[HERE] += 1
        cells[QUEUE] = -1
        cells[SERVED] = 0
        cells[OFFERED] = 0
        if cells[HERE] >= tables.places:
            take_chips_back(cells, tables)
            building.begin(cells, tables)
            return
        tower: i64 = TOWER + cells[HERE] * SEAT_LIMIT
        if cells[tower] < 0:
            continue
        kind: i64 = tables.kind[cells[HERE]]
        if tables.expert:
            reveal_tower(cells, tower)
            if kind == ORDER:
                reorder(cells, tower)
                continue
        elif kind in (BANK, OFFICE):
            reveal_tower(cells, tower)
            serve_by_itself(cells, tower, kind)
            continue
        if next_customer(cells, tables):
            return


def next_customer(cells: vec[i64], tables: HouseTables) -> bool:
    """Turn to the next chip of this tower that has something to decide; False: there is none."""
    here: i64 = cells[HERE]
    queue: i64 = cells[QUEUE] + 1
    while queue < tables.players:
        seat: i64 = cells[TOWER + here * SEAT_LIMIT + queue]
        if seat < 0:
            break
        base: i64 = SEATS + seat * STRIDE
        if not tables.expert:
            cells[base + REVEALED] += 1  # chip by chip, as each is served
        cells[QUEUE] = queue
        value: i64 = cells[base + CHIP + here]
        if value > 0 and something_to_get(cells, tables, base, tables.kind[here]):
            cells[ACTIVE] = seat
            cells[LEFT] = value
            return True
        queue += 1
    return False


def go_on(cells: vec[i64], tables: HouseTables) -> None:
    cells[STEP] = FREE
    if not next_customer(cells, tables):
        next_building(cells, tables)


def something_to_get(cells: vec[i64], tables: HouseTables, base: i64, kind: i64) -> bool:
    if kind < GOODS:
        return cells[SHOP + kind] > 0
    if kind == EXCHANGE:
        return cards_shown(cells) > 0 and (tables.expert or hired(cells, base) < tables.slots)
    if kind == FAIR:
        return cells[SERVED] < tables.fair_limit and cards_at_fair(cells) > 0
    return cells[SERVED] < tables.office_limit


def cards_shown(cells: vec[i64]) -> i64:
    count: i64 = 0
    place: i64 = 0
    while place < DISPLAY:
        if cells[SHOWN + place] >= 0:
            count += 1
        place += 1
    return count


def cards_at_fair(cells: vec[i64]) -> i64:
    count: i64 = 0
    card: i64 = 0
    while card < PRIVILEGES:
        if cells[WHERE + card] == CURRENT:
            count += 1
        card += 1
    return count


def take_chips_back(cells: vec[i64], tables: HouseTables) -> None:
    i: i64 = 0
    while i < PLACES * SEAT_LIMIT:
        cells[TOWER + i] = -1
        i += 1
    seat: i64 = 0
    while seat < tables.players:
        i = 0
        while i < PLACES:
            cells[SEATS + seat * STRIDE + CHIP + i] = -1
            i += 1
        seat += 1


def reveal_tower(cells: vec[i64], tower: i64) -> None:
    i: i64 = 0
    while i < SEAT_LIMIT:
        if cells[tower + i] >= 0:
            cells[SEATS + cells[tower + i] * STRIDE + REVEALED] += 1
        i += 1


def serve_by_itself(cells: vec[i64], tower: i64, kind: i64) -> None:
    """Basic bank: a coin for every chip above 0. Basic office: one permit, for the first who has none."""
    i: i64 = 0
    while i < SEAT_LIMIT and cells[tower + i] >= 0:
        base: i64 = SEATS + cells[tower + i] * STRIDE
        if cells[base + CHIP + cells[HERE]] > 0:
            if kind == BANK:
                if cells[COIN_POOL] > 0:
                    cells[COIN_POOL] -= 1
                    cells[base + COINS] += 1
            elif cells[base + PERMIT] == 0 and cells[PERMITS] > 0:
                cells[PERMITS] -= 1
                cells[base + PERMIT] = 1
                return
        i += 1


def reorder(cells: vec[i64], tower: i64) -> None:
    """The chips above 0 go to the front in the order of the tower; the others keep theirs behind."""
    front: i64 = 0
    i: i64 = 0
    while i < SEAT_LIMIT and cells[tower + i] >= 0:
        seat: i64 = cells[tower + i]
        if cells[SEATS + seat * STRIDE + CHIP + cells[HERE]] > 0:
            at: i64 = front
            while cells[TRACK + at] != seat:
                at += 1
            while at > front:
                cells[TRACK + at] = cells[TRACK + at - 1]
                at -= 1
            cells[TRACK + front] = seat
            front += 1
        i += 1


# Moves ----------------------------------------------------------------------------------------------------------------


def fill_buying(cells: vec[i64], tables: HouseTables, seat: i64, buffer: vec[i64]) -> i64:
    kind: i64 = tables.kind[cells[HERE]]
    count: i64 = 0
    i: i64 = 0
    if kind < GOODS:
        most: i64 = cells[LEFT] if cells[LEFT] < cells[SHOP + kind] else cells[SHOP + kind]
        while i <= most:
            buffer[i] = TAKE + i
            i += 1
        return fill_extras(cells, tables, seat, buffer, most + 1)
    if not tables.expert:  # the exchange: one builder or none
        buffer[0] = TAKE
        buffer[1] = TAKE + 1
        return fill_extras(cells, tables, seat, buffer, 2)
    buffer[0] = DONE
    count = 1
    if kind == EXCHANGE:
        while i < DISPLAY:
            if cells[SHOWN + i] >= 0:
                buffer[count] = HIRE + i
                count += 1
            i += 1
    elif kind == OFFICE:
        while i <= MONEY_OPTION:
            if office_refusal(cells, SEATS + seat * STRIDE, i) == LEGAL:
                buffer[count] = ASK + i
                count += 1
            i += 1
    else:
        while i < PRIVILEGES:
            if cells[WHERE + i] == CURRENT:
                buffer[count] = GET + i
                count += 1
            i += 1
    return fill_extras(cells, tables, seat, buffer, count)


def office_refusal(cells: vec[i64], base: i64, option: i64) -> i64:
    if (cells[OFFERED] >> option) & 1:
        return OFFICE_TAKEN
    if option == PERMIT_OPTION and (cells[base + PERMIT] or cells[PERMITS] == 0):
        return OFFICE_PERMIT
    return LEGAL


def buying_refusal(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> i64:
    kind: i64 = tables.kind[cells[HERE]]
    if move < DONE:
        count: i64 = move - TAKE
        if kind < GOODS:
            if count > cells[LEFT]:
                return BUY_CHIP
            return LEGAL if count <= cells[SHOP + kind] else BUY_STOCK
        if kind == EXCHANGE and not tables.expert:
            return LEGAL if count <= 1 else HIRE_ONE
        return BUY_HERE
    if move == DONE:
        return BUY_HERE if kind < GOODS or not tables.expert else LEGAL
    if move < ASK:
        if kind != EXCHANGE:
            return BUY_HERE
        return LEGAL if cells[SHOWN + move - HIRE] >= 0 else HIRE_CARD
    if move < GET:
        return office_refusal(cells, SEATS + seat * STRIDE, move - ASK) if kind == OFFICE else BUY_HERE
    if kind != FAIR:
        return BUY_HERE
    return LEGAL if cells[WHERE + move - GET] == CURRENT else FAIR_CARD


def play_buying(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> None:
    base: i64 = SEATS + seat * STRIDE
    kind: i64 = tables.kind[cells[HERE]]
    if move < DONE:
        if kind < GOODS:
            buy(cells, base, tables, kind, move - TAKE)
        elif move > TAKE:
            take_basic_builder(cells, base)
    elif move == DONE:
        pass
    elif move < ASK:
        hire_shown(cells, base, tables, move - HIRE)
        cells[LEFT] -= 1
        if cells[LEFT] > 0 and cards_shown(cells) > 0:
            return
    elif move < GET:
        ask_office(cells, base, tables, move - ASK)
    elif move < KEEP:
        cells[WHERE + move - GET] = KEPT + seat
        cells[SERVED] += 1
        if tables.effect[move - GET] == PAY_PER_CHIP:
            cells[CARD] = move - GET
            cells[STEP] = CASHING
            return
    else:
        if move == CASH:
            cells[base + MONEY] += tables.amount[cells[CARD]] * cells[base + CHIP + cells[HERE]]
            cells[WHERE + cells[CARD]] = IN_BOX
        cells[CARD] = -1
    go_on(cells, tables)


def buy(cells: vec[i64], base: i64, tables: HouseTables, good: i64, count: i64) -> None:
    cells[SHOP + good] -= count
    cells[base + STORE + good] += count
    if tables.expert:
        pay(cells, base, tables, cells[PRICE + good] * count)


def take_basic_builder(cells: vec[i64], base: i64) -> None:
    place: i64 = 0
    while cells[SHOWN + place] < 0:
        place += 1
    cells[SHOWN + place] = -1
    hire_basic(cells, base)


def hire_shown(cells: vec[i64], base: i64, tables: HouseTables, place: i64) -> None:
    """Printed price less the coins on the card; the coins go back to the supply."""
    card: i64 = cells[SHOWN + place]
    pay(cells, base, tables, tables.card_price[card] - cells[DISCOUNT + place])
    cells[SHOWN + place] = -1
    cells[DISCOUNT + place] = 0
    hire(cells, base, tables, card)


def ask_office(cells: vec[i64], base: i64, tables: HouseTables, option: i64) -> None:
    cells[SERVED] += 1
    if option == PERMIT_OPTION:
        cells[OFFERED] += 1
        cells[PERMITS] -= 1
        cells[base + PERMIT] = 1
    elif option == QUALITY_OPTION:
        cells[OFFERED] += 2
        raise_quality(cells, base, tables, 1)
    else:
        cells[OFFERED] += 4
        cells[base + MONEY] += tables.office_money * cells[base + CHIP + cells[HERE]]
