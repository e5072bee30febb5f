# compiled
"""What makes a good move in Welcome To…"""

from typing import final

from kvartal.engine.mind import CERTAIN, Mind
from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import OVER, State
from kvartal.games.welcome.bot.greedy import best_move, promise
from kvartal.games.welcome.rules.state import WelcomeState
from kvartal.games.welcome.rules.tables import WelcomeTables


@final
class WelcomeMind(Mind):
    """The sensible player plays on; a sheet is worth what it promises, and a hundred points are a win."""

    def __init__(self, tables: WelcomeTables, weights: list[int]) -> None:
        super().__init__(tables, weights)
        self.odds = vec[i64]([0] * (tables.houses + 8))

    def policy(self, state: State, seat: i64, source: Source) -> i64:
        assert isinstance(state, WelcomeState)
        return best_move(state.known(seat), seat, self.move_codes)

    def value(self, state: State, seat: i64) -> i64:
        assert isinstance(state, WelcomeState)
        if state.turn() == OVER:
            return self.result(state, seat)
        points: i64 = promise(state.cells, state.seat_at(seat), state.tables, seat, self.odds) * 1000  # millionths
        if self.players == 1:
            return points
        worth: i64 = points // 200
        return 0 if worth < 0 else CERTAIN if worth > CERTAIN else worth
