"""Rules of The Estates in pictures: rows, the offer, people, drawn as on the board, with one move marked."""

from kvartal.engine.picture import HALF, WHOLE, Drawn, RulePicture
from kvartal.engine.svg import box, group, plate, verdict
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.estates.drawing import art as pic
from kvartal.games.estates.drawing import skyline
from kvartal.games.estates.drawing.heads import head
from kvartal.games.estates.drawing.scene import RIVER, Scene
from kvartal.games.estates.drawing.skyline import ROAD, SOIL
from kvartal.games.estates.rules.keys import LOT_KEYS, ROW_KEYS
from kvartal.games.estates.rules.tables import BARRIER_PIECE, LOTS, OFFER, PER_ROW
from kvartal.games.estates.text.board import Board

EDGE, GAP = 8.0, 8.0
STOREY, WIDEST, HEAD = 20.0, 46.0, 84.0
TILE, PERSON, BID = 32.0, 74.0, 44.0
ABOVE = 12.0  # sky over the highest building, for a sign
Part = tuple[float, str, str]  # how high it is, how it looks, and the mark on it


def draw_picture(view: View, picture: RulePicture, words: Words) -> Drawn:
    scene = Scene(view, words)
    scene.placing = scene.choosing = False  # nothing to press
    if picture.wrong:
        scene.board = _as_if(scene.board, picture.move)
    width = WHOLE if any(not part.startswith("row") for part in picture.parts) else HALF
    inside, y = [], EDGE + 2
    for part in picture.parts:
        kind, *named = part.removeprefix("whole ").split()
        if kind == "row":
            high, drawn, mark = _row(scene, picture, ROW_KEYS.index(named[0]), width, part.startswith("whole"))
        elif kind == "offer":
            high, drawn, mark = _offer(scene, picture, int(named[0]) - 1)
        else:
            high, drawn, mark = _person(scene, picture, int(named[0]))
        inside.append(group(EDGE, y, drawn, mark))
        y += high + GAP
    tall = y - GAP + EDGE
    return Drawn(width, tall, box(0.5, 0.5, width - 1, tall - 1, "panel", "edge", 8) + "".join(inside))


def _as_if(board: Board, move: str) -> Board:
    """As it would look if a floor had been added."""
    lot = LOT_KEYS.index(move.removeprefix("place ")) if move.removeprefix("place ") in LOT_KEYS else -1
    if lot < 0 or board.lots[lot].roof:
        return board
    higher = board.lots[lot]._replace(floors=(*board.lots[lot].floors, board.piece))
    return board._replace(lots=(*board.lots[:lot], higher, *board.lots[lot + 1 :]))


def _row(scene: Scene, picture: RulePicture, row: int, width: float, whole: bool) -> Part:
    """The lots of a row as far as there is room, with its head or without."""
    left = HEAD + 4 if whole else 0.0
    room = width - 2 * EDGE - left
    shown = max(RIVER, int(room / WIDEST))
    lot = room / shown
    x_of = [left + n * lot for n in range(LOTS + 1)]
    here = scene.board.lots[row * LOTS : row * LOTS + shown]
    storeys = max(3, *(len(each.floors) + (each.roof > 0) for each in here))
    high = ROAD + SOIL + STOREY * storeys + ABOVE
    drawn = [box(left, 0, room, high, "sky", None, 6), skyline.far_roofs(row, left, left + room, high)]
    drawn.append(skyline.road(left + 2, left + room - 2, high))
    drawn.append(skyline.street(scene, row, x_of, lot, high, STOREY, shown, left + room))
    if whole:
        drawn.append(head(scene, row, HEAD, high))
    return high, "".join(drawn), _mark(scene, picture, row, x_of, lot, high)


def _mark(scene: Scene, picture: RulePicture, row: int, x_of: list[float], lot: float, high: float) -> str:
    """Around the piece that is placed here, with the piece itself where the city has no place for it."""
    board, wrong = scene.board, picture.wrong
    verb, _, where = picture.move.partition(" ")
    if verb != "place" or where[0] != ROW_KEYS[row]:
        return ""
    ground = high - ROAD - 1 - SOIL
    if where in LOT_KEYS:
        there, x = board.lots[LOT_KEYS.index(where)], x_of[LOT_KEYS.index(where) % LOTS]
        top = ground - STOREY * (len(there.floors) + (there.roof > 0))
        floor = ""
        if wrong and there.roof:
            top -= STOREY
            floor = group(x + 2, top, pic.floor(board.piece, lot - 4, STOREY, False))
        return floor + verdict(x + 0.5, top - 1, lot - 1, STOREY + 2, wrong)
    if where == ROW_KEYS[row]:  # the mayor
        return verdict(0, 0, HEAD, high, wrong)
    trestle, end = "", board.rows[row].length
    if wrong:
        value = board.piece - BARRIER_PIECE + 1
        end -= value
        trestle = group(x_of[end] + 3, ground - 34, pic.trestle(lot - 6, 33, f"−{value}"))
    return trestle + verdict(x_of[end] + 0.5, ground - 37, lot - 1, 38, wrong)


def _offer(scene: Scene, picture: RulePicture, row: int) -> Part:
    """The cube that was put up is seen where it lay: at an end of its row."""
    step, board = (WHOLE - 2 * EDGE - 4) / PER_ROW, scene.board
    tried = scene.setup.notation.index(picture.move) - OFFER
    cubes = list(board.offer[row])
    if tried not in cubes:
        cubes[cubes.index(-1)] = tried
        scene.board = board._replace(offer=(*board.offer[:row], tuple(cubes), *board.offer[row + 1 :]))
    mark = verdict(4 + cubes.index(tried) * step - 2, 2, TILE + 4, TILE + 4, picture.wrong)
    tiles = scene.offered(row, 4 - (step - TILE) / 2, 4, (step, TILE), TILE)
    return TILE + 8, box(0, 0, WHOLE - 2 * EDGE, TILE + 8, "slot", "edge", 8) + tiles, mark


def _person(scene: Scene, picture: RulePicture, seat: int) -> Part:
    """Somebody, and beside them the bid that they make."""
    bids = picture.move.startswith("bid ") and seat == picture.seat
    room = WHOLE - 2 * EDGE
    wide = room - BID - 14 if bids else room
    drawn, mark = scene.person(scene.board.people[seat], 0, 0, wide, PERSON), ""
    if bids:
        drawn += group(wide + 6, 17, plate(BID, 40, picture.move.removeprefix("bid "), not picture.wrong, 18))
        mark = verdict(wide + 4, 15, BID + 4, 44, picture.wrong)
    elif picture.move == "box":
        mark = verdict(58, 44, 46, 24, picture.wrong, low=True)
    elif picture.move in ("sell", "keep"):
        mark = verdict(8, 44, 51, 24, picture.wrong, low=True) if seat == picture.seat else ""
    return PERSON, drawn, mark
