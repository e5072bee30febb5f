"""Practice: exercises are one's own graded moments, from what one knew; they come back later and later."""

from functools import cache

import pytest

import kvartal
from kvartal.bots import Budget, ask, bot
from kvartal.engine.match import Match
from kvartal.review import Depth, Review, review
from kvartal.review.exercise import open_to_question, task, verdict, why
from kvartal.review.practice import MOST, as_dict, exercises, from_dict
from kvartal.review.puzzle import BadPuzzle, walked
from kvartal.review.spacing import RESTS, Place, after, first

NOW = 1_800_000_000_000


@cache
def reviewed() -> Review:
    """Of a player who passes whenever that is possible: mistakes are plenty."""
    found = kvartal.new("flip", players=2, seed=1, turn_cap=25, names=["Ann", "Боб"])
    rival = bot("greedy", 1, 2)
    while not found.over:
        seat = found.waiting[0]
        moves = found.moves(seat)
        lazy = next((move for move in moves if str(move) in ("pass", "stop")), moves[0])
        found.play(seat, lazy if seat == 0 else ask(rival, found.view(seat), Budget()))
    return review(found, 0, Depth(games=16, worlds=128, thoughts=200))


def test_the_worst_moments_become_exercises_that_hold_only_what_was_known() -> None:
    made = reviewed()
    found = exercises(made)
    assert 1 <= len(found) <= MOST
    graded = {each.turn.steps[0]: each for each in made.decisions if each.grade}
    losses = [each.lost.mean for _, each in found]
    assert losses == sorted(losses, reverse=True)
    for step, each in found:
        assert step in graded
        assert each.view == made.match.at(step).view(0)
        assert each.view.names != made.match.names  # nobody's name is kept
        assert "Боб" not in str(as_dict(each))
        assert walked(each.view, each.answer).where() != walked(each.view, each.played).where()
        assert each.solved_by(each.answer)
        assert not each.solved_by(each.played)


def test_an_exercise_is_read_as_it_was_written() -> None:
    for _, each in exercises(reviewed()):
        written = as_dict(each)
        assert as_dict(from_dict(each.view.setup.game, written)) == written
    with pytest.raises(BadPuzzle, match="cannot be used"):
        from_dict(each.view.setup.game, {**written, "played": ["fly"]})
    with pytest.raises(BadPuzzle, match="cannot be used"):
        from_dict(each.view.setup.game, {name: value for name, value in written.items() if name != "lost"})


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_an_exercise_says_what_was_played_and_what_was_better(lang: str) -> None:
    (_, each), *_ = exercises(reviewed())
    said = [task(each, lang), verdict(each, each.played, lang), verdict(each, each.answer, lang), *why(each, lang)]
    assert not any("{" in line for line in said)
    assert len(set(said)) == len(said)
    assert not open_to_question(each, each.played)
    assert not open_to_question(each, each.answer)


def test_what_is_solved_rests_longer_each_time_and_what_is_not_comes_back_soon() -> None:
    place = first(NOW)
    assert place == Place(0, NOW)
    rests = []
    for _ in range(len(RESTS) + 2):
        solved = after(place, True, place.due)
        rests.append(solved.due - place.due)
        place = solved
    assert rests == [*RESTS[1:], RESTS[-1], RESTS[-1], RESTS[-1]]
    assert rests == sorted(rests)
    failed = after(place, False, NOW)
    assert failed == Place(0, NOW + RESTS[0])


def test_who_solves_it_again_before_it_is_due_has_proven_nothing() -> None:
    place = Place(2, NOW + 1000)
    assert after(place, True, NOW) == place
    assert after(place, True, NOW + 1000).box == 3


def test_a_match_without_mistakes_gives_no_exercises() -> None:
    match: Match = reviewed().match
    short = review(match.at(0), 0, Depth(games=4, worlds=4, thoughts=4))
    assert exercises(short) == []
