"""The recorded games of Flip City; `cd tests; python -m games.flip.records.make` writes those that are missing."""

from pathlib import Path

from games.recording import Recorded, write

HERE = Path(__file__).resolve().parent
CHEAP = {
    "cards.store.up": 1,
    "cards.hospital.up": 1,
    "cards.factory.buy": 2,
    "cards.factory.up": 2,
    "cards.park.buy": 4,
}
# name: players, options, seed, who plays
GAMES = {
    "solo-lost": Recorded(1, {}, 1, "random"),
    "solo-won": Recorded(1, {"recycle": "flip"}, 2, "greedy"),
    "solo-unpaid": Recorded(1, {"solo_loss": "unpaid", "top_visible": False}, 3, "random"),
    "two-short": Recorded(2, {"turn_cap": 10}, 4, "random"),
    "two-won": Recorded(2, {}, 5, "greedy"),
    "two-flipping": Recorded(2, {"recycle": "flip", "supply": "fixed", "turn_cap": 14}, 6, "greedy"),
    "two-unseen": Recorded(2, {"top_visible": False, "turn_cap": 12}, 7, "random"),
    "two-cards": Recorded(
        2, {"win_cards": 4, "must_play": False, "force_next": "off"}, 8, "random", data={"table.bust": 5}
    ),
    "three-fixed": Recorded(3, {"supply": "fixed", "force_next": "station", "turn_cap": 10}, 9, "random"),
    "three-builders": Recorded(3, {"extra_build": "plant", "gift": False, "turn_cap": 10}, 10, "greedy", data=CHEAP),
    "four-corrected": Recorded(
        4, {"turn_cap": 8}, 11, "greedy", data=CHEAP | {"cards.plant.coins": 4, "cards.park.force_next": False}
    ),
    "four-gifts": Recorded(4, {"turn_cap": 8}, 12, "random", data={"cards.apartment.up": 1}),
    "two-fair": Recorded(2, {}, 13, "greedy", data=CHEAP, fair=True),
    "two-from-the-middle": Recorded(2, {"turn_cap": 20}, 14, "random", middle=40),
}

if __name__ == "__main__":
    write("flip", GAMES, HERE)
