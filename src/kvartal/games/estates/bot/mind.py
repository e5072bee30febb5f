# compiled
"""What makes a good move in The Estates."""

from typing import final

from kvartal.engine.mind import CERTAIN, Mind
from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import OVER, State
from kvartal.games.estates.bot.greedy import POINT, choose, outlook
from kvartal.games.estates.rules.state import EstatesState
from kvartal.games.estates.rules.tables import EstatesTables


@final
class EstatesMind(Mind):
    """The sensible player plays on; what is ahead of the best rival is worth a hundredth of a win a point."""

    def __init__(self, tables: EstatesTables, weights: list[int]) -> None:
        super().__init__(tables, weights)
        self.sums = vec[i64]([0] * tables.players)

    def policy(self, state: State, seat: i64, source: Source) -> i64:
        assert isinstance(state, EstatesState)
        return choose(state, seat, self.move_codes)

    def value(self, state: State, seat: i64) -> i64:
        assert isinstance(state, EstatesState)
        ahead: i64 = CERTAIN // 2 + outlook(state.cells, state.tables, seat, self.sums) * CERTAIN // (100 * POINT)
        ahead = 0 if ahead < 0 else CERTAIN if ahead > CERTAIN else ahead
        if state.turn() == OVER:
            return (7 * self.result(state, seat) + 3 * ahead) // 10
        return ahead
