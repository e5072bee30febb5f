# compiled
"""The set-up: shops stocked, stores begun, nothing drawn yet."""

from kvartal.engine.native import i64, vec
from kvartal.games.house.rules.cells import (
    CARD,
    CARDS,
    CHIP,
    COIN_POOL,
    DECK,
    DISPLAY,
    ENDED,
    FOR_FIRST,
    FOR_TRACK,
    GOODS,
    HERE,
    KIND,
    PERMITS,
    PIECE,
    PIECES,
    PLACES,
    POOL,
    PRICE,
    QUALITY,
    QUEUE,
    ROUND,
    SEAT_LIMIT,
    SEATS,
    SHOWN,
    SLOT,
    SLOTS,
    STORE,
    STRIDE,
    TOWER,
    TRACK,
    WAIT,
)
from kvartal.games.house.rules.prepare import show_basic_builders, stock_shops
from kvartal.games.house.rules.tables import HouseTables


def first_cells(tables: HouseTables) -> vec[i64]:
    """The table before the first draw."""
    cells = vec[i64]([0] * (SEATS + STRIDE * tables.players))
    cells[ROUND] = 1
    cells[HERE] = -1
    cells[QUEUE] = -1
    cells[KIND] = -1
    cells[CARD] = -1
    cells[ENDED] = -1
    i: i64 = 0
    while i < GOODS:
        cells[POOL + i] = tables.pool[i] - tables.players * tables.start[i]
        cells[PRICE + i] = tables.price[i]
        i += 1
    i = 0
    while i < PIECES:
        cells[PIECE + i] = tables.pieces[i]
        i += 1
    cells[COIN_POOL] = tables.coins
    cells[PERMITS] = tables.permits
    stock_shops(cells, tables.setup)
    i = 0
    while i < CARDS:
        cells[DECK + i] = tables.card_copies[i]
        i += 1
    i = 0
    while i < DISPLAY:
        cells[SHOWN + i] = -1
        i += 1
    i = 0
    while i < SEAT_LIMIT:
        cells[TRACK + i] = -1
        i += 1
    i = 0
    while i < PLACES * SEAT_LIMIT:
        cells[TOWER + i] = -1
        i += 1
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = SEATS + seat * STRIDE
        i = 0
        while i < GOODS:
            cells[base + STORE + i] = tables.start[i]
            i += 1
        i = 0
        while i < SLOTS:
            cells[base + SLOT + i] = -1
            i += 1
        i = 0
        while i < PLACES:
            cells[base + CHIP + i] = -1
            i += 1
        cells[base + QUALITY] = tables.first_quality if tables.expert else 0
        seat += 1
    if tables.expert:
        cells[WAIT] = FOR_TRACK
    else:
        show_basic_builders(cells, tables)
        cells[WAIT] = FOR_FIRST
    return cells
