"""`kvartal rules GAME`: the rules page."""

import shutil

import click

from kvartal.cli.describe import rules_json
from kvartal.cli.options import game_argument, json_option, lang_option
from kvartal.cli.paper import print_json
from kvartal.games import game as game_called
from kvartal.terminal.rulebook import rulebook

WIDEST = 100  # longer lines are hard to read


@click.command("rules")
@game_argument()
@lang_option
@json_option
def command(game: str, lang: str, as_json: bool) -> None:
    """The rules of GAME by id, in our own words, with the page of the rulebook or the source.

    House rules and house values (our own, where the printed ones are lost) are marked.

    \b
    Examples:
      kvartal rules flip --lang uk
      kvartal rules flip --json
    """
    box = game_called(game)
    if as_json:
        print_json(rules_json(box, lang))
    else:
        window = shutil.get_terminal_size((WIDEST, 0)).columns
        click.echo(rulebook(box, lang, max(40, min(WIDEST, window))))
