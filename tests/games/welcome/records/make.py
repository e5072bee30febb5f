"""Writes the recorded games of this folder: python tests/games/welcome/records/make.py

They must replay for ever (`tests/engine/test_recorded.py`). When the rules change on purpose, raise `Welcome.version`
for the set-ups concerned (`Welcome.versions`) and add games: a record that is there is never written again.
"""

import random
import sys
from pathlib import Path

from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.games import game

HERE = Path(__file__).resolve().parent
EXPERT: dict[str, object] = {"plans": "mixed", "roundabouts": True}
OLD = {"solo-2023-sam", "solo-2023-vera", "solo-2023-closed", "solo-2023-last-card-1"}  # of version 1 of the rules
# name: players, options, seed, how often a random move is made instead of a sensible one
GAMES: dict[str, tuple[int, dict[str, object], int, float]] = {
    "2018-two": (2, {}, 1, 0.1),
    "2018-two-random": (2, {}, 2, 1.0),
    "2018-expert-three": (3, EXPERT, 3, 0.2),
    "2018-starred": (2, {"plans": "expert", "roundabouts": True}, 4, 0.1),
    "2018-twelve": (12, EXPERT, 5, 0.3),
    "2023-two": (2, {"edition": "2023"}, 6, 0.1),
    "2023-expert": (4, {"edition": "2023", **EXPERT}, 7, 0.2),
    "2023-blueprint": (2, {"edition": "2023", "board": "blueprint"}, 8, 0.1),
    "solo-2018": (1, {}, 9, 0.1),
    "solo-2018-expert": (1, EXPERT, 10, 0.3),
    "solo-2023-sam": (1, {"edition": "2023"}, 11, 0.1),
    "solo-2023-vera": (1, {"edition": "2023", "rival": 5, **EXPERT}, 12, 0.1),
    "solo-2023-closed": (1, {"edition": "2023", "rival": 0}, 13, 0.4),
    "solo-2023-last-card-1": (1, {"edition": "2023"}, 38, 0.0),
    "solo-2023-last-card-2": (1, {"edition": "2023"}, 38, 0.0),
    "draft-two": (2, {"draft": True}, 14, 0.1),
    "draft-five": (5, {"draft": True, **EXPERT}, 15, 0.2),
}


def play(match: Match, seed: int, careless: float) -> Match:
    """Seats act in any order, as people do."""
    rng = random.Random(seed)
    while match.waiting:
        seat = rng.choice(match.waiting)
        if rng.random() < careless:
            match.play(seat, rng.choice(match.moves(seat)))
        else:
            match.play(seat, match.setup.game.greedy(match.view(seat)))
    return match


def main() -> None:
    for name, (players, options, seed, careless) in GAMES.items():
        path = HERE / f"{name}.kvartal"
        if path.exists():
            continue
        setup = game("welcome").set_up(players, options, version=1 if name in OLD else None)
        match = play(Match(setup, SeededDeal(seed)), seed, careless)
        match.save(path)
        print(f"{name}: {len(match)} steps, {match.outcome()}", file=sys.stderr)


if __name__ == "__main__":
    main()
