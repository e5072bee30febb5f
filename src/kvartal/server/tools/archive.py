"""`kvartal archive`: finished tables go from the database into files, and come back from them."""

import contextlib
import errno
import os
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import insert, select, text, tuple_

from kvartal.server.live.cleaning import DAY
from kvartal.server.store import index, schema
from kvartal.server.store.archive import Archive, BadArchive, Kept, Result, Writing, row_of, without_words
from kvartal.server.store.people import People
from kvartal.server.store.removal import AT_ONCE, Removal
from kvartal.server.store.store import Store, Unreachable, now_ms
from kvartal.server.table.fair import today
from kvartal.server.table.table import ENDED, FINISHED
from kvartal.server.tools.admin import existing

_TRY = text(
    "INSERT INTO tries (person, deal, number, table_id) VALUES (:person, :deal, :number, :t) ON CONFLICT DO NOTHING"
)


class Told(msgspec.Struct):
    """What was done, for a sentence."""

    files: list[str] = []
    tables: int = 0
    bytes: int = 0
    left: list[str] = []  # tables that cannot be read, or that somebody came back to


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Nobody else archives into this folder meanwhile."""
    if not folder.is_dir():
        raise Unreachable(f"{folder} is not a folder")
    held = os.open(folder, os.O_RDONLY)
    try:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass
    except BlockingIOError:
        os.close(held)
        raise Unreachable(f"another archive is being written into {folder}") from None
    try:
        yield
    finally:
        os.close(held)


async def archive(database: str, into: str, days: int, most: int) -> Told:
    """Tables that have been over for so many days, so many in a file; each leaves the database when its file is
    written and has been read again."""
    folder, told = Path(into), Told()
    with alone_in(folder):
        store = await Store(existing(database)).open()
        try:
            if store.read_only:
                raise Unreachable(store.read_only)
            while await _one_file(store, folder, now_ms() - days * DAY, most, told):
                pass
        finally:
            await store.close()
    return told


async def _one_file(store: Store, folder: Path, before: int, most: int, told: Told) -> bool:
    written: dict[str, int] = {}  # how many events of each table are in the file
    writing: Writing | None = None
    try:
        async for table_id in _old(store, before, set(told.left)):
            kept = await _kept(store, table_id)
            if kept is None:
                told.left.append(table_id)
                continue
            writing = writing or Writing(folder, today())
            writing.add(kept)
            written[table_id] = len(kept.events)
            if len(written) == most:
                break
        if writing is None:
            return False
        path = writing.finish()
    except OSError as error:
        full = "the disk is full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else error.strerror or str(error)
        raise Unreachable(f"{folder}: {full}; what is not in a finished file is still in the database") from None
    finally:
        if writing is not None:
            writing.give_up()
    told.files.append(str(path))
    told.bytes += path.stat().st_size
    removal, names = Removal(store), list(written)
    for first in range(0, len(names), AT_ONCE):
        few = names[first : first + AT_ONCE]
        gone = [name for name in few if len(await store.log(name)) == written[name]]
        told.left += [name for name in few if name not in gone]
        told.tables += len(gone)
        await removal.remove(gone)
    return True


async def _old(store: Store, before: int, left: set[str]) -> AsyncIterator[str]:
    """The ids of tables that are long over, oldest first, without those that were tried."""
    rows = schema.tables.c
    for status in (FINISHED, ENDED):
        for public in (True, False):
            last: tuple[int, str] = (-1, "")
            while True:
                query = select(rows.touched, rows.id).where(
                    rows.status == status, rows.public if public else ~rows.public, rows.touched < before,
                    tuple_(rows.touched, rows.id) > last,
                )  # fmt: skip
                found = await store.all(query.order_by(rows.touched, rows.id).limit(500))
                if not found:
                    break
                for row in found:
                    if row.id not in left:
                        yield row.id
                last = tuple(found[-1])


async def _kept(store: Store, table_id: str) -> Kept | None:
    """A table as it goes into the file; None if it cannot be read."""
    tables, tries, results, deals = schema.tables.c, schema.tries.c, schema.results.c, schema.deals.c
    (row,) = await store.all(select(schema.tables).where(tables.id == table_id))
    dealt = await store.all(select(deals.body).where(deals.id == row.deal, deals.day.is_(None))) if row.deal else []
    tried = select(tries.person, tries.deal, tries.number).where(tries.table_id == table_id)
    reached = await store.all(select(schema.results).where(results.table_id == table_id).order_by(results.seat))
    try:
        kept = Kept(
            id=row.id, game=row.game, status=row.status, public=bool(row.public), created=row.created,
            touched=row.touched, deal=row.deal, dealt=[msgspec.Raw(bytes(body)) for (body,) in dealt],
            tries=[tuple(each) for each in await store.all(tried)],
            results=[
                Result(r.deal, r.seat, r.person, r.points, r.place, r.at, r.attempt, bool(r.helped)) for r in reached
            ],
            events=[msgspec.Raw(without_words(body)) for body in await store.log(table_id)],
        )  # fmt: skip
        kept.table()
    except (ValueError, KeyError, IndexError, TypeError):
        return None
    return kept


async def restore(file: str, database: str, only: str | None) -> tuple[int, int]:
    """Every table of an archive, or one, back into the database: how many came, and how many were there already.

    The whole file is looked at before anything is put anywhere."""
    with Archive(file) as opened:
        wanted = [only] if only else list(opened.sums)
        for table_id in wanted:
            opened.table(table_id)
        store = await Store(existing(database)).open()
        came = 0
        try:
            for table_id in wanted:
                came += await _put_back(store, opened.kept(table_id), opened.path)
        finally:
            await store.close()
    return came, len(wanted) - came


async def _put_back(store: Store, kept: Kept, path: Path) -> bool:
    tables = schema.tables.c
    if await store.all(select(tables.id).where(tables.id == kept.id)) or await store.log(kept.id):
        return False
    for body in kept.dealt:
        try:
            index.read_deal(bytes(body))
        except msgspec.MsgspecError as error:
            raise BadArchive(path, f"the deal of table {kept.id} is not one of ours: {error}") from None
    table = kept.table()
    people = set(filter(None, [table.host, *table.people, *(each.person for each in kept.results)]))
    gone = await People(store).missing(people)  # who was forgotten meanwhile stays forgotten
    now = now_ms()  # so long it stays again
    statements: list[Any] = [(insert(schema.tables), row_of(kept, index.about(table)) | {"touched": now})]
    places = [person for person in dict.fromkeys([table.host, *table.people]) if person and person not in gone]
    tries = [each for each in kept.tries if each[0] not in gone]
    for body in kept.dealt[:1]:
        statements.append((index.DEAL, {"id": index.deal_id(table), "game": kept.game, "body": bytes(body)}))
    if places:
        ended = [{"person": person, "table_id": kept.id, "ended": table.noticed} for person in places]
        statements.append((insert(schema.places), ended))
    if tries:
        statements.append((_TRY, [{"person": p, "deal": d, "number": n, "t": kept.id} for p, d, n in tries]))
    if kept.results:
        known = [
            msgspec.structs.asdict(each) | {"table_id": kept.id}
            | ({"person": "", "attempt": min(0, each.attempt)} if each.person in gone else {})
            for each in kept.results
        ]  # fmt: skip
        statements.append((insert(schema.results), known))
    rows = [(kept.id, number, bytes(body)) for number, body in enumerate(kept.events, 1)]
    await store.append(rows, statements)
    return True


def listed(file: str) -> list[str]:
    """One line for each table."""
    lines = []
    with Archive(file) as opened:
        for kept in opened.tables():
            day = datetime.fromtimestamp(kept.touched / 1000, UTC).date().isoformat()
            lines.append(f"{kept.id:24} {day} {kept.game} {kept.status}, {len(kept.events)} events")
    return lines
