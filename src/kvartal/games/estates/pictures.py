"""The pieces of The Estates as pictures: floors, roofs, barriers, the hat. Colour is never alone: each has a symbol."""

from kvartal.engine.svg import at, box, number, tag, text
from kvartal.games.estates.tables import BARRIER_PIECE, CANCEL_PIECE, CUBES, MAYOR_PIECE, ROOF_PIECE, VALUES

FILLS = ("#2d6ca8", "#2f7d46", "#e2b12f", "#b23f2d", "#76489a", "#6c7078")
DARKS = ("#1d4a76", "#1f5830", "#9a741a", "#7c2a1d", "#502f6b", "#4a4d54")
INKS = ("#ffffff", "#ffffff", "#33270a", "#ffffff", "#ffffff", "#ffffff")
SLATE, SLATE_DARK, PAPER = "#5a4a45", "#3c302c", "#fdf8ee"
DIRT, WHITE_DIRT, GRASS, WATER, ROAD = "#a5835f", "#fffaf0", "#8fb573", "#6fa9c9", "#8b8580"
WARNING, OK, BAD = "#c8452f", "#2f7d46", "#b23f2d"

# The symbols of the six colours, in a square of ten.
SHAPES = (
    "M5 .6a4.4 4.4 0 1 0 .01 0z",
    "M5 .6 9.6 9.2H.4z",
    "M5 .3 6.4 3.6 9.9 3.9 7.2 6.2 8.1 9.7 5 7.8 1.9 9.7 2.8 6.2.1 3.9 3.6 3.6z",
    "M1 1h8v8H1z",
    "M5 0 10 5 5 10 0 5z",
    "M3.4.4h3.2v3h3v3.2h-3v3H3.4v-3h-3V3.4h3z",
)


def symbol(colour: int, x: float, y: float, size: float, fill: str | None = None) -> str:
    scale = f"translate({number(float(x))} {number(float(y))}) scale({number(size / 10)})"
    return tag("path", d=SHAPES[colour], fill=fill or INKS[colour], transform=scale)


def floor(cube: int, width: float, height: float) -> str:
    """One floor of a building: its colour and symbol, its number, and windows where there is room."""
    colour, value = cube // VALUES, cube % VALUES + 1
    small = min(height - 5, 12) if width >= 34 else 8.5
    parts = [box(0, 0, width, height, FILLS[colour], DARKS[colour], 2, stroke_width=1)]
    parts.append(symbol(colour, 4 if width >= 34 else 2, (height - small) / 2, small))
    middle = width / 2 if width >= 44 else width - (9 if width >= 34 else 6.5)
    parts.append(
        text(middle, height / 2 + 4.6, str(value), 13 if width >= 34 else 12, INKS[colour], bold=True, anchor="middle")
    )
    if width >= 52:
        parts += [
            box(width - 19 + 8 * i, height / 2 - 3.5, 5, 7, INKS[colour], None, 1, fill_opacity=0.55) for i in (0, 1)
        ]
    return "".join(parts)


def cube_tile(cube: int, size: float) -> str:
    """A cube of the offer."""
    colour, value = cube // VALUES, cube % VALUES + 1
    return "".join(
        (
            box(0, 0, size, size, FILLS[colour], DARKS[colour], 5, stroke_width=1.5),
            symbol(colour, 4, 4, size * 0.34),
            text(size * 0.64, size * 0.82, str(value), size * 0.52, INKS[colour], bold=True, anchor="middle"),
        )
    )


def roof(value: int, width: float, height: float) -> str:
    """A pitched roof over a building; 0 is one that lies face down."""
    slope = f"M0 {number(height)} L{number(width * 0.16)} 1 H{number(width * 0.84)} L{number(width)} {number(height)}z"
    parts = [tag("path", d=slope, fill=SLATE, stroke=SLATE_DARK, stroke_width=1)]
    shown = str(value) if value else "?"
    parts.append(text(width / 2, height - 3, shown, 12.5, "#ffffff", bold=True, anchor="middle"))
    return "".join(parts)


def trestle(width: float, height: float, shown: str) -> str:
    """A barrier across the road, with what it does."""
    stripes = [
        tag("path", d=f"M{number(x)} 0h{number(width / 7)}l{number(-width / 10)} 9h{number(-width / 7)}z", fill=WARNING)
        for x in (width * 0.12, width * 0.42, width * 0.72)
    ]
    legs = tag(
        "path",
        d=f"M{number(width * 0.2)} 9V{number(height)}M{number(width * 0.8)} 9V{number(height)}",
        stroke="#5d4d41",
        stroke_width=3,
    )
    plate = box(0, 0, width, 9, PAPER, "#5d4d41", 2, stroke_width=1)
    label = text(width / 2, height + 1, shown, 13, WARNING, bold=True, anchor="middle", room=width + 4)
    return legs + plate + "".join(stripes) + box(2, height - 11, width - 4, 14, PAPER, None, 3) + label


def hat(size: float) -> str:
    """The mayor's hat."""
    path = "M2 17h20v3H2zM6 17 5 4q7-2.4 14 0l-1 13z"
    return tag(
        "g",
        tag("path", d=path, fill="#2b2523"),
        tag("path", d="M5.7 12.2h12.6l-.2 2.6H5.9z", fill="#c8a13a"),
        transform=f"scale({number(size / 24)})",
    )


def cancel(size: float) -> str:
    """The cancel cube."""
    cross = f"M{number(size * 0.28)} {number(size * 0.28)}L{number(size * 0.72)} {number(size * 0.72)}"
    cross += f"M{number(size * 0.72)} {number(size * 0.28)}L{number(size * 0.28)} {number(size * 0.72)}"
    return box(0, 0, size, size, "#2b2523", "#000000", 5) + tag(
        "path", d=cross, stroke="#ffffff", stroke_width=float(size / 8), stroke_linecap="round"
    )


def piece(number_: int, face: int, size: float) -> str:
    """Any piece in a square of this size."""
    if number_ < CUBES:
        return cube_tile(number_, size)
    if number_ == ROOF_PIECE:
        return at(0, size * 0.22, roof(face, size, size * 0.56))
    if number_ == MAYOR_PIECE:
        return hat(size)
    if number_ == CANCEL_PIECE:
        return cancel(size)
    return at(1, size * 0.12, trestle(size - 2, size * 0.72, str(number_ - BARRIER_PIECE + 1)))


def cheque(width: float = 22) -> str:
    return box(0, 0, width, 13, PAPER, "#5f7d4f", 2, stroke_width=1.2) + tag(
        "path", d=f"M4 4.6h{number(width - 13)}M4 8.6h{number(width - 9)}", stroke="#5f7d4f", stroke_width=1.4
    )


def cash_box() -> str:
    return box(0, 3, 22, 12, "#7c6a3c", "#4f4326", 2, stroke_width=1) + box(9, 0, 4, 8, "#e6cf8a", "#4f4326", 1)


def hammer(size: float) -> str:
    """Who is the auctioneer."""
    return tag(
        "path",
        d="M9.5 2.5 16 9l-2 2-6.5-6.5zM6 6l6.5 6.5-2 2L4 8zM12.6 10.4 21 18.6l-2.2 2.2-8.3-8.3z",
        fill="#8a5a2b",
        transform=f"scale({number(size / 22)})",
    )
