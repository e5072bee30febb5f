"""The streets of a sheet: lawns, houses, pools, fences, marks, and every place for a move.

Drawn from plain values and remembered: from move to move, and from player to player, most of it looks the same.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from kvartal.engine.game import Setup
from kvartal.engine.svg import FINGER, box, disc, group, tag, target, text
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing import art
from kvartal.games.welcome.drawing.art import INK
from kvartal.games.welcome.drawing.mini_sheet import MARK
from kvartal.games.welcome.drawing.widgets import choice, edge
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.text.labels import spot

STREETS, HOUSES = 512, 2048  # remembered


class Strip(NamedTuple):
    """Houses side by side, and where: a street on a desk, half of one on a phone."""

    first: int
    past: int
    x: float
    y: float
    step: float  # from house to house
    high: float  # roof and wall

    @property
    def lawn(self) -> float:
        return lawn(self.step, self.high)


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
    scene = art.street(x, y, (past - first) * step, high, down, first)
    parts = [tag("g", scene, id=f"welcome-lawn-{first}")]
    later, standing = [], []
    for h in range(first, past):
        left, n = x + (h - first) * step, h - built.begin
        code = at.WRITE + h if asked else tables.use + h
        can = code in moves
        parts.append(
            _house(setup, words, h, left, y, step, high, built.numbers[n], code if asked or can else None, can)
        )
        if tables.pool_of[h] != 255:
            parts.append(_water(setup, words, h, left, y, step, high, built.pools[tables.pool_of[h]] > 0, h == wet))
        if moves:
            later += _around(setup, words, h, strip, built, moves)
        if built.fences[n]:
            standing.append(left + step - (4 if h == past - 1 else 0))
        if built.marks[n]:
            parts.append(box(left + 2, y - 7, step - 4, 5, MARK, None, 2))
    if first == built.begin:
        standing.append(x + 3)
    fences = [art.fence(left, y + high * 0.62, down - high * 0.62 + 4) for left in standing]
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
        lit = box(1, 0, step - 2, high, "glow", "action", 6, fill_opacity=0.85, stroke_width=3, class_="ring")
        return choice(setup, words, name, left, y, code, lit, shape)
    return target(f"welcome-{name}", left, y, shape, refused=None if code is None else setup.notation[code])


@lru_cache(HOUSES)
def _water(
    setup: Setup, words: Words, h: int, left: float, y: float, step: float, high: float, built: bool, can: bool
) -> str:
    """The pool of a house, or the plan of one."""
    wide, x, down = step * 0.62, left + step * 0.19, y + high + step * 0.1
    water = art.pool(wide, built)
    if can:
        ring = edge(-4, -4, wide + 8, wide * 0.42 + 8)
        touched = box(-step * 0.15, wide * 0.21 - FINGER / 2, step * 0.92, FINGER, "#000000", fill_opacity=0)
        return choice(setup, words, "pool", x, down, at.MAKE_POOL, touched, water, ring)
    return group(x, down, water, id=f"welcome-water-{spot(setup.tables, h)}")


# Around a house -------------------------------------------------------------------------------------------------------


def _around(setup: Setup, words: Words, h: int, strip: Strip, built: Built, moves: tuple[int, ...]) -> list[str]:
    """Places for moves: a fence to the right, bis halves, a roundabout."""
    tables: Any = setup.tables
    x, y, step, high = strip.x + (h - strip.first) * strip.step, strip.y, strip.step, strip.high
    parts = []
    if tables.fence_move + h in moves:
        parts.append(_gap(setup, words, h, x + step, y, step, high, h == strip.past - 1))
    from_left, from_right = tables.bis_left + h in moves, tables.bis_right + h in moves
    both = from_left and from_right
    if from_left:
        number = built.numbers[h - 1 - built.begin]
        parts.append(_bis(setup, words, tables.bis_left + h, "left", x, y, step, high, number, both))
    if from_right:
        number = built.numbers[h + 1 - built.begin]
        parts.append(_bis(setup, words, tables.bis_right + h, "right", x, y, step, high, number, both))
    if tables.dig + h in moves:
        parts.append(_site(setup, words, h, x + step / 2, y + strip.lawn + 6, step))
    return parts


@lru_cache(HOUSES)
def _gap(setup: Setup, words: Words, h: int, right: float, y: float, step: float, high: float, row_end: bool) -> str:
    """Where a fence may be put, right of a house."""
    tables: Any = setup.tables
    wide, tall = min(18.0, step * 0.36), lawn(step, high) - high * 0.3
    look = {"stroke_width": 1.6, "class_": "ring", "stroke_dasharray": "3 2", "fill_opacity": 0.75}
    slot = box(0, 0, wide, tall, "glow", "action", 5, **look)
    finger = min(FINGER, step - 4)  # wider than what is seen of it
    touched = box((wide - finger) / 2, 0, finger, tall, "#000000", fill_opacity=0)
    x = right - (wide if row_end else wide / 2)
    code = tables.fence_move + h
    return choice(setup, words, f"fence-{spot(tables, h)}", x, y + high * 0.32, code, touched, slot)


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
) -> str:
    """An empty house, or its half, where a number may be repeated."""
    tables: Any = setup.tables
    wide = (step - 4) / 2 if both else step - 4
    shift = 2 + (wide if both and side == "right" else 0)
    shown = str(number - at.BIS_BASE if number >= at.BIS_BASE else number)
    body = (
        box(0, 0, wide, high, "glow", "action", 6, stroke_width=2, class_="ring", fill_opacity=0.85),
        text(wide / 2, high * 0.52, shown, 15, INK, bold=True, anchor="middle"),
        text(wide / 2, high * 0.52 + 14, "bis", 11, art.CROSSED, bold=True, anchor="middle"),
    )
    where = spot(tables, (code - at.WRITE) % tables.houses)
    return choice(setup, words, f"bis-{where}-{side}", left + shift, y, code, *body)


@lru_cache(HOUSES)
def _site(setup: Setup, words: Words, h: int, x: float, y: float, step: float) -> str:
    """Where a roundabout may be built."""
    tables: Any = setup.tables
    r = min(11.0, step * 0.2)
    touched = disc(0, 0, min(20.0, step / 2), "#000000", fill_opacity=0)
    dot = disc(0, 0, r, "glow", "action", stroke_width=2, stroke_dasharray="3 2", class_="ring")
    inner = disc(0, 0, r * 0.4, "action")
    return choice(setup, words, f"roundabout-{spot(tables, h)}", x, y, tables.dig + h, touched, dot, inner)
