"""What the marks of a lesson say is so on its table."""

import pytest

from games.welcome.table import WELCOME
from kvartal.engine.coach import SEAT, Lesson, lesson_of
from kvartal.engine.match import Match
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.text import coach

STARRED = [each for each in coach.LESSONS if coach.STARS in each.marks]


def confirmed(lesson: Lesson) -> tuple[Match, int]:
    """Its first turn, led by the marks until it is confirmed, and the kind of the third card."""
    match, third = Match(lesson.set_up(WELCOME), lesson.fair(WELCOME)), -1
    while match.view(SEAT).known.cells[at.ROUND] == 1 and SEAT in match.waiting:
        view = match.view(SEAT)
        code = next(each.code for each in lesson.told(view) if each.code is not None)
        if view.setup.notation[code] == "done":
            hand = view.setup.tables.hand_at  # type: ignore[attr-defined]
            unused = 3 - coach.mine(view, at.CARD_N) - coach.mine(view, at.CARD_E)
            third = coach.mine(view, hand + unused)
        match.play(SEAT, code)
    return match, third


@pytest.mark.parametrize("lesson", STARRED, ids=lambda lesson: lesson.name)
def test_where_plans_with_a_star_are_told_of_one_lies_open(lesson: Lesson) -> None:
    match = Match(lesson.set_up(WELCOME), lesson.fair(WELCOME))
    names = WELCOME.plan_names(match.setup.tables)
    edition = match.setup.options["edition"]
    plans = [names[match.view(SEAT).known.cells[at.PLANS_AT + i]] for i in range(3)]
    assert any(match.setup.data.get_value(f"plans_{edition}.{plan}.starred") for plan in plans)


def test_the_third_card_of_the_lesson_against_a_rival_lies_on_its_pile() -> None:
    match, third = confirmed(lesson_of(WELCOME, "rival"))
    cells = match.view(SEAT).known.cells
    assert cells[at.RIVAL_SIZE] == 1
    assert cells[match.setup.tables.rival_pile] == third  # type: ignore[attr-defined]


def test_the_third_card_of_the_lesson_of_the_draft_goes_to_the_neighbour() -> None:
    match, third = confirmed(lesson_of(WELCOME, "draft"))
    while match.view(SEAT).known.cells[at.ROUND] == 1:
        match.play(1, WELCOME.greedy(match.view(1)))
    tables = match.setup.tables
    hand = tables.seats + tables.stride + tables.hand_at  # type: ignore[attr-defined]
    assert match.view(1).known.cells[hand] == third, "what was passed on lies first"
