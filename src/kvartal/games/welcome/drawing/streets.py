"""The streets of a sheet: lawns, houses, pools, fences, marks, and every place for a move.

Drawn from plain values and remembered: from move to move, and from player to player, most of it looks the same.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from kvartal.engine.game import Setup
from kvartal.engine.svg import FINGER, box, disc, group, tag, target, text
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing import art
from kvartal.games.welcome.drawing.mini_sheet import MARK
from kvartal.games.welcome.drawing.widgets import choice, edge
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.text.labels import spot

STREETS, HOUSES = 256, 1024  # remembered
NARROW = 40.0  # a house less wide than this
REACH = 47.0  # how high a place around such a house is, for a thumb


class Strip(NamedTuple):
    """Houses side by side, and where: a street, or a part of one in a picture."""

    first: int
    past: int
    x: float
    y: float
    step: float  # from house to house
    high: float  # roof and wall

    @property
    def lawn(self) -> float:
        return lawn(self.step, self.high)

    @property
    def narrow(self) -> bool:
        """On a phone twelve houses share the row: what is pressed between and around them reaches above and below."""
        return self.step < NARROW


class Built(NamedTuple):
    """What stands there: cells of the whole street, for a number may be copied from beyond the strip."""

    begin: int  # the first house of the street
    numbers: tuple[int, ...]
    fences: tuple[int, ...]
    marks: tuple[int, ...]
    pools: tuple[int, ...]  # of the whole sheet


def lawn(step: float, high: float) -> float:
    """How far down the lawn reaches, pools and all."""
    return high + step * 0.46


@lru_cache(STREETS)
def street(
    setup: Setup, words: Words, strip: Strip, built: Built, moves: tuple[int, ...], asked: bool, wet: int | None
) -> str:
    """A strip. `moves` can be made here; `asked`: the number is being written; `wet`: here the pool may be built."""
    tables: Any = setup.tables
    first, past, x, y, step, high = strip
    down = strip.lawn
    out, picket = (6.0, 3.6) if strip.narrow else (0.0, 5.0)  # narrow houses leave the ends of the lawn to the fences
    scene = art.street(x - out, y, (past - first) * step + 2 * out, high, down, first)
    parts = [tag("g", scene, id=f"welcome-lawn-{first}")]
    later, standing = [], []
    crowded = any(tables.fence_move <= code < tables.dig for code in moves)
    for h in range(first, past):
        left, n = x + (h - first) * step, h - built.begin
        code = at.WRITE + h if asked else None
        parts.append(_house(setup, words, h, left, y, step, high, built.numbers[n], code, code in moves))
        if tables.pool_of[h] != 255:
            parts.append(_water(setup, words, h, left, y, step, high, built.pools[tables.pool_of[h]] > 0, h == wet))
        if moves:
            later += _around(setup, words, h, strip, built, moves, crowded)
        if built.fences[n]:
            standing.append(left + step - (4 - out if h == past - 1 else 0))
        if built.marks[n]:
            parts.append(box(left + 2, y - 7, step - 4, 5, MARK, None, 2))
    if first == built.begin:
        standing.append(x + 3 - out)
    top = high * (0.74 if strip.narrow else 0.62)
    fences = [art.fence(left, y + top, down - top + 4, picket) for left in standing]
    parts.append(tag("g", *fences, id=f"welcome-fences-{first}"))
    return tag("g", *parts, *later, id=f"welcome-street-{first}")  # so that a change here stays here


@lru_cache(HOUSES)
def _house(
    setup: Setup,
    words: Words,
    h: int,
    left: float,
    y: float,
    step: float,
    high: float,
    now: int,
    code: int | None,
    can: bool,
) -> str:
    """A house. If `code` is a move that cannot be made it is told why."""
    tables: Any = setup.tables
    if now == at.ROUNDABOUT:
        shape = art.roundabout(step, high)
    else:
        shape = art.house(h % 4, step, high, now, str(now - at.BIS_BASE if now >= at.BIS_BASE else now))
    name = f"house-{spot(tables, h)}"
    if code is not None and can:
        # Glow and ring at once: after a card is taken thirty houses may be lit, and each element more is felt.
        lit = box(0.5, 0, step - 1, high, "glow", "action", 6, fill_opacity=0.85, stroke_width=2.5, class_="ring")
        return choice(setup, words, name, left, y, code, lit, shape)
    return target(f"welcome-{name}", left, y, shape, refused=None if code is None else setup.notation[code])


@lru_cache(HOUSES)
def _water(
    setup: Setup, words: Words, h: int, left: float, y: float, step: float, high: float, built: bool, can: bool
) -> str:
    """The pool of a house, or the plan of one."""
    part = 0.8 if step < NARROW else 0.62
    wide, x, down = step * part, left + step * (1 - part) / 2, y + high + step * (0.06 if step < NARROW else 0.1)
    water = art.pool(wide, built)
    if can:
        ring = edge(-4, -4, wide + 8, wide * 0.42 + 8)
        tall = max(FINGER, REACH if step < NARROW else 0)
        touched = box((wide - step * 0.98) / 2, wide * 0.21 - tall / 2, step * 0.98, tall, "#000000", fill_opacity=0)
        return choice(setup, words, "pool", x, down, at.MAKE_POOL, touched, water, ring)
    return group(x, down, water, id=f"welcome-water-{spot(setup.tables, h)}")


# Around a house -------------------------------------------------------------------------------------------------------


def _around(
    setup: Setup, words: Words, h: int, strip: Strip, built: Built, moves: tuple[int, ...], crowded: bool
) -> list[str]:
    """Places for moves: a fence to the right, bis, a roundabout, an estate to be used.

    Where houses are narrow, fences and bis have the lower half of the row, and roundabouts the upper half."""
    tables: Any = setup.tables
    x, y, step, high = strip.x + (h - strip.first) * strip.step, strip.y, strip.step, strip.high
    parts = []
    if tables.fence_move + h in moves:
        parts.append(_gap(setup, words, h, x + step, y, step, high))
    from_left, from_right = tables.bis_left + h in moves, tables.bis_right + h in moves
    dig, both = tables.dig + h in moves, from_left and from_right
    if from_left:
        number = built.numbers[h - 1 - built.begin]
        parts.append(_bis(setup, words, tables.bis_left + h, "left", x, y, step, high, number, both, dig))
    if from_right:
        number = built.numbers[h + 1 - built.begin]
        parts.append(_bis(setup, words, tables.bis_right + h, "right", x, y, step, high, number, both, dig))
    if dig:
        parts.append(_site(setup, words, h, x + step / 2, y, step, high, crowded))
    if tables.use + h in moves:
        past = next(n for n in range(h - built.begin, len(built.fences)) if _ends(built, n)) + built.begin + 1
        parts.append(_estate(setup, words, h, past - h, x, y, step, high))
    return parts


def _ends(built: Built, n: int) -> bool:
    """Does an estate end with house n?"""
    return bool(built.fences[n]) or n == len(built.fences) - 1


@lru_cache(HOUSES)
def _gap(setup: Setup, words: Words, h: int, right: float, y: float, step: float, high: float) -> str:
    """Where a fence may be put, right of a house."""
    tables: Any = setup.tables
    code, name = tables.fence_move + h, f"fence-{spot(tables, h)}"
    look = {"stroke_width": 1.6, "class_": "ring", "stroke_dasharray": "3 2", "fill_opacity": 0.75}
    if step < NARROW:  # what is seen stands between two houses, what is touched is as wide as one of them
        wide, top, down = 9.0, high * 0.5, high * 0.2
        slot = box(-wide / 2, down, wide, lawn(step, high) + 8 - top - down, "glow", "action", 5, **look)
        touched = box(-step / 2, 0, step, REACH, "#000000", fill_opacity=0)
        return choice(setup, words, name, right, y + top, code, touched, slot)
    wide, tall = min(18.0, step * 0.36), lawn(step, high) - high * 0.3
    slot = box(0, 0, wide, tall, "glow", "action", 5, **look)
    finger = min(FINGER, step - 4)  # wider than what is seen of it
    touched = box((wide - finger) / 2, 0, finger, tall, "#000000", fill_opacity=0)
    return choice(setup, words, name, right - wide / 2, y + high * 0.32, code, touched, slot)


@lru_cache(HOUSES)
def _bis(
    setup: Setup,
    words: Words,
    code: int,
    side: str,
    left: float,
    y: float,
    step: float,
    high: float,
    number: int,
    both: bool,
    dig: bool,
) -> str:
    """An empty house where a number may be repeated: the house, its lower half, or where there are two numbers a half
    for each; of a narrow house with half of the neighbour whose number it is."""
    tables: Any = setup.tables
    narrow = step < NARROW
    wide, tall, top = step - 4, high, 0.0
    if narrow:
        wide, tall, top = (step - 1, REACH, high * 0.5) if both or dig else (step - 1, max(high, REACH), 0.0)
    elif both:
        wide = wide / 2
    x = (step - wide) / 2
    if both:
        away = step / 2 if narrow else wide / 2
        x += away if side == "right" else -away
    shown = str(number - at.BIS_BASE if number >= at.BIS_BASE else number)
    seen = (wide, tall - 18, 18.0) if narrow and both else (wide, tall, 0.0)  # below the number of the neighbour
    middle = seen[2] + seen[1] / 2
    body = (
        box(0, 0, wide, tall, "#000000", fill_opacity=0) if seen[2] else "",
        box(0, seen[2], seen[0], seen[1], "glow", "action", 6, stroke_width=2, class_="ring", fill_opacity=0.9),
        text(wide / 2, middle - 1, shown, 15, bold=True, anchor="middle"),
        text(wide / 2, middle + 11.5, "bis", 12.5, bold=True, anchor="middle"),
    )
    where = spot(tables, (code - at.WRITE) % tables.houses)
    return choice(setup, words, f"bis-{where}-{side}", left + x, y + top, code, *body)


@lru_cache(HOUSES)
def _site(
    setup: Setup, words: Words, h: int, x: float, y: float, step: float, high: float, crowded: bool
) -> str:  # fmt: skip
    """Where a roundabout may be built."""
    tables: Any = setup.tables
    r, middle = min(11.0, step * 0.2), y + lawn(step, high) + 6
    touched = disc(0, 0, min(20.0, step / 2), "#000000", fill_opacity=0)
    if step < NARROW:
        r, middle = 8.5, y + (high * 0.5 if crowded else lawn(step, high)) - REACH / 2  # clear of the park above
        touched = box(0.5 - step / 2, -REACH / 2, step - 1, REACH, "#000000", fill_opacity=0)
    dot = disc(0, 0, r, "paper", "action", stroke_width=1.8, class_="ring", fill_opacity=0.6)
    inner = disc(0, 0, r * 0.35, "#a8481f")
    return choice(setup, words, f"roundabout-{spot(tables, h)}", x, middle, tables.dig + h, touched, dot, inner)


@lru_cache(HOUSES)
def _estate(
    setup: Setup, words: Words, h: int, houses: int, x: float, y: float, step: float, high: float
) -> str:  # fmt: skip
    """A whole estate that a plan may take."""
    tables: Any = setup.tables
    wide, tall = houses * step - 3, lawn(step, high) + 4
    look = {"stroke_width": 3, "class_": "ring", "fill_opacity": 0.18}
    ring = box(0, 0, wide, tall, "glow", "action", 8, **look)
    return choice(setup, words, f"estate-{spot(tables, h)}", x + 1.5, y - 2, tables.use + h, ring)
