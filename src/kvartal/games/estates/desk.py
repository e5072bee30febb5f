"""The board of The Estates for a desk, 1280 wide:

whose turn it is, what is on auction
the city: three rows from the street to the river and beyond      the people
the offer, the pieces beside the board
what can be done
"""

from kvartal.engine.svg import at, box, lines, text
from kvartal.games.estates import cells as phases
from kvartal.games.estates import pictures as pic
from kvartal.games.estates.pen import RIVER, Pen, cubes_of, signed
from kvartal.games.estates.tables import BID, LOTS, OFFER_ROWS, PER_ROW, ROWS

WIDTH = 1280
EDGE, GAP = 18, 12
ACROSS = WIDTH - 2 * EDGE
SIDE = 236
CITY = ACROSS - SIDE - GAP
HEAD, ROW, STOREY = 84, 152, 17
STREET, LOT, WATER = 104, 70, 24
OFFER, TILE = 98, 33


def draw(pen: Pen) -> tuple[float, list[str]]:
    y = float(EDGE)
    parts = [_headline(pen, y)]
    y += HEAD + GAP
    height = ROWS * (ROW + 8) + 22
    parts += [_city(pen, y, height), _people(pen, y, height)]
    y += height + GAP
    parts.append(_offer(pen, y))
    y += OFFER + GAP
    tall, drawn = _actions(pen, y)
    if tall:
        parts.append(drawn)
        y += tall + GAP
    return y + EDGE - GAP, parts


def _headline(pen: Pen, y: float) -> str:
    board = pen.board
    said, next_, _ = pen.auction()
    parts = [box(0, 0, ACROSS, HEAD, "glow" if board.mine or board.over else "panel", "edge", 14)]
    left = 18.0
    if board.piece >= 0:
        parts.append(at(16, 12, pic.piece(board.piece, board.face, 60), id="estates-on-auction"))
        left = 94.0
    room = ACROSS - left - 190
    parts.append(text(left, 36, said, 22, bold=True, room=room))
    parts += [text(left, 58 + 17 * i, each, 14.5) for i, each in enumerate(lines(next_, room, 14.5)[:2])]
    if board.high and board.phase in (phases.BIDDING, phases.DECIDING, phases.PLACING):
        parts.append(text(ACROSS - 26, 56, str(board.high), 44, "action", bold=True, anchor="end"))
        parts.append(text(ACROSS - 26, 75, pen.words("highest bid"), 12.5, "muted", anchor="end"))
    elif board.tables.rounds > 1:
        shown = pen.words("Round {n} of {of}", n=board.round + 1, of=board.tables.rounds)
        parts.append(text(ACROSS - 22, 36, shown, 16, "muted", bold=True, anchor="end"))
    return at(EDGE, y, *parts, id="estates-headline")


def _city(pen: Pen, y: float, height: float) -> str:
    parts = [box(0, 0, CITY, height, "panel", "edge", 14)]
    x_of = [STREET + 10 + LOT * place + (WATER if place >= RIVER else 0) for place in range(LOTS + 1)]
    x_of[LOTS] -= 34  # beyond the board: only where the length can be ten
    river = STREET + 10 + LOT * RIVER
    parts.append(box(river + 14, 10, WATER, height - 20, pic.WATER, None, 10, opacity=0.85))
    for row in range(ROWS):
        inside = [at(0, 0, pen.street(row, STREET, ROW - 4))]
        for place in range(LOTS):
            inside.append(at(x_of[place], 0, pen.lot(row * LOTS + place, LOT, ROW - 4, STOREY)))
        inside.append(pen.barriers(row, x_of, LOT, ROW - 4))
        right = x_of[LOTS - 1] + LOT + 8
        points = pen.standing(row, CITY - right - 24)
        room = CITY - right - 30
        if points:
            inside.append(text(right, ROW - 12 - 18 * len(points), pen.words("Now"), 12.5, "muted"))
        for i, (name, value) in enumerate(reversed(points)):
            role = pic.OK if value > 0 else "action"
            inside.append(text(right + 34, ROW - 10 - 18 * i, signed(value), 14, role, bold=True, anchor="end"))
            inside.append(text(right + 40, ROW - 10 - 18 * i, name, 12.5, "ink", room=room - 40))
        parts.append(at(14, 14 + row * (ROW + 8), *inside))
    return at(EDGE, y, *parts, id="estates-city", role="group", aria_label=pen.words("The city"))


def _people(pen: Pen, y: float, height: float) -> str:
    people = pen.board.people
    each = min(96.0, (height - (len(people) - 1) * 8) / len(people))
    parts = [
        at(0, i * (each + 8), pen.person(person, SIDE, each), id=f"estates-person-{person.seat}")
        for i, person in enumerate(people)
    ]
    return at(EDGE + CITY + GAP, y, *parts, id="estates-people")


def _offer(pen: Pen, y: float) -> str:
    parts = [box(0, 0, ACROSS, OFFER, "panel", "edge", 14)]
    parts.append(text(14, 24, pen.words("Offer: the ends of the rows"), 14, "muted", bold=True))
    wide = PER_ROW * (TILE + 3) - 3
    for row in range(OFFER_ROWS):
        left = 16 + row * (wide + 14)
        parts.append(box(left - 5, 36, wide + 10, TILE + 12, "slot", "edge", 8))
        for place, cube in cubes_of(pen.board.offer[row]):
            parts.append(at(left + place * (TILE + 3), 42, pen.offered(cube, TILE)))
    left = 16 + OFFER_ROWS * (wide + 14) + 8
    parts.append(text(left, 24, pen.words("Beside the board"), 14, "muted", bold=True))
    size = 48
    for i, piece in enumerate(pen.beside()):
        parts.append(at(left + i * (size + 6), 38, pen.special(piece, size)))
    return at(EDGE, y, *parts, id="estates-offer", role="group", aria_label=pen.words("Offer"))


def _actions(pen: Pen, y: float) -> tuple[float, str]:
    """Buttons: the ones with words first, then the bids, a row of numbers."""
    buttons, bids = pen.actions(), pen.bids()
    if not buttons and not bids:
        return 0, ""
    parts, x, tall = [], 14.0, 44
    for id_, code, shown in buttons:
        parts.append(pen.button(id_, x, 14, 190, tall, code, shown))
        x += 202
    down = 14.0
    if bids:
        parts.append(text(x + 4, down + 27, pen.words("Bid"), 16, bold=True))
        x += 66
        start = x
        for code in bids:
            if x + 44 > ACROSS - 12:
                x, down = start, down + tall + 8
            parts.append(pen.button(f"bid-{code - BID}", x, down, 42, tall, code, str(code - BID)))
            x += 50
    height = down + tall + 14
    return height, at(EDGE, y, box(0, 0, ACROSS, height, "panel", "edge", 14), *parts, id="estates-actions")
