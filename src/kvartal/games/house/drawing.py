"""The board of Mr House as SVG: a building site at the edge of a small town. Wide for a desk, narrow for a phone."""

from kvartal.engine.svg import at, box, disc, document, lines, panel, path, text, title
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house import cells as on
from kvartal.games.house.keys import ELEMENT_KEYS
from kvartal.games.house.numbers import COLOURS, PRIVILEGE_KEYS
from kvartal.games.house.pen import INK, PAPER, SEAT_COLOURS, Pen
from kvartal.games.house.pictures import site
from kvartal.games.house.report import counted, lacking
from kvartal.games.house.speech import builder, effect, element, label, privilege, recipe
from kvartal.games.house.textboard import facts, headline
from kvartal.games.house.townmap import town

NARROW = 620
DESK, PHONE = 1000, 360
Drawn = tuple[float, str]  # how high, and what
CARD_COLOURS = {"blue": "#cfe0f0", "green": "#d5e6c8", "pink": "#f2d3d8"}


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
    site_high = max(250.0, map_high - gap - home_high)
    plot = _site(pen, right, site_high)
    middle = at(0, 0, streets) + at(left + gap, 0, plot) + at(left + gap, site_high + gap, home)
    lower = [_cards(pen, whole, False), _workshop(pen, whole, False), _rivals(pen, whole, False)]
    buttons = _actions(pen, whole, False)  # last: what has found no place so far
    upper = [_headline(pen, whole, False, buttons), (max(map_high, site_high + gap + home_high), middle)]
    return _stacked([*upper, *lower], edge, gap)


def _phone(pen: Pen) -> tuple[float, list[str]]:
    edge, gap = 4.0, 8.0
    whole = PHONE - 2 * edge
    streets, plot, home = town(pen, whole, True), (230.0, _site(pen, whole, 230)), _home(pen, whole)
    cards, workshop = _cards(pen, whole, True), _workshop(pen, whole, True)
    if pen.cells[on.PHASE] in (on.ARRANGING, on.BUILDING):
        order = [plot, workshop, home, cards, streets]
    else:
        order = [streets, cards, plot, home, workshop]
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
    """Whose move it is, what the own house still lacks, and the moves that are buttons."""
    mine = pen.me is not None and pen.me in pen.view.waiting
    size = 15.0 if narrow else 20.0
    said = lines(headline(pen.view, pen.state, pen.words), width - 28, size, bold=True)
    note = lines(lacking(pen.state, pen.near, pen.words), width - 28, 13)
    parts, y = [], 8.0
    for each in said:
        y += size + 5
        parts.append(text(14, y, each, size, bold=True, room=width - 28))
    y += 4
    for each in note:
        y += 17
        parts.append(text(14, y, each, 13, "muted", room=width - 28))
    parts.append(at(0, y, buttons[1], id="house-actions"))
    y += buttons[0] or 12
    ground = panel(width, y, mine=mine or pen.view.over)
    tape = path("".join(f"M{k} 0h10l-6 6h-10z" for k in range(20, int(width) - 20, 22)), "#e0a82e")
    return y, at(0, 0, ground, tape, *parts, id="house-headline")  # with the tape of a building site


def _site(pen: Pen, width: float, height: float) -> str:
    shown = f"{pen.who(pen.near)} · {pen.words('points')}: {pen.state.score(pen.near)}"
    inside = at(8, 30, site(pen, pen.near, width - 16, height - 38, live=True))
    return pen.panel("site", 0, 0, width, height, shown, inside)


def _home(pen: Pen, width: float) -> Drawn:
    """Store, papers, crews."""
    words, cells, base = pen.words, pen.cells, pen.base(pen.near)
    y = 32.0
    store = [cells[base + on.STORE + n] for n in range(on.GOODS)]
    parts = [pen.goods(store, 14, y)[1] if any(store) else text(14, y + 16, words("empty"), 13, "muted")]
    y += 30
    locked = [cells[base + on.LOCKED + n] for n in range(on.GOODS)]
    if any(locked):
        parts.append(text(14, y + 16, words("Locked:"), 12.5, "muted", room=90))
        parts.append(pen.goods(locked, 108, y)[1])
        y += 30
    groups = [cells[base + on.GROUPS + kind] for kind in range(on.ELEMENTS)]
    if any(groups):
        shown = ", ".join(counted(kind, n, pen.tables.expert, words) for kind, n in enumerate(groups) if n)
        for each in lines(words("Laid out: {groups}", groups=shown), width - 28, 13):
            y += 17
            parts.append(text(14, y, each, 13, room=width - 28))
        y += 6
    known = [fact.replace(" ", "\xa0") for fact in facts(pen.state, pen.near, words)]
    for each in lines(" · ".join(known[:4]), width - 28, 13):
        y += 17
        parts.append(text(14, y, each, 13, room=width - 28))
    y += 10
    tall, crews = _crews(pen, width)
    parts.append(at(14, y, crews))
    y += tall
    return y + 6, pen.panel("home", 0, 0, width, y + 6, words("Store, papers, builders"), *parts)


def _crews(pen: Pen, width: float) -> Drawn:
    """The printed builder and the hired cards; tired ones lie on their side."""
    cells, tables, base = pen.cells, pen.tables, pen.base(pen.near)
    slots = int(tables.slots)
    step = min(96.0, (width - 28) / (slots + 1))
    parts = []
    for crew in range(slots + 1):
        card = 0 if crew == 0 else cells[base + on.SLOT + crew - 1]
        body = []
        tired = cells[base + on.TIRED + crew]
        if crew and card < 0:
            body.append(box(0, 0, step - 8, 44, "slot", "edge", 6, stroke_dasharray="4 4"))
        else:
            workers = tables.printed if crew == 0 else tables.card_workers[card] if tables.expert else 1
            stars = tables.card_stars[card] if crew and tables.expert else 0
            body.append(box(0, 0, step - 8, 44, "slot" if tired else "paper", INK, 6, stroke_width=0.8))
            body += [_builder(6 + n * 15, 4, bool(tired)) for n in range(workers)]
            if stars:
                body.append(text(6, 39, "★" * stars, 12, "#b07d10", bold=True))
            if tired:
                body.append(text(step - 14, 39, "↷", 13, "muted", bold=True, anchor="end"))
        parts.append(at(crew * step, 0, *body, id=f"house-crew-{crew}"))
    return 50.0, "".join(parts)


def _builder(x: float, y: float, tired: bool) -> str:
    helmet = path("M2 6a5 5 0 0 1 10 0z", "#b9a980" if tired else "#e8b62b", INK, stroke_width=0.8)
    head = disc(7, 8, 3.6, "#e9c39b")
    return at(x, y, head, helmet, box(3, 12, 8, 9, "#8d9aa5" if tired else "#4f7aa0", None, 2))


def _cards(pen: Pen, width: float, narrow: bool) -> Drawn:
    """Expert: builder cards at the exchange, privileges at the fair, of this round and the next."""
    if not pen.tables.expert:
        return 0.0, ""
    cells, tables, words = pen.cells, pen.tables, pen.words
    shown: list[tuple[str, int, list[str]]] = []
    w, h = (160.0, 76.0) if narrow else (154.0, 78.0)
    for n in range(on.DISPLAY):
        card = cells[on.SHOWN + n]
        if card >= 0:
            price = tables.card_price[card] - cells[on.DISCOUNT + n]
            body = [title(builder(card, tables, words)), box(0, 0, w, h, "paper", INK, 7, stroke_width=0.8)]
            body += [_builder(8 + k * 16, 8, False) for k in range(tables.card_workers[card])]
            body.append(text(8, h - 10, "★" * tables.card_stars[card], 14, "#b07d10", bold=True))
            body.append(box(w - 46, 8, 38, 20, "#f3d27a", INK, 5, stroke_width=0.8))
            body.append(text(w - 27, 23, str(price), 13.5, INK, bold=True, anchor="middle"))
            body.append(text(w - 8, h - 9, words("Exchange"), 11.5, "#6f5b4e", anchor="end", room=w - 60))
            shown.append((f"builder-{n + 1}", on.HIRE + n, body))
    for where, when in ((on.CURRENT, words("Fair")), (on.NEXT, words("next round"))):
        for card in range(on.PRIVILEGES):
            if cells[on.WHERE + card] == where:
                shown.append((f"privilege-{PRIVILEGE_KEYS[card]}", on.GET + card, _privilege(pen, card, w, h, when)))
    kept = [card for card in range(on.PRIVILEGES) if cells[on.WHERE + card] == on.KEPT + pen.near]
    for card in kept:
        body = _privilege(pen, card, w, h, pen.who(pen.near))
        shown.append((f"privilege-{PRIVILEGE_KEYS[card]}", on.USE + card, body))
    per_row = max(1, int((width - 16) // (w + 8)))
    parts = []
    for n, (key, code, body) in enumerate(shown):
        body = [*body, pen.ring(code, w, h)]
        parts.append(pen.place(key, 12 + n % per_row * (w + 8), 32 + n // per_row * (h + 8), code, *body))
    rows = -(-len(shown) // per_row)
    height = 32 + rows * (h + 8) + 4
    return height, pen.panel("cards", 0, 0, width, height, words("Builders and privileges"), *parts)


def _privilege(pen: Pen, card: int, w: float, h: float, when: str) -> list[str]:
    words = pen.words
    name, does = privilege(card, words), effect(card, pen.tables, words)
    paper = CARD_COLOURS[COLOURS[pen.tables.colour[card]]]
    body = [title(f"{name}: {does}"), box(0, 0, w, h, paper, INK, 7, stroke_width=0.8)]
    body.append(text(8, 19, name, 13, INK, bold=True, room=w - 16))
    for n, each in enumerate(lines(does, w - 14, 11.5)[:2]):
        body.append(text(8, 36 + 14 * n, each, 11.5, INK, room=w - 14))
    body.append(text(w - 8, h - 9, when, 11.5, "#6f5b4e", anchor="end", room=w - 16))
    return body


def _workshop(pen: Pen, width: float, narrow: bool) -> Drawn:
    """What can be built and what it takes; chosen here while arranging and building."""
    tables, words, cells = pen.tables, pen.words, pen.cells
    kinds = [kind for kind in range(on.ELEMENTS) if tables.expert or kind != on.TILE_ROOF]
    per_row = 2 if narrow else len(kinds)
    w = (width - 20 - 8 * (per_row - 1)) / per_row
    h, parts = 78.0 if tables.expert else 56.0, []
    arranging = cells[on.PHASE] == on.ARRANGING
    for n, kind in enumerate(kinds):
        code = (on.GROUP if arranging else on.BUILD) + kind
        name = element(kind, tables, words)
        needs = list(tables.recipe[kind * on.GOODS : (kind + 1) * on.GOODS])
        body = [title(f"{name}: {recipe(kind, tables, words)}"), box(0, 0, w, h, "paper", "edge", 7)]
        body.append(text(8, 20, name, 13.5, INK, bold=True, room=w - 16))
        body.append(_recipe(pen, needs, 8, 30))
        if tables.expert:
            body += [_builder(8 + k * 15, h - 27, False) for k in range(tables.workers[kind])]
        body.append(pen.ring(code, w, h))
        key = f"element-{ELEMENT_KEYS[kind].replace(' ', '-')}"
        parts.append(pen.place(key, 10 + n % per_row * (w + 8), 32 + n // per_row * (h + 8), code, *body))
    rows = -(-len(kinds) // per_row)
    height = 32 + rows * (h + 8) + 2
    return height, pen.panel("workshop", 0, 0, width, height, words("What the elements take"), *parts)


def _recipe(pen: Pen, needs: list[int], x: float, y: float) -> str:
    parts = []
    for good, count in enumerate(needs):
        for _ in range(count):
            parts.append(pen.good(good, x, y, 18))
            x += 20
        x += 4 if count else 0
    return "".join(parts)


def _actions(pen: Pen, width: float, narrow: bool) -> Drawn:
    """Every move that has no place on the board is a button here."""
    codes = sorted(pen.left)
    if not codes:
        return 0.0, ""
    per_row = (
        (1 if any(len(label(pen.view.setup, code, pen.words)) > 24 for code in codes) else 2)
        if narrow
        else min(5, max(4, len(codes)))
    )
    w = (width - 24 - 12 * (per_row - 1)) / per_row
    h = 42.0
    parts = []
    for n, code in enumerate(codes):
        key = pen.view.setup.notation[code].replace(" ", "-").replace("+", "-")
        x, y = 12 + n % per_row * (w + 12), 10 + n // per_row * (h + 10)
        parts.append(pen.button(f"do-{key}", x, y, w, h, code, label(pen.view.setup, code, pen.words)))
    return 14 + -(-len(codes) // per_row) * (h + 10) - 8, "".join(parts)


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
    name = f"{pen.who(seat)} · {words('points')}: {pen.state.score(seat)}"
    parts.append(text(40, 23, name, 14, "action" if on_turn else "ink", bold=True, room=w - 52))
    parts.append(at(10, 36, site(pen, seat, plot, h - 46, live=False)))
    x, y, room = plot + 22, 36.0, w - plot - 32
    for each in facts(pen.state, seat, words):
        y += 16
        parts.append(text(x, y, each, 12.5, room=room))
    y += 8
    store = [cells[base + on.STORE + n] for n in range(on.GOODS)]
    for first in (0, 3):
        row = [count if first <= n < first + 3 else 0 for n, count in enumerate(store)]
        if any(row):
            parts.append(pen.goods(row, x, y, 17)[1])
            y += 21
    lacks, fit = lines(lacking(pen.state, seat, words), room, 11.5), int((h - y - 4) // 14)
    for n, each in enumerate(lacks[:fit]):
        y += 14
        parts.append(text(x, y, each if n < fit - 1 or len(lacks) <= fit else f"{each} …", 11.5, "muted", room=room))
    ground = box(0, 0, w, h, "panel", "action" if on_turn else "edge", 12, stroke_width=2 if on_turn else 1)
    return at(0, 0, ground, *parts, id=f"house-seat-{seat}", role="group", aria_label=name, data_seat=seat)
