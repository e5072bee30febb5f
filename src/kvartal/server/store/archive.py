"""An archive: finished tables in one file that any unzip opens. `tables/ID.json` is a table, `manifest.json` its sum.

A file is written beside its place, read again and compared, and only then gets its name: one that is there is whole.
Whoever opens one believes nothing in it: sizes are bounded, sums are checked, and a log must replay.
"""

import contextlib
import errno
import hashlib
import os
import secrets
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import msgspec

from kvartal.engine.record import BadRecord
from kvartal.server.store.keys import ID
from kvartal.server.store.sqlite_file import make_for_owner
from kvartal.server.table import events as e
from kvartal.server.table.table import ENDED, FINISHED, Table, Trouble, folded

FORMAT = 1
LARGEST = 64_000_000  # bytes of one table, unpacked; the longest log that is possible has less
MOST = 100_000  # tables in one file
MANIFEST = "manifest.json"


class BadArchive(BadRecord):
    """What is wrong with a file, in one line."""

    def __init__(self, path: Path, words: str) -> None:
        super().__init__(0, f"{path}: {words}")


class Result(msgspec.Struct, frozen=True):
    deal: str
    seat: int
    person: str
    points: int
    place: int
    at: int
    attempt: int
    helped: bool


class Kept(msgspec.Struct, frozen=True):
    """A table, whole: its log, and what of its rows does not follow from that."""

    id: str
    game: str
    status: str
    public: bool
    created: int
    touched: int
    deal: str | None
    dealt: list[msgspec.Raw]  # what can be played again: one deal, or none
    tries: list[tuple[str, str, int]]  # person, deal, number
    results: list[Result]
    events: list[msgspec.Raw]

    def table(self) -> Table:
        """Replayed; a ValueError if that is not what it was."""
        happened = [e.read(bytes(body)) for body in self.events]
        if not happened or not isinstance(happened[0], e.Created) or not ID.fullmatch(self.id):
            raise ValueError("this is no table")
        try:
            table = folded(self.id, happened)
        except Trouble as trouble:
            raise ValueError(str(trouble)) from None
        if table.status not in (FINISHED, ENDED):
            raise ValueError("this table is not over")
        return table


class Manifest(msgspec.Struct, frozen=True):
    kvartal: int
    tables: dict[str, str]  # the SHA-256 of each


def without_words(body: bytes) -> bytes:
    """An event as it is archived: nobody can be forgotten in a file, so what people said and were called stays out."""
    event = e.read(body)
    if isinstance(event, e.Chatted) and event.text:
        return e.write(msgspec.structs.replace(event, text=""))
    if isinstance(event, e.Created) and event.names:
        return e.write(msgspec.structs.replace(event, names=[]))
    return body


class Writing:
    """A new file; `add` tables, then `finish`. Whatever goes wrong before leaves nothing behind."""

    def __init__(self, folder: Path, day: str) -> None:
        self.folder, self.day = folder, day
        self.sums: dict[str, str] = {}
        self.beside = folder / f".{secrets.token_hex(8)}.part"
        make_for_owner(self.beside)
        self.zip = zipfile.ZipFile(self.beside, "w", zipfile.ZIP_DEFLATED, compresslevel=6)

    def add(self, kept: Kept) -> None:
        body = msgspec.json.encode(kept)
        self.zip.writestr(f"tables/{kept.id}.json", body)
        self.sums[kept.id] = hashlib.sha256(body).hexdigest()

    def finish(self) -> Path:
        self.zip.writestr(MANIFEST, msgspec.json.encode(Manifest(FORMAT, self.sums)))
        self.zip.close()
        with self.beside.open("rb") as written:
            os.fsync(written.fileno())
        with Archive(self.beside) as again:
            if again.sums != self.sums or not all(kept.events for kept in again.tables()):
                raise OSError(errno.EIO, "what was written is not what is read", str(self.beside))
        number = 1
        while (path := self.folder / f"kvartal-{self.day}-{number:03}.zip").exists():
            number += 1
        self.beside.rename(path)
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        return path

    def give_up(self) -> None:
        with contextlib.suppress(OSError):
            self.zip.close()
        self.beside.unlink(missing_ok=True)


class Archive:
    """A file that is read."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.zip = zipfile.ZipFile(self.path)
        except (OSError, ValueError, zipfile.BadZipFile) as error:
            why = error.strerror if isinstance(error, OSError) else "not an archive, or only a part of one"
            raise BadArchive(self.path, why or str(error)) from None
        try:
            self.sums = self._manifest()
        except BadArchive:
            self.zip.close()
            raise

    def _manifest(self) -> dict[str, str]:
        try:
            found = msgspec.json.decode(self._member(MANIFEST), type=Manifest)
        except msgspec.MsgspecError:
            raise BadArchive(self.path, f"{MANIFEST} is not one of ours") from None
        if found.kvartal > FORMAT:
            raise BadArchive(self.path, f"of a newer kvartal (format {found.kvartal}, this one knows {FORMAT})")
        if len(found.tables) > MOST:
            raise BadArchive(self.path, f"more than {MOST} tables")
        return found.tables

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.zip.close()

    def _member(self, name: str) -> bytes:
        try:
            with self.zip.open(name) as packed:
                body = packed.read(LARGEST + 1)
        except KeyError:
            raise BadArchive(self.path, f"there is no {name} in it") from None
        except (OSError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise BadArchive(self.path, f"{name} is broken: {error}") from None
        if len(body) > LARGEST:
            raise BadArchive(self.path, f"{name} is larger than {LARGEST} bytes")
        return body

    def kept(self, table_id: str) -> Kept:
        if table_id not in self.sums:
            raise BadArchive(self.path, f"there is no table {table_id!r} in it; there are {self.named}")
        body = self._member(f"tables/{table_id}.json")
        if hashlib.sha256(body).hexdigest() != self.sums[table_id]:
            raise BadArchive(self.path, f"table {table_id} is not as it was written (its sum is wrong)")
        try:
            found = msgspec.json.decode(body, type=Kept)
        except msgspec.MsgspecError as error:
            raise BadArchive(self.path, f"table {table_id} is not one of ours: {error}") from None
        if found.id != table_id:
            raise BadArchive(self.path, f"table {table_id} has another name inside")
        return found

    def tables(self) -> Iterator[Kept]:
        for table_id in self.sums:
            yield self.kept(table_id)

    def table(self, table_id: str) -> Table:
        """One table, replayed."""
        try:
            return self.kept(table_id).table()
        except (ValueError, KeyError, IndexError) as error:
            if isinstance(error, BadArchive):
                raise
            raise BadArchive(self.path, f"table {table_id} cannot be replayed: {error}") from None

    @property
    def named(self) -> str:
        few = list(self.sums)[:5]
        return ", ".join(few) + (f" … ({len(self.sums)} in all)" if len(few) < len(self.sums) else "")


def record_in(path: str | Path, table_id: str) -> str:
    """The record of one table of an archive: what `kvartal replay` and `verify` read."""
    with Archive(path) as archive:
        match = archive.table(table_id).match
    if match is None:
        raise BadArchive(Path(path), f"nothing was played at table {table_id}")
    return match.export()


def is_archive(path: str | Path) -> bool:
    try:
        return zipfile.is_zipfile(path)
    except (OSError, ValueError):
        return False


def row_of(kept: Kept, about: bytes) -> dict[str, Any]:
    return {
        "id": kept.id, "game": kept.game, "status": kept.status, "public": kept.public, "created": kept.created,
        "touched": kept.touched, "deal": kept.deal, "about": about, "code": None, "due": None,
    }  # fmt: skip
