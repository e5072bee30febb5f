"""The city of The Estates: three streets from the square to the river and into the fields, buildings floor by floor.

Drawn from plain values and remembered: while people bid nothing changes here, and all see the same.
"""

from collections.abc import Sequence
from functools import lru_cache

from kvartal.engine.game import Setup
from kvartal.engine.svg import box, group, number, path, ring, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.estates.drawing import art as pic
from kvartal.games.estates.drawing.scene import RIVER, Scene
from kvartal.games.estates.drawing.widgets import place
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.rules.tables import (
    BARRIER_PIECE,
    CANCEL_PIECE,
    LOTS,
    MAYOR_PIECE,
    NO_PIECE,
    PLACE_BARRIER,
    PLACE_CANCEL,
    PLACE_LOT,
    PLACE_MAYOR,
    ROOF_PIECE,
)
from kvartal.games.estates.text.board import Barriers, Lot
from kvartal.games.estates.text.labels import lot_name, piece_name

PICTURED = 130  # how high the head of a row is at least that shows it at a glance
ROAD, SOIL = 11, 15  # heights of the road and of the strip of lots above it
INSIDE, BARRED, FIELDS = range(3)  # where a lot is: in the row, behind a barrier, beyond


def street(scene: Scene, row: int, x_of: Sequence[float], lot: float, height: float, storey: float, shown: int) -> str:
    """A row: its lots, its barriers. `shown` lots are drawn."""
    board, here = scene.board, scene.board.rows[row]
    return _street(
        scene.setup,
        scene.plain,
        row,
        tuple(x_of),
        lot,
        height - ROAD - 1,
        storey,
        board.lots[row * LOTS : row * LOTS + shown],
        here.length,
        here.barriers,
        board.over and not here.complete,
        board.piece if scene.placing else NO_PIECE,
        tuple(sorted(scene.legal)) if scene.placing else (),
    )


@lru_cache(256)
def _street(
    setup: Setup,
    words: Words,
    row: int,
    x_of: tuple[float, ...],
    width: float,
    floor: float,
    storey: float,
    lots: tuple[Lot, ...],
    length: int,
    barriers: Barriers,
    lost: bool,
    piece: int,
    moves: tuple[int, ...],
) -> str:
    """`piece` is being placed by who sees this, and these are the moves; a row may be `lost` at the end."""
    parts = []
    for n, lot in enumerate(lots):
        code = PLACE_LOT + row * LOTS + n
        ground = INSIDE if n < length else BARRED if n == length and barriers else FIELDS
        wanted = 0 <= piece <= ROOF_PIECE
        drawn = _lot(setup, words, row * LOTS + n, lot, ground, lost, wanted, code in moves, width, floor, storey)
        parts.append(group(x_of[n], 0, drawn))
    parts.append(_barriers(setup, words, row, x_of, width, floor - SOIL, length, barriers, piece, moves))
    return "".join(parts)


@lru_cache(256)
def far_roofs(row: int, first: float, last: float, height: float) -> str:
    """The town beyond a row: roofs of one sheet, the same for each street every time."""
    ground = height - ROAD - 1 - SOIL
    found, x, i = [f"M{number(first)} {number(ground)}"], first, row * 5
    while True:
        wide, high = 17 + (i * 37) % 19, 10 + (i * 47) % 33
        if x + wide > last:
            break
        peak = f"l{number(wide / 2)} -7l{number(wide / 2)} 7" if i % 3 == 0 else f"h{wide}"
        found.append(f"V{number(ground - high)}{peak}")
        x, i = x + wide, i + 1
    return path("".join(found) + f"V{number(ground)}Z", "far")


@lru_cache(256)
def road(first: float, last: float, height: float) -> str:
    floor = height - ROAD - 1
    dashes = f"M{number(first + 6)} {number(floor + ROAD / 2)}H{number(last - 6)}"
    paved = box(first - 2, floor, last - first + 4, ROAD, "road", None, 2)
    return paved + path(dashes, None, "#fff3d6", stroke_width=1.6, stroke_dasharray="9 8")


@lru_cache(64)
def river(x: float, wide: float, height: float, r: float = 0) -> str:
    """Between the fourth and the fifth lot, under all the roads."""
    step = number(wide * 0.3)
    wave = f"q{number(wide * 0.15)} -3 {step} 0t{step} 0"
    waves = "".join(f"M{number(x + wide * 0.2)} {k}{wave}" for k in range(14, int(height) - 6, 26))
    return box(x, 0, wide, height, "water", None, r) + path(waves, None, "cloud", stroke_width=1.4, opacity=0.7)


# Lots -----------------------------------------------------------------------------------------------------------------


@lru_cache(2048)
def _lot(
    setup: Setup,
    words: Words,
    number_: int,
    lot: Lot,
    ground: int,
    lost: bool,
    wanted: bool,
    can: bool,
    width: float,
    floor: float,
    storey: float,
) -> str:
    """A lot with its building, and if a piece is `wanted` there the place for it, or why it cannot be put there."""
    margin = 4 if width >= 44 else 1.5
    wide, name = width - 2 * margin, lot_name(number_)
    soil = _soil(number_, ground == INSIDE, ground == FIELDS, bool(lot.floors), lot.white, width, floor - SOIL)
    down = floor - SOIL - storey * (len(lot.floors) + (lot.roof > 0))
    inside = [_built(lot, name, soil, lost, width, margin, floor - SOIL, storey)]
    if can:
        high = floor - down + storey + 1
        inside += [
            box(
                margin, down - storey + 1, wide, storey - 2, "glow", "action", 3, stroke_width=2, stroke_dasharray="4 3"
            ),
            text(width / 2, down - storey / 2 + 5.5, "+", 16, "action", bold=True, anchor="middle"),
            box(0, 0, width, floor + ROAD, "#000000", None, 4, fill_opacity=0),
            group(1, floor - high, ring(width - 2, high, 5, 0.5)),
        ]
    code = PLACE_LOT + number_ if wanted else None
    return place(setup, words, f"lot-{name}", 0, 0, code, can, title(_about(words, number_, lot)), *inside)


@lru_cache(2048)
def _built(
    lot: Lot, name: str, soil: str, lost: bool, width: float, margin: float, down: float, storey: float
) -> str:  # fmt: skip
    """A lot as it is; it stays so when something may be put on it."""
    wide = width - 2 * margin
    building = []
    for i, cube in enumerate(lot.floors):
        down -= storey
        building.append(group(margin, down, pic.floor(cube, wide, storey, i == 0)))
    if lot.roof:
        down -= storey
        building.append(group(1, down, pic.roof(lot.roof, width - 2, storey)))
    elif lot.floors:  # nothing on top yet: the rods of the next floor
        rods = "".join(f"M{number(margin + wide * k)} {number(down)}v-6" for k in (0.12, 0.5, 0.88))
        building.append(path(rods, None, "muted", stroke_width=1.6))
    inside = [tag("g", *building, opacity=0.45)] if lost and building else building
    return tag("g", soil, *inside, id=f"estates-built-{name}")


def _ghost(width: float, height: float, r: float) -> str:
    """Where a piece may go."""
    return box(0, 0, width, height, "glow", "action", r, stroke_width=2, stroke_dasharray="4 3")


@lru_cache(2048)
def _soil(number_: int, inside: bool, fields: bool, built: bool, white: bool, width: float, top: float) -> str:
    fill = "#fffaf0" if white else pic.DIRT if inside else "lawn"
    parts = [_trees(number_, width, top)] if fields else []
    if inside and not built:  # pegs and a line: something will stand here
        pegs = f"M{number(width * 0.14)} {number(top)}v-9h{number(width * 0.72)}v9"
        parts.append(path(pegs, None, "muted", stroke_width=1.2, stroke_dasharray="3 3", opacity=0.8))
    parts.append(box(0.5, top, width - 1, SOIL, fill, pic.WOOD if inside else "leaf", 2, stroke_width=1))
    if white:  # dots beside the name, or all along where there is no room for one
        side, far = (width / 2 - 19, width / 2 + 14) if width >= 44 else (width - 12, 0.0)
        dots = f"M6 {number(top + 7.5)}h{number(float(side))}"
        dots += f"M{number(far)} {number(top + 7.5)}h{number(float(side))}" if far else ""
        parts.append(path(dots, None, "#a08d6d", stroke_width=2, stroke_dasharray="2 4"))
    if width >= 40:
        ink = "#ffffff" if fill == pic.DIRT else "#3d2f28" if white else "ink"
        parts.append(text(width / 2, top + 11.6, lot_name(number_), 11, ink, anchor="middle"))
    return "".join(parts)


@lru_cache(512)
def _trees(seed: int, width: float, ground: float) -> str:
    """Fields: no building is allowed here, so trees grow."""
    parts = []
    for k in range(2 if width >= 40 else 1):
        x = width * (0.3 + 0.42 * k) + (seed * 7 + k * 5) % 9 - 4
        r = min(6 + (seed * 5 + k * 3) % 4, width * 0.3)
        high = r * 1.5 + (seed * 3 + k) % 5
        parts.append(path(f"M{number(x)} {number(ground)}v{number(-high)}", None, "#7a5a3c", stroke_width=2))
        crown = f"M{number(x - r)} {number(ground - high)}a{number(r)} {number(r * 1.15)} 0 1 1 {number(2 * r)} 0"
        parts.append(path(f"{crown}a{number(r)} {number(r * 0.8)} 0 1 1 {number(-2 * r)} 0z", "leaf"))
    return "".join(parts)


def _about(words: Words, number_: int, lot: Lot) -> str:
    parts = [lot_name(number_)]
    if lot.white:
        parts.append(words("white dirt"))
    parts += [piece_name(cube, 0, words) for cube in lot.floors]
    if lot.roof:
        parts.append(words("roof {n}", n=lot.roof))
    if lot.floors:
        parts.append(words("worth {n}", n=lot.value))
    return ", ".join(parts)


# Barriers and the head of a row -----------------------------------------------------------------------------------


def _barriers(
    setup: Setup,
    words: Words,
    number_: int,
    x_of: tuple[float, ...],
    lot: float,
    ground: float,
    length: int,
    barriers: Barriers,
    piece: int,
    moves: tuple[int, ...],
) -> str:
    """The barriers of a row where they stand, and the places where one may be put."""
    found, width, high = [], min(lot - 6, 46.0), 33
    shift = (lot - width) / 2
    for i, (value, sign) in enumerate(barriers):
        wanted = PLACE_CANCEL + value - 1 if piece == CANCEL_PIECE else None
        body = [title(words("barrier {n}", n=value)), pic.trestle(width, high, f"{'+' if sign > 0 else '−'}{value}")]
        can = wanted in moves
        if can:
            body.append(ring(width, high, 4))
        where = (x_of[length] + shift, ground - high - 38 * i)
        found.append(place(setup, words, f"barrier-{value}", *where, wanted, can, *body))
    if BARRIER_PIECE <= piece < MAYOR_PIECE:
        value = piece - BARRIER_PIECE + 1
        for way, sign in ((0, 1), (1, -1)):
            code = PLACE_BARRIER + 2 * number_ + way
            there = length + sign * value
            if code in moves:
                body = [
                    box(width / 2 - 22, -10, 44, high + 20, "#000000", None, 0, fill_opacity=0),
                    group(-2, -3, _ghost(width + 4, high + 5, 5)),
                    pic.trestle(width, high, f"{'−' if way else '+'}{value}"),
                    group(-2, -3, ring(width + 4, high + 5, 5, 1)),
                ]
                name = f"{'shorter' if way else 'longer'}-{ROW_KEYS[number_]}"
                down = 38 * len(barriers) if there == length else 0
                found.append(
                    place(setup, words, name, x_of[there] + shift, ground - high - 2 - down, code, True, *body)
                )
    return "".join(found)


def head(scene: Scene, number_: int, width: float, height: float) -> str:
    """The head of a row: its name, how far it is, the mayor or the place for him."""
    row, code = scene.board.rows[number_], PLACE_MAYOR + number_
    wanted = scene.placing and scene.board.piece == MAYOR_PIECE
    can = wanted and code in scene.legal
    how_far = (row.built, row.roofed, row.length)
    return _head(scene.setup, scene.plain, number_, how_far, row.mayor, code if wanted else None, can, width, height)


@lru_cache(512)
def _head(
    setup: Setup,
    words: Words,
    number_: int,
    how_far: tuple[int, int, int],
    mayor: bool,
    code: int | None,
    can: bool,
    width: float,
    height: float,
) -> str:
    name, (built, roofed, length) = ROW_KEYS[number_], how_far
    parts = [box(0, 0, width, height, "panel", "edge", 8)]
    parts.append(box(8, 7, 28, 26, "#2c5d52", "#f4ead2", 5, stroke_width=1.5))
    parts.append(text(22, 26.5, name, 18, "#ffffff", bold=True, anchor="middle"))
    if mayor or code is not None:
        parts.append(group(width - 36, 5, pic.hat(29), opacity=1.0 if mayor else 0.4))
    complete = roofed == length
    shown = f"✓ {words('complete')}" if complete else words("not complete")
    role = "good" if complete else "bad"
    middle = 36 + (height - 36) / 2
    if height >= PICTURED:
        middle -= 12
        parts.append(_plan(built, roofed, length, width - 16, height - 10))
    parts.append(text(width / 2, middle - 11, shown, 12.5, role, bold=True, anchor="middle", room=width - 10))
    tally = words("{built}/{length} built", built=built, length=length)
    parts.append(text(width / 2, middle + 8, tally, 12, anchor="middle", room=width - 10))
    roofs = words("{roofed}/{length} roofed", roofed=roofed, length=length)
    parts.append(text(width / 2, middle + 25, roofs, 12, anchor="middle", room=width - 10))
    if can:
        parts.append(ring(width, height))
    return place(setup, words, f"street-{name}", 0, 0, code, can, *parts)


def _plan(built: int, roofed: int, length: int, width: float, foot: float) -> str:
    """A row at a glance: buildings with a roof, without one, and lots that are still empty."""
    step = min(14.0, width / max(length, 1))
    left, wide, high = 8 + (width - step * length) / 2, step - 2, 9
    walls, roofs, empty = "", "", ""
    for n in range(length):
        x = left + n * step + 1
        wall = f"M{number(x)} {number(foot)}v-{high}h{number(wide)}v{high}z"
        if n < built:
            walls += wall
        else:
            empty += wall
        if n < roofed:
            roofs += f"M{number(x - 0.5)} {number(foot - high)}l{number(wide / 2 + 0.5)} -6l{number(wide / 2 + 0.5)} 6z"
    shown = path(empty, None, "muted", stroke_width=1, stroke_dasharray="2 2") if empty else ""
    shown += path(walls, "muted") if walls else ""
    return shown + (path(roofs, "ink") if roofs else "")


def tallest(scene: Scene, row: int) -> int:
    """Floors of the highest building of a row, with its roof or the room for what may come on top."""
    lots = scene.board.lots[row * LOTS : (row + 1) * LOTS]
    return max(len(lot.floors) for lot in lots) + 1


def places(start: float, lot: float, water: float) -> list[float]:
    """Where the lots begin; the last is beyond the board, for a barrier there."""
    return [start + lot * place + (water if place >= RIVER else 0) for place in range(LOTS + 1)]
