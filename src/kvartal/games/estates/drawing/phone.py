"""The board of The Estates for a phone, 360 wide: one column, what is needed most on top, big enough to touch."""

from kvartal.engine.board import PHONE
from kvartal.engine.score import signed
from kvartal.engine.svg import box, group, lines, panel, short, tag, text, within
from kvartal.games.estates.drawing import art as pic
from kvartal.games.estates.drawing import skyline
from kvartal.games.estates.drawing.scene import RIVER, Scene
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.rules.tables import BARRIER_PIECE, LOTS, MAYOR_PIECE, OFFER_ROWS, PER_ROW, ROWS
from kvartal.games.estates.text.board import who

EDGE, GAP = 4, 8
INNER = PHONE - 2 * EDGE
HEAD, WATER = 78, 9
STOREY, BUTTON, TILE = 17, 44, 37
BIDS = 7  # in a row, or five and what is as wide as two
LOWEST = 108  # of a row: four floors, or two barriers


def draw(scene: Scene) -> tuple[float, list[str]]:
    y, parts = float(EDGE), []
    for zone in (_headline, _city, _offer, _people):
        height, drawn = zone(scene, y)
        parts.append(drawn)
        y += height + GAP
    return y + EDGE - GAP, parts


def _headline(scene: Scene, y: float) -> tuple[float, str]:
    """Two lines of what is going on, two of what comes next, and below what can be done: always as high as that."""
    board, words = scene.board, scene.words
    said, next_, bid = scene.auction()
    left, parts = 12.0, []
    if board.piece >= 0 and not board.over:
        parts.append(group(10, 10, pic.piece(board.piece, board.face, 42), id="estates-on-auction"))
        left = 62.0
    bidding = board.high and board.phase in (at.BIDDING, at.DECIDING, at.PLACING)
    room = INNER - left - (56 if bidding else 10)
    size, loud = within(said, room, 17, 2, bold=True)
    parts += [text(left, 28 + 20 * n, each, size, bold=True, room=room) for n, each in enumerate(loud)]
    calm = [bid, next_.removeprefix(bid).strip()] if bid else lines(next_, INNER - 24, 13)
    if board.tables.rounds > 1 and len(calm) < 2:
        calm.append(words("Round {n} of {of}", n=board.round + 1, of=board.tables.rounds))
    parts += [text(12, 74 + 17 * n, each, 13, room=INNER - 24) for n, each in enumerate(calm[:2])]
    if bidding:
        parts.append(text(INNER - 12, 42, str(board.high), 34, "action", bold=True, anchor="end"))
        parts.append(text(INNER - 12, 58, words("bid"), 11.5, "muted", anchor="end"))
    height, drawn = _actions(scene, 102.0)
    ground = panel(INNER, height, mine=board.mine or board.over)
    return height, group(EDGE, y, ground, *parts, drawn, id="estates-headline")


def _actions(scene: Scene, y: float) -> tuple[float, str]:
    """Two rows: buttons with words, and bids in cells of the same grid. Without any: in which order all are asked."""
    buttons, bids = scene.actions(), scene.bids()
    height = max(2, -(-(scene.most + 2) // BIDS)) * (BUTTON + 6.0)
    if not buttons and not bids:
        return y + height + 4, _order(scene, y)
    parts, step = [], (INNER - 20 + 6) / BIDS
    if bids:  # two cells for passing, one for each bid
        cells = [(2 * step, each) for each in buttons] + [(step, each) for each in bids]
    else:
        wide = (INNER - 20 + 6) / max(1, len(buttons))
        cells = [(wide, each) for each in buttons]
    x, down = 10.0, y
    if not bids:
        down += BUTTON + 6
        names = [who(scene.board, person.seat, scene.words) for person, _, _ in scene.order()]
        said = " › ".join(short(name, 320 / len(names) - 16, 12.5) for name in names)
        parts.append(text(INNER / 2, y + 29, said, 12.5, "muted", anchor="middle", room=INNER - 24))
    for wide, each in cells:
        if x + wide > INNER:
            x, down = 10.0, down + BUTTON + 6
        parts.append(scene.button(each, x, down, wide - 6, BUTTON))
        x += wide
    return y + height + 4, group(0, 0, *parts, id="estates-actions")


def _order(scene: Scene, y: float) -> str:
    people = scene.order()
    step, parts = 96 / max(4, len(people)), []
    y += (96 - step * len(people)) / 2
    for n, (person, status, now) in enumerate(people):
        role = "action" if now else "ink"
        name = text(26, 14, short(who(scene.board, person.seat, scene.words), 164, 13, now), 13, role, bold=now)
        number = text(14, 14, f"{n + 1}.", 12, "muted", anchor="middle")
        said = text(INNER - 12, 14, status, 13, "action" if now else "muted", bold=now, anchor="end", room=140)
        parts.append(group(0, y + n * step, number, name, said, id=f"estates-order-{person.seat}"))
    return "".join(parts)


def _city(scene: Scene, y: float) -> tuple[float, str]:
    """Each row as far as it matters now: to its end, and one lot more; farther if a barrier may go there."""
    board, down, parts = scene.board, 8.0, []
    for row in range(ROWS):
        name = ROW_KEYS[row]
        shown = max(RIVER + 1, board.rows[row].length + 1)
        if board.mine and BARRIER_PIECE <= board.piece < MAYOR_PIECE:
            shown = max(shown, board.rows[row].length + board.piece - BARRIER_PIECE + 2)
        lot = (INNER - HEAD - 20 - WATER) / min(shown, LOTS + 1)
        x_of = skyline.places(HEAD + 4, lot, WATER)
        ground = skyline.ROAD + skyline.SOIL
        storeys, barriers = skyline.tallest(scene, row), len(board.rows[row].barriers)
        tall = max(LOWEST, ground + 8 + STOREY * storeys, ground + 6 + 38 * barriers)
        cut = min(shown, LOTS)
        last = x_of[cut - 1] + lot
        scenery = [box(HEAD + 1, 0, INNER - HEAD - 15, tall, "sky", None, 6)]
        scenery.append(skyline.far_roofs(row, x_of[0], last, tall))
        scenery.append(group(x_of[RIVER] - WATER + 1, 0, skyline.river(0, WATER - 2, tall)))
        scenery.append(skyline.road(x_of[0], last, tall))
        inside = [skyline.head(scene, row, HEAD, tall), tag("g", *scenery, id=f"estates-scenery-{name}")]
        inside.append(skyline.street(scene, row, x_of, lot, tall, STOREY, cut))
        standing = scene.standing(row)
        room = 280 / max(1, len(standing)) - 36
        points = ", ".join(f"{short(owner, room, 12.5)} {signed(value)}" for owner, value in standing) or "—"
        said = text(2, tall + 16, f"{scene.heading()}: {points}", 12.5, room=INNER - 18)
        inside.append(tag("g", said, id=f"estates-standing-{name}"))
        parts.append(group(7, down, *inside, id=f"estates-row-{name}"))
        down += tall + 28
    spoken = scene.words("The city")
    return down - 2, group(EDGE, y, panel(INNER, down - 2), *parts, id="estates-city", role="group", aria_label=spoken)


def _offer(scene: Scene, y: float) -> tuple[float, str]:
    parts = [text(12, 22, scene.words("Offer: the ends of the rows"), 14, "muted", bold=True, room=INNER - 24)]
    down, step = 34.0, (INNER - 24 + 4) / PER_ROW
    for row in range(OFFER_ROWS):
        parts.append(box(8, down - 4, INNER - 16, TILE + 8, "slot", "edge", 8))
        parts.append(scene.offered(row, 12, down, step, TILE))
        down += TILE + 14
    parts.append(text(12, down + 12, scene.words("Beside the board"), 14, "muted", bold=True))
    down += 22
    for i, piece in enumerate(scene.beside()):
        parts.append(scene.special(piece, 12 + i * 54, down, 46))
    down += 56
    return down, group(
        EDGE, y, panel(INNER, down), *parts, id="estates-offer", role="group", aria_label=scene.words("Offer")
    )


def _people(scene: Scene, y: float) -> tuple[float, str]:
    tall = 92 if scene.board.tables.rounds > 1 else 74
    parts = [scene.person(person, 0, i * (tall + 6), INNER, tall) for i, person in enumerate(scene.board.people)]
    return len(parts) * (tall + 6) - 6, group(EDGE, y, *parts, id="estates-people")
