"""The board of Mr House as SVG: a building site at the edge of a small town. For a desk, and for a phone either way.

On a phone the town is in sight while chips are laid and goods are bought, the plot with all it takes while houses are
built; what is not needed then lies below, and the bar's tabs name it.
"""

from collections.abc import Container

from kvartal.engine.board import ACROSS, DESK, HEIGHT, PHONE, PLACES, WIDTH, board, layout
from kvartal.engine.svg import Drawing, group, tag
from kvartal.engine.view import View
from kvartal.engine.words import Words
from kvartal.games.house.drawing import art
from kvartal.games.house.drawing.home import HEAD, crews, plot, store, workshop
from kvartal.games.house.drawing.papers import coming, exchange, fair, papers
from kvartal.games.house.drawing.rivals import rivals
from kvartal.games.house.drawing.scene import Scene
from kvartal.games.house.drawing.town import town
from kvartal.games.house.drawing.widgets import Drawn
from kvartal.games.house.rules import cells as at
from kvartal.games.house.text.bar import now

EDGE, GAP = 4.0, 6.0  # on a phone
TOWN = 344.0  # how high it is on a phone held upright
TALL, LOW = PLACES["upright"][1] - 4.0, PLACES["across"][1] - 8.0  # where a play area ends
MOST = 290.0  # that a plot takes, unless a house is very high


def draw(view: View, words: Words, *, width: int = WIDTH, height: int = HEIGHT) -> Drawing:
    scene = Scene(view, words)
    shape = layout(width, height)
    tall, inside = _desk(scene) if shape == "desk" else _upright(scene) if shape == "upright" else _across(scene)
    title, sentence = now(view, scene.state, words)
    return board("house", width, tall, f"{title}. {sentence}", words.lang, *inside, height=height)


def _desk(scene: Scene) -> tuple[float, list[str]]:
    edge, gap = 5.0, 10.0
    whole, left, high = DESK - 2 * edge, 596.0, 460.0
    right = whole - left - gap
    goods, people = store(scene, right, 6), crews(scene, right)
    site = plot(scene, right, high - 2 * gap - goods[0] - people[0], live=True)
    streets = [group(0, 0, town(scene, left, high, False)[1])]
    zones: list[Drawn] = [(high, "".join([*streets, *_column([site, goods, people], left + gap, 0, gap)]))]
    if scene.tables.expert:
        third = (whole - 370 - 2 * gap) / 2
        row = [exchange(scene, 370), fair(scene, third), coming(scene, third)]
        spots = (0.0, 370 + gap, 370 + third + 2 * gap)
        shown = [group(x, 0, drawn) for x, (_, drawn) in zip(spots, row, strict=True)]
        zones.append((max(tall for tall, _ in row), tag("g", *shown, id="house-cards")))
    kinds = at.ELEMENTS if scene.tables.expert else at.ELEMENTS - 1
    zones += [workshop(scene, whole, kinds, True), papers(scene, whole), rivals(scene, whole, 3)]
    tall = edge
    for high, _ in zones:
        tall += high + gap
    return tall + edge - gap, _column(zones, edge, edge, gap)


def _upright(scene: Scene) -> tuple[float, list[str]]:
    whole = PHONE - 2 * EDGE
    offered = _offered(scene)
    if scene.at_home:
        play = _building(scene, whole)
    elif offered:
        cards = exchange(scene, whole) if offered == "exchange" else fair(scene, whole)
        play = {"town": town(scene, whole, TOWN, True), offered: cards, "home": store(scene, whole, 6)}
    else:
        half = (whole - GAP) / 2
        goods = store(scene, half, 3, 66)
        site = plot(scene, half, goods[0], live=False)
        both = group(0, 0, site[1]) + group(half + GAP, 0, goods[1])
        play = {"town": town(scene, whole, TOWN, True), "site": (goods[0], both), "home": (-GAP, "")}
    shown = [each for each in play.values() if each[1]]
    y = EDGE + sum(tall + GAP for tall, _ in shown)
    return _below(scene, _column(shown, EDGE, EDGE, GAP, play=True), play, y, whole, 1)


def _building(scene: Scene, whole: float) -> dict[str, Drawn]:
    """What fits beside a plot that a finger can build on: usually all of it."""
    others = {"workshop": workshop(scene, whole, 4 if scene.tables.expert else 3, False)}
    if scene.tables.expert:
        others["crews"] = crews(scene, whole)
    others["home"] = store(scene, whole, 6)
    room = TALL - EDGE - sum(tall + GAP for tall, _ in others.values())
    needed = art.tall_enough(scene.home(scene.near)[at.WALL : at.WALL + at.WALLS]) + HEAD + 6
    while needed > room and others and scene.cells[at.STEP] == at.PLACING:  # nothing but a place is chosen now
        room += others.pop(next(iter(others)))[0] + GAP
    return {"site": plot(scene, whole, min(room, max(MOST, needed)), live=True), **others}


def _across(scene: Scene) -> tuple[float, list[str]]:
    """Town or plot on the left, the rest of the play area on the right."""
    edge, high = 3.0, LOW - 3.0
    whole = ACROSS["across"] - 2 * edge
    left = 274.0 if scene.at_home else 372.0
    right = whole - left - GAP
    offered = _offered(scene)
    if scene.at_home:
        large = {"site": plot(scene, left, high, live=True)}
        beside = {"workshop": workshop(scene, right, 4, False)}
        if scene.tables.expert:
            beside["crews"] = crews(scene, right)
        beside["home"] = store(scene, right, 6)
    else:
        large = {"town": town(scene, left, high, True)}
        goods = store(scene, right, 3)
        if offered:
            beside = {offered: exchange(scene, right) if offered == "exchange" else fair(scene, right), "home": goods}
        else:
            beside = {"site": plot(scene, right, high - GAP - goods[0], live=False), "home": goods}
    parts = _column([*large.values()], edge, edge, GAP, play=True)
    parts += _column([*beside.values()], edge + left + GAP, edge, GAP, play=True)
    return _below(scene, parts, {**large, **beside}, edge + high + GAP, whole, 2)


def _offered(scene: Scene) -> str:
    """Expert: the building that is served, if it has cards to choose from."""
    here = scene.cells[at.HERE]
    if not scene.tables.expert or scene.phase != at.BUYING or here < 0:
        return ""
    return {at.EXCHANGE: "exchange", at.FAIR: "fair"}.get(scene.tables.kind[here], "")


def _below(
    scene: Scene, parts: list[str], play: Container[str], y: float, whole: float, abreast: int
) -> tuple[float, list[str]]:
    """What is not in the play area, each where its tab leads."""
    zones: list[Drawn] = [] if "town" in play else [town(scene, whole, TOWN, True)]
    zones += [] if "site" in play else [plot(scene, whole, 200, live=False)]
    zones += [] if "workshop" in play else [workshop(scene, whole, 2 if abreast == 1 else 4, True)]
    zones += [] if "crews" in play else [crews(scene, whole)]
    zones += [] if "home" in play else [store(scene, whole, 6)]
    zones.append(papers(scene, whole))
    zones += [_cards(scene, whole, play)] if scene.tables.expert else []
    zones.append(rivals(scene, whole, abreast))
    edge = (ACROSS["upright" if abreast == 1 else "across"] - whole) / 2
    tall = y + sum(high + GAP for high, _ in zones) - GAP + edge
    return tall, [*parts, *_column(zones, edge, y, GAP)]


def _cards(scene: Scene, whole: float, play: Container[str]) -> Drawn:
    """Expert: what the exchange and the fair have, now and in the next round."""
    zones = [] if "fair" in play else [fair(scene, whole)]
    zones += [] if "exchange" in play else [exchange(scene, whole)]
    zones.append(coming(scene, whole))
    return sum(high + GAP for high, _ in zones) - GAP, tag("g", *_column(zones, 0, 0, GAP), id="house-cards")


def _column(zones: list[Drawn], x: float, y: float, gap: float, *, play: bool = False) -> list[str]:
    """One below the other."""
    parts = []
    for tall, drawn in zones:
        parts.append(group(x, y, drawn, data_play="" if play else None))
        y += tall + gap
    return parts
