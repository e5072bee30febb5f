# compiled
"""The places of the weights in their vector: `weights.toml` names them in this order. Hundredths of a point unless said
otherwise."""

from typing import Final

CORE: Final = 0  # a good that the complete house lacks,
CORE_PRICE: Final = 1  # and for each coin of its price
EXTRA: Final = 2  # a good for something that is worth points
SPARE: Final = 3  # any other good
PERMIT: Final = 4
PERMIT_LEFT: Final = 5  # so much less for each round that is left
PERMIT_KEPT: Final = 6  # per cent of it that each rival in front leaves
HIRE: Final = 7  # basic: a builder,
HIRE_LEFT: Final = 8  # for each round that is left,
HIRE_HAD: Final = 9  # and less for each one that is there
COIN: Final = 10  # basic: a coin,
COIN_LEAD: Final = 11  # where it makes the most coins,
COIN_IDLE: Final = 12  # or where no good is missing
TAKEN: Final = 13  # tenths of a good that a chip in front takes
HIRE_TAKEN: Final = 14  # the same of builder cards
THREAT: Final = 15  # tenths of a rival who comes first if one waits until the next chip
URGENCY: Final = 16  # how much what is lost by waiting counts
MONEY: Final = 17  # expert: a coin
OFFICE: Final = 18  # the least that money or quality is thought to bring
FAIR: Final = 19
FAIR_CHIP: Final = 20  # for each point of the chip
ORDER: Final = 21  # to be first, while the permit is missing,
ORDER_LATE: Final = 22  # and afterwards
CREW: Final = 23  # the first crew that can build a wall,
CREW_SECOND: Final = 24
CREW_LATE: Final = 25  # the second one in the last round
CREW_THIRD: Final = 26
CREW_MORE: Final = 27
STAR: Final = 28  # a step of quality
STRONG: Final = 29  # a card with two workers or more where there is none,
STRONG_SECOND: Final = 30
STRONG_MORE: Final = 31
WEAK: Final = 32  # a card with one worker
TOP_CARD: Final = 33  # a privilege that hires
RESERVE: Final = 34  # money that is not spent on extras
LOANS: Final = 35  # so many are taken for extras
POOR: Final = 36  # with less money than this the office is asked for money
GARAGE_LEFT: Final = 37  # rounds that must be left to begin a garage
GARAGE_FIRST: Final = 38  # 1: nothing else is wanted before the garage stands
WIDE_LEFT: Final = 39  # basic: rounds that must be left to want another column
GOOD: Final = 40  # a good in the store
MISSING: Final = 41  # an element that the complete house lacks, in the last round
# So that nobody reads the chips (whims.py)
MIX_PRICE: Final = 42  # what a chip costs that the reader tells,
MIX_CHIP: Final = 43  # and how much luck has a say in which chip lies where, at most
MIX_FROM: Final = 44  # the round in which this begins;
MIX_EARLY: Final = 45  # before it luck alone has a say, so much at most
