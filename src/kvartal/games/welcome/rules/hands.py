# compiled
"""Hands of three: which card is left over, and in the draft where it goes and what everybody can follow.

Everybody sees through whose hands a card goes, from which deck it came, and that a card given away in a refusal did not
fit. These facts are kept with the cards; what a seat makes of them is in secrets.py.
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import ids
from kvartal.games.welcome.rules.tables import WelcomeTables


def third(cells: vec[i64], base: i64) -> i64:
    """The place in the hand of the card that was not used."""
    if cells[base + at.REFUSED]:
        return cells[base + at.GIVEN]
    return 3 - cells[base + at.CARD_N] - cells[base + at.CARD_E]


def give_refusal(tables: WelcomeTables, stage: i64) -> i64:
    if not tables.hand:
        return ids.TURN_HAND
    return LEGAL if stage == at.GIVING else ids.TURN_GIVE


def give(cells: vec[i64], base: i64, card: i64) -> None:
    """After a refusal the player says which card goes on."""
    cells[base + at.GIVEN] = card
    cells[base + at.STAGE] = at.OPEN


def grow_older(cells: vec[i64], tables: WelcomeTables) -> None:
    """The deck has been rebuilt: what lies in hands is not in it, and everybody knows that."""
    seat: i64 = 0
    while seat < tables.players:
        hand: i64 = tables.seats + seat * tables.stride + tables.hand_at
        slot: i64 = 0
        while slot < 3:
            if cells[hand + slot] >= 0:
                cells[hand + 6 + slot] += 1
            slot += 1
        seat += 1


def pass_on(cells: vec[i64], tables: WelcomeTables) -> None:
    """welcome.draft: two cards to the common discard, the third to the right-hand neighbour, where it lies first."""
    base: i64 = tables.seats
    kind: i64 = give_away(cells, base, tables)  # the first seat's card goes round to the last seat
    age: i64 = cells[base + tables.ages]
    passed: i64 = cells[base + tables.passed]
    unfit: i64 = cells[base + tables.unfit]
    seat: i64 = 1
    while seat < tables.players:
        base += tables.stride
        receive(cells, base - tables.stride, tables, give_away(cells, base, tables))
        i: i64 = tables.ages
        while i <= tables.unfit:
            cells[base - tables.stride + i] = cells[base + i]
            i += 1
        seat += 1
    receive(cells, base, tables, kind)
    cells[base + tables.ages] = age
    cells[base + tables.passed] = passed
    cells[base + tables.unfit] = unfit


def give_away(cells: vec[i64], base: i64, tables: WelcomeTables) -> i64:
    """Two cards to the discard. The third is returned; what everybody knows about it stands as of the first card."""
    hand: i64 = base + tables.hand_at
    given: i64 = third(cells, base)
    kind: i64 = cells[hand + given]
    slot: i64 = 0
    while slot < 3:
        if slot != given:
            cells[tables.discards + cells[hand + slot]] += 1
        cells[hand + slot] = -1
        cells[hand + 3 + slot] = -1
        slot += 1
    if given > 0 or cells[at.ROUND] == 1:
        cells[base + tables.passed] = 0
        cells[base + tables.unfit] = 0
    elif cells[base + tables.passed] + 2 < tables.players:  # more often makes no difference: every seat had it
        cells[base + tables.passed] += 1
    cells[base + tables.unfit] |= cells[base + tables.fitted]
    cells[base + tables.ages] = cells[base + tables.ages + given]
    cells[base + tables.ages + 1] = 0
    cells[base + tables.ages + 2] = 0
    return kind


def receive(cells: vec[i64], base: i64, tables: WelcomeTables, kind: i64) -> None:
    cells[base + tables.hand_at] = kind
    cells[base + tables.hand_effects] = tables.effect[kind]
