"""Many games at one table, added up: sums are kept, not games, so memory does not grow with their number."""

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass

from kvartal.arena.marks import marks
from kvartal.arena.table import Plan, Table
from kvartal.arena.tally import Tally
from kvartal.arena.workers import Workers, play_all
from kvartal.engine.game import Setup


@dataclass(frozen=True)
class Job:
    """Everything a worker needs to set up the same table."""

    plan: Plan
    bots: tuple[str, ...]
    seed: int
    rotate: bool = True

    @classmethod
    def of(cls, setup: Setup, bots: tuple[str, ...], seed: int, rotate: bool = True) -> "Job":
        return cls(Plan.of(setup), bots, seed, rotate)

    def table(self) -> Table:
        return Table(self.plan.setup(), self.bots, self.seed, self.rotate)

    def begin(self) -> "Simulation":
        return Simulation(self.table())

    def named(self, line: int, games: range) -> str:
        return f"games {games.start} to {games.stop - 1} of seed {self.seed}"

    def explain(self, error: Exception) -> str:
        return self.plan.explain(error)

    def marks(self) -> Iterator[tuple[str, str]]:
        return marks(self.plan.game, self.bots)


class Simulation:
    """A table as workers play at it."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def batch(self, line: int, first: int, count: int) -> Tally:
        return self.table.batch(first, count)


def simulate(job: Job, games: int, workers: Workers) -> Generator[Tally, None, None]:
    """Tallies of batch after batch as they are finished; their sum is the same for any number of workers.

    Close the iterator (or leave it by an error, such as Ctrl-C) and the workers are stopped at once.
    """
    with closing(play_all(job, [[range(games)]], workers)) as parts:
        for part in parts:
            yield part.answer
