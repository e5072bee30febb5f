"""Writes the recorded games of this folder: python tests/records/welcome/make.py

They must replay for ever (`test_welcome_records.py`). Run this only when the rules change on purpose: then raise
`Welcome.version` and say in the commit why no old record can be replayed any more.
"""

import random
import sys
from pathlib import Path

from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.games import game

HERE = Path(__file__).resolve().parent
EXPERT: dict[str, object] = {"plans": "mixed", "roundabouts": True}
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
        match = Match(game("welcome").set_up(players, options), SeededDeal(seed))
        play(match, seed, careless).save(HERE / f"{name}.kvartal")
        print(f"{name}: {len(match)} steps, {match.outcome()}", file=sys.stderr)


if __name__ == "__main__":
    main()
