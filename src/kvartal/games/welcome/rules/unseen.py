# compiled
"""The draft: what a seat can tell about cards in other hands, and how they could lie.

Cards that a seat has not seen are of one age (how often the deck was rebuilt since they were dealt) and one effect.
Those of the present deck lie in hands or still in the deck; older ones, which a rebuilt deck cannot hold, all lie in
hands. Among cards of one age and effect every arrangement is equally likely, but for what refusals rule out.
"""

from typing import Final

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import UNKNOWN
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.tables import WelcomeTables

# From the cell of a card in a hand
EFFECT: Final = 3
AGE: Final = 6


def hide_hands(out: vec[i64], real: vec[i64], tables: WelcomeTables, viewer: i64) -> None:
    """Numbers in other hands are hidden, unless the viewer once held the card or can tell what it must be.

    What is hidden goes back among the cards that may still be in the deck, or, if it is older, into a list of its
    own: the youngest first, the kinds of one age in their order.
    """
    hide_cards(out, tables, viewer)
    refused: bool = any_refused(out, tables)
    listed: i64 = tables.unseen
    age: i64 = next_age(out, tables, -1)
    while age >= 0:
        following: i64 = next_age(out, tables, age)
        left = deck_of(out, tables, age)
        hidden = hidden_cards(out, tables, age)
        i: i64 = 0
        while i < len(hidden):
            left[real[hidden[i]]] += 1
            i += 1
        i = 0
        while i < len(hidden):  # what can be of one kind only is no secret
            kind: i64 = only_kind(out, tables, hidden[i], left, refused)
            if kind >= 0:
                out[hidden[i]] = kind
                left[kind] -= 1
            i += 1
        kind = 0
        while kind < tables.kinds:
            i = 0
            if age == 0:
                out[at.CARDS + kind] = left[kind]
                i = left[kind]
            while i < left[kind]:
                out[listed] = kind
                listed += 1
                i += 1
            kind += 1
        age = following


def hide_cards(out: vec[i64], tables: WelcomeTables, viewer: i64) -> None:
    """A card is known to whoever holds it, and the first one of a hand to those before who passed it on."""
    given: bool = out[at.ROUND] > 1 or (out[at.ROUND] == 1 and out[at.WAIT] != at.NOTHING)
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = tables.seats + seat * tables.stride
        away: i64 = (viewer + tables.players - seat) % tables.players if viewer >= 0 else tables.players
        holders: i64 = 2 + out[base + tables.passed] if given else 1
        slot: i64 = 0
        while slot < 3:
            if away >= holders and out[base + tables.hand_at + slot] >= 0:
                out[base + tables.hand_at + slot] = UNKNOWN
            holders = 1
            slot += 1
        seat += 1


def next_age(cells: vec[i64], tables: WelcomeTables, age: i64) -> i64:
    """The least age above this one of a hidden card, −1: there is none."""
    found: i64 = -1
    hand: i64 = tables.seats + tables.hand_at
    while hand < len(cells):
        slot: i64 = 0
        while slot < 3:
            other: i64 = cells[hand + slot + AGE]
            if cells[hand + slot] == UNKNOWN and other > age and (found < 0 or other < found):
                found = other
            slot += 1
        hand += tables.stride
    return found


def hidden_cards(cells: vec[i64], tables: WelcomeTables, age: i64) -> vec[i64]:
    """The cells of the hidden cards of this age."""
    found: list[i64] = []
    hand: i64 = tables.seats + tables.hand_at
    while hand < len(cells):
        slot: i64 = 0
        while slot < 3:
            if cells[hand + slot] == UNKNOWN and cells[hand + slot + AGE] == age:
                found.append(hand + slot)
            slot += 1
        hand += tables.stride
    return vec[i64](found)


def deck_of(cells: vec[i64], tables: WelcomeTables, age: i64) -> vec[i64]:
    """How many of each kind may still be in the deck from which the cards of this age came."""
    left = vec[i64]([0] * tables.kinds)
    kind: i64 = 0
    while age == 0 and kind < tables.kinds:
        left[kind] = cells[at.CARDS + kind]
        kind += 1
    return left


def ruled_out(cells: vec[i64], tables: WelcomeTables, card: i64) -> i64:
    """The numbers that a hidden card cannot have, as bits: those that fitted when somebody refused with it."""
    in_seat: i64 = (card - tables.seats) % tables.stride
    return cells[card - in_seat + tables.unfit] if in_seat == tables.hand_at else 0


def any_refused(cells: vec[i64], tables: WelcomeTables) -> bool:
    """Are there numbers ruled out for any card? Mostly not."""
    unfit: i64 = tables.seats + tables.unfit
    while unfit < len(cells):
        if cells[unfit]:
            return True
        unfit += tables.stride
    return False


def refused_with(cells: vec[i64], tables: WelcomeTables, age: i64, effect: i64, but: i64) -> vec[i64]:
    """The hidden cards of this age and effect, but for one, for which numbers are ruled out."""
    found: list[i64] = []
    card: i64 = tables.seats + tables.hand_at
    while card < len(cells):
        if cells[card] == UNKNOWN and cells[card + AGE] == age and cells[card + EFFECT] == effect and card != but:
            if ruled_out(cells, tables, card):
                found.append(card)
        card += tables.stride
    return vec[i64](found)


# What is certain ------------------------------------------------------------------------------------------------------


def only_kind(cells: vec[i64], tables: WelcomeTables, card: i64, left: vec[i64], refused: bool) -> i64:
    """The one kind that this hidden card can be, −1: there are several. `refused`: numbers are ruled out somewhere."""
    effect: i64 = cells[card + EFFECT]
    barred: i64 = ruled_out(cells, tables, card)
    others = refused_with(cells, tables, cells[card + AGE], effect, card) if refused else vec[i64]()
    found: i64 = -1
    kind: i64 = tables.effect_first[effect]
    while kind < tables.effect_past[effect]:
        if left[kind] and not (barred >> tables.number[kind]) & 1:
            left[kind] -= 1
            possible: bool = len(others) == 0 or all_placed(cells, tables, effect, others, left)
            left[kind] += 1
            if possible and found >= 0:
                return -1
            if possible:
                found = kind
        kind += 1
    return found


def all_placed(cells: vec[i64], tables: WelcomeTables, effect: i64, cards: vec[i64], left: vec[i64]) -> bool:
    """Can each of these hidden cards be one of those left, all at once?"""
    given = vec[i64]([-1] * len(cards))
    i: i64 = 0
    while i < len(cards):
        tried = vec[i64]([0] * tables.kinds)
        if not placed(cells, tables, effect, cards, left, given, tried, i):
            return False
        i += 1
    return True


def placed(
    cells: vec[i64],
    tables: WelcomeTables,
    effect: i64,
    cards: vec[i64],
    left: vec[i64],
    given: vec[i64],
    tried: vec[i64],
    i: i64,
) -> bool:
    """Find a kind for hidden card i; where all of a kind are given, another card has to be of another kind."""
    barred: i64 = ruled_out(cells, tables, cards[i])
    kind: i64 = tables.effect_first[effect]
    while kind < tables.effect_past[effect]:
        if left[kind] and not tried[kind] and not (barred >> tables.number[kind]) & 1:
            tried[kind] = 1
            free: i64 = left[kind]
            j: i64 = 0
            while j < len(cards):
                free -= 1 if given[j] == kind else 0
                j += 1
            j = 0
            while free == 0 and j < len(cards):
                if given[j] == kind and placed(cells, tables, effect, cards, left, given, tried, j):
                    free = 1
                j += 1
            if free > 0:
                given[i] = kind
                return True
        kind += 1
    return False


# How it could be ------------------------------------------------------------------------------------------------------


def deal_hands(out: vec[i64], tables: WelcomeTables, source: Source) -> None:
    """On known cells: every hidden card becomes one of those unseen of its age and effect."""
    refused: bool = any_refused(out, tables)
    listed: i64 = tables.unseen
    age: i64 = next_age(out, tables, -1)
    while age >= 0:
        following: i64 = next_age(out, tables, age)
        left = deck_of(out, tables, age)
        hidden = hidden_cards(out, tables, age)
        i: i64 = 0
        while age > 0 and i < len(hidden):
            left[out[listed]] += 1
            out[listed] = -1
            listed += 1
            i += 1
        effect: i64 = 0
        while refused and effect < at.EFFECTS:
            cards = refused_with(out, tables, age, effect, -1)
            if len(cards):
                deal_refused(out, tables, cards, left, source)
            effect += 1
        i = 0
        while i < len(hidden):
            if out[hidden[i]] == UNKNOWN:
                out[hidden[i]] = drawn_for(out, tables, hidden[i], left, source)
                left[out[hidden[i]]] -= 1
            i += 1
        kind: i64 = 0
        while age == 0 and kind < tables.kinds:
            out[at.CARDS + kind] = left[kind]
            kind += 1
        age = following


def deal_refused(out: vec[i64], tables: WelcomeTables, cards: vec[i64], left: vec[i64], source: Source) -> None:
    """Hidden cards for which numbers are ruled out, of one age and effect: all arrangements equally likely.

    Each draws as if it were alone. Where two have drawn the very same card, all of them draw again.
    """
    taken = vec[i64]([0] * tables.kinds)
    i: i64 = 0
    while i < len(cards):
        kind: i64 = drawn_for(out, tables, cards[i], left, source)
        if taken[kind] and source.below(at.HAND_STREAM, left[kind]) < taken[kind]:
            taken = vec[i64]([0] * tables.kinds)
            i = 0
        else:
            taken[kind] += 1
            out[cards[i]] = kind
            i += 1
    kind = 0
    while kind < tables.kinds:
        left[kind] -= taken[kind]
        kind += 1


def drawn_for(out: vec[i64], tables: WelcomeTables, card: i64, left: vec[i64], source: Source) -> i64:
    """One of the cards left that a hidden card can be, each equally likely."""
    effect: i64 = out[card + EFFECT]
    barred: i64 = ruled_out(out, tables, card)
    total: i64 = 0
    kind: i64 = tables.effect_first[effect]
    while kind < tables.effect_past[effect]:
        if not (barred >> tables.number[kind]) & 1:
            total += left[kind]
        kind += 1
    r: i64 = source.below(at.HAND_STREAM + (card - tables.seats) // tables.stride, total)
    kind = tables.effect_first[effect]
    while r >= left[kind] or (barred >> tables.number[kind]) & 1:
        if not (barred >> tables.number[kind]) & 1:
            r -= left[kind]
        kind += 1
    return kind
