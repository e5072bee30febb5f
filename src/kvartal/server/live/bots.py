"""Bots at the tables: a few worker processes that think within a budget. No table waits for another's bot."""

import asyncio
import base64
import contextlib
import hashlib
import logging
import os
import sys
from collections.abc import Callable

import msgspec

from kvartal.bots import Budget, ask, bot, has_greedy
from kvartal.engine.view import View
from kvartal.server.http.metrics import Metrics
from kvartal.server.live.worker import READY, Choice, Question

log = logging.getLogger("kvartal.bots")
STARTED_WITHIN = 60.0  # seconds a process has to import everything
PATIENCE = 3.0  # a bot may overrun its budget by this factor and one second before it is stopped


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

    async def choose(self, question: Question, patience: float) -> Choice:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(msgspec.json.encode(question) + b"\n")
        await stdin.drain()
        line = await asyncio.wait_for(stdout.readline(), patience)
        if not line:
            raise OSError("its process has ended")
        return msgspec.json.decode(line, type=Choice)

    async def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Bots:
    def __init__(self, workers: int, budget: Budget, metrics: Metrics) -> None:
        self.budget = budget
        self.metrics = metrics
        self.most = max(1, workers)
        self.idle: asyncio.LifoQueue[Worker | None] = asyncio.LifoQueue()
        self.all: set[Worker] = set()
        for _ in range(self.most):
            self.idle.put_nowait(None)  # a place for a worker that is started when needed

    async def choose(self, view: View, level: str, name: str, wanted: Callable[[], bool] = lambda: True) -> str:
        """The bot's move in notation; a bot that fails or is too slow is replaced by the game's default move, and one
        that the game does not have by one that plays at random. "": nobody wants to know any more."""
        seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:7], "big")
        if level == "default":
            return default_move(view, seed)
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
        try:
            choice = await self._asked(question)
            if choice.move and view.why(setup.code(choice.move)) is None:
                return choice.move
            reason = choice.error or f"{choice.move!r} is not a legal move"
        except Exception as error:  # too slow, gone, or talking nonsense: the table goes on in any case
            reason = f"{type(error).__name__} {error}"
        if not wanted():
            return ""
        self.metrics.add("bot_failures")
        log.error("bot %s of %s failed: %s", level, setup.game.key, reason[:300])
        return default_move(view, seed)

    async def _asked(self, question: Question) -> Choice:
        """The answer of the next worker that is free. One that does not give any is stopped and replaced."""
        worker = await self.idle.get()
        answered = None
        try:
            if worker is None:
                worker = await Worker.start()
                self.all.add(worker)
            choice = await worker.choose(question, 1.0 + PATIENCE * self.budget.seconds)
            answered = worker
            return choice
        finally:
            self.idle.put_nowait(answered)
            if worker is not None and answered is None:  # it may be in the middle of something
                self.all.discard(worker)
                await worker.stop()

    async def stop(self) -> None:
        for worker in list(self.all):
            await worker.stop()


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
