"""The recorded games of Welcome To…: every mode is there. (That they replay: tests/engine/test_recorded.py.)"""

from pathlib import Path

import pytest

import kvartal

RECORDED = sorted((Path(__file__).resolve().parent / "records").glob("*.kvartal"))
TOTALS = {
    "2018-expert-three": [47, 70, 37],
    "2018-starred": [65, 81],
    "2018-twelve": [24, 34, 27, 62, 35, 39, 38, 15, 53, 39, 43, 44],
    "2018-two-random": [-4, -1],
    "2018-two": [65, 61],
    "2023-blueprint": [88, 56],
    "2023-expert": [49, 30, 23, 43],
    "2023-two": [50, 51],
    "draft-five": [48, 35, 50, 52, 68],
    "draft-two": [30, 55],
    "solo-2018-expert": [16],
    "solo-2018": [58],
    "solo-2023-closed": [60],
    "solo-2023-last-card-1": [91, 91],  # and the rival: without the card of the last round
    "solo-2023-last-card-2": [91, 92],  # with it
    "solo-2023-sam": [99, 75],
    "solo-2023-vera": [64, 137],
}


def test_every_mode_is_recorded() -> None:
    assert {path.stem for path in RECORDED} == TOTALS.keys()


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_has_the_points_it_always_had(path: Path) -> None:
    assert [score.total for score in kvartal.load(path).scores()] == TOTALS[path.stem]
