"""The moves of those who are no people, or who are late."""

from kvartal.engine.view import View
from kvartal_toy.rules import state as at
from kvartal_toy.rules.state import SITE_COUNT


def greedy(view: View) -> int:
    """High plans for dear sites, otherwise into the safe."""
    codes = view.codes()
    dear = view.known.cells[at.SITE] >= SITE_COUNT - 1
    builds, hides = [c for c in codes if c < at.HIDE], [c for c in codes if at.HIDE <= c < at.ORDER]
    return max(builds) if dear and builds else max(hides) if hides else at.CONFIRM


def default(view: View) -> int:
    """Confirm; before that, the lowest plan goes into the safe."""
    codes = view.codes()
    return at.CONFIRM if at.CONFIRM in codes else next((c for c in codes if c >= at.HIDE), codes[0])
