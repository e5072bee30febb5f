"""What is done for somebody whose time is up: the house that has to be numbered, and nothing else."""

from kvartal.engine.view import View
from kvartal.games.welcome import tables as at

LARGEST = 17  # the highest number there is


def default(view: View) -> int:
    """Confirm as soon as possible; until then the first pair that fits, in the house where its number belongs."""
    codes = [move.code for move in view.moves()]
    houses = [code for code in codes if at.WRITE <= code < view.setup.tables.fence_move]
    if at.DONE in codes:
        return at.DONE
    if houses:
        return min(houses, key=lambda code: (_astray(view, code - at.WRITE), code))
    return codes[0]  # pairs come before a refusal, which costs points and may end the game


def _astray(view: View, house: int) -> float:
    """How far the number of this turn lies from the one a street with even steps would have here."""
    tables = view.setup.tables
    street = next(number for number, past in enumerate(tables.past) if house < past)
    first = tables.past[street - 1] if street else 0
    steps = tables.past[street] - first - 1
    number = view.known.cells[view.known.seat_at(view.seat) + at.NUMBER_NOW]
    return abs(number * steps - (house - first) * LARGEST) / steps
