"""The bar of the page: what is taken up, amounts, tabs, and what becomes of them when a phone is turned."""

from collections.abc import Callable

import pytest
from browser import DESK, PHONE, Person, hinted, moving, my_turn
from playwright.sync_api import Page, expect
from ways import Way

ACROSS = {"width": 740, "height": 360}
LAYOUT = "#board svg[data-layout='{}']"


def at_toy_town(me: Person) -> Page:
    me.sets_up(Way("toy"), "me", "bot greedy")
    my_turn(me.page)
    return me.page


def turned(page: Page, size: dict[str, int], layout: int) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.wait_for_selector(LAYOUT.format(layout))


def test_a_place_asks_for_what_goes_there_and_what_is_held_makes_it_a_move(person: Callable[..., Person]) -> None:
    page = at_toy_town(person("uk", PHONE))
    place = page.locator("#toy-build")
    place.tap()
    expect(page.locator("#toast")).to_contain_text("Спершу оберіть: ")
    picks = page.locator("#picks [role=radio]")
    expect(page.locator("#picks [aria-checked=true]")).to_have_count(0)
    picks.nth(1).tap()
    expect(picks.nth(1)).to_have_attribute("aria-checked", "true")
    number = picks.nth(1).get_attribute("data-pick")
    expect(place).to_have_attribute("data-move", f"build {number}")
    expect(place).to_have_attribute("role", "button")
    assert page.locator("#board .held .ring").count() == 2, "the site and the safe"
    picks.nth(1).tap()  # put down again
    expect(page.locator("#board [data-move^=build]")).to_have_count(0)
    picks.nth(0).tap()
    number = picks.nth(0).get_attribute("data-pick")
    with moving(page):
        place.tap()
    expect(page.locator("#turn li").first).to_contain_text(str(number))


def test_a_turned_phone_keeps_the_place_the_pick_and_the_text(person: Callable[..., Person]) -> None:
    page = at_toy_town(person("en", PHONE))
    page.locator("#picks [role=radio]").first.tap()
    move = page.locator("#toy-hide").get_attribute("data-move")
    page.locator("[data-tab=toy-builders]").tap()
    turned(page, ACROSS, 616)
    expect(page.locator("#toy-hide")).to_have_attribute("data-move", str(move))
    expect(page.locator("#tabs [aria-current]")).to_have_attribute("data-tab", "toy-builders")
    page.keyboard.press("t")
    expect(page.locator("#textboard")).to_be_visible()
    expect(page.locator("#moves button").first).to_be_in_viewport()
    turned_back = {"width": 360, "height": 740}
    page.set_viewport_size(turned_back)  # type: ignore[arg-type]
    page.wait_for_selector(LAYOUT.format(360), state="attached")
    expect(page.locator("#textboard")).to_be_visible()
    expect(page.locator("#picks [aria-checked=true]")).to_have_count(1)


def test_tabs_lead_to_what_is_out_of_sight_and_back(person: Callable[..., Person]) -> None:
    me = person("ru", PHONE)
    page = at_toy_town(me)
    expect(page.locator(".top")).to_be_hidden()
    for name, place in (("side", "#players"), ("toy-builders", "#toy-builders"), ("", "#toy-own")):
        page.locator(f"[data-tab='{name}']").tap()
        expect(page.locator(place)).to_be_in_viewport()
        expect(page.locator("#tabs [aria-current]")).to_have_attribute("data-tab", name)
    page.locator("#menu summary").tap()
    page.locator("#menu a").first.tap()
    page.wait_for_url(me.site + "/")


@pytest.mark.parametrize("size", [DESK, PHONE, ACROSS], ids=["desk", "phone", "across"])
def test_many_amounts_are_one_button_between_less_and_more(person: Callable[..., Person], size: dict[str, int]) -> None:
    me = person("en", size)
    me.sets_up(Way("estates"), "me", "bot greedy")
    page = me.page
    for _ in range(60):
        my_turn(page)
        if page.locator(".stepper").count():
            break
        hinted(page)
    less, more, amount = (
        page.locator(f".stepper {each}") for each in ("[data-step='-1']", "[data-step='1']", ":visible[data-move]")
    )
    bids = [each.get_attribute("data-move") for each in page.locator(".stepper [data-move]").all()]
    expect(amount).to_have_count(1)
    expect(amount).to_have_attribute("data-move", str(bids[0]))
    expect(less).to_have_attribute("aria-disabled", "true")
    more.click()
    expect(amount).to_have_attribute("data-move", str(bids[1]))
    amount.focus()
    for _ in bids:
        page.keyboard.press("ArrowUp")
    expect(amount).to_have_attribute("data-move", str(bids[-1]))
    expect(more).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowDown")
    with moving(page):
        page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text(f"bids {str(bids[-2]).split()[-1]} cheques")


def test_digits_press_what_stands_in_the_bar_and_every_move_is_beside_the_text(person: Callable[..., Person]) -> None:
    page = at_toy_town(person("en", DESK))
    moves = page.locator("#moves [data-move]")
    every = {each.get_attribute("data-move") for each in moves.all()}
    assert all(each.get_attribute("tabindex") == "-1" for each in moves.all()), "unseen: no stop for keys"
    places = set()
    for number in range(page.locator("#picks [role=radio]").count()):
        page.keyboard.press(str(number + 1))
        places |= {each.get_attribute("data-move") for each in page.locator("#board [data-move]").all()}
    bar = {each.get_attribute("data-move") for each in page.locator("#buttons [data-move]").all()}
    assert places | bar == every
    page.keyboard.press("t")
    for each in moves.all():
        expect(each).to_be_visible()
        assert each.get_attribute("tabindex") == "0"
    with moving(page):
        moves.first.click()
