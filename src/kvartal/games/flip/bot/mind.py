# compiled
"""What makes a good move in Flip City."""

from typing import final

from kvartal.engine.mind import Mind
from kvartal.engine.native import i64
from kvartal.engine.source import Source
from kvartal.engine.state import State
from kvartal.games.flip.bot.greedy import choose
from kvartal.games.flip.rules.state import FlipState
from kvartal.games.flip.rules.tables import FlipTables


@final
class FlipMind(Mind):
    """The sensible player plays on; nothing is known before the end."""

    def __init__(self, tables: FlipTables, weights: list[int]) -> None:
        super().__init__(tables, weights)

    def policy(self, state: State, seat: i64, source: Source) -> i64:
        assert isinstance(state, FlipState)
        return choose(state, seat)

    def result(self, state: State, seat: i64) -> i64:
        if self.players == 1:
            return 1_000_000 if state.place(seat) == 1 else 0
        return super().result(state, seat)
