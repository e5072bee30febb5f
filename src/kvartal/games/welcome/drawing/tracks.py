"""The boxes of a sheet: parks, values of estates, pools, temps, bis, refusals, roundabouts, and the points.

Drawn from plain values and remembered: most of them stay as they are from move to move.
"""

from functools import lru_cache
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.svg import box, group, tag, text
from kvartal.engine.words import N_, Words
from kvartal.games.welcome.drawing import art
from kvartal.games.welcome.drawing.art import INK
from kvartal.games.welcome.drawing.widgets import LEAST, choice, edge
from kvartal.games.welcome.rules import cells as at

DRAWN = 128  # of each kind, remembered
SIDE = 22.0  # of a box
ROW = 22.0  # how high a park above its street is


# What stands above a track, and the effect that fills it.
TRACKS = {
    "pools": (N_("Pools"), at.POOL),
    "bis": (N_("Bis"), at.BIS),
    "refusals": (N_("Refusals"), -1),
    "roundabouts": (N_("Roundabouts"), -1),
}


@lru_cache(DRAWN)
def titled(said: str, effect: int, room: float) -> str:
    """The name of a track, behind the sign of the effect that fills it."""
    if effect < 0:
        return text(0, -7, said, 12.5, INK, bold=True, room=room, least=LEAST)
    return group(0, -22, art.effect_sign(effect, 17)) + text(
        22, -7, said, 12.5, INK, bold=True, room=room - 22, least=LEAST
    )


@lru_cache(DRAWN)
def track(
    words: Words, name: str, x: float, y: float, crossed: int, points: bytes, across: int, room: float = 200
) -> str:
    """A named track in rows of so many boxes; all but the pools cost points."""
    above, effect = TRACKS[name]
    parts = [titled(("" if name == "pools" else "− ") + words(above), effect, room)]
    for row in range(0, len(points), across):
        shown = tuple(str(p) for p in points[row : row + across])
        down = row // across * (SIDE + 3)
        parts.append(art.boxes(0, down, SIDE, 3, shown, max(0, crossed - row), crossed - row))
    return group(x, y, *parts, id=f"welcome-track-{name}")


@lru_cache(DRAWN)
def temps(setup: Setup, words: Words, x: float, y: float, crossed: int) -> str:
    """The track of the temps: what they are worth depends on the others, so its boxes have no numbers."""
    tables: Any = setup.tables
    count, across = tables.temp_boxes, 11
    worth = " / ".join(map(str, tables.temp_rank))
    if tables.mode == at.SOLO_2018:
        worth = f"≥ {tables.solo_temps[0]}: {tables.solo_temps[1]}"
    parts = [titled(f"{words('Temps')} ({worth})", at.TEMP, 240)]
    for row in range(0, count, across):
        shown = ("",) * min(across, count - row)
        parts.append(art.boxes(0, row // across * (SIDE + 3), SIDE, 3, shown, max(0, crossed - row), -1))
    return group(x, y, *parts, id="welcome-track-temps")


@lru_cache(DRAWN)
def park(setup: Setup, words: Words, street: int, x: float, y: float, crossed: int, can: bool) -> str:
    """The park at the end of a street: a tree for each box that is crossed out."""
    tables: Any = setup.tables
    count, side, step = tables.park_boxes[street], 24.0, 27.0
    wide = (count + 1) * step + 9
    points = tuple(str(p) for p in tables.park_points[street * 16 : street * 16 + count + 1])
    parts = [box(0, 16, wide, side + 18, "lawn", None, 8)]
    parts += [art.tree(6 + step * i + side / 2, 27, 25, i < crossed) for i in range(count)]
    parts.append(art.boxes(6, 29, side, 3, points, crossed, crossed))
    trees = tag("g", *parts, id=f"welcome-trees-{street + 1}")
    if can:
        return choice(setup, words, "park", x, y, at.MAKE_PARK, trees, edge(-2, -2, wide + 4, side + 38, 9))
    return group(x, y, trees, id=f"welcome-parks-{street + 1}")


@lru_cache(DRAWN)
def park_row(setup: Setup, words: Words, street: int, x: float, y: float, crossed: int, can: bool) -> str:
    """The park above a street of a phone: a tree, and its boxes."""
    tables: Any = setup.tables
    count = tables.park_boxes[street]
    wide = 22 + (count + 1) * (SIDE + 2) + 4
    points = tuple(str(p) for p in tables.park_points[street * 16 : street * 16 + count + 1])
    parts = [box(0, 0, wide, ROW, "lawn", None, 7), art.tree(12, ROW - 2, ROW - 4)]
    parts += [
        art.slot(22 + n * (SIDE + 2), 2, SIDE, ROW - 4, shown, n < crossed, n == crossed)
        for n, shown in enumerate(points)
    ]
    trees = tag("g", *parts, id=f"welcome-trees-{street + 1}")
    if can:
        touched = box(0, -4, wide, 47, "#000000", fill_opacity=0)
        return choice(setup, words, "park", x, y, at.MAKE_PARK, touched, trees, edge(-2, -2, wide + 4, ROW + 4, 8))
    return group(x, y, trees, id=f"welcome-parks-{street + 1}")


@lru_cache(DRAWN)
def values(
    setup: Setup,
    words: Words,
    x: float,
    y: float,
    step: float,
    crossed: tuple[int, ...],
    made: tuple[int, ...],
    moves: tuple[int, ...] | None,
) -> str:
    """What estates are worth: a column for each size, with how many of them there are. None of the moves stands here
    (None): elsewhere the same is pressed."""
    tables: Any = setup.tables
    tallest, parts = max(tables.value_boxes) + 1, []
    for size in range(6):
        boxes, code, left = tables.value_boxes[size], at.RAISE + size, x + size * step
        points = tables.value_points[size * 16 : size * 16 + boxes + 1]
        column = _column(size + 1, points, crossed[size], made[size], tallest)
        if moves is None:
            parts.append(group(left, y, column))
        elif code in moves:
            ring = edge(-4, -4, SIDE + 16, boxes * (SIDE + 3) + SIDE + 8)
            parts.append(choice(setup, words, f"value-{size + 1}", left, y, code, column, ring))
        else:
            parts.append(group(left, y, column, id=f"welcome-value-{size + 1}"))
    return "".join(parts)


@lru_cache(DRAWN)
def _column(size: int, points: bytes, crossed: int, made: int, tallest: int) -> str:
    """Boxes from the top down, below them the size and how many estates have it."""
    parts = []
    for i, worth in enumerate(points):
        parts.append(art.slot(0, i * (SIDE + 3), SIDE + 8, SIDE, str(worth), i < crossed, i == crossed))
    below = tallest * (SIDE + 3) + 13
    parts.append(text((SIDE + 8) / 2, below, f"{size}", 14, INK, bold=True, anchor="middle"))
    parts.append(text((SIDE + 8) / 2, below + 16, f"×{made}", 12.5, INK if made else "#6d6455", anchor="middle"))
    return tag("g", *parts, id=f"welcome-column-{size}")


@lru_cache(DRAWN)
def scorebox(said: str, x: float, y: float, width: float) -> str:
    """The own points, as things stand."""
    shown = text(width / 2, 27, said, 18, INK, bold=True, anchor="middle", room=width - 12)
    return group(x, y, box(0, 0, width, 40, "mark", INK, 10), shown, id="welcome-points")
