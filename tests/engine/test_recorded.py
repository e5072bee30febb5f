"""Recorded games of every room: they replay to the same score for ever, and are written again byte for byte."""

from pathlib import Path

import pytest

import kvartal
from kvartal.engine.reading import parse

ROOMS = Path(__file__).resolve().parents[1] / "games"
RECORDED = sorted(ROOMS.glob("*/records/*.kvartal"))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parents[1].name}/{path.stem}")
def test_a_recorded_game_replays_to_the_same_score(path: Path, tmp_path: Path) -> None:
    verdict = kvartal.verify(path)
    assert verdict, verdict
    match = kvartal.load(path)
    record = parse(path.read_text(encoding="utf-8"))
    assert match.over
    sheets = match.scores()[: record.players]
    assert [(score.seat, score.total, match.state.place(score.seat)) for score in sheets] == record.results
    assert [match.state.score(seat) for seat in range(record.players)] == [points for _, points, _ in record.results]
    assert match.outcome().rule.id == record.ending
    match.save(tmp_path / "again.kvartal")
    assert (tmp_path / "again.kvartal").read_bytes() == path.read_bytes()
