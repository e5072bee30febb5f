"""Recorded games of The Estates replay to the same score for ever."""

from pathlib import Path

import pytest

import kvartal
from kvartal.engine.record import parse

RECORDED = sorted((Path(__file__).resolve().parent / "records" / "estates").glob("*.kvartal"))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_the_same_score(path: Path, tmp_path: Path) -> None:
    verdict = kvartal.verify(path)
    assert verdict, verdict
    match = kvartal.load(path)
    record = parse(path.read_text(encoding="utf-8"))
    assert match.over
    assert [(score.seat, score.total, match.state.place(score.seat)) for score in match.scores()] == record.results
    assert match.outcome().rule.id == record.ending
    match.save(tmp_path / "again.kvartal")
    assert (tmp_path / "again.kvartal").read_bytes() == path.read_bytes()


def test_the_recorded_games_cover_what_can_be_played() -> None:
    records = [parse(path.read_text(encoding="utf-8")) for path in RECORDED]
    assert {record.players for record in records} == {2, 3, 4, 5}
    assert {"estates.end.rows", "estates.end.roofs", "estates.end.rounds", "estates.end.wins"} <= {
        record.ending for record in records
    }
    moves = {step.text.split()[0] for record in records for step in record.steps if step.seat >= 0}
    assert moves == {"box", "offer", "bid", "pass", "sell", "keep", "place", "discard"}
