# compiled
"""Playouts: games played on to their end by the policy of every seat, and what became of each seat in them.

Nothing is cut short and nobody is passed over, so the share of wins is a chance of winning as far as the policy goes.
"""

from typing import final

from kvartal.bots.rollout import LONGEST, THINK, mover_of, roll_out, world_seed
from kvartal.engine.mind import CERTAIN, Mind
from kvartal.engine.native import i64, vec
from kvartal.engine.source import GOLDEN, Seeded
from kvartal.engine.state import LEGAL, OVER, State, Tables


@final
class Playouts:
    """Everything is built once and used again. The same seed gives the same luck to whatever is compared."""

    def __init__(self, tables: Tables, mind: Mind, stray: i64) -> None:
        """`stray`: thousandths of the decisions that follow the priors of the mind instead of its policy."""
        self.mind = mind
        self.stray = stray
        self.moves = vec[i64]([0] * tables.moves)
        self.priors = vec[i64]([0] * tables.moves)
        self.luck = Seeded(0, 1, 1)
        self.players = tables.players
        self.draws = Seeded(0, tables.streams, tables.widest)
        self.choices = Seeded(0, tables.players, 1)
        self.shares = vec[i64]([0] * tables.players)
        self.points = vec[i64]([0] * tables.players)
        self.squares = vec[i64]([0] * tables.players)

    def results(self, start: State, games: i64, seed: i64) -> list[tuple[int, int, int]]:
        """For each seat, added up over so many games from here: what it won, in millionths; its points, and their
        squares. Alone one wins points: the first is the second, less where the game was lost."""
        seat: i64 = 0
        while seat < self.players:
            self.shares[seat] = 0
            self.points[seat] = 0
            self.squares[seat] = 0
            seat += 1
        number: i64 = 0
        while number < games:
            self._begin(seed, number)
            state = start.copy()
            self._play_on(state, 0)
            seat = 0
            while seat < self.players:
                points: i64 = state.score(seat)
                self.shares[seat] += self.mind.result(state, seat)
                self.points[seat] += points
                self.squares[seat] += points * points
                seat += 1
            number += 1
        found: list[tuple[int, int, int]] = []
        seat = 0
        while seat < self.players:
            found.append((self.shares[seat], self.points[seat], self.squares[seat]))
            seat += 1
        return found

    def compare(
        self, known: State, me: i64, one: list[int], other: list[int], first: i64, worlds: i64, seed: i64
    ) -> list[tuple[int, int, int, int]]:
        """Two turns of a seat in the same worlds, dealt from what it knows: for each of so many worlds, the one with
        the number `first` and those after it, the share of a win (in millionths) and the points after the one, then
        after the other."""
        found: list[tuple[int, int, int, int]] = []
        number: i64 = first
        while number < first + worlds:
            end = self._after(known, me, one, seed, number)
            share: i64 = self.mind.result(end, me)
            points: i64 = end.score(me)
            end = self._after(known, me, other, seed, number)
            found.append((share, points, self.mind.result(end, me), end.score(me)))
            number += 1
        return found

    def _after(self, known: State, me: i64, turn: list[int], seed: i64, number: i64) -> State:
        """The end of one game that goes on with this turn."""
        self._begin(seed, number)
        state = known.imagine(me, self.draws)
        made: i64 = 0
        while made < len(turn):
            if mover_of(state, me, self.draws) != me:
                break
            move: i64 = turn[made]
            if state.refusal(me, move) != LEGAL:
                break
            state.play(me, move)
            made += 1
        self._play_on(state, me)
        return state

    def _play_on(self, state: State, me: i64) -> None:
        if self.stray == 0:
            roll_out(self.mind, state, me, self.draws, self.choices, LONGEST, THINK)
            return
        made: i64 = 0
        while made < LONGEST:
            mover: i64 = mover_of(state, me, self.draws)
            if mover == OVER:
                return
            if self.luck.below(0, 1000) < self.stray:
                state.play(mover, self._by_priors(state, mover))
            else:
                state.play(mover, self.mind.policy(state, mover, self.choices))
            made += 1

    def _by_priors(self, state: State, seat: i64) -> i64:
        count: i64 = state.fill_moves(seat, self.moves)
        self.mind.fill_priors(state, seat, self.moves, count, self.priors)
        left: i64 = self.luck.below(0, CERTAIN)
        i: i64 = 0
        while i < count - 1 and left >= self.priors[i]:
            left -= self.priors[i]
            i += 1
        return self.moves[i]

    def _begin(self, seed: i64, number: i64) -> None:
        world: i64 = world_seed(seed, number)
        self.draws.reseed(world)
        self.choices.reseed(world ^ GOLDEN)
        self.luck.reseed(world_seed(seed + 1, number))
