"""Games of other libraries, measured in the same run as ours: what was chosen before anything was measured.

Each is put through the loop that its library tells people to write, with random legal actions, the legal actions and
the observation of whoever is to move included, and compared with our door of the same kind.
"""

import importlib.util
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kvartal.research.ids import Id
from kvartal.research.measure import CHUNK, DOORS, ROWS, RUNS, Steps, agents, nodes, timed

AEC, VECTOR, SPIEL = DOORS
EXTRA = "bench"


@dataclass(frozen=True)
class Peer:
    """`door`: what of ours it is compared with; `modules`: what has to be there."""

    name: str
    door: str
    modules: tuple[str, ...]
    begin: Callable[[int], Steps]
    note: str = ""

    def missing(self) -> list[str]:
        return [name for name in self.modules if importlib.util.find_spec(name) is None]


def zoo(name: str) -> Callable[[int], Steps]:
    def begin(seed: int) -> Steps:
        module = importlib.import_module(f"pettingzoo.classic.{name}")
        return agents(module.raw_env(), seed)

    return begin


def spiel(name: str) -> Callable[[int], Steps]:
    def begin(seed: int) -> Steps:
        if name.startswith("python_"):  # such a game is registered by its module
            importlib.import_module(f"open_spiel.python.games.{name.removeprefix('python_')}")
        pyspiel = importlib.import_module("pyspiel")
        return nodes(pyspiel.load_game(name), seed)

    return begin


def uno(seed: int) -> Steps:
    env: Any = importlib.import_module("rlcard").make("uno", config={"seed": seed})
    rng, asked = random.Random(seed), [env.reset()]

    def some() -> int:
        state, _ = asked.pop()
        for _ in range(CHUNK):
            if env.is_over():
                state, _ = env.reset()
                continue
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
        asked.append((state, 0))
        return CHUNK

    return some


def catan(seed: int) -> Steps:
    catanatron: Any = importlib.import_module("catanatron")
    colours = (catanatron.Color.RED, catanatron.Color.BLUE, catanatron.Color.WHITE, catanatron.Color.ORANGE)

    def begin(number: int) -> Any:
        return catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=number)

    games = [begin(seed + 1)]

    def some() -> int:
        game = games.pop()
        for number in range(CHUNK):
            if game.winning_color() is not None or game.state.num_turns > 1000:
                game = begin(seed + number + 2)
            game.play_tick()
        games.append(game)
        return CHUNK

    return some


def pgx(name: str) -> Callable[[int], Steps]:
    made: dict[str, Any] = {}  # compiled once, not in every run

    def begin(seed: int) -> Steps:
        os.environ.setdefault("JAX_PLATFORMS", "cpu")
        jax: Any = importlib.import_module("jax")
        if not made:
            library: Any = importlib.import_module("pgx")
            env = library.make(name)
            step = importlib.import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)

            def one(state: Any, key: Any) -> Any:
                logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
                chosen, next_key = jax.random.split(key)
                return step(state, jax.random.categorical(chosen, logits), next_key)

            many = jax.jit(jax.vmap(one))
            first = jax.jit(jax.vmap(env.init))
            made["many"], made["state"] = many, first(jax.random.split(jax.random.PRNGKey(seed), ROWS))
            made["split"] = jax.jit(lambda key: tuple(jax.random.split(key, ROWS + 1)[i] for i in (0, slice(1, None))))
            made["state"] = many(made["state"], jax.random.split(jax.random.PRNGKey(seed), ROWS))
            made["split"](jax.random.PRNGKey(seed))

        state, keys = [made["state"]], [jax.random.PRNGKey(seed)]

        def some() -> int:
            now, key = state.pop(), keys.pop()
            for _ in range(CHUNK // 10):
                key, each = made["split"](key)
                now = made["many"](now, each)
            jax.block_until_ready((now.observation, now.legal_action_mask))
            state.append(now)
            keys.append(key)
            return CHUNK // 10 * ROWS

        return some

    return begin


ZOO, SPIELED, JAX = ("pettingzoo",), ("pyspiel",), ("pgx", "jax")
PEERS = (
    Peer("PettingZoo connect four", AEC, (*ZOO, "pygame"), zoo("connect_four_v3")),
    Peer("PettingZoo chess", AEC, (*ZOO, "pygame", "chess"), zoo("chess_v6")),
    Peer("RLCard uno", AEC, ("rlcard",), uno),
    Peer("catanatron, 4 players", AEC, ("catanatron",), catan, "legal moves, but no observation: the package has none"),
    Peer(f"pgx × {ROWS} connect four", VECTOR, JAX, pgx("connect_four")),
    Peer(f"pgx × {ROWS} backgammon", VECTOR, JAX, pgx("backgammon")),
    Peer("OpenSpiel tic-tac-toe (C++)", SPIEL, SPIELED, spiel("tic_tac_toe")),
    Peer("OpenSpiel gin rummy (C++)", SPIEL, SPIELED, spiel("gin_rummy")),
    Peer("OpenSpiel hearts (C++)", SPIEL, SPIELED, spiel("hearts"), "tensor of the information state"),
    Peer("OpenSpiel tic-tac-toe (Python)", SPIEL, SPIELED, spiel("python_tic_tac_toe")),
)


def beside(
    ours: list[tuple[Id, int]], seconds: float, show: Callable[[int], None]
) -> tuple[list[dict[str, float]], list[dict[str, Any]]]:
    """All of ours and all peers, round after round, so that what else the machine does falls on everybody alike.

    The best round counts. A peer that is not there, or does not run, says why instead.
    """
    found = [dict.fromkeys(DOORS, 0.0) for _ in ours]
    told: list[dict[str, Any]] = [{"peer": peer.name, "beside": peer.door, "steps_per_s": 0.0} for peer in PEERS]
    for row, peer in zip(told, PEERS, strict=True):
        missing = peer.missing()
        if missing:
            row["missing"] = f"{', '.join(missing)} not installed: in a clone, pip install '.[{EXTRA}]'"
        elif peer.note:
            row["note"] = peer.note
    run = seconds / len(DOORS) / RUNS
    for number in range(RUNS):
        for row, (id, players) in zip(found, ours, strict=True):
            for key, begin in DOORS.items():
                row[key] = max(row[key], round(timed(begin(id, players, number), run)))
        for row, peer in zip(told, PEERS, strict=True):
            if "missing" not in row:
                try:
                    row["steps_per_s"] = max(row["steps_per_s"], round(timed(peer.begin(number), run)))
                except Exception as error:  # whatever another library does
                    row["missing"] = f"does not run here: {type(error).__name__}: {error}"
        show(number + 1)
    return found, told
