"""Tables have a home: one process owns each of them, the others pass people on, and a dead one's are taken over."""

import asyncio
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg
import pytest
from place import Client, Person, Place, answered, command, environment, lived

from kvartal.server.http.between import STRANGE
from kvartal.server.http.packing import framed
from kvartal.server.http.relay import Frames, Pipe, closing
from kvartal.server.live.homes import Elsewhere, Homes
from kvartal.server.live.mailbox import AGAIN
from kvartal.server.store.index import first_rows, rows_of
from kvartal.server.store.store import Fenced, Store
from kvartal.server.table.acts import create
from kvartal.server.table.commands import Missing, NewTable
from kvartal.server.table.table import folded
from kvartal.server.tools.bench_cluster import free_port

from .test_crash import moved


async def rows(database: str, query: str, *values: object) -> list[Any]:
    connection = await asyncpg.connect(database)
    try:
        return list(await connection.fetch(query, *values))
    finally:
        await connection.close()


async def figure(place: Place, name: str) -> float:
    lines = (await place.figures()).splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.split("{")[0].split()[0] == f"kvartal_{name}")


def at(place: Place, person: Person) -> Person:
    """The same person, by way of another process."""
    return Person(place, person.token, person.id, person.name)


async def two_apart(first: Place, second: Place) -> tuple[str, list[Person], list[Client]]:
    """A table that is at home with the first process, and one of two people at the other."""
    ann, bob = await first.person("Ann"), at(second, await first.person("Bob"))
    table = await ann.table()
    await ann.do(table, do="chat", text="here")
    await bob.do(table, do="sit")
    await ann.do(table, do="start")
    return table, [ann, bob], [await ann.sit_at(table), await bob.sit_at(table)]


@lived
async def test_whoever_comes_to_another_process_sits_at_the_same_table(
    new_postgres: str, start: Callable[..., Place]
) -> None:
    first, second = start(new_postgres, "--base-path", "/games"), start(new_postgres, "--base-path", "/games")
    table, (ann, bob), clients = await two_apart(first, second)
    await clients[0].until(lambda: all(seat.get("here") for seat in clients[0].table["seats"]))  # true across processes
    await moved(clients, 6, "a")
    assert (await bob.look(table))["view"] == clients[1].view
    assert await figure(first, "sockets") == 2
    assert (await figure(second, "live_tables"), await figure(second, "relayed_sockets")) == (0, 1)
    status, refused = await bob.ask("POST", f"/api/tables/{table}/do", {"do": "move", "move": "fly"})
    assert status == 409, refused  # the owner's answer, as it is
    assert (await bob.ask("GET", "/api/tables/nothing"))[0] == 404
    assert isinstance(await bob.good("GET", "/api/tables/mine"), list)
    await clients[1].close()
    await clients[0].until(lambda: not clients[0].table["seats"][1]["here"])
    for place in (first, second):
        code, log = place.end()
        assert (code, '"trace"' in log) == (0, False), log
        assert not any(person.token in log for person in (ann, bob))


@lived
async def test_a_killed_owner_is_replaced_and_those_who_were_passed_on_are_told_to_come_again(
    new_postgres: str, start: Callable[..., Place]
) -> None:
    first, second = start(new_postgres), start(new_postgres)
    table, (ann, bob), clients = await two_apart(first, second)
    await moved(clients, 4, "a")
    seen = [client.view for client in clients]
    first.kill()
    await asyncio.wait_for(clients[1].wire.lost, 30)
    assert clients[1].wire.closed == AGAIN
    again = [await at(second, ann).sit_at(table), await bob.sit_at(table)]  # they wait until it can be taken over
    assert [client.view for client in again] == seen
    await moved(again, 4, "b")
    assert await figure(second, "leases_ended_total") == 1


@lived
async def test_a_frozen_owner_that_wakes_up_cannot_write(new_postgres: str, start: Callable[..., Place]) -> None:
    first, second = start(new_postgres), start(new_postgres)
    table, (ann, bob), clients = await two_apart(first, second)
    await moved(clients, 4, "a")
    first.process.send_signal(signal.SIGSTOP)
    try:
        await asyncio.wait_for(clients[1].wire.lost, 30)
        again = [await at(second, ann).sit_at(table), await bob.sit_at(table)]
        await moved(again, 3, "b")
        mover = next(client for client in again if client.moves)
        stale = clients[0]
        stale.wire.say(do="chat", id="zombie", text="from the dead")  # waits at the frozen process
        stale.wire.say(do="move", id="zombie too", move=mover.moves[0])
    finally:
        first.process.send_signal(signal.SIGCONT)
    await asyncio.wait_for(stale.wire.lost, 30)
    assert stale.wire.closed == AGAIN
    assert not {"zombie", "zombie too"} & stale.done
    stored = await rows(new_postgres, "SELECT number, body FROM events WHERE table_id = $1 ORDER BY number", table)
    assert [row[0] for row in stored] == list(range(1, len(stored) + 1))
    assert not any(b"zombie" in row[1] or b"from the dead" in row[1] for row in stored)
    while await figure(first, "leases_lost_total") != 1:
        await asyncio.sleep(0.05)
    third = await at(first, ann).sit_at(table)  # it goes on under a new lease, and passes people on like any other
    assert third.view == again[0].view
    await moved([third, again[1]], 2, "c")


@lived
async def test_a_process_that_stops_gives_its_tables_away_at_once(
    new_postgres: str, start: Callable[..., Place]
) -> None:
    first, second = start(new_postgres), start(new_postgres)
    table, (ann, bob), clients = await two_apart(first, second)
    await moved(clients, 2, "a")
    assert first.end()[0] == 0
    assert len(await rows(new_postgres, "SELECT id FROM leases")) == 1
    again = [await at(second, ann).sit_at(table), await bob.sit_at(table)]
    await moved(again, 2, "b")
    assert await figure(second, "leases_ended_total") == 0  # nobody had to be given up


@lived
async def test_a_table_that_was_put_away_is_taken_by_whoever_is_asked_next(
    new_postgres: str, start: Callable[..., Place]
) -> None:
    first, second = start(new_postgres, "--idle", "0"), start(new_postgres)
    ann = await first.person("Ann")
    table = await ann.table(seats=["me"])
    await ann.do(table, do="start")
    while (await rows(new_postgres, "SELECT owner FROM tables WHERE id = $1", table))[0][0] is not None:
        await asyncio.sleep(0.1)
    await moved([await at(second, ann).sit_at(table)], 2, "a")
    assert await figure(second, "live_tables") == 1
    assert await figure(second, "relayed_total") == 0


@lived
async def test_several_processes_serve_behind_one_port_and_one_that_dies_is_started_again(
    new_postgres: str, start: Callable[..., Place]
) -> None:
    place = start(new_postgres, "--processes", "3")
    ann, bob = await place.person("Ann"), await place.person("Bob")
    table = await ann.table()
    await bob.do(table, do="sit")
    await ann.do(table, do="start")
    clients = [await person.sit_at(table) for person in (ann, bob)]
    await moved(clients, 4, "a")
    children = Path(f"/proc/{place.process.pid}/task/{place.process.pid}/children")
    before = children.read_text().split()
    assert len(before) == 3
    leases = set(await rows(new_postgres, "SELECT id FROM leases"))
    os.kill(int(before[0]), signal.SIGKILL)
    while len(now := children.read_text().split()) != 3 or before[0] in now:
        await asyncio.sleep(0.05)
    while len(leases - (found := set(await rows(new_postgres, "SELECT id FROM leases")))) != 1 or len(found) != 3:
        await asyncio.sleep(0.1)  # until the dead one's is ended and the new one has one
    again = [await person.sit_at(table) for person in (ann, bob)]
    assert [client.view for client in again] == [client.view for client in clients]
    await moved(again, 2, "b")
    code, log = place.end()
    assert (code, '"trace"' in log) == (0, False), log
    assert await rows(new_postgres, "SELECT id FROM leases") == []


def test_a_sqlite_file_has_one_process(tmp_path: Path) -> None:
    asked = command("serve", "--port", "0", "--database", str(tmp_path / "x.db"), "--processes", "2")
    done = subprocess.run(asked, capture_output=True, text=True, env=environment())
    assert (done.returncode, "need PostgreSQL" in done.stderr) == (3, True)
    assert not (tmp_path / "x.db").exists()


@lived
async def test_a_process_is_reached_by_others_only_with_its_key(new_postgres: str, start: Callable[..., Place]) -> None:
    place = start(new_postgres)
    ann = await place.person("Ann")
    table = await ann.table()
    ((address, key),) = await rows(new_postgres, "SELECT address, key FROM leases")
    place.port = int(address.rpartition(":")[2])
    for told in ("", "x", key[:-1], "ключ"):
        head = f"\nKvartal-Key: {told}".encode().decode("latin-1") if told else ""
        assert (await answered(place, f"GET /api/tables/{table} HTTP/1.1\nHost: x{head}"))[0] == STRANGE
        assert (await answered(place, f"POST /-/forget HTTP/1.1\nHost: x{head}", b'{"person":"x"}'))[0] == STRANGE
    assert (await answered(place, f"GET /api/tables/{table} HTTP/1.1\nHost: x\nKvartal-Key: {key}"))[0] == 200
    assert (await answered(place, f"POST /-/forget HTTP/1.1\nHost: x\nKvartal-Key: {key}", b"{"))[0] == 400
    key = "MDEyMzQ1Njc4OWFiY2RlZg=="
    shake = f"Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Key: {key}\nSec-WebSocket-Version: 13"
    assert (await answered(place, f"GET /api/tables/{table}/socket HTTP/1.1\nHost: x\n{shake}"))[0] == STRANGE


@lived
async def test_whoever_comes_back_at_the_address_of_a_dead_process_is_not_taken_for_it(
    new_postgres: str, start: Callable[..., Place]
) -> None:
    home = f"127.0.0.1:{free_port()}"
    first, second = start(new_postgres, "--home", home), start(new_postgres)
    table, (ann, bob), clients = await two_apart(first, second)
    await moved(clients, 2, "a")
    first.kill()
    start(new_postgres, "--home", home)  # before the lease of the first is over
    await asyncio.wait_for(clients[1].wire.lost, 30)
    assert (await bob.look(table))["view"] == clients[1].view
    await moved([await at(second, person).sit_at(table) for person in (ann, bob)], 2, "b")


# In one process -------------------------------------------------------------------------------------------------------


async def opened(database: str) -> tuple[Store, Homes]:
    store = await Store(database).open()
    homes = Homes(store, "127.0.0.1:1", lambda: None)
    await homes._begin()
    return store, homes


@lived
async def test_of_many_who_want_a_table_at_once_one_gets_it(new_postgres: str) -> None:
    pairs = [await opened(new_postgres) for _ in range(4)]
    store = pairs[0][0]
    tables = [f"t{number}" for number in range(10)]
    for table in tables:
        events = create(NewTable(game="flip"), "ann", 1)
        await store.append(rows_of(table, 1, events), first_rows(folded(table, events)))
    wanted = [(table, homes) for table in tables for _, homes in pairs]
    results = await asyncio.gather(*(homes.take(table) for table, homes in wanted), return_exceptions=True)
    for table in tables:
        got = [result for (name, _), result in zip(wanted, results, strict=True) if name == table]
        owner = (await rows(new_postgres, "SELECT owner FROM tables WHERE id = $1", table))[0][0]
        assert [result for result in got if isinstance(result, str)] == [owner]
        assert sum(isinstance(result, Elsewhere) for result in got) == 3
    with pytest.raises(Missing):
        await pairs[0][1].take("nothing")
    for store, homes in pairs:
        await homes.close()
        await store.close()


@lived
async def test_without_its_lease_nothing_is_stored_and_an_old_one_does_not_come_back(new_postgres: str) -> None:
    store, homes = await opened(new_postgres)
    old = homes.lease
    await store.append([("a", 1, b"")], (), None, old)
    await rows(new_postgres, "DELETE FROM leases")
    results = await asyncio.gather(
        *(store.append([(table, 2, b"")]) for table in "ab"), store.append([], [], None, old), return_exceptions=True
    )
    assert [type(result) for result in results] == [Fenced] * 3
    await homes._begin()
    with pytest.raises(Fenced):
        await store.append([("a", 2, b"")], (), None, old)  # taken under the lease that is over
    await store.append([("a", 2, b"")])
    assert len(await store.log("a")) == 2
    await homes.close()
    await store.close()


@lived
async def test_nobody_waits_for_a_process_that_is_frozen_in_the_middle_of_a_transaction(new_postgres: str) -> None:
    from kvartal.server.store.writing import _HELD

    store, homes = await opened(new_postgres)
    frozen = await asyncpg.connect(new_postgres)
    other, others = await opened(new_postgres)
    transaction = frozen.transaction()
    await transaction.start()
    assert await frozen.fetchrow(_HELD, others.lease) is not None
    await frozen.execute("INSERT INTO events VALUES ('t', 1, '')")
    await homes._look()
    while others.lease in homes.others:
        await homes._end(homes.others[others.lease])
        await homes._look()
    assert await rows(new_postgres, "SELECT * FROM events") == []
    frozen.terminate()
    for each in (homes, others):
        await each.close()
    for each_store in (store, other):
        await each_store.close()


def test_frames_are_told_apart_wherever_the_network_cuts_them() -> None:
    head = b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n"
    frames = [framed(b"x" * size) for size in (0, 1, 125, 126, 300, 70_000)] + [closing(AGAIN, "коли так " * 40)]
    ends = [len(head)]
    for frame in frames:
        ends.append(ends[-1] + len(frame))
    stream = head + b"".join(frames)
    cuts = sorted({place for end in ends for place in range(end - 12, end + 12) if 0 < place < len(stream)})
    for cut in cuts:
        told = Frames()
        told.take(stream[:cut])
        assert told.between == (cut in ends), cut
        told.take(stream[cut:])
        assert told.between
        assert told.closed
    byte_by_byte = Frames()
    for place in range(ends[3]):
        byte_by_byte.take(stream[place : place + 1])
        assert byte_by_byte.between == (place + 1 in ends)
    refused = Frames()
    refused.take(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    assert not refused.between


class Closed:
    """A transport of uvloop's that is closed: whoever writes to it fails."""

    def is_closing(self) -> bool:
        return True

    def write(self, data: bytes) -> None:
        raise RuntimeError("the handler is closed")

    def close(self) -> None:
        pass

    pause_reading = resume_reading = close


@lived
async def test_nothing_is_said_to_a_client_or_an_owner_that_has_just_gone() -> None:
    line: Any = SimpleNamespace(transport=Closed(), early=b"asked", handshake_complete=False)
    pipe = Pipe(line, "goodbye")
    pipe.connection_made(Closed())  # type: ignore[arg-type]
    pipe.data_received(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
    assert await pipe.known(b"GET / HTTP/1.1\r\n\r\n")
    pipe.begin()
    pipe.data_received(framed(b"x"))
    pipe.connection_lost(None)
    assert pipe.over
