"""Doors for research: thin adapters over the one engine, for other libraries, language models and data.

    from kvartal.research import zoo          # PettingZoo
    from kvartal.research import gym          # Gymnasium, one by one or hundreds together
    from kvartal.research import spiel        # OpenSpiel

`ids()` lists what there is. What these libraries are is no part of the package: `pip install '.[research]'` in a
clone, or `.[openspiel]`.
"""

import importlib

from kvartal.research.ids import Id as Id
from kvartal.research.ids import ids as ids

EXTRAS = dict.fromkeys(("numpy", "gymnasium", "pettingzoo", "resvg_py", "PIL"), "research") | {"pyspiel": "openspiel"}


class MissingExtra(ImportError):
    """A library that is not installed; the message names the extra that brings it."""


def need(module: str) -> None:
    """Say in one sentence what to install where a library is missing."""
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        extra = EXTRAS[module]
        raise MissingExtra(
            f"{module} is not installed: it comes with the extra `{extra}` (in a clone: pip install '.[{extra}]')",
            name=module,
        ) from missing
