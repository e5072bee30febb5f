"""Every title on the shelf is played to its end through the page; and the helpers around a game."""

from collections.abc import Callable

import pytest
from browser import DESK, PHONE, Person

from kvartal.games import games

TITLES = [game for game in games() if game.folder.is_relative_to(games()[0].folder.parent)]

# Plays as a person would who follows every hint: asks, presses the button, waits for the board. All within the page.
FOLLOW_HINTS = """async (most) => {
  const moves = document.querySelector("#moves");
  const pause = (ms) => new Promise((go) => setTimeout(go, ms));
  for (let made = 0, idle = 0; made < most && idle < 1500;) {
    if (document.querySelector("#end section")) return made;
    if (moves.hidden || !moves.children.length) { idle++; await pause(20); continue; }
    const found = await (await fetch(location.pathname + "/hint")).json();
    const button = [...moves.children].find((each) => each.dataset.move === found.move);
    if (!button || moves.hidden) { idle++; await pause(10); continue; }
    const shown = () => document.querySelector("#log").textContent + moves.textContent;
    const before = shown();
    const targets = [...document.querySelectorAll("#board [data-move]")];
    const onBoard = targets.find((each) => each.dataset.move === found.move);
    (onBoard && made % 2 ? onBoard : button).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    for (let n = 0; n < 500 && before === shown(); n++) await pause(5);
    made++; idle = 0;
  }
  return -1;
}"""


@pytest.mark.parametrize("game", TITLES, ids=lambda game: game.key)
def test_a_whole_game_against_a_bot(person: Callable[..., Person], game: object) -> None:
    me = person("uk", PHONE if TITLES.index(game) % 2 else DESK)  # type: ignore[arg-type]
    page = me.go("/")
    page.click(f"[data-play={game.key}]")  # type: ignore[attr-defined]
    page.wait_for_selector("#board svg")
    assert page.evaluate(FOLLOW_HINTS, 1500) > 0
    page.wait_for_selector("#end .won")
    me.fits()
    assert page.locator("#end .sheet").count() >= 2
    page.click("#end a[href$=replay]")
    page.wait_for_selector("#board svg")
    page.locator("body").press("End")
    page.wait_for_function("() => document.querySelector('#step').value === document.querySelector('#step').max")
    me.fits()


def test_two_people_share_one_device(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.go("/new/flip")
    page.fill("#option-win_cards", "6")
    page.select_option("#seat-1", "me")
    page.click("#new button.go")
    page.wait_for_selector("#board svg")
    seats = set()
    for _ in range(120):
        if page.locator("#curtain").is_visible():
            page.click("#itsme")
        if me.over or len(seats) == 2:
            break
        if page.locator("#moves:not([hidden]) [data-move]").count():
            seats.add(page.locator(".players .owes").get_attribute("id"))
            page.locator("#moves [data-move]").last.click()
        page.wait_for_timeout(60)
    assert len(seats) == 2


@pytest.mark.parametrize("game", [game for game in TITLES if (game.folder / "examples").is_dir()], ids=lambda g: g.key)
def test_sheets_of_a_real_table_are_scored(person: Callable[..., Person], game: object) -> None:
    me = person("uk", PHONE)
    page = me.go(f"/score/{game.key}")  # type: ignore[attr-defined]
    page.click("#score button")
    page.wait_for_selector("#scored .total")
    me.fits()
    page.fill("#sheet", "?")
    page.click("#score button")
    page.wait_for_selector("#scored li")


def test_the_first_game_is_guided_and_the_guide_can_be_skipped(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE, guided=False)
    page = me.go("/")
    page.click("[data-play=flip]")
    page.wait_for_selector("#guide[open]")
    page.click("#nextguide")
    assert page.locator("#nowmoves li").count() >= 1
    page.click("#nextguide")
    assert page.locator("#guide [data-page='3'] li").count() >= 2
    page.click("#nextguide")
    assert page.locator("#guide").is_hidden()
    page.reload()
    page.wait_for_selector("#moves:not([hidden]) [data-move]")
    assert page.locator("#guide").is_hidden()
    page.click("#showguide")
    page.click("#skipguide")
    assert page.locator("#guide").is_hidden()
