"""The recorded games of Flip City: what they cover. (That they replay: tests/engine/test_recorded.py.)"""

from pathlib import Path

from kvartal.engine.deal import FairDeal
from kvartal.engine.reading import parse

RECORDED = sorted((Path(__file__).resolve().parent / "records").glob("*.kvartal"))


def test_the_recorded_games_cover_what_can_be_played() -> None:
    records = [parse(path.read_text(encoding="utf-8")) for path in RECORDED]
    assert len(records) >= 12
    assert {record.players for record in records} == {1, 2, 3, 4}
    assert {record.ending.removeprefix("flip.") for record in records} == {
        "win.points",
        "win.cards",
        "loss.supply",
        "draw.cap",
    }
    for name, value in (("recycle", "flip"), ("top_visible", "off"), ("supply", "fixed"), ("extra_build", "plant")):
        assert any(record.options[name] == value for record in records)
    assert any(record.data for record in records)
    assert any(record.start for record in records)
    assert any(isinstance(record.deal, FairDeal) for record in records)
    moves = {step.text.split()[0] for record in records for step in record.steps if step.seat >= 0}
    assert moves == {"play", "stop", "shuffle", "pass", "recycle", "buy", "upgrade", "remove", "give"}
