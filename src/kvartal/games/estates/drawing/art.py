"""The pieces of The Estates as pictures: floors, roofs, barriers, the hat. Colour is never alone: each has a symbol."""

from functools import lru_cache

from kvartal.engine.svg import box, group, number, path, tag, text
from kvartal.games.estates.rules.keys import PIECE_KEYS
from kvartal.games.estates.rules.tables import BARRIER_PIECE, CANCEL_PIECE, CUBES, MAYOR_PIECE, ROOF_PIECE, VALUES

FILLS = ("#2d6ca8", "#2f7d46", "#e2b12f", "#b23f2d", "#76489a", "#6c7078")
DARKS = ("#1d4a76", "#1f5830", "#9a741a", "#7c2a1d", "#502f6b", "#4a4d54")
INKS = ("#ffffff", "#ffffff", "#33270a", "#ffffff", "#ffffff", "#ffffff")
SLATE, SLATE_DARK, PAPER = "#5a4a45", "#3c302c", "#fdf8ee"
DIRT, WARNING, WOOD = "#a5835f", "#c8452f", "#5d4d41"

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
    return path(SHAPES[colour], fill or INKS[colour], transform=scale)


@lru_cache(1024)
def floor(cube: int, width: float, height: float, ground: bool) -> str:
    """One floor of a building: its colour and symbol, its number, and windows, or a door, where there is room."""
    colour, value = cube // VALUES, cube % VALUES + 1
    roomy = width >= 34
    small = min(height - 6, 12.0) if roomy else 8.5
    parts = [box(0, 0, width, height, FILLS[colour], DARKS[colour], 1.5, stroke_width=1)]
    parts.append(box(-1.5, 0, width + 3, 2.6, DARKS[colour], None, 1))  # the ledge between two floors
    parts.append(symbol(colour, 5 if roomy else 2, (height - small) / 2 + 1, small))
    middle = width / 2 - 2 if width >= 46 else width - (10 if roomy else 6.5)
    size = max(12.5, min(15.0, height - 4)) if roomy else 12.5
    parts.append(text(middle, height / 2 + 1 + size * 0.36, str(value), size, INKS[colour], bold=True, anchor="middle"))
    if width >= 46:
        tall = height - 10
        if ground:
            parts.append(box(width - 15, height - tall - 2, 9, tall + 2, DARKS[colour], None, 1))
            parts.append(box(width - 13, height - tall, 5, 4, "pane", None, 0.5))
        else:
            parts += [box(width - 18 + 7.5 * i, 6, 5, tall, "pane", DARKS[colour], 1) for i in (0, 1)]
    return "".join(parts)


@lru_cache(1024)
def cube_tile(cube: int, size: float) -> str:
    """A cube of the offer."""
    colour, value = cube // VALUES, cube % VALUES + 1
    return "".join(
        (
            box(0, 1.5, size, size, DARKS[colour], None, 5),
            box(0, 0, size, size - 1.5, FILLS[colour], DARKS[colour], 5, stroke_width=1),
            symbol(colour, 4, 4, size * 0.34),
            text(size * 0.64, size * 0.82, str(value), size * 0.5, INKS[colour], bold=True, anchor="middle"),
        )
    )


@lru_cache(1024)
def roof(value: int, width: float, height: float) -> str:
    """A slate roof over a building; 0 is one that lies face down."""
    slope = f"M0 {number(height)}L{number(width * 0.14)} 2H{number(width * 0.86)}L{number(width)} {number(height)}z"
    tiles = f"M{number(width * 0.09)} {number(height * 0.45)}H{number(width * 0.91)}"
    chimney = f"M{number(width * 0.7)} 2v-5h{number(min(7.0, width * 0.12))}v5z"
    shown = str(value) if value else "?"
    wide = min(20.0, width * 0.42)
    return "".join(
        (
            path(chimney, "#8a4a38", SLATE_DARK, stroke_width=0.8),
            path(slope, SLATE, SLATE_DARK, stroke_width=1, stroke_linejoin="round"),
            path(tiles, None, SLATE_DARK, stroke_width=1),
            box(width / 2 - wide / 2, height / 2 - 6.5, wide, 14, PAPER, SLATE_DARK, 3, stroke_width=0.8),
            text(width / 2, height / 2 + 5, shown, 12.5, SLATE_DARK, bold=True, anchor="middle"),
        )
    )


@lru_cache(1024)
def trestle(width: float, height: float, shown: str) -> str:
    """A barrier across the road, with what it does."""
    stripes = "".join(
        f"M{number(x)} .8h{number(width / 8)}l{number(-width / 12)} 8.4h{number(-width / 8)}z"
        for x in (width * 0.14, width * 0.42, width * 0.7, width * 0.94)
    )
    legs = f"M{number(width * 0.16)} 4V{number(height)}M{number(width * 0.84)} 4V{number(height)}"
    down = 13.0
    return "".join(
        (
            path(legs, None, WOOD, stroke_width=3, stroke_linecap="round"),
            box(0, 0, width, 10, PAPER, WOOD, 2, stroke_width=1),
            path(stripes, WARNING),
            box(width / 2 - 14, down, 28, 16, PAPER, WOOD, 4, stroke_width=1),
            text(width / 2, down + 12.6, shown, 13, WARNING, bold=True, anchor="middle"),
        )
    )


def hat(size: float) -> str:
    """The mayor's hat."""
    shape = "M2 17h20v3H2zM6 17 5 4q7-2.4 14 0l-1 13z"
    return tag(
        "g",
        path(shape, "#2b2523", "#fdf8ee", stroke_width=1, paint_order="stroke"),
        path("M5.7 12.2h12.6l-.2 2.6H5.9z", "#c8a13a"),
        transform=f"scale({number(size / 24)})",
    )


def cancel(size: float) -> str:
    """The cancel cube."""
    cross = f"M{number(size * 0.28)} {number(size * 0.28)}L{number(size * 0.72)} {number(size * 0.72)}"
    cross += f"M{number(size * 0.72)} {number(size * 0.28)}L{number(size * 0.28)} {number(size * 0.72)}"
    mark = path(cross, None, "#ffffff", stroke_width=float(size / 8), stroke_linecap="round")
    return box(0, 0, size, size, "#2b2523", "#8a8078", 5) + mark


def piece(number_: int, face: int, size: float) -> str:
    """Any piece in a square of this size."""
    if number_ < CUBES:
        return cube_tile(number_, size)
    if number_ == ROOF_PIECE:
        return group(0, size * 0.22, roof(face, size, size * 0.56))
    if number_ == MAYOR_PIECE:
        return hat(size)
    if number_ == CANCEL_PIECE:
        return cancel(size)
    return group(1, size * 0.12, trestle(size - 2, size * 0.8, str(number_ - BARRIER_PIECE + 1)))


def known(number_: int, *inside: str, x: float = 0, y: float = 0) -> str:
    """The picture of a piece under its name, which it keeps wherever it goes: pages let it move there."""
    return group(x, y, *inside, id=f"estates-piece-{PIECE_KEYS[number_].replace(' ', '-')}")


def cheque(width: float = 22) -> str:
    lines = f"M4 4.6h{number(width - 13)}M4 8.6h{number(width - 9)}"
    return box(0, 0, width, 13, PAPER, "#5f7d4f", 2, stroke_width=1.2) + path(lines, None, "#5f7d4f", stroke_width=1.4)


def cash_box() -> str:
    return box(0, 3, 22, 12, "#7c6a3c", "#4f4326", 2, stroke_width=1) + box(9, 0, 4, 8, "#e6cf8a", "#4f4326", 1)


def hammer(size: float) -> str:
    """Who is the auctioneer."""
    d = "M9.5 2.5 16 9l-2 2-6.5-6.5zM6 6l6.5 6.5-2 2L4 8zM12.6 10.4 21 18.6l-2.2 2.2-8.3-8.3z"
    return path(d, "#b07a3e", "#6b4520", stroke_width=0.8, transform=f"scale({number(size / 22)})")
