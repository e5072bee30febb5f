"""How strong: a Bradley–Terry fit, in which the order of the games does not matter, and openskill, in which it does."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from kvartal.arena.compare import Encounter
from kvartal.engine.option import BadSetup

ELO = 400 / math.log(10)  # ratings are told on this scale: 400 points are odds of ten to one
Z = 1.959964  # 95 %
NEXT_TO_NOTHING = 1e-8
ROUNDS = 10_000  # of the fit; far fewer are needed
Deals = Sequence[Sequence[Encounter]]


def wilson(share: float, n: float) -> tuple[float, float]:
    """Where the true share lies, 95 times of 100, after n games."""
    if n <= 0:
        return 0.0, 1.0
    middle, half = share + Z * Z / (2 * n), Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, (middle - half) / (1 + Z * Z / n)), min(1.0, (middle + half) / (1 + Z * Z / n))


def share_interval(shares: Sequence[float], games: int) -> tuple[float, float]:
    """Of a mean share, given deal by deal. Games of one deal are not independent: where they go together, a deal counts
    for less than its games; where they balance each other, never for more."""
    n = len(shares)
    if not n:
        return 0.0, 1.0
    mean = sum(shares) / n
    spread = sum((x - mean) ** 2 for x in shares) / max(1, n - 1) / n
    worth = mean * (1 - mean) / spread if spread else games
    return wilson(mean, min(games, max(n, worth)))


def bradley_terry(bots: Sequence[str], deals: Deals) -> dict[str, tuple[float, float]]:
    """For each bot its rating, and half the width of its 95 % interval; on average they are 0.

    The seat of strength w wins with the chance w / (the sum of w at its table); for two that is Bradley and Terry's
    model. Any two who met have drawn one more game, so that whoever won all has a rating. The interval is the wider
    of two: from the Fisher information, and from how much the deals differ.
    """
    n, index = len(bots), {name: number for number, name in enumerate(bots)}
    deals = [*deals, *_drawn(deals)]
    counts = sorted(Counter(each for deal in deals for each in deal).items())
    tables = [([index[name] for name in each.bots], each.shares, times) for each, times in counts]
    w = [1.0] * n
    for _ in range(ROUNDS):
        won, odds = [0.0] * n, [0.0] * n
        for seats, shares, times in tables:
            total = sum(w[i] for i in seats)
            for i, share in zip(seats, shares, strict=True):
                won[i] += times * share
                odds[i] += times / total
        new = [a / b if b else 1.0 for a, b in zip(won, odds, strict=True)]
        middle = math.exp(sum(map(math.log, new)) / n)
        before, w = w, [each / middle for each in new]
        if all(abs(math.log(a / b)) < 1e-10 for a, b in zip(w, before, strict=True)):
            break
    half = _half_widths(n, index, deals, w)
    return {name: (ELO * math.log(w[i]), ELO * half[i]) for name, i in index.items()}


def _half_widths(n: int, index: dict[str, int], deals: Deals, w: list[float]) -> list[float]:
    # Of the games, and that the ratings are 0 on average; who met nobody yet is all but unknown.
    information = [[1.0 / n + (i == j) * NEXT_TO_NOTHING for j in range(n)] for i in range(n)]
    varying = [[0.0] * n for _ in range(n)]  # how much deals differ from what the ratings expect
    for deal in deals:
        slope = [0.0] * n
        for each in deal:
            total = sum(w[index[name]] for name in each.bots)
            chance = [0.0] * n
            for name, share in zip(each.bots, each.shares, strict=True):
                chance[index[name]] += w[index[name]] / total
                slope[index[name]] += share
            sitting = sorted({index[name] for name in each.bots})
            for i in sitting:
                slope[i] -= chance[i]
                for j in sitting:
                    information[i][j] += (i == j) * chance[i] - chance[i] * chance[j]
        for i in range(n):
            for j in range(n):
                varying[i][j] += slope[i] * slope[j]
    inverse = inverted(information)
    by_deals = [sum(row[a] * varying[a][b] * row[b] for a in range(n) for b in range(n)) for row in inverse]
    return [Z * math.sqrt(max(0.0, inverse[i][i] - 1 / n, by_deals[i])) for i in range(n)]


def _drawn(deals: Deals) -> list[list[Encounter]]:
    met = {
        (min(one, other), max(one, other))
        for deal in deals
        for each in deal
        for one in each.bots
        for other in each.bots
        if one != other
    }
    return [[Encounter(pair, (0.5, 0.5), (1, 1))] for pair in sorted(met)]


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """By Gauss and Jordan."""
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda j: abs(rows[j][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(n):
            if j != i:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[n:] for row in rows]


def openskill(bots: Sequence[str], deals: Iterable[Iterable[Encounter]]) -> dict[str, tuple[float, float]]:
    """For each bot openskill's rating and its doubt (mu, sigma; Plackett–Luce), game by game in the order of the deals.

    A bot on several seats of a table learns the mean of what they learn.
    """
    model = check_openskill().PlackettLuce()
    now: dict[str, Any] = {name: model.rating(name=name) for name in bots}
    for deal in deals:
        for each in deal:
            if len(each.bots) < 2:
                continue
            teams = [[model.rating(mu=now[name].mu, sigma=now[name].sigma)] for name in each.bots]
            rated = model.rate(teams, ranks=[float(rank) for rank in each.ranks])
            for name in set(each.bots):
                seats = [team[0] for team, bot in zip(rated, each.bots, strict=True) if bot == name]
                mu, sigma = (sum(getattr(seat, what) for seat in seats) / len(seats) for what in ("mu", "sigma"))
                now[name] = model.rating(name=name, mu=mu, sigma=sigma)
    return {name: (rating.mu, rating.sigma) for name, rating in now.items()}


def check_openskill() -> Any:
    """Its models, or what to install."""
    try:
        return import_module("openskill.models")
    except ImportError:
        raise BadSetup(
            "the arena rates with the package openskill, which is not installed: pip install openskill "
            "(or kvartal[arena])"
        ) from None
