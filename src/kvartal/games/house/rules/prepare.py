# compiled
"""Between the rounds: prices, goods, builder cards, the fair, tired crews, the next leader. Also the set-up."""

from kvartal.engine.native import i64, vec
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import ids
from kvartal.games.house.rules.tables import HouseTables


def finish_round(cells: vec[i64], tables: HouseTables) -> None:
    """The round is over: failed materials are free again; after the last round the game ends."""
    seat: i64 = 0
    while seat < tables.players:
        good: i64 = 0
        while good < at.GOODS:
            cells[at.SEATS + seat * at.STRIDE + at.LOCKED + good] = 0
            good += 1
        seat += 1
    if cells[at.ROUND] == tables.rounds:
        cells[at.PHASE] = at.ENDING
        cells[at.ENDED] = ids.END_ROUNDS
        return
    cells[at.PHASE] = at.PREPARING
    if tables.expert:
        move_prices(cells, tables)
    stock_shops(cells, tables.refill)  # house.refill.levels: not those of the set-up
    if tables.expert:
        discount_builders(cells, tables)
        turn_fair(cells)
        rest_crews(cells, tables)
    else:
        show_basic_builders(cells, tables)
        # house.setup.first: the next player leads
        following: i64 = cells[at.STARTER] + 1
        cells[at.STARTER] = 0 if following == tables.players else following
    cells[at.ROUND] += 1
    go_on(cells, tables)


def go_on(cells: vec[i64], tables: HouseTables) -> None:
    """Ask chance for what is still missing on the table; then the movement begins.

    Builder cards as far as the deck goes (house.setup.builders, house.builders.deck), and privileges for this round
    and the next, until as many as are used have been drawn (house.setup.privileges).
    """
    cells[at.WAIT] = at.NOTHING
    if tables.expert:
        if empty_display(cells, tables) >= 0 and deck_size(cells) > 0:
            cells[at.WAIT] = at.FOR_DISPLAY
            return
        if cells[at.DRAWN] < tables.used_privileges and missing_at_fair(cells, tables) >= 0:
            cells[at.WAIT] = at.FOR_FAIR
            return
        cells[at.STARTER] = cells[at.TRACK]  # house.order.next: what the track has been since the purchases
    cells[at.PHASE] = at.MOVING
    cells[at.STEP] = at.FREE
    cells[at.TURN] = 0
    cells[at.HERE] = -1
    cells[at.ACTIVE] = cells[at.STARTER]


def move_prices(cells: vec[i64], tables: HouseTables) -> None:
    """Scarce goods become dearer, all others cheaper, between the ends of their tracks (house.prices)."""
    good: i64 = 0
    while good < at.GOODS:
        price: i64 = cells[at.PRICE + good]
        if cells[at.SHOP + good] <= tables.scarce[good]:
            if price < tables.highest[good]:
                cells[at.PRICE + good] = price + 1
        elif price > tables.lowest[good]:
            cells[at.PRICE + good] = price - 1
        good += 1


def stock_shops(cells: vec[i64], level: bytes) -> None:
    """Top up, never remove (house.refill), as far as the pool goes (house.pool.short)."""
    good: i64 = 0
    while good < at.GOODS:
        short: i64 = level[good] - cells[at.SHOP + good]
        if short > cells[at.POOL + good]:
            short = cells[at.POOL + good]
        if short > 0:
            cells[at.SHOP + good] += short
            cells[at.POOL + good] -= short
        good += 1


def show_basic_builders(cells: vec[i64], tables: HouseTables) -> None:
    """All cards are alike: no chance is needed (house.setup.builders)."""
    place: i64 = 0
    while place < tables.display:
        if cells[at.SHOWN + place] < 0 and cells[at.DECK] > 0:
            cells[at.SHOWN + place] = 0
            cells[at.DECK] -= 1
        place += 1


def discount_builders(cells: vec[i64], tables: HouseTables) -> None:
    """A coin on every card left (house.builders.coin); one that would cost nothing leaves (house.builders.free)."""
    place: i64 = 0
    while place < at.DISPLAY:
        card: i64 = cells[at.SHOWN + place]
        if card >= 0:
            cells[at.DISCOUNT + place] += 1
            if cells[at.DISCOUNT + place] >= tables.card_price[card]:
                cells[at.BOXED + card] += 1
                cells[at.SHOWN + place] = -1
                cells[at.DISCOUNT + place] = 0
        place += 1


def turn_fair(cells: vec[i64]) -> None:
    """What nobody took goes to the box; the next cards become current (house.fair.turn)."""
    card: i64 = 0
    while card < at.PRIVILEGES:
        if cells[at.WHERE + card] == at.CURRENT:
            cells[at.WHERE + card] = at.IN_BOX
        elif cells[at.WHERE + card] == at.NEXT:
            cells[at.WHERE + card] = at.CURRENT
        card += 1


def rest_crews(cells: vec[i64], tables: HouseTables) -> None:
    """All are fresh again, and every card moves one slot on; the one in the last slot leaves (house.crew.rest)."""
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = at.SEATS + seat * at.STRIDE
        last: i64 = tables.slots - 1
        if cells[base + at.SLOT + last] >= 0:
            cells[at.BOXED + cells[base + at.SLOT + last]] += 1
        while last > 0:
            cells[base + at.SLOT + last] = cells[base + at.SLOT + last - 1]
            last -= 1
        cells[base + at.SLOT] = -1
        crew: i64 = 0
        while crew < at.CREWS:
            cells[base + at.TIRED + crew] = 0
            crew += 1
        seat += 1


def empty_display(cells: vec[i64], tables: HouseTables) -> i64:
    """The first empty place for a builder card, −1: none."""
    place: i64 = 0
    while place < tables.display:
        if cells[at.SHOWN + place] < 0:
            return place
        place += 1
    return -1


def deck_size(cells: vec[i64]) -> i64:
    count: i64 = 0
    card: i64 = 0
    while card < at.CARDS:
        count += cells[at.DECK + card]
        card += 1
    return count


def missing_at_fair(cells: vec[i64], tables: HouseTables) -> i64:
    """Where the next privilege goes: CURRENT (only at the set-up), NEXT, or −1: nowhere."""
    current: i64 = 0
    coming: i64 = 0
    card: i64 = 0
    while card < at.PRIVILEGES:
        if cells[at.WHERE + card] == at.CURRENT:
            current += 1
        elif cells[at.WHERE + card] == at.NEXT:
            coming += 1
        card += 1
    if cells[at.ROUND] == 1 and current < tables.fair_cards:
        return at.CURRENT
    return at.NEXT if coming < tables.fair_cards else -1


def set_money(cells: vec[i64], tables: HouseTables) -> None:
    """The later in the order, the more money (house.setup.order)."""
    position: i64 = 0
    while position < tables.players:
        cells[at.SEATS + cells[at.TRACK + position] * at.STRIDE + at.MONEY] = tables.money[position]
        position += 1
