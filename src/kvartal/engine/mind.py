# compiled
"""Mind: what a game knows about playing it well. Search (bots/) is written once on top of it.

A mind gets whole states: those that `imagine` dealt. It must look only at what the seat may know, so that its choice is
a function of the seat's knowledge. One mind per tables and weights; it owns its scratch, so it is not for two threads.
A game without a mind has this one: any legal move, no opinion before the end.
"""

from typing import Final

from kvartal.engine.native import i64, mypyc_attr, vec
from kvartal.engine.source import Seeded, Source
from kvartal.engine.state import OVER, State, Tables

CERTAIN: Final = 1_000_000  # shares, utilities and points are counted in millionths
HALF: Final = 500_000


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind:
    """Everything is overridable by itself: a policy alone makes a searching bot, a value alone a better one."""

    def __init__(self, tables: Tables, weights: list[int]) -> None:
        """Lists, because mypyc never lets go of a vec that Python hands to compiled code."""
        self.players = tables.players
        self.move_codes = tables.moves
        self.weights = vec[i64](weights)
        self.terms: tuple[str, ...] = ("points",)  # the names of what fill_terms writes
        self.trust: i64 = HALF  # the share of the prior on the policy's move; 0 where the policy is random
        self.room: i64 = 2 * tables.moves + 2  # cells that fill_turns may write
        self.moves = vec[i64]([0] * tables.moves)  # scratch of this class: yours must be your own
        self.choices = Seeded(0, tables.players, 1)

    # What a game says ------------------------------------------------------------------------------------------------

    def policy(self, state: State, seat: i64, source: Source) -> i64:
        """A sensible legal move of a seat that owes one, fast. `source` has one stream per seat, for what is random."""
        count: i64 = state.fill_moves(seat, self.moves)
        return self.moves[source.below(seat, count)] if count > 1 else self.moves[0]

    def fill_priors(self, state: State, seat: i64, moves: vec[i64], count: i64, out: vec[i64]) -> None:
        """How likely each of these legal moves is the best one, in millionths. Here: `trust` on the policy's move, the
        rest shared."""
        share: i64 = CERTAIN // count
        wanted: i64 = -1
        if self.trust > 0 and count > 1:
            share = (CERTAIN - self.trust) // count
            wanted = self.chosen(state, seat)
        i: i64 = 0
        while i < count:
            out[i] = share + self.trust if moves[i] == wanted else share
            i += 1

    def value(self, state: State, seat: i64) -> i64:
        """What a state is worth to a seat, in millionths: of a win, and alone of a point. Here: no opinion before the
        end (alone: the points so far)."""
        if state.turn() == OVER:
            return self.result(state, seat)
        if self.players == 1:
            return state.score(seat) * CERTAIN
        return CERTAIN // self.players

    def fill_terms(self, state: State, seat: i64, out: vec[i64]) -> i64:
        """The raw figures that a judgement is made of, named by `terms`, unweighted; returns how many."""
        out[0] = state.score(seat)
        return 1

    def fill_turns(self, state: State, seat: i64, source: Source, out: vec[i64]) -> i64:
        """Candidate turns worth a closer look, each as its length and then its moves; returns how many.

        The most promising ones first: only so many are looked at. The policy's own turn need not be among them. A turn
        may stop short: the policy goes on. Here: single moves, by their priors.
        """
        moves = vec[i64]([0] * self.move_codes)
        priors = vec[i64]([0] * self.move_codes)
        count: i64 = state.fill_moves(seat, moves)
        self.fill_priors(state, seat, moves, count, priors)
        i: i64 = 0
        while i < count:
            at: i64 = i
            while at > 0 and priors[at - 1] < priors[at]:
                prior: i64 = priors[at]
                priors[at] = priors[at - 1]
                priors[at - 1] = prior
                move: i64 = moves[at]
                moves[at] = moves[at - 1]
                moves[at - 1] = move
                at -= 1
            i += 1
        i = 0
        while i < count:
            out[2 * i] = 1
            out[2 * i + 1] = moves[i]
            i += 1
        return count

    def sit_out(self, state: State, seat: i64, source: Source) -> None:
        """Search only: pass the turn of a rival who acts at the same time. Called until the seat owes nothing more.
        Here: the policy makes one move."""
        state.play(seat, self.policy(state, seat, source))

    def advance(self, state: State, seat: i64, source: Source) -> i64:
        """Rollouts only: play on for a seat that owes a move; how many moves were made. Here: the policy makes one. A
        game that thinks in whole turns may make all that belong together."""
        state.play(seat, self.policy(state, seat, source))
        return 1

    def mixed(self, state: State, seat: i64, source: Source) -> i64:
        """What a bot does by the policy where rivals would otherwise learn to read it: between hidden choices that are
        worth about the same `source` decides, the bot's own for a whole game. Here: the policy's move."""
        return self.chosen(state, seat)

    def plain(self, state: State, seat: i64, move: i64) -> bool:
        """Is this legal move one that even a beginner does not overlook? Here: none is."""
        return False

    # What follows ----------------------------------------------------------------------------------------------------

    def result(self, state: State, seat: i64) -> i64:
        """The worth of an ended game: a win, shared by those who share it; alone: the points, or nothing if lost."""
        place: i64 = state.place(seat)
        if self.players == 1:
            return state.score(seat) * CERTAIN if place > 0 else 0
        if place != 1:
            return 0
        winners: i64 = 0
        other: i64 = 0
        while other < self.players:
            if state.place(other) == 1:
                winners += 1
            other += 1
        return CERTAIN // winners

    def chosen(self, state: State, seat: i64) -> i64:
        """The policy's move, the same for the same knowledge whoever asks."""
        self.choices.reseed(state.known(seat).hash64())
        return self.policy(state, seat, self.choices)

    # For people and tests: lists instead of buffers ------------------------------------------------------------------

    def priors(self, state: State, seat: i64) -> list[tuple[int, int]]:
        """The legal moves with their priors."""
        moves = vec[i64]([0] * self.move_codes)
        shares = vec[i64]([0] * self.move_codes)
        count: i64 = state.fill_moves(seat, moves)
        self.fill_priors(state, seat, moves, count, shares)
        found: list[tuple[int, int]] = []
        i: i64 = 0
        while i < count:
            found.append((moves[i], shares[i]))
            i += 1
        return found

    def named_terms(self, state: State, seat: i64) -> dict[str, int]:
        """The raw terms by name."""
        out = vec[i64]([0] * len(self.terms))
        count: i64 = self.fill_terms(state, seat, out)
        if count != len(self.terms):
            raise ValueError(f"fill_terms wrote {count} terms, and {len(self.terms)} are named: {self.terms}")
        return {name: out[i] for i, name in enumerate(self.terms)}

    def turns(self, state: State, seat: i64) -> list[list[int]]:
        """The candidate turns."""
        out = vec[i64]([0] * self.room)
        self.choices.reseed(state.known(seat).hash64())
        count: i64 = self.fill_turns(state, seat, self.choices, out)
        found: list[list[int]] = []
        at: i64 = 0
        i: i64 = 0
        while i < count:
            turn: list[int] = []
            length: i64 = out[at]
            at += 1
            end: i64 = at + length
            while at < end:
                turn.append(out[at])
                at += 1
            found.append(turn)
            i += 1
        return found
