"""An exercise in words: what is asked, how a turn compares with the answer, and why that is the answer.

A puzzle is one, and so is a moment of one's own that could have been played better.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kvartal.engine.reasons import told
from kvartal.engine.view import View
from kvartal.review.advice import moves
from kvartal.review.decisions import Difference, mean
from kvartal.review.mining import compared
from kvartal.review.puzzle import Puzzle, Turn, walked
from kvartal.review.told import between, words

MOST_REASONS = 4
WORLDS = 64  # in which a turn that nobody has looked at before is compared with the answer


@dataclass(frozen=True)
class Exercise:
    """A turn to be found. `played`: what was played there, and gave away `lost`; (): it is a puzzle, and every other
    turn gives away at least that."""

    view: View
    answer: Turn
    lost: Difference
    by_points: bool
    played: Turn = ()
    missed: tuple[int, ...] = ()

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Exercise":
        return cls(puzzle.view, puzzle.answer, puzzle.margin, puzzle.by_points, (), puzzle.missed)

    def solved_by(self, codes: Sequence[int]) -> bool:
        """Does a whole turn lead to where the answer leads?"""
        walk = walked(self.view, codes)
        return walk.over and walk.where() == walked(self.view, self.answer).where()


def task(exercise: Exercise, lang: str) -> str:
    say = words(lang)
    if exercise.played:
        return say("Here you played: {moves}. Find a better turn.", moves=moves(exercise.view, exercise.played, lang))
    return say("Find the best turn. From what you know it is better than every other, on average and for certain.")


def grade(missed: Sequence[int], lang: str) -> str:
    """How hard a puzzle is."""
    say = words(lang)
    levels = ", ".join(map(str, missed))
    stars = "★" * max(1, len(missed)) + "☆" * (5 - max(1, len(missed)))
    return say("{stars} missed by bots of level {levels}", stars=stars, levels=levels)


def verdict(exercise: Exercise, turn: Turn, lang: str, lost: Difference | None = None) -> str:
    """What is said of a whole turn. `lost`: what it gives away beside the answer, where that has been looked at."""
    say, own = words(lang), moves(exercise.view, turn, lang)
    if exercise.solved_by(turn):
        return say("Solved: {moves}.", moves=own)
    if lost is not None:
        shown = between(lost, exercise.by_points)
        if as_good(exercise, lost) and exercise.by_points:
            return say("Solved, as good as mine: {moves} (gives away {n} points).", moves=own, n=shown)
        if as_good(exercise, lost):
            return say("Solved, as good as mine: {moves} (gives away {n} of winning).", moves=own, n=shown)
        if exercise.by_points:
            return say("Not the best turn: {moves} gives away {n} points.", moves=own, n=shown)
        return say("Not the best turn: {moves} gives away {n} of winning.", moves=own, n=shown)
    if exercise.played and same(exercise, turn):
        return say("That is what you played then: {moves}.", moves=own)
    return say("Not the best turn: {moves}.", moves=own)


def open_to_question(exercise: Exercise, turn: Turn) -> bool:
    """Is it another turn than the answer and the one that was played? Of a puzzle every other is worse for certain."""
    return bool(exercise.played) and not exercise.solved_by(turn) and not same(exercise, turn)


def beside(view: View, answer: Turn, turn: Turn) -> Difference:
    """What a turn gives away beside the answer. Always in as many worlds: whoever tries again hears the same."""
    return mean(compared(view, answer, turn, 0, WORLDS, 0))


def as_good(exercise: Exercise, lost: Difference) -> bool:
    """Nothing is given away for certain, and at most half of what was given away then."""
    return not lost.sure and lost.mean <= exercise.lost.mean / 2


def same(exercise: Exercise, turn: Turn) -> bool:
    return walked(exercise.view, turn).where() == walked(exercise.view, exercise.played).where()


def why(exercise: Exercise, lang: str) -> list[str]:
    """The answer: what it is good for, and what the others give away."""
    say, view = words(lang), exercise.view
    lines = [say("I would: {moves}", moves=moves(view, exercise.answer, lang))]
    if reasons := told(view.reasons(exercise.answer, lang)[:MOST_REASONS]):
        lines.append(reasons)
    lost = between(exercise.lost, exercise.by_points)
    if exercise.played:
        then = moves(view, exercise.played, lang)
        if exercise.by_points:
            lines.append(say("{moves}: gave away {n} points", moves=then, n=lost))
        else:
            lines.append(say("{moves}: gave away {n} of winning", moves=then, n=lost))
    elif exercise.by_points:
        lines.append(say("Every other turn gives away at least {n} points.", n=lost))
    else:
        lines.append(say("Every other turn gives away at least {n} of winning.", n=lost))
    return lines
