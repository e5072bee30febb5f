"""Around a game: invitations, clocks, bots that help out, giving up, the deal of the day, records taken home."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import segno
from browser import DESK, PHONE, RECORDS, Person, my_turn, quick_game, serious
from playwright.sync_api import expect
from ways import QUICK, Way

from cli.commands import kvartal

FLIP = Way("flip", short=QUICK)


def squares(svg: str) -> set[tuple[int, int]]:
    """The dark squares of a QR code, read from its path: rows of h-lines, as segno draws them."""
    root = ET.fromstring(svg)  # noqa: S314 — our own picture
    path = list(root.iter("{http://www.w3.org/2000/svg}path"))[-1].attrib["d"]
    found, x, y = set(), 0.0, 0.0
    for letter, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(each) for each in numbers.split()]
        if letter == "M":
            x, y = values
        elif letter == "m":
            x, y = x + values[0], y + values[1]
        else:
            found |= {(int(x) + step, int(y)) for step in range(int(values[0]))}
            x += values[0]
    return found


def test_the_qr_code_is_the_link_of_the_table(person: Callable[..., Person]) -> None:
    host = person("uk", PHONE)
    link = host.sets_up(FLIP, "me", "open")
    picture = host.page.locator("img.qr")
    picture.wait_for()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    shown = squares(host.page.request.get(picture.evaluate("image => image.src")).text())
    matrix = segno.make(link, error="m").matrix
    wanted = {(x, y) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark}
    left, top = min(x for x, _ in shown), min(y for _, y in shown)
    assert {(x - left, y - top) for x, y in shown} == wanted
    assert host.page.locator("#link").input_value() == link


def two_at_a_table(host: Person, guest: Person) -> None:
    guest.sits_down(host.sets_up(Way("flip"), "me", "open"), "Лев")
    host.starts()
    for each in (host, guest):
        each.page.wait_for_selector("#board svg")
        each.page.click("#tablebox summary")


def test_a_bot_takes_over_and_gives_back_and_somebody_gives_up(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("ru", PHONE)
    two_at_a_table(host, guest)
    page = host.page
    page.click("[data-do=bot][data-for=playing]:visible")
    page.click("#sure button[value=yes]")
    page.wait_for_selector("[data-do=take]:visible")
    expect(page.locator("#player-0")).to_contain_text("a bot plays for")
    page.click("[data-do=take]:visible")
    page.wait_for_selector("[data-do=resign]:visible")
    expect(page.locator("#player-0")).not_to_contain_text("a bot plays for")
    page.click("[data-do=resign]:visible")
    page.click("#sure button[value=no]")
    assert not host.over, "whoever says no goes on playing"
    page.click("[data-do=resign]:visible")
    page.click("#sure button[value=yes]")
    for each in (host, guest):
        each.page.wait_for_selector("#end section")


def test_two_people_agree_to_end(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("ru", PHONE)
    two_at_a_table(host, guest)
    host.page.click("[data-do=end]:visible")
    host.page.wait_for_function("() => document.querySelector('#player-0').textContent.includes('would end')")
    assert not guest.over
    guest.page.click("[data-do=end]:visible")
    for each in (host, guest):
        each.page.wait_for_selector("#end section")


def test_a_public_table_with_a_clock_is_found_and_its_clock_runs(person: Callable[..., Person]) -> None:
    host, guest = person("en", DESK), person("uk", DESK)
    page = host.unfolds("/new/flip")
    page.check("[name=public][value=yes]")
    page.select_option("#pace", index=1)
    page.click("#new button.go")
    page.wait_for_selector("#lobby .seats")
    name = page.url.rsplit("/", 1)[1]
    home = guest.go("/")
    home.click(f'a[href$="{name}"]')
    home.click("[data-do=sit]:visible")
    home.fill("#myname", "Іра")
    home.click("#naming button")
    host.starts()
    clock = ".players .owes .clock"
    home.wait_for_selector(clock)
    first = home.locator(clock).inner_text()
    assert re.fullmatch(r"\d+:\d\d", first)
    home.wait_for_function(
        "([clock, first]) => document.querySelector(clock).textContent !== first", arg=[clock, first]
    )


def test_the_deal_of_the_day_is_played_and_its_results_are_listed(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.go("/")
    page.fill("#name", "Somebody new")
    page.click("#rename button")
    page.wait_for_selector(".who")
    page.click("[data-daily=flip]")
    page.wait_for_selector("#moves:not([hidden]) [data-move]")
    me.plays_to_the_end(sensible=False)
    me.go("/")
    assert "best" in page.locator("li:has([data-daily=flip])").inner_text()
    assert "mine" in page.locator("li:has([data-daily=flip])").inner_text()
    page.click("li:has([data-daily=flip]) a[href*='/deal/']")
    page.locator("tr.total", has_text="Somebody new").wait_for()
    page.click("[data-deal]")  # one click: nobody is waited for
    my_turn(page)
    me.plays_to_the_end(sensible=True)  # it asks for hints
    expect(page.locator("#end")).to_contain_text("With help, so without a rank among the results of this deal: ")
    page.click("#end a[href$='/deal']")
    page.wait_for_url("**/deal/*")
    tries = page.locator("tr", has_text="Somebody new")
    expect(tries).to_have_count(2)
    again = tries.filter(has_text="try 2 · with help").locator("td").first
    assert again.inner_text() == "–"  # its cards were known


def test_a_table_made_of_a_played_deal_says_what_is_played_and_shows_no_other_cards(
    person: Callable[..., Person],
) -> None:
    me = person("en", PHONE)
    page = quick_game(me, "bot greedy")
    page.click("#end a[href$='/deal']")
    assert "never: 6" in page.locator("main .facts").inner_text()
    page.click("a.button[href*='deal=']")
    assert "never: 6" in page.locator("#chosen").inner_text()
    assert page.locator("#preview").count() == 0
    page.check("[name=who][value=bots]")
    page.click("#new button.go")
    my_turn(page)
    stranger = person("en", DESK)
    answer = stranger.page.request.get(f"{page.url}/deal", max_redirects=0)
    assert answer.status == 409  # it is not over


def test_a_record_taken_home_is_proven_there(person: Callable[..., Person], tmp_path: Path) -> None:
    me = person("en", PHONE)
    me.sets_up(Way("toy"), "me", "bot greedy")
    me.plays_on(sensible=True)
    me.page.wait_for_selector("#end .won")
    with me.page.expect_download() as waiting:
        me.page.click("#end a[download]")
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    proof = kvartal("verify", str(file))
    assert proof.returncode == 0, proof.stdout + proof.stderr
    me.page.click("[data-verify]")
    me.page.wait_for_selector("#verdict code")
    assert me.page.locator("#verdict code").inner_text().endswith("✓")


def test_a_replay_follows_the_slider_and_the_keys(person: Callable[..., Person]) -> None:
    me = person("uk", DESK)
    me.sets_up(Way("flip", short={"win_cards": 5}), "me", "bot greedy")
    me.plays_on(sensible=True)
    page = me.page
    page.click("#end a[href$=replay]")
    page.wait_for_selector("#board svg")
    slider = page.locator("#step")
    at = "step => document.querySelector('#where').textContent.includes(` ${step} / `)"
    last = int(slider.get_attribute("max") or 0)
    begin = page.locator("#board").inner_html()
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    page.wait_for_function(at, arg=last)
    assert page.locator("#board").inner_html() != begin
    page.locator("body").press("Home")
    page.wait_for_function(at, arg=0)
    page.locator("body").press("ArrowRight")
    page.wait_for_function(at, arg=1)
    page.click("#next")
    page.wait_for_function(at, arg=2)
    slider.focus()
    slider.press("ArrowRight")
    page.wait_for_function(at, arg=3)
    page.evaluate("""() => {  // faster than boards come
      document.activeElement.blur();
      const press = () => new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
      for (let n = 0; n < 5; n++) document.body.dispatchEvent(press());
    }""")
    page.wait_for_function(at, arg=min(last, 8))


def test_a_replay_is_read_in_words_step_by_step(person: Callable[..., Person]) -> None:
    """Chips of Mr House lie face down for everybody else: the words follow the step and who looks."""
    me = person("en", PHONE)
    page = me.go("/replay")
    page.set_input_files("#file", RECORDS / "house" / "records" / "basic-two.kvartal")
    page.wait_for_selector("#board svg")
    assert page.locator("#textboard").is_hidden()
    page.focus("#seat")
    page.keyboard.press("t")  # a list is searched by letters
    page.focus("#next")
    expect(page.locator("#astext")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("t")
    expect(page.locator("#textboard li").first).to_be_visible()
    expect(page.locator("#board")).to_be_hidden()
    expect(page.locator("#astext")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.activeElement.id") == "next"
    chips = page.locator("#textboard li", has_text="chips from the bottom")
    expect(chips).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(chips).to_have_count(1)
    expect(chips).not_to_contain_text("face down")  # a file begins with the whole truth
    page.select_option("#seat", "-1")
    expect(chips).to_contain_text("face down")
    assert not serious(me)
    me.fits()
    page.reload()
    expect(chips).to_contain_text("face down")
    expect(page.locator("#astext")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#board")).to_be_hidden()
    page.focus("#textboard")
    page.evaluate(  # the key of T writes a Cyrillic letter
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'е', code: 'KeyT', bubbles: true }))"
    )
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator("#textboard")).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "astext"
    page.keyboard.press("Enter")
    expect(chips).to_contain_text("face down")
    assert page.evaluate("document.activeElement.id") == "astext"
