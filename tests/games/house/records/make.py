"""Writes the recorded games of Mr House: python tests/games/house/records/make.py

They must replay for ever (tests/engine/test_recorded.py). When the rules change on purpose, raise `House.version`, run
this, and say in the commit why no old record can be replayed any more.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "flip" / "records"))
from make import Recorded, write  # noqa: E402

OWNER = {"expert.price.wood.highest": 6, "basic.recipe.window.cement": 0, "expert.points.tile_roof": 3}
# name: players, options, corrected numbers, seed, who plays
GAMES: dict[str, Recorded] = {
    "basic-two": (2, {}, {}, 1, "greedy"),
    "basic-three-random": (3, {}, {}, 2, "random"),
    "basic-four": (4, {}, {}, 3, "greedy"),
    "basic-one-by-one": (3, {"commit": "one_by_one"}, {}, 4, "greedy"),
    "basic-low-quality": (2, {"quality": "one"}, {}, 5, "random"),
    "basic-corrected": (2, {}, OWNER, 6, "greedy"),
    "basic-fair": (2, {}, {}, 7, "greedy"),
    "expert-two": (2, {"variant": "expert"}, {}, 8, "greedy"),
    "expert-three-random": (3, {"variant": "expert"}, {}, 9, "random"),
    "expert-four": (4, {"variant": "expert"}, {}, 10, "greedy"),
    "expert-one-centre": (3, {"variant": "expert", "centre": "one"}, {}, 11, "greedy"),
    "expert-corrected": (4, {"variant": "expert"}, OWNER, 12, "random"),
    "expert-from-the-middle": (2, {"variant": "expert"}, {}, 13, "greedy"),
}


def main() -> None:
    write("house", GAMES, HERE, fair_one="basic-fair", middle=("expert-from-the-middle", 70))


if __name__ == "__main__":
    main()
