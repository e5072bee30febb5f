"""Recorded games of every mode: they replay to the same score for ever."""

from pathlib import Path

import pytest

import kvartal
from kvartal.engine.record import Record

RECORDED = sorted((Path(__file__).resolve().parent / "records" / "welcome").glob("*.kvartal"))
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
    "solo-2023-sam": [99],
    "solo-2023-vera": [64],
}


def test_every_mode_is_recorded() -> None:
    assert {path.stem for path in RECORDED} == TOTALS.keys()


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_replays_for_ever(path: Path) -> None:
    match = kvartal.load(path)
    assert match.over
    assert [score.total for score in match.scores()] == TOTALS[path.stem]
    assert Record.of(match).text() == path.read_text(encoding="utf-8")
    assert kvartal.verify(path)
