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
from kvartal.games.house.rules import any_time, building, buying, geometry, ids, movement, prepare
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.opening import first_cells
from kvartal.games.house.rules.scoring import place_of, points_of
from kvartal.games.house.rules.secrets import deal_chips, fill_known_cells
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
        if cells[at.WAIT] != at.NOTHING:
            return CHANCE
        phase: i64 = cells[at.PHASE]
        if phase == at.ARRANGING:
            seat: i64 = 0
            while cells[at.SEATS + seat * at.STRIDE + at.READY]:
                seat += 1
            return seat
        return OVER if phase == at.ENDING else cells[at.ACTIVE]

    def owes(self, seat: i64) -> bool:
        cells = self.cells
        if cells[at.WAIT] != at.NOTHING or cells[at.PHASE] == at.ENDING:
            return False
        if cells[at.PHASE] == at.ARRANGING:
            return cells[at.SEATS + seat * at.STRIDE + at.READY] == 0
        return cells[at.ACTIVE] == seat

    def unrevealed(self, seat: i64) -> bool:
        return self.cells[at.PHASE] == at.ARRANGING and self.cells[at.SEATS + seat * at.STRIDE + at.BEGUN] != 0

    def learned(self, seat: i64) -> i64:
        """Chips of the others that have been turned up, and rounds of groups that everybody has laid open."""
        count: i64 = 0
        if self.tables.commit:
            count = self.cells[at.ROUND] - 1
            if self.cells[at.PHASE] == at.BUILDING or self.cells[at.PHASE] == at.ENDING:
                count += 1
        other: i64 = 0
        while other < self.tables.players:
            if other != seat:
                count += self.cells[at.SEATS + other * at.STRIDE + at.REVEALED]
            other += 1
        return count

    def score(self, seat: i64) -> i64:
        return points_of(self.cells, self.tables, seat)

    def place(self, seat: i64) -> i64:
        return place_of(self.cells, self.tables, seat)

    def ending(self) -> i64:
        return self.cells[at.ENDED]

    # Moves ----------------------------------------------------------------------------------------------------------

    def fill_moves(self, seat: i64, buffer: vec[i64]) -> i64:
        cells = self.cells
        tables = self.tables
        phase: i64 = cells[at.PHASE]
        if phase == at.MOVING:
            return movement.fill_moving(cells, tables, seat, buffer)
        if phase == at.ARRANGING:
            return building.fill_arranging(cells, tables, seat, buffer)
        step: i64 = cells[at.STEP]
        if step == at.CREWING:
            return building.fill_crews(cells, tables, seat, buffer)
        if step == at.PLACING:
            return geometry.fill_spots(cells, at.SEATS + seat * at.STRIDE, tables, cells[at.KIND], buffer)
        if step == at.CASHING:
            buffer[0] = at.KEEP
            buffer[1] = at.KEEP + 1
            return 2
        if phase == at.BUYING:
            return buying.fill_buying(cells, tables, seat, buffer)
        return building.fill_building(cells, tables, seat, buffer)

    def refusal(self, seat: i64, move: i64) -> i64:
        """The kind of move says which module is asked, in the order of the codes; what is begun is finished first."""
        cells = self.cells
        tables = self.tables
        if cells[at.STEP] != at.FREE:
            return self.begun_refusal(seat, move)
        if move < at.TAKE:
            return movement.chip_refusal(cells, tables, seat, move)
        if move == at.DONE and cells[at.PHASE] != at.BUYING:
            return ids.MOVE_PASS if cells[at.PHASE] == at.MOVING else LEGAL
        if move < at.KEEP:
            return buying.purchase_refusal(cells, tables, seat, move)
        if move < at.CHANGE:  # to keep or to cash a card that nobody has just received
            return ids.PRIVILEGE_RECEIPT if tables.expert else ids.VARIANT_EXPERT
        if move < at.GROUP:
            return any_time.extra_refusal(cells, tables, seat, move)
        if move < at.BUILD:
            return building.group_refusal(cells, tables, seat, move - at.GROUP)
        return building.house_refusal(cells, tables, seat, move)

    def begun_refusal(self, seat: i64, move: i64) -> i64:
        """An element waits for its crew or its place, or a card to be kept or cashed (house.demolish.when)."""
        cells = self.cells
        tables = self.tables
        step: i64 = cells[at.STEP]
        base: i64 = at.SEATS + seat * at.STRIDE
        if step == at.CASHING:
            return LEGAL if move >= at.KEEP and move < at.CHANGE else ids.STEP_CASH
        if step == at.CREWING:
            if move < at.CREW or move >= at.AT:
                return ids.STEP_CREW
            return building.crew_refusal(cells, base, tables, move - at.CREW + 1)
        if move < at.AT or move >= at.PULL:
            return ids.STEP_PLACE
        return geometry.spot_refusal(cells, base, tables, cells[at.KIND], move - at.AT)

    def play(self, seat: i64, move: i64) -> None:
        cells = self.cells
        tables = self.tables
        if move < at.TAKE:
            movement.play_moving(cells, tables, seat, move)
        elif move >= at.CHANGE and move < at.GROUP:
            any_time.play_extra(cells, tables, seat, move)
        elif cells[at.PHASE] == at.BUYING:
            buying.play_buying(cells, tables, seat, move)
        elif cells[at.PHASE] == at.ARRANGING:
            building.play_arranging(cells, tables, seat, move)
        else:
            building.play_building(cells, tables, seat, move)

    # Chance ---------------------------------------------------------------------------------------------------------

    def stream(self) -> i64:
        wait: i64 = self.cells[at.WAIT]
        if wait == at.FOR_DIE:
            return at.DIE_STREAM + self.cells[at.ACTIVE]
        if wait in (at.FOR_DISPLAY, at.FOR_TOP):
            return at.BUILDER_STREAM
        return at.FAIR_STREAM if wait == at.FOR_FAIR else at.FIRST_STREAM

    def fill_chances(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        cells = self.cells
        wait: i64 = cells[at.WAIT]
        last: i64 = self.tables.players
        if wait == at.FOR_DIE:
            last = self.tables.die
        elif wait == at.FOR_FAIR:
            last = at.PRIVILEGES
        elif wait != at.FOR_FIRST and wait != at.FOR_TRACK:
            last = at.CARDS
        count: i64 = 0
        i: i64 = 0
        while i < last:
            weight: i64 = 1
            if wait == at.FOR_FAIR:
                weight = 1 if cells[at.WHERE + i] == at.IN_DECK else 0
            elif wait in (at.FOR_DISPLAY, at.FOR_TOP):
                weight = cells[at.DECK + i]
            elif wait == at.FOR_TRACK:
                weight = 0 if self.on_track(i) else 1
            if weight > 0:
                outcomes[count] = i
                weights[count] = weight
                count += 1
            i += 1
        return count

    def on_track(self, seat: i64) -> bool:
        i: i64 = 0
        while i < at.SEAT_LIMIT:
            if self.cells[at.TRACK + i] == seat:
                return True
            i += 1
        return False

    def pick(self, source: Source) -> i64:
        """As the engine's own; a die needs no list of its sides."""
        if self.cells[at.WAIT] == at.FOR_DIE:
            return source.below(at.DIE_STREAM + self.cells[at.ACTIVE], self.tables.die)
        return super().pick(source)

    def happen(self, outcome: i64) -> None:
        cells = self.cells
        tables = self.tables
        wait: i64 = cells[at.WAIT]
        base: i64 = at.SEATS + cells[at.ACTIVE] * at.STRIDE
        if wait == at.FOR_DIE:
            building.rolled(cells, base, tables, outcome + 1)
        elif wait == at.FOR_TOP:
            cells[at.WAIT] = at.NOTHING
            cells[at.DECK + outcome] -= 1
            any_time.hire_top(cells, base, tables, outcome)
        elif wait == at.FOR_DISPLAY:
            cells[at.DECK + outcome] -= 1
            cells[at.SHOWN + prepare.empty_display(cells, tables)] = outcome
            prepare.go_on(cells, tables)
        elif wait == at.FOR_FAIR:
            cells[at.WHERE + outcome] = prepare.missing_at_fair(cells, tables)
            cells[at.DRAWN] += 1
            prepare.go_on(cells, tables)
        elif wait == at.FOR_FIRST:  # house.setup.first
            cells[at.STARTER] = outcome
            prepare.go_on(cells, tables)
        else:
            self.next_on_track(outcome)

    def next_on_track(self, seat: i64) -> None:
        """Positions are drawn from the first on; the last one is not drawn (house.setup.order)."""
        cells = self.cells
        tables = self.tables
        position: i64 = 0
        while cells[at.TRACK + position] >= 0:
            position += 1
        cells[at.TRACK + position] = seat
        if position + 2 < tables.players:
            return
        last: i64 = 0
        while self.on_track(last):
            last += 1
        cells[at.TRACK + position + 1] = last
        prepare.set_money(cells, tables)
        prepare.go_on(cells, tables)

    # Secrets --------------------------------------------------------------------------------------------------------

    def known(self, seat: i64) -> "HouseState":
        cells = vec[i64]([0] * len(self.cells))
        fill_known_cells(self.cells, self.tables, seat, cells)
        return HouseState(cells, self.tables)

    def fill_known(self, seat: i64, out: vec[i64]) -> None:
        fill_known_cells(self.cells, self.tables, seat, out)

    def imagine(self, seat: i64, source: Source) -> "HouseState":
        """Deal the chips that lie face down: the chips of a rival lie there in any order, each equally likely."""
        state = HouseState(self.cells[:], self.tables)
        cells = state.cells
        other: i64 = 0
        while other < self.tables.players:
            if other != seat:
                if cells[at.PHASE] == at.ARRANGING:
                    cells[at.SEATS + other * at.STRIDE + at.READY] = (
                        0  # what others have laid out is unknown: not yet begun
                    )
                deal_chips(cells, self.tables, at.SEATS + other * at.STRIDE + at.CHIP, source)
            other += 1
        return state


def starting(tables: HouseTables) -> HouseState:
    return HouseState(first_cells(tables), tables)
