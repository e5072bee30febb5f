"""The board of Flip City for a desk:

whose turn it is, the counters
deck, buttons      the street: cards in play
supply
discard pile       the other town
the other towns, if there are more
what the signs mean
"""

from functools import lru_cache

from kvartal.engine.board import DESK
from kvartal.engine.svg import box, breadth, disc, group, lines, panel, short, tag, text
from kvartal.engine.words import Words
from kvartal.games.flip.drawing import cards
from kvartal.games.flip.drawing.art import scenery, sign
from kvartal.games.flip.drawing.piles import DECK, EDGE, HIGH, STREET_ROW, deck, discard, minis
from kvartal.games.flip.drawing.scene import OF_DECK, OF_DISCARD, OF_SUPPLY, Counter, Scene
from kvartal.games.flip.drawing.widgets import PIECES, ZONES, Pen, counter, face_id, zone
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules.tables import FACES, GIVE, KINDS, NEVER, FlipTables
from kvartal.games.flip.text.board import Town
from kvartal.games.flip.text.catalogue import FACE_KEYS
from kvartal.games.flip.text.labels import name

GAP = 10  # between zones
ACROSS = DESK - 2 * EDGE
STREET = ACROSS - DECK - GAP
STREET_TILE = (STREET - 2 * 14 - 3 * 4) // 4  # four beside each other
OTHER = 250  # another town beside the discard pile
TOP_ROW, SUPPLY_ROW, OTHER_ROW = 66, 228, 146  # heights


def draw(scene: Scene) -> tuple[float, list[str]]:
    board, near, others = scene.board, scene.board.near, scene.board.others
    y = float(EDGE)
    parts = [_headline(*scene.head(), y)]
    y += TOP_ROW + GAP
    own = deck(scene.pen(OF_DECK), board.mine, near.seat, near.top, near.deck, scene.whose(near), y)
    street = _street(scene.pen(), board.active, board.area, board.towns[board.active].held, scene.playing(), y)
    parts += [own, street]
    y += STREET_ROW + GAP
    parts.append(_supply(scene.pen(OF_SUPPLY), board.supply, y))
    y += SUPPLY_ROW + GAP
    across = ACROSS - OTHER - GAP if len(others) == 1 else ACROSS
    tall, drawn = discard(scene.pen(OF_DISCARD), near.seat, near.lying(), board.left, scene.whose(near), y, across)
    parts.append(drawn)
    if len(others) == 1:
        parts.append(_beside(scene, others[0], EDGE + across + GAP, y, OTHER, tall))
    y += tall + GAP
    if len(others) > 1:
        wide = (ACROSS - (len(others) - 1) * GAP) / len(others)
        parts += [_beside(scene, town, EDGE + i * (wide + GAP), y, wide, OTHER_ROW) for i, town in enumerate(others)]
        y += OTHER_ROW + GAP
    tall, drawn = _legend(board.tables, scene.words.plain, y)
    return y + tall + EDGE, [*parts, drawn]


# Above --------------------------------------------------------------------------------------------------------------


@lru_cache(ZONES)
def _headline(said: str, advice: str, counters: tuple[Counter, ...], mine: bool, won: bool, y: float) -> str:
    step = 116
    start = ACROSS - 4 * step - 4
    parts = [panel(ACROSS, TOP_ROW, mine=mine)]
    left = 18.0
    if won:
        parts.append(sign("medal", 12, 10, 46))
        left = 66.0
    room = start - left - 16
    further = lines(advice, room, 12.5)
    parts.append(text(left, 24 if further else 40, said, 19, bold=True, room=room))
    parts += [text(left, 42 + 16 * i, each, 12.5) for i, each in enumerate(further[:2])]
    for i, (key, icon, number, of, shown) in enumerate(counters):
        parts.append(group(start + i * step, 9, counter(0, 2, icon, number, of, shown, step), id=f"flip-count-{key}"))
    return group(EDGE, y, *parts, id="flip-headline")


@lru_cache(ZONES)
def _supply(pen: Pen, supply: tuple[int, ...], y: float) -> str:
    between = 6  # the two sides of a card lie close together
    pair = 2 * cards.WIDTH + between
    gap = (ACROSS - 28 - (KINDS - 1) * pair) / (KINDS - 2)
    parts = []
    for kind in range(1, KINDS):
        x = 14 + (kind - 1) * (pair + gap)
        left = supply[kind]
        for side, face in enumerate((2 * kind, 2 * kind + 1)):
            code = pen.supply_move(face)
            parts.append(_for_sale(pen.only(code), face, code, left, x + side * (cards.WIDTH + between)))
        seam = x + cards.WIDTH + between / 2
        if not left:
            continue
        parts.append(disc(seam, 110, 11.5, cards.PAPER, "#d8c5a6"))
        parts.append(sign("up", seam - 8, 102, 16))
    shown = pen.words("Supply")
    if pen.tables.solo:
        shown = pen.words("Supply: {n} cards left, none left means lost", n=sum(supply))
    return zone("supply", EDGE, y, ACROSS, SUPPLY_ROW, shown, *parts)


@lru_cache(PIECES)
def _for_sale(pen: Pen, face: int, code: int, left: int, x: float) -> str:
    """One side of a card of the supply, of which so many are left."""
    first = face % 2 == 0
    if left:
        body = [
            cards.sheets(left if first else 1, cards.WIDTH, cards.HEIGHT),
            cards.card(pen.tables, face, pen.words),
            cards.badge(f"×{left}", 6, 27) if first else "",
        ]
    else:
        body = [box(0, 0, cards.WIDTH, cards.HEIGHT, "slot", "edge", 9, stroke_dasharray="5 5")]
        shown = pen.words("sold out") if first else name(face, pen.words)
        body.append(text(cards.WIDTH / 2, 80, shown, 13, "muted", anchor="middle", room=96))
    price = pen.tables.buy[face]
    tokens = [("coin", str(price))] if price != NEVER and pen.phase != at.REMOVING else []
    if left and (tokens or code in pen.legal):
        body.append(pen.price(0, cards.HEIGHT + 8, cards.WIDTH, 26, code, tokens, FACE_KEYS[face]))
    edge = pen.ring(code, cards.WIDTH, cards.HEIGHT)
    return pen.place(f"supply-{FACE_KEYS[face]}", x, 36, code, pen.about(face), *body, edge)


# The middle ---------------------------------------------------------------------------------------------------------


@lru_cache(ZONES)
def _street(pen: Pen, seat: int, area: tuple[int, ...], held: tuple[int, ...], owner: str, y: float) -> str:
    """Cards in play, side by side along the road; equal ones behind each other; many kinds as flat tiles."""
    words = pen.words
    shown = words("In play: {player}", player=owner) if owner else words("In play")
    kinds = sum(1 for count in area if count)
    parts = [tag("g", scenery(STREET, STREET_ROW), id="flip-scenery")]
    if not kinds:
        parts.append(text(STREET / 2, 108, words("No cards in play yet"), 15, "muted", anchor="middle"))
    elif kinds * (cards.WIDTH + 10) - 10 <= STREET - 28:
        parts += _standing(pen, seat, area, held, STREET - 28.0)
    else:
        parts += _tiles(pen, area)
    return zone("street", EDGE + DECK + GAP, y, STREET, STREET_ROW, shown, *parts)


def _standing(pen: Pen, seat: int, area: tuple[int, ...], held: tuple[int, ...], room: float) -> list[str]:
    """Equal ones come in behind the last one played."""
    found = []
    for face, i, last, x in _along(area, room):
        key = FACE_KEYS[face] if last else f"{FACE_KEYS[face]}-{i}"
        body = cards.card(pen.tables, face, pen.words) if last else cards.behind(face)
        if last:
            body = tag("g", body, id=face_id(seat, face, held[face]))
        found.append(group(14 + x, 42, pen.about(face), body, id=f"flip-play-{key}"))
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
        x, y = 14 + n % 4 * (STREET_TILE + 4), 36 + n // 4 * (HIGH + 6)
        body = [pen.about(face), cards.small(pen.tables, face, pen.words, STREET_TILE)]
        if area[face] > 1:
            body.append(cards.badge(f"×{area[face]}", 4, 33))
        found.append(group(x, y, *body, id=f"flip-play-{FACE_KEYS[face]}-0"))
    return found


# The others and the signs -----------------------------------------------------------------------------------------


def _beside(scene: Scene, town: Town, x: float, y: float, width: float, height: float) -> str:
    board = scene.board
    on_turn = town.seat == board.active and board.phase != at.ENDING
    pen = scene.pen(frozenset((GIVE + town.seat,)))
    won = town.seat == board.winner
    return _other(pen, town, scene.owner(town), scene.gift(town), on_turn, won, x, y, width, height)


@lru_cache(ZONES)
def _other(
    pen: Pen,
    town: Town,
    who: str,
    gift: str,
    on_turn: bool,
    won: bool,
    x: float,
    y: float,
    width: float,
    height: float,
) -> str:
    words = pen.words
    parts = [box(0, 0, width, height, "panel", "action" if on_turn else "edge", 12, stroke_width=2 if on_turn else 1)]
    shown = short(who, width - 164, 15, True)
    parts.append(text(14, 23, shown, 15, bold=True, data_seat=town.seat))
    if won:
        parts.append(sign("medal", 18 + breadth(shown, 15, True), 8, 18))
    if gift:
        parts.append(pen.give(town.seat, width - 142, 4, 134, 26, gift))
    elif on_turn:
        parts.append(text(width - 14, 22, words("on turn"), 12.5, "action", bold=True, anchor="end", room=90))
    if town.top is not None:
        seen = cards.small(pen.tables, town.top, words, 158)
        parts.append(group(12, 34, pen.about(town.top), seen, id=f"flip-top-{town.seat}"))
    else:
        parts.append(box(12, 34, 158, 56, "slot", "edge", 7, stroke_dasharray="5 5"))
    parts.append(text(178, 56, words("deck: {n}", n=town.deck_size), 12.5, room=66))
    parts.append(text(178, 77, words("discard: {n}", n=town.discard_size), 12.5, room=66))
    parts += minis(town.lying(), 14, 99, width - 26, 1, f"flip-lying-{town.seat}")
    return group(x, y, *parts, id=f"flip-town-{town.seat}", role="group", aria_label=who)


@lru_cache(64)
def _legend(tables: FlipTables, words: Words, y: float) -> tuple[float, str]:
    """What the signs mean: for whoever sees the game for the first time."""
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
    return height, zone("legend", EDGE, y, ACROSS, height, words("Signs"), *parts)
