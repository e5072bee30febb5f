"""The board of The Estates for a desk:

whose turn it is, what is on auction, what can be done
the city: three rows from the street to the river and beyond      the pieces beside the board
the offer
the people
"""

from functools import cache, lru_cache

from kvartal.engine.board import DESK
from kvartal.engine.score import signed
from kvartal.engine.svg import box, breadth, disc, group, lines, panel, path, short, stars, text
from kvartal.games.estates.drawing import art as pic
from kvartal.games.estates.drawing import skyline
from kvartal.games.estates.drawing.scene import RIVER, Scene
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules.keys import ROW_KEYS
from kvartal.games.estates.rules.tables import LOTS, OFFER_ROWS, PER_ROW, ROWS
from kvartal.games.estates.text.bar import CHOOSE
from kvartal.games.estates.text.board import who
from kvartal.games.estates.text.labels import piece_name

EDGE, GAP = 5, 10
ACROSS = DESK - 2 * EDGE
BESIDE, SPECIAL, SPECIAL_STEP = 78, 46, 72
CITY = ACROSS - BESIDE - GAP
HEAD, BUTTON = 66, 42
ROW, LEFT, WATER, RIGHT = 138, 112, 22, 132
OFFER, TILE = 84, 35
BIDS = 20  # in a row
TOPS = tuple(8 + row * (ROW + 8) for row in range(ROWS))
CITY_HIGH = ROWS * (ROW + 8) + 8.0


def draw(scene: Scene) -> tuple[float, list[str]]:
    y = float(EDGE)
    tall, drawn = _headline(scene, y)
    parts = [drawn]
    y += tall + GAP
    lot, x_of = _lots(scene)
    parts += [_scenery(y, lot, tuple(x_of)), _city(scene, y, lot, x_of), _beside(scene, y, CITY_HIGH)]
    y += CITY_HIGH + GAP
    parts.append(_offer(scene, y))
    y += OFFER + GAP
    tall, drawn = _people(scene, y)
    return y + tall + EDGE, [*parts, drawn]


def _headline(scene: Scene, y: float) -> tuple[float, str]:
    board = scene.board
    said, next_, _ = scene.auction()
    if scene.choosing:  # what may be done first stands beside its button
        next_ = scene.words(CHOOSE)
    left, parts = 16.0, []
    if board.piece >= 0 and not board.over:
        parts.append(group(14, 9, pic.piece(board.piece, board.face, 48), id="estates-on-auction"))
        left = 76.0
    room = ACROSS - left - 150
    parts.append(text(left, 30, said, 20, bold=True, room=room))
    parts.append(text(left, 51, next_, 14, room=room))
    if board.high and board.phase in (at.BIDDING, at.DECIDING, at.PLACING):
        parts.append(text(ACROSS - 20, 38, str(board.high), 36, "action", bold=True, anchor="end"))
        parts.append(text(ACROSS - 20, 56, scene.words("highest bid"), 12.5, "muted", anchor="end", room=140))
    elif board.tables.rounds > 1:
        shown = scene.words("Round {n} of {of}", n=board.round + 1, of=board.tables.rounds)
        parts.append(text(ACROSS - 18, 30, shown, 15, "muted", bold=True, anchor="end", room=140))
    tall, drawn = _actions(scene, HEAD)
    ground = panel(ACROSS, HEAD + tall, mine=board.mine or board.over)
    return HEAD + tall, group(EDGE, y, ground, *parts, drawn, id="estates-headline")


def _actions(scene: Scene, y: float) -> tuple[float, str]:
    """Buttons with words first, then the bids, a row of numbers. Without any: in which order all are asked."""
    buttons, bids = scene.actions(), scene.bids()
    rows = max(1, -(-scene.most // BIDS))
    tall = rows * (BUTTON + 8) + 4.0
    if not buttons and not bids:
        return tall, _order(scene, y)
    parts, x = [], 14.0
    whole = [each.said for each in buttons]  # the words of the list, where there is room for them
    if bids or sum(breadth(said, 15, bold=True) + 46 for said in whole) > ACROSS - 18:
        whole = [each.shown for each in buttons]
    for each, said in zip(buttons, whole, strict=True):
        wide = max(168.0, breadth(said, 15, bold=True) + 36)
        parts.append(scene.button(each, x, y, wide, BUTTON, said))
        x += wide + 10
    if scene.choosing and buttons:
        parts.append(text(x + 4, y + 27, scene.advice, 14, room=ACROSS - x - 20))
    if bids:
        parts.append(text(x + 6, y + 27, scene.words("Bid"), 15, bold=True, room=62))
        x += 76
        step = min(48.0, (ACROSS - 6 - x) / min(len(bids), BIDS))
        for n, each in enumerate(bids):
            place = (x + n % BIDS * step, y + n // BIDS * (BUTTON + 8))
            parts.append(scene.button(each, *place, step - 8, BUTTON))
    return tall, group(0, 0, *parts, id="estates-actions")


def _order(scene: Scene, y: float) -> str:
    people = scene.order()
    each = (ACROSS - 28 + 16) / len(people)
    return "".join(
        _turn(n, person.seat, who(scene.board, person.seat, scene.words), status, now, y, each)
        for n, (person, status, now) in enumerate(people)
    )


@lru_cache(512)
def _turn(n: int, seat: int, name: str, status: str, now: bool, y: float, each: float) -> str:
    """Who is asked as the n-th."""
    inside = [box(0, 0, each - 16, BUTTON, "panel", "action" if now else "edge", 10)]
    inside.append(text(12, 18, short(name, each - 40, 13.5, True), 13.5, bold=True))
    inside.append(text(12, 34, status, 12.5, "action" if now else "muted", bold=now, room=each - 40))
    if n:
        inside.append(path("M-11 16l5 5-5 5", None, "muted", stroke_width=2))
    return group(14 + n * each, y, *inside, id=f"estates-order-{seat}")


def _lots(scene: Scene) -> tuple[float, list[float]]:
    """How wide a lot is, and where each begins."""
    far = 0.75 if scene.board.tables.max_length >= LOTS else 0.0  # room for a barrier beyond the last lot
    lot = (CITY - LEFT - RIGHT - WATER - 40) / (LOTS + far)
    return lot, skyline.places(LEFT + 18, lot, WATER)


@cache
def _scenery(y: float, lot: float, x_of: tuple[float, ...]) -> str:
    """What is the same from the first move to the last: sky, clouds, the town far away, the river, the roads."""
    last = x_of[LOTS - 1] + lot
    parts = [box(0, 0, CITY, CITY_HIGH, "sky", "edge", 12)]
    parts += [stars(x_of[0], top + 4, last - x_of[0], ROW * 0.5) for top in TOPS]
    parts += [disc(x_of[LOTS - 4] + lot / 2, 36, 15, "sun"), _clouds()]
    parts += [group(0, top, skyline.far_roofs(row, x_of[0], last, ROW)) for row, top in enumerate(TOPS)]
    parts.append(group(x_of[RIVER] - WATER + 1, 1, skyline.river(0, WATER - 2, CITY_HIGH - 2)))
    parts += [group(0, top, skyline.road(x_of[0], last, ROW)) for top in TOPS]
    return group(EDGE, y, *parts, id="estates-scenery")


def _city(scene: Scene, y: float, lot: float, x_of: list[float]) -> str:
    storeys = max(4, *(skyline.tallest(scene, row) for row in range(ROWS)))
    storey = min(24.0, (ROW - skyline.ROAD - skyline.SOIL - 6) / storeys)
    parts = []
    for row, top in enumerate(TOPS):
        inside = [group(8, 0, skyline.head(scene, row, LEFT, ROW))]
        inside.append(skyline.street(scene, row, x_of, lot, ROW, storey, LOTS))
        inside.append(_standing(row, scene.heading(), scene.standing(row)))
        parts.append(group(0, top, *inside, id=f"estates-row-{ROW_KEYS[row]}"))
    return group(EDGE, y, *parts, id="estates-city", role="group", aria_label=scene.words("The city"))


CLOUDS = ((190, 34), (430, 52), (640, 36), (300, 186), (560, 174), (215, 330), (500, 338))


@cache
def _clouds() -> str:
    puffs = "a9 9 0 0 0 -8 -14a13 13 0 0 0 -23 -4a10 10 0 0 0 -15 7"
    shapes = []
    for i, (x, y) in enumerate(CLOUDS):
        wide = 40 + 9 * (i % 3)
        shapes.append(f"M{x} {y}h{wide}{puffs}a8 8 0 0 0 {46 - wide} 11z")
    return path("".join(shapes), "cloud", opacity=0.75)


@lru_cache(512)
def _standing(row: int, heading: str, points: tuple[tuple[str, int], ...]) -> str:
    """What a row brings to whom."""
    said = [heading] if breadth(heading, 12.5) <= RIGHT - 20 else lines(heading, RIGHT - 20, 12)
    size, top = (12.5, 20.0) if len(said) == 1 else (12, 17.0)
    parts = [box(0, 0, RIGHT, ROW, "panel", "edge", 8)]
    parts += [text(10, top + 13 * i, line, size, "muted", room=RIGHT - 20) for i, line in enumerate(said)]
    first = top + 13 * (len(said) - 1) + 22
    step = min(19.0, (ROW - 12 - first) / max(1, len(points) - 1))
    if not points:
        parts.append(text(10, first, "—", 14, "muted"))
    for i, (name, value) in enumerate(points):
        down = first + step * i
        parts.append(text(42, down, signed(value), 14.5, "good" if value > 0 else "bad", bold=True, anchor="end"))
        parts.append(text(50, down, short(name, RIGHT - 56, 12.5), 12.5))
    return group(CITY - RIGHT - 8, 0, *parts, id=f"estates-standing-{ROW_KEYS[row]}")


def _beside(scene: Scene, y: float, height: float) -> str:
    """Roofs, barriers, the mayor and the cancel cube, while they are there, and what they are called."""
    parts = [panel(BESIDE, height)]
    for i, piece in enumerate(scene.beside()):
        top = 10.0 + i * SPECIAL_STEP
        parts.append(scene.special(piece, (BESIDE - SPECIAL) / 2, top, SPECIAL))
        parts.append(_called(piece_name(piece, 0, scene.words), top + SPECIAL + 13))
    spoken = scene.words("Beside the board")
    return group(EDGE + CITY + GAP, y, *parts, id="estates-beside", role="group", aria_label=spoken)


@lru_cache(128)
def _called(name: str, y: float) -> str:
    said = lines(name, BESIDE - 6, 11)
    return "".join(
        text(BESIDE / 2, y + 11 * n, each, 11, anchor="middle", room=BESIDE - 6) for n, each in enumerate(said)
    )


def _offer(scene: Scene, y: float) -> str:
    parts = [panel(ACROSS, OFFER, scene.words("Offer: the ends of the rows"))]
    each = (ACROSS - 20) / OFFER_ROWS
    wide = PER_ROW * (TILE + 3) - 3
    for row in range(OFFER_ROWS):
        left = 10 + row * each + (each - wide) / 2
        parts.append(box(left - 6, 31, wide + 12, TILE + 12, "slot", "edge", 8))
        parts.append(scene.offered(row, left, 37, TILE + 3, TILE))
    return group(EDGE, y, *parts, id="estates-offer", role="group", aria_label=scene.words("Offer"))


def _people(scene: Scene, y: float) -> tuple[float, str]:
    people, tall = scene.board.people, 94 if scene.board.tables.rounds > 1 else 76
    each = (ACROSS - (len(people) - 1) * GAP) / len(people)
    parts = [scene.person(person, i * (each + GAP), 0, each, tall) for i, person in enumerate(people)]
    return tall, group(EDGE, y, *parts, id="estates-people")
