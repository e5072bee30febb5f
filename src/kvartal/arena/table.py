"""One table where game after game is played by bots. They are asked through Views; random ones take a short cut."""

import hashlib
import math
from collections.abc import Sequence

from kvartal.arena.tally import UNFINISHED, Result, Tally
from kvartal.bots import Budget, ask, has_greedy
from kvartal.bots.own import BotFailed, maker
from kvartal.engine import fault
from kvartal.engine.game import Game, Setup
from kvartal.engine.native import i64, vec
from kvartal.engine.option import BadSetup
from kvartal.engine.playout import COUNTS, DECISIONS, LAST_SEAT, MOVES, TURNS, play_counted
from kvartal.engine.source import Seeded
from kvartal.engine.state import NOBODY, OVER, State
from kvartal.engine.view import View

LONGEST = 1_000_000  # moves; a game that has not ended by then is counted as unfinished
CHUNK = 100_000  # moves between two chances for Ctrl-C
BUDGET = Budget(seconds=math.inf)  # never by the clock: the same seed gives the same games


def seeds(seed: int, number: int) -> tuple[int, int]:
    """For game `number` of a run: the seed of its deal and the seed of its bots."""
    digest = hashlib.blake2b(f"{seed} {number}".encode(), digest_size=16, person=b"kvartal game").digest()
    return int.from_bytes(digest[:8], "big") >> 1, int.from_bytes(digest[8:], "big") >> 1


def check_bots(game: Game, names: Sequence[str]) -> None:
    """Refuse bots that do not exist, or that this game cannot seat."""
    for name in names:
        maker(name)
    if "greedy" in names and not has_greedy(game):
        raise BadSetup(f"{game.key} has no greedy bot; there is: random")


class Table:
    """A set-up with its bots. `number` names a game: the same number gives the same game, whoever plays it."""

    def __init__(
        self, setup: Setup, bots: Sequence[str], seed: int, rotate: bool = True, through_views: bool = False
    ) -> None:
        if len(bots) != setup.players:
            raise BadSetup(f"{setup.players} bots are needed, not {len(bots)}")
        check_bots(setup.game, bots)
        self.setup = setup
        self.bots = tuple(bots)
        self.seed = seed
        self.rotate = rotate
        self.through_views = through_views or set(bots) != {"random"}
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
        deal, choices = seeds(self.seed, number)
        self._draws.reseed(deal)
        state = self._start.copy()
        counts = self._counts
        for place in range(COUNTS):
            counts[place] = NOBODY if place == LAST_SEAT else 0
        if self.through_views:
            self._play_with_views(state, number, choices, counts)
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
        )

    def _play_with_views(self, state: State, number: int, seed: int, counts: "vec[i64]") -> None:
        players = [maker(name)(seed, self.setup.players) for name in self.sitting(number)]
        state.deal(self._draws)
        while (seat := state.turn()) != OVER and counts[MOVES] < LONGEST:
            view = View.of(self.setup, state, seat)
            try:
                move = ask(players[seat], view, BUDGET)
            except Exception as error:
                name = self.sitting(number)[seat]
                own = isinstance(error, BotFailed)
                reason = str(error) if own else f"{name}: {fault.in_a_line(error, self.setup.game)}"
                raise BotFailed(f"{reason} (seat {seat}, game {number} of seed {self.seed})") from error
            if state.fill_moves(seat, self._buffer) > 1:
                counts[DECISIONS] += 1
            if seat != counts[LAST_SEAT]:
                counts[TURNS] += 1
                counts[LAST_SEAT] = seat
            counts[MOVES] += 1
            state.play(seat, move.code)
            state.deal(self._draws)

    def batch(self, first: int, count: int) -> Tally:
        """Games `first` to `first + count − 1`, added up."""
        tally = Tally.empty(self.bots)
        for number in range(first, first + count):
            tally.add(self.play(number), self.sitting(number))
        return tally
