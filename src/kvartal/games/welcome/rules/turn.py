# compiled
"""A turn, as the cells that nobody else may see: begun or not, cleared, taken back."""

from kvartal.engine.native import i64, vec
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.approving import take_back_plans
from kvartal.games.welcome.rules.effects import take_back_effect
from kvartal.games.welcome.rules.roundabouts import take_back_roundabout
from kvartal.games.welcome.rules.sheet import count_estates
from kvartal.games.welcome.rules.tables import WelcomeTables


def begun(cells: vec[i64], base: i64) -> bool:
    """Has this seat made a move in this round?"""
    return cells[base + at.STAGE] != at.CHOOSING or cells[base + at.DUG] >= 0


def clear_turn(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """The cells of a turn as they are before it begins."""
    cells[base + at.STAGE] = at.CHOOSING
    cells[base + at.CARD_N] = -1
    cells[base + at.CARD_E] = -1
    cells[base + at.NUMBER_NOW] = -1
    cells[base + at.HIRED] = 0
    cells[base + at.WROTE] = -1
    cells[base + at.DID] = -1
    cells[base + at.DUG] = -1
    cells[base + at.DUG_FENCES] = 0
    cells[base + at.USING] = -1
    cells[base + at.FRESH] = 0
    cells[base + at.AGAIN] = 0
    cells[base + at.REFUSED] = 0
    cells[base + at.GIVEN] = -1
    if tables.mode == at.DRAFT:
        cells[base + tables.fitted] = 0


def take_back(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """The sheet as it was when the round began."""
    take_back_effect(cells, base, tables)
    if cells[base + at.HIRED] == 1:
        cells[base + at.TEMPS] -= 1
    if cells[base + at.WROTE] >= 0:
        cells[base + at.NUMBERS + cells[base + at.WROTE]] = at.EMPTY
    take_back_roundabout(cells, base, tables)
    cells[base + at.REFUSALS] -= cells[base + at.REFUSED]
    take_back_plans(cells, base, tables)
    clear_turn(cells, base, tables)
    count_estates(cells, base, tables)
