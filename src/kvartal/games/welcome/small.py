"""The sheet of somebody else in small: three rows of numbers, fences, pools, points."""

from functools import lru_cache
from typing import Any

from kvartal.engine.svg import at, box, text, title
from kvartal.games.welcome import pictures
from kvartal.games.welcome import tables as cell
from kvartal.games.welcome.pictures import INK

MARK = "#7b3fa0"  # what a plan has used
SMALL = 104  # how high a small sheet is


@lru_cache(512)
def small_sheet(
    tables: Any, sheet: tuple[int, ...], name: str, score: str, effects: tuple[str, ...], width: float
) -> tuple[str, ...]:
    """Its head and its three streets. `sheet` holds the cells of one seat, `effects` the names of what its hand shows,
    in a draft."""
    done = " ✓" if sheet[cell.STAGE] == cell.CONFIRMED else ""
    parts = [
        box(0, 0, width, SMALL, "paper", INK, 10),
        text(10, 19, f"{name}{done}", 13, INK, bold=True, room=width * (0.4 if effects else 0.6)),
        text(width - 10, 19, score, 12, INK, anchor="end", room=width * 0.3),
    ]
    for slot in range(3 if effects else 0):
        effect = sheet[tables.hand_effects + slot]
        if effect >= 0:
            sign = pictures.effect_sign(effect, 17)
            parts.append(at(width * 0.44 + slot * 20, 5, title(effects[effect]), sign))
    step = (width - 16) / max(tables.past[s] - tables.first[s] for s in range(3))
    return "".join(parts), *(_street(tables, sheet, street, step) for street in range(3))


def _street(tables: Any, sheet: tuple[int, ...], street: int, step: float) -> str:
    first, top = tables.first[street], 28 + street * 25
    parts = [box(8, top + 17, (tables.past[street] - first) * step, 6, "lawn", None, 2)]
    for h in range(first, tables.past[street]):
        parts.append(_house(tables, sheet, h, 8 + (h - first) * step, top, step))
    return "".join(parts)


def _house(tables: Any, sheet: tuple[int, ...], h: int, left: float, top: float, step: float) -> str:
    now, pool = sheet[cell.NUMBERS + h], tables.pool_of[h]
    wet = pool != 255 and sheet[tables.pool_at + pool]
    fill = INK if now < 0 else pictures.WALLS[h % 4]
    parts = [box(left + 0.5, top, step - 1, 18, fill, None, 3, fill_opacity=0.07 if now < 0 else None)]
    if wet:
        parts.append(box(left + step * 0.2, top + 18.5, step * 0.6, 4, "#4aa5cb", "#2b6f8e", 2, stroke_width=0.6))
    if now >= 0:
        bis = now >= cell.BIS_BASE
        shown = "o" if now == cell.ROUNDABOUT else str(now - cell.BIS_BASE if bis else now)
        style = "italic" if bis else None
        ink = pictures.CROSSED if bis else INK
        parts.append(
            text(left + step / 2, top + 13.4, shown, 11.5, ink, bold=not bis, anchor="middle", font_style=style)
        )
    if sheet[tables.fences + h]:
        parts.append(box(left + step - 1.4, top - 1, 2.8, 23, pictures.FENCE_INK))
    if sheet[tables.marks + h]:
        parts.append(box(left + 1, top - 2, step - 2, 2.5, MARK))
    return "".join(parts)
