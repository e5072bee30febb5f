"""The hall: all live tables of this process. Idle ones leave memory and come back by replay."""

import asyncio
import contextlib
import logging
import re
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import delete, select

from kvartal.bots import Budget
from kvartal.engine.view import View
from kvartal.server import asked as c
from kvartal.server import events as e
from kvartal.server import index, schema
from kvartal.server.acts import create
from kvartal.server.asked import Missing, Refused
from kvartal.server.bots import Bots
from kvartal.server.keys import new_id
from kvartal.server.letters import Ask, CatchUp, Stop
from kvartal.server.mailbox import LiveTable
from kvartal.server.metrics import Metrics
from kvartal.server.names import told_apart
from kvartal.server.notify import Alone, Together
from kvartal.server.people import FORGOTTEN, People
from kvartal.server.store import Conflict, Store, Unreachable, now_ms
from kvartal.server.tables import ENDED, PLAYING, Table, Trouble, folded

log = logging.getLogger("kvartal.hall")
ID = re.compile(r"[A-Za-z0-9_-]{1,24}")
HOUR, DAY = 3_600_000, 86_400_000
LAST_WORDS = 5.0  # seconds a chore in the middle of something has when the hall closes
NOTES_AT_ONCE = 32  # helping rows written in one go: a move does not wait for all of them


@dataclass
class Keeping:
    """How long things are kept."""

    idle_seconds: int = 300  # in memory without anybody looking
    open_hours: int = 24  # a table that never starts
    playing_days: int = 60  # a match nobody plays on
    finished_days: int = 365
    people_days: int = 730


class Hall:
    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        keeping: Keeping | None = None,
        budget: Budget | None = None,
        workers: int = 1,
    ) -> None:
        self.store = store
        self.metrics = metrics
        self.people = People(store)
        self.keeping = keeping or Keeping()
        self.bots = Bots(workers, budget or Budget(), metrics)
        self.live: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Future[LiveTable]] = {}
        self.locks: Alone | Together = Alone()
        self._noted: dict[str, Table] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._chores: list[asyncio.Task[None]] = []
        self._closing = asyncio.Event()

    async def open(self) -> "Hall":
        if not self.store.sqlite:
            self.locks = await Together(self.store.url, self.heard, self.missed).open()
        for chore, every in (
            (self.write_notes, 5.0),
            (self.look_for_due, 2.0),
            (self.put_away, 5.0),
            (self.clean, 600.0),
        ):
            self._chores.append(asyncio.create_task(self._again(chore, every)))
        return self

    async def close(self) -> None:
        """Finish what is in the mailboxes, then stop."""
        self._closing.set()
        if self._chores:  # one that were cancelled in the middle of a query would leave its connection behind
            await asyncio.wait(self._chores, timeout=LAST_WORDS)
        tasks = [*self._chores, *self._tasks]
        for task in tasks:
            task.cancel()
        tables = list(self.live.values())
        for live in tables:
            live.post(Stop())
        await asyncio.gather(*tasks, *(live.task for live in tables), return_exceptions=True)
        await self.write_notes()
        await self.bots.stop()
        await self.locks.close()

    def begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _again(self, chore: Any, every: float) -> None:
        while not self._closing.is_set():
            try:
                await chore()
            except Unreachable as error:
                log.warning("%s", error)
            except Exception:
                log.exception("a chore failed")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), every)

    # Tables -------------------------------------------------------------------------------------------------------

    async def create(self, wish: c.NewTable, person: str, day: str = "") -> str:
        """A new table; its id."""
        deal = None
        if wish.deal is not None:
            shared = await self.shared_deal(wish.deal, person)
            if (shared.game, shared.players) != (wish.game, len(wish.seats)):
                raise Refused(f"this deal is of {shared.game} for {shared.players}", status=400)
            wish = msgspec.structs.replace(wish, options=dict(shared.options), data=shared.data, preset=None)
            deal = e.Dealt(at=now_ms(), secret=shared.secret, commitment=shared.commitment, salts=shared.salts)
            day = shared.day
        for _ in range(5):
            table_id = new_id()
            first = create(wish, person, now_ms(), deal, day)
            table = folded(table_id, first)
            try:
                await self.store.append(index.rows_of(table_id, 1, first), index.first_rows(table))
                return table_id
            except Conflict:  # the short code is taken: another one
                continue
        raise Refused("no free code was found; try again", status=503)

    async def table(self, table_id: str) -> LiveTable:
        """The live table; Missing if there is none. Looking never creates one."""
        live = self.live.get(table_id)
        if live is not None:
            return live
        if table_id in self.loading:
            return await asyncio.shield(self.loading[table_id])
        future = self.loading[table_id] = asyncio.get_running_loop().create_future()
        try:
            live = LiveTable(self, await self.read(table_id))
            self.live[table_id] = live
            self.metrics.add("replays")
            self.metrics.gauges["live_tables"] = len(self.live)
            await live.learn_names()
            future.set_result(live)
            self.care(live)
            return live
        except BaseException as error:
            future.set_exception(error)
            future.exception()  # whoever waits gets it; nobody may be waiting
            raise
        finally:
            del self.loading[table_id]

    async def read(self, table_id: str, known: int | None = None) -> Table:
        bodies = await self.store.log(table_id) if ID.fullmatch(table_id) else []
        if not bodies:
            raise Missing("there is no such table")
        try:
            return folded(table_id, map(e.read, bodies), known)
        except Trouble as trouble:
            raise Refused(str(trouble), status=410) from None

    async def by_code(self, code: str) -> str:
        found = await self.store.all(select(schema.tables.c.id).where(schema.tables.c.code == code.strip().upper()))
        if not found:
            raise Missing("no open table has this code")
        return str(found[0][0])

    async def listed(self, condition: Any) -> list[dict[str, Any]]:
        """Short descriptions of tables, newest first."""
        rows = schema.tables.c
        query = select(rows.id, rows.game, rows.status, rows.touched, rows.about).where(condition)
        found = []
        for table_id, game, status, touched, about in await self.store.all(
            query.order_by(rows.touched.desc()).limit(100)
        ):
            more = msgspec.json.decode(about)
            known = ENDED if status == index.UNPLAYED else status
            found.append({"id": table_id, "game": game, "status": known, "touched": touched, **more})
        people = {seat["person"] for each in found for seat in each["seats"] if seat["person"]}
        names = await self.people.names(people)
        for each in found:
            called = told_apart(list(dict.fromkeys(seat["person"] for seat in each["seats"])), names)
            for seat in each["seats"]:
                seat["name"] = called.get(seat["person"], "")
        return found

    async def shared_deal(self, name: str, person: str) -> index.SharedDeal:
        """A deal that this person may look at and play: of a table that is not watched, only who has played it."""
        query = select(schema.deals.c.body).where(schema.deals.c.id == name)
        found = await self.store.all(query) if ID.fullmatch(name) else []
        if not found:
            raise Missing("there is no such deal")
        shared = index.read_deal(found[0][0])
        if await self._closed(name, shared):
            rows = schema.results.c
            mine = select(rows.table_id).where(rows.deal == name, rows.person == person).limit(1)
            if not person or not await self.store.all(mine):
                raise Missing("there is no such deal")
        return shared

    async def _closed(self, name: str, shared: index.SharedDeal) -> bool:
        if shared.day or shared.closed is not None:
            return bool(shared.closed)
        rows, tables = schema.results.c, schema.tables.c  # of an older server: the table it came from knows
        query = select(tables.about).where(rows.deal == name, tables.id == rows.table_id).order_by(rows.at).limit(1)
        found = await self.store.all(query)
        return bool(found) and not msgspec.json.decode(bytes(found[0][0])).get("watchable", True)

    def closed(self, live: LiveTable) -> None:
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]
            self.metrics.gauges["live_tables"] = len(self.live)
            self.begin(self.locks.release(live.table.id))

    # News from elsewhere --------------------------------------------------------------------------------------------

    def heard(self, table: str, number: int) -> None:
        if table.startswith(FORGOTTEN):
            return self.forgotten(table.removeprefix(FORGOTTEN))
        live = self.live.get(table)
        if live is not None and live.table.number < number:
            live.post(CatchUp(number))
        return None

    def missed(self) -> None:
        for live in self.live.values():
            live.post(CatchUp(1 << 60))
        self.begin(self._look_who_is_gone())

    async def _look_who_is_gone(self) -> None:
        here = {connection.person for live in self.live.values() for connection in live.keys if connection.person}
        try:
            for person in await self.people.missing(here):
                self.forgotten(person)
        except Unreachable as error:  # then the listener breaks as well, and this is done again
            log.warning("%s", error)

    def forgotten(self, person: str) -> None:
        """Nobody goes on acting as somebody who was forgotten, and nothing they said stays in memory."""
        self.people.believe_nothing(person)
        for live in list(self.live.values()):
            for connection in [each for each in live.keys if each.person == person]:
                connection.cut("this person was forgotten")
            if any(said_by == person for _, said_by, _ in live.table.chat):
                live.post(Stop())  # it is read again from the log, where their words are gone

    # Bots and clocks ------------------------------------------------------------------------------------------------

    def care(self, live: LiveTable) -> None:
        """Let bots think and set the alarm, if this process is the one to do it for this table."""
        table = live.table
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if table.status != PLAYING or self.live.get(table.id) is not live:
            return
        if not table.clock.on and not any(seat.level for seat in table.seats):
            return
        thinkers = [seat for seat in table.owing if table.seats[seat].played_by_bot]
        due = table.clock.due()
        if not thinkers and due is None:
            return
        if not self.locks.holds(table.id):
            if -1 not in live.thinking:
                live.thinking[-1] = 0
                self.begin(self._take(live))
            return
        for seat in thinkers:
            version = table.version(seat)
            if live.thinking.get(seat) != version:
                live.thinking[seat] = version
                assert table.match is not None
                self.begin(self._think(live, seat, table.seats[seat].level, version, table.match.view(seat)))
        if due is not None:
            wait = max(0.0, (due - now_ms()) / 1000) + 0.01
            live.alarm = asyncio.get_running_loop().call_later(min(wait, 3600.0), self._ring, live)

    async def _take(self, live: LiveTable) -> None:
        taken = await self.locks.take(live.table.id)
        if not taken:
            await asyncio.sleep(2)  # somebody else cares for it; look again whether they still do
        live.thinking.pop(-1, None)
        self.care(live)

    async def _think(self, live: LiveTable, seat: int, level: str, version: int, view: View) -> None:
        def wanted() -> bool:
            table = live.table
            return table.status == PLAYING and bool(table.seats[seat].level) and table.version(seat) == version

        move = await self.bots.choose(view, level, f"{live.table.id} {seat} {version}", wanted)
        if live.thinking.get(seat) == version:
            del live.thinking[seat]
        if move:
            live.post(Ask(c.BotMove(seat=seat, seen=version, move=move), ""))
        else:
            self.care(live)

    def _ring(self, live: LiveTable) -> None:
        late = live.table.clock.out(now_ms())
        for seat in late:
            live.post(Ask(c.TimeUp(seat=seat), ""))
        if not late:
            self.care(live)

    # Chores -----------------------------------------------------------------------------------------------------------

    def note(self, table: Table) -> None:
        """Its helping rows are to be written some time soon."""
        self._noted[table.id] = table

    async def write_notes(self) -> None:
        noted, self._noted = self._noted, {}
        tables = list(noted.values())
        try:
            for first in range(0, len(tables), NOTES_AT_ONCE):
                few = tables[first : first + NOTES_AT_ONCE]
                await self.store.append([], [each for table in few for each in index.moved_rows(table)])
        except Unreachable:
            self._noted = noted | self._noted
            raise

    async def look_for_due(self) -> None:
        """Tables whose bots or clocks nobody here looks after, e.g. after a restart."""
        rows = schema.tables.c
        query = select(rows.id).where(rows.due <= now_ms() + 1000).order_by(rows.due).limit(100)
        for (table_id,) in await self.store.all(query):
            if table_id not in self.live and await self.locks.take(table_id):
                try:
                    await self.table(table_id)
                except Refused as refused:
                    log.warning("cannot look after a table: %s", refused.text, extra={"table": table_id})
                    change = schema.tables.update().where(rows.id == table_id).values(due=None)
                    await self.store.append([], [(change, None)])

    async def put_away(self) -> None:
        before = now_ms() - self.keeping.idle_seconds * 1000
        for live in list(self.live.values()):
            due = index.due(live.table)
            soon = due is not None and due < now_ms() + 60_000
            if live.used < before and not live.keys and not live.queue and not soon:
                live.post(Stop())

    async def clean(self) -> None:
        """Abandoned tables end; what is older than configured goes."""
        rows, now, keep = schema.tables.c, now_ms(), self.keeping
        stale = (rows.status.in_(("open", "salting")) & (rows.touched < now - keep.open_hours * HOUR)) | (
            (rows.status == "playing") & (rows.touched < now - keep.playing_days * DAY)
        )
        for (table_id,) in await self.store.all(select(rows.id).where(stale).limit(200)):
            try:
                live = await self.table(table_id)
                await live.ask(c.Expire(), "")
            except Refused as refused:
                if refused.status == 410:  # of other rules, and nobody came back to them; anything else is tried again
                    await self.remove([table_id])
        old = rows.status.in_(("finished", "ended")) & (rows.touched < now - keep.finished_days * DAY)
        unplayed = (rows.status == index.UNPLAYED) & (rows.touched < now - keep.open_hours * HOUR)
        gone = [row[0] for row in await self.store.all(select(rows.id).where(old | unplayed).limit(500))]
        await self.remove(gone)
        await self.people.clean(now - keep.people_days * DAY)

    async def remove(self, tables: list[str]) -> None:
        """Tables go for good: their log, their rows, and the results of their matches."""
        if tables:
            for live in [self.live[table] for table in tables if table in self.live]:
                live.post(Stop())
            where = (schema.events.c.table_id, schema.tables.c.id, schema.places.c.table_id, schema.results.c.table_id)
            await self.store.append([], [(delete(column.table).where(column.in_(tables)), None) for column in where])

    async def forget(self, person: str) -> None:
        tables = await self.people.tables(person)
        for table_id in tables:
            try:
                await (await self.table(table_id)).ask(c.Forget(), person)
            except Refused as refused:
                log.warning("forgetting: %s", refused.text, extra={"table": table_id})
        await self.people.forget(person, tables)
        self.forgotten(person)
