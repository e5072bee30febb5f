"""The spaces of Gymnasium that observations, states and actions lie in."""

from kvartal.research import need

need("numpy")
need("gymnasium")

import numpy as np  # noqa: E402 - what is missing is told in a sentence first
from gymnasium.spaces import Box, Discrete  # noqa: E402

from kvartal.engine.batch import Batch  # noqa: E402
from kvartal.engine.game import Setup  # noqa: E402
from kvartal.engine.layout import Field  # noqa: E402
from kvartal.engine.observation import LEAST, MOST, Observer  # noqa: E402


def observation_space(observer: Observer) -> "Box":
    spec = observer.spec()
    low, high = [cell.low for cell in spec], [max(cell.low + 1, cell.high) for cell in spec]  # they warn of equal ones
    return Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16)


def state_space(setup: Setup) -> "Box":
    """Of the whole truth: the cells of a state, cut off at 16 bits."""
    fields: list[Field] = [field for _, field, _ in setup.layout.placed() for _ in range(field.size)]
    places = [base + field.at + i for _, field, base in setup.layout.placed() for i in range(field.size)]
    low, high = np.zeros(setup.layout.size, np.int16), np.zeros(setup.layout.size, np.int16)
    for field, place in zip(fields, places, strict=True):
        low[place], high[place] = max(LEAST, field.low), max(field.low + 1, min(MOST, field.high))
    return Box(low, high, dtype=np.int16)


def action_space(batch: Batch, more: int = 0) -> "Discrete[np.int64]":
    return Discrete(int(batch.actions) + more)
