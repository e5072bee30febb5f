# compiled
"""What a sheet promises, and the turn that promises most: the sensible player `greedy`.

A sheet is worth the points it shows and what is still possible, in thousandths of a point: how likely each empty
house is to be filled (numbers must still fit its gap), hence each run between fences to become an estate, hence each
plan to be met; how near the parks are to their bonus; pools that can still be built. A turn is looked through to its
end: cards, number, house, effect. What the rivals or the next cards bring is not looked at.

Everybody has the same cards, so players who thought alike would build alike: each seat likes parks and pools a little
more or less than the next one, and some houses better than others.
"""

from typing import Final

from kvartal.engine.native import i64, vec
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.plans import met
from kvartal.games.welcome.rules.scoring import temp_points
from kvartal.games.welcome.rules.state import WelcomeState
from kvartal.games.welcome.rules.tables import WelcomeTables

WHOLE: Final = 1000  # a certainty, or one point
SPACING: Final = 1300  # how much spare room in numbers a house wants
LOOSE: Final = 800  # points of a house in a run still too long for an estate
PLAN_TRUST: Final = 700  # how far a plan that is only likely is counted
WIDTH: Final = 5  # houses whose effects are looked through
LIKED: Final = 100  # thousandths by which a taste is stronger or weaker, up to three times
LOWEST: Final = -1000000000


def taste(seat: i64, of: i64) -> i64:
    """How much a seat makes of the chances of something, in thousandths. Seven tastes; the first seat has none."""
    return WHOLE + ((seat * of + 3) % 7 - 3) * LIKED


def fill_chances_of_houses(cells: vec[i64], base: i64, tables: WelcomeTables, odds: vec[i64]) -> None:
    """For each house how likely it is to be filled by the end, in thousandths."""
    left: i64 = tables.houses - cells[base + at.BUILT]
    pace: i64 = left + 6
    h: i64 = 0
    street: i64 = 0
    while street < 3:
        past: i64 = tables.past[street]
        low: i64 = 0
        begin: i64 = -1
        while h <= past:
            cell: i64 = at.ROUNDABOUT if h == past else cells[base + at.NUMBERS + h]
            if cell < 0:
                if begin < 0:
                    begin = h
            else:
                if cell >= at.BIS_BASE:
                    cell -= at.BIS_BASE
                if begin >= 0:
                    odds_of_gap(tables, odds, begin, h, low, cell, pace)
                    begin = -1
                low = 0 if cell == at.ROUNDABOUT else cell + 1
                if h < past:
                    odds[h] = WHOLE
            h += 1
        h = past
        street += 1


def odds_of_gap(tables: WelcomeTables, odds: vec[i64], begin: i64, past: i64, low: i64, high: i64, pace: i64) -> None:
    houses: i64 = past - begin
    mass: i64 = tables.below[high] - tables.below[low] if high > low else 0
    room: i64 = high - low if high > low else 0
    weight: i64 = mass * pace * 50
    chance: i64 = WHOLE * weight // (weight + SPACING * houses * WHOLE // 1000) if weight else 0
    if room < houses:
        chance = chance * room // houses
    while begin < past:
        odds[begin] = chance
        begin += 1


def promise(cells: vec[i64], base: i64, tables: WelcomeTables, seat: i64, odds: vec[i64]) -> i64:
    """The worth of a sheet in thousandths of a point. `odds` is scratch: a cell a house, then one a size."""
    fill_chances_of_houses(cells, base, tables, odds)
    soon: i64 = tables.houses  # odds of estates of each size that are not there yet: odds[soon + size]
    size: i64 = 0
    while size < 8:
        odds[soon + size] = 0
        size += 1
    total: i64 = runs(cells, base, tables, seat, odds, soon)
    place: i64 = 0
    while place < 3:
        if cells[base + at.PLANS + place] >= 0:
            total += cells[base + at.PLANS + place] * WHOLE + 1500
        else:
            total += plan_promise(cells, base, tables, place, odds, soon)
        place += 1
    street: i64 = 0
    while street < 3:
        total += park_promise(cells, base, tables, street, taste(seat, 1))
        street += 1
    pools: i64 = 0
    pool: i64 = 0
    pool_chance: i64 = 550 * taste(seat, 2) // WHOLE
    while pool < tables.pools:
        if cells[base + tables.pool_at + pool]:
            pools += 1
        elif cells[base + at.NUMBERS + tables.pool_houses[pool]] < 0:
            total += pool_chance
        pool += 1
    total += tables.pool_points[pools] * WHOLE
    total += temp_points(cells, seat, tables) * 450 + cells[base + at.TEMPS] * 450
    total -= tables.bis_points[cells[base + at.BISES]] * WHOLE + cells[base + at.BISES] * 500
    refused: i64 = cells[base + at.REFUSALS]
    total -= tables.refusal_points[refused] * WHOLE + refused * refused * 1500
    return total - tables.roundabout_points[cells[base + at.ROUNDABOUTS]] * WHOLE


def runs(cells: vec[i64], base: i64, tables: WelcomeTables, seat: i64, odds: vec[i64], soon: i64) -> i64:
    """Estates that are there or may come: each run between fences."""
    total: i64 = 0
    h: i64 = 0
    size: i64 = 0
    chance: i64 = WHOLE
    loose: i64 = 0
    houses: i64 = tables.houses
    while h < houses:
        size += 1
        chance = chance * odds[h] // WHOLE
        loose += odds[h]
        total += odds[h] * ((seat * (h + 3)) % 7) * LIKED // (2 * WHOLE)
        if cells[base + tables.fences + h]:
            if cells[base + at.NUMBERS + h] == at.ROUNDABOUT:
                pass
            elif size <= 6:
                worth: i64 = tables.value_points[(size - 1) * 16 + cells[base + at.VALUES + size - 1]]
                if chance == WHOLE:
                    total += worth * WHOLE
                else:
                    total += worth * chance
                    if cells[base + tables.marks + h] == 0:
                        odds[soon + size] += chance
            else:
                total += loose * LOOSE // WHOLE
                odds[soon + 7] += size
            size = 0
            chance = WHOLE
            loose = 0
        h += 1
    return total


def plan_promise(cells: vec[i64], base: i64, tables: WelcomeTables, place: i64, odds: vec[i64], soon: i64) -> i64:
    plan: i64 = cells[at.PLANS_AT + place]
    points: i64 = tables.plan_later[plan] if cells[at.FLIPPED + place] else tables.plan_first[plan]
    kind: i64 = tables.plan_kind[plan]
    if kind != at.P_ESTATES:
        if met(cells, base, tables, plan):
            return points * WHOLE
        if kind == at.P_TEMPS:
            return points * 60 * cells[base + at.TEMPS]
        return 0
    chance: i64 = WHOLE
    size: i64 = 1
    sure: bool = True
    while size <= 6:
        need: i64 = tables.plan_need[plan * 8 + size]
        if need:
            have: i64 = cells[base + at.FREE + size - 1] * WHOLE
            if have < need * WHOLE:
                sure = False
                have += odds[soon + size] * 9 // 10 + odds[soon + 7] * 400 // (size * 2)
                if have > need * WHOLE:
                    have = need * WHOLE
                chance = chance * have // (need * WHOLE)
        size += 1
    if sure:
        return points * WHOLE
    return points * chance * PLAN_TRUST // WHOLE


def park_promise(cells: vec[i64], base: i64, tables: WelcomeTables, street: i64, liked: i64) -> i64:
    crossed: i64 = cells[base + at.PARKS + street]
    boxes: i64 = tables.park_boxes[street]
    now: i64 = tables.park_points[street * 16 + crossed]
    full: i64 = tables.park_points[street * 16 + boxes]
    return now * WHOLE + (full - now) * liked * (crossed + 1) * (crossed + 1) // (2 * (boxes + 2) * (boxes + 2))


# Looking through a turn -----------------------------------------------------------------------------------------------


def best_move(state: WelcomeState, seat: i64, moves: i64) -> i64:
    """The move that begins the best turn, or goes on with it. The first of equals."""
    tables = state.tables
    buffer = vec[i64]([0] * moves)
    odds = vec[i64]([0] * (tables.houses + 8))
    count: i64 = state.fill_moves(seat, buffer)
    best: i64 = LOWEST
    found: i64 = buffer[0]
    base: i64 = state.seat_at(seat)
    if state.cells[base + at.STAGE] == at.OPEN:
        return best_open(state, seat, base, buffer, count, odds)
    i: i64 = 0
    while i < count:
        value: i64 = LOWEST
        if buffer[i] < tables.dig or buffer[i] >= tables.use:
            after = state.copy()
            after.play(seat, buffer[i])
            value = outlook(after, seat, moves, odds)
        if value > best:
            best = value
            found = buffer[i]
        i += 1
    return found


def best_open(state: WelcomeState, seat: i64, base: i64, buffer: vec[i64], count: i64, odds: vec[i64]) -> i64:
    """Plans first; then the effect, if it is better than none; then done."""
    i: i64 = 0
    while i < count:
        if buffer[i] >= at.PLAN and buffer[i] < at.RAISE:
            return buffer[i]
        i += 1
    best: i64 = promise(state.cells, base, state.tables, seat, odds)
    found: i64 = at.DONE
    i = 0
    while i < count:
        if buffer[i] != at.DONE and buffer[i] != at.RESHUFFLE and buffer[i] < state.tables.dig:
            after = state.copy()
            after.play(seat, buffer[i])
            value: i64 = promise(after.cells, base, state.tables, seat, odds)
            if value > best:
                best = value
                found = buffer[i]
        i += 1
    return found


def outlook(state: WelcomeState, seat: i64, moves: i64, odds: vec[i64]) -> i64:
    """The best that the rest of this turn can make of a sheet."""
    base: i64 = state.seat_at(seat)
    tables = state.tables
    stage: i64 = state.cells[base + at.STAGE]
    buffer = vec[i64]([0] * moves)
    count: i64 = state.fill_moves(seat, buffer)
    if stage == at.OPEN:
        return open_outlook(state, seat, base, buffer, count, odds)
    if stage in (at.MARKING, at.GIVING, at.CHOOSING):
        return promise(state.cells, base, tables, seat, odds)
    best: i64 = LOWEST
    i: i64 = 0
    if stage == at.PAIRING:
        while i < count:
            after = state.copy()
            after.play(seat, buffer[i])
            best = max(best, outlook(after, seat, moves, odds))
            i += 1
        return best
    # WRITING: look at every house, and go on with the most promising ones
    values = vec[i64]([LOWEST] * WIDTH)
    picks = vec[i64]([-1] * WIDTH)
    while i < count:
        after = state.copy()
        after.play(seat, buffer[i])
        if buffer[i] < at.WRITE:
            best = max(best, outlook(after, seat, moves, odds))
        else:
            keep(values, picks, promise(after.cells, base, tables, seat, odds), buffer[i])
        i += 1
    i = 0
    while i < WIDTH and picks[i] >= 0:
        after = state.copy()
        after.play(seat, picks[i])
        count = after.fill_moves(seat, buffer)
        best = max(best, open_outlook(after, seat, base, buffer, count, odds))
        i += 1
    return best


def keep(values: vec[i64], picks: vec[i64], value: i64, pick: i64) -> None:
    """Among the best so far, in order."""
    i: i64 = WIDTH - 1
    if value <= values[i]:
        return
    while i > 0 and value > values[i - 1]:
        values[i] = values[i - 1]
        picks[i] = picks[i - 1]
        i -= 1
    values[i] = value
    picks[i] = pick


def open_outlook(state: WelcomeState, seat: i64, base: i64, buffer: vec[i64], count: i64, odds: vec[i64]) -> i64:
    best: i64 = promise(state.cells, base, state.tables, seat, odds)
    i: i64 = 0
    while i < count:
        move: i64 = buffer[i]
        plan: bool = move >= at.PLAN and move < at.RAISE
        if move != at.DONE and move != at.RESHUFFLE and move < state.tables.dig and not plan:
            after = state.copy()
            after.play(seat, move)
            best = max(best, promise(after.cells, base, state.tables, seat, odds))
        i += 1
    return best
