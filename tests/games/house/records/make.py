"""The recorded games of Mr House; `cd tests; python -m games.house.records.make` writes those that are missing."""

from pathlib import Path

from games.recording import Recorded, write

HERE = Path(__file__).resolve().parent
OWNER = {"expert.price.wood.highest": 6, "basic.recipe.window.cement": 0, "expert.points.tile_roof": 3}
# name: players, options, seed, who plays
GAMES = {
    "basic-two": Recorded(2, {}, 1, "greedy"),
    "basic-three-random": Recorded(3, {}, 2, "random"),
    "basic-four": Recorded(4, {}, 3, "greedy"),
    "basic-one-by-one": Recorded(3, {"commit": "one_by_one"}, 4, "greedy"),
    "basic-low-quality": Recorded(2, {"quality": "one"}, 5, "random"),
    "basic-corrected": Recorded(2, {}, 6, "greedy", data=OWNER),
    "basic-fair": Recorded(2, {}, 7, "greedy", fair=True),
    "expert-two": Recorded(2, {"variant": "expert"}, 8, "greedy"),
    "expert-three-random": Recorded(3, {"variant": "expert"}, 9, "random"),
    "expert-four": Recorded(4, {"variant": "expert"}, 10, "greedy"),
    "expert-one-centre": Recorded(3, {"variant": "expert", "centre": "one"}, 11, "greedy"),
    "expert-corrected": Recorded(4, {"variant": "expert"}, 12, "random", data=OWNER),
    "expert-from-the-middle": Recorded(2, {"variant": "expert"}, 13, "greedy", middle=70),
}

if __name__ == "__main__":
    write("house", GAMES, HERE)
