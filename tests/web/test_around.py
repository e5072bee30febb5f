"""Around the table: a first game, guests with faces, a short form for a new table, and help that is the table's."""

from collections.abc import Callable

import pytest
from browser import DESK, PHONE, Person, my_turn, play_now
from playwright.sync_api import Page, expect

from kvartal.games import games

TITLES = [game for game in games() if game.folder.is_relative_to(games()[0].folder.parent)]


def table_of(page: Page) -> dict[str, object]:
    """The frame of the table that is looked at, as the API tells it."""
    found: dict[str, object] = page.request.get(page.url.replace("/table/", "/api/tables/")).json()["table"]
    return found


def test_one_game_is_recommended_and_joining_comes_after_the_games(person: Callable[..., Person]) -> None:
    page = person("uk", PHONE).go("/")
    first = page.locator(".box.first")
    assert first.count() == 1
    shortest = min(TITLES, key=lambda game: int(game.minutes.split("–")[-1]))
    assert first.locator("[data-play]").first.get_attribute("data-play") == shortest.key
    expect(first.locator("button.go")).to_be_in_viewport()
    assert page.locator(".editions:visible").count() == 0, "editions lie behind “other ways to play”"
    places = page.evaluate("""() => [".box.first", ".shelf", ".joining"].map(
        (each) => document.querySelector(each).getBoundingClientRect().top)""")
    assert places == sorted(places)


def test_who_plays_against_me_and_how_strong_is_remembered_here(person: Callable[..., Person]) -> None:
    me = person("en", PHONE)
    page = me.go("/")
    page.check("[name=guest][value=gambler]")
    assert "The next card" in page.inner_text("#guestline")
    page.select_option("#strength", "level1")
    page.click("[data-play=flip][data-seats='2']:not([data-preset])")
    my_turn(page)
    assert table_of(page)["seats"][1]["bot"] == "level1-gambler"  # type: ignore[index]
    expect(page.locator("#player-1 .portrait")).to_have_count(1)
    expect(page.locator("#player-1")).to_contain_text("Felix the gambler, level 1")
    page = me.go("/")
    assert page.locator("[name=guest]:checked").get_attribute("value") == "gambler"
    assert page.input_value("#strength") == "level1"
    page = me.go("/new/house")
    page.check("[name=who][value=bots]")
    page.click("[data-step='1']")
    page.click("#new button.go")
    my_turn(page)
    bots = [seat["bot"] for seat in table_of(page)["seats"][1:]]  # type: ignore[index]
    assert bots == ["level1-gambler", "level1-accountant"], "no two alike"


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_a_new_table_is_a_short_form_with_its_button_in_sight(person: Callable[..., Person], lang: str) -> None:
    me = person(lang, PHONE)
    for game in TITLES:
        page = me.go(f"/new/{game.key}")
        button = page.locator("#new button.go")
        for way in ("people", "bots", "here"):
            page.check(f"[name=who][value={way}]")
            expect(button).to_be_in_viewport(ratio=1)
            top = "([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.className"
            box = button.bounding_box()
            assert box is not None
            assert page.evaluate(top, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]) == "go"
        assert page.locator("#more fieldset:visible").count() == 0
        me.fits()


def test_what_is_unusual_is_summed_up_in_words(person: Callable[..., Person]) -> None:
    page = person("en", DESK).unfolds("/new/flip")
    switch = page.locator(".options input[type=checkbox]:checked:enabled").first
    label = page.inner_text(f"label[for={switch.get_attribute('id')}]")
    switch.uncheck()
    page.select_option("#help", "no")
    page.click("#more > summary")
    said = page.locator("#chosen").inner_text()
    assert f"{label}: no" in said
    assert "Help during the game: no" in said
    assert "✗" not in said


def test_several_on_one_device_are_asked_for_their_names(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    page = me.go("/new/flip")
    page.check("[name=who][value=here]")
    page.click("[data-step='1']")
    assert page.locator("#new [data-name]:visible").count() == 2
    for place, name in (("#myname", "Оля"), ("#name-1", "Тарас"), ("#name-2", "Леся")):
        page.fill(place, name)
    page.click("#new button.go")
    my_turn(page)
    expect(page.locator("#players .name")).to_have_text(["Оля", "Тарас", "Леся"])
    assert any(name in page.locator("#log").inner_text() for name in ("Оля", "Тарас", "Леся"))
    me.fits()


def test_help_that_is_off_is_told_to_all_and_refused_in_a_sentence(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.unfolds("/new/flip")
    page.check("[name=who][value=bots]")
    page.select_option("#help", "no")
    page.click("#new button.go")
    my_turn(page)
    assert page.locator("#hint").is_hidden()
    expect(page.locator("#players")).to_contain_text("Without help: no hints at this table.")
    answer = page.request.get(f"{page.url}/hint")
    assert (answer.status, "help is off at this table" in answer.json()["error"]) == (409, True)
    page = play_now(me, "flip")
    assert page.locator("#hint").is_visible()
    expect(page.locator("#players")).to_contain_text("With help: anybody may ask for hints.")


def test_guests_have_faces_in_the_lobby_and_one_who_sits_in_is_shown(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("uk", PHONE)
    page = host.unfolds("/new/flip")
    page.click("[data-step='1']")
    page.select_option("#seat-1", "bot level2")
    expect(page.locator("#face-1 .portrait")).to_have_count(1)
    page.click("#new button.go")
    page.wait_for_url("**/table/*")
    expect(page.locator("#lobby-seat-1 .portrait")).to_have_count(1)
    expect(page.locator("#lobby-seat-1 small")).to_contain_text("I plant first")
    expect(page.locator("#botface .portrait")).to_have_count(1)
    expect(page.locator("#lobby")).to_contain_text("With help")
    guest.sits_down(page.url, "Оля")
    host.starts()
    guest.page.click("#tablebox summary")
    guest.page.click("[data-do=bot][data-for=playing]:visible")
    guest.page.click("#sure button[value=yes]")
    expect(page.locator("#player-2")).to_contain_text("a bot plays for Оля")
    expect(page.locator("#player-2 .portrait")).to_have_count(1)
    expect(guest.page.locator("#asked .portrait")).to_have_count(1)
