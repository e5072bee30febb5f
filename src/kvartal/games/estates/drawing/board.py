"""The board of The Estates as SVG: wide for a desk, narrow for a phone."""

from kvartal.engine.board import HEIGHT, WIDTH, board, for_phone
from kvartal.engine.svg import Drawing
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.drawing import desk, phone
from kvartal.games.estates.drawing.scene import Scene


def draw(view: View, words: Words, *, width: int = WIDTH, height: int = HEIGHT) -> Drawing:  # noqa: ARG001
    """It becomes as high as it needs to be, whatever the height of its place: people scroll."""
    scene = Scene(view, words)
    tall, inside = phone.draw(scene) if for_phone(width) else desk.draw(scene)
    return board("estates", width, tall, scene.summary(), words.lang, *inside)
