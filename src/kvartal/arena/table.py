"""One table where game after game is played by bots. They are asked through Views; random ones take a short cut."""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import thread_time_ns
from typing import Any

from kvartal.arena.tally import UNFINISHED, Result, Tally
from kvartal.bots import Budget, ask
from kvartal.bots.names import check_bots, maker
from kvartal.bots.own import BotFailed
from kvartal.engine import fault
from kvartal.engine.game import Setup
from kvartal.engine.move import Move
from kvartal.engine.native import i64, vec
from kvartal.engine.option import BadSetup
from kvartal.engine.playout import COUNTS, DECISIONS, LAST_SEAT, MOVES, TURNS, play_counted
from kvartal.engine.source import Seeded
from kvartal.engine.state import NOBODY, OVER, State
from kvartal.engine.view import View
from kvartal.games import game as game_called

LONGEST = 1_000_000  # moves; a game that has not ended by then is counted as unfinished
CHUNK = 100_000  # moves between two chances for Ctrl-C
PLAYOUTS = Budget().playouts


def seeds(seed: int, number: int) -> tuple[int, int]:
    """For game `number` of a run: the seed of its deal and the seed of its bots."""
    digest = hashlib.blake2b(f"{seed} {number}".encode(), digest_size=16, person=b"kvartal game").digest()
    return int.from_bytes(digest[:8], "big") >> 1, int.from_bytes(digest[8:], "big") >> 1


@dataclass(frozen=True)
class Plan:
    """A set-up as plain values that travel between processes."""

    game: str
    rules: int
    players: int
    options: Mapping[str, Any]
    data: Mapping[str, Any]

    @classmethod
    def of(cls, setup: Setup) -> "Plan":
        return cls(setup.game.key, setup.version, setup.players, setup.options, setup.data.corrections())

    def setup(self) -> Setup:
        return game_called(self.game).set_up(self.players, self.options, self.data, version=self.rules, stored=True)

    def explain(self, error: Exception) -> str:
        """What went wrong in one of its games, in a line."""
        return str(error) if isinstance(error, BotFailed) else fault.in_a_line(error, game_called(self.game))


@dataclass
class Spent:
    """What a seat was asked in one game, and how long it thought."""

    cpu: int = 0  # nanoseconds of this thread alone
    moves: int = 0
    turns: int = 0


class Table:
    """A set-up with its bots. `number` names a game: the same number gives the same game, whoever plays it."""

    def __init__(
        self,
        setup: Setup,
        bots: Sequence[str],
        seed: int,
        rotate: bool = True,
        through_views: bool = False,
        playouts: int = PLAYOUTS,
        timed: bool = False,
    ) -> None:
        if len(bots) != setup.players:
            raise BadSetup(f"{setup.players} bots are needed, not {len(bots)}")
        check_bots(setup.game, bots)
        self.setup = setup
        self.bots = tuple(bots)
        self.seed = seed
        self.rotate = rotate
        self.through_views = through_views or set(bots) != {"random"}
        self.budget = Budget(math.inf, playouts)  # never by the clock: the same seed gives the same games
        self.spent = [Spent() for _ in bots]  # in the last game that was played through views
        self._clock = thread_time_ns if timed else int  # a look at the clock costs as much as a quick bot's move
        self._buffer = setup.buffer()
        self._counts = vec[i64]([0] * COUNTS)  # one for all games: mypyc leaks a vec that Python hands to compiled code
        self._start = setup.start()
        self._draws = Seeded(0, setup.tables.streams, setup.tables.widest)
        self._choices = Seeded(0, setup.players, 1)

    def sitting(self, number: int) -> tuple[str, ...]:
        """Who sits where. Every bot takes every seat in turn, so that nobody always begins."""
        shift = number % len(self.bots) if self.rotate else 0
        return self.bots[-shift:] + self.bots[:-shift] if shift else self.bots

    def play(self, number: int) -> Result:
        return self.deal(number, self.sitting(number))

    def deal(self, number: int, sitting: Sequence[str]) -> Result:
        """The game of this number with these bots, seat by seat: whoever sits there, the cards are the same."""
        deal, choices = seeds(self.seed, number)
        self._draws.reseed(deal)
        state = self._start.copy()
        counts = self._counts
        for place in range(COUNTS):
            counts[place] = NOBODY if place == LAST_SEAT else 0
        if self.through_views:
            self._play_with_views(state, number, sitting, choices, counts)
        else:
            self._choices.reseed(choices)
            while state.turn() != OVER and counts[MOVES] < LONGEST:
                play_counted(state, self._draws, self._choices, self._buffer, CHUNK, counts)
        game, everybody = self.setup.game, range(self.setup.players)
        ending = game.rules[state.ending()].id if state.turn() == OVER else UNFINISHED
        decided = ending != UNFINISHED and ending not in game.undecided
        return Result(
            tuple(state.place(seat) if decided else 0 for seat in everybody),
            tuple(state.score(seat) for seat in everybody),
            ending,
            counts[TURNS],
            counts[MOVES],
            sum(self._draws.counts),
            counts[DECISIONS],
            tuple(tuple(game.reached(self.setup, state, seat)) for seat in everybody),
        )

    def _play_with_views(
        self, state: State, number: int, sitting: Sequence[str], seed: int, counts: "vec[i64]"
    ) -> None:
        players = [maker(name)(seed, self.setup.players) for name in sitting]
        self.spent = [Spent() for _ in sitting]
        state.deal(self._draws)
        alone = self._turn_alone(state) if len(players) == 1 else 0
        while (seat := state.turn()) != OVER and counts[MOVES] < LONGEST:
            view = View.of(self.setup, state, seat)
            began = self._clock()
            try:
                move = ask(players[seat], view, self.budget)
            except Exception as error:
                own = isinstance(error, BotFailed)
                reason = str(error) if own else f"{sitting[seat]}: {fault.in_a_line(error, self.setup.game)}"
                raise BotFailed(f"{reason} (seat {seat}, game {number} of seed {self.seed})") from error
            spent = self.spent[seat]
            spent.cpu += self._clock() - began
            spent.moves += 1
            if state.fill_moves(seat, self._buffer) > 1:
                counts[DECISIONS] += 1
            if seat != counts[LAST_SEAT]:
                counts[TURNS] += 1
                counts[LAST_SEAT] = seat
                spent.turns += 1
            elif len(players) == 1 and (turn := self._turn_alone(state)) != alone:
                alone = turn
                spent.turns += 1
            counts[MOVES] += 1
            self.made(view, move)
            state.play(seat, move.code)
            state.deal(self._draws)

    def made(self, view: View, move: Move) -> None:
        """A move is about to be made, by whoever has this view: for tables that keep more than results."""

    def _turn_alone(self, state: State) -> int:
        """A number that changes from turn to turn of somebody who plays alone; nobody else's turn comes between."""
        number = self.setup.game.turn_number(state)
        return sum(self._draws.counts) if number < 0 else number

    def batch(self, first: int, count: int) -> Tally:
        """Games `first` to `first + count − 1`, added up."""
        tally = Tally.empty(self.bots)
        for number in range(first, first + count):
            tally.add(self.play(number), self.sitting(number))
        return tally
