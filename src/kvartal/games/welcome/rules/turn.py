# compiled
"""A turn, as the cells that nobody else may see: begun or not, cleared, taken back."""

from kvartal.engine.native import i64, vec
from kvartal.games.welcome.rules.approving import take_back_plans
from kvartal.games.welcome.rules.effects import take_back_effect
from kvartal.games.welcome.rules.roundabouts import take_back_roundabout
from kvartal.games.welcome.rules.sheet import count_estates
from kvartal.games.welcome.rules.tables import (
    AGAIN,
    CARD_E,
    CARD_N,
    CHOOSING,
    DID,
    DRAFT,
    DUG,
    DUG_FENCES,
    EMPTY,
    FRESH,
    GIVEN,
    HIRED,
    NUMBER_NOW,
    NUMBERS,
    REFUSALS,
    REFUSED,
    STAGE,
    TEMPS,
    USING,
    WROTE,
    WelcomeTables,
)


def begun(cells: vec[i64], base: i64) -> bool:
    """Has this seat made a move in this round?"""
    return cells[base + STAGE] != CHOOSING or cells[base + DUG] >= 0


def clear_turn(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """The cells of a turn as they are before it begins."""
    cells[base + STAGE] = CHOOSING
    cells[base + CARD_N] = -1
    cells[base + CARD_E] = -1
    cells[base + NUMBER_NOW] = -1
    cells[base + HIRED] = 0
    cells[base + WROTE] = -1
    cells[base + DID] = -1
    cells[base + DUG] = -1
    cells[base + DUG_FENCES] = 0
    cells[base + USING] = -1
    cells[base + FRESH] = 0
    cells[base + AGAIN] = 0
    cells[base + REFUSED] = 0
    cells[base + GIVEN] = -1
    if tables.mode == DRAFT:
        cells[base + tables.fitted] = 0


def take_back(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """The sheet as it was when the round began."""
    take_back_effect(cells, base, tables)
    if cells[base + HIRED] == 1:
        cells[base + TEMPS] -= 1
    if cells[base + WROTE] >= 0:
        cells[base + NUMBERS + cells[base + WROTE]] = EMPTY
    take_back_roundabout(cells, base, tables)
    cells[base + REFUSALS] -= cells[base + REFUSED]
    take_back_plans(cells, base, tables)
    clear_turn(cells, base, tables)
    count_estates(cells, base, tables)
