"""Tables of Flip City with many different options, and positions of games at them."""

import random
from collections.abc import Iterator

import kvartal
from kvartal.engine.match import Match
from kvartal.engine.move import Move

TABLES = [
    (1, {}),
    (1, {"solo_loss": "unpaid", "recycle": "flip"}),
    (2, {}),
    (2, {"top_visible": False, "gift": False, "extra_build": "plant"}),
    (3, {"recycle": "flip", "supply": "fixed"}),
    (4, {"win_cards": 0}),
]
IDS = [f"{players} players {' '.join(options)}".strip() for players, options in TABLES]


def positions(players: int, options: dict[str, object], every: int = 9, steps: int = 400) -> Iterator[Match]:
    """Positions of a game between players who build what is dear and mostly stop in time; its end among them."""
    match, rng = kvartal.new("flip", players=players, seed=players, **options), random.Random(players)
    for step in range(steps):
        if step % every == 0 or match.over:
            yield match
        if match.over:
            return
        match.play(match.waiting[0], _choice(match, rng))


def _choice(match: Match, rng: random.Random) -> Move:
    moves = match.moves(match.waiting[0])
    table, by_name = match.to_json()["table"], {str(move): move for move in moves}
    if rng.random() < 0.1:
        return rng.choice(moves)
    for verb in ("recycle", "give", "upgrade", "buy"):
        found = [move for move in moves if str(move).startswith(verb)]
        if found and rng.random() < 0.7:
            return found[-1]
    if "stop" in by_name and table["sad"] + 1 >= table["limit"]:
        return by_name["stop"]
    return by_name.get("play") or rng.choice(moves)
