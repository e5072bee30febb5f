"""`kvartal strength [GAME…]`: every figure of strength, measured anew or gone on with, and written into a page."""

import math
from collections.abc import Sequence
from pathlib import Path

import click

from kvartal.arena.everywhere import GAMES, ITERATIONS
from kvartal.arena.figures import (
    LAST_HEADS,
    LEGEND,
    STEP_HEADS,
    Measured,
    Row,
    cell,
    last_rows,
    markdown,
    rows_of,
    step_rows,
)
from kvartal.arena.strength import QUICK, ROUNDS, SEED, Costs, Kept, comparisons
from kvartal.arena.workers import Workers, counted
from kvartal.cli.everywhere import everywhere
from kvartal.cli.exits import INTERRUPTED, OK, say
from kvartal.cli.options import SEED as SEEDS
from kvartal.cli.options import cluster_option, complete_games, hired, json_option, workers_option
from kvartal.cli.paper import print_json, print_table, progress
from kvartal.engine.option import BadSetup, listing
from kvartal.games import game as game_called
from kvartal.games import games as all_games

BEGIN, END = "<!-- strength: begin -->", "<!-- strength: end -->"


def declared(keys: Sequence[str], folder: Path, seed: int) -> list[Kept]:
    """The comparisons of these games; without names, of all that declare some."""
    chosen = [game_called(key) for key in dict.fromkeys(keys)] or [each for each in all_games() if each.strength]
    for each in chosen:
        if not each.strength:
            able = listing(other.key for other in all_games() if other.strength)
            raise BadSetup(
                f"{each.key} does not say what is to be measured (bot/strength.toml in its room); these do: {able}"
            )
    return [Kept(folder, comparison, seed) for each in chosen for comparison in comparisons(each)]


def duration(seconds: float) -> str:
    minutes = math.ceil(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"


def play_all(kept: Sequence[Kept], most: int | None, workers: Workers) -> None:
    """All games that are missing, round by round; after each comparison a line about it and the time that remains."""
    costs = Costs()
    for each in kept:
        costs.note(each, most)
    for round_ in [*(games for games in ROUNDS if most is None or games < most), most]:
        for each in kept:
            if changed := each.changed():
                why = "the bots have changed" if each.earlier else changed
                say(f"{each.comparison.title}: anew, {why}; its old games are in {each.put_aside()}")
            with progress(each.comparison.title, None) as show:
                run = None
                for run in each.play(round_, workers):
                    show(run.deals.games)
            costs.note(each, most)
            if run is not None:
                remaining = costs.seconds(counted(workers))
                still = f"; at most {duration(remaining)} to go" if remaining else ""
                click.echo(f"{each.comparison.title}: {cell(Measured.of(each))}{still}", err=True)


def filled(page: str, path: Path, table: str) -> str:
    """A page with another table between its marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise BadSetup(f"{path} has no place for the table: a line {BEGIN} and after it a line {END}")
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def check_folder(folder: Path) -> None:
    """Before hours of play, not after them."""
    folder.mkdir(parents=True, exist_ok=True)
    probe = folder / ".probe"
    probe.touch()
    probe.unlink()


def show(rows: Sequence[Row]) -> None:
    click.echo("From level to level:")
    print_table(("", *STEP_HEADS), step_rows(rows))
    click.echo("\nLevel 5 against greedy:")
    print_table(("", *LAST_HEADS), last_rows(rows))
    click.echo(f"\n{LEGEND}")


@click.command("strength")
@click.argument("games", nargs=-1, shell_complete=complete_games)
@click.option(
    "--save",
    "folder",
    default="strength",
    show_default=True,
    metavar="FOLDER",
    help="Keep every game here: the same command goes on after Ctrl-C.",
)
@click.option(
    "--quick", is_flag=True, help=f"A first picture: {QUICK} games of each comparison at most (everywhere: 1)."
)
@click.option("--games", "most", type=click.IntRange(1, 10**6), metavar="N", help="So many of each comparison at most.")
@click.option(
    "--everywhere",
    "all_tables",
    is_flag=True,
    help=f"Instead: {GAMES} games of each level at every table there is (options, presets, players), to see that "
    f"nothing goes wrong; {ITERATIONS} iterations a turn.",
)
@click.option("--report", "only_tell", is_flag=True, help="Only tell what was measured; play nothing.")
@click.option("--write", "page", metavar="FILE", help="Put the tables of all games into this page, between its marks.")
@click.option("--seed", type=SEEDS, default=SEED, show_default=True, metavar="S", help="The same seed: the same games.")
@workers_option
@cluster_option
@json_option
def command(
    games: tuple[str, ...],
    folder: str,
    quick: bool,
    most: int | None,
    all_tables: bool,
    only_tell: bool,
    page: str | None,
    seed: int,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Measure how strong the levels are, at every setting that the rooms of the GAMEs (default: all) declare.

    Level 1 meets random and greedy, every other level the one below it, level 5 greedy, on mirrored deals. A step ends
    as soon as a sequential test says whether its goal is reached. Every game is kept; where a bot or its weights have
    changed, what it played is measured anew.

    \b
    Examples:
      kvartal strength --quick
      kvartal strength flip --save runs
      kvartal strength --report --write docs/strength.md
      kvartal strength flip --everywhere --quick
    """
    if quick and most is not None:
        raise BadSetup("--quick and --games exclude each other")
    if all_tables:
        if page is not None:
            raise BadSetup("--everywhere measures no strength: there is nothing to --write")
        if cluster is not None:
            raise BadSetup("--everywhere plays on this machine, not on a --cluster")
        chosen = [game_called(key) for key in dict.fromkeys(games)] or all_games()
        if not only_tell:
            check_folder(Path(folder))
        each = 1 if quick else most or GAMES
        return everywhere(chosen, Path(folder), each, only_tell, seed, workers, as_json)
    kept = declared(games, Path(folder), seed)
    if page is not None:
        text = Path(page).read_text(encoding="utf-8")
        filled(text, Path(page), "")
        with Path(page).open("a", encoding="utf-8"):
            pass
    done = True
    if not only_tell:
        check_folder(Path(folder))
        try:
            with hired(workers, cluster) as crew:
                play_all(kept, QUICK if quick else most, crew)
        except KeyboardInterrupt:
            done = False
    rows = rows_of(kept)
    if page is not None:
        told = rows_of(declared((), Path(folder), seed)) if games else rows
        text = Path(page).read_text(encoding="utf-8")
        Path(page).write_text(filled(text, Path(page), markdown(told)), encoding="utf-8")
    if as_json:
        print_json({"seed": seed, "partial": not done, "settings": [row.to_json() for row in rows]})
    else:
        show(rows)
    if not done:
        say(f"stopped; the same command goes on from {folder}")
    return OK if done else INTERRUPTED
