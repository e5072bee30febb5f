"""How processes talk to each other: the whole request of a client, or a word of their own, to a process's own address.

Whoever calls shows the key of that process, which stands in its lease and nowhere else; it is compared in constant time
and never told to anybody.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import h11
import msgspec

from kvartal.server.http.security import WIRE, Asgi, Receive, Scope, Send
from kvartal.server.live.hall import Hall
from kvartal.server.live.homes import Home

KEY, CLIENT, SCHEME = b"kvartal-key", b"kvartal-client", b"kvartal-scheme"
OURS = (KEY, CLIENT, SCHEME)
HOPS = (
    b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade",
    b"content-length", b"accept-encoding", b"expect",
)  # fmt: skip
CALLED_WITHIN = 3.0  # seconds until the other process has taken the line
ANSWERED_WITHIN = 60.0  # a bot may have to think
LARGEST_ANSWER = 32 * 1024 * 1024
PIECE = 64 * 1024
STRANGE = 407  # which nothing else here answers: the key is not ours, whoever had it is not here any more
LONGEST_WORD = 2 * 1024 * 1024
WORDS = "/-/"  # begins the address of what processes say for themselves
T = TypeVar("T")
Headers = Iterable[tuple[bytes, bytes]]


class Silent(OSError):
    """The other process could not be called: nothing was asked of it."""


class BrokenOff(OSError):
    """It was asked, and did not answer: what it did of it is not known."""


class Word(msgspec.Struct, frozen=True):
    """Somebody is forgotten: at one table, or wherever they are connected."""

    person: str
    table: str = ""


@dataclass(slots=True)
class Answer:
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def introduced(home: Home, scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers of a request on its way to another process: who asks, and that we may."""
    client = scope.get("client")
    kept = [(name, value) for name, value in scope["headers"] if name not in HOPS and name not in OURS]
    who = str(client[0] if client else "").encode()
    return [*kept, (KEY, home.key.encode()), (CLIENT, who), (SCHEME, str(scope.get("scheme", "http")).encode())]


def target_of(scope: Scope) -> bytes:
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope.get("query_string", b"")
    return path.partition(b"?")[0] + (b"?" + query if query else b"")


async def called(home: Home, line: Callable[[str, int], Awaitable[T]]) -> T:
    """A line to this process, however it is made."""
    host, _, port = home.address.rpartition(":")
    try:
        async with asyncio.timeout(CALLED_WITHIN):
            return await line(host.strip("[]"), int(port))
    except (OSError, TimeoutError):
        raise Silent("the process of this table does not answer") from None


async def asked(home: Home, method: bytes, target: bytes, headers: Headers, body: bytes = b"") -> Answer:
    """One request, one answer, both bounded."""
    reader, writer = await called(home, asyncio.open_connection)
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            line = h11.Connection(h11.CLIENT)
            about = [*headers, (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
            request = h11.Request(method=method, target=target, headers=about)
            for event in (request, h11.Data(body), h11.EndOfMessage()):
                writer.write(line.send(event) or b"")
            await writer.drain()
            return await _answer(line, reader)
    except (OSError, TimeoutError, h11.ProtocolError):  # ours too: a request without Host, say
        raise BrokenOff("the process of this table did not answer") from None
    finally:
        writer.transport.abort()


async def _answer(line: h11.Connection, reader: asyncio.StreamReader) -> Answer:
    found, parts, size = Answer(502, [], b""), [], 0
    while True:
        event = line.next_event()
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(PIECE))
        elif isinstance(event, h11.Response):
            found.status = event.status_code
            found.headers = [(bytes(name), bytes(value)) for name, value in event.headers if name not in HOPS]
        elif isinstance(event, h11.Data):
            parts.append(bytes(event.data))
            size += len(event.data)
            if size > LARGEST_ANSWER:
                raise OSError("too long an answer")
        elif isinstance(event, h11.EndOfMessage):
            found.body = b"".join(parts)
            found.headers.append((b"content-length", str(size).encode()))
            return found
        elif isinstance(event, h11.ConnectionClosed):
            raise OSError("no answer")


async def say(home: Home, person: str, table: str) -> None:
    """Somebody is forgotten: at a table of that process, or "", wherever they are connected there."""
    about = [(b"host", b"kvartal"), (b"content-type", b"application/json"), (KEY, home.key.encode())]
    await asked(home, b"POST", f"{WORDS}forget".encode(), about, msgspec.json.encode(Word(person, table)))


class Inside:
    """What listens at this process's own address: the application, for those who have the key."""

    def __init__(self, inner: Asgi, hall: Hall) -> None:
        self.inner = inner
        self.hall = hall
        self.words: dict[str, Callable[[bytes], Awaitable[None]]] = {f"{WORDS}forget": self._forget}

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        key = self.hall.homes.key.encode()
        if not key or not hmac.compare_digest(headers.get(KEY, b""), key):
            return await self._closed(scope, receive, send)
        if scope["path"].startswith(WORDS):
            return await self._heard(scope["path"], receive, send)
        client = headers.get(CLIENT, b"").decode("latin-1")
        scope = {
            **scope,
            "headers": [(name, value) for name, value in scope["headers"] if name not in OURS],
            "client": (client, 0) if client else None,
            "scheme": headers.get(SCHEME, b"http").decode("latin-1"),
        }
        scope[WIRE] = (receive, send)
        return await self.inner(scope, receive, send)

    async def _closed(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await _empty(send, STRANGE, "websocket.http.response")
        else:
            await _empty(send, STRANGE)

    async def _heard(self, path: str, receive: Receive, send: Send) -> None:
        body, hear = b"", self.words.get(path)
        while len(body) < LONGEST_WORD and (message := await receive())["type"] == "http.request":
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        if hear is None:
            return await _empty(send, 404)
        try:
            await hear(body)
        except msgspec.MsgspecError:
            return await _empty(send, 400)
        return await _empty(send, 204)

    async def _forget(self, body: bytes) -> None:
        word = msgspec.json.decode(body, type=Word)
        if word.table:
            await self.hall.forget_at(word.table, word.person)
        else:
            self.hall.forgotten(word.person)


async def _empty(send: Send, status: int, kind: str = "http.response") -> None:
    await send({"type": f"{kind}.start", "status": status, "headers": [(b"content-length", b"0")]})
    await send({"type": f"{kind}.body", "body": b""})
