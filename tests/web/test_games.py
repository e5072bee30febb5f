"""Two people at one device, sheets of a real table, and the guide through a first game."""

from collections.abc import Callable

import pytest
from browser import DESK, PHONE, Person

from kvartal.games import games

TITLES = [game for game in games() if game.folder.is_relative_to(games()[0].folder.parent)]


def test_two_people_share_one_device(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.unfolds("/new/flip")
    page.fill("#option-win_cards", "6")
    page.select_option("#seat-1", "me")
    page.click("#new button.go")
    page.wait_for_selector("#board svg")
    seats = set()
    for _ in range(1000):
        if page.locator("#curtain").is_visible():
            page.click("#itsme")
        if me.over or len(seats) == 2:
            break
        if page.locator("#moves:not([hidden]) [data-move]").count():
            seats.add(page.locator(".players .owes").get_attribute("id"))
            page.locator("#moves [data-move]").last.dispatch_event("click")
        page.wait_for_timeout(60)
    assert len(seats) == 2


@pytest.mark.parametrize("game", [game for game in TITLES if (game.folder / "examples").is_dir()], ids=lambda g: g.key)
def test_sheets_of_a_real_table_are_scored(person: Callable[..., Person], game: object) -> None:
    me = person("uk", PHONE)
    page = me.go(f"/score/{game.key}")  # type: ignore[attr-defined]
    page.wait_for_selector("#scored .total")
    me.fits()
    page.click("#score summary")
    page.fill("#sheet", "?")
    page.click("#score button.go")
    page.wait_for_selector("#scored li")


def test_the_first_game_is_guided_and_the_guide_can_be_skipped(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE, guided=False)
    page = me.go("/")
    page.click("[data-play=flip]")
    page.wait_for_selector("#guide[open]")
    page.click("#nextguide")
    assert page.locator("#guide [data-page='2'] p:visible").count() >= 3, "a turn, as the rules tell it"
    page.click("#nextguide")
    assert page.locator("#nowmoves li:visible").count() >= 1
    assert page.locator("#guide ol li:visible").count() >= 4, "how a game may begin"
    page.click("#nextguide")
    assert page.locator("#guide [data-page='4'] p:visible").count() >= 3, "the end and the points"
    page.click("#nextguide")
    assert page.locator("#guide").is_hidden()
    page.reload()
    page.wait_for_selector("#moves:not([hidden]) [data-move]")
    assert page.locator("#guide").is_hidden()
    page.click("#showguide")
    page.click("#skipguide")
    assert page.locator("#guide").is_hidden()
