"""Ends of every game: who ended it is named; alone, the page speaks of my score and my best."""

import random

import pytest

from kvartal.engine.match import Match
from kvartal.engine.words import LANGUAGES, words
from kvartal.games import new
from kvartal.server.live.frame import result_of
from kvartal.web import results
from kvartal.web.ending import told_by, won
from kvartal.web.visit import WEB

ANN = words("en", WEB).at_table(["Ann", "Bob"])


def played(key: str, players: int, seed: int, **options: object) -> Match:
    match, dice = new(key, players, seed, names=["Ann", "Bob"][:players], **options), random.Random(seed)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, dice.choice(match.moves(seat)))
    return match


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_placed_the_last_piece_of_the_estates_is_named(lang: str) -> None:
    named = set()
    for seed in range(1, 7):
        match = played("estates", 2, seed)
        last = max(step for step in range(len(match)) if match.owner(step) is not None)
        who = match.names[match.owner(last) or 0]
        assert told_by(match.view(0), words(lang, WEB)).startswith(who)
        named.add(who)
    assert named == {"Ann", "Bob"}


def test_whoever_won_flip_city_is_named_with_what_they_won_by() -> None:
    for seed in range(1, 5):
        match = played("flip", 2, seed, win_cards=6)
        outcome = match.outcome()
        assert outcome is not None
        assert told_by(match.view(None), ANN).startswith(f"{match.names[outcome.winners[0]]} wins with ")


def test_where_nobody_ended_it_the_rule_says_enough() -> None:
    for options in ({"turn_cap": 1}, {"win_cards": 6}):
        assert told_by(played("flip", 1, 3, **options).view(0), ANN) == "", "alone nobody needs to be named"


@pytest.mark.parametrize(("key", "options"), [("flip", {"win_cards": 6}), ("welcome", {})])
def test_alone_the_end_speaks_to_me(key: str, options: dict[str, object]) -> None:
    match = played(key, 1, 3, **options)
    said = won(match.setup.game, {}, result_of(match), ANN, match.scores(), ())
    assert "Your score" in said or "You have won!" in said
    assert "Ann has won" not in said


def test_alone_a_result_is_held_against_my_best() -> None:
    def past(table: str, points: int, place: int = 1) -> results.Past:
        return results.Past(table, "welcome", 1, points, place, 0)

    first, better, worse = past("a", 50), past("b", 61), past("c", 40)
    assert "first result" in results.best_said(first, [first], ANN)
    assert results.best_said(better, [better, first], ANN) == "Your best yet! Until now it was 50."
    assert results.best_said(worse, [worse, better, first], ANN) == "Your best: 61."
    lost = [past("d", 0, 0), past("e", 0)]
    assert results.best_said(lost[0], lost, ANN) == "Games won alone: 1 of 2."
