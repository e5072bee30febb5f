"""Whole games by other hands: the keyboard alone, fingers on a phone, and people who want nothing to move."""

import re
from collections.abc import Callable

from browser import DESK, PHONE, Person, hinted, moving, my_turn, play_now
from playwright.sync_api import expect
from ways import QUICK, Way

MOST = 400  # presses until a quick game must be over
MINE = "() => !document.querySelector('#moves').hidden || document.querySelector('#end section')"


def test_the_keyboard_alone_plays_a_whole_game(person: Callable[..., Person]) -> None:
    me = person("uk", DESK, reduced_motion="no-preference")
    me.sets_up(Way("flip", short=QUICK), "me", "bot greedy")
    page = me.page
    for press in range(MOST):
        page.wait_for_function(MINE)
        if me.over:
            break
        with moving(page):
            buttons = page.locator("#buttons [data-move]").count()
            if page.locator("#board [data-move]").count() and (
                press % 3 == 0 or not buttons
            ):  # the focus is never lost
                page.keyboard.press("ArrowRight")
                assert page.evaluate("document.activeElement.matches('#board [data-move]')")
                page.keyboard.press("Enter")
            else:  # in the bar
                page.keyboard.press(str(min(9, 1 + buttons // 2)))
    assert me.over
    table = page.url
    assert page.evaluate("document.activeElement.matches('#end h2')")  # what has become of it, and then
    page.keyboard.press("Tab")
    while not page.evaluate("document.activeElement.matches('#end .tools *')"):  # rules named in between
        assert page.evaluate("document.activeElement.matches('#end *')")
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.do === 'rematch'")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/table/" in url and url != table)


def test_fingers_on_a_phone_play_a_whole_game(person: Callable[..., Person]) -> None:
    me = person("ru", PHONE, reduced_motion="no-preference")
    me.sets_up(Way("flip", short=QUICK), "me", "bot greedy")
    page = me.page
    for press in range(MOST):
        page.wait_for_function(MINE)
        if me.over:
            break
        moves = page.locator("#moves [data-move]")
        chosen = moves.nth(press % moves.count()).get_attribute("data-move")
        on_board = page.locator(f'#board [data-move="{chosen}"]')
        in_bar = page.locator(f'#buttons [data-move="{chosen}"]')
        with moving(page):
            (on_board if on_board.count() else in_bar).first.tap()
        me.fits()
    assert me.over
    page.locator("#end a[href$=replay]").tap()
    page.wait_for_selector("#board svg")
    me.fits()


def test_nothing_moves_where_less_motion_is_wanted(person: Callable[..., Person]) -> None:
    still, lively = (person("en", DESK, reduced_motion=motion) for motion in ("reduce", "no-preference"))
    for player in (still, lively):
        player.sets_up(Way("flip", short=QUICK), "me", "bot greedy")
        player.page.wait_for_selector("#moves:not([hidden]) [data-move]")
        player.page.evaluate(
            """() => {
              window.ran = 0;
              const look = () => { window.ran += document.getAnimations().length; requestAnimationFrame(look); };
              look();
              for (const kind of ["transitionrun", "animationstart"]) addEventListener(kind, () => window.ran++, true);
            }"""
        )
        player.plays_on(sensible=False)
        player.has_made(12)
    assert still.page.evaluate("window.ran") == 0
    assert lively.page.evaluate("window.ran") > 0


def test_the_steps_of_a_long_turn_are_read_without_a_mouse(person: Callable[..., Person]) -> None:
    me = person("en", DESK, bypass_csp=True)
    page = play_now(me, "welcome")
    page.add_style_tag(content="#turn ol { max-height: 1.2em }")  # so that a turn of two steps is a long one
    steps = page.locator("#turn ol")
    for _ in range(2):
        hinted(page)
    page.wait_for_function("() => document.querySelector('#turn ol').scrollTop > 0")  # the newest is in sight
    steps.focus()
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('#turn ol').scrollTop === 0")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('#turn ol')"), "arrows scroll here"
    page.wait_for_function("() => document.querySelector('#turn ol').scrollTop > 0")


def test_letters_are_keys_by_their_place_on_a_cyrillic_keyboard_and_can_be_switched_off(
    person: Callable[..., Person],
) -> None:
    me = person("uk", DESK)
    page = play_now(me, "flip")

    def typed(key: str, code: str) -> None:
        page.evaluate(
            "([key, code]) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))",
            [key, code],
        )

    typed("е", "KeyT")  # the key of T writes a Cyrillic letter
    assert page.locator("#textboard").is_visible()
    typed("t", "KeyK")  # where T has another place, the letter counts
    assert page.locator("#board").is_visible()
    page.click("#showkeys")
    page.uncheck("#letters")
    page.keyboard.press("Escape")
    typed("t", "KeyT")
    assert page.locator("#board").is_visible()
    me.reloads()
    typed("t", "KeyT")
    assert page.locator("#board").is_visible()


def test_the_focus_is_somewhere_after_the_guide_a_hint_and_the_chat(person: Callable[..., Person]) -> None:
    me = person("en", DESK, guided=False)
    page = me.go("/")
    page.locator("[data-play=flip]").first.press("Enter")
    page.wait_for_selector("#guide[open]")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.activeElement.id === 'status'")
    page.focus("#hint")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hinttold ol")
    assert page.evaluate("document.activeElement.id") == "hint"
    page.keyboard.press("l")
    assert page.evaluate("document.activeElement.id") == "log"
    page.keyboard.press("c")
    page.keyboard.type("t")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "status"
    page.keyboard.press("t")
    assert page.locator("#textboard").is_visible()


def test_who_waits_is_back_on_the_board_when_it_is_their_turn(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = play_now(me, "estates")
    for _ in range(MOST):  # perhaps the other begins: then there are only bids at first, in the bar
        page.wait_for_function(MINE)
        if page.locator("#board [data-move]").count():
            break
        with moving(page):
            page.locator("#moves [data-move]").first.dispatch_event("click")
    page.keyboard.press("ArrowRight")
    parked = """() => { document.querySelector('#board [data-move]').focus(); window.waited = false;
        addEventListener("focusin", ({ target }) => { window.waited ||= target.id === 'status'; }); }"""
    page.evaluate(parked)
    for _ in range(MOST):
        page.wait_for_function(MINE)
        if me.over or page.evaluate("window.waited"):
            break
        with moving(page):
            page.keyboard.press("Enter")
    assert page.evaluate("window.waited")
    assert not me.over
    assert page.evaluate("document.activeElement.matches('#board [data-move]')")


def test_on_a_phone_the_turn_stays_in_sight_and_as_high(person: Callable[..., Person]) -> None:
    me, friend = person("uk", PHONE), person("ru", PHONE)
    table = me.sets_up(Way("welcome", "2018"), "me", "open")
    friend.sits_down(table, "Константин")
    me.starts()
    page, other = me.page, friend.page
    high = "document.querySelector('#turnbox').offsetHeight"
    my_turn(page)
    heights = [page.evaluate(high)]
    done = page.locator("#buttons [data-move=done]")
    while not done.count():  # a pair of cards, a house
        place = page.locator("#board [data-move]").first
        place.evaluate("place => place.scrollIntoView({ block: 'center' })")
        with moving(page):
            place.tap()
        heights.append(page.evaluate(high))
        # Where a keyboard would go on is not marked for a finger, as if it were chosen.
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator("#tabs [data-tab=side]")).to_be_in_viewport()
    page.locator("#tabs [data-tab='']").tap()
    expect(page.locator("#tabs [aria-current]")).to_have_attribute("data-tab", "")
    page.wait_for_function("() => scrollY === 0")
    done.tap()
    page.wait_for_selector("#moves", state="hidden")
    heights.append(page.evaluate(high))
    assert len(set(heights)) == 1
    assert "Константин" not in page.locator("#latest").inner_text(), "nothing is told of a turn that is not revealed"
    for _ in range(20):
        if not page.locator("#moves").is_hidden():
            break
        hinted(other)
    latest = page.locator("#latest")  # the log lies far below
    expect(latest).to_contain_text("Константин")
    other.locator("#chatbox summary").tap()
    other.fill("#chattext", "Не поспішай!")
    other.locator("#chat button").tap()
    expect(latest.locator(".chatted")).to_have_text("Константин: Не поспішай!")
    assert page.evaluate(high) == heights[0]


def test_on_a_phone_a_table_is_named_and_sent_to_others(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    me.context.add_init_script("navigator.share = async (what) => { window.sent = what.url; }")
    page = me.go("/new/flip")
    page.fill("#myname", "Бабуся Олександра")
    page.tap("#new button.go")
    page.wait_for_url("**/table/*")
    expect(page.locator("#lobby-seat-0 strong")).to_have_text("Бабуся Олександра")
    page.tap("#send")
    page.wait_for_function("window.sent !== undefined")
    assert page.evaluate("window.sent") == page.url
    page = me.go("/new/flip")  # it is known here, and can be another
    assert page.input_value("#myname") == "Бабуся Олександра"
    page.fill("#myname", "Оля")
    page.tap("#new button.go")
    page.wait_for_url("**/table/*")
    expect(page.locator("#lobby-seat-0 strong")).to_have_text("Оля")


def test_on_a_phone_the_clock_of_whoever_is_to_move_is_in_sight(person: Callable[..., Person]) -> None:
    me = person("ru", PHONE)
    page = me.unfolds("/new/flip")
    page.select_option("#seat-1", "bot greedy")
    page.select_option("#pace", "15 20 0")
    page.tap("#new button.go")
    page.wait_for_url("**/table/*")
    my_turn(page)
    expect(page.locator("#turnbox .clock")).to_be_in_viewport()
    expect(page.locator("#turnbox .clock")).to_have_text(re.compile(r"^\d+:\d\d$"))
