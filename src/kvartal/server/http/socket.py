"""The WebSocket of one person at one table: the whole view first, then what changes; commands the other way."""

import asyncio
import contextlib
from collections import deque
from typing import Any

import msgspec
from litestar import WebSocket

from kvartal.server.http.security import WIRE, Buckets, Receive, Send, address_of
from kvartal.server.http.sentences import said
from kvartal.server.http.transport import ABORT, SocketLine
from kvartal.server.live.hall import Hall
from kvartal.server.live.messages import Ask, Join, Part
from kvartal.server.live.shown import encode
from kvartal.server.store.store import Unreachable
from kvartal.server.table.commands import NOT_JSON, AnyCommand, Refused, not_understood

LONGEST_QUEUE = 256  # messages a slow client may fall behind
CLOSED_WITHIN = 15.0  # seconds to say goodbye
TOO_SLOW, REFUSED = 4408, 4403  # close codes are 4000 and the status that HTTP would give
_decode = msgspec.json.Decoder(AnyCommand).decode


class Client:
    """A connection as the table sees it. `push` never waits; whoever cannot follow is cut and comes back."""

    def __init__(
        self, socket: "WebSocket[Any, Any, Any]", person: str, dialect: str, lang: str, seat: int | None
    ) -> None:
        self.socket = socket
        self.person = person
        self.dialect = dialect
        self.lang = lang
        self.wanted_seat = seat
        self.queue: deque[bytes] = deque()  # frames, or messages where the line is not our own
        self.work = asyncio.Event()
        self.closing: tuple[int, str] | None = None
        self.line = wire_of_scope(socket.scope)

    def push(self, message: bytes) -> None:
        if self.closing is None:
            line = self.line
            if line is not None:
                message = line.framed(message)
                if not self.queue and line.say(message):
                    return
            self.queue.append(message)
            if len(self.queue) > LONGEST_QUEUE:
                self.queue.clear()
                self.closing = (TOO_SLOW, said("too slow to follow; connect again", self.lang))
                self.socket.scope[ABORT]()  # type: ignore[literal-required]  # it reads nothing, not even this
            self.work.set()

    def cut(self, reason: str, code: int = REFUSED) -> None:
        if self.closing is None:
            self.closing = (code, said(reason, self.lang))
            self.work.set()

    async def write(self) -> None:
        """Sends what could not be said at once, until it is cut."""
        socket, queue, line = self.socket, self.queue, self.line
        send = wire_of(socket)[1]
        while True:
            while queue:
                # It stays in the queue until it is sent, so that nothing newer is said before it.
                if line is None:
                    await send({"type": "websocket.send", "text": queue[0].decode()})
                elif not line.say(queue[0]):
                    if line.gone:
                        return
                    await line.writable.wait()
                    continue
                if queue:  # not cleared meanwhile
                    queue.popleft()
            if self.closing is not None:
                code, reason = self.closing
                await socket.close(code, short(reason))
                return
            self.work.clear()
            await self.work.wait()


async def attend(
    hall: Hall,
    socket: "WebSocket[Any, Any, Any]",
    table_id: str,
    person: str,
    dialect: str,
    lang: str,
    seat: int | None,
    messages: Buckets,
    new_tables: Buckets,
) -> None:
    """One connection from accept to end. How often its messages may come, and how often they may make a table."""
    try:
        live = await hall.table(table_id)
        client = Client(socket, person, dialect, lang, seat)
        joined = asyncio.get_running_loop().create_future()
        live.post(Join(client, joined))
        await joined
    except Refused as refused:
        return await turn_away(socket, refused)
    except Unreachable:
        return await turn_away(socket, Refused("the database does not answer; try again", status=503))
    await socket.accept()
    hall.metrics.gauges["sockets"] += 1
    writer = asyncio.create_task(client.write())
    receive = wire_of(socket)[0]
    key = pace_key(table_id, person, socket.scope)

    def heard(message: bytes | str) -> None:
        if not messages.take(key):
            client.push(encode({"is": "refused", "text": said("too many messages; wait a moment", lang)}))
            return
        try:
            command = _decode(message)
        except NOT_JSON as error:
            client.push(encode({"is": "refused", "text": said(not_understood(error), lang)}))
            return
        if live.makes_table(command, person) and not new_tables.take(address_of(socket.scope)):
            text = said("too many of these; wait a while", lang)
            client.push(encode({"is": "refused", "id": command.id, "text": text}))
            return
        live.post(Ask(command, person, client, lang=lang))

    if client.line is not None:
        client.line.heard = heard
    try:
        while (message := await receive())["type"] == "websocket.receive":
            heard(message.get("text") or message.get("bytes") or b"")
    finally:
        if client.line is not None:
            client.line.heard = None
        hall.metrics.gauges["sockets"] -= 1
        live.post(Part(client))
        client.cut("gone")
        if client.closing is not None and client.closing[0] == TOO_SLOW:
            hall.metrics.add("refused_connections", 'reason="slow"')
        asyncio.get_running_loop().call_later(CLOSED_WITHIN, socket.scope[ABORT])  # type: ignore[literal-required]
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await writer
    return None


def pace_key(table_id: str, person: str, scope: Any) -> str:
    """Whose messages are counted together: all devices of a person at one table; visitors by their address."""
    return f"{table_id} {person or address_of(scope)}"


async def turn_away(
    socket: "WebSocket[Any, Any, Any]", refused: Refused, headers: dict[str, str] | None = None
) -> None:
    """Said in words: a browser does not show why a handshake failed."""
    await socket.accept(headers=headers)
    text = said(refused.text, socket.query_params.get("lang", "en"))
    await socket.send_data(encode({"is": "refused", "text": text}).decode())
    await socket.close(4000 + refused.status, short(text))


def short(reason: str) -> str:
    """As much of a reason as a closing frame holds."""
    return reason.encode()[:120].decode(errors="ignore")


def wire_of(socket: "WebSocket[Any, Any, Any]") -> tuple[Receive, Send]:
    wire: tuple[Receive, Send] = socket.scope[WIRE]  # type: ignore[literal-required]
    return wire


def wire_of_scope(scope: Any) -> SocketLine | None:
    """The line itself, behind what an application is given of it."""
    line = getattr(scope[WIRE][1], "__self__", None)
    return line if isinstance(line, SocketLine) else None
