"""What a phase needs is in sight, large enough to be read and hit, on every screen: looked at while matches are played.

Here each way of playing goes through the phones and one other screen, in one language and for a few moves each.
`KVARTAL_EVERY_SCREEN=1` plays whole matches in every language and with as many people as there can be.
"""

import os
import random
from collections.abc import Callable, Iterator

import pytest
from browser import HERE, Person, moving
from playwright.sync_api import Page
from ways import WAYS, Way

from kvartal.engine.words import LANGUAGES

SIGHT = (HERE / "sight.js").read_text("utf-8")
UPRIGHT, ACROSS, SMALL, TABLET, DESK = (360, 740), (740, 360), (320, 640), (820, 1100), (1280, 800)
EVERY = os.environ.get("KVARTAL_EVERY_SCREEN") == "1"
MOVES = 50 if EVERY else 4  # on each screen: with five of them most matches come to their end
FINGER, NARROW = 28, 24  # px: how wide a target is; where twelve houses share a row of 320
AIMED = (HERE / "aim.js").read_text("utf-8")
PLAYED = 400 if EVERY else 3  # by fingers, on each of the two phones
MADE = """async (wish) => {
  const ask = async (path, body) => (await fetch(path, { method: "POST",
    headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
  await ask("/api/me", { name: "Марія-Олександра" });
  const { table } = await ask("/api/tables", wish);
  await ask(`/api/tables/${table}/do`, { do: "start" });
  return table;
}"""


def cases() -> Iterator[tuple[Way, str, int, tuple[tuple[int, int], ...]]]:
    """(way, language, players, screens)"""
    for number, way in enumerate(WAYS):
        if EVERY:
            for lang in LANGUAGES:
                for players in {way.players, 1 if way.players == 1 else min(6, way.game.seats.stop - 1)}:
                    yield way, lang, players, (UPRIGHT, ACROSS, SMALL, TABLET, DESK)
        else:
            screens = (UPRIGHT, ACROSS) if number % 2 else (ACROSS, UPRIGHT)
            lang = LANGUAGES[number % len(LANGUAGES)]
            yield way, lang, way.players, (*screens, (SMALL, TABLET, DESK)[number % 3])


@pytest.mark.parametrize(("way", "lang", "players", "screens"), list(cases()), ids=str)
def test_the_play_area_is_in_sight_and_large_enough(
    person: Callable[..., Person], way: Way, lang: str, players: int, screens: tuple[tuple[int, int], ...]
) -> None:
    page = at_table(person, way, lang, players, screens[0])
    wrong: list[str] = []
    for width, height in screens:  # the phone is turned in the midst of a match
        turned(page, (width, height))
        found = page.evaluate(SIGHT, [MOVES, NARROW if width < 360 else FINGER])
        wrong += [f"{width} × {height}: {each}" for each in found]
    assert not wrong, "\n".join(wrong[:30])


@pytest.mark.parametrize(("way", "lang"), [(way, LANGUAGES[n % 3]) for n, way in enumerate(WAYS)], ids=str)
def test_fingers_play_on_a_phone_held_either_way(person: Callable[..., Person], way: Way, lang: str) -> None:
    """Only what a finger really hits is pressed: whatever lies under something else cannot be."""
    page, rng = at_table(person, way, lang, way.players, UPRIGHT), random.Random(str(way))
    for screen in (UPRIGHT, ACROSS) if PLAYED < 10 else (UPRIGHT, ACROSS) * 8:
        turned(page, screen)
        for _ in range(PLAYED if PLAYED < 10 else PLAYED // 8):
            page.wait_for_function("""() => document.querySelector("#end section")
              || document.querySelector("#play").dataset.mine === "1" """)
            if page.locator("#end section").count():
                return
            aimed = page.evaluate(AIMED, rng.random())
            if aimed["pick"]:
                page.touchscreen.tap(*aimed["pick"])
                aimed = page.evaluate(AIMED, rng.random())
            assert not aimed["hidden"], f"{screen}: nothing hits {aimed['hidden']}"
            with moving(page):
                page.touchscreen.tap(*aimed["at"])
    assert not EVERY, f"{way} did not come to its end"


def at_table(person: Callable[..., Person], way: Way, lang: str, players: int, screen: tuple[int, int]) -> Page:
    me = person(lang, {"width": screen[0], "height": screen[1]}, has_touch=True)
    page = me.go("/results")
    seats = ["me", *["bot random"] * (players - 1)]
    wish = {"game": way.key, "seats": seats, "options": way.options, **({"preset": way.preset} if way.preset else {})}
    return me.go(f"/table/{page.evaluate(MADE, wish)}")


def turned(page: Page, screen: tuple[int, int]) -> None:
    width, height = screen
    page.set_viewport_size({"width": width, "height": height})
    drawn = 616 if width > height and height < 480 else 360 if width < 620 else 1280
    page.wait_for_selector(f"#board svg[data-layout='{drawn}']", state="attached")
