"""Finds the reader whom the chips are mixed for: `python -m kvartal.games.house.bot.guesses --help`. A table takes
seconds to a minute; it goes into whims.py.

The policy plays against itself and pays for chips that are told. After every batch of games the reader tells more often
what lay there most often. The mean of the later batches is what neither gains by changing, as nearly as it was found.
"""

import argparse
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from kvartal.engine.game import Setup
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER
from kvartal.games import shelf
from kvartal.games.house.bot.mind import HouseMind
from kvartal.games.house.bot.whims import KINDS
from kvartal.games.house.rules import cells as at
from kvartal.games.house.rules.tables import HouseTables

FIRST = (0.1, 0.4, 0.3, 0.2)  # what is told before anything is known
LEAST = 0.002  # what is never told cannot be learned any more
SPEED = 3.0  # of learning; less from batch to batch
FIRST_SEED = 500_000
Shares = list[list[float]]


def laid(setup: Setup, mind: HouseMind, seed: int) -> Iterator[tuple[int, int]]:
    """The chips of a game of the policy against itself: building and value."""
    state, draws = setup.start(), Seeded(seed, setup.tables.streams, setup.tables.widest)
    luck = [Seeded(seed * setup.players + seat, setup.players, 1) for seat in range(setup.players)]
    state.deal(draws)
    while (seat := state.turn()) != OVER:
        code = mind.mixed(state, seat, luck[seat])
        if code < at.TAKE:
            yield code % at.PLACES, code // at.PLACES
        state.play(seat, code)
        state.deal(draws)


def thousandths(shares: Shares) -> list[int]:
    return [int(1000 * share) for row in shares for share in row]


def learned(shares: Shares, chips: Counter[tuple[int, int]], speed: float) -> Shares:
    """The reader after a batch: of what lies at a building, by kind and value."""
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0] * at.CHIP_VALUES)
    for (kind, value), count in chips.items():
        counts[kind][value] += count
    new = []
    for kind, row in enumerate(shares):
        seen = counts[kind]
        total = max(1, sum(seen))
        told = [
            max(share, LEAST) * math.exp(speed * (count - max(seen)) / total)
            for share, count in zip(row, seen, strict=True)
        ]
        new.append([each / sum(told) for each in told])
    return new


def reader(setup: Setup, weights: list[int], batches: int, games: int) -> list[int]:
    """The shares of the reader, in thousandths."""
    assert isinstance(setup.tables, HouseTables)
    mind, kinds = HouseMind(setup.tables, weights), list(setup.tables.kind)
    shares = [list(FIRST) for _ in range(KINDS)]
    later = [0.0] * (KINDS * at.CHIP_VALUES)
    for batch in range(batches):
        mind.plan.whims.expect(thousandths(shares))
        seeds = range(FIRST_SEED + batch * games, FIRST_SEED + (batch + 1) * games)
        chips = Counter((kinds[place], value) for seed in seeds for place, value in laid(setup, mind, seed))
        shares = learned(shares, chips, SPEED / math.sqrt(batch + 1))
        if batch >= batches // 2:
            later = [total + share for total, share in zip(later, (s for row in shares for s in row), strict=True)]
    return [int(1000 * total / (batches - batches // 2)) for total in later]


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="guesses", description="Find the reader whom chips are mixed for.")
    parser.add_argument("--variant", choices=("basic", "expert"), default="basic")
    parser.add_argument("--players", type=int, choices=range(2, 5), default=2)
    parser.add_argument("--price", type=int, help="hundredths of a point (default: as in weights.toml)")
    parser.add_argument("--batches", type=int, default=60)
    parser.add_argument("--games", type=int, default=60, help="in a batch")
    asked = parser.parse_args(arguments)
    setup = shelf()["house"].set_up(asked.players, {"variant": asked.variant})
    weights = setup.game.weighed(setup, {} if asked.price is None else {"mix_price": asked.price})
    found = reader(setup, weights, asked.batches, asked.games)
    for first in range(0, len(found), 24):
        rows = (found[i : i + at.CHIP_VALUES] for i in range(first, min(first + 24, len(found)), at.CHIP_VALUES))
        print("    " + ",  ".join(", ".join(map(str, row)) for row in rows) + ",")


if __name__ == "__main__":
    main(sys.argv[1:])
