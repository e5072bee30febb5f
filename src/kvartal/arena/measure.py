"""How fast the engine is on this machine. Every figure is the best of several short runs, with its unit in its name."""

import os
import platform
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from kvartal.arena.table import LONGEST, Table
from kvartal.arena.tally import Tally
from kvartal.engine.game import Game, Setup
from kvartal.engine.playout import copy_often, fill_often, play_random
from kvartal.engine.source import Seeded
from kvartal.engine.state import CHANCE, OVER, State

RUNS = 5
MEASURES = 4  # ways to measure, which share the time
SAMPLES = 64  # positions over which the cost of a copy and of listing moves is averaged


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return {"processor": model, "system": f"{platform.system()} {platform.machine()}", "python": python}


def setups(game: Game) -> Iterator[tuple[str | None, Setup]]:
    """The set-ups worth measuring: as it comes out of the box, and every preset that is different."""
    plain = game.set_up()
    yield None, plain
    for preset in game.presets:
        setup = game.set_up(preset=preset.name)
        if setup.digest != plain.digest:
            yield preset.name, setup


def measure(setup: Setup, seconds: float) -> dict[str, float]:
    """All figures of one set-up, in about so many seconds."""
    run = seconds / MEASURES / RUNS
    inside = [_rates(setup, run, in_engine) for _ in range(RUNS)]
    driven = [_rates(setup, run, move_by_move) for _ in range(RUNS)]
    positions = sample(setup)
    buffer = setup.buffer()

    def copies(state: State, times: int) -> None:
        copy_often(state, times)

    def listings(state: State, times: int) -> None:
        fill_often(state, state.turn(), buffer, times)

    return {
        "decisions_per_s": round(max(rate for rate, _ in inside)),
        "decisions_per_s_from_python": round(max(rate for rate, _ in driven)),
        "games_per_s": round(max(rate for _, rate in inside), 1),
        "copy_ns": round(min(_cost(positions, run, copies) for _ in range(RUNS)), 1),
        "moves_ns": round(min(_cost(positions, run, listings) for _ in range(RUNS)), 1),
    }


Player = Callable[[State, Seeded, Seeded, Any], int]


def in_engine(state: State, draws: Seeded, choices: Seeded, buffer: Any) -> int:
    return play_random(state, draws, choices, buffer, LONGEST)


def move_by_move(state: State, draws: Seeded, choices: Seeded, buffer: Any) -> int:
    """The same game driven from plain Python: what a script or a notebook gets."""
    decisions = 0
    while True:
        seat = state.turn()
        if seat == CHANCE:
            state.deal(draws)
            seat = state.turn()
        if seat == OVER:
            return decisions
        count = state.fill_moves(seat, buffer)
        if count > 1:
            decisions += 1
            state.play(seat, buffer[choices.below(seat, count)])
        else:
            state.play(seat, buffer[0])


def _rates(setup: Setup, seconds: float, play: Player) -> tuple[float, float]:
    """Decisions and games per second over one run of whole games."""
    start, buffer = setup.start(), setup.buffer()
    draws = Seeded(0, setup.tables.streams, setup.tables.widest)
    choices = Seeded(0, setup.players, 1)
    decisions = games = 0
    began = perf_counter()
    while True:
        draws.reseed(games)
        choices.reseed(games)
        decisions += play(start.copy(), draws, choices, buffer)
        games += 1
        passed = perf_counter() - began
        if passed >= seconds:
            return decisions / passed, games / passed


def sample(setup: Setup) -> list[State]:
    """Positions from all parts of random games where somebody has a choice."""
    found: list[State] = []
    buffer = setup.buffer()
    number = 0
    while len(found) < SAMPLES:
        draws = Seeded(number, setup.tables.streams, setup.tables.widest)
        choices = Seeded(number, setup.players, 1)
        state = setup.start()
        number += 1
        for step in range(LONGEST):
            state.deal(draws)
            seat = state.turn()
            if seat == OVER or len(found) >= SAMPLES:
                break
            count = state.fill_moves(seat, buffer)
            if count > 1 and step % 17 == number % 17:
                found.append(state.copy())
            state.play(seat, buffer[choices.below(seat, count)])
    return found


def _cost(positions: list[State], seconds: float, work: Callable[[State, int], None]) -> float:
    """Nanoseconds for doing something once, averaged over the positions."""
    times = 10
    while True:
        began = perf_counter()
        for state in positions:
            work(state, times)
        passed = perf_counter() - began
        if passed >= seconds / 2:
            return passed / (times * len(positions)) * 1e9
        times *= 2


def resident_bytes() -> int:
    """Memory held by this process now (where the system does not tell: its peak so far)."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource  # not on every system, and only needed without /proc

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def memory(setup: Setup, games: int, progress: Callable[[int], None]) -> dict[str, Any]:
    """Play so many games in this process and see what its memory has grown by since the first hundredth of them."""
    table = Table(setup, ("random",) * setup.players, seed=0)
    total = Tally.empty(table.bots)
    warm = max(1, games // 100)
    before = 0
    for first in range(0, games, warm):
        total = total + table.batch(first, min(warm, games - first))
        if first == 0:
            before = resident_bytes()
        progress(total.games)
    after = resident_bytes()
    return {
        "games": total.games,
        "resident_bytes_after_first_hundredth": before,
        "resident_bytes_at_the_end": after,
        "growth_bytes": after - before,
    }
