"""Every game, every way of playing it: a whole match through the page, by two people and a bot."""

from collections.abc import Callable

import pytest
from browser import DESK, PHONE, Person
from playwright.sync_api import expect
from ways import WAYS, Way

from kvartal.engine.reading import parse
from kvartal.engine.replay import verify
from kvartal.games import shelf

A_FEW = 6  # moves before somebody reloads the page


def points(player: Person) -> list[str]:
    return player.page.locator("#end .sheet .total td").all_inner_texts()


def ended_well(player: Person, way: Way) -> None:
    """Score sheets for everybody, a winner or nobody, and a record that can be proven by whoever was not there."""
    page = player.page
    page.wait_for_selector("#end .won")
    player.sees_what_became_of(way.players)
    player.fits()


def proven(player: Person) -> None:
    record = player.page.request.get(player.page.locator("#end a[download]").evaluate("link => link.href")).text()
    parsed = parse(record)
    assert verify(shelf()[parsed.game], parsed)


@pytest.mark.parametrize("way", [way for way in WAYS if way.players == 3], ids=str)
def test_a_whole_match_of_two_browsers_and_a_bot(person: Callable[..., Person], way: Way) -> None:
    lang = ("uk", "ru", "en")[WAYS.index(way) % 3]
    first = next(each for each in WAYS if each.key == way.key)
    # Pieces that move take their time: in one match of each game, until the page is loaded again.
    motion = "no-preference" if way is first else "reduce"
    host, guest = person(lang, DESK, reduced_motion=motion), person("uk", PHONE)
    table = host.sets_up(way, "me", "open", "bot greedy")
    guest.sits_down(table, "Оля <b>&")
    host.starts()
    host.plays_on(sensible=True)
    guest.plays_on(sensible=False)
    expect(host.page.locator("#players")).to_contain_text("Оля <b>&")
    for player, sensible in ((guest, False), (host, True)):
        player.has_made(A_FEW)
        lines = player.page.locator("#log li").count()
        player.page.emulate_media(reduced_motion="reduce")
        player.reloads()
        assert player.page.locator("#log li").count() >= lines > 0
        player.plays_on(sensible)
    for player in (host, guest):
        player.page.wait_for_selector("#end section")
        ended_well(player, way)
    assert points(host) == points(guest)
    proven(guest)


@pytest.mark.parametrize("way", [way for way in WAYS if way.players == 1], ids=str)
def test_a_whole_match_alone(person: Callable[..., Person], way: Way) -> None:
    me = person("ru", PHONE)
    me.sets_up(way, "me")
    me.plays_on(sensible=True, most=A_FEW)
    me.has_made(A_FEW)
    me.reloads()
    assert not me.over
    me.plays_on(sensible=True)
    me.page.wait_for_selector("#end section")
    ended_well(me, way)
    proven(me)
