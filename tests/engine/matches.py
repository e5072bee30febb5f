"""What the tests of a match share: playing on, comparing two of them, and values that nobody should send."""

import random
from typing import Any

from kvartal.engine.match import Match

HUGE = 10**5000  # Python itself refuses to print this one
BIDI = "\u202eevil\u202c"


def kind(value: object) -> str:
    """A short test id; some of these values cannot even be printed."""
    return "-".join(map(str, value))[:20] if isinstance(value, dict) and len(value) < 3 else type(value).__name__


def played(match: Match, seed: int = 1, most: int = 10_000) -> Match:
    """Play on with random moves."""
    choices = random.Random(seed)
    while match.waiting and most:
        seat = choices.choice(match.waiting)
        match.play(seat, choices.choice(match.moves(seat)))
        most -= 1
    return match


def until(match: Match, move: str) -> Match:
    """Play on until the seat on turn may make this move."""
    choices = random.Random(3)
    while match.why(match.waiting[0], move):
        match.play(match.waiting[0], choices.choice(match.moves(match.waiting[0])))
    return match


def fingerprint(match: Match) -> tuple[Any, ...]:
    return match.state.encode(), list(match.entries), match.waiting, match.over
