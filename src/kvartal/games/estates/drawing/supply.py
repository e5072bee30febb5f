"""What can be put up for auction: the cubes of the offer, and the pieces beside the board.

Drawn from plain values and remembered: one piece a turn goes, the others stay as they are.
"""

from functools import lru_cache

from kvartal.engine.game import Setup
from kvartal.engine.svg import box, group, ring, tag, text, title
from kvartal.engine.words import Words
from kvartal.games.estates.drawing import art as pic
from kvartal.games.estates.drawing.widgets import place
from kvartal.games.estates.rules.tables import CUBES, OFFER, ROOF_PIECE
from kvartal.games.estates.text.board import ends_of
from kvartal.games.estates.text.labels import piece_name


@lru_cache(128)
def offered(
    setup: Setup,
    words: Words,
    row: tuple[int, ...],
    over: bool,
    choosing: bool,
    moves: tuple[int, ...],
    left: float,
    y: float,
    cell: tuple[float, float],
    size: float,
) -> str:
    """A row of the offer in cells of this size. The cubes at its ends stand out; who is `choosing` may take some."""
    ends, parts = ends_of(row), []
    for n, cube in enumerate(row):
        if 0 <= cube < CUBES:
            clear = over or cube in ends
            drawn = _cube(setup, words, cube, clear, choosing, OFFER + cube in moves, cell, size)
            parts.append(group(left + n * cell[0], y, drawn))
    return "".join(parts)


@lru_cache(512)
def _cube(
    setup: Setup, words: Words, cube: int, clear: bool, choosing: bool, can: bool,
    cell: tuple[float, float], size: float,
) -> str:  # fmt: skip
    code, (wide, high) = OFFER + cube, cell
    parts = [title(piece_name(cube, 0, words))]
    tile = tag("g", pic.known(cube, pic.cube_tile(cube, size)), opacity=None if clear else 0.5)
    if can:  # a finger may also press beside it
        parts.append(box(0, 0, wide, high, "#000000", None, 0, fill_opacity=0))
        tile += ring(size, size, 6, 1.5)
    parts.append(group((wide - size) / 2, (high - size) / 2, tile))
    return place(setup, words, _name(setup, code), 0, 0, code if choosing else None, can, *parts)


@lru_cache(256)
def special(
    setup: Setup, words: Words, piece: int, many: int, choosing: bool, can: bool,
    x: float, y: float, width: float, height: float,
) -> str:  # fmt: skip
    """A piece beside the board; of roofs there are `many`."""
    code, size = OFFER + piece, min(width, height) * 0.78
    parts = [title(piece_name(piece, 0, words)), box(0, 0, width, height, "slot", "edge", 7)]
    lift = 6.0 if piece == ROOF_PIECE else 0.0
    where, picture = ((width - size) / 2, (height - size) / 2 - lift), pic.piece(piece, 0, size)
    parts.append(group(*where, picture) if lift else pic.known(piece, picture, x=where[0], y=where[1]))
    if piece == ROOF_PIECE:  # those that are left lie here
        parts.append(text(width / 2, height - 4, f"×{many}", 12.5, bold=True, anchor="middle"))
    edge = ring(width, height, 7, 1) if can else ""
    return group(x, y, place(setup, words, _name(setup, code), 0, 0, code if choosing else None, can, *parts, edge))


def _name(setup: Setup, code: int) -> str:
    return setup.notation[code].replace(" ", "-")
