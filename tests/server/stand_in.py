"""What stands in for the worker processes of bots: it answers when the test says so, and with what."""

import asyncio
from typing import Any

from kvartal.server.live.worker import Piece, Pieced, Question, Turn


class StandIn:
    """Workers that write down what they are asked, each question in the order in which it was begun; those who are in a
    hurry are `late`, if there is one."""

    def __init__(self, late: "StandIn | None" = None) -> None:
        self.late = late
        self.asked: list[Question] = []
        self.patience: list[float] = []
        self.started = self.stopped = 0
        self.pieces: list[Piece] = []
        self.doing: asyncio.Queue[tuple[Piece, asyncio.Future[Pieced]]] = asyncio.Queue()
        self._begun: asyncio.Queue[asyncio.Future[Turn]] = asyncio.Queue()

    async def start(self, hurried: bool = False) -> "StandIn":
        if hurried:
            self.late = self.late or StandIn()
            return await self.late.start()
        self.started += 1
        return self

    async def turn(self, question: Question, patience: float) -> Turn:
        answer: asyncio.Future[Turn] = asyncio.get_running_loop().create_future()
        self.asked.append(question)
        self.patience.append(patience)
        self._begun.put_nowait(answer)
        return await answer

    async def piece(self, piece: Piece, patience: float) -> Pieced:
        answer: asyncio.Future[Pieced] = asyncio.get_running_loop().create_future()
        self.pieces.append(piece)
        self.doing.put_nowait((piece, answer))
        return await answer

    @property
    def pending(self) -> bool:
        """Does a question wait for an answer?"""
        return not self._begun.empty()

    async def answer(
        self,
        clicks: list[tuple[str, int]] | None = None,
        error: Exception | None = None,
        advice: dict[str, Any] | None = None,
    ) -> None:
        """Answer the oldest question, as soon as there is one."""
        answer = await self._begun.get()
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(Turn(clicks or [], advice=advice or {}))

    async def stop(self) -> None:
        self.stopped += 1
