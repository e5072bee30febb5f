"""What the pages offer around a game: each promise of docs/pages.md, kept in a real browser."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser import DESK, PHONE, Person
from playwright.sync_api import Page, Route, WebSocketRoute

COUNT_TONES = """
window.tones = 0;
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones++; return made.call(this); };
"""


def my_turn(page: Page) -> None:
    page.wait_for_selector("#moves:not([hidden]) [data-move]")


def play_now(me: Person, game: str, seats: int = 2) -> Page:
    page = me.go("/")
    page.click(f"[data-play={game}][data-seats='{seats}']:not([data-preset])")
    my_turn(page)
    return page


def hinted(page: Page) -> None:
    """The sensible move, by its button; the log then says more than before."""
    my_turn(page)
    before = page.locator("#log").inner_text()
    move = page.evaluate("""async () => {
        const seat = document.querySelector("#play").dataset.seat;
        return (await (await fetch(`${location.pathname}/hint?seat=${seat}`)).json()).move;
    }""")
    page.locator(f'#moves [data-move="{move}"]').click()
    page.wait_for_function("before => document.querySelector('#log').innerText !== before", arg=before)


def quick_solo(me: Person) -> Page:
    """Six cards in play win: alone, over in a few turns."""
    page = me.go("/new/flip")
    page.fill("#players", "1")
    page.fill("#option-win_cards", "6")
    page.click("#new button.go")
    my_turn(page)
    me.plays_to_the_end()
    return page


def test_sounds_are_off_until_wanted_and_then_remembered(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    me.context.add_init_script(COUNT_TONES)
    page = play_now(me, "flip")
    hinted(page)
    assert page.evaluate("window.tones") == 0
    page.click("#sound")
    assert page.locator("#sound").get_attribute("aria-pressed") == "true"
    assert page.evaluate("window.tones") > 0
    before = page.evaluate("window.tones")
    hinted(page)
    assert page.evaluate("window.tones") > before
    page.reload()
    my_turn(page)
    assert page.locator("#sound").get_attribute("aria-pressed") == "true"


def test_past_results_alone_stand_at_the_end_and_at_home(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    quick_solo(me)
    page = quick_solo(me)
    page.wait_for_selector("#mine tbody tr")
    assert page.locator("#mine tbody tr").count() == 2
    assert page.locator("#mine tr.total").count() == 1  # the one that was reached right now
    me.fits()
    page = me.go("/")
    assert page.locator(".asides a[href$='/results']").count() == 1
    page.click(".asides a[href$='/results']")
    assert page.locator(".results tbody tr").count() == 2
    me.fits()
    stranger = person("en", DESK)
    assert stranger.go("/results").locator(".results tbody tr").count() == 0


def test_a_game_in_which_nobody_has_a_point_still_says_what_became_of_everybody(person: Callable[..., Person]) -> None:
    me = person("en", PHONE)
    page = me.go("/new/flip")
    page.fill("#players", "1")
    page.fill("#option-turn_cap", "1")
    page.click("#new button.go")
    my_turn(page)
    me.plays_to_the_end()
    assert "Nobody has won." in page.locator("#end").inner_text()
    assert page.locator("#end .sheet tbody tr").all_inner_texts() == ["Guest\tlost"]
    assert "The game is lost" in page.locator("#board svg").get_attribute("aria-label")
    me.fits()
    assert me.go("/results").locator(".results tbody td").all_inner_texts()[1] == "lost"


def test_a_game_that_was_given_up_names_who_did_it_seat_by_seat(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = play_now(me, "flip")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#tablebox summary")
    page.click("[data-do=resign]")
    page.wait_for_selector("#end .sheet")
    assert sorted(page.locator("#end .sheet tbody td").all_inner_texts()) == ["gave up", "no result"]


def test_the_result_is_shared_by_a_link_that_a_stranger_can_open(person: Callable[..., Person]) -> None:
    me = person("en", DESK, permissions=["clipboard-read", "clipboard-write"])
    page = quick_solo(me)
    page.click("#share")
    page.wait_for_selector("#toast.shown")
    link = page.evaluate("navigator.clipboard.readText()")
    stranger = person("uk", PHONE)
    stranger.page.goto(link)
    stranger.page.wait_for_selector("#end .sheet")
    stranger.page.click("#end a[href$=replay]")
    stranger.page.wait_for_selector("#board svg")


def test_a_table_that_is_not_watched_offers_no_link_and_shows_a_stranger_nothing(person: Callable[..., Person]) -> None:
    me, stranger = person("en", DESK), person("en", DESK)
    page = me.go("/new/flip")
    page.fill("#players", "1")
    page.fill("#option-win_cards", "6")
    page.uncheck("#watchable")
    page.click("#new button.go")
    my_turn(page)
    me.plays_to_the_end()
    assert page.locator("#share").count() == 0
    address = page.url
    stranger.page.goto(address)
    stranger.page.wait_for_function("() => document.querySelector('#status').innerText.includes('not watched')")
    assert stranger.page.locator("#board svg").count() == 0
    answer = stranger.page.request.get(f"{address}/at?step=3&seat=-2")
    assert answer.status == 403


def test_a_replay_knows_what_a_seat_knew_and_afterwards_the_whole_truth(person: Callable[..., Person]) -> None:
    """Chips of Mr House lie face down: hidden from the other seat, shown by the truth."""
    me = person("en", DESK)
    page = play_now(me, "house")
    me.plays_to_the_end()
    page.click("#end a[href$=replay]")
    page.wait_for_selector("#board svg")
    page.select_option("#seat", "0")

    def at(step: int, seat: str) -> list[str]:
        page.select_option("#seat", seat)
        page.evaluate(
            "(n) => { const s = document.querySelector('#step'); s.value = n; s.dispatchEvent(new Event('input')) }",
            step,
        )
        page.wait_for_function("there => location.search === there", arg=f"?step={step}&seat={seat}")
        return page.locator("#said li").all_inner_texts()

    mine, theirs, truth = at(9, "0"), at(9, "1"), at(9, "-2")
    assert mine != theirs
    for line, (own, other) in zip(truth, zip(mine, theirs, strict=True), strict=True):
        assert line in (own, other)  # whoever made the move knew what the truth now says
    assert sum(line != own for line, own in zip(truth, mine, strict=True)) > 0
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#where').innerText.includes('10 /')")


def test_a_game_that_was_broken_off_keeps_its_secrets(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = play_now(me, "house")
    for _ in range(3):
        hinted(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#tablebox summary")
    page.click("[data-do=resign]")
    page.wait_for_selector("#end section")
    whose = "(seat) => fetch(location.pathname + `/at?seat=${seat}`).then((a) => a.json()).then((found) => found.seat)"
    assert [page.evaluate(whose, seat) for seat in (0, 1, -2)] == [0, 0, 0]
    stranger = person("en", DESK)
    stranger.go(page.url.removeprefix(me.site))
    stranger.page.wait_for_selector("#end section")
    assert [stranger.page.evaluate(whose, seat) for seat in (0, 1, -2)] == [-1, -1, -1]


def test_undo_is_offered_when_possible_and_else_says_why(person: Callable[..., Person]) -> None:
    me = person("uk", DESK)
    page = play_now(me, "welcome")
    assert page.locator("#undo.off").count() == 1
    page.click("#undo")
    page.wait_for_selector("#toast.shown")
    assert re.search("[а-яі]", page.locator("#toast").inner_text())
    hinted(page)
    hinted(page)
    assert page.locator("#turn li").count() == 2
    page.wait_for_selector("#undo:not(.off)")
    page.click("#undo")
    page.wait_for_function("() => document.querySelectorAll('#turn li').length === 1")


def test_a_turn_of_several_steps_says_what_it_changes_in_my_score(person: Callable[..., Person]) -> None:
    me = person("en", PHONE)
    page = play_now(me, "welcome")
    for _ in range(60):
        hinted(page)
        if page.locator("#gain").count():
            break
    total = int(page.locator("#player-0 .points").inner_text())
    change = int(page.locator("#gain").inner_text().replace("±", ""))
    shown = re.search(r"\((\S+) in all\)", page.locator("#turn").inner_text())
    assert shown is not None
    assert int(shown[1]) == total
    page.reload()  # what I had before the turn is not forgotten
    page.wait_for_selector("#gain")
    assert int(page.locator("#gain").inner_text().replace("±", "")) == change


def test_pointing_at_something_impossible_says_why_by_mouse_and_by_keys(person: Callable[..., Person]) -> None:
    me = person("ru", DESK)
    page = play_now(me, "flip")
    page.locator("#board [data-refused]").first.hover()
    page.wait_for_selector("#why:not([hidden])")
    by_mouse = page.locator("#why").inner_text()
    assert re.search("[а-я]", by_mouse)
    page.mouse.move(2, 2)
    page.wait_for_selector("#why", state="hidden")
    page.keyboard.press("ArrowRight")
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight") * 4:
        page.keyboard.press(f"Shift+{key}")
        if page.evaluate("document.activeElement.matches('[data-refused]')"):
            break
    page.wait_for_selector("#why:not([hidden])")
    page.locator("#why a").click()
    assert page.locator("#rules").is_visible()
    assert page.evaluate("document.activeElement.closest('.rules') !== null")


def test_a_hundred_seats_can_be_set_up_and_the_rest_filled_with_bots(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    page = me.go("/new/welcome")
    page.fill("#players", "100")
    page.wait_for_selector("#rest", state="visible")
    page.click("[data-fill='bot greedy']")
    page.select_option("#rest", "open")
    page.click("#new button.go")
    page.wait_for_selector("#lobby .seats")
    assert page.locator("#lobby .seats li").count() == 100
    assert page.locator("#lobby [data-do=free]").count() == 11
    me.fits()


def test_editions_are_chosen_by_name_and_own_choices_are_noticed(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.go("/new/welcome?preset=2023")
    assert page.locator("[name=preset]:checked").get_attribute("value") == "2023"
    assert page.locator("#chosen li").count() >= 1
    page.check("[data-option=roundabouts]")
    assert page.locator("[name=preset]:checked").get_attribute("value") == "own"
    page.uncheck("[data-option=roundabouts]")
    assert page.locator("[name=preset]:checked").get_attribute("value") == "2023"
    page.wait_for_selector("#preview svg")
    plans = page.locator("#option-plan1 option").all_inner_texts()
    assert any("6+6" in plan for plan in plans)  # what a plan asks for, not its name
    assert not any(plan.startswith("e6") for plan in plans)


def test_what_cannot_be_set_up_is_said_in_the_language_of_the_page(person: Callable[..., Person]) -> None:
    me = person("uk", DESK)
    page = me.go("/new/welcome?preset=nobody-knows-this")
    assert page.locator("[name=preset]:checked").count() == 1
    page.check("#option-draft")
    page.fill("#players", "40")
    page.locator("#players").blur()
    page.wait_for_function("() => document.querySelector('#impossible').textContent.includes('щонайбільше на 27')")
    page.click("#new button.go")
    assert "щонайбільше на 27" in page.locator("#toast.shown").inner_text()
    me.complaints.clear()


def test_an_edition_is_one_click_from_the_shelf_also_alone(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.go("/")
    page.click("[data-play=welcome][data-preset='2023'][data-seats='1']")
    my_turn(page)
    found = page.evaluate("fetch(location.pathname.replace('/table/', '/api/tables/')).then((answer) => answer.json())")
    assert found["table"]["options"]["edition"] == "2023"
    assert len(found["table"]["seats"]) == 1


def test_refusals_are_said_in_the_language_of_the_page(person: Callable[..., Person]) -> None:
    me = person("uk", DESK)
    page = me.go("/")
    page.fill("#code", "ZZZZZZ")
    page.click("#join button")
    page.wait_for_selector("#toast.shown")
    assert page.locator("#toast").inner_text() == "Немає відкритого столу з таким кодом."
    assert me.complaints.pop().startswith("Failed to load resource")  # the browser's own note on a 404


def test_bots_are_called_in_the_language_of_whoever_looks(person: Callable[..., Person]) -> None:
    me = person("uk", DESK)
    page = play_now(me, "house")
    for _ in range(6):
        hinted(page)
    for place in ("#players", "#log", "#textboard"):
        text = page.locator(place).text_content()
        assert "Bot" not in text, place
    assert "Бот 2" in page.locator("#players").inner_text()


def test_what_happened_since_one_last_looked(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("uk", DESK)
    page = host.go("/new/flip")
    page.click("#new button.go")
    page.wait_for_selector("#lobby .seats")
    guest.page.goto(page.url)
    guest.page.click("[data-do=sit]")
    guest.page.fill("#myname", "Оля")
    guest.page.click("#naming button")
    page.click("[data-do=start]:enabled")
    for each in (page, guest.page):
        each.wait_for_selector("#board svg")
    first, second = (page, guest.page) if page.locator("#moves").is_visible() else (guest.page, page)
    address = second.url
    second.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('seen '))")
    second.goto(f"{host.site}/rules/flip")
    for _ in range(30):
        if first.locator("#moves").is_hidden():
            break
        hinted(first)
    second.goto(address)
    second.wait_for_selector("#news:not([hidden]) li")
    assert second.locator("#newslines li").count() >= 2
    assert second.locator("#log li.new").count() >= 2
    second.click("#closenews")
    assert second.locator("#news").is_hidden()
    assert "●" in second.title()


def test_a_screen_reader_hears_what_others_did_and_nothing_is_marked_new_at_first(
    person: Callable[..., Person],
) -> None:
    me = person("en", DESK)
    page = play_now(me, "flip", seats=1)
    assert page.locator("#log .new").count() == 0, "whoever comes for the first time has missed nothing"
    page = play_now(me, "flip")
    assert page.locator("#spoken").get_attribute("aria-live") == "polite"
    for _ in range(30):
        if "Bot 2" in page.locator("#spoken").inner_text():
            break
        hinted(page)
        page.wait_for_timeout(600)
    assert "Bot 2" in page.locator("#spoken").inner_text()
    assert "§" not in page.locator("#spoken").inner_text()


def test_arrows_reach_even_what_lies_upon_something_else(person: Callable[..., Person]) -> None:
    page = play_now(person("en", DESK), "flip")
    page.evaluate("""() => {
      const all = document.querySelectorAll("#board [data-move]"), last = all[all.length - 1];
      const double = last.cloneNode(true);
      double.id = "double";
      last.after(double);
      last.focus();
    }""")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "double"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.id") != "double"


def test_a_notification_is_asked_for_only_by_a_click(person: Callable[..., Person]) -> None:
    me = person("en", DESK, permissions=["notifications"])
    me.context.add_init_script(
        "window.asked = 0; const ask = Notification.requestPermission.bind(Notification);"
        "Notification.requestPermission = () => { window.asked++; return ask(); };"
    )
    page = play_now(me, "flip")
    assert page.evaluate("window.asked") == 0
    page.click("#tablebox summary")
    page.click("#notify")
    page.wait_for_selector("#toast.shown")
    assert page.evaluate("window.asked") == 1


def test_pieces_move_unless_somebody_wants_less_motion(person: Callable[..., Person]) -> None:
    for motion, moves in (("no-preference", True), ("reduce", False)):
        me = person("en", DESK, reduced_motion=motion)
        page = play_now(me, "flip")
        page.evaluate("""() => {
            window.moved = 0;
            document.addEventListener("transitionrun", () => window.moved++);
            const own = Element.prototype.animate;
            Element.prototype.animate = function (...all) { window.moved++; return own.apply(this, all); };
        }""")
        for _ in range(6):
            hinted(page)
        assert (page.evaluate("window.moved") > 0) is moves


@pytest.mark.parametrize(("game", "options"), [("house", {}), ("welcome", {}), ("welcome", {"draft": True})])
def test_a_curtain_falls_between_players_with_secrets(
    person: Callable[..., Person], game: str, options: dict[str, bool]
) -> None:
    me = person("uk", PHONE)
    page = me.go(f"/new/{game}")
    for option in options:
        page.check(f"#option-{option}")
    page.click("[data-fill=me]")
    page.click("#new button.go")
    seats = set()
    for _ in range(60):
        page.wait_for_selector("#curtain:not([hidden]), #moves:not([hidden]) [data-move]")
        if page.locator("#curtain").is_visible():
            assert page.locator("#board svg").count() == 0
            seats.add(page.locator("#nextname").inner_text())
            page.click("#itsme")
            page.wait_for_selector("#board svg")
            if len(seats) == 2:
                break
            continue
        hinted(page)
    assert len(seats) == 2, "each of them is called by a name of their own"


def test_a_friend_comes_by_a_private_link_and_another_device_by_a_key(person: Callable[..., Person]) -> None:
    host, guest, phone = person("en", DESK), person("uk", PHONE), person("en", PHONE)
    page = host.go("/new/flip")
    page.select_option("#seat-1", "invited")
    page.click("#new button.go")
    page.click("#lobby-seat-1 [data-do=invite]")
    page.wait_for_selector("#invited:not([hidden])")
    guest.page.goto(page.locator("#invited-link").input_value())
    guest.page.fill("#myname", "Оля")
    guest.page.click("#naming button")
    page.wait_for_function("() => document.querySelector('#lobby-seat-1').innerText.includes('Оля')")
    home = host.context.new_page()
    home.goto(host.site)
    home.click("#carry")
    home.wait_for_selector("#carrylink")
    phone.page.goto(home.locator("#carrylink").input_value())
    phone.page.wait_for_selector(".mine a")
    assert phone.page.locator(".mine li").count() == 1


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


def test_a_text_of_the_board_that_comes_late_is_not_shown(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = play_now(me, "flip")
    page.click("#astext")
    held: list[Route] = []
    page.route("**/text?*", lambda route: held.append(route), times=1)
    for _ in range(2):  # the first text hangs, the second one comes
        was = page.text_content("#textboard")
        page.wait_for_selector("#moves:not([hidden]) [data-move]")
        page.evaluate("document.querySelector('#moves [data-move]').click()")
        while not held:
            page.wait_for_timeout(10)
    page.wait_for_function("(was) => document.querySelector('#textboard').textContent !== was", arg=was)
    with page.expect_response("**/text?*"):
        held[0].fulfill(body="an old board", content_type="text/plain")
    page.evaluate("fetch('/healthz')")  # what has come before this was dealt with before this
    assert "an old board" not in page.inner_text("#textboard")


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
    page.click("#score button.go")
    page.wait_for_selector("#scored .total")  # counted; the picture is still on its way
    while not held:
        page.wait_for_timeout(10)
    page.fill("#sheet", "?")
    held[0].continue_()
    page.click("#score button.go")
    page.wait_for_selector("#scored li")
    assert page.input_value("#sheet") == "?"


def test_a_preview_that_comes_late_does_not_cover_a_newer_one(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    me.context.add_init_script(
        """window.answers = 0;
        const text = Response.prototype.text;
        Response.prototype.text = async function () {
          const told = await text.call(this);
          window.answers++;
          return told;
        };"""
    )
    held: list[Route] = []
    me.page.route("**/new/welcome/preview*", lambda route: held.append(route), times=1)
    page = me.go("/new/welcome")
    while not held:
        page.wait_for_timeout(10)
    page.check("[data-option=roundabouts]", force=True)
    page.wait_for_selector("#preview svg", state="attached")
    held[0].fulfill(body="<p>older</p>")
    page.wait_for_function("() => window.answers === 2")
    assert page.locator("#preview svg").count() == 1


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_a_page_that_is_not_there_says_so_kindly(person: Callable[..., Person], lang: str) -> None:
    me = person(lang, PHONE)
    for path in ("/nothing/here", "/table/gone", "/new/chess", "/deal/none", "/rules/chess", "/table/gone/replay"):
        page = me.go(path)
        assert page.locator("h1").count() == 1, path
        assert page.locator("#join").count() == 1, path
        assert page.evaluate("document.documentElement.lang") == lang
        me.fits()
    assert all(each.startswith("Failed to load resource") for each in me.complaints)
    me.complaints.clear()


# A server of one's own, which may go away ---------------------------------------------------------------------------


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[tuple[str, Callable[[], subprocess.Popen[str]]]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "kvartal", "serve", "--port", str(port), "--database", str(tmp_path / "t.db")],
            stdout=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "KVARTAL_LOG": "ERROR"},
        )  # fmt: skip
        assert process.stdout is not None
        assert "http://" in process.stdout.readline()
        running.append(process)
        return process

    yield f"http://127.0.0.1:{port}", start
    for process in running:
        process.kill()
        process.communicate()


def test_a_server_that_goes_away_and_comes_back_loses_nothing(
    person: Callable[..., Person], own_site: tuple[str, Callable[[], subprocess.Popen[str]]]
) -> None:
    address, start = own_site
    server = start()
    me = person("uk", DESK)
    me.site = address
    page = play_now(me, "flip")
    hinted(page)
    lines = page.locator("#log li").count()
    server.send_signal(signal.SIGTERM)
    server.wait()
    page.wait_for_selector("#banner:not([hidden])")
    start()
    page.click("#banner button")
    page.wait_for_selector("#banner", state="hidden")
    my_turn(page)
    assert page.locator("#log li").count() >= lines
    hinted(page)
    assert all("ERR_CONNECTION_REFUSED" in each or "WebSocket" in each for each in me.complaints)
    me.complaints.clear()


def test_a_move_that_was_swallowed_by_a_dead_line_is_sent_again(person: Callable[..., Person]) -> None:
    """A phone has left its network: nobody tells the page, and what it sends arrives nowhere."""
    me = person("uk", PHONE)
    lines: list[list[str]] = []

    def through(route: WebSocketRoute) -> None:
        server, sent = route.connect_to_server(), []  # type: ignore[var-annotated]
        lines.append(sent)
        dead = len(lines) == 2

        def say(text: str | bytes) -> None:
            sent.append(str(text))
            if not dead:
                server.send(text)

        route.on_message(say)

    me.page.route_web_socket(re.compile("/socket"), through)
    page = play_now(me, "flip")
    page.clock.install()
    page.reload()  # the second line
    my_turn(page)
    before = page.locator("#log").inner_text()
    page.locator("#moves [data-move]").first.tap()
    page.wait_for_timeout(300)
    assert page.locator("#log").inner_text() == before
    page.clock.fast_forward(11_000)
    page.wait_for_function("before => document.querySelector('#log').innerText !== before", arg=before)
    assert len(lines) == 3
    assert lines[1][-1] in lines[2]


def test_a_page_without_network_says_so_and_comes_back(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    page = play_now(me, "flip")
    me.context.set_offline(True)
    page.wait_for_selector("#banner:not([hidden])")
    me.context.set_offline(False)
    page.wait_for_selector("#banner", state="hidden")
    my_turn(page)


def test_a_page_from_before_an_update_says_so(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = play_now(me, "flip")
    address = page.url
    page.add_init_script("document.addEventListener('readystatechange', () => { document.body.dataset.build = 'old' })")
    page.goto(address)
    page.wait_for_selector("#banner:not([hidden])")
    assert page.locator("#banner button").is_visible()
