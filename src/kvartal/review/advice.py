"""Advice: the best turn from what a seat knows, with its reasons, and what others are worth beside it.

What is found is a function of the view, the seed and the budget's playouts; where its seconds stop it, that is said.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from kvartal.bots.think import Budget, Candidate, seat_of, thinker
from kvartal.engine.reasons import one_turn, told
from kvartal.engine.view import View
from kvartal.review.course import MILLION, playouts
from kvartal.review.decisions import SURE, Difference, mean
from kvartal.review.told import between, words

SECONDS = 0.9  # for all of it: somebody waits
THINKING = 0.5  # of that
OTHERS = 2  # alternatives
WORLDS = 64  # in which each is compared with the best, if there is time for it
FEWEST = 100  # iterations: with fewer nothing could be said about alternatives
CHUNK = 8  # worlds between two looks at the clock
Turn = tuple[int, ...]
NOTHING = Difference(0.0, 0.0)


@dataclass(frozen=True)
class Choice:
    """A turn, and what it gives away beside the best one: of a win, and of points. A figure is from the thought itself
    where that has played on to the end of the game, and from playouts by everybody's policy where it has not."""

    turn: Turn
    share: Difference | None  # None: rivals were passed over
    points: Difference


@dataclass(frozen=True)
class Advised:
    view: View
    best: Turn
    found: Candidate | None  # what the mind made of it; None: there was no choice
    others: tuple[Choice, ...]
    by_points: bool  # what is told of a choice: points, or the chance of winning
    cut_short: bool


def as_strong_as(view: View, level: int, seconds: float = SECONDS) -> Budget:
    """To think as long as a level does; where it does not search at all, a little."""
    return Budget(seconds, max(FEWEST, view.setup.game.thinking(view.setup).level(level).iterations))


def advice(view: View, budget: Budget | None = None, seed: int = 0) -> Advised:
    """The best turn and two others."""
    return _advised(view, budget, seed, None)


def why_not(view: View, code: int, budget: Budget | None = None, seed: int = 0) -> Advised:
    """The best turn, and beside it the one that begins with this legal move."""
    return _advised(view, budget, seed, code)


def _advised(view: View, budget: Budget | None, seed: int, asked: int | None) -> Advised:
    began, seat, setup = perf_counter(), seat_of(view), view.setup
    mind = thinker(setup)
    budget = budget or Budget(SECONDS, mind.thinking.levels[-1].iterations)
    if asked is not None and asked not in view.codes():
        raise ValueError(f"{setup.notation[asked]!r} is no legal move here, so it cannot be compared")
    by_points = setup.players == 1 or mind.thinking.rivals == "sit out"
    if len(view.codes()) == 1:
        return Advised(view, _whole(view, view.codes(), seed), None, (), by_points, False)
    include = () if asked is None else (asked,)
    thought = mind.think(view, Budget(THINKING * budget.seconds, budget.playouts), include, seed)
    best = _whole(view, [click.code for click in thought.turn], seed)
    looked_at: dict[Turn, Candidate] = {}
    for each in thought.candidates:
        if each.visits:
            looked_at.setdefault(_whole(view, each.turn, seed), each)
    if asked is None:
        wanted = [turn for turn in looked_at if turn != best][:OTHERS]
        if len(wanted) < OTHERS:  # the mind saw nothing else that was worth a thought
            wanted += _likely(view, {best[0], *(turn[0] for turn in wanted)}, seed)[: OTHERS - len(wanted)]
    else:
        begun = [turn for turn in (best, *looked_at) if turn[0] == asked]
        wanted = [begun[0] if begun else _whole(view, (asked,), seed)]
    choices, cut = [], thought.cut_short
    for number, turn in enumerate(wanted):
        found = looked_at.get(turn)
        choice = _beside(thought.best, turn, found) if found is not None else None
        if turn == best:
            choice = Choice(turn, NOTHING, NOTHING)
        if choice is None:
            until = began + budget.seconds * (THINKING + (1 - THINKING) * (number + 1) / len(wanted))
            choice, worlds = _compared(view, seat, best, turn, until, seed)
            cut = cut or worlds < WORLDS
        choices.append(choice)
    return Advised(view, best, thought.best, tuple(choices), by_points, cut)


def _beside(best: Candidate, turn: Turn, other: Candidate) -> Choice | None:
    """Two candidates as the thought found them; None: it has not played on to the end."""
    points = _difference(best.points, best.points_error, other.points, other.points_error)
    share = _difference(best.win, best.win_error, other.win, other.win_error)
    return None if points is None else Choice(turn, share, points)


def _difference(
    one: float | None, one_error: float | None, two: float | None, two_error: float | None
) -> Difference | None:
    if one is None or one_error is None or two is None or two_error is None:
        return None
    return Difference(one - two, math.hypot(one_error, two_error))


def _whole(view: View, codes: Sequence[int], seed: int) -> Turn:
    """A turn to its end, as the policy would finish it, until chance speaks."""
    mind, seat = thinker(view.setup), seat_of(view)
    world = mind.world(view.known, seat, mind.seed_of(view.known, seat, seed))
    made = one_turn(view, codes)
    for code in made:
        world.play(seat, code)
    return tuple(one_turn(view, [*made, *mind.policy_turn(world, seat)]))


def _likely(view: View, known: set[int], seed: int) -> list[Turn]:
    """Turns that begin with another move, the likeliest first."""
    mind, seat = thinker(view.setup), seat_of(view)
    world = mind.world(view.known, seat, mind.seed_of(view.known, seat, seed))
    priors = dict(mind.mind.priors(world, seat))
    order = sorted((code for code in priors if code not in known), key=lambda code: -priors[code])
    return [_whole(view, (code,), seed) for code in order[:OTHERS]]


def _compared(view: View, seat: int, best: Turn, turn: Turn, until: float, seed: int) -> tuple[Choice, int]:
    """Both played on to the end in the same worlds; at least one chunk of them, and how many."""
    rows: list[tuple[int, int, int, int]] = []
    while len(rows) < WORLDS and (not rows or perf_counter() < until):
        rows += playouts(view.setup).compare(view.known, seat, list(best), list(turn), len(rows), CHUNK, seed)
    share = mean([(row[0] - row[2]) / MILLION for row in rows])
    return Choice(turn, share, mean([float(row[1] - row[3]) for row in rows])), len(rows)


# In words -------------------------------------------------------------------------------------------------------------


def moves(view: View, turn: Turn, lang: str) -> str:
    """A turn as its moves are offered and called."""
    game, own = view.setup.game, view.words(lang)
    return ", ".join(
        game.offered(view, code, own) if number == 0 else game.label(view.setup, code, own)
        for number, code in enumerate(turn)
    )


def worth(advised: Advised, choice: Choice, lang: str) -> str:
    """What a choice is worth beside the best one."""
    say = words(lang)
    if choice.turn == advised.best:
        return say("this is what I would do")
    by_points = advised.by_points or choice.share is None
    lost = choice.points if choice.share is None or by_points else choice.share
    if lost.mean < -SURE * lost.error:
        shown = between(Difference(-lost.mean, lost.error), by_points)
        if by_points:
            return say("{n} points better by rules of thumb; looking further ahead, I would not", n=shown)
        return say("{n} of winning better by rules of thumb; looking further ahead, I would not", n=shown)
    shown = between(lost, by_points)
    if lost.sure:
        return say("gives away {n} points", n=shown) if by_points else say("gives away {n} of winning", n=shown)
    if by_points:
        return say("about as good (gives away {n} points)", n=shown)
    return say("about as good (gives away {n} of winning)", n=shown)


def expected(advised: Advised, lang: str) -> str:
    """What the best turn leads to, as far as the mind has played on to the end."""
    found, say = advised.found, words(lang)
    if found is None:
        return ""
    if found.win is not None and found.win_error is not None and not advised.by_points:
        return say("chance of winning: {n}", n=between(Difference(found.win, found.win_error), False))
    if found.points is not None and found.points_error is not None and advised.by_points:
        return say("points at the end: {n}", n=between(Difference(found.points, found.points_error), True))
    return ""


def text(advised: Advised, lang: str) -> str:
    """The whole of it for a terminal."""
    say, view = words(lang), advised.view
    lines = [say("I would: {moves}", moves=moves(view, advised.best, lang))]
    lines += [f"  {each}" for each in (told(view.reasons(advised.best, lang)), expected(advised, lang)) if each]
    for choice in advised.others:
        lines.append(f"{moves(view, choice.turn, lang)}: {worth(advised, choice, lang)}")
        if because := told(view.reasons(choice.turn, lang)):
            lines.append(f"  {because}")
    return "\n".join(lines)


def as_json(advised: Advised, lang: str) -> dict[str, Any]:
    """The same for programs and pages: notation, texts in a language, plain figures with standard errors."""
    found, view = advised.found, advised.view
    best = _shown(view, advised.best, lang) | {"text": expected(advised, lang)}
    if found is not None:
        best |= {"win": _figure(found.win, found.win_error), "points": _figure(found.points, found.points_error)}
    others = [
        _shown(view, each.turn, lang)
        | {
            "text": worth(advised, each, lang),
            "share": _lost(each.share),
            "points": _lost(each.points),
        }
        for each in advised.others
    ]
    by = "points" if advised.by_points else "share"
    return {"best": best, "alternatives": others, "by": by, "cut_short": advised.cut_short}


def _shown(view: View, turn: Turn, lang: str) -> dict[str, Any]:
    reasons = view.reasons(turn, lang)
    return {
        "turn": [view.setup.notation[code] for code in turn],
        "label": moves(view, turn, lang),
        "reasons": [
            {"term": each.term, "figure": each.figure, "ids": list(each.ids), "text": each.text} for each in reasons
        ],
    }


def _figure(value: float | None, error: float | None) -> dict[str, float | None]:
    return {"mean": value, "error": error}


def _lost(found: Difference | None) -> dict[str, float] | None:
    return None if found is None else {"lost": found.mean, "error": found.error}
