"""Marks of all that decides a game: two machines with the same marks play the same games."""

import hashlib
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from kvartal import build
from kvartal.bots.own import maker
from kvartal.games import game as game_called

KINDS = (".py", ".toml")  # programs; numbers and weights. Compiled or pure, words and pictures change no game


@cache
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
        where, colon, _ = name.partition(":")
        if colon:
            maker(name)  # imports its module
            file = getattr(sys.modules.get(where), "__file__", None)
            if file is not None:
                yield f"the bot {name}", mark(Path(file))
