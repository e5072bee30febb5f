"""Many games stepped together: each row is a game of its own, and the arrays are seen without copying."""

import random
import struct

import pytest

import kvartal
from kvartal.engine.batch import ANYBODY, Batch, place_reward
from kvartal.engine.observation import Observer
from kvartal.engine.state import State
from kvartal.games import game as on_shelf

SETUPS = [("flip", 2), ("welcome", 2), ("estates", 4), ("house", 3), ("toy", 3)]


def packed(actions: list[int]) -> bytes:
    return struct.pack(f"<{len(actions)}h", *actions)


def legal(batch: Batch, row: int) -> list[int]:
    mask = batch.masks[row * batch.actions : (row + 1) * batch.actions]
    return [action for action, can in enumerate(mask) if can]


def seen(batch: Batch, row: int) -> list[object]:
    """All that a step gives for one row."""
    width, players = batch.width, batch.players
    return [
        list(batch.observations[row * width : (row + 1) * width]),
        legal(batch, row),
        batch.seats[row],
        list(batch.rewards[row * players : (row + 1) * players]),
        (batch.terminated[row], batch.truncated[row], batch.lengths[row]),
    ]


def story(batch: Batch, row: int, steps: int, restart: bool = True) -> list[list[object]]:
    """What one row shows while everybody plays by sample()."""
    told = [seen(batch, row)]
    for _ in range(steps):
        batch.sample()
        batch.step(packed(list(batch.chosen)), restart)
        told.append(seen(batch, row))
    return told


@pytest.mark.parametrize(("key", "players"), SETUPS)
def test_a_row_is_the_same_in_a_batch_of_any_size(key: str, players: int) -> None:
    setup = on_shelf(key).set_up(players)
    alone, among = Batch(setup, 1), Batch(setup, 8)
    alone.reset([3])
    among.reset(list(range(8)))
    assert story(alone, 0, 400) == story(among, 3, 400)


@pytest.mark.parametrize(("key", "players"), SETUPS)
def test_a_row_is_the_match_with_its_seed(key: str, players: int) -> None:
    setup = on_shelf(key).set_up(players)
    batch, match, observer = Batch(setup, 1), kvartal.new(key, players=players, seed=11), Observer(setup)
    batch.reset([11])
    rng = random.Random(1)
    for _ in range(200):
        if match.over:
            break
        seat = match.state.turn()
        codes = [move.code for move in match.moves(seat)]
        assert seen(batch, 0)[:3] == [
            observer.look(match.state, seat),
            sorted(observer.action(seat, code) for code in codes),
            seat,
        ]
        code = rng.choice(codes)
        match.play(seat, code)
        batch.step(packed([observer.action(seat, code)]), False)
    assert batch.terminated[0] == match.over


@pytest.mark.parametrize(("key", "players"), SETUPS)
def test_a_game_ends_with_rewards_that_add_up_to_nothing_and_the_next_one_begins(key: str, players: int) -> None:
    batch = Batch(on_shelf(key).set_up(players), 1)
    batch.reset([5])
    first = story(batch, 0, 60)
    batch.reset([5])
    while not batch.terminated[0]:
        assert list(batch.rewards) == [0.0] * players
        batch.sample()
        batch.step(packed(list(batch.chosen)), True)
    assert sum(batch.rewards) == pytest.approx(0)
    assert legal(batch, 0) == list(range(batch.actions))  # nobody is asked: any will do
    batch.step(packed([0]), True)
    assert not batch.terminated[0]
    assert batch.lengths[0] == 0
    assert story(batch, 0, 60) != first


def test_an_illegal_action_is_refused_with_the_rule_and_nothing_has_happened() -> None:
    setup = on_shelf("flip").set_up(2)
    batch = Batch(setup, 2)
    batch.reset([1, 2])
    before = [seen(batch, row) for row in (0, 1)]
    with pytest.raises(ValueError, match=r"row 1: action 1\d, 'buy .*', is not legal for seat"):
        batch.step(packed([legal(batch, 0)[0], setup.code("buy store")]), True)
    with pytest.raises(ValueError, match="row 0: actions are 0 to 39, not 99"):
        batch.step(packed([99, 99]), True)
    with pytest.raises(ValueError, match="2 rows need 4 bytes"):
        batch.step(packed([0]), True)
    assert [seen(batch, row) for row in (0, 1)] == before


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"rows": 0}, "one row or more"),
        ({"rewards": "glory"}, "none of place, score"),
        ({"max_moves": -1}, "max_moves"),
        ({"learner": 2}, "seats are 0 to 1, not 2"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Batch(on_shelf("flip").set_up(2), **{"rows": 1, **wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize(("key", "players"), SETUPS)
def test_without_forced_moves_everybody_asked_has_a_choice(key: str, players: int) -> None:
    batch = Batch(on_shelf(key).set_up(players), 2, skip_forced=True)
    batch.reset([1, 2])
    for told in story(batch, 1, 150):
        assert len(told[1]) > 1  # type: ignore[arg-type]


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    batch = Batch(on_shelf("flip").set_up(2), 1, max_moves=20)
    batch.reset([1])
    told = story(batch, 0, 20)
    assert [each[4] for each in told[-2:]] == [(0, 0, 19), (0, 1, 20)]
    assert told[-1][3] == [0.0, 0.0]


@pytest.mark.parametrize(("key", "players"), SETUPS)
def test_a_learner_among_rivals_is_asked_only_for_its_own_seat(key: str, players: int) -> None:
    game = on_shelf(key)
    setup = game.set_up(players)
    for rivals in (None, game.mind(setup)):
        batch = Batch(setup, 3, learner=1, rivals=rivals)
        batch.reset([1, 2, 3])
        assert {told[2] for told in story(batch, 1, 150)} == {1}
    batch = Batch(setup, 1, learner=ANYBODY, max_moves=30)
    batch.reset([1])
    assert {told[2] for told in story(batch, 0, 300)} == set(range(players))


def test_rewards_as_they_come_add_up_to_the_points() -> None:
    setup = on_shelf("welcome").set_up(2)
    shaped, final = Batch(setup, 1, rewards="shaped"), Batch(setup, 1, rewards="score")
    for batch in (shaped, final):
        batch.reset([4])
    sums, start = [0.0, 0.0], [shaped.begin.score(0), shaped.begin.score(1)]
    while not final.terminated[0]:
        final.sample()
        for batch in (shaped, final):
            batch.step(packed(list(final.chosen)), False)
        sums = [total + new for total, new in zip(sums, shaped.rewards, strict=True)]
    assert [total + first for total, first in zip(sums, start, strict=True)] == list(final.rewards)


class Placed(State):
    """Only its places matter."""

    def __init__(self, places: list[int]) -> None:
        super().__init__(places)

    def place(self, seat: int) -> int:
        return self.cells[seat]


@pytest.mark.parametrize(
    ("places", "rewards"),
    [
        ([1, 2], [1, -1]),
        ([1, 1], [0, 0]),
        ([3, 1, 2], [-1, 1, 0]),
        ([1, 1, 3], [0.5, 0.5, -1]),
        ([0, 1, 0], [-0.5, 1, -0.5]),  # both lost without a place
        ([1], [1]),
        ([0], [-1]),
    ],
)
def test_places_are_rewarded_from_one_to_minus_one(places: list[int], rewards: list[float]) -> None:
    assert [place_reward(Placed(places), seat, len(places)) for seat in range(len(places))] == rewards


@pytest.mark.parametrize(("key", "players"), SETUPS)
def test_a_row_can_be_kept_and_taken_up_again(key: str, players: int) -> None:
    setup = on_shelf(key).set_up(players)
    batch, other = Batch(setup, 1), Batch(setup, 2)
    batch.reset([1])
    other.reset([8, 9])
    story(batch, 0, 40)
    kept = batch.snapshot(0)
    onward = story(batch, 0, 60)
    other.resume(0, kept)
    assert story(other, 0, 60) == onward


def test_a_snapshot_of_another_set_up_is_refused() -> None:
    one, two = (Batch(on_shelf("flip").set_up(players), 1) for players in (2, 3))
    one.reset([1])
    with pytest.raises(ValueError, match="a state of this set-up has 164 cells, not 121"):
        two.resume(0, one.snapshot(0))


def test_what_a_step_gives_is_seen_without_copying() -> None:
    batch = Batch(on_shelf("flip").set_up(2), 4)
    view = memoryview(batch.observations)
    batch.reset([1, 2, 3, 4])
    assert (view.format, view.nbytes) == ("h", 2 * 4 * batch.width)
    assert view.tolist() == [int(each) for each in batch.observations]
    assert any(view)
