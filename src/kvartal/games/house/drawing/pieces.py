"""The pieces of Mr House, each in a shape of its own: an eight-sided chip, a round coin, a block of goods with ×,
a number plate on a building, a pennant with points, a paper, a star of quality, a builder with a helmet."""

from functools import lru_cache

from kvartal.engine.svg import box, breadth, disc, group, path, short, text
from kvartal.games.house.rules import cells as at

ZONES, PIECES = 128, 512  # remembered: a table changes in few places from move to move
SMALL = 12.5  # letters: legible on the smallest phone
SEAT_COLOURS = ("#6b4a9e", "#b5382a", "#2d68a8", "#2f7a3b")  # none is like a coin; the sign says the same
GOOD_COLOURS = ("#a86b32", "#7d8b97", "#b0472e", "#9a958a", "#5f9fc4", "#6d4326")
CARD_COLOURS = {"blue": "#cfe0f0", "green": "#d5e6c8", "pink": "#f2d3d8"}
INK = "#33291f"
PAPER = "#fffaf0"  # letters on colours
GOLD, GOLD_EDGE = "#f3d27a", "#9a6b0c"
FRESH, TIRED = "#e8b62b", "#b9a980"  # helmets
SKIN, DRESS = "#e9c39b", "#4f7aa0"
SEAT_SIGNS = ("M6 .6 12 11H0Z", "M1 1H11V11H1Z", "M6 0 12 6 6 12 0 6Z", "M4 0H8V4H12V8H8V12H4V8H0V4H4Z")


@lru_cache(PIECES)
def line(
    x: float, y: float, said: str, size: float = SMALL, role: str = "ink", *,
    bold: bool = False, anchor: str = "start", room: float,
) -> str:  # fmt: skip
    """One line that fits: in smaller letters, and then cut short; never too small to read."""
    size = max(SMALL, min(size, size * room / max(1.0, breadth(said, size, bold))))
    if breadth(said, size, bold) > room * 1.05:  # it is reckoned on the wide side
        said = short(said, room, size, bold)
    return text(x, y, said, size, role, bold=bold, anchor=anchor)


# Chips, coins, signs of players ---------------------------------------------------------------------------------------


def _octagon(w: float, h: float, cut: float) -> str:
    return f"M{cut:g} 0H{w - cut:g}L{w:g} {cut:g}V{h - cut:g}L{w - cut:g} {h:g}H{cut:g}L0 {h - cut:g}V{cut:g}Z"


@lru_cache(64)
def sign(seat: int, x: float, y: float, size: float = 12, fill: str = PAPER) -> str:
    """Whose it is: a triangle, a square, a diamond, a cross. Numbers are for values."""
    scaled = f"translate({x:g} {y:g}) scale({size / 12:.3g})"
    return path(SEAT_SIGNS[seat], fill, transform=scaled)


@lru_cache(64)
def badge(seat: int, x: float, y: float, size: float = 20) -> str:
    """The same in the colour of the player, beside a name."""
    ground = box(0, 0, size, size, SEAT_COLOURS[seat], INK, 4, stroke_width=0.8)
    return group(x, y, ground, sign(seat, size * 0.2, size * 0.2, size * 0.6))


@lru_cache(PIECES)
def chip(seat: int, value: str, up: bool, w: float = 38, h: float = 20) -> str:
    """A chip in a tower. Face up its value is on white; face down there is a broken line around what I know, or ?."""
    plate, side = h - 5, min(12.0, h - 8)
    edge = {"stroke_width": 1, "stroke_dasharray": None if up else "2 1.6"}
    value_at = w - plate / 2 - 5
    body = [
        path(_octagon(w, h, 5), SEAT_COLOURS[seat], INK, stroke_width=1),
        sign(seat, 5, (h - side) / 2, side),
        box(value_at - plate / 2, 2.5, plate, plate, PAPER if up else None, PAPER, 3, **edge),
        text(value_at, h / 2 + 4.6, value, 13, INK if up else PAPER, bold=True, anchor="middle"),
    ]
    return "".join(body)


@lru_cache(8)
def chip_back(seat: int) -> str:
    """24 × 20: the value is hidden."""
    return path(_octagon(24, 20, 5), SEAT_COLOURS[seat], INK, stroke_width=1) + sign(seat, 6, 4)


@lru_cache(64)
def chip_face(seat: int, value: int, count: int) -> str:
    """A chip to take up, in a square of 48 × 48: its value, the sign of its player; two of them lie on each other."""
    colour = SEAT_COLOURS[seat]
    lower = [group(6, 1, path(_octagon(40, 40, 12), colour, INK, stroke_width=1.5))] if count > 1 else []
    left, top = (2.0, 6.0) if count > 1 else (4.0, 4.0)
    upper = [
        path(_octagon(40, 40, 12), colour, INK, stroke_width=1.5),
        path(_octagon(30, 30, 9), PAPER, INK, stroke_width=0.8, transform="translate(5 5)"),
        text(20, 25.5, str(value), 21, INK, bold=True, anchor="middle"),
        sign(seat, 16, 27.5, 8, colour),
    ]
    return "".join([*lower, group(left, top, *upper)])


@lru_cache(64)
def hand_chip(seat: int, value: int) -> str:
    """A chip that waits in front of its player, 28 × 28."""
    body = path(_octagon(28, 28, 8), SEAT_COLOURS[seat], INK, stroke_width=1)
    plate = path(_octagon(20, 20, 6), PAPER, INK, stroke_width=0.6, transform="translate(4 4)")
    return body + plate + text(14, 19.2, str(value), 14, INK, bold=True, anchor="middle")


@lru_cache(64)
def coin(x: float, y: float, r: float = 11, shown: str = "") -> str:
    """Money: round and golden; a price or a sum stands in it."""
    body = disc(x, y, r, GOLD, INK, stroke_width=1) + disc(x, y, r - 2.2, None, GOLD_EDGE, stroke_width=0.9)
    return body + (text(x, y + 4.6, shown, 13, INK, bold=True, anchor="middle") if shown else "")


@lru_cache(64)
def pennant(x: float, y: float, shown: str) -> str:
    """Points, on the green flag of a finished house."""
    cloth = path("M0 0H30L25.5 8 30 16H0Z", "#2f7a3b", INK, stroke_width=0.8)
    return group(x, y, cloth, text(12.5, 12.4, shown, SMALL, PAPER, bold=True, anchor="middle"))


@lru_cache(64)
def number_plate(number: int) -> str:
    """On a building, as on any house in a street: the order of the purchases."""
    wide = 12 + 8 * len(str(number))
    plate = box(0, 0, wide, 16, "#24405f", PAPER, 3, stroke_width=1)
    return plate + text(wide / 2, 12.6, str(number), 13, PAPER, bold=True, anchor="middle")


# Papers, stars, builders ----------------------------------------------------------------------------------------------


@lru_cache(64)
def permit(x: float, y: float, there: bool = True) -> str:
    """A sheet with a seal, 15 × 19; a broken line where it is still missing."""
    if not there:
        return group(x, y, box(0.5, 0.5, 14, 18, "slot", "muted", 2, stroke_width=1, stroke_dasharray="3 2"))
    written = path("M3.5 5h8M3.5 8.5h8", None, INK, stroke_width=1.1)
    seal = disc(10.5, 14, 2.8, "#b3261e")
    return group(x, y, box(0.5, 0.5, 14, 18, PAPER, INK, 2, stroke_width=1), written, seal)


@lru_cache(64)
def loan(x: float, y: float) -> str:
    """A sheet that takes points: a minus on it, 15 × 19."""
    sheet = box(0.5, 0.5, 14, 18, "#f0c3ba", INK, 2, stroke_width=1)
    return group(x, y, sheet, box(3.5, 8, 8, 2.6, "#8c1d12"))


@lru_cache(64)
def star(x: float, y: float, size: float = 18) -> str:
    """Quality."""
    points = "M9 .8 11.5 6.2 17.4 6.8 13 10.8 14.2 16.6 9 13.6 3.8 16.6 5 10.8.6 6.8 6.5 6.2Z"
    moved = f"translate({x:g} {y:g}) scale({size / 18:.3g})"
    return path(points, "#d99a1c", INK, stroke_width=0.9, stroke_linejoin="round", transform=moved)


@lru_cache(64)
def builder(x: float, y: float, tired: bool = False) -> str:
    """14 × 21."""
    helmet = path("M2 6a5 5 0 0 1 10 0z", TIRED if tired else FRESH, INK, stroke_width=0.8)
    return group(x, y, disc(7, 8, 3.6, SKIN), helmet, box(3, 12, 8, 9, "#8d9aa5" if tired else DRESS, None, 2))


@lru_cache(PIECES)
def head(x: float, y: float, tired: bool = False) -> str:
    """A builder where there is little room: 11 × 13."""
    helmet = path("M0 7.5a5.5 5.5 0 0 1 11 0z", TIRED if tired else FRESH, INK, stroke_width=0.8)
    return group(x, y, disc(5.5, 9, 4, SKIN), helmet)


@lru_cache(64)
def hammer() -> str:
    """To demolish with, in a square of 48 × 48."""
    shaft = path("M11 41 28 20", None, "#a86b32", stroke_width=5.5, stroke_linecap="round")
    return shaft + path("M19 13 29 6 42 19 36 28Z", "#7d8b97", "ink", stroke_width=2, stroke_linejoin="round")


@lru_cache(64)
def crowbar() -> str:
    """To take a window out with, in a square of 48 × 48."""
    bar = path("M12 40 30 14Q34 8 39 12L42 15", None, "ink", stroke_width=5, stroke_linecap="round")
    return box(6, 8, 17, 17, "pane", "ink", 2, stroke_width=2) + path("M14.5 8v17M6 16.5h17", None, "ink") + bar


@lru_cache(64)
def calendar(x: float, y: float) -> str:
    """Which round it is: 15 × 16."""
    rings = path("M4 0v4M11 0v4", None, INK, stroke_width=1.6)
    return group(x, y, box(0.5, 2, 14, 13.5, PAPER, INK, 2, stroke_width=1), box(1, 2.5, 13, 4, "#b5382a"), rings)


# Goods ----------------------------------------------------------------------------------------------------------------


@lru_cache(PIECES)
def goods(counts: tuple[int, ...], x: float, y: float, size: float = 22) -> str:
    """Goods as little blocks, with how many of each."""
    parts = []
    for kind, count in enumerate(counts):
        if count:
            parts.append(good(kind, x, y, size))
            parts.append(text(x + size + 2, y + size * 0.5 + 4.6, f"×{count}", 13, bold=True))
            x += size + 15 + 8 * len(str(count))
    return "".join(parts)


def good(kind: int, x: float, y: float, size: float = 22) -> str:
    return group(x, y, block(kind, size))


@lru_cache(64)
def block(good: int, size: float) -> str:
    """A block: wood with a grain, metal with a shine, brick, a bag of cement, a window, a door."""
    u = size / 22
    body = [box(0, 0, size, size, GOOD_COLOURS[good], INK, 3 * u, stroke_width=0.8)]
    if good == at.WOOD:
        body += [box(3 * u, k * u, 16 * u, 1.6 * u, "#d9a66b") for k in (5, 10, 15)]
    elif good == at.METAL:
        body += [box(3 * u, 3 * u, 3 * u, 16 * u, "#c9d3da"), box(9 * u, 3 * u, 2 * u, 16 * u, "#aab6bf")]
    elif good == at.BRICK:
        body += [box(2 * u, 10 * u, 18 * u, 1.6 * u, "#e8b9a6"), box(10 * u, 2 * u, 1.6 * u, 8 * u, "#e8b9a6")]
        body += [box(6 * u, 11 * u, 1.6 * u, 9 * u, "#e8b9a6"), box(14 * u, 11 * u, 1.6 * u, 9 * u, "#e8b9a6")]
    elif good == at.CEMENT:
        body += [
            box(5 * u, 4 * u, 12 * u, 14 * u, "#d8d3c6", None, 4 * u),
            box(5 * u, 9 * u, 12 * u, 3 * u, "#8b8578"),
        ]
    elif good == at.WINDOW:
        body += [box(4 * u, 4 * u, 14 * u, 14 * u, "#dff1fa", INK, stroke_width=0.8)]
        body += [box(10.4 * u, 4 * u, 1.2 * u, 14 * u, INK), box(4 * u, 10.4 * u, 14 * u, 1.2 * u, INK)]
    else:
        body += [box(5 * u, 2 * u, 12 * u, 18 * u, "#a06a3c", INK, 1.5 * u, stroke_width=0.8)]
        body += [box(13 * u, 11 * u, 2 * u, 2 * u, "#f3d27a", None, u)]
    return "".join(body)
