"""The board of Flip City as SVG: wide for a desk, narrow for a phone."""

from kvartal.engine.svg import Drawing, box, document
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.flip.drawing import desk, phone
from kvartal.games.flip.drawing.art import definitions
from kvartal.games.flip.drawing.scene import Scene

NARROW = 620  # below this width the phone's layout is drawn


def draw(view: View, words: Words, width: int = 1280) -> Drawing:
    """The whole board. Two layouts, each drawn at its own size and scaled to the width asked for."""
    scene = Scene(view, words)
    if width < NARROW:
        across, (height, inside) = phone.WIDTH, phone.draw(scene)
    else:
        across, (height, inside) = desk.WIDTH, desk.draw(scene)
    ground = box(0, 0, across, height, "table")
    return document("flip", width, across, height, scene.summary(), words.lang, definitions(), ground, *inside)
