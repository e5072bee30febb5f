# compiled
"""What a position is worth to a seat: its points line by line, and what it has for more of them."""

from typing import final

from kvartal.engine.native import i64, vec
from kvartal.games.house.bot import weights as w
from kvartal.games.house.bot import wishes
from kvartal.games.house.bot.worth import Worth
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules import crews, scoring
from kvartal.games.house.rules.tables import HouseTables

# The lines of the score first (their sum is the score), then what is there and what is missing
BASIC = ("elements", "complete", "coins", "missing", "permit", "goods", "builders", "rounds")
EXPERT = (
    "elements",
    "garage",
    "quality",
    "privileges",
    "loans",
    "missing",
    "permit",
    "goods",
    "builders",
    "rounds",
    "money",
)


@final
class Judgement:
    def __init__(self, tables: HouseTables, weights: vec[i64], worth: Worth) -> None:
        self.tables = tables
        self.weights = weights
        self.worth = worth

    def fill_terms(self, cells: vec[i64], seat: i64, out: vec[i64]) -> i64:
        """In the order of BASIC or EXPERT."""
        tables = self.tables
        base: i64 = at.SEATS + seat * at.STRIDE
        out[0] = scoring.element_points(cells, base, tables)
        count: i64 = 3
        if tables.expert:
            out[1] = scoring.garage_points(cells, base, tables)
            out[2] = cells[base + at.QUALITY]
            out[3] = 0
            colour: i64 = 0
            while colour < scoring.COLOURS:
                if scoring.colour_won(cells, tables, seat, colour):
                    out[3] += tables.colour_points
                colour += 1
            out[4] = scoring.loan_points(cells, base, tables)
            count = 5
        else:
            out[1] = tables.complete_points if scoring.complete(cells, base, tables) else 0
            out[2] = scoring.coin_points(cells, tables, seat)
        out[count] = self.missing(cells, seat)
        out[count + 1] = cells[base + at.PERMIT]
        out[count + 2] = scoring.goods_left(cells, base)
        out[count + 3] = crews.hired(cells, base)
        out[count + 4] = tables.rounds - cells[at.ROUND]
        if tables.expert:
            out[count + 5] = cells[base + at.MONEY]
            count += 1
        return count + 5

    def missing(self, cells: vec[i64], seat: i64) -> i64:
        """Elements without which the house is not complete."""
        wants = self.worth.wishes
        wants.read(cells, seat)
        count: i64 = 0
        wish: i64 = 0
        while wish < wishes.WISHES:
            count += wants.core[wish]
            wish += 1
        return count

    def outlook(self, cells: vec[i64], seat: i64) -> i64:
        """Points that a seat may hope for, in hundredths: what it has, what its goods and builders are good for, and
        what its chips promise. Of rivals' chips only where they lie is looked at."""
        tables = self.tables
        weights = self.weights
        base: i64 = at.SEATS + seat * at.STRIDE
        points: i64 = 100 * scoring.points_of(cells, tables, seat)
        if cells[at.PHASE] == at.ENDING:
            return points
        left: i64 = tables.rounds - cells[at.ROUND]
        if not tables.expert and not scoring.complete(cells, base, tables):
            points += 100 * tables.complete_points  # most finish in time
        missing: i64 = self.missing(cells, seat)
        points -= weights[w.MISSING] * missing // (left + 1)
        if tables.need_permit and cells[base + at.PERMIT] == 0:
            points -= weights[w.PERMIT] // (left + 1)
        points += weights[w.GOOD] * scoring.goods_left(cells, base)
        if not tables.expert:
            points += (weights[w.HIRE] + weights[w.HIRE_LEFT] * left) * crews.hired(cells, base)
        else:
            points += weights[w.MONEY] * cells[base + at.MONEY]
        return points

    def promised(self, cells: vec[i64], seat: i64) -> i64:
        """What the chips that a seat has laid so far will bring, in hundredths of a point."""
        if cells[at.PHASE] != at.MOVING:
            return 0
        base: i64 = at.SEATS + seat * at.STRIDE
        self.worth.weigh(cells, seat)
        total: i64 = 0
        place: i64 = 0
        while place < self.tables.places:
            chip: i64 = cells[base + at.CHIP + place]
            if chip > 0:
                total += self.worth.now[place * at.CHIP_VALUES + chip]
            place += 1
        return total
