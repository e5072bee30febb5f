"""What is done for somebody whose time is up: no risk, no coin spent."""

from kvartal.engine.view import View
from kvartal.games.flip.rules.cells import SUPPLY
from kvartal.games.flip.rules.tables import PASS, PLAY, REMOVE, SHUFFLE, STOP


def default(view: View) -> int:
    """Stop and pass; a card only where one must be played. What must leave the supply is what it has most of."""
    codes = view.codes()
    for code in (PASS, STOP, PLAY, SHUFFLE):
        if code in codes:
            return code
    supply = view.known.cells
    return max(codes, key=lambda code: (supply[SUPPLY + code - REMOVE + 1], -code))
