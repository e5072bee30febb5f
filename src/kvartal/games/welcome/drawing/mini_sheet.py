"""The sheet of somebody else in small: three rows of numbers, fences, pools, points; what all see alike, drawn once."""

from functools import lru_cache
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.svg import box, group, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing import art
from kvartal.games.welcome.drawing.art import INK
from kvartal.games.welcome.drawing.widgets import LEAST
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.text.labels import effect_name, points_of

MARK = "#7b3fa0"  # what a plan has used
SMALL = 104  # how high a small sheet is


@lru_cache(256)
def small_sheet(
    setup: Setup,
    words: Words,
    seat: int,
    sheet: tuple[int, ...],
    name: str,
    points: int,
    x: float,
    y: float,
    width: float,
) -> str:
    """Its head and its three streets. `sheet` holds the cells of the seat."""
    tables: Any = setup.tables
    step = (width - 16) / max(tables.past[s] - tables.first[s] for s in range(3))
    drawn = [_head(tables, words, sheet, name, points, width)]
    for street in range(3):
        first, past = tables.first[street], tables.past[street]
        numbers, fences, marks = (
            sheet[cells + first : cells + past] for cells in (at.NUMBERS, tables.fences, tables.marks)
        )
        pools = tuple(_pool(tables, sheet, house) for house in range(first, past))
        drawn.append(_street(first, 28 + street * 25, step, numbers, fences, marks, pools))
    parts = [tag("g", part, id=f"welcome-small-{seat}-{n}") for n, part in enumerate(drawn)]
    return group(x, y, *parts, id=f"welcome-seat-{seat}")


def _head(tables: Any, words: Words, sheet: tuple[int, ...], name: str, points: int, width: float) -> str:
    draft = tables.mode == at.DRAFT  # the effects in a hand are known to all
    done = " ✓" if sheet[at.STAGE] == at.CONFIRMED else ""
    score = points_of(points, words)
    parts = [
        box(0, 0, width, SMALL, "paper", INK, 10),
        text(10, 19, f"{name}{done}", 13, INK, bold=True, room=width * (0.4 if draft else 0.6), least=LEAST),
        text(width - 10, 19, score, 12.5, INK, anchor="end", room=width * 0.3, least=LEAST),
    ]
    for slot in range(3 if draft else 0):
        effect = sheet[tables.hand_effects + slot]
        if effect >= 0:
            sign = art.effect_sign(effect, 17)
            parts.append(group(width * 0.44 + slot * 20, 5, title(effect_name(effect, words)), sign))
    return "".join(parts)


def _pool(tables: Any, sheet: tuple[int, ...], house: int) -> bool:
    """Has a house its pool?"""
    pool: int = tables.pool_of[house]
    return pool != 255 and sheet[tables.pool_at + pool] > 0


@lru_cache(512)
def _street(
    first: int,
    top: float,
    step: float,
    numbers: tuple[int, ...],
    fences: tuple[int, ...],
    marks: tuple[int, ...],
    pools: tuple[bool, ...],
) -> str:
    parts = [box(8, top + 17, len(numbers) * step, 6, "lawn", None, 2)]
    for n, (number, fence, mark, pool) in enumerate(zip(numbers, fences, marks, pools, strict=True)):
        parts.append(_house((first + n) % 4, 8 + n * step, top, step, number, fence > 0, mark > 0, pool))
    return "".join(parts)


@lru_cache(4096)
def _house(
    colour: int, left: float, top: float, step: float, now: int, fence: bool, mark: bool, pool: bool
) -> str:  # fmt: skip
    fill = INK if now < 0 else art.WALLS[colour]
    parts = [box(left + 0.5, top, step - 1, 18, fill, None, 3, fill_opacity=0.07 if now < 0 else None)]
    if pool:
        parts.append(box(left + step * 0.2, top + 18.5, step * 0.6, 4, "#4aa5cb", "#2b6f8e", 2, stroke_width=0.6))
    if now >= 0:
        bis = now >= at.BIS_BASE
        shown = "o" if now == at.ROUNDABOUT else str(now - at.BIS_BASE if bis else now)
        style = "italic" if bis else None
        ink = art.CROSSED if bis else INK
        parts.append(
            text(left + step / 2, top + 13.6, shown, 12.5, ink, bold=not bis, anchor="middle", font_style=style)
        )
    if fence:
        parts.append(box(left + step - 1.4, top - 1, 2.8, 23, art.FENCE_INK))
    if mark:
        parts.append(box(left + 1, top - 2, step - 2, 2.5, MARK))
    return "".join(parts)
