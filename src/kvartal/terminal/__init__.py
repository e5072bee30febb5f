"""Playing and reading in a terminal: line by line, so that it works through a pipe as well."""

from pathlib import Path

from kvartal.engine.words import Words, words

ROOM = Path(__file__).resolve().parent


def terminal_words(lang: str) -> Words:
    """The words of the terminal itself; a game brings its own."""
    return words(lang, ROOM)
