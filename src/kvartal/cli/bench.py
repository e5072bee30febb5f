"""`kvartal bench`: figures of this machine, compiled and pure side by side."""

import json
import os
import subprocess
import sys
from typing import Any

import click

from kvartal import __version__, build
from kvartal.arena.measure import machine, measure, memory, setups
from kvartal.cli.options import complete_games, json_option
from kvartal.cli.paper import counted, print_json, print_table, progress
from kvartal.engine.game import Game
from kvartal.games import game as game_called
from kvartal.games import games as all_games

HIGHER_IS_BETTER = ("decisions_per_s", "decisions_per_s_from_python", "games_per_s")
HEADS = ("game", "mode", "decisions/s", "from Python", "games/s", "copy ns", "moves ns")
Figures = dict[str, float]


def measured_here(boxes: list[Game], seconds: float) -> list[dict[str, Any]]:
    """Every set-up of these games in the mode of this process."""
    rows: list[dict[str, Any]] = []
    listed = [(box, preset, setup) for box in boxes for preset, setup in setups(box)]
    with progress(f"bench, {mode()}", len(listed)) as show:
        for number, (box, preset, setup) in enumerate(listed):
            figures = measure(setup, seconds)
            rows.append({"game": box.key, "preset": preset, "players": setup.players, "figures": figures})
            show(number + 1)
    return rows


def mode() -> str:
    return "compiled" if build.COMPILED else "pure"


def measured_there(boxes: list[Game], seconds: float) -> tuple[str, list[dict[str, Any]]]:
    """The same in a process of the other mode; it tells which mode it really had."""
    environment = {name: value for name, value in os.environ.items() if name != "KVARTAL_PURE"}
    if build.COMPILED:
        environment["KVARTAL_PURE"] = "1"
    keys = [box.key for box in boxes]
    command = [sys.executable, "-m", "kvartal", "bench", "--one-mode", "--json", "--seconds", str(seconds), *keys]
    run = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        raise click.ClickException("the measurement in the other mode failed; its message stands above")
    told = json.loads(run.stdout)
    return told["mode"], told["results"]


def side_by_side(here: list[dict[str, Any]], there: list[dict[str, Any]], other: str) -> list[dict[str, Any]]:
    """One entry per set-up with both modes and their ratio (how many times better compiled is)."""
    rows = []
    for number, row in enumerate(here):
        figures: dict[str, Figures] = {mode(): row["figures"]}
        if other != mode():  # without a compiler both are pure
            figures[other] = there[number]["figures"]
        entry = {name: row[name] for name in ("game", "preset", "players")}
        entry |= {name: figures.get(name) for name in ("compiled", "pure")}
        if len(figures) == 2:
            entry["compiled_to_pure"] = ratios(figures["compiled"], figures["pure"])
        rows.append(entry)
    return rows


def ratios(compiled: Figures, pure: Figures) -> Figures:
    return {
        name: round(value / pure[name] if name in HIGHER_IS_BETTER else pure[name] / value, 1)
        for name, value in compiled.items()
    }


def show(rows: list[dict[str, Any]]) -> None:
    lines = []
    for row in rows:
        name = row["game"] + (f" {row['preset']}" if row["preset"] else "") + f", {counted(row['players'])}"
        for which in ("compiled", "pure"):
            if row[which]:
                figures = [f"{value:,.0f}" for value in row[which].values()]
                lines.append((name, which, *figures))
        if "compiled_to_pure" in row:
            lines.append((name, "× better", *(f"{value:,.1f}" for value in row["compiled_to_pure"].values())))
    print_table(HEADS, lines, right=range(2, 7))


def bench_memory(boxes: list[Game], games: int, as_json: bool) -> None:
    results = []
    for box in boxes:
        with progress(f"memory, {box.key}", games) as bar:
            results.append({"game": box.key, **memory(box.set_up(), games, bar)})
    if as_json:
        print_json({**machine(), "mode": mode(), "results": results})
        return
    for each in results:
        start, end = each["resident_bytes_after_first_hundredth"], each["resident_bytes_at_the_end"]
        click.echo(
            f"{each['game']}: {each['games']:,} games in one process ({mode()}): "
            f"{start / 1e6:.1f} MB → {end / 1e6:.1f} MB, growth {each['growth_bytes'] / 1e6:+.2f} MB"
        )


@click.command("bench")
@click.argument("game", nargs=-1, shell_complete=complete_games)
@click.option(
    "--seconds", type=click.FloatRange(0.05, 3600), default=4.0, show_default=True, help="Per set-up and mode."
)
@click.option("--memory", "only_memory", is_flag=True, help="Instead: does memory grow over many games?")
@click.option("--games", type=click.IntRange(100, 10**9), default=1_000_000, show_default=True, help="For --memory.")
@click.option("--one-mode", is_flag=True, hidden=True, help="Only the mode of this process.")
@json_option
def command(
    game: tuple[str, ...], seconds: float, only_memory: bool, games: int, one_mode: bool, as_json: bool
) -> None:
    """How fast the engine is on this machine, for every GAME (default: all) and its presets, compiled and pure.

    \b
    decisions/s   choices between two or more moves, in random games; chance included
    from Python   the same games driven move by move by a plain Python loop
    games/s       random games, from the set-up to the end
    copy, moves   nanoseconds to copy a position, to list its moves

    Each figure is the best of five short runs. JSON keys name their unit.

    \b
    Examples:
      kvartal bench
      kvartal bench flip --json --seconds 2
      kvartal bench flip --memory --games 1000000
    """
    boxes = [game_called(key) for key in game] or all_games()
    if only_memory:
        bench_memory(boxes, games, as_json)
        return
    here = measured_here(boxes, seconds)
    if one_mode:
        print_json({**machine(), "mode": mode(), "results": here})
        return
    other, there = measured_there(boxes, seconds)
    rows = side_by_side(here, there, other)
    about = {"kvartal": __version__, **machine(), "seconds": seconds}
    if as_json:
        print_json({**about, "results": rows})
        return
    click.echo(f"kvartal {__version__} on {about['processor']}, {about['system']}, {about['python']}, one core")
    show(rows)
    if other == mode():
        click.echo(f"The other mode is not available here: {build.STATUS}.")
