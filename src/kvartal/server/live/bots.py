"""Bots at the tables: a few worker processes that think within a budget. No table waits for another's bot."""

import asyncio
import base64
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic

import msgspec

from kvartal.bots import Budget, ask, bot, has_greedy
from kvartal.engine.view import View
from kvartal.review.advice import as_strong_as
from kvartal.review.decisions import Difference
from kvartal.server.http.metrics import Metrics
from kvartal.server.live.desks import Desks, Thinks, Worker
from kvartal.server.live.queue import Waiting
from kvartal.server.live.worker import Question, Turn
from kvartal.server.table.commands import Refused
from kvartal.server.table.company import Company, level_of

log = logging.getLogger("kvartal.bots")
MOST_TOLD = 10_000  # failures that are remembered, so that each is told once
PRACTICE = "practice"  # in the queue: all who practise take turns with the tables as one of them would
MOST_PRACTISING = 8  # people whose turns are compared, or wait for it, at once
MOST_COMPARED = 1000  # turns that are remembered with what they give away

Clicks = list[tuple[str, int]]


class Bots:
    def __init__(
        self,
        workers: int,
        budget: Budget,
        metrics: Metrics,
        company: Company | None = None,
        start: Callable[[bool], Awaitable[Thinks]] | None = None,
    ) -> None:
        self.budget = budget
        self.metrics = metrics
        self.company = company or Company()
        start = start or partial(Worker.start, programs=self.company.programs)
        self.desks = Desks(workers, budget.seconds, metrics, start)
        self._told: set[tuple[str, int, str]] = set()
        self._practising: set[str] = set()  # people
        self._compared: OrderedDict[bytes, Difference] = OrderedDict()

    async def turn(
        self, view: View, level: str, seed: int, table: str, wanted: Callable[[], bool] = lambda: True
    ) -> Clicks:
        """The bot's turn: moves in notation, each with the `glance` expected before it. A bot that fails or is too slow
        is replaced by the game's default move, and one that the game does not have by one that plays at random. With
        "" for a `table` it is a hint. []: nobody wants to know any more."""
        level = self.company.held(level)
        if level == "default":
            return [(default_move(view, seed), 0)]
        if level == "greedy" and not has_greedy(view.setup.game):
            level = "random"
        turn = await self._asked(view, question(view, level, seed, self.budget), table, wanted)
        return turn.clicks if turn is not None else []

    async def advice(self, view: View, level: str, lang: str, asked: str = "") -> Turn:
        """What to do, why, and what else (or: what this move is worth beside it). It goes before bots: a person waits.
        Where it fails there is the game's default move and no advice."""
        level = self.company.held(level)
        budget = as_strong_as(view, level_of(level))
        wish = msgspec.structs.replace(question(view, level, 0, budget), lang=lang, asked=asked, names=list(view.names))
        return await self._asked(view, wish, "", lambda: True) or Turn()

    async def beside(self, view: View, answer: list[str], turn: list[str], person: str) -> Difference | None:
        """What a turn gives away beside the answer of an exercise; None: that could not be found out. It is asked
        twice, to show it and to count it, and found out once. Each person has one at a time, and no table waits
        long for it."""
        wish = msgspec.structs.replace(question(view, "level5", 0, self.budget), beside=[answer, turn])
        key = hashlib.sha256(msgspec.json.encode(wish)).digest()
        if key in self._compared:
            return self._compared[key]
        if person in self._practising:
            raise Refused("your last turn is still being compared with the answer; wait for it", status=429)
        if len(self._practising) >= MOST_PRACTISING:
            raise Refused(f"{MOST_PRACTISING} people practise here at this moment; try again in a moment", status=429)
        self._practising.add(person)
        try:
            found = await self._asked(view, wish, PRACTICE, lambda: True, patient=True)
        finally:
            self._practising.discard(person)
        advice = found.advice if found is not None else {}
        if not advice:
            return None
        lost = self._compared[key] = Difference(float(advice["lost"]), float(advice["error"]))
        while len(self._compared) > MOST_COMPARED:
            self._compared.popitem(last=False)
        return lost

    async def _asked(
        self, view: View, question: Question, table: str, wanted: Callable[[], bool], patient: bool = False
    ) -> Turn | None:
        """An answer that can be played; None: nobody wants to know any more."""
        level, seed, begun = question.level, question.seed, monotonic()
        answer: asyncio.Future[Turn | None] = asyncio.get_running_loop().create_future()
        turn = await self.desks.turn(Waiting(table, question, begun, answer, wanted, patient=patient))
        if turn is None:
            return None
        self.metrics.bots.add(monotonic() - begun)
        reason = turn.error or _wrong(view, turn.clicks)
        if not reason:
            return turn
        if not wanted():
            return None
        self._failed(table, view, level, reason)
        return Turn([(default_move(view, seed), 0)])

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

    async def stop(self) -> None:
        await self.desks.stop()


def question(view: View, level: str, seed: int, budget: Budget) -> Question:
    setup = view.setup
    return Question(
        game=setup.game.key, rules=setup.version, players=setup.players, digest=setup.digest,
        options={option.name: option.write(setup.options[option.name]) for option in setup.game.options},
        data=setup.data.corrections(),
        seat=view.seat or 0, known=base64.b64encode(view.encode()).decode(), level=level, seed=seed,
        seconds=budget.seconds, playouts=budget.playouts,
    )  # fmt: skip


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
