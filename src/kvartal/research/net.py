"""A small network that plays: what it sees of an observation, how it chooses, and the bot that it is.

    kvartal arena flip --seats kvartal.research.net:Net,greedy --games 200

Weights are arrays of 16-bit floats in one `.npz` file, with a few lines of JSON about where they come from. Those that
come with Kvartal were made by `python -m kvartal.research.train`, and say by which command.
"""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from kvartal.research import need

need("numpy")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from kvartal.bots import Budget  # noqa: E402
from kvartal.engine.game import Setup  # noqa: E402
from kvartal.engine.move import Move  # noqa: E402
from kvartal.engine.observation import Observer  # noqa: E402
from kvartal.engine.option import BadSetup, listing, shown  # noqa: E402
from kvartal.engine.state import UNKNOWN  # noqa: E402
from kvartal.engine.view import View  # noqa: E402
from kvartal.research.ids import ids  # noqa: E402

FOLDER = Path(__file__).with_name("weights")
ABOUT = "about"  # in a file: the JSON
HIDDEN = 96  # units of each of the two layers
FEW = 20  # values of a single cell that are told apart one by one
MANY = 420  # and of all cells of a field together, where its values have names
FAR = 4.0  # times its usual size: larger values look alike
NEVER = np.float32(-1e9)  # as the logit of an illegal action

Floats = NDArray[np.float32]


class Features:
    """An observation as a network likes it: sizes divided by what is usual, kinds told apart one by one."""

    def __init__(self, observer: Observer) -> None:
        spec = observer.spec()
        kinds = [self._kinds(cell.name, cell.low, cell.high, observer.setup) for cell in spec]
        self.plain = np.array([i for i, many in enumerate(kinds) if not many], np.intp)
        self.scale: Floats = np.array([1 / spec[i].usual for i in self.plain], np.float32)
        self.hidden = np.array([spec[i].hidden for i in self.plain], np.bool_)
        self.told = np.array([i for i, many in enumerate(kinds) if many], np.intp)
        counts = [kinds[i] for i in self.told]
        starts = np.cumsum([len(self.plain), *counts])
        self.first = np.array([start - spec[i].low for start, i in zip(starts, self.told, strict=False)], np.intp)
        self.last = np.array([spec[i].high for i in self.told], np.int16)
        self.lowest = np.array([spec[i].low for i in self.told], np.int16)
        self.size = int(starts[-1])

    @staticmethod
    def _kinds(name: str, low: int, high: int, setup: Setup) -> int:
        """How many values of a cell are told apart; 0: it is a size, or there would be too many."""
        table = fields(setup)
        field = table[name] if name in table else table[name[name.index(".") :]]
        many = high - low + 1
        named = bool(field.values) and many * field.size <= MANY
        return many if many > 2 and (named or (field.size == 1 and many <= FEW)) else 0

    def __call__(self, observations: NDArray[np.int16]) -> Floats:
        count = len(observations)
        out = np.zeros((count, self.size), np.float32)
        plain = observations[:, self.plain].astype(np.float32)
        plain[(plain == UNKNOWN) & self.hidden] = 0
        np.clip(plain * self.scale, -FAR, FAR, out=out[:, : len(self.plain)])
        if len(self.told):
            kinds = np.clip(observations[:, self.told], self.lowest, self.last) + self.first
            out[np.arange(count)[:, None], kinds] = 1
        return out


@lru_cache(maxsize=4)
def fields(setup: Setup) -> dict[str, Any]:
    """The field of each cell, by the cell's name; those of seats by what follows `me`, `+1`, `most`."""
    placed = [("", field) for field in setup.layout.table] + [(".", field) for field in setup.layout.seat]
    return {f"{dot}{field.name}{field.named(number)}": field for dot, field in placed for number in range(field.size)}


class Network:
    """Two hidden layers; a logit for each action, and what the position is worth to the seat."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights

    @classmethod
    def fresh(cls, size: int, actions: int, rng: np.random.Generator, hidden: int = HIDDEN) -> "Network":
        def layer(inputs: int, outputs: int, gain: float) -> Floats:
            return np.asarray(rng.standard_normal((inputs, outputs)) * gain / np.sqrt(inputs), np.float32)

        shapes = {"one": layer(size, hidden, 2.0), "two": layer(hidden, hidden, 1.4)}
        ends = {"policy": layer(hidden, actions, 0.1), "value": layer(hidden, 1, 0.1)}
        weights = shapes | ends
        return cls(weights | {f"{name}_bias": np.zeros(made.shape[1], np.float32) for name, made in weights.items()})

    def layers(self, features: Floats) -> tuple[Floats, Floats]:
        w = self.weights
        one = np.maximum(features @ w["one"] + w["one_bias"], 0)
        return one, np.maximum(one @ w["two"] + w["two_bias"], 0)

    def __call__(self, features: Floats, masks: NDArray[Any] | np.bool_) -> tuple[Floats, Floats]:
        """Logits, those of illegal actions far below all others, and values."""
        w = self.weights
        _, two = self.layers(features)
        logits = np.where(masks, two @ w["policy"] + w["policy_bias"], NEVER)
        return logits, (two @ w["value"] + w["value_bias"])[:, 0]


class Trained:
    """Weights and the set-up that they are for."""

    def __init__(self, network: Network, about: dict[str, Any]) -> None:
        self.network = network
        self.about = about

    def save(self, path: Path) -> None:
        """Written beside it first: a file is whole or not there."""
        small = {name: made.astype(np.float16) for name, made in self.network.weights.items()}
        kept = path.with_name(path.name + ".new")
        with kept.open("wb") as file:
            np.savez_compressed(file, **{ABOUT: np.array(json.dumps(self.about))}, **small)  # type: ignore[arg-type]
        kept.replace(path)

    @classmethod
    def load(cls, path: Path) -> "Trained":
        """Plain arrays only: nothing in a file is ever run."""
        try:
            with np.load(path, allow_pickle=False) as file:
                about = json.loads(str(file[ABOUT]))
                weights = {name: file[name].astype(np.float32) for name in file.files if name != ABOUT}
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise BadSetup(f"{path} holds no weights of a network: {error}") from error
        return cls(Network(weights), about)

    def check(self, observer: Observer, size: int) -> None:
        """Is it for this set-up?"""
        setup, about, w = observer.setup, self.about, self.network.weights
        shape = (w["one"].shape[0], w["policy"].shape[1])
        if about.get("game") != setup.game.key or shape != (size, observer.actions):
            raise BadSetup(
                f"this network was trained for {about.get('id')} with {about.get('players')} players; it does not fit "
                f"{setup.game.key} with {setup.players}: python -m kvartal.research.train makes one that does"
            )


@lru_cache(maxsize=16)
def ready(setup: Setup, path: Path) -> tuple[Observer, Features, Network]:
    """What is needed to play a set-up with the weights of a file."""
    trained, observer = loaded(path), Observer(setup)
    features = Features(observer)
    trained.check(observer, features.size)
    return observer, features, trained.network


@lru_cache(maxsize=16)
def loaded(path: Path) -> Trained:
    return Trained.load(path)


def shipped(setup: Setup) -> Path:
    """The file that comes with Kvartal for this set-up's game."""
    there = {each.name: FOLDER / f"{each.name}.npz" for each in ids()}
    found = {name: path for name, path in there.items() if path.is_file()}
    if setup.game.key not in found:
        raise BadSetup(
            f"no network for {shown(setup.game.key)} comes with Kvartal; there are: {listing(found)}. "
            f"python -m kvartal.research.train {setup.game.key} makes one"
        )
    return found[setup.game.key]


class Net:
    """The bot: the network's favourite move. It has no memory and draws nothing: one answer to one view."""

    def __init__(self, seed: int, players: int, path: Path | None = None) -> None:
        self.path = path

    def choose(self, view: View, moves: Sequence[Move], budget: Budget) -> Move:
        if len(moves) == 1:
            return moves[0]
        observer, features, network = ready(view.setup, self.path or shipped(view.setup))
        seat = view.seat or 0
        mask = np.zeros((1, observer.actions), np.bool_)
        by_action = {int(observer.action(seat, move.code)): move for move in moves}
        mask[0, list(by_action)] = True
        row = np.array([observer.read(view.known, seat)], np.int16)
        return by_action[int(network(features(row), mask)[0][0].argmax())]


def trained(path: str | Path) -> Callable[[View, Sequence[Move], Budget], Move]:
    """A bot of weights of one's own, for a module of one's own: `mine = trained("flip.npz")`, then `mine:mine`."""
    return Net(0, 0, Path(path)).choose
