"""Reviews of matches that are over: made piece by piece in the bots' processes, while no bot is asked for a move.

One for each table and seat, shared by all who ask for it, and kept for as long as there is room. The same match gives
the same review: what was let go is made again.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Literal

from kvartal.engine.match import Match
from kvartal.engine.record import Record
from kvartal.review import Depth, Review, Reviewing, edition
from kvartal.review.review import MOST_STEPS
from kvartal.server.http.metrics import Metrics
from kvartal.server.live.desks import Desks
from kvartal.server.live.worker import Piece
from kvartal.server.table.commands import Refused

MOST_KEPT = 200  # that are made
MOST_OF_ONE = 4  # that one person waits for
MOST_FILES = 1  # of these, of records from files: anybody can bring any number of them
TRIES = 3  # for each piece: its process may have died of something else
LONGEST = 600.0  # seconds of computing for one review; a hundred seats would take hours

Key = tuple[str, int, str]  # table, seat, edition
Status = Literal["none", "waiting", "running", "done", "failed"]


@dataclass(eq=False)
class Ordered:
    """A review that somebody has asked for."""

    making: Reviewing
    askers: set[str]
    file: bool = False  # of a record from a file
    status: Status = "waiting"
    error: str = ""
    seconds: float = 0.0
    task: "asyncio.Task[Any] | None" = field(default=None, repr=False)

    @property
    def going(self) -> bool:
        return self.status in ("waiting", "running")


class Reviews:
    def __init__(self, desks: Desks, most: int, metrics: Metrics, depth: Depth | None = None) -> None:
        """`most`: reviews that are being made or wait, at once; 0: there are none here."""
        self.desks = desks
        self.most = most
        self.metrics = metrics
        self.depth = depth or Depth()
        self.ordered: OrderedDict[Key, Ordered] = OrderedDict()  # the oldest first
        self._turns = asyncio.Semaphore(desks.half)  # first come, first served

    def order(self, table: str, match: Match, seat: int, person: str, file: bool = False) -> Ordered:
        """The review of a match that is over; it is begun, if there is none yet. One that failed is tried again.
        Those of records from files take half of the room at most: the other half is for tables."""
        if not self.most:
            raise Refused("reviews are switched off here", status=403)
        check(match, seat)
        key = self._key(table, match, seat)
        found = self.ordered.get(key)
        if found is not None and found.status != "failed":
            if found.going and person not in found.askers:
                self._room_for(person, file)
                found.askers.add(person)
            return found
        self._room_for(person, file)
        going = [each for each in self.ordered.values() if each.going]
        if len(going) >= self.most:
            raise Refused(f"{self.most} reviews are being made or wait already; try again later", status=429)
        files = sum(each.file for each in going)
        if file and files >= max(1, self.most // 2):
            raise Refused(f"{files} reviews of files are being made or wait already; try again later", status=429)
        found = Ordered(Reviewing(match.setup, seat, self.depth), {person}, file)
        self.ordered.pop(key, None)
        self.ordered[key] = found
        self._let_go()
        found.task = asyncio.create_task(self._make(found, match.copy()))
        return found

    def find(self, table: str, match: Match, seat: int) -> Ordered | None:
        check(match, seat)
        return self.ordered.get(self._key(table, match, seat))

    @property
    def tables(self) -> set[str]:
        """Of which one is made, or being made."""
        return {key[0] for key in self.ordered}

    def before(self, ordered: Ordered) -> int:
        """How many are made before this one."""
        count = 0
        for each in self.ordered.values():
            if each is ordered:
                break
            count += each.going
        return count

    def made(self, ordered: Ordered, match: Match) -> Review | None:
        return ordered.making.of_match(match) if ordered.status == "done" else None

    def stop(self, table: str, match: Match, seat: int, person: str) -> None:
        """This person does not wait for it any more; when nobody does, it is not made. What is made stays."""
        found = self.find(table, match, seat)
        if found is None or not found.going or person not in found.askers:
            return
        found.askers.discard(person)
        if not found.askers:
            del self.ordered[self._key(table, match, seat)]
            if found.task is not None:
                found.task.cancel()
            self._count()

    async def close(self) -> None:
        tasks = [each.task for each in self.ordered.values() if each.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _key(self, table: str, match: Match, seat: int) -> Key:
        return table, seat, edition(match.setup, self.depth)

    def _room_for(self, person: str, file: bool) -> None:
        awaited = [each for each in self.ordered.values() if each.going and person in each.askers]
        if len(awaited) >= MOST_OF_ONE:
            raise Refused(
                f"you wait for {len(awaited)} reviews already: stop one, or wait until one is made", status=429
            )
        if file and sum(each.file for each in awaited) >= MOST_FILES:
            raise Refused("you wait for the review of a file already: stop it, or wait until it is made", status=429)

    def _let_go(self) -> None:
        over = [key for key, each in self.ordered.items() if not each.going]
        for key in over[: max(0, len(over) - MOST_KEPT)]:
            del self.ordered[key]
        self._count()

    def _count(self) -> None:
        self.metrics.gauges["reviews"] = sum(each.going for each in self.ordered.values())

    async def _make(self, ordered: Ordered, match: Match) -> None:
        try:
            async with self._turns:
                ordered.status = "running"
                await self._pieces(ordered, await asyncio.to_thread(lambda: Record.of(match).text()))
            ordered.status = "done"
        except Refused as refused:
            ordered.status, ordered.error = "failed", refused.text
        except Exception as error:  # whatever it was, whoever waits is told
            ordered.status, ordered.error = "failed", said(f"{type(error).__name__} {error}")
        finally:
            ordered.task = None
            self._count()

    async def _pieces(self, ordered: Ordered, record: str) -> None:
        making, tries = ordered.making, 0
        while making.job is not None:
            found = await self.desks.piece(Piece(record, making.seat, making.seed, making.job))
            ordered.seconds += found.seconds
            if found.error:
                tries += 1
                if tries == TRIES:
                    self.metrics.add("review_failures")
                    raise Refused(said(found.error))
                continue
            tries = 0
            making.take(found.found)
            if ordered.seconds > LONGEST and making.job is not None:
                raise Refused("this match is too long for a review here; kvartal review looks at its record at home")


def said(reason: str) -> str:
    return f"the review could not be made: {reason[:200]}"


def check(match: Match, seat: int) -> None:
    last = match.setup.players - 1
    if not 0 <= seat <= last:
        raise Refused(f"seats are 0 to {last}, not {seat}", status=400)
    if not match.over:
        raise Refused("the game is not over")
    if len(match) > MOST_STEPS:
        raise Refused(f"this match has {len(match)} steps; a review looks at no more than {MOST_STEPS}")
