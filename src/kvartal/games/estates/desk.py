"""The board of The Estates for a desk:

whose turn it is, what is on auction, what can be done
the city: three rows from the street to the river and beyond      the pieces beside the board
the offer
the people
"""

from functools import cache

from kvartal.engine.svg import at, box, lines, panel, path, text
from kvartal.games.estates import cells as phases
from kvartal.games.estates import pictures as pic
from kvartal.games.estates import skyline
from kvartal.games.estates.pen import RIVER, Pen, cubes_of, signed
from kvartal.games.estates.tables import BID, LOTS, OFFER_ROWS, PER_ROW, ROWS

WIDTH = 1000
EDGE, GAP = 5, 10
ACROSS = WIDTH - 2 * EDGE
BESIDE = 64
CITY = ACROSS - BESIDE - GAP
HEAD, BUTTON = 66, 42
ROW, LEFT, WATER, RIGHT = 138, 112, 22, 132
OFFER, TILE = 84, 35


def draw(pen: Pen) -> tuple[float, list[str]]:
    y = float(EDGE)
    tall, drawn = _headline(pen, y)
    parts = [drawn]
    y += tall + GAP
    height = ROWS * (ROW + 8) + 8.0
    parts += [_city(pen, y, height), _beside(pen, y, height)]
    y += height + GAP
    parts.append(_offer(pen, y))
    y += OFFER + GAP
    tall, drawn = _people(pen, y)
    return y + tall + EDGE, [*parts, drawn]


def _headline(pen: Pen, y: float) -> tuple[float, str]:
    board = pen.board
    said, next_, _ = pen.auction()
    left, parts = 16.0, []
    if board.piece >= 0 and not board.over:
        parts.append(at(14, 9, pic.piece(board.piece, board.face, 48), id="estates-on-auction"))
        left = 76.0
    room = ACROSS - left - 150
    parts.append(text(left, 30, said, 20, bold=True, room=room))
    parts += [text(left, 51 + 17 * i, each, 14) for i, each in enumerate(lines(next_, room, 14)[:1])]
    if board.high and board.phase in (phases.BIDDING, phases.DECIDING, phases.PLACING):
        parts.append(text(ACROSS - 20, 38, str(board.high), 36, "action", bold=True, anchor="end"))
        parts.append(text(ACROSS - 20, 56, pen.words("highest bid"), 12.5, "muted", anchor="end", room=140))
    elif board.tables.rounds > 1:
        shown = pen.words("Round {n} of {of}", n=board.round + 1, of=board.tables.rounds)
        parts.append(text(ACROSS - 18, 30, shown, 15, "muted", bold=True, anchor="end", room=140))
    tall, drawn = _actions(pen, HEAD)
    ground = panel(ACROSS, HEAD + tall, mine=board.mine or board.over)
    return HEAD + tall, at(EDGE, y, ground, *parts, drawn, id="estates-headline")


def _actions(pen: Pen, y: float) -> tuple[float, str]:
    """Buttons: the ones with words first, then the bids, a row of numbers."""
    buttons, bids = pen.actions(), pen.bids()
    if not buttons and not bids:
        return 0, ""
    parts, x = [], 14.0
    for id_, code, shown in buttons:
        parts.append(pen.button(id_, x, y, 168, BUTTON, code, shown))
        x += 178
    down = y
    if bids:
        parts.append(text(x + 6, down + 27, pen.words("Bid"), 15, bold=True, room=62))
        x += 76
        start = x
        for code in bids:
            if x + 42 > ACROSS - 12:
                x, down = start, down + BUTTON + 8
            parts.append(pen.button(f"bid-{code - BID}", x, down, 40, BUTTON, code, str(code - BID)))
            x += 48
    return down - y + BUTTON + 12, at(0, 0, *parts, id="estates-actions")


def _city(pen: Pen, y: float, height: float) -> str:
    far = 0.75 if pen.board.tables.max_length >= LOTS else 0.0  # room for a barrier beyond the last lot
    lot = (CITY - LEFT - RIGHT - WATER - 40) / (LOTS + far)
    x_of = skyline.places(LEFT + 18, lot, WATER)
    storeys = max(4, *(skyline.tallest(pen, row) for row in range(ROWS)))
    storey = min(24.0, (ROW - skyline.ROAD - skyline.SOIL - 6) / storeys)
    parts = [box(0, 0, CITY, height, "sky", "edge", 12), _clouds()]
    tops = [8 + row * (ROW + 8) for row in range(ROWS)]
    last = x_of[LOTS - 1] + lot
    parts += [at(0, top, skyline.far_roofs(row, x_of[0], last, ROW)) for row, top in enumerate(tops)]
    parts.append(at(x_of[RIVER] - WATER + 1, 1, skyline.river(0, WATER - 2, height - 2)))
    for row, top in enumerate(tops):
        inside = [at(8, 0, skyline.head(pen, row, LEFT, ROW))]
        inside.append(skyline.street(pen, row, x_of, lot, ROW, storey, LOTS))
        inside.append(at(CITY - RIGHT - 8, 0, _standing(pen, row)))
        parts.append(at(0, top, *inside))
    return at(EDGE, y, *parts, id="estates-city", role="group", aria_label=pen.words("The city"))


CLOUDS = ((190, 34), (430, 52), (640, 36), (300, 186), (560, 174), (215, 330), (500, 338))


@cache
def _clouds() -> str:
    puffs = "a9 9 0 0 0 -8 -14a13 13 0 0 0 -23 -4a10 10 0 0 0 -15 7"
    shapes = []
    for i, (x, y) in enumerate(CLOUDS):
        wide = 40 + 9 * (i % 3)
        shapes.append(f"M{x} {y}h{wide}{puffs}a8 8 0 0 0 {46 - wide} 11z")
    return path("".join(shapes), "cloud", opacity=0.75)


def _standing(pen: Pen, row: int) -> str:
    """What a row brings to whom."""
    parts = [box(0, 0, RIGHT, ROW, "panel", "edge", 8), text(10, 20, pen.heading(), 12.5, "muted", room=RIGHT - 20)]
    points = pen.standing(row)
    if not points:
        parts.append(text(10, 42, "—", 14, "muted"))
    for i, (name, value) in enumerate(points):
        down = 42 + 19 * i
        parts.append(text(42, down, signed(value), 14.5, "good" if value > 0 else "bad", bold=True, anchor="end"))
        parts.append(text(50, down, name, 12.5, room=RIGHT - 56))
    return "".join(parts)


def _beside(pen: Pen, y: float, height: float) -> str:
    """Roofs, barriers, the mayor and the cancel cube, while they are there."""
    size = 48.0
    parts = [panel(BESIDE, height)]
    for i, piece in enumerate(pen.beside()):
        parts.append(at((BESIDE - size) / 2, 10 + i * (size + 14), pen.special(piece, size)))
    spoken = pen.words("Beside the board")
    return at(EDGE + CITY + GAP, y, *parts, id="estates-beside", role="group", aria_label=spoken)


def _offer(pen: Pen, y: float) -> str:
    parts = [panel(ACROSS, OFFER, pen.words("Offer: the ends of the rows"))]
    each = (ACROSS - 20) / OFFER_ROWS
    wide = PER_ROW * (TILE + 3) - 3
    for row in range(OFFER_ROWS):
        left = 10 + row * each + (each - wide) / 2
        parts.append(box(left - 6, 31, wide + 12, TILE + 12, "slot", "edge", 8))
        for place, cube in cubes_of(pen.board.offer[row]):
            parts.append(at(left + place * (TILE + 3), 37, pen.offered(cube, TILE)))
    return at(EDGE, y, *parts, id="estates-offer", role="group", aria_label=pen.words("Offer"))


def _people(pen: Pen, y: float) -> tuple[float, str]:
    people, tall = pen.board.people, 94 if pen.board.tables.rounds > 1 else 76
    each = (ACROSS - (len(people) - 1) * GAP) / len(people)
    parts = [
        at(i * (each + GAP), 0, pen.person(person, each, tall), id=f"estates-person-{person.seat}")
        for i, person in enumerate(people)
    ]
    return tall, at(EDGE, y, *parts, id="estates-people")
