"""What the end of a game says about who won, and why."""

import msgspec
import pytest

from kvartal.engine.score import Line, Score
from kvartal.engine.words import LANGUAGES, words
from kvartal.games import shelf
from kvartal.server.live.frame import TableShown
from kvartal.web.ending import end
from kvartal.web.html import Html
from kvartal.web.visit import WEB


def told(
    points: list[int], winners: list[int], lang: str = "en", rule: str = "estates.end.rows", lines: bool = True
) -> str:
    table = {
        "id": "x",
        "game": "estates",
        "rules": 1,
        "options": {},
        "data": {},
        "status": "finished",
        "host": "",
        "seats": [{"kind": "open"}] * len(points),
        "public": False,
        "watchable": True,
        "pace": {},
        "late": "",
        "help": True,
        "muted": [],
        "result": {"winners": winners, "points": points, "rule": rule, "ranking": [winners]},
    }
    frame = msgspec.convert(table, TableShown)
    line = Line(shelf()["estates"].rule(rule), 1, "a line")
    scores = [Score(seat, (line,) if lines or seat in winners else ()) for seat in range(len(points))]
    return end(frame, words(lang, WEB), Html(), scores, (), sees=True)


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ([44, 23, 23], "44 points; the next has 23."),
        ([-3, -10], "−3 points; the next has −10."),
        ([23, 23, 5], "23 points, as many as the next."),
        ([14, 17], "14 points; somebody else has 17."),
    ],
)
def test_it_is_said_by_how_much_or_that_points_alone_did_not_decide(points: list[int], said: str) -> None:
    assert f"<p>{said}</p>" in told(points, [0])


def test_where_only_whoever_moves_has_points_nobody_is_next() -> None:
    assert "the next" not in told([8, 0, 0], [0], lines=False)
    assert "8 points; the next has 0." in told([8, 0, 0], [0])


def test_a_tie_names_the_rule_that_decides_it() -> None:
    assert "A tie goes to whoever has more cheques" in told([23, 23, 5], [0])
    assert "A tie goes" not in told([23, 5, 5], [0])
    assert "A tie goes" not in told([23, 23], [0], rule="estates.end.wins")  # no tie: two won rounds decide
    for each in shelf().values():
        for options in ({}, {"variant": "expert"}):
            assert all(each.rule(tie).text for tie in each.ties(options, ""))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_said_of_points_where_there_are_none(lang: str) -> None:
    assert told([0, 0], [0], lang).count("<p") == 2  # who, and why
    assert told([12], [0], lang).count("<p") == 2
    assert told([12, 12], [0, 1], lang).count("<p") == 2
