"""The board of Mr House as SVG: a building site at the edge of a small town. Wide for a desk, narrow for a phone."""

from kvartal.engine.svg import at, box, course, document, lines, panel, path, short, tag, text, within
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house import cells as on
from kvartal.games.house.papers import Drawn, cards, crews, workshop
from kvartal.games.house.pen import BUTTON, INK, PAPER, SEAT_COLOURS, Pen, minus
from kvartal.games.house.pictures import site
from kvartal.games.house.report import counted, lacking
from kvartal.games.house.speech import label
from kvartal.games.house.textboard import facts, headline
from kvartal.games.house.townmap import town

NARROW = 620
DESK, PHONE = 1000, 360


def draw(view: View, words: Words, width: int = 1280) -> str:
    pen = Pen(view, words)
    across, (height, inside) = (PHONE, _phone(pen)) if width < NARROW else (DESK, _desk(pen))
    ground = box(0, 0, across, height, "table")
    spoken = f"{headline(view, pen.state, words)}. {lacking(pen.state, pen.near, words)}"
    return document("house", width, across, height, spoken, words.lang, "", ground, *inside)


def _desk(pen: Pen) -> tuple[float, list[str]]:
    edge, gap = 5.0, 10.0
    whole = DESK - 2 * edge
    left = 596.0
    right = whole - left - gap
    map_high, streets = town(pen, left, False)
    home_high, home = _home(pen, right)
    site_high = map_high - gap - home_high
    plot = _site(pen, right, site_high)
    middle = at(0, 0, streets) + at(left + gap, 0, plot) + at(left + gap, site_high + gap, home)
    lower = [cards(pen, whole, False), workshop(pen, whole, False), _rivals(pen, whole, False)]
    buttons = _actions(pen, whole, False)  # last: what has found no place so far
    upper = [_headline(pen, whole, False, buttons), (max(map_high, site_high + gap + home_high), middle)]
    return _stacked([*upper, *lower], edge, gap)


def _phone(pen: Pen) -> tuple[float, list[str]]:
    edge, gap = 4.0, 8.0
    whole = PHONE - 2 * edge
    streets, plot, home = town(pen, whole, True), (230.0, _site(pen, whole, 230)), _home(pen, whole)
    offered, takes = cards(pen, whole, True), workshop(pen, whole, True)
    if pen.cells[on.PHASE] in (on.ARRANGING, on.BUILDING):  # twice a round, what is needed now comes first
        order = [plot, takes, home, offered, streets]
    else:
        order = [streets, offered, plot, home, takes]
    buttons = _actions(pen, whole, True)
    return _stacked([_headline(pen, whole, True, buttons), *order, _rivals(pen, whole, True)], edge, gap)


def _stacked(zones: list[Drawn], edge: float, gap: float) -> tuple[float, list[str]]:
    """One below the other."""
    parts, y = [], edge
    for tall, drawn in zones:
        if tall:
            parts.append(at(edge, y, drawn))
            y += tall + gap
    return y + edge - gap, parts


# Zones ----------------------------------------------------------------------------------------------------------------


def _headline(pen: Pen, width: float, narrow: bool, buttons: Drawn) -> Drawn:
    """Whose move it is, what the own house still lacks, and the moves that are buttons, or the course of a round."""
    mine = pen.me is not None and pen.me in pen.view.waiting
    size, most = (15.0, 2) if narrow else (20.0, 1)
    letters, said = within(headline(pen.view, pen.state, pen.words), width - 28, size, most, bold=True)
    calm, note = within(lacking(pen.state, pen.near, pen.words), width - 28, 13, most)
    parts, y = [], 8.0
    for each in said:
        y += size + 5
        parts.append(text(14, y, each, letters, bold=True, room=width - 28))
    y += 4
    for each in note:
        y += 17
        parts.append(text(14, y, each, calm, "muted", room=width - 28))
    y = 12 + most * (size + 5 + 17)
    parts.append(at(0, y, buttons[1] or _course(pen, width), id="house-actions"))
    y += max(buttons[0], 10 + BUTTON + 10)
    ground = panel(width, y, mine=mine or pen.view.over)
    tape = path("".join(f"M{k} 0h10l-6 6h-10z" for k in range(20, int(width) - 20, 22)), "#e0a82e")
    return y, at(0, 0, ground, tag("g", tape, id="house-tape"), *parts, id="house-headline")  # of a building site


def _course(pen: Pen, width: float) -> str:
    """What a round is made of, and where it is now; at the end who has how many points."""
    words, now = pen.words, pen.cells[on.PHASE]
    steps = [(on.MOVING, words("chips")), (on.BUYING, words("purchases"))]
    steps += [] if pen.tables.expert else [(on.ARRANGING, words("laying out"))]
    steps.append((on.BUILDING, words("building")))
    if pen.view.over:
        score, place = pen.state.score, pen.state.place
        seats = sorted(range(pen.tables.players), key=lambda seat: (place(seat) != 1, -score(seat)))
        room = (width - 24) / len(seats) - 46
        steps = [(seat, f"{short(pen.who(seat), room, 12.5, True)}: {minus(score(seat))}") for seat in seats]
        now = seats[0] if place(seats[0]) == 1 else -1
    keys = [key for key, _ in steps]
    here = keys.index(now) if now in keys else -1
    return at(12, 10, course([shown for _, shown in steps], here, width - 24, BUTTON))


def _site(pen: Pen, width: float, height: float) -> str:
    shown = f"{pen.who(pen.near)} · {pen.words('points')}: {minus(pen.state.score(pen.near))}"
    inside = at(8, 30, site(pen, pen.near, width - 16, height - 38, live=True))
    return pen.panel("site", 0, 0, width, height, shown, inside)


def _home(pen: Pen, width: float) -> Drawn:
    """Store, papers, crews."""
    words, cells, base = pen.words, pen.cells, pen.base(pen.near)
    y = 32.0
    store = [cells[base + on.STORE + n] for n in range(on.GOODS)]
    shown = pen.goods(store, 14, y)[1] if any(store) else text(14, y + 16, words("empty"), 13, "muted")
    parts = [tag("g", shown, id="house-store")]
    y += 26
    most = 1 + pen.tables.expert
    known = [minus(fact).replace(" ", "\xa0") for fact in facts(pen.state, pen.near, words)]
    size, said = within(" · ".join(known[:4]), width - 28, 13, most)
    parts += [text(14, y + 17 + 17 * n, each, size, room=width - 28) for n, each in enumerate(said)]
    y += 17 * most + 10
    if not pen.tables.expert:
        parts.append(tag("g", *_laid_out(pen, width, y), id="house-laid-out"))
        y += 66
    tall, working = crews(pen, width)
    parts.append(at(14, y, working))
    y += tall
    return y + 6, pen.panel("home", 0, 0, width, y + 6, words("Store, papers, builders"), *parts)


def _laid_out(pen: Pen, width: float, y: float) -> list[str]:
    """Basic game: what is locked until the next round, and what has been laid out for building."""
    words, cells, base = pen.words, pen.cells, pen.base(pen.near)
    locked = [cells[base + on.LOCKED + n] for n in range(on.GOODS)]
    parts = [text(14, y + 16, words("Locked:"), 12.5, "muted", room=90)]
    parts.append(pen.goods(locked, 108, y)[1] if any(locked) else text(108, y + 16, "—", 12.5, "muted"))
    groups = [cells[base + on.GROUPS + kind] for kind in range(on.ELEMENTS)]
    shown = ", ".join(counted(kind, n, pen.tables.expert, words) for kind, n in enumerate(groups) if n)
    size, said = within(words("Laid out: {groups}", groups=shown or "—"), width - 28, 12.5, 2)
    role = "ink" if shown else "muted"
    return parts + [text(14, y + 40 + 15 * n, each, size, role, room=width - 28) for n, each in enumerate(said)]


def _actions(pen: Pen, width: float, narrow: bool) -> Drawn:
    """Every move that has no place on the board is a button here: in one row, if their words fit."""
    codes = sorted(pen.left)
    if not codes:
        return 0.0, ""
    words = [
        "" if narrow and on.CHANGE <= code < on.CHANGE + on.RAW else label(pen.view.setup, code, pen.words)
        for code in codes  # on a phone a picture says some of them in less room
    ]
    most, gap, size = (4, 6.0, 12.0) if narrow else (8, 10.0, 13.0)
    most = min(len(codes), most)
    while most > 1 and any(len(lines(each, _wide(width, most, gap) - 6, size, True)) > 2 for each in words):
        most -= 1
    per_row = -(-len(codes) // -(-len(codes) // most))  # as many in each row
    w = min(_wide(width, per_row, gap), 240.0 if not narrow else width)
    parts = []
    for n, (code, shown) in enumerate(zip(codes, words, strict=True)):
        key = pen.view.setup.notation[code].replace(" ", "-").replace("+", "-")
        x, y = 12 + n % per_row * (w + gap), 10 + n // per_row * (BUTTON + 10)
        if shown:
            parts.append(pen.button(f"do-{key}", x, y, w, BUTTON, code, shown, size))
        else:
            parts.append(pen.exchange(f"do-{key}", x, y, w, BUTTON, code))
    return 10 + -(-len(codes) // per_row) * (BUTTON + 10), "".join(parts)


def _wide(width: float, across: int, gap: float) -> float:
    """Of a button, when there are so many in a row."""
    return (width - 24 - gap * (across - 1)) / across


def _rivals(pen: Pen, width: float, narrow: bool) -> Drawn:
    """The other plots, small."""
    others = [seat for seat in range(pen.tables.players) if seat != pen.near]
    per_row = 1 if narrow else len(others)
    w = (width - 10 * (per_row - 1)) / per_row
    h, parts = 196.0, []
    for n, seat in enumerate(others):
        parts.append(at(n % per_row * (w + 10), n // per_row * (h + 8), _rival(pen, seat, w, h)))
    return h * -(-len(others) // per_row) + 8 * (-(-len(others) // per_row) - 1), "".join(parts)


def _rival(pen: Pen, seat: int, w: float, h: float) -> str:
    words, cells, base = pen.words, pen.cells, pen.base(seat)
    plot = min(420.0, w * 0.48)
    on_turn = not pen.view.over and seat in pen.view.waiting
    parts = [box(10, 8, 22, 20, SEAT_COLOURS[seat], INK, 5, stroke_width=0.8)]
    parts.append(text(21, 23, str(seat + 1), 13, PAPER, bold=True, anchor="middle"))
    name = f"{pen.who(seat)} · {words('points')}: {minus(pen.state.score(seat))}"
    parts.append(text(40, 23, name, 14, "action" if on_turn else "ink", bold=True, room=w - 52))
    parts.append(at(10, 36, site(pen, seat, plot, h - 46, live=False)))
    x, y, room, home = plot + 22, 36.0, w - plot - 32, []
    for each in facts(pen.state, seat, words):
        y += 16
        home.append(text(x, y, minus(each), 12.5, room=room))
    y += 8
    store = [cells[base + on.STORE + n] for n in range(on.GOODS)]
    for first in (0, 3):
        row = [count if first <= n < first + 3 else 0 for n, count in enumerate(store)]
        if any(row):
            home.append(pen.goods(row, x, y, 17)[1])
            y += 21
    lacks, fit = lines(lacking(pen.state, seat, words), room, 11.5), int((h - y - 4) // 14)
    for n, each in enumerate(lacks[:fit]):
        y += 14
        home.append(text(x, y, each if n < fit - 1 or len(lacks) <= fit else f"{each} …", 11.5, "muted", room=room))
    parts.append(tag("g", *home, id=f"house-home-{seat}"))
    ground = box(0, 0, w, h, "panel", "action" if on_turn else "edge", 12, stroke_width=2 if on_turn else 1)
    return at(0, 0, ground, *parts, id=f"house-seat-{seat}", role="group", aria_label=name, data_seat=seat)
