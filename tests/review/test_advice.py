"""Advice: legal, from what the seat knows, the same for the same seed and budget; a planted blunder is told as one."""

import json
import math

import pytest

import kvartal
from kvartal.bots import Budget
from kvartal.engine.match import Match
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES
from kvartal.games import games
from kvartal.review import advice, why_not
from kvartal.review.advice import as_json, as_strong_as, moves, text

SMALL = Budget(math.inf, 24)
KEYS = [game.key for game in games()]


def moment(key: str, players: int = 2, steps: int = 25, seed: int = 4) -> View:
    """A decision between several moves, some way into a game."""
    match, found = kvartal.new(key, players=players, seed=seed), None
    while not match.over and (len(match) < steps or found is None):
        view = match.view(match.waiting[0])
        found = view if len(view.codes()) > 2 else found
        match.play(match.waiting[0], match.setup.game.greedy(view))
    assert found is not None
    return found


def playable(view: View, turn: tuple[int, ...]) -> bool:
    world, seat = view.imagine(9), view.seat or 0
    for code in turn:
        if not world.owes(seat) or code not in world.moves(seat, len(view.setup.notation)):
            return False
        world.play(seat, code)
    return bool(turn)


@pytest.mark.parametrize("key", KEYS)
def test_the_best_turn_and_two_others_can_be_played(key: str) -> None:
    view = moment(key)
    found = advice(view, SMALL)
    turns = [found.best, *(each.turn for each in found.others)]
    assert all(playable(view, turn) for turn in turns)
    assert len(set(turns)) == len(turns) == 3
    assert as_json(found, "en") == as_json(advice(view, SMALL), "en")
    for choice in found.others:
        assert choice.points.error >= 0


@pytest.mark.parametrize("key", KEYS)
def test_advice_is_a_function_of_what_the_seat_knows(key: str) -> None:
    view = moment(key, seed=6)
    dealt = View.of(view.setup, view.imagine(5), view.seat, view.names)
    one, two = as_json(advice(view, SMALL), "uk"), as_json(advice(dealt, SMALL), "uk")
    assert one == two


@pytest.mark.parametrize("key", KEYS)
def test_any_legal_move_is_compared_with_the_best(key: str) -> None:
    view = moment(key, seed=5)
    best = advice(view, SMALL).best
    for code in {view.codes()[0], view.codes()[-1]}:
        (choice,) = why_not(view, code, SMALL).others
        assert choice.turn[0] == code
    (same,) = (found := why_not(view, best[0], SMALL)).others
    assert same.turn[0] == best[0]
    assert "this is what I would do" in text(found, "en") or same.turn != found.best
    illegal = next(code for code in range(len(view.setup.notation)) if code not in view.codes())
    with pytest.raises(ValueError, match="no legal move"):
        why_not(view, illegal, SMALL)


@pytest.mark.parametrize("key", KEYS)
def test_it_is_told_in_every_language_and_as_json(key: str) -> None:
    view = moment(key, seed=7)
    found = advice(view, SMALL)
    said = {text(found, lang) for lang in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert not any("{" in each for each in said)
    for lang in LANGUAGES:
        data = json.loads(json.dumps(as_json(found, lang)))
        assert data["best"]["label"] == moves(view, found.best, lang)
        reasons = view.reasons(found.best, lang)
        assert [each["text"] for each in data["best"]["reasons"]] == [each.text for each in reasons]
        assert len(data["alternatives"]) == 2


def test_building_nothing_where_a_park_could_be_bought_is_told_as_a_loss() -> None:
    match: Match = kvartal.new("flip", players=2, seed=9)
    while match.view(match.waiting[0]).bar().title != "Your turn: build, or pass" or not any(
        str(move).startswith("buy park") for move in match.view(match.waiting[0]).moves()
    ):
        match.play(match.waiting[0], match.setup.game.greedy(match.view(match.waiting[0])))
    view = match.view(match.waiting[0])
    (passed,) = why_not(view, match.setup.code("pass"), Budget(math.inf, 2000)).others
    assert passed.share is not None
    assert passed.share.sure


def test_a_level_that_does_not_search_is_asked_for_a_little() -> None:
    view = moment("flip")
    assert as_strong_as(view, 4).playouts > 0
    assert as_strong_as(view, 5).playouts > as_strong_as(view, 4).playouts


def test_where_there_is_no_choice_that_is_all() -> None:
    match = kvartal.new("flip", players=1, seed=3)
    view = match.view(0)
    assert len(view.codes()) == 1
    found = advice(view, SMALL)
    assert (found.others, found.found) == ((), None)
    assert playable(view, found.best)
