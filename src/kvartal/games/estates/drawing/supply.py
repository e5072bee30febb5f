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


@lru_cache(256)
def offered(
    setup: Setup,
    words: Words,
    row: tuple[int, ...],
    over: bool,
    choosing: bool,
    moves: tuple[int, ...],
    left: float,
    y: float,
    step: float,
    size: float,
) -> str:
    """A row of the offer. The cubes at its ends stand out; who is `choosing` may take some of them."""
    ends, parts = ends_of(row), []
    for n, cube in enumerate(row):
        if 0 <= cube < CUBES:
            clear = over or cube in ends
            parts.append(
                group(left + n * step, y, _cube(setup, words, cube, clear, choosing, OFFER + cube in moves, size))
            )
    return "".join(parts)


@lru_cache(1024)
def _cube(setup: Setup, words: Words, cube: int, clear: bool, choosing: bool, can: bool, size: float) -> str:
    code = OFFER + cube
    about = title(piece_name(cube, 0, words))
    tile = tag("g", pic.cube_tile(cube, size), opacity=None if clear else 0.5)
    edge = ring(size, size, 6) if can else ""
    return place(setup, words, _name(setup, code), 0, 0, code if choosing else None, can, about, tile, edge)


@lru_cache(512)
def special(
    setup: Setup, words: Words, piece: int, many: int, choosing: bool, can: bool, x: float, y: float, size: float
) -> str:
    """A piece beside the board; of roofs there are `many`."""
    code = OFFER + piece
    parts = [title(piece_name(piece, 0, words)), box(0, 0, size, size, "slot", "edge", 7)]
    parts.append(group(size * 0.14, size * 0.12, pic.piece(piece, 0, size * 0.72)))
    if piece == ROOF_PIECE:
        parts.append(text(size - 3, size - 3, f"×{many}", 12, bold=True, anchor="end"))
    edge = ring(size, size, 7) if can else ""
    return group(x, y, place(setup, words, _name(setup, code), 0, 0, code if choosing else None, can, *parts, edge))


def _name(setup: Setup, code: int) -> str:
    return setup.notation[code].replace(" ", "-")
