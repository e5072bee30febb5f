"""The board of Flip City for a desk:

the counters
deck               the street: cards in play
supply
discard pile       the other town
the other towns, if there are more
what the signs mean
"""

from functools import lru_cache

from kvartal.engine.board import DESK
from kvartal.engine.svg import box, breadth, disc, group, panel, short, tag, text
from kvartal.games.flip.drawing import cards
from kvartal.games.flip.drawing.art import scenery, sign
from kvartal.games.flip.drawing.legend import legend
from kvartal.games.flip.drawing.piles import DECK, EDGE, HIGH, STREET_ROW, deck, discard, minis
from kvartal.games.flip.drawing.scene import OF_DECK, OF_DISCARD, OF_SUPPLY, Counter, Scene
from kvartal.games.flip.drawing.street import stand, standing
from kvartal.games.flip.drawing.widgets import PIECES, ZONES, Pen, counter, face_id, zone
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules.tables import FACES, GIVE, KINDS, NEVER
from kvartal.games.flip.text.board import Town
from kvartal.games.flip.text.catalogue import FACE_KEYS
from kvartal.games.flip.text.labels import name

GAP = 10  # between zones
ACROSS = DESK - 2 * EDGE
STREET = ACROSS - DECK - GAP
STREET_TILE = (STREET - 2 * 14 - 3 * 4) // 4  # four beside each other
OTHER = 250  # another town beside the discard pile
TOP_ROW, SUPPLY_ROW, OTHER_ROW = 54, 228, 146  # heights


def draw(scene: Scene) -> tuple[float, list[str]]:
    board, near, others = scene.board, scene.board.near, scene.board.others
    y = float(EDGE)
    parts = [_counters(scene.counters, scene.shines, y)]
    y += TOP_ROW + GAP
    own = deck(scene.pen(OF_DECK), near.seat, near.top, near.deck, scene.whose(near), y)
    street = _street(
        scene.pen(), board.active, board.area, board.towns[board.active].held, scene.playing(), scene.won, y
    )
    parts += [own, street]
    y += STREET_ROW + GAP
    parts.append(_supply(scene.pen(OF_SUPPLY), board.supply, y))
    y += SUPPLY_ROW + GAP
    across = ACROSS - OTHER - GAP if len(others) == 1 else ACROSS
    tall, drawn = discard(
        scene.pen(OF_DISCARD), near.seat, near.lying(), board.left(near), scene.whose(near), y, across
    )
    parts.append(drawn)
    if len(others) == 1:
        parts.append(_beside(scene, others[0], EDGE + across + GAP, y, OTHER, tall))
    y += tall + GAP
    if len(others) > 1:
        wide = (ACROSS - (len(others) - 1) * GAP) / len(others)
        parts += [_beside(scene, town, EDGE + i * (wide + GAP), y, wide, OTHER_ROW) for i, town in enumerate(others)]
        y += OTHER_ROW + GAP
    tall, drawn = legend(board.tables, scene.words.plain, EDGE, y, ACROSS, 3)
    return y + tall + EDGE, [*parts, drawn]


# Above --------------------------------------------------------------------------------------------------------------


@lru_cache(ZONES)
def _counters(counters: tuple[Counter, ...], shines: bool, y: float) -> str:
    step = (ACROSS - 20) / len(counters)
    parts = [panel(ACROSS, TOP_ROW, mine=shines)]
    for i, (key, icon, number, of, shown) in enumerate(counters):
        parts.append(group(20 + i * step, 5, counter(0, 2, icon, number, of, shown, step), id=f"flip-count-{key}"))
    return group(EDGE, y, *parts, id="flip-counters")


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
def _street(pen: Pen, seat: int, area: tuple[int, ...], held: tuple[int, ...], owner: str, won: bool, y: float) -> str:
    """Cards in play, side by side along the road; equal ones behind each other; many kinds as flat tiles."""
    words = pen.words
    shown = words("In play: {player}", player=owner) if owner else words("In play")
    parts = [tag("g", scenery(STREET, STREET_ROW), id="flip-scenery")]
    if won:
        parts.append(sign("medal", STREET - 40, 3, 26))
    if not any(area):
        parts.append(text(STREET / 2, 108, words("No cards in play yet"), 15, "muted", anchor="middle"))
    elif stand(area, STREET - 28):
        parts += standing(pen, seat, area, held, 14, 42, STREET - 28)
    else:
        parts += _tiles(pen, area)
    return zone("street", EDGE + DECK + GAP, y, STREET, STREET_ROW, shown, *parts)


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
        id_ = face_id(town.seat, town.top, town.deck[town.top])
        seen = tag("g", cards.small(pen.tables, town.top, words, 158), id=id_)
        parts.append(group(12, 34, pen.about(town.top), seen, id=f"flip-top-{town.seat}"))
    else:
        parts.append(box(12, 34, 158, 56, "slot", "edge", 7, stroke_dasharray="5 5"))
    parts.append(cards.written(178, 56, words("deck: {n}", n=town.deck_size), 12.5, room=width - 184))
    parts.append(cards.written(178, 77, words("discard: {n}", n=town.discard_size), 12.5, room=width - 184))
    parts += minis(town.lying(), 14, 99, width - 26, 1, f"flip-lying-{town.seat}")
    return group(x, y, *parts, id=f"flip-town-{town.seat}", role="group", aria_label=who)
