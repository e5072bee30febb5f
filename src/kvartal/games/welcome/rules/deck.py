# compiled
"""The cards: three piles, or one deck lying effect-up with hands of three. What is drawn next, and where it goes.

set-up ─► plans ─► PILES: three turned cards ─► three numbers ─► a round
                   HANDS: the top's effect ─► into a hand ─► the next top … ─► a round
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import ids
from kvartal.games.welcome.rules.chance import pool_at
from kvartal.games.welcome.rules.hands import grow_older, pass_on, third
from kvartal.games.welcome.rules.tables import WelcomeTables


def drawn(cells: vec[i64], tables: WelcomeTables, outcome: i64) -> None:
    wait: i64 = cells[at.WAIT]
    place: i64 = cells[at.WAIT_AT]
    if wait == at.DRAW_NUMBER or wait == at.DRAW_TURNED:  # welcome.setup.piles: first effects, then numbers
        cells[pool_at(cells, tables, place) + outcome] -= 1
        shown: i64 = at.TOP if wait == at.DRAW_NUMBER else at.TURNED
        cells[shown + place] = outcome
        if tables.zones == 1 or cells[at.PASSES] == 0 or place == 2:
            cells[at.DECK_SIZE] -= 1  # separate piles go down together, counted once a round
        if place < 2:
            cells[at.WAIT_AT] = place + 1
        elif wait == at.DRAW_TURNED:
            cells[at.WAIT] = at.DRAW_NUMBER
            cells[at.WAIT_AT] = 0
        else:
            begin_round(cells, tables)
    elif wait == at.DRAW_PLAN:
        cells[at.PLANS_AT + place] = outcome
        next_plan(cells, tables)
    elif wait == at.DRAW_DEALER:
        cells[at.DEALER] = outcome
        look_at_top(cells, tables)
    elif wait == at.DRAW_TOP:
        cells[at.DECK_TOP] = outcome
        deal_on(cells, tables)
    elif wait == at.DRAW_HAND:
        cells[at.CARDS + outcome] -= 1
        cells[at.DECK_SIZE] -= 1
        hand: i64 = tables.seats + (place // 3) * tables.stride + tables.hand_at + place % 3
        cells[hand] = outcome
        cells[hand + 3] = tables.effect[outcome]
        if tables.mode == at.DRAFT:
            cells[hand + 6] = 0
        look_at_top(cells, tables)
    else:
        approval(cells, tables, outcome)


def next_plan(cells: vec[i64], tables: WelcomeTables) -> None:
    """welcome.setup.plans: one that was chosen by name is laid out, the others drawn; then the cards are dealt."""
    place: i64 = 0
    while place < 3:
        if cells[at.PLANS_AT + place] < 0:
            if tables.fixed[place] == 255:
                cells[at.WAIT] = at.DRAW_PLAN
                cells[at.WAIT_AT] = place
                return
            cells[at.PLANS_AT + place] = tables.fixed[place]
        place += 1
    cells[at.WAIT_AT] = 0
    if tables.mode == at.PILES:
        cells[at.WAIT] = at.DRAW_TURNED
    elif tables.mode == at.DRAFT:
        cells[at.WAIT] = at.DRAW_DEALER
    else:
        look_at_top(cells, tables)


def begin_round(cells: vec[i64], tables: WelcomeTables) -> None:
    cells[at.WAIT] = at.NOTHING
    cells[at.WAIT_AT] = 0
    cells[at.PHASE] = at.PLAYING
    cells[at.ROUND] += 1
    cells[at.PENDING] = tables.players


def clear_away(cells: vec[i64], tables: WelcomeTables) -> None:
    """The cards of the finished round go where they belong, and the next ones are asked for."""
    if tables.mode == at.PILES:
        if wanted(cells, tables):
            reshuffle(cells, tables)
            return
        pile: i64 = 0
        while pile < 3:
            zone: i64 = pile if tables.zones == 3 else 0
            cells[tables.discards + zone * tables.kinds + cells[at.TURNED + pile]] += 1
            cells[at.TURNED + pile] = cells[at.TOP + pile]  # welcome.round: this number is the next effect
            cells[at.TOP + pile] = -1
            pile += 1
        if cells[at.DECK_SIZE] == 0:
            rebuild(cells, tables)
        cells[at.WAIT] = at.DRAW_NUMBER
        cells[at.WAIT_AT] = 0
        return
    if tables.mode == at.DRAFT:
        pass_on(cells, tables)
    else:
        put_away(cells, tables)
    if cells[at.DECK_TOP] < 0:
        look_at_top(cells, tables)
    else:
        deal_on(cells, tables)


def rebuild(cells: vec[i64], tables: WelcomeTables) -> None:
    """Nothing is left to draw: the discards are shuffled. Turned cards stay on the table.

    welcome.piles.2018: there is one zone, so all of them together; welcome.piles.2023: three zones, each pile's own.
    """
    i: i64 = 0
    size: i64 = 0
    while i < tables.zones * tables.kinds:
        cells[at.CARDS + i] += cells[tables.discards + i]
        size += cells[tables.discards + i]
        cells[tables.discards + i] = 0
        i += 1
    cells[at.DECK_SIZE] = size // tables.zones
    cells[at.PASSES] += 1
    if tables.mode == at.SOLO_2023:  # the approval cards not yet drawn lie in the discard
        cells[at.SPECIALS] = 3 - cells[at.LETTERS] - cells[at.LETTERS + 1] - cells[at.LETTERS + 2]


def starting_cards(cells: vec[i64], tables: WelcomeTables) -> None:
    """Everything shuffled: one pool."""
    kind: i64 = 0
    while kind < tables.kinds:
        cells[at.CARDS + kind] = tables.count[kind]
        kind += 1
    cells[at.DECK_SIZE] = tables.cards
    i: i64 = 0
    while i < 3:
        cells[at.TOP + i] = -1
        cells[at.TURNED + i] = -1
        cells[at.PLANS_AT + i] = -1
        cells[at.RIVAL_PLANS + i] = -1
        i += 1
    cells[at.DECK_TOP] = -1
    if tables.mode == at.SOLO_2018 or tables.mode == at.SOLO_2023:
        cells[at.SPECIALS] = 1
    i = tables.rival_pile
    while i < tables.seats:
        cells[i] = -1
        i += 1
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = tables.seats + seat * tables.stride
        cells[base + at.STAGE] = at.CHOOSING
        if tables.hand:
            i = 0
            while i < 6:
                cells[base + tables.hand_at + i] = -1
                i += 1
        seat += 1
    next_plan(cells, tables)


# The reshuffle of 2018 ------------------------------------------------------------------------------------------------


def reshuffle_refusal(cells: vec[i64], base: i64, tables: WelcomeTables) -> i64:
    """Whoever turns a plan over first may have all cards shuffled."""
    rule: i64 = tables.reshuffle
    if rule == at.RESHUFFLE_NEVER:
        return ids.RESHUFFLE_OFF
    first: bool = False
    any_before: bool = False
    place: i64 = 0
    while place < 3:
        if cells[at.FLIPPED + place]:
            any_before = True
        elif cells[base + at.FRESH] & (1 << place):
            first = True
        place += 1
    if not first or cells[base + at.AGAIN] or (rule == at.RESHUFFLE_ONCE and any_before):
        return ids.RESHUFFLE_FIRST
    return LEGAL


def wanted(cells: vec[i64], tables: WelcomeTables) -> bool:
    seat: i64 = 0
    while seat < tables.players:
        if cells[tables.seats + seat * tables.stride + at.AGAIN]:
            return True
        seat += 1
    return False


def reshuffle(cells: vec[i64], tables: WelcomeTables) -> None:
    """welcome.reshuffle: all cards are shuffled and dealt as at the set-up."""
    kind: i64 = 0
    while kind < tables.kinds:
        cells[at.CARDS + kind] = tables.count[kind]
        cells[tables.discards + kind] = 0
        kind += 1
    pile: i64 = 0
    while pile < 3:
        cells[at.TOP + pile] = -1
        cells[at.TURNED + pile] = -1
        pile += 1
    cells[at.DECK_SIZE] = tables.cards
    cells[at.RESHUFFLES] += 1
    cells[at.WAIT] = at.DRAW_TURNED
    cells[at.WAIT_AT] = 0


# A deck lying effect-up -----------------------------------------------------------------------------------------------


def look_at_top(cells: vec[i64], tables: WelcomeTables) -> None:
    """The top card's effect is seen as soon as it lies on top."""
    cells[at.DECK_TOP] = -1
    if cells[at.DECK_SIZE] + cells[at.SPECIALS] > 0:
        cells[at.WAIT] = at.DRAW_TOP
        cells[at.WAIT_AT] = 0
    else:
        deal_on(cells, tables)


def deal_on(cells: vec[i64], tables: WelcomeTables) -> None:
    """The next empty place in a hand, from the dealer on; when all are full the round begins."""
    turn: i64 = 0
    while turn < tables.players:
        seat: i64 = (cells[at.DEALER] + turn) % tables.players
        hand: i64 = tables.seats + seat * tables.stride + tables.hand_at
        slot: i64 = 0
        while slot < 3:
            if cells[hand + slot] < 0:
                draw_for(cells, tables, seat * 3 + slot)
                return
            slot += 1
        turn += 1
    begin_round(cells, tables)


def draw_for(cells: vec[i64], tables: WelcomeTables, place: i64) -> None:
    top: i64 = cells[at.DECK_TOP]
    if top < 0:
        rebuild(cells, tables)
        if tables.mode == at.DRAFT:
            grow_older(cells, tables)
        cells[at.WAIT] = at.DRAW_TOP
        cells[at.WAIT_AT] = 0
    elif top != at.SPECIAL:
        cells[at.WAIT] = at.DRAW_HAND
        cells[at.WAIT_AT] = place
    elif tables.mode == at.SOLO_2023:
        cells[at.WAIT] = at.DRAW_LETTER
        cells[at.WAIT_AT] = 0
    else:  # welcome.solo.2018, the solo card: from now on only the lower values
        cells[at.SPECIALS] = 0
        cells[at.FLIPPED] = 1
        cells[at.FLIPPED + 1] = 1
        cells[at.FLIPPED + 2] = 1
        look_at_top(cells, tables)


def approval(cells: vec[i64], tables: WelcomeTables, letter: i64) -> None:
    """welcome.solo.approval: resolved at once, it leaves the game; the rival scores the side that shows."""
    cells[at.LETTERS + letter] = 1
    cells[at.SPECIALS] -= 1
    if tables.rival[1 + letter]:
        plan: i64 = cells[at.PLANS_AT + letter]
        turned: bool = cells[at.FLIPPED + letter] != 0
        cells[at.RIVAL_PLANS + letter] = tables.plan_later[plan] if turned else tables.plan_first[plan]
        cells[at.FLIPPED + letter] = 1
    look_at_top(cells, tables)


def put_away(cells: vec[i64], tables: WelcomeTables) -> None:
    """Solo: all three cards to the discard, or in 2023 the third one on top of the rival's pile: welcome.solo.2023."""
    base: i64 = tables.seats
    given: i64 = third(cells, base) if tables.mode == at.SOLO_2023 else -1
    slot: i64 = 0
    while slot < 3:
        hand: i64 = base + tables.hand_at + slot
        if slot == given:
            cells[tables.rival_pile + cells[at.RIVAL_SIZE]] = cells[hand]
            cells[at.RIVAL_SIZE] += 1
        else:
            cells[tables.discards + cells[hand]] += 1
        cells[hand] = -1
        cells[hand + 3] = -1
        slot += 1
