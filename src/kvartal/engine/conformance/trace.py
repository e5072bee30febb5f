"""A checksum of random games in which everything counts: compiled and pure runs must give the same."""

import hashlib
import random

from kvartal.engine.conformance.cases import Case
from kvartal.engine.source import Seeded
from kvartal.engine.state import CHANCE, NOBODY, OVER


def trace(case: Case, seed: int = 1, games: int = 2, steps: int = 150) -> str:
    """States, moves, chances, scores, views and imagined deals of some random games, in their order."""
    setup = case.setup()
    tables = setup.tables
    total = hashlib.sha256(repr((setup.notation, setup.digest)).encode())
    for number in range(games):
        rng = random.Random(f"{seed} {number}")
        source = Seeded(rng.getrandbits(62), tables.streams, tables.widest)
        state = setup.start()
        for _ in range(steps):
            turn = state.turn()
            total.update(state.encode() + b"%d" % turn)
            if turn == OVER:
                break
            if turn == CHANCE:
                state.happen(state.pick(source))
                continue
            seat = rng.choice([seat for seat in range(setup.players) if state.owes(seat)])
            moves = state.moves(seat, len(setup.notation))
            refusals = [state.refusal(seat, code) for code in range(len(setup.notation))]
            observer = rng.choice([NOBODY, *range(setup.players)])
            known = state.known(observer)
            deal = known.imagine(observer, Seeded(rng.getrandbits(62), tables.streams, tables.widest))
            total.update(repr((moves, refusals, state.score(seat))).encode() + known.encode() + deal.encode())
            state.play(seat, rng.choice(moves))
        total.update(repr([state.score(seat) for seat in range(setup.players)]).encode())
    return total.hexdigest()[:32]
