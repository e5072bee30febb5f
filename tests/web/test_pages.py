"""Every page in every language, by day and by night: found, fitting a phone, and without a serious finding of axe."""

import re
from collections.abc import Callable

import pytest
from browser import DESK, PHONE, Person, play_now, serious
from playwright.sync_api import Request
from ways import Way

from kvartal.engine.game import Game
from kvartal.engine.words import LANGUAGES
from kvartal.games import games

SCORED = [game for game in games() if type(game).score_sheet is not Game.score_sheet]
PAGES = ["/", "/replay", "/results", *(f"{path}/{game.key}" for game in games() for path in ("/new", "/rules"))]
PAGES += [f"/score/{game.key}" for game in SCORED]


# What a page asks for by itself has come: how the game would begin, a sheet of paper.
COMPLETE = """() => [...document.querySelectorAll("#preview, #paper")].every((place) => place.childElementCount)
  && document.readyState === "complete" """


def test_a_serious_finding_would_be_noticed(person: Callable[..., Person]) -> None:
    me = person("uk")
    me.go("/replay")
    me.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=/favicon.ico><p id=pale>pale</p>')")
    me.page.evaluate(
        """() => { const sheet = new CSSStyleSheet();
          sheet.replaceSync("[data-theme=dark] #pale { color: #333; background: #222 }");
          document.adoptedStyleSheets = [sheet]; }"""
    )
    found = serious(me)
    assert [" ".join(each.split()[1:3]) for each in found] == ["light image-alt:", "dark color-contrast:"]
    me.complaints.clear()  # there is no such picture


BROKEN_WORDS = r"""() => {
    const found = [];
    for (const each of document.querySelectorAll("main a, main button, main h1, main h2, main h3, main label")) {
        const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
            for (const word of text.data.matchAll(/[^\s-]+/g)) {
                const range = document.createRange();
                range.setStart(text, word.index);
                range.setEnd(text, word.index + word[0].length);
                const rows = new Set([...range.getClientRects()].map((part) => Math.round(part.y)));
                if (rows.size > 1) found.push(word[0]);
            }
        }
    }
    return found;
}"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_fit_a_phone_and_speak(person: Callable[..., Person], lang: str) -> None:
    me = person(lang, PHONE)
    wrong = []
    deal = me.go("/").locator("#daily a").first.get_attribute("href") or ""
    for path in (*PAGES, deal):
        page = me.go(path)
        page.wait_for_function(COMPLETE)
        assert page.evaluate("document.documentElement.lang") == lang
        page.evaluate("for (const each of document.querySelectorAll('main details')) each.open = true")
        me.fits()
        wrong += serious(me)
        wrong += [f"{path}: {word} is broken in two" for word in page.evaluate(BROKEN_WORDS)]
    assert not wrong


@pytest.mark.parametrize(("lang", "size"), [("uk", DESK), ("en", PHONE), ("ru", PHONE)])
def test_lobby_and_table_and_end_speak(person: Callable[..., Person], lang: str, size: dict[str, int]) -> None:
    me = person(lang, size)
    wrong = []
    for game in games():
        me.sets_up(Way(game.key), *(["me"] + ["open"] * (max(2, game.seats.start) - 1)))
        page = me.page
        page.wait_for_selector("#lobby .seats")
        me.fits()
        wrong += serious(me)
        for seat in range(1, max(2, game.seats.start)):
            page.click(f"#lobby-seat-{seat} [data-do=bot]")
        me.starts()
        page.wait_for_selector("#board > *", state="attached")
        me.fits()
        wrong += serious(me)
        page.keyboard.press("t")  # the board as text
        me.fits()
    wrong += serious(me)
    me.sets_up(Way("toy"), "me", "bot greedy")
    me.plays_on(sensible=False)
    me.page.wait_for_selector("#end .won")
    me.fits()
    wrong += serious(me)
    me.page.click("#end a[href$=replay]")
    me.page.wait_for_selector("#board > *", state="attached")
    me.fits()
    wrong += serious(me)
    assert not wrong


def test_language_and_light_are_chosen_and_remembered(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.go("/rules/flip")
    page.click("details.settings summary")
    page.click("details.settings a[lang=uk]")
    page.wait_for_selector("html[lang=uk]")  # the new page, not the one that is being left
    assert page.url.endswith("/rules/flip")
    page.click("details.settings summary")
    page.click("details.settings a[href*='theme=dark']")
    page.wait_for_selector("html[data-theme=dark]")
    page = me.go("/")
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == ["uk", "dark"]


def test_the_first_page_is_small(person: Callable[..., Person]) -> None:
    """Everything that is sent for it, heads included, as it is sent: packed."""
    me = person("uk", DESK)
    asked: list[Request] = []
    me.page.on("requestfinished", lambda request: asked.append(request))
    me.go("/").wait_for_load_state("networkidle")
    sizes = [each.sizes() for each in asked]
    assert len(sizes) > 3
    assert sum(each["responseHeadersSize"] + each["responseBodySize"] for each in sizes) < 100_000


@pytest.mark.parametrize("path", ["/", "/new/flip", "/replay", "/score/welcome", "/table/…"])
def test_scripts_are_asked_for_all_at_once(person: Callable[..., Person], path: str) -> None:
    """Not one after the other, as each is found in the one before; and none in vain."""
    me = person()
    if path == "/table/…":
        me.go("/").click("[data-play=flip]:not([data-preset])")
        me.page.wait_for_selector("#board svg")
        path = me.page.url
    asked: list[str] = []
    me.page.on("request", lambda request: asked.append(request.url) if ".js" in request.url else None)
    page = me.go(path)
    page.wait_for_load_state("load")
    named = "[...document.head.querySelectorAll('script, [rel=modulepreload]')].map((each) => each.src || each.href)"
    assert sorted(asked) == sorted(page.evaluate(named))


def test_paper_is_white_and_holds_what_is_worth_printing(person: Callable[..., Person]) -> None:
    me = person("uk", DESK, color_scheme="dark")
    page = play_now(me, "estates")
    ink = "() => getComputedStyle(document.body).color"
    page.emulate_media(color_scheme="light")
    dark_on_white = page.evaluate(ink)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ink) != dark_on_white
    page.emulate_media(media="print")
    assert page.evaluate(ink) == dark_on_white
    page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
    assert page.evaluate(ink) == dark_on_white, "also for those who have chosen the dark"
    for shown in ("#board svg", "#players", "#log li >> nth=0"):
        assert page.locator(shown).is_visible(), shown
    for idle in ("header", "button >> nth=0", "#turnbox", "#chatbox", "#tablebox"):
        assert page.locator(idle).is_hidden(), idle
    page.keyboard.press("r")
    assert page.locator("#board").is_hidden()
    drawer = page.locator("#rules").evaluate("each => [each.clientHeight, each.scrollHeight, innerHeight]")
    assert drawer[0] == drawer[1] > drawer[2], "all of the rules, not the part that was in sight"


def test_a_rule_says_where_it_stands(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    wanted_places = {"flip": "rulebook, page 2", "welcome": "rulebook 2018, “", "estates": "rulebook, “"}
    for game, wanted in wanted_places.items():
        places = me.go(f"/rules/{game}").locator(".rules .from").all_inner_texts()
        assert any(each.startswith(wanted) for each in places), game
        assert not any(re.search(r"page \D", each) for each in places), game


def test_the_contents_of_the_rules_never_lie_on_their_text(person: Callable[..., Person]) -> None:
    for size in (PHONE, DESK):
        page = person("en", size).go("/rules/flip")
        page.locator(".chapter").last.scroll_into_view_if_needed()
        contents, *chapters = page.evaluate("""() => [".contents", ".chapter"].flatMap(
            (which) => [...document.querySelectorAll(which)].map((each) => each.getBoundingClientRect().toJSON())
        )""")
        assert len(chapters) > 5
        for chapter in chapters:
            beside = chapter["left"] >= contents["right"] or chapter["right"] <= contents["left"]
            assert beside or chapter["top"] >= contents["bottom"] or chapter["bottom"] <= contents["top"]
