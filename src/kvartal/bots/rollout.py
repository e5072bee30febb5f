# compiled
"""What both engines of thought share: worlds dealt from a seed, and games played on by the policy."""

from typing import Final

from kvartal.engine.mind import Mind
from kvartal.engine.native import i64
from kvartal.engine.source import GOLDEN, MASK, Seeded, mixed
from kvartal.engine.state import CHANCE, OVER, State

THINK: Final = 0  # what rivals do: the places of thinking.RIVALS
SIT_OUT: Final = 2
LONGEST: Final = 100_000  # moves of a rollout in a game that does not end


def world_seed(seed: i64, number: i64) -> i64:
    """Of the world that is dealt for iteration `number`: the same luck for whatever is compared in it."""
    return (((seed >> 32) & 0x7FFFFFFF) << 32) | mixed(((seed & MASK) + number * GOLDEN) & MASK)


def mover_of(state: State, me: i64, draws: Seeded) -> i64:
    """Who is asked next, after chance has spoken: the thinking seat whenever it owes a move; or OVER."""
    turn: i64 = state.turn()
    if turn == CHANCE:
        state.deal(draws)
        turn = state.turn()
    if turn != OVER and turn != me and state.owes(me):
        return me
    return turn


def roll_out(mind: Mind, state: State, me: i64, draws: Seeded, choices: Seeded, cut: i64, rivals: i64) -> i64:
    """Play on by the policy, at most `cut` decisions of seats that are not passed over; how many were made."""
    made: i64 = 0
    passed: i64 = 0
    while made < cut and passed < LONGEST:
        mover: i64 = mover_of(state, me, draws)
        if mover == OVER:
            break
        passed += 1
        if rivals == SIT_OUT and mover != me:
            mind.sit_out(state, mover, choices)
        else:
            made += mind.advance(state, mover, choices)
    if state.turn() == CHANCE:
        state.deal(draws)
    return made


def play_by_policy(mind: Mind, start: State, draws: Seeded, choices: Seeded, rivals: i64, games: i64, seed: i64) -> i64:
    """For the benchmark: so many games from a start to their end; how many moves they took."""
    moves: i64 = 0
    number: i64 = 0
    while number < games:
        draws.reseed(world_seed(seed, number))
        choices.reseed(world_seed(seed + 1, number))
        state = start.copy()
        moves += roll_out(mind, state, 0, draws, choices, LONGEST, rivals)
        number += 1
    return moves
