"""Figures for those who choose a game to learn: what kind of game it is, and how fast its doors are here."""

import importlib.util
import random
from collections.abc import Callable
from time import process_time
from typing import Any

from kvartal.engine.game import Setup
from kvartal.engine.observation import Observer
from kvartal.engine.source import Seeded
from kvartal.engine.state import CHANCE, OVER
from kvartal.research.ids import Id, set_up

RUNS = 5
ROWS = 256
CHUNK = 200  # steps between two looks at the clock

Steps = Callable[[], int]  # makes some steps when called, and says how many


def properties(setup: Setup, games: int, show: Callable[[int], None] | None = None) -> dict[str, Any]:
    """Some random games, counted: seats, actions, legal moves, length, draws, chance, cells, what is hidden."""
    legal: list[int] = []
    lengths: list[int] = []
    draws: list[int] = []
    widest = together = 0
    for number in range(games):
        rng = random.Random(number)
        source = Seeded(number, setup.tables.streams, setup.tables.widest)
        state, moves, drawn = setup.start(), 0, 0
        while (turn := state.turn()) != OVER:
            if turn == CHANCE:
                widest = max(widest, len(state.chances(setup.tables.widest)))
                state.happen(state.pick(source))
                drawn += 1
                continue
            codes = state.moves(turn, len(setup.notation))
            together = max(together, len(state.owing(setup.players)))
            legal.append(len(codes))
            state.play(turn, rng.choice(codes))
            moves += 1
        lengths.append(moves)
        draws.append(drawn)
        if show is not None:
            show(number + 1)
    return {
        "players": setup.players,
        "hidden": setup.game.secrets(setup.tables),
        "simultaneous": together > 1,
        "actions": len(setup.notation),
        "legal_mean": round(sum(legal) / len(legal), 1),
        "legal_max": max(legal),
        "forced_percent": round(100 * legal.count(1) / len(legal)),
        "length_mean": round(sum(lengths) / games),
        "length_max": max(lengths),
        "length_bound": setup.game.longest(setup.tables),
        "draws_mean": round(sum(draws) / games),
        "widest_chance": widest,
        "cells": int(Observer(setup).width),
    }


def speed(id: Id, players: int, seconds: float) -> dict[str, float]:
    """Steps per second on one core, by CPU time, random legal actions, masks and observations included."""
    run = seconds / len(DOORS) / RUNS
    return {key: round(max(timed(begin(id, players, n), run) for n in range(RUNS))) for key, begin in DOORS.items()}


def timed(some: Steps, seconds: float) -> float:
    """Steps per second of CPU time (of all threads, where a library has more than one)."""
    steps, began = 0, process_time()
    while True:
        steps += some()
        passed = process_time() - began
        if passed >= seconds:
            return steps / passed if steps else 0.0


def turn_by_turn(id: Id, players: int, seed: int) -> Steps:
    from kvartal.research import zoo

    return agents(zoo.raw_env(id.name, players=players), seed)


def many_at_once(id: Id, players: int, seed: int) -> Steps:
    """Gymnasium's loop over a vector of games in which every seat is played from outside."""
    from kvartal.research import gym

    envs = gym.KvartalVectorEnv(id.name, ROWS, players=players, bots=None)
    envs.reset(seed=seed * ROWS)

    def some() -> int:
        for _ in range(CHUNK // 10):
            envs.step(envs.sample_actions())
        return CHUNK // 10 * ROWS

    return some


def node_by_node(id: Id, players: int, seed: int) -> Steps:
    """The turn-based twin; no steps at all if OpenSpiel is not there."""
    if importlib.util.find_spec("pyspiel") is None:
        return lambda: 0
    import pyspiel

    from kvartal.research import spiel

    return nodes(pyspiel.load_game(spiel.short_name(id) + spiel.TURNS, {"players": players}), seed)


DOORS: dict[str, Callable[[Id, int, int], Steps]] = {
    "aec_steps_per_s": turn_by_turn,
    f"vector_{ROWS}_steps_per_s": many_at_once,
    "pyspiel_steps_per_s": node_by_node,
}


# Loops that any game of a library can be put through ------------------------------------------------------------------


def agents(env: Any, seed: int) -> Steps:
    """PettingZoo's loop: `last()` with observation and mask, a legal action, `step()`."""
    env.reset(seed=seed)

    def some() -> int:
        for number in range(CHUNK):
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = seen["action_mask"].nonzero()[0]
            env.step(legal[number % len(legal)])
        return CHUNK

    return some


def nodes(game: Any, seed: int) -> Steps:
    """OpenSpiel's loop: chance, legal actions, the tensor of whoever is to move."""
    rng, states = random.Random(seed), [game.new_initial_state()]
    observed = game.get_type().provides_observation_tensor  # else that of the information state

    def some() -> int:
        state = states.pop()
        for _ in range(CHUNK):
            while state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(rng.choices([each for each, _ in outcomes], [chance for _, chance in outcomes])[0])
            if state.is_terminal():
                state = game.new_initial_state()
                continue
            if observed:
                state.observation_tensor()
            else:
                state.information_state_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
        states.append(state)
        return CHUNK

    return some


def usual_players(id: Id) -> int:
    """With how many an id is measured: as it is set up, and not alone."""
    return set_up(id.name).players
