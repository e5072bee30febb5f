"""The contract of a mind: hashes, sources that go on, defaults, and the file of weights."""

from pathlib import Path
from typing import Any

import pytest

from bots.small_games import Stones
from kvartal.engine.mind import CERTAIN, Mind
from kvartal.engine.source import Seeded
from kvartal.engine.thinking import LEVELS, BadWeights, Level, Thinking, load_numbers
from kvartal.games import game, games


def test_a_hash_tells_states_apart() -> None:
    """Every cell counts, at its place, and no two of many thousand neighbours are alike."""
    setup = game("estates").set_up(3)
    cells = list(setup.start().cells)
    states = [cells]
    for cell in range(len(cells)):
        for change in (-9, -1, 1, 2, 3, 7, 40, 1 << 33):
            states.append([*cells[:cell], cells[cell] + change, *cells[cell + 1 :]])
    for cell in range(len(cells) - 1):
        states.append([*cells[:cell], 5, 6, *cells[cell + 2 :]])
        states.append([*cells[:cell], 6, 5, *cells[cell + 2 :]])
    different = {tuple(each) for each in states}
    hashes = {setup.state(each).hash64() for each in different}
    assert len(hashes) == len(different)
    assert all(0 <= each < 1 << 63 for each in hashes)
    assert setup.state(cells).hash64() == setup.start().hash64()


def test_every_bit_of_a_hash_is_used() -> None:
    setup = game("flip").set_up(2)
    cells = list(setup.start().cells)
    hashes = [setup.state([number, *cells[1:]]).hash64() for number in range(2000)]
    for bit in range(63):
        assert 850 < sum(each >> bit & 1 for each in hashes) < 1150


def test_a_source_goes_on_where_another_is() -> None:
    first, second = Seeded(5, 3, 1), Seeded(9, 3, 1)
    for stream in (0, 0, 2):
        first.below(stream, 1000)
    second.copy_from(first)
    following = [first.below(stream, 1000) for stream in (0, 1, 2, 2)]
    assert [second.below(stream, 1000) for stream in (0, 1, 2, 2)] == following
    with pytest.raises(ValueError, match="3 streams cannot go on like one of 2"):
        first.copy_from(Seeded(1, 2, 1))


def test_without_a_mind_all_moves_are_alike_and_nothing_is_known_before_the_end() -> None:
    setup = Stones().set_up(2)
    mind = setup.game.mind(setup)
    state = setup.start()
    assert mind.priors(state, 0) == [(move, CERTAIN // 3) for move in range(3)]
    assert {mind.policy(state, 0, Seeded(seed, 2, 1)) for seed in range(30)} == {0, 1, 2}
    assert [mind.value(state, seat) for seat in (0, 1)] == [CERTAIN // 2] * 2
    ended = setup.state([0, 1])
    assert [mind.value(ended, seat) for seat in (0, 1)] == [CERTAIN, 0]
    assert mind.turns(state, 0) == [[0], [1], [2]]
    assert mind.named_terms(ended, 0) == {"points": 1}


class Decided(Mind):
    def policy(self, state: Any, seat: int, source: Any) -> int:
        return 2

    def fill_terms(self, state: Any, seat: int, out: Any) -> int:
        return 0


def test_half_of_the_prior_is_on_the_policys_move() -> None:
    setup = Stones().set_up(2)
    mind = Decided(setup.tables, [])
    shares = dict(mind.priors(setup.start(), 0))
    assert shares[2] == CERTAIN // 2 + shares[0]
    assert abs(sum(shares.values()) - CERTAIN) < 3
    assert mind.turns(setup.start(), 0) == [[2], [0], [1]]  # the most promising first
    with pytest.raises(ValueError, match="fill_terms wrote 0 terms, and 1 are named"):
        mind.named_terms(setup.start(), 0)


def test_a_shared_win_is_shared() -> None:
    setup = game("toy").set_up(4)
    state = setup.state([setup.options["rounds"], *list(setup.start().cells)[1:]])
    mind = setup.game.mind(setup)
    assert [state.place(seat) for seat in range(4)] == [1, 1, 1, 1]
    assert [mind.result(state, seat) for seat in range(4)] == [CERTAIN // 4] * 4


# weights.toml --------------------------------------------------------------------------------------------------------

GOOD = """
[usual.weights]
park = 3
pool = -2
[usual.thinking]
engine = "race"
width = 5
[usual.level5]
iterations = 77
[solo.weights]
pool = 8
[solo.thinking]
cut = 4
"""


def numbers(tmp_path: Path, text: str) -> Any:
    (tmp_path / "weights.toml").write_text(text)
    return load_numbers(tmp_path / "weights.toml")


def test_a_mode_says_only_what_is_different_in_it(tmp_path: Path) -> None:
    read = numbers(tmp_path, GOOD)
    assert read.weights([]) == {"park": 3, "pool": -2}
    assert list(read.weights(["solo", "nowhere"]).items()) == [("park", 3), ("pool", 8)]
    alone = read.thinking(["solo"], solo=True)
    assert (alone.engine, alone.width, alone.cut, alone.scale) == ("race", 5, 4, 0)
    assert alone.level(5).iterations == 77
    assert alone.level(4) == LEVELS[3]
    assert read.thinking([], solo=False).scale == CERTAIN


def test_a_level_that_is_named_makes_only_the_errors_that_are_said_of_it(tmp_path: Path) -> None:
    assert LEVELS[0].overlook > 0
    read = numbers(tmp_path, "[usual.level1]\niterations = 9\n[solo.level1]\nnow = 3\n[solo.level2]\nmisjudge = 5")
    assert read.thinking([], solo=False).levels == (Level(9), *LEVELS[1:])
    assert read.thinking(["solo"], solo=True).levels == (Level(9, now=3), Level(misjudge=5), *LEVELS[2:])


def test_a_game_without_the_file_thinks_as_usual(tmp_path: Path) -> None:
    read = load_numbers(tmp_path / "none.toml")
    assert read.weights(["solo"]) == {}
    assert read.thinking([], solo=False) == Thinking(scale=CERTAIN)


WRONG = {
    "[usual": "is not TOML",
    "usual = 3": "usual: a mode is a table such as [usual.weights], not 3",
    "[usual.weight]": "[usual.weight]: unknown (did you mean 'weights'?); there are: weights, thinking, level1",
    "[usual]\nweights = 3": "[usual.weights]: expected a table, not 3",
    "[usual.weights]\npark = 1.5": "[usual.weights] park: a weight is a whole number, not 1.5",
    "[usual.weights]\npark = 1\n[solo.weights]\npork = 1": "[solo.weights] pork: no such weight in [usual.weights]",
    "[usual.thinking]\nengine = 'mcts'": "[usual.thinking] engine: 'mcts' is none of tree, race",
    "[usual.thinking]\nwide = 3": "[usual.thinking] wide: unknown (did you mean 'width'?); there are: engine, cut",
    "[usual.level3]\niterations = -1": "[usual.level3] iterations: expected a whole number from 0, not -1",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_with_the_file_is_told(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadWeights) as told:
        numbers(tmp_path, text)
    assert WRONG[text] in str(told.value)


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadWeights) as told:
        numbers(tmp_path, "[usual.weights]\npark = true\n[usual.levels]\n")
    assert len(told.value.problems) == 2


class Weighty(Stones):
    """Stones in a folder of its own."""


def test_weights_are_replaced_by_name_or_all_together(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "weights.toml").write_text(GOOD)
    box = Weighty()
    box.folder = tmp_path
    setup = box.set_up(2)
    assert box.weighed(setup) == [3, -2]
    assert box.weighed(setup, {"pool": 9}) == [3, 9]
    assert box.weighed(setup, [5, 6]) == [5, 6]
    assert list(box.mind(setup, {"park": 1}).weights) == [1, -2]
    with pytest.raises(BadWeights, match=r"no weight 'pork' \(did you mean 'park'\?\); there are: park, pool"):
        box.weighed(setup, {"pork": 1})
    with pytest.raises(BadWeights, match="stones has 2 weights, not 1: park, pool"):
        box.weighed(setup, [5])


@pytest.mark.parametrize("key", [each.key for each in games()])
def test_weights_are_no_part_of_a_set_up(key: str) -> None:
    """Their file is read when somebody thinks, not when a table is laid: better weights change no digest."""
    box = type(game(key))()
    digest = box.set_up().digest
    assert "numbers" not in vars(box)
    box.mind(box.set_up())
    assert "numbers" in vars(box)
    assert box.set_up().digest == digest
