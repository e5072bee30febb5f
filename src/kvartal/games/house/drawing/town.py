"""The town: nine buildings in three rows (expert: the middle one is two), with goods, prices and towers of chips."""

from functools import lru_cache
from typing import NamedTuple

from kvartal.engine.svg import box, disc, group, lines, path, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.house.drawing.facades import facade
from kvartal.games.house.drawing.scene import Scene
from kvartal.games.house.drawing.widgets import GOOD_COLOURS, INK, PAPER, PIECES, SEAT_COLOURS, ZONES, Pen, good
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.keys import PLACE_KEYS
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.labels import place_name
from kvartal.games.house.text.terminal import offer, tower

GAP = 8.0
TOWNS = 128  # remembered
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


class Open(NamedTuple):
    """What is seen of a building now."""

    said: str
    served: bool
    stock: int  # goods in the shop
    price: int
    order: tuple[int, ...]  # of the players
    for_hire: tuple[int, ...]  # where builder cards lie
    chips: tuple[tuple[int, str], ...]  # the tower: seat and value


def town(scene: Scene, width: float, narrow: bool) -> tuple[float, str]:
    """The map, and how high it became."""
    pen = scene.pen(range(at.PLACE, at.PLACE + at.CHIP_VALUES * at.PLACES))
    high, lots = lots_of(scene.tables, width, narrow)
    return 3 * high + 2 * GAP, _map(pen, lots, tuple(seen(scene, lot) for lot in lots))


@lru_cache(TOWNS)
def _map(pen: Pen, lots: tuple[Lot, ...], now: tuple[Open, ...]) -> str:
    return "".join(building(pen.only(_laying(lot.place)), lot, each) for lot, each in zip(lots, now, strict=True))


@lru_cache(ZONES)
def lots_of(tables: HouseTables, width: float, narrow: bool) -> tuple[float, tuple[Lot, ...]]:
    cell = (width - 2 * GAP) / 3
    high = (154.0 if tables.expert else 146.0) if narrow else 148.0
    lots = []
    for place in range(tables.places):
        column, row = ROOM[place + 1]
        half = tables.expert and place in (0, 9)  # the centre is two sectors, one above the other
        tall = (high - 4) / 2 if half else high
        down = tall + 4 if half and place else 0.0
        x, y = column * (cell + GAP), row * (high + GAP) + down
        lots.append(Lot(place, tables.kind[place], x, y, cell, tall, narrow, half))
    return high, tuple(lots)


def seen(scene: Scene, lot: Lot) -> Open:
    cells, kind = scene.cells, lot.kind
    shop = kind < at.GOODS
    return Open(
        said=offer(scene.state, lot.place, scene.words),
        served=cells[at.HERE] == lot.place,
        stock=cells[at.SHOP + kind] if shop else 0,
        price=cells[at.PRICE + kind] if shop else 0,
        order=cells[at.TRACK : at.TRACK + scene.tables.players] if kind == at.ORDER else (),
        for_hire=tuple(n for n in range(at.DISPLAY) if cells[at.SHOWN + n] >= 0) if kind == at.EXCHANGE else (),
        chips=tuple(tower(cells, lot.place)),
    )


def _laying(place: int) -> list[int]:
    """The moves that lay a chip here, by its value."""
    return [at.PLACE + value * at.PLACES + place for value in range(at.CHIP_VALUES)]


@lru_cache(PIECES)
def building(pen: Pen, lot: Lot, now: Open) -> str:
    place, kind, x, y, width, height, narrow, half = lot
    spoken = f"{place + 1}. {place_name(place, pen.tables, pen.words)}: {now.said}"
    border = ("action" if now.served else "edge", 8)
    parts = [
        title(spoken),
        box(0, 0, width, height, "glow" if now.served else "sky", *border, stroke_width=2.5 if now.served else 1),
        _front(pen.tables, pen.words, lot),
    ]
    laying = bool(pen.legal)
    if kind < at.GOODS:
        parts.append(_stock(pen, kind, now.stock, now.price, width, narrow))
    elif not half:
        size = 11 if narrow else 12
        for n, each in enumerate(lines(now.said, width - 12, size)[: 2 if narrow else 3]):
            parts.append(text(8, 37 + n * (size + 3), each, size, room=width - 12))
    elif kind == at.ORDER and not (laying and narrow):
        down = height - 20 if laying else 27
        for n, seat in enumerate(seat for seat in now.order if seat >= 0):
            parts.append(_disc(8 + n * (20 if laying else 26), down, seat, "", 18 if laying else 22))
    for n in now.for_hire:
        parts.append(_worker(width - 22 - n * 18, 54 if not narrow else 60))
    if laying and narrow and not half:  # chips are laid on the pavement: here it is as large as they need
        parts.append(_pavement(width, height, 88, 0.94))
    parts.append(_tower(lot, now.chips, tight=laying and narrow))
    parts += _chips(pen, lot, stands=bool(now.chips))
    return group(x, y, *parts, id=f"house-place-{PLACE_KEYS[kind]}", role="group", aria_label=spoken)


@lru_cache(ZONES)
def _front(tables: HouseTables, words: Words, lot: Lot) -> str:
    """What never changes: the sign, the pavement, the building itself."""
    place, kind, _, _, width, height, narrow, half = lot
    accent = GOOD_COLOURS[kind] if kind < at.GOODS else "#6b5b8a"
    name = place_name(place, tables, words)
    front = [
        path(f"M0 22V8a8 8 0 0 1 8-8H{width - 8:.1f}a8 8 0 0 1 8 8V22Z", accent),
        text(7, 16, f"{place + 1}", 13, PAPER, bold=True),
        text(12 + 8 * len(str(place + 1)), 16, name, 13, PAPER, bold=True, room=width - 28),
    ]
    if not half:
        kerb = 9.0 if narrow else 36.0
        front.append(_pavement(width, height, kerb))
        size = 56.0 if narrow else 72.0 if kind < at.GOODS else 62.0  # lower where words stand above
        front.append(facade(kind, 10 if narrow else 14, height - kerb + 1, size))
    return tag("g", *front, id=f"house-front-{place + 1}")


@lru_cache(64)
def _pavement(width: float, height: float, kerb: float, opacity: float | None = None) -> str:
    ground = f"M.5 {height - kerb:.1f}H{width - 0.5:.1f}V{height - 8:.1f}a8 8 0 0 1-8 8H8.5a8 8 0 0 1-8-8Z"
    return path(ground, "kerb", opacity=opacity)


def _stock(pen: Pen, kind: int, count: int, price: int, width: float, narrow: bool) -> str:
    """Blocks on the shelf, as many as there are, and the price tag."""
    size = 14.0 if narrow else 20.0
    step = size + (1.5 if narrow else 4.0)
    most = max(1, int((width - 12 - (0 if narrow else 64)) // step))
    parts = []
    shown = count if count <= most else most - (2 if narrow else 1)
    for n in range(shown):
        parts.append(good(kind, 7 + n * step, 28, size))
    if count == 0:
        parts.append(text(8, 41, pen.words("sold out"), 12, "muted", room=width - 16))
    elif count > shown:
        parts.append(text(9 + shown * step, 41, f"…{count}", 12, bold=True))
    if pen.tables.expert:
        at_y = 46.0 if narrow else 28.0
        left = 7.0 if narrow else width - 50
        parts.append(box(left, at_y, 42, 20, "#f3d27a", INK, 5, stroke_width=0.8))
        parts.append(text(left + 21, at_y + 15, str(price), 13.5, INK, bold=True, anchor="middle"))
    return "".join(parts)


def _worker(x: float, y: float) -> str:
    """A builder with a helmet."""
    helmet = path("M2 6a5 5 0 0 1 10 0z", "#e8b62b", INK, stroke_width=0.8)
    return group(x, y, disc(7, 7.5, 3.6, "#e9c39b"), helmet, box(3, 11, 8, 7, "#4f7aa0", None, 2))


@lru_cache(PIECES)
def _disc(x: float, y: float, seat: int, value: str, width: float = 38) -> str:
    """One chip of a tower, with the number of its player; the value when it lies face up."""
    tight = width < 32
    left, plate = (3.0, 12.0) if tight else (5.0, 17.0)
    size = 11 if tight else 12
    body = [
        box(0, 0, width, 17, SEAT_COLOURS[seat], INK, 6, stroke_width=0.8),
        text(
            left if value else width / 2,
            13,
            str(seat + 1),
            size,
            PAPER,
            bold=True,
            anchor="start" if value else "middle",
        ),
    ]
    if value:
        body.append(box(width - plate - 2, 2.5, plate, 12, PAPER, None, 4))
        body.append(text(width - plate / 2 - 2, 12.5, value, 11, INK, bold=True, anchor="middle"))
    return group(x, y, *body)


def _tower(lot: Lot, chips: tuple[tuple[int, str], ...], tight: bool) -> str:
    """From the first chip that arrived, at the bottom; side by side where the sector is low."""
    place, kind, _, _, width, height, _, half = lot
    parts = []
    low = half and width < 130 and height < 80 and kind == at.FAIR and not tight
    across = 2 if low else len(chips)  # on a phone in two rows, where nothing else stands there
    wide = min(38.0, (width - 8) / max(1, across) - 2)
    for floor, (seat, value) in enumerate(chips):
        if half:
            left = width - 6 - wide - (across - 1 - floor % across) * (wide + 2)
            parts.append(_disc(left, height - (19 if tight else 21) - floor // across * 19, seat, value, wide))
        else:
            size = 28.0 if tight else 38.0  # smaller where a finger needs the room
            parts.append(_disc(width - 8 - size + (4 if tight else 0), height - 22 - floor * 18, seat, value, size))
    return group(0, 0, *parts, id=f"house-tower-{place + 1}")


def _chips(pen: Pen, lot: Lot, stands: bool) -> list[str]:
    """The chips that may be laid here now; beside a tower, if there is one, they are smaller."""
    place, _, _, _, width, height, narrow, half = lot
    shown = [(value, code) for value, code in enumerate(_laying(place)) if pen.can(code)]
    parts = []
    for n, (value, code) in enumerate(shown):
        if narrow and not half:
            w, x, y = (width - 18) / 2, 6 + (n % 2) * ((width - 18) / 2 + 6), height - 84 + (n // 2) * 42
            if stands:
                w, x, y = (width - 46) / 2, 5 + (n % 2) * ((width - 46) / 2 + 4), height - 84 + (n // 2) * 42
            parts.append(pen.chip(f"lay-{value}-{place + 1}", x, y, w, 38, code, str(value)))
        elif half:
            left, gap, w, y, high = 6.0, 5.0, min(34.0, (width - 20) / 4 - 5), 26.0, 24.0
            if narrow:  # as large as they can be above a tower
                left, gap, w = 3.0, 2.0, min(46.0, (width - 4) / len(shown) - 2)
                y, high = 24.0, 31.0 if stands else 40.0
            parts.append(pen.chip(f"lay-{value}-{place + 1}", left + n * (w + gap), y, w, high, code, str(value)))
        else:
            parts.append(pen.chip(f"lay-{value}-{place + 1}", 8 + n * 36, height - 34, 32, 32, code, str(value)))
    return parts
