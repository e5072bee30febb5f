"""The board on a phone, upright and held across: cards, plans, streets and values are the play area in every phase.

What lies below it, plans in full and the boxes of the sheet, is named by the tabs of the bar.
"""

from functools import lru_cache
from typing import Any

from kvartal.engine.board import ACROSS
from kvartal.engine.svg import box, group, short, text, title, within
from kvartal.engine.words import Words
from kvartal.games.welcome.drawing.art import INK, effect_sign, refusal_sign, roundabout
from kvartal.games.welcome.drawing.scene import Scene
from kvartal.games.welcome.drawing.strip import SIGN, street_sign
from kvartal.games.welcome.drawing.tracks import temps, titled, track
from kvartal.games.welcome.drawing.widgets import LEAST
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.text.labels import points_of

EDGE, GAP = 4.0, 5.0
DRAWN = 128  # of each kind, remembered
MARGIN = 8.0  # left and right of the longest street
COUNTER = 44.0  # from one to the next
PLAY: dict[str, object] = {"data_play": ""}


def upright(scene: Scene) -> tuple[float, list[str]]:
    """All but the others, one below the other: how high it is, and its parts."""
    wide = ACROSS["upright"] - 2 * EDGE
    each = (wide - 2 * GAP) / 3
    plans = [scene.plan_cell(i, i * (each + GAP), 0, each, 58) for i in range(3)]
    parts = [
        group(EDGE, EDGE, scene.offers(wide, 76, GAP, 46), id="welcome-cards", **PLAY),
        group(EDGE, 86, *plans, id="welcome-strip", **PLAY),
        group(0, 149, *_streets(scene, ACROSS["upright"], 112, 32, 50), id="welcome-streets", **PLAY),
        group(EDGE, 488, scene.value_cells(wide, 48, 4), id="welcome-values", **PLAY),
    ]
    y, full = 552.0, []
    for i in range(3):
        full.append(scene.plan_row(i, 0, i * 90, wide, 84))
    parts.append(group(EDGE, y, *full, id="welcome-plans"))
    y += 3 * 90 + 4
    high, boxes = _boxes(scene, wide, False)
    parts.append(group(EDGE, y, *boxes, id="welcome-boxes"))
    return y + high + 8, parts


def across(scene: Scene) -> tuple[float, list[str]]:
    """Cards, plans and values left, the streets right."""
    wide, left = ACROSS["across"], 204.0
    plans = [scene.plan_cell(i, 0, i * 50, left, 46) for i in range(3)]
    parts = [
        group(EDGE, EDGE, scene.offers(left, 76, 4, 42), id="welcome-cards", **PLAY),
        group(EDGE, 86, *plans, id="welcome-strip", **PLAY),
        group(EDGE, 238, scene.value_cells(left, 74, 3), id="welcome-values", **PLAY),
        group(left + 8, 2, *_streets(scene, wide - left - 8, 104, 30.5, 45.5), id="welcome-streets", **PLAY),
    ]
    y, each = 328.0, (wide - 2 * EDGE - 2 * GAP) / 3
    full = [scene.plan_row(i, i * (each + GAP), 0, each, 118) for i in range(3)]
    parts.append(group(EDGE, y, *full, id="welcome-plans"))
    y += 126
    high, boxes = _boxes(scene, wide - 2 * EDGE, True)
    parts.append(group(EDGE, y, *boxes, id="welcome-boxes"))
    return y + high + 8, parts


def _streets(scene: Scene, wide: float, down: float, lift: float, high: float) -> list[str]:
    """Each street in one row, above it its number and its park; beside the shortest are the points."""
    tables, counts = scene.tables, _counts(scene)
    houses = [tables.past[street] - tables.first[street] for street in range(3)]
    step = (wide - 2 * MARGIN) / max(houses)
    parts = [box(1, 0, wide - 2, 3 * down, "paper", INK, 10, stroke_width=1.4)]
    for street in range(3):
        top = street * down + 2
        parts.append(group(4, top + 2, street_sign(street)))
        parts.append(scene.houses(tables.first[street], tables.past[street], MARGIN, top + lift, step, high))
        parts.append(scene.parks(street, SIGN + 10, top, row=True))
        parts.append(
            group(wide - MARGIN, top + 2, _counters(scene.plain, street, counts), id=f"welcome-counters-{street + 1}")
        )
    right = MARGIN + min(houses) * step + 10
    if wide - 6 - right > MARGIN:
        parts.append(_points(scene, right, houses.index(min(houses)) * down + 28, wide - 5 - right))
    return parts


def _counts(scene: Scene) -> tuple[int, ...]:
    """Of what is crossed out on the sheet."""
    cells, base = scene.cells, scene.base
    rounds = cells[base + at.ROUNDABOUTS] if scene.tables.roundabouts else -1
    return scene.pools, cells[base + at.TEMPS], rounds, cells[base + at.REFUSALS], cells[base + at.BISES]


@lru_cache(DRAWN)
def _counters(words: Words, street: int, counts: tuple[int, ...]) -> str:
    """How much is crossed out on the sheet, in short: above the second and the third street, from the right."""
    found = (
        (words("Pools"), effect_sign(at.POOL, SIGN), 1),
        (words("Temps"), effect_sign(at.TEMP, SIGN), 1),
        (words("Roundabouts"), roundabout(SIGN, SIGN * 0.9), 1),
        (words("Refusals"), refusal_sign(SIGN), 2),
        (words("Bis"), effect_sign(at.BIS, SIGN), 2),
    )
    here = [(*each, count) for each, count in zip(found, counts, strict=True) if each[2] == street and count >= 0]
    shown = [
        group(-COUNTER * (n + 1), 0, title(said), sign, text(SIGN + 3, 13.5, f"×{count}", 13, INK, bold=count > 0))
        for n, (said, sign, _, count) in enumerate(here)
    ]
    return "".join(shown)


def _points(scene: Scene, x: float, y: float, wide: float) -> str:
    """The points as things stand; for somebody who looks on, whose they are."""
    points = points_of(scene.known.score(scene.seat), scene.words)
    return _point_box(points, scene.owner(scene.seat) if scene.view.seat is None else "", x, y, wide)


@lru_cache(DRAWN)
def _point_box(points: str, owner: str, x: float, y: float, wide: float) -> str:
    size, said = within(points, wide - 4, 17, 2, bold=True, least=LEAST)
    if owner:
        said = [short(owner, wide - 4, LEAST, bold=True), *said]
    parts = [box(0, 0, wide, len(said) * 18 + 8, "mark", INK, 8)]
    for n, each in enumerate(said):
        parts.append(
            text(wide / 2, 18 + n * 18, each, size, INK, bold=True, anchor="middle", room=wide - 4, least=LEAST)
        )
    return group(x, y, *parts, id="welcome-points")


def _boxes(scene: Scene, wide: float, beside: bool) -> tuple[float, list[str]]:
    """The boxes of the sheet: how high they are, and their parts; the values `beside` the others, or between them."""
    tables: Any = scene.tables
    cells, base, words, plain = scene.cells, scene.base, scene.words, scene.plain
    parts = [
        track(plain, "pools", 12, 32, scene.pools, tables.pool_points, 10),
        temps(scene.setup, plain, 12, 84, cells[base + at.TEMPS]),
        track(plain, "bis", 12, 136, cells[base + at.BISES], tables.bis_points, 10),
        track(plain, "refusals", 12, 188, cells[base + at.REFUSALS], tables.refusal_points, 4, 112),
    ]
    if tables.roundabouts:
        count = cells[base + at.ROUNDABOUTS]
        parts.append(track(plain, "roundabouts", 140, 188, count, tables.roundabout_points, 3, 140))
    x, y = (318.0, 32.0) if beside else (12.0, 240.0)
    parts.append(group(x, y, titled(words("Value of estates"), at.VALUE, 240)))
    parts.append(scene.values(x + 2, y, 47 if beside else 55, pressed=False))
    high = max(222.0, y + (max(tables.value_boxes) + 1) * 25 + 38)
    return high, [box(0, 0, wide, high, "paper", INK, 12, stroke_width=1.4), *parts]
