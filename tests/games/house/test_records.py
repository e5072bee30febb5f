"""The recorded games of Mr House: what they cover and tell. (That they replay: tests/engine/test_recorded.py.)"""

from pathlib import Path

import kvartal
from kvartal.engine.deal import FairDeal
from kvartal.engine.reading import parse

RECORDED = sorted((Path(__file__).resolve().parent / "records").glob("*.kvartal"))


def test_the_recorded_games_show_what_there_is() -> None:
    records = [parse(path.read_text(encoding="utf-8")) for path in RECORDED]
    assert len(records) >= 12
    assert {record.players for record in records} == {2, 3, 4}
    for name, values in {
        "variant": ("basic", "expert"),
        "commit": ("all", "one_by_one"),
        "quality": ("two", "one"),
        "centre": ("two", "one"),
    }.items():
        assert all(any(record.options[name] == value for record in records) for value in values)
    assert any(record.data for record in records)
    assert any(record.start for record in records)
    assert any(isinstance(record.deal, FairDeal) for record in records)
    moves = {step.text.split()[0] for record in records for step in record.steps if step.seat >= 0}
    assert {"place", "take", "done", "hire", "office", "choose", "keep", "cash", "change", "repay", "use"} <= moves
    assert {"group", "build", "crew", "at", "demolish"} <= moves


def test_what_was_laid_out_is_told_once_a_round_and_player() -> None:
    match = kvartal.load(next(path for path in RECORDED if path.stem == "basic-four"))
    told: list[str] = []
    for line in match.log():
        if "round" in line.text.lower() and "begins" in line.text:
            assert len(told) == len(set(told))
            told = []
        elif "has laid out" in line.text:
            told.append(line.text.split(" has laid out")[0])
    laid = [line for line in match.log() if "has laid out" in line.text]
    assert len(laid) == 6 * 4  # rounds and players
