"""Clients that mean no good: requests, messages and names that are none. Each gets a sentence, and nothing changes."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from place import PATIENCE, Place, answered, line, lived


@lived
async def test_requests_written_by_hand(hasty: Place) -> None:
    ann = await hasty.person("Ann")
    table = await ann.table()
    host, who = f"Host: 127.0.0.1:{hasty.port}", f"Authorization: Bearer {ann.token}"
    me = f"POST /api/me HTTP/1.1\n{host}\nContent-Type: application/json"
    name = b'{"name":"Ann"}'
    for head, body, status in (
        (me + "\nOrigin: http://[", name, 403),
        (me + "\nOrigin: null", name, 403),
        (me + f"\nOrigin: http://evil@127.0.0.1:{hasty.port}", name, 403),
        (me + f"\nOrigin: http://127.0.0.1:{hasty.port}.evil.example", name, 403),
        (me + "\nOrigin: http://evil.example\nX-Forwarded-Host: evil.example", name, 403),
        (me + "\nHost: evil.example\nOrigin: http://evil.example", name, 400),  # two hosts
        ("GET /api/games HTTP/1.1", b"", 400),  # and none
        (me, b"[" * 60_000, 400),
        (me, b'{"name":' * 7_000, 400),
        (me, b'{"name":"\xff\xfe"}', 400),
        (me, b'{"name":"\\ud800"}', 400),
        (me + "\nContent-Encoding: gzip", b"\x1f\x8b\x08\0\0", 400),
        (me + "\nTransfer-Encoding: chunked", b"0\r\n\r\n", 400),  # and a length as well
        ("CONNECT evil.example:80 HTTP/1.1\nHost: evil.example", b"", 400),
        (f"TRACE /api/me HTTP/1.1\n{host}\n{who}", b"", 405),
        (f"GET /api/me HTTP/1.1\n{host}\n{who}\nX-HTTP-Method-Override: DELETE", b"", 200),
        (f"GET /api/me HTTP/1.1\n{host}\nAuthorization: Bearer \xff\xfe\xfd" + "\xaa" * 40, b"", 401),
        (f"GET /api/me HTTP/1.1\n{host}\nAuthorization: Basic eDp5", b"", 401),
        (f"GET /api/tables/%00 HTTP/1.1\n{host}", b"", 404),
        (f"GET /api/tables/..%2F..%2Fetc HTTP/1.1\n{host}", b"", 404),
        (f"GET /files/..%2F..%2Fapp.py HTTP/1.1\n{host}", b"", 404),
        (f"GET /files/%2e%2e/%2e%2e/app.py HTTP/1.1\n{host}", b"", 404),
        (f"GET /api/deals/%00 HTTP/1.1\n{host}", b"", 404),
        (f"GET /api/tables/{table}/socket HTTP/1.1\n{host}", b"", 405),
        (f"GET /api/tables/{table}/log?since=99999999999999999999999 HTTP/1.1\n{host}\n{who}", b"", 400),
    ):
        found, text = await answered(hasty, head, body)
        assert found == status, (head, body[:40], found, text)
        assert b"Traceback" not in text
    assert (await ann.good("GET", "/api/me"))["name"] == "Ann"


@lived
async def test_whoever_sends_too_much_is_told_so_and_not_cut_off_while_sending(hasty: Place) -> None:
    head = (
        "POST /api/me HTTP/1.1\nHost: x\nConnection: close\nContent-Type: application/json\nContent-Length: 3000000\n\n"
    )
    async with line(hasty) as (reader, writer):
        writer.write(head.replace("\n", "\r\n").encode() + b" " * 1000)
        told = await asyncio.wait_for(reader.readuntil(b"}"), PATIENCE)
        assert (told.split()[1], b"at most 65536 bytes" in told) == (b"413", True)
        for _ in range(2999):
            writer.write(b" " * 1000)
            await writer.drain()
        assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
    async with line(hasty) as (reader, writer):  # but not waited for either
        writer.write(head.replace("\n", "\r\n").encode())
        assert b" 413 " in await asyncio.wait_for(reader.read(), PATIENCE)


NOT_COMMANDS = [
    b'{"do":"chat","text":"\xff"}', b'{"do":"chat","text":"\\ud800"}', b'{"do":' * 1300, b"[" * 8000, b"1e400", b"NaN",
    b'{"do":"move","move":"play","seen":1e400}', b'{"do":"move","move":"play","seen":true}', b"\0" * 100,
    b'{"do":"move","move":"' + b"x" * 7000 + b'"}', b'{"do":"look","id":"' + b"i" * 41 + b'"}',
    b'{"do":"move","do":"chat","move":"play","text":"z"}', b'{"do":"mute","person":"nobody here"}',
    b'{"do":"look","id":{"a":1}}', b'{"do":"sit","seat":1e1}',
]  # fmt: skip


@lived
async def test_messages_that_are_none_get_a_sentence_and_the_line_stays_open(hasty: Place) -> None:
    ann = await hasty.person("Ann")
    table = await ann.table("flip", ["me"])
    await ann.do(table, do="start")
    client = await ann.sit_at(table)
    before = (await ann.look(table))["view"]
    for kind in (1, 2):  # text and binary
        for message in NOT_COMMANDS:
            count = len(client.messages)
            client.wire.frame(kind, message)
            await client.until(lambda count=count: len(client.messages) > count)
            assert client.messages[-1]["is"] == "refused", message
            assert len(client.messages[-1]["text"]) < 400
    for number in range(300):  # names of messages are remembered only so far
        client.wire.say(do="undo", id=f"name {number}")
    await client.until(lambda: "name 299" in client.refused)
    assert (await ann.look(table))["view"] == before
    await client.say(do="move", id="x", move=client.moves[0])


@pytest.mark.parametrize(
    "frames",
    [
        b"\x83\x80\0\0\0\0", b"\xf1\x80\0\0\0\0", b"\x81\x02{}", b"\x81\xff\x7f" + b"\xff" * 7 + b"\0" * 4,
        b"\x01\x80\0\0\0\0" + (b"\x00\xfe\x0f\xa0\0\0\0\0" + b"x" * 4000) * 3, b"\x89\xfe\x01\x00\0\0\0\0" + b"x" * 256,
        b"\x88\x82\0\0\0\0\x00\x01", b"\x80\x80\0\0\0\0",
    ],
    ids=["opcode", "bits", "unmasked", "huge", "endless", "ping", "close", "continued"],
)  # fmt: skip
@lived
async def test_frames_that_are_none_end_the_connection_and_nothing_else(hasty: Place, frames: bytes) -> None:
    ann = await hasty.person("Ann")
    table = await ann.table()
    client, other = await ann.sit_at(table), await ann.sit_at(table)
    assert client.wire.transport is not None
    client.wire.transport.write(frames)
    await asyncio.wait_for(client.wire.lost, PATIENCE)
    assert client.wire.closed in (1002, 1009)
    assert await other.say(do="chat", id="c", text="still here") is None


PILE = "\u0301" * 20  # accents on one letter
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467 ok \u2764\ufe0f"  # one picture of several, and a red heart


@lived
async def test_names_and_chat_neither_hide_nor_turn_around(hasty: Place) -> None:
    ann = await hasty.person("Ann")
    for name in (
        "\u200b\u200d",
        "\u3164",
        "\u2800 \u2800",
        "a\x07b",
        "Ann\u202egnp",
        "Ann\u200d",
        "\u0301",
        "x" * 41,
        "",
        " ",
        "Z" + "\u0301" * 20,
        *(f"A{chr(code)}b" for code in (0xAD, 0x34F, 0x61C, 0x17B4, 0x180B, 0x200B, 0x2060, 0xFE0F, 0xFEFF, 0xE0101)),
        *("Bot 2", "B0t 2", "Bоt\u00a02", "BOT", "Bot №2", "Player 3", "PIayer #3", "Бот 1", "Гравець 3", "Игрoк 12"),
    ):
        status, answer = await ann.ask("PATCH", "/api/me", {"name": name})
        assert (status, "name" in answer["error"]) == (400, True), name
    assert "emoji" in (await ann.ask("PATCH", "/api/me", {"name": FAMILY}))[1]["error"], "they look printable"
    for name, kept in (
        ("  Zoë \n Ö ", "Zoë Ö"),
        ("<b>Ann</b>", "<b>Ann</b>"),
        ("Анна-Марія", "Анна-Марія"),
        ("李", "李"),
        ("Botan 2", "Botan 2"),
        ("Гравець", "Гравець"),
    ):
        assert (await ann.good("PATCH", "/api/me", {"name": name}))["name"] == kept
    table = await ann.table()
    for text, shown in (
        ("a\u202eb\u2066c", "abc"),
        ("\u0000hm\u0007", "hm"),
        (FAMILY, FAMILY),
        ("Q" + PILE, "Q\u0301\u0301\u0301"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ):
        await ann.do(table, do="chat", text=text)
        assert (await ann.look(table))["chat"][-1]["text"] == shown
    for text in ("\u202e", "\u200b \u2800", "\u0000"):
        assert (await ann.refused(table, do="chat", text=text))[0] == 400


@lived
async def test_people_who_look_alike_are_told_apart_at_a_table(hasty: Place) -> None:
    """By a number behind the name of whoever came later, wherever they sit, in what is shown, said and listed."""
    first = await hasty.person("Ann")
    table = await first.table("flip", ["open", "me", "open", "bot greedy"], public=True)
    second, third = await hasty.person("Аnn"), await hasty.person("ANN (2)")  # the first letter is Cyrillic
    await second.do(table, do="sit", seat=0)
    await third.do(table, do="sit", seat=2)
    names = ["Аnn (2)", "Ann", "ANN (2) (2)"]
    shown = await first.do(table, do="start")
    seats = shown["table"]["seats"]
    assert [seat.get("name") for seat in seats[:3]] == names
    assert (seats[3]["kind"], seats[3]["bot"]) == ("bot", "greedy")
    await second.do(table, do="chat", text="it is me")
    assert (await first.look(table))["chat"][-1]["name"] == names[0]
    record = await first.good("GET", f"/api/tables/{table}/record")
    assert all(name in record for name in (*names, "Bot 4")), "and in what is kept"
    (listed,) = [each for each in await first.good("GET", "/api/tables") if each["id"] == table]
    assert [(bool(seat["bot"]), seat["name"]) for seat in listed["seats"]][3] == (True, "")
    assert len({seat["name"] for seat in listed["seats"]}) == 4


@lived
async def test_forwarded_headers_count_only_from_the_proxy_that_was_named(
    tmp_path: Path, start: Callable[..., Place]
) -> None:
    from kvartal.server.http.security import Limits

    most = int(Limits().people[1])

    async def newcomers(place: Place) -> list[tuple[int, bool]]:
        """A few more than may come from one address; each says that it comes from another, and safely."""
        found = []
        for number in range(most + 10):
            head = f"POST /api/me HTTP/1.1\nHost: x\nContent-Type: application/json\nX-Forwarded-For: 10.0.0.{number}"
            status, answer = await answered(place, head + "\nX-Forwarded-Proto: https", b'{"name":"Ann"}')
            found.append((status, b"; secure" in answer.lower()))
        return found

    alone = start(str(tmp_path / "x.db"), limits="1")
    assert set(await newcomers(alone)) == {(201, False), (429, False)}
    behind = start(str(tmp_path / "y.db"), "--proxy", "127.0.0.1", limits="1")
    assert set(await newcomers(behind)) == {(201, True)}
    await limits_count_a_person_at_a_table_on_all_lines_together(behind)


async def limits_count_a_person_at_a_table_on_all_lines_together(place: Place) -> None:
    ann = await place.person("Ann")
    table = await ann.table()
    clients = [await ann.sit_at(table) for _ in range(4)]
    for number in range(110):
        for client in clients:
            client.wire.say(do="look", id=str(number))

    def refusals() -> int:
        return sum("too many" in str(message.get("text")) for client in clients for message in client.messages)

    await clients[-1].until(lambda: refusals() > 0)  # although none of them alone has said too much
    bob = await place.person("Bob")
    assert (await bob.ask("POST", f"/api/tables/{table}/do", {"do": "look"}))[0] == 200


def test_addresses_that_one_person_has_are_counted_together() -> None:
    from kvartal.server.http.security import address_of

    def one(*hosts: str) -> set[str]:
        return {address_of({"client": (host, 1)}) for host in hosts}

    assert len(one("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:2::1%eth0")) == 1
    assert one("::ffff:10.1.2.3", "10.1.2.3") == {"10.1.2.3"}
    assert len(one("2001:db8:1:2::1", "2001:db8:1:3::1", "10.1.2.3", "10.1.2.4", "a:b")) == 5


def test_limits_forget_whoever_has_been_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    from kvartal.server.http import security

    now = 0.0
    monkeypatch.setattr(security.time, "monotonic", lambda: now)
    monkeypatch.setattr(security, "ROOM", 100)
    buckets = security.Buckets((1, 2), 1)
    buckets.room = 100
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    for number in range(99):
        buckets.take(str(number))
    now = 10.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    buckets.take("b")
    buckets.take("c")
    assert len(buckets.levels) <= 4


def test_what_costs_much_is_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    from kvartal.server.http import security
    from kvartal.server.http.metrics import Metrics
    from kvartal.server.http.security import Guard, Limits

    monkeypatch.setattr(security.time, "monotonic", lambda: 0.0)

    async def nothing(*_: object) -> None: ...

    def asked(guard: Guard, method: str, path: str, length: str = "", **more: bytes) -> int:
        """How often this can be asked at once."""
        scope = {"type": "http", "method": method, "path": path, "http_version": "1.1", "client": ("10.0.0.1", 1)}
        headers = {b"host": b"x"} | ({b"content-length": length.encode()} if length else {})
        headers |= {name.replace("_", "-").encode(): value for name, value in more.items()}
        for number in range(10_000):
            if guard.refusal({**scope, "headers": list(headers.items())}, headers) is not None:
                return number
        return 10_000

    limits = Limits()
    for method, path, most in (
        ("POST", "/api/me", limits.people[1]), ("POST", "/games//api/me/", limits.people[1]),
        ("POST", "/api/me/arrive", limits.people[1]), ("POST", "/api/tables", limits.tables[1]),
        ("POST", "/api/daily/flip", limits.tables[1]), ("GET", "/api/codes/ABCDEF", limits.codes[1]),
        ("POST", "/replay/at", limits.work[1]), ("GET", "/api/games", limits.requests[1]),
        ("POST", "/api/tables/x/do", limits.requests[1]), ("GET", "/games/static/site.js", limits.files[1]),
        ("GET", "/api/studies/x/at", limits.work[1]), ("HEAD", "/games/study/x/at", limits.work[1]),
        ("GET", "/api/studies/x", limits.work[1]), ("GET", "/api/studies", limits.requests[1]),
        ("GET", "/static/x/api/me", limits.requests[1]), ("POST", "/static/site.js", limits.work[1]),
    ):  # fmt: skip
        assert asked(Guard(nothing, limits, Metrics()), method, path) == most, path
    guard = Guard(nothing, limits, Metrics())
    assert asked(guard, "GET", "/static/site.js") > 30 * 20, "thirty guests of one house open the same link"
    assert asked(guard, "GET", "/") == limits.requests[1], "and files are not counted with the rest"
    monkeypatch.setitem(security.LARGER, "/replay/at", 1 << 20)
    for length, more, most in (("1000", {}, 120), ("500000", {}, 3), ("", {"transfer_encoding": b"chunked"}, 1)):
        guard = Guard(nothing, limits, Metrics())
        assert asked(guard, "POST", "/replay/at", length, **more) == most, "a long record takes long to play through"
