"""Whatever takes long is done in slices or beside the loop, and the watchdog notices what is not."""

import asyncio
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from place import lived
from test_cleaning import halls
from test_popular import finish

from kvartal.engine.match import Match
from kvartal.server.http.api import log_of
from kvartal.server.http.metrics import Metrics
from kvartal.server.http.studying import record_of
from kvartal.server.live import hall as hall_module
from kvartal.server.live import replaying, shown, watchdog
from kvartal.server.live.hall import Hall
from kvartal.server.store import store as stores
from kvartal.server.store.index import first_rows, rows_of
from kvartal.server.store.keys import new_id
from kvartal.server.store.writing import Unit
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table import fair
from kvartal.server.table.acts import act, create
from kvartal.server.table.table import Table, folded


def long_log(moves: int) -> tuple[Table, list[bytes]]:
    """A table in the middle of a long match, and its log."""
    wish = c.NewTable(game="flip", seats=["me", "me"], options={"turn_cap": 1000, "win_cards": 0})
    log = create(wish, "ann", 1)
    table, rng = folded("t", log), random.Random(5)
    log += act(table, c.Start(), "ann", 2).events
    for _ in range(moves):
        assert table.match is not None
        seat = table.owing[0]
        log += act(table, c.Move(move=str(rng.choice(table.match.moves(seat))), seat=seat), "ann", 3).events
    return table, [e.write(event) for event in log]


@lived
async def test_a_log_is_replayed_in_slices_and_others_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "SLICE", 10)
    monkeypatch.setattr(replaying, "AT_LONGEST", 0.0)
    table, bodies = long_log(200)
    turns: list[int] = []

    async def others() -> None:
        while True:
            turns.append(1)
            await asyncio.sleep(0)

    beside = asyncio.create_task(others())
    found = await replaying.replayed("t", bodies)
    assert len(turns) >= len(bodies) // 10
    beside.cancel()
    assert (found.number, found.version(0), found.owing) == (len(bodies), table.version(0), table.owing)
    assert found.match is not None
    assert table.match is not None
    assert found.match.state == table.match.state


@lived
async def test_a_log_is_read_page_by_page(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "LOG_AT_ONCE", 3)
    store = await stores.Store(database).open(migrate=True)
    for many in (0, 2, 3, 7):
        await store.append([(f"t{many}", number, b"%d" % number) for number in range(1, many + 1)])
        for after in range(many + 1):
            assert await store.log(f"t{many}", after) == [b"%d" % number for number in range(after + 1, many + 1)]
    await store.close()


@lived
async def test_records_and_logs_are_written_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with halls(tmp_path / "x.db") as (hall, ann):
        live = await hall.table(await finish(hall, ann))
        where: list[tuple[int, Match]] = []
        for name in ("export", "log"):
            real = getattr(Match, name)

            def noted(match: Match, *arguments: Any, real: Any = real) -> Any:
                where.append((threading.get_ident(), match))
                return real(match, *arguments)

            monkeypatch.setattr(Match, name, noted)
        assert (await fair.recorded(live, ann)).startswith("kvartal record")
        told = await live.read(lambda live: log_of(live, ann, "uk", 0))
        assert await asyncio.to_thread(told)
        assert (await record_of(live, ann)).startswith("kvartal record")  # for a study
        assert len(where) == 3
        for thread, match in where:
            assert thread != threading.get_ident()
            assert match is not live.table.match  # the table may go on meanwhile


@lived
async def test_the_end_of_a_very_long_log_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "MOST_TOLD", 20)
    table, _ = long_log(60)
    assert table.match is not None
    whole = table.match.log(0, "en")
    async with halls(tmp_path / "x.db") as (hall, ann):
        live = await hall.table(await finish(hall, ann, begin_only=True))
        frame, match = live.frame(), table.match
        seen = shown.Shown(table, 0, True, frame, [], 0, [])
        first = match.readable(0) - 20
        assert seen.log("en") == [line for line in whole if line.number >= first]
        assert seen.log("en", first + 5) == [line for line in whole if line.number >= first + 5]


@lived
async def test_the_watchdog_counts_what_holds_everybody_up(tmp_path: Path) -> None:
    store = await stores.Store(str(tmp_path / "x.db")).open()
    hall = await Hall(store, store.metrics).open()
    try:
        await asyncio.sleep(0)  # it looks for the first time
        time.sleep(0.3)
        while not hall.metrics.counts["loop_stops", ""]:
            await asyncio.sleep(0.01)
        assert hall.metrics.longest_stop > watchdog.TOO_LONG
    finally:
        await hall.close()
        await store.close()


def test_only_long_stops_are_counted_and_told() -> None:
    metrics = Metrics()
    for late in (-0.01, 0.0, 0.049, 0.051, 0.2):
        watchdog.stopped(metrics, late, used=late)
    assert metrics.counts["loop_stops", ""] == 2
    text = metrics.text()
    assert "kvartal_loop_stops_outside_total 0\n" in text
    assert "kvartal_loop_stops_total 2\n" in text
    assert "kvartal_loop_longest_stop_seconds 0.200000\n" in text


def test_a_stop_without_computing_is_told_apart() -> None:
    """The machine was busy with something else; a thread of ours that holds the others up computes itself."""
    metrics = Metrics()
    for used in (0.0, 0.049, 0.051, 0.3):
        watchdog.stopped(metrics, 0.2, used)
    assert (metrics.counts["loop_stops", ""], metrics.counts["loop_stops_outside", ""]) == (4, 2)


@lived
async def test_where_time_is_up_at_many_tables_at_once_a_few_are_done_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_module, "RUNG_AT_ONCE", 4)
    store = await stores.Store(str(tmp_path / "clocks.db")).open()
    hall = await Hall(store, store.metrics).open()
    person, began = (await hall.people.create("Ann"))[0].id, stores.now_ms() - 3_600_000
    tables = []
    for _ in range(30):
        table_id = new_id()
        events = create(c.NewTable(game="flip", seats=["me", "me"], minutes=60, late="default"), person, began)
        table = folded(table_id, events)
        events += act(table, c.Start(), person, began).events
        await store.append(rows_of(table_id, 1, events), first_rows(table))
        tables.append(table_id)
    sizes: list[int] = []
    commit = store._line.commit

    async def counted(units: list[Unit]) -> None:
        sizes.append(sum(b'"botted"' in row[2] for unit in units for row in unit.rows))
        await commit(units)

    monkeypatch.setattr(store._line, "commit", counted)
    for table_id in tables:
        await hall.table(table_id)
    while sum(sizes) < len(tables):
        await asyncio.sleep(0.01)
    assert max(sizes) <= 4
    await hall.close()
    await store.close()


def test_garbage_is_looked_for_a_little_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[int] = []
    monkeypatch.setattr(watchdog.gc, "collect", found.append)
    for looks in range(1, 24_001):
        watchdog.sweep(looks)
    assert [found.count(age) for age in (0, 1, 2)] == [2160, 239, 1]
    assert found[-1] == 2, "twenty minutes"
