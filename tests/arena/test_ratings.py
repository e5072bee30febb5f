"""Ratings against what can be worked out by hand, and the error rates that the sequential test promises."""

import math
import random
from collections.abc import Iterator

import pytest

from kvartal.arena.compare import Encounter
from kvartal.arena.ratings import ELO, Z, bradley_terry, inverted, openskill, share_interval, wilson
from kvartal.arena.sprt import ACCEPTED, REJECTED, UNDECIDED, Sprt, tilt

WON = Encounter(("a", "b"), (1.0, 0.0), (1, 2))
LOST = Encounter(("a", "b"), (0.0, 1.0), (2, 1))
DREW = Encounter(("a", "b"), (0.5, 0.5), (1, 1))


def test_two_bots_are_apart_by_the_odds_of_their_wins() -> None:
    """30 wins to 10 and the one more game drawn: odds of 30.5 to 10.5."""
    found = bradley_terry(("a", "b"), [[WON]] * 30 + [[LOST]] * 10)
    assert found["a"][0] - found["b"][0] == pytest.approx(ELO * math.log(30.5 / 10.5))
    assert found["a"][0] == pytest.approx(-found["b"][0])


def test_the_interval_of_two_bots_has_a_closed_form() -> None:
    """The difference of two ratings has the variance 1 / (n p (1 − p)); each is half of it away from the middle."""
    n, p = 41, 30.5 / 41
    half = bradley_terry(("a", "b"), [[WON]] * 30 + [[LOST]] * 10)["a"][1]
    assert half == pytest.approx(ELO * Z * math.sqrt(1 / (n * p * (1 - p))) / 2)


def test_games_that_go_together_widen_the_interval() -> None:
    """Twice the same games, but always two alike on a deal: known as well as with half of them."""
    apart = bradley_terry(("a", "b"), [[WON], [LOST]] * 400)["a"][1]
    together = bradley_terry(("a", "b"), [[WON, WON], [LOST, LOST]] * 200)["a"][1]
    assert together == pytest.approx(apart * math.sqrt(2), rel=0.01)


def test_one_among_three_equals_has_a_quarter_of_the_wins() -> None:
    bots = ("a", "b", "b", "b")
    won = Encounter(bots, (1.0, 0.0, 0.0, 0.0), (1, 2, 3, 4))
    lost = Encounter(bots, (0.0, 1.0, 0.0, 0.0), (2, 1, 3, 4))
    found = bradley_terry(("a", "b"), [[won]] * 250 + [[lost]] * 750)
    assert found["a"][0] == pytest.approx(0, abs=0.5)
    stronger = bradley_terry(("a", "b"), [[won]] * 500 + [[lost]] * 500)  # w / (w + 3) is a half for w = 3
    assert stronger["a"][0] - stronger["b"][0] == pytest.approx(ELO * math.log(3), abs=1)


def test_the_order_of_games_does_not_matter() -> None:
    rng = random.Random(2)
    names = ("a", "b", "c", "d")
    deals = []
    for _ in range(900):
        one, other = rng.sample(names, 2)
        first = rng.random() < 0.5 + 0.1 * (names.index(other) - names.index(one))
        deals.append([Encounter((one, other), (float(first), float(not first)), (2 - first, 1 + first))])
    once = bradley_terry(names, deals)
    rng.shuffle(deals)
    again = bradley_terry(names, deals)
    for name in names:
        assert again[name] == pytest.approx(once[name])
    assert sorted(once, key=lambda name: -once[name][0]) == list(names)
    assert math.fsum(rating for rating, _ in once.values()) == pytest.approx(0, abs=1e-6)


def test_whoever_never_lost_has_a_rating() -> None:
    rating, half = bradley_terry(("a", "b"), [[WON]] * 50)["a"]
    assert 0 < rating < 1000
    assert half > 100


def test_whoever_met_nobody_yet_is_all_but_unknown() -> None:
    found = bradley_terry(("a", "b", "c"), [[WON, LOST]] * 5)
    assert found["c"][1] > 1000 > found["a"][0] == pytest.approx(0)
    assert bradley_terry(("a", "b"), [])["a"][0] == 0


def test_openskill_puts_the_winner_first_and_doubts_less_with_time() -> None:
    few = openskill(("a", "b"), [[WON]] * 3)
    many = openskill(("a", "b"), [[WON, WON, LOST]] * 30)
    assert few["a"][0] > few["b"][0]
    assert many["a"][1] < few["a"][1]
    draws = openskill(("a", "b"), [[DREW]] * 10)
    assert draws["a"][0] == pytest.approx(draws["b"][0])


def test_a_matrix_times_its_inverse_is_one() -> None:
    rng = random.Random(1)
    matrix = [[rng.uniform(-1, 1) for _ in range(5)] for _ in range(5)]
    inverse = inverted(matrix)
    for i in range(5):
        for j in range(5):
            assert math.fsum(matrix[i][k] * inverse[k][j] for k in range(5)) == pytest.approx(float(i == j), abs=1e-9)


def test_a_deal_never_counts_for_more_than_its_games() -> None:
    balanced, alike = [0.5] * 50, [1.0, 0.0] * 25
    assert share_interval(balanced, 100) == wilson(0.5, 100)
    low, high = share_interval(alike, 100)
    assert high - low == pytest.approx(wilson(0.5, 50)[1] - wilson(0.5, 50)[0], rel=0.02)
    assert share_interval([], 0) == (0.0, 1.0)


def mirrored(rng: random.Random, share: float, together: float) -> Iterator[float]:
    """Deals of two games, won by A with a chance; the second goes like the first in a part of the deals."""
    while True:
        first = rng.random() < share
        second = first if rng.random() < together else rng.random() < share
        yield (first + second) / 2


@pytest.mark.parametrize("together", [0.0, 0.8])
@pytest.mark.parametrize(("p0", "p1"), [(0.5, 0.6), (0.25, 0.4), (0.9, 0.97)])
def test_the_sequential_test_errs_no_more_often_than_it_says(p0: float, p1: float, together: float) -> None:
    """Coins of either claim, 200 trials each; 5 % may go wrong: 10, and 3.1 is the deviation of that number."""
    sprt, rng, trials = Sprt(p0, p1, 0.05, 0.05), random.Random(7), 200
    for truth, wrong in ((p0, ACCEPTED), (p1, REJECTED)):
        results = [sprt.judge(mirrored(rng, truth, together)).result for _ in range(trials)]
        assert results.count(wrong) <= 10 + 3 * 3.1
        assert UNDECIDED not in results


def test_the_sequential_test_needs_more_deals_where_games_go_together() -> None:
    """That is what it knows of the pairs: as if they were single games."""
    rng = random.Random(5)
    used = [
        sum(len(Sprt(0.5, 0.6).judge(mirrored(rng, 0.5, together)).shares) for _ in range(100)) for together in (0, 1)
    ]
    assert 1.5 < used[1] / used[0] < 2.5


def test_what_comes_after_the_answer_is_not_looked_at() -> None:
    trial = Sprt(0.5, 0.6).judge([1.0] * 1000)
    assert trial.result == ACCEPTED
    assert len(trial.shares) < 100
    assert Sprt(0.5, 0.6).judge([1.0, 0.0]).result == UNDECIDED
    assert Sprt(0.5, 0.6).judge([0.0] * 1000).result == REJECTED


def test_the_weight_of_coin_flips_has_a_closed_form() -> None:
    """Where a deal is won or lost, the weight is that of Wald's test of a coin."""
    wins, losses = 60, 40
    expected = wins * math.log(0.6 / 0.5) + losses * math.log(0.4 / 0.5)
    assert Sprt(0.5, 0.6).weigh({1.0: wins, 0.0: losses}) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("mean", [0.1, 0.5, 0.93])
def test_the_tilted_distribution_has_the_mean_asked_for(mean: float) -> None:
    often = {0.0: 3.0, 0.5: 11.0, 1.0: 0.001}
    t = tilt(often, mean)
    chances = {x: times / (1 + t * (x - mean)) for x, times in often.items()}
    total = math.fsum(chances.values())
    assert math.fsum(x * chance for x, chance in chances.items()) / total == pytest.approx(mean)
