"""End positions of Mr House typed in by people with the box: read, checked, scored."""

import json
from pathlib import Path

import pytest

from kvartal.games import game
from kvartal.games.house.rules.numbers import PRIVILEGE_KEYS

HOUSE = game("house")
EN = HOUSE.words("en")
BASIC = (HOUSE.folder / "examples" / "basic.txt").read_text("utf-8")
EXPERT = (HOUSE.folder / "examples" / "expert.txt").read_text("utf-8")


def problems(text: str) -> str:
    report = HOUSE.score_sheet(text, EN)
    assert not report.sheets
    return "\n".join(report.problems)


def test_the_worked_example_of_the_basic_game() -> None:
    report = HOUSE.score_sheet(BASIC, EN)
    assert report.problems == ()
    assert [(sheet.score.total, sheet.place) for sheet in report.sheets] == [(19, 1), (19, 2), (16, 3)]
    assert report.sheets[2].name == "Pavlo (1 wall without a window)"


def test_the_worked_example_of_the_expert_game() -> None:
    report = HOUSE.score_sheet(EXPERT, EN)
    assert report.problems == ()
    assert [(sheet.score.total, sheet.place) for sheet in report.sheets[:2]] == [(16, 2), (17, 1)]
    assert report.sheets[2].place == 0  # no complete house, but its privileges count
    assert [sheet.score.seat for sheet in report.ranked] == [1, 0, 2]


def test_json_says_the_same() -> None:
    players = [
        {"name": "A", "columns": ["wood door, metal roof, chimney", "brick 2 windows, tile roof"], "quality": 0},
        {"name": "B", "columns": [], "garage": "wood, 2 doors", "quality": 1, "privileges": ["solar", "gym"]},
    ]
    report = HOUSE.score_sheet(json.dumps({"variant": "expert", "players": players}), EN)
    assert report.problems == ()
    assert [sheet.score.total for sheet in report.sheets] == [11, 9]  # 2+4+1+2+1+0+1; 5+1+2+1


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "Two to four players"),
        ("player: A\nplayer: B\nroof", "a colon is missing"),
        ("coins: 1\nplayer: A\nplayer: B", "after a `player:`"),
        ("player: A\nplayer: B\nwings: 2", "there are: variant, player"),
        ("variant: easy\nplayer: A\nplayer: B", "variant"),
        ("player: A\ncolumn: straw\nplayer: B", "walls, then a roof"),
        ("player: A\ncolumn: roof\nplayer: B", "needs a wall"),
        ("player: A\ncolumn: wood, roof, brick\nplayer: B", "walls, then a roof"),
        ("player: A\ncolumn: wood 3 windows\nplayer: B", "2 windows"),
        ("player: A\ncolumn: wood, roof, chimney, chimney\nplayer: B", "one chimney"),
        ("player: A\ncolumn: wood door\ncolumn: wood door\nplayer: B", "one door"),
        ("player: A\ngarage: wood\nplayer: B", "no garage"),
        ("player: A\ncoins: many\nplayer: B", "whole number"),
        ("player: A\ncoins: 21\nplayer: B", "between 0 and 20"),
        ("player: A\ncoins: 1\ncoins: 1\nplayer: B", "said twice"),
        ("player: A\npermit: maybe\nplayer: B", "yes or no"),
        ("player: A\nquality: 1\nplayer: B", "other variant"),
        ("variant: expert\nplayer: A\nprivileges: gym\nplayer: B\nprivileges: gym", "already with A"),
        ("variant: expert\nplayer: A\nprivileges: castle\nplayer: B", "none of insulation"),
        ("variant: expert\nplayer: A\ngarage: straw\nplayer: B", "first wood or brick"),
        ("variant: expert\nplayer: A\ngarage: wood, chimney\nplayer: B", "needs a roof"),
        ("variant: expert\nplayer: A\ngarage: wood, 2 doors, door\nplayer: B", "garage: 'door'"),
        ("variant: expert\nplayer: A\ngarage: wood, metal roof, tile roof\nplayer: B", "garage: 'tile roof'"),
        ("player: A\ncoins: 1_0\nplayer: B", "whole number"),
        ("player: A\ncoins: 11\nplayer: B\ncoins: 10", "coins: 21 in all; a game has 20"),
        (
            "player: A\n"
            + "column: wood 2 windows\n" * 6
            + "player: B\n"
            + "column: wood 2 windows\n" * 6
            + "player: C\ncolumn: brick window",
            "windows: 25 in all; a game has 24",
        ),
        (
            "player: A\n" + f"column: {'brick, ' * 6}\n" * 6 + "player: B\ncolumn: wood, wood, wood, wood, wood",
            "walls: 41 in all; a game has 40",
        ),
        (
            "variant: expert\nplayer: A\nprivileges: " + ", ".join(PRIVILEGE_KEYS[:13]) + "\nplayer: B",
            "privileges: 13 in all; a game has 12",
        ),
        ('{"Variant": "expert", "players": [{"name": "A"}, {"name": "B"}]}', "Variant: there are: variant, players"),
        ('{"game": "estates", "players": [{"name": "A"}, {"name": "B"}]}', "game: there are: variant, players"),
        ("{", "Not JSON"),
        ('{"players": 3}', "a list of objects"),
        ('{"players": [{"name": "A", "wings": 1}, {"name": "B"}]}', "there are: name"),
        ("x" * 30_000, "longer than"),
    ],
)
def test_what_is_wrong_is_said(text: str, word: str) -> None:
    assert word in problems(text)


def test_basic_roofs_are_all_of_one_kind_whatever_their_colour() -> None:
    text = "player: A\ncolumn: wood door, tile roof, chimney\ncolumn: brick window, metal roof\npermit: yes\nplayer: B"
    report = HOUSE.score_sheet(text, EN)
    assert [sheet.score.total for sheet in report.sheets] == [2 + 4 + 1 + 1 + 1 + 4, 0]


def test_two_doors_of_a_garage_may_be_written_one_by_one() -> None:
    text = "variant: Expert\nplayer: A\ngarage: wood, door, door\nquality: −2\nplayer: B\ngarage: none\nprivileges: -"
    report = HOUSE.score_sheet(text, EN)
    assert report.problems == ()
    assert [sheet.score.total for sheet in report.sheets] == [5 - 2 + 1, -3 + 1]


def test_everything_wrong_is_said_at_once() -> None:
    found = problems("player: A\ncoins: x\npermit: y\ncolumn: straw\nplayer: B\ncoins: -1")
    assert len(found.splitlines()) >= 5


def test_the_readme_shows_the_form() -> None:
    readme = Path(HOUSE.folder / "README.md").read_text("utf-8")
    assert "column: wood door" in readme
