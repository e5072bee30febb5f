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
    run = seconds / 3 / RUNS
    return {
        "aec_steps_per_s": round(max(turn_by_turn(id, players, run, number) for number in range(RUNS))),
        f"vector_{ROWS}_steps_per_s": round(max(many_at_once(id, players, run, number) for number in range(RUNS))),
        "pyspiel_steps_per_s": round(max(node_by_node(id, players, run, number) for number in range(RUNS))),
    }


def turn_by_turn(id: Id, players: int, seconds: float, seed: int) -> float:
    """PettingZoo's loop: `last()` with observation and mask, a legal action, `step()`."""
    from kvartal.research import zoo

    env = zoo.raw_env(id.name, players=players)
    env.reset(seed=seed)
    steps, began = 0, process_time()
    while True:
        for number in range(CHUNK):
            seen, _, terminated, _, _ = env.last()
            if terminated:
                env.reset()
                continue
            legal = seen["action_mask"].nonzero()[0]
            env.step(legal[number % len(legal)])
        steps += CHUNK
        passed = process_time() - began
        if passed >= seconds:
            return steps / passed


def many_at_once(id: Id, players: int, seconds: float, seed: int) -> float:
    """Gymnasium's loop over a vector of games in which every seat is played from outside."""
    from kvartal.research import gym

    envs = gym.KvartalVectorEnv(id.name, ROWS, players=players, bots=None)
    envs.reset(seed=seed * ROWS)
    steps, began = 0, process_time()
    while True:
        for _ in range(CHUNK // 10):
            envs.step(envs.sample_actions())
        steps += CHUNK // 10 * ROWS
        passed = process_time() - began
        if passed >= seconds:
            return steps / passed


def node_by_node(id: Id, players: int, seconds: float, seed: int) -> float:
    """OpenSpiel's loop over the turn-based twin: chance, legal actions, observation tensor; 0 if it is not there."""
    if importlib.util.find_spec("pyspiel") is None:
        return 0.0
    import pyspiel

    from kvartal.research import spiel

    game = pyspiel.load_game(spiel.short_name(id) + spiel.TURNS, {"players": players})
    rng, state, steps, began = random.Random(seed), game.new_initial_state(), 0, process_time()
    while True:
        for _ in range(CHUNK):
            while state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(rng.choices([each for each, _ in outcomes], [chance for _, chance in outcomes])[0])
            if state.is_terminal():
                state = game.new_initial_state()
                continue
            state.observation_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
        steps += CHUNK
        passed = process_time() - began
        if passed >= seconds:
            return steps / passed


def usual_players(id: Id) -> int:
    """With how many an id is measured: as it is set up, and not alone."""
    return set_up(id.name).players
