"""Writes the recorded games of this folder: python tests/games/flip/records/make.py

They must replay for ever: `tests/engine/test_recorded.py` loads each, verifies it, and saves it again byte for byte.
So the files are written once per version of the rules. When the rules change on purpose, raise `Flip.version`, run
this, and say in the commit why no old record can be replayed any more. A file that fails without such a change is a
bug, not a reason to run this.
"""

import hashlib
import sys
from pathlib import Path

from kvartal.bots import Budget, ask, bot
from kvartal.engine.deal import Deal, FairDeal, SeededDeal, commitment
from kvartal.engine.match import Match
from kvartal.games import game, position

HERE = Path(__file__).resolve().parent
CHEAP = {
    "cards.store.up": 1,
    "cards.hospital.up": 1,
    "cards.factory.buy": 2,
    "cards.factory.up": 2,
    "cards.park.buy": 4,
}
Recorded = tuple[int, dict[str, object], dict[str, object], int, str]
# name: players, options, corrected numbers, seed, who plays
GAMES: dict[str, Recorded] = {
    "solo-lost": (1, {}, {}, 1, "random"),
    "solo-won": (1, {"recycle": "flip"}, {}, 2, "greedy"),
    "solo-unpaid": (1, {"solo_loss": "unpaid", "top_visible": False}, {}, 3, "random"),
    "two-short": (2, {"turn_cap": 10}, {}, 4, "random"),
    "two-won": (2, {}, {}, 5, "greedy"),
    "two-flipping": (2, {"recycle": "flip", "supply": "fixed", "turn_cap": 14}, {}, 6, "greedy"),
    "two-unseen": (2, {"top_visible": False, "turn_cap": 12}, {}, 7, "random"),
    "two-cards": (2, {"win_cards": 4, "must_play": False, "force_next": "off"}, {"table.bust": 5}, 8, "random"),
    "three-fixed": (3, {"supply": "fixed", "force_next": "station", "turn_cap": 10}, {}, 9, "random"),
    "three-builders": (3, {"extra_build": "plant", "gift": False, "turn_cap": 10}, CHEAP, 10, "greedy"),
    "four-corrected": (
        4,
        {"turn_cap": 8},
        CHEAP | {"cards.plant.coins": 4, "cards.park.force_next": False},
        11,
        "greedy",
    ),
    "four-gifts": (4, {"turn_cap": 8}, {"cards.apartment.up": 1}, 12, "random"),
    "two-fair": (2, {}, CHEAP, 13, "greedy"),
    "two-from-the-middle": (2, {"turn_cap": 20}, {}, 14, "random"),
}


def play(match: Match, who: str, seed: int, most: int = 100_000) -> Match:
    player = bot(who, seed, match.setup.players)
    while match.waiting and most:
        match.play(match.waiting[0], ask(player, match.view(match.waiting[0]), Budget()))
        most -= 1
    return match


def fair(seed: int) -> FairDeal:
    """A fair deal that comes out the same every time, as no real one may."""
    secret, *salts = (hashlib.sha256(f"{seed} {what}".encode()).digest() for what in ("secret", "salt 0", "salt 1"))
    deal = FairDeal(commitment(secret), secret)
    for person, salt in enumerate(salts):
        deal.commit(person, commitment(salt))
    for person, salt in enumerate(salts):
        deal.open(person, salt)
    return deal


def write(key: str, games: dict[str, Recorded], folder: Path, fair_one: str, middle: tuple[str, int]) -> None:
    """Play and save these games; one of them with a fair deal, one from the position after so many moves."""
    for name, (players, options, data, seed, who) in games.items():
        setup = game(key).set_up(players, options, data, stored=True)
        deal: Deal = fair(seed) if name == fair_one else SeededDeal(seed)
        match = Match(setup, deal, [f"{who} {seat} «Ї»" for seat in range(players)])
        if name == middle[0]:
            match = position(play(match, who, seed, middle[1]).to_json(), seed)
        play(match, who, seed).save(folder / f"{name}.kvartal")
        print(f"{name}: {len(match)} steps, {match.outcome()}", file=sys.stderr)


def main() -> None:
    write("flip", GAMES, HERE, fair_one="two-fair", middle=("two-from-the-middle", 40))


if __name__ == "__main__":
    main()
