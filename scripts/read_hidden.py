"""How well can a bot's hidden choices be told from what all see? Watches a bot play itself, counts, guesses.

    .venv/bin/python scripts/read_hidden.py GAME --bot level3 [--preset NAME] [--players 2] [--games 500] [--test 200]

A choice is hidden where others read another text of it (a chip laid face down: where it lies, not its value). The
reader knows that text, the number of the choice in its row (order) and of the row in the game, and tells what it has
seen most often there. The base rate is that of always telling what is most frequent of all.
"""

import argparse
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from kvartal.arena.table import check_bots, seeds
from kvartal.bots import Budget, ask
from kvartal.bots.names import maker
from kvartal.engine.game import Setup
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER
from kvartal.engine.view import View
from kvartal.games import game as game_called

GOAL = 10.0  # percentage points


class Hidden(NamedTuple):
    """A hidden choice: what is seen of it, when it was made, and what it was."""

    seen: str
    row: int
    order: int
    kept: str


def kept(full: str, seen: str) -> str:
    """What is told by the full text and not by the seen one, e.g. the value of a chip."""
    rest = Counter(full.split())
    rest.subtract(seen.split())
    return " ".join(word for word in full.split() if rest[word] > 0)


def watched(setup: Setup, name: str, seed: int, number: int, budget: Budget) -> Iterator[Hidden]:
    """One game of a bot against itself."""
    deal, choices = seeds(seed, number)
    state, draws = setup.start(), Seeded(deal, setup.tables.streams, setup.tables.widest)
    players = [maker(name)(choices, setup.players) for _ in range(setup.players)]
    rows, orders = [0] * setup.players, [0] * setup.players
    state.deal(draws)
    while (seat := state.turn()) != OVER:
        move = ask(players[seat], View.of(setup, state, seat), budget)
        full, seen = str(move), move.seen_by(None)
        if full == seen:
            orders[seat] = 0
        else:
            rows[seat] += orders[seat] == 0
            orders[seat] += 1
            yield Hidden(seen, rows[seat], orders[seat], kept(full, seen))
        state.play(seat, move.code)
        state.deal(draws)


READERS: dict[str, Callable[[Hidden], tuple[object, ...]]] = {
    "what is seen": lambda each: (each.seen,),
    "seen, row": lambda each: (each.seen, each.row),
    "seen, order": lambda each: (each.seen, each.order),
    "seen, row, order": lambda each: (each.seen, each.row, each.order),
}


class Reader:
    """Tells the most frequent choice of those that looked the same."""

    def __init__(self, look: Callable[[Hidden], tuple[object, ...]], learned: list[Hidden]) -> None:
        self.look = look
        self.usual = Counter(each.kept for each in learned).most_common(1)[0][0]
        found: defaultdict[tuple[object, ...], Counter[str]] = defaultdict(Counter)
        for each in learned:
            found[look(each)][each.kept] += 1
        self.told = {look: counts.most_common(1)[0][0] for look, counts in found.items()}

    def right(self, each: Hidden) -> bool:
        return self.told.get(self.look(each), self.usual) == each.kept


def told(learned: list[Hidden], tested: list[Hidden]) -> Iterator[str]:
    usual = Counter(each.kept for each in learned).most_common(1)[0][0]
    base = sum(each.kept == usual for each in tested) / len(tested)
    yield f"{len(learned)} choices learned from, {len(tested)} told; base rate {100 * base:.1f} % ({usual!r})"
    for name, look in READERS.items():
        reader = Reader(look, learned)
        share = sum(map(reader.right, tested)) / len(tested)
        error = math.sqrt(share * (1 - share) / len(tested))
        gain = 100 * (share - base)
        met = "within" if gain <= GOAL else "beyond"
        yield f"  {name:18} {100 * share:5.1f} % right, {gain:+5.1f} ± {196 * error:.1f} points: {met} {GOAL:g}"
    reader = Reader(READERS["seen, row, order"], learned)
    orders: defaultdict[int, list[Hidden]] = defaultdict(list)
    for each in tested:
        orders[each.order].append(each)
    shares = (
        f"{order}: {100 * sum(map(reader.right, some)) / len(some):.0f} %" for order, some in sorted(orders.items())
    )
    yield f"  right by order: {', '.join(shares)}"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("--bot", default="level3")
    asked.add_argument("--preset")
    asked.add_argument("--players", type=int, default=2)
    asked.add_argument("--games", type=int, default=500, help="to learn from")
    asked.add_argument("--test", type=int, default=200, help="games to tell choices of")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--playouts", type=int, default=Budget().playouts)
    said = asked.parse_args()
    game = game_called(said.game)
    preset = next((dict(each.options) for each in game.presets if each.name == said.preset), None)
    if said.preset and preset is None:
        asked.error(f"no preset {said.preset!r}; there are: {', '.join(each.name for each in game.presets)}")
    setup = game.set_up(said.players, preset or {})
    check_bots(game, [said.bot])
    if setup.notation == setup.seen_notation:
        print(f"{game.title}: everybody sees every choice, or sees it when the round is over; there is nothing to tell")
        return
    budget = Budget(math.inf, said.playouts)
    games = [list(watched(setup, said.bot, said.seed, n, budget)) for n in range(said.games + said.test)]
    learned = [each for some in games[: said.games] for each in some]
    print("\n".join(told(learned, [each for some in games[said.games :] for each in some])))


if __name__ == "__main__":
    main()
