# compiled
"""What a builder still wants: the complete house first, then what is worth points, and the goods that are missing for
both. Read from the cells of one seat without making anything new: rollouts ask for it at every chip."""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.games.house.bot import weights as w
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import HouseTables

# Wishes; a wall and a roof come in two kinds
WALL: Final = 0
ROOF: Final = 1
CHIMNEY: Final = 2
DOOR: Final = 3
WINDOW: Final = 4
WISHES: Final = 5


@final
class Wishes:
    """`read` looks at a seat; what it found stands in the fields until the next one is read."""

    def __init__(self, tables: HouseTables, weights: vec[i64]) -> None:
        self.tables = tables
        self.weights = weights
        self.core = vec[i64]([0] * WISHES)  # without them the house is not complete
        self.extra = vec[i64]([0] * WISHES)  # for points
        self.lack = vec[i64]([0] * at.GOODS)  # goods missing for the core
        self.more = vec[i64]([0] * at.GOODS)  # goods missing for the extras
        self.have = vec[i64]([0] * at.GOODS)
        self.price = vec[i64]([0] * at.GOODS)
        self.left: i64 = 0  # rounds after this one
        self.walls: i64 = 0
        self.roofs: i64 = 0
        self.chimneys: i64 = 0
        self.windows: i64 = 0
        self.bare: i64 = 0  # walls with neither window nor door
        self.open: i64 = 0  # columns without a roof
        self.columns: i64 = 0
        self.door = False

    def read(self, cells: vec[i64], seat: i64) -> None:
        base: i64 = at.SEATS + seat * at.STRIDE
        self.left = self.tables.rounds - cells[at.ROUND]
        self.survey(cells, base)
        self.want_core()
        self.want_extra(cells, base)
        good: i64 = 0
        while good < at.GOODS:
            self.have[good] = cells[base + at.STORE + good]
            self.price[good] = cells[at.PRICE + good] if self.tables.expert else 7 if good >= at.RAW else 3
            self.lack[good] = 0
            self.more[good] = 0
            good += 1
        self.shop_for(self.core, self.lack)
        self.shop_for(self.extra, self.more)

    def survey(self, cells: vec[i64], base: i64) -> None:
        """The house as it stands."""
        walls: i64 = 0
        roofs: i64 = 0
        chimneys: i64 = 0
        windows: i64 = 0
        bare: i64 = 0
        doors: i64 = 0
        column: i64 = 0
        while column < at.COLUMNS:
            first: i64 = base + at.WALL + column * at.STOREYS
            if cells[first] == 0:
                break
            storey: i64 = 0
            while storey < at.STOREYS:
                wall: i64 = cells[first + storey]
                if wall == 0:
                    break
                walls += 1
                has: i64 = (wall - 1) & 3
                if has == at.BARE:
                    bare += 1
                elif has == at.WITH_DOOR:
                    doors += 1
                else:
                    windows += has
                storey += 1
            if cells[base + at.COVER + column]:
                roofs += 1
                chimneys += cells[base + at.STACK + column]
            column += 1
        self.walls = walls
        self.roofs = roofs
        self.chimneys = chimneys
        self.windows = windows
        self.bare = bare
        self.columns = column
        self.open = column - roofs
        self.door = doors > 0

    def want_core(self) -> None:
        tables = self.tables
        core = self.core
        new: i64 = tables.complete_walls - self.walls
        if new < 0:
            new = 0
        core[WALL] = new
        roofs: i64 = self.open + new
        if self.stack_up():
            roofs = self.open
        if roofs < tables.complete_roofs - self.roofs:
            roofs = tables.complete_roofs - self.roofs
        core[ROOF] = roofs
        core[CHIMNEY] = tables.complete_chimneys - self.chimneys if self.chimneys < tables.complete_chimneys else 0
        bare: i64 = self.bare + new
        if not self.door:
            core[DOOR] = 1
            bare -= 1
        else:
            core[DOOR] = 0
        core[WINDOW] = bare if bare > 0 else 0

    def stack_up(self) -> bool:
        """Late and with an open column, where one roof will do: the next wall goes on top and saves a roof."""
        return self.tables.complete_roofs <= 1 and self.left <= 2 and self.open >= 1 and self.walls == 1

    def want_extra(self, cells: vec[i64], base: i64) -> None:
        extra = self.extra
        core = self.core
        wish: i64 = 0
        while wish < WISHES:
            extra[wish] = 0
            wish += 1
        if self.walls == 0:
            return
        if self.tables.expert:
            garage: i64 = base + at.GARAGE
            alone: bool = self.weights[w.GARAGE_FIRST] > 0
            if cells[garage + at.G_WALL] == 0:
                if self.left >= self.weights[w.GARAGE_LEFT]:
                    extra[WALL] = 1
                    if alone:
                        return  # a garage is worth more than anything else that is not needed
            elif cells[garage + at.G_DOORS] < 2:
                extra[DOOR] = 2 - cells[garage + at.G_DOORS]
                if alone and self.left > 0:
                    return
        elif self.left >= self.weights[w.WIDE_LEFT] and core[WALL] == 0:
            if core[ROOF] < (2 if self.tables.commit else 1):
                extra[WALL] = 1
                extra[ROOF] = 1
                extra[WINDOW] = 1
        spare: i64 = self.roofs - self.chimneys - core[CHIMNEY]
        if spare > 0:
            extra[CHIMNEY] += spare
        panes: i64 = 2 * (self.walls - 1) - self.windows - core[WINDOW]
        if panes > 0:
            extra[WINDOW] += panes

    def wanted(self, wish: i64) -> i64:
        return self.core[wish] + self.extra[wish]

    # Goods ----------------------------------------------------------------------------------------------------------

    def gap(self, kind: i64) -> i64:
        """What the missing goods of an element would cost; a little for what is there, too."""
        cost: i64 = 4 * self.tables.workers[kind]
        good: i64 = 0
        while good < at.GOODS:
            need: i64 = self.tables.recipe[kind * at.GOODS + good]
            if need > 0:
                short: i64 = need - self.have[good]
                cost += self.price[good] * (need + 10 * short if short > 0 else need)
            good += 1
        return cost

    def kind_for(self, wish: i64) -> i64:
        """Which element serves a wish best with what is there."""
        if wish == WALL:
            return at.WOOD_WALL if self.gap(at.WOOD_WALL) <= self.gap(at.BRICK_WALL) else at.BRICK_WALL
        if wish == ROOF:
            if not self.tables.expert:
                return at.ROOF
            return at.ROOF if self.gap(at.ROOF) <= self.gap(at.TILE_ROOF) else at.TILE_ROOF
        if wish == CHIMNEY:
            return at.CHIMNEY
        return at.DOOR_IN if wish == DOOR else at.WINDOW_IN

    def shop_for(self, wishes: vec[i64], missing: vec[i64]) -> None:
        """Give out what is there, and note what is not."""
        wish: i64 = 0
        while wish < WISHES:
            times: i64 = wishes[wish]
            while times > 0:
                kind: i64 = self.kind_for(wish)
                good: i64 = 0
                while good < at.GOODS:
                    need: i64 = self.tables.recipe[kind * at.GOODS + good]
                    if need > 0:
                        have: i64 = self.have[good]
                        if need > have:
                            missing[good] += need - have
                            self.have[good] = 0
                        else:
                            self.have[good] = have - need
                    good += 1
                times -= 1
            wish += 1


def wish_of(kind: i64) -> i64:
    """The wish that an element serves."""
    if kind <= at.BRICK_WALL:
        return WALL
    if kind <= at.TILE_ROOF:
        return ROOF
    if kind == at.CHIMNEY:
        return CHIMNEY
    return DOOR if kind == at.DOOR_IN else WINDOW
