"""A match goes back: moves taken back, earlier positions looked at and played on from."""

import copy
from typing import Any

import pytest

import kvartal
from engine.matches import HUGE, fingerprint, kind, played, until
from engine.secret_game import SECRET
from kvartal.engine.match import Match
from kvartal.engine.record import Record
from kvartal.engine.steps import SNAPSHOT_EVERY, Steps
from kvartal.games import games


@pytest.mark.rule("engine.undo.nothing")
def test_a_seat_without_a_move_has_nothing_to_take_back() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    for seat in (0, 1):
        with pytest.raises(kvartal.RefusedMove) as refused:
            match.undo(seat)
        assert refused.value.rule.id == "engine.undo.nothing"


def test_own_moves_are_taken_back_one_by_one() -> None:
    match = until(kvartal.new("flip", players=2, seed=7), "stop")
    seat, before = match.waiting[0], fingerprint(match)
    match.play(seat, "stop")
    assert str(match.undo(seat)) == "stop"
    assert fingerprint(match) == before
    match.play(seat, "stop")
    after_stop = fingerprint(match)
    match.play(seat, "pass")
    assert str(match.undo(seat)) == "pass"
    assert fingerprint(match) == after_stop
    assert str(match.undo(seat)) == "stop"
    assert fingerprint(match) == before


@pytest.mark.rule("engine.undo.chance")
def test_a_move_is_not_taken_back_once_chance_has_spoken() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    seat = match.waiting[0]
    match.play(seat, "play")
    before = fingerprint(match)
    with pytest.raises(kvartal.RefusedMove) as refused:
        match.undo(seat)
    assert refused.value.rule.id == "engine.undo.chance"
    assert fingerprint(match) == before


@pytest.mark.rule("engine.undo.acted")
def test_a_move_is_not_taken_back_once_another_seat_has_acted() -> None:
    match = until(kvartal.new("flip", players=2, seed=5, must_play=False), "stop")
    seat = match.waiting[0]
    match.play(seat, "stop")
    match.play(seat, "pass")
    match.play(1 - seat, "stop")
    before = fingerprint(match)
    with pytest.raises(kvartal.RefusedMove) as refused:
        match.undo(seat)
    assert refused.value.rule.id == "engine.undo.acted"
    assert fingerprint(match) == before
    match.undo(1 - seat)
    assert str(match.undo(seat)) == "pass"


def test_private_moves_are_taken_back_whatever_the_others_did_meanwhile() -> None:
    match = Match(SECRET.set_up(2), kvartal.SeededDeal(1))
    match.play(0, "pick 1")
    match.play(1, "pick 2")
    match.play(1, "roll")
    match.play(0, "pick 3")
    match.play(1, "confirm")
    assert str(match.undo(0)) == "pick 3"
    assert str(match.undo(0)) == "pick 1"
    other = Match(SECRET.set_up(2), kvartal.SeededDeal(1))
    for move in ("pick 2", "roll", "confirm"):
        other.play(1, move)
    assert fingerprint(match) == fingerprint(other)


def test_a_confirmation_is_withdrawn_until_the_last_seat_has_confirmed() -> None:
    match = Match(SECRET.set_up(2), kvartal.SeededDeal(1))
    match.play(0, "pick 1")
    match.play(0, "confirm")
    match.play(1, "pick 2")
    assert match.waiting == (1,)
    assert str(match.undo(0)) == "confirm"
    assert match.waiting == (0, 1)


def test_a_private_roll_binds_only_the_seat_that_rolled() -> None:
    match = Match(SECRET.set_up(2), kvartal.SeededDeal(1))
    match.play(0, "pick 1")
    match.play(0, "roll")
    match.play(1, "pick 2")
    assert str(match.undo(1)) == "pick 2"
    with pytest.raises(kvartal.RefusedMove) as refused:
        match.undo(0)
    assert refused.value.rule.id == "engine.undo.chance"


@pytest.mark.rule("engine.undo.revealed")
def test_after_the_reveal_nobody_takes_anything_back() -> None:
    match = Match(SECRET.set_up(2), kvartal.SeededDeal(1))
    for seat in (0, 1):
        match.play(seat, "pick 1")
        match.play(seat, "confirm")
    for seat in (0, 1):
        with pytest.raises(kvartal.RefusedMove) as refused:
            match.undo(seat)
        assert refused.value.rule.id == "engine.undo.revealed"


@pytest.mark.rule("engine.undo.revealed")
def test_the_end_of_a_fair_match_reveals_the_secret_so_it_is_final() -> None:
    match = until(kvartal.new("flip", players=1, seed=3, turn_cap=1), "stop")
    match.play(0, "stop")
    match.play(0, "pass")
    assert match.over
    match.undo(0)  # a seeded match between friends can be taken back
    assert not match.over
    fair = kvartal.new("flip", players=1, chance="fair", turn_cap=1)
    while not fair.over:  # whatever is dealt: some turns are lost before they can be stopped
        fair.play(0, fair.moves(0)[-1])
    with pytest.raises(kvartal.RefusedMove) as refused:
        fair.undo(0)
    assert refused.value.rule.id == "engine.undo.revealed"


def test_undo_works_on_both_sides_of_a_snapshot() -> None:
    match = Match(SECRET.set_up(2), kvartal.SeededDeal(1))
    for number in range(SNAPSHOT_EVERY * 2 + 3):
        match.play(number % 2, f"pick {number % 3 + 1}")
    twin = Match(SECRET.set_up(2), kvartal.SeededDeal(1))
    for entry in match.entries:
        twin.append(entry)
    while len(match) > SNAPSHOT_EVERY - 3:
        last = match.entries[-1]
        assert match.undo(last.seat).code == last.code
        earlier = twin.at(len(match))
        assert fingerprint(match) == fingerprint(earlier)
        assert match.steps.private_since == earlier.steps.private_since
    match.play(0, "confirm")
    assert match.at(len(match)).state == match.state
    assert match.state_at(SNAPSHOT_EVERY - 4) == twin.state_at(SNAPSHOT_EVERY - 4)


def test_undo_works_after_loading() -> None:
    match = until(kvartal.new("flip", players=2, seed=7), "stop")
    seat, before = match.waiting[0], match.state.copy()
    match.play(seat, "stop")
    loaded = kvartal.loads(Record.of(match).text())
    assert str(loaded.undo(seat)) == "stop"
    assert loaded.state == before


def test_every_earlier_position_equals_a_replay_and_none_changes_later() -> None:
    match = kvartal.new("flip", players=2, seed=11, turn_cap=20)
    told = kvartal.new("flip", players=2, chance="told", turn_cap=20)
    played(match)
    states = [told.state.copy()]
    for entry in match.entries:
        told.append(entry)
        states.append(told.state.copy())
    assert len(match) > 2 * SNAPSHOT_EVERY
    for step, state in enumerate(states):
        assert match.at(step).state == match.state_at(step) == state
    assert [match.at(step).state for step in range(len(states))] == states


@pytest.mark.parametrize("step", [-1, 10**9, HUGE, True, None, "1", 1.0], ids=kind)
def test_a_step_that_does_not_exist_is_an_index_error(step: Any) -> None:
    with pytest.raises(IndexError, match="this match has steps 0 to"):
        kvartal.new("flip", seed=7).at(step)


def test_playing_on_from_an_earlier_position_meets_the_same_cards() -> None:
    match = played(kvartal.new("flip", players=2, seed=11, turn_cap=8))
    for step in range(0, len(match), 7):
        again = match.at(step)
        again.resume()
        for entry in match.entries[len(again) :]:
            if entry.seat >= 0:
                again.play(entry.seat, entry.code)
        assert again.entries == match.entries


def test_a_copy_is_a_match_of_its_own() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    before = fingerprint(match)
    for twin in (match.copy(), copy.copy(match), copy.deepcopy(match)):
        assert fingerprint(twin) == before
        twin.play(twin.waiting[0], twin.moves(twin.waiting[0])[0])
        assert fingerprint(match) == before
        assert fingerprint(twin) != before


def test_where_a_draw_comes_next_an_earlier_position_says_so() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    start = match.at(0)
    assert start.waiting == ()
    assert start.chance.stream == "first player"
    with pytest.raises(kvartal.RefusedMove, match=r"resume\(\)"):
        start.play(0, "play")
    start.resume()
    assert fingerprint(start) == fingerprint(match)


@pytest.mark.parametrize("game", [game.key for game in games()])
def test_a_copy_is_the_same_history_and_goes_its_own_way(game: str) -> None:
    match = kvartal.new(game, seed=11)
    for most in (0, 1, 5, 70):  # hidden turns, snapshots
        played(match, seed=most + 1, most=most)
        copy, again = (
            match.copy().steps,
            Steps(match.steps.snapshots[0].copy(), match.steps.players, match.steps.owners),
        )
        for entry in match.entries:
            again.add(entry)
        for mine, theirs in ((copy, again), (copy, match.steps)):
            for name in ("entries", "told", "news", "private_since", "state", "snapshots"):
                assert getattr(mine, name) == getattr(theirs, name), name
            assert [mine.reading(seat) for seat in range(-1, 2)] == [theirs.reading(seat) for seat in range(-1, 2)]
    before = match.copy()
    steps = len(match)
    other = played(match.copy(), seed=9, most=30)
    assert len(other) >= steps == len(match)
    assert match.steps.state == before.steps.state
    assert (match.steps.told, match.steps.news) == (before.steps.told, before.steps.news)
