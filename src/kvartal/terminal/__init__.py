"""Playing and reading in a terminal: line by line, so that it works through a pipe as well."""

from pathlib import Path

from kvartal.engine.match import Match
from kvartal.engine.words import Words, words

ROOM = Path(__file__).resolve().parent


def terminal_words(lang: str) -> Words:
    """The words of the terminal itself; a game brings its own."""
    return words(lang, ROOM)


def names_of(match: Match, lang: str) -> list[str]:
    """What to call everybody: the names typed, or numbers in the reader's language."""
    named = terminal_words(lang).at_table(match.names)
    return [named.player(seat) for seat in range(match.setup.players)]
