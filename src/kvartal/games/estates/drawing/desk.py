"""The board of The Estates for a desk:

the city: three rows from the street to the river and beyond
the offer | the pieces beside the board | what is on auction
the people
"""

from functools import lru_cache

from kvartal.engine.board import DESK
from kvartal.engine.score import signed
from kvartal.engine.svg import box, breadth, group, lines, panel, short, tag, text
from kvartal.games.estates.drawing.auction import stand
from kvartal.games.estates.drawing.city import Plan, city
from kvartal.games.estates.drawing.scene import Scene
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.rules.tables import LOTS, OFFER_ROWS, PER_ROW, ROOF_PIECE
from kvartal.games.estates.text.bar import OFFER, PEOPLE, STANDINGS
from kvartal.games.estates.text.board import beside
from kvartal.games.estates.text.labels import piece_name

EDGE, GAP = 5.0, 10.0
ACROSS = DESK - 2 * EDGE
STANDING = 132.0
CITY = Plan(EDGE, EDGE, ACROSS, 112, 138, 8, 22, STANDING + 12)
MIDDLE, TILE = 172.0, 41.0  # how high the offer is, and how large a cube
CELL = (45.0, 45.0)
CUBES = PER_ROW * CELL[0] + 24
SPECIAL, STEP = 54.0, 88.0
BESIDE = 3 * STEP + 16


def draw(scene: Scene) -> tuple[float, list[str]]:
    far = 1 if scene.board.tables.max_length >= LOTS else 0  # room for a barrier beyond the last lot
    parts, y = [city(scene, CITY, LOTS + far), _standings(scene)], EDGE + CITY.high + GAP
    parts += [_offer(scene, y), _beside(scene, EDGE + CUBES + GAP, y)]
    left = EDGE + CUBES + BESIDE + 2 * GAP
    parts.append(stand(scene, left, y, DESK - EDGE - left, MIDDLE, purse=False))
    y += MIDDLE + GAP
    tall, drawn = _people(scene, y)
    return y + tall + EDGE, [*parts, drawn]


def _standings(scene: Scene) -> str:
    parts = []
    for row in range(len(ROW_KEYS)):
        down = CITY.y + CITY.top(row)
        parts.append(_standing(row, scene.heading(), scene.standing(row), down))
    return tag("g", *parts, id=STANDINGS, role="group", aria_label=scene.words("Standings"))


@lru_cache(512)
def _standing(row: int, heading: str, points: tuple[tuple[str, int], ...], y: float) -> str:
    """What a row brings to whom."""
    said = [heading] if breadth(heading, 12.5) <= STANDING - 20 else lines(heading, STANDING - 20, 12)
    size, top = (12.5, 20.0) if len(said) == 1 else (12, 17.0)
    parts = [box(0, 0, STANDING, CITY.row, "panel", "edge", 8)]
    parts += [text(10, top + 13 * i, line, size, "muted", room=STANDING - 20) for i, line in enumerate(said)]
    first = top + 13 * (len(said) - 1) + 22
    step = min(19.0, (CITY.row - 12 - first) / max(1, len(points) - 1))
    if not points:
        parts.append(text(10, first, "—", 14, "muted"))
    for i, (name, value) in enumerate(points):
        down = first + step * i
        parts.append(text(42, down, signed(value), 14.5, "good" if value > 0 else "bad", bold=True, anchor="end"))
        parts.append(text(50, down, short(name, STANDING - 56, 12.5), 12.5))
    return group(CITY.x + CITY.width - STANDING - CITY.gap, y, *parts, id=f"estates-standing-{ROW_KEYS[row]}")


def _offer(scene: Scene, y: float) -> str:
    parts = [panel(CUBES, MIDDLE, scene.words("Offer: the ends of the rows"))]
    for row in range(OFFER_ROWS):
        down = 30 + row * (CELL[1] + 1)
        parts.append(box(9, down, CUBES - 18, CELL[1], "slot", None, 8))
        parts.append(scene.offered(row, 12, down, CELL, TILE))
    return group(EDGE, y, *parts, id=OFFER, role="group", aria_label=scene.words("Offer"))


def _beside(scene: Scene, x: float, y: float) -> str:
    """Roofs, barriers, the mayor and the cancel cube, while they are there, and what they are called."""
    spoken = scene.words("Beside the board")
    parts = [panel(BESIDE, MIDDLE, spoken)]
    for piece in beside(scene.board):
        i = piece - ROOF_PIECE
        left, top = 8 + i % 3 * STEP, 30 + i // 3 * 71.0
        parts.append(scene.special(piece, left + (STEP - SPECIAL) / 2, top, SPECIAL, SPECIAL - 2))
        name = piece_name(piece, 0, scene.words)
        parts.append(text(left + STEP / 2, top + SPECIAL + 11, name, 12.5, anchor="middle", room=STEP - 2))
    return group(x, y, *parts, id="estates-beside", role="group", aria_label=spoken)


def _people(scene: Scene, y: float) -> tuple[float, str]:
    people, tall = scene.board.people, 94 if scene.board.tables.rounds > 1 else 76
    each = (ACROSS - (len(people) - 1) * GAP) / len(people)
    parts = [scene.person(person, i * (each + GAP), 0, each, tall) for i, person in enumerate(people)]
    return tall, group(EDGE, y, *parts, id=PEOPLE)
