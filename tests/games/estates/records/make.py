"""Writes the recorded games of this folder: python tests/games/estates/records/make.py

They must replay for ever (tests/engine/test_recorded.py): when the rules change on purpose, raise `Estates.version`
and run this.
"""

import sys
from pathlib import Path

from kvartal.bots import Budget, ask, bot
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.games import game

HERE = Path(__file__).resolve().parent
# name: players, options, corrected numbers, seed, who plays
GAMES: dict[str, tuple[int, dict[str, object], dict[str, object], int, str]] = {
    "two": (2, {}, {}, 1, "greedy"),
    "two-open": (2, {"money": "open"}, {}, 2, "random"),
    "three": (3, {}, {}, 3, "random"),
    "three-rounds": (3, {"rounds": 3}, {}, 4, "random"),
    "three-two-wins": (3, {"rounds": 4, "early_end": "two_wins", "money": "open"}, {}, 5, "greedy"),
    "four": (4, {}, {}, 6, "greedy"),
    "four-long": (4, {"max_length": 10, "min_length": 1}, {}, 7, "random"),
    "four-cubes-gone": (4, {"end_when_cubes_gone": True, "money": "open"}, {}, 8, "random"),
    "four-corrected": (4, {}, {"start.cheques": 8, "roofs.6": 1, "white.B": [2]}, 9, "greedy"),
    "five": (5, {}, {}, 10, "random"),
    "five-rounds": (5, {"rounds": 2}, {}, 11, "greedy"),
}


def main() -> None:
    for name, (players, options, data, seed, who) in GAMES.items():
        setup = game("estates").set_up(players, options, data)
        match = Match(setup, SeededDeal(seed), [f"{who} {seat} «Ї»" for seat in range(players)])
        player = bot(who, seed, players)
        while match.waiting:
            match.play(match.waiting[0], ask(player, match.view(match.waiting[0]), Budget()))
        match.save(HERE / f"{name}.kvartal")
        print(f"{name}: {len(match)} steps, {match.outcome()}", file=sys.stderr)


if __name__ == "__main__":
    main()
