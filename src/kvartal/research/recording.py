"""Games of bots that are kept whole: every decision as a row, and after them the game with its record."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from kvartal.arena.simulate import Job
from kvartal.arena.table import Table, seeds
from kvartal.arena.tally import Result
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Setup
from kvartal.engine.match import Match
from kvartal.engine.move import Move
from kvartal.engine.record import Record
from kvartal.engine.view import View

DECISION, GAME = "decision", "game"  # kinds of rows
FORMAT = "kvartal data 1"


@dataclass(frozen=True)
class Recorded:
    """A finished game: how it went, who sat where, and its rows as lines of JSON."""

    number: int
    result: Result
    bots: tuple[str, ...]
    lines: bytes


class Recorder(Table):
    """A table whose games are the same as everywhere else, and are kept."""

    def __init__(self, setup: Setup, bots: Sequence[str], seed: int, rotate: bool = True) -> None:
        super().__init__(setup, bots, seed, rotate, through_views=True)
        self._decisions: list[dict[str, Any]] = []

    def made(self, view: View, move: Move) -> None:
        self._decisions.append(decision(view, move.code))

    def record(self, number: int) -> Recorded:
        self._decisions, bots = [], self.sitting(number)
        result = self.deal(number, bots)
        match = Match(self.setup, SeededDeal(seeds(self.seed, number)[0]))
        rows = []
        for made in self._decisions:
            seat = made["seat"]
            ended = {"place": result.places[seat], "score": result.scores[seat]}
            rows.append({"row": DECISION, "game": number, "step": len(match), **made, **ended})
            match.play(seat, made["action"])
        played = {"row": GAME, "game": number, "bots": bots, "record": Record.of(match).text(), **result._asdict()}
        lines = b"".join(msgspec.json.encode(row) + b"\n" for row in [*rows, played])
        return Recorded(number, result, bots, lines)


def decision(view: View, code: int) -> dict[str, Any]:
    """What a seat knew, what it could do, and what it did."""
    return {"seat": view.seat, "observation": list(view.known.cells), "legal": view.codes(), "action": code}


class Records:
    """A table as workers play at it."""

    def __init__(self, table: Recorder) -> None:
        self.table = table

    def batch(self, line: int, first: int, count: int) -> list[Recorded]:
        return [self.table.record(number) for number in range(first, first + count)]


@dataclass(frozen=True)
class Recording:
    """The games of a job, kept."""

    job: Job

    def begin(self) -> Records:
        return Records(Recorder(self.job.plan.setup(), self.job.bots, self.job.seed, self.job.rotate))

    def named(self, line: int, games: range) -> str:
        return self.job.named(line, games)

    def explain(self, error: Exception) -> str:
        return self.job.explain(error)

    def marks(self) -> Iterator[tuple[str, str]]:
        return self.job.marks()

    def head(self) -> dict[str, Any]:
        """What a file of these games begins with: all that decides them, and what the numbers in it mean."""
        setup = self.job.plan.setup()
        cells = [
            f"{name}{field.named(number)}"
            for name, field, base in sorted(setup.layout.placed(), key=lambda placed: placed[2] + placed[1].at)
            for number in range(field.size)
        ]
        return {
            "format": FORMAT,
            "game": setup.game.key,
            "rules": setup.version,
            "players": setup.players,
            "options": {option.name: option.write(setup.options[option.name]) for option in setup.game.options},
            "data": setup.data.corrections(),
            "tables": setup.digest,
            "bots": list(self.job.bots),
            "rotated": self.job.rotate,
            "seed": self.job.seed,
            "cells": cells,
            "moves": list(setup.notation),
        }
