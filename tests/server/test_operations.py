"""Running a place: backup, restore, export, bots, clocks, base path, limits, headers."""

import asyncio
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from place import Client, Person, Place, answered, command, environment, line, lived

import kvartal
from kvartal.server.store.keys import new_id


def run(*words: str) -> str:
    done = subprocess.run(command(*words), env=environment(), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@lived
async def test_backup_and_restore_between_both_kinds_and_export(
    new_postgres: str, start: Callable[..., Place], tmp_path: Path
) -> None:
    place = start(str(tmp_path / "x.db"))
    ann = await place.person("Ann")
    table = await ann.table(seats=["me", "bot greedy"], options={"turn_cap": 3})
    await ann.do(table, do="start")
    await ann.do(table, do="bot", level="greedy")
    client = await ann.sit_at(table)
    await client.until(lambda: client.table["status"] == "finished")
    record = await ann.good("GET", f"/api/tables/{table}/record")
    await asyncio.to_thread(run, "backup", str(tmp_path / "copy.db"), "--database", place.database)  # while it runs
    assert await asyncio.to_thread(run, "export", table, "--database", place.database) == record
    await asyncio.to_thread(run, "restore", str(tmp_path / "copy.db"), "--database", new_postgres)
    await asyncio.to_thread(run, "backup", str(tmp_path / "again.db"), "--database", new_postgres)
    assert await asyncio.to_thread(run, "export", table, "--database", str(tmp_path / "again.db")) == record
    moved = Person(start(new_postgres), ann.token, ann.id, "Ann")
    assert (await moved.look(table))["view"] == client.view
    assert [each["id"] for each in await moved.good("GET", "/api/tables/mine")] == [table]


@pytest.mark.parametrize("game", ["flip", "toy"])
@lived
async def test_bots_play_any_seat_at_any_moment(place: Place, tmp_path: Path, game: str) -> None:
    ann = await place.person("Ann")
    table = await ann.table(game, ["me", "bot random", "bot random", "bot greedy"])
    await ann.do(table, do="start")
    client = await ann.sit_at(table)
    for number in range(3):
        await client.until(lambda: bool(client.moves) or bool(client.view and client.view["over"]))
        if client.moves:
            await client.say(do="move", id=str(number), move=client.moves[-1])
    await client.say(do="bot", id="bot", level="greedy")
    await client.until(lambda: client.table["status"] == "finished")
    (tmp_path / "match.txt").write_text(await ann.good("GET", f"/api/tables/{table}/record"))
    assert kvartal.verify(tmp_path / "match.txt")


@lived
async def test_a_bot_goes_on_thinking_after_a_restart(tmp_path: Path, start: Callable[..., Place]) -> None:
    database = str(tmp_path / "x.db")
    place = start(database)
    ann = await place.person("Ann")
    table = await ann.table(seats=["me", "bot random"], options={"turn_cap": 0, "win_cards": 0})
    await ann.do(table, do="start")
    await ann.do(table, do="bot", level="random")
    client = await ann.sit_at(table)
    await client.until(lambda: len(client.steps) > 5)
    place.kill()
    place = start(database)  # nobody looks at the table, and yet it goes on
    while "kvartal_steps_total 0" in await place.figures():
        await asyncio.sleep(0.3)


@lived
async def test_a_seat_is_handed_to_a_bot_and_taken_back(place: Place) -> None:
    ann, bob = await place.person("Ann"), await place.person("Bob")
    table = await ann.table(minutes=1)
    await bob.do(table, do="sit")
    await ann.do(table, do="start")
    clients = [await ann.sit_at(table), await bob.sit_at(table)]
    assert [left for left in clients[0].messages[0]["clock"] if left <= 60_000]
    mover = next(client for client in clients if client.moves)
    await mover.say(do="bot", id="b", level="random")
    await mover.until(lambda: len(mover.steps) > 0)
    await mover.say(do="take", id="t")
    assert "bot" not in mover.table["seats"][mover.seat or 0]


@lived
async def test_the_alarm_of_a_clock_rings(tmp_path: Path) -> None:
    from kvartal.server.live.hall import Hall
    from kvartal.server.store.store import Store
    from kvartal.server.table import commands as c

    store = await Store(str(tmp_path / "x.db")).open()
    hall = await Hall(store, store.metrics).open()
    person, _ = await hall.people.create("Ann")
    name = await hall.create(c.NewTable(game="flip", seats=["me"], minutes=1, late="default"), person.id)
    live = await hall.table(name)
    await live.ask(c.Start(), person.id)
    live.table.clock.left[0] = 50  # as if a minute were nearly over
    await live.ask(c.Look(), person.id)
    while not live.table.seats[0].level:
        await asyncio.sleep(0.02)
    assert live.table.seats[0].why == "late"
    steps = len(live.table.match or [])
    while live.table.match is not None and len(live.table.match) == steps:
        await asyncio.sleep(0.02)  # the game's own default move is made
    await live.ask(c.Take(), person.id)
    assert live.table.seats[0].played_by_person
    await hall.close()
    await store.close()


@lived
async def test_a_place_that_closes_lets_its_chores_finish_what_they_ask_the_database(tmp_path: Path) -> None:
    """A query that is cancelled leaves its connection behind, and the thread of it keeps the process alive."""
    from kvartal.server.live.hall import Hall
    from kvartal.server.store.store import Store

    store = await Store(str(tmp_path / "x.db")).open()
    hall, real = Hall(store, store.metrics), store.all
    asked, answered = [], []

    async def slowly(query: Any, values: Any = None) -> Any:
        asked.append(query)
        await asyncio.sleep(0.05)
        answered.append(query)
        return await real(query, values)

    store.all = slowly  # type: ignore[method-assign]
    await hall.open()
    while not asked:
        await asyncio.sleep(0)
    await hall.close()
    await store.close()
    assert answered == asked


@lived
async def test_abandoned_tables_expire_and_old_data_goes(tmp_path: Path) -> None:
    from kvartal.server.live.cleaning import DAY
    from kvartal.server.live.hall import Hall, Keeping
    from kvartal.server.store import index
    from kvartal.server.store.store import Store, now_ms
    from kvartal.server.table import commands as c

    store = await Store(str(tmp_path / "x.db")).open()
    hall = Hall(store, store.metrics, Keeping(open_hours=1, playing_days=1, finished_days=1))
    person, _ = await hall.people.create("Ann")
    tables = [await hall.create(c.NewTable(game="flip", seats=["me"]), person.id) for _ in range(3)]
    for name in tables[:2]:
        await (await hall.table(name)).ask(c.Start(), person.id)
    for name in tables:
        table = (await hall.table(name)).table
        table.noticed = now_ms() - 2 * DAY
        await store.append([], index.moved_rows(table))
    assert tables[0] in hall.live
    await hall.cleaning.now()
    listed = {each["id"]: each["status"] for each in await hall.listed(index.schema.tables.c.id.in_(tables))}
    assert set(listed.values()) == {"ended"}
    for name in tables:
        table = (await hall.table(name)).table
        assert table.why == "expired"
        table.noticed = now_ms() - 2 * DAY
        await store.append([], index.moved_rows(table))
    await hall.cleaning.now()
    assert await hall.listed(index.schema.tables.c.id.in_(tables)) == []
    assert await store.log(tables[0]) == []
    await hall.close()
    await store.close()


@lived
async def test_people_carry_themselves_to_another_device_and_are_forgotten(place: Place) -> None:
    ann, bob = await place.person("Ann"), await place.person("Bob")
    table = await ann.table("toy")
    await bob.do(table, do="sit")
    await ann.do(table, do="start")
    await bob.do(table, do="chat", text="my secret address")
    key = (await bob.good("POST", "/api/me/carry", {}))["key"]
    phone = await place.person("x")
    token = (await phone.good("POST", "/api/me/arrive", {"key": key}))["token"]
    assert (await phone.ask("POST", "/api/me/arrive", {"key": key}))[0] == 403  # once
    phone = Person(place, token, bob.id, "Bob")
    assert (await phone.good("GET", "/api/me"))["name"] == "Bob"
    assert [each["id"] for each in await phone.good("GET", "/api/tables/mine")] == [table]
    assert (await phone.look(table))["seat"] == 1
    assert (await phone.good("PATCH", "/api/me", {"name": "Robert"}))["name"] == "Robert"
    watching = await bob.sit_at(table)
    assert (await phone.ask("DELETE", "/api/me"))[0] == 204
    assert (await bob.ask("GET", "/api/me"))[0] == 401
    await watching.wire.lost  # connections of a forgotten person end
    seen = await ann.look(table)
    assert seen["table"]["seats"][1]["kind"] == "bot"
    assert "address" not in str(seen)
    log = await asyncio.to_thread(run, "export", table, "--database", place.database)
    assert "Robert" not in log
    assert "Bob" not in log


@lived
async def test_logs_are_json_lines_without_secrets(
    tmp_path: Path, start: Callable[..., Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    import json

    from kvartal.server.store.store import Store
    from kvartal.server.table import events as e

    monkeypatch.setenv("KVARTAL_LOG", "DEBUG")
    place = start(str(tmp_path / "x.db"))
    ann, bob = await place.person("Annabella"), await place.person("Bohdan")
    table = await ann.table("toy")
    keys = [
        (await ann.do(table, do="invite", seat=1))["key"],
        (await ann.good("POST", "/api/me/carry", {}))["key"],
    ]
    await bob.do(table, do="sit", key=keys[0])
    await ann.do(table, do="start")
    client = await bob.sit_at(table)
    await client.say(do="chat", id="c", text="my secret address")
    await client.say(do="move", id="m", move="no such move")
    await bob.ask("POST", "/api/me/arrive", {"key": "x" * 43})
    await Person(place, "y" * 43, "", "").ask("GET", "/api/me")
    client.wire.frame(1, b"{")
    await client.close()
    code, log = place.end()
    assert code == 0
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"serving on port", "stopped; everyt"} <= {line["said"][:15] for line in lines}
    store = await Store(place.database).open()
    dealt = [each for each in map(e.read, await store.log(table)) if isinstance(each, e.Dealt)]
    await store.close()
    for secret in (ann.token, bob.token, *keys, "x" * 43, "y" * 43, dealt[0].secret, "Annabella", "Bohdan", "address"):
        assert secret not in log


@lived
async def test_a_base_path_moves_everything(tmp_path: Path, start: Callable[..., Place]) -> None:
    place = start(str(tmp_path / "x.db"), "--base-path", "/games/")
    assert place.base == "/games"
    ann = await place.person("Ann")
    table = await ann.table(seats=["me"])
    assert (await ann.sit_at(table)).messages
    assert '"/games/files/docs.js"' in await ann.good("GET", "/docs")
    assert (await ann.good("GET", "/docs/openapi.json"))["openapi"].startswith("3.1")
    async with place.http() as http:
        assert (await http.ask("GET", "/healthz"))[0] == 404
        assert (await http.ask("GET", "/games/healthz"))[0] == 200


async def raw(place: Place, head: str, body: bytes = b"") -> tuple[int, str]:
    reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
    writer.write(head.replace("\n", "\r\n").encode() + b"\r\n\r\n" + body)
    answer = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)).decode("latin-1")
    writer.close()
    await writer.wait_closed()
    return int(answer.split()[1]), answer.lower()


@lived
async def test_headers_cookies_and_origins(place: Place) -> None:
    body = b'{"name":"Ann"}'
    start = f"POST /api/me HTTP/1.1\nHost: 127.0.0.1:{place.port}\nContent-Type: application/json\nContent-Length: 14"
    status, answer = await raw(place, start, body)
    assert status == 201
    for header in ("default-src 'self'", "nosniff", "x-frame-options: deny", "httponly", "samesite=lax", "no-store"):
        assert header in answer
    assert "server:" not in answer
    assert (await raw(place, start + "\nOrigin: http://evil.example", body))[0] == 403
    assert (await raw(place, start + "\nOrigin: null", body))[0] == 403
    assert (await raw(place, start + "\nSec-Fetch-Site: cross-site", body))[0] == 403
    assert (await raw(place, start + f"\nOrigin: http://127.0.0.1:{place.port}", body))[0] == 201
    ann = await place.person("Ann")
    table = await ann.table()
    do = f"POST /api/tables/{table}/do HTTP/1.1\nHost: 127.0.0.1:{place.port}\nContent-Type: application/json"
    do += f"\nContent-Length: 14\nCookie: kvartal={ann.token}"
    assert (await raw(place, do, b'{"do":"stand"}'))[0] == 401  # a cookie without an origin is nobody's
    assert (await raw(place, do + f"\nOrigin: http://127.0.0.1:{place.port}", b'{"do":"stand"}'))[0] == 200
    shake = f"GET /api/tables/{table}/socket HTTP/1.1\nHost: 127.0.0.1:{place.port}\nUpgrade: websocket"
    shake += "\nConnection: Upgrade\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\nSec-WebSocket-Version: 13"
    assert (await raw(place, shake + "\nOrigin: http://evil.example"))[0] == 403
    assert (await raw(place, shake + f"\nOrigin: http://127.0.0.1:{place.port}"))[0] == 101


@lived
async def test_only_listed_names_are_served_and_https_is_kept(tmp_path: Path, start: Callable[..., Place]) -> None:
    names = ("--allowed-host", "play.example", "--allowed-host", "[::1]", "--proxy", "127.0.0.1")
    place = start(str(tmp_path / "x.db"), *names)
    for host in ("play.example", "Play.Example:8443", "play.example.", "[::1]:8000"):
        status, answer = await raw(place, f"GET /healthz HTTP/1.1\nHost: {host}")
        assert (status, "strict-transport-security" in answer) == (200, False)
    for host in (f"127.0.0.1:{place.port}", "evil.example", "play.example.evil", "", "x@play.example"):
        assert (await raw(place, f"GET /healthz HTTP/1.1\nHost: {host}"))[0] == 421, host
    assert (await raw(place, "GET /healthz HTTP/1.0"))[0] == 421, "and none is none of them"
    safe = "GET /healthz HTTP/1.1\nHost: play.example\nX-Forwarded-Proto: https"
    assert "strict-transport-security: max-age=31536000" in (await raw(place, safe))[1]
    shake = "GET /api/tables/x/socket HTTP/1.1\nUpgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13"
    shake += "\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    assert (await raw(place, f"{shake}\nHost: play.example"))[0] == 101
    assert (await raw(place, f"{shake}\nHost: evil.example"))[0] == 403


def steady(figures: str) -> list[str]:
    """All but Python's own memory, which differs from one look to the next whatever is done."""
    return [line for line in figures.splitlines() if not line.startswith("kvartal_blocks ")]


@lived
async def test_figures_are_shown_apart_and_tell_of_no_hidden_step(place: Place) -> None:
    ann, bob = await place.person("Ann"), await place.person("Bob")
    for path in ("/metrics", "/metrics/", "/api/metrics"):
        assert (await ann.ask("GET", path))[0] == 404
    table = await ann.table("toy")
    await bob.do(table, do="sit")
    await ann.do(table, do="start")
    clients = [await ann.sit_at(table), await bob.sit_at(table)]
    build = next(move for move in clients[0].moves if move.startswith("build"))
    before = steady(await place.figures())
    assert await clients[0].say(do="move", id="1", move="no such move") is not None
    assert await clients[0].say(do="move", id="2", move=build) is None
    assert await clients[0].say(do="undo", id="3") is None
    assert await clients[0].say(do="move", id="4", move=build) is None
    assert await clients[0].say(do="move", id="5", move="done") is None
    assert steady(await place.figures()) == before, "nobody else has been told anything"
    build = next(move for move in clients[1].moves if move.startswith("build"))
    for number, move in enumerate((build, "done")):
        assert await clients[1].say(do="move", id=str(number), move=move) is None
    assert steady(await place.figures()) != before, "now everybody has"


@lived
async def test_rematches_count_as_new_tables(tmp_path: Path, start: Callable[..., Place]) -> None:
    place = start(str(tmp_path / "x.db"), limits="0.05")  # three at once, one more in 100 seconds
    ann = await place.person("Ann")
    table, refused = await ann.table(seats=["me"]), None
    for last in (False, False, True):
        client = await ann.sit_at(table)
        for word in ("start", "resign", "rematch"):
            refused = await client.say(do=word, id=word)
        if not last:
            await client.until(lambda client=client: client.messages[-1]["is"] == "answer")
            table = client.messages[-1]["table"]
    assert refused["text"] == "too many of these; wait a while"
    status, answer = await ann.ask("POST", f"/api/tables/{table}/do", {"do": "rematch"})
    assert (status, answer["error"]) == (429, refused["text"])


@lived
async def test_too_many_requests_and_messages_are_refused(tmp_path: Path, start: Callable[..., Place]) -> None:
    place = start(str(tmp_path / "x.db"), limits="0.1")
    ann = await place.person("Ann")
    answers = await asyncio.gather(*(ann.ask("GET", "/api/me") for _ in range(60)))  # at once, however slow we are
    assert {status for status, _ in answers} == {200, 429}
    page = "GET / HTTP/1.1\nHost: x\nAccept: text/html\nAccept-Language: uk"
    pages = await asyncio.gather(*(answered(place, page) for _ in range(30)))
    assert any(text.endswith("\r\n\r\nЗабагато запитів; зачекайте трохи.".encode()) for _, text in pages), "not JSON"
    code = [(await ann.ask("GET", "/api/codes/ABCDEF"))[0] for _ in range(4)]
    assert code[-1] == 429
    await asyncio.sleep(1)
    made: Any = None
    while made is None:
        status, made = await ann.ask("POST", "/api/tables", {"game": "flip", "seats": ["me"]})
        if status == 429:
            made = None
            await asyncio.sleep(0.5)
    client: Client | None = None
    while client is None or not client.messages:
        await asyncio.sleep(0.5)
        try:
            client = await ann.sit_at(made["table"])
        except ConnectionError:
            client = None
    for number in range(40):
        client.wire.say(do="look", id=str(number))
    await client.until(lambda: client is not None and any("too many" in str(m.get("text")) for m in client.messages))


@lived
async def test_head_is_get_without_the_body(place: Place) -> None:
    async with line(place) as (reader, writer):
        for _ in range(2):  # were there a body, the second head would not begin where the first one ends
            writer.write(b"HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 ")
    status, whole = await answered(place, "GET /healthz HTTP/1.1\nHost: x")
    assert (status, whole.partition(b"\r\n\r\n")[0]) == (200, head.removesuffix(b"\r\n\r\n"))


def test_no_id_can_be_taken_for_an_option() -> None:
    assert not any(new_id().startswith("-") for _ in range(2000))
