"""The processes in which bots think, and who of those who wait is asked for when.

They think while the machine has nothing else to do. On one that is busy for long that may be never: what is late is
then answered in a hurry, by one more process that is not so patient. Pieces of reviews are done while no bot is asked,
by at most half of the processes.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import Any, Protocol

import msgspec

from kvartal.server.http.metrics import Metrics
from kvartal.server.live.queue import SHORTEST, Queue, Waiting
from kvartal.server.live.worker import HURRIED, READY, Piece, Pieced, Question, Turn

STARTED_WITHIN = 60.0  # seconds a process has to import everything
LATE = 0.1  # seconds after the goal of the queue
PATIENCE = 3.0  # seconds, and whoever was asked in a hurry and thinks on hangs
LONGEST = 60.0  # seconds for a thought that may only be starved


class Thinks(Protocol):
    """What answers questions: a worker, or in tests what stands in for one."""

    async def turn(self, question: Question, patience: float) -> Turn: ...

    async def piece(self, piece: Piece, patience: float) -> Pieced: ...

    async def stop(self) -> None: ...


class Worker:
    """One process and its pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, hurried: bool = False, programs: Mapping[str, str] | None = None) -> "Worker":
        """`programs`: commands of bots by their names."""
        named = [f"{name}={line}" for name, line in (programs or {}).items()]
        command = (sys.executable, "-m", "kvartal.server.live.worker", *([HURRIED] if hurried else []), *named)
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, limit=1 << 20, start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )  # fmt: skip
        worker, started = cls(process), False
        try:
            assert process.stdout is not None
            async with asyncio.timeout(STARTED_WITHIN):
                started = await process.stdout.readline() == READY
        except TimeoutError:
            pass
        finally:  # also when the server itself stops meanwhile
            if not started:
                await worker.stop()
        if not started:
            raise OSError("a process for bots did not start")
        return worker

    async def turn(self, question: Question, patience: float) -> Turn:
        return msgspec.json.decode(await self._asked(question, patience), type=Turn)

    async def piece(self, piece: Piece, patience: float) -> Pieced:
        return msgspec.json.decode(await self._asked(piece, patience), type=Pieced)

    async def _asked(self, question: Question | Piece, patience: float) -> bytes:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(msgspec.json.encode(question) + b"\n")
        await stdin.drain()
        async with asyncio.timeout(patience):
            line = await stdout.readline()
        if not line:
            raise OSError("its process has ended")
        return line

    async def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Desks:
    def __init__(self, most: int, seconds: float, metrics: Metrics, start: Callable[[bool], Awaitable[Thinks]]) -> None:
        self.queue = Queue(max(1, most), seconds)
        self.metrics = metrics
        self.start = start
        self._tasks: list[asyncio.Task[None]] = []
        self._unanswered: dict[Waiting, None] = {}  # the oldest first
        self._thinking: dict[Waiting, Thinks] = {}
        self.half = max(1, self.queue.most // 2)  # pieces of reviews at once
        self._pieces = 0
        self._asked, self._news = asyncio.Semaphore(0), asyncio.Event()

    def open(self) -> None:
        """Workers are started before anybody waits for them: as soon as a bot sits somewhere."""
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._desk()) for _ in range(self.queue.most)]
            self._tasks.append(asyncio.create_task(self._hurry()))

    async def turn(self, waiting: Waiting) -> Turn | None:
        """The answer; None if nobody wants it any more."""
        self.open()
        self._unanswered[waiting] = None
        self.queue.put(waiting)
        self._count()
        self._asked.release()
        self._news.set()
        try:
            turn: Turn | None = await waiting.answer
        finally:
            del self._unanswered[waiting]
        return turn

    async def piece(self, piece: Piece) -> Pieced:
        """A piece of a review, when nobody waits for a bot."""
        self.open()
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.queue.pieces.append(Waiting("", piece, monotonic(), answer))
        self._asked.release()
        found: Pieced = await answer
        return found

    async def stop(self) -> None:
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _count(self) -> None:
        self.metrics.gauges["bots_waiting"] = len(self.queue)

    # With time to think -----------------------------------------------------------------------------------------------

    async def _next(self) -> Waiting:
        """The next question, with the time that there is for it; a piece of a review if there is none."""
        while True:
            await self._asked.acquire()
            found = self.queue.take(monotonic())
            if found is not None:
                self._count()
                waiting, seconds = found
                if seconds < self.queue.longest:
                    self.metrics.add("bot_shrunk")
                waiting.question = msgspec.structs.replace(waiting.question, seconds=seconds)
                return waiting
            piece = self.queue.spare() if self._pieces < self.half else None
            if piece is not None:
                return piece

    async def _desk(self) -> None:
        """One worker after the other: one that does not answer is stopped and replaced, for it may be in the middle of
        something."""
        worker: Thinks | None = None
        try:
            with contextlib.suppress(Exception):  # it is tried again, and told, when somebody asks
                worker = await self.start(False)
            while True:
                waiting = await self._next()
                question = waiting.question
                answer: Turn | Pieced
                try:
                    if isinstance(question, Piece):
                        self._pieces += 1
                        worker = worker or await self.start(False)
                        answer = await worker.piece(question, LONGEST)
                    else:
                        worker = worker or await self.start(False)
                        self._thinking[waiting] = worker
                        answer = await worker.turn(question, LONGEST + 2 * question.seconds)
                except Exception as error:  # gone, or talking nonsense: the table goes on in any case
                    answer = failed(error) if isinstance(question, Question) else Pieced(error=told(error))
                    await stopped(worker)
                    worker = None
                finally:
                    self._thinking.pop(waiting, None)
                    if isinstance(question, Piece):
                        self._pieces -= 1
                        self._asked.release()  # another piece may have waited for this one
                if not waiting.answer.done():
                    waiting.answer.set_result(answer)
        finally:
            await stopped(worker)

    # In a hurry -------------------------------------------------------------------------------------------------------

    async def _late(self) -> Waiting:
        """The next question that is late; while all who have time are late with theirs, any."""
        while True:
            now = monotonic()
            if sum(each.hurried for each in self._thinking) == self.queue.most and (taken := self.queue.take(now)):
                self._count()
                return taken[0]
            oldest = next((each for each in self._unanswered if not (each.patient or each.given_up())), None)
            wait = oldest.since + self.queue.goal + LATE - now if oldest is not None else None
            if oldest is not None and wait is not None and wait <= 0:
                return oldest
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):  # wait_for would pass over being cancelled in the same moment
                    await self._news.wait()

    async def _hurry(self) -> None:
        """Answers what is late, as shortly as can be. A bot that hangs here as well is not starved: it is stopped."""
        worker: Thinks | None = None
        try:
            with contextlib.suppress(Exception):
                worker = await self.start(True)
            while True:
                waiting = await self._late()
                waiting.hurried = True
                self.metrics.add("bot_hurried")
                try:
                    worker = worker or await self.start(True)
                    turn = await worker.turn(msgspec.structs.replace(waiting.question, seconds=SHORTEST), PATIENCE)
                except Exception as error:
                    turn = failed(error)
                    await stopped(worker)
                    worker = None
                    await stopped(self._thinking.get(waiting))
                if not waiting.answer.done():
                    waiting.answer.set_result(turn)
        finally:
            await stopped(worker)


def failed(error: Exception) -> Turn:
    return Turn(error=told(error))


def told(error: Exception) -> str:
    return f"{type(error).__name__} {error}"


async def stopped(worker: Thinks | None) -> None:
    if worker is not None:
        await worker.stop()
