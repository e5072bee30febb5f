"""Where the events are kept: one writer puts what all tables have to say into one transaction after another.

An append returns only after its transaction has been committed; that is what *stored before shown* rests on.
Transactions are explicit everywhere. Where several processes share a PostgreSQL, each appends under its lease: every
transaction begins by looking whether it still has it. (A `Conflict`, the same number twice, is then no more than a
transaction of our own of which the answer was lost.)
"""

import asyncio
import contextlib
import logging
import sqlite3
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from alembic import command as alembic_command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Executable, NullPool, event, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from kvartal.server.http.metrics import Metrics
from kvartal.server.store import schema
from kvartal.server.store.hour import now_ms as now_ms
from kvartal.server.store.sqlite_file import AT_LONGEST, PATIENCE, FileTrouble, Readers, SqliteFile
from kvartal.server.store.writing import Gathering, LeaseOver, Line, Row, Statement, Thread, Unit

log = logging.getLogger("kvartal.store")
MOST_AT_ONCE = 2000  # events in one transaction
BUSY, GATHER = 4, 0.003
POOLED = "prepared_statement_cache_size"  # =0 in the URL: behind pgbouncer in transaction mode
LOG_AT_ONCE = 2000  # events that are read in one go: the longest log does not stop anybody
STORED_WITHIN = 15.0  # seconds for a transaction; whoever is cut off from PostgreSQL must not wait for ever
CONNECTIONS = (2, 6)  # to PostgreSQL, of a process: for what is written, and for what is read
LATER = 1.0  # seconds that waits what nobody waits for
_LIMIT = str(int(1000 * (AT_LONGEST + 1)))  # milliseconds for a query
DEADLOCK = "40P01"  # as PostgreSQL calls it when two wait for each other, and one of them must begin again


class Unreachable(RuntimeError):
    """The database cannot be used, in one line; `said` is for whoever wanted something of it."""

    said = "the database does not answer; try again"


class NotStored(Unreachable):
    said = "this could not be stored, so it did not happen; try again"


class Unanswered(NotStored):
    """It may be stored all the same, now or when the database comes back to it: only the log will tell."""

    said = Unreachable.said


class ReadOnly(NotStored):
    said = "nothing can be stored here now, so it did not happen; one can only look"


class Fenced(NotStored):
    """The lease is over: the table may be at home with another process by now."""


class Conflict(RuntimeError):
    """This number, or this key, is there already."""


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


class Store:
    def __init__(self, database: str, metrics: Metrics | None = None) -> None:
        self.url = make_url(url_of(database))
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.pooled = self.url.query.get(POOLED) == "0"
        self.metrics = metrics or Metrics()
        self.file: SqliteFile | None = None
        self.engine = self._engine()
        self._reading = self.engine  # where a query is one way there and back
        if not self.sqlite and not self.pooled:
            self._reading = self._quick_engine()
        self._queue: list[Unit] = []
        self._work = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closing = False
        self._gathering = Gathering()
        self.lease = ""  # under which everything is stored, where several processes may
        self.lease_over = asyncio.Event()  # heard by whoever gets a new one
        self._failing = ""  # why the last transaction could not be stored
        self._line: Thread | Line = Line(self.engine, self.pooled) if self.file is None else Thread(self.file)
        self._readers = Readers(self.file) if self.file is not None else None

    def _engine(self) -> AsyncEngine:
        """For PostgreSQL; SQLite is brought up to date and copied with it, and otherwise has threads of its own."""
        if self.sqlite:
            self.file = SqliteFile(Path(self.url.database or ""))
            try:
                self.file.prepare()
            except FileTrouble as trouble:
                raise Unreachable(str(trouble)) from None
            url = self.file.url("sqlite+aiosqlite")
            engine = create_async_engine(url, poolclass=NullPool, connect_args={"timeout": PATIENCE})
            event.listen(engine.sync_engine, "connect", self.file.set_up)
            return engine
        try:
            bounds = _bounds(sum(CONNECTIONS) if self.pooled else CONNECTIONS[0])
            how = {"statement_cache_size": 0, "prepared_statement_name_func": _own_name} if self.pooled else {}
            return create_async_engine(self.url, **bounds, pool_pre_ping=not self.pooled, connect_args=how)
        except ModuleNotFoundError:
            raise Unreachable(f"PostgreSQL needs one more package: {sys.executable} -m pip install asyncpg") from None

    def _quick_engine(self) -> AsyncEngine:
        """For single queries: no transaction around them, and no question beforehand whether the line is alive.
        Stopping a query is a request that can come too early and be lost: then the database stops it itself."""
        limit = {"server_settings": {"statement_timeout": _LIMIT}}
        return create_async_engine(
            self.url, **_bounds(CONNECTIONS[1]), pool_use_lifo=True, isolation_level="AUTOCOMMIT", connect_args=limit
        )

    async def open(self, migrate: bool | None = None) -> "Store":
        """Connect; bring SQLite up to date; refuse a PostgreSQL that is not."""
        try:
            await self._up_to_date(self.sqlite if migrate is None else migrate)
            if isinstance(self._line, Thread):
                await self._line.open()
        except BaseException:
            await self._hang_up()
            raise
        self._writer = asyncio.create_task(self._write_on())
        return self

    async def close(self) -> None:
        """Everything handed in is stored before this returns."""
        self._closing = True
        self._work.set()
        if self._writer is not None:
            await self._writer
        await self._hang_up()

    async def _hang_up(self) -> None:
        if self._readers is not None:
            await self._readers.close()
        await self._line.hang_up()
        await self.engine.dispose()
        if self._reading is not self.engine:
            await self._reading.dispose()

    @property
    def trouble(self) -> str:
        """Why nothing can be stored now, in a line for anybody; empty while all is well."""
        if self.file is not None and (trouble := self.file.read_only or self.file.trouble()):
            return trouble
        return "nothing can be stored" if self._failing else ""

    @property
    def read_only(self) -> str:
        """Why nothing can be stored by this process at all."""
        return self.file.read_only if self.file is not None else ""

    # Migrations ---------------------------------------------------------------------------------------------------

    async def _up_to_date(self, migrate: bool) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        newest = ScriptDirectory.from_config(config).get_current_head()

        def bring(connection: Connection) -> str | None:
            found = MigrationContext.configure(connection).get_current_revision()
            if found is not None and found > (newest or ""):
                raise Unreachable(f"this database is of a newer kvartal (step {found}, this one knows {newest})")
            if found != newest and migrate and not self.read_only:
                if self.sqlite:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")  # all of the steps or none
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
            how = "may not be written to" if self.read_only else "run `kvartal migrate` first"
            raise Unreachable(f"the database {self.named} is not up to date; {how}")

    @property
    def named(self) -> str:
        """The database in words, without its password."""
        if self.sqlite:
            return str(self.url.database)
        return self.url.set(drivername="postgresql").render_as_string(hide_password=True)

    # Writing ------------------------------------------------------------------------------------------------------

    async def append(
        self,
        rows: Sequence[Row],
        statements: Sequence[Statement] = (),
        begun: "asyncio.Future[None] | None" = None,
        lease: str | None = None,
    ) -> None:
        """Store these, all or none; returns when they are safe. `begun` may hear when only the disk is waited for.
        `lease`: the one under which a table was taken; None: the one that we have now."""
        if self._closing:
            raise NotStored("the server is shutting down")
        if self.read_only:
            raise ReadOnly(self.read_only)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(Unit(self.lease if lease is None else lease, rows, statements, done, begun))
        self._work.set()
        await done

    def later(self, *statements: Statement) -> None:
        """Store these some time soon; nobody waits for it."""
        if not self.read_only:
            self._queue.append(Unit(self.lease, statements=statements))

    async def _write_on(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            alarm = loop.call_later(LATER, self._work.set)
            await self._work.wait()
            alarm.cancel()
            self._work.clear()
            while self._queue:
                if not self.sqlite:
                    wait = self._gathering.wait(loop.time())
                    if wait > 0 and not self._closing:
                        await asyncio.sleep(wait)
                    self._gathering.begin(loop.time(), self._queue)
                taken = size = 0
                while taken < len(self._queue) and size < MOST_AT_ONCE:
                    size += len(self._queue[taken].rows) + 1
                    taken += 1
                units, self._queue = self._queue[:taken], self._queue[taken:]
                try:
                    await self._write(units)
                except Exception:  # a fault of our own: whoever waits is told, and the writer goes on
                    log.exception("a transaction failed")
                    if not self.sqlite:  # whatever it was: what comes next does not stumble over it
                        await self._line.hang_up()
                    _fail(units, NotStored, "could not be stored")
                if taken > BUSY and not self._closing and self.sqlite:
                    await asyncio.sleep(GATHER)  # many are moving: the next transaction may as well take more of them
            if self._closing:
                return

    async def _write(self, units: list[Unit], again: bool = True) -> None:
        late = [unit for unit in units if unit.lease != self.lease]
        if late:
            _fail(late, Fenced, "the lease is over")
            units = [unit for unit in units if unit.lease == self.lease]
        if not units:
            return None
        try:
            async with asyncio.timeout(None if self.sqlite else STORED_WITHIN):  # a file's thread cannot be left alone
                await self._line.commit(units)
        except TimeoutError:
            await self._line.hang_up()
            self._failing = "the database did not answer in time"
            return _fail(units, Unanswered, self._failing)
        except LeaseOver:
            self.lease_over.set()
            return _fail(units, Fenced, "the lease is over")
        except IntegrityError as error:
            if len(units) == 1:
                return _fail(units, Conflict, reason(error))
            return await self._write_apart(units)  # one of them came second
        except FileTrouble as trouble:  # what is open stays open: it is all that is left of the file
            self._failing = str(trouble)
            return _fail(units, NotStored, self._failing)
        except (SQLAlchemyError, OSError) as error:
            await self._line.hang_up()
            lost = isinstance(error, DBAPIError) and error.connection_invalidated
            if again and (lost or getattr(getattr(error, "orig", None), "sqlstate", "") == DEADLOCK):
                return await self._write(units, again=False)  # the connection had died before, or the keys will tell
            if len(units) > 1 and isinstance(error, DBAPIError) and not error.connection_invalidated:
                return await self._write_apart(units)
            self._failing = reason(error)
            return _fail(units, NotStored, f"could not be stored: {self._failing}")
        self._failing = ""
        for unit in units:
            if unit.done is not None and not unit.done.done():
                unit.done.set_result(None)
        return None

    async def _write_apart(self, units: list[Unit]) -> None:
        """Each on its own: what is wrong with one of them is no fault of the others."""
        for unit in units:
            await self._write([unit])

    # Reading ------------------------------------------------------------------------------------------------------

    async def log(self, table_id: str, after: int = 0) -> list[bytes]:
        """The events of a table, in order, from number `after` + 1 on."""
        rows = schema.events.c
        query = select(rows.number, rows.body).where(rows.table_id == table_id).order_by(rows.number).limit(LOG_AT_ONCE)
        found: list[bytes] = []
        while page := await self.all(query.where(rows.number > after)):
            found += [bytes(row[1]) for row in page]
            if len(page) < LOG_AT_ONCE:
                break
            after = page[-1][0]
        return found

    async def all(self, query: Executable, values: Any = None) -> Sequence[Any]:
        """What a query finds. Whoever is cancelled while they wait for it has stopped it."""
        if self._readers is not None:
            try:
                return await self._readers.all(query, values)
            except (SQLAlchemyError, OSError) as error:
                raise Unreachable(f"the database did not answer: {reason(error)}") from None
        try:
            async with asyncio.timeout(AT_LONGEST):
                try:
                    return await self._all(query, values)
                except DBAPIError as error:
                    if not error.connection_invalidated:
                        raise
                    return await self._all(query, values)  # the lines had died before: these are new
        except TimeoutError:
            raise Unreachable("the database did not answer in time") from None
        except (SQLAlchemyError, OSError) as error:
            raise Unreachable(f"the database did not answer: {reason(error)}") from None

    async def _all(self, query: Executable, values: Any) -> Sequence[Any]:
        async with self._reading.connect() as connection:
            if self.pooled:  # what is set there for a connection would be set for everybody
                await connection.execute(text(f"SET LOCAL statement_timeout = {_LIMIT}"))
            return (await connection.execute(query, values)).all()

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for whoever reads everything."""
        try:
            async with self.engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise Unreachable(f"the database did not answer: {reason(error)}") from None


def _bounds(connections: int) -> dict[str, Any]:
    return {"pool_size": connections, "max_overflow": 0, "pool_timeout": AT_LONGEST}


def _own_name() -> str:
    """Of a prepared statement: others may have prepared theirs on the same connection."""
    return f"__kvartal_{uuid4().hex}__"


def _fail(units: list[Unit], error: type[Exception], words: str) -> None:
    for unit in units:
        if unit.done is not None and not unit.done.done():
            unit.done.set_exception(error(words))


def reason(error: BaseException) -> str:
    """One line, without parameters: they may hold what nobody should read in a log."""
    original = getattr(error, "orig", None) or error
    words = str(original).strip().split("\n")[0] or type(original).__name__
    return words.split("DETAIL")[0][:200]
