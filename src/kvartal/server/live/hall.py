"""The hall: all live tables of this process. Idle ones leave memory and come back by replay."""

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.json import decode
from sqlalchemy import select

from kvartal.bots import Budget, glance
from kvartal.bots.levels import HINTS
from kvartal.engine.view import View
from kvartal.server.http.metrics import Metrics
from kvartal.server.live.bots import MOST_COMPARED, MOST_TOLD, Bots
from kvartal.server.live.cleaning import Cleaning
from kvartal.server.live.homes import Elsewhere, Home, homes
from kvartal.server.live.mailbox import LiveTable
from kvartal.server.live.messages import Ask, Stop
from kvartal.server.live.replaying import replayed
from kvartal.server.live.reviews import MOST_KEPT, Reviews
from kvartal.server.live.studies import MOST_PLAYED, STUDIES, Studies
from kvartal.server.live.watchdog import watch
from kvartal.server.live.worker import Turn
from kvartal.server.store import index, schema
from kvartal.server.store.keys import ID, new_id
from kvartal.server.store.people import MOST_REMEMBERED, People
from kvartal.server.store.removal import Removal
from kvartal.server.store.store import Conflict, Store, Unreachable, now_ms
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.acts import create
from kvartal.server.table.commands import Missing, Refused
from kvartal.server.table.company import USUAL, Company
from kvartal.server.table.luck import bot_seed, fresh_luck
from kvartal.server.table.names import told_apart
from kvartal.server.table.table import ENDED, OPEN, PLAYING, SALTING, Table, Trouble, folded

log = logging.getLogger("kvartal.hall")
LAST_WORDS = 5.0  # seconds a chore in the middle of something has when the hall closes
NOTES_AT_ONCE = 32  # helping rows written in one go: a move does not wait for all of them
RUNG_AT_ONCE = 40  # tables where time is up
TABLES_A_SECOND = 20_000  # whose alarms may ring
MOST_LISTED = 100
MOST_UNREADABLE = 10_000  # tables that are remembered as told of
REVIEWS = 20  # that are being made or wait at once
LOOKED_UP = 500  # people, in one query
MOST_GOING = 1000  # tables of one person that are not over


@dataclass
class Keeping:
    """How long things are kept."""

    idle_seconds: int = 300  # in memory without anybody looking
    open_hours: int = 24  # a table that never starts
    playing_days: int = 60  # a match nobody plays on
    finished_days: int = 365
    people_days: int = 730
    settle_seconds: int = 600  # after a start, before anything goes


class Hall:
    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        keeping: Keeping | None = None,
        budget: Budget | None = None,
        workers: int = 1,
        company: Company = USUAL,
        reviews: int = REVIEWS,
        address: str = "",
        studies: int = STUDIES,
    ) -> None:
        """`address`: where other processes on the same database reach this one."""
        self.store = store
        self.metrics = metrics
        self.people = People(store)
        self.keeping = keeping or Keeping()
        self.company = company
        self.bots = Bots(workers, budget or Budget(), metrics, company)
        self.advised: dict[tuple[str, int, int, str, str], asyncio.Task[Turn]] = {}
        self.reviews = Reviews(self.bots.desks, reviews, metrics)
        self.studies = Studies(store, self.bots, studies, metrics)
        self.hints: dict[
            tuple[str, int, int], asyncio.Task[list[str]]
        ] = {}  # being thought of: table, seat, what it sees
        self.live: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Future[LiveTable]] = {}
        self.homes = homes(store, address, self.lost)
        self.say: Callable[[Home, str, str], Awaitable[None]] = _nobody  # another process: this person is forgotten
        self.releasing: dict[str, asyncio.Task[None]] = {}
        self._rung: list[LiveTable] = []  # where somebody's time is up
        self._noted: dict[str, Table] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._chores: list[asyncio.Task[None]] = []
        self._closing = asyncio.Event()
        self.removal = Removal(store)
        self.cleaning = Cleaning(self)
        self.unreadable: set[str] = set()  # tables with a malformed log, each told once
        for name, size, most in (
            ("people.tokens", lambda: len(self.people._tokens), MOST_REMEMBERED),
            ("people.names", lambda: len(self.people._names), MOST_REMEMBERED),
            ("hall.unreadable", lambda: len(self.unreadable), MOST_UNREADABLE),
            ("reviews.made", lambda: len(self.reviews.ordered), MOST_KEPT + reviews),
            ("bots.failures", lambda: len(self.bots._told), MOST_TOLD),
            ("bots.compared", lambda: len(self.bots._compared), MOST_COMPARED),
            ("studies.mains", lambda: len(self.studies._mains), MOST_PLAYED),
        ):
            metrics.remembers(name, size, most)

    async def open(self) -> "Hall":
        await self.homes.open()
        chores = [(self.write_notes, 5.0), (self.look_for_due, 2.0), (self.put_away, 5.0), (self.cleaning.clean, 600.0)]
        self._chores.append(asyncio.create_task(watch(self.metrics, self._closing)))
        if not self.store.sqlite:
            chores.append((self.look_who_is_gone, 10.0))
        for chore, every in chores[2:3] if self.store.read_only else chores:
            self.again(chore, every)
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
        try:
            await self.write_notes()
        except Unreachable as error:  # they only help to find things; the log is the truth
            log.warning("%s", error)
        await self.reviews.close()
        await self.bots.stop()
        if self.releasing:
            await asyncio.wait(self.releasing.values())
        await self.homes.close()

    def begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def closing(self) -> bool:
        return self._closing.is_set()

    def again(self, chore: Any, every: float) -> None:
        """A chore, once in so many seconds until the hall closes."""
        self._chores.append(asyncio.create_task(self._again(chore, every)))

    async def _again(self, chore: Any, every: float) -> None:
        while not self.closing:
            try:
                await chore()
            except Unreachable as error:
                log.warning("%s", error)
            except Exception:
                log.exception("a chore failed")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), every)

    # Tables -------------------------------------------------------------------------------------------------------

    async def create(
        self, wish: c.NewTable, person: str, day: str = "", lesson: str = "", deal: e.Dealt | None = None
    ) -> str:
        """A new table; its id. A lesson brings its `deal` along."""
        rules = None
        if wish.deal is not None:
            shared = await self.shared_deal(wish.deal, person)
            if (shared.game, shared.players) != (wish.game, len(wish.seats)):
                raise Refused(f"this deal is of {shared.game} for {shared.players}", status=400)
            wish = msgspec.structs.replace(wish, options=dict(shared.options), data=shared.data, preset=None)
            deal = e.Dealt(
                at=now_ms(), secret=shared.secret, commitment=shared.commitment, salts=shared.salts, luck=fresh_luck()
            )
            day, rules = shared.day, shared.rules
        for _ in range(5):
            table_id = new_id()
            first = create(wish, person, now_ms(), deal, day, rules, self.company, lesson)
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
        loading = self.loading.get(table_id)
        if loading is None:  # whoever wanted it first may leave; the others go on waiting for it
            loading = self.loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> LiveTable:
        try:
            if table_id in self.releasing:
                await asyncio.wait([self.releasing[table_id]])
            lease = await self.homes.take(table_id)
            table = await self.read(table_id)
            if lease != self.homes.lease:  # lost while we read
                raise Elsewhere
            live = LiveTable(self, table, lease)
            self.live[table_id] = live
            self.metrics.add("replays")
            self.metrics.gauges["live_tables"] = len(self.live)
            await live.learn_names()
            self.call_bots_and_clock(live)
            return live
        finally:
            del self.loading[table_id]

    async def read(self, table_id: str, known: int | None = None) -> Table:
        bodies = await self.store.log(table_id) if ID.fullmatch(table_id) else []
        if not bodies:
            raise Missing("there is no such table")
        try:
            return await replayed(table_id, bodies, known)
        except Trouble as trouble:
            raise Refused(str(trouble), status=410) from None
        except Exception as error:
            rows = schema.tables.c
            if await self.store.all(select(rows.id).where(rows.id == table_id, rows.status == index.LEAVING)):
                raise Missing("there is no such table") from None
            if table_id not in self.unreadable:
                if len(self.unreadable) >= MOST_UNREADABLE:
                    self.unreadable.clear()
                self.unreadable.add(table_id)
                log.error("a malformed log: %s", type(error).__name__, extra={"table": table_id})
            raise Refused("what is stored of this table cannot be read; it was left as it is", status=500) from None

    async def by_code(self, code: str) -> str:
        found = await self.store.all(select(schema.tables.c.id).where(schema.tables.c.code == code.strip().upper()))
        if not found:
            raise Missing("no open table has this code")
        return str(found[0][0])

    async def open_tables(self) -> list[dict[str, Any]]:
        """Public tables that can be joined or watched, newest first."""
        rows = schema.tables.c
        return await self.listed(*(rows.public & (rows.status == status) for status in ("open", "playing")))

    async def tables_of(self, person: str) -> list[dict[str, Any]]:
        """The tables of a person, newest first; `turn` says that they are waited for. What is going on comes before
        what is over, if there are too many for a list."""
        places = schema.places.c
        mine = select(places.table_id).where(places.person == person)
        going = [row[0] for row in await self.store.all(mine.where(places.ended == 0).limit(MOST_GOING))]
        over = mine.where(places.ended > 0).order_by(places.ended.desc()).limit(MOST_LISTED)
        known = schema.tables.c.id
        found = await self.listed(known.in_(going), known.in_([row[0] for row in await self.store.all(over)]))
        for table in found:
            seats = [n for n, seat in enumerate(table["seats"]) if seat["person"] == person]
            table["turn"] = any(seat in table["waiting"] for seat in seats)
        return found

    async def listed(self, *conditions: Any) -> list[dict[str, Any]]:
        """Short descriptions of tables, newest first. Each condition is one stretch of an index, or a few ids."""
        rows = schema.tables.c
        found: list[Any] = []
        columns = (rows.id, rows.game, rows.status, rows.touched, rows.about)
        for condition in conditions:
            query = select(*columns).where(condition).order_by(rows.touched.desc())
            found += (await self.store.all(query.limit(MOST_LISTED)))[: MOST_LISTED - len(found)]
        listed = []
        for table_id, game, status, touched, about in sorted(found, key=lambda row: -row.touched):
            known = ENDED if status in (index.UNPLAYED, index.LEAVING) else status
            listed.append({"id": table_id, "game": game, "status": known, "touched": touched, **decode(about)})
        people = {seat["person"] for each in listed for seat in each["seats"] if seat["person"]}
        names = await self.people.names(people)
        for each in listed:
            called = told_apart(list(dict.fromkeys(seat["person"] for seat in each["seats"])), names)
            for seat in each["seats"]:
                seat["name"] = called.get(seat["person"], "")
        return listed

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
        closed = bool(found) and not decode(bytes(found[0][0])).get("watchable", True)
        body = index.encode(msgspec.structs.replace(shared, closed=closed))  # and need not be asked again
        deals = schema.deals
        self.store.later((deals.update().where(deals.c.id == name).values(body=body), None))
        return closed

    def closed(self, live: LiveTable) -> None:
        table_id = live.table.id
        if self.live.get(table_id) is live:
            del self.live[table_id]
            self.metrics.gauges["live_tables"] = len(self.live)
            if not self.closing and live.lease:  # nobody here takes it again before it is anybody's
                self.releasing[table_id] = asyncio.create_task(self._release(live))

    def let_go(self, live: LiveTable) -> None:
        """Who made it comes back for it, perhaps to another process: that may as well be its home."""
        if live.lease and not live.keys:
            live.post(Stop())

    async def _release(self, live: LiveTable) -> None:
        table_id = live.table.id
        try:
            noted = self._noted.pop(table_id, None)
            if noted is not None:
                with contextlib.suppress(Unreachable):
                    await self.store.append([], index.moved_rows(noted), None, live.lease)
            await self.homes.release(table_id, live.lease)
        finally:
            del self.releasing[table_id]

    # Other processes ------------------------------------------------------------------------------------------------

    def lost(self) -> None:
        """Our lease is over: all of our tables are somebody else's, or will be."""
        self._noted.clear()
        for live in list(self.live.values()):
            live.post(Stop())

    async def look_who_is_gone(self) -> None:
        """Somebody may have been forgotten by another process that could not tell us."""
        here = sorted({each.person for live in self.live.values() for each in live.keys if each.person})
        for first in range(0, len(here), LOOKED_UP):
            for person in await self.people.missing(here[first : first + LOOKED_UP]):
                self.forgotten(person)

    def forgotten(self, person: str) -> None:
        """Nobody goes on acting as somebody who was forgotten, and nothing they said stays in memory."""
        self.people.believe_nothing(person)
        for live in list(self.live.values()):
            for connection in [each for each in live.keys if each.person == person]:
                connection.cut("this person was forgotten")
            named = any(seat.called and seat.person == person for seat in live.table.seats)
            if named or any(said_by == person for _, said_by, _ in live.table.chat):
                live.post(Stop())  # it is read again from the log, where their words are gone

    # Bots and clocks ------------------------------------------------------------------------------------------------

    def call_bots_and_clock(self, live: LiveTable) -> None:
        """Let bots think and set the alarm, if this process is the one to do it for this table."""
        table = live.table
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if self.live.get(table.id) is not live or self.store.read_only or self.closing:
            return
        if table.status in (OPEN, SALTING, PLAYING) and any(seat.level for seat in table.seats):
            self.bots.desks.open()
        if table.status != PLAYING:
            return
        if not table.clock.on and not any(seat.level for seat in table.seats):
            return
        thinkers = [seat for seat in table.owing if table.seats[seat].played_by_bot]
        due = table.clock.due()
        if not thinkers and due is None:
            return
        for seat in thinkers:
            version = table.version(seat)
            if live.thinking.get(seat) != version:
                live.thinking[seat] = version
                assert table.match is not None
                view, level = table.match.view(seat), table.seats[seat].level
                move = live.planned(seat, level, view)
                if move:
                    live.post(Ask(c.BotMove(seat=seat, seen=version, move=move), ""))
                else:
                    self.begin(self._think(live, seat, level, version, view))
        if due is not None:
            spread = random.random() * len(self.live) / TABLES_A_SECOND  # thousands of alarms at once would be a stop
            wait = max(0.0, (due - now_ms()) / 1000) + 0.01 + spread
            live.alarm = asyncio.get_running_loop().call_later(min(wait, 3600.0), self._ring, live)

    async def _think(self, live: LiveTable, seat: int, level: str, version: int, view: View) -> None:
        def wanted() -> bool:
            table = live.table
            return table.status == PLAYING and bool(table.seats[seat].level) and table.version(seat) == version

        turn = await self.bots.turn(view, level, bot_seed(live.table, seat), live.table.id, wanted)
        if turn:
            live.plans[seat] = (level, turn[1:])
            live.post(Ask(c.BotMove(seat=seat, seen=version, move=turn[0][0]), ""))
        else:
            live.done_thinking(seat, version)
            self.call_bots_and_clock(live)

    async def hint(self, table_id: str, view: View, person: str) -> list[str]:
        """The turn that a strong bot would make with what this seat knows, if the table allows help. Who asks again
        meanwhile gets the same answer."""
        await self._help(table_id, view, person)
        key = (table_id, view.seat or 0, glance(view))
        asked = self.hints.get(key)
        if asked is None:
            level = self.company.held(f"level{HINTS}")
            asked = self.hints[key] = asyncio.create_task(self._hinted(view, level))
            asked.add_done_callback(lambda _: self.hints.pop(key, None))
        return await asyncio.shield(asked)

    async def advice(self, table_id: str, view: View, person: str, lang: str, asked: str = "") -> Turn:
        """The same with its reasons and alternatives, in a language; or with one move beside it."""
        await self._help(table_id, view, person)
        key = (table_id, view.seat or 0, glance(view), lang, asked)
        going = self.advised.get(key)
        if going is None:
            going = self.advised[key] = asyncio.create_task(self.bots.advice(view, f"level{HINTS}", lang, asked))
            going.add_done_callback(lambda _: self.advised.pop(key, None))
        return await asyncio.shield(going)

    async def _help(self, table_id: str, view: View, person: str) -> None:
        """That help was asked for is stored before it is given; where the table allows none, it is refused."""
        live = await self.table(table_id)
        if view.seat is not None:
            await live.ask(c.Help(seat=view.seat), person)

    async def _hinted(self, view: View, level: str) -> list[str]:
        return [move for move, _ in await self.bots.turn(view, level, seed=0, table="")]

    def _ring(self, live: LiveTable) -> None:
        if not live.table.clock.out(now_ms()):
            return self.call_bots_and_clock(live)
        self._rung.append(live)
        if len(self._rung) == 1:
            self.begin(self._time_up())
        return None

    async def _time_up(self) -> None:
        """Of a few tables at a time: were it up at thousands at once, nobody else could do anything meanwhile."""
        while self._rung:
            few = self._rung[:RUNG_AT_ONCE]
            for live in few:
                for seat in live.table.clock.out(now_ms()):
                    live.post(Ask(c.TimeUp(seat=seat), ""))
            await asyncio.gather(*(live.read(lambda _: None) for live in few), return_exceptions=True)
            del self._rung[: len(few)]

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
        kept = select(schema.leases.c.id).where(schema.leases.c.id == rows.owner).exists()
        query = select(rows.id).where(rows.due <= now_ms() + 1000, ~kept).order_by(rows.due).limit(100)
        for (table_id,) in await self.store.all(query):
            if table_id not in self.live:
                try:
                    await self.table(table_id)
                except Elsewhere:
                    continue
                except Refused as refused:
                    log.warning("cannot look after a table: %s", refused.text, extra={"table": table_id})
                    change = schema.tables.update().where(rows.id == table_id).values(due=None)
                    await self.store.append([], [(change, None)])

    async def put_away(self) -> None:
        before = now_ms() - self.keeping.idle_seconds * 1000
        reviewed = self.reviews.tables  # where several processes serve, another would have no review of them
        for number, live in enumerate(list(self.live.values())):
            if number % 500 == 499:
                await asyncio.sleep(0)  # there may be very many
            due = index.due(live.table)
            soon = due is not None and due < now_ms() + 60_000
            kept = live.lease and live.table.id in reviewed
            if live.used < before and not live.keys and not live.queue and not soon and not kept:
                live.post(Stop())

    async def remove(self, tables: list[str]) -> None:
        """Tables go for good: their log, their rows, and the results of their matches."""
        if tables:
            for live in [self.live[table] for table in tables if table in self.live]:
                live.post(Stop())
            await self.removal.remove(tables)

    async def forget(self, person: str) -> None:
        tables = await self.people.tables(person)
        for table_id in tables:
            await self.forget_at(table_id, person)
        await self.people.forget(person, tables)
        self.forgotten(person)
        there = [seen.home for seen in self.homes.others.values()]  # whoever cannot be told looks for itself
        await asyncio.gather(*(self.say(home, person, "") for home in there), return_exceptions=True)

    async def forget_at(self, table_id: str, person: str) -> None:
        try:
            await (await self.table(table_id)).ask(c.Forget(), person)
        except Elsewhere:
            home = await self.homes.find(table_id)
            if home is not None:
                with contextlib.suppress(OSError):
                    await self.say(home, person, table_id)
        except Refused as refused:
            log.warning("forgetting: %s", refused.text, extra={"table": table_id})


async def _nobody(home: Home, person: str, table: str) -> None:
    """There is no other process."""
