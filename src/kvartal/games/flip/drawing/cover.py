"""The boxes of Flip City: a town cut from paper, and the two faces of one of its cards."""

from kvartal.engine.svg import box, cover, disc, path, tag
from kvartal.games.flip.drawing.art import FACES, cloud, sheet
from kvartal.games.flip.drawing.cards import BANDS

# Sky, far and near paper; the two faces of the card shown.
LIGHTS = {
    "": ("#cfe6e4", "#a9d1c9", "#7fb5a4", "#5f9879", (2, 3)),
    "international": ("#f4d9c2", "#e9bd9c", "#d99d77", "#b87c58", (4, 5)),
}


def draw(preset: str) -> str:
    sky, far, near, ground, faces = LIGHTS.get(preset, LIGHTS[""])
    parts = [box(0, 0, 320, 180, sky), disc(262, 40, 20, "#f6c453"), cloud(40, 34, 1.6), cloud(176, 26, 1.2)]
    parts.append(
        sheet(
            "M-6 190V92h26v-20h24v28h18l14 -18l14 18h20V70h30v36h22l16 -20l16 20h22V78h28v30h24V90h30v26h30V190Z", far
        )
    )
    parts.append(sheet("M-6 190V134q40 -20 88 -8t96 -4t80 0t70 4V190Z", near))
    parts.append(sheet("M-6 190V158q80 -12 160 -2t172 -4V190Z", ground))
    parts += [_card(faces[0], 48, 48, -6), _card(faces[1], 176, 48, 6)]
    arrow = "M132 44q4 -20 26 -22l-3 -7l17 9l-12 13l-2 -7q-14 2 -16 15z"
    parts.append(path(arrow, "#7b4fa3", "#fffdf5", stroke_width=1.4))
    return cover(*parts)


def _card(face: int, x: float, y: float, turn: float) -> str:
    band = BANDS[face >> 1][face & 1]
    art = tag(
        "svg", FACES[face], x=6, y=18, width=84, height=54, viewBox="0 0 96 60", preserveAspectRatio="xMidYMid slice"
    )
    marks = disc(15, 86, 7, "#c98a1b") + disc(15, 86, 5.6, "#f2bd3d") + box(28, 82, 26, 7, "#e3d3b6", None, 3)
    body = [
        box(2, 4, 96, 100, "#3d2f28", None, 8, opacity=0.25),
        box(0, 0, 96, 100, "#fffaf0", "#d8c5a6", 8),
        path("M5 16V11a6 6 0 0 1 6-6H85a6 6 0 0 1 6 6V16Z", band),
        art,
        marks,
    ]
    return tag("g", *body, transform=f"translate({x} {y}) rotate({turn:g} 48 50) scale(1.1)")
