"""Positions of real games in every mode, for tests of boards and words."""

import random
from collections.abc import Iterator

from games.welcome.table import WELCOME
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match

TABLES: list[tuple[int, dict[str, object]]] = [
    (2, {"plans": "mixed", "roundabouts": True}),
    (3, {"edition": "2023", "plans": "expert", "roundabouts": True}),
    (2, {"edition": "2023", "board": "blueprint"}),
    (1, {"roundabouts": True}),
    (1, {"edition": "2023", "rival": 3}),
    (3, {"draft": True, "plans": "mixed", "roundabouts": True}),
]
IDS = [f"{players} {' '.join(map(str, options.values()))}" for players, options in TABLES]


def positions(
    players: int, options: dict[str, object], every: int = 10, steps: int = 400, seed: int = 1
) -> Iterator[Match]:
    """A game between sensible players who are careless now and then: the same match again and again, and at its end."""
    match = Match(WELCOME.set_up(players, options), SeededDeal(seed))
    rng = random.Random(seed)
    for step in range(steps):
        if match.over:
            break
        if step % every == 0:
            yield match
        seat = rng.choice(match.waiting)
        if rng.random() < 0.25:
            match.play(seat, rng.choice(match.moves(seat)))
        else:
            match.play(seat, WELCOME.greedy(match.view(seat)))
    yield match
