# compiled
"""Chance: the lay-out of a new round, the cubes of the offer one by one, the first player, the roofs."""

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.games.estates.rules import cells as at
from kvartal.games.estates.rules import tables as kit
from kvartal.games.estates.rules.city import clear
from kvartal.games.estates.rules.tables import EstatesTables


def lay_out(cells: vec[i64], tables: EstatesTables) -> None:
    """The board and the supply of a new round, before the first draw; the cheques stay where they are."""
    clear(cells, tables)
    cells[at.PHASE] = at.DEALING
    cells[at.ACTIVE] = 0
    cells[at.ACTOR] = 0
    cells[at.TURNS] = 0
    cells[at.PIECE] = kit.NO_PIECE
    cells[at.FACE] = 0
    cells[at.HIGH] = 0
    cells[at.LEADER] = -1
    cells[at.BOXED_NOW] = 0
    cells[at.CUBES_LEFT] = 0
    cells[at.ROOFS_LEFT] = 0
    cells[at.CANCEL] = 0
    cells[at.MAYOR] = at.BESIDE
    i: i64 = 0
    while i < kit.VALUES:
        cells[at.ROOFS + i] = tables.roofs[i]
        cells[at.ROOFS_LEFT] += tables.roofs[i]
        i += 1
    i = 0
    while i < kit.COLOURS:
        cells[at.CERTIFICATE + i] = -1
        i += 1
    i = 0
    while i < kit.OFFER_ROWS:
        cells[at.LEFT + i] = 0
        cells[at.RIGHT + i] = -1
        i += 1
    i = 0
    while i < kit.OFFERED:
        cells[at.OFFER_AT + i] = kit.NO_PIECE
        i += 1
    i = 0
    while i < kit.CUBES:
        cells[at.CUBE_AT + i] = at.OUT
        i += 1
    i = 0
    while i < tables.players:
        base: i64 = at.SEATS + i * at.STRIDE
        cells[base + at.START] = cells[base + at.HAND]
        cells[base + at.NET] = 0
        cells[base + at.BOXED] = 0
        i += 1


def fill_outcomes(cells: vec[i64], tables: EstatesTables, outcomes: vec[i64], weights: vec[i64]) -> i64:
    phase: i64 = cells[at.PHASE]
    count: i64 = 0
    i: i64 = 0
    if phase == at.DEALING:
        while i < kit.CUBES:
            if cells[at.CUBE_AT + i] == at.OUT:
                outcomes[count] = i
                weights[count] = 1
                count += 1
            i += 1
    elif phase == at.TURNING:
        while i < kit.VALUES:
            if cells[at.ROOFS + i] > 0:
                outcomes[count] = i
                weights[count] = cells[at.ROOFS + i]
                count += 1
            i += 1
    else:
        while count < tables.players:
            outcomes[count] = count
            weights[count] = 1
            count += 1
    return count


def picked(cells: vec[i64], tables: EstatesTables, source: Source) -> i64:
    """As the engine's own, without writing the list first. Who begins is drawn in every round: estates.setup.first."""
    phase: i64 = cells[at.PHASE]
    i: i64 = 0
    if phase == at.DEALING:
        r: i64 = source.below(kit.CUBE_STREAM, kit.CUBES - cells[at.CUBES_LEFT])
        while True:
            if cells[at.CUBE_AT + i] == at.OUT:
                if r == 0:
                    return i
                r -= 1
            i += 1
    if phase == at.TURNING:
        r = source.below(kit.ROOF_STREAM, cells[at.ROOFS_LEFT])
        while r >= cells[at.ROOFS + i]:
            r -= cells[at.ROOFS + i]
            i += 1
        return i
    return source.below(kit.FIRST, tables.players)
