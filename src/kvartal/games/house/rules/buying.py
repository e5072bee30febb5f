# compiled
"""Purchases: buildings by number, each tower from the first chip that arrived."""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.rules import building, ids
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.any_time import fill_extras
from kvartal.games.house.rules.crews import hire, hire_basic, hired, pay, raise_quality
from kvartal.games.house.rules.tables import HouseTables

# Who is served --------------------------------------------------------------------------------------------------------


def begin(cells: vec[i64], tables: HouseTables) -> None:
    cells[at.PHASE] = at.BUYING
    cells[at.HERE] = -1
    next_building(cells, tables)


def next_building(cells: vec[i64], tables: HouseTables) -> None:
    """Go on to the next tower, by number (house.buy.order); what needs no decision happens by itself."""
    while True:
        cells[at.HERE] += 1
        cells[at.QUEUE] = -1
        cells[at.SERVED] = 0
        cells[at.OFFERED] = 0
        if cells[at.HERE] >= tables.places:
            take_chips_back(cells, tables)
            building.begin(cells, tables)
            return
        tower: i64 = at.TOWER + cells[at.HERE] * at.SEAT_LIMIT
        if cells[tower] < 0:
            continue
        kind: i64 = tables.kind[cells[at.HERE]]
        if tables.expert:
            reveal_tower(cells, tower)
            if kind == at.ORDER:
                reorder(cells, tower)
                continue
        elif kind in (at.BANK, at.OFFICE):
            reveal_tower(cells, tower)
            serve_by_itself(cells, tower, kind)
            continue
        if next_customer(cells, tables):
            return


def next_customer(cells: vec[i64], tables: HouseTables) -> bool:
    """Turn to the next chip of this tower that has something to decide; False: there is none (house.buy.order)."""
    here: i64 = cells[at.HERE]
    queue: i64 = cells[at.QUEUE] + 1
    while queue < tables.players:
        seat: i64 = cells[at.TOWER + here * at.SEAT_LIMIT + queue]
        if seat < 0:
            break
        base: i64 = at.SEATS + seat * at.STRIDE
        if not tables.expert:
            cells[base + at.REVEALED] += 1  # house.reveal: chip by chip, as each is served
        cells[at.QUEUE] = queue
        value: i64 = cells[base + at.CHIP + here]
        # house.chip.zero: it is passed over
        if value > 0 and something_to_get(cells, tables, base, tables.kind[here]):
            cells[at.ACTIVE] = seat
            cells[at.LEFT] = value
            return True
        queue += 1
    return False


def go_on(cells: vec[i64], tables: HouseTables) -> None:
    cells[at.STEP] = at.FREE
    if not next_customer(cells, tables):
        next_building(cells, tables)


def something_to_get(cells: vec[i64], tables: HouseTables, base: i64, kind: i64) -> bool:
    """Is there anything left for this chip? The fair and the office serve so many and no more."""
    if kind < at.GOODS:
        return cells[at.SHOP + kind] > 0
    if kind == at.EXCHANGE:  # house.hire.basic: while there are slots
        return cards_shown(cells) > 0 and (tables.expert or hired(cells, base) < tables.slots)
    if kind == at.FAIR:  # house.fair
        return cells[at.SERVED] < tables.fair_limit and cards_at_fair(cells) > 0
    return cells[at.SERVED] < tables.office_limit  # house.office.choice


def cards_shown(cells: vec[i64]) -> i64:
    count: i64 = 0
    place: i64 = 0
    while place < at.DISPLAY:
        if cells[at.SHOWN + place] >= 0:
            count += 1
        place += 1
    return count


def cards_at_fair(cells: vec[i64]) -> i64:
    count: i64 = 0
    card: i64 = 0
    while card < at.PRIVILEGES:
        if cells[at.WHERE + card] == at.CURRENT:
            count += 1
        card += 1
    return count


def take_chips_back(cells: vec[i64], tables: HouseTables) -> None:
    i: i64 = 0
    while i < at.PLACES * at.SEAT_LIMIT:
        cells[at.TOWER + i] = -1
        i += 1
    seat: i64 = 0
    while seat < tables.players:
        i = 0
        while i < at.PLACES:
            cells[at.SEATS + seat * at.STRIDE + at.CHIP + i] = -1
            i += 1
        seat += 1


def reveal_tower(cells: vec[i64], tower: i64) -> None:
    """All chips of a tower are turned up at once (house.reveal)."""
    i: i64 = 0
    while i < at.SEAT_LIMIT:
        if cells[tower + i] >= 0:
            cells[at.SEATS + cells[tower + i] * at.STRIDE + at.REVEALED] += 1
        i += 1


def serve_by_itself(cells: vec[i64], tower: i64, kind: i64) -> None:
    """Basic: a coin for every chip above 0 (house.bank); one permit, for the first without one (house.office.basic)."""
    i: i64 = 0
    while i < at.SEAT_LIMIT and cells[tower + i] >= 0:
        base: i64 = at.SEATS + cells[tower + i] * at.STRIDE
        if cells[base + at.CHIP + cells[at.HERE]] > 0:
            if kind == at.BANK:
                if cells[at.COIN_POOL] > 0:
                    cells[at.COIN_POOL] -= 1
                    cells[base + at.COINS] += 1
            elif cells[base + at.PERMIT] == 0 and cells[at.PERMITS] > 0:
                cells[at.PERMITS] -= 1
                cells[base + at.PERMIT] = 1
                return
        i += 1


def reorder(cells: vec[i64], tower: i64) -> None:
    """The chips above 0 go to the front in the order of the tower (house.order); the others keep theirs behind."""
    front: i64 = 0
    i: i64 = 0
    while i < at.SEAT_LIMIT and cells[tower + i] >= 0:
        seat: i64 = cells[tower + i]
        if cells[at.SEATS + seat * at.STRIDE + at.CHIP + cells[at.HERE]] > 0:
            position: i64 = front
            while cells[at.TRACK + position] != seat:
                position += 1
            while position > front:
                cells[at.TRACK + position] = cells[at.TRACK + position - 1]
                position -= 1
            cells[at.TRACK + front] = seat
            front += 1
        i += 1


# Moves ----------------------------------------------------------------------------------------------------------------


def fill_buying(cells: vec[i64], tables: HouseTables, seat: i64, buffer: vec[i64]) -> i64:
    kind: i64 = tables.kind[cells[at.HERE]]
    if kind < at.GOODS:
        most: i64 = cells[at.LEFT] if cells[at.LEFT] < cells[at.SHOP + kind] else cells[at.SHOP + kind]
        i: i64 = 0
        while i <= most:
            buffer[i] = at.TAKE + i
            i += 1
        return fill_extras(cells, tables, seat, buffer, most + 1)
    if not tables.expert:  # the exchange: one builder or none
        buffer[0] = at.TAKE
        buffer[1] = at.TAKE + 1
        return fill_extras(cells, tables, seat, buffer, 2)
    buffer[0] = at.DONE
    return fill_extras(cells, tables, seat, buffer, fill_offers(cells, seat, kind, buffer))


def fill_offers(cells: vec[i64], seat: i64, kind: i64, buffer: vec[i64]) -> i64:
    """Expert: what the exchange, the office or the fair has, after the first move in the buffer."""
    count: i64 = 1
    i: i64 = 0
    if kind == at.EXCHANGE:
        while i < at.DISPLAY:
            if cells[at.SHOWN + i] >= 0:
                buffer[count] = at.HIRE + i
                count += 1
            i += 1
    elif kind == at.OFFICE:
        while i <= at.MONEY_OPTION:
            if office_refusal(cells, at.SEATS + seat * at.STRIDE, i) == LEGAL:
                buffer[count] = at.ASK + i
                count += 1
            i += 1
    else:
        while i < at.PRIVILEGES:
            if cells[at.WHERE + i] == at.CURRENT:
                buffer[count] = at.GET + i
                count += 1
            i += 1
    return count


def office_refusal(cells: vec[i64], base: i64, option: i64) -> i64:
    """Each player chooses something else (house.office.choice)."""
    if (cells[at.OFFERED] >> option) & 1:
        return ids.OFFICE_TAKEN
    if option == at.PERMIT_OPTION and (cells[base + at.PERMIT] or cells[at.PERMITS] == 0):
        return ids.OFFICE_PERMIT
    return LEGAL


def purchase_refusal(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> i64:
    """The kind of move, then whether the building that is served now has this."""
    if move >= at.HIRE and not tables.expert:
        return ids.VARIANT_EXPERT
    if cells[at.PHASE] != at.BUYING:
        return ids.PHASE_BUY
    kind: i64 = tables.kind[cells[at.HERE]]
    if move < at.DONE:
        return take_refusal(cells, tables, kind, move - at.TAKE)
    if move == at.DONE:  # in a shop, and in the basic game, one takes nothing instead
        return LEGAL if kind >= at.GOODS and tables.expert else ids.BUY_HERE
    if kind != (at.EXCHANGE if move < at.ASK else at.OFFICE if move < at.GET else at.FAIR):
        return ids.BUY_HERE
    if kind == at.EXCHANGE:
        return LEGAL if cells[at.SHOWN + move - at.HIRE] >= 0 else ids.HIRE_CARD
    if kind == at.OFFICE:
        return office_refusal(cells, at.SEATS + seat * at.STRIDE, move - at.ASK)
    return LEGAL if cells[at.WHERE + move - at.GET] == at.CURRENT else ids.FAIR_CARD


def take_refusal(cells: vec[i64], tables: HouseTables, kind: i64, count: i64) -> i64:
    """So many goods, or in the basic game a builder card."""
    if kind < at.GOODS:
        if count > cells[at.LEFT]:
            return ids.BUY_CHIP
        return LEGAL if count <= cells[at.SHOP + kind] else ids.BUY_STOCK
    if kind == at.EXCHANGE and not tables.expert:
        return LEGAL if count <= 1 else ids.HIRE_ONE
    return ids.BUY_HERE


def play_buying(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> None:
    base: i64 = at.SEATS + seat * at.STRIDE
    if move < at.DONE:
        take(cells, base, tables, move - at.TAKE)
    elif move == at.DONE:
        pass  # house.decline: nobody more has been served
    elif move < at.ASK:
        hire_shown(cells, base, tables, move - at.HIRE)
        cells[at.LEFT] -= 1
        if cells[at.LEFT] > 0 and cards_shown(cells) > 0:
            return
    elif move < at.GET:
        ask_office(cells, base, tables, move - at.ASK)
    elif move < at.KEEP:
        receive(cells, seat, move - at.GET)
        if tables.effect[move - at.GET] == at.PAY_PER_CHIP:
            cells[at.CARD] = move - at.GET
            cells[at.STEP] = at.CASHING
            return
    else:
        keep_or_cash(cells, base, tables, move)
    go_on(cells, tables)


def receive(cells: vec[i64], seat: i64, card: i64) -> None:
    """A privilege chosen at the fair (house.fair)."""
    cells[at.WHERE + card] = at.KEPT + seat
    cells[at.SERVED] += 1


def keep_or_cash(cells: vec[i64], base: i64, tables: HouseTables, move: i64) -> None:
    """A card that pays for the chip, just received (house.privilege.cash)."""
    if move == at.CASH:
        cells[base + at.MONEY] += tables.amount[cells[at.CARD]] * cells[base + at.CHIP + cells[at.HERE]]
        cells[at.WHERE + cells[at.CARD]] = at.IN_BOX
    cells[at.CARD] = -1


def take(cells: vec[i64], base: i64, tables: HouseTables, count: i64) -> None:
    kind: i64 = tables.kind[cells[at.HERE]]
    if kind < at.GOODS:
        buy(cells, base, tables, kind, count)
    elif count > 0:
        take_basic_builder(cells, base)


def buy(cells: vec[i64], base: i64, tables: HouseTables, good: i64, count: i64) -> None:
    """From the shop into the store (house.buy)."""
    cells[at.SHOP + good] -= count
    cells[base + at.STORE + good] += count
    if tables.expert:
        pay(cells, base, tables, cells[at.PRICE + good] * count)


def take_basic_builder(cells: vec[i64], base: i64) -> None:
    """All cards are alike (house.hire.basic)."""
    place: i64 = 0
    while cells[at.SHOWN + place] < 0:
        place += 1
    cells[at.SHOWN + place] = -1
    hire_basic(cells, base)


def hire_shown(cells: vec[i64], base: i64, tables: HouseTables, place: i64) -> None:
    """Printed price less the coins on the card (house.hire); the coins go back to the supply (house.coins.back)."""
    card: i64 = cells[at.SHOWN + place]
    pay(cells, base, tables, tables.card_price[card] - cells[at.DISCOUNT + place])
    cells[at.SHOWN + place] = -1
    cells[at.DISCOUNT + place] = 0
    hire(cells, base, tables, card)


def ask_office(cells: vec[i64], base: i64, tables: HouseTables, option: i64) -> None:
    cells[at.SERVED] += 1
    if option == at.PERMIT_OPTION:
        cells[at.OFFERED] += 1
        cells[at.PERMITS] -= 1
        cells[base + at.PERMIT] = 1
    elif option == at.QUALITY_OPTION:
        cells[at.OFFERED] += 2
        raise_quality(cells, base, tables, 1)
    else:  # house.office.money
        cells[at.OFFERED] += 4
        cells[base + at.MONEY] += tables.office_money * cells[base + at.CHIP + cells[at.HERE]]
