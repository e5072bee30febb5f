# compiled
"""What a sheet is worth, in thousandths of a point: the points it shows, and what may still come of it.

How likely an empty house is to be filled depends on the gap it lies in: how many cards fit between its neighbours, how
many houses share them, how many rounds are left. Hence how likely each run between fences is to become an estate, and a
plan to be met. Parks, pools and temps come at their usual rate as long as there is room for them.

A street is summed up in a row of figures. Whoever tries something out in one street works out its row anew and leaves
the other streets as they are: that is what makes looking through a turn cheap.
"""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.games.welcome.bot.progress import progress
from kvartal.games.welcome.bot.rates import MOST_OPEN, MOST_ROUNDS, MOST_TEMPS, Rates
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import plans, scoring
from kvartal.games.welcome.rules.tables import WelcomeTables

WHOLE: Final = 1000  # a certainty, or one point

# A row: 1 … 6 estates of each size, finished or likely, in thousandths; then
LOOSE: Final = 7  # thousandths of houses that will be built in runs still too long for an estate
FREE: Final = 8  # + size: estates as above, those that no plan has used
LONG: Final = 15  # houses in runs too long for an estate
OPEN: Final = 16  # empty houses
ROW: Final = 17
# Rows: those of the three streets, then of the other two streets together, then of what is tried out
OTHERS: Final = 3
TRIAL: Final = 6
FENCED: Final = 7
NONE: Final = 8  # nothing at all
ROWS: Final = 9

# Weights, in the order of weights.toml
W_SPACING: Final = 0
W_PACE: Final = 1
W_LOOSE: Final = 2
W_PLAN: Final = 3
W_SOON: Final = 4
W_LONG: Final = 5
W_OTHER_PLAN: Final = 6
W_RAISE: Final = 7
W_PARK: Final = 8
W_POOL: Final = 9
W_TEMP: Final = 10
W_BIS: Final = 11
W_REFUSAL: Final = 12
W_RIVAL: Final = 13
W_END: Final = 14
W_RIVAL_PACE: Final = 15
W_ROUNDABOUT: Final = 16


@final
class Outlook:
    """The worth of one sheet: look_at() it, then ask. What is tried out is written into the cells and taken back."""

    def __init__(self, tables: WelcomeTables, weights: vec[i64]) -> None:
        self.tables = tables
        self.weights = weights
        self.houses: i64 = tables.houses
        self.cells = vec[i64]()
        self.base: i64 = 0
        self.odds = vec[i64]([0] * (2 * tables.houses))  # as things stand; after them, of what is tried out
        self.rows = vec[i64]([0] * (ROWS * ROW))
        self.below = vec[i64](list(tables.below))
        self.worth_of_size = vec[i64]([0] * 8)
        self.more_of_size = vec[i64]([0] * 8)  # what one more value card would add
        self.plan_points = vec[i64]([0] * 3)  # thousandths; 0: nothing to hope for
        self.plan_simple = vec[i64]([0] * 3)  # only sizes of estates are asked for
        self.any_other: bool = False  # a plan asks for something else
        self.rounds: i64 = 0  # that are probably left
        self.share: i64 = WHOLE  # of the empty houses there is time for
        self.fixed: i64 = 0  # what the rest of this turn does not change
        self.temp_now: i64 = 0
        self.temp_more: i64 = 0  # what one more temp adds
        self.pools: i64 = 0
        self.pools_open: i64 = 0
        rates = Rates(tables, weights[W_PARK], weights[W_POOL], weights[W_TEMP])
        self.park_table = rates.parks
        self.pool_table = rates.pools
        self.reach_table = rates.temps

    # Looking at a sheet -----------------------------------------------------------------------------------------------

    def look_at(self, cells: vec[i64], seat: i64) -> None:
        tables = self.tables
        base: i64 = tables.seats + seat * tables.stride
        self.cells = cells
        self.base = base
        self.count_rounds(cells, seat)
        size: i64 = 1
        while size <= 6:
            self.value_size(size)
            size += 1
        self.look_at_plans()
        self.look_at_pools()
        street: i64 = 0
        while street < 3:
            self.sum_up(street, street, 0)
            street += 1
        street = 0
        while street < 3:
            self.add_rows(OTHERS + street, (street + 1) % 3, (street + 2) % 3)
            street += 1
        refused: i64 = cells[base + at.REFUSALS]
        self.fixed = 0
        self.fixed -= tables.refusal_points[refused] * WHOLE + refused * refused * self.weights[W_REFUSAL]
        self.fixed -= tables.roundabout_points[cells[base + at.ROUNDABOUTS]] * WHOLE
        self.fixed -= tables.bis_points[cells[base + at.BISES]] * WHOLE + cells[base + at.BISES] * self.weights[W_BIS]
        self.look_at_temps(seat)
        self.fixed += self.temp_now

    def count_rounds(self, cells: vec[i64], seat: i64) -> None:
        """How many rounds are left after this one, as far as the sheets tell."""
        tables = self.tables
        left: i64 = tables.houses - cells[self.base + at.BUILT]
        rounds: i64 = left
        if tables.mode == at.SOLO_2018:
            if cells[at.DECK_SIZE] // 3 < rounds:
                rounds = cells[at.DECK_SIZE] // 3
        elif tables.players > 1:
            other: i64 = 0
            while other < tables.players:
                if other != seat:
                    theirs: i64 = tables.houses - cells[tables.seats + other * tables.stride + at.BUILT]
                    if theirs < rounds:
                        rounds = theirs
                other += 1
        self.rounds = rounds if rounds < MOST_ROUNDS else MOST_ROUNDS - 1
        self.share = WHOLE * rounds // left if left > rounds else WHOLE

    def value_size(self, size: i64) -> None:
        """What an estate of this size is worth now, and with one more box crossed."""
        tables = self.tables
        crossed: i64 = self.cells[self.base + at.VALUES + size - 1]
        boxes: i64 = tables.value_boxes[size - 1]
        now: i64 = tables.value_points[(size - 1) * 16 + crossed]
        full: i64 = tables.value_points[(size - 1) * 16 + boxes]
        hope: i64 = self.weights[W_RAISE]
        self.worth_of_size[size] = now * WHOLE + (full - now) * hope
        self.more_of_size[size] = -1
        if crossed < boxes:
            more: i64 = tables.value_points[(size - 1) * 16 + crossed + 1]
            self.more_of_size[size] = (more - now) * (WHOLE - hope)

    def look_at_plans(self) -> None:
        tables = self.tables
        cells = self.cells
        self.any_other = False
        place: i64 = 0
        while place < 3:
            plan: i64 = cells[at.PLANS_AT + place]
            self.plan_points[place] = 0
            if cells[self.base + at.PLANS + place] < 0:
                points: i64 = tables.plan_later[plan] if cells[at.FLIPPED + place] else tables.plan_first[plan]
                self.plan_points[place] = points
                self.plan_simple[place] = 0
                if tables.plan_kind[plan] == at.P_ESTATES and tables.plan_bis[plan] + tables.plan_pools[plan] == 0:
                    self.plan_simple[place] = 1
                else:
                    self.any_other = True
            place += 1

    def look_at_pools(self) -> None:
        tables = self.tables
        self.pools = 0
        self.pools_open = 0
        pool: i64 = 0
        while pool < tables.pools:
            if self.cells[self.base + tables.pool_at + pool]:
                self.pools += 1
            elif self.cells[self.base + at.NUMBERS + tables.pool_houses[pool]] < 0:
                self.pools_open += 1
            pool += 1

    def look_at_temps(self, seat: i64) -> None:
        """What the temps bring in the end, as they are, and with one more."""
        tables = self.tables
        own: i64 = self.cells[self.base + at.TEMPS]
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        if tables.mode == at.SOLO_2018:
            self.temp_now = self.reach(tables.solo_temps[0] - own) * tables.solo_temps[1]
            self.temp_more = self.reach(tables.solo_temps[0] - own - 1) * tables.solo_temps[1] - self.temp_now
            return
        if tables.mode == at.SOLO_2023 and tables.rival[0] == 0:
            first = tables.solo_temps[0]
            second = tables.solo_temps[1]
            third = tables.solo_temps[2]
        elif tables.mode == at.SOLO_2023:
            first = scoring.rival_temp_count(self.cells, tables) + self.rounds * self.weights[W_TEMP] // WHOLE
            second = 1
            third = 1
        else:
            other: i64 = 0
            while other < tables.players:
                if other != seat:
                    count: i64 = self.cells[tables.seats + other * tables.stride + at.TEMPS]
                    count += self.rounds * self.weights[W_TEMP] // WHOLE
                    if count > tables.temp_boxes:
                        count = tables.temp_boxes
                    if count > first:
                        third = second
                        second = first
                        first = count
                    elif count < first and count > second:
                        third = second
                        second = count
                    elif count < second and count > third:
                        third = count
                other += 1
        self.temp_now = self.ranked(own, first, second, third)
        self.temp_more = self.ranked(own + 1, first, second, third) - self.temp_now
        if own >= tables.temp_boxes:
            self.temp_more = 0

    def reach(self, need: i64) -> i64:
        """How likely so many more temps are, in thousandths."""
        return (
            WHOLE
            if need <= 0
            else self.reach_table[(need if need < MOST_TEMPS else MOST_TEMPS - 1) * MOST_ROUNDS + self.rounds]
        )

    def ranked(self, own: i64, first: i64, second: i64, third: i64) -> i64:
        tables = self.tables
        first = first if first > 0 else 1
        second = second if second > 0 else 1
        third = third if third > 0 else 1
        a: i64 = self.reach(first - own)
        b: i64 = self.reach(second - own)
        c: i64 = self.reach(third - own)
        b = a if b < a else b
        c = b if c < b else c
        return a * tables.temp_rank[0] + (b - a) * tables.temp_rank[1] + (c - b) * tables.temp_rank[2]

    # Streets ----------------------------------------------------------------------------------------------------------

    def sum_up(self, street: i64, row: i64, off: i64) -> None:
        """The odds of a street's houses (from `off` on), and its row."""
        tables = self.tables
        cells = self.cells
        rows = self.rows
        at_row: i64 = row * ROW
        i: i64 = 0
        while i < ROW:
            rows[at_row + i] = 0
            i += 1
        first: i64 = tables.first[street]
        past: i64 = tables.past[street]
        numbers: i64 = self.base + at.NUMBERS
        low: i64 = 0
        begin: i64 = -1
        h: i64 = first
        odds = self.odds
        while h < past:
            cell: i64 = cells[numbers + h]
            if cell < 0:
                if begin < 0:
                    begin = h
            else:
                if cell >= at.BIS_BASE:
                    cell -= at.BIS_BASE
                if begin >= 0:
                    self.fill_gap(begin, h, low, cell, off)
                    rows[at_row + OPEN] += h - begin
                    begin = -1
                low = 0 if cell == at.ROUNDABOUT else cell + 1
                odds[off + h] = WHOLE
            h += 1
        if begin >= 0:
            self.fill_gap(begin, h, low, at.ROUNDABOUT, off)
            rows[at_row + OPEN] += h - begin
        fences: i64 = self.base + tables.fences
        begin = first
        h = first
        while h < past:
            if cells[fences + h]:
                self.add_run(at_row, begin, h, 1, off)
                begin = h + 1
            h += 1

    def fill_gap(self, begin: i64, past: i64, low: i64, high: i64, off: i64) -> None:
        """How likely the houses of a gap are to be filled, for numbers from `low` to below `high`."""
        houses: i64 = past - begin
        chance: i64 = 0
        if high > low:
            weight: i64 = (self.below[high] - self.below[low]) * (self.rounds + self.weights[W_PACE]) * 50
            chance = self.share * weight // (weight + self.weights[W_SPACING] * houses)
            if high - low < houses:
                chance = chance * (high - low) // houses
        odds = self.odds
        h: i64 = off + begin
        past += off
        while h < past:
            odds[h] = chance
            h += 1

    def add_run(self, at_row: i64, begin: i64, last: i64, sign: i64, off: i64) -> None:
        """Add (or take away) what a run between fences may become."""
        cells = self.cells
        odds = self.odds
        rows = self.rows
        size: i64 = last - begin + 1
        h: i64 = off + begin
        end: i64 = off + last
        if size > 6:
            sum: i64 = 0
            while h <= end:
                sum += odds[h]
                h += 1
            rows[at_row + LOOSE] += sign * sum
            rows[at_row + LONG] += sign * size
            return
        if size == 1 and cells[self.base + at.NUMBERS + begin] == at.ROUNDABOUT:
            return
        chance: i64 = odds[h]
        h += 1
        while h <= end:
            chance = chance * odds[h] // WHOLE
            h += 1
        rows[at_row + size] += sign * chance
        marks: i64 = self.base + self.tables.marks
        if cells[marks + begin] == 0 and cells[marks + last] == 0:
            rows[at_row + FREE + size] += sign * chance

    def add_rows(self, into: i64, one: i64, two: i64) -> None:
        rows = self.rows
        into *= ROW
        one *= ROW
        two *= ROW
        i: i64 = 1
        while i < ROW:
            rows[into + i] = rows[one + i] + rows[two + i]
            i += 1

    def copy_row(self, into: i64, one: i64) -> None:
        rows = self.rows
        into *= ROW
        one *= ROW
        i: i64 = 1
        while i < ROW:
            rows[into + i] = rows[one + i]
            i += 1

    # The worth --------------------------------------------------------------------------------------------------------

    def worth(self) -> i64:
        """Of the sheet that was looked at."""
        return self.shape(0, OTHERS, 0) + self.grounds(-1)

    def shape(self, row: i64, others: i64, street: i64) -> i64:
        """Of estates and plans: a street's row, and those of the others together."""
        rows = self.rows
        worth = self.worth_of_size
        one: i64 = row * ROW
        two: i64 = others * ROW
        total: i64 = (rows[one + 1] + rows[two + 1]) * worth[1]
        total += (rows[one + 2] + rows[two + 2]) * worth[2]
        total += (rows[one + 3] + rows[two + 3]) * worth[3]
        total += (rows[one + 4] + rows[two + 4]) * worth[4]
        total += (rows[one + 5] + rows[two + 5]) * worth[5]
        total += (rows[one + 6] + rows[two + 6]) * worth[6]
        total += (rows[one + LOOSE] + rows[two + LOOSE]) * self.weights[W_LOOSE]
        total = total // WHOLE
        place: i64 = 0
        while place < 3:
            if self.plan_points[place]:
                if self.plan_simple[place]:
                    total += self.plan_points[place] * self.hope(self.cells[at.PLANS_AT + place], one, two)
                else:
                    total += self.plan_points[place] * self.other_hope(place, one, two, street)
            place += 1
        return total

    def special(self, row: i64, others: i64, street: i64) -> i64:
        """Of the plans that ask for something else than sizes of estates."""
        total: i64 = 0
        place: i64 = 0
        while place < 3:
            if self.plan_points[place] and not self.plan_simple[place]:
                total += self.plan_points[place] * self.other_hope(place, row * ROW, others * ROW, street)
            place += 1
        return total

    def special_gain(self, cell: i64, row: i64, others: i64, street: i64) -> i64:
        """What one more in a cell of the sheet would add to them."""
        if not self.any_other:
            return 0
        before: i64 = self.special(row, others, street)
        self.cells[self.base + cell] += 1
        after: i64 = self.special(row, others, street)
        self.cells[self.base + cell] -= 1
        return after - before

    def hope(self, plan: i64, one: i64, two: i64) -> i64:
        """How far a plan that asks for estates is counted, in thousandths."""
        rows = self.rows
        needs = self.tables.plan_need
        chance: i64 = WHOLE
        size: i64 = 1
        at_need: i64 = plan * 8
        while size <= 6:
            need: i64 = needs[at_need + size]
            if need:
                need *= WHOLE
                have: i64 = rows[one + FREE + size] + rows[two + FREE + size]
                if have < need:
                    have = have * self.weights[W_SOON] // WHOLE
                    have += (rows[one + LONG] + rows[two + LONG]) * self.weights[W_LONG] // size
                    chance = chance * have // need if have < need else chance * 999 // WHOLE
            size += 1
        return chance if chance == WHOLE else chance * self.weights[W_PLAN] // WHOLE

    def other_hope(self, place: i64, one: i64, two: i64, street: i64) -> i64:
        """The same for plans of other kinds. `one` is the row of this street."""
        tables = self.tables
        cells = self.cells
        plan: i64 = cells[at.PLANS_AT + place]
        if plans.met(cells, self.base, tables, plan):
            return WHOLE
        kind: i64 = tables.plan_kind[plan]
        part: i64 = 0
        if kind == at.P_ESTATES:
            return self.hope(plan, one, two) * self.weights[W_OTHER_PLAN] // (2 * WHOLE)
        if kind == at.P_ON_STREET:
            asked: i64 = tables.plan_street[plan]
            return self.hope(plan, one if asked == street else asked * ROW, NONE * ROW)
        if kind == at.P_ONE_STREET:
            asked = 0
            while asked < 3:
                found: i64 = self.hope(plan, one if asked == street else asked * ROW, NONE * ROW)
                lacking: i64 = tables.plan_rounds[plan] - plans.rounds_on(cells, self.base, tables, asked)
                while lacking > 0:
                    found //= 4
                    lacking -= 1
                part = found if found > part else part
                asked += 1
            return part
        part = progress(cells, self.base, tables, plan, kind)
        return part * part // WHOLE * self.weights[W_OTHER_PLAN] // WHOLE

    def grounds(self, house: i64) -> i64:
        """Of everything else, if this house (−1: none) is filled without park and pool."""
        rows = self.rows
        tables = self.tables
        total: i64 = self.fixed
        street: i64 = 0
        while street < 3:
            room: i64 = rows[street * ROW + OPEN]
            if house >= 0 and tables.street[house] == street:
                room -= 1
            total += self.parks(street, self.cells[self.base + at.PARKS + street], room)
            street += 1
        room = self.pools_open
        if house >= 0 and tables.pool_of[house] != 255:
            room -= 1
        return total + self.pool_worth(self.pools, room)

    def parks(self, street: i64, crossed: i64, room: i64) -> i64:
        """The parks of a street with so many crossed and so many houses open."""
        return self.park_table[(street * 16 + crossed) * MOST_OPEN + room * self.share // WHOLE]

    def pool_worth(self, built: i64, room: i64) -> i64:
        return self.pool_table[built * (self.tables.pools + 1) + room * self.share // WHOLE]
