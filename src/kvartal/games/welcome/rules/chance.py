# compiled
"""Asking chance: which stream, what can be drawn, and one card quickly drawn.

Decks are unordered pools of kinds of cards. A deck lying effect-up asks chance twice for each card: for the effect of
the new top, and, when it is drawn, for its number.
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.games.welcome.rules.tables import (
    CARDS,
    DEALER_STREAM,
    DECK_SIZE,
    DECK_TOP,
    DRAFT,
    DRAW_DEALER,
    DRAW_HAND,
    DRAW_LETTER,
    DRAW_NUMBER,
    DRAW_PLAN,
    DRAW_TOP,
    DRAW_TURNED,
    EFFECTS,
    HAND_STREAM,
    LETTER_STREAM,
    LETTERS,
    NUMBER_STREAM,
    PASSES,
    PILE_STREAM,
    PLAN_STREAM,
    SPECIAL,
    SPECIALS,
    TOP_STREAM,
    WAIT,
    WAIT_AT,
    WelcomeTables,
)


def stream_of(cells: vec[i64], tables: WelcomeTables) -> i64:
    wait: i64 = cells[WAIT]
    if wait == DRAW_PLAN:
        return PLAN_STREAM + cells[WAIT_AT]
    if wait in (DRAW_TURNED, DRAW_NUMBER):
        return PILE_STREAM + cells[WAIT_AT]
    if wait == DRAW_TOP:
        return TOP_STREAM
    if wait == DRAW_LETTER:
        return LETTER_STREAM
    if wait == DRAW_DEALER:
        return DEALER_STREAM
    return HAND_STREAM + cells[WAIT_AT] // 3 if tables.mode == DRAFT else NUMBER_STREAM


def pool_at(cells: vec[i64], tables: WelcomeTables, pile: i64) -> i64:
    """Where the unordered rest of a pile is: all in one before piles have become separate."""
    return CARDS + pile * tables.kinds if tables.zones == 3 and cells[PASSES] > 0 else CARDS


def fill_draws(cells: vec[i64], tables: WelcomeTables, outcomes: vec[i64], weights: vec[i64]) -> i64:
    wait: i64 = cells[WAIT]
    count: i64 = 0
    i: i64 = 0
    if wait == DRAW_PLAN:
        deck = tables.decks[cells[WAIT_AT]]
        while count < len(deck):
            outcomes[count] = deck[count]
            weights[count] = 1
            count += 1
    elif wait == DRAW_DEALER:
        while count < tables.players:
            outcomes[count] = count
            weights[count] = 1
            count += 1
    elif wait == DRAW_LETTER:
        while i < 3:
            if cells[LETTERS + i] == 0:
                outcomes[count] = i
                weights[count] = 1
                count += 1
            i += 1
    elif wait == DRAW_TOP:
        while i < EFFECTS:
            total: i64 = with_effect(cells, tables, i)
            if total:
                outcomes[count] = i
                weights[count] = total
                count += 1
            i += 1
        if special_possible(cells, tables):
            outcomes[count] = SPECIAL
            weights[count] = cells[SPECIALS]
            count += 1
    else:
        at: i64 = CARDS if wait == DRAW_HAND else pool_at(cells, tables, cells[WAIT_AT])
        past: i64 = tables.kinds
        if wait == DRAW_HAND:
            i = tables.effect_first[cells[DECK_TOP]]
            past = tables.effect_past[cells[DECK_TOP]]
        while i < past:
            if cells[at + i]:
                outcomes[count] = i
                weights[count] = cells[at + i]
                count += 1
            i += 1
    return count


def with_effect(cells: vec[i64], tables: WelcomeTables, effect: i64) -> i64:
    """Cards left in the deck with this effect."""
    total: i64 = 0
    kind: i64 = tables.effect_first[effect]
    while kind < tables.effect_past[effect]:
        total += cells[CARDS + kind]
        kind += 1
    return total


def special_possible(cells: vec[i64], tables: WelcomeTables) -> bool:
    """The solo card, or the first approval card, was put among the last cards of the first pass."""
    if cells[SPECIALS] == 0:
        return False
    return cells[PASSES] > 0 or cells[DECK_SIZE] + cells[SPECIALS] <= tables.window


def pick_card(cells: vec[i64], tables: WelcomeTables, source: Source) -> i64:
    """A card, or the effect of the top one: the same draw as the generic one, without listing the outcomes first."""
    wait: i64 = cells[WAIT]
    at: i64 = CARDS
    kind: i64 = 0
    total: i64 = cells[DECK_SIZE]
    if wait == DRAW_HAND:
        kind = tables.effect_first[cells[DECK_TOP]]
        total = with_effect(cells, tables, cells[DECK_TOP])
    elif wait == DRAW_TOP:
        if special_possible(cells, tables):
            total += cells[SPECIALS]
    else:
        at = pool_at(cells, tables, cells[WAIT_AT])
    r: i64 = source.below(stream_of(cells, tables), total)
    if wait == DRAW_TOP and r >= cells[DECK_SIZE]:
        return SPECIAL
    left: i64 = cells[at + kind]
    while r >= left:
        r -= left
        kind += 1
        left = cells[at + kind]
    return tables.effect[kind] if wait == DRAW_TOP else kind
