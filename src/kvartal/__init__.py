"""Kvartal: city-building tabletop games on one engine.

import kvartal
match = kvartal.new("flip", players=2, seed=7)
match.play(match.waiting[0], match.moves(match.waiting[0])[0])
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kvartal.engine.data import BadData as BadData
    from kvartal.engine.deal import BadDeal as BadDeal
    from kvartal.engine.deal import FairDeal as FairDeal
    from kvartal.engine.deal import NotReady as NotReady
    from kvartal.engine.deal import SeededDeal as SeededDeal
    from kvartal.engine.deal import ToldDeal as ToldDeal
    from kvartal.engine.match import Match as Match
    from kvartal.engine.option import BadSetup as BadSetup
    from kvartal.engine.position import BadPosition as BadPosition
    from kvartal.engine.record import BadRecord as BadRecord
    from kvartal.engine.rule import Refusal as Refusal
    from kvartal.engine.rule import RefusedMove as RefusedMove
    from kvartal.engine.view import View as View
    from kvartal.games import games as games
    from kvartal.games import load as load
    from kvartal.games import loads as loads
    from kvartal.games import new as new
    from kvartal.games import position as position
    from kvartal.games import verify as verify

__version__ = "0.1.0"

# Looked up on first use, so that the command can compile the engine before it is imported.
_HOMES = {
    "BadData": "kvartal.engine.data",
    "BadDeal": "kvartal.engine.deal",
    "BadPosition": "kvartal.engine.position",
    "BadRecord": "kvartal.engine.record",
    "BadSetup": "kvartal.engine.option",
    "FairDeal": "kvartal.engine.deal",
    "Match": "kvartal.engine.match",
    "NotReady": "kvartal.engine.deal",
    "Refusal": "kvartal.engine.rule",
    "RefusedMove": "kvartal.engine.rule",
    "SeededDeal": "kvartal.engine.deal",
    "ToldDeal": "kvartal.engine.deal",
    "View": "kvartal.engine.view",
    "games": "kvartal.games",
    "load": "kvartal.games",
    "loads": "kvartal.games",
    "new": "kvartal.games",
    "position": "kvartal.games",
    "verify": "kvartal.games",
}
__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'kvartal' has no attribute {name!r}")
    home = import_module(_HOMES[name])
    return home if name == "games" else getattr(home, name)  # the package `games` can be called


def __dir__() -> list[str]:
    return sorted(__all__)
