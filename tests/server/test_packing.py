"""Compressed messages: whoever can read them gets the same, nobody learns more by their length, no bomb goes off."""

import asyncio
import json
import random
import string
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from place import OPEN, Person, Place, lived

from kvartal.server.http.packing import CHAT, CORK, END, PACKED_TEXT, TEXT, WORTH, Frames, framed, packed, unpacked
from kvartal.server.http.transport import SocketLine
from kvartal.server.tools.wire import Wire, connect

BOMB = 64 * 1024 * 1024


def read(frame: bytes) -> bytes:
    """What a browser makes of a frame of ours."""
    size, start = frame[1], 2
    if size > 125:
        start = 4 if size == 126 else 10
        size = int.from_bytes(frame[2:start], "big")
    assert len(frame) == start + size
    payload = frame[start:]
    return payload if frame[0] == TEXT else zlib.decompressobj(-15).decompress(payload + END)


@pytest.mark.parametrize("size", [2, 125, 126, WORTH - 1, WORTH, 5000, 70_000, 300_000])
def test_a_frame_is_read_as_it_was_written(size: int) -> None:
    noise = random.Random(size).choices(string.printable, k=size)
    for message in (b"x" * size, "".join(noise).encode()):
        assert read(framed(message)) == read(packed(message)) == message
        assert (packed(message)[0] == PACKED_TEXT) == (size >= WORTH)
    assert size < WORTH or len(packed(b"x" * size)) < size / 10


def test_words_said_in_the_chat_tell_nothing_about_the_rest_by_their_length() -> None:
    """A guess in the chat makes a message longer by the same amount, right or wrong."""

    def long(secret: str, said: str) -> int:
        parts = {"moves": f"<button>{secret}</button>" + "<p>much else</p>" * 40, "chatlines": f"<li>{said}</li>" * 3}
        message = json.dumps({"is": "beside", "parts": parts}, separators=(",", ":")).encode()
        assert CHAT in message
        return len(packed(message))

    secrets = ["write 8 at the corner of the second street", "build a pool behind the ninth house today"]
    for right, wrong in (secrets, secrets[::-1]):
        assert long(right, right) - long(wrong, right) == long(right, wrong) - long(wrong, wrong)


def test_what_somebody_writes_is_never_taken_for_the_place_where_the_chat_begins() -> None:
    assert CHAT not in json.dumps({"log": CHAT.decode()}, separators=(",", ":")).encode()


def test_a_small_message_that_would_become_a_large_one_is_not_read() -> None:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    small = (squeeze.compress(b" " * BOMB) + squeeze.flush(zlib.Z_SYNC_FLUSH))[:-4]
    assert unpacked(small, 1000) is None
    assert unpacked(b"\xff\xfe no deflate", 1000) is None
    squeeze = zlib.compressobj(1, zlib.DEFLATED, -15)
    fine = (squeeze.compress(b'{"do":"look"}') + squeeze.flush(zlib.Z_SYNC_FLUSH))[:-4]
    assert unpacked(fine, 1000) == b'{"do":"look"}'


def test_one_message_for_many_is_made_into_a_frame_once() -> None:
    made: list[bytes] = []

    def make(message: bytes) -> bytes:
        made.append(message)
        return framed(message)

    frames, message = Frames(make), b"to all of you"
    assert {id(frames.of(message)) for _ in range(1000)} == {id(frames.frame)}
    assert frames.of(b"to somebody else") == framed(b"to somebody else")
    assert made == [message, b"to somebody else"]


async def looks(person: Person, table: str, dialect: str, inflates: bool) -> tuple[Wire, list[bytes]]:
    """A connection and what it is told, the first message included."""
    place, heard = person.place, list[bytes]()
    path = f"{place.base}/api/tables/{table}/socket?as={dialect}"
    wire = await connect("127.0.0.1", place.port, path, person.token, heard.append, inflates)
    OPEN.append(wire)
    while not heard:
        await asyncio.sleep(0.01)
    return wire, heard


def sent(wire: Wire, payload: bytes) -> None:
    """A compressed message, as browsers send them."""
    assert wire.transport is not None
    size = len(payload)
    head = bytes((PACKED_TEXT, 128 + size)) if size < 126 else bytes((PACKED_TEXT, 254)) + size.to_bytes(2, "big")
    wire.transport.write(head + b"\0\0\0\0" + payload)


def squeezed(text: bytes) -> bytes:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (squeeze.compress(text) + squeeze.flush(zlib.Z_SYNC_FLUSH))[: -len(END)]


@lived
async def test_pages_are_compressed_facts_are_not_and_both_tell_the_same(
    tmp_path: Path, start: Callable[..., Place]
) -> None:
    place = start(str(tmp_path / "x.db"), pages=True)
    ann = await place.person("Ann")
    table = await ann.table(seats=["me", "me"])
    await ann.do(table, do="start")
    small, told_small = await looks(ann, table, "desk", True)
    large, told_large = await looks(ann, table, "desk", False)
    lines = (told_small, told_large)
    facts, _ = await looks(ann, table, "json", True)
    assert "server_no_context_takeover" in small.agreed
    assert "client_no_context_takeover" in small.agreed
    assert (large.agreed, facts.agreed) == ("", "")
    for number, text in enumerate(("one", "Добрий день", "x" * 400)):
        wish = json.dumps({"do": "chat", "id": f"c{number}", "text": text}).encode()
        sent(small, squeezed(wish))  # short ones are read on a way of their own, long ones by the library
        while not all(text in json.loads(told[-1]).get("parts", {}).get("chatlines", "") for told in lines):
            await asyncio.sleep(0.01)
    said = [[json.loads(each) for each in told[1:] if CHAT in each] for told in lines]
    assert [each["parts"] for each in said[0]] == [each["parts"] for each in said[1]]
    assert len(said[0]) == 3
    assert len(told_small[0]) > 20_000
    assert small.bytes < large.bytes / 3


@lived
async def test_a_bomb_ends_its_own_connection_and_nothing_else(tmp_path: Path, start: Callable[..., Place]) -> None:
    place = start(str(tmp_path / "x.db"), pages=True)
    ann = await place.person("Ann")
    table = await ann.table(seats=["me"])
    await ann.do(table, do="start")
    for bomb in (squeezed(b" " * BOMB)[:60_000], b"\xff" * 50, squeezed(b" " * 100_000)):
        wire, _ = await looks(ann, table, "desk", True)
        sent(wire, bomb)
        await asyncio.wait_for(wire.lost, 30)
        assert wire.closed in (1002, 1007, 1009)
    _, told = await looks(ann, table, "desk", True)
    assert json.loads(told[0])["whole"]


def test_what_is_held_back_goes_out_in_one_piece_and_in_order() -> None:
    class Recorder:
        def __init__(self) -> None:
            self.written: list[list[bytes]] = []

        def write(self, data: bytes) -> None:
            self.written.append([data])

        def writelines(self, frames: tuple[bytes, ...]) -> None:
            self.written.append([*frames])

    def line() -> SocketLine:
        made = SocketLine.__new__(SocketLine)
        made.handshake_complete, made.close_sent, made.disconnected = True, False, False
        made.writable = asyncio.Event()
        made.writable.set()
        made.transport = Recorder()  # type: ignore[assignment]
        return made

    one, other, leaving = line(), line(), line()
    assert one.say(b"at once")
    CORK.hold()
    for each in (one, other, leaving):
        assert each.say(b"page")
    assert one.say(b"beside")
    leaving.disconnected = True
    CORK.release()
    assert one.say(b"later")
    written = [each.transport.written for each in (one, other, leaving)]  # type: ignore[attr-defined]
    assert written == [[[b"at once"], [b"page", b"beside"], [b"later"]], [[b"page"]], []]
