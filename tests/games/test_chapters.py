"""The rules as somebody learns them: chapter by chapter, and none is left out or told twice."""

import pytest

from kvartal.engine.rule import Chapter, Rule, in_chapters
from kvartal.games import shelf

TOLD = {key: game for key, game in shelf().items() if game.chapters}


def test_rules_are_told_by_chapters_and_what_is_left_comes_last() -> None:
    rules = [Rule("x.buy.money", ""), Rule("x.end", ""), Rule("x.buy.once", ""), Rule("x.tie", "")]
    buying, ending = Chapter("Buying", about=("buy",)), Chapter("The end", about=("end",))
    assert in_chapters(rules, [buying, ending]) == [
        (buying, [rules[0], rules[2]]),
        (ending, [rules[1]]),
        (None, [rules[3]]),
    ]
    assert in_chapters(rules, []) == [(None, rules)]


@pytest.mark.parametrize("key", TOLD)
def test_every_rule_belongs_to_one_chapter(key: str) -> None:
    game = TOLD[key]
    topics = [topic for chapter in game.chapters for topic in chapter.about]
    assert len(topics) == len(set(topics))
    assert {rule.topic for rule in game.rules} == set(topics)


def test_the_games_of_the_project_are_told_by_chapters() -> None:
    assert {key for key, game in shelf().items() if game.folder.parent.name == "games"} == set(TOLD)
