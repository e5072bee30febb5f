"""What lies beside the plot in paper: builders for hire, privileges at the fair, and what a player keeps."""

from collections.abc import Sequence
from functools import lru_cache

from kvartal.engine.score import figure
from kvartal.engine.svg import box, group, lines, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.house.drawing import pieces
from kvartal.games.house.drawing.pieces import CARD_COLOURS, INK, PIECES, SMALL, ZONES, line
from kvartal.games.house.drawing.scene import Scene
from kvartal.games.house.drawing.widgets import Drawn, Pen, panel
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.numbers import COLOURS, PRIVILEGE_KEYS
from kvartal.games.house.rules.tables import HouseTables
from kvartal.games.house.text.labels import builder, effect, privilege
from kvartal.games.house.text.score_lines import counted
from kvartal.games.house.text.terminal import facts

DOT = "· "  # stands between two things, not where a line is broken
EDGE, TOP, GAP = 7.0, 25.0, 6.0
HIRED, CELL = 60.0, 46.0  # how high a builder card is, and a loan


def exchange(scene: Scene, width: float) -> Drawn:
    """Expert: builder cards to be hired."""
    cells = scene.cells
    shown = zip(cells[at.SHOWN : at.SHOWN + at.DISPLAY], cells[at.DISCOUNT : at.DISCOUNT + at.DISPLAY], strict=True)
    return _exchange(scene.pen(range(at.HIRE, at.HIRE + at.DISPLAY)), tuple(shown), width)


@lru_cache(ZONES)
def _exchange(pen: Pen, hire: tuple[tuple[int, int], ...], width: float) -> Drawn:
    """Of each place: the card, and its discount. A place stays also when nothing lies there."""
    tables, words = pen.tables, pen.words
    places = [n for n in range(at.DISPLAY) if n < tables.display or hire[n][0] >= 0]
    per_row = len(places) if _wide(width, len(places)) >= 60 else 3
    w, parts = _wide(width, per_row), []
    for n, place in enumerate(places):
        x, y = EDGE + n % per_row * (w + GAP), TOP + n // per_row * (HIRED + GAP)
        card, discount = hire[place]
        if card < 0:
            parts.append(group(x, y, _nothing(w, HIRED)))
            continue
        code = at.HIRE + place
        face = tag("g", _hired(tables, card, discount, words, w), id=f"house-card-builder-{place + 1}")
        parts.append(pen.place(f"builder-{place + 1}", x, y, code, face, pen.ring(code, w, HIRED)))
    height = TOP + -(-len(places) // per_row) * (HIRED + GAP) - GAP + EDGE
    return height, panel("exchange", width, height, words("Exchange"), *parts)


def _high(w: float) -> float:
    """Of a privilege so wide: a narrow one has its name in two lines."""
    return 64.0 if w > 200 else 78.0


def _wide(width: float, across: int) -> float:
    return min(150.0, (width - 2 * EDGE - GAP * (across - 1)) / across)


def _nothing(w: float, h: float) -> str:
    """Where a card would lie."""
    return box(0, 0, w, h, "slot", "edge", 7, stroke_dasharray="4 4", opacity=0.6)


@lru_cache(PIECES)
def _hired(tables: HouseTables, card: int, discount: int, words: Words, w: float) -> str:
    """Its builders, its stars, and on a coin its price."""
    body = [title(builder(card, tables, words)), box(0, 0, w, HIRED, "paper", INK, 7, stroke_width=0.8)]
    body += [pieces.builder(5 + k * 16, 7) for k in range(tables.card_workers[card])]
    body += [pieces.star(4 + k * 14, HIRED - 21, 15) for k in range(tables.card_stars[card])]
    body.append(pieces.coin(w - 15, HIRED - 15, 11, str(tables.card_price[card] - discount)))
    return "".join(body)


def fair(scene: Scene, width: float) -> Drawn:
    """Expert: the privileges of this round."""
    return _offered(scene, at.CURRENT, "fair", scene.words("Fair"), width)


def coming(scene: Scene, width: float) -> Drawn:
    """Expert: those of the next round."""
    return _offered(scene, at.NEXT, "next", f"{scene.words('Fair')}: {scene.words('next round')}", width)


def _offered(scene: Scene, where: int, key: str, shown: str, width: float) -> Drawn:
    found = _cards_at(scene, where)
    pen = scene.pen(range(at.GET, at.GET + at.PRIVILEGES))
    return _fair(pen, found, int(scene.tables.fair_cards), key, shown, width)


def _cards_at(scene: Scene, where: int) -> tuple[int, ...]:
    return tuple(card for card in range(at.PRIVILEGES) if scene.cells[at.WHERE + card] == where)


@lru_cache(ZONES)
def _fair(pen: Pen, cards: tuple[int, ...], places: int, key: str, shown: str, width: float) -> Drawn:
    per_row = max(1, min(places, int((width - 2 * EDGE + GAP) // (130 + GAP))))
    w = (width - 2 * EDGE - GAP * (per_row - 1)) / per_row
    parts = _privileges(pen, cards, at.GET, per_row, w, TOP)
    h = _high(w)
    for n in range(len(cards), places):
        parts.append(group(EDGE + n % per_row * (w + GAP), TOP + n // per_row * (h + GAP), _nothing(w, h)))
    height = TOP + -(-max(places, len(cards)) // per_row) * (h + GAP) - GAP + EDGE
    return height, panel(key, width, height, shown, *parts)


def _privileges(pen: Pen, cards: Sequence[int], first: int, per_row: int, w: float, y: float) -> list[str]:
    """Cards side by side; their moves begin with the first."""
    parts, h = [], _high(w)
    for n, card in enumerate(cards):
        key, code = f"privilege-{PRIVILEGE_KEYS[card]}", first + card
        face = tag("g", _privilege(pen.tables, card, pen.words, w), id=f"house-card-{key}")
        where = (EDGE + n % per_row * (w + GAP), y + n // per_row * (h + GAP))
        parts.append(pen.place(key, *where, code, face, pen.ring(code, w, h)))
    return parts


@lru_cache(PIECES)
def _privilege(tables: HouseTables, card: int, words: Words, w: float) -> str:
    name, does = privilege(card, words), effect(card, tables, words)
    paper = CARD_COLOURS[COLOURS[tables.colour[card]]]
    body = [title(f"{name}: {does}"), box(0, 0, w, _high(w), paper, INK, 7, stroke_width=0.8)]
    y = 3.0
    for shown, most, bold in ((name, 1 if w > 200 else 2, True), (does, 2, False)):
        broken = lines(shown, w - 14, SMALL, bold)
        for each in [*broken[: most - 1], " ".join(broken[most - 1 :])] if len(broken) > most else broken:
            y += 15.5
            body.append(line(8, y, each, SMALL, INK, bold=bold, room=w - 14))
        y += 2
    return "".join(body)


# What a player keeps --------------------------------------------------------------------------------------------------


def papers(scene: Scene, width: float) -> Drawn:
    """In words: what the house lacks, permit, money or coins, quality; then loans and privileges, to be used."""
    near = scene.near
    pen = scene.pen((at.REPAY, *range(at.USE, at.USE + at.PRIVILEGES)))
    home = scene.home(near)[: at.REVEALED]
    return _papers(pen, scene.lacking[near], home, _cards_at(scene, at.KEPT + near), width)


@lru_cache(ZONES)
def _papers(pen: Pen, lacking: str, home: tuple[int, ...], kept: tuple[int, ...], width: float) -> Drawn:
    tables, words, room = pen.tables, pen.words, width - 24
    known = [figure(fact).replace(" ", "\xa0") for fact in facts(tables, home, words)]
    said = [("ink", " · ".join(known)), ("muted", lacking)]
    if not tables.expert:
        groups = home[at.GROUPS : at.GROUPS + at.ELEMENTS]
        laid = ", ".join(counted(kind, n, False, words) for kind, n in enumerate(groups) if n)
        said += [("muted", words("Laid out: {groups}", groups=laid))] if laid else []
    y, parts = TOP - 6, []
    for role, each in said:
        for broken in lines(each, room, 13):
            y += 17
            parts.append(text(12, y, broken.strip(DOT), 13, role, room=room))
    y += 10
    per_row = max(1, int((width - 2 * EDGE + GAP) // (156 + GAP)))
    w = min(190.0, (width - 2 * EDGE - GAP * (per_row - 1)) / per_row)
    if home[at.LOANS]:
        wide = min(300.0, width - 2 * EDGE)
        face = [box(0, 0, wide, CELL, "paper", INK, 7, stroke_width=0.8), pieces.loan(10, 14)]
        face.append(line(32, 28, f"×{home[at.LOANS]} · {pen.label(at.REPAY)}", 13, INK, bold=True, room=wide - 40))
        parts.append(pen.place("loan", EDGE, y, at.REPAY, *face, pen.ring(at.REPAY, wide, CELL)))
        y += CELL + GAP
    if kept:
        parts += _privileges(pen, kept, at.USE, per_row, w, y)
        y += -(-len(kept) // per_row) * (_high(w) + GAP)
    return y + 2, panel("papers", width, y + 2, words("Papers"), *parts)
