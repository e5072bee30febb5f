"""What a person typed, as a move: a number of the list, a notation, or any unambiguous beginning of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from kvartal.engine.game import Setup
from kvartal.engine.move import Move


@dataclass(frozen=True)
class Meant:
    """Exactly one of: a move code, several that it could be, or nothing and perhaps the nearest notation."""

    code: int | None = None
    several: tuple[int, ...] = ()
    near: str = ""


def meant(typed: str, moves: Sequence[Move], setup: Setup, lang: str) -> Meant:
    """Read `typed` against the legal moves first, then against all, so that an illegal one can be explained."""
    text = " ".join(typed.split()).lower()
    if text.isdecimal() and len(text) < 10 and 1 <= int(text) <= len(moves):
        return Meant(moves[int(text) - 1].code)
    exact = [code for code, name in enumerate(setup.notation) if name.lower() == text]
    if exact:
        return Meant(exact[0])
    legal = [move.code for move in moves if begins(text, str(move)) or begins(text, move.label(lang))]
    every = legal or [code for code, name in enumerate(setup.notation) if begins(text, name)]
    if len(every) == 1:
        return Meant(every[0])
    if every:
        return Meant(several=tuple(every))
    close = get_close_matches(text, setup.notation, n=1)
    return Meant(near=close[0] if close else "")


def begins(typed: str, name: str) -> bool:
    """Is each typed word the beginning of the name's word in its place? `bi 5` is `bid 5`."""
    short, full = typed.split(), name.lower().split()
    return (
        bool(short)
        and len(short) <= len(full)
        and all(word.startswith(part) for part, word in zip(short, full, strict=False))
    )
