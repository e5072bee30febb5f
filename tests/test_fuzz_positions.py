"""A position with no problems always has a move for whoever is waited for, and can be played to the end: every game."""

import pytest

from fuzz_positions import fuzz
from kvartal.games import game, shelf

TRIES = 250  # the command of fuzz_positions.py tries more
LEAST = 0.2  # of what is tried must be accepted, or nothing is proven


@pytest.mark.parametrize("key", shelf())
def test_what_has_no_problems_can_be_played_to_the_end(key: str) -> None:
    tally = fuzz(game(key), TRIES)
    assert tally.faults == []
    assert tally.share() >= LEAST, str(tally)
