"""Who looks from where: another device, a spectator, two people at one device. Nobody sees what is not theirs."""

import re
from collections.abc import Callable

from browser import DESK, PHONE, Person
from playwright.sync_api import Page, expect
from ways import Way

# A small game in which everybody holds plans that nobody else may see: "gets a plan: 6", or "?" for others.
SECRETIVE = Way("toy")
A_PLAN = re.compile(r"gets a plan: \d")


def test_a_private_link_moves_the_seat_to_another_device(person: Callable[..., Person]) -> None:
    old, new = person("en", DESK), person("uk", PHONE)
    table = old.sets_up(Way("flip"), "me", "bot greedy")
    old.page.wait_for_selector("#moves:not([hidden]) [data-move]")
    old.page.click("#tablebox summary")
    old.page.click("[data-do=invite]:visible")
    old.page.wait_for_selector("#moved:not([hidden])")
    link = old.page.locator("#moved input").input_value()
    assert link.startswith(table + "#")
    new.go(link)
    new.page.fill("#myname", "Ганна")
    new.page.click("#naming button")
    new.page.wait_for_selector("#moves:not([hidden]) [data-move]")
    assert "#" not in new.page.url, "the key does not stay in the address"
    old.page.wait_for_selector("#banner:not([hidden])")
    assert "another device" in old.page.locator("#banner").inner_text()
    expect(old.page.locator("#player-0")).to_contain_text("Ганна")
    assert old.page.locator("[data-move]").count() == 0
    new.plays_on(sensible=False)
    new.has_made(3)


def test_a_spectator_sees_the_public_board_and_can_do_nothing(person: Callable[..., Person]) -> None:
    host, watcher = person("en", DESK), person("en", PHONE)
    table = host.sets_up(SECRETIVE, "me", "bot greedy", "bot greedy")
    host.page.wait_for_selector("#moves:not([hidden]) [data-move]")
    page = watcher.go(table)
    page.wait_for_selector("#board > *", state="attached")
    host.page.dispatch_event("#moves [data-move^=build] >> nth=0", "click")
    host.page.dispatch_event("#moves [data-move=done]", "click")
    for each in (host.page, page):  # the round is over for everybody
        each.wait_for_function("() => document.querySelector('#log').textContent.match(/The next site/g)?.length > 1")
    assert A_PLAN.search(host.page.content()), "the host knows plans of their own"
    assert not A_PLAN.search(page.content())
    for target in ("[data-move]", "[data-refused]", "#undo:visible", "#hint:visible", "#chat:visible"):
        assert page.locator(target).count() == 0, target
    tried = page.request.post(table.replace("/table/", "/api/tables/") + "/do", data={"do": "move", "move": "done"})
    assert tried.status in (401, 403)


def test_behind_the_curtain_is_nothing_of_what_the_last_player_knew(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    me.sets_up(SECRETIVE, "me", "me")
    page = me.page
    page.wait_for_selector("#moves:not([hidden]) [data-move]")
    page.wait_for_selector("#log li")
    mine = page.locator("#log").inner_text()
    assert A_PLAN.search(mine)
    page.dispatch_event("#moves [data-move^=build] >> nth=0", "click")
    page.dispatch_event("#moves [data-move=done]", "click")
    page.wait_for_selector("#curtain:not([hidden])")
    assert not A_PLAN.search(page.content())
    assert page.locator("[data-move]").count() == 0
    page.click("#itsme")
    page.wait_for_selector("#moves:not([hidden]) [data-move]")
    yours = page.locator("#log").inner_text()
    for one, two in ((mine, yours), (yours, mine)):
        for line in one.splitlines():
            assert line not in two or not A_PLAN.search(line), "each of them sees their own plans only"


def test_the_curtain_hides_hints_and_takes_no_keys(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    me.sets_up(SECRETIVE, "me", "me")
    page = me.page
    page.wait_for_selector("#moves:not([hidden]) [data-move]")
    page.keyboard.press("h")
    page.wait_for_selector("#hinttold ol")
    page.dispatch_event("#moves [data-move^=build] >> nth=0", "click")
    page.dispatch_event("#moves [data-move=done]", "click")
    page.wait_for_selector("#curtain:not([hidden])")
    assert page.locator("#hinttold").text_content() == "", "what was advised to the one before"
    assert page.locator(".marks, [data-hint]").count() == 0
    for key in "htur1?":
        page.keyboard.press(key)
    page.wait_for_timeout(500)
    assert page.locator("#toast.shown, #hintbox:not([hidden]), dialog[open], #textboard:not(:empty)").count() == 0
    expect(page.get_by_role("alertdialog", name="Hand the device over to Guest 2")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('header, .skip, #play')") is None, "it could not be seen"
    page.focus("#itsme")
    page.keyboard.press("Enter")
    page.wait_for_selector("#moves:not([hidden]) [data-move]")
    assert page.evaluate("document.querySelector('[inert]')") is None
    assert page.evaluate("document.activeElement.closest('#turnbox') !== null"), "a keyboard goes on where the turn is"
    assert page.locator("#player-1").inner_text().count("you") == 1, "the turn of the first was not taken back"


def test_whoever_loads_the_page_again_meets_the_curtain_first(person: Callable[..., Person]) -> None:
    me = person("en", PHONE)
    table = me.sets_up(SECRETIVE, "me", "me")
    page = me.page
    page.wait_for_selector("#moves:not([hidden]) [data-move]")
    page.dispatch_event("#moves [data-move^=build] >> nth=0", "click")
    for again in (lambda: page.reload(), lambda: (page.go_back(), page.go_forward()), lambda: page.goto(table)):
        again()
        page.wait_for_selector("#curtain:not([hidden])")
        assert not A_PLAN.search(page.content())
        assert page.locator("[data-move]").count() == 0
    assert page.locator("#nextname").inner_text().endswith("1")
    page.click("#itsme")
    page.wait_for_selector("#moves:not([hidden]) [data-move=done]")
    assert A_PLAN.search(page.locator("#log").inner_text())


def a_turn(page: Page) -> None:
    page.wait_for_selector("#moves:not([hidden]) [data-move^=build]")
    page.dispatch_event("#moves [data-move^=build] >> nth=0", "click")
    page.dispatch_event("#moves [data-move=done]", "click")


def test_each_of_several_at_one_device_learns_what_happened_since_their_own_seat_had_the_board(
    person: Callable[..., Person],
) -> None:
    me = person("en", DESK)
    me.sets_up(Way("toy", "long"), "me", "me", "bot greedy")
    page = me.page
    a_turn(page)
    told = []
    for seat in (1, 0, 1):
        page.wait_for_selector("#curtain:not([hidden])")
        assert page.locator("#nextname").inner_text().endswith(str(seat + 1))
        assert page.locator("#newslines li").count() == 0, "it was for the one before"
        page.click("#itsme")
        page.wait_for_selector("#moves:not([hidden]) [data-move]")
        told.append(page.locator("#newslines").inner_text() if page.locator("#news").is_visible() else "")
        assert (page.locator("#log li.new").count() > 0) == bool(told[-1])
        own = [line for line in told[-1].splitlines() if line.startswith((f"Guest {seat + 1}:", f"Guest {seat + 1} "))]
        assert not own, "nobody has missed what they did themselves"
        for _ in range(2):  # whoever ends a round begins the next one
            a_turn(page)
    assert told[0] == "", "whoever has the board for the first time has missed nothing"
    for each in told[1:]:  # the other one has seen it already
        assert "Builder 3" in each
        assert "The next site" in each


def test_a_screen_reader_hears_the_chat_unless_it_is_muted_or_a_curtain_is_down(person: Callable[..., Person]) -> None:
    host, guest = person("en", PHONE), person("uk", PHONE)
    guest.sits_down(host.sets_up(SECRETIVE, "me", "me", "open"), "Оля")
    host.starts()
    page = host.page
    page.wait_for_selector("#moves:not([hidden]) [data-move]")
    guest.page.wait_for_selector("#board > *", state="attached")
    guest.page.click("#chatbox summary")

    def says(text: str) -> None:
        guest.page.fill("#chattext", text)
        guest.page.click("#chat button")
        guest.page.wait_for_function("text => document.querySelector('#chatlines').innerText.includes(text)", arg=text)

    def hears(text: str) -> None:
        page.wait_for_function("text => document.querySelector('#spoken').textContent.includes(text)", arg=text)

    says("good luck")
    hears("Оля: good luck")
    assert page.locator("#unread").inner_text() == "(1)"
    a_turn(page)
    page.wait_for_selector("#curtain:not([hidden])")
    says("take your time")
    page.wait_for_timeout(800)
    assert page.locator("#spoken").text_content() == ""
    page.click("#itsme")
    hears("Оля: take your time")
    assert "good luck" not in page.locator("#spoken").text_content(), "nothing is said twice"
    page.click("#chatbox summary")
    page.check("#mute")
    says("not for you")
    page.wait_for_function("() => document.querySelector('#chatlines').textContent.includes('not for you')")
    page.wait_for_timeout(800)
    assert "not for you" not in page.locator("#spoken").text_content()
    page.uncheck("#mute")
    says("for you again")
    hears("Оля: for you again")
    assert "not for you" not in page.locator("#spoken").text_content()
