"""The recorded games of Welcome To…; `cd tests; python -m games.welcome.records.make` writes those that are missing.

Where they play by version 1 of the rules they are from before it was mended: the 2023 game alone.
"""

from pathlib import Path

from games.recording import Recorded, write

HERE = Path(__file__).resolve().parent
EXPERT: dict[str, object] = {"plans": "mixed", "roundabouts": True}
# name: players, options, seed, who plays
GAMES = {
    "2018-two": Recorded(2, {}, 1, careless=0.1),
    "2018-two-random": Recorded(2, {}, 2, careless=1.0),
    "2018-expert-three": Recorded(3, EXPERT, 3, careless=0.2),
    "2018-starred": Recorded(2, {"plans": "expert", "roundabouts": True}, 4, careless=0.1),
    "2018-twelve": Recorded(12, EXPERT, 5, careless=0.3),
    "2023-two": Recorded(2, {"edition": "2023"}, 6, careless=0.1),
    "2023-expert": Recorded(4, {"edition": "2023", **EXPERT}, 7, careless=0.2),
    "2023-blueprint": Recorded(2, {"edition": "2023", "board": "blueprint"}, 8, careless=0.1),
    "solo-2018": Recorded(1, {}, 9, careless=0.1),
    "solo-2018-expert": Recorded(1, EXPERT, 10, careless=0.3),
    "solo-2023-sam": Recorded(1, {"edition": "2023"}, 11, careless=0.1, version=1),
    "solo-2023-vera": Recorded(1, {"edition": "2023", "rival": 5, **EXPERT}, 12, careless=0.1, version=1),
    "solo-2023-closed": Recorded(1, {"edition": "2023", "rival": 0}, 13, careless=0.4, version=1),
    "solo-2023-last-card-1": Recorded(1, {"edition": "2023"}, 38, version=1),
    "solo-2023-last-card-2": Recorded(1, {"edition": "2023"}, 38),
    "draft-two": Recorded(2, {"draft": True}, 14, careless=0.1),
    "draft-five": Recorded(5, {"draft": True, **EXPERT}, 15, careless=0.2),
}

if __name__ == "__main__":
    write("welcome", GAMES, HERE)
