"""`kvartal score welcome`: sheets typed in by people with the box on the table."""

import json
from pathlib import Path

import pytest

from games.welcome.table import WELCOME

EXAMPLES = Path(WELCOME.folder) / "examples"
EN = WELCOME.words("en")
EMPTY = "street 1: " + ". " * 10 + "\nstreet 2: " + ". " * 11 + "\nstreet 3: " + ". " * 12 + "\n"
BUSY = EMPTY.replace(f"street 3: {'. ' * 12}", "street 3: 1 2 3 4 5 6 7 8 9 10 11 12")  # twelve turns, no points
ESTATES = BUSY.replace("3 4", "3 | 4").replace("7 8", "7 | 8")  # 3 + 4 + 5 houses, for as many points


def total(text: str) -> int:
    report = WELCOME.score_sheet(text, EN)
    assert report.problems == ()
    return report.sheets[0].score.total


def problems(text: str) -> str:
    return "\n".join(WELCOME.score_sheet(text, EN).problems)


def test_an_empty_sheet_is_worth_nothing() -> None:
    assert total(EMPTY) == 0


def test_json_says_the_same_as_text() -> None:
    sheet = {
        "name": "Vesenka",
        "streets": [
            "1 1b 2p 4 | 5 6 7 8 9 | 12",
            "1p 3 3b 4 | 6 7 8 9p | 11 12 | 14",
            "2 3 3b | 5 6 | . . . . . . 15",
        ],
        "parks": [0, 1, 5],
        "values": [1, 0, 0, 3, 0, 0],
        "temps": 1,
        "plans": [6, 3, 11],
    }
    assert total(json.dumps({"edition": "2023", "others": [5, 3], "sheets": [sheet]})) == 83


def test_alone_and_against_others() -> None:
    temps = BUSY + "temps: 6\n"
    assert total(temps) == 7, "2018, alone: six temps"
    assert total(BUSY + "temps: 5\n") == 0
    assert total("others: 7\n" + temps) == 4
    assert total("others: 7 8 9\n" + temps) == 0


def test_several_sheets_are_compared() -> None:
    report = WELCOME.score_sheet(f"name: A\n{BUSY}temps: 2\n---\nname: B\n{BUSY}temps: 3\n", EN)
    assert [(sheet.name, sheet.score.total, sheet.place) for sheet in report.sheets] == [("A", 4, 2), ("B", 7, 1)]


def test_the_rival_of_2023() -> None:
    text = (
        "edition: 2023\nrival: 1\nrival cards: park value pool bis fence temp\nrival plans: 8 - -\n"
        + BUSY
        + "temps: 1\n"
    )
    report = WELCOME.score_sheet(text, EN)
    assert report.problems == ()
    mine, rival = report.sheets
    assert mine.score.total == 7
    assert rival.score.total == 8 + 1 + 2 + 1 + 1 + 7 + 10 + 1


def test_others_known_by_their_temps_alone_take_no_place() -> None:
    report = WELCOME.score_sheet(
        "others: 5 4\nname: A\n" + BUSY + "parks: 0 0 1\n---\nname: B\n" + BUSY + "---\nname: C\n" + BUSY, EN
    )
    assert [(sheet.name, sheet.place) for sheet in report.ranked] == [("A", 1), ("B", 2), ("C", 2)]


def test_a_dash_is_no_box_crossed_and_no_plan_approved() -> None:
    dashes = "parks: - – 1\nvalues: - - - - - 1\ntemps: 3\nrefusals: -\nplans: - – 7\n"
    assert total("others: - 2\n" + ESTATES + dashes) == 3 + 4 + 5 + 2 + 7 + 7


def test_null_in_json_is_none_and_a_street_may_be_a_list() -> None:
    second = [1, 2, 3, "|", 4, 5, 6, 7, "|", 8, 9, 10, 11]
    streets = [[1, "|", "2b", 2, None, None, None, None, None, None, None], second, [None] * 12]
    sheet = {"streets": streets, "parks": [None, 1, None], "temps": 3, "plans": [None, None, 7]}
    assert total(json.dumps({"others": [None, 2], "sheets": [sheet]})) == 1 + (3 + 4 + 4) + 2 + 7 + 7 - 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "No sheet"),
        ("others: 12 3\n" + EMPTY, "others: 12, but there are 11 boxes"),
        (
            "edition: 2023\nrival: 1\nrival plans: 50 - -\n" + EMPTY,
            "rival plans: plan 1: no plan of this deck gives 50",
        ),
        ("hello", "'hello' is unknown"),
        ("street 1: 1", "street 2 is missing"),
        (EMPTY.replace("street 1: . .", "street 1: 7 5"), "5 at 1.2 comes after 7"),
        (EMPTY.replace("street 1: . .", "street 1: 5 5"), "5 at 1.2 comes after 5"),
        (EMPTY.replace("street 1: . .", "street 1: . 5b"), "stands beside no 5"),
        (EMPTY.replace("street 1: . . .", "street 1: 5b 5b ."), "never written"),
        (EMPTY.replace("street 1: . .", "street 1: 5 | 5b"), "no fence between equal numbers"),
        (EMPTY.replace("street 1: .", "street 1: 18"), "'18' is no house"),
        (EMPTY.replace("street 1: .", "street 1: 1p"), "house 1 has no pool"),
        (EMPTY.replace("street 1: . . .", "street 1: 1 . 3bp"), "stands beside no 3"),
        (EMPTY.replace("street 1: . .", "street 1: ."), "9 houses are written, but there are 10"),
        (EMPTY.replace("street 1: .", "street 1: . ."), "more than 10 houses"),
        (EMPTY.replace("street 1: . . . .", "street 1: 5 . 5b 5"), "5 at 1.3 comes after 5"),
        (EMPTY + "parks: 1 0 0", "parks: 1 in street 1, but only 0 of the numbers written there"),
        (BUSY.replace("1 2 3 4", "1 2p 3 4") + "parks: 0 0 5\nvalues: 0 2 3 2 0 0", "effects: 13 were used"),
        (BUSY.replace("11 12", "11 17"), "temps: 0 crossed, but 1 houses have a number that is on no card"),
        (
            EMPTY.replace("street 1: . . .", "street 1: . . 0p") + "temps: 1",
            "0 is on no card and took temps, not a pool",
        ),
        (BUSY + "refusals: 1", "refusals: 1 crossed, but"),
        (BUSY + "plans: 10 - -", "plan 1: no plan that gives 10 can have been met"),
        (ESTATES + "plans: - 5 3", "plans: each of them can have been met on this sheet, but not all"),
        (BUSY + "---\n" + EMPTY, "Sheet 2: 0 numbers and refusals, but the first sheet has 12"),
        (ESTATES + "plans: - - 12\n---\n" + ESTATES + "plans: - - 3", "plan 3: no one plan gives 12, 3"),
        (BUSY + "---\n" + ESTATES + "plans: - 5 -", "plan 2: nobody has the higher value"),
        (EMPTY + "parks: 4 0 0", "parks of street 1: 4, but there are 3 boxes"),
        (EMPTY + "parks: 1 1", "3 numbers are expected, not 2"),
        (EMPTY + "values: 2 0 0 0 0 0", "values of size 1: 2, but there is 1 box"),
        (EMPTY + "temps: 12", "temps: 12, but there are 11 boxes"),
        (EMPTY + "temps: many", "'many' is not a whole number"),
        (EMPTY + "refusals: 4", "refusals: 4, but there are 3 boxes"),
        (EMPTY + "plans: 99 - -", "no plan of this deck gives 99"),
        (EMPTY + "temps: 1\ntemps: 2", "for the second time"),
        (EMPTY.replace("street 1: . . .", "street 1: o o o"), "roundabouts: 3, but there are 2 boxes"),
        ("edition: 2020\n" + EMPTY, "'2020' is not possible"),
        ("rival: 3\n" + EMPTY, "only alone in the 2023 edition"),
        ("edition: 2023\nrival cards: castle\n" + EMPTY, "'castle' is none of"),
        ("{", "not"),
        ('{"sheets": 5}', "a list of objects"),
        ('{"sheets": [{"roof": 1}]}', "'roof' is unknown"),
        ("x" * 30_000, "longer than"),
    ],
)
def test_everything_wrong_is_said(text: str, says: str) -> None:
    assert says in problems(text)


def test_all_problems_are_listed_at_once() -> None:
    found = WELCOME.score_sheet(
        EMPTY.replace("street 1: . .", "street 1: 7 99") + "temps: 12\nparks: 9 0 0\n", EN
    ).problems
    assert len(found) == 3


@pytest.mark.parametrize(
    "text", ['{"sheets": [{"streets": 5}]}', '{"sheets": [{"streets": [1, 2, 3]}]}', "[]", "null", '{"edition": []}']
)
def test_strange_input_is_a_problem_and_not_a_crash(text: str) -> None:
    assert problems(text)
