"""The worked examples of both rulebooks, T1 to T20 as numbered in the fact sheet."""

from pathlib import Path

import pytest

from games.welcome.table import (
    WELCOME,
    at_table,
    house,
    legal,
    play,
    points,
    row,
    seat_facts,
    starting_with,
    table_facts,
    why,
)

EDITIONS = pytest.mark.parametrize("edition", ["2018", "2023"])
EXAMPLES = Path(WELCOME.folder) / "examples"


@EDITIONS
@pytest.mark.rule("welcome.temp", "welcome.temp.range")
def test_t1_eight_with_temps_may_be_six_to_ten(edition: str) -> None:
    match = play(at_table(pairs=[("8", "temp"), ("1", "fence"), ("15", "park")], edition=edition), 0, "take 1")
    assert starting_with(match, "temp") == {"6", "7", "8", "9", "10"}
    assert why(match, "temp 11") == why(match, "temp 5") == "welcome.temp.range"


@EDITIONS
@pytest.mark.parametrize(("number", "low", "high"), [("1", 0, 3), ("2", 0, 4), ("14", 12, 16), ("15", 13, 17)])
@pytest.mark.rule("welcome.temp.range")
def test_t2_temps_stay_within_0_and_17(edition: str, number: str, low: int, high: int) -> None:
    match = play(at_table(pairs=[(number, "temp"), ("8", "fence"), ("7", "park")], edition=edition), 0, "take 1")
    assert starting_with(match, "temp") == {str(n) for n in range(low, high + 1)}


@EDITIONS
@pytest.mark.rule("welcome.temp")
def test_t3_an_unchanged_number_still_crosses_a_temp_box(edition: str) -> None:
    match = at_table(pairs=[("8", "temp"), ("1", "fence"), ("15", "park")], edition=edition)
    play(match, 0, "take 1", "temp 8", "write 1.5")
    assert seat_facts(match)["temps"] == 1
    assert house(match, "1.5") == "8"
    other = play(match, 1, "take 1", "write 1.5")
    assert seat_facts(other, 1)["temps"] == 0, "declining the effect crosses nothing"


@EDITIONS
@pytest.mark.rule("welcome.bis")
def test_t4_runs_of_bis(edition: str) -> None:
    match = at_table(
        pairs=[("9", "bis"), ("1", "fence"), ("15", "park")], edition=edition, sheets={0: {"streets": ["4 . 5 5b"]}}
    )
    play(match, 0, "take 1", "write 2.1", "bis 1.5 left")
    assert [house(match, f"1.{i}") for i in range(1, 6)] == ["4", ".", "5", "5b", "5b"]
    again = at_table(
        pairs=[("9", "bis"), ("1", "fence"), ("15", "park")], edition=edition, sheets={0: {"streets": ["4 . 5 5b 5b"]}}
    )
    play(again, 0, "take 1", "write 2.1")
    assert {"1.2 left", "1.2 right"} <= starting_with(again, "bis")
    play(again, 0, "bis 1.2 right")
    assert [house(again, f"1.{i}") for i in range(1, 6)] == ["4", "5b", "5", "5b", "5b"]
    written = f"edition: {edition}\nstreet 1: 4 5b 5 5b 5b 9 . . . .\nstreet 2: {'. ' * 11}\nstreet 3: {'. ' * 12}"
    assert WELCOME.score_sheet(written, WELCOME.words("en")).problems == ()


@EDITIONS
@pytest.mark.rule("welcome.write.order")
def test_t5_ten_right_beside_seven(edition: str) -> None:
    match = at_table(
        pairs=[("10", "fence"), ("8", "value"), ("9", "park")], edition=edition, sheets={0: {"streets": [". . 7"]}}
    )
    play(match, 0, "take 1")
    assert {"1.4", "1.10"} <= starting_with(match, "write")
    assert why(match, "write 1.2") == "welcome.write.order"


@EDITIONS
@pytest.mark.rule("welcome.fence", "welcome.fence.spent", "welcome.estate")
def test_t6_a_fence_divides_a_completed_estate_unless_it_is_spent(edition: str) -> None:
    sheet = {"streets": ["1 2 3 |"]}
    match = at_table(pairs=[("5", "fence"), ("8", "value"), ("9", "park")], edition=edition, sheets={0: sheet})
    play(match, 0, "take 1", "write 2.3")
    assert seat_facts(match)["estates"] == [0, 0, 1, 0, 0, 0]
    play(match, 0, "fence 1.1")
    assert seat_facts(match)["estates"] == [1, 1, 0, 0, 0, 0]
    spent = at_table(
        pairs=[("5", "fence"), ("8", "value"), ("9", "park")], edition=edition, sheets={0: sheet | {"spent": ["1.1"]}}
    )
    play(spent, 0, "take 1", "write 2.3")
    assert why(spent, "fence 1.1") == why(spent, "fence 1.2") == "welcome.fence.spent"


@EDITIONS
@pytest.mark.rule("welcome.value", "welcome.score.estates")
def test_t7_the_first_value_box_of_size_two(edition: str) -> None:
    match = at_table(
        pairs=[("13", "value"), ("8", "fence"), ("9", "park")], edition=edition, sheets={0: {"streets": ["1 2 |"]}}
    )
    assert points(match, "estates") == [2]
    play(match, 0, "take 1", "write 1.10", "value 2")
    assert points(match, "estates") == [3]


@pytest.mark.rule("welcome.plan", "welcome.score.plans")
def test_t8_plan_b_with_three_ones_and_a_four() -> None:
    match = at_table(edition="2023", plan2="e1114", plan3="e234", sheets={0: {"streets": ["1 | 2 | 3 | 4 5 6 7 |"]}})
    play(match, 0, "take 1", "write 2.5", "plan B")
    assert seat_facts(match)["plans"] == [-1, 9, -1]
    assert seat_facts(match)["marks"][:7] == ["spent now"] * 7
    play(match, 0, "done")
    play(match, 1, "take 1", "write 2.5", "done")
    assert table_facts(match)["flipped"] == [0, 1, 0]
    assert seat_facts(match)["marks"][:8] == ["spent"] * 7 + ["none"]


@EDITIONS
@pytest.mark.rule("welcome.score.temps")
def test_t9_temps_5_5_1_0(edition: str) -> None:
    sheets = {seat: {"temps": temps} for seat, temps in enumerate((5, 5, 1, 0))}
    match = at_table(4, sheets=sheets, edition=edition)
    assert [points(match, "temps", seat) for seat in range(4)] == [[7], [7], [4], []]


@EDITIONS
@pytest.mark.parametrize(("crossed", "cost"), [(0, 0), (1, 0), (2, 3), (3, 5)])
@pytest.mark.rule("welcome.score.refusals")
def test_t10_refusals_cost_0_0_3_5(edition: str, crossed: int, cost: int) -> None:
    match = at_table(sheets={0: {"refusals": crossed}}, edition=edition)
    assert sum(points(match, "refusals")) == -cost
    assert match.scores()[0].total == -cost


@pytest.mark.rule("welcome.end.refusals")
def test_t10_the_third_refusal_ends_the_game() -> None:
    match = at_table(
        pairs=[("1", "fence"), ("1", "value"), ("1", "park")], sheets={0: {"refusals": 2, "streets": full_of(2)}}
    )
    assert legal(match) == {"refuse"}
    play(match, 0, "refuse", "done")
    play(match, 1, "take 1", "write 1.1", "done")
    assert match.over
    assert match.outcome().rule.id == "welcome.end.refusals"  # type: ignore[union-attr]
    assert match.scores()[0].total == -5


def full_of(first: int) -> list[str]:
    """Streets that begin with a number, so that nothing lower fits."""
    return [str(first)] * 3


@EDITIONS
@pytest.mark.parametrize(("streets", "cost"), [([], 0), (["o"], 3), (["o", "o"], 8)])
@pytest.mark.rule("welcome.score.roundabouts")
def test_t11_roundabouts_cost_0_3_8(edition: str, streets: list[str], cost: int) -> None:
    match = at_table(sheets={0: {"streets": streets}}, edition=edition, roundabouts=True)
    assert match.scores()[0].total == -cost


@pytest.mark.parametrize(("temps", "worth"), [(5, 0), (6, 7), (11, 7)])
@pytest.mark.rule("welcome.score.temps.solo")
def test_t12_solo_2018_temps(temps: int, worth: int) -> None:
    match = at_table(1, sheets={0: {"temps": temps}})
    assert match.scores()[0].total == worth


@EDITIONS
@pytest.mark.rule("welcome.estate")
def test_t13_an_estate_of_seven_is_worth_nothing(edition: str) -> None:
    match = at_table(sheets={0: {"streets": ["1 2 3 4 5 6 7 |"]}}, edition=edition)
    assert match.scores()[0].total == 0
    six = at_table(sheets={0: {"streets": ["1 2 3 4 5 6 |"]}}, edition=edition)
    assert six.scores()[0].total == 6


@pytest.mark.rule("welcome.fence.bis")
def test_t14_a_fence_between_5_and_5b() -> None:
    sheets = {0: {"streets": ["5 5b"]}}
    pairs = [("8", "fence"), ("7", "value"), ("9", "park")]
    old = play(at_table(pairs=pairs, sheets=sheets, edition="2018"), 0, "take 1", "write 2.1")
    assert why(old, "fence 1.1") == "welcome.fence.bis"
    new = play(at_table(pairs=pairs, sheets=sheets, edition="2023"), 0, "take 1", "write 2.1")
    assert why(new, "fence 1.1") is None


@pytest.mark.rule("welcome.score.parks", "welcome.score.pools", "welcome.score.bis")
@pytest.mark.parametrize(("name", "total"), [("sheet83", 83), ("sheet92", 92)])
def test_t19_t20_the_sheets_of_the_rulebook(name: str, total: int) -> None:
    report = WELCOME.score_sheet((EXAMPLES / f"{name}.txt").read_text(), WELCOME.words("en"))
    assert report.problems == ()
    assert [sheet.score.total for sheet in report.sheets] == [total]


def test_t19_line_by_line() -> None:
    report = WELCOME.score_sheet((EXAMPLES / "sheet83.txt").read_text(), WELCOME.words("en"))
    by_rule: dict[str, list[int]] = {}
    for line in report.sheets[0].score.lines:
        by_rule.setdefault(line.rule.id.removeprefix("welcome.score."), []).append(line.points)
    assert by_rule == {
        "plans": [6, 3, 11],
        "parks": [2, 18],
        "pools": [9],
        "temps": [1],
        "estates": [6, 4, 3, 21, 5],
        "bis": [-6],
    }


def test_rows_are_filled_up() -> None:
    assert row(3, "1 | 2") == "1 | 2 ."
