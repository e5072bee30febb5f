"""Commands about what grows: finished tables go into files; how long lists take in a full place; an hour of play."""

from pathlib import Path

import click
import msgspec

from kvartal.server.tools import cli
from kvartal.server.tools.cli import LONGEST, Amount, _number, _run, bench, database_option


@click.command("archive")
@click.argument("folder", required=False)
@_number("--older-than", click.IntRange(1, LONGEST), 90, "Days since the table was over.")
@_number("--tables", click.IntRange(1, 100_000), 10_000, "In one file, at most.")
@click.option("--restore", "restored", metavar="FILE", help="Instead: put the tables of FILE back.")
@click.option("--list", "shown", metavar="FILE", help="Instead: which tables are in FILE?")
@click.option("--table", metavar="ID", help="With --restore: only this one.")
@database_option
def archive(
    folder: str | None, older_than: int, tables: int, restored: str | None, shown: str | None, table: str | None,
    database: str,
) -> None:  # fmt: skip
    """Move finished tables from the database into files in FOLDER; the server may go on running.

    A file is a zip that `kvartal replay FILE --table ID` and `verify` read. A table leaves the database only when its
    file is whole on the disk and has been read again. What people said, and their names, are not in it.

    \b
    Examples:
      kvartal archive /archive --older-than 90
      kvartal archive --list /archive/kvartal-2026-01-31-001.zip
      kvartal archive --restore /archive/kvartal-2026-01-31-001.zip
    """
    from kvartal.server.tools import archive as moved

    if sum(each is not None for each in (folder, restored, shown)) != 1:
        raise click.UsageError("a FOLDER to write to, or --restore FILE, or --list FILE")
    if shown is not None:
        click.echo("\n".join(moved.listed(shown)))
    elif restored is not None:
        came, there = _run(moved.restore(restored, database, table))
        click.echo(f"{came} tables are back" + (f"; {there} were there already" if there else ""))
    elif folder is not None:
        told = _run(moved.archive(database, folder, older_than, tables))
        for file in told.files:
            click.echo(file)
        click.echo(f"{told.tables} tables archived, {told.bytes / 1e6:.1f} MB")
        if told.left:
            few = ", ".join(told.left[:5]) + (" …" if len(told.left) > 5 else "")
            click.echo(f"kvartal: {len(told.left)} cannot be read or were gone back to, and stay: {few}", err=True)


@bench.command("lists")
@_number("--tables", click.IntRange(1, 10_000_000), 1_000_000, "Stored tables.")
@_number("--results", click.IntRange(1, 10_000_000), 100_000, "Of them, results of one daily deal.")
@_number("--rounds", click.IntRange(1, 10_000), 50, "How often each list is asked for.")
@click.option(
    "--database",
    metavar="FILE|URL",
    help="An empty database of its own; a later run goes on with it. Default: a SQLite file that is removed.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def lists(tables: int, results: int, rounds: int, database: str | None, as_json: bool) -> None:
    """How long pages take that list things, with so many tables and results behind them.

    \b
    Examples:
      kvartal bench lists --tables 1000000 --results 100000 --database lists.db
      kvartal bench lists --database postgresql://kvartal@localhost/lists --json
    """
    import tempfile

    from kvartal.server.tools import bench_lists

    def told(so_far: int) -> None:
        click.echo(f"\r{so_far:,} of {tables:,} tables", err=True, nl=so_far == tables)

    with tempfile.TemporaryDirectory() as folder:
        where = database or f"{folder}/lists.db"
        found = _run(bench_lists.lists(where, tables, min(results, tables), rounds, told))
    click.echo(bench_lists.as_json(found) if as_json else "\n".join(bench_lists.rows(found)))


@bench.command("cleaning")
@_number("--tables", click.IntRange(20, 1_000_000), 10_000, "Old tables that are to go.")
@_number("--events", click.IntRange(1, 10_000), 60, "In the log of each; every hundredth has a hundred times as many.")
@_number("--processes", click.IntRange(1, 8), 1, "That clean together; several need PostgreSQL.")
@click.option("--database", metavar="FILE|URL", help="An empty database of its own; default: a file that is removed.")
def cleaning(tables: int, events: int, processes: int, database: str | None) -> None:
    """How many old tables a second are taken away, and how long the writer is held at most."""
    import tempfile

    from kvartal.server.tools.bench_cleaning import cleaned

    with tempfile.TemporaryDirectory() as folder:
        found = _run(cleaned(database or f"{folder}/old.db", tables, events, processes))
    for what, value in found.items():
        click.echo(f"{what:24} {value:.2f}" if isinstance(value, float) else f"{what:24} {value}")


@bench.command("soak")
@_number("--minutes", Amount(0.05, 100_000), 60.0, "How long people play.")
@_number("--tables", click.IntRange(1, 500), 16, "Tables at which somebody plays, at any time.")
@_number("--rate", Amount(0.1, 1000), 20.0, "Moves of people per second, in all.")
@_number("--seed", click.IntRange(0), 1, "Of what people do.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Every minute as a line of JSON.")
@click.option("--database", metavar="FILE|URL", help="An empty database of its own; default: a file that is removed.")
def soak(minutes: float, tables: int, rate: float, seed: int, save: Path | None, database: str | None) -> None:
    """Mixed play for an hour: does memory grow, does any cache, does anything hold up everybody?

    Every minute: megabytes of the server and of its bots' processes, open files, tasks, live tables, connections, times
    that nothing went on for longer than 50 ms (and how many of these because something else had the processor), and
    every cache that holds something. Interrupted, it tells what was seen until then.

    \b
    Examples:
      kvartal bench soak --minutes 60 --save soak.jsonl
      nice kvartal bench soak --minutes 20 --database postgresql://kvartal@localhost/soak
    """
    import tempfile

    from kvartal.server.http.serve import quick_loop
    from kvartal.server.tools import soak as soaking

    quick_loop()
    seen: list[soaking.Minute] = []
    guests: list[soaking.Guests] = []

    async def look(where: str) -> None:
        async for each in soaking.watched(where, minutes, tables, rate, seed, heard=guests.append):
            seen.append(each)
            click.echo(soaking.row(each))
            if save is not None:
                with save.open("ab") as file:
                    file.write(msgspec.json.encode(each) + b"\n")

    click.echo(soaking.HEAD)
    try:
        with tempfile.TemporaryDirectory() as folder:
            _run(look(database or f"{folder}/soak.db"))
    finally:
        for what, value in soaking.summary(seen).items():
            click.echo(f"{what:28} {value}")
        for line in guests[0].wrong if guests else []:
            click.echo(f"kvartal: {line}", err=True)


COMMANDS, BENCH = cli.COMMANDS | {"archive": archive}, bench  # with what was added here
