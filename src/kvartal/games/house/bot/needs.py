# compiled
"""What a sensible builder still wants: a complete house first, then safe extras, and the goods for both."""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.geometry import (
    bare_walls,
    chimneys_of_house,
    has_door,
    open_columns,
    roofs_of_house,
    walls_of_house,
    windows_of_house,
)
from kvartal.games.house.rules.tables import HouseTables

WALL_WANT: Final = 0
ROOF_WANT: Final = 1
CHIMNEY_WANT: Final = 2
DOOR_WANT: Final = 3
WINDOW_WANT: Final = 4
WANTS: Final = 5


@final
class Needs:
    """Wanted elements (core: without them the house is not complete; extra: for points) and missing goods for both."""

    def __init__(self, cells: vec[i64], tables: HouseTables, seat: i64) -> None:
        self.cells = cells
        self.tables = tables
        self.base: i64 = at.SEATS + seat * at.STRIDE
        self.left: i64 = tables.rounds - cells[at.ROUND]  # rounds after this one
        self.core = vec[i64]([0] * WANTS)
        self.extra = vec[i64]([0] * WANTS)
        self.lack = vec[i64]([0] * at.GOODS)  # goods missing for the core
        self.more = vec[i64]([0] * at.GOODS)  # goods missing for the extras
        self.have = vec[i64]([0] * at.GOODS)
        self.want_core()
        self.want_extra()
        good: i64 = 0
        while good < at.GOODS:
            self.have[good] = cells[self.base + at.STORE + good]
            good += 1
        self.shop_for(self.core, self.lack)
        self.shop_for(self.extra, self.more)

    def want_core(self) -> None:
        cells = self.cells
        tables = self.tables
        base: i64 = self.base
        core = self.core
        walls: i64 = walls_of_house(cells, base)
        new: i64 = tables.complete_walls - walls
        if new < 0:
            new = 0
        core[WALL_WANT] = new
        columns: i64 = open_columns(cells, base)
        roofs: i64 = columns + new
        if self.stack_up():
            roofs = columns if columns else 1
        if roofs < tables.complete_roofs - roofs_of_house(cells, base):
            roofs = tables.complete_roofs - roofs_of_house(cells, base)
        core[ROOF_WANT] = roofs
        core[CHIMNEY_WANT] = 1 if chimneys_of_house(cells, base) < tables.complete_chimneys else 0
        bare: i64 = bare_walls(cells, base) + new
        if not has_door(cells, base):
            core[DOOR_WANT] = 1
            bare -= 1
        core[WINDOW_WANT] = bare if bare > 0 else 0

    def stack_up(self) -> bool:
        """Basic, late, one open column: the second wall goes on top and saves a roof."""
        if self.tables.complete_roofs > 1 or self.left > 2:
            return False
        return open_columns(self.cells, self.base) >= 1 and walls_of_house(self.cells, self.base) == 1

    def want_extra(self) -> None:
        cells = self.cells
        base: i64 = self.base
        extra = self.extra
        walls: i64 = walls_of_house(cells, base)
        if walls == 0:
            return
        if self.tables.expert:
            garage: i64 = base + at.GARAGE
            if cells[garage + at.G_WALL] == 0 and self.left > 1:
                extra[WALL_WANT] = 1
                return  # five points: nothing else until it stands
            if cells[garage + at.G_WALL] and cells[garage + at.G_DOORS] < 2:
                extra[DOOR_WANT] = 2 - cells[garage + at.G_DOORS]
                if self.left > 0:
                    return
        elif self.left > 0 and self.core[WALL_WANT] == 0 and self.core[ROOF_WANT] < (2 if self.tables.commit else 1):
            extra[WALL_WANT] = 1
            extra[ROOF_WANT] = 1
            extra[WINDOW_WANT] = 1
        roofs: i64 = roofs_of_house(cells, base) - chimneys_of_house(cells, base) - self.core[CHIMNEY_WANT]
        extra[CHIMNEY_WANT] += roofs if roofs > 0 else 0
        panes: i64 = 2 * (walls - 1) - windows_of_house(cells, base) - self.core[WINDOW_WANT]
        extra[WINDOW_WANT] += panes if panes > 0 else 0

    def wanted(self, want: i64) -> i64:
        return self.core[want] + self.extra[want]

    # Goods ----------------------------------------------------------------------------------------------------------

    def price(self, good: i64) -> i64:
        if self.tables.expert:
            return self.cells[at.PRICE + good]
        return 7 if good >= 4 else 3

    def gap(self, kind: i64) -> i64:
        """What the missing goods of an element would cost; a little for what is there, too."""
        cost: i64 = 0
        good: i64 = 0
        while good < at.GOODS:
            need: i64 = self.tables.recipe[kind * at.GOODS + good]
            short: i64 = need - self.have[good]
            cost += 10 * self.price(good) * short if short > 0 else 0
            cost += need * self.price(good)
            good += 1
        return cost + 4 * self.tables.workers[kind]

    def kind_for(self, want: i64) -> i64:
        """Which element serves a wish best with what is there."""
        if want == WALL_WANT:
            return at.WOOD_WALL if self.gap(at.WOOD_WALL) <= self.gap(at.BRICK_WALL) else at.BRICK_WALL
        if want == ROOF_WANT:
            if not self.tables.expert:
                return at.ROOF
            return at.ROOF if self.gap(at.ROOF) <= self.gap(at.TILE_ROOF) else at.TILE_ROOF
        if want == CHIMNEY_WANT:
            return at.CHIMNEY
        return at.DOOR_IN if want == DOOR_WANT else at.WINDOW_IN

    def shop_for(self, wants: vec[i64], missing: vec[i64]) -> None:
        want: i64 = 0
        while want < WANTS:
            times: i64 = wants[want]
            while times > 0:
                kind: i64 = self.kind_for(want)
                good: i64 = 0
                while good < at.GOODS:
                    need: i64 = self.tables.recipe[kind * at.GOODS + good]
                    have: i64 = self.have[good]
                    if need > have:
                        missing[good] += need - have
                        self.have[good] = 0
                    else:
                        self.have[good] = have - need
                    good += 1
                times -= 1
            want += 1


def want_of(kind: i64) -> i64:
    if kind <= at.BRICK_WALL:
        return WALL_WANT
    if kind <= at.TILE_ROOF:
        return ROOF_WANT
    if kind == at.CHIMNEY:
        return CHIMNEY_WANT
    return DOOR_WANT if kind == at.DOOR_IN else WINDOW_WANT
