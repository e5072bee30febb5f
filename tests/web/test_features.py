"""What the pages offer around a game: each promise of docs/pages.md, kept in a real browser."""

import re
from collections.abc import Callable

import pytest
import segno
from browser import DESK, PHONE, Person, hinted, moving, my_turn, play_now, told
from playwright.sync_api import Locator, Page, Route, expect
from ways import Way

COUNT_TONES = """
window.tones = 0;
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones++; return made.call(this); };
"""


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


def test_a_mouse_over_a_move_says_what_it_changes_in_my_points(person: Callable[..., Person]) -> None:
    page = play_now(person("en", DESK), "estates")
    while page.locator("#moves [data-move=box]").count() == 0:
        hinted(page)
        my_turn(page)
    page.locator("#buttons [data-move=box]").hover()
    page.locator("#why").wait_for(state="visible")
    assert "My points with this move: +1 (" in page.locator("#why").inner_text()
    page.locator("#board [data-move^=offer]").first.hover()  # which changes nothing now
    page.locator("#why").wait_for(state="hidden")


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
    change = int(page.locator("#gain").inner_text().replace("±", ""))
    shown = re.search(r"\((\S+) in all\)", page.locator("#turn").inner_text())
    assert shown is not None
    expect(page.locator("#player-0 .points")).to_have_text(shown[1])
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


def test_the_rule_in_a_reason_is_reached_by_mouse_and_the_reason_goes_when_it_should(
    person: Callable[..., Person],
) -> None:
    page = play_now(person("en", DESK), "flip")
    refused = page.locator("#board [data-refused]").first
    why = page.locator("#why")

    def middle(of: Locator) -> tuple[float, float]:
        box = of.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    page.mouse.move(*middle(refused))
    why.wait_for(state="visible")
    page.mouse.move(*middle(page.locator("#status")), steps=3)
    why.wait_for(state="hidden")
    page.mouse.move(*middle(refused))
    why.wait_for(state="visible")
    page.mouse.move(*middle(why.locator("a")), steps=12)  # across whatever lies between
    page.wait_for_timeout(600)
    page.mouse.down()
    page.mouse.up()
    assert page.locator("#rules").evaluate("rules => rules.open")
    page.keyboard.press("Escape")
    page.mouse.move(*middle(refused))
    why.wait_for(state="visible")
    page.keyboard.press("Escape")
    assert not why.is_visible()


def test_a_reason_stays_with_what_it_is_about(person: Callable[..., Person]) -> None:
    page = play_now(person("en", PHONE), "flip")
    refused = page.locator("#board [data-refused]").first
    refused.scroll_into_view_if_needed()
    refused.dispatch_event("click")
    page.locator("#why").wait_for(state="visible")
    page.evaluate("scrollBy(0, 10000)")
    page.evaluate("scrollBy(0, -20000)")
    page.wait_for_function(
        """() => {
            const why = document.querySelector("#why"), about = document.querySelector("#board [data-refused]");
            const box = about.getBoundingClientRect(), own = why.getBoundingClientRect();
            return why.hidden || Math.abs(own.top - box.bottom - 8) < 2 || Math.abs(box.top - own.bottom - 8) < 2;
        }"""
    )


def test_a_hundred_seats_can_be_set_up_and_the_rest_filled_with_bots(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    page = me.unfolds("/new/welcome")
    page.fill("#players", "100")
    page.wait_for_selector("#rest", state="visible")
    page.check("[name=who][value=bots]")
    page.select_option("#rest", "open")
    page.click("#new button.go")
    page.wait_for_selector("#lobby .seats")
    assert page.locator("#lobby .seats li").count() == 100
    assert page.locator("#lobby [data-do=free]").count() == 11
    me.fits()


def test_a_bot_is_chosen_by_its_level_and_by_who_plays_it(person: Callable[..., Person]) -> None:
    """Seat by seat somebody else is proposed; a bot without a level has no character; the lobby has the same menu."""
    me = person("uk", PHONE)
    page = me.unfolds("/new/flip")
    page.fill("#players", "4")
    assert page.locator("#guest-1").is_hidden()
    for seat, bot in ((1, "bot level2"), (2, "bot level4"), (3, "open")):
        page.select_option(f"#seat-{seat}", bot)
    page.wait_for_selector("#guest-1", state="visible")
    assert page.locator("#guest-3").is_hidden()
    page.select_option("#guest-2", "accountant")
    page.click("#new button.go")
    page.wait_for_selector("#lobby .seats")
    assert "Марта, садівниця, рівень 2" in page.inner_text("#lobby-seat-1")
    assert "Ніна, бухгалтерка, рівень 4" in page.inner_text("#lobby-seat-2")
    page.select_option("#botlevel", "greedy")
    page.wait_for_selector("#botcharacter", state="hidden")
    page.select_option("#botlevel", "level1")
    page.select_option("#botcharacter", "gambler")
    me.fits()
    page.click("#lobby-seat-3 [data-do=bot]")
    page.wait_for_selector("#lobby-seat-3:has-text('Фелікс')")
    page.wait_for_selector("#botmenu", state="hidden")


def test_editions_are_chosen_by_name_and_own_choices_are_noticed(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.unfolds("/new/welcome?preset=2023")
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
    page = me.unfolds("/new/welcome?preset=nobody-knows-this")
    assert page.locator("[name=preset]:checked").count() == 1
    page.check("#option-draft")
    page.fill("#players", "40")
    page.locator("#players").blur()
    page.wait_for_function("() => document.querySelector('#impossible').textContent.includes('від 2 до 27')")
    page.click("#new button.go")
    assert "від 2 до 27" in page.locator("#toast.shown").inner_text()
    me.complaints.clear()


def test_an_edition_is_one_click_from_the_shelf_also_alone(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.go("/")
    assert page.locator("[data-play=welcome][data-preset=draft]").count() == 1  # nobody passes a card on alone
    page.click("article:has([data-play=welcome]) .others summary")
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
        assert "Marta" not in text, place
    assert "Марта" in page.locator("#players").inner_text()


def test_what_happened_since_one_last_looked(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("uk", DESK)
    page = host.unfolds("/new/flip")
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
        if "Marta" in page.locator("#spoken").inner_text():
            break
        hinted(page)
        page.wait_for_timeout(600)
    assert "Marta" in page.locator("#spoken").inner_text(), "the guest by name"
    assert "§" not in page.locator("#spoken").inner_text()


def test_a_screen_reader_hears_sentences_and_that_it_is_my_turn(person: Callable[..., Person]) -> None:
    page = play_now(person("en", DESK), "welcome")
    spoken = page.locator("#spoken")
    expect(spoken).to_have_text("Your turn!")
    hinted(page)
    expect(spoken).to_have_text(re.compile(r"^Guest takes pair \d: [^.]*\.$"))  # still mine: nothing to say of that
    while "confirms the turn" not in told(page):
        hinted(page)
    revealed = r"Marta .*\. Pair 1: [^.]*\. Pair 2: [^.]*\. Pair 3: [^.]*\. Your turn!$"
    expect(spoken).to_have_text(re.compile(revealed))


def test_what_many_others_do_without_a_pause_is_spoken_while_they_do(person: Callable[..., Person]) -> None:
    page = play_now(person("en", DESK), "flip")
    page.evaluate("""async () => {
      const { logged } = await import(document.querySelector("link[href$='log.js']").href);
      window.line = setInterval(() => logged({ from: 1e6, html: '<li data-n="1000000">Somebody moves.</li>' }), 100);
    }""")
    expect(page.locator("#spoken")).to_contain_text("Somebody moves. Somebody moves.")
    page.evaluate("clearInterval(window.line)")


def test_who_plays_by_keys_on_a_small_screen_sees_where_they_are(person: Callable[..., Person]) -> None:
    page = play_now(person("uk", PHONE), "welcome")
    page.keyboard.press("ArrowDown")
    for _ in range(2):  # from the cards at the top to a house far down
        page.evaluate("[...document.querySelectorAll('#board [data-move]')].at(-1).focus()")
        seen(page)
        with moving(page):
            page.keyboard.press("Enter")
        my_turn(page)
        told(page)
        if page.locator("#board [data-move]").count():
            seen(page)
    while page.locator("#board [data-move]").count():
        page.locator("#moves [data-move]").last.dispatch_event("click")
        told(page)
    page.keyboard.press("ArrowDown")  # only the bar is left
    assert page.evaluate("document.activeElement.matches('#buttons [data-move]')")


def seen(page: Page) -> None:
    """What has the focus lies within the window, and nothing upon it."""
    page.wait_for_function(
        """() => {
      const focused = document.activeElement, { x, y, width, height } = focused.getBoundingClientRect();
      const ends = [y + 4, y + height - 4].map((end) => document.elementFromPoint(x + width / 2, end));
      return focused.matches("#board [data-move]") && ends.every((each) => each?.closest("#board"));
    }"""
    )


def test_arrows_reach_even_what_lies_upon_something_else(person: Callable[..., Person]) -> None:
    page = play_now(person("en", DESK), "welcome")
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
    page = me.unfolds(f"/new/{game}")
    for option in options:
        page.check(f"#option-{option}")
    page.check("[name=who][value=here]")
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


def dots(page: Page, place: str) -> str | None:
    """What is dark in the QR code that is shown there."""
    page.wait_for_selector(f"{place} .qr svg")
    return page.locator(f"{place} .qr svg path").last.get_attribute("d")


def dots_of(link: str) -> str:
    """What is dark in the QR code of a link."""
    return re.findall(r' d="([^"]+)"', segno.make(link, error="m").svg_inline(border=3, light="#fff"))[-1]


def test_a_friend_comes_by_a_private_link_and_another_device_by_a_key(person: Callable[..., Person]) -> None:
    host, guest, phone = person("en", DESK), person("uk", PHONE), person("en", PHONE)
    page = host.unfolds("/new/flip")
    page.select_option("#seat-1", "invited")
    page.click("#new button.go")
    page.click("#lobby-seat-1 [data-do=invite]")
    page.wait_for_selector("#invited:not([hidden])")
    link = page.locator("#invited-link").input_value()
    assert dots(page, "#invited") == dots_of(link)
    guest.page.goto(link)
    guest.page.fill("#myname", "Оля")
    guest.page.click("#naming button")
    page.wait_for_function("() => document.querySelector('#lobby-seat-1').innerText.includes('Оля')")
    home = host.context.new_page()
    home.goto(host.site)
    home.click("#carry")
    home.wait_for_selector("#carrylink")
    link = home.locator("#carrylink").input_value()
    assert dots(home, "#carried") == dots_of(link)
    phone.page.goto(link)
    phone.page.wait_for_selector(".mine a")
    assert phone.page.locator(".mine li").count() == 1


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
    page = me.unfolds("/new/welcome")
    while not held:
        page.wait_for_timeout(10)
    page.check("[data-option=roundabouts]", force=True)
    page.wait_for_selector("#preview svg", state="attached")
    held[0].fulfill(body="<p>older</p>")
    page.wait_for_function("() => window.answers === 2")
    assert page.locator("#preview svg").count() == 1


def test_a_preview_is_the_board_that_this_device_will_show(person: Callable[..., Person]) -> None:
    for size in (DESK, PHONE):
        me = person("uk", size)
        wide = "id => document.querySelector(`${id} svg`).viewBox.baseVal.width"
        me.go("/new/estates").wait_for_selector("#preview svg")
        previewed = me.page.evaluate(wide, "#preview")
        me.fits()
        play_now(me, "estates")
        assert me.page.evaluate(wide, "#board") == previewed, size
    page = person("uk", PHONE).go("/new/estates")
    page.wait_for_selector("#preview svg")
    narrow = page.evaluate(wide, "#preview")
    page.set_viewport_size(DESK)  # a phone that is turned, a window that is made larger
    page.wait_for_function(
        "narrow => document.querySelector('#preview svg').viewBox.baseVal.width > narrow", arg=narrow
    )


def test_the_log_says_who_did_what(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    me.sets_up(Way("estates"), "me", "bot greedy", "bot greedy")
    me.plays_on(sensible=True, most=12)
    me.has_made(12)
    page = me.page

    def lines() -> list[str]:
        return [
            line for line in page.locator("#log li").all_inner_texts() if re.search(r"\b(bids|passes|puts)\b", line)
        ]

    told = lines()
    assert len(told) > 5
    assert all(line.startswith(("Guest ", "Bot 2 ", "Bot 3 ")) for line in told), told
    page.reload()
    page.wait_for_selector("#log li")
    assert lines()[: len(told)] == told, "told at once as it was told line by line; bots may have gone on meanwhile"


def test_an_option_without_effect_is_greyed_out_says_why_and_is_not_sent(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.unfolds("/new/welcome")
    rival, why = page.locator("#option-rival"), page.locator("#option-rival-why")
    expect(rival).to_be_disabled()
    expect(why).to_have_text("There is a rival only in the 2023 edition, for somebody who plays alone.")
    page.select_option("#option-edition", "2023")
    expect(rival).to_be_disabled()
    expect(page.locator("#option-draft")).to_be_disabled()
    page.fill("#players", "1")
    expect(rival).to_be_enabled()
    expect(why).to_be_hidden()
    rival.fill("3")
    rival.blur()
    expect(page.locator("#chosen")).to_contain_text("level of the rival")
    page.select_option("#option-edition", "2018")
    expect(rival).to_be_disabled()
    expect(page.locator("#chosen")).not_to_contain_text("level of the rival")
    page.wait_for_selector("#preview svg")
    page.click("#new button.go")
    page.wait_for_url("**/table/*")
    table = page.request.get(page.url.replace("/table/", "/api/tables/")).json()
    assert (table["table"]["options"]["edition"], table["table"]["options"]["rival"]) == ("2018", "1")
