# compiled
"""What makes a good move in Mr House."""

from typing import final

from kvartal.engine.mind import CERTAIN, Mind
from kvartal.engine.native import i64
from kvartal.engine.source import Source
from kvartal.engine.state import OVER, State
from kvartal.games.house.bot import greedy
from kvartal.games.house.bot.plan import Plan
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.state import HouseState
from kvartal.games.house.rules.tables import HouseTables


@final
class HouseMind(Mind):
    """The sensible player plays on; a point ahead of the best rival is worth a twentieth of a win."""

    def __init__(self, tables: HouseTables, weights: list[int]) -> None:
        super().__init__(tables, weights)
        self.plan = Plan(tables, self.weights)

    def policy(self, state: State, seat: i64, source: Source) -> i64:
        assert isinstance(state, HouseState)
        if state.cells[at.PHASE] == at.MOVING:
            move: i64 = self.plan.choose(state.cells, seat)
            if move >= 0:
                return move
        return greedy.choose(state, seat)

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
