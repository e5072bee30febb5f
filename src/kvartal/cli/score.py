"""`kvartal score GAME FILE`: what everybody has at a real table, from a sheet typed in."""

import sys
import unicodedata
from pathlib import Path

import click

from kvartal.cli.exits import OK, WRONG, say
from kvartal.cli.options import game_argument, json_option, lang_option
from kvartal.cli.paper import print_json
from kvartal.engine.option import BadSetup
from kvartal.games import game as game_called
from kvartal.terminal import terminal_words

LARGEST = 1_000_000  # bytes of a sheet


def read(file: str) -> str:
    """The text of a file, or of standard input for `-`; what cannot be read is said in a sentence."""
    try:
        if file == "-":
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(file).open("rb") as opened:
                raw = opened.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise BadSetup(f"{file}: larger than {LARGEST} bytes, so not a sheet")
        return raw.decode("utf-8-sig")  # some editors begin a text with a mark of its coding
    except OSError as error:
        raise BadSetup(f"{file}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadSetup(f"{file}: not a text in UTF-8") from None


def printable(text: str, file: str) -> str:
    """The text, if it is one: parts of it are told again, and nobody's terminal obeys a sheet."""
    for number, line in enumerate(text.splitlines(), 1):
        odd = next((sign for sign in line if unicodedata.category(sign) == "Cc" and sign != "\t"), None)
        if odd is not None:
            raise BadSetup(f"{file}, line {number}: {odd!r} cannot be printed; a sheet is plain text")
    return text


@click.command("score")
@game_argument()
@click.argument("file", type=click.Path(allow_dash=True))
@lang_option
@json_option
def command(game: str, file: str, lang: str, as_json: bool) -> int:
    """Check and score a position of a real table, typed into FILE as text or JSON (-: standard input).

    The README of the game's room tells the form; examples lie beside it. Everything wrong is listed at once.

    \b
    Examples:
      kvartal score estates evening.txt
      kvartal score estates evening.json --json
    """
    box = game_called(game)
    try:
        report = box.score_sheet(printable(read(file), file), box.words(lang))
    except NotImplementedError as error:
        raise BadSetup(str(error)) from None
    if report.problems:
        for problem in report.problems:
            say(problem)
        return WRONG
    if as_json:
        print_json(
            [
                {
                    "name": sheet.name,
                    "place": sheet.place,
                    "total": sheet.score.total,
                    "lines": [
                        {"rule": line.rule.id, "points": line.points, "text": line.text} for line in sheet.score.lines
                    ],
                }
                for sheet in report.sheets
            ]
        )
        return OK
    words = terminal_words(lang)
    for sheet in report.ranked:
        place = f"{sheet.place}. " if sheet.place else ""
        click.echo(f"{place}{sheet.name}: {words.count('{n} point', '{n} points', sheet.score.total)}")
        for line in sheet.score.lines:
            click.echo(f"  {line.points:+4d}  {line.text} [{line.rule.id}]")
    return OK
