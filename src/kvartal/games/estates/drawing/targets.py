"""What stands for a move on the board, whoever sees it."""

from functools import lru_cache

from kvartal.engine.game import Setup
from kvartal.engine.svg import plate, target
from kvartal.engine.words import Words
from kvartal.games.estates.text.labels import label


def place(
    setup: Setup, words: Words, id_: str, x: float, y: float, code: int | None, can: bool, *inside: str
) -> str:  # fmt: skip
    """A thing on the table; if `code` is a move, it can be chosen, or it is told why not."""
    if code is None:
        return target(f"estates-{id_}", x, y, *inside)
    if can:
        return target(f"estates-{id_}", x, y, *inside, move=setup.notation[code], label=label(code, words))
    return target(f"estates-{id_}", x, y, *inside, refused=setup.notation[code])


@lru_cache(1024)
def button(
    setup: Setup, id_: str, x: float, y: float, width: float, height: float, code: int, shown: str, said: str
) -> str:
    """`shown` stands on it, `said` is the whole of it."""
    return target(f"estates-{id_}", x, y, plate(width, height, shown), move=setup.notation[code], label=said)
