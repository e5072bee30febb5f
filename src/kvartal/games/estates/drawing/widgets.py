"""What stands for a move on the board, whoever sees it."""

from functools import lru_cache

from kvartal.engine import board
from kvartal.engine.bar import Button
from kvartal.engine.game import Setup
from kvartal.engine.svg import plate
from kvartal.engine.words import Words
from kvartal.games.estates.text.labels import label


def place(
    setup: Setup, words: Words, name: str, x: float, y: float, code: int | None, can: bool, *inside: str
) -> str:  # fmt: skip
    """A thing on the table; if `code` is a move, it can be chosen, or it is told why not."""
    said = label(code, words) if can and code is not None else None
    return board.place(setup, name, x, y, code, *inside, said=said)


@lru_cache(1024)
def button(setup: Setup, pressed: Button, x: float, y: float, width: float, height: float, shown: str) -> str:
    name, face = setup.notation[pressed.code].replace(" ", "-"), plate(width, height, shown)
    return board.place(setup, name, x, y, pressed.code, face, said=pressed.said)
