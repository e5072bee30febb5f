"""What others did is played step by step. Nothing is lost or out of order, and whoever acts sees all of it first."""

from collections.abc import Callable

from browser import DESK, PHONE, Person, hinted, my_turn, play_now, told
from playwright.sync_api import Page, expect
from ways import Way

from kvartal.web.again import last_turn, shown_again
from kvartal.web.dialect import board

MOVING = {"reduced_motion": "no-preference"}
NUMBERS = "[...document.querySelectorAll('#log li')].map((line) => Number(line.dataset.n))"
# The same module that the page uses: what it is given waits like what comes over the line
FEED = """async (message) => {
  const { arrived } = await import(`${document.body.dataset.base}/static/pace.js`);
  arrived(message, false);
}"""


def ends_my_turn(page: Page) -> None:
    """Sensible moves until it is the turn of the others."""
    while page.locator("#play[data-mine='1']").count():
        hinted(page)


def test_what_a_bot_did_comes_one_after_the_other_with_its_words(person: Callable[..., Person]) -> None:
    me = person("en", DESK, **MOVING)
    page = play_now(me, "flip")
    page.evaluate("""() => {
        window.said = [];
        new MutationObserver(() => {
            const text = document.querySelector("#caption").textContent;
            if (text) window.said.push(text);
        }).observe(document.querySelector("#caption"), { childList: true, characterData: true, subtree: true });
    }""")
    ends_my_turn(page)
    my_turn(page)
    lines = [line.rstrip("§ ") for line in told(page).splitlines()]
    said = page.evaluate("window.said")
    assert len(said) > 1
    assert [line for line in lines if line in said][-len(said) :] == said, "in the order of the log"


def test_nothing_is_lost_and_nothing_comes_twice_when_somebody_acts_meanwhile(person: Callable[..., Person]) -> None:
    me = person("en", PHONE, **MOVING)
    me.sets_up(Way("flip"), "me", "bot greedy", "bot greedy", "bot random")
    page = me.page
    my_turn(page)
    for _ in range(3):
        ends_my_turn(page)
        page.mouse.click(2, 2)  # any press shows all that waits
        my_turn(page)
    told(page)
    numbers = page.evaluate(NUMBERS)
    assert numbers == sorted(numbers)
    board = page.locator("#board svg").text_content()
    me.reloads()
    my_turn(page)
    told(page)
    assert page.evaluate(NUMBERS) == numbers
    assert page.locator("#board svg").text_content() == board


def test_a_press_counts_only_if_the_same_move_still_lies_under_it(person: Callable[..., Person]) -> None:
    me = person("en", DESK, **MOVING)
    page = play_now(me, "flip")
    page.evaluate("""() => {
        window.sent = [];
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) { window.sent.push(JSON.parse(text).move); send.call(this, text); };
    }""")
    first = page.locator("#buttons button").first
    move, same = first.get_attribute("data-move"), page.locator("#buttons").inner_html()
    other = same.replace(f'data-move="{move}"', 'data-move="something else"')
    message = {"is": "page", "version": 0, "seat": 0, "parts": {"buttons": other}}
    for _ in range(2):  # the first is shown at once, the second waits
        page.evaluate(FEED, message)
    page.evaluate(FEED, {**message, "parts": {"buttons": other.replace("something else", "a third")}})
    first.click()
    assert page.evaluate("window.sent") == []
    page.evaluate(FEED, {**message, "parts": {"buttons": same}})
    page.evaluate(FEED, {**message, "parts": {"buttons": same}})
    expect(first).to_have_attribute("data-move", str(move))
    first.click()
    page.wait_for_function("() => window.sent.length === 1")
    assert page.evaluate("window.sent") == [move]


def test_it_can_be_switched_off_and_is_with_reduced_motion(person: Callable[..., Person]) -> None:
    calm, me = person("en", PHONE), person("uk", PHONE, **MOVING)
    assert play_now(calm, "flip").locator("#pace").is_hidden()
    page = play_now(me, "flip")
    page.click("#pace")
    assert page.locator("#pace").inner_text() == "Крок за кроком: ні"
    me.reloads()
    assert page.locator("#pace").get_attribute("aria-pressed") == "false"


def test_the_last_turn_is_shown_again_also_after_a_reload(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = play_now(me, "flip")
    ends_my_turn(page)
    my_turn(page)
    me.reloads()
    my_turn(page)
    before = page.locator("#board").inner_html()
    page.keyboard.press("a")
    page.wait_for_selector("#oncemore svg")
    assert page.locator("#board").is_hidden()
    assert not page.locator("#oncemore [data-move]").count(), "there is nothing to press in it"
    page.keyboard.press("Escape")
    expect(page.locator("#oncemore")).to_be_hidden()
    assert page.locator("#board").inner_html() == before


def test_before_anybody_else_has_done_anything_there_is_no_last_turn(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = play_now(me, "welcome")  # all write at once: nothing is seen before I have written
    page.click("#again")
    expect(page.locator("#toast")).to_have_text("Nobody else has done anything yet.")


def test_what_is_shown_again_is_what_the_seat_saw_then() -> None:
    for key, preset in (("flip", ""), ("house", "expert"), ("welcome", "2018"), ("estates", "")):
        way = Way(key, preset)
        match = way.match(3)
        for _ in range(60):
            if not match.over:
                match.play(match.waiting[0], way.game.greedy(match.view(match.waiting[0])))
        for who in (0, 1, None):
            steps = last_turn(match, who)
            assert all(match.entries[step].seat != who for step in steps)
            seen = {board(match.at(step).view(who), "en", "desk") for step in range(len(match) + 1)}
            assert {moment["board"] for moment in shown_again(match, who, "en", "desk")} <= seen
