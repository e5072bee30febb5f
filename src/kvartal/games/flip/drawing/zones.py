"""Counters, deck and street of a phone's board, upright or held across: each as wide and high as its spot."""

from functools import lru_cache
from typing import NamedTuple

from kvartal.engine.svg import box, breadth, group, tag, text
from kvartal.engine.words import Words
from kvartal.games.flip.drawing import cards
from kvartal.games.flip.drawing.art import scenery, sign
from kvartal.games.flip.drawing.cards import FLAT, written
from kvartal.games.flip.drawing.piles import minis
from kvartal.games.flip.drawing.scene import Counter
from kvartal.games.flip.drawing.street import stand, standing
from kvartal.games.flip.drawing.widgets import PIECES, ZONES, Pen, face_id
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules.tables import FACES, PLAY, FlipTables
from kvartal.games.flip.text.catalogue import FACE_KEYS

EDGE = 6  # inside a zone
HEAD = 22  # its heading
BETWEEN = 4  # tiles
THUMBS = 35  # a row of thumbnails
SLIM = 48  # a tile of the discard pile
MEDAL = 26


class Spot(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    play: bool = True  # a part of the play area

    @property
    def inner(self) -> float:
        return self.width - 2 * EDGE


def zone(id_: str, spot: Spot, shown: str, *inside: str, ground: str = "", beside: float = 0) -> str:
    """A named part of the table; something so wide stands beside its heading."""
    panel = box(0, 0, spot.width, spot.height, "panel", "edge", 10) + ground
    heading = written(EDGE + 3, 16, shown, 13, "muted", bold=True, room=spot.inner - beside - 6)
    play = "" if spot.play else None
    return group(
        spot.x, spot.y, panel, heading, *inside, id=f"flip-{id_}", role="group", aria_label=shown, data_play=play
    )


@lru_cache(ZONES)
def counters(counters: tuple[Counter, ...], shines: bool, spot: Spot) -> str:
    """Words stand below the numbers, or beside them where it is low."""
    parts = [box(0, 0, spot.width, spot.height, "glow" if shines else "panel", "edge", 10)]
    step, low = spot.inner / len(counters), spot.height < 36
    for n, (key, icon, number, of, shown) in enumerate(counters):
        size, base = (20, spot.height / 2 + 6) if low else (22, 19)
        found = [sign(icon, 0, base - 6 - size / 2, size), text(size + 4, base, str(number), 17, bold=True)]
        right = size + 6 + breadth(str(number), 17, True)
        if of is not None:
            found.append(text(right, base, f"/{of}", 13, "muted", bold=True))
            right += breadth(f"/{of}", 13, True)
        right += 5
        if low:
            found.append(written(right, base, shown, 13, "muted", room=step - right - 6))
        else:
            found.append(written(0, 36, shown, 12.5, "muted", room=step - 7))
        parts.append(group(EDGE + 2 + n * step, 0, *found, id=f"flip-count-{key}"))
    return group(spot.x, spot.y, *parts, id="flip-counters", data_play="" if spot.play else None)


# Deck and street ------------------------------------------------------------------------------------------------------


@lru_cache(ZONES)
def deck(pen: Pen, seat: int, top: int | None, pool: tuple[int, ...], whose: str, spot: Spot) -> str:
    """Its top card, and what else is known to be in it: beside the card, or below it."""
    words, size = pen.words, sum(pool) + (top is not None)
    beside = spot.width > 250
    wide = (spot.inner - BETWEEN) / 2 if beside else spot.inner - 8
    body = [cards.sheets(size, wide, FLAT, 7)]
    if top is not None:
        tile = tag("g", cards.small(pen.tables, top, words, wide), id=face_id(seat, top, pool[top]))
        body += [pen.about(top), tile]
    else:
        shown = "?" if size else words("empty")
        body.append(box(0, 0, wide, FLAT, "#8a6a4d" if size else "slot", "edge", 7))
        body.append(text(wide / 2, 34, shown, 18, "#fffaf0" if size else "muted", bold=True, anchor="middle"))
    # it is played with the bar; the empty one tells what to do
    idle = PLAY if pen.phase == at.PLAYING and not size else None
    parts = [pen.place("deck", EDGE, HEAD, idle, *body)]
    below = tuple((face, False, count) for face, count in enumerate(pool) if count)
    left, down, room = (wide + 22.0, 20.0, spot.inner - wide - 18) if beside else (EDGE, HEAD + FLAT + 10.0, spot.inner)
    rows = 1 if len(below) <= 5 else 2
    if beside and below:
        parts.append(written(left, 16, words("In any order:"), 12.5, "muted", room=room))
        down += 4 if rows == 2 else 14
    parts += minis(below, left + 2, down, room, rows, "flip-below", THUMBS if beside else THUMBS - 2)
    return zone("deck-zone", spot, whose + words("Deck: {n}", n=size), *parts, beside=room if beside and below else 0)


@lru_cache(ZONES)
def street(
    pen: Pen, seat: int, area: tuple[int, ...], held: tuple[int, ...], owner: str, won: bool, thumbs: bool, spot: Spot
) -> str:
    """Cards in play: a few of them whole; more as tiles, equal ones behind each other; many kinds as slim ones; or all
    as thumbnails."""
    words, played = pen.words, [face for face in range(FACES) if area[face]]
    shown = words("In play: {player}", player=owner) if owner else words("In play")
    ground = "" if thumbs else tag("g", scenery(spot.width, spot.height, HEAD), id="flip-scenery")
    parts = [sign("medal", spot.width - MEDAL, 2, 19)] if won else []
    if not played:
        said = words("No cards in play yet")
        middle = (spot.height + HEAD) / 2
        parts.append(written(spot.width / 2, middle, said, 13.5, "muted", anchor="middle", room=spot.inner))
    if not thumbs and spot.height > 240 and stand(area, spot.inner):
        parts += standing(pen, seat, area, held, EDGE, spot.height - cards.HEIGHT - 18, spot.inner)
    else:
        for face, (x, y, wide, high) in zip(played, (rows if thumbs else _tiles)(len(played), spot), strict=True):
            drawn = _in_play(pen.tables, words, face, area[face], wide, high)
            card = tag("g", drawn, id=face_id(seat, face, held[face]))
            parts.append(group(x, y, pen.about(face), card, id=f"flip-play-{FACE_KEYS[face]}"))
    return zone("street", spot, shown, *parts, ground=ground, beside=MEDAL if won else 0)


@lru_cache(PIECES)
def _in_play(tables: FlipTables, words: Words, face: int, count: int, wide: float, high: float) -> str:
    """So many equal cards: a thumbnail has no height of its own."""
    if not high:
        return cards.mini(face, count, 0, 0, wide)
    if high < FLAT:
        return cards.slim(face, words, wide, high, count)
    facts = cards.yields(tables, face) + cards.effects(tables, face)
    badge = cards.badge(f"×{count}", 4, 33) if count > 1 else ""
    return cards.sheets(count, wide, high, 7) + cards.flat(face, words, wide, facts) + badge


Place = tuple[float, float, float, float]  # x, y, how wide, how high


@lru_cache(ZONES)
def rows(count: int, spot: Spot, left: float = EDGE, top: float = HEAD) -> list[Place]:
    """Where so many thumbnails stand, in as few rows as there is room for."""
    room = spot.width - EDGE - left
    down = max(1, min(int((spot.height - top) // (THUMBS + 2)), -(-count // max(1, int(room // 36)))))
    across = max(1, -(-count // down))
    step = min(44.0, room / across)
    wide = min(step - 7, (THUMBS - 17) * 1.6 if down > 1 else 33)
    return [(left + 2 + n % across * step, top + 2 + n // across * (THUMBS + 2), wide, 0) for n in range(count)]


@lru_cache(ZONES)
def _tiles(kinds: int, spot: Spot) -> list[Place]:
    """Where so many kinds of cards stand in the street."""
    room = spot.height - HEAD - 4
    across, down, step = int(spot.inner // 160), int(room // (FLAT + 6)), FLAT + 6.0
    if kinds > across * down:
        across = int(spot.inner // 100)
        down = -(-kinds // across)
        step = min(SLIM + BETWEEN, room / down)
    wide = (spot.inner + BETWEEN) / across - BETWEEN
    high = FLAT if step > FLAT else step - 3
    wide -= 4 if high == FLAT else 0  # for those behind
    return [
        (EDGE + n % across * (spot.inner + BETWEEN) / across, HEAD + n // across * step, wide, high)
        for n in range(kinds)
    ]
