# compiled
"""Arranging groups (basic, everybody at once), then building seat by seat in the open.

ARRANGING ─ group … done (all seats) ─► BUILDING ─ build ─► die or crew ─► at ─► … done ─► next seat
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.rules.any_time import change, fill_extras
from kvartal.games.house.rules.cells import (
    ACTIVE,
    ARRANGING,
    ASKED,
    AT,
    BEGUN,
    BUILD,
    BUILDING,
    COINS,
    CREW,
    CREW_SETS,
    CREWING,
    CREWS,
    DONE,
    DOOR,
    DOOR_IN,
    ELEMENTS,
    FOR_DIE,
    FREE,
    GOODS,
    GROUP,
    GROUPS,
    HERE,
    KIND,
    LOCKED,
    NOTHING,
    PHASE,
    PIECE,
    PIECES,
    PLACING,
    PLEDGED,
    POOL,
    PULL,
    RAW,
    READY,
    SEATS,
    STARTER,
    STEP,
    STORE,
    STRIDE,
    TILE_ROOF,
    TIRED,
    TURN,
    WAIT,
    WINDOW,
    WINDOW_IN,
)
from kvartal.games.house.rules.crews import fresh_workers, quality_of, workers_in
from kvartal.games.house.rules.demolish import fill_parts, pull
from kvartal.games.house.rules.geometry import has_spot, nowhere, put
from kvartal.games.house.rules.ids import (
    CREW_FEW,
    CREW_NONE,
    CREW_SPARE,
    CREW_TIRED,
    GROUP_NONE,
    MATERIAL,
    MATERIAL_LOCKED,
    PIECE_NONE,
    ROOF_KIND,
    WORKERS_FEW,
)
from kvartal.games.house.rules.prepare import finish_round
from kvartal.games.house.rules.tables import HouseTables


def begin(cells: vec[i64], tables: HouseTables) -> None:
    """After the purchases."""
    cells[HERE] = -1
    cells[STEP] = FREE
    cells[KIND] = -1
    if tables.commit:
        cells[PHASE] = ARRANGING
        cells[ACTIVE] = cells[STARTER]
    else:
        begin_building(cells)


def begin_building(cells: vec[i64]) -> None:
    cells[PHASE] = BUILDING
    cells[TURN] = 0
    cells[ACTIVE] = cells[STARTER]


# Materials ------------------------------------------------------------------------------------------------------------


def free_goods(cells: vec[i64], base: i64, good: i64) -> i64:
    """In the store, neither locked nor laid out; while arranging also what was asked for a coin."""
    at: i64 = base + good
    free: i64 = cells[at + STORE] - cells[at + LOCKED] - cells[at + PLEDGED]
    return free + cells[at + ASKED] if good < RAW else free


def material_refusal(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> i64:
    reason: i64 = LEGAL
    good: i64 = 0
    while good < GOODS:
        need: i64 = tables.recipe[kind * GOODS + good]
        if need:
            free: i64 = free_goods(cells, base, good)
            if free < need:
                if free + cells[base + LOCKED + good] < need:
                    return MATERIAL
                reason = MATERIAL_LOCKED
        good += 1
    return reason


def affordable(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> bool:
    good: i64 = 0
    while good < GOODS:
        need: i64 = tables.recipe[kind * GOODS + good]
        if need and free_goods(cells, base, good) < need:
            return False
        good += 1
    return True


def pledge(cells: vec[i64], base: i64, tables: HouseTables, kind: i64, sign: i64) -> None:
    good: i64 = 0
    while good < GOODS:
        cells[base + PLEDGED + good] += sign * tables.recipe[kind * GOODS + good]
        good += 1


def use_up(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> None:
    """Materials go to the pool; a window or door itself goes into the house."""
    good: i64 = 0
    while good < GOODS:
        need: i64 = tables.recipe[kind * GOODS + good]
        cells[base + STORE + good] -= need
        if not (kind == WINDOW_IN and good == WINDOW) and not (kind == DOOR_IN and good == DOOR):
            cells[POOL + good] += need
        good += 1


def lock(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> None:
    good: i64 = 0
    while good < GOODS:
        cells[base + LOCKED + good] += tables.recipe[kind * GOODS + good]
        good += 1


# Arranging ------------------------------------------------------------------------------------------------------------


def fill_arranging(cells: vec[i64], tables: HouseTables, seat: i64, buffer: vec[i64]) -> i64:
    base: i64 = SEATS + seat * STRIDE
    buffer[0] = DONE
    count: i64 = fill_extras(cells, tables, seat, buffer, 1)
    kind: i64 = 0
    while kind < ELEMENTS:
        if kind != TILE_ROOF and affordable(cells, base, tables, kind):
            buffer[count] = GROUP + kind
            count += 1
        kind += 1
    return count


def group_refusal(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> i64:
    if kind == TILE_ROOF:
        return ROOF_KIND
    return material_refusal(cells, base, tables, kind)


def play_arranging(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> None:
    base: i64 = SEATS + seat * STRIDE
    cells[base + BEGUN] = 1
    if move != DONE:
        cells[base + GROUPS + move - GROUP] += 1
        pledge(cells, base, tables, move - GROUP, 1)
        return
    cells[base + READY] = 1
    other: i64 = 0
    while other < tables.players:
        if cells[SEATS + other * STRIDE + READY] == 0:
            return
        other += 1
    reveal(cells, tables)


def reveal(cells: vec[i64], tables: HouseTables) -> None:
    """Everybody is ready: coins are changed in the order of building; what the pool cannot give is undone."""
    turn: i64 = 0
    while turn < tables.players:
        seat: i64 = (cells[STARTER] + turn) % tables.players
        base: i64 = SEATS + seat * STRIDE
        cells[base + BEGUN] = 0
        cells[base + READY] = 0
        good: i64 = 0
        while good < RAW:
            while cells[base + ASKED + good] > 0:
                cells[base + ASKED + good] -= 1
                if cells[POOL + good] > 0 and cells[base + COINS] > 0:
                    change(cells, base, good)
            dissolve(cells, base, tables, good)
            good += 1
        turn += 1
    begin_building(cells)


def dissolve(cells: vec[i64], base: i64, tables: HouseTables, good: i64) -> None:
    """Groups that lack a good after all are taken apart, the last kinds first."""
    kind: i64 = ELEMENTS - 1
    while cells[base + PLEDGED + good] > cells[base + STORE + good]:
        while cells[base + GROUPS + kind] == 0 or tables.recipe[kind * GOODS + good] == 0:
            kind -= 1
        cells[base + GROUPS + kind] -= 1
        pledge(cells, base, tables, kind, -1)


# Building -------------------------------------------------------------------------------------------------------------


def fill_building(cells: vec[i64], tables: HouseTables, seat: i64, buffer: vec[i64]) -> i64:
    base: i64 = SEATS + seat * STRIDE
    buffer[0] = DONE
    count: i64 = fill_extras(cells, tables, seat, buffer, 1)
    kind: i64 = 0
    while kind < ELEMENTS:
        if build_refusal(cells, base, tables, kind) == LEGAL:
            buffer[count] = BUILD + kind
            count += 1
        kind += 1
    return fill_parts(cells, base, tables, buffer, count)


def build_refusal(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> i64:
    if tables.commit:
        if kind == TILE_ROOF:
            return ROOF_KIND
        if cells[base + GROUPS + kind] == 0:
            return GROUP_NONE
    else:
        if kind == TILE_ROOF and not tables.expert:
            return ROOF_KIND
        if not affordable(cells, base, tables, kind):
            return material_refusal(cells, base, tables, kind)
    if kind < PIECES and cells[PIECE + kind] == 0:
        return PIECE_NONE
    if not has_spot(cells, base, tables, kind):
        return nowhere(cells, base, tables, kind)
    if tables.expert and fresh_workers(cells, base, tables) < tables.workers[kind]:
        return WORKERS_FEW
    return LEGAL


def play_building(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> None:
    base: i64 = SEATS + seat * STRIDE
    if move == DONE:
        finish_seat(cells, base, tables)
    elif move < CREW:
        start_element(cells, base, tables, move - BUILD)
    elif move < AT:
        send_crew(cells, base, move - CREW + 1)
        cells[STEP] = PLACING
    elif move < PULL:
        put(cells, base, cells[KIND], move - AT)
        cells[KIND] = -1
        cells[STEP] = FREE
    else:
        pull(cells, base, move - PULL)


def start_element(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> None:
    cells[KIND] = kind
    if tables.expert:
        use_up(cells, base, tables, kind)
        cells[STEP] = CREWING if tables.workers[kind] else PLACING
        return
    if tables.commit:
        cells[base + GROUPS + kind] -= 1
        pledge(cells, base, tables, kind, -1)
    cells[WAIT] = FOR_DIE


def rolled(cells: vec[i64], base: i64, tables: HouseTables, roll: i64) -> None:
    """At most the quality: the element is built and must be placed. Otherwise its materials are locked."""
    cells[WAIT] = NOTHING
    if roll <= quality_of(cells, base, tables):
        use_up(cells, base, tables, cells[KIND])
        cells[STEP] = PLACING
    else:
        lock(cells, base, tables, cells[KIND])
        cells[KIND] = -1


def finish_seat(cells: vec[i64], base: i64, tables: HouseTables) -> None:
    """Groups that were not tried count as failed. The next seat builds, or the round is over."""
    if tables.commit:
        kind: i64 = 0
        while kind < ELEMENTS:
            while cells[base + GROUPS + kind] > 0:
                cells[base + GROUPS + kind] -= 1
                pledge(cells, base, tables, kind, -1)
                lock(cells, base, tables, kind)
            kind += 1
    cells[TURN] += 1
    if cells[TURN] == tables.players:
        finish_round(cells, tables)
    else:
        following: i64 = cells[ACTIVE] + 1
        cells[ACTIVE] = 0 if following == tables.players else following


# Crews ----------------------------------------------------------------------------------------------------------------


def crew_refusal(cells: vec[i64], base: i64, tables: HouseTables, chosen: i64) -> i64:
    """A set of crews must be there, fresh, strong enough, and hold nobody it could do without."""
    need: i64 = tables.workers[cells[KIND]]
    total: i64 = 0
    least: i64 = 1000
    tired: bool = False
    crew: i64 = 0
    while crew < CREWS:
        if (chosen >> crew) & 1:
            workers: i64 = workers_in(cells, base, tables, crew)
            if workers == 0:
                return CREW_NONE
            if cells[base + TIRED + crew]:
                tired = True
            total += workers
            if workers < least:
                least = workers
        crew += 1
    if tired:
        return CREW_TIRED
    if total < need:
        return CREW_FEW
    return LEGAL if total - least < need else CREW_SPARE


def fill_crews(cells: vec[i64], tables: HouseTables, seat: i64, buffer: vec[i64]) -> i64:
    base: i64 = SEATS + seat * STRIDE
    fresh: i64 = 0
    crew: i64 = CREWS - 1
    while crew >= 0:
        fresh <<= 1
        if cells[base + TIRED + crew] == 0 and workers_in(cells, base, tables, crew) > 0:
            fresh += 1
        crew -= 1
    count: i64 = 0
    chosen: i64 = 1
    while chosen <= CREW_SETS:
        if chosen & fresh == chosen and crew_refusal(cells, base, tables, chosen) == LEGAL:
            buffer[count] = CREW + chosen - 1
            count += 1
        chosen += 1
    return count


def send_crew(cells: vec[i64], base: i64, chosen: i64) -> None:
    crew: i64 = 0
    while crew < CREWS:
        if (chosen >> crew) & 1:
            cells[base + TIRED + crew] = 1
        crew += 1
