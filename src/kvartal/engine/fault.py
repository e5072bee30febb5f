"""Faults of a game, and where they are: the line of its own code, for its author, a log, or one line of a command."""

import sys
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kvartal.engine.game import Game


class EndlessChance(RuntimeError):
    """Chance spoke again and again, and nobody ever came to move."""

    def __init__(self, draws: int) -> None:
        super().__init__(f"{draws} draws in a row and still nobody to move: chance does not end")


def place(error: BaseException, game: "Game") -> str:
    """The last line of a game's own code that was being carried out, `room/game.py:12 in draw`; empty: none was."""
    for frame in reversed(extract_tb(error.__traceback__)):
        if belongs(frame.filename, game):
            return written(frame.filename, frame.lineno or 0, frame.name)
    return ""


def belongs(filename: str, game: "Game") -> bool:
    """Does this file belong to the game: to its room, or is it where its class is written?"""
    file = Path(filename).resolve()
    home = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    return file.is_relative_to(game.folder.resolve()) or (home is not None and file == Path(home).resolve())


def written(filename: str, line: int, name: str) -> str:
    file = Path(filename)
    return f"{file.parent.name}/{file.name}:{line} in {name}"


def in_a_line(error: BaseException, game: "Game") -> str:
    """What was raised, and where."""
    where, said = place(error, game), " ".join(str(error).split())
    return type(error).__name__ + (f": {said}" if said else "") + (f" ({where})" if where else "")
