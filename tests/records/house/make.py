"""Writes the recorded games of Mr House: python tests/records/house/make.py

They must replay for ever (test_house_records.py). When the rules change on purpose, raise `House.version`, run this,
and say in the commit why no old record can be replayed any more.
"""

import hashlib
import sys
from pathlib import Path

from kvartal.bots import Budget, ask, bot
from kvartal.engine.deal import Deal, FairDeal, SeededDeal, commitment
from kvartal.engine.match import Match
from kvartal.games import game, position

HERE = Path(__file__).resolve().parent
OWNER = {"expert.price.wood.highest": 6, "basic.recipe.window.cement": 0, "expert.points.tile_roof": 3}
# name: players, options, corrected numbers, seed, who plays
GAMES: dict[str, tuple[int, dict[str, object], dict[str, object], int, str]] = {
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


def main() -> None:
    for name, (players, options, data, seed, who) in GAMES.items():
        setup = game("house").set_up(players, options, data)
        deal: Deal = fair(seed) if name == "basic-fair" else SeededDeal(seed)
        match = Match(setup, deal, [f"{who} {seat} «Ї»" for seat in range(players)])
        if name == "expert-from-the-middle":
            match = position(play(match, who, seed, 70).to_json(), seed)
        play(match, who, seed).save(HERE / f"{name}.kvartal")
        print(f"{name}: {len(match)} steps, {match.outcome()}", file=sys.stderr)


if __name__ == "__main__":
    main()
