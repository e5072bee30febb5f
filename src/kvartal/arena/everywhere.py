"""Every level at every table there is: none may fail, stall, answer illegally, or think longer than it was told."""

import hashlib
import json
import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from kvartal.arena.contest import gaps
from kvartal.arena.marks import marks
from kvartal.arena.saved import Lines, head_of
from kvartal.arena.strength import sources
from kvartal.arena.table import Plan, seeds
from kvartal.arena.workers import play_all
from kvartal.bots import Budget, Seated, ask
from kvartal.bots.levels import Leveled
from kvartal.bots.think import Click, Thinker, Thought
from kvartal.engine import fault
from kvartal.engine.conformance.cases import cases
from kvartal.engine.game import Game, Setup
from kvartal.engine.source import Seeded
from kvartal.engine.state import LEGAL, OVER
from kvartal.engine.view import View

TOUR = "kvartal tour 1"
GAMES = 40  # of every level at every table
ITERATIONS = 6  # per turn: enough to think, little enough for hundreds of tables
LEVELS = 5
LONGEST = 20_000  # moves of each seat; a game that is not over by then stalls


class Visit(NamedTuple):
    """One game at a table: how many moves it took, the most iterations of a thought, and what went wrong, if it did."""

    table: int
    number: int
    moves: int
    iterations: int
    failed: str


def sitting(number: int, players: int) -> tuple[int, ...]:
    """The levels at a table, seat by seat: they move on from game to game, so that each sits everywhere."""
    return tuple((number + seat) % LEVELS + 1 for seat in range(players))


def games_at(players: int, games: int) -> int:
    """So many games until every level has played in so many of them."""
    return games if players >= LEVELS else LEVELS * -(-games // players)


@dataclass(frozen=True)
class Tour:
    """The tables of a game, each a set-up of its own, as plain values that travel to the workers."""

    titles: tuple[str, ...]
    digests: tuple[str, ...]
    plans: tuple[Plan, ...]
    seed: int
    iterations: int

    @classmethod
    def of(cls, game: Game, seed: int, iterations: int = ITERATIONS) -> "Tour":
        found: dict[str, tuple[str, Plan]] = {}
        for case in cases(game):
            setup = case.setup()
            found.setdefault(setup.digest, (str(case), Plan.of(setup)))
        titles, plans = zip(*found.values(), strict=True)
        return cls(titles, tuple(found), plans, seed, iterations)

    def begin(self) -> "Guests":
        return Guests(self)

    def named(self, line: int, games: range) -> str:
        return f"games {games.start} to {games.stop - 1} at {self.titles[line]}, seed {self.seed}"

    def explain(self, error: Exception) -> str:
        return self.plans[0].explain(error)

    def marks(self) -> Iterator[tuple[str, str]]:
        return marks(self.plans[0].game, ())


# At a table ----------------------------------------------------------------------------------------------------------


class Watched(Thinker):
    """It notes the longest thought, and lets none pass that is longer than the budget."""

    longest = 0

    def think(
        self,
        view: View,
        budget: Budget,
        include: Sequence[int] = (),
        seed: int = 0,
        judge: bool = True,
        width: int = 0,
    ) -> Thought:
        thought = super().think(view, budget, include, seed, judge, width)
        self.longest = max(self.longest, thought.iterations)
        if thought.iterations > budget.playouts:
            raise ValueError(f"thought for {thought.iterations} iterations where {budget.playouts} were allowed")
        return thought


class Guest(Leveled):
    """A level that is watched."""

    def __init__(self, number: int, seed: int, mind: Watched) -> None:
        super().__init__(number, seed)
        self.mind = mind

    def turn(self, view: View, budget: Budget) -> tuple[Click, ...]:
        return self.turn_by(self.mind, view, budget)


class Guests:
    """The levels at the tables of a tour. The same number is the same game in every process."""

    def __init__(self, tour: Tour) -> None:
        self.tour = tour
        self._setups: dict[int, Setup] = {}

    def batch(self, line: int, first: int, count: int) -> list[Visit]:
        return [self.visit(line, number) for number in range(first, first + count)]

    def visit(self, table: int, number: int) -> Visit:
        if table not in self._setups:
            self._setups[table] = self.tour.plans[table].setup()
        setup = self._setups[table]
        mind, levels = Watched(setup), sitting(number, setup.players)
        deal, choices = seeds(self.tour.seed, number)
        guests = [Seated(Guest(level, choices, mind)) for level in levels]
        draws = Seeded(deal, setup.tables.streams, setup.tables.widest)
        state, seat, moves = setup.start(), 0, 0
        try:
            state.deal(draws)
            while (seat := state.turn()) != OVER:
                if moves == LONGEST * setup.players:
                    raise RuntimeError("the game does not end")
                move = ask(guests[seat], View.of(setup, state, seat), Budget(math.inf, self.tour.iterations))
                if state.refusal(seat, move.code) != LEGAL:
                    raise ValueError(f"{move} is not legal")
                state.play(seat, move.code)
                state.deal(draws)
                moves += 1
        except Exception as error:
            reason = fault.in_a_line(error, setup.game)
            return Visit(table, number, moves, mind.longest, f"level{levels[seat]}, move {moves + 1}: {reason}")
        return Visit(table, number, moves, mind.longest, "")


# From table to table -------------------------------------------------------------------------------------------------


class File(Lines):
    """The games of a tour, one a line; their table is named by its digest."""

    def check(self, row: dict[str, Any]) -> None:
        Visit(**row)

    def __enter__(self) -> "File":
        return self


class Visits:
    """A tour of a game, and the file with its games."""

    def __init__(self, folder: Path, game: Game, games: int, seed: int) -> None:
        self.game, self.tour = game, Tour.of(game, seed)
        self.wanted = [games_at(plan.players, games) for plan in self.tour.plans]
        self.path = folder / game.key / "everywhere.jsonl"
        self.made: dict[tuple[int, int], Visit] = {}
        numbers = json.dumps(game.numbers.sections, sort_keys=True)
        mark = hashlib.sha256(f"{sources(game)}{numbers}".encode()).hexdigest()[:16]
        self.identity = {"game": game.key, "seed": seed, "iterations": ITERATIONS, "weights": mark}

    @property
    def failures(self) -> list[Visit]:
        return [self.made[key] for key in sorted(self.made) if self.made[key].failed]

    @property
    def finished(self) -> bool:
        return not any(self.missing())

    def missing(self) -> list[list[range]]:
        there: list[set[int]] = [set() for _ in self.wanted]
        for table, number in self.made:
            there[table].add(number)
        return [gaps(range(wanted), numbers) for wanted, numbers in zip(self.wanted, there, strict=True)]

    def put_aside(self) -> Path | None:
        """Games of bots that have changed since, or of another seed, keep another name; None: there are none."""
        head = head_of(self.path, TOUR)
        if head is None or head == {"format": TOUR, **self.identity}:
            return None
        return self.path.replace(self.path.with_suffix(".old"))

    def read(self) -> None:
        """What was played so far; nothing is written."""
        if head_of(self.path, TOUR) == {"format": TOUR, **self.identity}:
            whole = self.path.read_bytes().rpartition(b"\n")[0]
            self._add(self._visit(json.loads(line)) for line in whole.splitlines()[1:])

    def play(self, workers: int | None) -> Generator[int, None, None]:
        """Go on until all games are played; how many there are, after every few."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with File(self.path, TOUR, self.identity) as file:
            self._add(map(self._visit, file.rows))
            with closing(play_all(self.tour, self.missing(), workers)) as parts:
                for part in parts:
                    file.add(map(self._row, part.answer))
                    self._add(part.answer)
                    yield len(self.made)

    def _add(self, visits: Iterable[Visit | None]) -> None:
        for visit in visits:
            if visit is not None and visit.number < self.wanted[visit.table]:
                self.made[visit.table, visit.number] = visit

    def _row(self, visit: Visit) -> dict[str, Any]:
        return {**visit._asdict(), "table": self.tour.digests[visit.table]}

    def _visit(self, row: dict[str, Any]) -> Visit | None:
        """None: that table is no longer there."""
        if row["table"] not in self.tour.digests:
            return None
        return Visit(**{**row, "table": self.tour.digests.index(row["table"])})
