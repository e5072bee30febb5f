"""Which process a table is at home with. One at a time owns it: its mailbox, its bots, its clock, whoever looks at it.

Every process that serves a PostgreSQL has a lease, a row with the address where the others reach it, and counts up in
it as long as it lives. The row of a table names the lease of its owner. A lease whose count stands still is ended by
whoever sees that, and what is left of it in the rows of tables then means nothing: the next process that wants one of
them takes it. No lease is used twice, so its name is an epoch: a process that was frozen and wakes up finds its lease
gone, cannot append anything (the store looks in the same transaction), lets all of its tables go and gets a new one.
An owner gives a table back only when everything it had to say there is stored. So whoever has taken a table and still
has the lease owns it: one look for a transaction, however many tables it is about.

Nobody compares clocks: each process measures for itself how long a count has stood still while it looked. What time it
is, it asks the database at the same time (`store/hour.py`).
"""

import asyncio
import contextlib
import hashlib
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from kvartal.server.store import hour, schema
from kvartal.server.store.index import LEAVING
from kvartal.server.store.keys import new_id
from kvartal.server.store.store import STORED_WITHIN, Fenced, NotStored, Store, Unreachable
from kvartal.server.table.commands import Missing, Refused

log = logging.getLogger("kvartal.homes")
BEAT = 1.0  # seconds between two signs of life
DEAD = 5.0  # seconds without one
LOCKED = "2s"  # how long the end of a lease waits for what is just being appended under it

_rows, _tables = schema.leases.c, schema.tables.c
_TIME = func.extract("epoch", func.clock_timestamp())
_BEAT = update(schema.leases).values(beat=_rows.beat + 1)


class Elsewhere(Refused):
    """The table is at home with another process, and this is not the way there."""

    def __init__(self) -> None:
        super().__init__("the table has just moved to another process; try again", status=503)


class Home(NamedTuple):
    """A process that others can reach."""

    lease: str
    address: str
    key: str


@dataclass(slots=True)
class Seen:
    """Another process: its count, and since when it stands still."""

    home: Home
    beat: int
    since: float


class Alone:
    """One process and its SQLite file: every table is ours."""

    def __init__(self) -> None:
        self.lease = self.key = ""
        self.others: dict[str, Seen] = {}
        self.ended: list[Callable[[str], None]] = []  # told which lease of another process is over

    async def open(self) -> None:
        pass

    def keeper(self, key: str) -> Home | None:
        return None

    async def find(self, table: str) -> Home | None:
        return None

    async def take(self, table: str) -> str:
        return ""

    async def release(self, table: str, lease: str) -> None:
        pass

    async def over(self, lease: str, within: float) -> bool:
        return True

    async def gone(self, lease: str) -> bool:
        return True

    async def close(self) -> None:
        pass


class Homes(Alone):
    def __init__(self, store: Store, address: str, lost: Callable[[], None]) -> None:
        super().__init__()
        self.store = store
        self.address = address  # of this process, for the others
        self.lost = lost  # all of our tables are somebody else's now
        self._looked = 0.0
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._begin()
        await self._look()
        self._task = asyncio.create_task(self._live())

    async def close(self) -> None:
        """Whatever was ours is anybody's from now on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        with contextlib.suppress(Unreachable):  # then it ends by itself
            await self.store.append([], [(delete(schema.leases).where(_rows.id == self.lease), None)])

    # Our own lease --------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        lease, key = new_id(), secrets.token_urlsafe(32)
        row = {"id": lease, "address": self.address, "key": key, "beat": 0}
        try:
            async with asyncio.timeout(STORED_WITHIN), self.store.engine.begin() as connection:
                await connection.execute(insert(schema.leases), row)
        except (SQLAlchemyError, OSError) as error:  # TimeoutError is one of the latter
            raise NotStored(f"no lease: {type(error).__name__}") from None
        self.store.lease_over.clear()
        self.store.lease = self.lease = lease
        self.key = key

    async def _live(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.store.lease_over.wait(), BEAT)
            try:
                if not self.store.lease_over.is_set():
                    await self.store.append([], [(_BEAT.where(_rows.id == self.lease), None)])
                    await self._look()
                    continue
            except Fenced:
                pass
            except Unreachable as error:
                log.warning("no sign of life: %s", error)
                continue
            except Exception:
                log.exception("the lease could not be looked after")
                continue
            await self._begin_again()

    async def _begin_again(self) -> None:
        log.warning("the lease of this process was ended; its tables are let go")
        self.store.metrics.add("leases_lost")
        self.lost()
        try:
            await self._begin()
        except Exception as error:  # it is tried again
            log.warning("no new lease yet: %s", type(error).__name__)
            await asyncio.sleep(BEAT)

    # Others ---------------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Who is there; whoever has shown no sign of life for so long is not, all the time that we have looked."""
        asked = monotonic()
        found = await self.store.all(select(_rows.id, _rows.address, _rows.key, _rows.beat, _TIME))
        now, before = monotonic(), self._looked
        if found:
            hour.told(float(found[0][4]), asked, now)
        self._looked = now
        away = now - before > DEAD / 2  # we were, or the database: they could not be seen
        known, self.others = self.others, {}
        for lease, address, key, beat, _ in found:
            if lease == self.lease:
                continue
            seen = known.get(lease)
            if seen is None or seen.beat != beat or away:
                seen = Seen(Home(lease, address, key), beat, now)
            self.others[lease] = seen
        for lease in known.keys() - self.others.keys():
            for tell in self.ended:
                tell(lease)
        self.store.metrics.gauges["processes"] = 1 + len(self.others)
        self._news.set()
        self._news = asyncio.Event()
        for seen in [each for each in self.others.values() if now - each.since > DEAD]:
            await self._end(seen)

    async def _end(self, seen: Seen) -> None:
        """On a connection of its own: it may have to wait, and nobody's moves wait with it."""
        gone = delete(schema.leases).where(_rows.id == seen.home.lease, _rows.beat == seen.beat)
        try:
            async with asyncio.timeout(STORED_WITHIN), self.store.engine.begin() as connection:
                await connection.execute(text(f"SET LOCAL lock_timeout = '{LOCKED}'"))
                ended = (await connection.execute(gone)).rowcount
        except (SQLAlchemyError, OSError) as error:
            log.warning("a lease could not be ended yet: %s", type(error).__name__)
            return
        if ended:
            self.store.metrics.add("leases_ended")
            log.warning("a process has shown no sign of life; its tables can be taken over")

    async def over(self, lease: str, within: float) -> bool:
        """Wait for the end of this lease, if it is not over."""
        try:
            async with asyncio.timeout(within):
                while lease in self.others:
                    await self._news.wait()
        except TimeoutError:
            return False
        return True

    async def gone(self, lease: str) -> bool:
        """Is this lease over? One that is new may not have been seen yet: then the rows tell."""
        if lease in self.others:
            return False
        with contextlib.suppress(Unreachable):
            return not await self.store.all(select(_rows.id).where(_rows.id == lease))
        return False

    def keeper(self, key: str) -> Home | None:
        """The other process that keeps in memory what is called so; None: this one does. All processes agree, as long
        as they see the same others; when one comes or goes, only its share gets another keeper."""
        all_of_us = [self.lease, *self.others]
        chosen = max(all_of_us, key=lambda lease: hashlib.sha256(f"{lease} {key}".encode()).digest())
        return self.others[chosen].home if chosen in self.others else None

    # Tables -----------------------------------------------------------------------------------------------------------

    async def find(self, table: str) -> Home | None:
        """The other process that this table is at home with; None: it is ours, or nobody's, or there is none."""
        found = await self._owner(table)
        return found[1] if found is not None and found[0] != self.lease else None

    async def _owner(self, table: str) -> tuple[str | None, Home | None] | None:
        """The lease that the row of this table names, and whose it is; None: there is no such table."""
        query = (
            select(_tables.owner, _rows.address, _rows.key)
            .select_from(schema.tables.outerjoin(schema.leases, _rows.id == _tables.owner))
            .where(_tables.id == table, _tables.status != LEAVING)
        )
        for owner, address, key in await self.store.all(query):
            return owner, None if address is None else Home(owner, address, key)
        return None

    async def take(self, table: str) -> str:
        """From now on it is ours, under the lease that is given back, unless it is somebody else's (`Elsewhere`). A
        lease that is over is never written into a row again: whoever finds it there still is the first."""
        lease = self.lease
        for _ in range(2):
            found = await self._owner(table)
            if found is None:
                raise Missing("there is no such table")
            owner, home = found
            if owner == lease:
                return lease
            if home is not None:
                break
            free = _tables.owner.is_not_distinct_from(owner), _tables.status != LEAVING
            mine = update(schema.tables).where(_tables.id == table, *free)
            await self.store.append([], [(mine.values(owner=lease), None)], None, lease)
        else:
            if await self._owner(table) == (lease, Home(lease, self.address, self.key)):
                return lease
        raise Elsewhere

    async def release(self, table: str, lease: str) -> None:
        nobodys = update(schema.tables).where(_tables.id == table, _tables.owner == lease).values(owner=None)
        with contextlib.suppress(Unreachable):  # then nobody else can have it as long as our lease lasts
            await self.store.append([], [(nobodys, None)], None, lease)


def homes(store: Store, address: str, lost: Callable[[], None]) -> Alone:
    """With SQLite there is one process."""
    return Alone() if store.sqlite else Homes(store, address, lost)
