"""What the tests of the server share: a real process on loopback, and people who talk to it."""

import asyncio
import contextlib
import ctypes
import functools
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec

from kvartal.server.tools.wire import Http, Wire, connect

OPEN: list[Wire] = []  # closed when the test is over
PATIENCE = 30.0  # seconds until a test gives up; nothing is asserted about how long anything takes


def lived(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """An async test. (Its fixtures are ordinary ones.)"""

    async def tidy(*arguments: Any, **fixtures: Any) -> None:
        try:
            await asyncio.wait_for(test(*arguments, **fixtures), 120)
        finally:
            for wire in OPEN:
                wire.close()
                await wire.lost
            OPEN.clear()
            await asyncio.sleep(0)

    @functools.wraps(test)
    def run(*arguments: Any, **fixtures: Any) -> None:
        asyncio.run(tidy(*arguments, **fixtures))

    return run


def command(*words: str, module: str = "kvartal.server") -> list[str]:
    return [sys.executable, "-m", module, *words]


def humble() -> None:
    """In a process that is about to begin: what may not be written to may not be written to, by root neither."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (1, 2, 3):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER
            if libc.prctl(24, capability):  # PR_CAPBSET_DROP
                raise OSError(ctypes.get_errno(), "the rights of root cannot be dropped")


def environment() -> dict[str, str]:
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return {"KVARTAL_LOG": "WARNING"} | os.environ | paths


class Place:
    """A server process; with `pages` the whole of Kvartal, `bound` by what files may be used for."""

    def __init__(
        self, database: str, *options: str, limits: str = "0", pages: bool = False, bound: bool = False
    ) -> None:
        self.database = database
        module = "kvartal" if pages else "kvartal.server"
        asked = ("--port", "0", "--database", database, "--limits", limits, "--metrics", "0", *options)
        words = command("serve", *asked, module=module)
        self.process = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            preexec_fn=humble if bound else None,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^:]+:(\d+)(\S*)/ ", line)
        assert found, f"the server did not start: {self.end()[1]}"
        self.port = int(found[1])
        self.base = found[2]
        found = re.search(r":(\d+)/metrics", self.process.stdout.readline())
        assert found
        self.figures_port = int(found[1])

    def end(self, how: int = signal.SIGTERM) -> tuple[int, str]:
        """Stop it; exit code and everything it wrote to its log."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        _, log = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, log

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    @contextlib.asynccontextmanager
    async def http(self, token: str = "") -> AsyncIterator[Http]:
        http = Http("127.0.0.1", self.port, token)
        try:
            yield http
        finally:
            http.close()
            if http.writer is not None:
                with contextlib.suppress(OSError):
                    await http.writer.wait_closed()

    async def figures(self) -> str:
        """What it counts, from a port of its own."""
        http = Http("127.0.0.1", self.figures_port)
        status, text = await http.ask("GET", "/metrics")
        http.close()
        assert status == 200
        return text.decode()

    async def person(self, name: str = "Ann") -> "Person":
        async with self.http() as http:
            made: Any = await http.post(f"{self.base}/api/me", {"name": name})
        return Person(self, made["token"], made["person"]["id"], name)


@contextlib.asynccontextmanager
async def line(place: Place, reads: bool = True) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A bare connection. One that does not read has next to no room for what it is sent."""
    sock = socket.socket()
    if not reads:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.setblocking(False)
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", place.port))
    reader, writer = await asyncio.open_connection(sock=sock, limit=2048)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def answered(place: Place, head: str, body: bytes = b"") -> tuple[int, bytes]:
    """Status and answer to a request that is written by hand."""
    async with line(place) as (reader, writer):
        length = f"Content-Length: {len(body)}\n" if body else ""
        writer.write((head + "\n" + length + "\n").replace("\n", "\r\n").encode("latin-1") + body)
        found = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        lengths = [
            int(each.split(b":")[1]) for each in found.lower().split(b"\r\n") if each.startswith(b"content-length")
        ]
        return int(found.split()[1]), found + await reader.readexactly(lengths[0] if lengths else 0)


class Person:
    """Somebody with a token."""

    def __init__(self, place: Place, token: str, number: str, name: str) -> None:
        self.place, self.token, self.id, self.name = place, token, number, name

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        async with self.place.http(self.token) as http:
            status, text = await http.ask(method, self.place.base + path, body)
        try:
            return status, msgspec.json.decode(text) if text else None
        except msgspec.DecodeError:
            return status, text.decode()

    async def good(self, method: str, path: str, body: object = None) -> Any:
        status, answer = await self.ask(method, path, body)
        assert status < 400, f"{method} {path}: {status} {answer}"
        return answer

    async def table(self, game: str = "flip", seats: list[str] | None = None, **more: object) -> str:
        made = await self.good("POST", "/api/tables", {"game": game, "seats": seats or ["me", "open"], **more})
        return str(made["table"])

    async def do(self, table: str, **what: object) -> Any:
        return await self.good("POST", f"/api/tables/{table}/do", what)

    async def refused(self, table: str, **what: object) -> tuple[int, str]:
        status, answer = await self.ask("POST", f"/api/tables/{table}/do", what)
        assert status >= 400, f"{what} should be refused"
        return status, answer["error"]

    async def look(self, table: str) -> Any:
        return await self.good("GET", f"/api/tables/{table}")

    async def sit_at(self, table: str, query: str = "") -> "Client":
        return await Client.connect(self.place, table, self.token, query)


class Client:
    """A connection that keeps what it is shown: `view` is the whole view, put together from the changes."""

    def __init__(self) -> None:
        self.raw: list[bytes] = []
        self.messages: list[Any] = []
        self.view: dict[str, Any] | None = None
        self.table: dict[str, Any] = {}
        self.seat: int | None = None
        self.version = -1
        self.done: set[str] = set()
        self.refused: dict[str, Any] = {}
        self.steps: list[str] = []
        self.news = asyncio.Event()
        self.wire: Wire

    @classmethod
    async def connect(cls, place: Place, table: str, token: str, query: str = "") -> "Client":
        client = cls()
        path = f"{place.base}/api/tables/{table}/socket{query}"
        client.wire = await connect("127.0.0.1", place.port, path, token, client.heard)
        OPEN.append(client.wire)
        await client.until(lambda: bool(client.messages) or client.wire.lost.done())
        return client

    def heard(self, payload: bytes) -> None:
        message = msgspec.json.decode(payload)
        self.raw.append(payload)
        self.messages.append(message)
        kind = message["is"]
        if kind == "view":
            self.view, self.table, self.seat = message["view"], message["table"], message["seat"]
        elif kind == "change" and self.view is not None:
            for name, value in message.get("set", {}).items():
                put(self.view["table"], name, value)
            for name in ("waiting", "moves", "over"):
                self.view[name] = message.get(name, self.view[name])
            self.table = message.get("table", self.table)
        elif kind == "change":
            self.table = message.get("table", self.table)
        elif kind == "refused":
            self.refused[message.get("id", "")] = message
        self.version = message.get("version", self.version)
        self.done |= set(message.get("done", ()))
        self.steps += message.get("steps", [])
        self.news.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        async def wait() -> None:
            while not condition():
                self.news.clear()
                lost = self.wire.lost
                if lost.done() and not condition():
                    raise ConnectionError(f"the connection was lost; last: {self.messages[-1:]}")
                woken = asyncio.ensure_future(self.news.wait())
                await asyncio.wait([woken, lost], return_when=asyncio.FIRST_COMPLETED)
                woken.cancel()

        await asyncio.wait_for(wait(), PATIENCE)

    async def say(self, **what: object) -> Any:
        """Send, and wait until it is done or refused."""
        self.wire.say(**what)
        name = what["id"]
        await self.until(lambda: name in self.done or name in self.refused)
        return self.refused.get(str(name))

    @property
    def moves(self) -> list[str]:
        return self.view["moves"] if self.view else []

    async def close(self) -> None:
        self.wire.close()
        await self.wire.lost


def put(table: dict[str, Any], name: str, value: object) -> None:
    """Set one field of a view: `coins`, or `seats[1].top`."""
    found = re.fullmatch(r"seats\[(\d+)\]\.(.+)", name)
    if found:
        table["seats"][int(found[1])][found[2]] = value
    else:
        table[name] = value
