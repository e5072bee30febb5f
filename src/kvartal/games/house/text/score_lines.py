"""The score sheet line by line, and what a house still lacks, in words."""

from functools import lru_cache
from typing import TYPE_CHECKING

from kvartal.engine.score import Line
from kvartal.engine.words import Words
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import queries
from kvartal.games.house.rules.counting import elements
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.text.names import COLOUR_NAMES

if TYPE_CHECKING:
    from kvartal.engine.game import Game


def counted(kind: int, n: int, expert: bool, words: Words) -> str:
    """So many of an element, in words."""
    if kind == at.WOOD_WALL:
        return words.count("{n} wooden wall", "{n} wooden walls", n)
    if kind == at.BRICK_WALL:
        return words.count("{n} brick wall", "{n} brick walls", n)
    if kind == at.ROOF and not expert:
        return words.count("{n} roof", "{n} roofs", n)
    if kind == at.ROOF:
        return words.count("{n} metal roof", "{n} metal roofs", n)
    if kind == at.TILE_ROOF:
        return words.count("{n} tiled roof", "{n} tiled roofs", n)
    if kind == at.CHIMNEY:
        return words.count("{n} chimney", "{n} chimneys", n)
    if kind == at.WINDOW_IN:
        return words.count("{n} window", "{n} windows", n)
    return words.count("{n} door", "{n} doors", n)


def score_lines(game: "Game", state: HouseState, seat: int, words: Words) -> list[Line]:
    cells, tables = state.cells, state.tables
    base = at.SEATS + seat * at.STRIDE
    lines = []
    for kind, count in enumerate(elements(state, seat)):
        if count:
            text = words(
                "{what} × {points}", what=counted(kind, count, tables.expert, words), points=tables.points[kind]
            )
            lines.append(Line(game.rule("house.score.elements"), count * tables.points[kind], text))
    if not tables.expert:
        if queries.complete(state, seat):
            lines.append(Line(game.rule("house.score.complete"), tables.complete_points, words("Complete house")))
        coins = queries.coin_points(state, seat)
        if coins:
            text = words("Most coins") if coins == tables.most_coins else words("Second most coins")
            lines.append(Line(game.rule("house.score.coins"), coins, text))
        return lines
    garage = queries.garage_points(state, seat)
    if cells[base + at.GARAGE + at.G_DOORS] == 2:
        lines.append(Line(game.rule("house.score.garage"), garage, words("Garage")))
    elif garage:
        lines.append(Line(game.rule("house.garage.begun"), garage, words("Garage, begun")))
    quality = cells[base + at.QUALITY]
    lines.append(Line(game.rule("house.score.quality"), quality, words("Quality")))
    for colour, name in enumerate(COLOUR_NAMES):
        if queries.colour_won(state, seat, colour):
            text = words("Most privileges: {colour}", colour=words(name))
            lines.append(Line(game.rule("house.score.privileges"), tables.colour_points, text))
    loans = cells[base + at.LOANS]
    text = words.count("{n} loan", "{n} loans", loans) if loans else words("No loans")
    lines.append(Line(game.rule("house.score.loans"), queries.loan_points(state, seat), text))
    return lines


def missing(state: HouseState, seat: int, words: Words) -> list[str]:
    """What keeps a house from being complete; [] when it is."""
    cells, tables = state.cells, state.tables
    uncovered = queries.open_columns(state, seat) if tables.every_column else 0
    return list(
        _missing(
            words.plain,
            has_walls=bool(walls := queries.walls(state, seat)),
            walls=tables.complete_walls - walls,
            door=not queries.has_door(state, seat),
            bare=queries.bare_walls(state, seat),
            every_wall=bool(tables.every_wall),
            roofs=max(uncovered, tables.complete_roofs - queries.roofs(state, seat)),
            chimney=queries.chimneys(state, seat) < tables.complete_chimneys,
            permit=bool(tables.need_permit and not cells[at.SEATS + seat * at.STRIDE + at.PERMIT]),
        )
    )


@lru_cache(256)
def _missing(
    words: Words,
    *,
    has_walls: bool,
    walls: int,
    door: bool,
    bare: int,
    every_wall: bool,
    roofs: int,
    chimney: bool,
    permit: bool,
) -> tuple[str, ...]:
    """In words, what there is too little of, and how much."""
    found = []
    if walls > 0:
        found.append(words.count("{n} wall is missing", "{n} walls are missing", walls))
    if door:
        found.append(words("no door"))
        if has_walls and not bare:
            found.append(words("no wall is free for the door"))
        bare = max(0, bare - 1)
    if bare and every_wall:
        found.append(words.count("{n} wall without a window", "{n} walls without a window", bare))
    if roofs > 0:
        found.append(words.count("{n} roof is missing", "{n} roofs are missing", roofs))
    if chimney:
        found.append(words("no chimney"))
    if permit:
        found.append(words("no permit"))
    return tuple(found)


def lacking(state: HouseState, seat: int, words: Words) -> str:
    """The same as one line."""
    return lacking_line(missing(state, seat, words), words)


def lacking_line(lacks: list[str], words: Words) -> str:
    return "; ".join(lacks) if lacks else words("the house is complete")
