"""Whoever comes to a process that a table is not at home with is passed on: requests one by one, sockets byte by byte.
So is whoever asks about a record that another process keeps.

Nobody notices, but for the time it takes. When the owner dies, sockets are closed with the usual "connect again", and a
request that has not been asked yet waits until somebody may take the table over: usually this process.
"""

import asyncio
import re
from collections.abc import Callable
from typing import cast

from kvartal.server.http.between import (
    ANSWERED_WITHIN,
    STRANGE,
    Answer,
    BrokenOff,
    Silent,
    asked,
    called,
    introduced,
    target_of,
)
from kvartal.server.http.security import Asgi, Message, Receive, Scope, Send, largest
from kvartal.server.http.sentences import said, wished
from kvartal.server.http.socket import short, wire_of_scope
from kvartal.server.http.transport import MOST_EARLY, SocketLine
from kvartal.server.live.hall import Hall
from kvartal.server.live.homes import DEAD, Home
from kvartal.server.live.mailbox import AGAIN
from kvartal.server.live.shown import encode
from kvartal.server.store.store import Unreachable

# Addresses of what is kept in memory under a key, told by whoever offers them: the key in a request, or "".
KEPT: dict[str, Callable[[bytes], str]] = {}
PATIENCE = 3 * DEAD  # seconds that a request waits for the end of a lease
TRIES = 3
MOST = 10_000  # sockets that one process passes on at once
GONE = "the table was put away; connect again"
BUSY = "the process of this table does not answer; try again"


class Relay:
    """Between the guard and the application."""

    def __init__(self, inner: Asgi, hall: Hall, base: str) -> None:
        self.inner = inner
        self.hall = hall
        self.named = re.compile(
            rf"{re.escape(base)}/(?:api/tables|table)/(?!mine(?:/|$))([A-Za-z0-9_-]{{1,24}})(?:/|$)"
        )
        self.base = base
        self.pipes: dict[str, set[Pipe]] = {}  # by the lease of the other process
        hall.homes.ended.append(self.ended)

    def ended(self, lease: str) -> None:
        for pipe in list(self.pipes.get(lease, ())):
            pipe.end()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = re.sub("/+", "/", scope["path"])
        found = self.named.match(path)
        home = await self.elsewhere(found[1]) if found else None
        key_of = KEPT.get(path.removeprefix(self.base))
        if key_of is not None and scope["type"] == "http" and scope["method"] == "POST":
            await self.kept(key_of, scope, receive, send)
        elif found is None or home is None:
            await self.inner(scope, receive, send)
        elif scope["type"] == "http":
            await self.http(found[1], home, scope, receive, send)
        else:
            await self.socket(found[1], home, scope, receive, send)

    async def elsewhere(self, table: str) -> Home | None:
        hall = self.hall
        if table in hall.live or table in hall.loading:
            return None
        try:
            return await hall.homes.find(table)
        except Unreachable:  # the application says so
            return None

    async def again(self, table: str, home: Home) -> Home | None:
        """The owner cannot be called, or somebody else is at its address by now. Whether it is dead is not for us alone
        to say: when its lease is over, it is."""
        await self.hall.homes.over(home.lease, PATIENCE)
        return await self.elsewhere(table)

    # Requests ---------------------------------------------------------------------------------------------------------

    async def http(self, table: str, home: Home | None, scope: Scope, receive: Receive, send: Send) -> None:
        body = await self.body(scope, receive, send)
        if body is None:
            return None
        for _ in range(TRIES):
            if home is None:
                return await self.inner(scope, once(body, receive), send)
            try:
                about = introduced(home, scope)
                answer = await asked(home, scope["method"].encode(), target_of(scope), about, body)
            except Silent:
                home = await self.again(table, home)
                continue
            except BrokenOff:
                break
            if answer.status == STRANGE:
                home = await self.again(table, home)
                continue
            return await self.answer(answer, send)
        return await self.refuse(scope, send, 503, BUSY)

    async def kept(self, key_of: Callable[[bytes], str], scope: Scope, receive: Receive, send: Send) -> None:
        """By whoever keeps it; by ourselves, if they cannot be asked: then it is made here once more."""
        body = await self.body(scope, receive, send)
        if body is None:
            return None
        key = key_of(body)
        home = self.hall.homes.keeper(key) if key else None
        if home is not None:
            try:
                answer = await asked(home, b"POST", target_of(scope), introduced(home, scope), body)
                if answer.status != STRANGE:
                    return await self.answer(answer, send)
            except (Silent, BrokenOff):
                pass
        return await self.inner(scope, once(body, receive), send)

    async def body(self, scope: Scope, receive: Receive, send: Send) -> bytes | None:
        """All of it; None: nobody waits for an answer any more."""
        body, more = b"", True
        most = largest(scope["path"])
        while more and len(body) <= most:
            message = await receive()
            if message["type"] != "http.request":
                return None
            body += message.get("body", b"")
            more = message.get("more_body", False)
        if more:
            await self.refuse(scope, send, 413, f"at most {most} bytes are read")
            return None
        return body

    async def answer(self, answer: Answer, send: Send) -> None:
        self.hall.metrics.add("relayed", 'kind="request"')
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body})

    async def refuse(self, scope: Scope, send: Send, status: int, words: str) -> None:
        wanted = wished(dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1"))
        body = encode({"error": said(words, wanted)})
        about = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": about})
        await send({"type": "http.response.body", "body": body})

    # Sockets ----------------------------------------------------------------------------------------------------------

    async def socket(self, table: str, home: Home | None, scope: Scope, receive: Receive, send: Send) -> None:
        line = wire_of_scope(scope)
        lang = _lang(scope)
        if line is None or self.hall.metrics.gauges["relayed_sockets"] >= MOST:
            return await turned_away(receive, send, lang)
        line.early = bytes(line.conn.reader.buffer)
        for _ in range(TRIES):
            if home is None:  # ours, after all
                early, line.early = line.early, None
                if early:
                    line.data_received(early)
                return await self.inner(scope, receive, send)
            pipe = Pipe(line, said(GONE, lang))
            pipes = self.pipes.setdefault(home.lease, set())
            pipes.add(pipe)
            try:
                if await self.answered(pipe, home, scope) and len(line.early) <= MOST_EARLY:
                    return await self.passed_on(pipe, receive)
            finally:
                pipe.end()
                pipes.discard(pipe)
                if not pipes and self.pipes.get(home.lease) is pipes:
                    del self.pipes[home.lease]
            home = await self.again(table, home)
        line.early = None
        return await turned_away(receive, send, lang)

    async def answered(self, pipe: "Pipe", home: Home, scope: Scope) -> bool:
        """Whoever is at the address of the owner answers, in time, and is the owner."""
        try:
            await called(home, pipe.call)
            if await self.hall.homes.gone(home.lease):  # before it was one of the pipes
                return False
            async with asyncio.timeout(ANSWERED_WITHIN):
                return await pipe.known(handshake(home, scope))
        except (Silent, TimeoutError):
            return False

    async def passed_on(self, pipe: "Pipe", receive: Receive) -> None:
        self.hall.metrics.add("relayed", 'kind="socket"')
        self.hall.metrics.gauges["relayed_sockets"] += 1
        try:
            pipe.begin()
            while (await receive())["type"] != "websocket.disconnect":  # of the client, or of this server
                pass
        finally:
            self.hall.metrics.gauges["relayed_sockets"] -= 1


class Pipe(asyncio.Protocol):
    """The other end of a socket that is passed on: what the owner says goes to the client, whole frames at its end."""

    def __init__(self, line: SocketLine, goodbye: str) -> None:
        self.line = line
        self.transport: asyncio.Transport | None = None
        self.goodbye = goodbye
        self.frames = Frames()
        self.over = False
        self.begun = False  # to pass on; until then another owner may be looked for
        self.first = b""  # that the owner has said
        self.answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def call(self, host: str, port: int) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, host, port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's own are none by name

    async def known(self, head: bytes) -> bool:
        """Does the owner answer? Not if it hangs up, if its lease ends meanwhile, or if somebody else does."""
        assert self.transport is not None
        if not self.transport.is_closing():
            self.transport.write(head)
        await self.answered
        return bool(self.first) and b" %d " % STRANGE not in self.first.split(b"\r\n")[0]

    def begin(self) -> None:
        line, transport = self.line, self.transport
        assert transport is not None
        self.begun = True
        early, line.early = line.early or b"", None
        line.handshake_complete = True  # by the owner
        line.passed_on = transport
        line.full, line.free = transport.pause_reading, transport.resume_reading
        self.frames.take(self.first)
        if not line.transport.is_closing():
            line.transport.write(self.first)
        if not transport.is_closing():
            transport.write(early)
        if self.over:  # it has refused, and hung up
            self.over = False
            self.end()

    def data_received(self, data: bytes) -> None:
        if not self.begun:
            self.first += data
            if b"\r\n" in self.first and not self.answered.done():
                self.answered.set_result(None)
        elif not self.over:
            self.frames.take(data)
            if not self.line.transport.is_closing():  # the client may have gone a moment ago
                self.line.transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.end()

    def pause_writing(self) -> None:
        if not self.line.transport.is_closing():
            self.line.transport.pause_reading()

    def resume_writing(self) -> None:
        if not self.line.transport.is_closing():
            self.line.transport.resume_reading()

    def end(self) -> None:
        """One of both has gone, or the lease of the owner is over."""
        if self.over:
            return
        self.over = True
        if not self.answered.done():
            self.answered.set_result(None)
        self.line.full = self.line.free = None
        transport = self.line.transport
        if self.begun and not transport.is_closing():
            if self.frames.between and not self.frames.closed:
                transport.write(closing(AGAIN, self.goodbye))
            transport.close()
        if self.transport is not None:
            self.transport.close()


class Frames:
    """Where frames begin and end in what a server sends (RFC 6455, 5.2), after the head of its answer."""

    def __init__(self) -> None:
        self.head = b""  # of the answer, or of a frame, as far as it has come
        self.open = False  # the answer has been yes
        self.left = 0  # bytes of the frame that is under way
        self.closed = False  # the last frame was a goodbye

    @property
    def between(self) -> bool:
        return self.open and not self.left and not self.head

    def take(self, data: bytes) -> None:
        if not self.open:
            self.head += data
            answer, found, data = self.head.partition(b"\r\n\r\n")
            if not found:
                return
            self.open, self.head = b" 101 " in answer.split(b"\r\n")[0], b""
            if not self.open:
                return
        if self.head:
            data, self.head = self.head + data, b""
        at = self.left
        while len(data) - at >= 2:
            size, head = data[at + 1] & 127, 2
            if size > 125:
                head = 4 if size == 126 else 10
                if len(data) - at < head:
                    break
                size = int.from_bytes(data[at + 2 : at + head], "big")
            self.closed = data[at] & 15 == 8
            at += head + size
        self.left = max(0, at - len(data))
        self.head = data[at:]


def closing(code: int, reason: str) -> bytes:
    """A whole closing frame of a server."""
    payload = code.to_bytes(2, "big") + short(reason).encode()
    return bytes((0x88, len(payload))) + payload


def handshake(home: Home, scope: Scope) -> bytes:
    """The client's own, key and all: the answer of the owner is the answer to the client."""
    lines = [b"GET " + target_of(scope) + b" HTTP/1.1", b"connection: Upgrade", b"upgrade: websocket"]
    lines += [name + b": " + value for name, value in introduced(home, scope)]
    return b"\r\n".join([*lines, b"", b""])


def once(body: bytes, receive: Receive) -> Receive:
    """A request that was read already, for whoever reads it again."""
    told = False

    async def heard() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return heard


async def turned_away(receive: Receive, send: Send, lang: str) -> None:
    """Said in words, as everywhere: come again."""
    await receive()
    text = said(BUSY, lang)
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": encode({"is": "refused", "text": text}).decode()})
    await send({"type": "websocket.close", "code": AGAIN, "reason": short(text)})


def _lang(scope: Scope) -> str:
    found = re.search(rb"(?:^|&)lang=(en|uk|ru)(?:&|$)", scope.get("query_string", b""))
    return found[1].decode() if found else "en"
