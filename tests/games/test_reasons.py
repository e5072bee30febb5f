"""Reasons are honest: what they claim about points is what the score lines do, in every world that fits the view; they
tell nothing that a seat may not know; and moves with different terms are told differently."""

import random
import re
from collections.abc import Iterator

import pytest

from kvartal.engine.conformance.cases import Case
from kvartal.engine.deal import SeededDeal
from kvartal.engine.game import Game
from kvartal.engine.match import Match
from kvartal.engine.reasons import Reason, told
from kvartal.engine.rule import RefusedMove
from kvartal.engine.state import OVER, State
from kvartal.engine.view import View
from kvartal.engine.words import LANGUAGES
from kvartal.games import games

MOMENTS, MOVES, WORLDS = 14, 5, 4
Claims = list[tuple[str, int]]


def cases(game: Game) -> list[Case]:
    counts = [n for n in (1, 2, 3) if n in game.seats]
    found = [Case(game, n) for n in counts]
    for preset in game.presets:
        found.append(Case(game, max(preset.fewest, counts[len(found) % len(counts)]), preset=preset.name))
    return found


CASES = [case for game in games() for case in cases(game)]
KEYS = sorted({case.game.key for case in CASES})


def moments(case: Case, seed: int = 5) -> Iterator[tuple[Match, View]]:
    """Decisions of one match, from its whole length: half of the moves sensible, half at random."""
    rng = random.Random(f"{case} {seed}")
    match = Match(case.setup(), SeededDeal(rng.getrandbits(40)))
    every, asked = rng.randint(3, 9), 0
    for number in range(1500):
        if match.over or asked == MOMENTS:
            return
        view = match.view(rng.choice(match.waiting))
        codes = view.codes()
        if number % every == 0 and len(codes) > 1:
            asked += 1
            yield match, view
        assert view.seat is not None
        sensible = type(case.game).greedy is not Game.greedy and rng.random() < 0.7
        match.play(view.seat, case.game.greedy(view) if sensible else rng.choice(codes))


def some_codes(view: View, seed: int) -> list[int]:
    codes = view.codes()
    return random.Random(seed).sample(codes, min(MOVES, len(codes)))


def claims(reasons: list[Reason]) -> Claims:
    return [(each.term, each.figure) for each in reasons]


def by_rule(view: View, state: State) -> dict[str, int]:
    found: dict[str, int] = {}
    assert view.seat is not None
    for line in view.setup.game.score_lines(view.setup, state.known(view.seat), view.seat, view.words("en")):
        found[line.rule.id] = found.get(line.rule.id, 0) + line.points
    return found


def worlds(match: Match, view: View) -> Iterator[State]:
    """The real one, unless the move of this seat would be the last that the others wait for, and some others."""
    for seed in range(1000, 1000 + WORLDS):
        yield view.imagine(seed)
    real = match.state.copy()
    if real.owing(match.setup.players) == view.imagine(0).owing(match.setup.players):
        yield real


@pytest.mark.parametrize("key", KEYS)
def test_claimed_changes_of_points_are_those_of_the_score_lines(key: str) -> None:
    claimed = 0
    for case in (case for case in CASES if case.game.key == key):
        for match, view in moments(case):
            for code in some_codes(view, len(match)):
                claimed += checked_points(match, view, code)
    assert claimed or key == "toy"  # there points come only with the reveal of everybody's turns


def checked_points(match: Match, view: View, code: int) -> int:
    """How many rules of the score were claimed to change."""
    assert view.seat is not None
    game, before, reasons = view.setup.game, by_rule(view, view.known), claims(view.reasons(code))
    assert len(reasons) == len(dict(reasons))  # one claim for each thing
    points = {term: figure for term, figure in reasons if term in {rule.id for rule in game.rules}}
    changes: list[dict[str, int]] = []
    for world in worlds(match, view):
        world.play(view.seat, code)
        after = by_rule(view, world)
        changes.append({rule: after.get(rule, 0) - before.get(rule, 0) for rule in (*before, *after)})
        for term, figure in points.items():
            assert changes[-1].get(term, 0) == figure, (view.setup.notation[code], term)
        for place in (figure for term, figure in reasons if term == "over"):
            assert (world.turn(), world.place(view.seat)) == (OVER, place)
    if not game.per_turn:  # and what is certain is not passed over
        for rule, change in changes[0].items():
            if change and all(each.get(rule, 0) == change for each in changes):
                assert points.get(rule) == change
    return len(points)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_moves_with_different_terms_are_told_differently_in_every_language(case: Case) -> None:
    for match, view in moments(case, 6):
        for lang in LANGUAGES:
            texts: dict[str, Claims] = {}
            for code in some_codes(view, len(match)):
                reasons = view.reasons(code, lang)
                assert all(each.text and "{" not in each.text for each in reasons)
                assert texts.setdefault(told(reasons), claims(reasons)) == claims(reasons)


@pytest.mark.parametrize("case", [case for case in CASES if case.players > 1], ids=str)
def test_reasons_tell_nothing_that_the_seat_may_not_know(case: Case) -> None:
    for match, view in moments(case, 7):
        for seed in (1, 2):
            dealt = View.of(view.setup, view.imagine(seed), view.seat, view.names)
            for code in some_codes(view, len(match))[:3]:
                assert dealt.reasons(code) == view.reasons(code)


@pytest.mark.parametrize("key", KEYS)
def test_what_a_reason_is_about_is_drawn(key: str) -> None:
    asked = 0
    for case in (case for case in CASES if case.game.key == key):
        for match, view in moments(case, 8):
            named = {
                (code, one) for code in some_codes(view, len(match)) for each in view.reasons(code) for one in each.ids
            }
            if not named or asked == 12:
                continue
            asked += 1
            here = set(re.findall(r'\bid="([^"]+)"', view.draw()))
            for code, one in named - {(code, one) for code, one in named if one in here}:
                after = view.imagine(0)
                after.play(view.seat or 0, code)
                there = View.of(view.setup, after, view.seat).draw()
                assert f'id="{one}"' in there, f"{view.setup.notation[code]}: {one}"


def test_only_a_legal_move_has_reasons() -> None:
    view = Match(next(case for case in CASES if case.game.key == "flip").setup(), SeededDeal(1)).view(0)
    with pytest.raises(RefusedMove):
        view.reasons("buy store")
    with pytest.raises(ValueError, match="at least one"):
        view.reasons([])
