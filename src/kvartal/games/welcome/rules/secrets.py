# compiled
"""What a seat may know. Everybody's finished rounds are open; an unfinished turn is nobody else's business, and in the
draft neither are the numbers in another hand.
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.tables import WelcomeTables
from kvartal.games.welcome.rules.turn import begun, clear_turn, take_back
from kvartal.games.welcome.rules.unseen import deal_hands, hide_hands


def fill_known_cells(cells: vec[i64], tables: WelcomeTables, viewer: i64, out: vec[i64]) -> None:
    """Built from nothing: the table, the viewer's own block, and of the others their sheets without this round."""
    i: i64 = 0
    while i < tables.seats:  # the discard as well: welcome.draft.discard
        out[i] = cells[i]
        i += 1
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = tables.seats + seat * tables.stride
        hide: bool = seat != viewer and begun(cells, base)
        i = base if seat == viewer or hide else base + at.PLACE
        if not hide and seat != viewer:
            clear_turn(out, base, tables)
        while i < base + tables.stride:
            out[i] = cells[i]
            i += 1
        if hide:
            take_back(out, base, tables)
            if cells[base + at.STAGE] == at.CONFIRMED:  # who has confirmed is no secret
                out[base + at.STAGE] = at.CONFIRMED
        seat += 1
    if tables.mode == at.DRAFT:
        hide_hands(out, cells, tables, viewer)


def imagine_cells(cells: vec[i64], tables: WelcomeTables, viewer: i64, source: Source) -> vec[i64]:
    """On known cells: hidden hands dealt from the unseen cards; every other turn of this round is still to come."""
    out = cells[:]
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = tables.seats + seat * tables.stride
        if seat != viewer and out[base + at.STAGE] == at.CONFIRMED:
            out[base + at.STAGE] = at.CHOOSING
            out[at.PENDING] += 1
        seat += 1
    if tables.mode == at.DRAFT:
        deal_hands(out, tables, source)
    return out
