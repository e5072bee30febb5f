"""`kvartal simulate GAME`: bots play many games."""

import secrets
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from kvartal.arena.simulate import Job, simulate
from kvartal.arena.tally import Spread, Standing, Tally
from kvartal.arena.workers import play_all
from kvartal.bots.names import check_bots
from kvartal.cli.exits import INTERRUPTED, OK
from kvartal.cli.options import (
    SEED,
    cluster_option,
    game_argument,
    hired,
    json_option,
    players_option,
    seats_of,
    seats_option,
    setup_of,
    setup_options,
    workers_option,
)
from kvartal.cli.paper import counted, print_json, print_table, progress
from kvartal.engine.game import Setup
from kvartal.engine.option import BadSetup
from kvartal.engine.rule import Rule
from kvartal.games import game as game_called
from kvartal.research.out import Out, begun
from kvartal.research.recording import Recording


def bots_of(seats: str | None, players: int | None) -> list[str] | None:
    """The bots asked for; one name alone fills the whole table."""
    names = seats_of(seats)
    if names is None:
        return None
    if "you" in names:
        raise BadSetup("simulate seats bots only; `kvartal play` is for people")
    if players is not None and len(names) == 1:
        return names * players
    if players is not None and len(names) != players:
        raise BadSetup(f"--players {players} does not fit the {len(names)} names of --seats")
    return names


def report(setup: Setup, job: Job, tally: Tally, games: int) -> dict[str, Any]:
    """The result as JSON: only what follows from the seed, no times."""
    return {
        "game": setup.game.key,
        "rules_version": setup.version,
        "players": setup.players,
        "options": {option.name: option.write(setup.options[option.name]) for option in setup.game.options},
        "data": setup.data.corrections(),
        "tables": setup.digest,
        "seats_asked": list(job.bots),
        "rotated": job.rotate,
        "seed": job.seed,
        "games_asked": games,
        "partial": tally.games < games,
        **tally.to_json(),
    }


def _spread(spread: Spread) -> tuple[str, ...]:
    return f"{spread.mean:,.2f}", f"{spread.sd:,.2f}", f"{spread.low:,}", f"{spread.high:,}"


def _standing(who: str, standing: Standing) -> tuple[str, ...]:
    low, high = standing.interval()
    rate = f"{standing.win_rate:.1%}", f"{low:.1%}–{high:.1%}"
    return who, f"{standing.wins:,}", *rate, f"{standing.shared:,}", *_spread(standing.score)


def _rules(setup: Setup, ids: Sequence[str]) -> list[Rule | None]:
    known = {rule.id: rule for rule in setup.game.rules}
    return [known.get(rule_id) for rule_id in ids]


def show(setup: Setup, job: Job, tally: Tally, games: int) -> None:
    """The summary for people."""
    click.echo(f"{setup.game.title}: {tally.games:,} games, {counted(setup.players)}, seed {job.seed}")
    if tally.games < games:
        click.echo(f"PARTIAL: stopped after {tally.games:,} of {games:,} games.")
    if not tally.games:
        return
    rows = [_standing(f"seat {seat}", standing) for seat, standing in enumerate(tally.seats)]
    rows += [_standing(name, standing) for name, standing in tally.bots.items()]
    heads = ("", "wins", "rate", "95 %", "shared", "score", "± sd", "min", "max")
    click.echo()
    print_table(heads, rows, right=range(1, 9))
    click.echo()
    lengths = [(name, *_spread(spread)) for name, spread in tally.lengths.items()]
    print_table(("length", "mean", "± sd", "min", "max"), lengths, right=range(1, 5))
    click.echo()
    words = setup.game.words("en")
    endings = sorted(tally.endings.items(), key=lambda item: (-item[1], item[0]))
    texts = [rule.said(words) if rule else "" for rule in _rules(setup, [ending for ending, _ in endings])]
    print_table(
        ("ending", "games", "share", ""),
        [(ending, f"{n:,}", f"{n / tally.games:.1%}", text) for (ending, n), text in zip(endings, texts, strict=True)],
        right=(1, 2),
    )


def played(job: Job, games: int, workers: int | None, cluster: str | None) -> Tally:
    """All games added up, or those before Ctrl-C."""
    total = Tally.empty(job.bots)
    try:
        with (
            hired(workers, cluster) as crew,
            progress("games", games) as show_progress,
            closing(simulate(job, games, crew)) as batches,
        ):
            for batch in batches:
                total = total + batch
                show_progress(total.games)
    except KeyboardInterrupt:
        pass
    return total


def kept(job: Job, games: int, file: Path, workers: int | None, cluster: str | None) -> Tally:
    """The same, with every game in a file; those that it has already are not played again."""
    recording = Recording(job)
    with Out(file, recording, games) as out:
        try:
            if out.missing():
                with (
                    hired(workers, cluster) as crew,
                    progress("games", games) as show_progress,
                    closing(play_all(recording, [out.missing()], crew)) as parts,
                ):
                    show_progress(out.tally.games)
                    for part in parts:
                        out.add(part.answer)
                        show_progress(out.tally.games)
        except KeyboardInterrupt:
            pass
        out.finish()
    return out.tally


@click.command("simulate")
@game_argument()
@click.option("--games", type=click.IntRange(1, 10**12), required=True, metavar="N", help="How many games.")
@players_option
@seats_option(
    "A bot for every seat: greedy, level3, module:name, 'program:COMMAND LINE' … (default: random everywhere)."
)
@click.option("--seed", type=SEED, metavar="S", help="The same seed gives the same result (default: a new one, told).")
@workers_option
@cluster_option
@click.option(
    "--out",
    metavar="FILE",
    help="Keep every game and decision: JSON lines (.jsonl) or Parquet (.parquet).",
)
@click.option("--fixed-seats", is_flag=True, help="Everybody keeps the seat given, instead of taking turns.")
@setup_options
@json_option
def command(
    game: str,
    games: int,
    players: int | None,
    seats: str | None,
    seed: int | None,
    workers: int | None,
    cluster: str | None,
    out: str | None,
    fixed_seats: bool,
    chosen: tuple[str, ...],
    preset: str | None,
    data: str | None,
    as_json: bool,
) -> int:
    """Let bots play many games of GAME and tell who won, with how many points, how long it took, and how it ended.

    From game to game the bots move round the table, so that nobody always sits first. The result follows from the
    seed alone, whatever the number of workers. A bot of your own is a function `(view, moves, budget)` in a Python
    module of the folder you stand in, which answers with one of the moves, or a program that keeps the bot protocol
    (docs/bot-protocol.md). Ctrl-C stops at once, tells what was finished, and exits with 130. What --out has kept by
    then can be read, and the same command goes on with it; with more --games it adds to them.

    \b
    Examples:
      kvartal simulate flip --games 10000
      kvartal simulate flip --games 1000 --seats greedy,random --seed 7
      kvartal simulate flip --games 1000 --seats mine:careful,greedy     # careful in mine.py
      kvartal simulate flip --games 100 --seats 'program:python3 mine.py,greedy'
      kvartal simulate flip --games 5000 --players 4 --preset international --json
      kvartal simulate flip --games 5000 --cluster local --workers 2     # docs/cluster.md
      kvartal simulate welcome --games 100 --seats greedy --players 2 --out games.jsonl
    """
    bots = bots_of(seats, players)
    setup = setup_of(game, len(bots) if bots else players, chosen, preset, data)
    bots = bots or ["random"] * setup.players
    check_bots(game_called(game), bots)
    file = Path(out) if out is not None else None
    if seed is None:
        earlier = begun(file) if file else None
        seed = earlier["seed"] if earlier else secrets.randbits(31)
    job = Job.of(setup, tuple(bots), seed, not fixed_seats)
    if file:
        total = kept(job, games, file, workers, cluster)
    else:
        total = played(job, games, workers, cluster)
    if as_json:
        print_json(report(setup, job, total, games))
    else:
        show(setup, job, total, games)
    return INTERRUPTED if total.games < games else OK
