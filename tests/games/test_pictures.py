"""Rules in pictures: those that newcomers ask about have one, and what it shows is true of a game."""

import re
import xml.etree.ElementTree as ET

import pytest

from kvartal.engine.game import Game
from kvartal.engine.picture import HALF, WHOLE, before, show
from kvartal.engine.words import LANGUAGES
from kvartal.games import ROOMS, games

OURS = [game for game in games() if game.folder.parent == ROOMS]
TWELVE = 12  # rules that a newcomer wants to see


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.key)
def test_twelve_rules_of_every_game_are_seen(game: Game) -> None:
    seen = {picture.rule for picture in game.pictures}
    assert len(seen) >= TWELVE
    assert seen <= {rule.id for rule in game.rules}
    assert sum(picture.wrong for picture in game.pictures) >= TWELVE / 2


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.key)
def test_what_is_right_is_played_and_what_is_wrong_is_refused_by_its_rule(game: Game) -> None:
    for picture in game.pictures:
        match = before(game, picture)
        assert match.problems() == [], picture.said
        refused = match.refusal(picture.seat, picture.move) if picture.move else None
        assert (refused.rule.id if refused else "") == (picture.rule if picture.wrong else ""), picture.said


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.key)
def test_right_and_wrong_of_a_rule_stand_side_by_side(game: Game) -> None:
    right, wrong = ({picture.rule for picture in game.pictures if picture.wrong == each} for each in (False, True))
    assert wrong <= right


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.key)
def test_a_picture_is_drawn_for_eyes_and_named_for_ears(game: Game) -> None:
    for picture in game.pictures:
        names = set()
        for lang in LANGUAGES:
            said, svg, wide = show(game, picture, game.words(lang))
            drawn = ET.fromstring(svg)  # noqa: S314 — our own text
            assert "{" not in said
            assert said in drawn.attrib["aria-label"]
            assert drawn.attrib["viewBox"].split()[2] == str(WHOLE if wide else HALF)
            assert len(list(drawn.iter())) > 10, "something is to be seen"
            assert not re.search(r'url\(#|href=|data-move|tabindex| id="', svg), (
                "it needs nothing of the page around it"
            )
            names.add(said)
        assert len(names) == len(LANGUAGES), said


COUNTED = {  # worked out by hand from the printed numbers
    "welcome.score.parks": ["2"],  # one box crossed in street 1: 0, then 2
    "welcome.score.estates": ["3", "0"],  # no box of size 3 crossed; not complete
    "estates.score.complete": ["20"],  # 5 + roof 4, 6 + 2 + roof 3
    "estates.score.incomplete": ["−17"],  # 5 + roof 4, 6 + 2: against the holder
    "house.score.complete": ["4", "0"],
}


def test_points_in_a_picture_are_those_of_the_score_sheet() -> None:
    told: dict[str, list[str]] = {}
    for game in OURS:
        for picture in game.pictures:
            if "{points}" in picture.said:
                said = show(game, picture, game.words("en")).said
                told.setdefault(picture.rule, []).extend(re.findall(r"−?\d+", said))
    assert told == COUNTED
