"""What stands for a move on the board, whoever sees it."""

from kvartal.engine import board
from kvartal.engine.game import Setup
from kvartal.engine.words import Words
from kvartal.games.estates.text.labels import label


def place(
    setup: Setup, words: Words, name: str, x: float, y: float, code: int | None, can: bool, *inside: str
) -> str:  # fmt: skip
    """A thing on the table; if `code` is a move, it can be chosen, or it is told why not."""
    said = label(code, words) if can and code is not None else None
    return board.place(setup, name, x, y, code, *inside, said=said)
