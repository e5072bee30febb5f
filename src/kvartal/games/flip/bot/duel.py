# compiled
"""Many games between policies, as fast as they go: what weights are fitted with (tune.py)."""

from typing import final

from kvartal.engine.mind import Mind
from kvartal.engine.native import i64
from kvartal.engine.source import Seeded, Source
from kvartal.engine.state import OVER, State
from kvartal.games.flip.bot import greedy
from kvartal.games.flip.bot.mind import FlipMind
from kvartal.games.flip.rules.state import FlipState
from kvartal.games.flip.rules.tables import FlipTables


@final
class Yardstick(Mind):
    """The frozen player as a mind."""

    def __init__(self, tables: FlipTables) -> None:
        super().__init__(tables, [])

    def policy(self, state: State, seat: i64, source: Source) -> i64:
        assert isinstance(state, FlipState)
        return greedy.choose(state, seat)


def duel(mind: FlipMind, rival: Mind, start: FlipState, deals: i64, seed: i64) -> i64:
    """What the mind got against rivals in every other seat, each deal once from every seat: millionths in all."""
    tables = start.tables
    draws = Seeded(seed, tables.streams, tables.widest)
    choices = Seeded(seed, tables.players, 1)
    total: i64 = 0
    number: i64 = 0
    while number < deals:
        mine: i64 = 0
        while mine < tables.players:
            draws.reseed(seed * 1_000_003 + number)
            state = start.copy()
            state.deal(draws)
            turn: i64 = state.turn()
            while turn != OVER:
                player: Mind = mind if turn == mine else rival
                state.play(turn, player.policy(state, turn, choices))
                state.deal(draws)
                turn = state.turn()
            total += mind.result(state, mine)
            mine += 1
        number += 1
    return total
