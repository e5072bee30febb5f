# compiled
"""The set-up: shops stocked, stores begun, nothing drawn yet."""

from kvartal.engine.native import i64, vec
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.prepare import show_basic_builders, stock_shops
from kvartal.games.house.rules.tables import HouseTables


def first_cells(tables: HouseTables) -> vec[i64]:
    """The table before the first draw: shops and stores as the number of players asks (house.setup.goods)."""
    cells = vec[i64]([0] * (at.SEATS + at.STRIDE * tables.players))
    cells[at.ROUND] = 1
    cells[at.HERE] = -1
    cells[at.QUEUE] = -1
    cells[at.KIND] = -1
    cells[at.CARD] = -1
    cells[at.ENDED] = -1
    good: i64 = 0
    while good < at.GOODS:
        cells[at.POOL + good] = tables.pool[good] - tables.players * tables.start[good]
        good += 1
    lay_out(cells, at.PRICE, tables.price)
    lay_out(cells, at.PIECE, tables.pieces)
    cells[at.COIN_POOL] = tables.coins
    cells[at.PERMITS] = tables.permits
    stock_shops(cells, tables.setup)  # house.refill.levels: not those of a refill
    lay_out(cells, at.DECK, tables.card_copies)
    leave_empty(cells, at.SHOWN, at.DISPLAY)
    leave_empty(cells, at.TRACK, at.SEAT_LIMIT)
    leave_empty(cells, at.TOWER, at.PLACES * at.SEAT_LIMIT)
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = at.SEATS + seat * at.STRIDE
        lay_out(cells, base + at.STORE, tables.start)
        leave_empty(cells, base + at.SLOT, at.SLOTS)
        leave_empty(cells, base + at.CHIP, at.PLACES)
        if tables.expert:
            cells[base + at.QUALITY] = tables.first_quality  # house.quality.start
        seat += 1
    if tables.expert:
        cells[at.WAIT] = at.FOR_TRACK
    else:
        show_basic_builders(cells, tables)
        cells[at.WAIT] = at.FOR_FIRST
    return cells


def lay_out(cells: vec[i64], first: i64, counts: bytes) -> None:
    i: i64 = 0
    while i < len(counts):
        cells[first + i] = counts[i]
        i += 1


def leave_empty(cells: vec[i64], first: i64, size: i64) -> None:
    i: i64 = 0
    while i < size:
        cells[first + i] = -1
        i += 1
