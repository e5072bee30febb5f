"""What a player has at home: the plot, the store with coins and papers, the crews; and what the elements take."""

from functools import lru_cache

from kvartal.engine.score import figure, signed
from kvartal.engine.svg import box, breadth, group, lines, path, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.house.drawing import pieces
from kvartal.games.house.drawing.art import element_sign, site, tall_enough
from kvartal.games.house.drawing.pieces import INK, PAPER, PIECES, SMALL, ZONES, good, hand_chip, line
from kvartal.games.house.drawing.scene import Scene
from kvartal.games.house.drawing.widgets import Drawn, Pen, panel
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import queries
from kvartal.games.house.rules.keys import ELEMENT_KEYS, GOOD_KEYS
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.labels import element, recipe
from kvartal.games.house.text.labels import good as good_name
from kvartal.games.house.text.terminal import facts

HEAD = 28.0  # of the plot: whose it is, its points, what it lacks
WHEN = 48.0  # how wide its corner with the round is
NARROW, FOOT = 300.0, 32.0  # a plot less wide has a foot so high
CELL, TALL_CELL = 46.0, 62.0  # how high a place for goods is, at least, and a crew; in a high one × stands below
FACTS = 24.0


# The plot -------------------------------------------------------------------------------------------------------------


def plot(scene: Scene, width: float, height: float, live: bool) -> Drawn:
    """The own one; a spectator sees the first. In a narrow place what is missing stands below, or, while others lay
    their chips, the own ones lie there."""
    near, foot = scene.near, FOOT if width < NARROW else 0.0
    if live and tall_enough(scene.home(near)[at.WALL : at.WALL + at.WALLS]) > height - HEAD - foot - 6:
        foot = 0.0  # a very high house
    drawn = site(scene, near, width - 12, height - HEAD - foot - 6, live)
    hand: tuple[int, ...] = ()
    if scene.me is not None and scene.phase == at.MOVING and not scene.on_turn(scene.me):
        count = (queries.in_hand(scene.state, near, value) for value in range(at.CHIP_VALUES))
        hand = tuple(value for value, n in enumerate(count) for _ in range(n))
    now, last = scene.cells[at.ROUND], scene.tables.rounds
    when = (f"{now}/{last}", scene.words("Round {n} of {all}", n=now, all=last))
    said = (scene.who(near), scene.points(near), scene.lacking[near])
    return height, _plot(near, *said, when, hand, drawn, width, height, foot)


@lru_cache(ZONES)
def _plot(
    seat: int, who: str, points: str, lacking: str, when: tuple[str, str], hand: tuple[int, ...], drawn: str,
    width: float, height: float, foot: float,
) -> str:  # fmt: skip
    parts = [title(f"{who}: {lacking}"), pieces.badge(seat, 6, 4), pieces.pennant(31, 6, points)]
    shown = text(19, 13.5, when[0], 13, "muted", bold=True)
    parts.append(group(width - WHEN, 5, title(when[1]), pieces.calendar(0, 0), shown, id="house-round"))
    chips = [hand_chip(seat, value) for value in hand]
    if foot:
        parts.append(line(66, 18.5, who, 13, bold=True, room=width - 70 - WHEN))
        y = height - foot - 3
        broken = [] if chips else lines(lacking, width - 14, SMALL)
        for n, each in enumerate([broken[0], " ".join(broken[1:])] if broken[1:] else broken):
            parts.append(line(7, y + 12.5 + 15 * n, each, SMALL, "muted", room=width - 14))
        placed = [group(6 + n * 31, y + 1, each) for n, each in enumerate(chips)]
    else:
        room = width - 74 - WHEN - 31 * len(chips)
        parts.append(line(66, 18.5, lacking, 13, room=room))
        placed = [group(width - WHEN - 4 - 31 * (len(chips) - n), 0, each) for n, each in enumerate(chips)]
    if placed:
        parts.append(tag("g", *placed, id="house-hand"))
    return panel("site", width, height, f"~{who}: {lacking}", *parts, group(6, HEAD, drawn))


# The store ------------------------------------------------------------------------------------------------------------


def store(scene: Scene, width: float, per_row: int, cell: float = CELL) -> Drawn:
    """Goods, then coins or money and the papers."""
    pen = scene.pen(range(at.CHANGE, at.CHANGE + at.RAW))
    return _store(pen, scene.home(scene.near)[: at.REVEALED], width, per_row, cell)


@lru_cache(ZONES)
def _store(pen: Pen, home: tuple[int, ...], width: float, per_row: int, cell: float) -> Drawn:
    gap, edge = 4.0, 6.0
    w = (width - 2 * edge - gap * (per_row - 1)) / per_row
    parts = []
    for kind in range(at.GOODS):
        x, y = edge + kind % per_row * (w + gap), edge + kind // per_row * (cell + gap)
        parts.append(_cell(pen.only((at.CHANGE + kind,)), kind, x, y, w, cell, *_amounts(home, kind)))
    y = edge + at.GOODS // per_row * (cell + gap)
    parts.append(group(edge, y, _facts(pen.tables, home, pen.words, width - 2 * edge), id="house-facts"))
    y += FACTS + 4
    return y, panel("home", width, y, f"~{pen.words('Store')}", *parts)


def _amounts(home: tuple[int, ...], kind: int) -> tuple[int, int, int, int]:
    """Of one good: free, locked until the next round, laid out, asked for a coin."""
    locked, laid = home[at.LOCKED + kind], home[at.PLEDGED + kind]
    asked = home[at.ASKED + kind] if kind < at.RAW else 0
    return home[at.STORE + kind] + asked - locked - laid, locked, laid, asked


@lru_cache(PIECES)
def _cell(
    pen: Pen, kind: int, x: float, y: float, w: float, h: float, free: int, locked: int, laid: int, asked: int
) -> str:
    """A place in the store. A coin on it: press it, and one coin becomes one of these."""
    code, tall = at.CHANGE + kind, h >= TALL_CELL
    body = [title(good_name(kind, pen.words)), box(0, 0, w, h, "slot", "edge", 6)]
    block = good(kind, (w - 24) / 2, 5, 24) if tall else good(kind, 5, 5, 20)
    body.append(tag("g", block, opacity=None if free or asked else 0.45))
    x_y, anchor = ((w / 2, 45.0), "middle") if tall else ((28.0, 20.0), "start")
    body.append(text(*x_y, f"×{free}", 14, "ink" if free else "muted", bold=True, anchor=anchor))
    left, low = 5.0, h - 5
    for count, draw in ((locked, _lock), (laid, _tray)):
        if count:
            body.append(draw(left, low - 11) + text(left + 11, low, str(count), SMALL, "muted", bold=True))
            left += 20
    if asked:
        body.append(text(left, low, f"+{asked}", SMALL, "good", bold=True))
    if pen.can(code):
        body.append(pieces.coin(w - 9, h - 9, 6.5))
    key = f"good-{GOOD_KEYS[kind]}"
    if not pen.tables.expert and kind < at.RAW:
        return pen.place(key, x, y, code, *body, pen.ring(code, w, h, 6))
    return group(x, y, *body, id=f"house-{key}")


def _lock(x: float, y: float) -> str:
    """Locked until the next round: a roll has failed."""
    bow = path("M2.5 5V3.5a2.5 2.5 0 0 1 5 0V5", None, "muted", stroke_width=1.4)
    return group(x, y, bow, box(1, 5, 8, 7, "muted", None, 1.5))


def _tray(x: float, y: float) -> str:
    """Laid out for building."""
    return group(x, y, path("M0 5v6h10V5M5 1v6m-2.5-2.5L5 7l2.5-2.5", None, "muted", stroke_width=1.4))


@lru_cache(ZONES)
def _facts(tables: HouseTables, home: tuple[int, ...], words: Words, width: float) -> str:
    """Money or coins, the permit, quality, loans: each with its picture; its words come when it is pointed at."""
    said = facts(tables, home, words)
    has = bool(home[at.PERMIT])
    if tables.expert:
        found = [
            (words("money: {n}", n=home[at.MONEY]), pieces.coin(10, 11, 9), str(home[at.MONEY])),
            *([(said[2], pieces.loan(2, 2), f"×{home[at.LOANS]}")] if home[at.LOANS] else []),
            (figure(said[3]), pieces.star(0, 2), figure(home[at.QUALITY])),
        ]
    else:
        hired = sum(card >= 0 for card in home[at.SLOT : at.SLOT + tables.slots])
        found = [
            (said[1], pieces.coin(10, 11, 9), f"×{home[at.COINS]}"),
            (figure(said[2]), _die(1, 2), f"≤{tables.base_quality + hired}"),
        ]
    found.append((said[0], pieces.permit(2, 2, has), "✓" if has else "–"))
    takes_up = [22 + breadth(value, 13.5) for _, _, value in found]
    free, parts, x = min(30.0, (width - sum(takes_up)) / len(found)), [], 0.0
    for (tip, sign, value), wide in zip(found, takes_up, strict=True):
        parts.append(group(x, 0, title(tip), sign, text(22, 16, value, 13.5, bold=True)))
        x += wide + free
    return "".join(parts)


def _die(x: float, y: float) -> str:
    """Basic: what a roll must not exceed."""
    pips = "".join(f"M{a} {b}h.01" for a, b in ((5, 5), (13, 5), (9, 9), (5, 13), (13, 13)))
    return group(
        x,
        y,
        box(0, 0, 18, 18, PAPER, INK, 4, stroke_width=1),
        path(pips, None, INK, stroke_width=3, stroke_linecap="round"),
    )


# Crews ----------------------------------------------------------------------------------------------------------------


def crews(scene: Scene, width: float) -> Drawn:
    """The printed builder and the hired cards; one that can do it alone is sent by pressing it."""
    home = scene.home(scene.near)
    pen = scene.pen([at.CREW + (1 << crew) - 1 for crew in range(at.CREWS)])
    return _crews(pen, home[at.SLOT : at.SLOT + at.SLOTS], home[at.TIRED : at.TIRED + at.CREWS], width)


@lru_cache(ZONES)
def _crews(pen: Pen, hired: tuple[int, ...], tired_ones: tuple[int, ...], width: float) -> Drawn:
    tables, slots = pen.tables, int(pen.tables.slots)
    gap, edge = 4.0, 3.0
    w = min(120.0, (width - 2 * edge - gap * slots) / (slots + 1))
    parts = []
    for crew in range(slots + 1):
        card = 0 if crew == 0 else hired[crew - 1]
        workers, stars = (int(tables.printed), 0) if crew == 0 or not tables.expert else (0, 0)
        if crew and tables.expert and card >= 0:
            workers, stars = int(tables.card_workers[card]), int(tables.card_stars[card])
        body = _crew(f"#{crew}" if tables.expert else "", card < 0, workers, stars, bool(tired_ones[crew]), w)
        code = at.CREW + (1 << crew) - 1
        key, x = f"crew-{crew}", edge + crew * (w + gap)
        if pen.can(code):
            parts.append(pen.place(key, x, edge, code, body, pen.ring(code, w, CELL)))
        else:
            parts.append(group(x, edge, body, id=f"house-{key}"))
    return CELL + 2 * edge, panel("crews", width, CELL + 2 * edge, f"~{pen.words('Builders')}", *parts)


@lru_cache(PIECES)
def _crew(name: str, empty: bool, workers: int, stars: int, tired: bool, w: float) -> str:
    if empty:
        return box(0, 0, w, CELL, "slot", "edge", 6, stroke_dasharray="4 4")
    body = [box(0, 0, w, CELL, "slot" if tired else "paper", INK, 6, stroke_width=0.8)]
    body += [pieces.builder(5 + n * min(15.0, (w - 20) / 2), 4, tired) for n in range(workers)]
    body += [pieces.star(4 + n * 13, 29, 14) for n in range(stars)]
    if name:  # how a button names it
        body.append(text(w - 5, 41, name, SMALL, "muted" if tired else "#5f4d40", bold=True, anchor="end"))
    if tired:
        body.append(text(w - 5, 18, "↷", 15, "muted", bold=True, anchor="end"))
    return "".join(body)


# Recipes --------------------------------------------------------------------------------------------------------------


def workshop(scene: Scene, width: float, per_row: int, named: bool) -> Drawn:
    """What can be built and what it takes; chosen here while arranging and building. `named`: with the words for it."""
    first = at.GROUP if scene.phase == at.ARRANGING else at.BUILD
    groups = scene.home(scene.near)[at.GROUPS : at.GROUPS + at.ELEMENTS]
    return _workshop(scene.pen(range(first, first + at.ELEMENTS)), first, groups, width, per_row, named)


@lru_cache(ZONES)
def _workshop(pen: Pen, first: int, groups: tuple[int, ...], width: float, per_row: int, named: bool) -> Drawn:
    """The moves of the elements begin with the first."""
    tables = pen.tables
    kinds = [kind for kind in range(at.ELEMENTS) if tables.expert or kind != at.TILE_ROOF]
    gap, edge, top = (8.0, 10.0, 30.0) if named else (5.0, 6.0, 6.0)
    w = (width - 2 * edge - gap * (per_row - 1)) / per_row
    h, parts = (92.0 if tables.expert else 70.0) if named else 58.0, []
    for n, kind in enumerate(kinds):
        spot = (edge + n % per_row * (w + gap), top + n // per_row * (h + gap))
        parts.append(_element(pen.only((first + kind,)), kind, first + kind, groups[kind], *spot, w, h, named))
    height = top + -(-len(kinds) // per_row) * (h + gap) - gap + edge
    shown = pen.words("What the elements take")
    return height, panel("workshop", width, height, shown if named else f"~{shown}", *parts)


@lru_cache(PIECES)
def _element(
    pen: Pen, kind: int, code: int, laid: int, x: float, y: float, w: float, h: float, named: bool
) -> str:  # fmt: skip
    drawn = takes(pen.tables, kind, pen.words, w, h) if named else _small(pen.tables, kind, pen.words, w, h)
    if laid:  # basic: so many groups of it lie ready
        where = (w - 42, 24) if named else (w - 38, 21)
        drawn += group(*where, box(0, 0, 34, 16, "#2d68a8", INK, 4, stroke_width=0.8), _check(), _white(f"×{laid}"))
    face = tag("g", drawn, id=f"house-recipe-{kind}")
    key = f"element-{ELEMENT_KEYS[kind].replace(' ', '-')}"
    return pen.place(key, x, y, code, face, pen.ring(code, w, h))


def _check() -> str:
    return path("M4 8l3.5 3.5 5.5-7", None, PAPER, stroke_width=2)


def _white(shown: str) -> str:
    return text(15, 13, shown, SMALL, PAPER, bold=True)


def takes(tables: HouseTables, kind: int, words: Words, w: float, h: float) -> str:
    """The card of an element: its name, its points, its goods, its builders, and how it looks."""
    name = element(kind, tables, words)
    body = [title(f"{name}: {recipe(kind, tables, words)}"), box(0, 0, w, h, "paper", "edge", 7)]
    broken, high_card = lines(name, w - 48, SMALL, True), h >= 70
    if high_card and len(broken) > 1:
        name = broken[0]
        body.append(line(8, 33, " ".join(broken[1:]), SMALL, INK, bold=True, room=w - 48))
    body.append(line(8, 18, name, 13, INK, bold=True, room=w - 48))
    body.append(pieces.pennant(w - 35, 5, signed(tables.points[kind])))
    wide, high = (28, 21) if tables.expert else (33, 25)
    body.append(group(w - wide - 8, h - high - 6, element_sign(kind, bool(tables.expert), wide, high)))
    body += _needs(tables, kind, 8, 43 if high_card else 32, 18)
    if tables.expert:
        body += [pieces.builder(8 + k * 15, h - 27) for k in range(tables.workers[kind])]
    return "".join(body)


@lru_cache(PIECES)
def _small(tables: HouseTables, kind: int, words: Words, w: float, h: float) -> str:
    """The same in pictures alone, for a phone."""
    body = [title(f"{element(kind, tables, words)}: {recipe(kind, tables, words)}")]
    body.append(box(0, 0, w, h, "paper", "edge", 7))
    body.append(group(4, 6, element_sign(kind, bool(tables.expert), 30, 25)))
    body.append(pieces.pennant(w - 33, 4, signed(tables.points[kind])))
    size = min(16.0, (w - 10) / 4 - 1.5)
    body += _needs(tables, kind, 4, h - 12 - size / 2, size)
    if tables.expert:
        body += [pieces.head(w - 15 - k * 11.5, 22) for k in range(tables.workers[kind])]
    return "".join(body)


def _needs(tables: HouseTables, kind: int, x: float, y: float, size: float) -> list[str]:
    found = []
    for number, count in enumerate(tables.recipe[kind * at.GOODS : (kind + 1) * at.GOODS]):
        found += [good(number, x + (size + 1.5) * k, y, size) for k in range(count)]
        x += (size + 1.5) * count + 3 if count else 0
    return found
