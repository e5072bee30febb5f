"""Several processes on one PostgreSQL: who tells whom that a table has moved on, and who winds its clock.

Only `table:number` travels. A listener that was away reads the log again, so nothing depends on a message arriving.
One connection of its own does both: when it breaks, so do the locks it held, and another process takes over.
"""

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy.engine import URL

from kvartal.server.store.writing import CHANNEL

log = logging.getLogger("kvartal.notify")
LOOK = 2.0  # seconds between two looks at whether the connection lives


class Alone:
    """One process and its SQLite file: every table is ours."""

    def holds(self, table: str) -> bool:
        return True

    async def take(self, table: str) -> bool:
        return True

    async def release(self, table: str) -> None:
        pass

    async def close(self) -> None:
        pass


class Together:
    def __init__(self, url: URL, told: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        self.url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.told = told  # a table has a new event
        self.missed = missed  # everything may have
        self.held: set[str] = set()
        self.connection: Any = None
        self.busy = asyncio.Lock()
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> "Together":
        await self._connect()
        self.task = asyncio.create_task(self._stay())
        return self

    async def _connect(self) -> None:
        import asyncpg

        self.connection = await asyncpg.connect(self.url, timeout=10)
        await self.connection.add_listener(CHANNEL, self._hear)

    def _hear(self, connection: object, process: int, channel: str, payload: object) -> None:
        table, _, number = str(payload).rpartition(":")
        if number.isdigit():
            self.told(table, int(number))

    async def _stay(self) -> None:
        """Look after the connection: a dead one is noticed, replaced, and what was missed is read."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                async with self.busy:
                    await asyncio.wait_for(self.connection.execute("SELECT 1"), 5)
            except Exception as error:
                log.warning("the listening connection broke: %s", type(error).__name__)
                self.held.clear()
                with contextlib.suppress(Exception):
                    self.connection.terminate()
                try:
                    await self._connect()
                except Exception as again:
                    log.warning("cannot listen yet: %s", type(again).__name__)
                    continue
                self.missed()

    def holds(self, table: str) -> bool:
        return table in self.held

    async def take(self, table: str) -> bool:
        """Become the one who lets this table's bots play and winds its clock, unless somebody is."""
        if table in self.held:
            return True
        try:
            async with self.busy:
                if await self.connection.fetchval("SELECT pg_try_advisory_lock($1)", _key(table)):
                    self.held.add(table)
        except Exception as error:
            log.warning("no lock: %s", type(error).__name__)
        return table in self.held

    async def release(self, table: str) -> None:
        if table in self.held:
            self.held.discard(table)
            with contextlib.suppress(Exception):
                async with self.busy:
                    await self.connection.execute("SELECT pg_advisory_unlock($1)", _key(table))

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
        with contextlib.suppress(Exception):
            await self.connection.close(timeout=2)


def _key(table: str) -> int:
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big", signed=True)
