"""What a contest came to: everything that follows from the seed, and, apart from it, what was measured."""

import csv
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from kvartal.arena.compare import Encounter, ahead, encounters, share
from kvartal.arena.contest import Contest, Deal
from kvartal.arena.ratings import Z, bradley_terry, openskill, share_interval
from kvartal.arena.table import Spent
from kvartal.arena.tally import DIGITS, Standing, Tally


@dataclass(frozen=True)
class Share:
    """The part of the wins that a bot had, and the part it would have if all were alike."""

    value: float
    low: float
    high: float
    fair: float

    def to_json(self) -> dict[str, Any]:
        interval = [round(self.low, DIGITS), round(self.high, DIGITS)]
        return {"share": round(self.value, DIGITS), "share_95": interval, "fair": round(self.fair, DIGITS)}


@dataclass(frozen=True)
class Meeting:
    """Bots that met again and again: over how many deals and games, and how the wins were shared.

    Alone, they are compared deal by deal; deals that came out alike (`same`) are left out of the shares.
    """

    title: str
    deals: int
    games: int
    same: int
    shares: dict[str, Share]
    endings: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "deals": self.deals,
            "games": self.games,
            "same": self.same,
            "bots": {name: each.to_json() for name, each in self.shares.items()},
            "endings": self.endings,
        }


@dataclass
class Summary:
    contest: Contest
    deals: list[Deal]
    tally: Tally
    meetings: list[Meeting] = field(default_factory=list)
    matrix: dict[tuple[str, str], Share] = field(default_factory=dict)  # ahead of the other
    scores: dict[str, Counter[int]] = field(default_factory=dict)
    spent: dict[str, Spent] = field(default_factory=dict)
    reached: dict[str, Counter[str]] = field(default_factory=dict)
    met: list[list[Encounter]] = field(default_factory=list)  # deal by deal, those of all lines together

    @classmethod
    def of(cls, contest: Contest, deals: list[Deal]) -> "Summary":
        bots = contest.bots
        tally = Tally([Standing() for _ in range(contest.plan.players)], {name: Standing() for name in bots})
        found = cls(
            contest,
            deals,
            tally,
            scores={name: Counter() for name in bots},
            spent={name: Spent() for name in bots},
            reached={name: Counter() for name in bots},
        )
        met = [list(encounters(contest, deal)) for deal in deals]
        by_number: dict[int, list[Encounter]] = {}
        for deal, encountered in zip(deals, met, strict=True):
            found._count(deal)
            by_number.setdefault(deal.number, []).extend(encountered)
        found.meetings = _meetings(contest, deals, met)
        found.met = list(by_number.values())
        found.matrix = _matrix(found.met)
        return found

    @cached_property
    def elo(self) -> dict[str, tuple[float, float]]:
        """For each bot its rating, and half the interval."""
        return bradley_terry(self.contest.bots, self.met)

    @cached_property
    def skill(self) -> dict[str, tuple[float, float]]:
        """For each bot mu and sigma."""
        return openskill(self.contest.bots, self.met)

    @property
    def dealt(self) -> int:
        """How many deals; all lines play the same ones."""
        return len({deal.number for deal in self.deals})

    def _count(self, deal: Deal) -> None:
        for sitting, game in zip(self.contest.lines[deal.line].sittings, deal.games, strict=True):
            self.tally.add(game.result, sitting)
            for name, score, (cpu, moves, turns) in zip(sitting, game.result.scores, game.spent, strict=True):
                self.scores[name][score] += 1
                spent = self.spent[name]
                spent.cpu, spent.moves, spent.turns = spent.cpu + cpu, spent.moves + moves, spent.turns + turns
            for name, names in zip(sitting, game.result.reached, strict=False):  # older files do not tell
                self.reached[name].update(names)

    def to_json(self) -> dict[str, Any]:
        """Only what follows from the seed and the budget; `measured()` is told apart."""
        tally = self.tally.to_json() | {"bots": self.bots_to_json()}
        ratings = {
            name: {
                "elo": round(self.elo[name][0], 2),
                "elo_95": [round(self.elo[name][0] + sign * self.elo[name][1], 2) for sign in (-1, 1)],
                "openskill": {"mu": round(self.skill[name][0], 4), "sigma": round(self.skill[name][1], 4)},
                "openskill_95": [round(self.skill[name][0] + sign * Z * self.skill[name][1], 4) for sign in (-1, 1)],
            }
            for name in self.contest.bots
        }
        matrix: dict[str, dict[str, Any]] = {}
        for (one, other), each in self.matrix.items():
            matrix.setdefault(one, {})[other] = {
                "ahead": round(each.value, DIGITS),
                "ahead_95": [round(each.low, DIGITS), round(each.high, DIGITS)],
            }
        meetings = [each.to_json() for each in self.meetings]
        return {**tally, "deals": self.dealt, "meetings": meetings, "ahead": matrix, "ratings": ratings}

    def bots_to_json(self) -> dict[str, dict[str, Any]]:
        """How each bot has done: games, wins, points, what it has reached."""
        return {
            name: {
                **standing.to_json(),
                "scores": {str(score): self.scores[name][score] for score in sorted(self.scores[name])},
                "reached": {what: self.reached[name][what] for what in sorted(self.reached[name])},
            }
            for name, standing in self.tally.bots.items()
        }

    def measured(self) -> dict[str, dict[str, float]]:
        """Processor time per bot: it differs from run to run."""
        return {
            name: {
                "cpu_ms_per_move": round(each.cpu / 1e6 / max(1, each.moves), DIGITS),
                "cpu_ms_per_turn": round(each.cpu / 1e6 / max(1, each.turns), DIGITS),
                "cpu_s": round(each.cpu / 1e9, 3),
            }
            for name, each in self.spent.items()
        }


def _meetings(contest: Contest, deals: list[Deal], met: list[list[Encounter]]) -> list[Meeting]:
    """Line by line; where they play alone, pair by pair."""
    found = []
    for number, line in enumerate(contest.lines):
        mine = [(deal, met[place]) for place, deal in enumerate(deals) if deal.line == number]
        endings = Counter(game.result.ending for deal, _ in mine for game in deal.games)
        told = {rule: endings[rule] for rule in sorted(endings)}
        if contest.plan.players == 1:
            for place, (one, other) in enumerate(_pairs(line.bots)):
                pair = [each[place] for _, each in mine]
                differ = [[each] for each in pair if each.ranks[0] != each.ranks[1]]
                shares = _shares((one, other), differ)
                found.append(
                    Meeting(f"{one} – {other}", len(mine), 2 * len(mine), len(pair) - len(differ), shares, told)
                )
            continue
        games = len(mine) * len(line.sittings)
        shares = _shares(line.bots, [each for _, each in mine])
        found.append(Meeting(line.title, len(mine), games, 0, shares, told))
    return found


def _pairs(bots: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(one, other) for number, one in enumerate(bots) for other in bots[number + 1 :]]


def _shares(bots: tuple[str, ...], deals: list[list[Encounter]]) -> dict[str, Share]:
    found = {}
    for name in bots:
        by_deal = [share(deal, name) for deal in deals]
        low, high = share_interval(by_deal, sum(map(len, deals)))
        fair = deals[0][0].bots.count(name) / len(deals[0][0].bots) if deals else 0.0
        found[name] = Share(sum(by_deal) / max(1, len(by_deal)), low, high, fair)
    return found


def _matrix(deals: list[list[Encounter]]) -> dict[tuple[str, str], Share]:
    """How often one came out ahead of the other, over the deals where both played."""
    by_pair: dict[tuple[str, str], list[list[float]]] = {}
    for deal in deals:
        here: dict[tuple[str, str], list[float]] = {}
        for each in deal:
            for pair, how_often in ahead(each).items():
                here.setdefault(pair, []).append(how_often)
        for pair, games in here.items():
            by_pair.setdefault(pair, []).append(games)
    found = {}
    for pair, by_deal in sorted(by_pair.items()):
        shares = [sum(games) / len(games) for games in by_deal]
        interval = share_interval(shares, sum(map(len, by_deal)))
        found[pair] = Share(sum(shares) / len(shares), *interval, 0.5)
    return found


HEADS = ("line", "deal", "game", "seat", "bot", "place", "score", "ending", "turns", "moves", "draws", "decisions")


def write_csv(path: Path, summary: Summary) -> None:
    """One line for every seat of every game."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow([*HEADS, "cpu_ms"])
        for deal in summary.deals:
            line = summary.contest.lines[deal.line]
            for sitting, game in zip(line.sittings, deal.games, strict=True):
                for seat, name in enumerate(sitting):
                    places, scores, *rest = game.result[:-1]  # what was reached has no column
                    cpu = round(game.spent[seat][0] / 1e6, 3)
                    rows.writerow(
                        [line.title, deal.number, game.number, seat, name, places[seat], scores[seat], *rest, cpu]
                    )
