"""Faults of a game, met while its table is shown: logged once each, with the line, and people go on playing."""

import logging

from kvartal.engine import fault
from kvartal.engine.game import Game
from kvartal.server.http.memories import ALSO

MOST = 1000  # faults that are remembered as logged

_logged: set[tuple[str, str, str]] = set()
ALSO["web.faults.logged"] = (_logged.__len__, MOST)
_log = logging.getLogger("kvartal.games")


def log(game: Game, what: str, error: Exception) -> None:
    """`what` is what was asked of the game."""
    key = (game.key, what, f"{type(error).__name__} {fault.place(error, game)}")
    if key not in _logged and len(_logged) < MOST:
        _logged.add(key)
        _log.error("%s of %s failed: %s", what, game.key, fault.in_a_line(error, game), exc_info=error)
