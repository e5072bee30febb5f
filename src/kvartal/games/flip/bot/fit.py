"""Fits what a position is worth to games of the policy against itself: `python -m kvartal.games.flip.bot.fit --help`.

Prints the strengths for `weights.toml`. Newton's method on the likelihood of who won; a minute or two for each mode.
"""

import argparse
import math
import sys
from collections.abc import Sequence

from kvartal.engine.game import Setup
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER, State
from kvartal.games import shelf
from kvartal.games.flip.bot.mind import FlipMind
from kvartal.games.flip.bot.value import FEATURES
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import tables as kit

MILLION = 1_000_000
ROUNDS = 8  # of Newton's method
RIDGE = 2.0  # keeps what hardly ever differs near nothing
STRAY = 12  # one building in so many is any legal one: the judgement must know other decks than the policy's


def samples(setup: Setup, games: int, seed: int) -> list[tuple[list[float], bool]]:
    """For each turn that begins: the features (against one rival: the difference, alone: and a one), and was it won?"""
    mind = setup.game.mind(setup)
    assert isinstance(mind, FlipMind)
    found: list[tuple[list[float], bool]] = []
    for number in range(games):
        draws = Seeded(seed + number, setup.tables.streams, setup.tables.widest)
        choices = Seeded(seed + number, setup.players, 1)
        state = setup.start()
        rows: list[tuple[list[float], int]] = []
        begun = -1
        while True:
            state.deal(draws)
            seat = state.turn()
            if seat == OVER:
                break
            if state.cells[at.TURNS] != begun:
                begun = state.cells[at.TURNS]
                rows.append((row(mind, setup.players, state, seat), seat))
            move = mind.policy(state, seat, choices)
            if state.cells[at.PHASE] == at.BUILDING and choices.below(seat, STRAY) == 0:
                legal = [code for code in state.moves(seat, setup.tables.moves) if code != kit.PASS] or [kit.PASS]
                move = legal[choices.below(seat, len(legal))]
            state.play(seat, move)
        found += [(features, state.place(seat) == 1) for features, seat in rows]
    return found


def row(mind: FlipMind, players: int, state: State, seat: int) -> list[float]:
    mine = mind.features(state, seat)
    if players == 1:
        return [*map(float, mine), 1.0]
    rival = mind.features(state, 1 - seat)
    return [float(a - b) for a, b in zip(mine, rival, strict=True)]


def fit(data: Sequence[tuple[list[float], bool]]) -> list[float]:
    """The weights that make the results likeliest."""
    size = len(data[0][0])
    weights = [0.0] * size
    for _ in range(ROUNDS):
        slope = [-RIDGE * weight for weight in weights]
        bend = [[RIDGE if i == j else 0.0 for j in range(size)] for i in range(size)]
        for features, won in data:
            total = sum(a * b for a, b in zip(features, weights, strict=True))
            chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
            off, spread = won - chance, chance * (1 - chance)
            used = [i for i in range(size) if features[i]]
            for i in used:
                slope[i] += off * features[i]
                part, line = spread * features[i], bend[i]
                for j in used:
                    line[j] += part * features[j]
        weights = [a + b for a, b in zip(weights, solved(bend, slope), strict=True)]
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss; the matrix is positive definite."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            for k in range(i, size + 1):
                rows[j][k] -= factor * rows[i][k]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (rows[i][size] - sum(rows[i][k] * found[k] for k in range(i + 1, size))) / rows[i][i]
    return found


def surprise(data: Sequence[tuple[list[float], bool]], weights: Sequence[float]) -> float:
    """The mean loss per position, in nats: 0.693 knows nothing."""
    total = 0.0
    for features, won in data:
        strength = sum(a * b for a, b in zip(features, weights, strict=True))
        total += math.log1p(math.exp(-strength if won else strength))
    return total / len(data)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="fit", description="Fit what a position of Flip City is worth.")
    parser.add_argument("--players", type=int, choices=(1, 2), default=2)
    parser.add_argument("--recycle", choices=("turn", "flip"), default="turn")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    game = shelf()["flip"]
    setup = game.set_up(asked.players, {"recycle": asked.recycle})
    data = samples(setup, asked.games, asked.seed)
    cut = len(data) * 4 // 5
    weights = fit(data[:cut])
    print(
        f"# {cut} positions; surprise {surprise(data[:cut], weights):.4f}, unseen {surprise(data[cut:], weights):.4f}"
    )
    names = [name for name in game.numbers.names if name.startswith("strength_")]
    weights += [0.0] * (FEATURES + 1 - len(weights))
    for name, weight in zip(names, weights, strict=True):
        print(f"{name} = {round(weight * MILLION)}")


if __name__ == "__main__":
    main(sys.argv[1:])
