# compiled
"""Many games between policies, as fast as they go: what weights are fitted with. Every deal is played with the minds
in every rotation of the seats."""

from kvartal.bots.rollout import LONGEST, mover_of, world_seed
from kvartal.engine.mind import Mind
from kvartal.engine.native import i64
from kvartal.engine.source import Seeded
from kvartal.engine.state import OVER, State


def contest(minds: list[Mind], start: State, draws: Seeded, choices: Seeded, deals: i64, seed: i64) -> list[int]:
    """What each mind got in `deals` deals × rotations: the sum of its results, in millionths."""
    players: i64 = len(minds)
    sums: list[int] = [0] * players
    number: i64 = 0
    while number < deals:
        turned: i64 = 0
        while turned < players:
            draws.reseed(world_seed(seed, number))
            choices.reseed(world_seed(seed + 1, number))
            state = start.copy()
            moves: i64 = 0
            while moves < LONGEST:
                mover: i64 = mover_of(state, 0, draws)
                if mover == OVER:
                    break
                mind = minds[(mover + turned) % players]
                state.play(mover, mind.policy(state, mover, choices))
                moves += 1
            seat: i64 = 0
            while seat < players:
                who: i64 = (seat + turned) % players
                sums[who] += minds[who].result(state, seat)
                seat += 1
            turned += 1
        number += 1
    return sums
