"""Rows of games as Parquet, by the package pyarrow. The columns are those of docs/data.md."""

import json
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from kvartal.engine.option import BadSetup

HEAD = b"kvartal"  # the key of the file's metadata under which its head stands
ROWS = 4096  # of one group: all that is ever in memory
NUMBERS = {"step": "int32", "seat": "int16", "action": "int32", "place": "int32", "score": "int64"}
LENGTHS = ("turns", "moves", "draws", "decisions")


def arrow() -> Any:
    """pyarrow, or what to install."""
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError:
        raise BadSetup(
            "Parquet is written and read with the package pyarrow, which is not installed: pip install pyarrow "
            "(or kvartal[research]). JSON lines need nothing: name a file that ends in .jsonl"
        ) from None


def schema(head: dict[str, Any]) -> Any:
    """The columns of both kinds of rows; what belongs to the other kind is null."""
    pa = arrow()
    columns = {"row": pa.dictionary(pa.int8(), pa.string()), "game": pa.int64()}
    columns |= {name: getattr(pa, kind)() for name, kind in NUMBERS.items()}
    columns |= {"observation": pa.list_(pa.int64()), "legal": pa.list_(pa.int32())}
    columns |= {"bots": pa.list_(pa.string()), "record": pa.string()}
    columns |= {"places": pa.list_(pa.int32()), "scores": pa.list_(pa.int64()), "ending": pa.string()}
    columns |= {name: pa.int32() for name in LENGTHS}
    columns["reached"] = pa.list_(pa.list_(pa.string()))
    return pa.schema(list(columns.items()), metadata={HEAD: json.dumps(head, ensure_ascii=False).encode()})


def write(path: Path, head: dict[str, Any], rows: Iterable[dict[str, Any]]) -> None:
    pa = arrow()
    columns, left = schema(head), iter(rows)
    with pa.parquet.ParquetWriter(str(path), columns, compression="zstd") as file:
        while group := list(islice(left, ROWS)):
            file.write_table(pa.Table.from_pylist(group, schema=columns))


def opened(path: Path) -> tuple[dict[str, Any] | None, Iterator[dict[str, Any]]]:
    """The head of a file, None if it is not ours, and its rows."""
    pa = arrow()
    if not path.is_file():
        raise FileNotFoundError(2, "No such file", str(path))
    try:
        file = pa.parquet.ParquetFile(str(path))
    except pa.ArrowInvalid:
        return None, iter(())
    told = (file.schema_arrow.metadata or {}).get(HEAD)
    return (json.loads(told) if told else None), _rows(file)


def _rows(file: Any) -> Iterator[dict[str, Any]]:
    with file:
        for group in file.iter_batches(batch_size=ROWS):
            for row in group.to_pylist():
                yield {name: value for name, value in row.items() if value is not None}
