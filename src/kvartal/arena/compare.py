"""What a deal says about the bots: shares of wins, and who came out ahead of whom."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from kvartal.arena.contest import Contest, Deal
from kvartal.arena.lineup import Sitting
from kvartal.arena.tally import Result


class Encounter(NamedTuple):
    """Seats that met, and each one's share of the win: all of it, a part where it was shared. They add up to 1."""

    bots: Sitting
    shares: tuple[float, ...]
    ranks: tuple[int, ...]  # 1 is best; who came out alike has the same


def ranks_of(result: Result) -> tuple[int, ...]:
    """Places, where those who have none come last; in a game that nobody has won all are alike."""
    last = len(result.places) + 1
    return tuple(place or last for place in result.places)


def shares_of(ranks: tuple[int, ...]) -> tuple[float, ...]:
    best = min(ranks)
    winners = ranks.count(best)
    return tuple((rank == best) / winners for rank in ranks)


def encounters(contest: Contest, deal: Deal) -> Iterator[Encounter]:
    """Game by game. Those who play alone meet in pairs: the better result on the same cards counts."""
    sittings = contest.lines[deal.line].sittings
    if contest.plan.players > 1:
        for sitting, game in zip(sittings, deal.games, strict=True):
            ranks = ranks_of(game.result)
            yield Encounter(sitting, shares_of(ranks), ranks)
        return
    results = [(name, alone(game.result)) for (name,), game in zip(sittings, deal.games, strict=True)]
    for number, (one, mine) in enumerate(results):
        for other, theirs in results[number + 1 :]:
            ranks = (1 + (mine < theirs), 1 + (theirs < mine))
            yield Encounter((one, other), shares_of(ranks), ranks)


def alone(result: Result) -> tuple[bool, int]:
    """A result of somebody who played alone, to be compared: won before lost, then the points."""
    return result.places[0] == 1, result.scores[0]


def ahead(encounter: Encounter) -> dict[tuple[str, str], float]:
    """For each pair of bots: how often a seat of the one came out ahead of a seat of the other; alike: a half."""
    halves: Counter[tuple[str, str]] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    seats = list(zip(encounter.bots, encounter.ranks, strict=True))
    for one, mine in seats:
        for other, theirs in seats:
            if one != other:
                pairs[one, other] += 1
                halves[one, other] += 2 * (mine < theirs) + (mine == theirs)
    return {pair: halves[pair] / 2 / count for pair, count in pairs.items()}


def share(encounters: list[Encounter], bot: str) -> float:
    """The part of these encounters that a bot has won."""
    won = sum(share for each in encounters for name, share in zip(each.bots, each.shares, strict=True) if name == bot)
    return won / len(encounters)
