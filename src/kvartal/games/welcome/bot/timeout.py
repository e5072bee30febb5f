"""What is done for somebody whose time is up: the house that has to be numbered, and nothing else."""

from kvartal.engine.view import View
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.state import WelcomeState
from kvartal.games.welcome.rules.tables import WelcomeTables


def default(view: View) -> int:
    """Confirm as soon as possible; until then the first pair that fits, in the house where its number belongs."""
    known = view.known
    assert isinstance(known, WelcomeState)
    codes = view.codes()
    houses = [code for code in codes if at.WRITE <= code < known.tables.fence_move]
    if at.DONE in codes:
        return at.DONE
    if houses:
        number = known.cells[known.seat_at(view.seat or 0) + at.NUMBER_NOW]
        return min(houses, key=lambda code: (_astray(known.tables, number, code - at.WRITE), code))
    return codes[0]  # pairs come before a refusal, which costs points and may end the game


def _astray(tables: WelcomeTables, number: int, house: int) -> int:
    """How far a number lies from the one a street with even steps would have here, in parts of a step."""
    street = next(street for street, past in enumerate(tables.past) if house < past)
    first = tables.past[street - 1] if street else 0
    steps = tables.past[street] - first - 1
    return abs(number * steps - (house - first) * at.HIGHEST) * 100 // steps
