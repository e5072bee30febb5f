"""Turns marked on a board, and the moments of a review that show them: at the places of their moves."""

import re

import pytest

import kvartal
from kvartal.bots import Budget, ask, bot
from kvartal.bots.think import thinker
from kvartal.engine.board import PLACES
from kvartal.engine.match import Match
from kvartal.engine.source import Seeded
from kvartal.games import games
from kvartal.review import Depth, moments, review
from kvartal.review.marks import Drawn, Mark, overlay
from kvartal.review.moments import BETTER, PLAYED, Moment
from kvartal.review.page import page_of

KEYS = [game.key for game in games()]


def played(key: str, most: int, level: str = "random") -> Match:
    match = kvartal.new(key, players=2, seed=4)
    seats = [bot(level, seat, 2) for seat in range(2)]
    while not match.over and len(match) < most:
        seat = match.waiting[0]
        match.play(seat, ask(seats[seat], match.view(seat), Budget(playouts=8)))
    return match


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("place", PLACES.values())
def test_every_place_of_a_move_is_found_on_the_board(key: str, place: tuple[int, int]) -> None:
    match, found = played(key, 200), 0
    for step in range(0, len(match), 3):
        then = match.at(step)
        if found > 12 or not then.waiting:
            continue
        view = then.view(then.waiting[0])
        board = view.draw("en", *place)
        drawn = Drawn(view, lambda each: each.draw("en", *place))
        picks = {code: id_ for pick in view.bar("en").picks for id_, code in pick.moves}
        for code in view.codes():
            targets = re.findall(rf'id="([^"]+)" data-move="{re.escape(view.setup.notation[code])}"', board)
            wanted = targets + ([picks[code]] if code in picks else [])
            assert set(drawn.places((code,))) == set(wanted)
            marks = overlay(view, [Mark("1", (code,), first=True)], drawn.draw)
            assert ('class="first"' in marks) == bool(wanted)
            found += bool(wanted)
    assert found


@pytest.mark.parametrize("key", KEYS)
def test_what_is_marked_does_not_depend_on_what_the_seat_cannot_know(key: str) -> None:
    match = played(key, 8)
    seat = match.waiting[0]
    view, setup = match.view(seat), match.setup
    again = view.of(
        setup, match.state.imagine(seat, Seeded(9, setup.tables.streams, setup.tables.widest)), seat, match.names
    )
    mind = thinker(setup)
    world = mind.world(view.known, seat, 1)
    turn = tuple(mind.policy_turn(world, seat))
    laid = [overlay(each, [Mark("1", turn)], lambda then: then.draw("en", 1280, 800)) for each in (view, again)]
    assert laid[0] == laid[1]


@pytest.mark.parametrize("key", KEYS)
def test_a_moment_of_a_review_draws_both_turns_and_tells_them(key: str) -> None:
    match = played(key, 90)
    found = review(match, 0, Depth(games=2, worlds=4, thoughts=8))
    both = [n for n, each in enumerate(found.decisions) if not each.same]
    assert both
    drawn = 0
    for n in both:
        shown = moments.shown(found, Moment("", 0, n), "uk", whole=lambda view: view.draw("uk", 360))
        words = shown[: shown.index("<svg")]
        assert words.count(PLAYED) == words.count(BETTER) == 1
        drawn += f">{PLAYED}<" in shown[len(words) :] and f">{BETTER}<" in shown[len(words) :]
    assert drawn or key == "flip", "in one game both are often buttons of the bar"
    page = page_of(found, "ru")
    assert "{" not in re.sub(r"<style>.*?</style>", "", page)
    assert page.index("<details>") < page.index("<path"), "what decided it stands before the curves"
