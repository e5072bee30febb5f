"""What is done for somebody whose time is up: nothing taken, nothing built, the least chip first."""

from kvartal.engine.view import View
from kvartal.games.house.rules import cells as at


def default(view: View) -> int:
    """Done, if that may be said. Otherwise the first move: the lowest chip, the first crew or place, a receipt kept."""
    codes = view.codes()
    return at.DONE if at.DONE in codes else codes[0]
