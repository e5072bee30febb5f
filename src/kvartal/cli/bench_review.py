"""`kvartal bench review`: are the winning chances of a review right, and is luck luck?"""

from collections.abc import Sequence

import click

from kvartal import __version__, build
from kvartal.arena.measure import machine
from kvartal.bots import check_name
from kvartal.cli.options import game_argument, json_option, players_option, setup_of, setup_options
from kvartal.cli.paper import counted, print_json, print_table, progress
from kvartal.review.calibration import calibrated
from kvartal.review.review import Depth

HEADS = ("said", "moments", "said on average", "came")


@click.command("review")
@game_argument()
@players_option
@setup_options
@click.option("--games", type=click.IntRange(2, 1_000_000), default=200, show_default=True, help="Of bots.")
@click.option("--playouts", type=click.IntRange(1, 100_000), default=Depth.games, help="For each moment.")
@click.option("--level", default="level3", show_default=True, help="Who plays.")
@click.option("--seed", type=click.IntRange(0, 2**40), default=0, help="Of the first game.")
@json_option
def command(
    game: str, players: int | None, chosen: Sequence[str], preset: str | None, data: str | None,
    games: int, playouts: int, level: str, seed: int, as_json: bool,
) -> None:  # fmt: skip
    """Do the chances of winning that a review of GAME tells come true, and does chance bring nothing on average?

    \b
    Brier score       the mean square between the chance that was said and what came (0: always right)
    off by            how far what was said is from what came, over the ten bins
    chance brought    to the first seat, a game: 0 within a few standard errors

    \b
    Examples:
      kvartal bench review flip --games 1000
      kvartal bench review welcome --players 2 --games 100 --json
    """
    check_name(level)
    setup = setup_of(game, players, chosen, preset, data)
    with progress(f"bench review, {game}", games) as show:
        found = calibrated(setup, level, games, playouts, seed, show)
    chance, bins = found.mean_chance, [(n, each) for n, each in enumerate(found.bins) if each.count]
    if as_json:
        told = {
            "game": game, "players": setup.players, "games": games, "playouts": playouts, "level": level, "seed": seed,
            "chance": {"mean": chance.mean, "error": chance.error},
        }  # fmt: skip
        if found.brier:
            told["brier"] = {"mean": found.mean_brier.mean, "error": found.mean_brier.error}
            told["brier_if_all_alike"] = sum(found.even) / games
            told["off_by"] = found.error
            told["bins"] = [
                {"from": n / 10, "moments": each.count, "said": each.said / each.count, "came": each.came / each.count}
                for n, each in bins
            ]
        print_json({"kvartal": __version__, **machine(), "mode": build.STATUS, **told})
        return
    players_told, how = counted(setup.players), f"{playouts} playouts a moment"
    click.echo(f"{game}, {players_told}: {games:,} games of {level}, {how}, seed {seed}")
    click.echo(f"chance brought   {chance.mean:+.4f} ± {chance.error:.4f}")
    if not found.brier:
        return
    brier, even = found.mean_brier, sum(found.even) / games
    click.echo(f"Brier score      {brier.mean:.4f} ± {brier.error:.4f} (all alike: {even:.4f})")
    click.echo(f"off by           {found.error:.1%}")
    rows = [
        (f"{n / 10:.0%} …", f"{each.count:,}", f"{each.said / each.count:.1%}", f"{each.came / each.count:.1%}")
        for n, each in bins
    ]
    print_table(HEADS, rows, right=range(1, 4))
