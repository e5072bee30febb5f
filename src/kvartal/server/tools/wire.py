"""A small WebSocket client without dependencies, for the benchmarks: cheap enough not to measure itself."""

import asyncio
import base64
import os
import time
import zlib
from collections.abc import Callable
from typing import cast

import msgspec

OFFER = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"  # as browsers have it
END_OF_MESSAGE = b"\0\0\xff\xff"  # RFC 7692, 7.2.2


class Wire(asyncio.Protocol):
    """One connection to a table. `heard` is called with every message, as the bytes of its JSON.

    `inflates`: like a browser, it takes compressed messages.
    """

    def __init__(
        self, path: str, host: str, token: str, heard: Callable[[bytes], None], inflates: bool = False
    ) -> None:
        who = (f"Authorization: Bearer {token}\r\n" if token else "") + (OFFER if inflates else "")
        self.request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            f"{who}\r\n"
        )
        self.heard = heard
        self.buffer = b""
        self.open = False
        self.closed = 0  # the code with which the server has closed it
        self.bytes = 0  # that came over the wire
        self.agreed = ""  # what the server said about compressed messages
        self.window = zlib.decompressobj(-zlib.MAX_WBITS)
        self.lost = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's own are none by name
        self.transport.write(self.request.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.lost.done():
            self.lost.set_result(None)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        buffer = self.buffer + data if self.buffer else data
        if not self.open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self.buffer = head
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise ConnectionError(head.decode("latin-1")[:200])
            self.open = True
            said = [line for line in head.decode("latin-1").split("\r\n") if "permessage-deflate" in line]
            self.agreed = said[0].partition(":")[2].strip() if said else ""
        at = 0
        while len(buffer) - at >= 2:
            kind, packed, size, start = buffer[at] & 15, buffer[at] & 64, buffer[at + 1] & 127, at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            payload = buffer[start : start + size]
            at = start + size
            if kind == 1:
                self.heard(self.inflated(payload) if packed else payload)
            elif kind == 8:
                self.closed = int.from_bytes(payload[:2], "big")
                self.frame(8, payload)
                self.close()
            elif kind == 9:
                self.frame(10, payload)
        self.buffer = buffer[at:]

    def inflated(self, payload: bytes) -> bytes:
        return self.window.decompress(payload + END_OF_MESSAGE)

    def frame(self, kind: int, payload: bytes) -> None:
        """Masked with zeros: allowed, and nothing to compute."""
        assert self.transport is not None
        size = len(payload)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        if not self.transport.is_closing():
            self.transport.write(head + b"\0\0\0\0" + payload)

    def say(self, **message: object) -> None:
        self.frame(1, msgspec.json.encode(message))

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()

    def abort(self) -> None:
        """Without waiting until the other end has read what was said."""
        if self.transport is not None:
            self.transport.abort()


async def connect(
    host: str, port: int, path: str, token: str, heard: Callable[[bytes], None], inflates: bool = False
) -> Wire:
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(path, f"{host}:{port}", token, heard, inflates), host, port)
    return wire


class Http:
    """Just enough HTTP on one kept connection: JSON there, JSON back."""

    def __init__(self, host: str, port: int, token: str = "") -> None:
        self.host, self.port, self.token = host, port, token
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.used = 0.0

    async def ask(self, method: str, path: str, body: object = None, token: str | None = None) -> tuple[int, bytes]:
        if self.writer is None or time.monotonic() - self.used > 3:  # the server closes what is idle
            self.close()
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port, limit=1 << 22)
        assert self.reader is not None
        self.used = time.monotonic()
        data = msgspec.json.encode(body) if body is not None else b""
        bearer = self.token if token is None else token
        head = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", f"Content-Length: {len(data)}"]
        head += ["Content-Type: application/json"] * bool(data) + [f"Authorization: Bearer {bearer}"] * bool(bearer)
        self.writer.write("\r\n".join([*head, "", ""]).encode() + data)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        lengths = [int(line.split(":")[1]) for line in answer if line.lower().startswith("content-length")]
        return int(answer[0].split()[1]), await self.reader.readexactly(lengths[0] if lengths else 0)

    async def post(self, path: str, body: object, token: str | None = None) -> dict[str, object]:
        status, text = await self.ask("POST", path, body, token)
        if status >= 400:
            raise ConnectionError(f"{path}: {status} {text.decode()[:300]}")
        found: dict[str, object] = msgspec.json.decode(text)
        return found

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
