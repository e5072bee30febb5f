"""A Batch as NumPy sees it."""

import struct
from typing import Any

from kvartal.research import need

need("numpy")

import numpy as np  # noqa: E402 - what is missing is told in a sentence first
from numpy.typing import NDArray  # noqa: E402

from kvartal.engine.batch import Batch  # noqa: E402
from kvartal.engine.game import Setup  # noqa: E402
from kvartal.engine.observation import Observer  # noqa: E402
from kvartal.engine.view import View  # noqa: E402

ILLEGAL = ("raise", "default", "lose")  # what an illegal action does: an error, the move of a late player, the end


class Arrays:
    """What a batch gives, as arrays that look at its memory: the next step overwrites them."""

    def __init__(self, batch: Batch) -> None:
        rows, players = batch.rows, batch.players
        self.observations: NDArray[np.int16] = seen(batch.observations, np.int16).reshape(rows, batch.width)
        self.masks: NDArray[np.int8] = seen(batch.masks, np.uint8).view(np.int8).reshape(rows, batch.actions)
        self.rewards: NDArray[np.float64] = seen(batch.rewards, np.float64).reshape(rows, players)
        self.terminated: NDArray[np.bool_] = seen(batch.terminated, np.uint8).view(np.bool_)
        self.truncated: NDArray[np.bool_] = seen(batch.truncated, np.uint8).view(np.bool_)
        self.chosen: NDArray[np.int16] = seen(batch.chosen, np.int16)
        self.looked: NDArray[np.int16] = seen(batch.looked, np.int16)
        self.looked_mask: NDArray[np.int8] = seen(batch.looked_mask, np.uint8).view(np.int8)


def seen(buffer: Any, kind: Any) -> NDArray[Any]:
    """A flat array of a batch, without copying; but its counters (`seats`, `lengths`) are lists where it runs pure."""
    found = np.asarray(buffer if isinstance(buffer, list) else memoryview(buffer).toreadonly(), dtype=kind)
    found.flags.writeable = False
    return found


def scale(observer: Observer) -> "NDArray[np.float32]":
    """What to divide an observation by, so that ordinary values lie between −1 and 1."""
    return np.array([cell.usual for cell in observer.spec()], np.float32)


def packed(action: int) -> bytes:
    return struct.pack("<H", action)


def whole_number(action: Any, past: int, what: str = "an action") -> int:
    """An action as a plain number; anything else is refused."""
    if isinstance(action, bool) or not isinstance(action, int | np.integer) or not 0 <= action < past:
        raise ValueError(f"{what} is a whole number from 0 to {past - 1}, not {action!r}")
    return int(action)


def default_action(batch: Batch, row: int, seat: int) -> int:
    """The move made for somebody whose time is up: always legal, and the least committal."""
    view = View.of(batch.setup, batch.states[row], seat)
    return int(batch.observer.action(seat, batch.setup.game.default(view)))


def check_illegal(illegal: str) -> str:
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal: {illegal!r} is none of {', '.join(ILLEGAL)}")
    return illegal


def usual_rewards(setup: Setup, rewards: str | None) -> str:
    """By place among several; alone the points, or where they are those of a turn only, won or lost."""
    if rewards is not None:
        return rewards
    return "place" if setup.players > 1 or setup.game.per_turn else "score"
