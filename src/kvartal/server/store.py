"""Where the events are kept: one writer puts what all tables have to say into one transaction after another.

An append returns only after its transaction has been committed; that is what *stored before shown* rests on.
Transactions are explicit everywhere. The key (table, number) decides between processes: the second one to append
the same number gets a `Conflict` and must read again.
"""

import asyncio
import contextlib
import logging
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from alembic import command as alembic_command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Executable, NullPool, create_engine, event, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from kvartal.server import schema
from kvartal.server.metrics import Metrics

log = logging.getLogger("kvartal.store")
CHANNEL = "kvartal"
MOST_AT_ONCE = 2000  # events in one transaction
BUSY, GATHER = 4, 0.003
LATER = 1.0  # seconds that waits what nobody waits for
PATIENCE = 10.0  # seconds to wait for a locked SQLite file

Row = tuple[str, int, bytes]  # table, number, body
Statement = tuple[Executable, Any]  # with its parameters


_INSERT = "INSERT INTO events (table_id, number, body) VALUES "
MOVED = text("UPDATE tables SET touched = :touched, due = :due, about = :about WHERE id = :i")
_ALL_MOVED = (
    "UPDATE tables SET touched = v.column2, due = v.column3, about = v.column4 "
    "FROM (VALUES {rows}) AS v WHERE tables.id = v.column1"
)
ROWS_AT_ONCE = 64  # of one statement; each number of rows is a prepared statement of its own


class Unreachable(RuntimeError):
    """The database cannot be used, in one line."""


class Conflict(RuntimeError):
    """Somebody else has appended this number: read again."""


@dataclass(slots=True)
class Unit:
    """What must be stored together or not at all."""

    rows: Sequence[Row] = ()
    statements: Sequence[Statement] = ()
    done: "asyncio.Future[None] | None" = None
    begun: "asyncio.Future[None] | None" = None


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def url_of(database: str) -> str:
    """A file name, or a URL `postgresql://…`, as SQLAlchemy wants it."""
    scheme, _, rest = database.partition("://")
    if scheme in ("postgresql", "postgres", "postgresql+asyncpg"):
        return f"postgresql+asyncpg://{rest}"
    if scheme in ("sqlite", "sqlite+aiosqlite"):
        scheme, rest = rest.removeprefix("/"), ""
    if not rest:
        file = Path(scheme).expanduser().resolve()
        if not scheme.strip() or scheme == ":memory:" or file.is_dir():
            raise Unreachable(f"--database names a file (or postgresql://user@host/name), not {scheme!r}")
        return f"sqlite+aiosqlite:///{file}"
    raise Unreachable(f"--database is a file or postgresql://user@host/name, not {scheme}://…")


def _durable(connection: sqlite3.Connection, _: object) -> None:
    """WAL and FULL: a commit that was acknowledged survives a crash of the machine, not only of the process."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={int(PATIENCE * 1000)}"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.execute("PRAGMA secure_delete=FAST")  # what somebody wanted forgotten does not linger in the file
    cursor.close()


class Store:
    def __init__(self, database: str, metrics: Metrics | None = None) -> None:
        self.url = make_url(url_of(database))
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.metrics = metrics or Metrics()
        self.engine = self._engine()
        self._queue: list[Unit] = []
        self._work = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closing = False
        self.failing = ""  # why the last transaction could not be stored
        self._line: _Thread | _Line = _Thread(self.engine) if self.sqlite else _Line(self.engine)

    def _engine(self) -> AsyncEngine:
        if self.sqlite:
            file = Path(self.url.database or "")
            if not file.parent.is_dir():
                raise Unreachable(f"there is no folder {file.parent} for {file.name}; make it, or name another file")
            engine = create_async_engine(self.url, connect_args={"timeout": PATIENCE})
            event.listen(engine.sync_engine, "connect", _durable)
            return engine
        try:
            return create_async_engine(self.url, pool_size=8, max_overflow=4, pool_pre_ping=True)
        except ModuleNotFoundError:
            raise Unreachable(f"PostgreSQL needs one more package: {sys.executable} -m pip install asyncpg") from None

    async def open(self, migrate: bool | None = None) -> "Store":
        """Connect; bring SQLite up to date; refuse a PostgreSQL that is not."""
        try:
            await self._up_to_date(self.sqlite if migrate is None else migrate)
        except BaseException:
            await self.engine.dispose()
            raise
        self._writer = asyncio.create_task(self._write_on())
        return self

    async def close(self) -> None:
        """Everything handed in is stored before this returns."""
        self._closing = True
        self._work.set()
        if self._writer is not None:
            await self._writer
        await self._line.hang_up()
        await self.engine.dispose()

    # Migrations ---------------------------------------------------------------------------------------------------

    async def _up_to_date(self, migrate: bool) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        newest = ScriptDirectory.from_config(config).get_current_head()

        def bring(connection: Connection) -> str | None:
            found = MigrationContext.configure(connection).get_current_revision()
            if found is not None and found > (newest or ""):
                raise Unreachable(f"this database is of a newer kvartal (step {found}, this one knows {newest})")
            if found != newest and migrate:
                config.attributes["connection"] = connection
                alembic_command.upgrade(config, "head")
                found = newest
            return found

        try:
            async with self.engine.begin() as connection:
                if not self.sqlite and migrate:  # two processes may try at once
                    await connection.execute(text("SELECT pg_advisory_xact_lock(7046002)"))
                found = await connection.run_sync(bring)
        except (SQLAlchemyError, OSError, sqlite3.Error) as error:
            raise Unreachable(f"the database {self.named} cannot be used: {reason(error)}") from None
        if found != newest:
            raise Unreachable(f"the database {self.named} is not up to date; run `kvartal migrate` first")

    @property
    def named(self) -> str:
        """The database in words, without its password."""
        if self.sqlite:
            return str(self.url.database)
        return self.url.set(drivername="postgresql").render_as_string(hide_password=True)

    # Writing ------------------------------------------------------------------------------------------------------

    async def append(
        self, rows: Sequence[Row], statements: Sequence[Statement] = (), begun: "asyncio.Future[None] | None" = None
    ) -> None:
        """Store these, all or none; returns when they are safe. `begun` may hear when only the disk is waited for."""
        if self._closing:
            raise Unreachable("the server is shutting down")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(Unit(rows, statements, done, begun))
        self._work.set()
        await done

    def later(self, *statements: Statement) -> None:
        """Store these some time soon; nobody waits for it."""
        self._queue.append(Unit(statements=statements))

    async def _write_on(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            alarm = loop.call_later(LATER, self._work.set)
            await self._work.wait()
            alarm.cancel()
            self._work.clear()
            while self._queue:
                taken = size = 0
                while taken < len(self._queue) and size < MOST_AT_ONCE:
                    size += len(self._queue[taken].rows) + 1
                    taken += 1
                units, self._queue = self._queue[:taken], self._queue[taken:]
                try:
                    await self._write(units)
                except Exception:  # a fault of our own: whoever waits is told, and the writer goes on
                    log.exception("a transaction failed")
                    for unit in units:
                        _fail(unit, Unreachable("could not be stored"))
                if taken > BUSY and not self._closing:
                    await asyncio.sleep(GATHER)  # many are moving: the next transaction may as well take more of them
            if self._closing:
                return

    async def _write(self, units: list[Unit], again: bool = True) -> None:
        try:
            await self._line.commit(units)
        except IntegrityError as error:
            if len(units) == 1:
                return _fail(units[0], Conflict(reason(error)))
            for unit in units:  # one of them came second: each on its own
                await self._write([unit])
            return None
        except (SQLAlchemyError, OSError) as error:
            await self._line.hang_up()
            if again and isinstance(error, DBAPIError) and error.connection_invalidated:
                return await self._write(units, again=False)  # the connection had died before, or the keys will tell
            if len(units) > 1 and isinstance(error, DBAPIError) and not error.connection_invalidated:
                for unit in units:
                    await self._write([unit])
                return None
            self.failing = reason(error)
            for unit in units:
                _fail(unit, Unreachable(f"could not be stored: {self.failing}"))
            return None
        self.failing = ""
        for unit in units:
            if unit.done is not None and not unit.done.done():
                unit.done.set_result(None)
        return None

    # Reading ------------------------------------------------------------------------------------------------------

    async def log(self, table_id: str, after: int = 0) -> list[bytes]:
        """The events of a table, in order, from number `after` + 1 on."""
        rows = schema.events.c
        query = select(rows.body).where(rows.table_id == table_id, rows.number > after).order_by(rows.number)
        return [bytes(body) for (body,) in await self.all(query)]

    async def all(self, query: Executable, values: Any = None) -> Sequence[Any]:
        async with self.reading() as connection:
            return (await connection.execute(query, values)).all()

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise Unreachable(f"the database did not answer: {reason(error)}") from None


class _Line:
    """The connection that writes. Kept: taking one from the pool costs a move."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.connection: AsyncConnection | None = None

    async def commit(self, units: list[Unit]) -> None:
        connection = self.connection
        if connection is None or connection.closed or connection.invalidated:
            connection = self.connection = await self.engine.connect()
        await connection.run_sync(_commit, units)

    async def hang_up(self) -> None:
        """After a failure the next transaction begins on a fresh connection."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
                await connection.close()


class _Thread:
    """The same for SQLite, in a thread of its own: one hop for a transaction instead of one for every statement."""

    def __init__(self, engine: AsyncEngine) -> None:
        url = engine.url.set(drivername="sqlite")
        self.engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": PATIENCE})
        event.listen(self.engine, "connect", _durable)
        self.connection: Connection | None = None
        self.thread = ThreadPoolExecutor(1, "store")

    async def commit(self, units: list[Unit]) -> None:
        await asyncio.get_running_loop().run_in_executor(self.thread, self._commit, units)

    def _commit(self, units: list[Unit]) -> None:
        if self.connection is None:
            self.connection = self.engine.connect()
        _commit(self.connection, units)

    async def hang_up(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self.thread, self._hang_up)

    def _hang_up(self) -> None:
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.close()


def _commit(connection: Connection, units: list[Unit]) -> None:
    """One transaction for all of them."""
    rows = [row for unit in units for row in unit.rows]
    sqlite = connection.dialect.name == "sqlite"
    with connection.begin():
        _insert(connection, rows, sqlite)
        for statement, values in gathered(units):
            if sqlite and statement is MOVED:
                _update(connection, values)
            else:
                connection.execute(statement, values)
        if rows and not sqlite:
            last = {row[0]: row[1] for row in rows}
            said = [{"c": CHANNEL, "m": f"{table}:{number}"} for table, number in last.items()]
            connection.execute(text("SELECT pg_notify(:c, :m)"), said)
        begun = units[0].begun if len(units) == 1 else None  # when many move, drawing would only hold up the others
        if begun is not None:
            begun.get_loop().call_soon_threadsafe(_ring, begun)


def _insert(connection: Connection, rows: list[Row], sqlite: bool) -> None:
    """What is done for every move, straight to the driver.

    SQLite lets go of the interpreter for every single statement, and a busy server gives it back late: so many rows
    are one statement.
    """
    if not sqlite:
        if rows:
            connection.exec_driver_sql(_INSERT + "($1, $2, $3)", rows)
        return
    for first in range(0, len(rows), ROWS_AT_ONCE):
        few = rows[first : first + ROWS_AT_ONCE]
        connection.exec_driver_sql(_INSERT + ", ".join(["(?, ?, ?)"] * len(few)), tuple(chain.from_iterable(few)))


def _update(connection: Connection, values: list[dict[str, Any]]) -> None:
    """The same for the helping rows of tables where somebody has moved; of one table only the last counts."""
    rows = [(row["i"], row["touched"], row["due"], row["about"]) for row in {row["i"]: row for row in values}.values()]
    for first in range(0, len(rows), ROWS_AT_ONCE):
        few = rows[first : first + ROWS_AT_ONCE]
        statement = _ALL_MOVED.format(rows=", ".join(["(?, ?, ?, ?)"] * len(few)))
        connection.exec_driver_sql(statement, tuple(chain.from_iterable(few)))


def gathered(units: list[Unit]) -> list[Statement]:
    """The statements in order; the same one several times in a row is run once with all its values."""
    found: list[Statement] = []
    for unit in units:
        for statement, values in unit.statements:
            if found and found[-1][0] is statement and values is not None:
                found[-1][1].extend(values if isinstance(values, list) else [values])
            else:
                found.append((statement, list(values) if isinstance(values, list) else [values] if values else None))
    return found


def _ring(begun: "asyncio.Future[None]") -> None:
    if not begun.done():
        begun.set_result(None)


def _fail(unit: Unit, error: Exception) -> None:
    if unit.done is not None and not unit.done.done():
        unit.done.set_exception(error)


def reason(error: BaseException) -> str:
    """One line, without parameters: they may hold what nobody should read in a log."""
    original = getattr(error, "orig", None) or error
    words = str(original).strip().split("\n")[0] or type(original).__name__
    return words.split("DETAIL")[0][:200]
