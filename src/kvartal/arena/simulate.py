"""Many games on several processes. Batches are handed out one by one, so memory does not grow with their number."""

import multiprocessing
import os
import signal
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from kvartal.arena.table import Table
from kvartal.arena.tally import Tally
from kvartal.bots.own import BotFailed
from kvartal.engine import fault
from kvartal.engine.game import Setup
from kvartal.games import game

SMALLEST_BATCH = 25
LARGEST_BATCH = 500
FEW = 200  # games that are not worth starting processes for


@dataclass(frozen=True)
class Job:
    """Everything a worker needs to set up the same table: plain values that travel between processes."""

    game: str
    rules: int
    players: int
    options: Mapping[str, Any]
    data: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    rotate: bool = True

    @classmethod
    def of(cls, setup: Setup, bots: tuple[str, ...], seed: int, rotate: bool = True) -> "Job":
        key, numbers = setup.game.key, setup.data.corrections()
        return cls(key, setup.version, setup.players, setup.options, numbers, bots, seed, rotate)

    def table(self) -> Table:
        setup = game(self.game).set_up(self.players, self.options, self.data, version=self.rules, stored=True)
        return Table(setup, self.bots, self.seed, self.rotate)


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def sensible_workers(games: int) -> int:
    return 1 if games <= FEW else processors()


def simulate(job: Job, games: int, workers: int) -> Generator[Tally, None, None]:
    """Tallies of batch after batch as they are finished; their sum is the same for any number of workers.

    Close the iterator (or leave it by an error, such as Ctrl-C) and the workers are stopped at once.
    """
    batches = _batches(games, workers)
    workers = min(workers, -(-games // SMALLEST_BATCH))
    if workers > 1:
        yield from _together(job, batches, workers)
    else:
        table = job.table()
        for first, count in batches:
            yield table.batch(first, count)


def _batches(games: int, workers: int) -> Iterator[tuple[int, int]]:
    size = max(SMALLEST_BATCH, min(LARGEST_BATCH, games // (8 * workers)))
    for first in range(0, games, size):
        yield first, min(size, games - first)


def _together(job: Job, batches: Iterator[tuple[int, int]], workers: int) -> Generator[Tally, None, None]:
    context = multiprocessing.get_context("spawn")  # safe with threads, and the same on every system
    pipes: list[Connection] = []
    processes = []
    try:
        for _ in range(workers):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(job, theirs), daemon=True)
            process.start()
            theirs.close()  # a dead worker is then noticed as an end of file
            processes.append(process)
            pipes.append(ours)
        busy = {pipe for pipe in pipes if _hand_out(pipe, batches)}
        while busy:
            ready = wait(list(busy))
            for pipe in [each for each in busy if each in ready]:
                tally = _received(pipe)
                if not _hand_out(pipe, batches):
                    busy.remove(pipe)
                yield tally
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()
        for pipe in pipes:
            pipe.close()


def _hand_out(pipe: Connection, batches: Iterator[tuple[int, int]]) -> bool:
    batch = next(batches, None)
    if batch is not None:
        try:
            pipe.send(batch)
        except OSError:  # it died: _received says so
            return True
    return batch is not None


def _received(pipe: Connection) -> Tally:
    try:
        answer = pipe.recv()
    except (EOFError, OSError):
        raise BotFailed("a worker process ended before its games were finished (killed, or out of memory?)") from None
    if isinstance(answer, Tally):
        return answer
    raise BotFailed(str(answer))


def _work(job: Job, pipe: Connection) -> None:
    """The life of a worker process: batches in, tallies out, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all of us; the one who started us decides
    try:
        table = job.table()
        while True:
            pipe.send(table.batch(*pipe.recv()))
    except (EOFError, OSError):
        pass
    except Exception as error:
        pipe.send(str(error) if isinstance(error, BotFailed) else fault.in_a_line(error, game(job.game)))
