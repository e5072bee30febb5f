"""Who is thought for next, and for how long: hints first, then table after table, and nobody waits too long.

Tables take turns, however many bots sit at each. What is left of the time of whoever waits longest is shared by all who
wait: a queue that grows makes every thought shorter. Reviews of matches that are over get what nobody else wants.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

ROOM = 0.2  # seconds beside the longest thought in which all others have their answers, if the machine keeps up
FRONT = 100  # tables among which whoever waits longest is looked for: those in front have waited longest, nearly always
SHORTEST = 0.002  # seconds: a thought that begins is worth this much


@dataclass(eq=False, slots=True)
class Waiting:
    """A question in the queue. `table` "": a hint, for a person who waits."""

    table: str
    question: Any
    since: float
    answer: "asyncio.Future[Any]"
    wanted: Callable[[], bool] = lambda: True
    hurried: bool = False  # it was late, and is answered in a hurry
    patient: bool = False  # nobody plays on it: it may be late

    def given_up(self) -> bool:
        """Is nobody to think about it any more? Where nobody wants to know, the answer is None."""
        if not self.answer.done() and not self.wanted():
            self.answer.set_result(None)
        return self.hurried or self.answer.done()


@dataclass
class Queue:
    """The order in which questions are answered. It knows no worker and no clock."""

    most: int  # thoughts at once
    longest: float  # seconds that the host allows for a turn
    hints: deque[Waiting] = field(default_factory=deque)
    tables: dict[str, deque[Waiting]] = field(default_factory=dict)  # in the order in which they are served
    pieces: deque[Waiting] = field(default_factory=deque)  # of reviews; they are not counted
    at_tables: int = 0  # questions: thousands may wait, and are not counted one by one for every thought

    def __len__(self) -> int:
        return len(self.hints) + self.at_tables

    @property
    def goal(self) -> float:
        """Seconds after which everybody should have an answer."""
        return self.longest + ROOM

    def put(self, waiting: Waiting) -> None:
        if waiting.table:
            self.tables.setdefault(waiting.table, deque()).append(waiting)
            self.at_tables += 1
        else:
            self.hints.append(waiting)

    def take(self, now: float) -> tuple[Waiting, float] | None:
        """Who is next, and the seconds for the thought; what nobody wants to know any more is passed over."""
        while self.hints:
            waiting = self.hints.popleft()
            if not waiting.given_up():
                return waiting, self._share(now, waiting.since, len(self.hints))
        while self.tables:
            table, asked = next(iter(self.tables.items()))
            del self.tables[table]
            waiting = asked.popleft()
            self.at_tables -= 1
            if asked:
                self.tables[table] = asked  # behind the other tables
            if not waiting.given_up():
                oldest = min((each[0].since for each in islice(self.tables.values(), FRONT)), default=now)
                return waiting, self._share(now, min(oldest, waiting.since), self.at_tables)
        return None

    def spare(self) -> Waiting | None:
        """The next piece of a review, while nobody else waits."""
        while self.pieces:
            waiting = self.pieces.popleft()
            if not waiting.given_up():
                return waiting
        return None

    def _share(self, now: float, oldest: float, others: int) -> float:
        left = (self.goal - (now - oldest)) * self.most / (1 + others)
        return min(self.longest, max(SHORTEST, left))
