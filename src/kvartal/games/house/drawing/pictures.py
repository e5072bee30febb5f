"""Rules of Mr House in pictures: a plot, some of the town, a recipe, drawn as on the board, with one move marked."""

from kvartal.engine.picture import HALF, WHOLE, Drawn, RulePicture
from kvartal.engine.svg import box, group, text, verdict
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house.drawing import art, town
from kvartal.games.house.drawing.home import takes
from kvartal.games.house.drawing.pieces import goods
from kvartal.games.house.drawing.scene import Scene
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.keys import ELEMENT_KEYS, PLACE_KEYS

EDGE, GAP = 6.0, 8.0
BETWEEN, HIGH = 6.0, 128.0  # buildings
PLOT = 112.0  # how high
Part = tuple[float, str, str]  # how high it is, how it looks, and the mark on it
Place = tuple[float, float, float, float]


def draw_picture(view: View, picture: RulePicture, words: Words) -> Drawn:
    scene = Scene(view, words)
    scene.legal = frozenset()  # nothing to press
    width = WHOLE if any(len(part.split()) > 2 for part in picture.parts) else HALF
    room, inside, marks, y = width - 2 * EDGE, [], "", EDGE
    for part in picture.parts:
        kind, *named = part.split()
        if kind == "plot":
            high, drawn, mark = _plot(scene, picture, room)
        elif kind == "town":
            high, drawn, mark = _town(scene, picture, named, room)
        elif kind == "takes":
            high, drawn, mark = _takes(scene, picture, named[0], room)
        else:
            high, drawn, mark = _store(scene, room)
        inside.append(group(EDGE, y, drawn))
        marks += group(EDGE, y, mark) if mark else ""
        y += high + GAP
    tall = y - GAP + EDGE
    return Drawn(width, tall, box(0.5, 0.5, width - 1, tall - 1, "panel", "edge", 8) + "".join(inside) + marks)


def _element(name: str) -> int:
    return at.ROOF if name == "roof" else ELEMENT_KEYS.index(name)


# A plot ---------------------------------------------------------------------------------------------------------------


def _plot(scene: Scene, picture: RulePicture, room: float) -> Part:
    seat = picture.seat
    house = scene.home(seat)[at.WALL :]
    drawn = art.house_on_site(seat, house, False, scene.complete[seat], room, PLOT, False)
    here = art.plot(house[: at.WALLS], False, room, PLOT, False)
    verb, _, where = picture.move.partition(" ")
    if verb == "build":  # over the first column, where it will stand or has no place to stand
        kind, spot = _element(where), "1"
    elif verb == "at":
        kind, spot = _element(picture.moves[-2].removeprefix("build ")), where
    else:
        return PLOT, drawn, ""
    x, y, wide, high = _spot(here, bool(house[at.COVER - at.WALL + int(spot[0]) - 1]), kind, spot, picture.wrong)
    tried = group(x, y, art.element_sign(kind, False, wide, high)) if picture.wrong or verb == "build" else ""
    return PLOT, drawn, tried + verdict(x - 2, y - 2, wide + 4, high + 4, picture.wrong)


def _spot(here: art.Plot, roofed: bool, kind: int, spot: str, wrong: bool) -> Place:
    """Where an element stands, or would stand."""
    column, _, storey = spot.partition(".")
    walls, x, w, h = here.columns[int(column) - 1], here.left + (int(column) - 1) * here.w, here.w, here.h
    if storey:  # an opening in a wall
        return x + w * 0.2, here.floor - int(storey) * h + h * 0.12, w * 0.6, h * 0.72
    top, rise = here.floor - len(walls) * h, h * 0.62
    above = top - rise if roofed and wrong else top
    if kind in (at.ROOF, at.TILE_ROOF):
        return x, above - rise, w, rise
    if kind == at.CHIMNEY:
        high = h * 0.62
        return x + w * 0.5, top - (rise * 1.3 if roofed else high), w * 0.44, high
    return (x, above - h * 0.8, w, h * 0.8) if wrong else (x, top, w, h)


# The town, goods ------------------------------------------------------------------------------------------------------


def _town(scene: Scene, picture: RulePicture, named: list[str], room: float) -> Part:
    """Some buildings side by side, as they stand on the map of a phone."""
    wide = (room - BETWEEN * (len(named) - 1)) / len(named)
    lots = town.lots_of(scene.tables, 3 * wide + 2 * BETWEEN, 3 * HIGH + 2 * BETWEEN, True)
    parts, mark = [], ""
    verb, _, what = picture.move.partition(" ")
    value, _, where = what.partition(" at ")
    for n, key in enumerate(named):
        lot = next(each for each in lots if each.kind == PLACE_KEYS.index(key))
        lot = lot._replace(x=n * (wide + BETWEEN), y=0.0, height=HIGH)
        now = town.seen(scene, lot)
        if key == where and picture.wrong:
            now = now._replace(chips=(*now.chips, (picture.seat, value, False)))
        parts.append(town.building(scene.tables, scene.words.plain, lot, now))
        if key == where:  # around the chip
            x, y, across, high = town.chip_at(lot, now, len(now.chips) - 1)
            mark = verdict(lot.x + x - 2, y - 2, across + 4, high + 4, picture.wrong)
        elif verb == "take":
            left = 0 if picture.wrong else now.stock  # what is taken lay behind what is left
            mark = verdict(4 + 16.5 * left, 23, 16.5 * int(what) + 4, 21, picture.wrong)
    return HIGH, "".join(parts), mark


def _takes(scene: Scene, picture: RulePicture, name: str, room: float) -> Part:
    high = 58.0
    drawn = takes(scene.tables, _element(name), scene.words.plain, room, high)
    return high, drawn, verdict(1, 3, room - 5, high - 4, picture.wrong)


def _store(scene: Scene, room: float) -> Part:
    home = scene.home(0)
    store = home[at.STORE : at.STORE + at.GOODS]
    said = text(2, 12, scene.words("Store"), 12, "muted", bold=True, room=room - 4)
    return 44, said + goods(store, 2, 20), ""
