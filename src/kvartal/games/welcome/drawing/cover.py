"""The boxes of Welcome To…: a street of the fifties in the sun; each edition has its own light, one is a blueprint."""

import math

from kvartal.engine.svg import box, cover, disc, group, path, text
from kvartal.games.welcome.drawing import art

# The light of an edition: sky, rays of the sun, sun, hills, lawn.
LIGHTS = {
    "": ("#9fd6d2", "#b7e2dc", "#ffd976", "#7fbfae", "#9cc97e"),
    "2023": ("#f7c9b6", "#fad7c5", "#fff0c2", "#dd9c8d", "#b9cf83"),
    "expert": ("#f3b562", "#f7c57c", "#fff0c2", "#cf8550", "#a9b768"),
    "expert 2023": ("#c9b4df", "#d5c4e7", "#ffe3a0", "#9d86bd", "#94b884"),
    "draft": ("#bcd98f", "#cae3a3", "#fff3c4", "#86b071", "#8fc07a"),
}
BLUE, LINE = "#2b5c9a", "#dcebff"
FOOT = 122  # where the houses stand


def draw(preset: str) -> str:
    if preset == "blueprint":
        return cover(*_blueprint())
    sky, ray, sun, hill, lawn = LIGHTS.get(preset, LIGHTS[""])
    parts = [box(0, 0, 320, 180, sky), path(_rays(), ray), disc(160, 92, 38, sun)]
    parts.append(path("M0 104q50 -30 110 -8t110 -6t100 2V180H0Z", hill))
    parts.append(path(f"M0 {FOOT - 6}q80 -10 160 0t160 -2V180H0Z", lawn))
    for i, (x, number) in enumerate(((14, "5"), (112, "6"), (214, "7"))):
        wide, high = (88, 74) if i != 1 else (96, 84)
        parts.append(group(x, FOOT - high + 4, _house((0, 1, 3)[i], wide, high, number)))
    parts += [art.tree(106, FOOT + 6, 34), art.tree(211, FOOT + 4, 28), art.tree(309, FOOT + 6, 36)]
    if preset in ("", "2018", "2023"):
        parts.append(group(136, FOOT + 4, art.pool(52, True)))
    fence = "".join(f"M{x} {FOOT + 30}" + "v-20l3-5l3 5v20zm11 0" * 12 for x in (-2, 190))
    parts.append(path(f"M0 {FOOT + 16}H132M190 {FOOT + 16}H320", None, "#ffffff", stroke_width=4))
    parts += [path(fence, "#ffffff", art.FENCE_INK), box(0, 152, 320, 28, "#77757c")]
    parts.append(path("M0 166H320", None, "#fff3d6", stroke_width=2, stroke_dasharray="14 12"))
    if preset.startswith("expert"):
        parts.append(group(124, 122, art.roundabout(72, 58)))
    elif preset == "draft":
        parts += [_card(144 + 30 * i, 92 + abs(i) * 5, i * 14, "831"[i + 1]) for i in (-1, 0, 1)]
    parts.append(_car(28, 148))
    return cover(*parts)


def _rays() -> str:
    """The sun of an old advertisement."""
    found = []
    for k in range(0, 24, 2):
        a, b = (math.pi * 2 * n / 24 for n in (k, k + 1))
        ends = (f"{160 + 260 * math.cos(t):.0f} {92 + 260 * math.sin(t):.0f}" for t in (a, b))
        found.append(f"M160 92L{'L'.join(ends)}Z")
    return "".join(found)


def _house(colour: int, wide: float, high: float, number: str) -> str:
    eaves = high * 0.36
    wall = f"M{wide * 0.1:.0f} {eaves:.0f}H{wide * 0.9:.0f}V{high}H{wide * 0.1:.0f}Z"
    roof = f"M2 {eaves:.0f}L{wide * 0.25:.0f} 5H{wide * 0.62:.0f}v-8h9v8h5L{wide - 2} {eaves:.0f}Z"
    return (
        path(wall, art.WALLS[colour], art.INK, stroke_width=1.4)
        + path(roof, art.ROOFS[colour], art.INK, stroke_width=1.4)
        + disc(wide / 2, high * 0.2, 6, "#bfe0ee", art.INK)
        + text(wide / 2, high - 8, number, 38, art.INK, bold=True, anchor="middle")
    )


def _car(x: float, y: float) -> str:
    body = f"M{x} {y + 14}q1 -9 12 -9l8 -9h22l9 9q14 1 16 9v5H{x}z"
    glass = f"M{x + 23} {y - 1}l4 -5h8v5zM{x + 37} {y - 6}h4l6 5h-10z"
    ink = art.INK
    wheels = "".join(disc(x + dx, y + 18, 6, "#2c2b30", "#f6f1e4", stroke_width=2) for dx in (15, 53))
    trim = path(f"M{x + 2} {y + 11}h62", None, "#fff6e2", stroke_width=2.4)
    return path(body, "#d9573f", ink, stroke_width=1.3) + path(glass, "#dff1f4", ink, stroke_width=1) + trim + wheels


def _card(x: float, y: float, turn: float, shown: str) -> str:
    face = box(-17, -24, 34, 48, "#fffaf0", art.INK, 5, stroke_width=1.4)
    number = text(0, 9, shown, 24, art.INK, bold=True, anchor="middle")
    return group(x + 12, y + 44, f'<g transform="rotate({turn:g})">{face}{number}</g>')


def _blueprint() -> list[str]:
    grid = "".join(f"M{x} 0V180" for x in range(0, 321, 16)) + "".join(f"M0 {y}H320" for y in range(2, 181, 16))
    parts = [box(0, 0, 320, 180, BLUE), path(grid, None, LINE, stroke_width=0.6, opacity=0.35)]
    for x, wide, high, shown in ((22, 84, 72, "5"), (116, 96, 86, "6"), (222, 80, 68, "7")):
        top = 134 - high
        house = f"M{x} {top + high * 0.38:.0f}H{x + wide}V134H{x}ZM{x - 8} {top + high * 0.38:.0f}"
        house += f"L{x + wide * 0.2:.0f} {top}H{x + wide * 0.8:.0f}L{x + wide + 8} {top + high * 0.38:.0f}Z"
        parts.append(path(house, None, LINE, stroke_width=2, stroke_linejoin="round"))
        parts.append(text(x + wide / 2, 126, shown, 34, LINE, bold=True, anchor="middle"))
    measure = "M22 150H302M22 145v10M106 145v10M116 145v10M212 145v10M222 145v10M302 145v10"
    parts.append(path(measure, None, LINE, stroke_width=1.2))
    parts.append(
        group(
            128,
            156,
            path(
                "M0 8C0 0 16 0 26 4S56 0 58 8S40 18 28 15S0 18 0 8Z",
                None,
                LINE,
                stroke_width=1.6,
                stroke_dasharray="4 3",
            ),
        )
    )
    return parts
