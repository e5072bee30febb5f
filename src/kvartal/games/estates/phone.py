"""The board of The Estates for a phone, 360 wide: one column, what is needed most on top, big enough to touch."""

from kvartal.engine.svg import at, box, lines, panel, text
from kvartal.games.estates import cells as phases
from kvartal.games.estates import pictures as pic
from kvartal.games.estates import skyline
from kvartal.games.estates.pen import RIVER, Pen, cubes_of, signed
from kvartal.games.estates.tables import BARRIER_PIECE, BID, LOTS, MAYOR_PIECE, OFFER_ROWS, PER_ROW, ROWS

WIDTH = 360
EDGE, GAP = 4, 8
INNER = WIDTH - 2 * EDGE
HEAD, WATER = 78, 9
STOREY, BUTTON, TILE = 17, 44, 37
LOWEST = 104  # of a row


def draw(pen: Pen) -> tuple[float, list[str]]:
    y, parts = float(EDGE), []
    zones = [_headline, _actions, _city, _offer, _people]
    if pen.board.mine and pen.board.phase == phases.CHOOSING:  # what I choose from comes first
        zones = [_headline, _actions, _offer, _city, _people]
    for zone in zones:
        height, drawn = zone(pen, y)
        if height:
            parts.append(drawn)
            y += height + GAP
    return y + EDGE - GAP, parts


def _headline(pen: Pen, y: float) -> tuple[float, str]:
    board = pen.board
    said, next_, _ = pen.auction()
    left, parts = 12.0, []
    if board.piece >= 0 and not board.over:
        parts.append(at(10, 10, pic.piece(board.piece, board.face, 42), id="estates-on-auction"))
        left = 62.0
    bid = board.high and board.phase in (phases.BIDDING, phases.DECIDING, phases.PLACING)
    room = INNER - left - (56 if bid else 10)
    down = 8.0
    for each in lines(said, room, 17, bold=True):
        down += 20
        parts.append(text(left, down, each, 17, bold=True))
    for each in lines(next_, room, 13):
        down += 17
        parts.append(text(left, down, each, 13))
    if board.tables.rounds > 1:
        down += 16
        shown = pen.words("Round {n} of {of}", n=board.round + 1, of=board.tables.rounds)
        parts.append(text(left, down, shown, 12, "muted"))
    if bid:
        parts.append(text(INNER - 12, 42, str(board.high), 34, "action", bold=True, anchor="end"))
        parts.append(text(INNER - 12, 58, pen.words("bid"), 11.5, "muted", anchor="end"))
    height = max(down + 14, 64.0 if left > 20 or bid else 0)
    ground = panel(INNER, height, mine=board.mine or board.over)
    return height, at(EDGE, y, ground, *parts, id="estates-headline")


def _actions(pen: Pen, y: float) -> tuple[float, str]:
    buttons, bids = pen.actions(), pen.bids()
    if not buttons and not bids:
        return 0, ""
    parts, down = [], 10.0
    wide = (INNER - 20 - 8 * (len(buttons) - 1)) / max(1, len(buttons))
    for i, (id_, code, shown) in enumerate(buttons):
        parts.append(pen.button(id_, 10 + i * (wide + 8), down, wide, BUTTON, code, shown))
    if buttons:
        down += BUTTON + 8
    step = (INNER - 20 + 6) / 6
    for i, code in enumerate(bids):
        column, line = i % 6, i // 6
        x, across = 10 + column * step, down + line * (BUTTON + 7)
        parts.append(pen.button(f"bid-{code - BID}", x, across, step - 6, BUTTON, code, str(code - BID)))
    down += -(-len(bids) // 6) * (BUTTON + 7)
    return down + 3, at(EDGE, y, panel(INNER, down + 3), *parts, id="estates-actions")


def _city(pen: Pen, y: float) -> tuple[float, str]:
    """Each row as far as it matters now: to its end, and one lot more; farther if a barrier may go there."""
    board, down, parts = pen.board, 8.0, []
    for row in range(ROWS):
        shown = max(RIVER + 1, board.rows[row].length + 1)
        if board.mine and BARRIER_PIECE <= board.piece < MAYOR_PIECE:
            shown = max(shown, board.rows[row].length + board.piece - BARRIER_PIECE + 2)
        lot = (INNER - HEAD - 20 - WATER) / min(shown, LOTS + 1)
        x_of = skyline.places(HEAD + 4, lot, WATER)
        ground = skyline.ROAD + skyline.SOIL
        tall = max(
            LOWEST, ground + 12 + STOREY * skyline.tallest(pen, row), ground + 6 + 38 * len(board.rows[row].barriers)
        )
        inside = [skyline.head(pen, row, HEAD, tall)]
        inside.append(box(HEAD + 1, 0, INNER - HEAD - 15, tall, "sky", None, 6))
        cut = min(shown, LOTS)
        inside.append(skyline.far_roofs(row, x_of[0], x_of[cut - 1] + lot, tall))
        inside.append(at(x_of[RIVER] - WATER + 1, 0, skyline.river(0, WATER - 2, tall)))
        inside.append(skyline.street(pen, row, x_of, lot, tall, STOREY, cut))
        tall += 4
        points = ", ".join(f"{name} {signed(value)}" for name, value in pen.standing(row))
        if points:
            for each in lines(f"{pen.heading()}: {points}", INNER - 20, 12.5):
                inside.append(text(2, tall + 12, each, 12.5, room=INNER - 18))
                tall += 16
            tall += 4
        parts.append(at(7, down, *inside))
        down += tall + 6
    spoken = pen.words("The city")
    return down + 2, at(EDGE, y, panel(INNER, down + 2), *parts, id="estates-city", role="group", aria_label=spoken)


def _offer(pen: Pen, y: float) -> tuple[float, str]:
    parts = [text(12, 22, pen.words("Offer: the ends of the rows"), 14, "muted", bold=True, room=INNER - 24)]
    down, step = 34.0, (INNER - 24 + 4) / PER_ROW
    for row in range(OFFER_ROWS):
        there = cubes_of(pen.board.offer[row])
        if there:
            parts.append(box(8, down - 4, INNER - 16, TILE + 8, "slot", "edge", 8))
            for place, cube in there:
                parts.append(at(12 + place * step, down, pen.offered(cube, TILE)))
            down += TILE + 14
    parts.append(text(12, down + 12, pen.words("Beside the board"), 14, "muted", bold=True))
    down += 22
    for i, piece in enumerate(pen.beside()):
        parts.append(at(12 + i * 54, down, pen.special(piece, 46)))
    down += 56
    return down, at(
        EDGE, y, panel(INNER, down), *parts, id="estates-offer", role="group", aria_label=pen.words("Offer")
    )


def _people(pen: Pen, y: float) -> tuple[float, str]:
    tall = 92 if pen.board.tables.rounds > 1 else 74
    parts = [
        at(0, i * (tall + 6), pen.person(person, INNER, tall), id=f"estates-person-{person.seat}")
        for i, person in enumerate(pen.board.people)
    ]
    return len(parts) * (tall + 6) - 6, at(EDGE, y, *parts, id="estates-people")
