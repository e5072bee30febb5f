"""What lies beside the plot: crews, builder cards and privileges, and what the elements take."""

from functools import lru_cache

from kvartal.engine.score import signed
from kvartal.engine.svg import box, disc, group, lines, path, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.house.drawing.art import element_sign
from kvartal.games.house.drawing.scene import Scene
from kvartal.games.house.drawing.widgets import INK, PIECES, ZONES, Pen, good, panel
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.keys import ELEMENT_KEYS
from kvartal.games.house.rules.numbers import COLOURS, PRIVILEGE_KEYS
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.labels import builder, effect, element, privilege, recipe

Drawn = tuple[float, str]  # how high, and what
CARD_COLOURS = {"blue": "#cfe0f0", "green": "#d5e6c8", "pink": "#f2d3d8"}


@lru_cache(ZONES)
def crews(tables: HouseTables, hired: tuple[int, ...], tired_ones: tuple[int, ...], width: float) -> Drawn:
    """The printed builder and the hired cards; tired ones lie on their side."""
    slots = int(tables.slots)
    step = min(96.0, (width - 28) / (slots + 1))
    parts = []
    for crew in range(slots + 1):
        card = 0 if crew == 0 else hired[crew - 1]
        body = []
        tired = tired_ones[crew]
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
        parts.append(group(crew * step, 0, *body, id=f"house-crew-{crew}"))
    return 50.0, "".join(parts)


@lru_cache(ZONES)
def helmets(tables: HouseTables, hired: tuple[int, ...], tired_ones: tuple[int, ...], room: float) -> str:
    """Expert: somebody's crews in one line, a head for each builder; tired ones are grey and marked."""
    strong = [int(tables.printed)]
    strong += [0 if card < 0 else int(tables.card_workers[card]) for card in hired[: int(tables.slots)]]
    step = min(13.0, (room - 14 * len(strong)) / sum(max(n, 1) for n in strong))
    parts, x = [], 1.0
    for crew, builders in enumerate(strong):
        tired = bool(tired_ones[crew])
        parts += [_head(x + n * step, tired) for n in range(builders)]
        if not builders:
            parts.append(path(f"M{x:.1f} 9h10", None, "muted", stroke_width=1.2, stroke_dasharray="2 2"))
        x += max(builders, 1) * step + 1
        if tired:
            parts.append(text(x, 13, "↷", 11, "muted", bold=True))
        x += 13 if tired else 8
    return "".join(parts)


@lru_cache(PIECES)
def _head(x: float, tired: bool) -> str:
    helmet = path(f"M{x:.1f} 7.5a5.5 5.5 0 0 1 11 0z", "#b9a980" if tired else "#e8b62b", INK, stroke_width=0.8)
    return disc(x + 5.5, 9, 4, "#e9c39b") + helmet


@lru_cache(PIECES)
def _builder(x: float, y: float, tired: bool) -> str:
    helmet = path("M2 6a5 5 0 0 1 10 0z", "#b9a980" if tired else "#e8b62b", INK, stroke_width=0.8)
    head = disc(7, 8, 3.6, "#e9c39b")
    return group(x, y, head, helmet, box(3, 12, 8, 9, "#8d9aa5" if tired else "#4f7aa0", None, 2))


def cards(scene: Scene, width: float, narrow: bool) -> Drawn:
    """Expert: builder cards at the exchange, privileges at the fair, of this round and the next, then the own ones."""
    if not scene.tables.expert:
        return 0.0, ""
    cells = scene.cells
    moves = (*range(at.HIRE, at.HIRE + at.DISPLAY), *range(at.GET, at.GET + at.PRIVILEGES))
    pen = scene.pen((*moves, *range(at.USE, at.USE + at.PRIVILEGES)))
    hire = tuple(
        zip(cells[at.SHOWN : at.SHOWN + at.DISPLAY], cells[at.DISCOUNT : at.DISCOUNT + at.DISPLAY], strict=True)
    )
    privileges = cells[at.WHERE : at.WHERE + at.PRIVILEGES]
    return _cards(pen, hire, privileges, scene.near, scene.who(scene.near), width, narrow)


@lru_cache(ZONES)
def _cards(
    pen: Pen,
    hire: tuple[tuple[int, int], ...],
    privileges: tuple[int, ...],
    near: int,
    who: str,
    width: float,
    narrow: bool,
) -> Drawn:
    """Each has its place, also when nothing lies there: on a desk all of them side by side. For hire: the card and its
    discount; of the privileges: where each is."""
    tables, words = pen.tables, pen.words
    for_hire = [n for n in range(at.DISPLAY) if n < tables.display or hire[n][0] >= 0]
    w, h, step = 160.0 if narrow else 138.0, 76.0, 8.0
    small = w
    if not narrow:
        small = (width - 24 + step - 2 * int(tables.fair_cards) * (w + step)) / len(for_hire) - step
    shown: list[tuple[float, str, int, str]] = []  # how wide, its key and move, what is on it
    for n in for_hire:
        card, discount = hire[n]
        if card >= 0:
            shown.append((small, f"builder-{n + 1}", at.HIRE + n, _hired(tables, card, discount, words, small, h)))
        else:
            shown.append((small, "", 0, _nothing(words("Exchange"), small, h)))
    for where, when in ((at.CURRENT, words("Fair")), (at.NEXT, words("next round"))):
        found = [card for card in range(at.PRIVILEGES) if privileges[card] == where]
        for card in found:
            body = _privilege(tables, card, words, w, h, when)
            shown.append((w, f"privilege-{PRIVILEGE_KEYS[card]}", at.GET + card, body))
        shown += [(w, "", 0, _nothing(when, w, h))] * (tables.fair_cards - len(found))
    for card in range(at.PRIVILEGES):
        if privileges[card] == at.KEPT + near:
            body = _privilege(tables, card, words, w, h, who)
            shown.append((w, f"privilege-{PRIVILEGE_KEYS[card]}", at.USE + card, body))
    parts, x, y = [], 12.0, 32.0
    for wide, key, code, body in shown:
        if x + wide > width - 8:
            x, y = 12.0, y + h + step
        if key:
            face = tag("g", body, id=f"house-card-{key}")
            parts.append(pen.place(key, x, y, code, face, pen.ring(code, wide, h)))
        else:
            parts.append(group(x, y, body))
        x += wide + step
    height = y + h + 12
    return height, panel("cards", 0, 0, width, height, words("Builders and privileges"), *parts)


def _nothing(shown: str, w: float, h: float) -> str:
    """Where a card would lie."""
    edge = box(0, 0, w, h, "slot", "edge", 7, stroke_dasharray="4 4", opacity=0.6)
    return edge + text(w / 2, h / 2 + 4, shown, 11.5, "muted", anchor="middle", room=w - 12)


@lru_cache(PIECES)
def _hired(tables: HouseTables, card: int, discount: int, words: Words, w: float, h: float) -> str:
    price = tables.card_price[card] - discount
    body = [title(builder(card, tables, words)), box(0, 0, w, h, "paper", INK, 7, stroke_width=0.8)]
    body += [_builder(8 + k * 16, 8, False) for k in range(tables.card_workers[card])]
    body.append(text(8, h - 10, "★" * tables.card_stars[card], 14, "#b07d10", bold=True))
    top = 8.0 if w > 120 else h - 28  # where it is narrow, below the builders
    body.append(box(w - 46, top, 38, 20, "#f3d27a", INK, 5, stroke_width=0.8))
    body.append(text(w - 27, top + 15, str(price), 13.5, INK, bold=True, anchor="middle"))
    if w > 120:
        body.append(text(w - 8, h - 9, words("Exchange"), 11.5, "#6f5b4e", anchor="end", room=w - 60))
    return "".join(body)


@lru_cache(PIECES)
def _privilege(tables: HouseTables, card: int, words: Words, w: float, h: float, when: str) -> str:
    name, does = privilege(card, words), effect(card, tables, words)
    paper = CARD_COLOURS[COLOURS[tables.colour[card]]]
    body = [title(f"{name}: {does}"), box(0, 0, w, h, paper, INK, 7, stroke_width=0.8)]
    body.append(text(8, 19, name, 13, INK, bold=True, room=w - 16))
    for n, each in enumerate(lines(does, w - 14, 11.5)[:2]):
        body.append(text(8, 36 + 14 * n, each, 11.5, INK, room=w - 14))
    body.append(text(w - 8, h - 9, when, 11.5, "#6f5b4e", anchor="end", room=w - 16))
    return "".join(body)


def workshop(scene: Scene, width: float, narrow: bool) -> Drawn:
    """What can be built and what it takes; chosen here while arranging and building."""
    first = at.GROUP if scene.cells[at.PHASE] == at.ARRANGING else at.BUILD
    return _workshop(scene.pen(range(first, first + at.ELEMENTS)), first, width, narrow)


@lru_cache(ZONES)
def _workshop(pen: Pen, first: int, width: float, narrow: bool) -> Drawn:
    """The moves of the elements begin with the first."""
    tables, words = pen.tables, pen.words
    kinds = [kind for kind in range(at.ELEMENTS) if tables.expert or kind != at.TILE_ROOF]
    per_row = 2 if narrow else len(kinds)
    w = (width - 20 - 8 * (per_row - 1)) / per_row
    h, parts = 78.0 if tables.expert else 56.0, []
    for n, kind in enumerate(kinds):
        spot = (10 + n % per_row * (w + 8), 32 + n // per_row * (h + 8))
        parts.append(_element(pen.only((first + kind,)), kind, first + kind, *spot, w, h))
    rows = -(-len(kinds) // per_row)
    height = 32 + rows * (h + 8) + 2
    return height, panel("workshop", 0, 0, width, height, words("What the elements take"), *parts)


@lru_cache(PIECES)
def _element(pen: Pen, kind: int, code: int, x: float, y: float, w: float, h: float) -> str:
    face = tag("g", takes(pen.tables, kind, pen.words, w, h), id=f"house-recipe-{kind}")
    key = f"element-{ELEMENT_KEYS[kind].replace(' ', '-')}"
    return pen.place(key, x, y, code, face, pen.ring(code, w, h))


def takes(tables: HouseTables, kind: int, words: Words, w: float, h: float) -> str:
    """The card of an element: its name, its points, its goods, its builders, and how it looks."""
    name, worth = element(kind, tables, words), signed(tables.points[kind])
    body = [title(f"{name}: {recipe(kind, tables, words)}"), box(0, 0, w, h, "paper", "edge", 7)]
    body.append(text(8, 20, name, 13.5, INK, bold=True, room=w - 44))
    body.append(text(w - 8, 20, worth, 12.5, "#6f5b4e", bold=True, anchor="end"))
    wide, high = (28, 21) if tables.expert else (33, 25)
    body.append(group(w - wide - 8, h - high - 6, element_sign(kind, bool(tables.expert), wide, high)))
    x = 8
    for number, count in enumerate(tables.recipe[kind * at.GOODS : (kind + 1) * at.GOODS]):
        body += [good(number, x + 20 * k, 30, 18) for k in range(count)]
        x += 20 * count + 4 if count else 0
    if tables.expert:
        body += [_builder(8 + k * 15, h - 27, False) for k in range(tables.workers[kind])]
    return "".join(body)
