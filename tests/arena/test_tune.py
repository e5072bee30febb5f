"""Tuning finds what a judge prefers, and goes on from the answers it had."""

import random

import pytest

from kvartal.arena.sprt import ACCEPTED, REJECTED, Sprt
from kvartal.arena.tune import Judged, Steps, Trying
from kvartal.engine.option import BadSetup

BEST = {"parks": 40, "pools": -7, "hope": 300}
START = {"parks": 100, "pools": 5, "hope": 800}


def distance(weights: dict[str, int]) -> float:
    return sum(abs(weights[name] - value) / (1 + abs(value)) for name, value in BEST.items())


def knows(trying: Trying, best: dict[str, int]) -> Judged:
    """A judge who is never wrong."""
    better = distance(trying.weights) < distance(best)
    return Judged(trying, ACCEPTED if better else REJECTED, float(better), 10)


def test_every_weight_comes_close_to_what_is_best() -> None:
    *_, (_, found) = Steps(START, tuple(START), 1).search(knows)
    for name, value in BEST.items():
        assert abs(found[name] - value) <= 2 + 0.05 * abs(value)


def test_only_the_weights_that_were_named_change() -> None:
    *_, (_, found) = Steps(START, ("hope",), 1).search(knows)
    assert (found["parks"], found["pools"]) == (START["parks"], START["pools"])
    assert abs(found["hope"] - BEST["hope"]) < 20


def test_a_step_changes_one_weight_of_the_best_so_far() -> None:
    before = dict(START)
    for judged, best in Steps(START, tuple(START), 3).search(knows):
        changed = [name for name, value in judged.trying.weights.items() if value != before[name]]
        assert changed == [judged.trying.name]
        assert best == (judged.trying.weights if judged.result == ACCEPTED else before)
        before = best


def test_the_way_follows_from_the_answers() -> None:
    whole = list(Steps(START, tuple(START), 5).search(knows))
    answers = [judged for judged, _ in whole[:20]]

    def remembers(trying: Trying, best: dict[str, int]) -> Judged:
        if trying.number < len(answers):
            assert answers[trying.number].trying == trying
            return answers[trying.number]
        return knows(trying, best)

    assert list(Steps(START, tuple(START), 5).search(remembers)) == whole


def test_a_judge_who_may_err_still_leads_there() -> None:
    """Coins instead of games: the closer one wins more often, the test decides."""
    rng = random.Random(3)

    def tests(trying: Trying, best: dict[str, int]) -> Judged:
        chance = 0.5 + max(-0.4, min(0.4, 2 * (distance(best) - distance(trying.weights))))
        trial = Sprt(0.5, 0.6).judge(float(rng.random() < chance) for _ in range(400))
        return Judged(trying, trial.result, 0.5, len(trial.shares))

    *_, (_, found) = Steps(START, tuple(START), 1).search(tests)
    assert distance(found) < 0.3 * distance(START)


def test_a_weight_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadSetup, match=r"no weight 'park' .*did you mean 'parks'"):
        Steps(START, ("park",), 1)
    with pytest.raises(BadSetup, match="no weights to tune"):
        Steps({}, (), 1)
