"""What is bought, turned over and given away on a phone's board: the supply, the discard pile, the towns of others."""

from functools import lru_cache

from kvartal.engine.svg import box, breadth, disc, group, short, tag, text
from kvartal.games.flip.drawing import cards
from kvartal.games.flip.drawing.art import sign
from kvartal.games.flip.drawing.cards import FLAT, written
from kvartal.games.flip.drawing.widgets import PIECES, ZONES, Pen, face_id, thumb_id
from kvartal.games.flip.drawing.zones import BETWEEN, EDGE, HEAD, SLIM, THUMBS, Spot, rows, zone
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules.tables import APARTMENT, FACES, KINDS, NEVER
from kvartal.games.flip.text.board import Lying, Town
from kvartal.games.flip.text.catalogue import FACE_KEYS
from kvartal.games.flip.text.labels import name

Gift = tuple[int, str] | None  # the move that gives an Apartment away, in words


# The supply -----------------------------------------------------------------------------------------------------------


@lru_cache(ZONES)
def supply(pen: Pen, left: tuple[int, ...], spot: Spot) -> str:
    """The two sides of a kind beside each other; one column of kinds, or two."""
    columns = 1 if spot.width < 500 else 2
    step = (spot.height - HEAD - 2) * columns / (KINDS - 1)
    wide = (spot.inner - (2 * columns - 1) * BETWEEN) / (2 * columns)
    parts = []
    for kind in range(1, KINDS):
        column, row = (kind - 1) % columns, (kind - 1) // columns
        x, y = EDGE + column * 2 * (wide + BETWEEN), HEAD + row * step
        for side, face in enumerate((2 * kind, 2 * kind + 1)):
            code = pen.supply_move(face)
            at_ = (x + side * (wide + BETWEEN), y, wide, min(FLAT, step - BETWEEN))
            parts.append(_for_sale(pen.only(code), face, code, left[kind], *at_))
        if left[kind]:  # from one side to the other
            seam = x + wide + BETWEEN / 2
            parts.append(disc(seam, y + 11, 8.5, cards.PAPER, "#d8c5a6") + sign("up", seam - 6.5, y + 4.5, 13))
    return zone("supply", spot, _on_sale(pen, left), *parts)


@lru_cache(PIECES)
def _for_sale(pen: Pen, face: int, code: int, left: int, x: float, y: float, wide: float, high: float) -> str:
    """One side of a card of the supply, of which so many are left."""
    first, words, price = face % 2 == 0, pen.words, pen.tables.buy[face]
    if not left:
        said = words("sold out") if first else name(face, words)
        body = box(0, 0, wide, high, "slot", "edge", 7, stroke_dasharray="5 5")
        body += written(wide / 2, high / 2 + 5, said, 12.5, "muted", anchor="middle", room=wide - 12)
        return pen.place(f"supply-{FACE_KEYS[face]}", x, y, code, body)
    removing = pen.phase == at.REMOVING
    tokens = [("coin", str(price))] if price != NEVER and not removing else []
    facts = [] if removing else cards.yields(pen.tables, face) + cards.effects(pen.tables, face)
    art = 47.0 if wide > 160 else 34.0
    body = cards.flat(face, words, wide, facts, keep=cards.row_width(tokens, 17) + 16, high=high, art=art)
    if tokens:
        body += pen.pill(wide - 6, high - 27, code, tokens, FACE_KEYS[face])
    elif code in pen.legal:
        body += pen.price(art + 12, high - 28, wide - art - 18, 24, code, [])
    if first:
        body += cards.badge(f"×{left}", 4, high - 22)
    ring = pen.ring(code, wide, high, 7)
    return pen.place(f"supply-{FACE_KEYS[face]}", x, y, code, pen.about(face), body, ring)


@lru_cache(ZONES)
def prices(pen: Pen, left: tuple[int, ...], spot: Spot) -> str:
    """The supply while nobody buys: what there is, and what it costs."""
    step = spot.inner / (KINDS - 1)
    high = (spot.height - HEAD - 4) / 2
    parts = []
    for face in range(2, FACES):
        kind, first = face >> 1, face % 2 == 0
        x, y, price = EDGE + (kind - 1) * step, HEAD + (face % 2) * high, pen.tables.buy[face]
        art = cards.mini(face, left[kind] if first else 0, 2, 2, 38)
        code = pen.supply_move(face)
        cost = pen.pill(step - 4, 4, None, [("coin", str(price))], FACE_KEYS[face]) if price != NEVER else ""
        faded = tag("g", art, cost, opacity=None if left[kind] else 0.35)
        parts.append(pen.place(f"supply-{FACE_KEYS[face]}", x, y, code, pen.about(face), faded))
    return zone("supply", spot, _on_sale(pen, left), *parts)


def _on_sale(pen: Pen, left: tuple[int, ...]) -> str:
    if not pen.tables.solo:
        return pen.words("Supply")
    return pen.words("Supply: {n} cards left, none left means lost", n=sum(left))


# The discard pile and the towns ---------------------------------------------------------------------------------------


@lru_cache(ZONES)
def discard(
    pen: Pen, seat: int, lying: tuple[Lying, ...], left: tuple[int, ...], whose: str, gift: Gift, high: int, spot: Spot
) -> str:
    """What the phase is about as tiles, so many `high`, three or more beside each other; the rest as thumbnails. With
    one opponent only, the Apartment itself stands for the gift."""
    words, straight = pen.words, {face for face, turned, _ in lying if not turned}
    cards_ = [
        (face, turned, count, face_id(seat, face, left[face] + (turned and face in straight)))
        for face, turned, count in lying
    ]
    useful = [each for each in cards_ if _useful(pen, each[0], each[1], straight)]
    rest = [each for each in cards_ if each not in useful]
    across, beside = max(3, -(-len(useful) // high)), spot.height < HEAD + high * (SLIM + BETWEEN) + THUMBS
    step = ((spot.inner - 110 if beside else spot.inner) + BETWEEN) / across
    parts = []
    for n, (face, turned, count, id_) in enumerate(useful):
        code, said = gift if gift and face == APARTMENT else (pen.discard_move(face), "")
        x, y = EDGE + n % across * step, HEAD + n // across * (SLIM + BETWEEN)
        parts.append(_discarded(pen.only(code), face, turned, count, code, said, id_, x, y, step - BETWEEN))
    if beside:
        free = rows(len(rest), spot, EDGE + min(len(useful), across) * step, HEAD)
    else:
        free = rows(len(rest), spot, EDGE, HEAD + -(-len(useful) // across) * (SLIM + BETWEEN))
    for (face, turned, count, id_), (left_, top, wide, _) in zip(rest, free, strict=True):
        idle = None if turned and face in straight else pen.discard_move(face)
        thumb = tag("g", cards.mini(face, count, 0, 0, wide, turned), id=id_)
        parts.append(pen.place(_key(face, turned), left_, top, idle, pen.about(face), thumb))
    if not lying:
        said = words("The cards in play come here when the turn ends.")
        parts.append(written(spot.width / 2, HEAD + 30, said, 12.5, "muted", anchor="middle", room=spot.inner - 8))
    shown = whose + words("Discard pile: {n}", n=sum(count for _, _, count in lying))
    return zone("discard", spot, shown, *parts)


def _useful(pen: Pen, face: int, turned: bool, straight: set[int]) -> bool:
    """Is it what the phase is about: a card to be turned over, or one that helps from here?"""
    if pen.phase == at.BUILDING:
        return pen.tables.up[face] != NEVER and not (turned and face in straight)
    return bool(pen.tables.again[face]) and not turned


def _key(face: int, turned: bool) -> str:
    return f"discard-{FACE_KEYS[face]}" + ("-turned" if turned else "")


@lru_cache(PIECES)
def _discarded(
    pen: Pen, face: int, turned: bool, count: int, code: int, said: str, id_: str, x: float, y: float, wide: float
) -> str:
    """A card of the pile, and what it costs to turn it over, or gives from there."""
    verb = ("up", "") if pen.phase == at.BUILDING else ("again", "")
    tokens = [verb, *pen.discard_tokens(face)] if wide > 108 or count == 1 else pen.discard_tokens(face)
    body = tag("g", cards.slim(face, pen.words, wide, SLIM, count, 30), id=id_)
    body += pen.pill(wide - 5, 21, code, tokens)
    ring = pen.ring(code, wide, SLIM, 6)
    return pen.place(_key(face, turned), x, y, code, pen.about(face), body, ring, spoken=said)


TOWN = HEAD + FLAT + THUMBS + 14.0  # how high


@lru_cache(ZONES)
def town(pen: Pen, town: Town, who: str, gift: str, won: bool, spot: Spot) -> str:
    """Another one's cards, and the way to give them something."""
    words, wide = pen.words, (spot.inner - BETWEEN) / 2
    shown = short(who, spot.inner - (wide + 8 if gift else 40), 14, True)
    parts = [box(0, 0, spot.width, spot.height, "panel", "edge", 10)]
    parts.append(text(EDGE + 3, 16, shown, 14, bold=True, data_seat=town.seat))
    if won:
        parts.append(sign("medal", 14 + breadth(shown, 14, True), 2, 18))
    if town.top is not None:
        seen = cards.small(pen.tables, town.top, words, wide)
        parts.append(group(EDGE, HEAD, pen.about(town.top), seen, id=f"flip-top-{town.seat}"))
    else:
        shown = "?" if town.deck_size else words("empty")
        parts.append(box(EDGE, HEAD, wide, FLAT, "slot", "edge", 7, stroke_dasharray="5 5"))
        parts.append(text(EDGE + wide / 2, HEAD + 34, shown, 15, "muted", anchor="middle"))
    right, room = EDGE + wide + 12, wide - 12
    counts = [words("deck: {n}", n=town.deck_size), words("discard: {n}", n=town.discard_size)]
    if gift:
        parts.append(pen.give(town.seat, right - 6, HEAD + 4, room + 4, 46, gift))
        parts.append(written(spot.width - EDGE, 16, " · ".join(counts), 12.5, "muted", anchor="end", room=wide))
    else:
        parts += [written(right, HEAD + 22 + 22 * n, each, 13, room=room) for n, each in enumerate(counts)]
    lying = town.lying()
    step = min(44.0, spot.inner / max(1, len(lying)))
    for n, (face, turned, count) in enumerate(lying):
        key = thumb_id(f"flip-lying-{town.seat}", face, turned)
        parts.append(cards.mini(face, count, EDGE + 2 + n * step, HEAD + FLAT + 9, step - 7, turned, key))
    return group(spot.x, spot.y, *parts, id=f"flip-town-{town.seat}", role="group", aria_label=who)
