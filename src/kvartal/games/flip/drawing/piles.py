"""The own cards on a desk: the deck, and the discard pile."""

from functools import lru_cache

from kvartal.engine.svg import box, lines, tag, text
from kvartal.games.flip.drawing import cards
from kvartal.games.flip.drawing.widgets import PIECES, ZONES, Pen, face_id, thumb_id, zone
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules.tables import PLAY
from kvartal.games.flip.text.board import Lying
from kvartal.games.flip.text.catalogue import FACE_KEYS
from kvartal.games.flip.text.labels import name

EDGE = 5  # around everything
DECK = 322  # how wide
STREET_ROW, HAND_ROW = 230, 228  # heights
TILE, HIGH = 158, 56  # a card as a flat tile


@lru_cache(ZONES)
def deck(pen: Pen, seat: int, top: int | None, pool: tuple[int, ...], whose: str, y: float) -> str:
    words, size = pen.words, sum(pool) + (top is not None)
    body = [cards.sheets(size, cards.WIDTH, cards.HEIGHT)]
    if top is not None:
        card = cards.card(pen.tables, top, words)
        body += [pen.about(top), tag("g", card, id=face_id(seat, top, pool[top]))]
    elif size:
        body.append(box(0, 0, cards.WIDTH, cards.HEIGHT, "#b98d62", "#8a6a4d", 9))
        body.append(text(cards.WIDTH / 2, 92, "?", 48, "#fffaf0", bold=True, anchor="middle"))
    else:
        body.append(box(0, 0, cards.WIDTH, cards.HEIGHT, "slot", "edge", 9, stroke_dasharray="5 5"))
        body.append(text(cards.WIDTH / 2, 80, words("empty"), 13, "muted", anchor="middle"))
    # it is played with the bar; the empty one tells what to do
    parts = [pen.place("deck", 14, 36, PLAY if pen.phase == at.PLAYING and not size else None, *body)]
    left, room = 140.0, DECK - 140.0 - 14
    below = tuple((face, False, count) for face, count in enumerate(pool) if count)
    if below:
        note = words("Below the top, in any order:") if top is not None else words("In any order:")
        parts += [text(left, 50 + 16 * i, each, 12.5, "muted") for i, each in enumerate(lines(note, room, 12.5))]
        parts += minis(below, left + 2, 84, room, -(-len(below) // 4), "flip-below")
    return zone("deck-zone", EDGE, y, DECK, STREET_ROW, whose + words("Deck: {n}", n=size), *parts)


@lru_cache(ZONES)
def discard(
    pen: Pen, seat: int, lying: tuple[Lying, ...], left: tuple[int, ...], whose: str, y: float, across: float
) -> tuple[float, str]:
    """The own pile: whole cards, or flat tiles where there are many kinds."""
    words = pen.words
    flat = len(lying) * (cards.WIDTH + 12) - 12 > across - 28
    per_row = int((across - 20) // (TILE + 8))
    straight = {face for face, turned, _ in lying if not turned}
    parts = []
    for n, (face, turned, count) in enumerate(lying):
        code = None if turned and face in straight else pen.discard_move(face)
        if flat:
            x, down = 14 + n % per_row * (TILE + 8), 36 + n // per_row * (HIGH + 38)
        else:
            x, down = 14 + n * (cards.WIDTH + 12), 36
        id_ = "" if flat else face_id(seat, face, left[face] + (turned and face in straight))
        parts.append(_discarded(pen.only(code), face, turned, count, code, id_, x, down))
    if not lying:
        parts.append(text(across / 2, HAND_ROW / 2 + 4, words("Nothing here yet"), 15, "muted", anchor="middle"))
        said = words("The cards in play come here when the turn ends.")
        parts.append(text(across / 2, HAND_ROW / 2 + 26, said, 12.5, "muted", anchor="middle", room=across - 40))
    shown = whose + words("Discard pile: {n}", n=sum(count for _, _, count in lying))
    tall = max(HAND_ROW, 36 + -(-len(lying) // per_row) * (HIGH + 38) if flat else 0)
    return tall, zone("discard", EDGE, y, across, tall, shown, *parts)


@lru_cache(PIECES)
def _discarded(pen: Pen, face: int, turned: bool, count: int, code: int | None, id_: str, x: float, y: float) -> str:
    """Whole, if its face has an id."""
    body = _whole(pen, face, turned, count, code, id_) if id_ else _flat(pen, face, turned, count, code)
    key = f"discard-{FACE_KEYS[face]}" + ("-turned" if turned else "")
    return pen.place(key, x, y, code, pen.about(face), *body)


def _whole(pen: Pen, face: int, turned: bool, count: int, code: int | None, id_: str) -> list[str]:
    drawn = tag("g", cards.card(pen.tables, face, pen.words), id=id_)
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
    body = [cards.small(pen.tables, face, pen.words, TILE, shown)]
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


def minis(
    lying: tuple[Lying, ...], x: float, y: float, room: float, rows: int, key: str, pitch: float = 46
) -> list[str]:
    """Thumbnails of a pile in so many rows, smaller when there are many faces."""
    per_row = max(1, -(-len(lying) // rows))
    step = min(46.0, room / per_row)
    wide = min(step - 7, (pitch - 17) * 1.6)  # a number stands below it
    return [
        cards.mini(
            face, count, x + (i % per_row) * step, y + (i // per_row) * pitch, wide, turned, thumb_id(key, face, turned)
        )
        for i, (face, turned, count) in enumerate(lying)
    ]
