# compiled
"""What makes a good move in Mr House."""

from typing import final

from kvartal.engine.mind import CERTAIN, Mind
from kvartal.engine.native import i64
from kvartal.engine.source import Source
from kvartal.engine.state import OVER, State
from kvartal.games.house.bot.greedy import choose
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.rules.tables import HouseTables


@final
class HouseMind(Mind):
    """The sensible player plays on; a point ahead of the best rival is worth a twentieth of a win."""

    def __init__(self, tables: HouseTables, weights: list[int]) -> None:
        super().__init__(tables, weights)

    def policy(self, state: State, seat: i64, source: Source) -> i64:
        assert isinstance(state, HouseState)
        return choose(state.known(seat), seat)  # its rivals' chips are none of its business

    def value(self, state: State, seat: i64) -> i64:
        best: i64 = -1000
        other: i64 = 0
        while other < self.players:
            if other != seat:
                best = max(best, state.score(other))
            other += 1
        margin: i64 = CERTAIN // 2 + (state.score(seat) - best) * CERTAIN // 20
        margin = 0 if margin < 0 else CERTAIN if margin > CERTAIN else margin
        return (self.result(state, seat) + margin) // 2 if state.turn() == OVER else margin
