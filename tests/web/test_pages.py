"""Every page in every language: found, fitting, light, and without a serious finding of axe."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import DESK, PHONE, Person

from kvartal.games import games

PAGES = ["/", "/replay", *(f"{path}/{game.key}" for game in games() for path in ("/new", "/rules"))]


def serious(me: Person) -> list[str]:
    found = Axe().run(me.page).response["violations"]
    return [
        f"{me.page.url} {each['id']}: {node['html'][:160]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_pages_fit_a_phone_and_speak(person: Callable[..., Person], lang: str) -> None:
    me = person(lang, PHONE, color_scheme="dark" if lang == "ru" else "light")
    wrong = []
    for path in PAGES:
        page = me.go(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.lang") == lang
        me.fits()
        wrong += serious(me)
    assert not wrong


@pytest.mark.parametrize(("lang", "size"), [("uk", DESK), ("en", PHONE)])
def test_lobby_and_table_speak(person: Callable[..., Person], lang: str, size: dict[str, int]) -> None:
    me = person(lang, size)
    wrong = []
    for game in games():
        page = me.go(f"/new/{game.key}")
        page.click("#new button.go")
        page.wait_for_selector("#lobby .seats")
        me.fits()
        wrong += serious(me)
        for seat in range(1, max(2, game.seats.start)):
            page.click(f"#lobby-seat-{seat} [data-do=bot]")
        page.click("[data-do=start]:enabled")
        page.wait_for_selector("#board > *")
        me.fits()
        wrong += serious(me)
    assert not wrong


def test_language_and_light_are_chosen_and_remembered(person: Callable[..., Person]) -> None:
    me = person("en", DESK)
    page = me.go("/rules/flip")
    page.click("details.settings summary")
    page.click("details.settings a[lang=uk]")
    assert page.evaluate("document.documentElement.lang") == "uk"
    assert page.url.endswith("/rules/flip")
    page.click("details.settings summary")
    page.click("details.settings a[href*='theme=dark']")
    page = me.go("/")
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == ["uk", "dark"]


def test_the_first_page_is_small(person: Callable[..., Person]) -> None:
    me = person("uk", DESK)
    sizes: list[int] = []
    me.page.on("response", lambda answer: sizes.append(len(answer.body())))
    me.go("/").wait_for_load_state("networkidle")
    assert 0 < sum(sizes) < 100_000
