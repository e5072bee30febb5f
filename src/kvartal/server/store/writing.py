"""What is written, and the connection that writes it: one transaction after another, each all or nothing."""

import asyncio
import contextlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from typing import Any

from sqlalchemy import Connection, Executable, NullPool, create_engine, event, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kvartal.server.store.sqlite_file import PATIENCE, SqliteFile

Row = tuple[str, int, bytes]  # table, number, body
Statement = tuple[Executable, Any]  # with its parameters

_INSERT = "INSERT INTO events (table_id, number, body) VALUES "
MOVED = text("UPDATE tables SET touched = :touched, due = :due, about = :about WHERE id = :i")
_ALL_MOVED = (
    "UPDATE tables SET touched = v.column2, due = v.column3, about = v.column4 "
    "FROM (VALUES {rows}) AS v WHERE tables.id = v.column1"
)
# Whoever ends this lease waits until what we append is stored; so that nobody waits for a process that is frozen in the
# middle, PostgreSQL gives such a transaction up by itself.
_HELD = "SELECT set_config('idle_in_transaction_session_timeout', '2000', true) FROM leases WHERE id = $1 FOR KEY SHARE"
_ALL = (  # the same look and the rows, in one statement
    "WITH held AS (SELECT set_config('idle_in_transaction_session_timeout', '2000', true) FROM leases WHERE id = $1 "
    "FOR KEY SHARE) INSERT INTO events (table_id, number, body) SELECT r.t, r.n, r.b "
    "FROM held, unnest(CAST($2 AS varchar[]), CAST($3 AS integer[]), CAST($4 AS bytea[])) AS r (t, n, b)"
)
MANY, LATELY = 5, 0.1  # tables that have moved, within so many seconds
APART = 0.02  # seconds between two transactions then
ROWS_AT_ONCE = 64  # of one statement; each number of rows is a prepared statement of its own


class LeaseOver(RuntimeError):
    """Others have given this process up, and may have taken its tables."""


@dataclass(slots=True)
class Unit:
    """What must be stored together or not at all, and only while this lease lasts (none: SQLite, and tools)."""

    lease: str = ""
    rows: Sequence[Row] = ()
    statements: Sequence[Statement] = ()
    done: "asyncio.Future[None] | None" = None
    begun: "asyncio.Future[None] | None" = None


class Gathering:
    """When the next transaction with PostgreSQL begins. Where many tables move, the next of them will not be long: one
    transaction takes several, and costs little more than for one. Whoever plays while little else goes on waits for
    nobody."""

    def __init__(self) -> None:
        self.movers: set[str] = set()  # tables that had something to store
        self.since = self.begun = 0.0  # then, and the last transaction
        self.many = False

    def wait(self, now: float) -> float:
        """How many seconds."""
        return max(0.0, self.begun + APART - now) if self.many else 0.0

    def begin(self, now: float, units: Sequence[Unit]) -> None:
        self.begun = now
        if now - self.since >= LATELY:
            self.many, self.since = len(self.movers) >= MANY, now
            self.movers.clear()
        self.movers.update(unit.rows[0][0] for unit in units if unit.rows)


class Line:
    """The connection that writes. Kept: taking one from the pool costs a move."""

    def __init__(self, engine: AsyncEngine, pooled: bool = False) -> None:
        """`pooled`: behind something that gives every transaction another connection."""
        self.engine = engine
        self.pooled = pooled
        self.connection: AsyncConnection | None = None
        self.driver: Any = None
        self.putting: Any = None  # the statement for moves, prepared by it

    async def commit(self, units: list[Unit]) -> None:
        """All of them under one lease."""
        connection = self.connection
        if connection is None or connection.closed or connection.invalidated:
            connection = self.connection = await self.engine.connect()
            self.putting = None
        moves = all(unit.rows and not unit.statements for unit in units)
        if self.pooled or not units[0].lease or not moves:
            await connection.run_sync(_commit, units)
        else:
            await self._put(connection, units)

    async def _put(self, connection: AsyncConnection, units: list[Unit]) -> None:
        """Nothing but moves, which is nearly always so: one statement is a transaction by itself, and one way there
        and back instead of four."""
        from asyncpg import InterfaceError, InternalClientError, PostgresError, UniqueViolationError

        rows = [row for unit in units for row in unit.rows]
        try:
            if self.putting is None:
                self.driver = (await connection.get_raw_connection()).driver_connection
                self.putting = await self.driver.prepare(_ALL)
            if len(units) == 1 and units[0].begun is not None:
                _ring(units[0].begun)
            await self.putting.fetch(units[0].lease, *map(list, zip(*rows, strict=True)))
        except UniqueViolationError as error:
            raise IntegrityError(None, None, error) from None
        except (PostgresError, InterfaceError) as error:
            raise DBAPIError(None, None, error, connection_invalidated=self.driver.is_closed()) from None
        except InternalClientError as error:  # it was told goodbye in the middle: nothing goes this way any more
            raise DBAPIError(None, None, error, connection_invalidated=True) from None
        if self.putting.get_statusmsg() != f"INSERT 0 {len(rows)}":
            raise LeaseOver

    async def hang_up(self) -> None:
        """After a failure the next transaction begins on a fresh connection."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
                await connection.close()


class Thread:
    """The same for SQLite, in a thread of its own: one hop for a transaction instead of one for every statement.

    Before a transaction counts, the file must still be the one that its name leads to.
    """

    def __init__(self, file: SqliteFile) -> None:
        self.file = file
        self.engine = create_engine(file.url(), poolclass=NullPool, connect_args={"timeout": PATIENCE})
        event.listen(self.engine, "connect", file.set_up)
        self.connection: Connection | None = None
        self.thread = ThreadPoolExecutor(1, "store")

    async def commit(self, units: list[Unit]) -> None:
        await asyncio.get_running_loop().run_in_executor(self.thread, self._commit, units)

    async def open(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self.thread, self._open)

    def _open(self) -> Connection:
        if self.connection is None:
            self.file.check()
            self.connection = self.engine.connect()
            self.connection.execute(text("SELECT 1 FROM alembic_version")).close()  # now SQLite's own files are there
            self.connection.rollback()
            self.file.remember()
        return self.connection

    def _commit(self, units: list[Unit]) -> None:
        _commit(self._open(), units, self.file)

    async def hang_up(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self.thread, self._hang_up)

    def _hang_up(self) -> None:
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.close()


def _commit(connection: Connection, units: list[Unit], file: SqliteFile | None = None) -> None:
    """One transaction for all of them."""
    rows = [row for unit in units for row in unit.rows]
    sqlite = file is not None
    with connection.begin():
        if units[0].lease and connection.exec_driver_sql(_HELD, (units[0].lease,)).first() is None:
            raise LeaseOver
        _insert(connection, rows, sqlite)
        for statement, values in gathered(units):
            if sqlite and statement is MOVED:
                _update(connection, values)
            else:
                connection.execute(statement, values)
        begun = units[0].begun if len(units) == 1 else None  # when many move, drawing would only hold up the others
        if begun is not None:
            begun.get_loop().call_soon_threadsafe(_ring, begun)
        if file is not None:
            file.check()


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
