# compiled
"""A race of candidates: whole turns (or single moves) tried out in the same worlds; the worse half goes each time.

Every candidate sees the same deals and the same luck, so that what differs is the turn. The first candidate is what the
policy would do: it runs to the end, and the others are compared with it pair by pair.
"""

from typing import Final, final

from kvartal.bots.rollout import mover_of, roll_out, world_seed
from kvartal.engine.mind import Mind
from kvartal.engine.native import i64, vec
from kvartal.engine.source import GOLDEN, Seeded
from kvartal.engine.state import LEGAL, OVER, State, Tables

LONGEST_TURN: Final = 64  # moves of a candidate; the policy goes on from there
MOST: Final = 256  # candidates
OUT: Final = 0  # what became of a candidate
RUNNING: Final = 1
KEPT: Final = 2  # it is not dropped: somebody asked for it, or it is the policy's own


@final
class Race:
    """One thought at a time: begin(), enter() each candidate, start(), then run() as often as there is time."""

    def __init__(self, tables: Tables, mind: Mind) -> None:
        self.mind = mind
        self.draws = Seeded(0, tables.streams, tables.widest)
        self.choices = Seeded(0, tables.players, 1)
        self.turns = vec[i64]([0] * (MOST * LONGEST_TURN))
        self.lengths = vec[i64]([0] * MOST)
        self.status = vec[i64]([0] * MOST)
        self.visits = vec[i64]([0] * MOST)
        self.totals = vec[i64]([0] * MOST)
        self.squares = vec[i64]([0] * MOST)  # of values in thousandths
        self.gains = vec[i64]([0] * MOST)  # over the first candidate in the same worlds, in thousandths,
        self.gain_squares = vec[i64]([0] * MOST)
        self.wins = vec[i64]([0] * MOST)
        self.points = vec[i64]([0] * MOST)
        self.point_squares = vec[i64]([0] * MOST)
        self.set_up(0, 0)
        self.begin(State([]), 0, 0)

    def set_up(self, cut: i64, rivals: i64) -> None:
        """As the game's Thinking says."""
        self.cut = cut
        self.rivals = rivals

    def begin(self, known: State, seat: i64, seed: i64) -> None:
        self.known = known
        self.me = seat
        self.seed = seed
        self.count: i64 = 0
        self.done: i64 = 0  # rollouts
        self.ended: i64 = 0  # of them to the end of the game
        self.world: i64 = 0
        self.next: i64 = 0  # the candidate that is tried next in this world
        self.heat_ends: i64 = 0  # the world after which the worse half is dropped
        self.rounds: i64 = 0
        self.budget: i64 = 0
        self.base: i64 = 0  # the value of the first candidate in this world

    def enter(self, turn: list[int], kept: bool) -> None:
        """A candidate. The first one is the policy's own turn."""
        if self.count == MOST:
            return
        c: i64 = self.count
        self.count = c + 1
        self.lengths[c] = 0
        for move in turn:
            if self.lengths[c] < LONGEST_TURN:
                self.turns[c * LONGEST_TURN + self.lengths[c]] = move
                self.lengths[c] += 1
        self.status[c] = KEPT if kept or c == 0 else RUNNING
        self.visits[c] = 0
        self.totals[c] = 0
        self.squares[c] = 0
        self.gains[c] = 0
        self.gain_squares[c] = 0
        self.wins[c] = 0
        self.points[c] = 0
        self.point_squares[c] = 0

    def start(self, budget: i64) -> None:
        """All have entered: so many rollouts in all."""
        self.budget = budget
        self.rounds = 1
        left: i64 = self.running()
        while left > 2:
            left = (left + 1) // 2
            self.rounds += 1
        self.heat_ends = self.heat()

    def running(self) -> i64:
        left: i64 = 0
        c: i64 = 0
        while c < self.count:
            if self.status[c] != OUT:
                left += 1
            c += 1
        return left

    def heat(self) -> i64:
        """The world with which the next heat ends: each heat gets the same share of what is left."""
        runners: i64 = self.running()
        rounds: i64 = self.rounds if self.rounds > 1 else 1
        worlds: i64 = (self.budget - self.done) // (rounds * runners) if runners else 0
        return self.world + (worlds if worlds > 0 else 1)

    # Running ---------------------------------------------------------------------------------------------------------

    def run(self, times: i64) -> bool:
        """So many rollouts more; False when the race is over."""
        while times > 0:
            if self.done >= self.budget and self.next == 0:
                return False
            if self.status[self.next] != OUT:
                self.try_out(self.next)
                self.done += 1
                times -= 1
            self.next += 1
            if self.next == self.count:
                self.next = 0
                self.world += 1
                if self.world == self.heat_ends:
                    self.drop()
                    self.rounds -= 1
                    self.heat_ends = self.heat()
        return True

    def try_out(self, c: i64) -> None:
        seed: i64 = world_seed(self.seed, self.world)
        self.draws.reseed(seed)
        self.choices.reseed(seed ^ GOLDEN)
        state = self.known.imagine(self.me, self.draws)
        made: i64 = 0
        while made < self.lengths[c]:
            if mover_of(state, self.me, self.draws) != self.me:
                break
            move: i64 = self.turns[c * LONGEST_TURN + made]
            if state.refusal(self.me, move) != LEGAL:
                break
            state.play(self.me, move)
            made += 1
        roll_out(self.mind, state, self.me, self.draws, self.choices, self.cut, self.rivals)
        value: i64 = self.mind.value(state, self.me)
        points: i64 = state.score(self.me)
        small: i64 = value // 1000
        if c == 0:
            self.base = value
        gain: i64 = (value - self.base) // 1000
        self.visits[c] += 1
        self.totals[c] += value
        self.squares[c] += small * small
        self.gains[c] += gain
        self.gain_squares[c] += gain * gain
        self.points[c] += points
        self.point_squares[c] += points * points
        if state.turn() == OVER:
            self.ended += 1
            if state.place(self.me) == 1:
                self.wins[c] += 1

    def drop(self) -> None:
        """The worse half of those that may be dropped goes; of equals the later ones. Two go on to the end."""
        left: i64 = self.running()
        to_drop: i64 = left // 2 if left > 2 else 0
        while to_drop > 0:
            worst: i64 = -1
            c: i64 = 0
            while c < self.count:
                if self.status[c] == RUNNING and (worst < 0 or self.totals[c] <= self.totals[worst]):
                    worst = c
                c += 1
            if worst < 0:
                return
            self.status[worst] = OUT
            to_drop -= 1

    # What it has found -----------------------------------------------------------------------------------------------

    def found(self) -> list[tuple[int, int, int, int, int, int, int]]:
        """For each candidate: its number, visits, sum of values, of their squares (in thousandths), wins, points,
        squares of points."""
        rows: list[tuple[int, int, int, int, int, int, int]] = []
        c: i64 = 0
        while c < self.count:
            rows.append(
                (
                    c,
                    self.visits[c],
                    self.totals[c],
                    self.squares[c],
                    self.wins[c],
                    self.points[c],
                    self.point_squares[c],
                )
            )
            c += 1
        return rows

    def gain_of(self, c: i64) -> tuple[int, int, int]:
        """Over the first candidate, in thousandths: the sum, the sum of squares, and of how many worlds."""
        return self.gains[c], self.gain_squares[c], self.visits[c]
