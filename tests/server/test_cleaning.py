"""Cleaning keeps up, passes over what it cannot read, and does not believe a clock that is wrong."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from place import lived
from sqlalchemy import func, insert, select, update
from test_popular import finish

from kvartal.server.live import cleaning
from kvartal.server.live.cleaning import DAY, LONG_AGO, ROUND
from kvartal.server.live.hall import Hall, Keeping
from kvartal.server.live.messages import Stop
from kvartal.server.store import index, removal, schema
from kvartal.server.store.removal import AT_ONCE
from kvartal.server.store.store import NotStored, Store, now_ms
from kvartal.server.table import commands as c
from kvartal.server.table import fair
from kvartal.server.table.clock import Clock
from kvartal.server.table.commands import Missing, Refused
from kvartal.server.table.events import Pace

YEARS = 800 * DAY
ROW = {"game": "flip", "public": False, "created": 0, "about": b'{"seats":[]}'}


@asynccontextmanager
async def halls(database: str | Path, **keeping: int) -> AsyncIterator[tuple[Hall, str]]:
    store = await Store(str(database)).open(migrate=True)
    hall = Hall(store, store.metrics, Keeping(**keeping))
    person, _ = await hall.people.create("Ann")
    yield hall, person.id
    await hall.close()
    await store.close()


async def statuses(hall: Hall) -> list[str]:
    return sorted(row[0] for row in await hall.store.all(select(schema.tables.c.status)))


async def touched(hall: Hall, at: int, *tables: str) -> None:
    rows = schema.tables.c
    await hall.store.append([], [(update(schema.tables).where(rows.id.in_(tables)).values(touched=at), None)])


def clock_is(monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    monkeypatch.setattr(cleaning, "now_ms", lambda: now)


@lived
async def test_a_clock_that_is_years_ahead_removes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with halls(tmp_path / "x.db") as (hall, ann):
        done = await finish(hall, ann)
        going = await finish(hall, ann, begin_only=True)
        waiting = await hall.create(c.NewTable(game="flip"), ann)
        await hall.write_notes()
        now = now_ms()
        await touched(hall, now - 3 * DAY, done, going, waiting)
        clock_is(monkeypatch, now + YEARS)
        with caplog.at_level(logging.WARNING):
            await hall.cleaning.now()
            await hall.cleaning.now()
        assert caplog.text.count("nobody has played here for 803 days") == 1
        await touched(hall, now + YEARS - DAY // 2, waiting)  # somebody comes, and the same clock writes it down
        await hall.cleaning.now()
        assert await statuses(hall) == ["finished", "open", "playing"]
        assert (await hall.people.names([ann])) == {ann: "Ann"}
        clock_is(monkeypatch, now + YEARS + DAY)  # people go on coming here: it is the place that was closed for long
        await hall.cleaning.now()
        assert "finished" not in await statuses(hall)


@lived
async def test_nothing_is_removed_soon_after_a_start(tmp_path: Path) -> None:
    async with halls(tmp_path / "x.db") as (hall, _):
        await hall.store.append([], [(insert(schema.tables), {"id": "t", **ROW, "status": "ended", "touched": 1})])
        old = {"id": "u", **ROW, "status": "finished", "touched": now_ms() - 2 * DAY}
        await hall.store.append([], [(insert(schema.tables), old)])
        await hall.cleaning.clean()
        assert await statuses(hall) == ["ended", "finished"]
        hall.cleaning.begun -= hall.keeping.settle_seconds
        await hall.cleaning.clean()
        assert await statuses(hall) == ["finished"]


def test_a_clock_set_back_shows_no_more_than_there_is() -> None:
    for pace, most in ((Pace(minutes=5, seconds=10), 300_000), (Pace(days=3), 3 * DAY)):
        clock = Clock(pace, 2)
        clock.settle(1_000_000, [0])
        waiting = None if pace.days else most
        assert clock.shown(1_060_000) == [most - 60_000, waiting]
        assert clock.shown(1_000_000 - YEARS) == [most, waiting]
        assert clock.shown(1_000_000 + YEARS) == [0, waiting]


@lived
async def test_cleaning_goes_on_until_nothing_is_left_and_holds_nobody_up(database: str) -> None:
    async with halls(database) as (hall, _):
        many, store = 2 * ROUND + 7, hall.store
        rows: list[dict[str, Any]] = [
            {"id": f"{status}{n}", **ROW, "status": status, "touched": now_ms() - LONG_AGO - n * DAY}
            for status in ("finished", index.UNPLAYED)
            for n in range(many)
        ]
        fresh = {"id": "fresh", **ROW, "status": "finished", "touched": now_ms() - 2 * DAY}
        await store.append([], [(insert(schema.tables), [*rows, fresh])])
        removed: list[int] = []
        real = hall.remove

        async def remove(tables: list[str]) -> None:
            removed.append(len(tables))
            await real(tables)

        hall.remove = remove  # type: ignore[method-assign]
        await hall.cleaning.now()
        left = (await store.all(select(func.count()).where(schema.tables.c.status == "finished")))[0][0]
        young = 365 - LONG_AGO // DAY  # of one each day, these are not a year old
        assert left == 1 + young
        assert sum(removed) == 2 * many - young
        assert max(removed) <= AT_ONCE


@lived
async def test_a_malformed_log_is_passed_over_and_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cleaning, "ROUND", 2)
    async with halls(tmp_path / "x.db") as (hall, ann):
        bad = {"no beginning": b'{"is":"moved","at":1,"seat":0,"move":"play"}', "no JSON": b"{", "no kind": b'{"at":1}'}
        for number, body in enumerate(bad.values()):
            row = {"id": f"bad{number}", **ROW, "status": "playing", "touched": number}
            await hall.store.append([(row["id"], 1, body)], [(insert(schema.tables), row)])
        stale = [await finish(hall, ann, begin_only=True) for _ in range(3)]
        half = await finish(hall, ann, begin_only=True)
        await hall.store.append([(half, 99, b"\xff")])
        await hall.write_notes()
        await touched(hall, now_ms() - 61 * DAY, *stale, half)
        for live in list(hall.live.values()):
            hall.closed(live)
        with caplog.at_level(logging.ERROR):
            await hall.cleaning.now()
            await hall.cleaning.now()
        assert [(await hall.table(table)).table.why for table in stale] == ["expired"] * 3
        told = [record for record in caplog.records if "malformed" in record.getMessage()]
        assert sorted(record.table for record in told) == sorted(["bad0", "bad1", "bad2", half])  # type: ignore[attr-defined]
        for table in ("bad0", "bad1", "bad2", half):
            with pytest.raises(Refused, match="left as it is"):
                await hall.table(table)
            assert await hall.store.log(table)
        await hall.forget(ann)  # and whoever sat there can be forgotten


@lived
async def test_a_deal_goes_with_its_last_table_unless_it_is_of_a_day(database: str) -> None:
    async with halls(database) as (hall, ann):
        first = await finish(hall, ann)
        deal = index.deal_id((await hall.table(first)).table)
        again = await finish(hall, ann, deal=deal, begin_only=True)
        waiting = await hall.create(c.NewTable(game="flip", seats=["me"], deal=deal), ann)
        for table in (first, again):
            await hall.remove([table])
            assert (await hall.shared_deal(deal, ann)).players == 1  # the link to the table that waits still needs it
        live = await hall.table(waiting)
        await hall.remove([waiting])
        with pytest.raises(Missing):
            await hall.shared_deal(deal, ann)
        assert live.table.created.deal == deal
        day, _ = await fair.daily(hall, "flip")
        table = await finish(hall, ann, deal=day)
        await hall.remove([table])
        assert (await hall.shared_deal(day, ann)).day == fair.today()
        for name in ("deals", "tries", "results", "tallies", "places", "events", "tables"):
            where = schema.metadata.tables[name]
            left = (await hall.store.all(select(func.count()).select_from(where)))[0][0]
            assert left == (name == "deals"), name


@lived
async def test_days_that_are_long_over_go_once_nobody_has_a_table_of_them(tmp_path: Path) -> None:
    async with halls(tmp_path / "x.db", finished_days=30) as (hall, _):
        rows = [{"id": day, "game": "flip", "day": day, "body": b"{}"} for day in ("2020-01-01", "2020-01-02")]
        today, _ = await fair.daily(hall, "flip")
        played = {"id": "t", **ROW, "status": "finished", "touched": now_ms(), "deal": "2020-01-02"}
        await hall.store.append([], [(insert(schema.deals), rows), (insert(schema.tables), played)])
        await hall.cleaning.now()
        assert {row.id for row in await hall.store.all(select(schema.deals.c.id))} == {"2020-01-02", today}


@lived
async def test_processes_clean_together_and_none_does_what_another_does(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cleaning, "ROUND", 40)
    monkeypatch.setattr(cleaning, "CLAIM", 10)
    async with halls(database) as (hall, _), halls(database) as (other, _):
        old = now_ms() - 2 * 365 * DAY
        rows = [{"id": f"t{n}", **ROW, "status": "finished", "touched": old + n} for n in range(200)]
        fresh = {"id": "fresh", **ROW, "status": "finished", "touched": now_ms() - 2 * DAY}
        await hall.store.append([], [(insert(schema.tables), [*rows, fresh])])
        removed: list[str] = []
        for each in (hall, other):
            real = each.removal.remove

            async def remove(tables: list[str], real: Any = real) -> None:
                removed.extend(tables)
                await real(tables)

            monkeypatch.setattr(each.removal, "remove", remove)
        await asyncio.gather(hall.cleaning.now(), other.cleaning.now())
        assert sorted(removed) == sorted(f"t{n}" for n in range(200))
        assert [row.id for row in await hall.store.all(select(schema.tables.c.id))] == ["fresh"]


@lived
async def test_what_a_process_had_claimed_that_died_goes_all_the_same(database: str) -> None:
    async with halls(database) as (hall, _):
        now = now_ms()
        for name, at in (("claimed now", now), ("long ago", now - cleaning.GIVEN_UP - 1)):
            row = {"id": name, **ROW, "status": index.LEAVING, "touched": at}
            await hall.store.append([(name, 2, b"{}")], [(insert(schema.tables), row)])
        await hall.cleaning.now()
        assert [row.id for row in await hall.store.all(select(schema.tables.c.id))] == ["claimed now"]
        assert [row.table_id for row in await hall.store.all(select(schema.events.c.table_id))] == ["claimed now"]


@lived
async def test_a_long_log_goes_in_pieces_and_half_of_one_is_no_table(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with halls(database) as (hall, ann):
        table = await finish(hall, ann)
        live = await hall.table(table)
        await live.ask(c.Chat(text="so it ends"), ann)
        events = await hall.store.log(table)
        await hall.write_notes()
        await touched(hall, now_ms() - 2 * 365 * DAY, table)
        hall.closed(live)
        monkeypatch.setattr(hall.removal, "events", 2)
        for bound in ("FEWEST", "MOST"):
            monkeypatch.setattr(removal, bound, 2)
        real, pieces = hall.store.append, []

        async def append(rows: Any, statements: Any = ()) -> None:
            if len(pieces) == 3:
                raise NotStored("the disk is full")
            pieces.append(len(await hall.store.log(table)))
            await real(rows, statements)

        monkeypatch.setattr(hall.store, "append", append)
        with pytest.raises(NotStored):
            await hall.remove([table])
        assert pieces == [len(events), len(events) - 2, len(events) - 4]  # never more than two go at once
        with pytest.raises(Missing):
            await hall.table(table)
        assert table not in hall.unreadable
        monkeypatch.setattr(hall.store, "append", real)
        clock_is(monkeypatch, now_ms() + cleaning.GIVEN_UP + 60_000)
        await hall.cleaning.now()
        assert await hall.store.log(table) == []
        assert await statuses(hall) == []


@lived
async def test_what_is_at_home_with_another_process_is_not_taken_away_under_it(new_postgres: str) -> None:
    async with halls(new_postgres) as (hall, ann), halls(new_postgres) as (other, _):
        await hall.homes.open()
        await other.homes.open()
        tables = [await finish(hall, ann) for _ in range(2)]
        while hall.live or hall.releasing:
            for live in list(hall.live.values()):
                live.post(Stop())
            await asyncio.sleep(0)
        seen = await other.table(tables[0])  # somebody looks at it
        await touched(hall, now_ms() - 366 * DAY, *tables)
        await hall.cleaning.remove("finished", now_ms() - 365 * DAY)
        assert await statuses(hall) == ["finished"]
        assert (await seen.read(lambda live: live.table.status)) == "finished"


@lived
async def test_nobody_takes_a_table_that_is_leaving(new_postgres: str) -> None:
    async with halls(new_postgres) as (hall, ann), halls(new_postgres) as (other, _):
        await hall.homes.open()
        await other.homes.open()
        table = await hall.create(c.NewTable(game="flip"), ann)
        await touched(hall, now_ms() - 366 * DAY, table)
        assert await hall.cleaning._claim("open", False, now_ms() - DAY) == [table]
        with pytest.raises(Missing):
            await other.table(table)
