"""Messages as frames of a WebSocket (RFC 6455), and compressed ones (permessage-deflate, RFC 7692).

Drawn pages are compressed, facts as JSON are not: those are short, and their readers are programs. Every message is
compressed **on its own**, although the standard would let it lean on those before it. So a connection holds no memory
for it, all who are told the same are sent the same bytes, compressed once, and no message can be compared with what was
said before it.

Who can see how long encrypted messages are could otherwise guess: words that I choose make a message shorter if they
are in it already (CRIME, BREACH). What somebody says in the chat therefore stands last in a message and is compressed
apart from the rest, its length a mere addend. What else others choose is their name, before the game as a rule.
"""

import zlib
from collections.abc import Callable

from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

TEXT, PACKED_TEXT = 0x81, 0xC1  # the first byte of a whole text frame; of a compressed one
END = b"\0\0\xff\xff"  # of what zlib flushes: not sent (RFC 7692, 7.2.1)
WORTH = 300  # bytes: shorter messages go as they are
LEVEL = 4  # of nine: against 1 a twentieth fewer bytes for 4 µs a message, and more than this hardly pays
CHAT = b'"chatlines":'  # what people say follows, to the end of the message. No text holds this: its quotes are escaped

DIALECTS: set[str] = set()  # whose messages are compressed for those who can read it
OFFERED = [ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)]


def head(first: int, size: int) -> bytes:
    if size < 126:
        return bytes((first, size))
    if size < 1 << 16:
        return bytes((first, 126)) + size.to_bytes(2, "big")
    return bytes((first, 127)) + size.to_bytes(8, "big")


def framed(message: bytes) -> bytes:
    """One whole text frame as a server sends it: not masked, not compressed."""
    return head(TEXT, len(message)) + message


def packed(message: bytes) -> bytes:
    """The same, compressed if that is worth it."""
    if len(message) < WORTH:
        return framed(message)
    squeeze, at = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS), message.find(CHAT)
    if at < 0:
        data = squeeze.compress(message)
    else:
        data = squeeze.compress(message[:at]) + squeeze.flush(zlib.Z_FULL_FLUSH) + squeeze.compress(message[at:])
    data = (data + squeeze.flush(zlib.Z_SYNC_FLUSH))[: -len(END)]
    return head(PACKED_TEXT, len(data)) + data


def unpacked(payload: bytes, most: int) -> bytes | None:
    """A compressed message of a client; None if it is none, or longer than `most` bytes: a small one can be a bomb."""
    reader = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        message = reader.decompress(payload + END, most)
    except zlib.error:
        return None
    return None if reader.unconsumed_tail else message


class Frames:
    """Remembers the last one: a message for a thousand connections is made into a frame once."""

    def __init__(self, make: Callable[[bytes], bytes]) -> None:
        self.make = make
        self.message = self.frame = b""

    def of(self, message: bytes) -> bytes:
        if message is not self.message:
            self.message, self.frame = message, self.make(message)
        return self.frame


class Cork:
    """Between `hold` and `release` nothing is written: then each line gets all that it was told in one piece."""

    def __init__(self) -> None:
        self.held = False
        self.waiting: list[Callable[[], None]] = []

    def hold(self) -> None:
        self.held = True

    def release(self) -> None:
        self.held = False
        waiting, self.waiting = self.waiting, []
        for write in waiting:
            write()


CORK = Cork()
PLAIN, PACKED = Frames(framed), Frames(packed)
