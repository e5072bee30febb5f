"""Writes recorded games: what the `records/make.py` of every game plays them with.

They must replay for ever: `tests/engine/test_recorded.py` loads each, verifies it, and saves it again byte for byte. So
a file that is there is never written again. When the rules change on purpose, raise the game's `version` (or add to its
`versions`), delete what can no longer be replayed, run `make.py`, and say in the commit why. A file that fails without
such a change is a bug.
"""

import hashlib
import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kvartal.bots import Budget, ask, bot
from kvartal.engine.deal import Deal, FairDeal, SeededDeal, commitment
from kvartal.engine.match import Match
from kvartal.games import game, position


@dataclass(frozen=True)
class Recorded:
    """A game to be recorded."""

    players: int
    options: Mapping[str, object]
    seed: int
    who: str = ""  # which bot plays all seats, in turn; nobody named: sensible and careless people, in any order
    data: Mapping[str, object] = field(default_factory=dict)  # corrected numbers
    careless: float = 0.0  # how often people make any move at all
    fair: bool = False  # a fair deal
    middle: int = 0  # begun at the position after so many moves
    version: int | None = None  # of the rules


def by_bot(match: Match, who: str, seed: int, most: int = -1) -> Match:
    player = bot(who, seed, match.setup.players)
    while match.waiting and most:
        match.play(match.waiting[0], ask(player, match.view(match.waiting[0]), Budget()))
        most -= 1
    return match


def by_people(match: Match, seed: int, careless: float) -> Match:
    """Seats act in any order, as people do."""
    rng = random.Random(seed)
    while match.waiting:
        seat = rng.choice(match.waiting)
        if rng.random() < careless:
            match.play(seat, rng.choice(match.moves(seat)))
        else:
            match.play(seat, match.setup.game.greedy(match.view(seat)))
    return match


def fair_deal(seed: int) -> FairDeal:
    """A fair deal that comes out the same every time, as no real one may."""
    secret, *salts = (hashlib.sha256(f"{seed} {what}".encode()).digest() for what in ("secret", "salt 0", "salt 1"))
    deal = FairDeal(commitment(secret), secret)
    for person, salt in enumerate(salts):
        deal.commit(person, commitment(salt))
    for person, salt in enumerate(salts):
        deal.open(person, salt)
    return deal


def played(key: str, asked: Recorded) -> Match:
    setup = game(key).set_up(asked.players, asked.options, asked.data, version=asked.version, stored=True)
    deal: Deal = fair_deal(asked.seed) if asked.fair else SeededDeal(asked.seed)
    names = [f"{asked.who} {seat} «Ї»" for seat in range(asked.players)] if asked.who else None
    match = Match(setup, deal, names)
    if asked.middle:
        match = position(by_bot(match, asked.who, asked.seed, asked.middle).to_json(), asked.seed)
    if not asked.who:
        return by_people(match, asked.seed, asked.careless)
    return by_bot(match, asked.who, asked.seed)


def write(key: str, games: Mapping[str, Recorded], folder: Path) -> None:
    """Play and save those that are not there."""
    for name, asked in games.items():
        path = folder / f"{name}.kvartal"
        if not path.exists():
            match = played(key, asked)
            match.save(path)
            print(f"{name}: {len(match)} steps, {match.outcome()}", file=sys.stderr)
