# compiled
"""Chance: the lay-out of a new round, the cubes of the offer one by one, the first player, the roofs."""

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.games.estates.rules.cells import (
    ACTIVE,
    ACTOR,
    BESIDE,
    BOXED,
    BOXED_NOW,
    CANCEL,
    CERTIFICATE,
    CUBE_AT,
    CUBES_LEFT,
    DEALING,
    FACE,
    HAND,
    HIGH,
    LEADER,
    LEFT,
    MAYOR,
    NET,
    OFFER_AT,
    OUT,
    PHASE,
    PIECE,
    RIGHT,
    ROOFS,
    ROOFS_LEFT,
    SEATS,
    START,
    STRIDE,
    TURNING,
    TURNS,
)
from kvartal.games.estates.rules.city import clear
from kvartal.games.estates.rules.tables import (
    COLOURS,
    CUBE_STREAM,
    CUBES,
    FIRST,
    NO_PIECE,
    OFFER_ROWS,
    OFFERED,
    ROOF_STREAM,
    VALUES,
    EstatesTables,
)


def lay_out(cells: vec[i64], tables: EstatesTables) -> None:
    """The board and the supply of a new round, before the first draw; the cheques stay where they are."""
    clear(cells, tables)
    cells[PHASE] = DEALING
    cells[ACTIVE] = 0
    cells[ACTOR] = 0
    cells[TURNS] = 0
    cells[PIECE] = NO_PIECE
    cells[FACE] = 0
    cells[HIGH] = 0
    cells[LEADER] = -1
    cells[BOXED_NOW] = 0
    cells[CUBES_LEFT] = 0
    cells[ROOFS_LEFT] = 0
    cells[CANCEL] = 0
    cells[MAYOR] = BESIDE
    i: i64 = 0
    while i < VALUES:
        cells[ROOFS + i] = tables.roofs[i]
        cells[ROOFS_LEFT] += tables.roofs[i]
        i += 1
    i = 0
    while i < COLOURS:
        cells[CERTIFICATE + i] = -1
        i += 1
    i = 0
    while i < OFFER_ROWS:
        cells[LEFT + i] = 0
        cells[RIGHT + i] = -1
        i += 1
    i = 0
    while i < OFFERED:
        cells[OFFER_AT + i] = NO_PIECE
        i += 1
    i = 0
    while i < CUBES:
        cells[CUBE_AT + i] = OUT
        i += 1
    i = 0
    while i < tables.players:
        base: i64 = SEATS + i * STRIDE
        cells[base + START] = cells[base + HAND]
        cells[base + NET] = 0
        cells[base + BOXED] = 0
        i += 1


def fill_outcomes(cells: vec[i64], tables: EstatesTables, outcomes: vec[i64], weights: vec[i64]) -> i64:
    phase: i64 = cells[PHASE]
    count: i64 = 0
    i: i64 = 0
    if phase == DEALING:
        while i < CUBES:
            if cells[CUBE_AT + i] == OUT:
                outcomes[count] = i
                weights[count] = 1
                count += 1
            i += 1
    elif phase == TURNING:
        while i < VALUES:
            if cells[ROOFS + i] > 0:
                outcomes[count] = i
                weights[count] = cells[ROOFS + i]
                count += 1
            i += 1
    else:
        while count < tables.players:
            outcomes[count] = count
            weights[count] = 1
            count += 1
    return count


def picked(cells: vec[i64], tables: EstatesTables, source: Source) -> i64:
    """As the engine's own, without writing the list first."""
    phase: i64 = cells[PHASE]
    i: i64 = 0
    if phase == DEALING:
        r: i64 = source.below(CUBE_STREAM, CUBES - cells[CUBES_LEFT])
        while True:
            if cells[CUBE_AT + i] == OUT:
                if r == 0:
                    return i
                r -= 1
            i += 1
    if phase == TURNING:
        r = source.below(ROOF_STREAM, cells[ROOFS_LEFT])
        while r >= cells[ROOFS + i]:
            r -= cells[ROOFS + i]
            i += 1
        return i
    return source.below(FIRST, tables.players)
