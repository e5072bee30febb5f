# compiled
"""The reveal: everybody has confirmed, all sheets are seen together, and the game may end."""

from kvartal.engine.native import i64, vec
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import ids
from kvartal.games.welcome.rules.approving import turn_over
from kvartal.games.welcome.rules.deck import clear_away, put_away
from kvartal.games.welcome.rules.scoring import give_places
from kvartal.games.welcome.rules.tables import WelcomeTables
from kvartal.games.welcome.rules.turn import clear_turn


def reveal(cells: vec[i64], tables: WelcomeTables) -> None:
    """welcome.reveal: plans are turned over, the game may end, the next cards are asked for."""
    base: i64 = tables.seats
    seat: i64 = 0
    while seat < tables.players:
        if cells[base + at.FRESH]:
            turn_over(cells, base, tables)
        base += tables.stride
        seat += 1
    ended: i64 = ended_by(cells, tables)
    if ended < 0 and tables.mode == at.SOLO_2018 and cells[at.DECK_SIZE] == 0:
        ended = ids.END_DECK
    if ended < 0:
        clear_away(cells, tables)
    elif tables.mode == at.SOLO_2023 and tables.version > 1:  # in version 1 the last card was never given
        put_away(cells, tables)  # welcome.solo.2023: the last round is a whole one; temps given count for places
    base = tables.seats
    seat = 0
    while seat < tables.players:
        clear_turn(cells, base, tables)
        base += tables.stride
        seat += 1
    if ended >= 0:
        cells[at.ENDED] = ended
        cells[at.PHASE] = at.OVER_NOW
        give_places(cells, tables)


def ended_by(cells: vec[i64], tables: WelcomeTables) -> i64:
    """The rule by which the sheets, as they stand after a round, end the game; −1: it goes on."""
    ended: i64 = -1
    base: i64 = tables.seats
    seat: i64 = 0
    while seat < tables.players:
        if cells[base + at.PLANS] >= 0 and cells[base + at.PLANS + 1] >= 0 and cells[base + at.PLANS + 2] >= 0:
            ended = ids.END_PLANS
        elif cells[base + at.REFUSALS] >= tables.refusal_boxes and ended != ids.END_PLANS:
            ended = ids.END_REFUSALS
        elif cells[base + at.BUILT] == tables.houses and ended < 0:
            ended = ids.END_FULL
        base += tables.stride
        seat += 1
    return ended
