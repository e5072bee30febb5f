"""The recorded games of The Estates: what they cover. (That they replay: tests/engine/test_recorded.py.)"""

from pathlib import Path

from kvartal.engine.reading import parse

RECORDED = sorted((Path(__file__).resolve().parent / "records").glob("*.kvartal"))


def test_the_recorded_games_cover_what_can_be_played() -> None:
    records = [parse(path.read_text(encoding="utf-8")) for path in RECORDED]
    assert {record.players for record in records} == {2, 3, 4, 5}
    assert {"estates.end.rows", "estates.end.roofs", "estates.end.rounds", "estates.end.wins"} <= {
        record.ending for record in records
    }
    moves = {step.text.split()[0] for record in records for step in record.steps if step.seat >= 0}
    assert moves == {"box", "offer", "bid", "pass", "sell", "keep", "place", "discard"}
