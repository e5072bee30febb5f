# compiled
"""What a seat may know. Everybody's finished rounds are open; an unfinished turn is nobody else's business, and in the
draft neither are the numbers in another hand.
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import UNKNOWN
from kvartal.games.welcome.deck import with_effect
from kvartal.games.welcome.sheet import count_estates
from kvartal.games.welcome.tables import (
    AGAIN,
    BISES,
    CARD_E,
    CARD_N,
    CARDS,
    CHOOSING,
    CONFIRMED,
    DID,
    DRAFT,
    DUG,
    DUG_FENCES,
    EMPTY,
    FENCE,
    FRESH,
    GIVEN,
    HAND_STREAM,
    HIRED,
    NOTHING,
    NUMBER_NOW,
    NUMBERS,
    PARK,
    PARKS,
    PENDING,
    PILES,
    PLACE,
    PLANS,
    POOL,
    REFUSALS,
    REFUSED,
    ROUND,
    ROUNDABOUTS,
    SPENT_NOW,
    STAGE,
    TEMPS,
    TURNED,
    USING,
    VALUE,
    VALUES,
    WAIT,
    WROTE,
    WelcomeTables,
)


def begun(cells: vec[i64], base: i64) -> bool:
    """Has this seat made a move in this round?"""
    return cells[base + STAGE] != CHOOSING or cells[base + DUG] >= 0


def clear_turn(cells: vec[i64], base: i64) -> None:
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


def effect_of(cells: vec[i64], base: i64, tables: WelcomeTables) -> i64:
    """The effect that the seat has chosen, −1 before that and after a refusal."""
    card: i64 = cells[base + CARD_E]
    if card < 0:
        return -1
    if tables.mode == PILES:
        return tables.effect[cells[TURNED + card]]
    return tables.effect[cells[base + tables.hand_at + card]]


def take_back(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    """The sheet as it was when the round began."""
    wrote: i64 = cells[base + WROTE]
    did: i64 = cells[base + DID]
    if did >= 0:
        effect: i64 = effect_of(cells, base, tables)
        if effect == FENCE:
            cells[base + tables.fences + did] = 0
        elif effect == VALUE:
            cells[base + VALUES + did] -= 1
        elif effect == PARK:
            cells[base + PARKS + tables.street[wrote]] -= 1
        elif effect == POOL:
            cells[base + tables.pool_at + tables.pool_of[wrote]] = 0
        else:
            cells[base + NUMBERS + did] = EMPTY
            cells[base + BISES] -= 1
    if cells[base + HIRED] == 1:
        cells[base + TEMPS] -= 1
    if wrote >= 0:
        cells[base + NUMBERS + wrote] = EMPTY
    dug: i64 = cells[base + DUG]
    if dug >= 0:
        cells[base + NUMBERS + dug] = EMPTY
        cells[base + ROUNDABOUTS] -= 1
        if cells[base + DUG_FENCES] & 1:
            cells[base + tables.fences + dug - 1] = 0
        if cells[base + DUG_FENCES] & 2:
            cells[base + tables.fences + dug] = 0
    cells[base + REFUSALS] -= cells[base + REFUSED]
    place: i64 = 0
    while place < 3:
        if cells[base + FRESH] & (1 << place):
            cells[base + PLANS + place] = -1
        place += 1
    h: i64 = 0
    while h < tables.houses:
        if cells[base + tables.marks + h] >= SPENT_NOW:
            cells[base + tables.marks + h] = 0
        h += 1
    clear_turn(cells, base)
    count_estates(cells, base, tables)


def known_cells(cells: vec[i64], tables: WelcomeTables, viewer: i64) -> vec[i64]:
    """Built from nothing: the table, the viewer's own block, and of the others their sheets without this round."""
    out = vec[i64]([0] * len(cells))
    i: i64 = 0
    while i < tables.seats:
        out[i] = cells[i]
        i += 1
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = tables.seats + seat * tables.stride
        hide: bool = seat != viewer and begun(cells, base)
        i = base if seat == viewer or hide else base + PLACE
        if not hide and seat != viewer:
            clear_turn(out, base)
        while i < base + tables.stride:
            out[i] = cells[i]
            i += 1
        if hide:
            take_back(out, base, tables)
            if cells[base + STAGE] == CONFIRMED:  # who has confirmed is no secret
                out[base + STAGE] = CONFIRMED
        seat += 1
    if tables.mode == DRAFT:
        hide_hands(out, tables, viewer)
    return out


def hide_hands(out: vec[i64], tables: WelcomeTables, viewer: i64) -> None:
    """The number of a card in another hand is hidden, unless the viewer passed it on; its effect was seen by all.

    Hidden cards go back among those that may still be in the deck: the viewer cannot tell one from the other.
    """
    passed: bool = out[ROUND] > 1 or (out[ROUND] == 1 and out[WAIT] != NOTHING)
    seat: i64 = 0
    while seat < tables.players:
        if seat != viewer:
            hand: i64 = tables.seats + seat * tables.stride + tables.hand_at
            slot: i64 = 1 if passed and viewer >= 0 and (seat + 1) % tables.players == viewer else 0
            while slot < 3:
                if out[hand + slot] >= 0:
                    out[CARDS + out[hand + slot]] += 1
                    out[hand + slot] = UNKNOWN
                slot += 1
        seat += 1


def imagine_cells(cells: vec[i64], tables: WelcomeTables, viewer: i64, source: Source) -> vec[i64]:
    """On known cells: hidden hands dealt from the unseen cards; every other turn of this round is still to come."""
    out = cells[:]
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = tables.seats + seat * tables.stride
        if seat != viewer and out[base + STAGE] == CONFIRMED:
            out[base + STAGE] = CHOOSING
            out[PENDING] += 1
        if tables.mode == DRAFT:
            slot: i64 = 0
            while slot < 3:
                if out[base + tables.hand_at + slot] == UNKNOWN:
                    effect: i64 = out[base + tables.hand_effects + slot]
                    kind: i64 = unseen(out, tables, effect, source, seat)
                    out[base + tables.hand_at + slot] = kind
                    out[CARDS + kind] -= 1
                slot += 1
        seat += 1
    return out


def unseen(out: vec[i64], tables: WelcomeTables, effect: i64, source: Source, seat: i64) -> i64:
    """One of the unseen cards with this effect, each equally likely."""
    kind: i64 = tables.effect_first[effect]
    r: i64 = source.below(HAND_STREAM + seat, with_effect(out, tables, effect))
    while r >= out[CARDS + kind]:
        r -= out[CARDS + kind]
        kind += 1
    return kind
