"""The board of The Estates for a phone, 360 wide: one column, what is needed most on top, big enough to touch."""

from kvartal.engine.svg import at, box, lines, text
from kvartal.games.estates import cells as phases
from kvartal.games.estates import pictures as pic
from kvartal.games.estates.pen import RIVER, Pen, cubes_of, signed
from kvartal.games.estates.tables import BARRIER_PIECE, BID, LOTS, MAYOR_PIECE, OFFER_ROWS, PER_ROW, ROWS

WIDTH = 360
EDGE, GAP = 8, 8
INNER = WIDTH - 2 * EDGE
STREET, WATER = 74, 9
STOREY, BUTTON, TILE = 16, 44, 36
ROW = 146


def draw(pen: Pen) -> tuple[float, list[str]]:
    y, parts = float(EDGE), []
    for zone in (_headline, _actions, _city, _offer, _people):
        height, drawn = zone(pen, y)
        if height:
            parts.append(drawn)
            y += height + GAP
    return y + EDGE - GAP, parts


def _headline(pen: Pen, y: float) -> tuple[float, str]:
    board = pen.board
    said, next_, _ = pen.auction()
    left, parts = 12.0, []
    if board.piece >= 0:
        parts.append(at(10, 10, pic.piece(board.piece, board.face, 44), id="estates-on-auction"))
        left = 64.0
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
    panel = box(0, 0, INNER, height, "glow" if board.mine or board.over else "panel", "edge", 12)
    return height, at(EDGE, y, panel, *parts, id="estates-headline")


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
    return down + 3, at(EDGE, y, box(0, 0, INNER, down + 3, "panel", "edge", 12), *parts, id="estates-actions")


def _city(pen: Pen, y: float) -> tuple[float, str]:
    """Each row as far as it matters now: to its end, and one lot more; farther if a barrier may go there."""
    board, down, parts = pen.board, 8.0, []
    for row in range(ROWS):
        shown = max(RIVER + 1, board.rows[row].length + 1)
        if board.mine and BARRIER_PIECE <= board.piece < MAYOR_PIECE:
            shown = max(shown, board.rows[row].length + board.piece - BARRIER_PIECE + 2)
        cut = min(shown, LOTS)
        lot = (INNER - STREET - 16 - WATER) / min(shown, LOTS + 1)
        x_of = [STREET + 4 + lot * place + (WATER if place >= RIVER else 0) for place in range(LOTS + 1)]
        inside = [at(0, 0, pen.street(row, STREET, ROW))]
        inside.append(box(STREET + 5 + lot * RIVER, 0, WATER - 2, ROW, pic.WATER, None, 4, opacity=0.85))
        for place in range(cut):
            inside.append(at(x_of[place], 0, pen.lot(row * LOTS + place, lot, ROW, STOREY)))
        inside.append(pen.barriers(row, x_of, lot, ROW))
        points = ", ".join(f"{name} {signed(value)}" for name, value in pen.standing(row, INNER))
        tall = ROW + 6
        if points:
            for each in lines(f"{pen.words('Now')}: {points}", INNER - 20, 12):
                inside.append(text(2, tall + 10, each, 12, "ink"))
                tall += 15
            tall += 4
        parts.append(at(8, down, *inside))
        down += tall + 4
    panel = box(0, 0, INNER, down + 2, "panel", "edge", 12)
    return down + 2, at(EDGE, y, panel, *parts, id="estates-city", role="group", aria_label=pen.words("The city"))


def _offer(pen: Pen, y: float) -> tuple[float, str]:
    parts = [text(12, 22, pen.words("Offer: the ends of the rows"), 13.5, "muted", bold=True, room=INNER - 24)]
    down, step = 32.0, (INNER - 24 + 4) / PER_ROW
    for row in range(OFFER_ROWS):
        there = cubes_of(pen.board.offer[row])
        if there:
            parts.append(box(8, down - 4, INNER - 16, TILE + 8, "slot", "edge", 8))
            for place, cube in there:
                parts.append(at(12 + place * step, down, pen.offered(cube, TILE)))
            down += TILE + 14
    parts.append(text(12, down + 12, pen.words("Beside the board"), 13.5, "muted", bold=True))
    down += 22
    for i, piece in enumerate(pen.beside()):
        parts.append(at(12 + i * 54, down, pen.special(piece, 46)))
    down += 56
    panel = box(0, 0, INNER, down, "panel", "edge", 12)
    return down, at(EDGE, y, panel, *parts, id="estates-offer", role="group", aria_label=pen.words("Offer"))


def _people(pen: Pen, y: float) -> tuple[float, str]:
    tall = 88 if pen.board.tables.rounds > 1 else 74
    parts = [
        at(0, i * (tall + 6), pen.person(person, INNER, tall), id=f"estates-person-{person.seat}")
        for i, person in enumerate(pen.board.people)
    ]
    return len(parts) * (tall + 6) - 6, at(EDGE, y, *parts, id="estates-people")
