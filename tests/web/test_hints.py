"""Hint and *why not this one?* in the page: told in a panel, marked on the board, and neither hides the other."""

import re
from collections.abc import Callable

import pytest
from browser import DESK, PHONE, Person, moving, my_turn, play_now, serious
from playwright.sync_api import Browser, Page, expect

from kvartal.engine.board import PLACES
from kvartal.games import games
from kvartal.review.boxes import boxes

ACROSS = {"width": 740, "height": 360}
# What lies on a mark, on what it marks in the bar, or beyond the screen's edge; the toast is asked to speak up first.
COVERED = """async () => {
  const { say } = await import(document.querySelector("script[src*='table.js']").src.replace("table.js", "site.js"));
  say("Something else is said meanwhile, and at some length: nothing of it may lie on what is marked.");
  await new Promise(requestAnimationFrame);
  const boxes = (query) => [...document.querySelectorAll(query)].map((each) => each.getBoundingClientRect())
    .filter(({ width }) => width);
  const marked = boxes("#board .marks .first, #board .marks .other, #dock [data-move], #dock [data-pick]");
  const over = boxes("#hintbox:not([hidden]), #toast.shown");
  const lies = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
  const covered = marked.filter((each) => over.some((above) => lies(each, above)));
  return { marked: marked.length, over: over.length, covered: covered.length };
}"""


def hint(page: Page) -> None:
    my_turn(page)
    page.keyboard.press("h")
    page.wait_for_selector("#hinttold ol")


@pytest.mark.parametrize(
    ("lang", "size", "game"),
    [("en", DESK, "welcome"), ("uk", PHONE, "house"), ("ru", ACROSS, "welcome"), ("ru", PHONE, "welcome")],
)
def test_a_hint_is_told_and_marked_and_covers_nothing(
    person: Callable[..., Person], lang: str, size: dict[str, int], game: str
) -> None:
    me = person(lang, size)
    page = play_now(me, game)
    hint(page)
    rows = page.locator("#hinttold li")
    assert rows.count() == 3
    assert [rows.nth(n).locator(".sign").inner_text() for n in range(3)] == ["1", "2", "3"]
    assert rows.first.locator(".because").inner_text()
    assert re.search(r"\d ± \d", rows.nth(1).locator(".worth").inner_text()), "what it gives away, and how surely"
    found = page.evaluate(COVERED)
    assert found["marked"] >= 3
    assert (found["over"], found["covered"]) == (2, 0)
    me.fits()
    assert not serious(me)
    page.keyboard.press("Escape")
    assert page.locator("#hintbox").is_hidden()
    assert page.locator(".marks, [data-hint]").count() == 0


def test_marks_are_steady_and_told_apart_without_colour_until_something_is_done(
    person: Callable[..., Person],
) -> None:
    me = person("en", DESK)
    page = play_now(me, "welcome")
    page.evaluate("document.querySelector('#hint').click()")
    expect(page.locator("#hinttold progress, #hinttold ol")).to_be_visible()
    page.wait_for_selector("#hinttold ol")
    assert page.locator(".marks").evaluate("all => all.getAnimations({ subtree: true }).length") == 0
    for kind, broken in (("first", False), ("other", True)):
        edges = page.locator(f"#board .marks .{kind} rect:last-child")
        dashes = edges.evaluate_all("all => all.map((each) => each.getAttribute('stroke-dasharray'))")
        assert dashes
        assert all(bool(each) is broken for each in dashes)
    signs = set(page.locator("#board .marks text").all_text_contents())
    assert signs == {"1", "2", "3"}
    page.keyboard.press("c")
    page.keyboard.type("hello")
    page.keyboard.press("Enter")
    expect(page.locator("#chatlines")).to_contain_text("hello")
    page.keyboard.press("Escape")
    assert page.locator("#board .marks").is_visible(), "talk is no move"
    with moving(page):
        page.locator("#moves [data-move]").first.dispatch_event("click")
    expect(page.locator("#hintbox")).to_be_hidden()
    assert page.locator(".marks, [data-hint]").count() == 0


def test_any_move_can_be_asked_about_by_mouse_key_and_list(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = play_now(me, "welcome")
    hint(page)
    best = page.evaluate("document.querySelector('#moves [data-hint^=\"1\"]').dataset.move")
    others = page.locator(f"#board [data-move]:not([data-move='{best}'])")
    rows, head = page.locator("#hinttold li"), page.locator("#hinthead")

    def told_of(move: str) -> None:
        """It stands last: beside the best one or, if another thought finds it the best, alone."""
        expect(head).to_have_text("Why not this one?")
        label = page.evaluate("move => document.querySelector(`#moves [data-move='${move}']`).textContent", move)
        expect(rows.last.locator("strong")).to_contain_text(label)
        signs = rows.locator(".sign").all_inner_texts()
        assert signs in (["1", "?"], ["1"])
        assert rows.locator(".because").count() == len(signs), "reasons of both"
        assert ("?" in page.locator("#board .marks text").all_text_contents()) == ("?" in signs)

    asked = others.first.get_attribute("data-move") or ""
    others.first.click(button="right")
    told_of(asked)
    page.keyboard.press("Escape")
    others.last.focus()
    page.keyboard.press("w")
    told_of(others.last.get_attribute("data-move") or "")
    page.select_option("#whynot", best)
    told_of(best)
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    last = page.locator("#moves [data-move]").last
    last.focus()
    last.dispatch_event("contextmenu")
    expect(head).to_have_text("Why not this one?")
    assert me.page.locator("#log li[data-seat='0']").count() == 0, "nothing was played"


def test_a_finger_that_stays_asks_why_not_and_does_not_choose(person: Callable[..., Person]) -> None:
    me = person("uk", PHONE)
    page = play_now(me, "welcome")
    target = page.locator("#board [data-move]").last
    target.dispatch_event("pointerdown", {"pointerType": "touch", "clientX": 5, "clientY": 5})
    expect(page.locator("#hinthead")).to_have_text("Чому не цей хід?")
    target.dispatch_event("pointerup", {"pointerType": "touch"})
    target.dispatch_event("click")
    page.wait_for_selector("#hinttold ol")
    assert page.locator("#hintbox").is_visible(), "nothing was played"


def test_drawn_things_lie_where_their_svg_says(chromium: Browser) -> None:
    """Marks are laid without a browser; a browser finds the same places."""
    from xml.etree import ElementTree as ET

    import kvartal

    page = chromium.new_page()
    for game in games():
        match = kvartal.new(game.key, players=2, seed=5)
        for place in PLACES.values():
            svg = match.view(match.waiting[0]).draw("en", *place)
            page.set_content(re.sub(r' width="\d+" height="[\d.]+"', "", svg, count=1))
            ids = set(re.findall(r'<g [^>]*?\bid="([^"]+)" data-(?:move|refused)', svg))
            found = boxes(ET.fromstring(svg), ids)  # noqa: S314
            seen = page.evaluate(
                """(ids) => Object.fromEntries(ids.map((id) => {
                  const svg = document.querySelector("svg"), element = document.getElementById(id);
                  const rings = [...element.querySelectorAll(".ring")], at = svg.getScreenCTM().inverse();
                  const corners = (rings.length ? rings : [element]).flatMap((each) => {
                    const { x, y, width, height } = each.getBBox(), to = at.multiply(each.getScreenCTM());
                    const ends = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]];
                    return ends.map(([a, b]) => new DOMPoint(a, b).matrixTransform(to));
                  });
                  const xs = corners.map(({ x }) => x), ys = corners.map(({ y }) => y);
                  return [id, [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]];
                }))""",
                sorted(found),
            )
            for id_, box in found.items():
                for one, two in zip(box, seen[id_], strict=True):
                    assert abs(one - two) < 12, (game.key, place, id_, box, seen[id_])
    page.close()
