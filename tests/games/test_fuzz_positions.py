"""A position with no problems always has a move for whoever is waited for, and can be played to the end: every game."""

import pytest

from games.fuzz_positions import fuzz
from kvartal.engine.game import Setup
from kvartal.engine.state import State
from kvartal.games import game, shelf
from kvartal.games.estates.game import Estates

TRIES = 250  # the command of fuzz_positions.py tries more
LEAST = 0.2  # of what is tried must be accepted, or nothing is proven


@pytest.mark.parametrize("key", [key for key, game in shelf().items() if type(game).__module__.startswith("kvartal.")])
def test_what_has_no_problems_can_be_played_to_the_end(key: str) -> None:
    tally = fuzz(game(key), TRIES)
    assert tally.faults == []
    assert tally.share() >= LEAST, str(tally)


class Blind(Estates):
    """Sees nothing wrong with a piece, a bid or a round."""

    def problems(self, setup: Setup, state: State) -> list[str]:
        return [each for each in super().problems(setup, state) if not each.startswith(("piece", "high", "phase"))]


def test_what_problems_does_not_see_is_found() -> None:
    assert fuzz(Blind(), TRIES).faults
