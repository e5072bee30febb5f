"""What was acknowledged is what is stored; the key (table, number) decides; backups hold everything."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from place import command, environment, lived
from sqlalchemy import insert, select

from kvartal.server.store import schema
from kvartal.server.store.store import Conflict, Store, Unreachable
from kvartal.server.store.writing import APART, MANY, MOVED, Gathering, Unit


@lived
async def test_what_was_acknowledged_is_what_is_stored(database: str) -> None:
    store = await Store(database).open()
    await asyncio.gather(*(store.append([(f"t{n % 7}", n // 7 + 1, b"%d" % n)]) for n in range(700)))
    await store.close()
    again = await Store(database).open()
    for table in range(7):
        assert await again.log(f"t{table}") == [b"%d" % n for n in range(table, 700, 7)]
    assert await again.log("t3", after=98) == [b"%d" % n for n in (3 + 98 * 7, 3 + 99 * 7)]
    await again.close()


@lived
async def test_the_second_to_append_a_number_gets_a_conflict_and_its_neighbours_do_not(database: str) -> None:
    store = await Store(database).open()
    await store.append([("a", 1, b"first")])
    results = await asyncio.gather(
        store.append([("b", 1, b"fine")]),
        store.append([("a", 1, b"second"), ("a", 2, b"second")]),
        store.append([("c", 1, b"fine")]),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), Conflict, type(None)]
    assert await store.log("a") == [b"first"]  # all or nothing
    assert [await store.log(table) for table in "bc"] == [[b"fine"], [b"fine"]]
    await store.close()


@lived
async def test_of_a_table_that_moved_several_times_the_last_row_stays(database: str) -> None:
    store = await Store(database).open()
    about = {"game": "flip", "public": False, "created": 0, "touched": 0, "about": b"", "status": "playing"}
    await store.append([], [(insert(schema.tables), [{"id": f"t{n}", **about} for n in range(200)])])
    moved = [(n % 150, n) for n in range(400)]  # the last fifty tables stay as they are
    rows = [{"i": f"t{table}", "touched": n, "due": n if n % 2 else None, "about": b"%d" % n} for table, n in moved]
    await asyncio.gather(*(store.append([(row["i"], n, b"")], [(MOVED, row)]) for n, row in enumerate(rows)))
    found = await store.all(select(*(schema.tables.c[name] for name in ("id", "touched", "due", "about"))))
    last = dict(moved)
    expected = {(f"t{t}", n, n if n % 2 else None, b"%d" % n) for t, n in last.items()}
    assert {(*row[:3], bytes(row[3])) for row in found} == expected | {(f"t{n}", 0, None, b"") for n in range(150, 200)}
    await store.close()


@lived
async def test_closing_stores_what_was_handed_in(tmp_path: Path) -> None:
    store = await Store(str(tmp_path / "x.db")).open()
    waiting = [asyncio.ensure_future(store.append([("t", n, b"")])) for n in range(1, 50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    again = await Store(str(tmp_path / "x.db")).open()
    assert len(await again.log("t")) == 49
    with pytest.raises(Unreachable):
        await store.append([("t", 99, b"")])
    await again.close()


def test_sqlite_commits_durably(tmp_path: Path) -> None:
    async def settings() -> list[object]:
        store = await Store(str(tmp_path / "x.db")).open()
        async with store.engine.connect() as connection:
            found = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous")
            ]
        await store.close()
        return found

    assert asyncio.run(settings()) == ["wal", 2]  # 2: FULL


def test_a_database_of_a_newer_kvartal_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "x.db"

    async def opened() -> None:
        store = await Store(str(path)).open()
        await store.close()

    asyncio.run(opened())
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(Unreachable, match="newer"):
        asyncio.run(opened())


def run(*words: str, first: str = "", **more: str) -> "subprocess.CompletedProcess[str]":
    """What a command says; `first` is a folder whose modules come before all others."""
    here = environment() | more
    here["PYTHONPATH"] = os.pathsep.join(filter(None, [first, here["PYTHONPATH"]]))
    return subprocess.run(command(*words), env=here, capture_output=True, text=True, timeout=60)


def test_the_schema_in_the_code_is_the_one_the_migrations_make(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from kvartal.server.store.schema import metadata

    async def differences() -> object:
        store = await Store(str(tmp_path / "x.db")).open()
        async with store.engine.connect() as connection:
            found = await connection.run_sync(lambda line: compare_metadata(MigrationContext.configure(line), metadata))
        await store.close()
        return found

    assert asyncio.run(differences()) == []


def test_errors_are_one_line_and_an_exit_code(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from kvartal.server.tools.cli import COMMANDS

    garbage = tmp_path / "garbage.db"
    garbage.write_text("this is no database at all, but it is long enough to look like one " * 20)
    CliRunner().invoke(COMMANDS["migrate"], ("--database", str(tmp_path / "x.db")))
    for words, said in (
        (("migrate", "--database", "mysql://x/y"), "postgresql://"),
        (("migrate", "--database", "postgresql://nobody@127.0.0.1:1/none"), "cannot be used"),
        (("backup", "/nowhere/file.db", "--database", str(tmp_path / "x.db")), "not a folder"),
        (("restore", str(tmp_path / "none.db")), "not a file"),
        (("export", "nothing", "--database", str(tmp_path / "x.db")), "no such table"),
        (("export", "nothing", "--database", str(tmp_path / "typo.db")), "there is no database"),
        (("backup", str(tmp_path / "b.db"), "--database", str(tmp_path / "typo.db")), "there is no database"),
        (
            ("migrate", "--database", str(tmp_path / "typo" / "x.db")),
            "there is no folder",
        ),
        (("migrate", "--database", ""), "names a file"),
        (("migrate", "--database", "sqlite://"), "names a file"),
        (("migrate", "--database", "sqlite:///:memory:"), "names a file"),
        (("migrate", "--database", str(tmp_path)), "names a file"),
        (("migrate", "--database", str(garbage)), "not a database"),
    ):
        done = CliRunner().invoke(COMMANDS[words[0]], words[1:])
        assert done.exit_code == 3, (words, done)
        assert said in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_only_the_folder_of_the_usual_place_is_made(tmp_path: Path) -> None:
    """A path that somebody has typed may be mistyped: no folder appears there."""
    assert run("migrate", XDG_DATA_HOME=str(tmp_path / "data")).returncode == 0
    assert (tmp_path / "data" / "kvartal" / "kvartal.db").is_file()
    assert run("migrate", "--database", str(tmp_path / "typo" / "x.db")).returncode == 3
    assert not (tmp_path / "typo").exists()
    (tmp_path / "file").touch()
    done = run("migrate", XDG_DATA_HOME=str(tmp_path / "file"))
    assert (done.returncode, "cannot be made" in done.stderr) == (3, True)


def test_postgresql_without_its_package_names_a_command_that_works_here(tmp_path: Path) -> None:
    """Whether it runs from a clone or is installed: the very Python that runs is told to get it."""
    (tmp_path / "asyncpg.py").write_text("raise ModuleNotFoundError('asyncpg')")
    done = run("migrate", "--database", "postgresql://nobody@127.0.0.1:1/none", first=str(tmp_path))
    assert done.returncode == 3
    assert done.stderr == f"kvartal: PostgreSQL needs one more package: {sys.executable} -m pip install asyncpg\n"


def test_wrong_options_are_refused_before_anything_is_touched(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from kvartal.server.tools.cli import COMMANDS

    database = tmp_path / "x.db"
    for words, said in (
        (("--prot", "80"), "--port"), (("--port", "99999"), "65535"), (("--base-path", "/a b"), "/games"),
        (("--base-path", "/.."), "/games"), (("--origin", "play.example"), "https://play.example"),
        (("--origin", "https://play.example/path"), "https://play.example"), (("--proxy", "nginx"), "127.0.0.1"),
        (("--limits", "-1"), "range"), (("--limits", "nan"), "range"),
        (("--keep-open", "9" * 20), "range"), (("--keep-finished", "9" * 20), "range"),
        (("--bots", "0"), "range"), (("--keep-open", "soon"), "soon"), (("--metrics", "soon"), "address:port"),
        (("--metrics", "::1:9100"), "address:port"), (("--metrics", "99999"), "address:port"),
        (("--allowed-host", "https://play.example"), "play.example"), (("--allowed-host", "a:80"), "without a port"),
    ):  # fmt: skip
        done = CliRunner().invoke(COMMANDS["serve"], (*words, "--database", str(database)))
        assert (done.exit_code, said in done.stderr) == (2, True), (words, done.stderr)
    done = CliRunner().invoke(COMMANDS["serve"], ("--database", str(database)), env={"KVARTAL_LOG": "loud"})
    assert (done.exit_code, "KVARTAL_LOG" in done.stderr) == (3, True)
    assert not database.exists()


def test_a_server_that_cannot_start_says_why_in_one_line(tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for words, said in (
            (("--port", port, "--database", str(tmp_path / "x.db")), f"port {port} on 127.0.0.1 is taken"),
            (("--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/none"), "cannot be used"),
            (("--port", "0", "--database", "/proc/none/x.db"), "/proc/none"),
        ):
            done = run("serve", *words)
            assert done.returncode == 3, (words, done)
            assert said in done.stderr
            assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_the_address_that_is_told_can_be_opened() -> None:
    from kvartal.server.http.serve import address

    assert address("127.0.0.1", 8000, "") == "http://127.0.0.1:8000/"
    assert address("::1", 80, "/games") == "http://[::1]:80/games/"


def waits(tables: int) -> list[float]:
    """Before each of a hundred transactions, five milliseconds apart, with so many tables that move in turn."""
    gathering, found = Gathering(), []
    for number in range(100):
        now = 10 + number * 0.005
        found.append(gathering.wait(now))
        if not found[-1]:
            gathering.begin(now, [Unit(rows=[(f"t{number % tables}", number, b"")])])
    return found


def test_with_postgresql_a_transaction_waits_for_others_only_where_many_tables_move() -> None:
    assert not any(waits(1))  # somebody plays fast, alone
    assert not any(waits(MANY - 1))
    assert max(waits(50)) > APART / 2  # a move may wait for the next ones, but never longer than that
    assert max(waits(50)) <= APART
