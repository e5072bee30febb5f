"""Taking tables away for good, in pieces so short that no move waits long for them.

A log may be far longer than others. Such a table is marked as leaving in the same transaction as its first events go,
from the front: half a log begins with nothing, so nobody can mistake it for an earlier moment of the match. Whoever
cleans next goes on with what is left.
"""

import asyncio
import time

from sqlalchemy import delete, func, select, update

from kvartal.server.store import index, schema
from kvartal.server.store.store import Store, now_ms
from kvartal.server.store.writing import Statement

AIM = 0.01  # seconds for a piece; it is allowed twice as long
FEWEST, MOST = 50, 2000  # events in one piece
AT_ONCE = 20  # tables in one piece


class Removal:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.events = 500  # in one piece; found out as we go

    async def remove(self, tables: list[str]) -> None:
        rows = schema.events.c
        counted = select(rows.table_id, func.count()).where(rows.table_id.in_(tables)).group_by(rows.table_id)
        sizes = {row[0]: row[1] for row in await self.store.all(counted)}
        piece: list[str] = []
        weight = 0
        for table in tables:
            size = sizes.get(table, 0)
            if size > self.events:
                size = await self._shorten(table, size)
            if piece and (weight + size > self.events or len(piece) == AT_ONCE):
                await self._put(index.removed_rows(piece))
                piece, weight = [], 0
            piece.append(table)
            weight += size
        if piece:
            await self._put(index.removed_rows(piece))

    async def _shorten(self, table: str, size: int) -> int:
        """So that one piece takes what is left; how much that is."""
        rows, number = schema.events.c, 0
        leaving = update(schema.tables).where(schema.tables.c.id == table)
        first: list[Statement] = [(leaving.values(status=index.LEAVING, touched=now_ms(), due=None, code=None), None)]
        while size > self.events:
            number, size = number + self.events, size - self.events
            gone = delete(schema.events).where(rows.table_id == table, rows.number <= number)
            await self._put([*first, (gone, None)])
            first = []
        return size

    async def _put(self, statements: list[Statement]) -> None:
        """One piece. Half of the time is left to those who play."""
        begun = time.perf_counter()
        await self.store.append([], statements)
        took = time.perf_counter() - begun
        self.store.metrics.cleaning.add(took)
        if took > AIM:
            self.events = max(FEWEST, self.events // 2)
        elif took < AIM / 4:
            self.events = min(MOST, self.events + FEWEST)
        await asyncio.sleep(min(took, 1.0))
