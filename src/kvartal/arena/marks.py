"""Marks of all that decides a game: two machines with the same marks play the same games."""

import hashlib
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path

from kvartal import build
from kvartal.bots.names import GROUP, maker
from kvartal.bots.program import PREFIX
from kvartal.games import game as game_called

KINDS = (".py", ".toml")  # programs; numbers and weights. Compiled or pure, words and pictures change no game


@lru_cache(256)
def mark(place: Path) -> str:
    """Of a file, or of the sources in a folder."""
    digest = hashlib.sha256()
    found = [place] if place.is_file() else [path for path in place.rglob("*") if path.suffix in KINDS]
    for path in sorted(found):
        digest.update(path.relative_to(place).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def marks(key: str, bots: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What it is, in words, and its mark: ours first; then a game and bots of other people, which may not be here."""
    yield "Kvartal", mark(build.PACKAGE)
    room = game_called(key).folder
    if not room.is_relative_to(build.PACKAGE):
        yield f"the game {key}", mark(room)
    for name in bots:
        maker(name)  # imports its module
        file = getattr(sys.modules.get(_module(name)), "__file__", None)
        if file is not None:
            yield f"the bot {name}", mark(Path(file))


def _module(name: str) -> str:
    """Where a bot of other people is written; nowhere: ours, and programs, of which only the command line is known."""
    if name.startswith(PREFIX):
        return ""
    where, colon, _ = name.partition(":")
    return where if colon else next((point.module for point in entry_points(group=GROUP, name=name)), "")
