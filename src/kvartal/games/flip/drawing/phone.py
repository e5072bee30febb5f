"""The board of Flip City for a phone: what the phase needs on top, the rest below it.

upright, playing    counters, deck, street, discard pile; supply, towns, signs
upright, building   counters, street (low), supply, discard pile; deck, towns, signs
across, playing     counters, deck and street, discard pile and prices; towns, signs
across, building    counters, street and discard pile, supply; deck, towns, signs

Shown is the town of whoever is on turn, so that one can watch it; mine is then among the towns below.
"""

from typing import NamedTuple

from kvartal.engine.board import ACROSS, PLACES, Layout
from kvartal.engine.svg import group
from kvartal.games.flip.drawing import trade, zones
from kvartal.games.flip.drawing.legend import legend
from kvartal.games.flip.drawing.scene import OF_DECK, OF_DISCARD, OF_SUPPLY, Scene
from kvartal.games.flip.drawing.zones import Spot
from kvartal.games.flip.rules.tables import GIVE
from kvartal.games.flip.text.bar import BUYS
from kvartal.games.flip.text.board import Town

EDGE, GAP = 4.0, 4.0
SPARE = 8.0  # of a place that is low
NAME = 90.0  # how wide one is before a heading
Spots = dict[str, Spot]


def _upright(play: bool) -> Spots:
    """The play area."""
    wide = ACROSS["upright"] - 2 * EDGE
    heights = [("counters", 42), ("deck", 94), ("street", 276), ("discard", 112)]
    if not play:
        heights = [("counters", 42), ("street", 60), ("supply", 262), ("discard", 162)]
    found, y = {}, EDGE
    for key, high in heights:
        found[key] = Spot(EDGE, y, wide, high)
        y += high + GAP
    return found


def _across(play: bool) -> Spots:
    wide = ACROSS["across"] - 2 * EDGE
    first, second, high = EDGE, EDGE + 28 + GAP, 152 if play else 128
    third = second + high + GAP
    foot = PLACES["across"][1] - third - SPARE
    found = {"counters": Spot(EDGE, first, wide, 28)}
    if play:
        found["deck"] = Spot(EDGE, second, 176, high)
        found["street"] = Spot(EDGE + 176 + GAP, second, wide - 176 - GAP, high)
        found["discard"] = Spot(EDGE, third, 352, foot)
        found["prices"] = Spot(EDGE + 352 + GAP, third, wide - 352 - GAP, foot)
    else:
        found["street"] = Spot(EDGE, second, 184, high)
        found["discard"] = Spot(EDGE + 184 + GAP, second, wide - 184 - GAP, high)
        found["supply"] = Spot(EDGE, third, wide, foot)
    return found


def _first_below(layout: Layout, play: bool, y: float) -> Spots:
    """What is in sight only in the other phase comes first after the play area."""
    wide = ACROSS[layout] - 2 * EDGE
    if not play:
        return {"deck": Spot(EDGE, y, wide, 94, False)}
    return {"supply": Spot(EDGE, y, wide, 262, False)} if layout == "upright" else {}


def _end(spots: Spots) -> float:
    return max(spot.y + spot.height for spot in spots.values()) + GAP


def _spots(layout: Layout, play: bool) -> Spots:
    found = _upright(play) if layout == "upright" else _across(play)
    return found | _first_below(layout, play, _end(found))


PHONES: tuple[Layout, ...] = ("upright", "across")
SPOTS = {(layout, play): _spots(layout, play) for layout in PHONES for play in (True, False)}
ENDS = {layout: max(_end(SPOTS[layout, True]), _end(SPOTS[layout, False])) for layout in PHONES}


class Sight(NamedTuple):
    """What is looked at now."""

    scene: Scene
    town: Town  # of whoever is on turn
    others: list[Town]
    whose: str
    gift: trade.Gift
    buys: bool  # the phase is about the supply

    @classmethod
    def of(cls, scene: Scene) -> "Sight":
        town = scene.board.watched
        others = scene.board.besides(town)
        said = scene.gift(others[0]) if len(others) == 1 else ""  # nobody else to give it to
        gift = (GIVE + others[0].seat, said) if said else None
        return cls(scene, town, others, scene.whose(town, NAME), gift, scene.board.phase in BUYS)


def draw(scene: Scene, layout: Layout) -> tuple[float, list[str]]:
    sight, wide = Sight.of(scene), ACROSS[layout] - 2 * EDGE
    spots, columns = SPOTS[layout, not sight.buys], 1 if layout == "upright" else 2
    parts = [_zone(sight, key, spot) for key, spot in spots.items()]
    y = _end(spots)
    spare = ENDS[layout] - y  # a board is as high in every phase: what is below it on a page does not jump
    if sight.others:
        tall, drawn = _towns(sight, y, wide, columns)
        parts.append(drawn)
        y += tall + GAP
    tall, drawn = legend(scene.board.tables, scene.words.plain, EDGE, y, wide, columns)
    return y + tall + EDGE + spare, [*parts, drawn]


def _zone(sight: Sight, key: str, spot: Spot) -> str:
    scene, town, board = sight.scene, sight.town, sight.scene.board
    if key == "counters":
        return zones.counters(scene.counters, scene.shines, spot)
    if key == "deck":
        return zones.deck(scene.pen(OF_DECK), town.seat, town.top, town.deck, sight.whose, spot)
    if key == "street":
        owner = scene.playing(NAME)
        return zones.street(scene.pen(), board.active, board.area, town.held, owner, scene.won, sight.buys, spot)
    if key == "supply":
        return trade.supply(scene.pen(OF_SUPPLY), board.supply, spot)
    if key == "prices":
        return trade.prices(scene.pen(OF_SUPPLY), board.supply, spot)
    pen = scene.pen(OF_DISCARD | {sight.gift[0]} if sight.gift else OF_DISCARD)
    rows = 2 if sight.buys else 1
    return trade.discard(pen, town.seat, town.lying(), board.left(town), sight.whose, sight.gift, rows, spot)


def _towns(sight: Sight, y: float, wide: float, columns: int) -> tuple[float, str]:
    scene, parts = sight.scene, []
    each = (wide - (columns - 1) * GAP) / columns
    for n, town in enumerate(sight.others):
        spot = Spot(n % columns * (each + GAP), n // columns * (trade.TOWN + GAP), each, trade.TOWN)
        pen, won = scene.pen(frozenset((GIVE + town.seat,))), town.seat == scene.board.winner
        gift = "" if sight.gift else scene.gift(town)
        parts.append(trade.town(pen, town, scene.owner(town), gift, won, spot))
    tall = -(-len(sight.others) // columns) * (trade.TOWN + GAP) - GAP
    return tall, group(EDGE, y, *parts, id="flip-towns", role="group", aria_label=scene.words("Towns"))
