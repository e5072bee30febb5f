"""The SQLite file: made for its owner alone, watched while it is open, and read in threads that can be stopped."""

import asyncio
import contextlib
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Executable, create_engine, event

log = logging.getLogger("kvartal.store")
PATIENCE = 10.0  # seconds to wait for a locked file
AT_LONGEST = 30.0  # seconds that anybody may read in one go
READERS = 4  # threads
LOOK = 10_000  # steps of SQLite's own between two looks at whether anybody still waits: less than a millisecond
OWNER_ONLY = 0o600


class FileTrouble(OSError):
    """What is wrong with the file, in one line."""

    def __str__(self) -> str:
        return str(self.args[0])


class SqliteFile:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.read_only = ""  # why nothing can be stored
        self._known: dict[Path, tuple[int, int]] = {}  # device and inode of what we have open

    def prepare(self) -> None:
        """There is a file afterwards, and it is known whether it may be written to.

        Whatever the umask is, nobody else may read a file that we make, and SQLite makes those beside it alike.
        """
        folder = self.path.parent
        if not folder.is_dir():
            raise FileTrouble(f"there is no folder {folder} for {self.path.name}; make it, or name another file")
        try:
            if not self.path.exists():
                make_for_owner(self.path)
            elif not (os.access(self.path, os.W_OK) and os.access(folder, os.W_OK)):
                self.read_only = "the database file or its folder may not be written to: nothing is stored"
        except OSError as error:
            raise FileTrouble(f"{self.path}: {error.strerror}") from None

    def readable_by_others(self) -> list[Path]:
        """Those of our files that were made by somebody else, or before we took care of it."""
        there = [path for path in (self.path, self._beside("-wal")) if path.exists()]
        return [path for path in there if path.stat().st_mode & 0o077]

    def _beside(self, ending: str) -> Path:
        return self.path.with_name(self.path.name + ending)

    # Connections --------------------------------------------------------------------------------------------------

    def url(self, driver: str = "sqlite") -> URL:
        """Never makes a file: were the name empty suddenly, a new one would look like an empty place."""
        mode = {"mode": "rw"}
        if self.read_only:
            mode = {"mode": "ro"}
            wal = self._beside("-wal")
            if not os.access(self.path.parent, os.W_OK) and not (wal.exists() and wal.stat().st_size):
                mode["immutable"] = "1"  # SQLite cannot put its own files beside it; nor can anybody who writes
        return URL.create(driver, database=f"file:{quote(str(self.path))}", query={**mode, "uri": "true"})

    def set_up(self, connection: sqlite3.Connection, _: object = None) -> None:
        """WAL and FULL: a commit that was acknowledged survives a crash of the machine, not only of the process."""
        settings = ["foreign_keys=ON", f"busy_timeout={int(PATIENCE * 1000)}"]
        if not self.read_only:
            settings += ["journal_mode=WAL", "synchronous=FULL"]
            settings.append("secure_delete=FAST")  # what somebody wanted forgotten does not linger in the file
        cursor = connection.cursor()
        for setting in settings:
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    # Is it still there? -------------------------------------------------------------------------------------------

    def remember(self) -> None:
        """We have it open now: from here on the name must lead to this file."""
        for path in (self.path, self._beside("-wal")):
            with contextlib.suppress(FileNotFoundError):
                found = path.stat()
                if path not in self._known or path != self.path:
                    self._known[path] = (found.st_dev, found.st_ino)

    def trouble(self) -> str:
        """Why nothing that is written now would be found again: the file was removed or replaced while we have it
        open. (Opening it here to look would let go of the locks that SQLite holds on it.)"""
        for path, known in self._known.items():
            try:
                found = os.stat(path)  # noqa: PTH116 - before every commit: three times as quick
            except OSError as error:
                gone = isinstance(error, FileNotFoundError)
                return f"the database file {'is gone' if gone else 'cannot be seen'}: nothing is stored"
            if (found.st_dev, found.st_ino) != known:
                return "the database file was replaced by another: nothing is stored"
        return ""

    def check(self) -> None:
        if trouble := self.trouble():
            raise FileTrouble(trouble)


def make_for_owner(path: Path) -> None:
    """A new empty file; FileExistsError if there is one."""
    made = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY)
    try:
        os.fchmod(made, OWNER_ONLY)
    finally:
        os.close(made)


class _Asked:
    """One query that somebody waits for."""

    __slots__ = ("stopped", "until")

    def __init__(self) -> None:
        self.stopped = False
        self.until = time.monotonic() + AT_LONGEST


class Readers:
    """A query is one hop to a thread and back. When nobody waits for it any more it ends, and its thread is free."""

    def __init__(self, file: SqliteFile) -> None:
        self.engine = create_engine(
            file.url(), connect_args={"timeout": PATIENCE}, pool_size=READERS, max_overflow=0, pool_use_lifo=True
        )
        event.listen(self.engine, "connect", file.set_up)
        event.listen(self.engine, "connect", self._watch)
        event.listen(self.engine, "do_connect", lambda *_: file.check())
        self.threads = ThreadPoolExecutor(READERS, "read")
        self.now = threading.local()

    def _watch(self, connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA query_only=ON").close()
        connection.set_progress_handler(self._nobody_waits, LOOK)

    def _nobody_waits(self) -> bool:
        asked: _Asked | None = getattr(self.now, "asked", None)
        return asked is not None and (asked.stopped or time.monotonic() > asked.until)

    async def all(self, query: Executable, values: Any = None) -> Sequence[Any]:
        asked = _Asked()
        reading = asyncio.get_running_loop().run_in_executor(self.threads, self._all, query, values, asked)
        try:
            return await asyncio.shield(reading)
        except asyncio.CancelledError:
            asked.stopped = True
            reading.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise

    def _all(self, query: Executable, values: Any, asked: _Asked) -> Sequence[Any]:
        if asked.stopped:
            return ()
        self.now.asked = asked
        try:
            with self.engine.connect() as connection:
                return connection.execute(query, values).all()
        finally:
            self.now.asked = None

    async def close(self) -> None:
        await asyncio.to_thread(self.threads.shutdown, True)
        self.engine.dispose()
