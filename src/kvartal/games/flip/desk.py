"""The board of Flip City for a desk:

whose turn it is, the counters
deck, buttons      the street: cards in play
supply
discard pile       the other town
the other towns, if there are more
what the signs mean
"""

from kvartal.engine.svg import at, box, breadth, disc, lines, panel, short, tag, text
from kvartal.games.flip import cards, turn
from kvartal.games.flip import cells as phases
from kvartal.games.flip.board import Town
from kvartal.games.flip.pen import Pen, thumb_id
from kvartal.games.flip.pictures import scenery, sign
from kvartal.games.flip.tables import FACES, KINDS, NEVER, PASS, PLAY, SHUFFLE, STOP
from kvartal.games.flip.texts import FACE_KEYS
from kvartal.games.flip.words import name

WIDTH = 1000
EDGE, GAP = 5, 10  # around everything, between zones
ACROSS = WIDTH - 2 * EDGE
DECK = 322
STREET = ACROSS - DECK - GAP
OTHER = 250  # another town beside the discard pile
TOP_ROW, SUPPLY_ROW, STREET_ROW, HAND_ROW, OTHER_ROW = 66, 228, 230, 228, 146  # heights
TILE, HIGH = 158, 56  # a card as a flat tile


def draw(pen: Pen) -> tuple[float, list[str]]:
    y = float(EDGE)
    parts = [_headline(pen, y)]
    y += TOP_ROW + GAP
    parts += [_deck(pen, y), _street(pen, y)]
    y += STREET_ROW + GAP
    parts.append(_supply(pen, y))
    y += SUPPLY_ROW + GAP
    others = pen.board.others
    across = ACROSS - OTHER - GAP if len(others) == 1 else ACROSS
    tall, drawn = _discard(pen, y, across)
    parts.append(drawn)
    if len(others) == 1:
        parts.append(_other(pen, others[0], EDGE + across + GAP, y, OTHER, tall))
    y += tall + GAP
    if len(others) > 1:
        wide = (ACROSS - (len(others) - 1) * GAP) / len(others)
        parts += [_other(pen, town, EDGE + i * (wide + GAP), y, wide, OTHER_ROW) for i, town in enumerate(others)]
        y += OTHER_ROW + GAP
    tall, drawn = _legend(pen, y)
    return y + tall + EDGE, [*parts, drawn]


# Above --------------------------------------------------------------------------------------------------------------


def _headline(pen: Pen, y: float) -> str:
    board, words = pen.board, pen.words
    over = board.phase == phases.ENDING
    step = 116
    start = ACROSS - 4 * step - 4
    parts = [panel(ACROSS, TOP_ROW, mine=over or board.mine)]
    left = 18.0
    if over and board.winner >= 0:
        parts.append(sign("medal", 12, 10, 46))
        left = 66.0
    room = start - left - 16
    said = lines(turn.advice(pen.view, board, words), room, 12.5)
    parts.append(text(left, 24 if said else 40, turn.headline(board, words), 19, bold=True, room=room))
    parts += [text(left, 42 + 16 * i, each, 12.5) for i, each in enumerate(said[:2])]
    for i, (key, icon, number, of, shown) in enumerate(pen.counters()):
        parts.append(at(start + i * step, 9, pen.counter(0, 2, icon, number, of, shown, step), id=f"flip-count-{key}"))
    return at(EDGE, y, *parts, id="flip-headline")


def _supply(pen: Pen, y: float) -> str:
    board, words = pen.board, pen.words
    between = 6  # the two sides of a card lie close together
    pair = 2 * cards.WIDTH + between
    gap = (ACROSS - 28 - (KINDS - 1) * pair) / (KINDS - 2)
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
            parts.append(pen.place(f"supply-{FACE_KEYS[face]}", across, 36, code, *body))
        seam = x + cards.WIDTH + between / 2
        if not left:
            continue
        parts.append(disc(seam, 110, 11.5, cards.PAPER, "#d8c5a6"))
        parts.append(sign("up", seam - 8, 102, 16))
    total = sum(board.supply)
    shown = words("Supply")
    if pen.tables.solo:
        shown = words("Supply: {n} cards left, none left means lost", n=total)
    return pen.zone("supply", EDGE, y, ACROSS, SUPPLY_ROW, shown, *parts)


# The middle ---------------------------------------------------------------------------------------------------------


def _street(pen: Pen, y: float) -> str:
    """Cards in play, side by side along the road; equal ones behind each other; many kinds as flat tiles."""
    board, words = pen.board, pen.words
    shown = words("In play")
    if len(board.towns) > 1 and board.phase != phases.SETTING_UP:
        shown = words("In play: {player}", player=pen.owner(board.towns[board.active]))
    kinds = sum(1 for count in board.area if count)
    parts = [tag("g", scenery(STREET, STREET_ROW), id="flip-scenery")]
    if not kinds:
        parts.append(text(STREET / 2, 108, words("No cards in play yet"), 15, "muted", anchor="middle"))
    elif kinds * (cards.WIDTH + 10) - 10 <= STREET - 28:
        parts += _standing(pen, board.area, STREET - 28.0)
    else:
        parts += _tiles(pen, board.area)
    return pen.zone("street", EDGE + DECK + GAP, y, STREET, STREET_ROW, shown, *parts)


def _standing(pen: Pen, area: tuple[int, ...], room: float) -> list[str]:
    found = []
    for face, i, last, x in _along(area, room):
        body = cards.card(pen.tables, face, pen.words.plain) if last else cards.behind(face)
        found.append(at(14 + x, 42, pen.about(face), body, id=f"flip-play-{FACE_KEYS[face]}-{i}"))
    return found


def _along(counts: tuple[int, ...], room: float) -> list[tuple[int, int, bool, float]]:
    """Face, number, is it the one in front, and where it stands: twins lie closer where there is little room."""
    kinds, twins = sum(1 for count in counts if count), sum(count - 1 for count in counts if count)
    whole = kinds * cards.WIDTH + 10.0 * (kinds - 1)
    close = min(26.0, max(2.0, (room - whole) / twins)) if twins else 0.0
    found, x = [], 0.0
    for face, count in enumerate(counts):
        for i in range(count):
            last = i == count - 1
            found.append((face, i, last, x))
            x += cards.WIDTH + 10.0 if last else close
    return found


def _tiles(pen: Pen, area: tuple[int, ...]) -> list[str]:
    found = []
    for n, face in enumerate(face for face in range(FACES) if area[face]):
        x, y = 14 + n % 4 * (TILE + 4), 36 + n // 4 * (HIGH + 6)
        body = [pen.about(face), cards.small(pen.tables, face, pen.words.plain, TILE)]
        if area[face] > 1:
            body.append(cards.badge(f"×{area[face]}", 4, 33))
        found.append(at(x, y, *body, id=f"flip-play-{FACE_KEYS[face]}-0"))
    return found


# The others and the signs -----------------------------------------------------------------------------------------


def _other(pen: Pen, town: Town, x: float, y: float, width: float, height: float) -> str:
    board, words = pen.board, pen.words
    on_turn = town.seat == board.active and board.phase != phases.ENDING
    won = town.seat == board.winner
    code = pen.gift(town)
    parts = [box(0, 0, width, height, "panel", "action" if on_turn else "edge", 12, stroke_width=2 if on_turn else 1)]
    who = pen.owner(town)
    shown = short(who, width - 164, 15, True)
    parts.append(text(14, 23, shown, 15, bold=True, data_seat=town.seat))
    if won:
        parts.append(sign("medal", 18 + breadth(shown, 15, True), 8, 18))
    if code in pen.legal:
        parts.append(pen.give(town, width - 142, 4, 134, 26))
    elif on_turn:
        parts.append(text(width - 14, 22, words("on turn"), 12.5, "action", bold=True, anchor="end", room=90))
    if town.top is not None:
        seen = cards.small(pen.tables, town.top, words.plain, 158)
        parts.append(at(12, 34, pen.about(town.top), seen, id=f"flip-top-{town.seat}"))
    else:
        parts.append(box(12, 34, 158, 56, "slot", "edge", 7, stroke_dasharray="5 5"))
    parts.append(text(178, 56, words("deck: {n}", n=town.deck_size), 12.5, room=66))
    parts.append(text(178, 77, words("discard: {n}", n=town.discard_size), 12.5, room=66))
    parts += _minis(list(town.lying()), 14, 99, width - 26, 1, f"flip-lying-{town.seat}")
    return at(x, y, *parts, id=f"flip-town-{town.seat}", role="group", aria_label=who)


def _minis(lying: list[tuple[int, bool, int]], x: float, y: float, room: float, rows: int, key: str) -> list[str]:
    """Thumbnails of a pile in so many rows, smaller when there are many faces."""
    per_row = max(1, -(-len(lying) // rows))
    step = min(46.0, room / per_row)
    wide = step - 7
    return [
        cards.mini(
            face, count, x + (i % per_row) * step, y + (i // per_row) * 46, wide, turned, thumb_id(key, face, turned)
        )
        for i, (face, turned, count) in enumerate(lying)
    ]


def _legend(pen: Pen, y: float) -> tuple[float, str]:
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
    parts, step = [], (ACROSS - 20) / 3
    for n, (icon, said) in enumerate(rows):
        x, down = 14 + n % 3 * step, 32 + n // 3 * 24
        parts.append(sign(icon, x, down, 18))
        parts.append(text(x + 26, down + 13.5, said, 12.5, room=step - 34))
    height = 32 + -(-len(rows) // 3) * 24 + 4
    return height, pen.zone("legend", EDGE, y, ACROSS, height, words("Signs"), *parts)


# Below --------------------------------------------------------------------------------------------------------------


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
        body.append(box(0, cards.HEIGHT + 8, cards.WIDTH, 26, "action" if can else "slot", None, 10))
        role = "on-action" if can else "muted"
        shown = words("Play")
        body.append(text(cards.WIDTH / 2, cards.HEIGHT + 26, shown, 14, role, bold=True, anchor="middle", room=96))
    parts = [pen.place("deck", 14, 36, PLAY if playing else None, *body)]
    left, room = 140.0, DECK - 140.0 - 14
    if board.mine and board.phase == phases.PLAYING:
        parts.append(pen.button("stop", left, 38, room, 44, STOP, words("Stop and build")))
        if size == 0:
            parts.append(pen.button("shuffle", left, 92, room, 44, SHUFFLE, words("Shuffle")))
    elif board.mine and board.phase == phases.BUILDING:
        parts.append(pen.button("pass", left, 38, room, 44, PASS, words("Build nothing")))
    below = [(face, False, count) for face, count in enumerate(town.deck) if count]
    if below:
        note = words("Below the top, in any order:") if town.top is not None else words("In any order:")
        parts += [text(left, 102 + 15 * i, each, 12, "muted") for i, each in enumerate(lines(note, room, 12))]
        parts += _minis(below, left + 2, 128, room, 1 if len(below) <= 4 else 2, "flip-below")
    shown = words("Deck: {n}", n=size)
    if town.seat != board.me:
        shown = f"{pen.owner(town)} · {shown}"
    return pen.zone("deck-zone", EDGE, y, DECK, STREET_ROW, shown, *parts)


def _discard(pen: Pen, y: float, across: float) -> tuple[float, str]:
    """The own pile: whole cards, or flat tiles where there are many kinds."""
    board, words, town = pen.board, pen.words, pen.board.near
    lying = list(town.lying())
    flat = len(lying) * (cards.WIDTH + 12) - 12 > across - 28
    per_row = int((across - 20) // (TILE + 8))
    parts = []
    for n, (face, turned, count) in enumerate(lying):
        code = pen.discard_move(face, turned)
        if flat:
            x, down = 14 + n % per_row * (TILE + 8), 36 + n // per_row * (HIGH + 38)
            body = _flat(pen, face, turned, count, code)
        else:
            x, down = 14 + n * (cards.WIDTH + 12), 36
            body = _whole(pen, face, turned, count, code)
        key = f"discard-{FACE_KEYS[face]}" + ("-turned" if turned else "")
        parts.append(pen.place(key, x, down, code, pen.about(face), *body))
    if not lying:
        parts.append(text(across / 2, HAND_ROW / 2 + 4, words("Nothing here yet"), 15, "muted", anchor="middle"))
        said = words("The cards in play come here when the turn ends.")
        parts.append(text(across / 2, HAND_ROW / 2 + 26, said, 12.5, "muted", anchor="middle", room=across - 40))
    shown = words("Discard pile: {n}", n=town.discard_size)
    if town.seat != board.me:
        shown = f"{pen.owner(town)} · {shown}"
    tall = max(HAND_ROW, 36 + -(-len(lying) // per_row) * (HIGH + 38) if flat else 0)
    return tall, pen.zone("discard", EDGE, y, across, tall, shown, *parts)


def _whole(pen: Pen, face: int, turned: bool, count: int, code: int | None) -> list[str]:
    drawn = cards.card(pen.tables, face, pen.words.plain)
    if turned:  # on its side, as on a table
        scale = cards.WIDTH / cards.HEIGHT
        body = [tag("g", drawn, transform=f"translate({cards.WIDTH} 36) rotate(90) scale({scale:.3f})")]
    else:
        body = [cards.sheets(count, cards.WIDTH, cards.HEIGHT), drawn]
    if count > 1:
        body.append(cards.badge(f"×{count}", 6, 27))
    return [*body, pen.ring(code, cards.WIDTH, cards.HEIGHT), _tag(pen, face, turned, code, cards.WIDTH)]


def _flat(pen: Pen, face: int, turned: bool, count: int, code: int | None) -> list[str]:
    shown = f"{name(face, pen.words)} ↻" if turned else ""
    body = [cards.small(pen.tables, face, pen.words.plain, TILE, shown)]
    if count > 1:
        body.append(cards.badge(f"×{count}", 4, 33))
    if turned:
        body.append(box(0, 0, TILE, HIGH, "#8d8377", None, 7, opacity=0.35))
    if code in pen.legal:
        body += [pen.price(0, HIGH + 4, TILE, 26, code, pen.discard_tokens(face)), pen.ring(code, TILE, HIGH + 30, 7)]
    return body


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
