"""What many games came to, in whole numbers: added in any order, by any number of workers, the sums are the same."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

DIGITS = 6  # of printed means and deviations: enough to compare, few enough to read
UNFINISHED = "unfinished"  # the ending of a game that was broken off for its length


class Result(NamedTuple):
    """How one game went, seat by seat, and how long it was."""

    places: tuple[int, ...]  # 0: lost without a place, or nobody has won
    scores: tuple[int, ...]
    ending: str
    turns: int
    moves: int
    draws: int
    decisions: int
    reached: tuple[tuple[str, ...], ...] = ()  # by each seat, as the game names it (Game.reached)

    @property
    def lengths(self) -> dict[str, int]:
        """Each measure of length by name; a step is a move or a draw."""
        return {
            "turns": self.turns,
            "decisions": self.decisions,
            "moves": self.moves,
            "draws": self.draws,
            "steps": self.moves + self.draws,
        }


@dataclass
class Spread:
    """Mean, deviation and extremes of whole numbers, kept as exact sums instead of a list."""

    count: int = 0
    total: int = 0
    squares: int = 0
    low: int = 0
    high: int = 0

    def add(self, x: int) -> None:
        if not self.count or x < self.low:
            self.low = x
        if not self.count or x > self.high:
            self.high = x
        self.count += 1
        self.total += x
        self.squares += x * x

    def __add__(self, other: "Spread") -> "Spread":
        if not self.count or not other.count:
            return other if other.count else self
        low, high = min(self.low, other.low), max(self.high, other.high)
        return Spread(self.count + other.count, self.total + other.total, self.squares + other.squares, low, high)

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def sd(self) -> float:
        """The deviation of the sample; exact up to the last division and root."""
        if self.count < 2:
            return 0.0
        return math.sqrt((self.count * self.squares - self.total**2) / (self.count * (self.count - 1)))

    def to_json(self) -> dict[str, Any]:
        return {"mean": round(self.mean, DIGITS), "sd": round(self.sd, DIGITS), "min": self.low, "max": self.high}


@dataclass
class Standing:
    """How a seat, or a bot, has done. A win shared with others is counted apart."""

    wins: int = 0
    shared: int = 0
    score: Spread = field(default_factory=Spread)

    def add(self, won: bool, winners: int, score: int) -> None:
        if won:
            if winners == 1:
                self.wins += 1
            else:
                self.shared += 1
        self.score.add(score)

    def __add__(self, other: "Standing") -> "Standing":
        return Standing(self.wins + other.wins, self.shared + other.shared, self.score + other.score)

    @property
    def games(self) -> int:
        return self.score.count

    @property
    def win_rate(self) -> float:
        """Games won alone, of all games."""
        return self.wins / self.games if self.games else 0.0

    def interval(self) -> tuple[float, float]:
        """Where the true win rate lies, 95 times of 100 (Wilson)."""
        n, z = self.games, 1.959964
        if not n:
            return 0.0, 1.0
        p = self.win_rate
        middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, (middle - half) / (1 + z * z / n)), min(1.0, (middle + half) / (1 + z * z / n))

    def to_json(self) -> dict[str, Any]:
        low, high = self.interval()
        return {
            "games": self.games,
            "wins": self.wins,
            "shared_wins": self.shared,
            "win_rate": round(self.win_rate, DIGITS),
            "win_rate_95": [round(low, DIGITS), round(high, DIGITS)],
            "score": self.score.to_json(),
        }


@dataclass
class Tally:
    """All that is kept of many games. Its size does not depend on how many there were."""

    seats: list[Standing]
    bots: dict[str, Standing]
    lengths: dict[str, Spread] = field(default_factory=dict)
    endings: dict[str, int] = field(default_factory=dict)
    games: int = 0

    @classmethod
    def empty(cls, bots: Sequence[str]) -> "Tally":
        """Nothing played yet at a table with these bots, one for each seat."""
        return cls([Standing() for _ in bots], {name: Standing() for name in bots})

    def add(self, result: Result, sitting: Sequence[str]) -> None:
        """One more game, with the bot that sat on each seat."""
        winners = result.places.count(1)
        for seat, (place, score) in enumerate(zip(result.places, result.scores, strict=True)):
            self.seats[seat].add(place == 1, winners, score)
            self.bots[sitting[seat]].add(place == 1, winners, score)
        for name, length in result.lengths.items():
            self.lengths.setdefault(name, Spread()).add(length)
        self.endings[result.ending] = self.endings.get(result.ending, 0) + 1
        self.games += 1

    def __add__(self, other: "Tally") -> "Tally":
        """A new tally: whoever is interrupted while adding still holds a whole one."""
        return Tally(
            [ours + theirs for ours, theirs in zip(self.seats, other.seats, strict=True)],
            {name: ours + other.bots[name] for name, ours in self.bots.items()},
            {
                name: self.lengths.get(name, Spread()) + other.lengths.get(name, Spread())
                for name in self.lengths | other.lengths
            },
            {
                rule: self.endings.get(rule, 0) + other.endings.get(rule, 0)
                for rule in sorted(self.endings | other.endings)
            },
            self.games + other.games,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "seats": [{"seat": seat, **standing.to_json()} for seat, standing in enumerate(self.seats)],
            "bots": {name: standing.to_json() for name, standing in self.bots.items()},
            "length": {name: spread.to_json() for name, spread in self.lengths.items()},
            "endings": {rule: self.endings[rule] for rule in sorted(self.endings)},
        }
