"""The board of The Estates as SVG: for a desk, a phone, and a phone held across."""

from kvartal.engine.board import HEIGHT, WIDTH, board, layout
from kvartal.engine.svg import Drawing
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.drawing import desk, phone
from kvartal.games.estates.drawing.scene import Scene

LAYOUTS = {"desk": desk.draw, "upright": phone.upright, "across": phone.across}


def draw(view: View, words: Words, *, width: int = WIDTH, height: int = HEIGHT) -> Drawing:
    scene = Scene(view, words)
    tall, inside = LAYOUTS[layout(width, height)](scene)
    return board("estates", width, tall, scene.summary(), words.lang, *inside, height=height)
