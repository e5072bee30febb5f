# compiled
"""Arranging groups (basic, everybody at once), then building seat by seat in the open.

ARRANGING ─ group … done (all seats) ─► BUILDING ─ build ─► die or crew ─► at ─► … done ─► next seat
"""

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import ids
from kvartal.games.house.rules.any_time import change, fill_extras
from kvartal.games.house.rules.crews import fresh_workers, quality_of, workers_in
from kvartal.games.house.rules.demolish import fill_parts, pull, pull_refusal
from kvartal.games.house.rules.geometry import has_spot, nowhere, put
from kvartal.games.house.rules.prepare import finish_round
from kvartal.games.house.rules.tables import HouseTables


def begin(cells: vec[i64], tables: HouseTables) -> None:
    """After the purchases: groups first, or nothing is laid out in advance (house.build.one_by_one)."""
    cells[at.HERE] = -1
    cells[at.STEP] = at.FREE
    cells[at.KIND] = -1
    if tables.commit:
        cells[at.PHASE] = at.ARRANGING
        cells[at.ACTIVE] = cells[at.STARTER]
    else:
        begin_building(cells)


def begin_building(cells: vec[i64]) -> None:
    """Whoever led at the start of the round builds first (house.build.order)."""
    cells[at.PHASE] = at.BUILDING
    cells[at.TURN] = 0
    cells[at.ACTIVE] = cells[at.STARTER]


# Materials ------------------------------------------------------------------------------------------------------------


def free_goods(cells: vec[i64], base: i64, good: i64) -> i64:
    """In the store, neither locked nor laid out; while arranging also what was asked for a coin."""
    mine: i64 = base + good
    free: i64 = cells[mine + at.STORE] - cells[mine + at.LOCKED] - cells[mine + at.PLEDGED]
    return free + cells[mine + at.ASKED] if good < at.RAW else free


def material_refusal(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> i64:
    reason: i64 = LEGAL
    good: i64 = 0
    while good < at.GOODS:
        need: i64 = tables.recipe[kind * at.GOODS + good]
        if need:
            free: i64 = free_goods(cells, base, good)
            if free < need:
                if free + cells[base + at.LOCKED + good] < need:
                    return ids.MATERIAL
                reason = ids.MATERIAL_LOCKED
        good += 1
    return reason


def affordable(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> bool:
    good: i64 = 0
    while good < at.GOODS:
        need: i64 = tables.recipe[kind * at.GOODS + good]
        if need and free_goods(cells, base, good) < need:
            return False
        good += 1
    return True


def pledge(cells: vec[i64], base: i64, tables: HouseTables, kind: i64, sign: i64) -> None:
    good: i64 = 0
    while good < at.GOODS:
        cells[base + at.PLEDGED + good] += sign * tables.recipe[kind * at.GOODS + good]
        good += 1


def use_up(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> None:
    """Materials go to the pool; a window or door itself goes into the house (house.mount)."""
    good: i64 = 0
    while good < at.GOODS:
        need: i64 = tables.recipe[kind * at.GOODS + good]
        cells[base + at.STORE + good] -= need
        if not (kind == at.WINDOW_IN and good == at.WINDOW) and not (kind == at.DOOR_IN and good == at.DOOR):
            cells[at.POOL + good] += need
        good += 1


def lock(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> None:
    """A failed group rests in the store until the round is over (house.lock)."""
    good: i64 = 0
    while good < at.GOODS:
        cells[base + at.LOCKED + good] += tables.recipe[kind * at.GOODS + good]
        good += 1


# Arranging ------------------------------------------------------------------------------------------------------------


def fill_arranging(cells: vec[i64], tables: HouseTables, seat: i64, buffer: vec[i64]) -> i64:
    base: i64 = at.SEATS + seat * at.STRIDE
    buffer[0] = at.DONE
    count: i64 = fill_extras(cells, tables, seat, buffer, 1)
    kind: i64 = 0
    while kind < at.ELEMENTS:
        if kind != at.TILE_ROOF and affordable(cells, base, tables, kind):
            buffer[count] = at.GROUP + kind
            count += 1
        kind += 1
    return count


def group_refusal(cells: vec[i64], tables: HouseTables, seat: i64, kind: i64) -> i64:
    if tables.expert:
        return ids.VARIANT_BASIC
    if cells[at.PHASE] != at.ARRANGING:
        return ids.PHASE_ARRANGE
    if kind == at.TILE_ROOF:
        return ids.ROOF_KIND
    return material_refusal(cells, at.SEATS + seat * at.STRIDE, tables, kind)


def play_arranging(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> None:
    """A group for one element, unseen by the others (house.group); or ready, until everybody is."""
    base: i64 = at.SEATS + seat * at.STRIDE
    cells[base + at.BEGUN] = 1
    if move != at.DONE:
        cells[base + at.GROUPS + move - at.GROUP] += 1
        pledge(cells, base, tables, move - at.GROUP, 1)
        return
    cells[base + at.READY] = 1
    other: i64 = 0
    while other < tables.players:
        if cells[at.SEATS + other * at.STRIDE + at.READY] == 0:
            return
        other += 1
    reveal(cells, tables)


def reveal(cells: vec[i64], tables: HouseTables) -> None:
    """Everybody is ready: groups are laid open. Coins are changed in the order of building (house.any_time.order)."""
    turn: i64 = 0
    while turn < tables.players:
        seat: i64 = (cells[at.STARTER] + turn) % tables.players
        base: i64 = at.SEATS + seat * at.STRIDE
        cells[base + at.BEGUN] = 0
        cells[base + at.READY] = 0
        good: i64 = 0
        while good < at.RAW:
            while cells[base + at.ASKED + good] > 0:
                cells[base + at.ASKED + good] -= 1
                if cells[at.POOL + good] > 0 and cells[base + at.COINS] > 0:
                    change(cells, base, good)
            dissolve(cells, base, tables, good)
            good += 1
        turn += 1
    begin_building(cells)


def dissolve(cells: vec[i64], base: i64, tables: HouseTables, good: i64) -> None:
    """Groups that lack a good after all are undone, the last kinds first (house.any_time.order)."""
    kind: i64 = at.ELEMENTS - 1
    while cells[base + at.PLEDGED + good] > cells[base + at.STORE + good]:
        while cells[base + at.GROUPS + kind] == 0 or tables.recipe[kind * at.GOODS + good] == 0:
            kind -= 1
        cells[base + at.GROUPS + kind] -= 1
        pledge(cells, base, tables, kind, -1)


# Building -------------------------------------------------------------------------------------------------------------


def fill_building(cells: vec[i64], tables: HouseTables, seat: i64, buffer: vec[i64]) -> i64:
    base: i64 = at.SEATS + seat * at.STRIDE
    buffer[0] = at.DONE
    count: i64 = fill_extras(cells, tables, seat, buffer, 1)
    kind: i64 = 0
    while kind < at.ELEMENTS:
        if build_refusal(cells, base, tables, kind) == LEGAL:
            buffer[count] = at.BUILD + kind
            count += 1
        kind += 1
    return fill_parts(cells, base, tables, buffer, count)


def house_refusal(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> i64:
    """Moves at one's own house while nothing is in work: begin an element, or demolish."""
    if move >= at.CREW and move < at.PULL:
        return ids.VARIANT_EXPERT if move < at.AT and not tables.expert else ids.STEP_NOTHING
    if cells[at.PHASE] != at.BUILDING:
        return ids.PHASE_BUILD
    base: i64 = at.SEATS + seat * at.STRIDE
    if move < at.CREW:
        return build_refusal(cells, base, tables, move - at.BUILD)
    return pull_refusal(cells, base, tables, move - at.PULL)


def build_refusal(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> i64:
    if tables.commit:
        if kind == at.TILE_ROOF:
            return ids.ROOF_KIND
        if cells[base + at.GROUPS + kind] == 0:
            return ids.GROUP_NONE
    else:
        if kind == at.TILE_ROOF and not tables.expert:
            return ids.ROOF_KIND
        if not affordable(cells, base, tables, kind):
            return material_refusal(cells, base, tables, kind)
    if kind < at.PIECES and cells[at.PIECE + kind] == 0:
        return ids.PIECE_NONE
    if not has_spot(cells, base, tables, kind):
        return nowhere(cells, base, tables, kind)
    if tables.expert and fresh_workers(cells, base, tables) < tables.workers[kind]:
        return ids.WORKERS_FEW
    return LEGAL


def play_building(cells: vec[i64], tables: HouseTables, seat: i64, move: i64) -> None:
    base: i64 = at.SEATS + seat * at.STRIDE
    if move == at.DONE:
        finish_seat(cells, base, tables)
    elif move < at.CREW:
        start_element(cells, base, tables, move - at.BUILD)
    elif move < at.AT:
        send_crew(cells, base, move - at.CREW + 1)
        cells[at.STEP] = at.PLACING
    elif move < at.PULL:  # house.at.once
        put(cells, base, cells[at.KIND], move - at.AT)
        cells[at.KIND] = -1
        cells[at.STEP] = at.FREE
    else:
        pull(cells, base, move - at.PULL)


def start_element(cells: vec[i64], base: i64, tables: HouseTables, kind: i64) -> None:
    cells[at.KIND] = kind
    if tables.expert:
        use_up(cells, base, tables, kind)
        cells[at.STEP] = at.CREWING if tables.workers[kind] else at.PLACING
        return
    if tables.commit:
        cells[base + at.GROUPS + kind] -= 1
        pledge(cells, base, tables, kind, -1)
    cells[at.WAIT] = at.FOR_DIE


def rolled(cells: vec[i64], base: i64, tables: HouseTables, roll: i64) -> None:
    """At most the quality: the element is built and must be placed (house.die). Otherwise its materials are locked."""
    cells[at.WAIT] = at.NOTHING
    if roll <= quality_of(cells, base, tables):
        use_up(cells, base, tables, cells[at.KIND])
        cells[at.STEP] = at.PLACING
    else:
        lock(cells, base, tables, cells[at.KIND])
        cells[at.KIND] = -1


def finish_seat(cells: vec[i64], base: i64, tables: HouseTables) -> None:
    """Groups that were not tried count as failed (house.group.commit). The next seat builds (house.build.order)."""
    if tables.commit:
        kind: i64 = 0
        while kind < at.ELEMENTS:
            while cells[base + at.GROUPS + kind] > 0:
                cells[base + at.GROUPS + kind] -= 1
                pledge(cells, base, tables, kind, -1)
                lock(cells, base, tables, kind)
            kind += 1
    cells[at.TURN] += 1
    if cells[at.TURN] == tables.players:
        finish_round(cells, tables)
    else:
        following: i64 = cells[at.ACTIVE] + 1
        cells[at.ACTIVE] = 0 if following == tables.players else following


# Crews ----------------------------------------------------------------------------------------------------------------


def crew_refusal(cells: vec[i64], base: i64, tables: HouseTables, chosen: i64) -> i64:
    """A set of crews must be there, fresh, strong enough, and hold nobody it could do without."""
    need: i64 = tables.workers[cells[at.KIND]]
    total: i64 = 0
    least: i64 = 1000
    tired: bool = False
    crew: i64 = 0
    while crew < at.CREWS:
        if (chosen >> crew) & 1:
            workers: i64 = workers_in(cells, base, tables, crew)
            if workers == 0:
                return ids.CREW_NONE
            if cells[base + at.TIRED + crew]:
                tired = True
            total += workers
            if workers < least:
                least = workers
        crew += 1
    if tired:
        return ids.CREW_TIRED
    if total < need:
        return ids.CREW_FEW
    return LEGAL if total - least < need else ids.CREW_SPARE


def fill_crews(cells: vec[i64], tables: HouseTables, seat: i64, buffer: vec[i64]) -> i64:
    base: i64 = at.SEATS + seat * at.STRIDE
    fresh: i64 = 0
    crew: i64 = at.CREWS - 1
    while crew >= 0:
        fresh <<= 1
        if cells[base + at.TIRED + crew] == 0 and workers_in(cells, base, tables, crew) > 0:
            fresh += 1
        crew -= 1
    count: i64 = 0
    chosen: i64 = 1
    while chosen <= at.CREW_SETS:
        if chosen & fresh == chosen and crew_refusal(cells, base, tables, chosen) == LEGAL:
            buffer[count] = at.CREW + chosen - 1
            count += 1
        chosen += 1
    return count


def send_crew(cells: vec[i64], base: i64, chosen: i64) -> None:
    """Whole crews work, and are tired for the rest of the round (house.crew)."""
    crew: i64 = 0
    while crew < at.CREWS:
        if (chosen >> crew) & 1:
            cells[base + at.TIRED + crew] = 1
        crew += 1
