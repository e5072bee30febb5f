"""First games with marks: every way that differs has one, the deal never changes, and a record proves it."""

from itertools import pairwise

import pytest

from kvartal.engine.coach import HINT, SEAT, Lesson, lesson_for, lesson_of
from kvartal.engine.conformance import coach_laws
from kvartal.engine.conformance.findings import Findings
from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.engine.reading import parse
from kvartal.engine.record import Record
from kvartal.engine.replay import verify
from kvartal.engine.words import LANGUAGES
from kvartal.games import ROOMS, games
from kvartal_toy.game import ToyTown

OURS = [game for game in games() if game.folder.is_relative_to(ROOMS)]
LESSONS = [pytest.param(game, lesson, id=f"{game.key} {lesson.name}") for game in OURS for lesson in game.lessons]
LONGEST = 250  # letters of what a mark says: a bubble on a phone


def begun(game: Game, lesson: Lesson) -> Match:
    return Match(lesson.set_up(game), lesson.fair(game))


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.key)
def test_every_preset_and_playing_alone_can_be_learned(game: Game) -> None:
    presets = {each.name for each in game.presets}
    taught = [(way, min(lesson.players, 2)) for lesson in game.lessons for way in (lesson.preset, *lesson.also) if way]
    assert {way for way, players in taught if players > 1} == presets
    assert sorted(taught) == sorted(set(taught)), "one lesson to begin with, not two"
    assert (1 in game.seats) == any(lesson.players == 1 for lesson in game.lessons)
    assert game.lessons[0].players == max(2, game.seats.start), "the usual way comes first"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.key)
def test_the_lesson_to_begin_with_is_the_one_of_the_preset_that_is_played_alone_or_with_others(game: Game) -> None:
    for lesson in game.lessons:
        for preset in (lesson.preset, *lesson.also):
            assert lesson_for(game.set_up(lesson.players, preset=preset)) is lesson
    assert lesson_for(game.set_up(max(game.seats))) is game.lessons[0]


def test_options_of_ones_own_begin_with_the_lesson_of_the_nearest_preset_and_a_game_without_lessons_with_none() -> None:
    welcome = next(game for game in OURS if game.key == "welcome")
    own = welcome.set_up(3, {"edition": "2018", "roundabouts": True, "plans": "mixed", "reshuffle": "off"})
    assert lesson_for(own) is lesson_of(welcome, "expert")
    assert lesson_for(welcome.set_up(1, {"edition": "2023", "rival": 4})) is lesson_of(welcome, "rival")
    assert lesson_for(ToyTown().set_up()) is None


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_whoever_follows_the_marks_reaches_their_end_on_every_screen_and_in_every_language(
    game: Game, lesson: Lesson
) -> None:
    findings = Findings(game.key, game)
    coach_laws.follow(findings, game.set_up(), lesson)
    assert [str(each) for each in findings.found] == []
    assert 6 <= len(lesson.marks) <= 8
    assert lesson.marks[-1].at == HINT, "the rest is played with hints"


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_whoever_learns_begins_and_the_deal_is_always_the_same(game: Game, lesson: Lesson) -> None:
    first, second = begun(game, lesson), begun(game, lesson)
    assert SEAT in first.waiting
    assert first.view(SEAT) == second.view(SEAT)
    others = [each.fair(game).commitment for each in game.lessons if each is not lesson]
    assert lesson.fair(game).commitment not in others


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_the_record_of_a_lesson_is_verified_like_any_other(game: Game, lesson: Lesson) -> None:
    match = begun(game, lesson)
    for _ in range(20):
        seat = match.waiting[0]
        match.play(seat, game.greedy(match.view(seat)))
    verdict = verify(game, parse(Record.of(match).text()))
    assert verdict.ok, verdict.message


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_a_mark_says_little_and_none_says_what_another_says(game: Game, lesson: Lesson) -> None:
    for lang in LANGUAGES:
        texts = [game.words(lang)(mark.text) for mark in lesson.marks]
        assert all(0 < len(text) <= LONGEST for text in texts), max(texts, key=len)
        assert all(one != other for one, other in pairwise(sorted(texts)))


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_whoever_only_watches_is_shown_no_mark(game: Game, lesson: Lesson) -> None:
    assert lesson.told(begun(game, lesson).view(None)) == []


def test_a_lesson_that_is_not_there_says_which_one_may_be_meant() -> None:
    game = OURS[0]
    with pytest.raises(BadSetup, match="did you mean"):
        lesson_of(game, game.lessons[0].name + "x")
