"""Positions that nobody has played: one that has no problems can be played to the end, whatever it is.

    python tests/games/fuzz_positions.py GAME [--tries N] [--seed S] [--first N]

Positions of random games are changed: one to four base cells at random inside their bounds, or pieces moved between
zones as `GAME/fuzz.py` knows them. What is derived is worked out anew. A try is accepted if the position has no
problems; then whoever is waited for has a move, and it is played to the end three times. Every try has a number and
depends on nothing else: `--first` goes on where a run stopped.
"""

import importlib
import importlib.util
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from kvartal.engine import conformance
from kvartal.engine.game import Game, Setup
from kvartal.engine.position import BadPosition, derived, position_problems, read_position
from kvartal.engine.source import Seeded
from kvartal.engine.state import CHANCE, LEGAL, OVER, State
from kvartal.engine.view import View

Table = dict[str, Any]
Change = Callable[[Setup, Table, random.Random], None]  # moves pieces of a written table; may leave it as it is

GAMES = 3  # each accepted position is played so often
LONGEST = 20_000  # steps of one game
LOOKED_AT = 12  # later positions of a game that are looked at
MOST_CHANGES = 4
NEAR = 12  # numbers without an upper bound that matters are changed to something up to here
STOCK = 25  # tries at the positions of one random game


@dataclass(frozen=True)
class Kit:
    """What a game's own module `KEY/fuzz.py` adds, as KIT."""

    changes: Sequence[Change] = ()
    options: Mapping[str, object] = field(default_factory=dict)  # chosen always, e.g. so that games end
    points: Callable[[Setup, Table], list[int]] | None = None  # of every seat, from the written table: a naive scorer
    moves: Callable[[Setup, Table, int], set[str] | None] | None = None  # of a seat: a naive game, None: no opinion


@dataclass
class Tally:
    tried: Counter[str] = field(default_factory=Counter)  # "cells", "zones"
    accepted: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def share(self) -> float:
        return self.accepted.total() / max(1, self.tried.total())

    def __str__(self) -> str:
        parts = [f"{kind} {self.accepted[kind]} of {tried}" for kind, tried in sorted(self.tried.items())]
        return f"accepted {self.share():.0%} ({', '.join(parts)}), {len(self.faults)} faults"


def kit_of(game: Game) -> Kit:
    name = f"games.{game.key}.fuzz"
    return importlib.import_module(name).KIT if importlib.util.find_spec(name) else Kit()


def fuzz(game: Game, tries: int, seed: int = 1, first: int = 0, tally: Tally | None = None) -> Tally:
    """So many positions tried, from the number `first` on."""
    tally = tally or Tally()
    kit = kit_of(game)
    for number in range(first, first + tries):
        setup, states = _stock(game, seed, number // STOCK)
        rng = random.Random(f"{game.key} {seed} {number}")
        state = rng.choice(states)
        kind = "zones" if kit.changes and rng.random() < 0.5 else "cells"
        changed = _moved(setup, state, kit, rng) if kind == "zones" else _changed(setup, state, rng)
        if changed == state:
            continue
        tally.tried[kind] += 1
        if changed is None:
            continue
        tally.accepted[kind] += 1
        try:
            _play_on(setup, changed, kit, rng)
        except Exception as fault:  # whatever a game does there is a finding, with the number to look at it again
            tally.faults.append(f"{number}: {setup.players} players {setup.options}: {type(fault).__name__}: {fault}")
    return tally


@cache
def _cases(game: Game) -> list[conformance.Case]:
    return conformance.cases(game)


@lru_cache(2)
def _stock(game: Game, seed: int, number: int) -> tuple[Setup, list[State]]:
    """The positions of one random game with some options."""
    rng = random.Random(f"{game.key} {seed} stock {number}")
    case = rng.choice(_cases(game))
    preset = next((dict(each.options) for each in game.presets if each.name == case.preset), {})
    setup = game.set_up(case.players, preset | dict(case.options) | dict(kit_of(game).options), stored=True)
    source = Seeded(rng.getrandbits(62), setup.tables.streams, setup.tables.widest)
    state, seen = setup.start(), []
    while len(seen) < LONGEST:
        seen.append(state.copy())
        if state.turn() == OVER:
            break
        _step(setup, state, rng, source)
    return setup, rng.sample(seen, min(STOCK, len(seen)))


def _changed(setup: Setup, state: State, rng: random.Random) -> State | None:
    """One to four cells that are not derived hold something else; None: it is not a possible position."""
    cells = [int(cell) for cell in state.cells]
    fields = [(each, base) for _, each, base in setup.layout.placed() if not each.derived]
    for _ in range(rng.randint(1, MOST_CHANGES)):
        each, base = rng.choice(fields)
        start = base + each.at
        cell, other = start + rng.randrange(each.size), start + rng.randrange(each.size)
        way = rng.randrange(4)
        if way == 0:
            cells[cell], cells[other] = cells[other], cells[cell]
        elif way == 1 and each.low < cells[cell] and cells[other] < each.high:
            cells[cell] -= 1
            cells[other] += 1
        elif way == 2:
            cells[cell] = max(each.low, min(each.high, cells[cell] + rng.choice((-1, 1))))
        else:
            cells[cell] = rng.randint(each.low, max(each.low, min(each.high, NEAR)))
    cells = derived(setup, cells)
    if setup.layout.out_of_bounds(cells):
        return None
    changed = setup.state(cells)
    return None if position_problems(setup, changed) else changed


def _moved(setup: Setup, state: State, kit: Kit, rng: random.Random) -> State | None:
    """Pieces lie elsewhere; None: it is not a possible position."""
    table = setup.layout.write(list(state.cells))
    for _ in range(rng.randint(1, MOST_CHANGES)):
        rng.choice(kit.changes)(setup, table, rng)
    for block, fields in [(table, setup.layout.table), *((seat, setup.layout.seat) for seat in table.get("seats", ()))]:
        for each in fields:
            if each.derived:
                del block[each.name]
    try:
        return read_position(setup, table)
    except BadPosition:
        return None


def _step(setup: Setup, state: State, rng: random.Random, source: Seeded) -> None:
    if state.turn() == CHANCE:
        outcomes = state.chances(setup.tables.widest)
        assert outcomes, "chance is waited for, but nothing can happen"
        state.happen(state.pick(source))
        return
    waiting = [seat for seat in range(setup.players) if state.owes(seat)]
    assert waiting, "nobody owes a move, and the game is not over"
    seat = rng.choice(waiting)
    moves = state.moves(seat, len(setup.notation))
    assert moves, f"seat {seat} owes a move and has none"
    state.play(seat, rng.choice(moves))


def _play_on(setup: Setup, begin: State, kit: Kit, rng: random.Random) -> None:
    """A move for whoever is waited for, and an end to every game; later positions have no problems either."""
    for seat in range(setup.players):
        if begin.turn() != CHANCE and begin.owes(seat):
            view = View.of(setup, begin, seat)
            assert begin.refusal(seat, setup.game.default(view)) == LEGAL, f"the default of seat {seat} is refused"
            if kit.moves is not None:
                mine = {setup.notation[code] for code in begin.moves(seat, len(setup.notation))}
                naive = kit.moves(setup, setup.layout.write(list(begin.cells)), seat)
                assert naive in (None, mine), f"the naive game has other moves: {sorted(mine ^ (naive or set()))}"
    for _ in range(GAMES):
        state = begin.copy()
        source = Seeded(rng.getrandbits(62), setup.tables.streams, setup.tables.widest)
        look = {int(1.6**step) for step in range(LOOKED_AT)}
        for step in range(LONGEST):
            if step in look or state.turn() == OVER:
                problems = position_problems(setup, state)
                assert not problems, f"after {step} steps: {problems}"
            if state.turn() == OVER:
                break
            _step(setup, state, rng, source)
        assert state.turn() == OVER, f"no end after {LONGEST} steps"
        if kit.points is not None:
            points = kit.points(setup, setup.layout.write(list(state.cells)))
            assert points == [state.score(seat) for seat in range(setup.players)], f"the naive scorer says {points}"


def main(arguments: Sequence[str]) -> int:
    import argparse

    from kvartal.games import game

    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("--tries", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--first", type=int, default=0)
    chosen = asked.parse_args(arguments)
    tally, told = Tally(), 0
    for number in range(chosen.first, chosen.first + chosen.tries, 500):
        tries = min(500, chosen.first + chosen.tries - number)
        fuzz(game(chosen.game), tries, chosen.seed, number, tally)
        print(f"{number + tries}: {tally}", flush=True)
        for fault in tally.faults[told:]:
            print(f"  {fault}", flush=True)
        told = len(tally.faults)
    return 1 if tally.faults else 0


if __name__ == "__main__":  # as the tests import it, so that the kits are of the same kind
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from games.fuzz_positions import main as as_imported

    sys.exit(as_imported(sys.argv[1:]))
