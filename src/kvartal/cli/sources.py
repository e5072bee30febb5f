"""`kvartal sources GAME`: every number of a game and where it comes from."""

import json
from collections import Counter

import click

from kvartal.cli.options import game_argument, json_option, setup_of
from kvartal.cli.paper import print_json, print_table
from kvartal.engine.data import CORRECTED

MARKS = {"house": "(house)", CORRECTED: "(corrected)"}


@click.command("sources")
@game_argument()
@click.option("--data", metavar="FILE", help="Your own values (TOML or JSON): they are checked and shown as corrected.")
@json_option
def command(game: str, data: str | None, as_json: bool) -> None:
    """Every number of GAME: rulebook, public, derived, or house (our own, where the printed one is lost).

    House values stand out; so do values that --data corrects.

    \b
    Examples:
      kvartal sources flip
      kvartal sources flip --data mine.toml
      kvartal sources flip --json | jq '.[] | select(.source == "house")'
    """
    values = list(setup_of(game, None, (), None, data).data.values())
    if as_json:
        print_json(
            [{"path": each.path, "value": each.value, "source": each.source, "note": each.note} for each in values]
        )
        return
    if not values:
        click.echo(f"{game} has no printed numbers.")
        return
    rows = [
        (each.path, json.dumps(each.value, ensure_ascii=False), MARKS.get(each.source, each.source), each.note)
        for each in values
    ]
    print_table(
        ("value", "is", "source", "note"),
        rows,
        right=(1,),
        marked=[number for number, each in enumerate(values) if each.source in MARKS],
    )
    counts = Counter(each.source for each in values)
    click.echo("\n" + ", ".join(f"{counts[source]} {source}" for source in counts))
    if counts["house"]:
        click.echo("(house): ours, not printed. Own the box? Correct them with a file of your own and --data FILE.")
