"""The town: nine buildings in three rows (expert: the middle one is two), with goods, prices and towers of chips."""

from functools import lru_cache

from kvartal.engine.svg import at, box, disc, lines, path, tag, text, title
from kvartal.games.house import cells as on
from kvartal.games.house.facades import facade
from kvartal.games.house.keys import PLACE_KEYS
from kvartal.games.house.pen import GOOD_COLOURS, INK, PAPER, SEAT_COLOURS, Pen
from kvartal.games.house.speech import place_name
from kvartal.games.house.textboard import offer, tower

GAP = 8.0
ROOM = {  # where the numbers stand on the printed map: column, row
    1: (1, 1), 2: (1, 0), 3: (2, 0), 4: (2, 1), 5: (2, 2), 6: (1, 2), 7: (0, 2), 8: (0, 1), 9: (0, 0), 10: (1, 1),
}  # fmt: skip


def town(pen: Pen, width: float, narrow: bool) -> tuple[float, str]:
    """The map, and how high it became."""
    cell = (width - 2 * GAP) / 3
    high = (154.0 if pen.tables.expert else 146.0) if narrow else 148.0
    parts = []
    for place in range(pen.tables.places):
        column, row = ROOM[place + 1]
        x, y, across = column * (cell + GAP), row * (high + GAP), cell
        tall, down = high, 0.0
        if pen.tables.expert and place in (0, 9):  # the centre is two sectors, one above the other
            tall = (high - 4) / 2
            down = 0.0 if place == 0 else tall + 4
        half = pen.tables.expert and place in (0, 9)
        parts.append(_building(pen, place, x, y + down, across, tall, narrow, half))
    return 3 * high + 2 * GAP, "".join(parts)


def _building(pen: Pen, place: int, x: float, y: float, width: float, height: float, narrow: bool, half: bool) -> str:
    served = pen.cells[on.HERE] == place
    kind = pen.tables.kind[place]
    name = place_name(place, pen.tables, pen.words)
    said = offer(pen.state, place, pen.words)
    accent = GOOD_COLOURS[kind] if kind < on.GOODS else "#6b5b8a"
    border = ("action" if served else "edge", 8)
    spoken = f"{place + 1}. {name}: {said}"
    front = [
        path(f"M0 22V8a8 8 0 0 1 8-8H{width - 8:.1f}a8 8 0 0 1 8 8V22Z", accent),
        text(7, 16, f"{place + 1}", 13, PAPER, bold=True),
        text(12 + 8 * len(str(place + 1)), 16, name, 13, PAPER, bold=True, room=width - 28),
    ]
    if not half:
        kerb = 9.0 if narrow else 36.0
        front.append(_pavement(width, height, kerb))
        size = 56.0 if narrow else 72.0 if kind < on.GOODS else 62.0  # lower where words stand above
        front.append(facade(kind, 10 if narrow else 14, height - kerb + 1, size))
    parts = [
        title(spoken),
        box(0, 0, width, height, "glow" if served else "sky", *border, stroke_width=2.5 if served else 1),
        tag("g", *front, id=f"house-front-{place + 1}"),
    ]
    laying = any(pen.can(on.PLACE + value * on.PLACES + place) for value in range(on.CHIP_VALUES))
    if kind < on.GOODS:
        parts.append(_stock(pen, kind, width, narrow))
    elif not half:
        size = 11 if narrow else 12
        for n, each in enumerate(lines(said, width - 12, size)[: 2 if narrow else 3]):
            parts.append(text(8, 37 + n * (size + 3), each, size, room=width - 12))
    elif kind == on.ORDER:
        order = [pen.cells[on.TRACK + n] for n in range(pen.tables.players) if pen.cells[on.TRACK + n] >= 0]
        if not (laying and narrow):
            down = height - 20 if laying else 27
            parts += [
                _disc(8 + n * (20 if laying else 26), down, seat, "", 18 if laying else 22)
                for n, seat in enumerate(order)
            ]
    if kind == on.EXCHANGE:
        for n in range(on.DISPLAY):
            if pen.cells[on.SHOWN + n] >= 0:
                parts.append(_worker(width - 22 - n * 18, 54 if not narrow else 60))
    if laying and narrow and not half:  # chips are laid on the pavement: here it is as large as they need
        parts.append(_pavement(width, height, 88, 0.94))
    parts.append(_tower(pen, place, width, height, half, tight=laying and narrow))
    parts += _chips(pen, place, width, height, narrow, half)
    return at(x, y, *parts, id=f"house-place-{PLACE_KEYS[kind]}", role="group", aria_label=spoken)


@lru_cache(64)
def _pavement(width: float, height: float, kerb: float, opacity: float | None = None) -> str:
    ground = f"M.5 {height - kerb:.1f}H{width - 0.5:.1f}V{height - 8:.1f}a8 8 0 0 1-8 8H8.5a8 8 0 0 1-8-8Z"
    return path(ground, "kerb", opacity=opacity)


def _stock(pen: Pen, good: int, width: float, narrow: bool) -> str:
    """Blocks on the shelf, as many as there are, and the price tag."""
    count = int(pen.cells[on.SHOP + good])
    size = 14.0 if narrow else 20.0
    step = size + (1.5 if narrow else 4.0)
    most = max(1, int((width - 12 - (0 if narrow else 64)) // step))
    parts = []
    shown = count if count <= most else most - (2 if narrow else 1)
    for n in range(shown):
        parts.append(pen.good(good, 7 + n * step, 28, size))
    if count == 0:
        parts.append(text(8, 41, pen.words("sold out"), 12, "muted", room=width - 16))
    elif count > shown:
        parts.append(text(9 + shown * step, 41, f"…{count}", 12, bold=True))
    if pen.tables.expert:
        at_y = 46.0 if narrow else 28.0
        left = 7.0 if narrow else width - 50
        parts.append(box(left, at_y, 42, 20, "#f3d27a", INK, 5, stroke_width=0.8))
        parts.append(text(left + 21, at_y + 15, str(pen.cells[on.PRICE + good]), 13.5, INK, bold=True, anchor="middle"))
    return "".join(parts)


def _worker(x: float, y: float) -> str:
    """A builder with a helmet."""
    helmet = path("M2 6a5 5 0 0 1 10 0z", "#e8b62b", INK, stroke_width=0.8)
    return at(x, y, disc(7, 7.5, 3.6, "#e9c39b"), helmet, box(3, 11, 8, 7, "#4f7aa0", None, 2))


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
    return at(x, y, *body)


def _tower(pen: Pen, place: int, width: float, height: float, half: bool, tight: bool) -> str:
    """From the first chip that arrived, at the bottom; side by side where the sector is low."""
    parts = []
    chips = tower(pen.state, place)
    low = half and width < 130 and height < 80 and pen.tables.kind[place] == on.FAIR
    across = 2 if low else len(chips)  # on a phone in two rows, where nothing else stands there
    wide = min(38.0, (width - 8) / max(1, across) - 2)
    for floor, (seat, value) in enumerate(chips):
        if half:
            left = width - 6 - wide - (across - 1 - floor % across) * (wide + 2)
            parts.append(_disc(left, height - 21 - floor // across * 19, seat, value, wide))
        else:
            size = 28.0 if tight else 38.0  # smaller where a finger needs the room
            parts.append(_disc(width - 8 - size + (4 if tight else 0), height - 22 - floor * 18, seat, value, size))
    return at(0, 0, *parts, id=f"house-tower-{place + 1}")


def _chips(pen: Pen, place: int, width: float, height: float, narrow: bool, half: bool) -> list[str]:
    """The chips that may be laid here now."""
    codes = [on.PLACE + value * on.PLACES + place for value in range(on.CHIP_VALUES)]
    shown = [(value, code) for value, code in enumerate(codes) if pen.can(code)]
    parts = []
    for n, (value, code) in enumerate(shown):
        if narrow and not half:
            w, x, y = (width - 18) / 2, 6 + (n % 2) * ((width - 18) / 2 + 6), height - 84 + (n // 2) * 42
            if tower(pen.state, place):
                w, x, y = (width - 46) / 2, 5 + (n % 2) * ((width - 46) / 2 + 4), height - 84 + (n // 2) * 42
            parts.append(pen.chip(f"lay-{value}-{place + 1}", x, y, w, 38, code, str(value)))
        elif half:
            w = min(34.0, (width - 20) / 4 - 5)
            high = height - 30 if narrow else 24.0
            parts.append(
                pen.chip(f"lay-{value}-{place + 1}", 6 + n * (w + 5), 26, w, min(high, 36.0), code, str(value))
            )
        else:
            parts.append(pen.chip(f"lay-{value}-{place + 1}", 8 + n * 36, height - 34, 32, 32, code, str(value)))
    return parts
