"""The board of The Estates as SVG: wide for a desk, narrow for a phone."""

from kvartal.engine.svg import Drawing, box, document
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.drawing import desk, phone
from kvartal.games.estates.drawing.scene import Scene

NARROW = 620  # below this width the phone's layout is drawn


def draw(view: View, words: Words, width: int = 1280) -> Drawing:
    scene = Scene(view, words)
    if width < NARROW:
        across, (height, inside) = phone.WIDTH, phone.draw(scene)
    else:
        across, (height, inside) = desk.WIDTH, desk.draw(scene)
    ground = box(0, 0, across, height, "table")
    return document("estates", width, across, height, scene.summary(), words.lang, "", ground, *inside)
