"""The paper town: one cut-out picture for each card face, and the small signs. Drawn by us, 96 × 60 and 16 × 16.

Every building is one or more sheets of paper with a white cut edge and a little shadow; details are glued on flat.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from kvartal.engine.svg import DRAWN, box, path, stars, tag

INK, EDGE = "#3d2f28", "#fffdf5"
GOLD, SADNESS, GREEN, PURPLE = "#f2bd3d", "#7f93ad", "#3f8a4f", "#7b4fa3"


def sheet(d: str, fill: str) -> str:
    """A piece of cut paper."""
    shadow = tag("path", d=d, fill=INK, opacity=0.2, transform="translate(1.5 1.8)")
    return shadow + tag("path", d=d, fill=fill, stroke=EDGE, stroke_width=1.6, stroke_linejoin="round")


def piece(d: str, fill: str) -> str:
    return tag("path", d=d, fill=fill)


def line(d: str, stroke: str, width: float = 1.4) -> str:
    return tag("path", d=d, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round")


def dot(x: float, y: float, r: float, fill: str) -> str:
    return tag("circle", cx=x, cy=y, r=r, fill=fill)


def dots(places: Iterable[tuple[float, float, float]], fill: str) -> str:
    """Several as one shape: a browser makes every shape of a picture anew for every card."""
    return piece(
        "".join(f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 1 {2 * r:g} 0a{r:g} {r:g} 0 1 1 {-2 * r:g} 0" for x, y, r in places),
        fill,
    )


def windows(x: float, y: float, across: int, down: int, dx: float, dy: float, w: float, h: float, fill: str) -> str:
    return piece(panes(x, y, across, down, dx, dy, w, h), fill)


def panes(x: float, y: float, across: int, down: int, dx: float, dy: float, w: float, h: float) -> str:
    found = [f"M{x + i * dx:g} {y + j * dy:g}h{w:g}v{h:g}h{-w:g}z" for j in range(down) for i in range(across)]
    return "".join(found)


def scene(sky: str, hill: str, ground: str) -> str:
    """Sky, a hill of torn paper, and the street."""
    return (
        tag("rect", width=96, height=60, fill=sky)
        + piece("M0 44C16 34 30 42 46 37S80 31 96 39V60H0Z", hill)
        + piece("M0 53C20 51.5 40 53.5 60 52.5S86 52 96 53V60H0Z", ground)
    )


def tree(x: float, y: float, size: float, fill: str = "#6f9c4b") -> str:
    above, below = f"a{size:g} {size * 1.15:g} 0 1 1 {2 * size:g} 0", f"a{size:g} {size * 0.8:g} 0 1 1 {-2 * size:g} 0"
    crown = f"M{x - size:g} {y:g}{above}{below}z"
    return piece(f"M{x - 1:g} {y:g}h2v{size * 1.7:g}h-2z", "#7a5a3c") + sheet(crown, fill)


def cloud(x: float, y: float, s: float = 1.0) -> str:
    bumps = ((0.0, 0.0, 4.0), (4.5, -1.8, 4.6), (9.0, 0.2, 3.6))
    return dots(((x + bx * s, y + by * s, r * s) for bx, by, r in bumps), "#fffaf0")


def _residential() -> str:
    return (
        scene("#fbe3cd", "#eec9a0", "#d9a877")
        + cloud(70, 12)
        + sheet("M56 54V36H82V54Z", "#f6d7a8")
        + sheet("M52 38L69 23L86 38Z", "#b5523b")
        + windows(60, 41, 2, 1, 11, 0, 6, 6, "#8fb6c4")
        + tree(50, 44, 5.5)
        + sheet("M14 54V32H42V54Z", "#f3b48c")
        + sheet("M33 25V15H38V29Z", "#9a6a4f")
        + sheet("M9 34L28 16L47 34Z", "#c9523a")
        + windows(18, 38, 1, 1, 0, 0, 7, 7, "#8fb6c4")
        + piece("M30 54V41a3.5 3.5 0 0 1 7 0V54z", "#7a4632")
        + dot(35.3, 47.5, 0.8, GOLD)
        + tree(90, 46, 4.5, "#85ab57")
    )


def _apartment() -> str:
    return (
        scene("#f7ddd2", "#e9bfa6", "#cf9b7d")
        + sheet("M12 54V27H30V54Z", "#e8c7a2")
        + windows(15, 31, 2, 3, 7, 7, 4, 4, "#8d6a55")
        + sheet("M60 54V19H86V54Z", "#d98468")
        + windows(64, 24, 3, 4, 7, 7, 4, 4, "#fbe6b8")
        + sheet("M28 54V8H60V54Z", "#c4573f")
        + sheet("M25 9.5V5.5H63V9.5Z", "#8f3d2d")
        + windows(32, 14, 4, 4, 7, 8, 4, 5, "#fbe6b8")
        + piece(panes(39, 22, 1, 1, 0, 0, 4, 5) + panes(53, 38, 1, 1, 0, 0, 4, 5), "#8fb6c4")
        + piece("M40.5 54V46.5H48V54Z", "#5e3227")
        + tree(91, 47, 4)
    )


def _store() -> str:
    stripes = [f"M{16.5 + i * 7:g} 22h7v7a3.5 3.5 0 0 1-7 0z" for i in range(9)]
    return (
        scene("#fdeec6", "#f3d68d", "#d9b25e")
        + cloud(6, 12, 0.9)
        + sheet("M18 54V14H78V54Z", "#f0c468")
        + sheet("M30 18V8H66V18Z", "#7d4a2d")
        + line("M36 13H60", "#fbe6b8", 2.2)
        + piece("M22 33H52V47H22Z", "#a9cdd2")
        + dot(29, 43.5, 3, "#d2583c")
        + dot(37, 43.5, 3, "#7fa650")
        + dot(45, 43.5, 3, "#e0a33b")
        + piece("M58 54V33H72V54Z", "#7d4a2d")
        + piece("M60.5 36H69.5V45H60.5Z", "#a9cdd2")
        + tag("path", d="M16.5 23.6h63v9h-63z", fill=INK, opacity=0.16)
        + piece("".join(stripes[::2]), "#d2583c")
        + piece("".join(stripes[1::2]), "#fff6e2")
        + tree(88, 45, 4.8)
    )


def _mall() -> str:
    return (
        scene("#fbe7b0", "#efc772", "#c99c48")
        + sheet("M6 54V28H32V54Z", "#d97f4e")
        + sheet("M64 54V28H90V54Z", "#d97f4e")
        + piece(panes(10, 33, 3, 2, 7, 9, 4.5, 6) + panes(68, 33, 3, 2, 7, 9, 4.5, 6), "#fbe6b8")
        + sheet("M27 54V22C27 6 69 6 69 22V54Z", "#8fc1c4")
        + line("M27 25H69M27 36H69M37.5 12V54M48 10V54M58.5 12V54", "#fffaf0", 1.3)
        + sheet("M39 39H57L59 54H37Z", "#e0a33b")
        + line("M43.5 41.5V38a4.5 4.5 0 0 1 9 0V41.5", "#7d4a2d", 1.6)
        + line("M48 9V2", "#7d4a2d", 1.2)
        + piece("M48 2H57L54.5 4.5L57 7H48Z", "#c9523a")
    )


def _hospital() -> str:
    return (
        scene("#d9eeea", "#b3dad2", "#84b8ae")
        + cloud(74, 10)
        + sheet("M8 54V30H32V54Z", "#eaf4ef")
        + sheet("M64 54V30H88V54Z", "#eaf4ef")
        + piece(panes(12, 35, 2, 2, 9, 8, 6, 5) + panes(70, 35, 2, 2, 9, 8, 6, 5), "#7db3b8")
        + sheet("M28 54V14H68V54Z", "#fffaf0")
        + sheet("M25 16V11H71V16Z", "#4f9c92")
        + piece("M44.5 19h7v6h6v7h-6v6h-7v-6h-6v-7h6z", "#cf4436")
        + windows(31.5, 21, 2, 2, 28, 9, 4.5, 5, "#7db3b8")
        + piece("M40 54V43H56V54Z", "#4f9c92")
        + line("M48 43.5V54", "#eaf4ef", 1.2)
    )


def _church() -> str:
    return (
        scene("#cfe4ea", "#a5cfcf", "#76aa9f")
        + cloud(8, 14)
        + tree(16, 44, 5)
        + sheet("M42 54V33H80V54Z", "#f4ead6")
        + sheet("M38 35L46 23H78L84 35Z", "#3f8580")
        + windows(50, 39, 3, 1, 10, 0, 5, 9, "#e7b64c")
        + sheet("M24 54V26H44V54Z", "#fffaf0")
        + sheet("M21 28C21 20 29 20 34 11C39 20 47 20 47 28Z", "#e0a93a")
        + line("M34 11V3M31 5.8H37", "#8a6420", 1.7)
        + dot(34, 33.5, 3.3, "#3f8580")
        + piece("M30 54V44a4 4 0 0 1 8 0V54z", "#7a4632")
        + tree(88, 46, 4.4, "#85ab57")
    )


def _factory() -> str:
    return (
        scene("#e3e4e6", "#c3c9d0", "#9aa3ae")
        + dots(((22, 8, 4), (28, 5, 4.5), (35, 7, 3.5), (40, 14, 2.6)), "#fffaf0")
        + sheet("M15 54L17 13H23L25 54Z", "#b5523b")
        + piece("M16.6 20h6.8l.2 4h-7.2z", "#fff6e2")
        + sheet("M29 54L31 20H36L38 54Z", "#c9684c")
        + piece("M30.6 26h5.8l.2 3.6h-6.2z", "#fff6e2")
        + sheet("M34 54V34L49 25V34L64 25V34L79 25V34L88 34V54Z", "#8494aa")
        + piece("M45.5 34.5L49 32.5V34.5zM60.5 34.5L64 32.5V34.5zM75.5 34.5L79 32.5V34.5z", "#5d6b80")
        + windows(43, 39, 5, 1, 9, 0, 6, 6, "#fbe6b8")
        + sheet("M8 54V40H36V54Z", "#6d7c92")
        + piece("M14 54V44H26V54Z", "#3f4a5a")
        + line("M14 47.3H26M14 50.6H26", "#8494aa", 1)
    )


def _plant() -> str:
    tower = "M{0} 54C{1} 42 {1} 32 {2} 22H{3}C{4} 32 {4} 42 {5} 54Z"
    return (
        scene("#dcdfe8", "#b9bfd0", "#8b93a8")
        + dots(((22, 15, 5), (29, 11, 6), (38, 12, 4.5), (47, 7, 3.4)), "#fffaf0")
        + dots(((58, 17, 4.4), (65, 14, 5), (73, 12, 3.6)), "#fffaf0")
        + sheet(tower.format(50, 55, 54, 72, 71, 76), "#a8b1c4")
        + sheet(tower.format(12, 18, 17, 39, 38, 44), "#c3cad9")
        + piece("M17 22H39L38.6 25H17.4z", "#7d889f")
        + piece("M54 22H72L71.6 25H54.4z", "#6d7890")
        + sheet("M66 54V38H90V54Z", "#5d6b80")
        + piece("M79.5 39.5L72.5 47.5H77L75.5 53L83 45H78.3Z", GOLD)
        + piece("M21 54V47H33V54Z", "#7d889f")
    )


def _park() -> str:
    return (
        scene("#e2efcd", "#bcd593", "#93b862")
        + dot(80, 12, 6.5, "#f2c14e")
        + cloud(58, 12, 0.9)
        + piece("M40 60C44 52 60 54 58 46S72 42 76 42L80 43C66 46 74 52 66 60Z", "#efdcae")
        + tree(18, 28, 11, "#5f9146")
        + tree(38, 34, 8, "#86ad4f")
        + tree(88, 38, 6.5, "#5f9146")
        + sheet("M6 55C8 49 30 48 34 54C30 58 10 59 6 55Z", "#8fc1c4")
        + line("M13 54.2H20M23 56H28", "#fffaf0", 1)
        + sheet("M52 43.5H70V46.2H52Z", "#a9713f")
        + sheet("M52 37.5H70V40.5H52Z", "#a9713f")
        + line("M54.5 46V50.5M67.5 46V50.5", "#7a4f2b", 1.5)
    )


def _station() -> str:
    return (
        scene("#d6e6d2", "#a9c79a", "#7c9a6b")
        + sheet("M10 46V25H86V46Z", "#efd9ac")
        + sheet("M6 27L14 18H82L90 27Z", "#7a9a4a")
        + piece(panes(15, 30, 2, 1, 9, 0, 6, 9) + panes(66, 30, 2, 1, 9, 0, 6, 9), "#7d9c9a")
        + sheet("M33 46V14L48 5L63 14V46Z", "#f8ecd0")
        + dot(48, 18, 6, "#7a4632")
        + dot(48, 18, 4.6, "#fffaf0")
        + line("M48 18V15M48 18L50.3 19.3", INK, 1.1)
        + piece("M40 46V35a8 8 0 0 1 16 0V46z", "#7d9c9a")
        + line("M48 27.5V44", "#f8ecd0", 1.2)
        + sheet("M12 54V42C12 40 13 39 15 39H66C76 39 82 45 84 54Z", "#c9523a")
        + windows(18, 42.5, 5, 1, 9.5, 0, 6.5, 4.5, "#fbe6b8")
        + piece("M67 42.5C72 43 75 45 77 48H67z", "#a9cdd2")
        + line("M6 56.5H90", INK, 1.6)
        + dots(((x, 55, 2) for x in (20, 28, 44, 52, 68, 76)), INK)
    )


FACES = (
    _residential(),
    _apartment(),
    _store(),
    _mall(),
    _hospital(),
    _church(),
    _factory(),
    _plant(),
    _park(),
    _station(),
)

# Signs, each in a square of 16 --------------------------------------------------------------------------------------

_FACE = dot(8, 8, 7.2, SADNESS) + dots(((5.4, 6.4, 1.2), (10.6, 6.4, 1.2)), EDGE)
_ARROW_ROUND = "M13.2 9.6A5.4 5.4 0 1 1 12.2 4.6"

SIGNS = {
    "coin": tag("circle", cx=8, cy=8, r=6.6, fill=GOLD, stroke="#c98a1b", stroke_width=1.2),
    "sad": _FACE + line("M4.8 12Q8 8.6 11.2 12", EDGE, 1.5),
    "medal": piece("M4.2 0.8H7L9 6.5L6.4 7.4ZM11.8 0.8H9L7 6.5L9.6 7.4Z", "#5a7fb0")
    + dot(8, 10.2, 5.3, "#b5452f")
    + piece(
        "M8 6.6L9.06 8.84L11.52 9.15L9.72 10.85L10.17 13.28L8 12.1L5.83 13.28L6.28 10.85L4.48 9.15L6.94 8.84Z",
        "#ffe3a3",
    ),
    # patience: one more sad face can be borne
    "calm": piece(
        "M8 14.6C1.2 10 1 6.4 1.6 4.4C2.8 1.2 6.6 1.2 8 4C9.4 1.2 13.2 1.2 14.4 4.4C15 6.4 14.8 10 8 14.6Z", "#c8566b"
    )
    + line("M8 5.8V11M5.4 8.4H10.6", EDGE, 1.5),
    "again": line(_ARROW_ROUND, GREEN, 2.2) + piece("M14.9 1.4L14.6 7.2L9.6 4.6Z", GREEN),
    "up": line("M3.4 12.6C2 7.4 6 4.2 10 4.8", PURPLE, 2.2) + piece("M9.2 1.2L14.8 5.4L8.6 8.4Z", PURPLE),
    "next": piece("M1.6 3L7 8L1.6 13ZM8 3L13.4 8L8 13Z", "#b0451f"),
    "must": dot(8, 8, 7.2, "#b0451f")
    + piece("M6.9 3.4H9.1L8.7 9.4H7.3ZM6.8 11.8a1.2 1.2 0 1 1 2.4 0a1.2 1.2 0 1 1-2.4 0", EDGE),
    "mill": tag("rect", x=1.6, y=1.4, width=8, height=6.4, rx=1.2, fill="#5d6b80")
    + line("M5.6 9V13.4H11", "#5d6b80", 1.9)
    + piece("M10.2 10.4L15 13.4L10.2 16Z", "#5d6b80"),
    "cards": tag("rect", x=1.4, y=4, width=8, height=10.6, rx=1.4, fill="#8a6a4d", transform="rotate(-12 5 9)")
    + tag("rect", x=6, y=2.6, width=8, height=11, rx=1.4, fill="#c59b6d", stroke=EDGE, stroke_width=1),
    "build": piece("M2 3.4L9 1.4L11 5L8.4 5.8L13.6 14.2L11.4 15.4L6.2 6.6L3.4 7.4Z", "#7a5a3c"),
    "stop": piece("M5 1H11L15 5V11L11 15H5L1 11V5Z", "currentColor"),
}


@lru_cache(1)
def definitions() -> str:
    """All pictures once, as patterns: of what <use> refers to a browser would make every shape anew for every card."""
    return "".join(
        tag("pattern", art, id=f"kv-face-{i}", width=1, height=1, viewBox="0 0 96 60") for i, art in enumerate(FACES)
    )


def unfolded(drawn: str) -> str:
    """The same with every picture where it is seen, for a drawing that has no definitions of its own."""
    return _PATTERN.sub(lambda found: f"<svg {found[1]} viewBox='0 0 96 60'>{FACES[int(found[2])]}</svg>", drawn)


_PATTERN = re.compile(r'<rect ([^>]*) fill="url\(#kv-face-(\d)\)"/>')


@lru_cache(DRAWN)
def picture(face: int, x: float, y: float, width: float) -> str:
    return tag("rect", x=x, y=y, width=width, height=width * 60 / 96, fill=f"url(#kv-face-{face})")


@lru_cache(DRAWN)
def sign(name: str, x: float, y: float, size: float = 16) -> str:
    """Of a few shapes: they are sooner drawn than referred to."""
    return tag("g", SIGNS[name], transform=f"translate({x:g} {y:g}) scale({size / 16:.4g})")


# The street -----------------------------------------------------------------------------------------------------------


@lru_cache(16)
def scenery(width: float, height: float, top: float = 30) -> str:
    """Behind the cards in play: sky, a town far away cut from one sheet, and the road."""
    foot = height - 30
    road = f"M1 {foot:g}H{width - 1:g}V{height - 12:g}a11 11 0 0 1-11 11H12a11 11 0 0 1-11-11Z"
    return "".join(
        (
            box(1, top, width - 2, foot - top, "sky"),
            stars(6, top + 6, width - 12, (foot - top) * 0.6),
            path(_skyline(width, foot), "far"),
            path(road, "road"),
            path(f"M20 {height - 12:g}H{width - 20:g}", None, "#fff3d6", stroke_width=2.5, stroke_dasharray="16 14"),
        )
    )


def _skyline(width: float, ground: float) -> str:
    roofs, x = [f"M1 {ground:g}"], 1.0
    for i in range(40):
        wide, high = 26 + (i * 37) % 23, 22 + (i * 53) % 47
        if x + wide > width - 1:
            break
        peak = 12 if i % 3 == 0 else 0
        roofs.append(f"V{ground - high:g}" + (f"L{x + wide / 2:g} {ground - high - peak:g}" if peak else ""))
        x += wide
        roofs.append(f"L{x:g} {ground - high:g}")
    return " ".join(roofs) + f" H{width - 1:g} V{ground:g}Z"
