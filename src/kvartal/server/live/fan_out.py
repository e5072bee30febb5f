# compiled
"""Those who look at a table: what each of them may see, and what they are shown next."""

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kvartal.server.http.packing import CORK
from kvartal.server.http.sentences import why_not
from kvartal.server.live.audience import Audience, AudienceKey, with_answer
from kvartal.server.live.frame import TableShown, frame
from kvartal.server.live.messages import Ask, Connection, Reply, extras, needs_view
from kvartal.server.live.shown import DIALECTS, ChatLine, Shared, Shown, encode
from kvartal.server.store.store import now_ms
from kvartal.server.table import commands as c
from kvartal.server.table.commands import Denied
from kvartal.server.table.names import seat_names, told_apart
from kvartal.server.table.table import PLAYING, TO_ALL, TO_OTHERS, Table

if TYPE_CHECKING:
    from kvartal.server.live.hall import Hall

# With more different views than this, whoever asked is shown it first, and the others piece by piece: first all of the
# pages, then what stands beside them. What only others notice is shown a little later, many steps at once.
CROWD = 8
CROWD_DELAY = 0.1
PIECE = 0.015  # seconds of drawing, until somebody else may go on


class Watched:
    """A table with its connections. Nothing is stored here, and nothing is shown before it is."""

    def __init__(self, hall: "Hall", table: Table) -> None:
        self.hall = hall
        self.table = table
        self.audiences: dict[AudienceKey, Audience] = {}
        self.keys: dict[Connection, AudienceKey] = {}
        self.names: Mapping[str, str] = {}
        self.shared = Shared()
        self._frame: TableShown | None = None
        self._framed: tuple[int, int] = (-1, -1)
        self._presence = 0
        self._bound = table.frame_version  # the seats by which connections were bound
        self._named: tuple[int, int] = (-1, -1)
        self._late_timer: asyncio.TimerHandle | None = None

    # Who sees what ------------------------------------------------------------------------------------------------

    def bind(self, connection: Connection) -> AudienceKey:
        key = self.sight_key(connection)
        self.keys[connection] = key
        audience = self.audiences.get(key)
        if audience is not None:
            self.update(
                key, audience, {}, now_ms()
            )  # the others first: they share what has been shown with the newcomer
            self.follow(audience)
        else:
            dialect = DIALECTS[connection.dialect](self.table.setup, connection.lang)
            audience = self.audiences[key] = Audience(dialect)
        audience.connections.append(connection)
        return key

    def _unsee(self, key: AudienceKey, connection: Connection) -> None:
        audience = self.audiences[key]
        audience.connections.remove(connection)
        if not audience.connections:
            del self.audiences[key]

    def sight_key(self, connection: Connection) -> AudienceKey:
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
                connection.push(self.audiences[wanted].whole(self.shown(wanted, [], now_ms())))

    def _to_name(self) -> tuple[int, int]:
        """Changes whenever there may be people whose names are not known yet."""
        return (self.table.frame_version, self.table.chat[-1][0] if self.table.chat else 0)

    async def learn_names(self) -> None:
        known = self._to_name()
        if known == self._named:
            return
        self._named = known
        table = self.table
        names = await self.hall.people.names(table.met)
        self.names = told_apart(table.met, names, {person: table.seats_of(person) for person in table.people})
        self.call_by_name()

    def call_by_name(self) -> None:
        if self.table.match is not None:
            self.table.match.names = seat_names(
                [(seat.kind, seat.person, seat.called, seat.level) for seat in self.table.seats], self.names
            )

    def presence(self, connection: Connection) -> None:
        """They came or went: a frame tells it of those who sit here, and of nobody else."""
        if self.table.seats_of(connection.person):
            self._presence += 1

    # Showing ------------------------------------------------------------------------------------------------------

    def frame(self) -> TableShown:
        """The frame is the same object as long as nothing in it has changed."""
        known = self._frame
        if known is None or self._framed != (self.table.frame_version, self._presence):
            made = frame(self.table, self.names, {connection.person for connection in self.keys})
            if made != known:
                self._frame = known = made
            self._framed = (self.table.frame_version, self._presence)
        return known

    def shown(self, key: AudienceKey, lines: list[str], now: int) -> Shown:
        table = self.table
        chat: list[ChatLine] = []
        if table.chat and key[3]:  # whoever may not watch does not listen either
            chat = [ChatLine(n, who, self.names.get(who, "—"), said) for n, who, said in table.chat]
        shown = Shown(table, key[1], key[3], self.frame(), chat, now, lines)
        shown.shared = self.shared
        return shown

    def show(self, asks: list[Ask]) -> None:
        """Everybody gets what changed for them, the askers with their answers; those who notice nothing get nothing."""
        try:
            self._show(asks)
        finally:
            CORK.release()

    def _show(self, asks: list[Ask]) -> None:
        if self._bound != self.table.frame_version:
            self._bound = self.table.frame_version
            self.rebind()
        done: dict[Connection, list[str]] = {}
        for ask in asks:
            if ask.connection in self.keys and ask.refusal is None and not needs_view(ask):
                done.setdefault(ask.connection, []).append(ask.command.id)
        first = self.asking(asks)
        table, now = self.table, now_ms()
        crowd = len(self.audiences) > CROWD
        told = any(to in (TO_ALL, TO_OTHERS) for _, to in table.fresh)  # something that all of them learn
        wait = crowd and table.status == PLAYING and not told
        for number, key in enumerate(sorted(self.audiences, key=first.__contains__, reverse=True)):
            if number == len(first):  # whoever asked has got it; the others get all of theirs in one piece
                CORK.hold()
            audience = self.audiences[key]
            if table.fresh and key[3] and not audience.ahead:
                audience.lines += table.news(key[1])
            if key in first or not crowd:
                self.update(key, audience, done, now)
            elif wait:
                audience.late = True
            else:
                audience.stale = True
        if wait and self._late_timer is None and any(audience.late for audience in self.audiences.values()):
            loop = asyncio.get_running_loop()
            self._late_timer = loop.call_later(CROWD_DELAY, self.no_later)
        table.shown()
        for ask in asks:
            self.answer(ask)
        if crowd:
            self.show_rest()
        else:
            self.follow_up()

    def no_later(self) -> None:
        """What could wait has waited."""
        self._late_timer = None
        for audience in self.audiences.values():
            if audience.late:
                audience.stale = True
        self.show_rest()

    def show_rest(self) -> None:
        """Those who were not shown everything yet, in their turn."""
        raise NotImplementedError

    def show_piece(self) -> bool:
        """As much as may be drawn in one go, one page at least; True if that was all."""
        end = time.perf_counter() + PIECE
        waiting = [(key, audience) for key, audience in self.audiences.items() if audience.stale]
        for number, (key, audience) in enumerate(waiting, 1):
            self.update(key, audience, {}, now_ms())
            if time.perf_counter() > end and number < len(waiting):
                return False
        waiting = [(key, audience) for key, audience in self.audiences.items() if audience.behind]
        for number, (key, audience) in enumerate(waiting, 1):
            if audience.late:  # what stands beside is that of the newest page
                self.update(key, audience, {}, now_ms())
            self.follow(audience)
            if time.perf_counter() > end and number < len(waiting):
                return False
        return True

    def follow_up(self) -> None:
        """What may come after what all of them have got."""
        for audience in self.audiences.values():
            self.follow(audience)

    def follow(self, audience: Audience) -> None:
        message = audience.beside() if audience.behind else None
        if message is not None:
            for connection in audience.connections:
                connection.push(message)

    def asking(self, asks: list[Ask]) -> set[AudienceKey]:
        """Where those look who asked: they see it first."""
        return {self.keys[ask.connection] for ask in asks if ask.connection in self.keys}

    def update(self, key: AudienceKey, audience: Audience, done: Mapping[Connection, list[str]], now: int) -> None:
        message = audience.drawn() if audience.ahead else audience.draw(self.shown(key, audience.lines, now))
        for connection in audience.connections:
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
                refused: dict[str, Any] = {"is": "refused", "id": ask.command.id}
                refused["text"] = why_not(ask.refusal, connection.lang)
                if ask.refusal.rule:
                    refused["rule"] = ask.refusal.rule
                if ask.refusal.instead:
                    refused["instead"] = ask.refusal.instead
                connection.push(encode(refused))
            elif key is not None and needs_view(ask):
                self.follow(self.audiences[key])  # to the other devices of this seat: they share what has been shown
                whole = self.audiences[key].whole(self.shown(key, [], now_ms()))
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

    def look(self, person: str) -> bytes:
        """The whole view of a person, for an answer over HTTP."""
        mine = self.table.seats_of(person)
        sees = bool(mine) or (self.table.created.watchable and person not in self.table.removed)
        key: AudienceKey = ("json", mine[0] if mine else None, "en", sees)
        return DIALECTS["json"](self.table.setup, "en").whole(self.shown(key, [], now_ms()))
