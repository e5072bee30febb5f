"""The little house that grows: walls, roofs, chimneys, openings, the garage, and the places where more can go."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from kvartal.engine.svg import box, disc, group, path, stars, tag, text
from kvartal.games.house.drawing.pieces import INK, ZONES
from kvartal.games.house.drawing.scene import Scene
from kvartal.games.house.drawing.widgets import Pen
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.keys import WALL_LABELS

HIT = 46.0  # what a finger presses is so high
ABOVE, SKY = 1.3, 0.6  # storeys, for a roof and what goes on it; and above, where nothing is pressed
WITH_SAND = 300.0  # how wide a plot is at least that has a heap of sand beside the house
EARTH, POLE = "#8a6a48", "#b08a4f"
WOOD_FACE, WOOD_LINE = "#c48a52", "#8f5c2f"
BRICK_FACE, BRICK_LINE = "#bf5b3f", "#e9c3ae"
METAL_FACE, METAL_LINE = "#75838f", "#a9b5bf"
TILE_FACE, TILE_LINE = "#a33f2b", "#d77b5b"


Box = tuple[float, float, float, float]


class Plot(NamedTuple):
    """Where things stand on a plot."""

    columns: tuple[tuple[int, ...], ...]  # walls, from the ground
    storeys: int
    left: float
    floor: float
    w: float  # of a wall
    h: float
    right: float  # where the garage stands

    @property
    def across(self) -> int:
        return max(2, len(self.columns))


@lru_cache(ZONES)
def plot(walls: tuple[int, ...], expert: bool, width: float, height: float, live: bool) -> Plot:
    """A live one has room for a column on each side, and walls that a finger hits."""
    columns = standing(walls)
    across = max(2, len(columns))
    beside = 0.98 if live else 0.2
    wide = (width - 16) / (across + 2 * beside + expert)
    high = (height - 16) / (storeys_of(columns, live) + ABOVE + (0 if live else SKY))
    least = HIT if live else 0.0
    w = min(wide, max(high * 1.25, least), 92.0)
    h = min(high, max(w * 0.8, least))
    left = (width - (across + 2 * beside + expert) * w) / 2 + beside * w
    return Plot(columns, storeys_of(columns, live), left, height - 16.0, w, h, left + (across + beside) * w)


def standing(walls: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    columns = (walls[n : n + at.STOREYS] for n in range(0, at.WALLS, at.STOREYS))
    return tuple(tuple(wall for wall in column if wall) for column in columns if any(column))


def storeys_of(columns: tuple[tuple[int, ...], ...], live: bool) -> int:
    return max(2 if live else 1, max((len(column) for column in columns), default=0))


def tall_enough(walls: tuple[int, ...]) -> float:
    """How high a live plot must be for a finger to hit every wall."""
    return 16.0 + (storeys_of(standing(walls), True) + ABOVE) * HIT


def site(scene: Scene, seat: int, width: float, height: float, live: bool) -> str:
    """A plot with what stands on it. A live one has the places of moves."""
    house, expert = scene.home(seat)[at.WALL :], bool(scene.tables.expert)
    seen = house_on_site(seat, house, expert, scene.complete[seat], width, height, live)
    if not live or seat != scene.me or scene.cells[at.STEP] != at.PLACING:
        return seen
    here = plot(house[: at.WALLS], expert, width, height, live)
    covers = house[at.COVER - at.WALL : at.STACK - at.WALL]
    pen = scene.pen(range(at.AT, at.AT + at.SPOTS))
    return seen + "".join(_spots(pen, seat, scene.cells[at.KIND], covers, here))


@lru_cache(ZONES)
def house_on_site(
    seat: int, house: tuple[int, ...], expert: bool, complete: bool, width: float, height: float, live: bool
) -> str:
    """From the cells of a seat: its walls, and all that comes after them. What stands on a live plot has ids: somebody
    who has taken up a hammer presses it."""
    columns, storeys, left, floor, w, h, right = here = plot(house[: at.WALLS], expert, width, height, live)
    covers, stacks = house[at.COVER - at.WALL :], house[at.STACK - at.WALL :]
    garage = house[at.GARAGE - at.WALL :]
    sand = not complete and not expert and width > WITH_SAND  # a garage needs its place
    scenery = [ground(width, height, floor, sand)]
    if live and not complete:
        scenery.append(crane(20, floor, min(height - 34, 190)))
    parts = [box(left - w * 0.2, floor, here.across * w + w * 0.4, 5, EARTH)]
    if not complete:
        parts.append(_scaffold(left, floor, here.across * w, h, storeys))
    else:
        parts.append(flag(width - 34, floor))

    def piece(name: str, drawn: str) -> str:
        return tag("g", drawn, id=f"house-{name}") if live else drawn

    for number, walls in enumerate(columns):
        x = left + number * w
        for storey, wall in enumerate(walls):
            front = _wall(x, floor - (storey + 1) * h, w, h, wall)
            parts.append(piece(f"wall-{number + 1}-{storey + 1}", front))
        if covers[number]:
            over = roof(expert, x, floor - len(walls) * h, w, h, covers[number], stacks[number])
            parts.append(piece(f"roof-{number + 1}", over + (_hit(x, floor - len(walls) * h, w) if live else "")))
    if expert and garage[at.G_WALL]:
        parts.append(box(right - 4, floor, w + 8, 5, EARTH))
        parts.append(piece("garage", garage_wall(right, floor - h, w, h, garage)))
        if garage[at.G_COVER]:
            over = roof(True, right, floor - h, w, h, garage[at.G_COVER], garage[at.G_STACK])
            parts.append(piece("garage-roof", over + (_hit(right, floor - h, w) if live else "")))
    scene = tag("g", *scenery, id=f"house-scenery-{seat}")
    return scene + tag("g", *parts, id=f"house-built-{seat}")


def _hit(x: float, y: float, w: float) -> str:
    """A finger is larger than a roof: it presses what is above it, too."""
    return box(x, y - HIT, w, HIT, "#000000", fill_opacity=0)


# The site ---------------------------------------------------------------------------------------------------------


@lru_cache(64)
def ground(width: float, height: float, floor: float, unfinished: bool) -> str:
    """Sky, hills, the lawn; on an unfinished site what builders leave about."""
    hills = (
        f"M1 {floor - 18:.1f}q{width * 0.2:.1f} -34 {width * 0.42:.1f} -6t{width * 0.58 - 2:.1f} -4V{floor + 2:.1f}H1Z"
    )
    cloud = "h44a9 9 0 0 0 -8 -14a13 13 0 0 0 -23 -4a10 10 0 0 0 -13 8a7 7 0 0 0 0 10z"
    parts = [
        box(0, 0, width, height, "sky", "edge", 8),
        stars(6, 6, width - 12, floor - 60),
        disc(width * 0.9, height * 0.16, min(15.0, height * 0.08), "sun"),
        path(hills, "far"),
        box(1, floor, width - 2, height - floor - 1, "lawn", None, 6),
        path(f"M{width * 0.62:.1f} {height * 0.24:.1f}{cloud}", "cloud", opacity=0.8),
    ]
    if unfinished:
        parts.append(path(f"M{width * 0.3:.1f} {height * 0.4:.1f}{cloud}", "cloud", opacity=0.55))
        sand = f"M{width - 70:.1f} {floor:.1f}q14 -22 26 -16t26 16z"
        parts.append(path(sand, "#d9b36c", INK, stroke_width=0.8))
        parts.append(path(f"M{width - 40:.1f} {floor - 13:.1f}l14 -17", None, "#6b4a2c", stroke_width=2.4))
    return "".join(parts)


def _scaffold(left: float, floor: float, wide: float, h: float, storeys: int) -> str:
    """Poles and planks around what is being built."""
    poles = "".join(
        f"M{x:.1f} {floor:.1f}V{floor - storeys * h - 8:.1f}" for x in (left - 7, left + wide / 2, left + wide + 7)
    )
    planks = "".join(f"M{left - 11:.1f} {floor - k * h:.1f}h{wide + 22:.1f}" for k in range(1, storeys + 1))
    return path(poles, None, POLE, stroke_width=2, opacity=0.7) + path(planks, None, POLE, stroke_width=3, opacity=0.55)


# Pieces of a house ----------------------------------------------------------------------------------------------------


def _wall(x: float, y: float, w: float, h: float, wall: int) -> str:
    return group(x, y, wall_front(w, h, wall))


@lru_cache(512)
def wall_front(w: float, h: float, wall: int) -> str:
    wood = wall <= 4
    parts = [box(0, 0, w, h, WOOD_FACE if wood else BRICK_FACE, INK, 1.5, stroke_width=1.2), *_texture(w, h, wood)]
    has = (wall - 1) % 4
    if has == at.WITH_DOOR:
        parts.append(_door(w * 0.36, h * 0.3, w * 0.28, h * 0.7))
    elif has == at.ONE_WINDOW:
        parts.append(_window(w * 0.35, h * 0.25, w * 0.3, h * 0.45))
    elif has == at.TWO_WINDOWS:
        parts += [_window(w * 0.12, h * 0.25, w * 0.3, h * 0.45), _window(w * 0.58, h * 0.25, w * 0.3, h * 0.45)]
    return "".join(parts)


def _texture(w: float, h: float, wood: bool) -> list[str]:
    """Boards, or courses of brick."""
    seams = "".join(f"M1 {h * k / 5:.1f}h{w - 2:.1f}" for k in range(1, 5))
    if wood:
        return [path(seams, None, WOOD_LINE, stroke_width=1)]
    for row in range(5):
        shift = 0.125 if row % 2 else 0.0
        seams += "".join(f"M{w * (k / 4 + shift):.1f} {h * row / 5:.1f}v{h / 5:.1f}" for k in range(1, 4))
    return [path(seams, None, BRICK_LINE, stroke_width=1)]


def _window(x: float, y: float, w: float, h: float) -> str:
    bars = f"M{w / 2:.1f} 0v{h:.1f}M0 {h / 2:.1f}h{w:.1f}"
    return group(
        x,
        y,
        box(-1.5, -1.5, w + 3, h + 3, "#f6efe0", INK, 1, stroke_width=0.8),
        box(0, 0, w, h, "pane"),
        path(bars, None, "#f6efe0", stroke_width=1.6),
    )


def _door(x: float, y: float, w: float, h: float) -> str:
    return group(
        x,
        y,
        box(-1.5, -1.5, w + 3, h + 1.5, "#f6efe0", INK, 1, stroke_width=0.8),
        box(0, 0, w, h, "#6b4023", None, 1),
        box(w * 0.72, h * 0.52, w * 0.14, w * 0.14, "#f3d27a", None, 2),
    )


def roof(expert: bool, x: float, y: float, w: float, h: float, cover: int, stack: int) -> str:
    rise, over = h * 0.62, w * 0.07
    tile = cover == 2 or not expert
    face, line = (TILE_FACE, TILE_LINE) if tile else (METAL_FACE, METAL_LINE)
    parts = []
    if stack:
        parts += [
            box(w * 0.64, -rise * 1.15, w * 0.16, rise * 0.9, BRICK_FACE, INK, stroke_width=1),
            box(w * 0.61, -rise * 1.22, w * 0.22, rise * 0.14, "#7a3a28", INK, stroke_width=0.8),
            disc(w * 0.76, -rise * 1.4, w * 0.05, "#f3f0e8"),
            disc(w * 0.84, -rise * 1.58, w * 0.065, "#f3f0e8"),
        ]
    outline = f"M{-over:.1f} 0L{w / 2:.1f} {-rise:.1f}L{w + over:.1f} 0Z"
    parts.append(path(outline, face, INK, stroke_width=1.2, stroke_linejoin="round"))
    for k in (1, 2, 3):
        if tile:
            reach = (w / 2 + over) * (1 - k / 4)
            parts.append(box(w / 2 - reach, -rise * k / 4, 2 * reach, 1.2, line))
        else:
            foot = w * k / 4
            parts.append(path(f"M{w / 2:.1f} {-rise:.1f}L{foot:.1f} 0", None, line, stroke_width=1.2))
    return group(x, y, *parts)


@lru_cache(64)
def element_sign(kind: int, expert: bool, w: float, h: float) -> str:
    """One element by itself, standing on the floor of a place of this size."""
    if kind in (at.WOOD_WALL, at.BRICK_WALL):
        return group(0, 0, wall_front(w, h, 1 if kind == at.WOOD_WALL else 5))
    if kind in (at.ROOF, at.TILE_ROOF):
        return roof(expert, w * 0.06, h, w * 0.88, h * 1.5, 2 if kind == at.TILE_ROOF else 1, 0)
    if kind == at.WINDOW_IN:
        return _window((w - h * 0.8) / 2, h * 0.1, h * 0.8, h * 0.8)
    if kind == at.DOOR_IN:
        return _door((w - h * 0.56) / 2, h * 0.08, h * 0.56, h * 0.92)
    body = box(w / 2 - h * 0.18, h * 0.2, h * 0.36, h * 0.8, BRICK_FACE, INK, stroke_width=1)
    body += path(
        f"M{w / 2 - h * 0.18:.1f} {h * 0.47:.1f}h{h * 0.36:.1f}m0 {h * 0.27:.1f}h-{h * 0.36:.1f}", None, BRICK_LINE
    )
    return body + box(w / 2 - h * 0.25, h * 0.06, h * 0.5, h * 0.16, "#7a3a28", INK, stroke_width=0.8)


def garage_front(x: float, y: float, w: float, h: float, garage: Sequence[int]) -> str:
    """The whole of it."""
    drawn = garage_wall(x, y, w, h, garage)
    return drawn + (roof(True, x, y, w, h, garage[at.G_COVER], garage[at.G_STACK]) if garage[at.G_COVER] else "")


def garage_wall(x: float, y: float, w: float, h: float, garage: Sequence[int]) -> str:
    """With its doors, without its roof."""
    parts = [box(0, 0, w, h, WOOD_FACE if garage[at.G_WALL] == 1 else BRICK_FACE, INK, 1.5, stroke_width=1.2)]
    parts += _texture(w, h, garage[at.G_WALL] == 1)
    for n in range(2):
        left = w * (0.07 + 0.46 * n)
        if n < garage[at.G_DOORS]:
            body = [box(0, 0, w * 0.4, h * 0.74, "#e7e2d4", INK, 1, stroke_width=0.8)]
            body += [box(0, h * 0.74 * k / 4, w * 0.4, 1, "#a8a08e") for k in (1, 2, 3)]
            parts.append(group(left, h * 0.26, *body))
        else:
            parts.append(box(left, h * 0.26, w * 0.4, h * 0.74, "#4a3d34", INK, 1, opacity=0.55))
    return group(x, y, *parts)


@lru_cache(64)
def crane(x: float, floor: float, high: float) -> str:
    """The house is not finished: a crane stands by."""
    mast = f"M0 0V{-high:.0f}M8 0V{-high:.0f}" + "".join(f"M0 {-k}L8 {-k - 12}" for k in range(0, int(high) - 12, 12))
    top = -high
    arm = f"M-14 {top:.0f}H96M8 {top - 14:.0f}L88 {top:.0f}M4 {top:.0f}V{top - 16:.0f}M-14 {top:.0f}L4 {top - 16:.0f}"
    load = f"M78 {-high:.0f}v18m-12 10l12 -10l12 10"
    return group(
        x,
        floor,
        path(mast + arm, None, "#d79a2b", stroke_width=2),
        path(load, None, INK, stroke_width=1.2),
        box(64, -high + 28, 28, 9, BRICK_FACE, INK, 1, stroke_width=0.8),
        box(-18, -high, 10, 12, "#7b766c", INK, 1, stroke_width=0.8),
        box(-2, -high + 2, 12, 12, "#e8b62b", INK, 2, stroke_width=0.8),
    )


def flag(x: float, floor: float) -> str:
    """Everything is there: the flag of a finished house."""
    return group(
        x,
        floor,
        box(0, -66, 2.5, 66, INK),
        path("M2.5 -66h22l-6 8l6 8h-22z", "#3c8f4a", INK, stroke_width=0.8),
    )


# Places of moves ------------------------------------------------------------------------------------------------------


def _ghost(pen: Pen, id_: str, x: float, y: float, w: float, h: float, spot: int, hit: Box | None = None) -> str:
    """Where the element would stand; `hit` is what is pressed for it, if that is more."""
    body = [box(*hit, "#000000", fill_opacity=0)] if hit else []
    body += [
        box(0, 0, w, h, "glow", "action", 4, stroke_width=2.5, stroke_dasharray="6 4", opacity=0.85, class_="ring"),
        text(w / 2, h / 2 + 7, "+", 22, "action", bold=True, anchor="middle"),
    ]
    return pen.place(id_, x, y, at.AT + spot, *body)


def _spots(pen: Pen, seat: int, kind: int, covers: tuple[int, ...], here: Plot) -> list[str]:
    """Where the element can go."""
    columns, _, left, floor, w, h, right = here
    key, parts = f"spot-{seat}", []
    for number, walls in enumerate(columns):
        x, top = left + number * w, floor - len(walls) * h
        spot = at.ON_COLUMN + number
        if pen.can(at.AT + spot):
            rise = h * 0.62 if covers[number] else 0.0
            wide, high = (w * 0.4, h * 0.5) if kind == at.CHIMNEY else (w, h * (1 if kind <= at.BRICK_WALL else 0.6))
            hit = ((wide - w) / 2, min(0.0, high - HIT), w, max(high, HIT))
            where = (x + (w - wide) / 2, top - rise - high)
            parts.append(_ghost(pen, f"{key}-{number + 1}", *where, wide, high, spot, hit))
        for storey in range(len(walls)):
            spot = number * at.STOREYS + storey
            if pen.can(at.AT + spot):
                aside, down = w * 0.12, h * 0.12
                where = (x + aside, floor - (storey + 1) * h + down)
                name = f"{key}-{WALL_LABELS[spot].replace('.', '-')}"
                parts.append(_ghost(pen, name, *where, w - 2 * aside, h - 2 * down, spot, (-aside, -down, w, h)))
    end = left + len(columns) * w
    if pen.can(at.AT + at.AT_LEFT):
        parts.append(_ghost(pen, f"{key}-left", left - w * 0.96, floor - h, w * 0.9, h, at.AT_LEFT))
    if pen.can(at.AT + at.AT_RIGHT):
        parts.append(_ghost(pen, f"{key}-right", end + w * 0.04, floor - h, w * 0.9, h, at.AT_RIGHT))
    if pen.can(at.AT + at.AT_GARAGE):
        parts.append(_ghost(pen, f"{key}-garage", right + w * 0.04, floor - h * 1.2, w * 0.9, h * 1.2, at.AT_GARAGE))
    return parts
