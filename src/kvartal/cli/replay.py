"""`kvartal replay FILE`: any moment of a recorded match."""

from typing import Any

import click

from kvartal.cli.archived import read_record, table_option
from kvartal.cli.options import json_option, lang_option
from kvartal.cli.paper import print_json
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.engine.replay import replay
from kvartal.engine.state import NOBODY
from kvartal.games import parse
from kvartal.terminal.report import moment


def earlier(match: Match, at: int | None, seat: int | None) -> Match:
    """The match as it was after so many steps, seen by a seat that exists."""
    if at is not None and at > len(match):
        raise BadSetup(f"--at {at}: this match has steps 0 to {len(match)}")
    if seat is not None and seat >= match.setup.players:
        raise BadSetup(f"--seat {seat}: seats are 0 to {match.setup.players - 1}")
    return match.at(len(match) if at is None else at)


def moment_json(match: Match, steps: int, seat: int | None, lang: str) -> dict[str, Any]:
    view = match.view(seat)
    outcome = match.outcome(lang)
    return {
        "names": list(match.names),
        "step": len(match),
        "steps": steps,
        **view.facts(),
        "log": [
            {"step": line.number + 1, "seat": line.seat, "rule": line.rule.id if line.rule else None, "text": line.text}
            for line in match.log(seat, lang)
        ],
        "scores": [
            {
                **({"seat": None, "name": score.name} if score.seat == NOBODY else {"seat": score.seat}),
                "total": score.total,
                "lines": [{"rule": line.rule.id, "points": line.points, "text": line.text} for line in score.lines],
            }
            for score in view.scores(lang)
        ],
        "outcome": None
        if outcome is None
        else {"winners": list(outcome.winners), "rule": outcome.rule.id, "text": outcome.text},
    }


@click.command("replay")
@click.argument("file", type=click.Path())
@click.option(
    "--at", type=click.IntRange(min=0), metavar="K", help="After step K; draws are steps too (default: the end)."
)
@click.option("--seat", type=click.IntRange(min=0), metavar="S", help="As seat S saw it (default: as a spectator).")
@table_option
@lang_option
@json_option
def command(file: str, at: int | None, seat: int | None, table: str | None, lang: str, as_json: bool) -> None:
    """The log and the board of the record FILE after step K.

    \b
    Examples:
      kvartal replay evening.kvartal
      kvartal replay evening.kvartal --at 17 --seat 0 --lang uk
      kvartal replay evening.kvartal --json | jq .outcome
    """
    whole = replay(*parse(read_record(file, table)), draw=False)
    match = earlier(whole, at, seat)
    if as_json:
        print_json(moment_json(match, len(whole), seat, lang))
    else:
        click.echo(moment(match, len(whole), seat, lang))
