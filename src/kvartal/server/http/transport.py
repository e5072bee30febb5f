"""The lines by which clients are connected: nobody holds one, or our memory, without doing their own part.

uvicorn waits for ever for the rest of a request and for somebody to read an answer, reads headers without end, and
takes every line that is opened. Here both have `patience` seconds, a head has a size, and an address so many lines.
"""

import asyncio
import socket
import struct
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from kvartal.server.http.packing import CORK, DIALECTS, OFFERED, PACKED, PACKED_TEXT, PLAIN, TEXT, unpacked
from kvartal.server.http.security import Held, address_of

try:
    from websockets.speedups import apply_mask
except ImportError:  # where nothing could be compiled
    from websockets.utils import apply_mask

ABORT = "kvartal.abort"  # in the scope of a WebSocket: hang up without waiting for anything to be read
LARGEST_HEAD = 32 * 1024
MOST_EARLY = 16 * 1024  # bytes that a client may send before the process of its table is reached
PIECE = 1024  # what is read at once, so that a head is too long however it arrives

RESET = struct.pack("ii", 1, 0)  # SO_LINGER: what was not read is thrown away, by the system as well


def hang_up(transport: asyncio.Transport) -> None:
    """At once, whatever is still to be read there."""
    if not transport.is_closing() or transport.get_write_buffer_size():
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    transport.abort()


class HttpLine(HttpToolsProtocol):
    patience = 20.0
    held = Held(0)

    address: str
    counted: bool
    begun: float  # when the request that we are reading began; 0: none is under way
    head: int  # bytes of its head so far; -1: the head is complete
    trailer: int  # bytes after the last piece of a body
    asked: list[RequestResponseCycle]  # requests that are not answered yet
    deaf: bool  # refused: nothing more is heard
    unread: bool  # there was something to send when we last looked
    watch: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = address_of({"client": self.client})
        self.counted = self.held.take(self.address)
        self.begun = self.loop.time()
        self.head = 0
        self.asked = []
        self.deaf = self.unread = False
        self.watch = self.loop.call_later(self.patience / 2, self.look)
        if not self.counted:
            self.answer("429 Too Many Requests", "too many lines from one address; close some")
            transport.close()

    def let_go(self) -> None:
        """This is no plain line any more."""
        self.watch.cancel()
        if self.counted:
            self.counted = False
            self.held.release(self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        self.let_go()
        self.forget()
        super().connection_lost(exc)

    def forget(self) -> None:
        """Nobody waits for these answers any more. (uvicorn itself remembers only the last one.)"""
        for cycle in self.asked:
            cycle.disconnected = True
            cycle.message_event.set()

    def look(self) -> None:
        unread = self.transport.get_write_buffer_size() > 0
        if unread and self.unread:
            self.forget()
            return hang_up(self.transport)
        self.unread = unread
        self.watch = self.loop.call_later(self.patience / 2, self.look)
        if self.begun and self.loop.time() - self.begun >= self.patience:
            if self.deaf:
                return hang_up(self.transport)
            self.refuse("408 Request Timeout", f"the whole request is wanted within {self.patience:g} seconds")
        return None

    def data_received(self, data: bytes) -> None:
        self.begun = self.begun or self.loop.time()
        for first in range(0, len(data), PIECE):
            if self.deaf or self.transport.is_closing():
                return
            piece = data[first : first + PIECE]
            super().data_received(piece)
            if self.transport.get_protocol() is not self:  # a WebSocket from now on
                self.let_go()
                return
            if self.head >= 0:
                self.head += len(piece)
                self.measure(self.head)

    def measure(self, size: int) -> None:
        """Were the line cut at once, the sender would learn that, and not why: what still comes is not looked at."""
        if size > LARGEST_HEAD and not self.deaf and not self.transport.is_closing():
            self.deaf, self.begun = True, self.loop.time()
            self.forget()
            words = f"at most {LARGEST_HEAD} bytes of headers are read"
            if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
                self.answer("431 Request Header Fields Too Large", words)
            self.transport.write_eof()

    def on_message_begin(self) -> None:
        self.head = self.trailer = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if self.head < 0:  # after the last piece of a body
            self.trailer += len(name) + len(value)
            self.measure(self.trailer)

    def on_headers_complete(self) -> None:
        self.head = -1
        super().on_headers_complete()
        if self.cycle is not None:
            self.asked = [each for each in self.asked if not each.response_complete and each is not self.cycle]
            self.asked.append(self.cycle)

    def on_message_complete(self) -> None:
        self.begun = 0.0
        super().on_message_complete()

    def refuse(self, status: str, text: str) -> None:
        """Say why, if anything was asked and is not answered yet, and hang up. (Browsers open lines in advance.)"""
        if not self.transport.is_closing():
            if self.head > 0 or (self.cycle is not None and not self.cycle.response_started):
                self.answer(status, text)
            self.transport.close()

    def answer(self, status: str, text: str) -> None:
        body = f'{{"error":"{text}"}}'
        head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        self.transport.write(f"{head}connection: close\r\n\r\n{body}".encode())


class SocketLine(WebSocketsSansIOProtocol):
    """With a way past uvicorn's queues: what a client says is heard at once, and so is what a table says."""

    heard: Callable[[bytes], None] | None = None  # set once somebody listens; until then messages wait in the queue

    passed_on: asyncio.Transport | None = None  # to the process that a table is at home with: every byte goes there
    early: bytes | None = None  # what came while that process was called
    full: Callable[[], None] | None = None  # called when the client does not keep up with it,
    free: Callable[[], None] | None = None  # and when it does again

    packs = False  # may messages be compressed?
    corked: tuple[bytes, ...] = ()  # what goes out in one piece in a moment
    boundary = False  # what comes next is the first byte of a frame; once in doubt, always in doubt

    def data_received(self, data: bytes) -> None:
        """Nearly always it is one short message, whole: that is read here, everything else by the library."""
        if self.passed_on is not None:
            self.passed_on.write(data)
            return
        if self.early is not None:
            self.early += data
            if len(self.early) > MOST_EARLY:
                hang_up(self.transport)
            return
        size = len(data) - 6
        if self.boundary and 0 <= size < 126 and data[1] == 128 + size and not self.frames:
            if self.heard is not None and not self.close_sent:
                message: bytes | None = None
                if data[0] == TEXT:
                    message = apply_mask(data[6:], data[2:6])
                elif data[0] == PACKED_TEXT and self.packs:
                    message = unpacked(apply_mask(data[6:], data[2:6]), self.config.ws_max_size)
                if message is not None:
                    self.heard(message)
                    return
        self.boundary = self.boundary and whole_frames(data)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """A whole message has come in."""
        if self.heard is None or self.close_sent:
            self.curr_msg_data_type = "bytes"  # whether it is text is for the reader of JSON to say
            super().send_receive_event_to_app()
        else:
            frames, self.frames = self.frames, []
            self.heard(frames[0] if len(frames) == 1 else b"".join(frames))

    def framed(self, message: bytes) -> bytes:
        """As this client can read it."""
        return (PACKED if self.packs else PLAIN).of(message)

    @property
    def gone(self) -> bool:
        return self.close_sent or self.disconnected

    def say(self, frame: bytes) -> bool:
        """Send it now, without waiting; False if that cannot be done: still shaking hands, too slow, or gone."""
        if not self.handshake_complete or self.gone or not self.writable.is_set():
            return False
        if not CORK.held:
            self.transport.write(frame)
        else:
            if not self.corked:
                CORK.waiting.append(self.uncork)
            self.corked = (*self.corked, frame)
        return True

    def uncork(self) -> None:
        frames, self.corked = self.corked, ()
        if not self.gone:
            self.transport.writelines(frames)

    def handle_connect(self, event: Any) -> None:
        if dialect_of(event.path) in DIALECTS:
            self.conn.available_extensions = OFFERED
        super().handle_connect(event)
        self.packs = bool(self.conn.extensions)
        self.boundary = not self.conn.reader.buffer
        if not self.close_sent:
            self.scope[ABORT] = lambda: hang_up(self.transport)  # type: ignore[literal-required]

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.full is not None:
            self.full()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.free is not None:
            self.free()

    def shutdown(self) -> None:
        if self.early is not None or self.passed_on is not None:  # whoever passes it on ends it
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1012})
        else:
            super().shutdown()

    def handle_ping(self) -> None:
        """Somebody who asks for answers and reads none would fill our memory with them."""
        super().handle_ping()
        if not self.writable.is_set():
            hang_up(self.transport)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        hang_up(self.transport)  # closing alone would wait until everything has been read


def dialect_of(target: str) -> str:
    """What a client wants to be told in, by the address that it asks for."""
    return parse_qs(target.partition("?")[2]).get("as", [""])[0]


def whole_frames(data: bytes) -> bool:
    """Does the last frame of a client end where the data ends?"""
    at = 0
    while at + 2 <= len(data):
        size, head = data[at + 1] & 127, 6
        if size > 125:
            more = 2 if size == 126 else 8
            size, head = int.from_bytes(data[at + 2 : at + 2 + more], "big"), 6 + more
        at += head + size
    return at == len(data)


def http_line(patience: float, held: Held) -> type[HttpLine]:
    """The same, with this patience, and for so many at a time."""
    return type("HttpLine", (HttpLine,), {"patience": patience, "held": held})
