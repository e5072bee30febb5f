"""Cleaning: abandoned tables end, and what is older than configured goes, a little at a time.

What goes is gone, so a clock that is wrong must not be believed: nothing is cleaned soon after a start, nor while
everything here seems to have happened long ago.

Several processes clean one place together: each claims a few of the tables that are to go, by marking them as leaving
with a time of its own, and takes those away. What a process has claimed that died meanwhile is claimed again.
"""

import logging
import random
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, delete, select, update

from kvartal.server.live.messages import Stop
from kvartal.server.store import index, schema, studies
from kvartal.server.store.practice import Practice
from kvartal.server.store.removal import AT_ONCE
from kvartal.server.store.store import now_ms
from kvartal.server.table import commands as c
from kvartal.server.table.commands import Refused

if TYPE_CHECKING:
    from kvartal.server.live.hall import Hall

log = logging.getLogger("kvartal.cleaning")
HOUR, DAY = 3_600_000, 86_400_000
LONG_AGO = 90 * DAY  # nobody has played for so long: or is it the clock?
ROUND = 500  # tables that are looked up at once
CLAIM = 100  # of those, tables that one process takes away before it looks again
GIVEN_UP = 10 * 60_000  # milliseconds after which somebody else goes on with what was claimed
STATUSES = ("open", "salting", "playing", "finished", "ended", index.UNPLAYED)


class Cleaning:
    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.begun = time.monotonic()
        self.warned = False

    async def clean(self) -> None:
        """What is done every ten minutes."""
        if time.monotonic() - self.begun >= self.hall.keeping.settle_seconds:
            await self.now()

    async def now(self) -> None:
        now, keep = now_ms(), self.hall.keeping
        if not await self.plausible(now):
            return
        for status in ("open", "salting"):
            await self.expire(status, now - keep.open_hours * HOUR)
        await self.expire("playing", now - keep.playing_days * DAY)
        for status in ("finished", "ended"):
            await self.remove(status, now - keep.finished_days * DAY)
        await self.remove(index.UNPLAYED, now - keep.open_hours * HOUR)
        await self.remove(index.LEAVING, now - GIVEN_UP)
        await self.forget_days(now - keep.finished_days * DAY)
        await studies.clean(self.hall.store, now - keep.finished_days * DAY)
        await self.hall.people.clean(now - keep.people_days * DAY)
        await Practice(self.hall.store).clean(self.hall.people.missing)

    async def plausible(self, now: int) -> bool:
        """Has anything happened in the last months? What did today does not count: the same clock has written it."""
        rows, last = schema.tables.c, 0
        for status in STATUSES:
            for public in (True, False):
                query = select(rows.touched).where(*_stretch(status, public), rows.touched < now - DAY)
                found = await self.hall.store.all(query.order_by(rows.touched.desc()).limit(1))
                last = max(last, found[0][0] if found else 0)
        if not last or now - last <= LONG_AGO:
            self.warned = False
            return True
        if not self.warned:
            self.warned = True
            days = (now - last) // DAY
            log.warning("nothing is cleaned: by this clock, nobody has played here for %d days", days)
        return False

    async def expire(self, status: str, before: int) -> None:
        """Tables nobody has gone on with are over."""
        hall = self.hall
        rows = schema.tables.c
        async for tables in self._older(status, before):
            random.shuffle(tables)  # other processes do the same: they shall begin elsewhere
            for table_id in tables:
                if hall.closing:
                    return
                still = select(rows.id).where(rows.id == table_id, rows.status == status)
                if table_id in hall.unreadable or not await hall.store.all(still):
                    continue
                try:
                    idle = table_id not in hall.live
                    live = await hall.table(table_id)
                    await live.ask(c.Expire(), "")
                    if idle:
                        live.post(Stop())
                except Refused as refused:
                    if refused.status == 410:  # of other rules, and nobody came back to them
                        await hall.remove([table_id])
                    # anything else is tried again

    async def remove(self, status: str, before: int) -> None:
        """Until there are none, or others have claimed them all."""
        for public in (True, False):
            while claimed := await self._claim(status, public, before):
                for first in range(0, len(claimed), AT_ONCE):
                    if self.hall.closing:
                        return
                    await self.hall.remove(claimed[first : first + AT_ONCE])

    async def _claim(self, status: str, public: bool, before: int) -> list[str]:
        """A few tables that nobody else takes away. Of those that are to go some are chosen by chance, so that several
        processes seldom want the same; who wants one second gets nothing, because it is leaving already. One that is
        at home with a process waits until it has been put away: somebody may be looking at it."""
        rows, store = schema.tables.c, self.hall.store
        homeless = ~select(schema.leases.c.id).where(schema.leases.c.id == rows.owner).exists()
        query = select(rows.id).where(*_stretch(status, public), rows.touched < before, homeless).order_by(rows.touched)
        found = [row[0] for row in await store.all(query.limit(ROUND))]
        few = random.sample(found, min(CLAIM, len(found)))
        if not few:
            return []
        mark = now_ms() + random.randrange(60_000)  # so that two claims of one moment are told apart
        ours = update(schema.tables).where(rows.id.in_(few), rows.status == status, rows.touched < before, homeless)
        await store.append([], [(ours.values(status=index.LEAVING, touched=mark), None)])
        claimed = select(rows.id).where(*_stretch(index.LEAVING, public), rows.touched == mark, rows.id.in_(few))
        return [row[0] for row in await store.all(claimed)]

    async def forget_days(self, before: int) -> None:
        """Deals of days that are long over, once their last table is gone."""
        rows, deals = schema.tables.c, schema.deals.c
        played = select(rows.id).where(rows.deal == deals.id).exists()
        day = datetime.fromtimestamp(max(0, before) / 1000, UTC).date().isoformat()
        query = select(deals.id).where(deals.day < day, ~played)
        while gone := [row[0] for row in await self.hall.store.all(query.limit(ROUND))]:
            await self.hall.store.append([], [(delete(schema.deals).where(deals.id.in_(gone)), None)])

    async def _older(self, status: str, before: int) -> AsyncIterator[list[str]]:
        """Round after round until there are no more; each table once, though some may still be there afterwards."""
        rows = schema.tables.c
        for public in (True, False):
            query = select(rows.id).where(*_stretch(status, public), rows.touched < before).order_by(rows.touched)
            tried: set[str] = set()
            stuck = 0
            while True:
                found = [row[0] for row in await self.hall.store.all(query.limit(ROUND + stuck))]
                new = [table for table in found if table not in tried]
                if new:
                    tried.update(new)
                    yield new
                elif len(found) < ROUND + stuck:
                    break
                stuck = len(found) - len(new)


def _stretch(status: str, public: bool) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """The beginning of the index that is sorted by when somebody was there last."""
    rows = schema.tables.c
    return rows.status == status, rows.public if public else ~rows.public
