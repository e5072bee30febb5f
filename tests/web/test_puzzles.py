"""Puzzles and practice in a browser: one turn on the live board, by hand and by keys, in every language and size."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest
from browser import DESK, PHONE, Person, serious
from playwright.sync_api import Page, expect

from kvartal.games import game
from kvartal.review.exercise import Exercise
from kvartal.review.practice import as_dict
from kvartal.review.puzzle import Puzzle, puzzles_of
from kvartal.server.http.security import COOKIE
from kvartal.server.store.people import People
from kvartal.server.store.practice import Practice
from kvartal.server.store.store import Store
from kvartal.web.puzzles import of_the_day, sets

ACROSS = {"width": 740, "height": 360}
NARROW = {"width": 320, "height": 640}
OVER = "#asked [data-next]"


def shortest(key: str) -> tuple[int, Puzzle]:
    """A puzzle whose answer takes the fewest presses, with its number."""
    return min(enumerate(puzzles_of(game(key)), 1), key=lambda each: len(each[1].answer))


def press(page: Page, move: str) -> None:
    """A move, wherever the page offers it; every one is among all moves in words."""
    page.locator(f'#moves [data-move="{move}"]').dispatch_event("click")


def turn(page: Page, puzzle: Puzzle, codes: tuple[int, ...]) -> None:
    for number, code in enumerate(codes, 1):
        press(page, puzzle.setup.notation[code])
        if number < len(codes):
            expect(page.locator("#undo")).to_have_class("")
            expect(page.locator(f'#moves [data-move="{puzzle.setup.notation[codes[number]]}"]')).to_be_attached()


@pytest.mark.parametrize(
    ("key", "lang", "size"),
    [("flip", "en", DESK), ("estates", "uk", PHONE), ("house", "ru", ACROSS), ("welcome", "uk", NARROW)],
)
def test_a_puzzle_is_tried_looked_up_and_solved(
    person: Callable[..., Person], key: str, lang: str, size: dict[str, int]
) -> None:
    number, puzzle = shortest(key)
    me = person(lang, size)
    page = me.go(f"/puzzle/{key}/{number}")
    expect(page.locator("#closetask")).to_be_visible()
    me.fits()
    turn(page, puzzle, puzzle.second)
    expect(page.locator(OVER)).to_be_visible()
    expect(page.locator("#asked [data-show]")).to_be_visible()  # not solved
    page.click("#asked [data-again]")
    expect(page.locator("#closetask")).to_be_visible()
    turn(page, puzzle, puzzle.answer)
    expect(page.locator("#asked li").first).to_be_visible()  # why
    assert page.locator("#asked [data-show]").count() == 0
    assert "{" not in page.locator("#play").inner_text()
    assert not serious(me)
    me.fits()
    page.click("#asked [data-again]")
    page.click("#hint")
    marked = page.locator(f'#moves [data-move="{puzzle.setup.notation[puzzle.answer[0]]}"][data-hint]')
    expect(marked).to_be_attached()
    page = me.go("/puzzles")
    expect(page.locator("[data-puzzle]:visible")).to_have_count(1)  # the first time it was solved, before it was shown
    me.fits()
    if lang == "en":
        assert not serious(me)


def test_a_puzzle_is_solved_by_keys_alone_and_a_step_taken_back(person: Callable[..., Person]) -> None:
    number, puzzle = min(
        (each for each in enumerate(puzzles_of(game("welcome")), 1) if len(each[1].answer) > 1),
        key=lambda each: len(each[1].answer),
    )
    me = person("en", DESK)
    page = me.go(f"/puzzle/welcome/{number}")
    expect(page.locator("#closetask")).to_be_visible()
    page.keyboard.press("t")  # the board as text: all moves in words can be reached
    expect(page.locator("#textboard")).to_be_visible()
    first = puzzle.setup.notation[puzzle.answer[0]]
    page.locator(f'#moves [data-move="{first}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_have_class("")
    page.keyboard.press("u")
    expect(page.locator("#undo")).to_have_class("off")
    page.keyboard.press("h")
    expect(page.locator("#asked li").first).to_be_visible()
    page.keyboard.press("n")
    page.wait_for_url(f"**/puzzle/welcome/{number % len(puzzles_of(game('welcome'))) + 1}")


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_each_has_its_day(person: Callable[..., Person]) -> None:
    first, second = (person(lang, DESK).go("/puzzle/today") for lang in ("en", "uk"))
    assert first.locator("body").get_attribute("data-puzzle") == second.locator("body").get_attribute("data-puzzle")
    count = sum(len(puzzles) for _, puzzles in sets())
    days = [f"2027-01-{day:02}" for day in range(1, 32)]
    chosen = [of_the_day(day) for day in days]
    assert len(set(chosen)) == min(count, len(days))
    page = person("en", DESK).go("/")
    assert page.locator("a[href='/puzzle/today']").count() >= 1
    assert page.locator("a[href='/puzzles#flip']").count() >= 1


def test_what_is_not_legal_or_not_there_is_refused_with_a_sentence(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.go("/puzzles")
    ask = page.request
    here = f"{me.site}/puzzle/flip/1/at"
    for moves, status in ((["fly"], 409), (["buy park"], 409), (["stop"] * 65, 400), ("stop", 400)):
        answer = ask.post(here, data={"moves": moves})
        assert answer.status == status
        assert answer.json()["error"]
    assert ask.post(here, data={"moves": [], "secret": 1}).status == 400
    for way in ("/puzzle/flip/99", "/puzzle/nothing/1", "/practice/t.0.1"):
        assert ask.get(me.site + way).status in (401, 404)


async def prepared(folder: Path) -> tuple[str, list[Puzzle]]:
    """A place where somebody has two exercises; the token of their device."""
    puzzles = [shortest("flip")[1], shortest("welcome")[1]]
    store = await Store(str(folder / "tables.db")).open()
    ann, token = await People(store).create("Ann")
    rows = [
        (f"t.0.{n}", each.setup.game.key, as_dict(replace(Exercise.of(each), played=each.second)))
        for n, each in enumerate(puzzles)
    ]
    await Practice(store).add(ann.id, rows)
    await store.close()
    return token, puzzles


def test_my_mistakes_come_back_until_i_find_the_better_turn(
    person: Callable[..., Person], serve: Callable[..., AbstractContextManager[str]], tmp_path: Path
) -> None:
    with ThreadPoolExecutor(1) as elsewhere:  # the browser's loop runs here
        token, (puzzle, _) = elsewhere.submit(asyncio.run, prepared(tmp_path)).result()
    me = person("uk", PHONE)
    with serve(tmp_path) as address:
        me.site = address
        me.context.add_cookies([{"name": COOKIE, "value": token, "url": address}])
        page = me.go("/practice")
        expect(page.locator(".tables li")).to_have_count(2)
        assert not serious(me)
        me.fits()
        page.click(".tables a >> nth=0")
        expect(page.locator("#closetask")).to_be_visible()
        turn(page, puzzle, puzzle.second)  # the same mistake again
        expect(page.locator("#asked [data-show]")).to_be_visible()
        assert not serious(me)
        with page.expect_response("**/practice/t.0.0/at"):
            page.click("#asked [data-again]")
        page = me.go("/practice/t.0.1")
        expect(page.locator("#closetask")).to_be_visible()
        with page.expect_response("**/api/practice/t.0.1") as told:
            page.click("#hint")
        assert told.value.json()["solved"] is False
        export = page.request.get(f"{address}/api/practice/export").json()
        assert [each["box"] for each in export] == [0, 0]
        page = me.go("/practice")
        page.click("[data-drop='t.0.1']")
        expect(page.locator(".tables li")).to_have_count(1)
        page.click("[data-drop='']")
        page.click("#sure [value=yes]")
        expect(page.locator(".tables li")).to_have_count(0)
