"""`kvartal check-bot COMMAND`: does a program keep the bot protocol?"""

import click

from kvartal.bots.checking import WRONG, Checking
from kvartal.bots.program import command as read_command
from kvartal.bots.protocol import VERSION
from kvartal.cli.exits import NO, OK
from kvartal.cli.options import complete_games, json_option
from kvartal.cli.paper import print_json
from kvartal.games import game as game_called
from kvartal.games import games as all_games


@click.command("check-bot")
@click.argument("line", metavar="COMMAND")
@click.option(
    "--game",
    "keys",
    metavar="KEY",
    multiple=True,
    shell_complete=complete_games,
    help="Only this one; may be repeated.",
)
@click.option(
    "--seconds", type=click.FloatRange(0.01, 600), default=1.0, show_default=True, help="It may think about a turn."
)
@click.option("--show", is_flag=True, help="Every line on standard error: > to it, < from it, ! its standard error.")
@json_option
def command(line: str, keys: tuple[str, ...], seconds: float, show: bool, as_json: bool) -> int:
    """Try out a program that is a bot (docs/bot-protocol.md): does it keep every promise of the protocol?

    It says hello, plays two short games of every game (or those named) in one process, is told lines that it cannot
    know, and has to leave when told so. What is wrong is told with the line that was wrong, and what would be right.
    The exit code is 1 if anything is wrong; a note is no fault.

    \b
    Examples:
      kvartal check-bot 'python3 mine.py'
      kvartal check-bot './mine --fast' --game flip --show
      kvartal check-bot 'depth=3 node mine.js' --json
    """
    found = read_command(line)
    games = [game_called(key) for key in keys] or all_games()
    listener = (lambda mark, said: click.echo(f"{mark} {said}", err=True)) if show else None
    checking = Checking(found, seconds, listener=listener)
    checks = []
    for each in checking.checks(games, named=bool(keys)):
        checks.append(each)
        if not as_json:
            click.echo(f"{each.result:6} {each.what:14} {each.text}")
    wrong = sum(each.result == WRONG for each in checks)
    if as_json:
        hello = checking.hello
        options = [
            {"name": each.name, "default": each.write(each.default), "values": each.domain()}
            for each in hello.options.values()
        ]
        print_json(
            {
                "command": found.line,
                "protocol": VERSION,
                "name": hello.name,
                "author": hello.author,
                "plays": list(hello.plays),
                "options": options,
                "passed": not wrong,
                "checks": [{"check": each.what, "result": each.result, "text": each.text} for each in checks],
            }
        )
    else:
        click.echo(f"{found.title} keeps the protocol." if not wrong else f"{wrong} of {len(checks)} checks: wrong.")
    return NO if wrong else OK
