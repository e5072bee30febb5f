"""The board of Flip City for a phone, 360 wide: one column, what is needed most on top, big enough to touch."""

from functools import lru_cache

from kvartal.engine.board import PHONE
from kvartal.engine.svg import box, breadth, group, short, tag, text, within
from kvartal.games.flip.drawing import cards
from kvartal.games.flip.drawing.art import scenery, sign
from kvartal.games.flip.drawing.scene import OF_DECK, OF_DISCARD, OF_SUPPLY, Counter, Scene
from kvartal.games.flip.drawing.widgets import PIECES, ZONES, Pen, thumb_id, zone
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules.tables import FACES, GIVE, KINDS, NEVER, PASS, PLAY, SHUFFLE, STOP
from kvartal.games.flip.text.bar import SHOWN
from kvartal.games.flip.text.board import Lying, Town
from kvartal.games.flip.text.catalogue import FACE_KEYS
from kvartal.games.flip.text.labels import name

EDGE = 4
INNER = PHONE - 2 * EDGE
GAP = 8
TILE = 162  # two tiles side by side
COLUMN = TILE + 8
HEAD = 32  # a zone's heading
BUTTON = 44


Drawn = tuple[float, str]  # how high, and what


def draw(scene: Scene) -> tuple[float, list[str]]:
    board, near = scene.board, scene.board.near
    y, parts = float(EDGE), []

    def add(drawn: Drawn) -> None:
        nonlocal y
        parts.append(drawn[1])
        y += drawn[0] + GAP

    add(_headline(*scene.head(), y))
    add(_deck(scene.pen(OF_DECK), board.mine, near.top, near.deck, scene.whose(near), y))
    add(_street(scene.pen(), board.area, scene.playing(), y))
    add(_supply(scene.pen(OF_SUPPLY), board.supply, y))
    add(_discard(scene.pen(OF_DISCARD), near.lying(), tuple(board.owned), scene.whose(near), y))
    if board.others:
        add(_others(scene, y))
    return y + EDGE - GAP, parts


@lru_cache(ZONES)
def _headline(said: str, advice: str, counters: tuple[Counter, ...], mine: bool, won: bool, y: float) -> Drawn:
    left = 48.0 if won else 14.0
    parts = [text(left, 28, said, 18, bold=True, room=INNER - left - 10)]
    if won:
        parts.append(sign("medal", 12, 8, 30))
    size, further = within(advice, INNER - 28, 12.5, 2)
    parts += [text(14, 48 + 17 * n, each, size, room=INNER - 28) for n, each in enumerate(further)]
    step = (INNER - 16) / 4
    for i, (key, icon, number, of, shown) in enumerate(counters):
        counter = [sign(icon, 0, 0, 22), text(26, 17, str(number), 18, bold=True)]
        if of is not None:
            counter.append(text(29 + breadth(str(number), 18, True), 17, f"/{of}", 12, "muted", bold=True))
        counter.append(text(0, 35, shown, 11.5, "muted", room=step - 9))
        parts.append(group(12 + i * step, 76, *counter, id=f"flip-count-{key}"))
    panel = box(0, 0, INNER, 122, "glow" if mine else "panel", "edge", 12)
    return 122, group(EDGE, y, panel, *parts, id="flip-headline")


@lru_cache(ZONES)
def _deck(pen: Pen, mine: bool, top: int | None, deck: tuple[int, ...], whose: str, y: float) -> Drawn:
    """The top card and what can be done with it; the buttons stay where they are while others play."""
    words, playing = pen.words, pen.phase in (at.PLAYING, at.REMOVING)
    size = sum(deck) + (top is not None)
    can, wide = PLAY in pen.legal, INNER - 20.0 - 116
    body = [cards.sheets(size, wide, 56, 7)]
    if top is not None:
        body += [pen.about(top), cards.small(pen.tables, top, words, wide)]
    else:
        shown = "?" if size else words("empty")
        body.append(box(0, 0, wide, 56, "#b98d62" if size else "slot", "edge", 7))
        body.append(text(wide / 2, 34, shown, 16, "#fffaf0" if size else "muted", bold=True, anchor="middle"))
    body.append(box(wide + 12, 6, 104, BUTTON, "action" if can else "slot", "edge", 10))
    role = "on-action" if can else "muted"
    body.append(text(wide + 64, 34, words(SHOWN[PLAY]), 16, role, bold=True, anchor="middle", room=90))
    body.append(pen.ring(PLAY, wide, 56, 7))
    parts = [pen.place("deck", 10, HEAD, PLAY if playing else None, *body)]
    down = HEAD + 56 + 14.0
    half = (INNER - 28) / 2
    if mine and pen.phase == at.BUILDING:
        parts.append(pen.button(PASS, 10, down, INNER - 20, BUTTON))
    else:
        shuffles = mine and pen.phase == at.PLAYING and size == 0
        across = half if shuffles else INNER - 20.0
        parts.append(pen.button(STOP, 10, down, across, BUTTON))
        if shuffles:
            parts.append(pen.button(SHUFFLE, 18 + half, down, half, BUTTON))
    down += BUTTON + 12
    below = [(face, count) for face, count in enumerate(deck) if count]
    note = words("Below the top, in any order:") if top is not None else words("In any order:")
    parts.append(text(12, down + 8, note if below else f"{note} —", 11.5, "muted", room=INNER - 24))
    step = min(42.0, (INNER - 22) / max(1, len(below)))
    for i, (face, n) in enumerate(below):
        parts.append(cards.mini(face, n, 12 + i * step, down + 18, step - 7, id_=thumb_id("flip-below", face)))
    down += 62
    return down, zone("deck-zone", EDGE, y, INNER, down, whose + words("Deck: {n}", n=size), *parts)


@lru_cache(ZONES)
def _street(pen: Pen, area: tuple[int, ...], owner: str, y: float) -> Drawn:
    """Room for six kinds of cards; more of them make it longer."""
    words, played = pen.words, [face for face in range(FACES) if area[face]]
    shown = words("In play: {player}", player=owner) if owner else words("In play")
    height = HEAD + max(3, -(-len(played) // 2)) * 64.0 + 20
    parts = [tag("g", scenery(INNER, height), id="flip-scenery")]
    for i, face in enumerate(played):
        x, down = 10 + (i % 2) * COLUMN, HEAD + 4 + (i // 2) * 64
        body = [pen.about(face), cards.small(pen.tables, face, words, TILE)]
        if area[face] > 1:
            body.append(cards.badge(f"×{area[face]}", 4, 33))
        parts.append(group(x, down, *body, id=f"flip-play-{FACE_KEYS[face]}"))
    if not played:
        said = words("No cards in play yet")
        parts.append(text(INNER / 2, HEAD + 56, said, 13.5, "muted", anchor="middle"))
    return height, zone("street", EDGE, y, INNER, height, shown, *parts)


@lru_cache(ZONES)
def _supply(pen: Pen, supply: tuple[int, ...], y: float) -> Drawn:
    parts = []
    for face in range(2, FACES):
        code, kind, side = pen.supply_move(face), face >> 1, face % 2
        spot = (10 + side * COLUMN, HEAD + (kind - 1) * 94)
        parts.append(_for_sale(pen.only(code), face, code, supply[kind], *spot))
    shown = pen.words("Supply")
    if pen.tables.solo:
        shown = pen.words("Supply: {n} cards left, none left means lost", n=sum(supply))
    height = HEAD + (KINDS - 1) * 94
    return height, zone("supply", EDGE, y, INNER, height, shown, *parts)


@lru_cache(PIECES)
def _for_sale(pen: Pen, face: int, code: int, left: int, x: float, y: float) -> str:
    """One side of a card of the supply, of which so many are left."""
    first = face % 2 == 0
    body = [pen.about(face), cards.small(pen.tables, face, pen.words, TILE)]
    if not left:
        body = [box(0, 0, TILE, 56, "slot", "edge", 7, stroke_dasharray="5 5")]
        sold = pen.words("sold out") if first else name(face, pen.words)
        body.append(text(TILE / 2, 33, sold, 12.5, "muted", anchor="middle", room=TILE - 12))
    elif first:
        body.append(cards.badge(f"×{left}", 4, 33))
    price = pen.tables.buy[face]
    tokens = [("coin", str(price))] if price != NEVER and pen.phase != at.REMOVING else []
    if left and (tokens or code in pen.legal):
        body.append(pen.price(0, 60, TILE, 26, code, tokens, FACE_KEYS[face]))
    return pen.place(f"supply-{FACE_KEYS[face]}", x, y, code, *body, pen.ring(code, TILE, 86, 7))


@lru_cache(ZONES)
def _discard(pen: Pen, lying: tuple[Lying, ...], owned: tuple[int, ...], whose: str, y: float) -> Drawn:
    """Every kind of card that the town has keeps its place here, whether some of it lies there or not."""
    words = pen.words
    rows = -(-len(owned) // 2)
    spots = {face: (10 + n % 2 * COLUMN, HEAD + n // 2 * 64) for n, face in enumerate(owned)}
    empty = []
    for face, (x, down) in spots.items():
        empty.append(box(x, down, TILE, 56, "slot", "edge", 7, stroke_dasharray="5 5", opacity=0.6))
        empty.append(text(x + TILE / 2, down + 33, name(face, words), 12.5, "muted", anchor="middle", room=TILE - 12))
    parts = [tag("g", *empty, id="flip-slots", aria_hidden="true")]
    straight = {face for face, turned, _ in lying if not turned}
    for face, turned, count in lying:
        x, down = spots[face]
        if turned and face in straight:  # used ones lie under the others of their kind
            parts.append(group(x + 31, down + 33, cards.badge(f"↻{count}", 0, 0), id=f"flip-used-{FACE_KEYS[face]}"))
        else:
            parts.append(_discarded(pen.only(pen.discard_move(face)), face, turned, count, x, down))
    height = HEAD + rows * 64.0
    shown = whose + words("Discard pile: {n}", n=sum(count for _, _, count in lying))
    return height, zone("discard", EDGE, y, INNER, height, shown, *parts)


@lru_cache(PIECES)
def _discarded(pen: Pen, face: int, turned: bool, count: int, x: float, y: float) -> str:
    code = pen.discard_move(face)
    shown = f"{name(face, pen.words)} ↻" if turned else ""
    body = [pen.about(face), cards.small(pen.tables, face, pen.words, TILE, shown)]
    if count > 1:
        body.append(cards.badge(f"×{count}", 4, 33))
    if turned:
        body.append(box(0, 0, TILE, 56, "#8d8377", None, 7, opacity=0.35))
    if code in pen.legal:
        body += [pen.badge(3, 3, code, pen.discard_tokens(face)), pen.ring(code, TILE, 56, 7)]
    key = f"discard-{FACE_KEYS[face]}" + ("-turned" if turned else "")
    return pen.place(key, x, y, code, *body)


def _others(scene: Scene, y: float) -> Drawn:
    board, parts, down = scene.board, [], 0.0
    for town in board.others:
        pen = scene.pen(frozenset((GIVE + town.seat,)))
        on_turn = town.seat == board.active and board.phase != at.ENDING
        won = town.seat == board.winner
        height, drawn = _other(pen, town, scene.owner(town), scene.gift(town), on_turn, won, down)
        parts.append(drawn)
        down += height + GAP
    return max(0.0, down - GAP), group(EDGE, y, *parts)


@lru_cache(ZONES)
def _other(pen: Pen, town: Town, who: str, gift: str, on_turn: bool, won: bool, y: float) -> Drawn:
    words = pen.words
    name_ = short(who, 210, 15, True)
    parts = [text(14, 23, name_, 15, bold=True, data_seat=town.seat)]
    if won:
        parts.append(sign("medal", 18 + breadth(name_, 15, True), 8, 18))
    elif on_turn:
        parts.append(text(INNER - 14, 22, words("on turn"), 12.5, "action", bold=True, anchor="end", room=120))
    if town.top is not None:
        seen = cards.small(pen.tables, town.top, words, TILE)
        parts.append(group(10, HEAD, pen.about(town.top), seen, id=f"flip-top-{town.seat}"))
    else:
        parts.append(box(10, HEAD, TILE, 56, "slot", "edge", 7, stroke_dasharray="5 5"))
    right = 10 + COLUMN
    counts = [words("deck: {n}", n=town.deck_size), words("discard: {n}", n=town.discard_size)]
    if gift:
        parts.append(text(right, HEAD + 10, " · ".join(counts), 12.5, room=TILE))
        parts.append(pen.give(town.seat, right, HEAD + 18, TILE, 40, gift))
    else:
        parts += [text(right, HEAD + 22 + 22 * n, each, 13, room=TILE) for n, each in enumerate(counts)]
    lying = town.lying()
    step = min(42.0, (INNER - 22) / max(1, len(lying)))
    for i, (face, turned, count) in enumerate(lying):
        key = thumb_id(f"flip-lying-{town.seat}", face, turned)
        parts.append(cards.mini(face, count, 12 + i * step, HEAD + 68, step - 7, turned, key))
    down = HEAD + 110.0
    edge = box(0, 0, INNER, down, "panel", "action" if on_turn else "edge", 12, stroke_width=2.5 if on_turn else 1)
    return down, group(0, y, edge, *parts, id=f"flip-town-{town.seat}", role="group", aria_label=who)
