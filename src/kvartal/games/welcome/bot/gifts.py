# compiled
"""What a card of the hand would bring the rival of the 2023 solo game, who gets the third one."""

from typing import Final

from kvartal.engine.native import i64, vec
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import choosing
from kvartal.games.welcome.rules.tables import WelcomeTables

WHOLE: Final = 1000


def fill_gifts(cells: vec[i64], base: i64, tables: WelcomeTables, weight: i64, out: vec[i64]) -> None:
    """For each card, in thousandths of a point times the weight: its own points, and what it does for the estate that
    the rival is building. A value card may still come: an estate without one counts half as if it had it."""
    houses: i64 = 0
    valued: bool = False
    i: i64 = 0
    while i < cells[at.RIVAL_SIZE]:
        effect: i64 = tables.effect[cells[tables.rival_pile + i]]
        if effect == at.FENCE:
            houses = 0
            valued = False
        else:
            houses += tables.rival[8] if effect == at.BIS else 1
            valued = valued or effect == at.VALUE
        i += 1
    times: i64 = tables.rival[9] * WHOLE if valued else (tables.rival[9] + 1) * WHOLE // 2
    slot: i64 = 0
    while slot < 3:
        effect = choosing.offered_effect(cells, base, tables, slot)
        gift: i64 = times
        if effect == at.FENCE:
            gift = tables.rival[7] * WHOLE
        elif effect == at.PARK:
            gift += tables.rival[4] * WHOLE
        elif effect == at.POOL:
            gift += tables.rival[5] * WHOLE
        elif effect == at.TEMP:
            gift += tables.rival[6] * WHOLE
        elif effect == at.BIS:
            gift *= tables.rival[8]
        elif not valued:
            gift += (houses + 1) * (tables.rival[9] - 1) * WHOLE // 2
        out[slot] = gift * weight // WHOLE
        slot += 1
