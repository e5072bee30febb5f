# compiled
"""The most promising turns that were found, the best first."""

from typing import Final, final

from kvartal.engine.native import i64, vec

MOST: Final = 40
LOWEST: Final = -1000000000


@final
class Kept:
    """begin(), offer() each turn, then read `count` of them."""

    def __init__(self) -> None:
        self.keep: i64 = 1
        self.count: i64 = 0
        self.values = vec[i64]([0] * MOST)
        self.cards = vec[i64]([0] * MOST)  # for the number; −1: a refusal
        self.pairs = vec[i64]([0] * MOST)  # for the effect
        self.hires = vec[i64]([0] * MOST)  # the number that temps write, −1
        self.houses = vec[i64]([0] * MOST)
        self.uses = vec[i64]([0] * MOST)  # the move that uses the effect, −1

    def begin(self, keep: i64) -> None:
        """How many are kept, at most MOST."""
        self.keep = keep
        self.count = 0

    def offer(self, value: i64, card: i64, pair: i64, hired: i64, house: i64, use: i64) -> None:
        """Keep this turn if it is among the best; of equals the first, and of equal sheets only one."""
        last: i64 = self.keep - 1
        if self.count == self.keep and value <= self.values[last]:
            return
        if self.keep > 1 and self.has(value, hired, house, use):
            return
        i: i64 = self.count if self.count < self.keep else last
        if self.count < self.keep:
            self.count += 1
        while i > 0 and self.values[i - 1] < value:
            before: i64 = i - 1
            self.values[i] = self.values[before]
            self.cards[i] = self.cards[before]
            self.pairs[i] = self.pairs[before]
            self.hires[i] = self.hires[before]
            self.houses[i] = self.houses[before]
            self.uses[i] = self.uses[before]
            i = before
        self.values[i] = value
        self.cards[i] = card
        self.pairs[i] = pair
        self.hires[i] = hired
        self.houses[i] = house
        self.uses[i] = use

    def has(self, value: i64, hired: i64, house: i64, use: i64) -> bool:
        """Does a turn that was kept leave the same sheet?"""
        i: i64 = 0
        while i < self.count:
            if self.values[i] == value and self.houses[i] == house and self.uses[i] == use and self.hires[i] == hired:
                return True
            i += 1
        return False
