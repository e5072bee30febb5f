"""The SQLite file: kept to its owner, noticed when it vanishes, looked at where it may not be written to."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from place import Client, Person, Place, command, environment, lived

from kvartal.server.store.store import Store


async def moving(place: Place) -> tuple[Person, str, Client]:
    ann = await place.person("Ann")
    table = await ann.table(seats=["me"], options={"turn_cap": 0, "win_cards": 0})
    await ann.do(table, do="start")
    client = await ann.sit_at(table)
    for number in range(4):
        assert await move(client, f"a{number}") is None
    return ann, table, client


async def move(client: Client, name: str) -> dict[str, str] | None:
    seen: dict[str, str] | None = await client.say(do="move", id=name, seen=client.version, move=client.moves[0])
    if seen is None:
        version = client.version
        await client.until(lambda: client.version >= version)
    return seen


async def health(place: Place) -> tuple[int, str]:
    async with place.http() as http:
        status, text = await http.ask("GET", "/healthz")
    return status, text.decode()


def files(database: Path) -> list[Path]:
    return [database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))]


@pytest.mark.parametrize("which", ["all of them", "the file", "the log beside it"])
@lived
async def test_a_file_that_vanishes_takes_no_more_moves(
    tmp_path: Path, start: Callable[..., Place], which: str
) -> None:
    database = tmp_path / "x.db"
    place = start(str(database))
    ann, table, client = await moving(place)
    gone = {"all of them": files(database), "the file": [database], "the log beside it": files(database)[1:2]}[which]
    for path in gone:
        path.unlink()
    before = await ann.look(table)
    refused = await move(client, "lost")
    assert refused is not None
    assert "could not be stored" in refused["text"]
    assert (await ann.ask("POST", "/api/me", {"name": "Bob"}))[0] == 503
    key = await ann.ask("POST", "/api/me/carry", {})
    assert key[0] == 503
    assert (await ann.look(table))["view"] == before["view"]  # and yet what was there is shown
    status, said = await health(place)
    assert status == 503
    assert "is gone" in said
    assert str(tmp_path) not in said
    assert not gone[0].exists()  # no new one took its place


@lived
async def test_a_file_that_comes_back_goes_on_and_another_in_its_place_is_left_alone(
    tmp_path: Path, start: Callable[..., Place]
) -> None:
    database, aside, other = tmp_path / "x.db", tmp_path / "aside", tmp_path / "other.db"
    store = await Store(str(other)).open()
    await store.close()
    place = start(str(database))
    ann, table, client = await moving(place)
    aside.mkdir()
    for path in files(database):
        path.rename(aside / path.name)
    assert (await health(place))[0] == 503  # noticed without anybody writing
    shutil.copy(other, database)
    content = database.read_bytes()
    assert await move(client, "elsewhere") is not None
    assert "replaced" in (await health(place))[1]
    assert database.read_bytes() == content
    for path in files(aside / database.name):
        path.rename(database.with_name(path.name))
    client.refused.clear()
    assert await move(client, "back") is None
    assert (await health(place))[0] == 200
    version = client.version
    place.kill()
    again = await Person(start(str(database)), ann.token, "", "").sit_at(table)
    assert again.version == version


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    yield
    os.umask(before)


@lived
async def test_what_we_make_is_readable_by_its_owner_alone(tmp_path: Path, start: Callable[..., Place]) -> None:
    database, copy = tmp_path / "x.db", tmp_path / "copy.db"
    with umask(0):
        place = start(str(database))
        await moving(place)
        assert {path.name: mode(path) for path in tmp_path.iterdir()} == dict.fromkeys(
            ("x.db", "x.db-wal", "x.db-shm", "x.db.lock"), 0o600
        )
        subprocess.run(
            command("backup", str(copy), "--database", str(database)),
            check=True,
            env=environment(),
            capture_output=True,
        )
    assert mode(copy) == 0o600
    assert "can be read by others" not in place.end()[1]
    database.chmod(0o644)
    place = start(str(database))
    assert await health(place) == (200, "ok\n")
    assert place.end()[1].count("x.db can be read by others") == 1
    assert mode(database) == 0o644  # somebody may have wanted it so


@pytest.mark.parametrize("which", ["file", "folder", "both"])
@lived
async def test_where_nothing_may_be_written_one_can_still_look(
    tmp_path: Path, start: Callable[..., Place], which: str
) -> None:
    folder = tmp_path / "place"
    folder.mkdir()
    database = folder / "x.db"
    place = start(str(database), pages=True)
    ann, table, client = await moving(place)
    view = client.view
    place.end()
    database.chmod(0o400 if which != "folder" else 0o600)
    folder.chmod(0o500 if which != "file" else 0o700)
    try:
        place = start(str(database), pages=True, bound=True)
        ann = Person(place, ann.token, ann.id, "Ann")
        assert (await ann.look(table))["view"] == view
        for path in ("/", "/results", f"/table/{table}", "/api/tables/mine"):
            assert (await ann.ask("GET", path))[0] == 200, path
        client = await ann.sit_at(table)
        refused = await move(client, "no")
        assert refused is not None
        assert "one can only look" in refused["text"]
        for path, body in (("/api/me", {"name": "Bob"}), ("/api/tables", {"game": "flip", "seats": ["me"]})):
            status, answer = await ann.ask("POST", path, body)
            assert (status, "one can only look" in answer["error"]) == (503, True)
        status, said = await health(place)
        assert (status, "may not be written to" in said) == (503, True)
        code, log = place.end()
        assert code == 0
        assert [line for line in log.splitlines() if "may not be written to: nothing is stored; what" in line]
        assert '"trace"' not in log
    finally:
        folder.chmod(0o700)
        database.chmod(0o600)


def test_an_older_file_that_may_not_be_written_to_is_refused_in_one_line(tmp_path: Path) -> None:
    from place import humble

    database = tmp_path / "x.db"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
    connection.close()
    database.chmod(0o400)
    done = subprocess.run(
        command("serve", "--port", "0", "--database", str(database)),
        env=environment(), capture_output=True, text=True, timeout=60, preexec_fn=humble,
    )  # fmt: skip
    assert done.returncode == 3
    assert "not up to date; may not be written to" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@lived
async def test_the_first_page_is_there_on_a_full_disk(tmp_path: Path, start: Callable[..., Place]) -> None:
    from test_outages import full_disk

    place = start(str(tmp_path / "x.db"), pages=True)
    ann = await place.person("Ann")
    async with full_disk(place):
        status, page = await ann.ask("GET", "/")
        assert (status, "cannot be stored now" in page) == (200, True)
    status, page = await ann.ask("GET", "/")
    assert (status, "cannot be stored now" in page, page.count("data-daily=") > 3) == (200, False, True)
    code, log = place.end()
    assert (code, '"trace"' in log) == (0, False), log
