"""`kvartal score estates FILE`: positions of a real table typed in, as text and as JSON."""

import json
from pathlib import Path

import pytest

from cli.commands import kvartal, said
from kvartal.games import game
from kvartal.games.estates import GAME

EXAMPLES = GAME.folder / "examples"
WORDS = game("estates").words("en")


def report(text: str):
    return GAME.score_sheet(text, WORDS)


def totals(text: str) -> list[int]:
    found = report(text)
    assert found.problems == ()
    return [sheet.score.total for sheet in found.sheets]


def test_example_17_as_text() -> None:
    found = report((EXAMPLES / "example-17.txt").read_text())
    assert [sheet.score.total for sheet in found.sheets] == [23, 14, 0]
    assert [sheet.name for sheet in found.sheets] == ["Ann", "Bob", "Cyd"]
    assert [line.points for line in found.sheets[0].score.lines] == [24, -4, 3]


def test_json_with_a_tie_broken_by_cheques() -> None:
    found = report((EXAMPLES / "final.json").read_text())
    assert [sheet.score.total for sheet in found.sheets] == [10, 10, 2]
    assert [sheet.place for sheet in found.sheets] == [1, 2, 3]


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_every_shipped_example_is_right(path: Path) -> None:
    assert report(path.read_text()).problems == ()


PLAYERS = "player Ann: certificates blue\nplayer Bob: certificates red\n"


def test_lengths_instead_of_barriers_and_points_of_earlier_rounds() -> None:
    text = "player Ann: certificates blue, earlier -4, box 2\nplayer Bob: earlier 30\nrow C: blue 6 + 2\nlength C: 1\n"
    assert totals(text) == [-4 + 8 + 2, 30]


def test_options_of_the_table() -> None:
    rows = "row A: blue 6\nrow B: red 6\nbarrier 1: A longer\nbarrier 2: A longer\nbarrier 3: A longer\n"
    assert "can be 0 to 9" in report(PLAYERS + rows).problems[0]
    assert totals(PLAYERS + rows + "option max_length: 10\n") == [-6, -6]


WRONG = {
    "row A: blue 6\nrow B: blue 6, red 5\n": "only one cube blue 6",
    "row B: blue 3, red 3\n": "floors go down",
    "row A: blue 6, red 5\n": "A1 has white dirt",
    "row B: blue 6 + roof 7, red 1\n": "B1: not understood",
    "row B: blau 6\nrow C: red 1\n": "B1: not understood",
    "row B: blue 6 + 1 | red 6 + 1 | red 5 + 1\n": "There are 2 roofs of value 1",
    "row B: blue 6 | red 6\nlength B: 1\n": "more buildings (2) than it requires (1)",
    "row B: blue 6 | red 6\nlength B: 11\n": "No barriers make rows of 4, 11, 4",
    "row B: blue 6 | red 6\nlength A: 3\nlength B: 3\nlength C: 3\n": "No barriers make rows of 3, 3, 3",
    "row B: blue 6 | red 6\nbarrier 4: A longer\n": "Barrier 4",
    "row B: blue 6 | red 6\nbarrier 2: A\n": "Barrier 2",
    "row B: blue 6 | red 6\nbarrier 2: A longer\nlength A: 4\n": "its barriers make it require 6",
    "row B: blue 6 | red 6\nmayor: D\n": "The mayor stands before",
    "row B: blue 6 | red 6 | grey 1\n": "Nobody holds the certificate grey",
    "row B: blue 6\n": "certificate red is held, but",
    "row B: blue 6 | red 6\nplayer Ann: box 1\n": "the same name",
    "row B: blue 6 | red 6\nplayer Cyd: certificates red\n": "Two players hold the certificate red",
    "row B: blue 6 | red 6\nplayer Cyd: certificates pink\n": "Unknown colour 'pink'",
    "row B: blue 6 | red 6\nplayer Cyd: box -1\n": "cannot be less than nothing",
    "row B: blue 6 | red 6\nplayer Cyd: box 40\n": "40 cheques; there are 36",
    "row B: blue 6 | red 6\nplayer Cyd: box 1.5\n": "Line 4: not understood",
    "row B: blue 6 | red 6\nhello\n": "Line 4: a colon is missing",
    "row B: blue 6\nrow B: red 6\n": "Line 4: not understood, or said twice",
    "row D: blue 6\n": "Line 3: not understood",
    "row B: blue 6 | red 6\nlength B: many\n": "a length is a number",
    "option colour: 3\nrow B: blue 6 | red 6\n": "unknown option",
    "row B: blue 6 | red 6\noption rounds: 2\noption rounds: 3\n": "Line 5: not understood, or said twice",
    "row B: blue 6 | red 6\nplayer Cyd: box 1, box 2\n": "Line 4: not understood, or said twice: box 2",
    "row B: blue 6 | red 6 | grey 1\nplayer Cyd: certificates grey grey\n": "Cyd: grey is said twice",
    "row B: gray 6 | red 6\n": "`red 5, blue 3 + roof 4`, in blue, green, yellow, red, purple, grey",
}


@pytest.mark.parametrize(("text", "told"), WRONG.items(), ids=WRONG.values())
def test_what_is_wrong_is_said(text: str, told: str) -> None:
    found = report(PLAYERS + text)
    assert any(told in problem for problem in found.problems), found.problems
    assert found.sheets == ()


def test_everything_wrong_is_said_at_once() -> None:
    found = report(PLAYERS + "row A: blue 6, red 6\nrow B: grey 1 | grey 1\nmayor: X\nbarrier 9: A\n")
    assert len(found.problems) >= 5


def test_a_building_that_cannot_be_read_is_the_only_thing_wrong() -> None:
    """Its colours are not missed: nobody knows them."""
    (problem,) = report(PLAYERS + "row B: blue 6, red 3 roof 4\n").problems
    assert problem.startswith("B1: not understood: 'blue 6, red 3 roof 4'")


def test_ties_go_to_the_cheques_only_where_hands_are_told() -> None:
    rows = "row B: blue 6 | red 3 | grey 3\n"
    ann, bob, cyd = (
        "player Ann: certificates blue, box 3",
        "player Bob: certificates red",
        "player Cyd: certificates grey",
    )

    def places(*hands: str) -> list[int]:
        lines = [line + hand for line, hand in zip((ann, bob, cyd), hands, strict=True)]
        return [sheet.place for sheet in report("\n".join([*lines, rows])).sheets]

    assert places("", "", "") == [1, 1, 1]  # a box alone decides nothing
    assert places(", hand 4", ", hand 9", "") == [2, 1, 1]
    assert places(", hand 4", ", hand 9", ", hand 20") == [3, 2, 1]


def test_colours_with_commas_a_minus_sign_and_small_row_letters() -> None:
    text = "player Ann: Certificates Blue, red, box 1\nplayer Bob: earlier −4\nrow b: blue 6 | red 5\n"
    assert totals(text) == [-10, -4]
    players = [{"name": "Ann", "certificates": ["Blue", "red"], "box": 1}, {"name": "Bob", "earlier": -4}]
    city = {"players": players, "rows": {"b": ["blue 6", "red 5"]}, "lengths": {"b": 4}, "mayor": None}
    assert totals(json.dumps(city)) == [-10, -4]


def test_number_of_players() -> None:
    assert report("player Ann: certificates blue\nrow B: blue 1\n").problems == ("There are 2 to 5 players, not 1.",)
    assert report("").problems == ("There are 2 to 5 players, not 0.",)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        '{"players": 3}',
        '{"players": [3]}',
        '{"players": [{"name": ""}]}',
        '{"players": [{"name": "A", "box": true}, {"name": "B"}]}',
        '{"players": [{"name": "A"}, {"name": "B"}], "rows": {"A": "blue 6"}}',
        '{"players": [{"name": "A"}, {"name": "B"}], "rows": {"Z": []}}',
        '{"players": [{"name": "A"}, {"name": "B"}], "lengths": {"A": 1.5}}',
        '{"players": [{"name": "A"}, {"name": "B"}], "city": []}',
        '{"game": "flip", "players": [{"name": "A"}, {"name": "B"}]}',
        '{"players": [{"name": "A"}, {"name": "B"}], "options": {"rounds": "x"}}',
        "[" * 5000,
        "{" * 5000,
        "player A:\n" * 9,
        "x" * 30_000,
    ],
)
def test_hostile_sheets_give_problems_not_errors(text: str) -> None:
    found = report(text)
    assert found.problems
    assert all(isinstance(problem, str) and problem for problem in found.problems)


def test_text_and_json_say_the_same() -> None:
    rows = {"B": ["blue 6, red 5 + roof 2", "red 4"]}
    text = PLAYERS + "row B: blue 6, red 5 + roof 2 | red 4\nmayor: B\n"
    players = [{"name": "Ann", "certificates": ["blue"]}, {"name": "Bob", "certificates": ["red"]}]
    assert totals(text) == totals(json.dumps({"players": players, "rows": rows, "mayor": "B"})) == [0, -34]


# The command ----------------------------------------------------------------------------------------------------


def test_the_command_scores_a_file_and_standard_input() -> None:
    example = EXAMPLES / "example-17.txt"
    printed = said("score", "estates", str(example))
    assert "1. Ann: 23 points" in printed
    assert "+24  A2, blue: 12 × 2, the mayor [estates.score.complete]" in printed
    assert "1. Ann: 23 очка" in said("score", "estates", "-", "--lang", "ru", stdin=example.read_text())
    found = json.loads(said("score", "estates", str(EXAMPLES / "final.json"), "--json"))
    assert [(each["name"], each["place"], each["total"]) for each in found] == [
        ("Ann", 1, 10),
        ("Bob", 2, 10),
        ("Cyd", 3, 2),
    ]


def test_the_command_lists_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(PLAYERS + "row A: blue 6, red 6\nmayor: X\n")
    run = kvartal("score", "estates", str(path))
    assert run.returncode == 2
    assert "A1 has white dirt" in run.stderr
    assert "The mayor stands before" in run.stderr
    assert kvartal("score", "estates", str(tmp_path / "none.txt")).returncode == 2
    assert kvartal("score", "flip", str(path)).returncode == 2
    path.write_bytes(b"\xef\xbb\xbf" + (EXAMPLES / "example-17.txt").read_bytes())  # as some editors save it
    assert said("score", "estates", str(path)) == said("score", "estates", str(EXAMPLES / "example-17.txt"))
    path.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in kvartal("score", "estates", str(path)).stderr
