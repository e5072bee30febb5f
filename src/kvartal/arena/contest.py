"""A contest of bots: mirrored deals, game by game, on any number of processes, to be stopped and gone on with."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from kvartal.arena.lineup import Line
from kvartal.arena.marks import marks
from kvartal.arena.table import PLAYOUTS, Plan, Table
from kvartal.arena.tally import Result
from kvartal.bots.characters import character_of, style
from kvartal.bots.names import check_bots
from kvartal.engine.game import Setup


class Played(NamedTuple):
    """One game of a contest: its line and number, how it went, and for each seat (CPU in ns, moves, turns)."""

    line: int
    number: int
    result: Result
    spent: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Contest:
    """All that decides the games: plain values, from which every worker makes the same tables."""

    plan: Plan
    lines: tuple[Line, ...]
    seed: int
    playouts: int = PLAYOUTS

    @classmethod
    def of(cls, setup: Setup, lines: Sequence[Line], seed: int, playouts: int = PLAYOUTS) -> "Contest":
        check_bots(setup.game, [name for line in lines for name in line.bots])
        return cls(Plan.of(setup), tuple(lines), seed, playouts)

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for line in self.lines for name in line.bots))

    def begin(self) -> "Tables":
        return Tables(self)

    def named(self, line: int, games: range) -> str:
        return f"games {games.start} to {games.stop - 1} of {self.lines[line].title}, seed {self.seed}"

    def explain(self, error: Exception) -> str:
        return self.plan.explain(error)

    def marks(self) -> Iterator[tuple[str, str]]:
        return marks(self.plan.game, self.bots)

    def identity(self, setup: Setup) -> dict[str, Any]:
        """What must be the same for games to belong together; how many are asked for is not part of it."""
        return {
            "game": setup.game.key,
            "rules_version": setup.version,
            "players": setup.players,
            "options": {option.name: option.write(setup.options[option.name]) for option in setup.game.options},
            "data": setup.data.corrections(),
            "tables": setup.digest,
            "lines": [[list(sitting) for sitting in line.sittings] for line in self.lines],
            "seed": self.seed,
            "playouts": self.playouts,
            "weights": self._weights(setup),
        }

    def _weights(self, setup: Setup) -> str | None:
        """A mark of all that bots think with; None where nobody thinks."""
        if set(self.bots) <= {"random", "greedy"}:
            return None
        sections = setup.game.numbers.sections
        guests = {who.id: asdict(style(setup.game, who.id)) for name in self.bots if (who := character_of(name))}
        told = [sections, guests] if guests else sections
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


class Tables:
    """The tables of a contest, as a worker plays at them."""

    def __init__(self, contest: Contest) -> None:
        self.lines = contest.lines
        setup = contest.plan.setup()
        self.tables = [
            Table(setup, line.sittings[0], contest.seed, through_views=True, playouts=contest.playouts, timed=True)
            for line in contest.lines
        ]

    def batch(self, line: int, first: int, count: int) -> list[Played]:
        return [self.play(line, number) for number in range(first, first + count)]

    def play(self, line: int, number: int) -> Played:
        table = self.tables[line]
        result = table.deal(*self.lines[line].split(number))
        return Played(line, number, result, tuple((each.cpu, each.moves, each.turns) for each in table.spent))


def gaps(wanted: range, there: set[int]) -> list[range]:
    """What of a range is missing, as ranges."""
    found, first = [], wanted.start
    for number in [*sorted(there & set(wanted)), wanted.stop]:
        if number > first:
            found.append(range(first, number))
        first = number + 1
    return found


class Deal(NamedTuple):
    """A deal that every sitting of its line has played."""

    line: int
    number: int
    games: tuple[Played, ...]


class Deals:
    """The games of a contest as they come in, in any order. A deal counts when every sitting of its line is played."""

    def __init__(self, contest: Contest, wanted: int) -> None:
        self.contest, self.wanted = contest, wanted
        self.games = 0  # those of unfinished deals too
        self._found: dict[tuple[int, int], dict[int, Played]] = {}

    def add(self, games: Iterable[Played]) -> None:
        for game in games:
            deal, turn = divmod(game.number, len(self.contest.lines[game.line].sittings))
            by_turn = self._found.setdefault((deal, game.line), {})
            if deal < self.wanted and turn not in by_turn:
                by_turn[turn] = game
                self.games += 1

    @property
    def games_wanted(self) -> int:
        return self.wanted * sum(len(line.sittings) for line in self.contest.lines)

    def missing(self) -> list[list[range]]:
        """The numbers of the games still to be played, line by line."""
        there: list[set[int]] = [set() for _ in self.contest.lines]
        for (deal, line), by_turn in self._found.items():
            there[line] |= {deal * len(self.contest.lines[line].sittings) + turn for turn in by_turn}
        return [
            gaps(range(self.wanted * len(line.sittings)), numbers)
            for line, numbers in zip(self.contest.lines, there, strict=True)
        ]

    def whole(self, number: int, line: int = 0) -> Deal | None:
        by_turn = self._found.get((number, line), {})
        if len(by_turn) < len(self.contest.lines[line].sittings):
            return None
        return Deal(line, number, tuple(by_turn[turn] for turn in sorted(by_turn)))

    def all(self) -> list[Deal]:
        """In the order of their numbers and lines, whoever was finished first."""
        return [deal for number, line in sorted(self._found) if (deal := self.whole(number, line))]
