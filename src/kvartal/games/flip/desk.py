"""The board of Flip City for a desk, 1280 wide:

whose turn it is, the counters
supply                          the others, and what the signs mean
the street: cards in play
deck, buttons      discard pile
"""

from functools import cache

from kvartal.engine.svg import at, box, breadth, lines, paint, tag, text
from kvartal.games.flip import cards, turn
from kvartal.games.flip import cells as phases
from kvartal.games.flip.board import Town
from kvartal.games.flip.pen import Pen
from kvartal.games.flip.pictures import sign
from kvartal.games.flip.tables import FACES, KINDS, NEVER, PASS, PLAY, SHUFFLE, STOP
from kvartal.games.flip.texts import FACE_KEYS
from kvartal.games.flip.words import name

WIDTH = 1280
EDGE = 18  # around everything
GAP = 12  # between zones
SIDE = 250  # the column of the others
LEFT = WIDTH - 2 * EDGE - SIDE - GAP
TOP_ROW, SUPPLY_ROW, STREET_ROW, HAND_ROW = 72, 232, 208, 232  # heights


def draw(pen: Pen) -> tuple[float, list[str]]:
    y = EDGE
    parts = [_headline(pen, y)]
    y += TOP_ROW + GAP
    parts += [_supply(pen, y), _side(pen, y)]
    y += SUPPLY_ROW + GAP
    parts.append(_street(pen, y))
    y += STREET_ROW + GAP
    parts += [_deck(pen, y), _discard(pen, y)]
    return y + HAND_ROW + EDGE, parts


# Above --------------------------------------------------------------------------------------------------------------


def _headline(pen: Pen, y: float) -> str:
    board, words = pen.board, pen.words
    across = WIDTH - 2 * EDGE
    over = board.phase == phases.ENDING
    step = 146
    start = across - 4 * step
    parts = [box(0, 0, across, TOP_ROW, "glow" if over or board.mine else "panel", "edge", 14)]
    left = 18.0
    if over and board.winner >= 0:
        parts.append(sign("medal", 14, 12, 48))
        left = 72.0
    room = start - left - 16
    said = lines(turn.advice(pen.view, board, words), room, 13.5)
    parts.append(text(left, 30 if said else 44, turn.headline(board, words), 22, bold=True, room=room))
    parts += [text(left, 50 + 16 * i, each, 13.5) for i, each in enumerate(said[:2])]
    for i, (key, icon, number, of, shown) in enumerate(pen.counters()):
        parts.append(at(start + i * step, 12, pen.counter(0, 2, icon, number, of, shown, step), id=f"flip-count-{key}"))
    return at(EDGE, y, *parts, id="flip-headline")


def _supply(pen: Pen, y: float) -> str:
    board, words = pen.board, pen.words
    between = 6  # the two sides of a card lie close together
    pair = 2 * cards.WIDTH + between
    gap = (LEFT - 28 - (KINDS - 1) * pair) / (KINDS - 2)
    parts = []
    for kind in range(1, KINDS):
        x = 14 + (kind - 1) * (pair + gap)
        left = board.supply[kind]
        for side, face in enumerate((2 * kind, 2 * kind + 1)):
            code = pen.supply_move(face)
            across = x + side * (cards.WIDTH + between)
            if left:
                body = [
                    cards.sheets(left if side == 0 else 1, cards.WIDTH, cards.HEIGHT),
                    cards.card(pen.tables, face, words.plain),
                    cards.badge(f"×{left}", 6, 27) if side == 0 else "",
                ]
            else:
                body = [box(0, 0, cards.WIDTH, cards.HEIGHT, "slot", "edge", 9, stroke_dasharray="5 5")]
                shown = words("sold out") if side == 0 else name(face, words)
                body.append(text(cards.WIDTH / 2, 80, shown, 13, "muted", anchor="middle", room=96))
            price = pen.tables.buy[face]
            tokens = [("coin", str(price))] if price != NEVER and board.phase != phases.REMOVING else []
            if left and (tokens or code in pen.legal):
                body.append(pen.price(0, cards.HEIGHT + 8, cards.WIDTH, 26, code, tokens))
            spot = (cards.WIDTH, cards.HEIGHT)
            body = [pen.about(face), *body, pen.ring(code, *spot)]
            parts.append(pen.place(f"supply-{FACE_KEYS[face]}", across, 38, code, *body))
        seam = x + cards.WIDTH + between / 2
        if not left:
            continue
        parts.append(tag("circle", cx=seam, cy=110.0, r=11.5, fill=cards.PAPER, stroke="#d8c5a6"))
        parts.append(sign("up", seam - 8, 102, 16))
    total = sum(board.supply)
    shown = words("Supply")
    if pen.tables.solo:
        shown = words("Supply: {n} cards left, none left means lost", n=total)
    return pen.zone("supply", EDGE, y, LEFT, SUPPLY_ROW, shown, *parts)


# The middle ---------------------------------------------------------------------------------------------------------


def _street(pen: Pen, y: float) -> str:
    """Cards in play, side by side along the road, overlapping when there are many."""
    board, words = pen.board, pen.words
    shown = words("In play")
    if len(board.towns) > 1 and board.phase != phases.SETTING_UP:
        shown = words("In play: {player}", player=pen.owner(board.towns[board.active]))
    played = [(face, i) for face in range(FACES) for i in range(board.area[face])]
    road = [
        tag("path", d=_skyline(STREET_ROW - 30), **paint("slot"), opacity=0.55),
        tag("path", d=f"M1 {STREET_ROW - 30}H{LEFT - 1}V{STREET_ROW - 14}a13 13 0 0 1-13 13H14a13 13 0 0 1-13-13Z",
            fill="#8d8377", opacity=0.55),
        tag("path", d=f"M20 {STREET_ROW - 11}H{LEFT - 20}", stroke="#fff3d6", stroke_width=2.5,
            stroke_dasharray="16 14"),
    ]  # fmt: skip
    parts = []
    for (face, i), x in zip(played, _along(board.area, LEFT - 28.0), strict=True):
        body = cards.card(pen.tables, face, words.plain)
        parts.append(at(14 + x, 34, pen.about(face), body, id=f"flip-play-{FACE_KEYS[face]}-{i}"))
    if not played:
        parts.append(text(LEFT / 2, 108, words("No cards in play yet"), 15, "muted", anchor="middle"))
    return pen.zone("street", EDGE, y, LEFT, STREET_ROW, shown, *road, *parts)


def _along(counts: tuple[int, ...], room: float) -> list[float]:
    """Where each card stands. Equal cards overlap first: the last of them shows its whole face."""
    kinds, twins = sum(1 for count in counts if count), sum(count - 1 for count in counts if count)
    whole = kinds * cards.WIDTH + 10.0 * (kinds - 1)
    close = min(cards.WIDTH + 10.0, max(16.0, (room - whole) / twins)) if twins else 0.0
    apart = cards.WIDTH + 10.0
    if kinds > 1 and whole + twins * close > room:
        apart = (room - cards.WIDTH - twins * close) / (kinds - 1)
    found, x = [], 0.0
    for count in counts:
        for i in range(count):
            found.append(x)
            x += apart if i == count - 1 else close
    return found


@cache
def _skyline(ground: float) -> str:
    """Roofs of a town far away, cut from one sheet."""
    roofs, x = [f"M1 {ground}"], 1.0
    for i in range(40):
        wide, high = 26 + (i * 37) % 23, 22 + (i * 53) % 47
        if x + wide > LEFT - 1:
            break
        peak = 12 if i % 3 == 0 else 0
        roofs.append(f"V{ground - high}" + (f"L{x + wide / 2:g} {ground - high - peak}" if peak else ""))
        x += wide
        roofs.append(f"L{x:g} {ground - high}")
    return " ".join(roofs) + f" H{LEFT - 1} V{ground}Z"


# The side -----------------------------------------------------------------------------------------------------------


def _side(pen: Pen, y: float) -> str:
    height = SUPPLY_ROW + GAP + STREET_ROW
    x = WIDTH - EDGE - SIDE
    each = 144.0
    parts = []
    for i, town in enumerate(pen.board.others):
        parts.append(_other(pen, town, x, y + i * (each + 10), each))
    used = len(pen.board.others) * (each + 10)
    if height - used > 90:
        parts.append(_legend(pen, x, y + used, height - used))
    return "".join(parts)


def _other(pen: Pen, town: Town, x: float, y: float, height: float) -> str:
    board, words = pen.board, pen.words
    on_turn = town.seat == board.active and board.phase != phases.ENDING
    won = town.seat == board.winner
    code = pen.gift(town)
    parts = [box(0, 0, SIDE, height, "panel", "action" if on_turn else "edge", 14, stroke_width=2.5 if on_turn else 1)]
    who = pen.owner(town)
    parts.append(text(14, 23, who, 15, bold=True, room=130, data_seat=town.seat))
    if won:
        parts.append(sign("medal", 14 + breadth(who, 15, True) + 4, 8, 18))
    if code in pen.legal:
        parts.append(pen.give(town, SIDE - 142, 4, 134, 26))
    elif on_turn:
        parts.append(text(SIDE - 14, 22, words("on turn"), 12.5, "action", bold=True, anchor="end", room=90))
    if town.top is not None:
        parts.append(at(12, 34, pen.about(town.top), cards.small(pen.tables, town.top, words.plain, 158)))
    else:
        parts.append(box(12, 34, 158, 56, "slot", "edge", 7, stroke_dasharray="5 5"))
    parts.append(text(178, 56, words("deck: {n}", n=town.deck_size), 12.5, room=66))
    parts.append(text(178, 77, words("discard: {n}", n=town.discard_size), 12.5, room=66))
    parts += _minis(list(town.lying()), 14, 99, SIDE - 26, 1)
    return at(x, y, *parts, id=f"flip-town-{town.seat}", role="group", aria_label=who)


def _minis(lying: list[tuple[int, bool, int]], x: float, y: float, room: float, rows: int) -> list[str]:
    """Thumbnails of a pile in so many rows, smaller when there are many faces."""
    per_row = max(1, -(-len(lying) // rows))
    step = min(46.0, room / per_row)
    wide = step - 7
    return [
        cards.mini(face, count, x + (i % per_row) * step, y + (i // per_row) * 46, wide, turned)
        for i, (face, turned, count) in enumerate(lying)
    ]


def _legend(pen: Pen, x: float, y: float, height: float) -> str:
    """What the signs mean: for whoever sees the game for the first time."""
    words = pen.words
    tables = pen.tables
    rows = [
        ("medal", words("{n} points win the game", n=tables.win_points)),
        ("sad", words("too many of these end the turn")),
        ("coin", words("coins to build with this turn")),
        ("up", words("price of turning the card over")),
        ("again", words("helps from the discard pile")),
        ("calm", words("one more sad face allowed")),
    ]
    if any(tables.force_next):
        rows.append(("next", words("the next card must be played")))
    if tables.must_play_on:
        rows.append(("must", words("must be played when on top")))
    rows.append(("mill", words("bottom card to the discard pile")))
    if tables.win_cards:
        rows.append(("cards", words("wins with {n} cards in play", n=tables.win_cards)))
    parts, down = [], 34.0
    for icon, said in rows:
        broken = lines(said, SIDE - 56, 12)
        if down + 8 + 15 * len(broken) > height - 4:
            break
        parts.append(sign(icon, 14, down, 18))
        parts += [text(40, down + 13.5 + 15 * i, each, 12) for i, each in enumerate(broken)]
        down += 10 + 15 * len(broken)
    return pen.zone("legend", x, y, SIDE, height, words("Signs"), *parts)


# Below --------------------------------------------------------------------------------------------------------------

DECK = 356


def _deck(pen: Pen, y: float) -> str:
    board, words, town = pen.board, pen.words, pen.board.near
    size = town.deck_size
    body = [cards.sheets(size, cards.WIDTH, cards.HEIGHT)]
    if town.top is not None:
        body += [pen.about(town.top), cards.card(pen.tables, town.top, words.plain)]
    elif size:
        body.append(box(0, 0, cards.WIDTH, cards.HEIGHT, "#b98d62", "#8a6a4d", 9))
        body.append(text(cards.WIDTH / 2, 92, "?", 48, "#fffaf0", bold=True, anchor="middle"))
    else:
        body.append(box(0, 0, cards.WIDTH, cards.HEIGHT, "slot", "edge", 9, stroke_dasharray="5 5"))
        body.append(text(cards.WIDTH / 2, 80, words("empty"), 13, "muted", anchor="middle"))
    body.append(pen.ring(PLAY, cards.WIDTH, cards.HEIGHT))
    playing = board.phase in (phases.PLAYING, phases.REMOVING)
    if playing and board.mine:
        can = PLAY in pen.legal
        body.append(box(0, cards.HEIGHT + 8, cards.WIDTH, 26, "action" if can else "slot", None, 13))
        role = "on-action" if can else "muted"
        shown = words("Play")
        body.append(text(cards.WIDTH / 2, cards.HEIGHT + 26, shown, 14, role, bold=True, anchor="middle", room=96))
    parts = [pen.place("deck", 14, 38, PLAY if playing else None, *body)]
    left, room = 146.0, DECK - 146.0 - 14
    if board.mine and board.phase == phases.PLAYING:
        parts.append(pen.button("stop", left, 38, room, 44, STOP, words("Stop and build")))
        if size == 0:
            parts.append(pen.button("shuffle", left, 92, room, 44, SHUFFLE, words("Shuffle")))
    elif board.mine and board.phase == phases.BUILDING:
        parts.append(pen.button("pass", left, 38, room, 44, PASS, words("Build nothing")))
    below = [(face, False, count) for face, count in enumerate(town.deck) if count]
    if below:
        note = words("Below the top, in any order:") if town.top is not None else words("In any order:")
        parts.append(text(left, 112, note, 12, "muted", room=room))
        parts += _minis(below, left + 2, 124, room, 1 if len(below) <= 4 else 2)
    shown = words("Deck: {n}", n=size)
    if town.seat != board.me:
        shown = f"{pen.owner(town)} · {shown}"
    return pen.zone("deck-zone", EDGE, y, DECK, HAND_ROW, shown, *parts)


def _discard(pen: Pen, y: float) -> str:
    board, words, town = pen.board, pen.words, pen.board.near
    across = WIDTH - 2 * EDGE - DECK - GAP
    lying = list(town.lying())
    step = min(cards.WIDTH + 14.0, (across - 28 - cards.WIDTH) / max(1, len(lying) - 1))
    parts = []
    for n, (face, turned, count) in enumerate(lying):
        code = pen.discard_move(face, turned)
        body = [pen.about(face)]
        if turned:  # on its side, as on a table
            scale = cards.WIDTH / cards.HEIGHT
            spin = f"translate({cards.WIDTH} 36) rotate(90) scale({scale:.3f})"
            body.append(tag("g", cards.card(pen.tables, face, words.plain), transform=spin))
        else:
            body += [cards.sheets(count, cards.WIDTH, cards.HEIGHT), cards.card(pen.tables, face, words.plain)]
        if count > 1:
            body.append(cards.badge(f"×{count}", 6, 27))
        body.append(pen.ring(code, cards.WIDTH, cards.HEIGHT))
        body.append(_tag(pen, face, turned, code, min(cards.WIDTH, step - 8)))
        key = f"discard-{FACE_KEYS[face]}" + ("-turned" if turned else "")
        parts.append(pen.place(key, 14 + n * step, 38, code, *body))
    if not lying:
        parts.append(text(across / 2, 118, words("Nothing here yet"), 15, "muted", anchor="middle"))
    shown = words("Discard pile: {n}", n=town.discard_size)
    if town.seat != board.me:
        shown = f"{pen.owner(town)} · {shown}"
    return pen.zone("discard", EDGE + DECK + GAP, y, across, HAND_ROW, shown, *parts)


def _tag(pen: Pen, face: int, turned: bool, code: int | None, width: float) -> str:
    """Below a card of the discard pile: what it can do for its owner now."""
    y = cards.HEIGHT + 8
    if turned and code not in pen.legal:
        paper = box(3, 91, width - 6, 20, "panel", "edge", 10)  # on the card itself: its neighbours may be near
        return paper + text(width / 2, 105.5, pen.words("used"), 12.5, "muted", anchor="middle", room=width - 16)
    if code not in pen.legal:
        return ""
    tokens = pen.discard_tokens(face)
    return pen.price(0, y, width, 26, code, tokens)
