"""What is done for somebody whose time is up: no risk, no coin spent."""

from kvartal.engine.view import View
from kvartal.games.flip.rules import cells as at
from kvartal.games.flip.rules import tables as kit


def default(view: View) -> int:
    """Stop and pass; a card only where one must be played. What must leave the supply is what it has most of."""
    codes = view.codes()
    for code in (kit.PASS, kit.STOP, kit.PLAY, kit.SHUFFLE):
        if code in codes:
            return code
    supply = view.known.cells
    return max(codes, key=lambda code: (supply[at.SUPPLY + code - kit.REMOVE + 1], -code))
