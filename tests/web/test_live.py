"""Whoever stays at a table sees, after every message, what a page shows that is loaded at that moment."""

import random
from collections.abc import Callable

import pytest
from browser import DESK, PHONE, Person, my_turn
from playwright.sync_api import Page
from ways import QUICK, Way

LOOKS = 12  # moments of a match
LIVE = [
    (Way("welcome", "2018"), "me", "open"),
    (Way("welcome", "expert 2023", players=1, options={"rival": 3}), "me"),
    (Way("flip", "international", short=QUICK | {"gift": True}), "me", "open"),
    (Way("house"), "me", "open"),
]
# All of the table but what somebody has read already, and marks that last a moment. Attributes have no order.
SEEN = """() => {
  const play = document.querySelector("#play").cloneNode(true), lines = [];
  for (const each of play.querySelectorAll("#news, #textboard, .clock")) each.remove();
  const look = (element) => {
    element.classList.remove("new");
    const passing = ["tabindex", "data-hint", ...(element.classList.length ? [] : ["class"])];
    const attributes = [...element.attributes].filter(({ name }) => !passing.includes(name));
    lines.push([element.tagName, ...attributes.map(({ name, value }) => `${name}=${value}`).sort()].join(" "));
    for (const child of element.childNodes) child.tagName ? look(child) : lines.push(child.textContent);
  };
  look(play);
  return lines.filter((line) => line.trim());
}"""


def seen(page: Page) -> list[str]:
    return page.evaluate(SEEN)  # type: ignore[no-any-return]


def same(page: Page, fresh: Page) -> bool:
    """What stands beside the board may follow a moment later."""
    for _ in range(600):
        if seen(page) == seen(fresh):
            return True
        page.wait_for_timeout(100)
    return False


def steps(me: Person, rng: random.Random) -> bool:
    """Take back, or any move, by its button or on the board; was it answered? (Perhaps by why not: somebody else may
    have acted in a way that I cannot see.)"""
    return bool(
        me.page.evaluate(
            """async ([back, any, on_board]) => {
          const [moves, undo] = ["moves", "undo"].map((id) => document.getElementById(id));
          if (moves.hidden) return false;
          const listed = [...moves.querySelectorAll("[data-move]")];
          const { move } = any ? listed[Math.floor(any * listed.length)].dataset
            : await (await fetch(`${location.pathname}/hint`)).json();
          const places = [...(on_board ? document.querySelectorAll("#board [data-move]") : []), ...listed];
          const place = places.find((each) => each.dataset.move === move);
          const pressed = back && !undo.className ? undo : place;
          const answer = new Promise((done) => {
            const watch = new MutationObserver(() => { watch.disconnect(); done(true); });
            for (const id of ["log", "toast"]) watch.observe(document.getElementById(id), { childList: true });
          });
          pressed?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
          return !!pressed && answer;
        }""",
            [rng.random() < 0.15, rng.random() if rng.random() < 0.3 else 0, rng.random() < 0.5],
        )
    )


@pytest.mark.parametrize(("way", "seats"), [(way, seats) for way, *seats in LIVE], ids=str)
def test_who_stays_sees_what_a_fresh_page_shows(person: Callable[..., Person], way: Way, seats: list[str]) -> None:
    """No bot sits here: while nobody presses anything, nothing changes."""
    rng = random.Random(str(way))
    host, guest, watcher = person("uk", DESK), person("ru", PHONE), person("en", DESK)
    players = [host]
    table = host.sets_up(way, *seats)
    if "open" in seats:
        guest.sits_down(table, "Оля")
        players.append(guest)
        host.starts()
    watcher.go(table)
    looking = [*players, watcher]
    for each in looking:
        each.page.wait_for_selector("#board > *", state="attached")
    again = {each: each.another_page() for each in looking}
    made = compared = 0
    while compared < LOOKS and not host.over:
        at_move = [each for each in players if each.page.locator("#moves:not([hidden])").count()]
        if not at_move:  # the page of whoever is next has not heard of it yet
            host.page.wait_for_timeout(20)
            continue
        made += steps(rng.choice(at_move), rng)
        if made % 3:
            continue
        each = rng.choice(looking)
        fresh = again[each]
        fresh.goto(table)
        fresh.wait_for_selector("#log li", state="attached")
        live, now = (seen(each.page), seen(fresh)) if not same(each.page, fresh) else ([], [])
        assert live == now, f"after {made} moves"
        compared += 1
    assert compared > 5


def test_a_page_that_is_not_painted_is_told_all_the_same(person: Callable[..., Person]) -> None:
    """A window behind another one is painted once a second or never, though the browser calls it visible."""
    host, guest = person("en", DESK), person("uk", PHONE)
    guest.context.add_init_script("window.requestAnimationFrame = () => 0")
    table = host.sets_up(Way("welcome"), "me", "open")
    guest.sits_down(table, "Оля")
    host.starts()
    for each in (host, guest):
        my_turn(each.page)
    host.page.locator("#moves [data-move]").first.dispatch_event("click")
    host.page.wait_for_selector("#turn li")
    host.page.locator("#moves [data-move^=write]").first.dispatch_event("click")
    host.page.locator("#moves [data-move=done]").dispatch_event("click")
    guest.page.wait_for_selector("#player-0:not(.owes)")
