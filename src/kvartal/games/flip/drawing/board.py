"""The board of Flip City as SVG: wide for a desk, and two layouts for a phone."""

from kvartal.engine.board import HEIGHT, WIDTH, board, layout
from kvartal.engine.svg import Drawing
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip.drawing import desk, phone
from kvartal.games.flip.drawing.art import definitions
from kvartal.games.flip.drawing.scene import Scene


def draw(view: View, words: Words, *, width: int = WIDTH, height: int = HEIGHT) -> Drawing:
    """It becomes as high as it needs to be: what is needed now fits into its place, for the rest people scroll."""
    scene, form = Scene(view, words), layout(width, height)
    tall, inside = desk.draw(scene) if form == "desk" else phone.draw(scene, form)
    return board("flip", width, tall, scene.summary(), words.lang, *inside, defs=definitions(), height=height)
