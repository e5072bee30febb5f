"""Puzzles: every set loads, hides nothing that it holds, and is right with other luck too; what is wrong is said."""

import dataclasses
from io import StringIO
from pathlib import Path

import pytest

from kvartal.engine.game import Game
from kvartal.engine.view import View
from kvartal.games import ROOMS, game, games
from kvartal.review.exercise import Exercise, grade, task, verdict, why
from kvartal.review.mining import Wish, puzzle_at, spread_at_start, verified
from kvartal.review.puzzle import (
    BadPuzzle,
    Mined,
    Puzzle,
    Walk,
    as_dict,
    from_dict,
    puzzles_of,
    read_set,
    set_text,
    walked,
    whole_turns,
)
from kvartal.terminal.lines import Lines
from kvartal.terminal.puzzling import Puzzling

OURS = [each for each in games() if each.folder.is_relative_to(ROOMS)]
EACH = [pytest.param(each, id=each.key) for each in OURS]
OTHER_LUCK, WORLDS = 20261118, 512  # of the sample that is verified here


@pytest.mark.parametrize("box", EACH)
def test_every_game_has_puzzles_of_several_ways_of_playing(box: Game) -> None:
    puzzles = puzzles_of(box)
    assert 8 <= len(puzzles) <= 12
    assert len({(each.setup.players, each.setup.digest) for each in puzzles}) >= 3
    assert len({each.view for each in puzzles}) == len(puzzles)
    assert all(each.missed and each.margin.mean > 2 * each.margin.error >= 0 for each in puzzles)
    assert len({each.grade for each in puzzles}) >= 2
    assert all(each.missed == tuple(range(1, each.grade + 1)) for each in puzzles)


@pytest.mark.parametrize("box", EACH)
def test_a_puzzle_holds_what_its_seat_may_know_and_nothing_else(box: Game) -> None:
    """Whatever is dealt for what is hidden, the seat knows the same: so nothing of it is in the file."""
    for puzzle in puzzles_of(box):
        seat = puzzle.view.seat
        assert seat is not None
        for world in range(3):
            assert puzzle.view.imagine(world).known(seat).encode() == puzzle.view.encode()


@pytest.mark.parametrize("box", EACH)
def test_the_answer_is_a_whole_legal_turn_and_another_one_than_the_second(box: Game) -> None:
    for puzzle in puzzles_of(box):
        answer, second = walked(puzzle.view, puzzle.answer), walked(puzzle.view, puzzle.second)
        assert answer.over
        assert second.over
        assert answer.where() != second.where()
        assert Exercise.of(puzzle).solved_by(puzzle.answer)
        assert not Exercise.of(puzzle).solved_by(puzzle.second)


@pytest.mark.parametrize("box", EACH)
def test_the_puzzle_with_the_fewest_turns_of_each_set_is_verified_with_other_luck(box: Game) -> None:
    puzzle = min(puzzles_of(box), key=lambda each: each.turns)
    assert not verified(puzzle, WORLDS, OTHER_LUCK)


def test_a_wrong_answer_is_not_verified() -> None:
    puzzle = min(puzzles_of(game("flip")), key=lambda each: each.turns)
    assert verified(dataclasses.replace(puzzle, answer=puzzle.second), WORLDS, OTHER_LUCK)


def test_mining_finds_a_planted_puzzle_and_none_where_all_turns_are_alike() -> None:
    """A view whose puzzle is known gives it again; a wish that nothing can fulfil gives none."""
    hard = [each for each in puzzles_of(game("flip")) if each.grade == 4]  # level 5 finds it
    known = min(hard, key=lambda each: each.turns)
    spread = spread_at_start(known.setup)
    wish = Wish(certain=2.0, least=0.02)
    found = puzzle_at(known.view, wish, spread, OTHER_LUCK)
    assert found is not None
    assert walked(known.view, found.answer).where() == walked(known.view, known.answer).where()
    assert found == puzzle_at(known.view, wish, spread, OTHER_LUCK)
    assert puzzle_at(known.view, dataclasses.replace(wish, least=10), spread, OTHER_LUCK) is None
    assert puzzle_at(known.view, dataclasses.replace(wish, most=1), spread, OTHER_LUCK) is None


def test_whole_turns_lead_to_different_places_and_no_further() -> None:
    puzzle = min(puzzles_of(game("welcome")), key=lambda each: each.turns)
    ways = whole_turns(puzzle.view, 1000)
    assert ways is not None
    assert len(ways) == puzzle.turns
    for place, codes in ways.items():
        walk = walked(puzzle.view, codes)
        assert walk.over
        assert walk.where() == place
        with pytest.raises(BadPuzzle, match="the turn is over"):
            walk.move(codes[0])
    assert whole_turns(puzzle.view, 1) is None


# Sets as text -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("box", EACH)
def test_a_set_is_written_as_it_was_read(box: Game) -> None:
    text = (box.folder / "puzzles.toml").read_text("utf-8")
    puzzles, mined = read_set(box, text)
    assert set_text(box, puzzles, mined) == text
    more = [*mined, Mined.of(puzzles[0].setup, 7)]
    assert read_set(box, set_text(box, puzzles, more)) == (puzzles, more)


def one() -> dict[str, object]:
    return as_dict(puzzles_of(game("flip"))[0])


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"answer": ["fly"]}, "engine.move.unknown"),
        ({"answer": []}, "not a whole turn"),
        ({"answer": ["pass"] * 65}, "at most 64 moves"),
        ({"seat": 9}, "names no seat"),
        ({"seat": True}, "names no seat"),
        ({"view": "not base64"}, "cannot be used"),
        ({"view": "AQEB"}, "cells"),
        ({"tables": "0" * 16}, "other rules"),
        ({"players": 99}, "cannot be used"),
        ({"options": {"nothing": 1}}, "cannot be used"),
        ({"options": 5}, "cannot be used"),
        ({"missed": [0]}, "levels are 1 to 5"),
        ({"margin": "much"}, "cannot be used"),
    ],
)
def test_a_puzzle_that_cannot_be_says_why(changed: dict[str, object], said: str) -> None:
    with pytest.raises(BadPuzzle, match=said):
        from_dict(game("flip"), {**one(), **changed})


def test_a_set_that_cannot_be_read_says_why() -> None:
    box = game("flip")
    for text, said in (
        ("[[puzzle", "not a set of puzzles"),
        ('game = "estates"', "not of flip"),
        ('game = "flip"\npuzzle = 5', "not a set of puzzles"),
        ('game = "flip"\n[[puzzle]]\nseat = 0', "says nothing about"),
        ("#" * 2_000_001, "at most"),
    ):
        with pytest.raises(BadPuzzle, match=said):
            read_set(box, text)


# In words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
@pytest.mark.parametrize("box", EACH)
def test_what_is_said_of_an_exercise_has_no_gaps(box: Game, lang: str) -> None:
    puzzle = puzzles_of(box)[0]
    exercise = Exercise.of(puzzle)
    said = [task(exercise, lang), grade(puzzle.missed, lang), *why(exercise, lang)]
    said += [verdict(exercise, turn, lang) for turn in (puzzle.answer, puzzle.second)]
    assert all(said)
    assert not any("{" in each for each in said)
    assert len(set(said)) == len(said)


def spoken(puzzle: Puzzle, typed: str, capsys: pytest.CaptureFixture[str]) -> tuple[Puzzling, str]:
    puzzling = Puzzling([puzzle, puzzle], "en", Lines(StringIO(typed)))
    puzzling.run()
    return puzzling, capsys.readouterr().out


def test_a_puzzle_is_solved_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = puzzles_of(game("welcome"))[0]
    notation = puzzle.setup.notation
    right, wrong = ("\n".join(notation[code] for code in turn) for turn in (puzzle.answer, puzzle.second))
    puzzling, told = spoken(puzzle, f"{wrong}\nfly\n?\n{notation[puzzle.second[0]]}\nundo\n{right}\nshow\n", capsys)
    assert puzzling.solved == 1
    assert "Not the best turn" in told
    assert "Type a number or a move" in told
    assert "take back the last move" in told
    assert told.count("Every other turn gives away") == 2  # solved, and shown
    assert "Solved: 1 of 2" in told
    assert "Solved: 0 of 2" in spoken(puzzle, "next\nquit\n", capsys)[1]
    assert "Solved: 0 of 2" in spoken(puzzle, "", capsys)[1]  # the input has ended
    Puzzling([], "en", Lines(StringIO())).run()
    assert "no puzzles" in capsys.readouterr().out


def test_a_walk_shows_what_the_seat_sees_on_the_way() -> None:
    puzzle = max(puzzles_of(game("welcome")), key=lambda each: len(each.answer))
    walk = Walk(puzzle.view)
    for code in puzzle.answer:
        seen = walk.now()
        assert isinstance(seen, View)
        assert seen.seat == puzzle.view.seat
        assert code in seen.codes()
        walk.move(code)
    assert walk.over


def test_a_game_without_a_set_has_no_puzzles(tmp_path: Path) -> None:
    class Bare(type(game("flip"))):  # type: ignore[misc]
        folder = tmp_path

    assert puzzles_of(Bare()) == ()
