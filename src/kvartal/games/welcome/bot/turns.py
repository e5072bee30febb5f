# compiled
"""Whole turns, looked through: which cards, which number, which house, which effect. The most promising ones are kept.

A number is tried in every house where it fits. Parks, pools and temps are added to all of these; a fence, a bis or a
value to the best few. In the street just written what an effect adds is worked out anew; in the others it is worked out
once for the whole turn.
"""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.engine.state import LEGAL
from kvartal.games.welcome.bot import outlook as of
from kvartal.games.welcome.bot.gifts import fill_gifts
from kvartal.games.welcome.bot.kept import LOWEST, Kept
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules import choosing, effects, roundabouts, sheet
from kvartal.games.welcome.rules.tables import WelcomeTables

MOST_HOUSES: Final = 60
WHOLE: Final = 1000


@final
class Turns:
    """find(), then read the turns that were kept."""

    def __init__(self, tables: WelcomeTables, weights: vec[i64]) -> None:
        self.tables = tables
        self.look = of.Outlook(tables, weights)
        self.weights = weights
        self.width: i64 = 2  # houses for which fences, bis and values are looked through
        self.kept = Kept()
        # what is tried out now
        self.card: i64 = 0
        self.pair: i64 = 0
        self.hired: i64 = 0
        self.given: i64 = 0  # what the third card brings a rival
        # what is worked out once for a turn
        self.cells = self.look.cells
        self.base: i64 = 0
        self.plain: i64 = 0  # the worth of the sheet as it is
        self.here: i64 = 0  # of that, its shape
        self.ground: i64 = 0  # and the rest
        self.tried = vec[i64]([0] * 18)  # numbers
        self.fits = vec[i64]([0] * 18)  # in how many houses
        self.fit_houses = vec[i64]([0] * (18 * MOST_HOUSES))
        self.fit_values = vec[i64]([0] * (18 * MOST_HOUSES))
        self.park_less = vec[i64]([0] * 3)
        self.park_more = vec[i64]([0] * 3)
        self.pool_less: i64 = 0
        self.pool_more: i64 = 0
        self.bis_cost: i64 = 0
        self.temp_more: i64 = 0
        self.fenced: bool = False
        self.fence_gains = vec[i64]([0] * MOST_HOUSES)
        self.doubled: bool = False
        self.left_gains = vec[i64]([0] * MOST_HOUSES)  # of a bis from the left
        self.right_gains = vec[i64]([0] * MOST_HOUSES)
        self.gifts = vec[i64]([0] * 3)

    # Finding ----------------------------------------------------------------------------------------------------------

    def find(self, cells: vec[i64], seat: i64, width: i64, keep: i64) -> None:
        """From any stage of a turn before the plans."""
        tables = self.tables
        self.look.look_at(cells, seat)
        self.cells = cells
        self.base = self.look.base
        self.width = width
        self.kept.begin(keep)
        self.prepare()
        base: i64 = self.base
        stage: i64 = cells[base + at.STAGE]
        self.card = cells[base + at.CARD_N]
        self.pair = cells[base + at.CARD_E]
        self.hired = -1
        self.given = 0
        if stage == at.OPEN:
            self.go_on_from_house()
            return
        forced: bool = False
        mask: i64 = sheet.fitting(cells, base, tables)
        card: i64 = 0
        while card < 3:
            if stage == at.CHOOSING or card == cells[base + at.CARD_N]:
                number: i64 = choosing.offered_number(cells, base, tables, card)
                forced = forced or ((mask >> number) & 1) == 1
                pair: i64 = 0
                while pair < 3:
                    if (pair != card if tables.hand else pair == card) and (
                        stage != at.WRITING or pair == cells[base + at.CARD_E]
                    ):
                        self.try_cards(card, pair, number, mask, stage)
                    pair += 1
            card += 1
        if stage == at.CHOOSING and not forced:
            self.card = -1
            self.pair = -1
            self.hired = -1
            refused: i64 = cells[base + at.REFUSALS]
            cost: i64 = tables.refusal_points[refused + 1] - tables.refusal_points[refused]
            self.given = 0
            self.offer(self.plain - cost * WHOLE - (2 * refused + 1) * self.weights[of.W_REFUSAL], -1, -1)

    def prepare(self) -> None:
        look = self.look
        tables = self.tables
        cells = self.cells
        base: i64 = self.base
        self.here = look.shape(0, of.OTHERS, 0)
        self.ground = look.grounds(-1)
        self.plain = self.here + self.ground
        number: i64 = 0
        while number < 18:
            self.tried[number] = 0
            number += 1
        self.fenced = False
        self.doubled = False
        street: i64 = 0
        while street < 3:
            crossed: i64 = cells[base + at.PARKS + street]
            room: i64 = look.rows[street * of.ROW + of.OPEN]
            self.park_less[street] = 0
            self.park_more[street] = 0
            if room > 0:
                now: i64 = look.parks(street, crossed, room - 1)
                self.park_less[street] = now - look.parks(street, crossed, room)
                if crossed < tables.park_boxes[street]:
                    self.park_more[street] = look.parks(street, crossed + 1, room - 1) - now
                    self.park_more[street] += look.special_gain(at.PARKS + street, street, of.OTHERS + street, street)
            street += 1
        self.pool_less = 0
        self.pool_more = 0
        if look.pools_open > 0:
            now = look.pool_worth(look.pools, look.pools_open - 1)
            self.pool_less = now - look.pool_worth(look.pools, look.pools_open)
            self.pool_more = look.pool_worth(look.pools + 1, look.pools_open - 1) - now
        bises: i64 = cells[base + at.BISES]
        if bises < tables.bis_boxes:
            self.bis_cost = (tables.bis_points[bises + 1] - tables.bis_points[bises]) * WHOLE + self.weights[of.W_BIS]
        self.temp_more = look.temp_more
        if cells[base + at.TEMPS] < tables.temp_boxes:
            self.temp_more += look.special_gain(at.TEMPS, 0, of.OTHERS, 0)
        if tables.mode == at.SOLO_2023 and tables.rival[0] > 0:
            fill_gifts(cells, base, tables, self.weights[of.W_RIVAL], self.gifts)

    def try_cards(self, card: i64, pair: i64, number: i64, mask: i64, stage: i64) -> None:
        """Every number that these two cards allow."""
        cells = self.cells
        base: i64 = self.base
        tables = self.tables
        effect: i64 = choosing.offered_effect(cells, base, tables, pair)
        self.card = card
        self.pair = pair
        self.hired = -1
        self.given = self.gifts[3 - card - pair] if tables.mode == at.SOLO_2023 else 0
        if stage == at.WRITING and cells[base + at.HIRED]:
            self.try_number(cells[base + at.NUMBER_NOW], -1, 0)
        elif effect == at.TEMP:
            near: i64 = mask & choosing.near(number)
            hired: i64 = number - 2 if number > 2 else 0
            while hired <= number + 2 and hired <= at.HIGHEST:
                if (near >> hired) & 1:
                    self.hired = hired
                    self.try_number(hired, -1, self.temp_more)
                hired += 1
        elif (mask >> number) & 1:
            self.try_number(number, effect, 0)

    def offer(self, value: i64, house: i64, use: i64) -> None:
        """The turn that is tried out now: worth so much, with this house and this use of its effect."""
        self.kept.offer(value - self.given, self.card, self.pair, self.hired, house, use)

    # A number in its houses -------------------------------------------------------------------------------------------

    def write_everywhere(self, number: i64) -> None:
        """The worth of the sheet with this number in each house where it fits."""
        tables = self.tables
        cells = self.cells
        numbers: i64 = self.base + at.NUMBERS
        count: i64 = 0
        street: i64 = 0
        while street < 3:
            low: i64 = -1
            begin: i64 = -1
            h: i64 = tables.first[street]
            past: i64 = tables.past[street]
            while h <= past:
                cell: i64 = at.ROUNDABOUT if h == past else cells[numbers + h]
                if cell < 0:
                    if begin < 0:
                        begin = h
                else:
                    if cell >= at.BIS_BASE:
                        cell -= at.BIS_BASE
                    if begin >= 0 and low < number and number < cell:
                        while begin < h:
                            self.fit_houses[number * MOST_HOUSES + count] = begin
                            self.fit_values[number * MOST_HOUSES + count] = self.write(number, begin, street)
                            count += 1
                            begin += 1
                    begin = -1
                    low = -1 if cell == at.ROUNDABOUT else cell
                h += 1
            street += 1
        self.fits[number] = count
        self.tried[number] = 1

    def write(self, number: i64, house: i64, street: i64) -> i64:
        """The number in this house: its street's row as TRIAL, and the worth of it all."""
        look = self.look
        cells = self.cells
        cells[self.base + at.NUMBERS + house] = number
        look.sum_up(street, of.TRIAL, look.houses)
        value: i64 = look.shape(of.TRIAL, of.OTHERS + street, street)
        cells[self.base + at.NUMBERS + house] = at.EMPTY
        value += self.ground + self.park_less[street]
        return value + self.pool_less if self.tables.pool_of[house] != 255 else value

    def try_number(self, number: i64, effect: i64, more: i64) -> None:
        tables = self.tables
        if not self.tried[number]:
            self.write_everywhere(number)
        count: i64 = self.fits[number]
        row: i64 = number * MOST_HOUSES
        i: i64 = 0
        while i < count:
            house: i64 = self.fit_houses[row + i]
            value: i64 = self.fit_values[row + i] + more
            self.offer(value, house, -1)
            if effect == at.PARK:
                street: i64 = tables.street[house]
                if self.cells[self.base + at.PARKS + street] < tables.park_boxes[street]:
                    self.offer(value + self.park_more[street], house, at.MAKE_PARK)
            elif effect == at.POOL:
                if tables.pool_of[house] != 255:
                    street = tables.street[house]
                    cell: i64 = tables.pool_at + tables.pool_of[house]
                    special: i64 = self.look.special_gain(cell, street, of.OTHERS + street, street)
                    self.offer(value + self.pool_more + special, house, at.MAKE_POOL)
            i += 1
        if effect == at.FENCE or effect == at.BIS or effect == at.VALUE:
            self.try_best(number, effect, row, count)

    def try_best(self, number: i64, effect: i64, row: i64, count: i64) -> None:
        """An effect that may be used anywhere, for the best houses."""
        bound: i64 = -LOWEST
        after: i64 = -1
        looked: i64 = 0
        while looked < self.width:
            best: i64 = LOWEST
            found: i64 = -1
            i: i64 = 0
            while i < count:
                value: i64 = self.fit_values[row + i]
                if value > best and (value < bound or (value == bound and i > after)):
                    best = value
                    found = i
                i += 1
            if found < 0:
                return
            bound = best
            after = found
            house: i64 = self.fit_houses[row + found]
            street: i64 = self.tables.street[house]
            self.write(number, house, street)
            self.cells[self.base + at.NUMBERS + house] = number
            self.use_everywhere(effect, house, street, of.TRIAL, self.look.houses, best)
            self.cells[self.base + at.NUMBERS + house] = at.EMPTY
            looked += 1

    def go_on_from_house(self) -> None:
        """The number is written: with its effect, or without."""
        cells = self.cells
        base: i64 = self.base
        tables = self.tables
        house: i64 = cells[base + at.WROTE]
        self.offer(self.plain, house, -1)
        if house < 0 or cells[base + at.DID] >= 0:
            return
        effect: i64 = choosing.effect_of(cells, base, tables)
        street: i64 = tables.street[house]
        if effect == at.PARK:
            crossed: i64 = cells[base + at.PARKS + street]
            if crossed < tables.park_boxes[street]:
                room: i64 = self.look.rows[street * of.ROW + of.OPEN]
                gain: i64 = self.look.parks(street, crossed + 1, room) - self.look.parks(street, crossed, room)
                gain += self.look.special_gain(at.PARKS + street, street, of.OTHERS + street, street)
                self.offer(self.plain + gain, house, at.MAKE_PARK)
        elif effect == at.POOL:
            if tables.pool_of[house] != 255:
                self.offer(self.plain + 1, house, at.MAKE_POOL)
        elif effect == at.FENCE or effect == at.BIS or effect == at.VALUE:
            self.use_everywhere(effect, house, street, street, 0, self.plain)

    # Effects ----------------------------------------------------------------------------------------------------------

    def use_everywhere(self, effect: i64, house: i64, street: i64, row: i64, off: i64, value: i64) -> None:
        """A fence, a bis or a value, after a number was written in this street: its row is `row`."""
        if effect == at.FENCE:
            if not self.fenced:
                self.weigh_fences(house, street)
            self.fence_street(house, street, row, off, value)
        elif effect == at.BIS:
            if self.cells[self.base + at.BISES] < self.tables.bis_boxes:
                if not self.doubled:
                    self.weigh_bises(house, street)
                self.double_street(house, street, row, value)
        else:
            self.raise_values(house, street, row, value)

    def raise_values(self, house: i64, street: i64, row: i64, value: i64) -> None:
        look = self.look
        one: i64 = row * of.ROW
        two: i64 = (of.OTHERS + street) * of.ROW
        size: i64 = 1
        while size <= 6:
            if look.more_of_size[size] >= 0:
                gain: i64 = (look.rows[one + size] + look.rows[two + size]) * look.more_of_size[size] // WHOLE
                gain += look.special_gain(at.VALUES + size - 1, row, of.OTHERS + street, street)
                self.offer(value + gain, house, at.RAISE + size - 1)
            size += 1

    def fence_worth(self, h: i64, street: i64, row: i64, off: i64) -> i64:
        """The shape of it all with a fence right of this house."""
        look = self.look
        cells = self.cells
        tables = self.tables
        begin: i64 = sheet.run_begin(cells, self.base, tables, h)
        last: i64 = sheet.run_last(cells, self.base, tables, h)
        look.copy_row(of.FENCED, row)
        look.add_run(of.FENCED * of.ROW, begin, last, -1, off)
        look.add_run(of.FENCED * of.ROW, begin, h, 1, off)
        look.add_run(of.FENCED * of.ROW, h + 1, last, 1, off)
        if not look.any_other:
            return look.shape(of.FENCED, of.OTHERS + street, street)
        cells[self.base + tables.fences + h] = 1
        value: i64 = look.shape(of.FENCED, of.OTHERS + street, street)
        cells[self.base + tables.fences + h] = 0
        return value

    def weigh_fences(self, house: i64, street: i64) -> None:
        """What a fence would add, street by street, as the sheet was before the number."""
        tables = self.tables
        cells = self.cells
        cell: i64 = cells[self.base + at.NUMBERS + house]
        if cells[self.base + at.STAGE] != at.OPEN:
            cells[self.base + at.NUMBERS + house] = at.EMPTY
        h: i64 = 0
        while h < tables.houses:
            self.fence_gains[h] = LOWEST
            if cells[self.base + tables.fences + h] == 0:
                if effects.fence_refusal(cells, self.base, tables, h) == LEGAL:
                    own: i64 = tables.street[h]
                    self.fence_gains[h] = self.fence_worth(h, own, own, 0) - self.here
            h += 1
        cells[self.base + at.NUMBERS + house] = cell
        self.fenced = True

    def fence_street(self, house: i64, street: i64, row: i64, off: i64, value: i64) -> None:
        tables = self.tables
        code: i64 = tables.fence_move
        rest: i64 = value - self.look.shape(row, of.OTHERS + street, street)
        h: i64 = 0
        while h < tables.houses:
            if self.fence_gains[h] != LOWEST:
                if tables.street[h] == street:
                    self.offer(rest + self.fence_worth(h, street, row, off), house, code + h)
                elif self.fence_gains[h] > 0:
                    self.offer(value + self.fence_gains[h], house, code + h)
            h += 1

    def bis_worth(self, h: i64, copied: i64, street: i64) -> i64:
        """What the shape of it all and the grounds gain or lose, if this house is a bis of its neighbour."""
        look = self.look
        cells = self.cells
        cells[self.base + at.NUMBERS + h] = at.BIS_BASE + sheet.plain(cells[self.base + at.NUMBERS + copied])
        look.sum_up(street, of.FENCED, look.houses)
        value: i64 = look.shape(of.FENCED, of.OTHERS + street, street)
        cells[self.base + at.NUMBERS + h] = at.EMPTY
        value += self.park_less[street] - self.bis_cost
        return value + self.pool_less if self.tables.pool_of[h] != 255 else value

    def may_double(self, h: i64, copied: i64) -> bool:
        return effects.bis_refusal(self.cells, self.base, self.tables, h, copied) == LEGAL

    def weigh_bises(self, house: i64, street: i64) -> None:
        tables = self.tables
        cells = self.cells
        cell: i64 = cells[self.base + at.NUMBERS + house]
        if cells[self.base + at.STAGE] != at.OPEN:
            cells[self.base + at.NUMBERS + house] = at.EMPTY
        h: i64 = 0
        while h < tables.houses:
            self.left_gains[h] = LOWEST
            self.right_gains[h] = LOWEST
            if cells[self.base + at.NUMBERS + h] < 0:
                own: i64 = tables.street[h]
                if h > 0 and cells[self.base + at.NUMBERS + h - 1] >= 0 and self.may_double(h, h - 1):
                    self.left_gains[h] = self.bis_worth(h, h - 1, own) - self.here
                if h + 1 < tables.houses and cells[self.base + at.NUMBERS + h + 1] >= 0 and self.may_double(h, h + 1):
                    self.right_gains[h] = self.bis_worth(h, h + 1, own) - self.here
            h += 1
        cells[self.base + at.NUMBERS + house] = cell
        self.doubled = True

    def double_street(self, house: i64, street: i64, row: i64, value: i64) -> None:
        tables = self.tables
        cells = self.cells
        rest: i64 = value - self.look.shape(row, of.OTHERS + street, street)
        h: i64 = 0
        while h < tables.houses:
            if tables.street[h] == street:
                if cells[self.base + at.NUMBERS + h] < 0:
                    if h > 0 and cells[self.base + at.NUMBERS + h - 1] >= 0 and self.may_double(h, h - 1):
                        self.offer(rest + self.bis_worth(h, h - 1, street), house, tables.bis_left + h)
                    if (
                        h + 1 < tables.houses
                        and cells[self.base + at.NUMBERS + h + 1] >= 0
                        and self.may_double(h, h + 1)
                    ):
                        self.offer(rest + self.bis_worth(h, h + 1, street), house, tables.bis_right + h)
            else:
                if self.left_gains[h] > 0:
                    self.offer(value + self.left_gains[h], house, tables.bis_left + h)
                if self.right_gains[h] > 0:
                    self.offer(value + self.right_gains[h], house, tables.bis_right + h)
            h += 1

    # Roundabouts ------------------------------------------------------------------------------------------------------

    def best_roundabout(self, cells: vec[i64], seat: i64) -> i64:
        """The house where a roundabout is worth more than it costs, −1: there is none."""
        tables = self.tables
        look = self.look
        look.look_at(cells, seat)
        base: i64 = look.base
        if not roundabouts.may_dig(cells, base, tables):
            return -1
        self.cells = cells
        self.base = base
        self.prepare()
        dug: i64 = cells[base + at.ROUNDABOUTS]
        cost: i64 = (tables.roundabout_points[dug + 1] - tables.roundabout_points[dug]) * WHOLE
        best: i64 = cost + self.weights[of.W_ROUNDABOUT]
        found: i64 = -1
        fences: i64 = base + tables.fences
        h: i64 = 0
        while h < tables.houses:
            if cells[base + at.NUMBERS + h] < 0:
                street: i64 = tables.street[h]
                left: i64 = cells[fences + h - 1] if h > 0 else 1
                right: i64 = cells[fences + h]
                cells[base + at.NUMBERS + h] = at.ROUNDABOUT
                cells[fences + h] = 1
                if h > 0:
                    cells[fences + h - 1] = 1
                look.sum_up(street, of.TRIAL, look.houses)
                gain: i64 = look.shape(of.TRIAL, of.OTHERS + street, street) - self.here + self.park_less[street]
                if tables.pool_of[h] != 255:
                    gain += self.pool_less
                cells[base + at.NUMBERS + h] = at.EMPTY
                cells[fences + h] = right
                if h > 0:
                    cells[fences + h - 1] = left
                if gain > best:
                    best = gain
                    found = h
            h += 1
        return found
