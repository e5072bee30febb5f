# compiled
"""One mailbox per live table: joins, moves, undo and chat in one order, stored before anybody is shown anything."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kvartal.bots import glance
from kvartal.engine.view import View
from kvartal.server.live.fan_out import CROWD, Watched
from kvartal.server.live.messages import Ask, Connection, Item, Join, Part, Read, Reply, ShowLate, Stop
from kvartal.server.store import index
from kvartal.server.store.store import Conflict, Fenced, NotStored, Unreachable, now_ms
from kvartal.server.store.writing import Row, Statement
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.acts import act
from kvartal.server.table.commands import Denied, Refused
from kvartal.server.table.table import ENDED, FINISHED, Table, folded

if TYPE_CHECKING:
    from kvartal.server.live.hall import Hall

log = logging.getLogger("kvartal.table")
MOST_AT_ONCE = 64  # commands of one table in one append
AGAIN = 4503  # closes a connection that may come back at once
MOVES = (c.Move, c.Undo, c.BotMove)  # may be hidden from the others

AGAIN_AFTER = 1.0  # seconds, when something could not be stored


class LiveTable(Watched):
    def __init__(self, hall: "Hall", table: Table, lease: str = "") -> None:
        super().__init__(hall, table)
        self.lease = lease  # under which this process has taken it
        self.queue: deque[Item] = deque()
        self._waiter: asyncio.Future[None] | None = None  # of the mailbox, while it is empty
        self._rows_version = table.frame_version  # what the helping rows know
        self._stored = table.number
        self.thinking: dict[int, int] = {}  # seat → version about which a bot is thinking, or moving
        self.plans: dict[int, tuple[str, list[tuple[str, int]]]] = {}  # seat → which bot, and the rest of its turn
        self.alarm: asyncio.TimerHandle | None = None
        self.is_closed = False
        self._showing = False  # there is something in the mailbox that shows the rest
        self.used = now_ms()
        self.task = asyncio.create_task(self.run(), name=f"table {table.id}")

    # The mailbox --------------------------------------------------------------------------------------------------

    def post(self, item: Item, first: bool = False) -> None:
        if self.is_closed:
            self.fail_one(item)
        else:
            if first:
                self.queue.appendleft(item)
            else:
                self.queue.append(item)
            if self._waiter is not None and not self._waiter.done():
                self._waiter.set_result(None)

    def show_rest(self) -> None:
        if not self._showing:
            self._showing = True
            # Pages: a piece after every few commands, however many wait; what stands beside them after all of these
            self.post(ShowLate(), first=any(audience.stale for audience in self.audiences.values()))

    def makes_table(self, command: c.Command, person: str) -> bool:
        """Will this make another table? Then it is counted like a new one."""
        table = self.table
        over = table.status in (FINISHED, ENDED) and not table.rematch
        return over and isinstance(command, c.Rematch) and bool(table.seats_of(person))

    async def ask(self, command: c.Command, person: str, lang: str = "en") -> Reply:
        """Do something and wait until it is stored; refusals are raised."""
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.post(Ask(command, person, reply=reply, lang=lang))
        return await reply

    async def read(self, look: "Callable[[LiveTable], Any]") -> Any:
        """What `look` makes of the table when nothing in it waits to be stored."""
        reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.post(Read(look, reply))
        return await reply

    async def run(self) -> None:
        queue, loop = self.queue, asyncio.get_running_loop()
        while True:
            if not queue:
                self._waiter = loop.create_future()
                await self._waiter
            self.used = now_ms()
            most = MOST_AT_ONCE if len(self.audiences) <= CROWD else CROWD  # each is drawn for whoever asked
            batch = [queue.popleft() for _ in range(min(len(queue), most))]
            asks = [item for item in batch if isinstance(item, Ask)]
            try:
                if asks:
                    await self.work(asks)
                if len(asks) != len(batch):
                    for item in batch:
                        if not isinstance(item, Ask):
                            await self.other(item)
            except Exception as error:  # what is in memory may not be stored: nothing more is done with it
                self.fail(batch, error)
                return self.close()
            if len(asks) != len(batch) and any(isinstance(item, Stop) for item in batch):
                return self.close()

    def fail(self, batch: list[Item], error: Exception) -> None:
        """Something is wrong: nobody waits for ever, nothing unstored survives, and no detail is told."""
        if isinstance(error, Unreachable):
            log.error("put away, because %s", error, extra={"table": self.table.id})
            refusal = Refused(error.said, status=503)
        else:
            log.exception("a table failed and is put away", extra={"table": self.table.id})
            refusal = Refused("something went wrong here; nothing was changed", status=500)
        for item in batch:
            if isinstance(item, Ask) and item.connection is not None:
                item.refusal = refusal
                self.answer(item)
            elif isinstance(item, (Ask, Read, Join)) and item.reply is not None and not item.reply.done():
                item.reply.set_exception(refusal)

    def close(self) -> None:
        self.is_closed = True
        self.hall.closed(self)
        for timer in (self._late_timer, self.alarm):
            if timer is not None:
                timer.cancel()
        for connection in list(self.keys):
            connection.cut("the table was put away; connect again", AGAIN)
        while self.queue:
            self.fail_one(self.queue.popleft())

    def fail_one(self, item: Item) -> None:
        if isinstance(item, (Ask, Read, Join)) and item.reply is not None and not item.reply.done():
            item.reply.set_exception(Refused("the table was just put away; try again", status=503))

    # Commands -----------------------------------------------------------------------------------------------------

    async def work(self, asks: list[Ask]) -> None:
        """Carry out, store, and only then show and answer."""
        self._stored = self.table.number
        first = self.table.number + 1
        version, begun = self.table.version(None), time.perf_counter()
        happened = self.carry_out(asks)
        if happened:
            steps = self.table.version(None) - version
            told = steps > 0 or not all(isinstance(event, (e.Moved, e.Undone)) for event in happened)
            rows, statements = index.rows_of(self.table.id, first, happened), self.helping_rows(happened)
            rows += self.made_rows(asks, statements)
            try:
                await self.store(rows, statements, asks)
                if told:
                    self.hall.metrics.stored(steps, time.perf_counter() - begun)
            except Fenced:
                raise  # it is somebody else's
            except (Conflict, Unreachable) as error:
                log.error("not stored: %s", error, extra={"table": self.table.id})
                await self.reload()
                if not await self.kept(rows[: len(happened)]):
                    self.not_stored(asks, error)
                    return
        if self._named != self._to_name():
            await self.learn_names()
        self.show(asks)
        self.bots_moved(asks)
        self.hall.call_bots_and_clock(self)

    def not_stored(self, asks: list[Ask], error: Exception) -> None:
        words = error.said if isinstance(error, Unreachable) else NotStored.said
        for ask in asks:
            ask.answer, ask.refusal = None, Refused(words, status=503)
        self.show(asks)
        self.bots_moved(asks)
        asyncio.get_running_loop().call_later(
            AGAIN_AFTER, self.hall.call_bots_and_clock, self
        )  # bots and clocks try again

    async def store(self, rows: list[Row], statements: list[Statement], asks: list[Ask]) -> None:
        """What takes long to draw is drawn meanwhile; nobody gets it before this has returned. Whoever asked does not
        wait for what the others are shown: that is drawn afterwards."""
        slow = [key for key, audience in self.audiences.items() if audience.slow]
        asking = self.asking(asks)
        if asking:
            slow = [key for key in slow if key in asking]
        known = self._bound == self.table.frame_version and self._named == self._to_name()
        if not slow or not known or len(slow) > CROWD:
            return await self.hall.store.append(rows, statements, None, self.lease)
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        storing = asyncio.ensure_future(self.hall.store.append(rows, statements, begun, self.lease))
        await asyncio.wait((begun, storing), return_when=asyncio.FIRST_COMPLETED)
        now = now_ms()
        for key in slow:
            audience = self.audiences[key]
            if self.table.fresh and key[3]:
                audience.lines += self.table.news(key[1])
            audience.draw_ahead(self.shown(key, audience.lines, now))
        await storing
        return None

    def carry_out(self, asks: list[Ask]) -> list[e.Event]:
        happened: list[e.Event] = []
        now = now_ms()
        for ask in asks:
            if ask.refusal is not None and ask.refusal.status == 500:
                continue
            before = self.table.number
            ask.answer = ask.refusal = None
            try:
                ask.answer = act(self.table, ask.command, ask.person, now, ask.lang, self.hall.company)
                happened += ask.answer.events
            except Refused as refused:
                ask.refusal = refused
                if self.table.number != before:
                    raise RuntimeError(f"{type(ask.command).__name__} was refused half-way") from refused
            if not isinstance(ask.command, MOVES):
                self.hall.metrics.add("commands", _label(type(ask.command), ask.refusal is None))
        return happened

    def made_rows(self, asks: list[Ask], statements: list[Statement]) -> list[Row]:
        """Other tables that these commands have made, e.g. for a rematch."""
        rows: list[Row] = []
        for ask in asks:
            if ask.answer is not None and ask.answer.made:
                made, events = ask.answer.made
                rows += index.rows_of(made, 1, events)
                statements += index.first_rows(folded(made, events))
        return rows

    def helping_rows(self, happened: list[e.Event]) -> list[Statement]:
        table = self.table
        statements: list[Statement] = []
        if table.frame_version != self._rows_version:
            self._rows_version = table.frame_version
            statements += index.changed_rows(table)
            if any(isinstance(event, e.Moved) for event in happened):
                statements += index.finished_rows(table)
        elif table.clock.on or any(seat.level for seat in table.seats):
            statements += index.moved_rows(table)
        else:
            self.hall.note(table)
        return statements

    async def reload(self) -> None:
        """Throw away what is in memory and read the log again."""
        self.table = await self.hall.read(self.table.id, self._stored)
        self.call_by_name()
        self._rows_version = self.table.frame_version
        self._framed = self._named = (-1, -1)
        self._bound = -1
        for audience in self.audiences.values():
            audience.forget()

    async def kept(self, rows: list[Row]) -> bool:
        """After a failure: are these stored all the same, and only the answer of the database was lost?"""
        stored = await self.hall.store.log(self.table.id, rows[0][1] - 1)
        return stored[: len(rows)] == [row[2] for row in rows]

    # Bots -----------------------------------------------------------------------------------------------------------

    def planned(self, seat: int, level: str, view: View) -> str:
        """The next move of the turn that this bot has thought of, if what it sees is what it expected; else ""."""
        whose, clicks = self.plans.get(seat, ("", []))
        if clicks and whose == level:
            move, before = clicks.pop(0)
            if before == glance(view) and view.why(self.table.setup.code(move)) is None:
                return move
        self.plans.pop(seat, None)
        return ""

    def bots_moved(self, asks: list[Ask]) -> None:
        """What these bots wanted is done, or could not be: now they may be asked again."""
        for ask in asks:
            if isinstance(ask.command, c.BotMove):
                self.done_thinking(ask.command.seat, ask.command.seen)

    def done_thinking(self, seat: int, version: int) -> None:
        if self.thinking.get(seat) == version:
            del self.thinking[seat]

    # People who look ----------------------------------------------------------------------------------------------

    async def other(self, item: Item) -> None:
        if isinstance(item, Join):
            await self.join(item)
        elif isinstance(item, Read):
            self.answer_read(item)
        elif isinstance(item, Part):
            self.part(item.connection)
        elif isinstance(item, ShowLate):
            await self.show_late()

    def answer_read(self, item: Read) -> None:
        try:
            found = item.look(self)
        except Refused as refused:
            if not item.reply.done():
                item.reply.set_exception(refused)
        else:
            if not item.reply.done():
                item.reply.set_result(found)

    async def show_late(self) -> None:
        """A piece of it; whoever asks for something meanwhile comes before the next, and other tables do too."""
        self._showing = False
        if not self.show_piece():
            self.show_rest()
            await asyncio.sleep(0)

    async def join(self, item: Join) -> None:
        """The whole view on every connect."""
        connection, before = item.connection, self._frame
        try:
            if connection.person in self.table.removed:
                raise Denied("you were removed from this table")
            await self.learn_names()
            self.presence(connection)
            key = self.bind(connection)
        except Refused as refused:
            if not item.reply.done():
                item.reply.set_exception(refused)
            return
        connection.push(self.audiences[key].whole(self.shown(key, [], now_ms())))
        if not item.reply.done():
            item.reply.set_result(None)
        if self.table.fresh or self._bound != self.table.frame_version or self.frame() is not before:
            self.show([])  # the others see that somebody has come

    def part(self, connection: Connection) -> None:
        key = self.keys.pop(connection, None)
        if key is not None:
            self._unsee(key, connection)
            self.presence(connection)
            before = self._frame
            if self.frame() is not before:
                self.show([])


@lru_cache(64)
def _label(kind: type[c.Command], fine: bool) -> str:
    return f'kind="{kind.__name__.lower()}",result="{"ok" if fine else "refused"}"'
