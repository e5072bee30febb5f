# compiled
"""So that nobody reads the chips: what a reader would tell costs a price, and luck decides what is about equal.

The reader is the one who is hardest to escape. He knows the bot, sees where a chip lies and tells its value by dice of
his own; a value that the bot lays there more often than others he learns to tell more often. What is left when neither
gains by changing (`guesses.py` finds it) are his shares. A bot that pays for each chip as often as he is right mixes
where that costs it least, by its own reckoning.
"""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.games.house.bot import weights as w
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import HouseTables

KINDS: Final = 11  # of buildings: the shops of six goods, bank, office, exchange, fair, order
# How often the reader tells a 0, 1, 2 and 3 there, in thousandths
BASIC_FOR_TWO: Final = [
    0, 0, 0, 995,  0, 295, 700, 0,  0, 10, 187, 799,  0, 69, 922, 6,  0, 991, 4, 0,  548, 447, 0, 0,
    0, 995, 0, 0,  895, 101, 0, 0,  0, 995, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,
]  # fmt: skip
BASIC: Final = [
    0, 0, 20, 975,  0, 40, 923, 33,  0, 95, 198, 703,  0, 0, 196, 799,  98, 895, 0, 0,  100, 896, 0, 0,
    0, 995, 0, 0,  106, 890, 0, 0,  0, 995, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,
]  # fmt: skip
EXPERT: Final = [
    0, 0, 138, 858,  0, 56, 195, 743,  0, 288, 246, 463,  0, 25, 276, 695,  197, 796, 0, 0,  99, 896, 0, 0,
    0, 0, 0, 0,  0, 974, 0, 21,  0, 814, 178, 0,  0, 995, 0, 0,  0, 995, 0, 0,
]  # fmt: skip


@final
class Whims:
    """How much more (or less) each chip is wanted at each building than it is worth there. Nothing, unless drawn."""

    def __init__(self, tables: HouseTables, weights: vec[i64]) -> None:
        self.tables = tables
        self.weights = weights
        self.wish = vec[i64]([0] * (at.PLACES * at.CHIP_VALUES))  # in hundredths of a point
        self.guesses = vec[i64]([0] * (KINDS * at.CHIP_VALUES))
        self.expect(EXPERT if tables.expert else BASIC_FOR_TWO if tables.players == 2 else BASIC)

    def expect(self, guesses: list[int]) -> None:
        """The shares of a reader, in thousandths: for each kind of building those of the four values."""
        i: i64 = 0
        while i < KINDS * at.CHIP_VALUES:
            self.guesses[i] = guesses[i]
            i += 1

    def draw(self, cells: vec[i64], seat: i64, source: Source) -> None:
        """For this round, and the same for each of its chips: drawn by number. In the first rounds maybe luck alone, so
        that games begin differently; where the 0 lies is then no matter of luck for whoever does not lead."""
        drawn: i64 = cells[at.ROUND] * at.PLACES * at.CHIP_VALUES
        early: bool = cells[at.ROUND] < self.weights[w.MIX_FROM]
        price: i64 = 0 if early else self.weights[w.MIX_PRICE]
        most: i64 = self.weights[w.MIX_EARLY] if early else self.weights[w.MIX_CHIP]
        place: i64 = 0
        while place < self.tables.places:
            guess: i64 = self.tables.kind[place] * at.CHIP_VALUES
            spot: i64 = place * at.CHIP_VALUES
            value: i64 = 0
            while value < at.CHIP_VALUES:
                luck: i64 = below(source.word(seat, drawn + spot + value, 0), most + 1)
                if early and value == 0 and cells[at.STARTER] != seat:
                    luck = -most if self.tables.kind[place] == at.EXCHANGE else 0  # a 0 there lost games
                self.wish[spot + value] = luck - price * self.guesses[guess + value] // 1000
                value += 1
            place += 1

    def forget(self) -> None:
        spot: i64 = 0
        while spot < at.PLACES * at.CHIP_VALUES:
            self.wish[spot] = 0
            spot += 1


def below(bits: i64, bound: i64) -> i64:
    """32 random bits as a number below a bound."""
    return (bits * bound) >> 32
