"""A record as a file, or as one table of an archive of a server."""

from pathlib import Path

import click

from kvartal.engine import record
from kvartal.engine.record import BadRecord

ZIP = b"PK\x03\x04"
table_option = click.option("--table", metavar="ID", help="Of an archive (`kvartal archive`): this table.")


def read_record(path: str, table: str | None = None) -> str:
    """The text of a record; a file that cannot be read raises BadRecord."""
    if table is None and not _zip(path):
        return record.read_file(path)
    from kvartal.server.store.archive import Archive, record_in

    if table is None:
        with Archive(path) as archive:
            raise BadRecord(0, f"{path} is an archive; name a table with --table: {archive.named}")
    return record_in(path, table)


def _zip(path: str) -> bool:
    try:
        with Path(path).open("rb") as file:
            return file.read(len(ZIP)) == ZIP
    except (OSError, ValueError):
        return False  # whoever reads it says what is wrong
