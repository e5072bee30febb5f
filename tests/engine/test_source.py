"""Sources of chance: unbiased, independent, the same numbers everywhere and for ever."""

import json
import os
import subprocess
import sys

import pytest

from engine.test_fair import fair_deal
from kvartal.engine.source import Seeded, Source, mixed
from kvartal.games import game

GOLDEN = {  # seed → the first draws below 1000 of two streams; a change here would silently change every recorded game
    0: ([7, 912, 24, 521, 810, 801], [856, 373, 86, 677, 187, 616]),
    7: ([126, 240, 278, 834, 969, 803], [561, 416, 331, 81, 705, 498]),
    2**63 - 1: ([181, 390, 843, 454, 746, 241], [976, 314, 749, 334, 445, 429]),
}
NUMBERS = """
import json
from kvartal.engine.source import Seeded
from kvartal.engine.deal import FairSource
from kvartal.games import game
out = []
for seed in (0, 1, 7, 2**31, 2**32 + 5, 2**63 - 1):
    source = Seeded(seed, 5, 20)
    for bound in (1, 2, 3, 9, 1000, 2**30 + 1, 3 * 2**29 + 1, 2**31 - 1):
        out += [source.below(stream, bound) for stream in range(5) for _ in range(4)]
source = FairSource(b"s" * 32, {0: b"x" * 16, 3: b"y" * 20}, game("flip").set_up(3))
out += [source.below(stream, bound) for bound in (2, 9, 2**31 - 1) for stream in range(4) for _ in range(5)]
print(json.dumps(out))
"""


def chi_square(source: Source, bound: int, draws: int) -> float:
    counts = [0] * bound
    for _ in range(draws):
        counts[source.below(0, bound)] += 1
    return sum((count - draws / bound) ** 2 for count in counts) * bound / draws


@pytest.mark.parametrize("bound", [2, 3, 6, 9, 20, 50])
def test_every_number_is_as_likely_as_the_next(bound: int) -> None:
    freedom = bound - 1
    most = freedom + 5 * (2 * freedom) ** 0.5 + 10  # far beyond chance, well below any real bias
    assert chi_square(Seeded(12345, 1, 1), bound, 4000) < most
    assert chi_square(fair_deal().source(game("flip").set_up(2)), bound, 2000) < most


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 7, 10, 76, 1000])
def test_every_result_comes_from_exactly_as_many_words(bound: int) -> None:
    """Counted, not sampled: of the 2³² words, those that give r and are not rejected are equally many for every r."""
    floor = 2**32 % bound

    def first(value: int) -> int:  # the first word whose product with the bound is at least value
        return -(-value // bound)

    accepted = {first((r + 1) << 32) - first((r << 32) + floor) for r in range(bound)}
    assert accepted == {2**32 // bound}


class Scripted(Source):
    """Words from a list, to see what `below` makes of them."""

    def __init__(self, words: list[int]) -> None:
        super().__init__(1, 1)
        self.script = words

    def word(self, stream: int, n: int, attempt: int) -> int:
        return self.script[attempt]


def test_below_follows_the_counted_rule_and_counts_one_draw_whatever_it_rejects() -> None:
    for bound in (1, 3, 6, 10, 2**30 + 1, 3 * 2**29 + 1, 2**31 - 1):
        for word in (0, 1, 2, 5, 2**31, 2**32 - 1, 12345678):
            source = Scripted([word, 0, 2**32 - 1, 2**31 + 12345])
            kept = next(w for w in source.script if w * bound % 2**32 >= 2**32 % bound)
            assert source.below(0, bound) == kept * bound >> 32
            assert list(source.counts) == [1]


def test_a_draw_is_named_by_its_stream_and_number_and_nothing_else() -> None:
    alone = [Seeded(9, 3, 1).below(stream, 1000) for stream in range(3)]
    mixed_up = Seeded(9, 3, 1)
    for _ in range(5):
        mixed_up.below(1, 7)
    assert [mixed_up.below(0, 1000), mixed_up.below(2, 1000)] == [alone[0], alone[2]]
    fewer = Seeded(9, 2, 1)  # another number of streams changes nothing
    assert [fewer.below(0, 1000), fewer.below(1, 1000)] == alone[:2]
    skipping = Seeded(9, 3, 1)
    skipping.counts[0] = 2
    third = Seeded(9, 3, 1)
    for _ in range(2):
        third.below(0, 10)
    assert skipping.below(0, 10**6) == third.below(0, 10**6)


def test_streams_do_not_resemble_each_other() -> None:
    source = Seeded(5, 4, 1)
    rows = [[source.below(stream, 2) for _ in range(2000)] for stream in range(4)]
    for one in range(4):
        for two in range(one):
            agree = sum(a == b for a, b in zip(rows[one], rows[two], strict=True))
            assert 850 < agree < 1150


def test_neighbouring_seeds_do_not_resemble_each_other() -> None:
    firsts = [Seeded(seed, 1, 1).below(0, 2**31 - 1) for seed in range(2000)]
    firsts += [Seeded(seed << 32, 1, 1).below(0, 2**31 - 1) for seed in range(1, 2000)]
    assert len(set(firsts)) > 3990
    assert 0.45 < sum(number >> 30 for number in firsts) / len(firsts) < 0.55


def test_reseeding_is_as_good_as_new() -> None:
    source = Seeded(1, 2, 1)
    source.below(0, 10)
    source.reseed(2**40 + 3)
    fresh = Seeded(2**40 + 3, 2, 1)
    assert [source.below(s, 10**6) for s in (0, 1, 0)] == [fresh.below(s, 10**6) for s in (0, 1, 0)]


def test_the_mixer_is_one_to_one() -> None:
    sample = range(0, 2**32, 2**32 // 50_000)
    assert len({mixed(x) for x in sample}) == len(sample)
    assert mixed(0) == 0


@pytest.mark.parametrize("seed", GOLDEN)
def test_the_numbers_of_a_seed_never_change(seed: int) -> None:
    source = Seeded(seed, 2, 1)
    assert ([source.below(0, 1000) for _ in range(6)], [source.below(1, 1000) for _ in range(6)]) == GOLDEN[seed]


def test_compiled_and_pure_draw_the_same_numbers() -> None:
    """Whatever this run is, a pure process draws as it does."""
    environment = os.environ | {"KVARTAL_PURE": "1"}
    run = subprocess.run([sys.executable, "-c", NUMBERS], env=environment, capture_output=True, text=True, check=True)
    space: dict[str, object] = {"print": lambda text: space.update(said=text)}
    exec(NUMBERS, space)  # noqa: S102 - the same lines, in this process
    assert json.loads(run.stdout) == json.loads(str(space["said"]))
