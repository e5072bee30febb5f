"""`kvartal bench bots`: how fast minds think on this machine."""

from typing import Any

import click

from kvartal import __version__, build
from kvartal.arena.measure import machine, setups
from kvartal.bots.measure import measure
from kvartal.cli.options import complete_games, json_option
from kvartal.cli.paper import counted, print_json, print_table, progress
from kvartal.games import game as game_called
from kvartal.games import games as all_games

HEADS = ("game", "policy rollouts/s", "tree node visits/s")


@click.command("bots")
@click.argument("game", nargs=-1, shell_complete=complete_games)
@click.option("--seconds", type=click.FloatRange(0.05, 3600), default=4.0, show_default=True, help="Per set-up.")
@json_option
def command(game: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """How fast minds think on this machine, for every GAME (default: all) and its presets, on one core.

    \b
    policy rollouts/s    games from the start to the end, every move by the policy of the game's mind
    tree node visits/s   steps of the tree search where every state is worth the same

    Each figure is the best of five short runs, by CPU time. JSON keys name their unit.

    \b
    Examples:
      kvartal bench bots
      kvartal bench bots flip --json --seconds 2
    """
    boxes = [game_called(key) for key in game] or all_games()
    listed = [(box, preset, setup) for box in boxes for preset, setup in setups(box)]
    rows: list[dict[str, Any]] = []
    with progress("bench bots", len(listed)) as show:
        for number, (box, preset, setup) in enumerate(listed):
            figures = measure(setup, seconds)
            rows.append({"game": box.key, "preset": preset, "players": setup.players, "figures": figures})
            show(number + 1)
    about = {"kvartal": __version__, **machine(), "mode": build.STATUS, "seconds": seconds}
    if as_json:
        print_json({**about, "results": rows})
        return
    click.echo(f"kvartal {__version__}, {build.STATUS}, on {about['processor']}, {about['python']}, one core")
    lines = []
    for (box, preset, setup), row in zip(listed, rows, strict=True):
        name = box.key + (f" {preset}" if preset else "") + f", {counted(setup.players)}"
        lines.append((name, *(f"{value:,.0f}" for value in row["figures"].values())))
    print_table(HEADS, lines, right=range(1, 3))
