# compiled
"""The state of Welcome To… and the order of a turn.

    CHOOSING ─ take ─► (with a hand: PAIRING ─ effect ─►) WRITING ─ write ─► OPEN ─ done ─► CONFIRMED
        └─ refuse ─► (GIVING ─ give ─►) OPEN                 OPEN ─ plan ─► MARKING ─ use … ─► OPEN

Everybody at once. A turn is private until the last seat confirms: then all sheets are seen together, the game may end,
and the next cards are drawn. Sheets are in sheet.py, plans in plans.py, cards in deck.py, points in scoring.py.
"""

from typing import final

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import CHANCE, LEGAL, OVER, State
from kvartal.games.welcome.deck import clear_away, drawn, fill_draws, pick_card, starting_cards, stream_of
from kvartal.games.welcome.plans import begin_plan, go_on, mark_estate, met, use_refusal
from kvartal.games.welcome.rules import (
    CHOOSE_FITS,
    EFFECT_ONCE,
    EFFECT_OTHER,
    EFFECT_REFUSED,
    END_DECK,
    END_FULL,
    END_PLANS,
    END_REFUSALS,
    PARK_FULL,
    PLAN_MARK,
    PLAN_ONCE,
    PLAN_UNMET,
    POOL_HOUSE,
    REFUSAL_FORCED,
    RESHUFFLE_FIRST,
    RESHUFFLE_OFF,
    ROUNDABOUT_EMPTY,
    ROUNDABOUT_MOST,
    ROUNDABOUT_OFF,
    ROUNDABOUT_ONCE,
    ROUNDABOUT_WHEN,
    TEMP_ONCE,
    TEMP_PAIR,
    TEMP_RANGE,
    TURN_CARDS,
    TURN_CHOOSE,
    TURN_DONE,
    TURN_FIRST,
    TURN_GIVE,
    TURN_HAND,
    TURN_PAIR,
    TURN_WRITE,
    USE_NOW,
    VALUE_FULL,
    WRITE_EMPTY,
    WRITE_ORDER,
)
from kvartal.games.welcome.scoring import give_places, total
from kvartal.games.welcome.secrets import begun, clear_turn, effect_of, imagine_cells, known_cells
from kvartal.games.welcome.sheet import (
    bis_refusal,
    fence_refusal,
    fill_bis,
    fill_fences,
    fill_houses,
    fill_roundabouts,
    fits,
    fitting,
    put_bis,
    put_fence,
    put_number,
    put_roundabout,
)
from kvartal.games.welcome.tables import (
    AGAIN,
    BIS,
    BUILT,
    CARD_E,
    CARD_N,
    CHOOSING,
    CONFIRMED,
    DECK_SIZE,
    DID,
    DONE,
    DRAFT,
    DRAW_DEALER,
    DRAW_LETTER,
    DRAW_PLAN,
    DUG,
    DUG_FENCES,
    EMPTY,
    ENDED,
    FENCE,
    FLIPPED,
    FRESH,
    GIVE,
    GIVEN,
    GIVING,
    HIGHEST,
    HIRE,
    HIRED,
    MAKE_PARK,
    MAKE_POOL,
    MARKED,
    MARKED_NOW,
    MARKING,
    NOTHING,
    NUMBER_NOW,
    NUMBERS,
    OPEN,
    OVER_NOW,
    PAIR,
    PAIRING,
    PARK,
    PARKS,
    PENDING,
    PHASE,
    PILES,
    PLACE,
    PLAN,
    PLANS,
    PLANS_AT,
    PLAYING,
    POOL,
    RAISE,
    REFUSALS,
    REFUSE,
    REFUSED,
    RESHUFFLE,
    RESHUFFLE_NEVER,
    RESHUFFLE_ONCE,
    ROUND,
    ROUNDABOUTS,
    SOLO_2018,
    SOLO_2023,
    SPENT,
    SPENT_NOW,
    STAGE,
    TAKE,
    TEMP,
    TEMPS,
    TOP,
    TURNED,
    VALUE,
    VALUES,
    WAIT,
    WRITE,
    WRITING,
    WROTE,
    WelcomeTables,
)


def near(number: i64) -> i64:
    """The numbers that temps can make of this one, as bits: up to two more or less, within 0 and 17."""
    low: i64 = number - 2 if number > 2 else 0
    high: i64 = number + 2 if number + 2 < HIGHEST else HIGHEST
    return (1 << (high + 1)) - (1 << low)


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
        if cells[PHASE] == OVER_NOW:
            return OVER
        if cells[WAIT] != NOTHING:
            return CHANCE
        seat: i64 = 0
        at: i64 = self.tables.seats + STAGE
        while cells[at] == CONFIRMED:
            at += self.tables.stride
            seat += 1
        return seat

    def owes(self, seat: i64) -> bool:
        cells = self.cells
        if cells[PHASE] != PLAYING or cells[WAIT] != NOTHING:
            return False
        return cells[self.seat_at(seat) + STAGE] != CONFIRMED

    def unrevealed(self, seat: i64) -> bool:
        return begun(self.cells, self.seat_at(seat))

    def learned(self, seat: i64) -> i64:
        """Each reveal shows the turns of all others."""
        if self.tables.players == 1:
            return 0
        cells = self.cells
        return cells[ROUND] - 1 if cells[PHASE] == PLAYING and cells[WAIT] == NOTHING else cells[ROUND]

    def score(self, seat: i64) -> i64:
        return total(self.cells, seat, self.tables)

    def place(self, seat: i64) -> i64:
        return self.cells[self.seat_at(seat) + PLACE]

    def ending(self) -> i64:
        return self.cells[ENDED]

    def known(self, seat: i64) -> "WelcomeState":
        return WelcomeState(known_cells(self.cells, self.tables, seat), self.tables)

    def imagine(self, seat: i64, source: Source) -> "WelcomeState":
        return WelcomeState(imagine_cells(self.cells, self.tables, seat, source), self.tables)

    # Chance ---------------------------------------------------------------------------------------------------------

    def stream(self) -> i64:
        return stream_of(self.cells, self.tables)

    def fill_chances(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        return fill_draws(self.cells, self.tables, outcomes, weights)

    def pick(self, source: Source) -> i64:
        wait: i64 = self.cells[WAIT]
        if wait in (DRAW_PLAN, DRAW_DEALER, DRAW_LETTER):
            return super().pick(source)
        return pick_card(self.cells, self.tables, source)

    def happen(self, outcome: i64) -> None:
        drawn(self.cells, self.tables, outcome)

    # The cards on offer ---------------------------------------------------------------------------------------------

    def offered_number(self, base: i64, i: i64) -> i64:
        """The printed number of pair i, or of card i in the hand."""
        if self.tables.mode == PILES:
            return self.tables.number[self.cells[TOP + i]]
        return self.tables.number[self.cells[base + self.tables.hand_at + i]]

    def offered_effect(self, base: i64, i: i64) -> i64:
        if self.tables.mode == PILES:
            return self.tables.effect[self.cells[TURNED + i]]
        return self.tables.effect[self.cells[base + self.tables.hand_at + i]]

    def temp_goes_with(self, base: i64, i: i64) -> bool:
        """Can the number of pair or card i be changed by temps?"""
        if self.tables.mode == PILES:
            return self.offered_effect(base, i) == TEMP
        j: i64 = 0
        while j < 3:
            if j != i and self.offered_effect(base, j) == TEMP:
                return True
            j += 1
        return False

    # Moves ----------------------------------------------------------------------------------------------------------

    def fill_moves(self, seat: i64, buffer: vec[i64]) -> i64:
        cells = self.cells
        tables = self.tables
        base: i64 = self.seat_at(seat)
        stage: i64 = cells[base + STAGE]
        if stage == OPEN:
            return self.fill_open(base, buffer)
        if stage == CHOOSING:
            return self.fill_choosing(base, buffer)
        count: i64 = 0
        i: i64 = 0
        if stage == WRITING:
            if effect_of(cells, base, tables) == TEMP and cells[base + HIRED] == 0:
                mask: i64 = fitting(cells, base, tables) & near(cells[base + NUMBER_NOW])
                i = 0
                while mask:
                    if mask & 1:
                        buffer[count] = HIRE + i
                        count += 1
                    mask >>= 1
                    i += 1
            return fill_houses(cells, base, tables, cells[base + NUMBER_NOW], buffer, count, WRITE)
        if stage == PAIRING:
            mask = fitting(cells, base, tables)
            while i < 3:
                if self.pair_refusal(base, i, mask) == LEGAL:
                    buffer[count] = PAIR + i
                    count += 1
                i += 1
        elif stage == GIVING:
            while i < 3:
                buffer[i] = GIVE + i
                i += 1
            count = 3
        elif stage == MARKING:
            while i < tables.houses:
                if use_refusal(cells, base, tables, i) == LEGAL:
                    buffer[count] = tables.use + i
                    count += 1
                i += 1
        return count

    def fill_choosing(self, base: i64, buffer: vec[i64]) -> i64:
        tables = self.tables
        mask: i64 = fitting(self.cells, base, tables)
        forced: bool = False
        count: i64 = 0
        i: i64 = 0
        while i < 3:
            number: i64 = self.offered_number(base, i)
            if (mask >> number) & 1:
                forced = True
                buffer[count] = TAKE + i
                count += 1
            elif mask & near(number) and self.temp_goes_with(base, i):
                buffer[count] = TAKE + i
                count += 1
            i += 1
        if not forced:
            buffer[count] = REFUSE
            count += 1
        if tables.roundabouts and self.may_dig(base):
            count = fill_roundabouts(self.cells, base, tables, buffer, count)
        return count

    def fill_open(self, base: i64, buffer: vec[i64]) -> i64:
        cells = self.cells
        tables = self.tables
        buffer[0] = DONE
        count: i64 = 1
        effect: i64 = effect_of(cells, base, tables) if cells[base + DID] < 0 else -1
        if effect == PARK:
            if self.park_refusal(base) == LEGAL:
                buffer[1] = MAKE_PARK
                count = 2
        elif effect == POOL:
            if tables.pool_of[cells[base + WROTE]] != 255:
                buffer[1] = MAKE_POOL
                count = 2
        if cells[base + FRESH] and self.reshuffle_refusal(base) == LEGAL:
            buffer[count] = RESHUFFLE
            count += 1
        i: i64 = 0
        while i < 3:
            if cells[base + PLANS + i] < 0 and met(cells, base, tables, cells[PLANS_AT + i]):
                buffer[count] = PLAN + i
                count += 1
            i += 1
        if effect == VALUE:
            i = 0
            while i < 6:
                if cells[base + VALUES + i] < tables.value_boxes[i]:
                    buffer[count] = RAISE + i
                    count += 1
                i += 1
        elif effect == FENCE:
            count = fill_fences(cells, base, tables, buffer, count)
        elif effect == BIS:
            count = fill_bis(cells, base, tables, buffer, count)
        if tables.roundabouts and self.may_dig(base):
            count = fill_roundabouts(cells, base, tables, buffer, count)
        return count

    def may_dig(self, base: i64) -> bool:
        return self.cells[base + DUG] < 0 and self.cells[base + ROUNDABOUTS] < self.tables.roundabout_boxes

    # What is forbidden ----------------------------------------------------------------------------------------------

    def refusal(self, seat: i64, move: i64) -> i64:
        tables = self.tables
        base: i64 = self.seat_at(seat)
        stage: i64 = self.cells[base + STAGE]
        if stage == CONFIRMED:
            return TURN_DONE
        if move >= tables.use:
            return USE_NOW if stage != MARKING else use_refusal(self.cells, base, tables, move - tables.use)
        if stage == MARKING:
            return PLAN_MARK
        if move >= GIVE and move < REFUSE:
            if not tables.hand:
                return TURN_HAND
            return LEGAL if stage == GIVING else TURN_GIVE
        if stage == GIVING:
            return TURN_GIVE
        if move >= tables.dig:
            return self.dig_refusal(base, stage, move - tables.dig)
        if move < PAIR or move == REFUSE:
            return self.choose_refusal(base, stage, move)
        if move < GIVE:
            if not tables.hand:
                return TURN_HAND
            if stage != PAIRING:
                return TURN_PAIR
            return self.pair_refusal(base, move - PAIR, fitting(self.cells, base, tables))
        if move >= HIRE and move < tables.fence_move:
            if stage != WRITING:
                return TURN_WRITE
            return self.hire_refusal(base, move - HIRE) if move < WRITE else self.write_refusal(base, move - WRITE)
        if stage != OPEN:
            return TURN_FIRST
        if move == DONE:
            return LEGAL
        if move == RESHUFFLE:
            return self.reshuffle_refusal(base)
        if move >= PLAN and move < RAISE:
            if self.cells[base + PLANS + move - PLAN] >= 0:
                return PLAN_ONCE
            return LEGAL if met(self.cells, base, tables, self.cells[PLANS_AT + move - PLAN]) else PLAN_UNMET
        return self.effect_refusal(base, move)

    def choose_refusal(self, base: i64, stage: i64, move: i64) -> i64:
        if stage != CHOOSING:
            return TURN_CHOOSE
        mask: i64 = fitting(self.cells, base, self.tables)
        if move == REFUSE:
            i: i64 = 0
            while i < 3:
                if (mask >> self.offered_number(base, i)) & 1:
                    return REFUSAL_FORCED
                i += 1
            return LEGAL
        number: i64 = self.offered_number(base, move)
        if (mask >> number) & 1 or (mask & near(number) and self.temp_goes_with(base, move)):
            return LEGAL
        return CHOOSE_FITS

    def pair_refusal(self, base: i64, card: i64, mask: i64) -> i64:
        chosen: i64 = self.cells[base + CARD_N]
        if card == chosen:
            return TURN_CARDS
        number: i64 = self.offered_number(base, chosen)
        if (mask >> number) & 1 or (mask & near(number) and self.offered_effect(base, card) == TEMP):
            return LEGAL
        return CHOOSE_FITS

    def hire_refusal(self, base: i64, number: i64) -> i64:
        cells = self.cells
        if effect_of(cells, base, self.tables) != TEMP:
            return TEMP_PAIR
        if cells[base + HIRED]:
            return TEMP_ONCE
        if not (near(cells[base + NUMBER_NOW]) >> number) & 1:
            return TEMP_RANGE
        return LEGAL if (fitting(cells, base, self.tables) >> number) & 1 else CHOOSE_FITS

    def write_refusal(self, base: i64, house: i64) -> i64:
        cells = self.cells
        if cells[base + NUMBERS + house] != EMPTY:
            return WRITE_EMPTY
        return LEGAL if fits(cells, base, self.tables, cells[base + NUMBER_NOW], house) else WRITE_ORDER

    def effect_refusal(self, base: i64, move: i64) -> i64:
        cells = self.cells
        tables = self.tables
        if cells[base + REFUSED]:
            return EFFECT_REFUSED
        effect: i64 = effect_of(cells, base, tables)
        wanted: i64 = BIS
        if move == MAKE_PARK:
            wanted = PARK
        elif move == MAKE_POOL:
            wanted = POOL
        elif move < HIRE:
            wanted = VALUE
        elif move < tables.bis_left:
            wanted = FENCE
        if effect != wanted:
            return EFFECT_OTHER
        if cells[base + DID] >= 0:
            return EFFECT_ONCE
        if wanted == PARK:
            return self.park_refusal(base)
        if wanted == POOL:
            return LEGAL if tables.pool_of[cells[base + WROTE]] != 255 else POOL_HOUSE
        if wanted == VALUE:
            return LEGAL if cells[base + VALUES + move - RAISE] < tables.value_boxes[move - RAISE] else VALUE_FULL
        if wanted == FENCE:
            return fence_refusal(cells, base, tables, move - tables.fence_move)
        if move < tables.bis_right:
            return bis_refusal(cells, base, tables, move - tables.bis_left, move - tables.bis_left - 1)
        return bis_refusal(cells, base, tables, move - tables.bis_right, move - tables.bis_right + 1)

    def park_refusal(self, base: i64) -> i64:
        street: i64 = self.tables.street[self.cells[base + WROTE]]
        return LEGAL if self.cells[base + PARKS + street] < self.tables.park_boxes[street] else PARK_FULL

    def dig_refusal(self, base: i64, stage: i64, house: i64) -> i64:
        cells = self.cells
        if not self.tables.roundabouts:
            return ROUNDABOUT_OFF
        if cells[base + DUG] >= 0:
            return ROUNDABOUT_ONCE
        if cells[base + ROUNDABOUTS] >= self.tables.roundabout_boxes:
            return ROUNDABOUT_MOST
        if stage != CHOOSING and stage != OPEN:
            return ROUNDABOUT_WHEN
        return LEGAL if cells[base + NUMBERS + house] == EMPTY else ROUNDABOUT_EMPTY

    def reshuffle_refusal(self, base: i64) -> i64:
        """2018: whoever turns a plan over first may have all cards shuffled."""
        cells = self.cells
        rule: i64 = self.tables.reshuffle
        if rule == RESHUFFLE_NEVER:
            return RESHUFFLE_OFF
        first: bool = False
        any_before: bool = False
        place: i64 = 0
        while place < 3:
            if cells[FLIPPED + place]:
                any_before = True
            elif cells[base + FRESH] & (1 << place):
                first = True
            place += 1
        if not first or cells[base + AGAIN] or (rule == RESHUFFLE_ONCE and any_before):
            return RESHUFFLE_FIRST
        return LEGAL

    # Playing --------------------------------------------------------------------------------------------------------

    def play(self, seat: i64, move: i64) -> None:
        cells = self.cells
        tables = self.tables
        base: i64 = self.seat_at(seat)
        if move == DONE:
            cells[base + STAGE] = CONFIRMED
            cells[PENDING] -= 1
            if cells[PENDING] == 0:
                self.reveal()
        elif move < PAIR:
            cells[base + CARD_N] = move
            cells[base + NUMBER_NOW] = self.offered_number(base, move)
            if tables.hand:
                cells[base + STAGE] = PAIRING
            else:
                cells[base + CARD_E] = move
                cells[base + STAGE] = WRITING
        elif move >= HIRE and move < WRITE:
            self.hire(base, move - HIRE)
        elif move >= WRITE and move < tables.fence_move:
            cells[base + WROTE] = move - WRITE
            put_number(cells, base, tables, move - WRITE, cells[base + NUMBER_NOW])
            cells[base + STAGE] = OPEN
        elif move < GIVE:
            cells[base + CARD_E] = move - PAIR
            cells[base + STAGE] = WRITING
        elif move < REFUSE:
            cells[base + GIVEN] = move - GIVE
            cells[base + STAGE] = OPEN
        elif move == REFUSE:
            cells[base + REFUSED] = 1
            cells[base + REFUSALS] += 1
            cells[base + STAGE] = GIVING if tables.mode == DRAFT or tables.mode == SOLO_2023 else OPEN
        elif move == RESHUFFLE:
            cells[base + AGAIN] = 1
        elif move >= PLAN and move < RAISE:
            begin_plan(cells, base, tables, move - PLAN)
        elif move >= tables.use:
            mark_estate(cells, base, tables, move - tables.use)
            go_on(cells, base, tables)
        elif move >= tables.dig:
            cells[base + DUG] = move - tables.dig
            cells[base + DUG_FENCES] = put_roundabout(cells, base, tables, move - tables.dig)
        else:
            self.use_effect(base, move)

    def hire(self, base: i64, number: i64) -> None:
        """A full track hires nobody new, but the number may still be changed."""
        cells = self.cells
        cells[base + NUMBER_NOW] = number
        if cells[base + TEMPS] < self.tables.temp_boxes:
            cells[base + TEMPS] += 1
            cells[base + HIRED] = 1
        else:
            cells[base + HIRED] = 2

    def use_effect(self, base: i64, move: i64) -> None:
        cells = self.cells
        tables = self.tables
        place: i64 = 0
        if move == MAKE_PARK:
            cells[base + PARKS + tables.street[cells[base + WROTE]]] += 1
        elif move == MAKE_POOL:
            cells[base + tables.pool_at + tables.pool_of[cells[base + WROTE]]] = 1
        elif move < HIRE:
            place = move - RAISE
            cells[base + VALUES + place] += 1
        elif move < tables.bis_left:
            place = move - tables.fence_move
            put_fence(cells, base, tables, place)
        elif move < tables.bis_right:
            place = move - tables.bis_left
            put_bis(cells, base, tables, place, place - 1)
        else:
            place = move - tables.bis_right
            put_bis(cells, base, tables, place, place + 1)
        cells[base + DID] = place

    # The reveal -----------------------------------------------------------------------------------------------------

    def reveal(self) -> None:
        """Everybody has confirmed: plans are turned over, the game may end, the next cards are asked for."""
        cells = self.cells
        tables = self.tables
        ended: i64 = -1
        base: i64 = tables.seats
        seat: i64 = 0
        while seat < tables.players:
            if cells[base + FRESH]:
                self.turn_plans(base)
            if cells[base + PLANS] >= 0 and cells[base + PLANS + 1] >= 0 and cells[base + PLANS + 2] >= 0:
                ended = END_PLANS
            elif cells[base + REFUSALS] >= tables.refusal_boxes and ended != END_PLANS:
                ended = END_REFUSALS
            elif cells[base + BUILT] == tables.houses and ended < 0:
                ended = END_FULL
            base += tables.stride
            seat += 1
        if ended < 0 and tables.mode == SOLO_2018 and cells[DECK_SIZE] == 0:
            ended = END_DECK
        if ended < 0:
            clear_away(cells, tables)
        base = tables.seats
        seat = 0
        while seat < tables.players:
            clear_turn(cells, base)
            base += tables.stride
            seat += 1
        if ended >= 0:
            cells[ENDED] = ended
            cells[PHASE] = OVER_NOW
            give_places(cells, tables)

    def turn_plans(self, base: i64) -> None:
        cells = self.cells
        place: i64 = 0
        while place < 3:
            if cells[base + FRESH] & (1 << place):
                cells[FLIPPED + place] = 1
            place += 1
        h: i64 = 0
        marks: i64 = base + self.tables.marks
        while h < self.tables.houses:
            mark: i64 = cells[marks + h]
            if mark == SPENT_NOW:
                cells[marks + h] = SPENT
            elif mark == MARKED_NOW:
                cells[marks + h] = MARKED
            h += 1


def starting(tables: WelcomeTables) -> WelcomeState:
    """Empty sheets, fences at the ends of all streets, cards shuffled; then chance draws the plans."""
    cells = vec[i64]([0] * (tables.seats + tables.stride * tables.players))
    cells[ENDED] = -1
    seat: i64 = 0
    while seat < tables.players:
        base: i64 = tables.seats + seat * tables.stride
        clear_turn(cells, base)
        place: i64 = 0
        while place < 3:
            cells[base + PLANS + place] = -1
            cells[base + tables.fences + tables.past[place] - 1] = 1
            place += 1
        h: i64 = 0
        while h < tables.houses:
            cells[base + NUMBERS + h] = EMPTY
            h += 1
        seat += 1
    starting_cards(cells, tables)
    return WelcomeState(cells, tables)
