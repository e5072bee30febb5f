"""The first game by doing, in a real browser: who presses what is ringed comes to the end of the guided part."""

from collections.abc import Callable
from itertools import cycle

import pytest
from browser import DESK, HERE, PHONE, Person, my_turn, serious
from playwright.sync_api import Page, expect

from kvartal.engine.coach import Lesson
from kvartal.engine.game import Game
from kvartal.games import ROOMS, games

ACROSS = {"width": 740, "height": 360}
NEWCOMER = (HERE / "newcomer.js").read_text("utf-8")
# Every lesson with something of its own to say, on one screen and in one language, each of these several times
SCREENS = cycle([("uk", PHONE), ("en", ACROSS), ("ru", PHONE), ("uk", ACROSS), ("en", DESK)])


def with_own_marks(game: Game) -> list[Lesson]:
    """A lesson that only says what earlier ones say is followed by the law `lessons`, which needs no browser."""
    found, said = [], set[str]()
    for lesson in game.lessons:
        texts = {mark.text for mark in lesson.marks}
        if texts - said:
            found.append(lesson)
        said |= texts
    return found


LESSONS = [
    pytest.param(f"{game.key}/{lesson.name}", *screen, id=f"{game.key} {lesson.name} {screen[0]} {screen[1]['width']}")
    for (game, lesson), screen in zip(
        [(game, lesson) for game in games() if game.folder.is_relative_to(ROOMS) for lesson in with_own_marks(game)],
        SCREENS,
        strict=False,
    )
]


def learns(me: Person, lesson: str) -> Page:
    page = me.go(f"/rules/{lesson.partition('/')[0]}")
    page.click(f"[data-learn='{lesson}']")
    page.wait_for_selector("#coach:not([hidden])")
    return page


@pytest.mark.parametrize(("lesson", "lang", "size"), LESSONS)
def test_the_guided_part_is_passed_by_pressing_what_is_ringed(
    person: Callable[..., Person], lesson: str, lang: str, size: dict[str, int]
) -> None:
    me = person(lang, size, has_touch=size is not DESK, guided=False)
    page = learns(me, lesson)
    page.evaluate(NEWCOMER)
    page.wait_for_function("() => newcomer.done || newcomer.wrong.length", polling=100)
    assert page.evaluate("newcomer.wrong") == []
    assert page.evaluate("newcomer.marks") >= 6
    expect(page.locator("#coach")).to_be_hidden()
    assert not page.locator("#end section").count(), "the game goes on"
    assert page.locator("#hint").is_visible(), "with hints"
    assert page.locator("#guide").is_hidden(), "one guide, not two"


def test_a_lesson_can_be_left_and_taken_up_again_at_any_step(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = learns(me, "flip/two")
    said, count = page.locator("#coachtext"), page.locator("#coachcount")
    page.click("#coachnext")
    expect(count).to_have_text("2 / 8")
    told = said.inner_text()
    page.reload()
    expect(said).to_have_text(told)
    page.click("#coachleave")
    expect(page.locator("#coach")).to_be_hidden()
    expect(page.locator("#coachring")).to_be_hidden()
    page.reload()
    my_turn(page)
    assert page.locator("#coach").is_hidden(), "who has left is left alone"
    page.click("#showguide")
    expect(said).to_have_text(told)
    with page.expect_response("**/why*"):  # what is not ringed can be done and looked at all the same
        page.hover("#flip-supply-store")
    page.locator("#do-0").click()
    expect(count).to_have_text("3 / 8")
    page.click("#undo")
    expect(page.locator("#toast")).to_be_visible()


def test_marks_go_by_keys_and_are_told_to_whoever_listens(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = learns(me, "flip/solo")
    assert page.get_attribute("#coachtext", "role") == "status"
    assert page.get_attribute("#coach", "aria-label")
    assert not serious(me)
    page.keyboard.press("n")
    expect(page.locator("#coachcount")).to_have_text("2 / 8")
    expect(page.locator("#coachring")).to_be_visible()
    page.keyboard.press("n")
    expect(page.locator("#do-0")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#coachcount")).to_have_text("3 / 8")
    page.focus("#coachnext")
    page.keyboard.press("Enter")
    expect(page.locator("#coachcount")).to_have_text("4 / 8")
    expect(page.locator("#coachgo")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#coach")).to_be_hidden()
    page.keyboard.press("t")  # the board as text: what is to be pressed stands among the moves in words
    page.click("#showguide")
    expect(page.locator("#coach")).to_be_visible()
    expect(page.locator("#coachring")).to_be_visible()


def test_a_lesson_says_that_its_deal_is_for_teaching_and_that_nothing_counts(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    page = me.go("/")
    page.click("article.first [data-learn]")
    page.wait_for_selector("#coach:not([hidden])")
    assert "навчальна роздача" in page.inner_text("#coach")
    page.wait_for_selector("#players .helping", state="attached")
    assert "ніде не рахується" in page.text_content("#players")  # type: ignore[operator]
    me.fits()


def test_at_an_ordinary_table_the_guide_offers_to_learn_by_playing(person: Callable[..., Person]) -> None:
    me = person("en", DESK, guided=False)
    page = me.go("/")
    page.click("article.first [data-play]")
    page.wait_for_selector("#guide[open]")
    assert page.locator("#coach").is_hidden()
    page.click("#guide [data-learn]")
    page.wait_for_selector("#coach:not([hidden])")
    assert page.locator("#guide").is_hidden()
