"""The company at a table: what is said to whoever is named, waits, is sent away, runs out of time, or wants to stop."""

from collections.abc import Callable

from browser import DESK, PHONE, Person
from playwright.sync_api import Page, expect
from ways import Way


def two_play(host: Person, guest: Person, game: str = "flip") -> None:
    guest.sits_down(host.sets_up(Way(game), "me", "open"), "Лев")
    host.starts()
    for each in (host, guest):
        each.page.wait_for_selector("#board svg")


def moves_by_itself(page: Page, most: int) -> bool:
    """Make the first of the moves that are offered, if any are; waits for nothing that may be covered meanwhile."""
    return bool(
        page.evaluate(
            """most => {
                const first = document.querySelector("#moves:not([hidden]) button");
                if (first && most && document.querySelector("#curtain").hidden) first.click();
                return !!first;
            }""",
            most,
        )
    )


def test_a_name_that_will_not_do_is_said_before_everything_else(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("uk", PHONE)
    page = guest.go(host.sets_up(Way("flip"), "me", "open"))
    page.click("[data-do=sit]:visible")
    page.fill("#myname", "   ")
    page.click("#naming button")
    page.wait_for_selector("#toast.shown")
    on_top = """() => {
        const box = document.querySelector('#toast').getBoundingClientRect();
        return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.id;
    }"""
    assert page.evaluate(on_top) == "toast", "not behind the dialog"
    assert page.locator("dialog[open]").get_by_role("status").inner_text() == page.locator("#toast").inner_text()
    page.click("#namebox .close button")
    assert not page.locator("#namebox").is_visible(), "nobody is made to give a name"
    page.click("[data-do=sit]:visible")
    assert page.evaluate("document.activeElement.id") == "myname"
    page.fill("#myname", "Зоя")
    page.click("#naming button")
    page.wait_for_selector("[data-do=stand]:visible")
    assert page.locator("#who").inner_text() == "Зоя", "named here, named in the head of the page"
    assert "Guest" in page.locator("#lobby [role=status]").inner_text(), "it is said who starts"
    guest.complaints.clear()  # of the name


def test_a_name_refused_at_a_new_table_is_where_another_can_be_typed(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    page = me.unfolds("/new/flip")
    page.fill("#myname", "Бот 2")
    page.click("#new button.go")
    page.wait_for_selector("#toast.shown")
    assert page.evaluate("document.activeElement.id") == "myname"
    on_top = """() => {
        const box = document.querySelector('#myname').getBoundingClientRect();
        return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.id;
    }"""
    assert page.evaluate(on_top) == "myname", "behind neither the button nor what is said"
    assert page.evaluate("document.querySelector('#toast').getBoundingClientRect().width > innerWidth / 2")
    me.complaints.clear()  # of the name


def test_a_table_that_was_closed_says_so_and_nothing_else(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("en", PHONE)
    guest.sits_down(host.sets_up(Way("flip"), "me", "open"), "Leo")
    host.page.click("[data-do=close]:visible")
    for each in (host, guest):
        each.page.wait_for_selector("#end section")
        assert each.page.locator("#status").inner_text() == "The game was ended"
        assert not each.page.locator("[data-do=remove]:visible").count(), "there is nobody to be sent away"


def test_whoever_was_sent_away_sees_no_table_and_a_way_on(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("en", PHONE)
    guest.sits_down(host.sets_up(Way("flip"), "me", "open"), "Leo")
    host.page.click("[data-do=remove]:visible")
    page = guest.page
    for _ in range(2):
        page.wait_for_selector("#banner:visible")
        assert not page.locator("#lobby, #play").locator("visible=true").count(), "nothing of it is true any more"
        page.reload()
    page.wait_for_selector("#banner:visible")
    page.click("#banner button")
    page.wait_for_selector(".shelf")


def test_somebody_else_takes_over_a_seat_with_secrets_when_the_others_agree(person: Callable[..., Person]) -> None:
    host, gone, third, friend = person("en", DESK), person("en", PHONE), person("uk", PHONE), person("ru", DESK)
    table = host.sets_up(Way("toy"), "me", "open", "open")
    gone.sits_down(table, "Leo")
    third.sits_down(table, "Зоя")
    host.starts()
    host.page.wait_for_selector("#moves:not([hidden]) [data-move]")
    host.page.click("#player-1 [data-do=remove]")
    host.page.click("#sure button[value=yes]")
    gone.page.wait_for_selector("#banner:visible")
    expect(host.page.locator("#player-1 .note")).to_contain_text("keeps the seat of Leo")
    host.page.click("#player-1 [data-do=invite]")
    host.page.wait_for_selector("#moved input:visible")
    friend.go(host.page.locator("#moved input").input_value())
    friend.page.fill("#myname", "Лев")
    friend.page.click("#naming button")
    expect(friend.page.locator("#asked")).to_contain_text("когда согласятся все. Ждём согласия: Зоя.")
    assert not friend.page.locator("#asked button:visible").count()
    expect(host.page.locator("#asked")).to_contain_text("You agree. Waiting for Зоя.")
    expect(third.page.locator("#asked")).to_contain_text("Лев хоче сісти на місце 2 замість бота")
    third.page.click("#asked [data-do=admit][data-agree=false]")
    expect(friend.page.locator("#asked")).to_contain_text("Против: Зоя. На месте остаётся бот.")
    third.page.click("#asked [data-do=admit][data-agree=true]")
    friend.page.click("#asked [data-do=sit]:visible")
    friend.page.wait_for_selector("#play[data-seat='1']")
    for each in (host, third, friend):
        assert not each.page.locator("#asked *:visible").count()
    expect(host.page.locator("#player-1 .note")).to_contain_text("with everybody's agreement")


def test_who_was_sent_away_comes_back_by_a_new_link(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("en", PHONE)
    two_play(host, guest, "house")
    host.page.click("#player-1 [data-do=remove]")
    host.page.click("#sure button[value=yes]")
    guest.page.wait_for_selector("#banner:visible")
    host.page.click("#player-1 [data-do=invite]")
    host.page.wait_for_selector("#moved input:visible")
    guest.go("/")
    guest.go(host.page.locator("#moved input").input_value())
    guest.page.wait_for_selector("#play[data-seat='1']")
    assert not guest.page.locator("#banner").is_visible()
    assert "#" not in guest.page.url


def test_whoever_has_a_bot_in_their_place_is_told_and_comes_back_by_one_click(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("uk", PHONE)
    two_play(host, guest)
    page = host.page
    page.click("#tablebox summary")
    page.click("#tablebox [data-do=bot]")
    page.click("#sure button[value=no]")
    assert not page.locator("#asked [data-do=take]").count(), "whoever says no goes on playing"
    page.click("#tablebox [data-do=bot]")
    page.click("#sure button[value=yes]")
    page.wait_for_selector("#asked [data-do=take]")
    assert page.locator("#status").inner_text() != "Your turn"
    assert not page.locator("#moves").is_visible()
    page.click("#asked [data-do=take]")
    page.wait_for_selector("#asked [data-do=take]", state="detached")


def test_who_would_end_the_game_is_said_to_the_others_and_may_think_again(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("en", PHONE)
    two_play(host, guest)
    host.page.click("#tablebox summary")
    host.page.click("#tablebox [data-do=end]")
    guest.page.wait_for_selector("#asked [data-do=end]")
    assert "Guest would end the game" in guest.page.locator("#asked").inner_text()
    host.page.click("#asked [data-do=end]")  # plays on
    guest.page.wait_for_selector("#asked [data-do=end]", state="detached")
    host.page.wait_for_selector("#asked [data-do=end]", state="detached")
    host.page.click("#tablebox [data-do=end]")
    guest.page.click("#asked [data-do=end]")
    for each in (host, guest):
        each.page.wait_for_selector("#end section")


def test_on_a_shared_device_whoever_is_shown_gives_up_and_nobody_else(person: Callable[..., Person]) -> None:
    """While a third is waited for, neither of the two owes a move."""
    host, guest = person("en", DESK), person("en", PHONE)
    guest.sits_down(host.sets_up(Way("estates"), "me", "me", "open"), "Leo")
    host.starts()
    page = host.page
    page.wait_for_selector("#board svg, #curtain:not([hidden])")
    for _ in range(1000):  # until the second of us is shown, and the third is waited for
        if page.evaluate("() => document.querySelector('#play').dataset.seat === '1'") and moves_by_itself(
            guest.page, 0
        ):
            break
        if page.locator("#curtain").is_visible():
            page.click("#itsme")
        for each in (page, guest.page):
            moves_by_itself(each, 1)
        page.wait_for_timeout(100)
    assert page.locator("#play").get_attribute("data-seat") == "1"
    page.click("#tablebox summary")
    page.click("#tablebox [data-do=resign]")
    page.click("#sure button[value=yes]")
    page.wait_for_function("() => document.querySelector('#player-1').textContent.includes('bot')")
    assert "bot" not in page.locator("#player-0").inner_text()


def test_days_are_told_in_days(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("uk", PHONE)
    page = host.unfolds("/new/house")
    page.select_option("#pace", "0 0 7")
    page.click("#new button.go")
    page.wait_for_url("**/table/*")
    guest.sits_down(page.url, "Лев")
    host.starts()
    for each, told in ((host, "6 d 23 h"), (guest, "6 д 23 год")):
        expect(each.page.locator(".players .clock:not(:empty)")).to_have_text(told)


def test_what_was_impossible_a_moment_ago_is_set_up(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.unfolds("/new/welcome")
    page.check("#option-draft")
    page.fill("#players", "40")
    page.locator("#players").blur()
    page.wait_for_function("() => document.querySelector('#impossible').textContent")
    page.fill("#players", "3")
    page.click("#new button.go")  # at once: the preview has not been drawn yet
    page.wait_for_url("**/table/*")
    me.complaints.clear()  # of the preview


def test_a_new_table_loaded_again_or_in_another_language_keeps_what_was_chosen(person: Callable[..., Person]) -> None:
    page = person("en", DESK).unfolds("/new/welcome")
    page.check("[name=preset][value=expert]")
    page.check("[name=public][value=yes]")
    page.fill("#players", "14")
    page.select_option("#rest", "bot random")
    page.select_option("#pace", index=2)

    def all_there() -> None:
        page.wait_for_selector("#late:visible")
        assert page.locator("[name=preset][value=expert]").is_checked()
        assert page.locator("#option-roundabouts").is_checked()
        assert page.locator("[name=public][value=yes]").is_checked()
        assert [page.input_value(field) for field in ("#players", "#rest")] == ["14", "bot random"]

    page.reload()
    all_there()
    page.click(".settings summary")
    page.click(".menu [lang=uk]")
    page.wait_for_selector("html[lang=uk]")
    all_there()
    page.click(".brand")
    page.click("article:has([data-play=welcome]) .others summary")
    page.click("a.button[href$='/new/welcome']")  # another visit begins with what is usual
    page.wait_for_selector("#preview svg")
    assert page.input_value("#players") == "2"


def test_whoever_goes_back_to_a_new_table_finds_what_they_had_chosen(person: Callable[..., Person]) -> None:
    page = person("en", DESK).unfolds("/new/welcome")
    page.check("[name=preset][value='2023']")
    page.fill("#players", "5")
    page.select_option("#pace", index=2)
    page.wait_for_selector("#preview svg")
    chosen = page.locator("#chosen").inner_text()
    page.click("#new button.go")
    page.wait_for_url("**/table/*")
    page.go_back()
    page.wait_for_selector("#preview svg")
    assert page.locator("#players").input_value() == "5"
    assert page.locator("[data-seat]:visible").count() == 5
    assert page.locator("#late").is_visible()
    assert page.locator("#chosen").inner_text() == chosen


def test_a_browser_that_forbids_pages_to_notify_goes_on_playing(person: Callable[..., Person]) -> None:
    """Chromium on Android has permission and yet throws: only its service workers may."""
    host, guest = person("en", DESK), person("en", PHONE)
    host.context.add_init_script(
        "window.Notification = class { static permission = 'granted'; constructor() { throw new TypeError('no'); } };"
        "Object.defineProperty(document, 'hidden', { get: () => true });"
    )
    two_play(host, guest, "estates")
    while not moves_by_itself(host.page, 0):
        moves_by_itself(guest.page, 1)
        host.page.wait_for_timeout(100)
    host.page.wait_for_function("() => document.title.startsWith('●')")


def test_a_phrase_is_said_with_one_press_and_read_in_ones_own_language(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("uk", PHONE)
    guest.sits_down(host.sets_up(Way("flip"), "me", "open"), "Лев")
    guest.page.click("#chatbox summary")  # before the game has begun
    guest.page.locator("#phrases button", has_text="Щасти!").click()
    expect(host.page.locator("#chatlines li")).to_have_text(["Лев: Good luck!"])
    expect(guest.page.locator("#chatlines li")).to_have_text(["Лев: Щасти!"])
    assert host.page.locator("#chatlines").is_visible(), "at a desk it opens by itself"
    host.starts()
    host.page.wait_for_selector("#board svg")
    assert host.page.locator(".side #chatlines").is_visible(), "and goes on beside the game"


def test_a_rematch_asks_the_others(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("uk", PHONE)
    two_play(host, guest)
    host.page.click("#tablebox summary")
    host.page.click("[data-do=end]:visible")
    guest.page.click("#asked [data-do=end]")  # asked over the board of a phone
    guest.page.wait_for_selector("#end section")
    host.page.click("[data-do=rematch]")
    host.page.wait_for_selector("#lobby .seats")
    expect(guest.page.locator("#banner")).to_contain_text("Готується реванш.")
    guest.page.click("#banner button")
    guest.page.wait_for_url(host.page.url)
