"""What the commands print on: tables that fit the terminal, plain text in a pipe. rich is imported when needed."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

import click

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 150  # in a pipe nobody's window is too narrow


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def console() -> "Console":
    from rich.console import Console

    return Console(
        highlight=False, markup=False, emoji=False, width=None if sys.stdout.isatty() else PIPE_WIDTH
    )


def print_table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = (), marked: Iterable[int] = ()
) -> None:
    """A table without lines. `right` names the columns of figures, `marked` the rows that must stand out."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold", pad_edge=False)
    numbers, standing_out = set(right), set(marked)
    for column, head in enumerate(heads):
        table.add_column(Text(head), justify="right" if column in numbers else "left")
    for number, row in enumerate(rows):
        table.add_row(*map(Text, row), style="bold yellow" if number in standing_out else None)
    console().print(table)


class Progress(Protocol):
    def __call__(self, done: int, of: int | None = None) -> None: ...


@contextmanager
def progress(what: str, of: int) -> Iterator[Progress]:
    """A bar on standard error while a person looks at it; silence in a script."""
    if not sys.stderr.isatty():
        yield lambda done, of=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=of)

        def show(done: int, of: int | None = None) -> None:
            bar.update(task, completed=done, total=of)

        yield show
