# compiled
"""Between the rounds: prices, goods, builder cards, the fair, tired crews, the next leader. Also the set-up."""

from kvartal.engine.native import i64, vec
from kvartal.games.house.rules.cells import (
    ACTIVE,
    BOXED,
    CARDS,
    CREWS,
    CURRENT,
    DECK,
    DISCOUNT,
    DISPLAY,
    DRAWN,
    ENDED,
    ENDING,
    FOR_DISPLAY,
    FOR_FAIR,
    FREE,
    GOODS,
    HERE,
    IN_BOX,
    LOCKED,
    MONEY,
    MOVING,
    NEXT,
    NOTHING,
    PHASE,
    POOL,
    PREPARING,
    PRICE,
    PRIVILEGES,
    ROUND,
    SEATS,
    SHOP,
    SHOWN,
    SLOT,
    STARTER,
    STEP,
    STRIDE,
    TIRED,
    TRACK,
    TURN,
    WAIT,
    WHERE,
)
from kvartal.games.house.rules.ids import END
from kvartal.games.house.rules.tables import HouseTables


def finish_round(cells: vec[i64], tables: HouseTables) -> None:
    """The round is over: failed materials are free again; after the last round the game ends."""
    seat: i64 = 0
    while seat < tables.players:
        good: i64 = 0
        while good < GOODS:
            cells[SEATS + seat * STRIDE + LOCKED + good] = 0
            good += 1
        seat += 1
    if cells[ROUND] == tables.rounds:
        cells[PHASE] = ENDING
        cells[ENDED] = END
        return
    cells[PHASE] = PREPARING
    if tables.expert:
        move_prices(cells, tables)
    stock_shops(cells, tables.refill)
    if tables.expert:
        discount_builders(cells, tables)
        turn_fair(cells)
        rest_crews(cells, tables)
    else:
        show_basic_builders(cells, tables)
        following: i64 = cells[STARTER] + 1
        cells[STARTER] = 0 if following == tables.players else following
    cells[ROUND] += 1
    go_on(cells, tables)


def go_on(cells: vec[i64], tables: HouseTables) -> None:
    """Ask chance for what is still missing on the table; then the movement begins."""
    cells[WAIT] = NOTHING
    if tables.expert:
        if empty_display(cells, tables) >= 0 and deck_size(cells) > 0:
            cells[WAIT] = FOR_DISPLAY
            return
        if cells[DRAWN] < tables.used_privileges and missing_at_fair(cells, tables) >= 0:
            cells[WAIT] = FOR_FAIR
            return
        cells[STARTER] = cells[TRACK]
    cells[PHASE] = MOVING
    cells[STEP] = FREE
    cells[TURN] = 0
    cells[HERE] = -1
    cells[ACTIVE] = cells[STARTER]


def move_prices(cells: vec[i64], tables: HouseTables) -> None:
    """Scarce goods become dearer, all others cheaper, between the ends of their tracks."""
    good: i64 = 0
    while good < GOODS:
        price: i64 = cells[PRICE + good]
        if cells[SHOP + good] <= tables.scarce[good]:
            if price < tables.highest[good]:
                cells[PRICE + good] = price + 1
        elif price > tables.lowest[good]:
            cells[PRICE + good] = price - 1
        good += 1


def stock_shops(cells: vec[i64], level: bytes) -> None:
    """Top up, never remove, as far as the pool goes."""
    good: i64 = 0
    while good < GOODS:
        short: i64 = level[good] - cells[SHOP + good]
        if short > cells[POOL + good]:
            short = cells[POOL + good]
        if short > 0:
            cells[SHOP + good] += short
            cells[POOL + good] -= short
        good += 1


def show_basic_builders(cells: vec[i64], tables: HouseTables) -> None:
    """All cards are alike: no chance is needed."""
    place: i64 = 0
    while place < tables.display:
        if cells[SHOWN + place] < 0 and cells[DECK] > 0:
            cells[SHOWN + place] = 0
            cells[DECK] -= 1
        place += 1


def discount_builders(cells: vec[i64], tables: HouseTables) -> None:
    """A coin on every card nobody wanted; one that would cost nothing leaves the game."""
    place: i64 = 0
    while place < DISPLAY:
        card: i64 = cells[SHOWN + place]
        if card >= 0:
            cells[DISCOUNT + place] += 1
            if cells[DISCOUNT + place] >= tables.card_price[card]:
                cells[BOXED + card] += 1
                cells[SHOWN + place] = -1
                cells[DISCOUNT + place] = 0
        place += 1


def turn_fair(cells: vec[i64]) -> None:
    """What nobody took goes to the box; the next cards become current."""
    card: i64 = 0
    while card < PRIVILEGES:
        if cells[WHERE + card] == CURRENT:
            cells[WHERE + card] = IN_BOX
        elif cells[WHERE + card] == NEXT:
            cells[WHERE + card] = CURRENT
        card += 1


def rest_crews(cells: vec[i64], tables: HouseTables) -> None:
    """Everybody is fresh again, and every card moves one slot on; the one in the last slot leaves."""
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = SEATS + seat * STRIDE
        last: i64 = tables.slots - 1
        if cells[base + SLOT + last] >= 0:
            cells[BOXED + cells[base + SLOT + last]] += 1
        while last > 0:
            cells[base + SLOT + last] = cells[base + SLOT + last - 1]
            last -= 1
        cells[base + SLOT] = -1
        crew: i64 = 0
        while crew < CREWS:
            cells[base + TIRED + crew] = 0
            crew += 1
        seat += 1


def empty_display(cells: vec[i64], tables: HouseTables) -> i64:
    """The first empty place for a builder card, −1: none."""
    place: i64 = 0
    while place < tables.display:
        if cells[SHOWN + place] < 0:
            return place
        place += 1
    return -1


def deck_size(cells: vec[i64]) -> i64:
    count: i64 = 0
    card: i64 = 0
    while card < CARDS:
        count += cells[DECK + card]
        card += 1
    return count


def missing_at_fair(cells: vec[i64], tables: HouseTables) -> i64:
    """Where the next privilege goes: CURRENT (only at the set-up), NEXT, or −1: nowhere."""
    current: i64 = 0
    coming: i64 = 0
    card: i64 = 0
    while card < PRIVILEGES:
        if cells[WHERE + card] == CURRENT:
            current += 1
        elif cells[WHERE + card] == NEXT:
            coming += 1
        card += 1
    if cells[ROUND] == 1 and current < tables.fair_cards:
        return CURRENT
    return NEXT if coming < tables.fair_cards else -1


def set_money(cells: vec[i64], tables: HouseTables) -> None:
    """The later in the order, the more money."""
    position: i64 = 0
    while position < tables.players:
        cells[SEATS + cells[TRACK + position] * STRIDE + MONEY] = tables.money[position]
        position += 1
