"""Commands about what grows: how long lists take in a full place."""

import click

from kvartal.server.tools import cli
from kvartal.server.tools.cli import _number, _run, bench


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


COMMANDS, BENCH = cli.COMMANDS, bench  # with what was added here
