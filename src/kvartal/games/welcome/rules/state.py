# compiled
"""The state of Welcome To… and the order of a turn.

    CHOOSING ─ take ─► (with a hand: PAIRING ─ effect ─►) WRITING ─ write ─► OPEN ─ done ─► CONFIRMED
        └─ refuse ─► (GIVING ─ give ─►) OPEN                 OPEN ─ plan ─► MARKING ─ use … ─► OPEN

Everybody at once. A turn is private until the last seat confirms: then all sheets are seen together, the game may end,
and the next cards are drawn. The rules of each stage are in choosing.py, sheet.py, effects.py, roundabouts.py and
approving.py; here is only which of them is asked when.
"""

from typing import final

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import CHANCE, LEGAL, OVER, State
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import ids
from kvartal.games.welcome.rules.approving import (
    begin_plan,
    fill_plans,
    fill_uses,
    plan_refusal,
    use_estate,
    use_refusal,
)
from kvartal.games.welcome.rules.chance import fill_draws, pick_card, stream_of
from kvartal.games.welcome.rules.choosing import (
    choose,
    choose_refusal,
    effect_of,
    fill_choosing,
    fill_pairs,
    fill_temps,
    make_number,
    number_refusal,
    pair,
    pair_refusal,
)
from kvartal.games.welcome.rules.deck import drawn, reshuffle_refusal, starting_cards
from kvartal.games.welcome.rules.effects import effect_refusal, fill_anywhere, fill_at_house, use_effect
from kvartal.games.welcome.rules.hands import give, give_refusal
from kvartal.games.welcome.rules.reveal import reveal
from kvartal.games.welcome.rules.roundabouts import dig, dig_refusal, fill_roundabouts, may_dig
from kvartal.games.welcome.rules.scoring import total
from kvartal.games.welcome.rules.secrets import fill_known_cells, imagine_cells
from kvartal.games.welcome.rules.sheet import fill_houses
from kvartal.games.welcome.rules.tables import WelcomeTables
from kvartal.games.welcome.rules.turn import begun, clear_turn


@final
class WelcomeState(State):
    def __init__(self, cells: vec[i64], tables: WelcomeTables) -> None:
        self.cells = cells
        self.tables = tables

    def copy(self) -> "WelcomeState":
        return WelcomeState(self.cells[:], self.tables)

    def seat_at(self, seat: i64) -> i64:
        return self.tables.seats + seat * self.tables.stride

    # Whose move it is -----------------------------------------------------------------------------------------------

    def turn(self) -> i64:
        cells = self.cells
        if cells[at.PHASE] == at.OVER_NOW:
            return OVER
        if cells[at.WAIT] != at.NOTHING:
            return CHANCE
        seat: i64 = 0
        stage: i64 = self.tables.seats + at.STAGE
        while cells[stage] == at.CONFIRMED:
            stage += self.tables.stride
            seat += 1
        return seat

    def owes(self, seat: i64) -> bool:
        cells = self.cells
        if cells[at.PHASE] != at.PLAYING or cells[at.WAIT] != at.NOTHING:
            return False
        return cells[self.seat_at(seat) + at.STAGE] != at.CONFIRMED

    def unrevealed(self, seat: i64) -> bool:
        return begun(self.cells, self.seat_at(seat))

    def learned(self, seat: i64) -> i64:
        """Each reveal shows the turns of all others."""
        if self.tables.players == 1:
            return 0
        cells = self.cells
        in_round: bool = cells[at.PHASE] == at.PLAYING and cells[at.WAIT] == at.NOTHING
        return cells[at.ROUND] - 1 if in_round else cells[at.ROUND]

    def score(self, seat: i64) -> i64:
        return total(self.cells, seat, self.tables)

    def place(self, seat: i64) -> i64:
        return self.cells[self.seat_at(seat) + at.PLACE]

    def ending(self) -> i64:
        return self.cells[at.ENDED]

    def known(self, seat: i64) -> "WelcomeState":
        cells = vec[i64]([0] * len(self.cells))
        fill_known_cells(self.cells, self.tables, seat, cells)
        return WelcomeState(cells, self.tables)

    def fill_known(self, seat: i64, out: vec[i64]) -> None:
        fill_known_cells(self.cells, self.tables, seat, out)

    def imagine(self, seat: i64, source: Source) -> "WelcomeState":
        return WelcomeState(imagine_cells(self.cells, self.tables, seat, source), self.tables)

    # Chance ---------------------------------------------------------------------------------------------------------

    def stream(self) -> i64:
        return stream_of(self.cells, self.tables)

    def fill_chances(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        return fill_draws(self.cells, self.tables, outcomes, weights)

    def pick(self, source: Source) -> i64:
        wait: i64 = self.cells[at.WAIT]
        if wait in (at.DRAW_PLAN, at.DRAW_DEALER, at.DRAW_LETTER):
            return super().pick(source)
        return pick_card(self.cells, self.tables, source)

    def happen(self, outcome: i64) -> None:
        drawn(self.cells, self.tables, outcome)

    # What is possible -----------------------------------------------------------------------------------------------

    def fill_moves(self, seat: i64, buffer: vec[i64]) -> i64:
        cells = self.cells
        tables = self.tables
        base: i64 = self.seat_at(seat)
        stage: i64 = cells[base + at.STAGE]
        if stage == at.OPEN:
            return self.fill_open(base, buffer)
        if stage == at.CHOOSING:
            count: i64 = fill_choosing(cells, base, tables, buffer)
            return fill_roundabouts(cells, base, tables, buffer, count) if may_dig(cells, base, tables) else count
        if stage == at.WRITING:
            count = fill_temps(cells, base, tables, buffer)
            return fill_houses(cells, base, tables, cells[base + at.NUMBER_NOW], buffer, count, at.WRITE)
        if stage == at.PAIRING:
            return fill_pairs(cells, base, tables, buffer)
        if stage == at.MARKING:
            return fill_uses(cells, base, tables, buffer)
        if stage == at.GIVING:
            buffer[0] = at.GIVE
            buffer[1] = at.GIVE + 1
            buffer[2] = at.GIVE + 2
            return 3
        return 0

    def fill_open(self, base: i64, buffer: vec[i64]) -> i64:
        """Ascending, so that what is done at the house just written comes before the plans, and the rest after them."""
        cells = self.cells
        tables = self.tables
        effect: i64 = effect_of(cells, base, tables) if cells[base + at.DID] < 0 else -1
        buffer[0] = at.DONE  # welcome.effect.optional: always possible, used or not
        count: i64 = fill_at_house(cells, base, tables, effect, buffer, 1)
        if cells[base + at.FRESH] and reshuffle_refusal(cells, base, tables) == LEGAL:
            buffer[count] = at.RESHUFFLE
            count += 1
        count = fill_plans(cells, base, tables, buffer, count)
        count = fill_anywhere(cells, base, tables, effect, buffer, count)
        return fill_roundabouts(cells, base, tables, buffer, count) if may_dig(cells, base, tables) else count

    # What is forbidden ----------------------------------------------------------------------------------------------

    def refusal(self, seat: i64, move: i64) -> i64:
        """What the stage of the turn forbids altogether, and the rules of each kind of move."""
        cells = self.cells
        tables = self.tables
        base: i64 = self.seat_at(seat)
        stage: i64 = cells[base + at.STAGE]
        kind: i64 = tables.move_kind[move]
        if stage == at.CONFIRMED:
            return ids.TURN_DONE
        if kind == at.M_USE:
            return use_refusal(cells, base, tables, move - tables.use)
        if stage == at.MARKING:
            return ids.PLAN_MARK
        if kind == at.M_GIVE:
            return give_refusal(tables, stage)
        if stage == at.GIVING:
            return ids.TURN_GIVE
        if kind == at.M_CHOOSE:
            return choose_refusal(cells, base, tables, move)
        if kind == at.M_PAIR:
            return pair_refusal(cells, base, tables, move - at.PAIR)
        if kind == at.M_WRITE:
            return number_refusal(cells, base, tables, move)
        if kind == at.M_DIG:
            return dig_refusal(cells, base, tables, stage, move - tables.dig)
        return open_refusal(cells, base, tables, stage, kind, move)

    # Playing --------------------------------------------------------------------------------------------------------

    def play(self, seat: i64, move: i64) -> None:
        """By ranges of codes: in a loop of random games cheaper than looking up the kind."""
        cells = self.cells
        tables = self.tables
        base: i64 = self.seat_at(seat)
        if move == at.DONE:
            confirm(cells, base, tables)
        elif move < at.PAIR or move == at.REFUSE:
            choose(cells, base, tables, move)
        elif move >= at.HIRE and move < tables.fence_move:
            make_number(cells, base, tables, move)
        elif move < at.GIVE:
            pair(cells, base, move - at.PAIR)
        elif move < at.REFUSE:
            give(cells, base, move - at.GIVE)
        elif move == at.RESHUFFLE:
            cells[base + at.AGAIN] = 1  # it happens after the reveal
        elif move >= at.PLAN and move < at.RAISE:
            begin_plan(cells, base, tables, move - at.PLAN)
        elif move >= tables.use:
            use_estate(cells, base, tables, move - tables.use)
        elif move >= tables.dig:
            dig(cells, base, tables, move - tables.dig)
        else:
            use_effect(cells, base, tables, move)


def open_refusal(cells: vec[i64], base: i64, tables: WelcomeTables, stage: i64, kind: i64, move: i64) -> i64:
    """What comes after the number, or after a refusal, in any order."""
    if stage != at.OPEN:
        return ids.TURN_FIRST
    if kind == at.M_CONFIRM:
        return LEGAL
    if kind == at.M_RESHUFFLE:
        return reshuffle_refusal(cells, base, tables)
    if kind == at.M_PLAN:
        return plan_refusal(cells, base, tables, move - at.PLAN)
    return effect_refusal(cells, base, tables, move)


def confirm(cells: vec[i64], base: i64, tables: WelcomeTables) -> None:
    cells[base + at.STAGE] = at.CONFIRMED
    cells[at.PENDING] -= 1
    if cells[at.PENDING] == 0:
        reveal(cells, tables)


def starting(tables: WelcomeTables) -> WelcomeState:
    """Empty sheets, fences at the ends of all streets, cards shuffled; then chance draws the plans."""
    cells = vec[i64]([0] * (tables.seats + tables.stride * tables.players))
    cells[at.ENDED] = -1
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = tables.seats + seat * tables.stride
        clear_turn(cells, base, tables)
        place: i64 = 0
        while place < 3:
            cells[base + at.PLANS + place] = -1
            cells[base + tables.fences + tables.past[place] - 1] = 1
            place += 1
        h: i64 = 0
        while h < tables.houses:
            cells[base + at.NUMBERS + h] = at.EMPTY
            h += 1
        seat += 1
    starting_cards(cells, tables)
    return WelcomeState(cells, tables)
