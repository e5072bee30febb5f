"""The city of The Estates: three streets from the square to the river and into the fields, buildings floor by floor.

Drawn from plain values and remembered: while people bid nothing changes here, and all see the same.
"""

import math
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
    ROOF_PIECE,
)
from kvartal.games.estates.text.board import Barriers, Lot
from kvartal.games.estates.text.labels import lot_name, piece_name

ROAD, SOIL = 11, 15  # heights of the road and of the strip of lots above it
TRESTLE = 33  # how high a barrier is
INSIDE, BARRED, FIELDS = range(3)  # where a lot is: in the row, behind a barrier, beyond


def street(
    scene: Scene, row: int, x_of: Sequence[float], lot: float, height: float, storey: float, shown: int, end: float
) -> str:
    """A row: its lots, its barriers. `shown` lots are drawn; everything keeps to the left of `end`."""
    board, here = scene.board, scene.board.rows[row]
    return _street(
        scene.setup,
        scene.plain,
        row,
        tuple(x_of),
        end,
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


@lru_cache(128)
def _street(
    setup: Setup,
    words: Words,
    row: int,
    x_of: tuple[float, ...],
    end: float,
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
    parts.append(_barriers(setup, words, row, x_of, end, width, floor - SOIL, length, barriers, piece, moves))
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


@lru_cache(1024)
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


@lru_cache(1024)
def _built(
    lot: Lot, name: str, soil: str, lost: bool, width: float, margin: float, down: float, storey: float
) -> str:  # fmt: skip
    """A lot as it is; it stays so when something may be put on it."""
    wide = width - 2 * margin
    building = []
    for i, cube in enumerate(lot.floors):
        down -= storey
        building.append(pic.known(cube, pic.floor(cube, wide, storey, i == 0), x=margin, y=down))
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
    if white and width >= 36:  # dots beside the name
        dots = "".join(f"M{number(x)} {number(top + 7.5)}h{number(width / 2 - 17)}" for x in (5, width / 2 + 12))
        parts.append(path(dots, None, "#a08d6d", stroke_width=2, stroke_dasharray="2 4"))
    ink = "#ffffff" if fill == pic.DIRT else "#3d2f28" if white else "ink"
    parts.append(text(width / 2, top + 12.1, lot_name(number_), 12.5, ink, anchor="middle"))
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


# Barriers ---------------------------------------------------------------------------------------------------------


def _barriers(
    setup: Setup,
    words: Words,
    number_: int,
    x_of: tuple[float, ...],
    end: float,
    lot: float,
    ground: float,
    length: int,
    barriers: Barriers,
    piece: int,
    moves: tuple[int, ...],
) -> str:
    """The barriers of a row where they stand, and the places where one may be put."""
    found, wide = [], min(lot - 1, 46.0)
    where = _stand(x_of[length] + (lot - wide) / 2, end, wide, ground, len(barriers), piece)
    for (value, sign), (x, y) in zip(barriers, where, strict=True):
        wanted = PLACE_CANCEL + value - 1 if piece == CANCEL_PIECE else None
        trestle = pic.trestle(wide, TRESTLE, f"{'+' if sign > 0 else '−'}{value}")
        body = [title(words("barrier {n}", n=value)), pic.known(BARRIER_PIECE + value - 1, trestle)]
        can = wanted in moves
        if can:
            body += [_reach(wide, ground), group(1, -3, ring(wide - 2, TRESTLE + 5, 4, 0.5))]
        found.append(place(setup, words, f"barrier-{value}", x, y, wanted, can, *body))
    if BARRIER_PIECE <= piece < MAYOR_PIECE:
        value = piece - BARRIER_PIECE + 1
        for way, sign in ((0, 1), (1, -1)):
            code = PLACE_BARRIER + 2 * number_ + way
            if code in moves:
                x = min(x_of[length + sign * value] + (lot - wide) / 2, end - wide)
                body = [
                    _reach(wide, ground, 40, end - x),
                    group(0, -3, _ghost(wide, TRESTLE + 5, 5)),
                    pic.trestle(wide, TRESTLE, f"{'−' if way else '+'}{value}"),
                    group(0, -3, ring(wide, TRESTLE + 5, 5, 0.5)),
                ]
                name = f"{'shorter' if way else 'longer'}-{ROW_KEYS[number_]}"
                found.append(place(setup, words, name, x, ground - TRESTLE - 2, code, True, *body))
    return "".join(found)


def _stand(x: float, end: float, wide: float, ground: float, many: int, piece: int) -> list[tuple[float, float]]:
    """Where the barriers of a row stand: side by side; over each other where the city ends, unless one of them is
    chosen, and while another is placed."""
    step, apart = wide + 1, piece == CANCEL_PIECE
    if x + many * step <= end + 1 and not BARRIER_PIECE <= piece < MAYOR_PIECE:
        return [(x + n * step, ground - TRESTLE) for n in range(many)]
    if apart:
        return [(end - (many - n) * step, ground - TRESTLE) for n in range(many)]
    lift = min(TRESTLE + 5.0, (ground - TRESTLE) / max(1, many - 1))
    return [(min(x, end - wide), ground - TRESTLE - n * lift) for n in range(many)]


def _reach(wide: float, ground: float, least: float = 0, room: float = math.inf) -> str:
    """Of a barrier, for a finger: from the sky down to the road. From its left edge there is so much room."""
    high, least = min(ground, 60.0), max(wide + 1, least)
    return box(
        min((wide - least) / 2, room - least), TRESTLE - high, least, high + SOIL, "#000000", None, 0, fill_opacity=0
    )


def tallest(scene: Scene, row: int) -> int:
    """Floors of the highest building of a row, with its roof or the room for what may come on top."""
    lots = scene.board.lots[row * LOTS : (row + 1) * LOTS]
    return max(len(lot.floors) for lot in lots) + 1


def places(start: float, lot: float, water: float) -> list[float]:
    """Where the lots begin; the last is beyond the board, for a barrier there."""
    return [start + lot * place + (water if place >= RIVER else 0) for place in range(LOTS + 1)]
