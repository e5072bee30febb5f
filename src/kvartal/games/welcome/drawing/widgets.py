"""Places of the sheet that stand for a move, whoever sees them."""

from kvartal.engine.board import place
from kvartal.engine.game import Setup
from kvartal.engine.svg import group, ring
from kvartal.engine.words import Words
from kvartal.games.welcome.text.labels import label

LEAST = 12.5  # smaller letters than these are not legible on a phone of 320 px


def choice(setup: Setup, words: Words, name: str, x: float, y: float, code: int, *inside: str) -> str:
    """Something that can be chosen now."""
    return place(setup, name, x, y, code, *inside, said=label(setup, code, words))


def edge(x: float, y: float, width: float, height: float, r: float = 8) -> str:
    """Its ring."""
    return group(x, y, ring(width, height, r, 0))
