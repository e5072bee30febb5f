"""`kvartal review FILE`: what decided a match, and what could have been done."""

import sys
from pathlib import Path

import click

from kvartal.cli.archived import read_record, table_option
from kvartal.cli.exits import say
from kvartal.cli.options import json_option, lang_option
from kvartal.cli.paper import print_json
from kvartal.engine.option import BadSetup
from kvartal.engine.replay import replay
from kvartal.games import parse
from kvartal.review import Depth, review
from kvartal.review.page import page_of
from kvartal.review.told import as_json as figures
from kvartal.review.told import text


@click.command("review")
@click.argument("file", type=click.Path())
@click.option("--seat", type=click.IntRange(min=0), default=0, metavar="N", help="Whose decisions (default: 0).")
@click.option("--games", type=click.IntRange(4, 100_000), default=Depth.games, help="Games played on from each moment.")
@click.option("--worlds", type=click.IntRange(4, 100_000), default=Depth.worlds, help="Worlds for each decision.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=0, help="The same seed, the same review.")
@click.option("--html", type=click.Path(), metavar="OUT", help="Write a page with curves and boards.")
@table_option
@lang_option
@json_option
def command(
    file: str,
    seat: int,
    games: int,
    worlds: int,
    seed: int,
    html: str | None,
    table: str | None,
    lang: str,
    as_json: bool,
) -> None:
    """What decided the match recorded in FILE, and what each turn of a seat gave away.

    Every decision is judged from what that seat knew at that moment, against what the strongest level would have done.

    \b
    Examples:
      kvartal review evening.kvartal
      kvartal review evening.kvartal --seat 1 --lang uk --html review.html
      kvartal review evening.kvartal --json | jq .parts
    """
    match = replay(*parse(read_record(file, table)), draw=False)
    if seat >= match.setup.players:
        raise BadSetup(f"--seat {seat}: seats are 0 to {match.setup.players - 1}")

    def told(done: int, of: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{100 * done // of:3} %", err=True, nl=False)

    found = review(match, seat, Depth(games, worlds), seed, told)
    if sys.stderr.isatty():
        click.echo("\r     \r", err=True, nl=False)
    if html is not None:
        Path(html).write_text(page_of(found, lang), encoding="utf-8")
        say(f"wrote {html}")
    if as_json:
        print_json(figures(found))
    elif html is None:
        click.echo(text(found, lang))
