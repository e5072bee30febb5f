"""What the commands print on: tables that fit the terminal, plain text in a pipe. rich is imported when needed."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

WINDOW = 300  # seconds over which the time that remains is estimated: a game of bots that think takes long
PIPE_WIDTH = 150  # in a pipe nobody's window is too narrow


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def console() -> "Console":
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)


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
    paper = console()
    with paper.capture() as printed:
        paper.print(table)
    click.echo("\n".join(line.rstrip() for line in printed.get().splitlines()))  # no padding after the last column


@contextmanager
def progress(what: str, of: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while a person looks at it; silence in a script."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=WINDOW) as bar:
        task = bar.add_task(what, total=of)

        yield lambda done: bar.update(task, completed=done)


def counted(players: int) -> str:
    return "1 player" if players == 1 else f"{players} players"
