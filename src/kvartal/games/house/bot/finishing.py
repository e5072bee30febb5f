# compiled
"""Which moves of the expert game serve the complete house: a beginner sees these, and little beyond."""

from typing import Final, final

from kvartal.engine.native import i64, vec
from kvartal.games.house.bot import wishes
from kvartal.games.house.bot.wishes import Wishes
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import HouseTables

WALL_CREW: Final = 2  # workers that a wall takes
CREWS_WANTED: Final = 2


@final
class Finishing:
    def __init__(self, tables: HouseTables, wants: Wishes) -> None:
        self.tables = tables
        self.wants = wants

    def serves(self, cells: vec[i64], seat: i64, move: i64) -> bool:
        """Wishes have been read."""
        base: i64 = at.SEATS + seat * at.STRIDE
        if move < at.TAKE:
            return move >= at.PLACES and self.worth_a_chip(cells, base, self.tables.kind[move % at.PLACES])
        if move < at.DONE:
            kind: i64 = self.tables.kind[cells[at.HERE]]
            return kind >= at.GOODS or move - at.TAKE <= self.wants.lack[kind]
        if move < at.ASK:
            return move == at.DONE or self.crews(cells, base) < CREWS_WANTED
        if move >= at.GROUP and move < at.BUILD:
            return self.wants.core[wishes.wish_of(move - at.GROUP)] > 0
        if move >= at.BUILD and move < at.CREW:
            return self.wants.core[wishes.wish_of(move - at.BUILD)] > 0
        # Who builds and where goes without saying once something is being built
        return move == at.ASK + at.PERMIT_OPTION or (move >= at.CREW and move < at.PULL)

    def worth_a_chip(self, cells: vec[i64], base: i64, kind: i64) -> bool:
        if kind < at.GOODS:
            return self.wants.lack[kind] > 0
        if kind == at.OFFICE:
            return cells[base + at.PERMIT] == 0
        return kind == at.EXCHANGE and self.crews(cells, base) == 0

    def crews(self, cells: vec[i64], base: i64) -> i64:
        """Those that can build a wall."""
        count: i64 = 0
        slot: i64 = base + at.SLOT
        while slot < base + at.SLOT + at.SLOTS:
            if cells[slot] >= 0 and self.tables.card_workers[cells[slot]] >= WALL_CREW:
                count += 1
            slot += 1
        return count
