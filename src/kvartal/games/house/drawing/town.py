"""The town: nine buildings in three rows (expert: the middle one is two), with goods, prices and towers of chips."""

from functools import lru_cache
from typing import NamedTuple

from kvartal.engine.svg import box, group, lines, path, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.house.drawing import pieces
from kvartal.games.house.drawing.facades import facade
from kvartal.games.house.drawing.pieces import GOOD_COLOURS, INK, PAPER, PIECES, SMALL, ZONES, good, line
from kvartal.games.house.drawing.scene import Scene
from kvartal.games.house.drawing.widgets import Drawn
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import queries
from kvartal.games.house.rules.keys import PLACE_KEYS
from kvartal.games.house.rules.numbers import COLOURS
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.labels import place_name
from kvartal.games.house.text.terminal import offer, tower

TOWNS = 64  # remembered
SIGN = 22.0  # how high the sign of a building is
CHIP, FLOOR = (38.0, 20.0), 17.0  # of a tower; each chip covers a little of the one below
LOW_CHIP, LOW_FLOOR = (38.0, 17.0), 14.0  # where buildings are low
LOW = 360.0  # a town that is lower than this has such buildings
TIGHT = 104.0  # in a building lower than this a tower reaches the shelf
ROOM = {  # where the numbers stand on the printed map: column, row
    1: (1, 1), 2: (1, 0), 3: (2, 0), 4: (2, 1), 5: (2, 2), 6: (1, 2), 7: (0, 2), 8: (0, 1), 9: (0, 0), 10: (1, 1),
}  # fmt: skip


class Lot(NamedTuple):
    """Where a building stands."""

    place: int
    kind: int
    x: float
    y: float
    width: float
    height: float
    narrow: bool
    half: bool  # one of two above each other
    low: bool


class Open(NamedTuple):
    """What is seen of a building now."""

    said: str
    served: int  # which chip of the tower it is, −1: none
    stock: int  # goods in the shop
    price: int
    order: tuple[int, ...]  # of the players
    cards: tuple[int, ...]  # where builder cards lie, or the colours of the privileges
    chips: tuple[tuple[int, str, bool], ...]  # the tower: seat, value, is it turned up?


def town(scene: Scene, width: float, height: float, narrow: bool) -> Drawn:
    """The map in a place of this size."""
    lots = lots_of(scene.tables, width, height, narrow)
    return height, _map(scene.tables, scene.words.plain, lots, tuple(seen(scene, lot) for lot in lots))


@lru_cache(TOWNS)
def _map(tables: HouseTables, words: Words, lots: tuple[Lot, ...], now: tuple[Open, ...]) -> str:
    drawn = (building(tables, words, lot, each) for lot, each in zip(lots, now, strict=True))
    return tag("g", *drawn, id="house-town", role="group", aria_label=words("Town"))


@lru_cache(ZONES)
def lots_of(tables: HouseTables, width: float, height: float, narrow: bool) -> tuple[Lot, ...]:
    gap = 6.0 if narrow else 8.0
    cell = (width - 2 * gap) / 3
    low = height < LOW
    more = 0.0
    if tables.expert and narrow:  # the centre is two sectors above each other
        more = 24.0 if height < 320 else 18.0
    high = (height - 2 * gap - more) / 3
    lots = []
    for place in range(tables.places):
        column, row = ROOM[place + 1]
        half = bool(tables.expert) and place in (0, 9)
        tall = high + more if row == 1 else high
        x, y = column * (cell + gap), row * (high + gap) + (more if row == 2 else 0.0)
        if half:
            tall = (tall - 4) / 2
            y += tall + 4 if place else 0.0
        lots.append(Lot(place, tables.kind[place], x, y, cell, tall, narrow, half, low))
    return tuple(lots)


def seen(scene: Scene, lot: Lot) -> Open:
    cells, kind, place = scene.cells, lot.kind, lot.place
    shop = kind < at.GOODS
    cards: tuple[int, ...] = ()
    if kind == at.EXCHANGE:
        cards = tuple(n for n in range(at.DISPLAY) if cells[at.SHOWN + n] >= 0)
    elif kind == at.FAIR:
        cards = tuple(scene.tables.colour[n] for n in range(at.PRIVILEGES) if cells[at.WHERE + n] == at.CURRENT)
    chips: tuple[tuple[int, str, bool], ...] = ()
    if cells[at.TOWER + place * at.SEAT_LIMIT] >= 0:
        up = [queries.turned_up(scene.state, place, floor) for floor in range(at.SEAT_LIMIT)]
        chips = tuple((seat, value, up[floor]) for floor, (seat, value) in enumerate(tower(cells, place)))
    return Open(
        offer(scene.state, place, scene.words),
        cells[at.QUEUE] if cells[at.HERE] == place else -1,
        cells[at.SHOP + kind] if shop else 0,
        cells[at.PRICE + kind] if shop else 0,
        cells[at.TRACK : at.TRACK + scene.tables.players] if kind == at.ORDER else (),
        cards,
        chips,
    )


@lru_cache(PIECES)
def building(tables: HouseTables, words: Words, lot: Lot, now: Open) -> str:
    """Its place has an id and no move: a chip is taken up first, and then it stands for one."""
    place, kind, x, y, width, height, narrow, _, low = lot
    spoken = f"{place + 1}. {place_name(place, tables, words)}: {now.said}"
    served = now.served >= 0
    fill, edge = ("glow", "action") if served else ("sky", "edge")
    parts = [
        title(spoken),
        box(0, 0, width, height, fill, edge, 8, stroke_width=2.5 if served else 1),
        _front(tables, words, lot),
    ]
    if kind < at.GOODS:
        parts.append(_stock(tables, words, lot, now))
    elif kind == at.ORDER:
        flags = (seat for seat in now.order if seat >= 0)
        size = 13 if low else 15
        parts += [pieces.badge(seat, 7 + n * (size + 4), SIGN + 1, size) for n, seat in enumerate(flags)]
    elif kind == at.FAIR:
        parts += [_card(colour, 7 + n * 18, SIGN + 1) for n, colour in enumerate(now.cards)]
    else:
        parts += _service(tables, lot, now)
        if not narrow:
            for n, each in enumerate(lines(now.said, width - 98, SMALL)[:3]):
                parts.append(line(90, 38 + n * 15, each, room=width - 96))
    parts.append(_tower(lot, now))
    return group(x, y, *parts, id=f"house-place-{PLACE_KEYS[kind]}", role="group", aria_label=spoken)


@lru_cache(ZONES)
def _front(tables: HouseTables, words: Words, lot: Lot) -> str:
    """What never changes: the sign, the pavement, the building itself."""
    place, kind, _, _, width, height, narrow, half, _ = lot
    accent = GOOD_COLOURS[kind] if kind < at.GOODS else "#5f5080"
    name, left = place_name(place, tables, words), 20 + 8 * len(str(place + 1))
    front = [
        path(f"M.5 {SIGN:g}V8a7.5 7.5 0 0 1 7.5-7.5H{width - 8:.1f}a7.5 7.5 0 0 1 7.5 7.5V{SIGN:g}Z", accent),
        box(left - 4, 3, width - left, 16, INK, None, 3, opacity=0.34),  # letters stand out on any colour
        group(4, 3, pieces.number_plate(place + 1)),
        line(left, 15.8, name, 13, PAPER, bold=True, room=width - left - 6),
    ]
    if not half:
        kerb = 9.0 if narrow else 36.0
        size = (
            (44.0 if height < TIGHT else 60.0) if narrow else 72.0 if kind < at.GOODS else 62.0
        )  # lower where words stand above
        front += [_pavement(width, height, kerb), facade(kind, 8 if narrow else 14, height - kerb + 1, size)]
    return tag("g", *front, id=f"house-front-{place + 1}")


@lru_cache(64)
def _pavement(width: float, height: float, kerb: float) -> str:
    ground = f"M.5 {height - kerb:.1f}H{width - 0.5:.1f}V{height - 8:.1f}a8 8 0 0 1-8 8H8.5a8 8 0 0 1-8-8Z"
    return path(ground, "kerb")


def _stock(tables: HouseTables, words: Words, lot: Lot, now: Open) -> str:
    """Blocks on the shelf, as many as there are, and the price on a coin."""
    size = 15.0 if lot.narrow else 20.0
    step = size + (1.5 if lot.narrow else 4.0)
    aside = 28 if tables.expert else 0  # the coin
    if lot.height < TIGHT:
        aside = max(aside, int(CHIP[0]))  # here a tower is as high as the shelf
    most = int((lot.width - 12 - aside) // step)
    parts, y = [], SIGN + 4
    if now.stock == 0:
        parts.append(line(7, y + 12, words("sold out"), SMALL, "muted", room=lot.width - 12 - aside))
    elif now.stock > most:
        parts.append(good(lot.kind, 7, y, size))
        parts.append(text(10 + size, y + size / 2 + 5, f"×{now.stock}", 14, bold=True))
    else:
        parts += [good(lot.kind, 7 + n * step, y, size) for n in range(now.stock)]
    if tables.expert:
        where = (65.0, y + 8) if lot.height < TIGHT else (lot.width - 15, y + 7.5)
        parts.append(pieces.coin(*where, 10.5, str(now.price)))
    return "".join(parts)


def _service(tables: HouseTables, lot: Lot, now: Open) -> list[str]:
    """What a building that is no shop has, in a picture."""
    y = SIGN + 4
    if lot.kind == at.BANK:
        return [pieces.coin(17, y + 9, 10)]
    if lot.kind == at.EXCHANGE:
        return [pieces.head(7 + n * 14, y + 1) for n in range(len(now.cards))]
    parts = [pieces.permit(7, y)]
    if tables.expert:  # or quality, or money
        slash = {"stroke_width": 1.5, "stroke_linecap": "round"}
        parts.append(path(f"M26 {y + 17:g}l4-14M54 {y + 17:g}l4-14", None, "muted", **slash))
        parts += [pieces.star(33, y), pieces.coin(69, y + 9, 9)]
    return parts


@lru_cache(64)
def _card(colour: int, x: float, y: float) -> str:
    """A privilege at the fair, from afar: its colour, and a pattern that says the same."""
    marks = ("M3 4h8", "M3 4h8M3 7.5h8", "M3 4h8M3 7.5h8M3 11h8")[colour]
    sheet = box(0, 0, 14, 15, pieces.CARD_COLOURS[COLOURS[colour]], INK, 2, stroke_width=0.8)
    return group(x, y, sheet, path(marks, None, INK, stroke_width=1.2))


def chip_at(lot: Lot, now: Open, floor: int) -> tuple[float, float, float, float]:
    """Where a chip of the tower lies, and its size: from the first that arrived, at the bottom; side by side where the
    sector is one of two."""
    (wide, high), step = (LOW_CHIP, LOW_FLOOR) if lot.low else (CHIP, FLOOR)
    if not lot.half:
        return lot.width - 6 - wide, lot.height - 4 - high - floor * step, wide, high
    across = len(now.chips)
    wide = min(wide, (lot.width - 8) / across - 1)
    return lot.width - 4 - (across - floor) * (wide + 1), lot.height - 2 - high, wide, high


def _tower(lot: Lot, now: Open) -> str:
    """An arrow is at the chip that is served."""
    parts = []
    for floor, (seat, value, up) in enumerate(now.chips):
        x, y, wide, high = chip_at(lot, now, floor)
        drawn = pieces.chip(seat, value, up, wide, high)
        parts.append(group(x, y, drawn, id=f"house-chip-{seat}-{lot.place + 1}"))
        if floor == now.served:
            beside = f"M{x - 13:.1f} {y + 1:.1f}l11 8-11 8z"
            parts.append(path(f"M{x + wide / 2 - 6:.1f} {y - 8:.1f}h12l-6 7z" if lot.half else beside, "action"))
    return group(0, 0, *parts, id=f"house-tower-{lot.place + 1}")
