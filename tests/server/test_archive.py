"""Finished tables go into files that replay and can be put back; what is broken is said, and nothing is lost."""

import asyncio
import errno
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from place import lived
from sqlalchemy import func, select
from test_cleaning import halls, statuses, touched
from test_popular import finish

from kvartal.__main__ import run as run_here
from kvartal.server.live.cleaning import DAY
from kvartal.server.live.hall import Hall
from kvartal.server.live.messages import Stop
from kvartal.server.store import archive as files
from kvartal.server.store import index, schema
from kvartal.server.store.archive import Archive, BadArchive
from kvartal.server.store.store import Unreachable, now_ms
from kvartal.server.table import commands as c
from kvartal.server.table import fair
from kvartal.server.tools import archive
from kvartal.server.tools.cli_growth import COMMANDS

ROWS = ("events", "tables", "places", "tries", "results", "deals")


async def rows(hall: Hall) -> dict[str, list[Any]]:
    found = {}
    for name in ROWS:
        table = schema.metadata.tables[name]
        columns = [each for each in table.c if each.name not in ("touched", "owner")]  # when, and by whom, it came back
        found[name] = sorted(tuple(row) for row in await hall.store.all(select(*columns)))
    return found


async def old_tables(hall: Hall, person: str, many: int) -> list[str]:
    """Finished long ago, and one that is not over."""
    done = [await finish(hall, person) for _ in range(many)]
    going = await finish(hall, person, begin_only=True)
    await hall.write_notes()
    await touched(hall, now_ms() - 200 * DAY, *done, going)
    await put_away(hall)
    return done


async def put_away(hall: Hall) -> None:
    for live in list(hall.live.values()):
        live.post(Stop())
        await live.task


@lived
async def test_what_is_archived_leaves_replays_and_comes_back_as_it_was(database: str, tmp_path: Path) -> None:
    async with halls(database) as (hall, ann):
        done = await old_tables(hall, ann, 5)
        fresh = await finish(hall, ann)
        deal = index.deal_id((await hall.table(done[0])).table)
        before, records, steps = await rows(hall), {}, {}
        for table in done:
            live = await hall.table(table)
            assert live.table.match is not None
            records[table] = fair.record(live, "", watching=True)
            steps[table] = list(live.table.match.steps)
        told = await archive.archive(database, str(tmp_path), 90, 2)
        assert (told.tables, len(told.files), told.left) == (5, 3, [])  # two in a file at most
        assert await statuses(hall) == ["finished", "playing"]
        assert not await hall.store.all(select(schema.deals).where(schema.deals.c.id == deal))
        left = {row[0] for row in await hall.store.all(select(schema.results.c.table_id))}
        assert left == {fresh}
        found: dict[str, Any] = {}
        for file in told.files:
            assert Path(file).stat().st_mode & 0o077 == 0
            with Archive(file) as opened:
                found |= {kept.id: kept.table().match for kept in opened.tables()}
        assert set(found) == set(done)
        for table in done:
            assert list(found[table].steps) == steps[table]
        for file in told.files:
            came, there = await archive.restore(file, database, None)
            assert (came > 0, there) == (True, 0)
            assert await archive.restore(file, database, None) == (0, came)
        after = await rows(hall)
        assert {name: after[name] for name in ROWS} == {name: before[name] for name in ROWS}
        tallies = schema.tallies.c
        counted = await hall.store.all(select(tallies.people).where(tallies.deal == deal))
        assert [row.people for row in counted] == [1]
        await put_away(hall)
        assert fair.record(await hall.table(done[0]), "", watching=True) == records[done[0]]


@lived
async def test_what_people_said_is_in_no_file_and_who_was_forgotten_stays_so(tmp_path: Path) -> None:
    database = str(tmp_path / "x.db")
    async with halls(database) as (hall, ann):
        (table,) = await old_tables(hall, ann, 1)
        await (await hall.table(table)).ask(c.Chat(text="a secret wish"), ann)
        await hall.write_notes()
        await touched(hall, now_ms() - 200 * DAY, table)
        (file,) = (await archive.archive(database, str(tmp_path), 90, 10)).files
        with zipfile.ZipFile(file) as opened:
            assert all(b"secret wish" not in opened.read(name) for name in opened.namelist())
        await put_away(hall)
        await hall.forget(ann)
        assert await archive.restore(file, database, table) == (1, 0)
        assert await hall.people.tables(ann) == []
        results = await hall.store.all(select(schema.results))
        assert [(row.person, row.attempt) for row in results] == [("", 0)]


@lived
async def test_what_cannot_be_read_or_was_gone_back_to_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = str(tmp_path / "x.db")
    async with halls(database) as (hall, ann):
        done = await old_tables(hall, ann, 3)
        await hall.store.append([(done[0], 99, b"{")])
        real_log = archive.Store.log  # somebody says something between the file and the removal

        async def log(store: Any, table: str, after: int = 0) -> list[bytes]:
            found: list[bytes] = await real_log(store, table, after)
            return [*found, b"{}"] if table == done[1] and list(tmp_path.glob("kvartal-*.zip")) else found

        monkeypatch.setattr(archive.Store, "log", log)
        told = await archive.archive(database, str(tmp_path), 90, 10)
        assert (told.tables, sorted(told.left)) == (1, sorted(done[:2]))
        assert await statuses(hall) == ["finished", "finished", "playing"]


def made(tmp_path: Path) -> tuple[str, str, list[str]]:
    """A place with tables in a file and none in the database: file, database, tables."""
    database = str(tmp_path / "x.db")
    found: list[str] = []

    async def make() -> str:
        async with halls(database) as (hall, ann):
            found.extend(await old_tables(hall, ann, 2))
            return (await archive.archive(database, str(tmp_path), 90, 10)).files[0]

    return asyncio.run(make()), database, found


def test_replay_verify_and_list_read_a_table_out_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, _, (table, _) = made(tmp_path)
    assert run_here(["verify", file, "--table", table]) == 0
    assert run_here(["replay", file, "--table", table]) == 0
    assert run_here(["archive", "--list", file]) == 0
    assert table in capsys.readouterr().out
    assert run_here(["verify", file]) == 2
    assert run_here(["replay", file, "--table", "nothing"]) == 2
    said = capsys.readouterr().err
    assert "name a table with --table" in said
    assert "there is no table 'nothing'" in said
    assert table in said


def broken(file: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    """The same archive with other contents."""
    with zipfile.ZipFile(file) as opened:
        members = {name: opened.read(name) for name in opened.namelist()}
    change(members)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for name, body in members.items():
            into.writestr(name, body)
    file.write_bytes(packed.getvalue())


def test_a_broken_file_is_named_and_puts_nothing_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, database, (table, _) = made(tmp_path)
    path, member = Path(file), f"tables/{table}.json"
    whole = path.read_bytes()

    def table_is(**other: Any) -> Callable[[dict[str, bytes]], None]:
        """A file that somebody has made, its sums right."""

        def change(members: dict[str, bytes]) -> None:
            members[member] = msgspec.json.encode(msgspec.json.decode(members[member]) | other)
            sums = msgspec.json.decode(members["manifest.json"])
            sums["tables"][table] = files.hashlib.sha256(members[member]).hexdigest()
            members["manifest.json"] = msgspec.json.encode(sums)

        return change

    def set_to(name: str, body: bytes) -> Callable[[dict[str, bytes]], None]:
        return lambda members: members.update({name: body})

    changes: list[tuple[Callable[[dict[str, bytes]], Any], str]] = [
        (set_to(member, b"{}"), "sum is wrong"),
        (lambda members: members.pop(member), "there is no tables/"),
        (lambda members: members.pop("manifest.json"), "there is no manifest"),
        (set_to("manifest.json", b"[]"), "not one of ours"),
        (set_to("manifest.json", b'{"kvartal":99,"tables":{}}'), "newer"),
        (table_is(events=[]), "cannot be replayed"),
        (table_is(events=[{"is": "moved", "at": 1, "seat": 0, "move": "x"}]), "cannot be replayed"),
        (table_is(id="../../etc"), "another name"),
        (table_is(results=7), "not one of ours"),
    ]
    for change, said in changes:
        path.write_bytes(whole)
        broken(path, change)
        with pytest.raises(BadArchive, match=said):
            asyncio.run(archive.restore(file, database, None))
    for part in (b"", whole[: len(whole) // 2], b"PK\x03\x04" + b"x" * 500):
        path.write_bytes(part)
        with pytest.raises(BadArchive, match="not an archive"):
            asyncio.run(archive.restore(file, database, None))
    middle = whole.index(b"tables/") + 200
    path.write_bytes(whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :])
    with pytest.raises(BadArchive, match=r"broken|sum is wrong"):
        asyncio.run(archive.restore(file, database, None))
    path.write_bytes(whole)
    monkeypatch.setattr(files, "LARGEST", 100)
    with pytest.raises(BadArchive, match="larger than"):
        asyncio.run(archive.restore(file, database, None))
    monkeypatch.undo()

    async def events() -> int:
        async with halls(database) as (hall, _):
            found = await hall.store.all(select(func.count()).select_from(schema.events))
            return int(found[0][0])

    before = asyncio.run(events())
    assert asyncio.run(archive.restore(file, database, None)) == (2, 0)
    assert asyncio.run(events()) > before


@pytest.mark.parametrize("where", ["writestr", "close", "fsync"])
def test_a_full_disk_leaves_everything_in_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    database = str(tmp_path / "x.db")
    folder = tmp_path / "archive"
    folder.mkdir()

    async def make() -> list[str]:
        async with halls(database) as (hall, ann):
            await old_tables(hall, ann, 2)
            return await statuses(hall)

    before = asyncio.run(make())

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(files.os if where == "fsync" else files.zipfile.ZipFile, where, full)
        with pytest.raises(Unreachable, match="the disk is full; what is not in a finished file is still in"):
            asyncio.run(archive.archive(database, str(folder), 90, 10))
    assert list(folder.iterdir()) == []

    async def left() -> list[str]:
        async with halls(database) as (hall, _):
            return await statuses(hall)

    assert asyncio.run(left()) == before
    assert asyncio.run(archive.archive(database, str(folder), 90, 10)).tables == 2


def test_what_is_asked_for_wrongly_is_said_in_a_line(tmp_path: Path) -> None:
    database = str(tmp_path / "x.db")
    assert CliRunner().invoke(COMMANDS["migrate"], ("--database", database)).exit_code == 0
    for words, code, said in (
        ((), 2, "a FOLDER to write to"),
        ((str(tmp_path), "--restore", "x"), 2, "a FOLDER to write to"),
        ((str(tmp_path / "none"), "--database", database), 3, "is not a folder"),
        ((str(tmp_path), "--database", str(tmp_path / "typo.db")), 3, "there is no database"),
        ((str(tmp_path), "--older-than", "0"), 2, "range"),
    ):
        done = CliRunner().invoke(COMMANDS["archive"], words)
        assert (done.exit_code, said in done.stderr) == (code, True), (words, done.stderr)
    done = CliRunner().invoke(COMMANDS["archive"], (str(tmp_path), "--database", database))
    assert (done.exit_code, done.stdout) == (0, "0 tables archived, 0.0 MB\n")
