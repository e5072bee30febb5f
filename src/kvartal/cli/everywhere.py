"""`kvartal strength --everywhere`: every level at every table there is, and what went wrong."""

from collections.abc import Sequence
from pathlib import Path

import click

from kvartal.arena.everywhere import ITERATIONS, Visits
from kvartal.cli.exits import INTERRUPTED, NO, OK, say
from kvartal.cli.paper import print_json, print_table, progress
from kvartal.engine.game import Game


def everywhere(
    games: Sequence[Game], folder: Path, each: int, only_tell: bool, seed: int, workers: int | None, as_json: bool
) -> int:
    """So many games of each level at each table; goes on where it was stopped."""
    tours = [Visits(folder, game, each, seed) for game in games]
    stopped = False
    for tour in tours:
        if only_tell or stopped:
            tour.read()
            continue
        if aside := tour.put_aside():
            say(f"{tour.game.key}: anew, the bots have changed or the seed is another; the old games are in {aside}")
        try:
            with progress(tour.game.key, sum(tour.wanted)) as show:
                for played in tour.play(workers):
                    show(played)
        except KeyboardInterrupt:
            stopped = True
        click.echo(f"{tour.game.key}: {len(tour.made)} of {sum(tour.wanted)} games", err=True)
    failed = any(tour.failures for tour in tours)
    if as_json:
        partial = not all(tour.finished for tour in tours)
        told = [report(tour) for tour in tours]
        print_json({"seed": seed, "iterations": ITERATIONS, "partial": partial, "games": told})
    else:
        show_all(tours)
    if stopped:
        say(f"stopped; the same command goes on from {folder}")
        return INTERRUPTED
    return NO if failed else OK


def report(tour: Visits) -> dict[str, object]:
    made = tour.made.values()
    return {
        "game": tour.game.key,
        "tables": len(tour.wanted),
        "games": len(made),
        "games_wanted": sum(tour.wanted),
        "moves": sum(visit.moves for visit in made),
        "most_iterations": max((visit.iterations for visit in made), default=0),
        "failures": [
            {"table": tour.tour.titles[visit.table], "number": visit.number, "reason": visit.failed}
            for visit in tour.failures
        ],
    }


def show_all(tours: Sequence[Visits]) -> None:
    heads = ("game", "tables", "games", "of", "moves", "longest thought", "went wrong")
    rows = []
    for tour in tours:
        told = report(tour)
        figures = [str(told[name]) for name in ("tables", "games", "games_wanted", "moves", "most_iterations")]
        rows.append((tour.game.key, *figures, str(len(tour.failures))))
    print_table(heads, rows, right=range(1, 7), marked=[n for n, tour in enumerate(tours) if tour.failures])
    for tour in tours:
        for visit in tour.failures:
            click.echo(f"{tour.tour.titles[visit.table]}, game {visit.number}: {visit.failed}")
