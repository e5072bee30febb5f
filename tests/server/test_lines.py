"""Slow and greedy clients, wrong tokens: they are cut or told what is wrong, and nobody else notices them."""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from place import PATIENCE, Person, Place, line, lived

from kvartal.server.http.security import Held


async def dripping(place: Place, begin: bytes, drop: bytes) -> bytes:
    """Send something without end, a little at a time; what the server says to that before it hangs up."""
    async with line(place) as (reader, writer):
        writer.write(begin)
        answer = asyncio.ensure_future(reader.read())

        async def drip() -> None:
            while not answer.done():
                writer.write(drop)
                await asyncio.sleep(0.1)

        dripper = asyncio.ensure_future(drip())
        try:
            return await asyncio.wait_for(answer, PATIENCE)
        except ConnectionResetError:
            return b""
        finally:
            dripper.cancel()


@lived
async def test_slow_requests_are_not_waited_for(hasty: Place) -> None:
    head = f"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1:{hasty.port}\r\nContent-Type: application/json\r\n".encode()
    answers = await asyncio.gather(
        dripping(hasty, head, b"X-A: b\r\n"),
        dripping(hasty, head + b"Content-Length: 5000\r\n\r\n{", b" "),
        dripping(hasty, head + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
        dripping(hasty, b"", b""),  # says nothing at all
        hasty.person("Ann"),  # who is served meanwhile
    )
    for answer in answers[:3]:
        assert answer.startswith(b"HTTP/1.1 408"), answer
        assert b"within 2 seconds" in answer
    assert answers[3] == b""


@lived
async def test_headers_without_end_are_not_read(hasty: Place) -> None:
    answer = await dripping(hasty, b"GET /healthz HTTP/1.1\r\n", b"X-A: " + b"b" * 4000 + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 431")
    answer = await dripping(hasty, b"GET /healthz HTTP/1.1\r\nX-A: ", b"b" * 8000)
    assert answer.startswith(b"HTTP/1.1 431")


LONG = b"b" * 40_000
HEADS = {
    "one header": b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: " + LONG + b"\r\n\r\n",
    "many headers": b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + b"X-A: b\r\n" * 5000 + b"\r\n",
    "a long path": b"GET /healthz?" + LONG + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "the second request of a packet": b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: " + LONG + b"\r\n\r\n",
    "after a body": b"POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n"
    + b"X-A: b\r\n" * 12_000 + b"\r\n",
}  # fmt: skip


@lived
@pytest.mark.parametrize("packets", ["one", "many"])
@pytest.mark.parametrize("kind", HEADS)
async def test_a_head_that_is_too_long_is_refused_however_it_arrives(hasty: Place, kind: str, packets: str) -> None:
    async with line(hasty) as (reader, writer):
        if kind.startswith("the second"):
            writer.write(b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 3000\r\n\r\n" + b" " * 3000)
        size = len(HEADS[kind]) if packets == "one" else 3000
        for first in range(0, len(HEADS[kind]), size):
            writer.write(HEADS[kind][first : first + size])
            if packets == "many":
                await asyncio.sleep(0)
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
    assert b"ok" not in answer.partition(b"\r\n\r\n")[2]
    assert b"HTTP/1.1 431" in answer


@lived
async def test_a_head_of_any_size_below_that_is_read(hasty: Place) -> None:
    async with line(hasty) as (reader, writer):
        for size in (900, 1100, 10_000, 30_000):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: " + b"b" * size + b"\r\n\r\n")
            assert (await reader.readuntil(b"ok\n")).startswith(b"HTTP/1.1 200")


@lived
async def test_an_address_opens_only_so_many_lines(tmp_path: Path, start: Callable[..., Place]) -> None:
    place = start(str(tmp_path / "x.db"), limits="0.02")  # twelve lines

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            answer = await asyncio.wait_for(reader.read(2048), PATIENCE)
            return bool(answer) and b"too many lines" not in answer
        return False

    async with contextlib.AsyncExitStack() as opened:
        lines = [await opened.enter_async_context(line(place)) for _ in range(15)]
        assert [await served(*each) for each in lines] == [True] * 12 + [False] * 3

    async def again() -> bool:
        async with line(place) as another:
            return await served(*another)

    await eventually(again)  # whoever has hung up counts no more


def test_a_proxy_opens_as_many_lines_as_it_likes() -> None:
    held = Held(2, "127.0.0.1, 10.0.0.0/8,::1")
    for address, most in (("127.0.0.1", 9), ("10.1.2.3", 9), ("::/64", 9), ("192.0.2.1", 2), ("2001:db8::/64", 2)):
        assert [held.take(address) for _ in range(9)] == [True] * most + [False] * (9 - most), address
    held.release("192.0.2.1")
    assert held.take("192.0.2.1")
    assert all(Held(0).take("192.0.2.1") for _ in range(1000)), "without limits there is none"


async def until_cut(writer: asyncio.StreamWriter, say: bytes = b"") -> None:
    """Wait until the other side has hung up, without ever reading."""

    async def wait() -> None:
        sock = writer.get_extra_info("socket")
        while True:
            if say:
                writer.write(say)
            if sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) or writer.transport.is_closing():
                return
            await asyncio.sleep(0.05)

    await asyncio.wait_for(wait(), PATIENCE)


@lived
async def test_an_answer_that_nobody_reads_is_thrown_away(hasty: Place) -> None:
    async with line(hasty, reads=False) as (_, writer):
        for _ in range(100):
            writer.write(b"GET /docs/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
        await until_cut(writer)


def shake(place: Place, table: str, token: str, more: str = "") -> bytes:
    """The request that becomes a WebSocket."""
    return (
        f"GET /api/tables/{table}/socket?as=whole HTTP/1.1\r\nHost: 127.0.0.1:{place.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"{f'Authorization: Bearer {token}' if token else 'X-A: b'}\r\n{more}\r\n"
    ).encode()


async def metric(place: Place, name: str) -> float:
    lines = (await place.figures()).splitlines()
    return sum(float(each.split()[-1]) for each in lines if each.startswith(name))


async def eventually(condition: Callable[[], "asyncio.Future[bool] | object"]) -> None:
    async def wait() -> None:
        while not await condition():  # type: ignore[misc]
            await asyncio.sleep(0.1)

    await asyncio.wait_for(wait(), PATIENCE)


@lived
async def test_a_client_that_never_reads_is_cut_and_disturbs_nobody(hasty: Place) -> None:
    people = [await hasty.person(name) for name in ("Ann", "Bob")]
    table = await people[0].table()
    await people[1].do(table, do="sit")
    other = await people[1].sit_at(table)
    async with line(hasty, reads=False) as (_, writer):
        writer.write(shake(hasty, table, people[0].token))
        said = 0

        async def cut() -> bool:
            nonlocal said
            for _ in range(20):
                said += 1
                await people[0].do(table, do="chat", text=f"line {said} " + "x" * 480)
            return await metric(hasty, 'kvartal_refused_connections_total{reason="slow"}') > 0

        await eventually(cut)
        await until_cut(writer)
    await other.until(lambda: f"line {said} " in str(other.messages[-1]))
    assert not other.wire.lost.done()
    await eventually(lambda: _alone(hasty))


@lived
async def test_a_client_that_pings_and_never_reads_is_cut(hasty: Place) -> None:
    ann = await hasty.person("Ann")
    table = await ann.table()
    async with line(hasty, reads=False) as (_, writer):
        writer.write(shake(hasty, table, ann.token))
        await eventually(lambda: _there(hasty))
        await until_cut(writer, (b"\x89\xfd\0\0\0\0" + b"p" * 125) * 1000)


async def _alone(place: Place) -> bool:
    return await metric(place, "kvartal_sockets") == 1


async def _there(place: Place) -> bool:
    return await metric(place, "kvartal_sockets") >= 1


@lived
async def test_a_wrong_token_is_refused_and_none_at_all_is_a_visitor(hasty: Place) -> None:
    ann = await hasty.person("Ann")
    table = await ann.table()
    wrong = Person(hasty, "x" * 43, "", "")
    for method, path, body in (
        ("GET", f"/api/tables/{table}", None), ("GET", f"/api/tables/{table}/record", None), ("GET", "/api/me", None),
        ("GET", f"/api/tables/{table}/log", None), ("POST", f"/api/tables/{table}/do", {"do": "look"}),
    ):  # fmt: skip
        status, answer = await wrong.ask(method, path, body)
        assert (status, "not known" in answer["error"]) == (401, True), path
    client = await wrong.sit_at(table)
    assert [client.messages[0]["is"], "not known" in client.messages[0]["text"]] == ["refused", True]
    await client.wire.lost
    nobody = Person(hasty, "", "", "")
    assert (await nobody.look(table))["seat"] is None
    assert (await nobody.sit_at(table)).view is None
    assert (await nobody.sit_at(table)).table["status"] == "open"


@lived
async def test_a_browser_drops_the_cookie_of_somebody_forgotten(hasty: Place) -> None:
    ann = await hasty.person("Ann")
    table = await ann.table()
    site = f"Host: 127.0.0.1:{hasty.port}\r\nOrigin: http://127.0.0.1:{hasty.port}\r\nCookie: kvartal={ann.token}\r\n"
    asked = {
        "DELETE /api/me": f"DELETE /api/me HTTP/1.1\r\n{site}\r\n".encode(),
        "GET /api/me": f"GET /api/me HTTP/1.1\r\n{site}\r\n".encode(),
        "socket": shake(hasty, table, "", f"Origin: http://127.0.0.1:{hasty.port}\r\nCookie: kvartal={ann.token}\r\n"),
    }
    for name, status in (("DELETE /api/me", b"204"), ("GET /api/me", b"401"), ("socket", b"101")):
        async with line(hasty) as (reader, writer):
            writer.write(asked[name])
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.split()[1] == status, name
            assert b"kvartal=;" in head or b'kvartal="";' in head, (name, head)
            assert b"max-age=0" in head.lower()


@lived
async def test_whoever_was_forgotten_on_one_process_is_nobody_on_another_at_once(
    new_postgres: str, start: Callable[..., Place]
) -> None:
    first, second = start(new_postgres), start(new_postgres)
    ann, bob = await first.person("Ann"), await first.person("Bob")
    table = await ann.table()
    there = Person(second, bob.token, bob.id, "Bob")
    assert (await there.good("GET", "/api/me"))["name"] == "Bob"
    await there.do(table, do="sit")
    await there.do(table, do="chat", text="my address")
    watching = await there.sit_at(table)
    assert watching.seat == 1
    assert (await bob.ask("DELETE", "/api/me"))[0] == 204
    assert (await there.ask("GET", "/api/me"))[0] == 401
    assert (await there.ask("POST", f"/api/tables/{table}/do", {"do": "sit"}))[0] == 401
    await asyncio.wait_for(watching.wire.lost, PATIENCE)
    elsewhere = Person(second, ann.token, ann.id, "Ann")
    await eventually(lambda: _unsaid(elsewhere, table))
    assert (await elsewhere.look(table))["table"]["seats"][1]["kind"] == "open"


async def _unsaid(person: Person, table: str) -> bool:
    return "address" not in str(await person.look(table))
