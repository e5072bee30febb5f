"""Rules in pictures as people see them: legible, apart, nothing to press; and the first chapter is one screen."""

from collections.abc import Callable

import pytest
from browser import DESK, PHONE, TEXTS_ON_BOARDS, Person, play_now, serious

from kvartal.engine.picture import Drawn, RulePicture
from kvartal.engine.svg import SMALLEST
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES, Words, words
from kvartal.games import ROOMS, games
from kvartal.web import rules
from kvartal_toy.game import ToyTown
from twins import Pictured

KEYS = [game.key for game in games() if game.pictures]
OURS = [game.key for game in games() if game.folder.parent == ROOMS]
NARROW = {"width": 320, "height": 640}
PIXELS = 1.0  # that letters may touch

# The size of every letter on a picture as it is seen, the smallest first.
LETTERS = """() => [...document.querySelectorAll(".pictures svg text")].map((each) => [
    each.getScreenCTM().a * parseFloat(getComputedStyle(each).fontSize), each.textContent,
]).sort((one, two) => one[0] - two[0])"""
# Pictures that lie on each other or leave the text, and signs of right and wrong that leave their picture.
LOOSE = """() => [...document.querySelectorAll(".pictures")].flatMap((row) => {
    const box = (each) => each.getBoundingClientRect(), rule = row.parentElement, found = [...row.children].map(box);
    const touch = (a, b) => Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top) > 1;
    const leaves = (a, b) => Math.max(b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom) > 1;
    const signs = [...row.querySelectorAll("svg circle[stroke='#ffffff'][r='8']")];
    return [
        ...found.filter((one) => one.right > box(rule).right + 1),
        ...found.filter((one, n) => found.some((two, m) => m > n && touch(one, two))),
        ...signs.filter((each) => leaves(box(each), box(each.closest("svg")))),
    ].map(() => rule.id);
})"""
SIGHT = """() => {
    const chapter = document.querySelector("#chapter-1").parentElement, place = chapter.closest("dialog");
    const { top, bottom } = chapter.getBoundingClientRect();
    return [top, bottom, place ? place.getBoundingClientRect().bottom : innerHeight];
}"""


@pytest.mark.parametrize("size", [PHONE, DESK, NARROW], ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("key", KEYS)
def test_pictures_are_legible_and_keep_apart(person: Callable[..., Person], key: str, size: dict[str, int]) -> None:
    for lang in LANGUAGES if size is PHONE else LANGUAGES[-1:]:  # where room is scarce, in every language
        me = person(lang, size)
        page = me.go(f"/rules/{key}")
        assert page.evaluate(TEXTS_ON_BOARDS, PIXELS) == []
        assert page.evaluate(LOOSE) == []
        me.fits()
        smallest, said = page.evaluate(LETTERS)[0]
        assert size is NARROW or smallest >= SMALLEST - 0.01, said


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("key", OURS)
def test_the_first_chapter_is_one_screen(person: Callable[..., Person], key: str, size: dict[str, int]) -> None:
    """On the page of the rules as it is opened, and in the drawer at the table."""
    for lang in LANGUAGES:
        me = person(lang, size)
        top, bottom, end = me.go(f"/rules/{key}").evaluate(SIGHT)
        assert 0 <= top < bottom <= end, (lang, bottom)
        if size is DESK and lang != LANGUAGES[-1]:
            continue  # its drawer has room for any of them
        page = play_now(me, key)
        page.keyboard.press("r")
        page.wait_for_selector("#rules[open]")
        top, bottom, end = page.evaluate(SIGHT)
        assert 0 <= top < bottom <= end, (lang, "drawer", bottom)


def test_a_picture_is_looked_at_and_named_but_never_pressed(person: Callable[..., Person]) -> None:
    """In the drawer it stands beside a board that has the same pieces: none of them is found twice."""
    me = person("uk", DESK)
    page = play_now(me, "welcome")
    page.keyboard.press("r")
    found = page.evaluate("""() => [...document.querySelectorAll("#rules .pictures svg")].map((each) => [
        each.getAttribute("role"), each.getAttribute("aria-label").length > 5,
        each.querySelectorAll("[id], [data-move], [data-refused], [tabindex], [role]").length,
    ])""")
    assert found
    assert set(map(tuple, found)) == {("img", True, 0)}
    assert (
        page.evaluate("""() => {
        const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
        return ids.filter((id, n) => ids.indexOf(id) !== n);
    }""")
        == []
    )
    assert serious(me) == []


def test_right_and_wrong_stand_side_by_side_in_the_drawer_of_a_phone(person: Callable[..., Person]) -> None:
    me = person("ru", PHONE)
    page = play_now(me, "welcome")
    page.keyboard.press("r")
    tops = page.evaluate("""() => [...document.querySelectorAll("[id='welcome.pool.house'] figure")].map((each) =>
        each.getBoundingClientRect().top)""")
    assert len(tops) == 2
    assert tops[0] == tops[1]
    smallest, said = page.evaluate(LETTERS)[0]
    assert smallest >= SMALLEST - 0.01, said
    assert page.evaluate("() => { const { scrollWidth, clientWidth } = rules; return scrollWidth - clientWidth; }") == 0


def test_the_reason_of_a_refusal_leads_to_its_words_and_its_picture(person: Callable[..., Person]) -> None:
    page = play_now(person("en", PHONE), "flip")
    page.locator("#board [data-refused='buy store']").click()
    page.locator("#why a").click()
    seen = page.evaluate("""() => {
        const box = (each) => each.getBoundingClientRect(), rule = document.getElementById("flip.phase.build");
        const drawer = document.querySelector("#rules"), bar = drawer.querySelector(".bar");
        const [picture, wrong] = [rule.querySelector("svg"), rule.querySelectorAll(".not")];
        return [box(bar).bottom <= box(rule).top, box(picture).bottom <= box(drawer).bottom, wrong.length];
    }""")
    assert seen == [True, True, 1]


class Unlucky(Pictured):
    """A game whose picture cannot be drawn."""

    def draw_picture(self, view: View, picture: RulePicture, words: Words) -> Drawn:
        raise FileNotFoundError("chimney.png")


def test_a_game_with_few_pictures_none_or_a_broken_one_still_tells_its_rules(caplog: pytest.LogCaptureFixture) -> None:
    told = {}
    for game in (ToyTown(), Pictured("done", True), Unlucky("done", True)):
        told[type(game)] = rules.listed(game, game.words("en"), words("en"), {})
        assert all(f'<li id="{rule.id}">{rule.text}' in told[type(game)] for rule in game.rules)
    assert [page.count("<figure") for page in told.values()] == [0, 1, 0]
    assert "a picture of toy failed: FileNotFoundError" in caplog.text
