"""The score helper: sheets and boxes on a real table are tapped or typed, and counted."""

from collections.abc import Callable

import pytest
from browser import DESK, PHONE, Person
from playwright.sync_api import Page, Route


def test_a_paper_sheet_is_tapped_and_counted_at_once(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    page = me.go("/score/welcome")

    def tap(what: str) -> None:
        page.locator(f'[data-tap="{what}"]').click()

    def total(points: int) -> None:
        page.wait_for_function(f"() => document.querySelector('#scored .total')?.innerText.endsWith('{points}')")

    page.wait_for_selector("#paper svg")
    tap("house 0 0 2")
    tap("number 0 0 2 7")  # the next house to the right is chosen then
    page.wait_for_selector('[data-tap="number 0 0 3 9"]')
    tap("number 0 0 3 9")
    total(0)
    tap("house 0 0 2")
    tap("pool 0 0 2")
    total(3)
    tap("parks 0 0 1")
    total(5)
    tap("parks 0 0 1")  # once more takes the cross away
    total(3)
    tap("fence 0 0 3")
    page.wait_for_function("() => document.querySelector('#sheet').value.includes('street 1: . . 7p 9 | . . . . . .')")
    me.fits()
    page.focus('[data-tap="temps 0 2"]')
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#sheet').value.includes('temps: 2')")


SMALLEST = 24  # CSS pixels: what a finger must be able to hit, at the very least


def thumbs_fit(page: Page) -> None:
    """Every target can be hit, and none is as small as to be missed."""
    sizes = page.locator("[data-tap]").evaluate_all(
        """all => all.map((each) => {
          const { width, height } = each.getBoundingClientRect();
          return [each.dataset.tap, width, height];
        })"""
    )
    assert len(sizes) > 10
    assert [each for each in sizes if each[1] < SMALLEST or each[2] < SMALLEST] == []


def written(page: Page, text: str) -> None:
    """A tap has arrived: the sheet says so."""
    page.wait_for_function("text => document.querySelector('#sheet').value.includes(text)", arg=text)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_end_of_an_auction_round_is_tapped_and_counted(person: Callable[..., Person], size: dict[str, int]) -> None:
    me = person("uk", size)
    page = me.go("/score/estates")
    page.wait_for_selector("#paper svg")

    def press(what: str, then: str) -> None:
        """By the keyboard: the focus stays where it was, or it could not go on."""
        page.focus(f'[data-tap="{what}"]')
        page.keyboard.press("Enter")
        written(page, then)
        me.fits()

    page.locator('[data-tap="lot 1 0"]').click()
    page.locator('[data-tap="cube 1 0 4"]').click()  # blue 5
    page.wait_for_selector("#scored li")
    assert "«синій»" in page.locator("#scored li").inner_text()  # nobody holds the certificate yet
    press("roof 1 0 6", "row B: blue 5 + roof 6")
    press("certificate 0 0", "certificates blue")
    press("mayor 2", "mayor: B")
    press("barrier 3 4", "barrier 3: B shorter")
    page.wait_for_function("() => document.querySelector('#scored .total')?.innerText.endsWith('22')")
    press("more box 0", "box 1")
    assert page.evaluate("document.activeElement.dataset.tap") == "more box 0"
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#scored .total').innerText.endsWith('24')")
    thumbs_fit(page)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_houses_are_tapped_and_counted(person: Callable[..., Person], size: dict[str, int]) -> None:
    me = person("ru", size)
    page = me.go("/score/house")
    page.wait_for_selector("#paper svg")

    def tap(what: str, then: str) -> None:
        page.locator(f'[data-tap="{what}"]').click()
        written(page, then)

    tap("column 0", "column: wood\n")
    tap("put 0 0 0 4", "column: wood door")
    page.locator('[data-tap="top 0 0"]').click()
    tap("roof 0 0 1", "column: wood door, roof")
    tap("stack 0 0", "column: wood door, roof, chimney")
    page.wait_for_function("() => document.querySelector('#scored .total')?.innerText.endsWith('5')")
    thumbs_fit(page)
    tap("variant expert", "variant: expert")
    page.locator('[data-tap="cards 1"]').click()
    tap("card 1 14", "privileges: gym")
    page.locator('[data-tap="garage 1"]').click()
    tap("gwall 1 2", "garage: brick")
    thumbs_fit(page)
    me.fits()


def test_a_tap_counts_although_the_picture_changes_under_the_finger(person: Callable[..., Person]) -> None:
    """The answer to the tap before arrives while the finger is down: a new wall moves everything below it."""
    page = person("uk", PHONE).go("/score/house")
    page.wait_for_selector("#paper svg")
    held: list[Route] = []
    page.route("**/tap", lambda route: held.append(route))
    page.locator('[data-tap="column 0"]').click()
    page.locator('[data-tap="more coins 0"]').evaluate("key => key.scrollIntoView({ block: 'center' })")
    box = page.locator('[data-tap="more coins 0"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    before = page.locator("#sheet").input_value()
    while not held:
        page.wait_for_timeout(20)
    held.pop().continue_()
    page.wait_for_function("before => document.querySelector('#sheet').value !== before", arg=before)
    page.unroute("**/tap")
    page.mouse.up()
    written(page, "coins: 1")


def test_an_answer_that_comes_late_leaves_what_is_being_typed(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    page = me.go("/score/welcome")
    page.wait_for_selector("#paper svg")
    held: list[Route] = []
    page.route("**/score/welcome/tap", lambda route: held.append(route), times=1)
    page.click("#score summary")
    page.click("#score button.go")
    while not held:
        page.wait_for_timeout(10)
    page.fill("#sheet", "?")
    held[0].continue_()
    page.click("#score button.go")
    page.wait_for_selector("#scored li")
    assert page.input_value("#sheet") == "?"


def test_what_was_written_is_there_when_the_page_is_loaded_again_and_undo_goes_back(
    person: Callable[..., Person],
) -> None:
    me = person("uk", PHONE)
    page = me.go("/score/welcome")
    page.wait_for_selector("#paper svg")
    assert page.locator("#undo").is_disabled()
    page.locator('[data-tap="house 0 2 0"]').click()
    for house in range(9):  # as many turns as the parks and temps below need
        page.locator(f'[data-tap="number 0 2 {house} {house + 1}"]').click()
    written(page, "street 3: 1 2 3 4 5 6 7 8 9 . . .")
    page.locator('[data-tap="parks 0 2 5"]').click()
    written(page, "parks: 0 0 5")
    page.locator('[data-tap="temps 0 4"]').click()
    written(page, "temps: 4")
    page.reload()
    written(page, "temps: 4")
    page.wait_for_selector("#scored .total")
    page.click("#empty")
    written(page, "parks: 0 0 0")
    page.click("#undo")
    written(page, "parks: 0 0 5")
    page.wait_for_selector("#undo:disabled")
    page.wait_for_function("() => document.querySelector('#sum').textContent.endsWith(': 18')")
    me.go("/score/estates").wait_for_selector("#scored .total")  # each game has sheets of its own
    assert "parks" not in page.input_value("#sheet")


def test_a_text_that_cannot_be_read_is_lost_neither_by_a_tap_nor_by_loading_the_page_again(
    person: Callable[..., Person],
) -> None:
    page = person("en", DESK).go("/score/estates")
    page.wait_for_selector("#scored .total")
    page.click("#score summary")
    text = page.input_value("#sheet") + "row A: blue 5 + rof 6\n"
    page.fill("#sheet", text)
    page.click("#score button.go")
    page.wait_for_selector("#scored li")
    page.locator('[data-tap="mayor 1"]').click()
    page.wait_for_selector("#toast.shown")
    assert page.input_value("#sheet") == text
    page.reload()
    page.wait_for_selector("#scored li")
    assert page.input_value("#sheet") == text
