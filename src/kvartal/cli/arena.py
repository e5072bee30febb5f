"""`kvartal arena GAME`: bots meet on mirrored deals; who is stronger, by how much, and how sure that is."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click

from kvartal.arena.contest import Contest
from kvartal.arena.lineup import Line, lines, one_among
from kvartal.arena.ratings import check_openskill
from kvartal.arena.run import Run
from kvartal.arena.saved import CONTEST, Saved, head_of
from kvartal.arena.sprt import Sprt, Trial
from kvartal.arena.summary import Meeting, Share, Summary, write_csv
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
    seats_option,
    setup_of,
    setup_options,
    workers_option,
)
from kvartal.cli.paper import counted, print_json, print_table, progress
from kvartal.engine.game import Setup
from kvartal.engine.option import BadSetup

MOST = 10**6  # games of a line: each is kept


def sitting_down(
    game: str,
    names: list[str],
    players: int | None,
    chosen: Sequence[str],
    preset: str | None,
    data: str | None,
    as_league: bool,
    testing: bool,
) -> tuple[Setup, list[Line]]:
    """The set-up, and who meets whom in it."""
    if "you" in names:
        raise BadSetup("the arena seats bots only; `kvartal play` is for people")
    if players is None and (as_league or len(set(names)) < len(names)):
        players = len(names)
    setup = setup_of(game, players, chosen, preset, data)
    if not testing:
        return setup, lines(names, setup.players, as_league)
    if len(names) != 2 or as_league:
        raise BadSetup(f"--sprt asks whether the first of two bots is stronger: --seats A,B, not {','.join(names)}")
    return setup, [one_among(names[0], names[1], setup.players)]


def report(setup: Setup, run: Run, summary: Summary, games: int, partial: bool) -> dict[str, Any]:
    """The result as JSON: what follows from the seed, and under `measured` what does not."""
    return {
        **run.contest.identity(setup),
        "games_asked": games,
        "partial": partial,
        **summary.to_json(),
        "sprt": {**run.trial.to_json(), "games": run.games_judged} if run.trial else None,
        "measured": summary.measured(),
    }


def _percent(each: Share) -> tuple[str, str]:
    return f"{each.value:.1%}", f"{each.low:.1%}–{each.high:.1%}"


def _met(meeting: Meeting, alone: bool) -> Iterator[tuple[str, ...]]:
    for number, (name, each) in enumerate(meeting.shares.items()):
        head = (meeting.title, f"{meeting.deals:,}", f"{meeting.games:,}") if not number else ("", "", "")
        same = (f"{meeting.same:,}" if not number else "",) if alone else ()
        yield *head, *same, name, *_percent(each), f"{each.fair:.1%}"


def show(setup: Setup, run: Run, summary: Summary, partial: bool) -> None:
    """The summary for people."""
    contest, tally = run.contest, summary.tally
    click.echo(
        f"{setup.game.title}: {tally.games:,} games on {summary.dealt:,} mirrored deals, "
        f"{counted(setup.players)}, seed {contest.seed}"
    )
    if partial:
        click.echo(f"PARTIAL: {run.deals.games:,} of {run.deals.games_wanted:,} games; only whole deals are counted.")
    if not summary.deals:
        return
    alone = setup.players == 1
    click.echo()
    heads = ("", "deals", "games", *(("same",) if alone else ()), "bot", "better" if alone else "wins", "95 %", "fair")
    rows = [row for meeting in summary.meetings for row in _met(meeting, alone)]
    if rows:
        print_table(heads, rows, right=[place for place, head in enumerate(heads) if head not in ("", "bot")])
        click.echo()
    show_bots(summary)
    if len(contest.bots) > 2:
        click.echo("\nHow often the one on the left came out ahead:")
        print_table(("", *contest.bots), list(_matrix(summary)), right=range(1, len(contest.bots) + 1))
    click.echo()
    endings = sorted(tally.endings.items(), key=lambda item: (-item[1], item[0]))
    words, known = setup.game.words("en"), {rule.id: rule for rule in setup.game.rules}
    print_table(
        ("ending", "games", "share", ""),
        [
            (rule, f"{n:,}", f"{n / tally.games:.1%}", known[rule].said(words) if rule in known else "")
            for rule, n in endings
        ],
        right=(1, 2),
    )
    if run.trial:
        click.echo(f"\n{verdict(contest, run.trial, run.games_judged)}")


def show_bots(summary: Summary) -> None:
    measured = summary.measured()
    rows = []
    for name in sorted(summary.elo, key=lambda name: -summary.elo[name][0]):
        (elo, half), (mu, sigma), score = summary.elo[name], summary.skill[name], summary.tally.bots[name].score
        cpu = measured[name]
        rows.append(
            (
                name,
                f"{elo:+.0f} ± {half:.0f}",
                f"{mu:.1f} ± {1.96 * sigma:.1f}",
                f"{score.mean:,.2f}",
                f"{score.sd:,.2f}",
                f"{score.low:,}",
                f"{score.high:,}",
                f"{cpu['cpu_ms_per_move']:,.3f}",
                f"{cpu['cpu_ms_per_turn']:,.3f}",
            )
        )
    heads = ("bot", "Elo, 95 %", "openskill, 95 %", "score", "± sd", "min", "max", "CPU ms/move", "ms/turn")
    print_table(heads, rows, right=range(1, len(heads)))


def _matrix(summary: Summary) -> Iterator[tuple[str, ...]]:
    for one in summary.contest.bots:
        cells = [summary.matrix.get((one, other)) for other in summary.contest.bots]
        yield one, *(f"{each.value:.1%}" if each else "" for each in cells)


def verdict(contest: Contest, trial: Trial, games: int) -> str:
    one, other = contest.bots[:2]
    told, low_high = trial.to_json(), trial.sprt.bounds
    claim = f"{one} has {trial.sprt.p1:.1%} of the wins against {other}, not {trial.sprt.p0:.1%}"
    where = f"weight {told['llr']:+.2f}, bounds {low_high[0]:+.2f} and {low_high[1]:+.2f}"
    return f"SPRT: {trial.result.upper()} after {games:,} games: {claim} ({where})."


def check_writable(path: str | None) -> None:
    """Before hours of play, not after them."""
    if path is not None:
        with Path(path).open("a", encoding="utf-8"):
            pass


@click.command("arena")
@game_argument()
@seats_option("The bots that meet: greedy, level3, module:name, 'program:COMMAND LINE' …")
@click.option(
    "--games", type=click.IntRange(1, MOST), required=True, metavar="N", help="For every pairing, in whole deals."
)
@players_option
@click.option("--league", "as_league", is_flag=True, help="Tables of different bots, every choice of them.")
@click.option("--round-robin", is_flag=True, help="Everybody meets everybody (the default).")
@click.option("--seed", type=SEED, metavar="S", help="The same seed gives the same result (default: a new one, told).")
@workers_option
@cluster_option
@playouts_option
@click.option("--sprt", "testing", is_flag=True, help="Is the first of two bots stronger? Stops when that is clear.")
@click.option("--p0", type=float, help="Its share of the wins if it is not (default: the fair share).")
@click.option("--p1", type=float, help="Its share of the wins if it is (default: 5 % more).")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="The chance to say yes wrongly.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="The chance to say no wrongly.")
@click.option("--save", metavar="FILE", help="Keep every game here: the same command goes on after Ctrl-C.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write a line for every seat of every game.")
@click.option("--report", "page", metavar="FILE", help="Write a page with plots (HTML).")
@setup_options
@json_option
def command(
    game: str,
    seats: str | None,
    games: int,
    players: int | None,
    as_league: bool,
    round_robin: bool,
    seed: int | None,
    workers: int | None,
    cluster: str | None,
    playouts: int,
    testing: bool,
    p0: float | None,
    p1: float | None,
    alpha: float,
    beta: float,
    save: str | None,
    csv_file: str | None,
    page: str | None,
    chosen: tuple[str, ...],
    preset: str | None,
    data: str | None,
    as_json: bool,
) -> int:
    """Let bots meet at GAME on mirrored deals, and tell who is stronger, by how much, and how sure that is.

    Every deal is played once for each way the bots can be moved round the table, with the same cards. Two seats: every
    pair of bots. More: each bot alone among seats of each other one, or, with --league, tables of different bots; a
    name that stands twice in --seats makes it one table with exactly these seats. One seat: all play the same cards,
    and the better result counts.

    \b
    Examples:
      kvartal arena flip --seats greedy,random --games 200
      kvartal arena flip --seats greedy,random --games 2000 --sprt --p1 0.6 --seed 7
      kvartal arena flip --seats greedy,random --players 4 --games 400 --save run.jsonl --report run.html
      kvartal arena estates --seats greedy,random,random,random --games 40 --csv games.csv --json
    """
    names = seats_of(seats)
    if names is None:
        raise BadSetup("--seats names the bots that meet, e.g. --seats greedy,random")
    if as_league and round_robin:
        raise BadSetup("--league and --round-robin exclude each other")
    check_openskill()
    setup, met = sitting_down(game, names, players, chosen, preset, data, as_league, testing)
    sprt = None
    if testing:
        fair = 0.5 if setup.players == 1 else 1 / setup.players
        low = fair if p0 is None else p0
        sprt = Sprt(low, min(low + 0.05, (1 + low) / 2) if p1 is None else p1, alpha, beta)
    head = head_of(Path(save), CONTEST) if save else None
    if seed is None:
        seed = head["seed"] if head else secrets.randbits(31)
    contest = Contest.of(setup, met, seed, playouts)
    for path in (csv_file, page):
        check_writable(path)
    deals = games if setup.players == 1 else -(-games // len(met[0].sittings))
    run = Run(contest, deals, sprt)
    done = play_out(setup, run, save, workers, cluster)
    summary = run.summary()
    if csv_file:
        write_csv(Path(csv_file), summary)
    if page:
        from kvartal.arena.report import page_of

        Path(page).write_text(page_of(setup, summary, run.trial, not done), encoding="utf-8")
    if as_json:
        print_json(report(setup, run, summary, games, not done))
    else:
        show(setup, run, summary, not done)
    if not done:
        say(f"stopped; the same command goes on from {save}" if save else "stopped; with --save FILE it could go on")
    return OK if done else INTERRUPTED


def play_out(setup: Setup, run: Run, save: str | None, workers: int | None, cluster: str | None) -> bool:
    """Play what is missing; False: interrupted."""
    try:
        with ExitStack() as stack:
            file = stack.enter_context(Saved(Path(save), run.contest.identity(setup))) if save else None
            if file:
                run.deals.add(file.games)
            if not run.judge() and any(run.deals.missing()):
                crew = stack.enter_context(hired(workers, cluster))
                show_progress = stack.enter_context(progress("games", run.deals.games_wanted))
                show_progress(run.deals.games)
                for games in stack.enter_context(closing(run.play(crew))):
                    if file:
                        file.add_games(games)
                    show_progress(run.deals.games)
    except KeyboardInterrupt:
        return False
    return True
