# compiled
"""One mailbox per live table: joins, moves, undo and chat in one order, stored before anybody is shown anything."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from kvartal.server import asked as c
from kvartal.server import events as e
from kvartal.server import index
from kvartal.server.acts import act
from kvartal.server.asked import Denied, Refused
from kvartal.server.letters import (
    Ask,
    CatchUp,
    Connection,
    Item,
    Join,
    Part,
    Read,
    Reply,
    ShowLate,
    Stop,
    extras,
    needs_view,
)
from kvartal.server.sentences import said
from kvartal.server.shown import DIALECTS, ChatLine, Shared, Shown, encode, frame
from kvartal.server.sights import Sight, SightKey, called, with_answer
from kvartal.server.store import Conflict, Row, Statement, Unreachable, now_ms
from kvartal.server.tables import PLAYING, TO_ALL, TO_OTHERS, Table, folded

if TYPE_CHECKING:
    from kvartal.server.hall import Hall

log = logging.getLogger("kvartal.table")
MOST_AT_ONCE = 64  # commands of one table in one append
CROWD = 8  # with more different views than this, what only others notice is shown a little later, all at once
CROWD_DELAY = 0.1
AGAIN = 4503  # closes a connection that may come back at once
TRIES = 20  # against another process that appends to the same table

AGAIN_AFTER = 1.0  # seconds, when something could not be stored
NOT_STORED = "this could not be stored, so it did not happen; try again"


class LiveTable:
    def __init__(self, hall: "Hall", table: Table) -> None:
        self.hall = hall
        self.table = table
        self.queue: deque[Item] = deque()
        self._waiter: asyncio.Future[None] | None = None  # of the mailbox, while it is empty
        self.sights: dict[SightKey, Sight] = {}
        self.keys: dict[Connection, SightKey] = {}
        self.names: Mapping[str, str] = {}
        self.shared = Shared()
        self._frame: dict[str, Any] = {}
        self._framed: tuple[int, int] = (-1, -1)
        self._presence = 0
        self._bound = table.lobby  # the seats by which connections were bound
        self._named: tuple[int, int] = (-1, -1)
        self._late_timer: asyncio.TimerHandle | None = None
        self._rows_lobby = table.lobby  # what the helping rows know
        self._stored = table.number
        self.thinking: dict[int, int] = {}  # seat → version a bot is thinking about
        self.alarm: asyncio.TimerHandle | None = None
        self.is_closed = False
        self.used = now_ms()
        self.task = asyncio.create_task(self.run(), name=f"table {table.id}")

    # The mailbox --------------------------------------------------------------------------------------------------

    def post(self, item: Item) -> None:
        if self.is_closed:
            self.fail_one(item)
        else:
            self.queue.append(item)
            if self._waiter is not None and not self._waiter.done():
                self._waiter.set_result(None)

    async def ask(self, command: c.Command, person: str) -> Reply:
        """Do something and wait until it is stored; refusals are raised."""
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.post(Ask(command, person, reply=reply))
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
            batch = [queue.popleft() for _ in range(min(len(queue), MOST_AT_ONCE))]
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
            refusal = Refused(NOT_STORED, status=503)
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
        for attempt in range(TRIES):
            self._stored = self.table.number
            first = self.table.number + 1
            happened = self.carry_out(asks)
            if not happened:
                break
            rows, statements = index.rows_of(self.table.id, first, happened), self.helping_rows(happened)
            rows += self.made_rows(asks, statements)
            try:
                await self.store(rows, statements, asks)
                break
            except Conflict:
                self.hall.metrics.add("conflicts")
                await self.reload()
                if await self.kept(rows[: len(happened)]):
                    break
                await asyncio.sleep(0.002 * attempt)
            except Unreachable as error:
                log.error("not stored: %s", error, extra={"table": self.table.id})
                await self.reload()
                if await self.kept(rows[: len(happened)]):
                    break
                for ask in asks:
                    ask.answer, ask.refusal = None, Refused(NOT_STORED, status=503)
                self.show(asks)
                asyncio.get_running_loop().call_later(AGAIN_AFTER, self.hall.care, self)  # bots and clocks try again
                return
        else:
            for ask in asks:
                ask.refusal = ask.refusal or Refused("the table is too busy; try again", status=503)
        if self._named != self._to_name():
            await self.learn_names()
        self.show(asks)
        self.hall.care(self)

    async def store(self, rows: list[Row], statements: list[Statement], asks: list[Ask]) -> None:
        """What takes long to draw is drawn meanwhile; nobody gets it before this has returned. Whoever asked does not
        wait for what the others are shown: that is drawn afterwards."""
        slow = [key for key, sight in self.sights.items() if sight.slow]
        asking = self.asking(asks)
        if asking:
            slow = [key for key in slow if key in asking]
        known = self._bound == self.table.lobby and self._named == self._to_name()
        if not slow or not known or len(slow) > CROWD:
            return await self.hall.store.append(rows, statements)
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        storing = asyncio.ensure_future(self.hall.store.append(rows, statements, begun))
        await asyncio.wait((begun, storing), return_when=asyncio.FIRST_COMPLETED)
        now = now_ms()
        for key in slow:
            sight = self.sights[key]
            if self.table.fresh and key[3]:
                sight.lines += self.table.news(key[1])
            sight.draw_ahead(self.shown(key, sight.lines, now))
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
                ask.answer = act(self.table, ask.command, ask.person, now)
                happened += ask.answer.events
            except Refused as refused:
                ask.refusal = refused
                if self.table.number != before:
                    raise RuntimeError(f"{type(ask.command).__name__} was refused half-way") from refused
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
        if table.lobby != self._rows_lobby:
            self._rows_lobby = table.lobby
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
        self._rows_lobby = self.table.lobby
        self._framed = self._named = (-1, -1)
        self._bound = -1
        for sight in self.sights.values():
            sight.forget()

    async def kept(self, rows: list[Row]) -> bool:
        """After a failure: are these stored all the same, and only the answer of the database was lost?"""
        stored = await self.hall.store.log(self.table.id, rows[0][1] - 1)
        return stored[: len(rows)] == [row[2] for row in rows]

    async def catch_up(self) -> None:
        """Take over what other processes have stored."""
        table = self.table
        for body in await self.hall.store.log(table.id, table.number):
            table.apply(e.read(body))
        if table.match is not None and table.deal is not None:
            table.match.deal = table.deal
        self._rows_lobby = table.lobby
        await self.learn_names()

    # People who look ----------------------------------------------------------------------------------------------

    async def other(self, item: Item) -> None:
        if isinstance(item, Join):
            await self.join(item)
        elif isinstance(item, Read):
            try:
                found = item.look(self)
            except Refused as refused:
                if not item.reply.done():
                    item.reply.set_exception(refused)
            else:
                if not item.reply.done():
                    item.reply.set_result(found)
        elif isinstance(item, Part):
            self.part(item.connection)
        elif isinstance(item, CatchUp):
            if item.number > self.table.number:
                await self.catch_up()
                self.show([])
                self.hall.care(self)
        elif isinstance(item, ShowLate):
            self._late_timer = None
            for key, sight in list(self.sights.items()):
                if sight.stale:
                    self.update(key, sight, {}, now_ms())
            self.follow_up()

    async def join(self, item: Join) -> None:
        """The whole view on every connect."""
        connection, before = item.connection, self._frame
        try:
            if not self.hall.store.sqlite:
                await self.catch_up()  # what another process has stored and not yet told us
            if connection.person in self.table.removed:
                raise Denied("you were removed from this table")
            await self.learn_names()
            self._presence += 1
            key = self.bind(connection)
        except Refused as refused:
            if not item.reply.done():
                item.reply.set_exception(refused)
            return
        connection.push(self.sights[key].dialect.whole(self.shown(key, [], now_ms())))
        if not item.reply.done():
            item.reply.set_result(None)
        if self.table.fresh or self._bound != self.table.lobby or self.frame() is not before:
            self.show([])  # the others see that somebody has come

    def part(self, connection: Connection) -> None:
        key = self.keys.pop(connection, None)
        if key is not None:
            self._unsee(key, connection)
            self._presence += 1
            before = self._frame
            if self.frame() is not before:
                self.show([])

    def bind(self, connection: Connection) -> SightKey:
        key = self.sight_key(connection)
        self.keys[connection] = key
        sight = self.sights.get(key)
        if sight is not None:
            self.update(key, sight, {}, now_ms())  # the others first: they share what has been shown with the newcomer
            self.follow_up()
        else:
            dialect = DIALECTS[connection.dialect](self.table.setup, connection.lang)
            sight = self.sights[key] = Sight(dialect)
        sight.connections.append(connection)
        return key

    def _unsee(self, key: SightKey, connection: Connection) -> None:
        sight = self.sights[key]
        sight.connections.remove(connection)
        if not sight.connections:
            del self.sights[key]

    def sight_key(self, connection: Connection) -> SightKey:
        """What this person may see now: decided anew whenever seats have changed."""
        mine = self.table.seats_of(connection.person)
        wanted = connection.wanted_seat
        if wanted is not None and wanted not in mine:
            raise Denied("this is not your seat")
        seat = wanted if wanted is not None else (mine[0] if mine else None)
        sees = seat is not None or (self.table.created.watchable and connection.person not in self.table.removed)
        return (connection.dialect, seat, connection.lang, sees)

    def rebind(self) -> None:
        """Seats changed hands: nobody goes on seeing what they may no longer see."""
        for connection, key in list(self.keys.items()):
            try:
                if connection.person in self.table.removed:
                    raise Denied("you were removed from this table")
                wanted = self.sight_key(connection)
            except Denied as denied:
                del self.keys[connection]
                self._unsee(key, connection)
                connection.cut(denied.text)
                continue
            if wanted != key:
                self._unsee(key, connection)
                self.bind(connection)
                connection.push(self.sights[wanted].dialect.whole(self.shown(wanted, [], now_ms())))

    def _to_name(self) -> tuple[int, int]:
        """Changes whenever there may be people whose names are not known yet."""
        return (self.table.lobby, self.table.chat[-1][0] if self.table.chat else 0)

    async def learn_names(self) -> None:
        known = self._to_name()
        if known == self._named:
            return
        self._named = known
        wanted = {*self.table.people, *(person for _, person, _ in self.table.chat if person)}
        self.names = await self.hall.people.names(wanted)
        self.call_by_name()

    def call_by_name(self) -> None:
        if self.table.match is not None:
            self.table.match.names = called(self.table, self.names)

    # Showing ------------------------------------------------------------------------------------------------------

    def frame(self) -> dict[str, Any]:
        """The frame is the same object as long as nothing in it has changed."""
        if self._framed != (self.table.lobby, self._presence):
            made = frame(self.table, self.names, {connection.person for connection in self.keys})
            if made != self._frame:
                self._frame = made
            self._framed = (self.table.lobby, self._presence)
        return self._frame

    def shown(self, key: SightKey, lines: list[str], now: int) -> Shown:
        table = self.table
        chat = [ChatLine(n, who, self.names.get(who, "—"), said) for n, who, said in table.chat] if table.chat else []
        shown = Shown(table, key[1], key[3], self.frame(), chat, now, lines)
        shown.shared = self.shared
        return shown

    def show(self, asks: list[Ask]) -> None:
        """Everybody gets what changed for them, the askers with their answers; those who notice nothing get nothing."""
        if self._bound != self.table.lobby:
            self._bound = self.table.lobby
            self.rebind()
        done: dict[Connection, list[str]] = {}
        for ask in asks:
            if ask.connection in self.keys and ask.refusal is None and not needs_view(ask):
                done.setdefault(ask.connection, []).append(ask.command.id)
        first = self.asking(asks)
        table, now = self.table, now_ms()
        crowd = len(self.sights) > CROWD and table.status == PLAYING
        wait = crowd and not any(to in (TO_ALL, TO_OTHERS) for _, to in table.fresh)  # nothing that all of them learn
        for key in sorted(self.sights, key=first.__contains__, reverse=True):
            sight = self.sights[key]
            if table.fresh and key[3] and not sight.ahead:
                sight.lines += table.news(key[1])
            if wait and key not in first:
                sight.stale = True
            else:
                self.update(key, sight, done, now)
        if wait and self._late_timer is None and any(sight.stale for sight in self.sights.values()):
            loop = asyncio.get_running_loop()
            self._late_timer = loop.call_later(CROWD_DELAY, self.post, ShowLate())
        table.shown()
        for ask in asks:
            self.answer(ask)
        self.follow_up()

    def follow_up(self) -> None:
        """What may come after what all of them have got."""
        for sight in self.sights.values():
            if sight.slow:
                message = sight.beside()
                if message is not None:
                    for connection in sight.connections:
                        connection.push(message)

    def asking(self, asks: list[Ask]) -> set[SightKey]:
        """Where those look who asked: they see it first."""
        return {self.keys[ask.connection] for ask in asks if ask.connection in self.keys}

    def update(self, key: SightKey, sight: Sight, done: Mapping[Connection, list[str]], now: int) -> None:
        message = sight.drawn() if sight.ahead else sight.draw(self.shown(key, sight.lines, now))
        for connection in sight.connections:
            answered = done.get(connection)
            if message is not None:
                connection.push(with_answer(message, {"done": answered}) if answered else message)
            elif answered:
                connection.push(encode({"is": "change", "version": self.table.version(key[1]), "done": answered}))

    def answer(self, ask: Ask) -> None:
        """What only the asker is told: a refusal, a key, the view if the message was late."""
        connection = ask.connection
        if connection is not None:
            key = self.keys.get(connection)
            if ask.refusal is not None:
                told = {"is": "refused", "id": ask.command.id, "text": self.said(ask.refusal, connection.lang)}
                if ask.refusal.rule:
                    told["rule"] = ask.refusal.rule
                connection.push(encode(told))
            elif key is not None and needs_view(ask):
                self.follow_up()  # to the other devices of this seat: the dialect will think they have it
                whole = self.sights[key].dialect.whole(self.shown(key, [], now_ms()))
                late = ask.answer is not None and ask.answer.late and not isinstance(ask.command, c.Look)
                connection.push(with_answer(whole, {"late" if late else "done": [ask.command.id]}))
            if ask.answer is not None and (ask.answer.key or ask.answer.table):
                connection.push(encode({"is": "answer", "id": ask.command.id, **extras(ask.answer)}))
        if ask.reply is not None and not ask.reply.done():
            if ask.refusal is not None:
                ask.reply.set_exception(ask.refusal)
            else:
                assert ask.answer is not None
                ask.reply.set_result(Reply(ask.answer, self.look(ask.person)))

    def said(self, refusal: Refused, lang: str) -> str:
        """Why not, in the language of whoever asked."""
        if lang == "en" or not refusal.rule:
            return said(refusal.text, lang)
        game = self.table.setup.game
        return game.rule(refusal.rule).said(game.words(lang))

    def look(self, person: str) -> bytes:
        """The whole view of a person, for an answer over HTTP."""
        mine = self.table.seats_of(person)
        sees = bool(mine) or (self.table.created.watchable and person not in self.table.removed)
        key: SightKey = ("json", mine[0] if mine else None, "en", sees)
        return DIALECTS["json"](self.table.setup, "en").whole(self.shown(key, [], now_ms()))


@cache
def _label(kind: type[c.Command], fine: bool) -> str:
    return f'kind="{kind.__name__.lower()}",result="{"ok" if fine else "refused"}"'
