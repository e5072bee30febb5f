"""Games on several processes: handed out in tasks of some seconds, reported in parts, repeated if a worker dies."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import perf_counter
from typing import Generic, Protocol, TypeVar

from kvartal.bots.own import BotFailed

TASK = 10.0  # seconds of games that are handed out at once
PART = 0.25  # seconds of games that are reported at once
PATIENCE = 1.0  # seconds played here before it is worth to start processes
DEATHS = 3  # as often may the worker of a task die

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class Player(Protocol[T_co]):
    """Plays games of a line, which are numbered from 0; the same number is the same game in every process."""

    def batch(self, line: int, first: int, count: int) -> T_co: ...


class Work(Protocol[T_co]):
    """What travels to the workers: plain values from which each makes the same player."""

    def begin(self) -> Player[T_co]: ...

    def named(self, line: int, games: range) -> str:
        """These games, for an error message."""

    def explain(self, error: Exception) -> str:
        """What went wrong in a game, in a line."""

    def marks(self) -> Iterator[tuple[str, str]]:
        """Of all that decides the games: where the marks are the same, the games are (see marks.py)."""


@dataclass
class Task:
    """Games in a row, and how many workers have died over them."""

    line: int
    games: range
    deaths: int = 0


class Pending:
    """The games still to be handed out, line by line, and how long one takes."""

    def __init__(self, lines: Iterable[Iterable[range]]) -> None:
        self._lines = [deque(Task(line, games) for games in each if games) for line, each in enumerate(lines)]
        self.left = [sum(len(task.games) for task in each) for each in self._lines]
        self._played = [0] * len(self._lines)
        self._seconds = [0.0] * len(self._lines)

    def take(self, seconds: float, workers: int = 1) -> Task | None:
        """The next task, of about so many seconds: from the line with most left, so that all go on evenly.

        Nobody knows how long a game takes before some are played: tasks begin with one game and grow. Towards the end
        they shrink, so that all workers finish together.
        """
        left = max(self.left, default=0)
        if not left:
            return None
        line = self.left.index(left)
        task = self._lines[line].popleft()
        size = min(self._fitting(line, seconds), max(self._fitting(line, PART), sum(self.left) // (2 * workers)))
        if size < len(task.games):
            self._lines[line].appendleft(Task(line, task.games[size:], task.deaths))
            task = Task(line, task.games[:size], task.deaths)
        self.left[line] -= len(task.games)
        return task

    def _fitting(self, line: int, seconds: float) -> int:
        played = self._played[line]
        each = self._seconds[line] / played if played else seconds
        return max(1, min(8 * played, int(seconds / max(each, 1e-7))))

    def give_back(self, task: Task) -> None:
        self._lines[task.line].appendleft(task)
        self.left[task.line] += len(task.games)

    def took(self, line: int, games: int, seconds: float) -> None:
        self._played[line] += games
        self._seconds[line] += seconds

    def remaining(self) -> float:
        """Seconds that one process would need for what is left, as far as is known."""
        known = sum(self._seconds) / max(1, sum(self._played))
        lines = zip(self.left, self._played, self._seconds, strict=True)
        return sum(left * (seconds / played if played else known) for left, played, seconds in lines)


@dataclass(frozen=True)
class Part(Generic[T]):
    """Some games of a line, finished."""

    line: int
    games: range
    answer: T
    seconds: float


@dataclass(frozen=True)
class Failed:
    """A worker could not go on: a bot's fault, or ours."""

    reason: str


class Elsewhere(Protocol):
    """Workers that are no processes of this machine."""

    @property
    def processors(self) -> int: ...

    def play(self, work: Work[T], pending: Pending) -> Generator[Part[T], None, None]: ...


Workers = int | Elsewhere | None  # None: as many processes as there are processors, if there is enough to do


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def counted(workers: Workers) -> int:
    """How many of them play at once."""
    return workers or processors() if isinstance(workers, int | None) else workers.processors


def play_all(work: Work[T], lines: Sequence[Iterable[range]], workers: Workers) -> Generator[Part[T], None, None]:
    """Play these games of every line; parts come in any order, all of them together are the same for any `workers`.

    Close the generator (or leave it by an error, such as Ctrl-C) and the workers are stopped at once.
    """
    pending = Pending(lines)
    if not isinstance(workers, int | None):
        yield from workers.play(work, pending)
        return
    if workers is None or workers == 1:
        with closing(_alone(work, pending, None if workers else PATIENCE)) as parts:
            yield from parts
    workers = min(workers or processors(), sum(pending.left))
    if workers:
        yield from _together(work, pending, workers)


def _alone(work: Work[T], pending: Pending, patience: float | None) -> Generator[Part[T], None, None]:
    """In this process: all of it, or until it is clear that several processes would be quicker."""
    player = work.begin()
    began = perf_counter()
    while task := pending.take(PART):
        part = play_part(player, task.line, task.games)
        pending.took(part.line, len(part.games), part.seconds)
        yield part
        if patience is not None and perf_counter() - began >= patience:
            if processors() > 1 and pending.remaining() > patience:
                return


def play_part(player: Player[T], line: int, games: range) -> Part[T]:
    began = perf_counter()
    answer = player.batch(line, games.start, len(games))
    return Part(line, games, answer, perf_counter() - began)


def in_parts(player: Player[T], line: int, games: range, sizes: dict[int, int]) -> Iterator[Part[T]]:
    """The games of a task, part by part. `sizes`, of the next part, are kept: lines differ in how long a game takes."""
    while games:
        size = sizes.get(line, 1)
        part = play_part(player, line, games[:size])
        games = games[size:]
        each = part.seconds / len(part.games)
        sizes[line] = max(1, min(2 * size, int(PART / max(each, 1e-7))))
        yield part


class Worker(Generic[T]):
    """A process, and what it is busy with."""

    def __init__(self, work: Work[T]) -> None:
        context = multiprocessing.get_context("spawn")  # safe with threads, and the same on every system
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_work, args=(work, theirs), daemon=True)
        self.process.start()
        theirs.close()  # a dead worker is then noticed as an end of file
        self.task: Task | None = None

    def begin(self, task: Task | None) -> None:
        self.task = task
        if task is not None:
            try:
                self.pipe.send((task.line, task.games))
            except OSError:  # it died: that is noticed when its answer is read
                pass

    def dismiss(self) -> None:
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _together(work: Work[T], pending: Pending, workers: int) -> Generator[Part[T], None, None]:
    crew: dict[Connection, Worker[T]] = {}

    def hire() -> None:
        worker = Worker(work)
        crew[worker.pipe] = worker
        worker.begin(pending.take(TASK, workers))

    try:
        for _ in range(workers):
            hire()
        while any(worker.task for worker in crew.values()):
            for pipe in wait([pipe for pipe, worker in crew.items() if worker.task]):
                assert isinstance(pipe, Connection)
                worker = crew[pipe]
                assert worker.task is not None
                try:
                    part: Part[T] | Failed = pipe.recv()
                except (EOFError, OSError):
                    del crew[pipe]
                    worker.dismiss()
                    pending.give_back(once_more(work, worker.task))
                    hire()
                    continue
                if isinstance(part, Failed):
                    raise BotFailed(part.reason)
                pending.took(part.line, len(part.games), part.seconds)
                rest = worker.task.games[len(part.games) :]
                worker.task = Task(worker.task.line, rest, worker.task.deaths)
                if not rest:
                    worker.begin(pending.take(TASK, workers))
                yield part
    finally:
        for worker in crew.values():
            worker.process.terminate()
        for worker in crew.values():
            worker.dismiss()


def once_more(work: Work[T], task: Task) -> Task:
    """What its worker left undone when it died; after several deaths the fault is in the games."""
    if task.deaths + 1 == DEATHS:
        raise BotFailed(
            f"{work.named(task.line, task.games)}: the worker process ended {DEATHS} times before it was finished "
            "(killed, or out of memory?)"
        )
    return Task(task.line, task.games, task.deaths + 1)


def _work(work: Work[T], pipe: Connection) -> None:
    """The life of a worker process: tasks in, parts out, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all of us; the one who started us decides
    try:
        player = work.begin()
        sizes: dict[int, int] = {}
        while True:
            line, games = pipe.recv()
            for part in in_parts(player, line, games, sizes):
                pipe.send(part)
    except (EOFError, OSError):
        pass
    except Exception as error:
        pipe.send(Failed(work.explain(error)))
