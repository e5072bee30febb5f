"""The recorded games of The Estates; `cd tests; python -m games.estates.records.make` writes those that are missing."""

from pathlib import Path

from games.recording import Recorded, write

HERE = Path(__file__).resolve().parent
# name: players, options, seed, who plays
GAMES = {
    "two": Recorded(2, {}, 1, "greedy"),
    "two-open": Recorded(2, {"money": "open"}, 2, "random"),
    "three": Recorded(3, {}, 3, "random"),
    "three-rounds": Recorded(3, {"rounds": 3}, 4, "random"),
    "three-two-wins": Recorded(3, {"rounds": 4, "early_end": "two_wins", "money": "open"}, 5, "greedy"),
    "four": Recorded(4, {}, 6, "greedy"),
    "four-long": Recorded(4, {"max_length": 10, "min_length": 1}, 7, "random"),
    "four-cubes-gone": Recorded(4, {"end_when_cubes_gone": True, "money": "open"}, 8, "random"),
    "four-corrected": Recorded(4, {}, 9, "greedy", data={"start.cheques": 8, "roofs.6": 1, "white.B": [2]}),
    "five": Recorded(5, {}, 10, "random"),
    "five-rounds": Recorded(5, {"rounds": 2}, 11, "greedy"),
}

if __name__ == "__main__":
    write("estates", GAMES, HERE)
