"""Places of the sheet that stand for a move, whoever sees them."""

from kvartal.engine.game import Setup
from kvartal.engine.svg import at, ring, target
from kvartal.engine.words import Words
from kvartal.games.welcome.text.labels import label


def choice(setup: Setup, words: Words, name: str, x: float, y: float, code: int, *inside: str) -> str:
    """Something that can be chosen now."""
    return target(f"welcome-{name}", x, y, *inside, move=setup.notation[code], label=label(setup, code, words))


def edge(x: float, y: float, width: float, height: float, r: float = 8) -> str:
    """Its ring."""
    return at(x, y, ring(width, height, r, 0))
