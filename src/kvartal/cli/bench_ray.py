"""`kvartal bench ray`: what a cluster costs and brings."""

import click

from kvartal import __version__, build
from kvartal.arena.measure import machine
from kvartal.arena.scaling import alone, overhead, speeds
from kvartal.arena.simulate import Job
from kvartal.arena.workers import TASK
from kvartal.bots.names import check_bots
from kvartal.cli.options import game_argument, json_option, players_option, seats_option, setup_of
from kvartal.cli.paper import counted, print_json, print_table, progress
from kvartal.cli.simulate import bots_of


@click.command("ray")
@game_argument()
@click.option(
    "--cluster", "address", metavar="ADDRESS", required=True, help="auto, HOST:PORT, ray://HOST:PORT, or local."
)
@players_option
@seats_option("A bot for every seat (default: random everywhere).")
@click.option("--seconds", type=click.FloatRange(0.05, 3600), default=30.0, show_default=True, help="Per row.")
@click.option("--workers", type=click.IntRange(1, 4096), metavar="W", help="At most (default: all processors).")
@json_option
def command(
    game: str, address: str, players: int | None, seats: str | None, seconds: float, workers: int | None, as_json: bool
) -> None:
    """How many games of GAME a second 1, 2, 4 … and all workers of a cluster play, and what a task costs.

    \b
    here        one process without a cluster
    task        milliseconds until a task that plays nothing is answered; a real one takes 10 seconds
    share       of as many times one worker of the cluster

    \b
    Examples:
      kvartal bench ray flip --cluster local --seconds 10
      kvartal bench ray flip --seats greedy --players 2 --cluster auto --json
    """
    from kvartal.arena.cluster import connected

    bots = bots_of(seats, players)
    setup = setup_of(game, len(bots) if bots else players, (), None, None)
    bots = bots or ["random"] * setup.players
    check_bots(setup.game, bots)
    job = Job.of(setup, tuple(bots), 1)
    here = alone(job, seconds)
    with connected(address, workers) as cluster, progress("bench ray", cluster.processors) as show:
        machines, task = cluster.machines, overhead(cluster.at_most(1))
        rows = []
        for row in speeds(job, cluster, here.rate, seconds):
            rows.append(row)
            show(row.workers)
    one = rows[0].rate
    about = {"kvartal": __version__, **machine(), "mode": build.STATUS, "seconds": seconds, "machines": machines}
    if as_json:
        told = [{"workers": row.workers, "games": row.games, "games_per_s": round(row.rate, 2)} for row in rows]
        figures = {"task_ms": round(1000 * task, 3), "here_games_per_s": round(here.rate, 2), "cluster": told}
        print_json({**about, "game": setup.game.key, "players": setup.players, "bots": bots, **figures})
        return
    click.echo(
        f"kvartal {__version__}, {build.STATUS}: {setup.game.title}, {counted(setup.players)}, {', '.join(bots)}; "
        f"machines of the cluster: {machines}"
    )
    click.echo(f"A task that plays nothing takes {1000 * task:.1f} ms; one of {TASK:.0f} s: {task / TASK:.2%} of it.\n")
    lines = [("here, one process", f"{here.rate:,.1f}", "")]
    lines += [
        (f"{row.workers} of the cluster", f"{row.rate:,.1f}", f"{row.rate / one / row.workers:.0%}") for row in rows
    ]
    print_table(("workers", "games/s", "share"), lines, right=(1, 2))
