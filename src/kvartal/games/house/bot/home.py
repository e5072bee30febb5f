# compiled
"""At home: which groups to lay out, what to build next, and where it goes."""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.house.bot import greedy, wishes
from kvartal.games.house.bot.wishes import Wishes
from kvartal.games.house.rules import any_time, building, crews, geometry
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.rules.tables import HouseTables

# Elements, in the order in which they can stand
OUTSIDE_IN: Final = bytes([at.WOOD_WALL, at.BRICK_WALL, at.ROOF, at.TILE_ROOF, at.DOOR_IN, at.WINDOW_IN, at.CHIMNEY])
# What is sure to stand comes first when there is no other round
SURE_FIRST: Final = bytes([at.DOOR_IN, at.CHIMNEY, at.WINDOW_IN, at.WOOD_WALL, at.BRICK_WALL, at.ROOF, at.TILE_ROOF])
LEAST: Final = 1000


@final
class Home:
    def __init__(self, tables: HouseTables, wants: Wishes) -> None:
        self.tables = tables
        self.wants = wants

    # Laying out groups (basic) --------------------------------------------------------------------------------------

    def arrange(self, cells: vec[i64], seat: i64) -> i64:
        """A group to lay out, a coin to change, or DONE. A group that fails costs nothing but this round."""
        base: i64 = at.SEATS + seat * at.STRIDE
        self.wants.read(cells, seat)
        move: i64 = self.lay_out(cells, base, True, any_time.coins_free(cells, base))
        if move < 0:
            spare: i64 = self.idle_coins(cells, seat) if self.wants.left == 0 else 0
            move = self.lay_out(cells, base, False, spare)
            if move < 0 and self.wants.left == 0:
                move = self.one_more_column(cells, base, spare)
        return move if move >= 0 else at.DONE

    def lay_out(self, cells: vec[i64], base: i64, core: bool, coins: i64) -> i64:
        order = SURE_FIRST if not core and self.wants.left == 0 else OUTSIDE_IN
        i: i64 = 0
        while i < at.ELEMENTS:
            kind: i64 = order[i]
            i += 1
            if kind != at.TILE_ROOF and self.laid(cells, base, kind) < self.target(cells, base, kind, core):
                move: i64 = self.group_or_coin(cells, base, kind, coins)
                if move >= 0:
                    return move
        return -1

    def laid(self, cells: vec[i64], base: i64, kind: i64) -> i64:
        groups: i64 = base + at.GROUPS
        if kind <= at.BRICK_WALL:
            return cells[groups + at.WOOD_WALL] + cells[groups + at.BRICK_WALL]
        return cells[groups + kind]

    def target(self, cells: vec[i64], base: i64, kind: i64, core: bool) -> i64:
        """How many groups of this kind are wanted, with a window and a chimney for what is laid out as well."""
        wants = self.wants
        wish: i64 = wishes.wish_of(kind)
        if core:
            return wants.core[wish]
        wanted: i64 = wants.wanted(wish)
        room: i64 = 0
        if wish == wishes.CHIMNEY:
            room = wants.roofs - wants.chimneys + self.laid(cells, base, at.ROOF)
        elif wish == wishes.WINDOW:
            room = 2 * (wants.walls + self.laid(cells, base, at.WOOD_WALL) - 1) - wants.windows
        return room if room > wanted else wanted

    def group_or_coin(self, cells: vec[i64], base: i64, kind: i64, coins: i64) -> i64:
        """Lay this group out, or change a coin for it; −1: neither is possible."""
        missing: i64 = 0
        wanted: i64 = -1
        good: i64 = 0
        while good < at.GOODS:
            need: i64 = self.tables.recipe[kind * at.GOODS + good]
            if need > 0:
                short: i64 = need - building.free_goods(cells, base, good)
                if short > 0:
                    if good >= at.RAW or cells[at.POOL + good] - cells[base + at.ASKED + good] < short:
                        return -1
                    missing += short
                    wanted = good
            good += 1
        if wanted < 0:
            return at.GROUP + kind
        return at.CHANGE + wanted if missing <= coins else -1

    def idle_coins(self, cells: vec[i64], seat: i64) -> i64:
        """Coins that can be spent at the end without losing points for having many."""
        mine: i64 = any_time.coins_free(cells, at.SEATS + seat * at.STRIDE)
        richer: i64 = 0
        following: i64 = 0  # the most coins of a rival who is not richer
        other: i64 = 0
        while other < self.tables.players:
            coins: i64 = cells[at.SEATS + other * at.STRIDE + at.COINS]
            if other != seat:
                if coins > mine:
                    richer += 1
                elif coins > following:
                    following = coins
            other += 1
        if richer > 1:
            return mine
        idle: i64 = mine - following - 1
        return idle if idle > 0 else 0

    def one_more_column(self, cells: vec[i64], base: i64, coins: i64) -> i64:
        """In the last round what is left over may be a wall with its roof and window. If not all of it can be built,
        the wall is pulled down again."""
        wants = self.wants
        begun: i64 = self.laid(cells, base, at.WOOD_WALL) - wants.wanted(wishes.WALL)
        if begun > 0:
            if self.laid(cells, base, at.ROOF) < wants.wanted(wishes.ROOF) + begun:
                return self.group_or_coin(cells, base, at.ROOF, coins)
            return -1
        if wants.columns + self.laid(cells, base, at.WOOD_WALL) >= self.tables.columns:
            return -1
        kind: i64 = at.WOOD_WALL
        while kind <= at.BRICK_WALL:
            missing: i64 = 0
            good: i64 = 0
            while good < at.GOODS:
                need: i64 = self.tables.recipe[kind * at.GOODS + good] + self.tables.recipe[at.ROOF * at.GOODS + good]
                need += self.tables.recipe[at.WINDOW_IN * at.GOODS + good]
                short: i64 = need - building.free_goods(cells, base, good)
                if short > 0:
                    missing += short if good < at.RAW else LEAST
                good += 1
            if missing <= coins:
                return self.group_or_coin(cells, base, kind, coins)
            kind += 1
        return -1

    # Building -------------------------------------------------------------------------------------------------------

    def build(self, state: HouseState, seat: i64) -> i64:
        """What to build next, what to pull down at the very end so that the house is complete, or DONE."""
        cells = state.cells
        tables = self.tables
        base: i64 = at.SEATS + seat * at.STRIDE
        core: i64 = 1
        if tables.commit:
            core = 0  # whatever was laid out was laid out on purpose
        while core >= 0:
            order = SURE_FIRST if tables.expert and not core and self.wants.left == 0 else OUTSIDE_IN
            i: i64 = 0
            while i < at.ELEMENTS:
                kind: i64 = order[i]
                i += 1
                wish: i64 = wishes.wish_of(kind)
                if tables.commit or (self.wants.core[wish] if core else self.wants.wanted(wish)) > 0:
                    if building.build_refusal(cells, base, tables, kind) == LEGAL:
                        if greedy.sensible(state, base, kind):
                            return at.BUILD + kind
            core -= 1
        if self.wants.left == 0 and (cells[base + at.PERMIT] or not tables.need_permit):
            if not geometry.shell_complete(cells, base, tables):
                return greedy.choose_pull(state, base)
        return at.DONE

    def crew(self, cells: vec[i64], base: i64) -> i64:
        """The fewest workers that will do, and of these the fewest crews."""
        tables = self.tables
        best: i64 = 1
        least: i64 = LEAST
        chosen: i64 = 1
        while chosen <= at.CREW_SETS:
            cost: i64 = 0
            crew: i64 = 0
            while crew < at.CREWS:
                if (chosen >> crew) & 1:
                    cost += 10 * crews.workers_in(cells, base, tables, crew) + 3
                crew += 1
            if cost < least and building.crew_refusal(cells, base, tables, chosen) == LEGAL:
                least = cost
                best = chosen
            chosen += 1
        return at.CREW + best - 1

    def spot(self, state: HouseState, seat: i64) -> i64:
        """Where the element in work goes."""
        cells = state.cells
        base: i64 = at.SEATS + seat * at.STRIDE
        kind: i64 = cells[at.KIND]
        if kind == at.WINDOW_IN:
            return at.AT + greedy.choose_pane(state, base)
        wants = self.wants
        wants.read(cells, seat)
        if kind == at.DOOR_IN:
            return self.door_spot(cells, base)
        if kind <= at.BRICK_WALL:
            if wants.core[wishes.WALL] == 0 and self.fits(cells, base, kind, at.AT_GARAGE):
                return at.AT + at.AT_GARAGE
            if not self.upwards(cells, base) and self.fits(cells, base, kind, at.AT_RIGHT):
                return at.AT + at.AT_RIGHT
        column: i64 = 0
        while column < at.COLUMNS:
            if self.fits(cells, base, kind, at.ON_COLUMN + column):
                return at.AT + at.ON_COLUMN + column
            column += 1
        return at.AT + (at.AT_RIGHT if self.fits(cells, base, kind, at.AT_RIGHT) else at.AT_GARAGE)

    def fits(self, cells: vec[i64], base: i64, kind: i64, spot: i64) -> bool:
        return geometry.spot_refusal(cells, base, self.tables, kind, spot) == LEGAL

    def door_spot(self, cells: vec[i64], base: i64) -> i64:
        wall: i64 = 0
        while wall < at.WALLS:
            if self.fits(cells, base, at.DOOR_IN, wall):
                return at.AT + wall
            wall += 1
        return at.AT + at.AT_GARAGE

    def upwards(self, cells: vec[i64], base: i64) -> bool:
        """Should this wall go on top of another? It does where no roof is to be had for a new column."""
        wants = self.wants
        if wants.stack_up():
            return True
        if self.tables.expert or wants.left > 0 or wants.open == 0:
            return False
        roofs: i64 = cells[base + at.GROUPS + at.ROOF]
        return roofs <= wants.open if self.tables.commit else not building.affordable(cells, base, self.tables, at.ROOF)
