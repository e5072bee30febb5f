"""A full disk, a database that is away: everybody is told, nothing is lost, and it goes on when there is room again."""

import asyncio
import contextlib
import resource
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from place import Client, Person, Place, lived

from kvartal.server.live.homes import Homes
from kvartal.server.store import store as stores


@asynccontextmanager
async def full_disk(place: Place) -> AsyncIterator[None]:
    """No file of this process may grow, or be written to at all."""
    before = resource.prlimit(place.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(place.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    yield
    resource.prlimit(place.process.pid, resource.RLIMIT_FSIZE, before)


@asynccontextmanager
async def no_database(url: str, admin: str) -> AsyncIterator[None]:
    """PostgreSQL throws everybody out of this database and lets nobody in."""
    name = url.split("?")[0].rsplit("/", 1)[1]
    postgres = await asyncpg.connect(admin)
    await postgres.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    await postgres.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
    yield
    await postgres.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    await postgres.close()


async def playing(place: Place) -> tuple[Person, Person, str, list[Client]]:
    ann, bob = await place.person("Ann"), await place.person("Bob")
    table = await ann.table()
    await bob.do(table, do="sit")
    await ann.do(table, do="start")
    clients = [await ann.sit_at(table), await bob.sit_at(table)]
    for number in range(6):
        await move(clients, f"a{number}")
    return ann, bob, table, clients


async def move(clients: list[Client], name: str) -> None:
    mover = next(client for client in clients if client.moves)
    assert await mover.say(do="move", id=name, seen=mover.version, move=mover.moves[0]) is None
    for client in clients:
        await client.until(lambda client=client: client.version >= mover.version)


async def health(place: Place) -> int:
    async with place.http() as http:
        return (await http.ask("GET", "/healthz"))[0]


@lived
async def test_a_full_disk_loses_nothing_and_play_goes_on_when_there_is_room(
    tmp_path: Path, start: Callable[..., Place]
) -> None:
    database = str(tmp_path / "x.db")
    place = start(database)
    ann, bob, table, clients = await playing(place)
    mover = next(client for client in clients if client.moves)
    other = clients[1 - clients.index(mover)]
    key = (await bob.good("POST", "/api/me/carry", {}))["key"]
    wanted, seen, views = mover.moves[0], mover.version, [client.view for client in clients]
    async with full_disk(place):
        refused = await mover.say(do="move", id="full", seen=seen, move=wanted)
        assert "could not be stored" in refused["text"]
        status, answer = await ann.ask("POST", f"/api/tables/{table}/do", {"do": "chat", "text": "hm"})
        assert (status, "could not be stored" in answer["error"]) == (503, True)
        assert (await ann.ask("POST", "/api/me", {"name": "Cyd"}))[0] == 503
        assert (await ann.ask("POST", "/api/me/arrive", {"key": key}))[0] == 503
        assert [(await each.look(table))["view"] for each in (ann, bob)] == views  # reading goes on
        assert await health(place) == 503
    assert not other.wire.lost.done()
    assert (await ann.good("POST", "/api/me/arrive", {"key": key}))["person"]["id"] == bob.id  # it is not used up
    del mover.refused["full"]
    assert await mover.say(do="move", id="full", seen=seen, move=wanted) is None  # the same again, and now it counts
    await other.until(lambda: other.version >= mover.version)
    assert await health(place) == 200
    for number in range(6):
        await move(clients, f"b{number}")
    place.kill()
    place = start(database)
    for person, client in ((ann, clients[0]), (bob, clients[1])):
        assert (await Person(place, person.token, "", "").sit_at(table)).view == client.view


@lived
async def test_a_database_that_goes_away_and_comes_back(
    new_postgres: str, postgres: str, start: Callable[..., Place]
) -> None:
    place = start(new_postgres)
    ann, bob, table, clients = await playing(place)
    views = [client.view for client in clients]
    async with no_database(new_postgres, postgres):
        for body in ({"do": "move", "move": "play"}, {"do": "chat", "text": "hm"}):
            status, answer = await ann.ask("POST", f"/api/tables/{table}/do", body)
            assert (status, "Traceback" in str(answer)) == (503, False), answer
        assert (await ann.ask("GET", "/api/tables/mine"))[0] == 503
        assert await health(place) == 503
        client = await ann.sit_at(table)
        assert "try again" in client.messages[0]["text"]
        await client.wire.lost
        assert client.wire.closed == 4503
    while await health(place) != 200:
        await asyncio.sleep(0.1)
    again = [await ann.sit_at(table), await bob.sit_at(table)]
    assert [client.view for client in again] == views
    for number in range(6):
        await move(again, f"c{number}")
    code, log = place.end()
    assert (code, '"trace"' in log) == (0, False), log


# In one process -------------------------------------------------------------------------------------------------------


class Cable:
    """Between a store and PostgreSQL. Where it is cut, what is said goes nowhere, and nobody is told."""

    def __init__(self, url: str) -> None:
        head, _, socket = url.partition("?host=")
        self.database, self.socket = head.rsplit("/", 1)[1], f"{socket}/.s.PGSQL.5432"
        self.whole = asyncio.Event()
        self.whole.set()
        self.tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> str:
        self.server = await asyncio.start_server(self.plugged, "127.0.0.1", 0)
        return f"postgresql://postgres@127.0.0.1:{self.server.sockets[0].getsockname()[1]}/{self.database}"

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def plugged(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(self.socket)
        for pair in ((reader, there[1]), (there[0], writer)):
            task = asyncio.create_task(self.carry(*pair))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self.whole.wait()
                writer.write(data)
        writer.close()


@lived
async def test_whoever_is_cut_off_from_the_database_gives_up_and_goes_on_when_the_cable_is_whole(
    new_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "STORED_WITHIN", 0.2)
    cable = Cable(new_postgres)
    async with cable as url:
        store = await stores.Store(url).open()
        await store.append([("t", 1, b"a")])
        cable.whole.clear()
        for _ in range(2):  # on the line that was there, and on a new one
            with pytest.raises(stores.Unanswered) as cut:
                await store.append([("t", 2, b"b")])
            assert cut.value.said == "the database does not answer; try again"  # not that it did not happen
        cable.whole.set()
        while True:  # a busy machine may need longer than this patience
            try:
                await store.append([("t", 3, b"c")])
                break
            except stores.Unanswered:
                continue
            except stores.Conflict:
                break
        stored = await store.log("t", 2)
        assert stored == [b"c"]
        await store.close()


class Stuck:
    """A line that PostgreSQL has said goodbye to in the middle of something."""

    async def fetch(self, *_: object) -> None:
        raise asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress")


@lived
@pytest.mark.parametrize("trouble", [asyncpg.InternalClientError, RuntimeError])
async def test_a_line_that_is_stuck_is_left_for_a_new_one(
    new_postgres: str, trouble: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await stores.Store(new_postgres).open()
    homes = Homes(store, "127.0.0.1:1", lambda: None)
    await homes._begin()
    await store.append([("t", 1, b"a")])
    line: Any = store._line
    before = line.connection
    assert before is not None
    if trouble is RuntimeError:  # nobody has thought of it

        async def fails(*_: object) -> None:
            raise RuntimeError("?")

        with monkeypatch.context() as once:
            once.setattr(line, "commit", fails)
            with pytest.raises(stores.NotStored):
                await store.append([("t", 2, b"b")])
    else:
        line.putting = Stuck()
    await store.append([("t", 2, b"b")])
    assert line.connection is not before
    assert await store.log("t") == [b"a", b"b"]
    await homes.close()
    await store.close()
