"""The boxes of Mr House: an early morning on the building site; the expert game goes on until the evening."""

from kvartal.engine.svg import box, cover, disc, group, path
from kvartal.games.house.drawing.art import BRICK_FACE, TILE_FACE, TILE_LINE, crane, garage_front, wall_front
from kvartal.games.house.drawing.pieces import INK, block
from kvartal.games.house.rules import cells as at

FOOT, W, H = 150, 62, 46
WOOD, BRICK = 1, 5  # the first of the four walls of each kind
WALLS = ((0, 0, WOOD + at.WITH_DOOR), (1, 0, BRICK + at.TWO_WINDOWS), (0, 1, BRICK + at.ONE_WINDOW))
PILE = ((286, 126), (274, 150), (298, 150))
GARAGE = (2, 2, 1, 0)  # bricks, two doors, a roof of metal, no chimney

# Sky, sun, hills, ground.
LIGHTS = {"": ("#f8dfa6", "#f0a03c", "#e3bd79", "#93ac62"), "expert": ("#e9b6a4", "#d9583f", "#a9798c", "#6f8a5c")}


def draw(preset: str) -> str:
    sky, sun, hills, ground = LIGHTS.get(preset, LIGHTS[""])
    parts = [box(0, 0, 320, 180, sky), disc(258, 58, 24, sun)]
    parts.append(path("M0 128q60 -34 128 -10t108 -6t84 -8V180H0Z", hills))
    parts.append(path("M0 142q90 -12 170 -2t150 -4V180H0Z", ground))
    parts.append(group(0, 0, crane(26, FOOT, 118)))
    left = 118
    parts.append(box(left - 14, FOOT - 2, 2 * W + 28, 6, "#8a6a48"))
    poles = "".join(f"M{left + x} {FOOT}V{FOOT - 2 * H - 14}" for x in (-8, W, 2 * W + 8))
    planks = f"M{left - 14} {FOOT - H}h{2 * W + 28}M{left - 14} {FOOT - 2 * H}h{2 * W + 28}"
    parts += [path(poles, None, "#a87f45", stroke_width=3), path(planks, None, "#b98f52", stroke_width=4)]
    parts += [group(left + c * W, FOOT - (s + 1) * H, wall_front(W, H, wall)) for c, s, wall in WALLS]
    top = FOOT - 2 * H
    parts.append(path(f"M{left - 5} {top}l{W / 2 + 5:g} -30l{W / 2 + 5:g} 30z", TILE_FACE, INK, stroke_width=1.2))
    parts.append(path(f"M{left + 7} {top - 8}h48M{left + 15} {top - 16}h32", None, TILE_LINE, stroke_width=1.6))
    if preset == "expert":
        parts.append(garage_front(258, FOOT - 33, 56, 37, GARAGE))
    else:
        for (x, y), good in zip(PILE, (at.WOOD, at.BRICK, at.WINDOW), strict=True):
            parts.append(group(x - 6, y - 4, block(good, 23)))
    parts.append(_builder(232, FOOT + 4))
    tape = "".join(f"M{x} 168h16l-9 12h-16z" for x in range(-6, 330, 26))
    return cover(*parts, box(0, 168, 320, 12, "#2f2a26"), path(tape, "#f0b429"))


def _builder(x: float, floor: float) -> str:
    """Somebody has to do it."""
    return group(
        x,
        floor,
        path("M-6 0v-14h12v14h-4v-9h-4v9z", "#38536b", INK, stroke_width=1),
        box(-7, -30, 14, 17, "#e0703c", INK, 4, stroke_width=1),
        disc(0, -35, 5.5, "#e9c39b", INK, stroke_width=1),
        path("M-8 -37a8 8 0 0 1 16 0z", "#f2c230", INK, stroke_width=1),
        path("M7 -26l11 -9", None, "#e0703c", stroke_width=4, stroke_linecap="round"),
        box(15, -44, 9, 9, BRICK_FACE, INK, 1, stroke_width=0.8),
    )
