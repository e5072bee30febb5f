"""Looking after a database: bring it up to date, copy it whole, take one record out."""

from pathlib import Path

from sqlalchemy import func, insert, select

from kvartal.server.live.hall import Hall
from kvartal.server.live.mailbox import LiveTable
from kvartal.server.store import schema
from kvartal.server.store.store import Store, Unreachable
from kvartal.server.table.fair import record

AT_ONCE = 500
ROWS = (
    schema.people, schema.devices, schema.tables, schema.places, schema.deals, schema.results, schema.studies,
    schema.events,
)  # fmt: skip


async def migrate(database: str) -> str:
    store = await Store(database).open(migrate=True)
    await store.close()
    return store.named


async def copy(source: Store, target: Store) -> int:
    """Every row, as one moment saw them; the target must be empty."""
    count = 0
    async with target.engine.begin() as into:
        if (await into.execute(select(func.count()).select_from(schema.events))).scalar_one():
            raise Unreachable(f"{target.named} is not empty")
        async with source.reading() as connection:
            if not source.sqlite:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            for table in ROWS:
                rows = await connection.stream(select(table))
                async for part in rows.mappings().partitions(AT_ONCE):
                    await into.execute(insert(table), [dict(row) for row in part])
                    count += len(part)
    return count


async def backup(database: str, file: str) -> int:
    """A copy of a running or resting database as one SQLite file."""
    path = Path(file)
    if path.exists():
        raise Unreachable(f"{file} exists already")
    if not path.parent.is_dir():
        raise Unreachable(f"{path.parent} is not a folder")
    return await _copied(database, file)


async def restore(file: str, database: str) -> int:
    """A backup into an empty database, SQLite or PostgreSQL."""
    if not Path(file).is_file():
        raise Unreachable(f"{file} is not a file")
    return await _copied(file, database)


def existing(database: str) -> str:
    """A file that is read from must be there: a mistyped name is not a new database."""
    if "://" not in database and not Path(database).expanduser().is_file():
        raise Unreachable(f"there is no database {database}")
    return database


async def _copied(database: str, into: str) -> int:
    source = await Store(existing(database)).open()
    try:
        target = await Store(into).open(migrate=True)
        try:
            return await copy(source, target)
        finally:
            await target.close()
    finally:
        await source.close()


async def export(database: str, table_id: str) -> str:
    """The record of one table as anybody may have it."""
    store = await Store(existing(database)).open()
    hall = Hall(store, store.metrics)
    try:
        live = LiveTable(hall, await hall.read(table_id))
        await live.learn_names()
        live.task.cancel()
        return record(live, "", watching=True)
    finally:
        await store.close()
