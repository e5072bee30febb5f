"""The board of Flip City for a phone, 360 wide: one column, what is needed most on top, big enough to touch."""

from kvartal.engine.svg import at, box, breadth, short, tag, text, within
from kvartal.games.flip import cards, turn
from kvartal.games.flip import cells as phases
from kvartal.games.flip.board import Town
from kvartal.games.flip.pen import Pen, thumb_id
from kvartal.games.flip.pictures import scenery, sign
from kvartal.games.flip.tables import FACES, KINDS, NEVER, PASS, PLAY, SHUFFLE, STOP
from kvartal.games.flip.texts import FACE_KEYS
from kvartal.games.flip.words import name

WIDTH = 360
EDGE = 4
INNER = WIDTH - 2 * EDGE
GAP = 8
TILE = 162  # two tiles side by side
COLUMN = TILE + 8
HEAD = 32  # a zone's heading
BUTTON = 44


def draw(pen: Pen) -> tuple[float, list[str]]:
    y, parts = float(EDGE), []
    for zone in (_headline, _deck, _street, _supply, _discard, _others):
        height, drawn = zone(pen, y)
        if height:
            parts.append(drawn)
            y += height + GAP
    return y + EDGE - GAP, parts


def _headline(pen: Pen, y: float) -> tuple[float, str]:
    board, words = pen.board, pen.words
    over = board.phase == phases.ENDING
    left = 48.0 if over and board.winner >= 0 else 14.0
    parts = [text(left, 28, turn.headline(board, words), 18, bold=True, room=INNER - left - 10)]
    if left > 20:
        parts.append(sign("medal", 12, 8, 30))
    size, said = within(turn.advice(pen.view, board, words), INNER - 28, 12.5, 2)
    parts += [text(14, 48 + 17 * n, each, size, room=INNER - 28) for n, each in enumerate(said)]
    step = (INNER - 16) / 4
    for i, (key, icon, number, of, shown) in enumerate(pen.counters()):
        counter = [sign(icon, 0, 0, 22), text(26, 17, str(number), 18, bold=True)]
        if of is not None:
            counter.append(text(29 + breadth(str(number), 18, True), 17, f"/{of}", 12, "muted", bold=True))
        counter.append(text(0, 35, shown, 11.5, "muted", room=step - 9))
        parts.append(at(12 + i * step, 76, *counter, id=f"flip-count-{key}"))
    panel = box(0, 0, INNER, 122, "glow" if over or board.mine else "panel", "edge", 12)
    return 122, at(EDGE, y, panel, *parts, id="flip-headline")


def _deck(pen: Pen, y: float) -> tuple[float, str]:
    """The top card and what can be done with it; the buttons stay where they are while others play."""
    board, words, town = pen.board, pen.words, pen.board.near
    size, playing = town.deck_size, board.phase in (phases.PLAYING, phases.REMOVING)
    can, wide = PLAY in pen.legal, INNER - 20.0 - 116
    body = [cards.sheets(size, wide, 56, 7)]
    if town.top is not None:
        body += [pen.about(town.top), cards.small(pen.tables, town.top, words.plain, wide)]
    else:
        shown = "?" if size else words("empty")
        body.append(box(0, 0, wide, 56, "#b98d62" if size else "slot", "edge", 7))
        body.append(text(wide / 2, 34, shown, 16, "#fffaf0" if size else "muted", bold=True, anchor="middle"))
    body.append(box(wide + 12, 6, 104, BUTTON, "action" if can else "slot", "edge", 10))
    role = "on-action" if can else "muted"
    body.append(text(wide + 64, 34, words("Play"), 16, role, bold=True, anchor="middle", room=90))
    body.append(pen.ring(PLAY, wide, 56, 7))
    parts = [pen.place("deck", 10, HEAD, PLAY if playing else None, *body)]
    down = HEAD + 56 + 14.0
    half = (INNER - 28) / 2
    if board.mine and board.phase == phases.BUILDING:
        parts.append(pen.button("pass", 10, down, INNER - 20, BUTTON, PASS, words("Build nothing")))
    else:
        shuffles = board.mine and board.phase == phases.PLAYING and size == 0
        across = half if shuffles else INNER - 20.0
        parts.append(pen.button("stop", 10, down, across, BUTTON, STOP, words("Stop and build")))
        if shuffles:
            parts.append(pen.button("shuffle", 18 + half, down, half, BUTTON, SHUFFLE, words("Shuffle")))
    down += BUTTON + 12
    below = [(face, count) for face, count in enumerate(town.deck) if count]
    note = words("Below the top, in any order:") if town.top is not None else words("In any order:")
    parts.append(text(12, down + 8, note if below else f"{note} —", 11.5, "muted", room=INNER - 24))
    step = min(42.0, (INNER - 22) / max(1, len(below)))
    for i, (face, n) in enumerate(below):
        parts.append(cards.mini(face, n, 12 + i * step, down + 18, step - 7, id_=thumb_id("flip-below", face)))
    down += 62
    return down, pen.zone("deck-zone", EDGE, y, INNER, down, _whose(pen, town, words("Deck: {n}", n=size)), *parts)


def _whose(pen: Pen, town: Town, shown: str) -> str:
    return shown if town.seat == pen.board.me else f"{pen.owner(town)} · {shown}"


def _street(pen: Pen, y: float) -> tuple[float, str]:
    """Room for six kinds of cards; more of them make it longer."""
    board, words = pen.board, pen.words
    played = [face for face in range(FACES) if board.area[face]]
    shown = words("In play")
    if len(board.towns) > 1 and board.phase != phases.SETTING_UP:
        shown = words("In play: {player}", player=pen.owner(board.towns[board.active]))
    height = HEAD + max(3, -(-len(played) // 2)) * 64.0 + 20
    parts = [tag("g", scenery(INNER, height), id="flip-scenery")]
    for i, face in enumerate(played):
        x, down = 10 + (i % 2) * COLUMN, HEAD + 4 + (i // 2) * 64
        body = [pen.about(face), cards.small(pen.tables, face, words.plain, TILE)]
        if board.area[face] > 1:
            body.append(cards.badge(f"×{board.area[face]}", 4, 33))
        parts.append(at(x, down, *body, id=f"flip-play-{FACE_KEYS[face]}"))
    if not played:
        said = words("No cards in play yet")
        parts.append(text(INNER / 2, HEAD + 56, said, 13.5, "muted", anchor="middle"))
    return height, pen.zone("street", EDGE, y, INNER, height, shown, *parts)


def _supply(pen: Pen, y: float) -> tuple[float, str]:
    board, words = pen.board, pen.words
    parts = []
    for kind in range(1, KINDS):
        down, left = HEAD + (kind - 1) * 94, board.supply[kind]
        for side, face in enumerate((2 * kind, 2 * kind + 1)):
            code = pen.supply_move(face)
            body = [pen.about(face), cards.small(pen.tables, face, words.plain, TILE)]
            if not left:
                body = [box(0, 0, TILE, 56, "slot", "edge", 7, stroke_dasharray="5 5")]
                sold = words("sold out") if side == 0 else name(face, words)
                body.append(text(TILE / 2, 33, sold, 12.5, "muted", anchor="middle", room=TILE - 12))
            elif side == 0:
                body.append(cards.badge(f"×{left}", 4, 33))
            price = pen.tables.buy[face]
            tokens = [("coin", str(price))] if price != NEVER and board.phase != phases.REMOVING else []
            if left and (tokens or code in pen.legal):
                body.append(pen.price(0, 60, TILE, 26, code, tokens))
            body.append(pen.ring(code, TILE, 86, 7))
            parts.append(pen.place(f"supply-{FACE_KEYS[face]}", 10 + side * COLUMN, down, code, *body))
    shown = words("Supply")
    if pen.tables.solo:
        shown = words("Supply: {n} cards left, none left means lost", n=sum(board.supply))
    height = HEAD + (KINDS - 1) * 94
    return height, pen.zone("supply", EDGE, y, INNER, height, shown, *parts)


def _discard(pen: Pen, y: float) -> tuple[float, str]:
    """Every kind of card that the town has keeps its place here, whether some of it lies there or not."""
    words, town, owned = pen.words, pen.board.near, pen.board.owned
    rows = -(-len(owned) // 2)
    spots = [(10 + n % 2 * COLUMN, HEAD + n // 2 * 64) for n in range(len(owned))]
    empty = []
    for face, (x, down) in zip(owned, spots, strict=True):
        empty.append(box(x, down, TILE, 56, "slot", "edge", 7, stroke_dasharray="5 5", opacity=0.6))
        empty.append(text(x + TILE / 2, down + 33, name(face, words), 12.5, "muted", anchor="middle", room=TILE - 12))
    parts = [tag("g", *empty, id="flip-slots", aria_hidden="true")]
    for face, turned, count in town.lying():
        x, down = spots[owned.index(face)]
        if turned and town.discard[face]:  # used ones lie under the others of their kind
            parts.append(at(x + 31, down + 33, cards.badge(f"↻{count}", 0, 0), id=f"flip-used-{FACE_KEYS[face]}"))
            continue
        code = pen.discard_move(face, turned)
        shown = f"{name(face, words)} ↻" if turned else ""
        body = [pen.about(face), cards.small(pen.tables, face, words.plain, TILE, shown)]
        if count > 1:
            body.append(cards.badge(f"×{count}", 4, 33))
        if turned:
            body.append(box(0, 0, TILE, 56, "#8d8377", None, 7, opacity=0.35))
        if code in pen.legal:
            body += [pen.badge(3, 3, code, pen.discard_tokens(face)), pen.ring(code, TILE, 56, 7)]
        key = f"discard-{FACE_KEYS[face]}" + ("-turned" if turned else "")
        parts.append(pen.place(key, x, down, code, *body))
    height = HEAD + rows * 64.0
    shown = _whose(pen, town, words("Discard pile: {n}", n=town.discard_size))
    return height, pen.zone("discard", EDGE, y, INNER, height, shown, *parts)


def _others(pen: Pen, y: float) -> tuple[float, str]:
    parts, down = [], 0.0
    for town in pen.board.others:
        height, drawn = _other(pen, town, down)
        parts.append(drawn)
        down += height + GAP
    return max(0.0, down - GAP), at(EDGE, y, *parts)


def _other(pen: Pen, town: Town, y: float) -> tuple[float, str]:
    board, words = pen.board, pen.words
    on_turn = town.seat == board.active and board.phase != phases.ENDING
    code, who = pen.gift(town), pen.owner(town)
    name_ = short(who, 210, 15, True)
    parts = [text(14, 23, name_, 15, bold=True, data_seat=town.seat)]
    if town.seat == board.winner:
        parts.append(sign("medal", 18 + breadth(name_, 15, True), 8, 18))
    elif on_turn:
        parts.append(text(INNER - 14, 22, words("on turn"), 12.5, "action", bold=True, anchor="end", room=120))
    if town.top is not None:
        seen = cards.small(pen.tables, town.top, words.plain, TILE)
        parts.append(at(10, HEAD, pen.about(town.top), seen, id=f"flip-top-{town.seat}"))
    else:
        parts.append(box(10, HEAD, TILE, 56, "slot", "edge", 7, stroke_dasharray="5 5"))
    right, gives = 10 + COLUMN, code in pen.legal
    counts = [words("deck: {n}", n=town.deck_size), words("discard: {n}", n=town.discard_size)]
    if gives:
        parts.append(text(right, HEAD + 10, " · ".join(counts), 12.5, room=TILE))
        parts.append(pen.give(town, right, HEAD + 18, TILE, 40))
    else:
        parts += [text(right, HEAD + 22 + 22 * n, each, 13, room=TILE) for n, each in enumerate(counts)]
    lying = list(town.lying())
    step = min(42.0, (INNER - 22) / max(1, len(lying)))
    for i, (face, turned, count) in enumerate(lying):
        key = thumb_id(f"flip-lying-{town.seat}", face, turned)
        parts.append(cards.mini(face, count, 12 + i * step, HEAD + 68, step - 7, turned, key))
    down = HEAD + 110.0
    edge = box(0, 0, INNER, down, "panel", "action" if on_turn else "edge", 12, stroke_width=2.5 if on_turn else 1)
    return down, at(0, y, edge, *parts, id=f"flip-town-{town.seat}", role="group", aria_label=who)
