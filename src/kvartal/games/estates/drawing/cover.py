"""The box of The Estates: a skyline at dusk, floor upon floor, and the mayor has left his hat on a roof."""

from kvartal.engine.svg import box, cover, disc, group, path, tag
from kvartal.games.estates.drawing import art as pic
from kvartal.games.estates.rules.tables import VALUES

SKIES = ("#3b3760", "#6d4672", "#b95f6b", "#e58c62", "#f6c177")  # from the night above to the sun below
BLUE, GREEN, YELLOW, RED, VIOLET, GREY = (colour * VALUES for colour in range(6))
# Cubes from the ground up, each six floors being one colour; the roof, or none.
BUILDINGS = (
    ((RED + 4, BLUE + 2), 3),
    ((GREY + 5, GREEN + 3, YELLOW + 1, RED), 0),
    ((VIOLET + 5, BLUE + 4, RED + 3, GREY + 2), 6),
    ((YELLOW + 3,), 2),
    ((GREEN + 5, VIOLET + 4, YELLOW + 2), 0),
)
GROUND, WIDE, STOREY = 158, 56, 25


def draw() -> str:
    parts = [box(0, i * 32, 320, 33, sky) for i, sky in enumerate(SKIES)]
    parts.append(disc(236, 128, 34, "#ffe3a0"))
    numbers, windows, rods = [], "", ""
    for i, (floors, roof) in enumerate(BUILDINGS):
        x, down = 8 + i * 62, GROUND
        for cube in floors:
            down -= STOREY
            colour = cube // VALUES
            parts.append(box(x, down, WIDE, STOREY, pic.FILLS[colour], pic.DARKS[colour]))
            parts.append(pic.symbol(colour, x + 6, down + 7, 12))
            numbers.append(f'<text x="{x + 28}" y="{down + 19}" fill="{pic.INKS[colour]}">{cube % VALUES + 1}</text>')
            windows += f"M{x + 38} {down + 6}h5v13h-5zm8 0h5v13h-5z"
        if roof:
            down -= STOREY - 3
            parts.append(group(x - 3, down, pic.roof(roof, WIDE + 6, STOREY - 3)))
        else:
            rods += f"M{x + 8} {down}v-8m20 0v8m20 0v-8"
        if i == 2:
            parts.append(group(x + 8, down - 26, pic.hat(32)))
    parts.append(tag("g", *numbers, font_size=16, font_weight=700, text_anchor="middle"))
    parts += [path(windows, "#ffe9b0"), path(rods, None, "#2b2523", stroke_width=2)]
    parts.append(box(0, GROUND, 320, 22, "#4b4350"))
    parts.append(path(f"M0 {GROUND + 11}H320", None, "#f6d9a0", stroke_width=2, stroke_dasharray="14 12"))
    return cover(*parts)
