"""One popular day does not close the house: what pages show is read from indexes, however many have played."""

import asyncio
import gc
import random
import sqlite3
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from place import lived
from sqlalchemy import delete, event, func, insert, select, text

from kvartal.server.http.app import build
from kvartal.server.http.awaited import Awaited
from kvartal.server.http.security import Limits
from kvartal.server.http.settings import Settings
from kvartal.server.live.hall import Hall
from kvartal.server.store import index, schema
from kvartal.server.store.store import Store, Unreachable
from kvartal.server.table import commands as c
from kvartal.server.table import fair
from kvartal.server.tools import bench_lists, seeding
from kvartal.server.tools.seeding import DAY
from kvartal.web import install

LISTS = bench_lists.LISTS
MY_TABLES = 1000
CROWD = ("tables", "results", "people", "deals", "places")  # where the crowd has left rows
GROWING = {table.name for table in schema.metadata.sorted_tables}


@asynccontextmanager
async def visited(database: str, most: int) -> AsyncIterator[tuple[Store, httpx.AsyncClient]]:
    """A place with a crowd, and a client who is one of them."""
    install()
    store = await Store(database).open()
    hall = Hall(store, store.metrics)
    person, token = await hall.people.create("Me")
    await seeding.seed(store, 3 * most, most)
    await seeding.seat(store, person.id, 3 * most, most, MY_TABLES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about how the pages name their parameters
        app: Any = build(hall, Settings(limits=Limits(factor=0)))
    headers = {"authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url="http://place", headers=headers
    ) as client:
        assert (await client.get("/")).status_code == 200  # today's deals are there from now on
        yield store, client
    await hall.close()
    await store.close()


async def asked_for(store: Store, client: httpx.AsyncClient) -> dict[str, list[tuple[str, Any]]]:
    """The queries behind each list."""
    found: dict[str, list[tuple[str, Any]]] = {}
    engine = store._reading.sync_engine if store._readers is None else store._readers.engine
    for path in LISTS:
        queries = found[path] = []

        def note(*call: Any, queries: list[tuple[str, Any]] = queries) -> None:
            if not call[2].startswith("SET "):
                queries.append((call[2], call[3]))

        event.listen(engine, "before_cursor_execute", note)
        answer = await client.get(path)
        event.remove(engine, "before_cursor_execute", note)
        assert answer.status_code == 200, (path, answer.text)
        assert queries
    return found


@lived
async def test_every_list_is_read_from_an_index_and_costs_the_same_with_a_hundred_thousand(tmp_path: Path) -> None:
    steps: dict[int, dict[str, int]] = {}
    for most in (2_000, 100_000):
        database = str(tmp_path / f"{most}.db")
        async with visited(database, most) as (store, client):
            queries = await asked_for(store, client)
        connection = sqlite3.connect(database)
        ticks: list[int] = []
        for path, each in queries.items():
            for query, values in each:
                plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}", values)]
                scans = [line for line in plan if line.startswith("SCAN ") and line.split()[1] in GROWING]
                assert not scans, (path, query, plan)
                few = " IN (" in query  # ids that an index has found: a list at most
                assert few or not [line for line in plan if "TEMP B-TREE" in line], (path, query, plan)
            ticks.clear()
            connection.set_progress_handler(lambda ticks=ticks: ticks.append(1) or 0, 100)
            for query, values in each:
                connection.execute(query, values).fetchall()
            connection.set_progress_handler(None, 0)
            steps.setdefault(most, {})[path] = len(ticks)
        connection.close()
    few, many = steps.values()
    assert all(many[path] <= 2 * few[path] + 20 for path in LISTS), steps  # fifty times as many have played


@lived
async def test_postgresql_can_read_them_from_indexes_as_well(new_postgres: str) -> None:
    """With few rows it rather reads all of them: so it is asked what it would do if that were dear."""
    async with visited(new_postgres, 2_000) as (store, client):
        queries = await asked_for(store, client)
        async with store.engine.connect() as connection:
            line: Any = (await connection.get_raw_connection()).driver_connection
            for way in ("seqscan", "hashjoin", "mergejoin"):
                await line.execute(f"SET enable_{way} = off")
            plans = {
                (path, query): "\n".join([row[0] for row in await line.fetch(f"EXPLAIN {query}", *values)])
                for path, each in queries.items()
                for query, values in each
            }
            await connection.invalidate()
    for asked, plan in plans.items():
        scans = [step for step in plan.split("->") if any(f" on {n} " in step for n in CROWD)]
        assert all("Index Cond" in step or "Bitmap Heap" in step for step in scans), (asked, plan)


@lived
async def test_a_place_in_the_crowd_is_told_without_looking_at_the_crowd(database: str) -> None:
    async with visited(database, 2_000) as (_, client):
        results = (await client.get(f"/api/deals/{DAY}")).json()["results"]
        page = (await client.get(f"/deal/{DAY}")).text
        home = (await client.get("/")).text
    points = [each["points"] for each in results]
    assert points == sorted(points, reverse=True)
    assert len(points) == fair.MOST_LISTED + 1
    best = [each for each in results if each["points"] == 119]
    assert {each["rank"] for each in best} == {1}  # who has as many points shares a place
    assert [each["at"] for each in best] == sorted(each["at"] for each in best)  # and whoever was first comes first
    assert {each["rank"] for each in results if each["points"] == 118} == {1 + len(best)}
    mine = results[-1]
    assert (mine["mine"], mine["points"], mine["rank"]) == (True, 7, 2001)  # behind everybody, and yet there
    assert ">2001<" in page
    assert "2001 players · best: 119 · mine: 7" in home


@lived
async def test_tallies_are_true_whatever_happens_to_results(database: str) -> None:
    store = await Store(database).open(migrate=True)
    hall, rng = Hall(store, store.metrics), random.Random(7)
    people = [(await hall.people.create(f"P{n}"))[0].id for n in range(6)]
    rows = schema.results.c

    async def told() -> dict[tuple[str, int], int]:
        counted = select(rows.deal, rows.points, func.count()).where(rows.attempt == 1).group_by(rows.deal, rows.points)
        kept = [(row.deal, row.points, row.people) for row in await store.all(select(schema.tallies))]
        assert sorted(kept) == sorted(tuple(row) for row in await store.all(counted))
        return {(deal, points): number for deal, points, number in kept}

    for n in range(60):
        result = {
            "deal": f"d{rng.randrange(3)}", "table_id": f"t{n}", "seat": 0, "person": rng.choice(people),
            "points": rng.randrange(4), "place": 1, "at": n, "attempt": rng.randrange(3),
        }  # fmt: skip
        await store.append([], [(insert(schema.results), result)])
    assert sum((await told()).values()) > 10
    await hall.remove([f"t{n}" for n in range(0, 60, 2)])
    assert await told()
    for person in people:
        await hall.forget(person)
        await told()
    assert await told() == {}
    assert (await store.all(select(func.count()).select_from(schema.results)))[0][0] == 30
    await hall.close()
    await store.close()


async def finish(hall: Hall, person: str, *, begin_only: bool = False, deal: str = "", seats: int = 1) -> str:
    wish = c.NewTable(game="flip", seats=["me"] * seats, deal=deal or None, options={} if deal else {"turn_cap": 1})
    table = await hall.create(wish, person)
    await play(hall, table, person, stop=begin_only)
    return table


async def play(hall: Hall, table: str, person: str, *, stop: bool = False) -> None:
    live = await hall.table(table)
    if live.table.match is None:
        await live.ask(c.Start(), person)
    while live.table.owing and not stop:
        assert live.table.match is not None
        seat = live.table.owing[0]
        await live.ask(c.Move(move=str(live.table.match.moves(seat)[-1]), seat=seat), person)


@lived
async def test_a_try_counts_from_its_start_and_against_oneself_not_at_all(database: str) -> None:
    store = await Store(database).open(migrate=True)
    hall = Hall(store, store.metrics)
    ann, bob = [(await hall.people.create(name))[0].id for name in ("Ann", "Bob")]
    first = await finish(hall, ann)
    deal = index.deal_id((await hall.table(first)).table)
    looked = await finish(hall, bob, begin_only=True, deal=deal)  # the cards are seen, and it is left lying
    await finish(hall, bob, deal=deal)
    await finish(hall, ann, deal=deal)

    async def tries(person: str) -> list[int]:
        return sorted(each["attempt"] for each in await fair.results(hall, deal, person) if each["mine"])

    assert (await tries(ann), await tries(bob)) == ([1, 2], [2])
    assert (await fair.reached(hall, [deal], bob))[deal] == fair.Reached(
        1, (await fair.results(hall, deal))[0]["points"]
    )
    await play(hall, looked, bob)
    assert await tries(bob) == [1, 2]
    assert (await fair.reached(hall, [deal], bob))[deal].people == 2
    both = await finish(hall, ann, seats=2)
    alone = index.deal_id((await hall.table(both)).table)
    assert await fair.results(hall, alone, ann) == []
    assert (await fair.reached(hall, [alone]))[alone].people == 0
    await hall.close()
    await store.close()


# Nobody waits -------------------------------------------------------------------------------------------------------

FOR_EVER = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


@lived
async def test_a_query_that_nobody_waits_for_ends_and_gives_its_connection_back(database: str) -> None:
    store = await Store(database).open(migrate=True)
    for _ in range(20):  # more than there are connections
        asked = asyncio.ensure_future(store.all(text(FOR_EVER)))
        await asyncio.sleep(0.02)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
    assert (await store.all(text("SELECT 1")))[0][0] == 1
    if not store.sqlite:
        running = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'WITH%'"
        running += " AND state = 'active'"
        while (await store.all(text(running)))[0][0]:
            await asyncio.sleep(0.01)
    await store.close()
    gc.collect()  # a connection that was left behind would complain


@lived
async def test_a_query_that_takes_too_long_is_stopped(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from kvartal.server.store import sqlite_file
    from kvartal.server.store import store as stores

    store = await Store(database).open(migrate=True)
    monkeypatch.setattr(sqlite_file, "AT_LONGEST", 0.05)
    monkeypatch.setattr(stores, "AT_LONGEST", 0.05)
    with pytest.raises(stores.Unreachable, match="did not answer"):
        await store.all(text(FOR_EVER))
    monkeypatch.undo()
    assert (await store.all(text("SELECT 1")))[0][0] == 1
    await store.close()


@lived
async def test_a_page_is_not_made_for_somebody_who_has_left() -> None:
    left, stopped = asyncio.Event(), asyncio.Event()

    async def slow(_: Any, receive: Any, __: Any) -> None:
        assert (await receive())["type"] == "http.request"
        left.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    async def receive() -> dict[str, Any]:
        if not asked:
            asked.append(1)
            return {"type": "http.request", "body": b"", "more_body": False}
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(_: Any) -> None:
        pass

    asked: list[int] = []
    await Awaited(slow)({"type": "http", "method": "GET"}, receive, send)
    assert stopped.is_set()
    asked.clear()
    stopped.clear()
    posted = asyncio.ensure_future(Awaited(slow)({"type": "http", "method": "POST"}, receive, send))
    await left.wait()
    await asyncio.sleep(0)
    assert not stopped.is_set()  # what was asked to be done is done
    posted.cancel()


@lived
async def test_who_leaves_does_not_take_the_table_from_the_next(tmp_path: Path) -> None:
    store = await Store(str(tmp_path / "x.db")).open()
    hall = Hall(store, store.metrics)
    person, _ = await hall.people.create("Ann")
    table = await hall.create(c.NewTable(game="flip", seats=["me"]), person.id)
    first, second = (asyncio.ensure_future(hall.table(table)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).table.id == table
    await hall.close()
    await store.close()


# Bringing an older place here ---------------------------------------------------------------------------------------


async def older(path: Path) -> None:
    """A place as step 0001 left it."""
    from alembic import command
    from alembic.config import Config

    from kvartal.server.store import store as stores

    store = Store(str(path))
    config = Config()
    config.set_main_option("script_location", str(Path(stores.__file__).parent / "migrations"))

    def bring(connection: Any) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")

    async with store.engine.begin() as connection:
        await connection.run_sync(bring)
    await store.engine.dispose()
    await store.close()
    line = sqlite3.connect(path)
    result = "INSERT INTO results VALUES (?, ?, ?, ?, ?, 1, ?)"
    line.executemany(
        result,
        [
            ("d", "t1", 0, "ann", 30, 10), ("d", "t2", 0, "bob", 40, 20), ("d", "t3", 0, "ann", 90, 30),
            ("d", "t3", 1, "", 99, 30), ("d", "t4", 0, "cyd", 50, 40), ("d", "t4", 1, "cyd", 60, 40),
        ],
    )  # fmt: skip
    about = (
        "INSERT INTO tables (id, game, status, public, created, touched, about) VALUES (?, 'flip', ?, 0, 0, ?, '{}')"
    )
    line.executemany(about, [(f"t{n}", "finished", n * 10) for n in range(1, 5)])
    line.executemany(about, [("t5", "playing", 50), ("t6", "open", 60), ("t7", "playing", 70)])
    logs = [("t5", b'{"is":"created","deal":"played"}'), ("t6", b'{"is":"created"}'), ("t7", b"malformed")]
    line.executemany("INSERT INTO events VALUES (?, 1, ?)", logs)
    line.executemany("INSERT INTO deals VALUES (?, 'flip', ?, '{}')", [("d", None), ("played", None), ("orphan", None)])
    line.execute("INSERT INTO deals VALUES ('today', 'flip', '2026-01-01', '{}')")
    line.executemany("INSERT INTO places VALUES (?, ?)", [("ann", "t1"), ("ann", "t5")])
    line.commit()
    line.close()


@lived
async def test_an_older_place_is_brought_here_with_all_it_knows(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    await older(path)
    store = await Store(str(path)).open()
    rows = {(row.table_id, row.seat): row.attempt for row in await store.all(select(schema.results))}
    assert rows == {("t1", 0): 1, ("t2", 0): 1, ("t3", 0): 2, ("t3", 1): 0, ("t4", 0): -1, ("t4", 1): -1}
    assert {(row.points, row.people) for row in await store.all(select(schema.tallies))} == {(30, 1), (40, 1)}
    tries = {(row.person, row.number, row.table_id) for row in await store.all(select(schema.tries))}
    assert tries == {("ann", 1, "t1"), ("bob", 1, "t2"), ("ann", 2, "t3"), ("cyd", 1, "t4")}
    deals = {row.id: row.deal for row in await store.all(select(schema.tables))}
    assert deals == {**dict.fromkeys(("t1", "t2", "t3", "t4"), "d"), "t5": "played", "t6": None, "t7": None}
    assert {row.id for row in await store.all(select(schema.deals))} == {"d", "played", "today"}
    assert {row.table_id: row.ended for row in await store.all(select(schema.places))} == {"t1": 10, "t5": 0}
    await store.append([], [(delete(schema.results).where(schema.results.c.table_id == "t1"), None)])
    assert {row.points for row in await store.all(select(schema.tallies))} == {40}
    await store.close()


@lived
async def test_a_step_that_fails_half_way_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic import op

    from kvartal.server.store.store import Unreachable

    path = tmp_path / "x.db"
    await older(path)
    before = list(sqlite3.connect(path).iterdump())
    real = op.create_index

    def full(name: str, *more: Any, **how: Any) -> None:
        if name == "results_best":
            raise OSError("disk full")
        real(name, *more, **how)

    monkeypatch.setattr(op, "create_index", full)
    with pytest.raises(Unreachable, match="disk full"):
        await Store(str(path)).open()
    assert list(sqlite3.connect(path).iterdump()) == before
    monkeypatch.undo()
    store = await Store(str(path)).open()
    await store.close()


# A place to measure with --------------------------------------------------------------------------------------------


@lived
async def test_a_seeded_place_is_gone_on_with_and_never_made_of_somebody_elses(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeding, "PIECE", 7)
    store = await Store(database).open(migrate=True)

    async def counted() -> list[int]:
        found = [schema.tables, schema.results, schema.tallies, schema.events, schema.places]
        return [(await store.all(select(func.count()).select_from(each)))[0][0] for each in found]

    class Stopped(Exception):
        pass

    def stop(so_far: int) -> None:
        if so_far > 14:
            raise Stopped

    with pytest.raises(Stopped):
        await seeding.seed(store, 50, 10, stop)
    half = await counted()
    await seeding.seed(store, 50, 10)
    whole = await counted()
    assert half[0] == 21
    assert whole[0] == 50
    assert whole[1] == 10 + len([i for i in range(11, 51) if i % 3 == 2])
    await seeding.seed(store, 50, 10)
    assert await counted() == whole
    for person in ("ann", "bob"):  # each run measures with somebody new
        await seeding.seat(store, person, 50, 10, 5)
    assert [row.people for row in await store.all(select(schema.tallies).where(schema.tallies.c.points == 7))] == [2]
    await store.close()


@lived
async def test_people_are_not_mixed_with_a_seeded_crowd(tmp_path: Path) -> None:
    store = await Store(str(tmp_path / "x.db")).open()
    hall = Hall(store, store.metrics)
    person, _ = await hall.people.create("Ann")
    await hall.create(c.NewTable(game="flip", seats=["me"]), person.id)
    with pytest.raises(Unreachable, match="database of its own"):
        await seeding.seed(store, 50, 10)
    await hall.close()
    await store.close()
