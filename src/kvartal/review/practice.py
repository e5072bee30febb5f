"""Practice: one's own worst moments as exercises. Each is a function of what the player knew at that moment, and holds
nothing else of the match: no names, no cards that were not seen."""

from collections.abc import Mapping
from typing import Any

from kvartal.engine.game import Game
from kvartal.engine.reasons import one_turn
from kvartal.engine.view import View
from kvartal.review.decisions import Difference
from kvartal.review.exercise import Exercise
from kvartal.review.puzzle import BadPuzzle, Turn, read, settled, turn_of, walked, written
from kvartal.review.review import Review

MOST = 5  # of one review, the worst first


def exercises(review: Review) -> list[tuple[int, Exercise]]:
    """The moments that were graded, each with its step: what was played gave something away for certain."""
    found = []
    for each in sorted(review.decisions, key=lambda each: -each.lost.mean):
        if not each.grade:
            continue
        step = each.turn.steps[0]
        view = settled(review.match.at(step).view(review.seat))
        best, mine = whole(view, each.best), whole(view, each.turn.codes)
        if walked(view, best).where() != walked(view, mine).where():
            found.append((step, Exercise(view, best, each.lost, each.by_points, mine)))
    return found[:MOST]


def whole(view: View, codes: Turn) -> Turn:
    """The turn to its end."""
    return walked(view, one_turn(view, codes)).finish()


def as_dict(exercise: Exercise) -> dict[str, Any]:
    notation = exercise.view.setup.notation
    return {
        "game": exercise.view.setup.game.key,
        **written(exercise.view),
        "answer": [notation[code] for code in exercise.answer],
        "played": [notation[code] for code in exercise.played],
        "by": "points" if exercise.by_points else "share",
        "lost": round(exercise.lost.mean, 4),
        "error": round(exercise.lost.error, 4),
    }


def from_dict(game: Game, given: Mapping[str, Any]) -> Exercise:
    view = read(game, given)
    try:
        answer, played = (turn_of(view, given[name]) for name in ("answer", "played"))
        lost = Difference(float(given["lost"]), float(given["error"]))
        return Exercise(view, answer, lost, given["by"] == "points", played)
    except (KeyError, ValueError, TypeError) as error:
        raise BadPuzzle(f"an exercise of {game.key} cannot be used: {error}") from None
