"""The page of a study: what if, played on against bots, noted, named, shared; a sketch at a running table."""

from collections.abc import Callable

import pytest
from browser import DESK, PHONE, Person, serious
from playwright.sync_api import Locator, Page, expect
from test_reviewed import FINISHED

RUNNING = """async () => {
  const ask = async (path, data) => (await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) })).json();
  await ask("/api/me", { name: "Ann" });
  const { table } = await ask("/api/tables", { game: "flip", seats: ["me", "bot greedy"] });
  await ask(`/api/tables/${table}/do`, { do: "start" });
  return table;
}"""


def another(page: Page) -> Locator:
    """The button of another move than the one that was made there."""
    expect(page.locator("#otherwise")).to_be_visible()
    made = page.locator("#otherwise").get_attribute("data-played")
    return page.locator("#moves [data-move]").and_(page.locator(f':not([data-move="{made}"])')).first


def goes_to_a_choice(page: Page) -> None:
    """On, until there is more than one thing to do."""
    for _ in range(200):
        expect(page.locator("#where")).not_to_be_empty()
        if page.locator("#moves:not([hidden]) [data-move]").count() > 1 and page.locator("#otherwise").is_visible():
            return
        was = page.locator("#where").inner_text()
        page.click("#next")
        expect(page.locator("#where")).not_to_have_text(was)
    raise AssertionError("nothing could be chosen")


@pytest.mark.parametrize(("lang", "size"), [("en", DESK), ("uk", PHONE), ("ru", PHONE)])
def test_what_if_from_a_replay(person: Callable[..., Person], lang: str, size: dict[str, int]) -> None:
    me = person(lang, size)
    table = me.go("/").evaluate(FINISHED, "flip")
    page = me.go(f"/table/{table}/replay?step=4&seat=0")
    expect(page.locator("#whatif")).to_be_visible()
    page.locator("#whatif").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/study/**")
    expect(page.locator("#board svg")).to_be_visible()
    assert not serious(me)
    me.fits()
    goes_to_a_choice(page)
    page.select_option("#level", "greedy")
    another(page).evaluate("each => each.click()")
    expect(page.locator("#tree li")).to_have_count(2)
    expect(page.locator("#tree li").nth(1).locator("a")).to_have_attribute("aria-current", "true")
    expect(page.locator("#thinking")).to_be_hidden()
    if lang == "en":
        page.click("#playout")  # and pressed again it stops
        page.click("#playout")
        expect(page.locator("#playout")).to_have_attribute("aria-pressed", "false")
        expect(page.locator("#thinking")).to_be_hidden()
    page.fill("#note", "why not?")
    page.click("#keepnote")
    expect(page.locator("#tree li.noted")).to_contain_text("why not?")
    page.fill("#branchname", "slower")
    page.locator("#branchname").press("Enter")
    expect(page.locator("#tree > li").nth(1).locator("a").first).to_have_text("slower")
    assert "{" not in page.locator("main").inner_text()
    me.fits()
    assert not serious(me)
    link = page.url
    page.click("#share")
    page.wait_for_url(link)
    expect(page.locator("body")).to_have_attribute("data-shared", "1")
    other = person(lang, size)
    seen = other.go(link)
    expect(seen.locator("#read")).to_have_text("why not?")
    assert seen.locator("#note, #branchtools, #level, #delete").count() == 0
    assert seen.locator("#moves [data-move]").count() == 0
    assert not serious(other)
    other.fits()
    seen.click("#mycopy")
    seen.wait_for_url(lambda url: url != link)
    expect(seen.locator("#note")).to_have_value("why not?")
    page.goto(f"{me.site}/studies")
    expect(page.locator(".tree li")).to_have_count(1)
    assert not serious(me)
    me.fits()
    page.click(".tree a")
    page.click("#delete")
    page.click("#sure button[value=yes]")
    page.wait_for_url("**/studies")
    expect(page.locator(".tree li")).to_have_count(0)


def test_keys_go_through_a_line_and_play_in_it(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    table = me.go("/").evaluate(FINISHED, "flip")
    study = me.page.evaluate(
        "async (table) => (await (await fetch(`/api/tables/${table}/study`, { method: 'POST', headers: { "
        "'content-type': 'application/json' }, body: '{}' })).json()).id",
        table,
    )
    page = me.go(f"/study/{study}")
    expect(page.locator("#board svg")).to_be_visible()
    where = page.locator("#where")
    expect(where).not_to_be_empty()
    first = where.inner_text()
    page.keyboard.press("End")
    expect(where).not_to_have_text(first)
    expect(page.locator("#next")).to_be_enabled()
    expect(page.locator("#step")).to_have_js_property("value", page.locator("#step").get_attribute("max"))
    page.keyboard.press("Home")
    expect(page.locator("#step")).to_have_value("0")
    expect(where).to_have_text(first)
    goes_to_a_choice(page)
    page.keyboard.press("t")
    expect(page.locator("#textboard")).to_be_visible()
    expect(page.locator("#moves.shown [data-move]").first).to_be_visible()
    another(page).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tree li")).to_have_count(2)
    assert not serious(me)


def test_a_change_from_an_old_version_is_refused_and_the_note_stays(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    table = me.go("/").evaluate(FINISHED, "flip")
    page = me.go(f"/table/{table}/replay?step=2&seat=0")
    page.click("#whatif")
    page.wait_for_url("**/study/**")
    expect(page.locator("#board svg")).to_be_visible()
    other = me.another_page()
    other.goto(page.url)
    expect(other.locator("#board svg")).to_be_visible()
    other.fill("#note", "first")
    other.click("#keepnote")
    expect(other.locator("#tree li.noted")).to_contain_text("first")
    page.fill("#note", "second")
    page.click("#keepnote")
    expect(page.locator("#toast")).to_contain_text("changed elsewhere")
    expect(page.locator("#note")).to_have_value("second")
    page.click("#keepnote")
    expect(page.locator("#tree li.noted")).to_contain_text("second")
    me.complaints[:] = [each for each in me.complaints if "409" not in each]


@pytest.mark.parametrize(("lang", "size"), [("uk", DESK), ("ru", PHONE)])
def test_a_sketch_at_a_running_table(person: Callable[..., Person], lang: str, size: dict[str, int]) -> None:
    me = person(lang, size)
    table = me.go("/").evaluate(RUNNING)
    page = me.go(f"/table/{table}")
    expect(page.locator("#board svg")).to_be_visible()
    if size is PHONE:
        page.click("#tab-side")
    page.click("#sketch")
    page.wait_for_url("**/study/**")
    expect(page.locator(".guess")).to_be_visible()
    expect(page.locator("#board svg")).to_be_visible()
    assert page.locator("#share").count() == 0
    me.fits()
    assert not serious(me)
    page.click(f"a[href$='/table/{table}']")
    page.wait_for_url(f"**/table/{table}")


def test_a_study_comes_back_from_its_file(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    table = me.go("/").evaluate(FINISHED, "flip")
    page = me.go(f"/table/{table}/replay")
    page.click("#whatif")
    page.wait_for_url("**/study/**")
    expect(page.locator("#board svg")).to_be_visible()
    page.fill("#studyname", "Evening")
    page.locator("#studyname").press("Enter")
    expect(page.locator("#title")).to_have_text("Evening")
    with page.expect_download() as downloaded:
        page.click("a[download]")
    path = downloaded.value.path()
    page = me.go("/studies")
    page.set_input_files("#studyfile", {"name": "x.json", "mimeType": "application/json", "buffer": b"nonsense"})
    expect(page.locator("#unreadable")).to_contain_text("not the file of a study")
    page.set_input_files("#studyfile", path)
    page.wait_for_url("**/study/**")
    expect(page.locator("#title")).to_have_text("Evening")
    me.complaints[:] = [each for each in me.complaints if "400" not in each]
