# compiled
"""The state of Mr House.

    set-up ─► MOVING ─ 5 chips each ─► BUYING ─ towers by number ─► ARRANGING (basic) ─ all ready ─► BUILDING
                ▲                                                                                     │ each seat done
                └──────────────────────────── PREPARING ◄─────────────────────────────────────────────┘
    after the sixth round: the end.

The rules of each phase are in movement.py, buying.py, building.py, prepare.py; what may be done at any time in
any_time.py; the house itself in geometry.py. Chips lie face down until their building is served: that is the only
secret besides the groups that everybody arranges at the same time.
"""

from typing import final

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import CHANCE, LEGAL, OVER, State
from kvartal.games.house.rules.any_time import extra_refusal, hire_top, play_extra
from kvartal.games.house.rules.building import (
    build_refusal,
    crew_refusal,
    fill_arranging,
    fill_building,
    fill_crews,
    group_refusal,
    play_arranging,
    play_building,
    rolled,
)
from kvartal.games.house.rules.buying import buying_refusal, fill_buying, play_buying
from kvartal.games.house.rules.cells import (
    ACTIVE,
    ARRANGING,
    AT,
    BEGUN,
    BUILD,
    BUILDER_STREAM,
    BUILDING,
    BUYING,
    CARDS,
    CASHING,
    CHANGE,
    CHIP,
    CREW,
    CREWING,
    DECK,
    DIE_STREAM,
    DONE,
    DRAWN,
    ENDED,
    ENDING,
    FAIR_STREAM,
    FIRST_STREAM,
    FOR_DIE,
    FOR_DISPLAY,
    FOR_FAIR,
    FOR_FIRST,
    FOR_TOP,
    FOR_TRACK,
    GROUP,
    HIRE,
    IN_DECK,
    KEEP,
    KIND,
    MOVING,
    NOTHING,
    PHASE,
    PLACING,
    PRIVILEGES,
    PULL,
    READY,
    REVEALED,
    ROUND,
    SEAT_LIMIT,
    SEATS,
    SHOWN,
    STARTER,
    STEP,
    STRIDE,
    TAKE,
    TRACK,
    WAIT,
    WHERE,
)
from kvartal.games.house.rules.demolish import pull_refusal
from kvartal.games.house.rules.geometry import fill_spots, spot_refusal
from kvartal.games.house.rules.ids import (
    MOVE_PASS,
    PHASE_ARRANGE,
    PHASE_BUILD,
    PHASE_BUY,
    PHASE_MOVE,
    PRIVILEGE_RECEIPT,
    STEP_CASH,
    STEP_CREW,
    STEP_NOTHING,
    STEP_PLACE,
    VARIANT_BASIC,
    VARIANT_EXPERT,
)
from kvartal.games.house.rules.movement import fill_moving, moving_refusal, play_moving
from kvartal.games.house.rules.opening import first_cells
from kvartal.games.house.rules.prepare import (
    empty_display,
    go_on,
    missing_at_fair,
    set_money,
)
from kvartal.games.house.rules.scoring import place_of, points_of
from kvartal.games.house.rules.secrets import deal_chips, known_cells
from kvartal.games.house.rules.tables import HouseTables


@final
class HouseState(State):
    def __init__(self, cells: vec[i64], tables: HouseTables) -> None:
        self.cells = cells
        self.tables = tables

    def copy(self) -> "HouseState":
        return HouseState(self.cells[:], self.tables)

    # Whose move it is -----------------------------------------------------------------------------------------------

    def turn(self) -> i64:
        cells = self.cells
        if cells[WAIT] != NOTHING:
            return CHANCE
        phase: i64 = cells[PHASE]
        if phase == ARRANGING:
            seat: i64 = 0
            while cells[SEATS + seat * STRIDE + READY]:
                seat += 1
            return seat
        return OVER if phase == ENDING else cells[ACTIVE]

    def owes(self, seat: i64) -> bool:
        cells = self.cells
        if cells[WAIT] != NOTHING or cells[PHASE] == ENDING:
            return False
        if cells[PHASE] == ARRANGING:
            return cells[SEATS + seat * STRIDE + READY] == 0
        return cells[ACTIVE] == seat

    def unrevealed(self, seat: i64) -> bool:
        return self.cells[PHASE] == ARRANGING and self.cells[SEATS + seat * STRIDE + BEGUN] != 0

    def learned(self, seat: i64) -> i64:
        """Chips of the others that have been turned up, and rounds of groups that everybody has laid open."""
        count: i64 = 0
        if self.tables.commit:
            count = self.cells[ROUND] - 1
            if self.cells[PHASE] == BUILDING or self.cells[PHASE] == ENDING:
                count += 1
        other: i64 = 0
        while other < self.tables.players:
            if other != seat:
                count += self.cells[SEATS + other * STRIDE + REVEALED]
            other += 1
        return count

    def score(self, seat: i64) -> i64:
        return points_of(self.cells, self.tables, seat)

    def place(self, seat: i64) -> i64:
        return place_of(self.cells, self.tables, seat)

    def ending(self) -> i64:
        return self.cells[ENDED]

    # Moves ----------------------------------------------------------------------------------------------------------

    def fill_moves(self, seat: i64, buffer: vec[i64]) -> i64:
        cells = self.cells
        tables = self.tables
        phase: i64 = cells[PHASE]
        if phase == MOVING:
            return fill_moving(cells, tables, seat, buffer)
        if phase == ARRANGING:
            return fill_arranging(cells, tables, seat, buffer)
        step: i64 = cells[STEP]
        if step == CREWING:
            return fill_crews(cells, tables, seat, buffer)
        if step == PLACING:
            return fill_spots(cells, SEATS + seat * STRIDE, tables, cells[KIND], buffer)
        if step == CASHING:
            buffer[0] = KEEP
            buffer[1] = KEEP + 1
            return 2
        if phase == BUYING:
            return fill_buying(cells, tables, seat, buffer)
        return fill_building(cells, tables, seat, buffer)

    def refusal(self, seat: i64, move: i64) -> i64:
        cells = self.cells
        tables = self.tables
        phase: i64 = cells[PHASE]
        step: i64 = cells[STEP]
        base: i64 = SEATS + seat * STRIDE
        if step == CREWING:
            return crew_refusal(cells, base, tables, move - CREW + 1) if move >= CREW and move < AT else STEP_CREW
        if step == PLACING:
            if move < AT or move >= PULL:
                return STEP_PLACE
            return spot_refusal(cells, base, tables, cells[KIND], move - AT)
        if step == CASHING:
            return LEGAL if move >= KEEP and move < CHANGE else STEP_CASH
        if move < TAKE:
            return moving_refusal(cells, tables, seat, move) if phase == MOVING else PHASE_MOVE
        if move >= CHANGE and move < GROUP:
            return extra_refusal(cells, tables, seat, move)
        if move == DONE:
            if phase == MOVING:
                return MOVE_PASS
            return buying_refusal(cells, tables, seat, move) if phase == BUYING else LEGAL
        if move < KEEP:
            if move >= HIRE and not tables.expert:
                return VARIANT_EXPERT
            return buying_refusal(cells, tables, seat, move) if phase == BUYING else PHASE_BUY
        if move < CHANGE:
            return PRIVILEGE_RECEIPT if tables.expert else VARIANT_EXPERT
        if move < BUILD:
            if tables.expert:
                return VARIANT_BASIC
            return group_refusal(cells, base, tables, move - GROUP) if phase == ARRANGING else PHASE_ARRANGE
        if move >= CREW and move < PULL:
            return VARIANT_EXPERT if move < AT and not tables.expert else STEP_NOTHING
        if phase != BUILDING:
            return PHASE_BUILD
        if move < CREW:
            return build_refusal(cells, base, tables, move - BUILD)
        return pull_refusal(cells, base, tables, move - PULL)

    def play(self, seat: i64, move: i64) -> None:
        cells = self.cells
        tables = self.tables
        if move < TAKE:
            play_moving(cells, tables, seat, move)
        elif move >= CHANGE and move < GROUP:
            play_extra(cells, tables, seat, move)
        elif cells[PHASE] == BUYING:
            play_buying(cells, tables, seat, move)
        elif cells[PHASE] == ARRANGING:
            play_arranging(cells, tables, seat, move)
        else:
            play_building(cells, tables, seat, move)

    # Chance ---------------------------------------------------------------------------------------------------------

    def stream(self) -> i64:
        wait: i64 = self.cells[WAIT]
        if wait == FOR_DIE:
            return DIE_STREAM + self.cells[ACTIVE]
        if wait in (FOR_DISPLAY, FOR_TOP):
            return BUILDER_STREAM
        return FAIR_STREAM if wait == FOR_FAIR else FIRST_STREAM

    def fill_chances(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        cells = self.cells
        wait: i64 = cells[WAIT]
        last: i64 = self.tables.players
        if wait == FOR_DIE:
            last = self.tables.die
        elif wait == FOR_FAIR:
            last = PRIVILEGES
        elif wait != FOR_FIRST and wait != FOR_TRACK:
            last = CARDS
        count: i64 = 0
        i: i64 = 0
        while i < last:
            weight: i64 = 1
            if wait == FOR_FAIR:
                weight = 1 if cells[WHERE + i] == IN_DECK else 0
            elif wait in (FOR_DISPLAY, FOR_TOP):
                weight = cells[DECK + i]
            elif wait == FOR_TRACK:
                weight = 0 if self.on_track(i) else 1
            if weight > 0:
                outcomes[count] = i
                weights[count] = weight
                count += 1
            i += 1
        return count

    def on_track(self, seat: i64) -> bool:
        i: i64 = 0
        while i < SEAT_LIMIT:
            if self.cells[TRACK + i] == seat:
                return True
            i += 1
        return False

    def pick(self, source: Source) -> i64:
        """As the engine's own; a die needs no list of its sides."""
        if self.cells[WAIT] == FOR_DIE:
            return source.below(DIE_STREAM + self.cells[ACTIVE], self.tables.die)
        return super().pick(source)

    def happen(self, outcome: i64) -> None:
        cells = self.cells
        tables = self.tables
        wait: i64 = cells[WAIT]
        base: i64 = SEATS + cells[ACTIVE] * STRIDE
        if wait == FOR_DIE:
            rolled(cells, base, tables, outcome + 1)
        elif wait == FOR_TOP:
            cells[WAIT] = NOTHING
            cells[DECK + outcome] -= 1
            hire_top(cells, base, tables, outcome)
        elif wait == FOR_DISPLAY:
            cells[DECK + outcome] -= 1
            cells[SHOWN + empty_display(cells, tables)] = outcome
            go_on(cells, tables)
        elif wait == FOR_FAIR:
            cells[WHERE + outcome] = missing_at_fair(cells, tables)
            cells[DRAWN] += 1
            go_on(cells, tables)
        elif wait == FOR_FIRST:
            cells[STARTER] = outcome
            go_on(cells, tables)
        else:
            self.next_on_track(outcome)

    def next_on_track(self, seat: i64) -> None:
        """Positions are drawn from the first on; the last one is not drawn."""
        cells = self.cells
        tables = self.tables
        at: i64 = 0
        while cells[TRACK + at] >= 0:
            at += 1
        cells[TRACK + at] = seat
        if at + 2 < tables.players:
            return
        last: i64 = 0
        while self.on_track(last):
            last += 1
        cells[TRACK + at + 1] = last
        set_money(cells, tables)
        go_on(cells, tables)

    # Secrets --------------------------------------------------------------------------------------------------------

    def known(self, seat: i64) -> "HouseState":
        return HouseState(known_cells(self.cells, self.tables, seat), self.tables)

    def imagine(self, seat: i64, source: Source) -> "HouseState":
        """Deal the chips that lie face down: the chips of a rival lie there in any order, each equally likely."""
        state = HouseState(self.cells[:], self.tables)
        cells = state.cells
        other: i64 = 0
        while other < self.tables.players:
            if other != seat:
                if cells[PHASE] == ARRANGING:
                    cells[SEATS + other * STRIDE + READY] = 0  # what others have laid out is unknown: not yet begun
                deal_chips(cells, self.tables, SEATS + other * STRIDE + CHIP, source)
            other += 1
        return state


def starting(tables: HouseTables) -> HouseState:
    return HouseState(first_cells(tables), tables)
