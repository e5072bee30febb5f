"""What a cluster costs and brings: the time of a task without games, and games per second for more and more workers."""

from collections.abc import Iterator
from contextlib import closing
from statistics import median
from time import perf_counter
from typing import NamedTuple

from kvartal.arena.cluster import Cluster
from kvartal.arena.simulate import Job, simulate
from kvartal.arena.workers import play_all

ROUNDS = 200  # tasks without games, one after the other


class Speed(NamedTuple):
    workers: int
    games: int
    seconds: float

    @property
    def rate(self) -> float:
        """Games per second."""
        return self.games / self.seconds


class Nothing:
    """A work of one game that is over at once."""

    def begin(self) -> "Nothing":
        return self

    def batch(self, line: int, first: int, count: int) -> int:
        return count

    def named(self, line: int, games: range) -> str:
        return "nothing"

    def explain(self, error: Exception) -> str:
        return str(error)

    def marks(self) -> Iterator[tuple[str, str]]:
        return iter(())


def overhead(cluster: Cluster) -> float:
    """Seconds from handing out a task until its answer is here, without what is played in it; the middle of many."""
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        list(play_all(Nothing(), [[range(1)]], cluster))
        times.append(perf_counter() - began)
    return median(times)


def alone(job: Job, seconds: float) -> Speed:
    """In this process, without a cluster."""
    table, games = job.table(), 0
    began = perf_counter()
    while (took := perf_counter() - began) < seconds:
        table.batch(games, 1)
        games += 1
    return Speed(1, games, took)


def speeds(job: Job, cluster: Cluster, rate: float, seconds: float) -> Iterator[Speed]:
    """With 1, 2, 4 … and all workers, each for about so many seconds if one of them plays `rate` games a second."""
    most = cluster.processors
    for workers in [*(2**n for n in range(most.bit_length()) if 2**n < most), most]:
        crew = cluster.at_most(workers)
        _played(job, workers, crew)  # so that their processes are there
        games = max(workers, int(rate * seconds * workers))
        yield Speed(workers, games, _played(job, games, crew))


def _played(job: Job, games: int, crew: Cluster) -> float:
    began = perf_counter()
    with closing(simulate(job, games, crew)) as tallies:
        for _ in tallies:
            pass
    return perf_counter() - began
