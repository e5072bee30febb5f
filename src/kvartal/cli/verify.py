"""`kvartal verify FILE`: is this record what was dealt and played?"""

import click

from kvartal.cli.archived import read_record, table_option
from kvartal.cli.exits import NO, OK
from kvartal.engine import replay
from kvartal.engine.record import BadRecord
from kvartal.engine.replay import Verdict
from kvartal.games import parse


def verdict_on(path: str, table: str | None = None) -> Verdict:
    """The verdict; a file that cannot be read at all raises BadRecord."""
    try:
        text = read_record(path, table)
    except BadRecord as bad:
        if bad.line == 0:
            raise
        return Verdict(False, bad.line, bad.message)
    try:
        return replay.verify(*parse(text))
    except BadRecord as bad:
        return Verdict(False, bad.line, bad.message)


@click.command("verify")
@click.argument("file", type=click.Path())
@table_option
def command(file: str, table: str | None) -> int:
    """Rebuild every draw of the record FILE and replay every move.

    Exit code 0: all true. 1: something is not, and the first wrong line is named. 2: the file cannot be read.

    \b
    Examples:
      kvartal verify evening.kvartal
      kvartal verify evening.kvartal && echo fair
      kvartal verify archive.zip --table ID
    """
    verdict = verdict_on(file, table)
    if verdict.ok:
        click.echo(f"{file}: {verdict.message}")
        for line in verdict.summary:
            click.echo(f"  {line}")
        return OK
    where = f"line {verdict.line}: " if verdict.line else ""
    click.echo(f"{file}: NOT verified: {where}{verdict.message}")
    return NO
