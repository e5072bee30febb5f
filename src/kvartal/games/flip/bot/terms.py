# compiled
"""The raw figures that a decision of Flip City is made of, each a fact of the table that can be said in words."""

from typing import Final

from kvartal.engine.mind import CERTAIN
from kvartal.engine.native import i64, vec
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import tables as kit
from kvartal.games.flip.rules.state import FlipState

TERMS: Final = (
    "points",  # in play and recycled: the printed score
    "coins",
    "sad_left",  # sad faces that can still come before the turn busts (alone in the last: it busts)
    "bust_chance",  # if the next card is played: of a bust before stopping is allowed again, in millionths, exactly
    "cards",  # owned, wherever they are
    "deck_points",  # printed on all cards owned
    "deck_sad",
    "rival_points",  # the most that a rival's cards show
)
COUNT: Final = 8
ONES: Final = bytes([1] * kit.FACES)


def fill_terms(state: FlipState, seat: i64, out: vec[i64]) -> i64:
    cells = state.cells
    active: bool = cells[at.ACTIVE] == seat
    out[0] = state.score(seat)
    out[1] = cells[at.COINS] if active else 0
    out[2] = cells[at.LIMIT] - cells[at.SAD] if active else state.tables.bust
    out[3] = bust_chance(state, seat) if active and cells[at.PHASE] == at.PLAYING else 0
    out[4] = owned_sum(state, seat, ONES)
    out[5] = owned_sum(state, seat, state.tables.points)
    out[6] = owned_sum(state, seat, state.tables.sad)
    out[7] = 0
    other: i64 = 0
    while other < state.tables.players:
        if other != seat:
            theirs: i64 = owned_sum(state, other, state.tables.points)
            if theirs > out[7]:
                out[7] = theirs
        other += 1
    return COUNT


def owned_sum(state: FlipState, seat: i64, printed: bytes) -> i64:
    """Of something printed on the cards: the sum over all that a seat has."""
    cells = state.cells
    base: i64 = state.seat_at(seat)
    total: i64 = 0
    face: i64 = 0
    while face < kit.FACES:
        count: i64 = cells[base + at.DECK + face] + cells[base + at.DECK + kit.MARKED + face]
        count += cells[base + at.DISCARD + face] + cells[base + at.DISCARD + kit.MARKED + face]
        if cells[at.ACTIVE] == seat:
            count += cells[at.AREA + face]
        total += count * printed[face]
        face += 1
    top: i64 = cells[base + at.TOP]
    if top >= 0:
        total += printed[top - kit.MARKED if top >= kit.MARKED else top]
    return total


# The danger of the next card ------------------------------------------------------------------------------------------


def bust_chance(state: FlipState, seat: i64) -> i64:
    """Whoever plays the next card (with an empty deck: shuffles) goes on while they must: how likely does it bust?"""
    cells = state.cells
    base: i64 = state.seat_at(seat)
    slack: i64 = cells[at.LIMIT] - cells[at.SAD]
    top: i64 = cells[base + at.TOP]
    size: i64 = cells[base + at.DECK_SIZE]
    if top < 0 and size == 0:
        size = cells[base + at.DISCARD_SIZE]
        return chance_of_pool(state, pool_at(state, base + at.DISCARD), size, size, slack, False, cells[at.POINTS])
    pool = pool_at(state, base + at.DECK)
    if top < 0:
        return chance_of_pool(state, pool, size, size, slack, True, cells[at.POINTS])
    return chance_after(
        state, pool, top - kit.MARKED if top >= kit.MARKED else top, size, size, slack, cells[at.POINTS]
    )


def pool_at(state: FlipState, pile: i64) -> vec[i64]:
    pool = vec[i64]([0] * kit.FACES)
    face: i64 = 0
    while face < kit.FACES:
        pool[face] = state.cells[pile + face] + state.cells[pile + kit.MARKED + face]
        face += 1
    return pool


def chance_of_pool(
    state: FlipState, pool: vec[i64], cards: i64, left: i64, slack: i64, forced: bool, points: i64
) -> i64:
    """The next card is any of the pool; it is played if it must be. `left` of its cards can still come up: what a
    Factory took from below is one of the pool, and nobody knows which."""
    if left <= 0:
        return 0
    tables = state.tables
    total: i64 = 0
    face: i64 = 0
    while face < kit.FACES:
        if pool[face] > 0 and (forced or (tables.must_play_on and tables.must_play[face])):
            count: i64 = pool[face]
            pool[face] = count - 1
            total += count * chance_after(state, pool, face, cards - 1, left - 1, slack, points)
            pool[face] = count
        face += 1
    return total // cards


def chance_after(state: FlipState, pool: vec[i64], face: i64, cards: i64, left: i64, slack: i64, points: i64) -> i64:
    """This card is played."""
    tables = state.tables
    borne: i64 = slack + tables.limit[face] - tables.sad[face]
    if borne <= 0:
        return CERTAIN
    scored: i64 = points + tables.points[face]
    if scored >= tables.win_points:
        return 0
    below: i64 = left - 1 if tables.mill[face] and left > 0 else left
    return chance_of_pool(state, pool, cards, below, borne, tables.force_next[face] != 0, scored)
