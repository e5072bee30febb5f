# compiled
"""What makes a good move in Flip City."""

from typing import final

from kvartal.engine.mind import CERTAIN, Mind
from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import OVER, State
from kvartal.games.flip.bot.policy import chosen
from kvartal.games.flip.bot.terms import TERMS, fill_terms
from kvartal.games.flip.bot.turn import Turn
from kvartal.games.flip.bot.value import FEATURES, Judge, fill_features
from kvartal.games.flip.rules.state import FlipState
from kvartal.games.flip.rules.tables import FlipTables


@final
class FlipMind(Mind):
    """A fast policy, a judgement of decks, and the exact value of a turn. Nothing is hidden in this game but the order
    of the decks, which no state holds."""

    def __init__(self, tables: FlipTables, weights: list[int]) -> None:
        super().__init__(tables, weights)
        self.terms = TERMS
        self.judge = Judge(tables.players, self.weights)
        self.turn = Turn(tables, self.weights, self.judge)

    def policy(self, state: State, seat: i64, source: Source) -> i64:
        assert isinstance(state, FlipState)
        return chosen(state, seat, self.weights)

    def value(self, state: State, seat: i64) -> i64:
        if state.turn() == OVER:
            return self.result(state, seat)
        assert isinstance(state, FlipState)
        return self.judge.share(state, seat)

    def result(self, state: State, seat: i64) -> i64:
        if self.players == 1:
            return CERTAIN if state.place(seat) == 1 else 0
        return super().result(state, seat)

    def fill_terms(self, state: State, seat: i64, out: vec[i64]) -> i64:
        assert isinstance(state, FlipState)
        return fill_terms(state, seat, out)

    # For people, tests and the fit ------------------------------------------------------------------------------------

    def features(self, state: State, seat: i64) -> list[int]:
        """What the judgement of a seat's cards is made of."""
        assert isinstance(state, FlipState)
        out = vec[i64]([0] * FEATURES)
        fill_features(state, seat, out)
        return list(out)

    def turn_value(self, state: State, seat: i64) -> i64:
        """The chance of winning the game, if the rest of this turn is played as well as can be: millionths."""
        assert isinstance(state, FlipState)
        return self.turn.value(state, seat)

    def turn_win(self, state: State, seat: i64) -> i64:
        """The chance of winning in this very turn for somebody who plays for nothing else: millionths."""
        assert isinstance(state, FlipState)
        return self.turn.win_chance(state, seat)

    def turn_move(self, state: State, seat: i64) -> i64:
        """The best move of the turn as the judgement sees what is left after it."""
        assert isinstance(state, FlipState)
        return self.turn.best(state, seat)

    def turn_exact(self) -> bool:
        """Did the last of these look at every way the turn can go?"""
        return self.turn.exact
