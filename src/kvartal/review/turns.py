"""Turns: the moves of one seat until chance spoke or it owed nothing more."""

from collections.abc import Iterator
from dataclasses import dataclass

from kvartal.engine.match import Match
from kvartal.engine.state import NOBODY
from kvartal.engine.steps import advance


@dataclass(frozen=True)
class Turn:
    """What a seat did without chance in between; `steps` are the numbers of its moves."""

    seat: int
    codes: tuple[int, ...]
    steps: tuple[int, ...]


def turns(match: Match) -> Iterator[Turn]:
    """Every turn in which somebody could choose, in the order in which they began."""
    state = match.state_at(0)
    going: dict[int, tuple[list[int], list[int]]] = {}
    found: list[tuple[int, tuple[list[int], list[int]], int]] = []
    for number, entry in enumerate(match.steps):
        if entry.seat == NOBODY:
            going.clear()
        else:
            if entry.seat not in going:
                going[entry.seat] = ([], [])
                found.append((entry.seat, going[entry.seat], len(state.moves(entry.seat, len(match.setup.notation)))))
            codes, steps = going[entry.seat]
            codes.append(entry.code)
            steps.append(number)
        advance(state, entry)
        if entry.seat != NOBODY and (state.turn() < 0 or not state.owes(entry.seat)):
            going.pop(entry.seat, None)
    for seat, (codes, steps), choice in found:
        if choice > 1 or len(codes) > 1:
            yield Turn(seat, tuple(codes), tuple(steps))


def turns_of(match: Match, seat: int) -> list[Turn]:
    return [turn for turn in turns(match) if turn.seat == seat]
