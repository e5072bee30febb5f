# compiled
"""Loops that must be fast: random games, positions counted to a depth. Written once for every game."""

from typing import Final

from kvartal.engine.native import i64, vec
from kvartal.engine.source import Source
from kvartal.engine.state import CHANCE, OVER, State

# What play_counted adds up, by place
MOVES: Final = 0
DECISIONS: Final = 1  # moves chosen from two or more
TURNS: Final = 2  # a turn: moves of one seat in a row
LAST_SEAT: Final = 3  # who moved last, so that a game can be played in chunks
COUNTS: Final = 4


def play_counted(state: State, draws: Source, choices: Source, buffer: vec[i64], most: i64, counts: vec[i64]) -> None:
    """Play on with random legal moves, at most so many, and add up how long it took.

    `choices` has one stream per seat. Call it in chunks: Ctrl-C waits until it returns.
    """
    decisions: i64 = 0
    turns: i64 = 0
    made: i64 = 0
    last: i64 = counts[LAST_SEAT]
    while made < most:
        seat: i64 = state.turn()
        if seat == CHANCE:
            state.deal(draws)
            seat = state.turn()
        if seat == OVER:
            break
        if seat != last:
            turns += 1
            last = seat
        count: i64 = state.fill_moves(seat, buffer)
        if count > 1:
            decisions += 1
            state.play(seat, buffer[choices.below(seat, count)])
        else:
            state.play(seat, buffer[0])
        made += 1
    counts[MOVES] += made
    counts[DECISIONS] += decisions
    counts[TURNS] += turns
    counts[LAST_SEAT] = last


def play_random(state: State, draws: Source, choices: Source, buffer: vec[i64], most: i64) -> i64:
    """The same, for those who only ask how many decisions (two moves or more) there were."""
    counts = vec[i64]([0, 0, 0, -1])
    play_counted(state, draws, choices, buffer, most, counts)
    return counts[DECISIONS]


def perft(state: State, depth: i64, moves: i64, widest: i64) -> i64:
    """How many ways there are to make `depth` steps from here, moves and draws alike (an ended game has none)."""
    turn: i64 = state.turn()
    if depth == 0:
        return 1
    if turn == OVER:
        return 0
    total: i64 = 0
    i: i64 = 0
    if turn == CHANCE:
        outcomes = vec[i64]([0] * widest)
        weights = vec[i64]([0] * widest)
        count: i64 = state.fill_chances(outcomes, weights)
        while i < count:
            after = state.copy()
            after.happen(outcomes[i])
            total += perft(after, depth - 1, moves, widest)
            i += 1
        return total
    buffer = vec[i64]([0] * moves)
    count = state.fill_moves(turn, buffer)
    if depth == 1:
        return count
    while i < count:
        after = state.copy()
        after.play(turn, buffer[i])
        total += perft(after, depth - 1, moves, widest)
        i += 1
    return total


def copy_often(state: State, times: i64) -> None:
    """For the benchmark: the cost of a copy without the cost of asking for it."""
    i: i64 = 0
    while i < times:
        state.copy()
        i += 1


def fill_often(state: State, seat: i64, buffer: vec[i64], times: i64) -> i64:
    """For the benchmark: the cost of listing the moves."""
    total: i64 = 0
    i: i64 = 0
    while i < times:
        total += state.fill_moves(seat, buffer)
        i += 1
    return total
