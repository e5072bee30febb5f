"""Bots at the tables: a few worker processes that think within a budget. No table waits for another's bot."""

import asyncio
import base64
import contextlib
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Protocol

import msgspec

from kvartal.bots import Budget, ask, bot, has_greedy
from kvartal.engine.view import View
from kvartal.server.http.metrics import Metrics
from kvartal.server.live.queue import Queue, Waiting
from kvartal.server.live.worker import READY, Question, Turn
from kvartal.server.table.company import Company

log = logging.getLogger("kvartal.bots")
CEILING = 2.0  # seconds for a turn, unless the host says otherwise
STARTED_WITHIN = 60.0  # seconds a process has to import everything
PATIENCE = 3.0  # seconds and twice its budget, and whoever thinks on is stopped
MOST_TOLD = 10_000  # failures that are remembered, so that each is told once

Clicks = list[tuple[str, int]]


class Thinks(Protocol):
    """What answers questions: a worker, or in tests what stands in for one."""

    async def turn(self, question: Question, patience: float) -> Turn: ...

    async def stop(self) -> None: ...


class Worker:
    """One process and its pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls) -> "Worker":
        command = (sys.executable, "-m", "kvartal.server.live.worker")
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, limit=1 << 20, start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )  # fmt: skip
        worker, started = cls(process), False
        try:
            assert process.stdout is not None
            started = await asyncio.wait_for(process.stdout.readline(), STARTED_WITHIN) == READY
        except TimeoutError:
            pass
        finally:  # also when the server itself stops meanwhile
            if not started:
                await worker.stop()
        if not started:
            raise OSError("a process for bots did not start")
        return worker

    async def turn(self, question: Question, patience: float) -> Turn:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(msgspec.json.encode(question) + b"\n")
        await stdin.drain()
        line = await asyncio.wait_for(stdout.readline(), patience)
        if not line:
            raise OSError("its process has ended")
        return msgspec.json.decode(line, type=Turn)

    async def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Bots:
    def __init__(
        self,
        workers: int,
        budget: Budget,
        metrics: Metrics,
        company: Company | None = None,
        start: Callable[[], Awaitable[Thinks]] = Worker.start,
    ) -> None:
        self.budget = budget
        self.metrics = metrics
        self.company = company or Company()
        self.queue = Queue(max(1, workers), budget.seconds)
        self.start = start
        self._desks: list[asyncio.Task[None]] = []
        self._asked = asyncio.Semaphore(0)
        self._told: set[tuple[str, int, str]] = set()

    def open(self) -> None:
        """Workers are started before anybody waits for them: as soon as a bot sits somewhere."""
        if not self._desks:
            self._desks = [asyncio.create_task(self._desk()) for _ in range(self.queue.most)]

    async def turn(
        self, view: View, level: str, seed: int, table: str, wanted: Callable[[], bool] = lambda: True
    ) -> Clicks:
        """The bot's turn: moves in notation, each with the `glance` expected before it. A bot that fails or is too slow
        is replaced by the game's default move, and one that the game does not have by one that plays at random. With
        "" for a `table` it is a hint. []: nobody wants to know any more."""
        level = self.company.held(level)
        if level == "default":
            return [(default_move(view, seed), 0)]
        setup = view.setup
        if level == "greedy" and not has_greedy(setup.game):
            level = "random"
        question = Question(
            game=setup.game.key, rules=setup.version, players=setup.players, digest=setup.digest,
            options={option.name: option.write(setup.options[option.name]) for option in setup.game.options},
            data=setup.data.corrections(),
            seat=view.seat or 0, known=base64.b64encode(view.encode()).decode(), level=level, seed=seed,
            seconds=self.budget.seconds, playouts=self.budget.playouts,
        )  # fmt: skip
        begun = monotonic()
        answer: asyncio.Future[Turn | None] = asyncio.get_running_loop().create_future()
        self._ask(Waiting(table, question, begun, answer, wanted))
        turn = await answer
        if turn is None:
            return []
        self.metrics.bots.add(monotonic() - begun)
        reason = turn.error or _wrong(view, turn.clicks)
        if not reason:
            return turn.clicks
        if not wanted():
            return []
        self._failed(table, view, level, reason)
        return [(default_move(view, seed), 0)]

    def _failed(self, table: str, view: View, level: str, reason: str) -> None:
        """Counted every time, told once for each bot at a table."""
        self.metrics.add("bot_failures")
        who = (table, view.seat or 0, level)
        if who not in self._told:
            if len(self._told) >= MOST_TOLD:
                self._told.clear()
            self._told.add(who)
            words = "bot %s of %s failed, the game's default move was made: %s"
            log.error(words, level, view.setup.game.key, reason[:300], extra={"table": table})

    # The queue and those who work at it -----------------------------------------------------------------------------

    def _ask(self, waiting: Waiting) -> None:
        self.open()
        self.queue.put(waiting)
        self.metrics.gauges["bots_waiting"] = len(self.queue)
        self._asked.release()

    async def _next(self) -> tuple[Waiting, Question]:
        """The next question, with the time that there is for it."""
        found = None
        while found is None:
            await self._asked.acquire()
            found = self.queue.take(monotonic())
        waiting, seconds = found
        self.metrics.gauges["bots_waiting"] = len(self.queue)
        if seconds < self.budget.seconds:
            self.metrics.add("bot_shrunk")
        return waiting, msgspec.structs.replace(waiting.question, seconds=seconds)

    async def _desk(self) -> None:
        """One worker after the other: one that does not answer is stopped and replaced, for it may be in the middle of
        something."""
        worker: Thinks | None = None
        try:
            with contextlib.suppress(Exception):  # it is tried again, and told, when somebody asks
                worker = await self.start()
            while True:
                waiting, question = await self._next()
                try:
                    worker = worker or await self.start()
                    turn = await worker.turn(question, PATIENCE + 2 * question.seconds)
                except Exception as error:  # too slow, gone, or talking nonsense: the table goes on in any case
                    turn = Turn(error=f"{type(error).__name__} {error}")
                    if worker is not None:
                        gone, worker = worker, None
                        await gone.stop()
                if not waiting.answer.done():
                    waiting.answer.set_result(turn)
        finally:
            if worker is not None:
                await worker.stop()

    async def stop(self) -> None:
        desks, self._desks = self._desks, []
        for desk in desks:
            desk.cancel()
        await asyncio.gather(*desks, return_exceptions=True)


def _wrong(view: View, clicks: Clicks) -> str:
    """What is wrong with a turn: its first move has to be legal now, the others when it is their time."""
    if not clicks:
        return "it has not chosen any move"
    try:
        code = view.setup.code(clicks[0][0])
    except ValueError:
        code = -1
    return "" if code >= 0 and view.why(code) is None else f"{clicks[0][0]!r} is not a legal move"


def default_move(view: View, seed: int) -> str:
    """The game's own default move. One that fails (of another package's game) is replaced by any legal move."""
    game = view.setup.game
    try:
        code = game.default(view)
        forbidden = view.why(code)
        if forbidden is None:
            return view.setup.notation[code]
        reason = forbidden.id
    except Exception as error:
        reason = f"{type(error).__name__} {error}"
    log.error("the default move of %s failed: %s", game.key, reason)
    return str(ask(bot("random", seed, view.setup.players), view, Budget()))
