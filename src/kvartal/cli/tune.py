"""`kvartal tune GAME`: the weights of a level, fitted step by step with mirrored games."""

import secrets
from pathlib import Path
from typing import Any

import click

from kvartal.arena.run import Run
from kvartal.arena.saved import TUNING, Lines, head_of
from kvartal.arena.sprt import Sprt
from kvartal.arena.tune import Judged, Trying
from kvartal.arena.tuning import Tuning
from kvartal.cli.exits import INTERRUPTED, OK, say
from kvartal.cli.options import (
    SEED,
    cluster_option,
    game_argument,
    hired,
    json_option,
    players_option,
    playouts_option,
    seats_of,
    setup_of,
    setup_options,
    workers_option,
)
from kvartal.cli.paper import counted, print_json, progress
from kvartal.engine.game import Setup


def section(setup: Setup, best: dict[str, int]) -> str:
    """The weights as weights.toml has them, in the most particular section for this set-up."""
    mode = ["usual", *setup.game.modes(setup)][-1]
    return "\n".join([f"[{mode}.weights]", *(f"{name} = {value}" for name, value in best.items())])


def told(judged: Judged, before: dict[str, int]) -> str:
    name, weights = judged.trying.name, judged.trying.weights
    share = f"{judged.share:.1%} of {judged.games:,} games"
    return f"step {judged.trying.number}: {name} {before[name]} → {weights[name]}: {judged.result}, {share}"


@click.command("tune")
@game_argument()
@click.option("--bot", default="level3", show_default=True, metavar="LEVEL", help="The level that plays.")
@click.option("--weights", metavar="NAME,NAME,…", help="Which weights may change (default: all).")
@click.option(
    "--games", type=click.IntRange(1, 10**6), default=400, show_default=True, metavar="N", help="At most, for a step."
)
@click.option("--steps", type=click.IntRange(1, 10**6), metavar="N", help="At most (default: until none is worth it).")
@click.option("--p1", type=float, help="A step is good if this is its share of the wins (default: 5 % above the fair).")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="The chance to take a step wrongly.")
@click.option("--beta", type=float, default=0.1, show_default=True, help="The chance to leave a good one.")
@click.option("--save", required=True, metavar="FILE", help="Keep every step here: the same command goes on.")
@players_option
@click.option("--seed", type=SEED, metavar="S", help="The same seed takes the same steps (default: a new one, told).")
@workers_option
@cluster_option
@playouts_option
@setup_options
@json_option
def command(
    game: str,
    bot: str,
    weights: str | None,
    games: int,
    steps: int | None,
    p1: float | None,
    alpha: float,
    beta: float,
    save: str,
    players: int | None,
    seed: int | None,
    workers: int | None,
    cluster: str | None,
    playouts: int,
    chosen: tuple[str, ...],
    preset: str | None,
    data: str | None,
    as_json: bool,
) -> int:
    """Fit the weights of GAME's mind to a set-up: each step is judged by mirrored games against the best so far.

    One weight after the other is moved, up or down; a step is taken if a sequential test (as in `arena --sprt`) says
    that it wins more. Steps that were good grow, others shrink, until none is worth its games. Ctrl-C stops; the same
    command goes on. At the end stands what to put into the room's bot/weights.toml.

    \b
    Examples:
      kvartal tune welcome --bot level2 --save tune.jsonl --games 400
      kvartal tune welcome --players 1 --weights NAME,NAME --save solo.jsonl --steps 20
    """
    setup = setup_of(game, players, chosen, preset, data)
    head = head_of(Path(save), TUNING)
    if seed is None:
        seed = head["seed"] if head else secrets.randbits(31)
    fair = 0.5 if setup.players == 1 else 1 / setup.players
    sprt = Sprt(fair, fair + 0.05 if p1 is None else p1, alpha, beta)
    deals = games if setup.players == 1 else -(-games // setup.players)
    tuning = Tuning.of(setup, bot, tuple(seats_of(weights) or ()), seed, sprt, deals, playouts)
    best = dict(tuning.steps.weights)
    found: list[dict[str, Any]] = []
    done = False
    try:
        with (
            Lines(Path(save), TUNING, tuning.identity()) as file,
            hired(workers, cluster) as crew,
            progress("games of this step", None) as show,
        ):

            def shown(_: Trying, run: Run) -> None:
                show(run.deals.games)

            for judged, after in tuning.search(file, crew, shown):
                if not as_json:
                    click.echo(told(judged, best))
                best = after
                found.append(judged.to_json())
                if steps is not None and len(found) >= steps:
                    break
        done = True
    except KeyboardInterrupt:
        say(f"stopped; the same command goes on from {save}")
    if as_json:
        print_json({**tuning.identity(), "partial": not done, "steps": found, "weights": best})
    else:
        games_played = sum(step["games"] for step in found)
        click.echo(
            f"\n{setup.game.title}, {counted(setup.players)}, {bot}: {len(found):,} steps, {games_played:,} games, "
            f"seed {seed}. For bot/weights.toml:\n\n{section(setup, best)}"
        )
    return OK if done else INTERRUPTED
