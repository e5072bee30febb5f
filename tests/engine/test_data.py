"""Numbers with their provenance, and an owner's corrections: placed, typed, bounded, never silently wrong."""

from pathlib import Path
from typing import Any

import pytest

import kvartal
from engine.matches import HUGE, kind
from engine.secret_game import SECRET
from kvartal.engine.data import CORRECTED, LARGEST, SOURCES, Data, Value, load_corrections, load_data, read_json
from kvartal.games import game


def problems_of(data: Any) -> list[str]:
    with pytest.raises(kvartal.BadData) as caught:
        kvartal.new("flip", data=data)
    assert all(problem.isprintable() and len(problem) < 1500 for problem in caught.value.problems)
    return caught.value.problems


def test_every_value_says_where_it_comes_from() -> None:
    data = game("flip").data
    assert len(data) > 100
    assert {value.source for value in data.values()} <= set(SOURCES)
    assert data["cards.plant.coins"].source == "house"
    assert data.corrections() == {}


def test_a_correction_is_marked_and_keeps_what_it_replaced() -> None:
    data = game("flip").data.corrected({"cards.plant.coins": 5, "cards.park.points": 2})
    assert data["cards.plant.coins"] == Value("cards.plant.coins", 5, CORRECTED, "printed by us as 3 (house)")
    assert data["cards.park.points"].source == "public"  # the same value is no correction
    assert data.corrections() == {"cards.plant.coins": 5}
    assert data.digest() != game("flip").data.digest()
    assert game("flip").data.get_value("cards.plant.coins") == 3


def test_an_owners_file_of_either_kind_is_used(tmp_path: Path) -> None:
    toml, plain = tmp_path / "mine.toml", tmp_path / "mine.json"
    toml.write_text('\ufeff[cards.plant]\r\ncoins = 5\r\nforce_next = true # "printed"\r\n', encoding="utf-8")
    plain.write_text('{"cards": {"plant": {"coins": 5, "force_next": true}}}', encoding="utf-8")
    for path in (toml, str(plain)):
        setup = kvartal.new("flip", data=path).setup
        assert setup.data.corrections() == {"cards.plant.coins": 5, "cards.plant.force_next": True}
        assert setup.tables.coins[7] == 5
    setup = kvartal.new("flip", data={"cards.plant.coins": 5}).setup
    assert setup.digest != kvartal.new("flip").setup.digest
    nested = kvartal.new("flip", data={"cards": {"plant": {"coins": 5}}}).setup
    assert nested.digest == setup.digest, "in Python as in a file: dotted or nested"


def test_everything_wrong_with_corrections_is_listed_at_once() -> None:
    found = problems_of({"cards.plant.coins": "5", "cards.plant.mill": 1, "cards.plant.wings": 2, "moon": 3, 7: 1})
    assert len(found) == 5
    for part in (
        "'5' is not a whole number",
        "1 is not true or false",
        "'cards.plant.wings': there is no such value",
        "box, cards",
    ):
        assert any(part in problem for problem in found), part


@pytest.mark.parametrize(
    ("data", "part"),
    [
        ({"cards.plant.coins": HUGE}, "too large"),
        ({"cards.plant.coins": -HUGE}, "too large"),
        ({"cards.plant.coins": 51}, "between 0 and 50"),
        ({"cards.plant.coins": -1}, "between 0 and 50"),
        ({"cards.plant.coins": True}, "a whole number"),
        ({"cards.plant.coins": 1.0}, "a whole number"),
        ({"cards.plant.coins": None}, "a whole number"),
        ({"cards.plant.coins": {"value": 3}}, "'cards.plant.coins.value': there is no such value"),
        ({"cards.plant": 3}, "a table, not a value; in it are: buy, up, coins"),
        ({"cards": {7: 3}}, "'cards.7': there is no such value"),
        ({"\u202e": 3}, "no such value"),
        ({"x" * 100_000: 3}, "no such value"),
        ({"table.bust": 0}, "between 1 and 50"),
        ({"cards.mall.buy": 3}, "give store a price instead"),
        ({"box.park": 3}, "too few"),
        ({"cards.store.again_coins": 1}, "would never end"),
        (
            {f"start.{card}": 0 for card in ("residential", "apartment", "store", "hospital", "factory", "park")},
            "at least one",
        ),
        (5, "not 5"),
        ([1], "not [1]"),
    ],
    ids=kind,
)
def test_a_wrong_number_is_refused(data: Any, part: str) -> None:
    assert any(part in problem for problem in problems_of(data))


@pytest.mark.parametrize(
    ("name", "text", "part"),
    [
        ("a.toml", b"cards = [", "neither TOML nor JSON"),
        ("a.toml", b"\xff\xfe", "neither TOML nor JSON"),
        ("a.toml", b"a" + b".a" * 5000 + b" = 1", "longer than"),
        ("a.toml", b"\n".join(b"[" + b"a." * 400 + b"b%d]\nx = 1" % i for i in range(100)), "no such value"),
        ("a.toml", b"x = " + b"[" * 900, "a.toml"),
        ("a.toml", b"x = 1\nx = 2", "neither TOML nor JSON"),
        ("a.toml", b"cards.plant.coins = nan", "a whole number"),
        ("a.toml", b"cards.plant.coins = " + b"9" * 900, "too large"),
        ("a.toml", b"#" * (LARGEST + 1), "larger than"),
        ("a.json", b'{"a": 1, "a": 2}', "twice"),
        ("a.json", b'{"a": NaN}', "NaN is not a number"),
        ("a.json", b"[" * 50_000, "inside each other"),
        ("a.json", b'{"a":' * 10_000, "inside each other"),
        ("a.json", b"[]", "a table of values"),
        ("a.json", b"", "neither TOML nor JSON"),
        ("a.json", b'{"cards": {"plant": {"coins": ' + b"9" * 5000 + b"}}}", "neither TOML nor JSON"),
    ],
    ids=kind,
)
def test_a_broken_or_hostile_file_is_refused(tmp_path: Path, name: str, text: bytes, part: str) -> None:
    (tmp_path / name).write_bytes(text)
    assert any(part in problem for problem in problems_of(tmp_path / name))


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.toml", Path("a\0b")):
        with pytest.raises(kvartal.BadData):
            load_corrections(path)


def test_our_own_file_must_name_a_source_for_every_value(tmp_path: Path) -> None:
    path = tmp_path / "data.toml"
    path.write_text('a = { value = 1, source = "rulebook", note = "n" }\n[b]\nc = { value = 2, source = "house" }\n')
    data = load_data(path)
    assert isinstance(data, Data)
    assert (data["a"].note, data["b.c"].value, data.tree()) == ("n", 2, {"a": 1, "b": {"c": 2}})
    for wrong in ("a = 1", 'a = { value = 1, source = "rumour" }', 'a = { source = "house" }'):
        path.write_text(wrong)
        with pytest.raises(kvartal.BadData, match="needs `value` and `source`"):
            load_data(path)


def test_json_from_outside_is_read_strictly() -> None:
    assert read_json('{"a": ["[[[", "\\"", {"b": -1}]}') == {"a": ["[[[", '"', {"b": -1}]}
    assert read_json("[" * 32 + "]" * 32)
    for wrong in ("[" * 33 + "]" * 33, '{"a":1,"a":1}', "Infinity", "-Infinity", "[NaN]", "", "'a'", "1" * 5000):
        with pytest.raises(ValueError, match=r"."):
            read_json(wrong)


def test_a_game_without_numbers_needs_no_file() -> None:
    assert not (SECRET.folder / "data.toml").exists()
    assert len(SECRET.data) == 0
    assert SECRET.set_up(2).data.corrections() == {}
    with pytest.raises(kvartal.BadData, match="there is no such value"):
        SECRET.set_up(2, corrections={"sites.well": 3})
