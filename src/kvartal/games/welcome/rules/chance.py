# compiled
"""Asking chance: which stream, what can be drawn, and one card quickly drawn.

Decks are unordered pools of kinds of cards. A deck lying effect-up asks chance twice for each card: for the effect of
the new top, and, when it is drawn, for its number.
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.tables import WelcomeTables


def stream_of(cells: vec[i64], tables: WelcomeTables) -> i64:
    wait: i64 = cells[at.WAIT]
    if wait == at.DRAW_PLAN:
        return at.PLAN_STREAM + cells[at.WAIT_AT]
    if wait in (at.DRAW_TURNED, at.DRAW_NUMBER):
        return at.PILE_STREAM + cells[at.WAIT_AT]
    if wait == at.DRAW_TOP:
        return at.TOP_STREAM
    if wait == at.DRAW_LETTER:
        return at.LETTER_STREAM
    if wait == at.DRAW_DEALER:
        return at.DEALER_STREAM
    return at.HAND_STREAM + cells[at.WAIT_AT] // 3 if tables.mode == at.DRAFT else at.NUMBER_STREAM


def pool_at(cells: vec[i64], tables: WelcomeTables, pile: i64) -> i64:
    """Where the unordered rest of a pile is: all in one before piles have become separate."""
    return at.CARDS + pile * tables.kinds if tables.zones == 3 and cells[at.PASSES] > 0 else at.CARDS


def fill_draws(cells: vec[i64], tables: WelcomeTables, outcomes: vec[i64], weights: vec[i64]) -> i64:
    wait: i64 = cells[at.WAIT]
    if wait == at.DRAW_PLAN or wait == at.DRAW_DEALER or wait == at.DRAW_LETTER:
        return fill_equal(cells, tables, outcomes, weights)
    if wait == at.DRAW_TOP:
        return fill_tops(cells, tables, outcomes, weights)
    pool: i64 = at.CARDS if wait == at.DRAW_HAND else pool_at(cells, tables, cells[at.WAIT_AT])
    kind: i64 = 0
    past: i64 = tables.kinds
    if wait == at.DRAW_HAND:
        kind = tables.effect_first[cells[at.DECK_TOP]]
        past = tables.effect_past[cells[at.DECK_TOP]]
    count: i64 = 0
    while kind < past:
        if cells[pool + kind]:
            outcomes[count] = kind
            weights[count] = cells[pool + kind]
            count += 1
        kind += 1
    return count


def fill_equal(cells: vec[i64], tables: WelcomeTables, outcomes: vec[i64], weights: vec[i64]) -> i64:
    """A plan of its deck, a dealer, an approval card not yet drawn: each as likely as the others."""
    wait: i64 = cells[at.WAIT]
    count: i64 = 0
    if wait == at.DRAW_PLAN:
        deck = tables.decks[cells[at.WAIT_AT]]
        while count < len(deck):
            outcomes[count] = deck[count]
            count += 1
    elif wait == at.DRAW_DEALER:
        while count < tables.players:
            outcomes[count] = count
            count += 1
    else:
        letter: i64 = 0
        while letter < 3:
            if cells[at.LETTERS + letter] == 0:
                outcomes[count] = letter
                count += 1
            letter += 1
    i: i64 = 0
    while i < count:
        weights[i] = 1
        i += 1
    return count


def fill_tops(cells: vec[i64], tables: WelcomeTables, outcomes: vec[i64], weights: vec[i64]) -> i64:
    """The effect of the card on top of the deck."""
    count: i64 = 0
    effect: i64 = 0
    while effect < at.EFFECTS:
        total: i64 = with_effect(cells, tables, effect)
        if total:
            outcomes[count] = effect
            weights[count] = total
            count += 1
        effect += 1
    if special_possible(cells, tables):
        outcomes[count] = at.SPECIAL
        weights[count] = cells[at.SPECIALS]
        count += 1
    return count


def with_effect(cells: vec[i64], tables: WelcomeTables, effect: i64) -> i64:
    """Cards left in the deck with this effect."""
    total: i64 = 0
    kind: i64 = tables.effect_first[effect]
    while kind < tables.effect_past[effect]:
        total += cells[at.CARDS + kind]
        kind += 1
    return total


def special_possible(cells: vec[i64], tables: WelcomeTables) -> bool:
    """The solo card, or the first approval card, was put among the last cards of the first pass."""
    if cells[at.SPECIALS] == 0:
        return False
    return cells[at.PASSES] > 0 or cells[at.DECK_SIZE] + cells[at.SPECIALS] <= tables.window


def pick_card(cells: vec[i64], tables: WelcomeTables, source: Source) -> i64:
    """A card, or the effect of the top one: the same draw as the generic one, without listing the outcomes first."""
    wait: i64 = cells[at.WAIT]
    pool: i64 = at.CARDS
    kind: i64 = 0
    total: i64 = cells[at.DECK_SIZE]
    if wait == at.DRAW_HAND:
        kind = tables.effect_first[cells[at.DECK_TOP]]
        total = with_effect(cells, tables, cells[at.DECK_TOP])
    elif wait == at.DRAW_TOP:
        if special_possible(cells, tables):
            total += cells[at.SPECIALS]
    else:
        pool = pool_at(cells, tables, cells[at.WAIT_AT])
    r: i64 = source.below(stream_of(cells, tables), total)
    if wait == at.DRAW_TOP and r >= cells[at.DECK_SIZE]:
        return at.SPECIAL
    left: i64 = cells[pool + kind]
    while r >= left:
        r -= left
        kind += 1
        left = cells[pool + kind]
    return tables.effect[kind] if wait == at.DRAW_TOP else kind
