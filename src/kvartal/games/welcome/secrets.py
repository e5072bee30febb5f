# compiled
"""What a seat may know. Everybody's finished rounds are open; an unfinished turn is nobody else's business, and in the
draft neither are the numbers in another hand.
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import UNKNOWN
from kvartal.games.welcome.draws import with_effect
from kvartal.games.welcome.tables import (
    CARDS,
    CHOOSING,
    CONFIRMED,
    DRAFT,
    HAND_STREAM,
    NOTHING,
    PENDING,
    PLACE,
    ROUND,
    STAGE,
    WAIT,
    WelcomeTables,
)
from kvartal.games.welcome.turn import begun, clear_turn, take_back


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
