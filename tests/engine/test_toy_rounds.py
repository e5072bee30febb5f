"""Simultaneous hidden turns in a match: undo, withdrawal, the reveal, and what the others are told meanwhile."""

import pytest

from engine.test_toy import play, table
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.reading import parse
from kvartal.engine.record import Record
from kvartal.engine.replay import replay, verify
from kvartal.engine.rule import RefusedMove
from kvartal.games import game
from kvartal_toy import GAME


def no_undo(match: Match, seat: int) -> str:
    before = match.state.encode(), list(match.entries)
    with pytest.raises(RefusedMove) as caught:
        match.undo(seat)
    assert (match.state.encode(), match.entries) == before
    return caught.value.rule.id


def test_everybody_owes_a_move_and_acts_in_any_order() -> None:
    match = table(3)
    assert match.waiting == (0, 1, 2)
    play(match, "2 build 3", "2 done", "0 build 7")
    assert match.waiting == (0, 1)
    assert match.view(1).waiting == (0, 1)  # who has confirmed is shown


@pytest.mark.rule("engine.undo.nothing")
def test_a_hidden_turn_is_undone_step_by_step_while_others_go_on() -> None:
    match, untouched = table(), table()
    play(match, "0 build 3", "1 hide 6", "0 done", "1 order", "= 1")
    assert str(match.undo(0)) == "done"
    assert str(match.undo(0)) == "build 3"
    assert match.state == play(untouched, "1 hide 6", "1 order", "= 1").state
    assert match.entries == untouched.entries
    play(match, "0 hide 7", "0 done", "1 done")
    assert match.view(0).facts()["table"]["seats"][0]["safe"] == [7, 0, 0, 0]
    assert no_undo(table(), 0) == "engine.undo.nothing"


def test_a_confirmation_is_withdrawn_until_the_last_seat_confirms() -> None:
    match = play(table(3), "0 build 3", "0 done", "1 build 2", "1 done", "2 build 3")
    assert match.waiting == (2,)
    assert str(match.undo(0)) == "done"
    assert match.waiting == (0, 2)
    play(match, "2 done")
    assert match.waiting == (0,)
    play(match, "0 done")
    assert match.chance is not None  # the reveal: the next site is drawn
    assert match.chance.stream == "sites"


@pytest.mark.rule("engine.undo.revealed")
def test_nothing_is_taken_back_after_the_reveal() -> None:
    match = play(table(), "0 build 3", "0 done", "1 build 2", "1 done")
    assert no_undo(match, 1) == "engine.undo.revealed"
    assert no_undo(match, 0) == "engine.undo.revealed"


@pytest.mark.rule("engine.undo.acted")
def test_a_move_in_the_open_is_not_taken_back_once_another_seat_has_acted() -> None:
    match = Match(game("flip").set_up(2, {"must_play": False}), SeededDeal(3))
    first = match.waiting[0]
    match.play(first, "stop")
    match.play(first, "pass")
    match.play(1 - first, "stop")
    assert no_undo(match, first) == "engine.undo.acted"
    match.undo(1 - first)
    assert str(match.undo(first)) == "pass"


@pytest.mark.rule("engine.undo.revealed")
def test_a_look_into_a_safe_is_not_taken_back() -> None:
    match = play(table(), "0 build 3", "1 hide 2", "0 done", "1 done", "= well", "0 spy 1")
    assert no_undo(match, 0) == "engine.undo.revealed"


@pytest.mark.rule("engine.undo.chance")
def test_an_ordered_plan_is_not_sent_back() -> None:
    match = play(table(), "0 order", "= 2")
    assert no_undo(match, 0) == "engine.undo.chance"
    play(match, "0 build 2")
    assert str(match.undo(0)) == "build 2"
    assert no_undo(match, 0) == "engine.undo.chance"


def test_the_order_of_a_rival_does_not_stand_in_the_way_of_undo() -> None:
    match = play(table(), "0 build 3", "1 order", "= 1")
    assert str(match.undo(0)) == "build 3"


@pytest.mark.rule("engine.move.waiting")
def test_who_is_done_owes_nothing() -> None:
    match = play(table(), "0 build 3", "0 done")
    rule = match.why(0, "done")
    assert rule is not None
    assert rule.id == "engine.move.waiting"
    assert match.moves(0) == []


def test_an_unfinished_turn_looks_not_yet_begun() -> None:
    match = table()
    before = match.view(1).facts(), match.view(None).encode(), match.export(1), match.log(1)
    play(match, "0 order", "= 2", "0 hide 2")
    assert (match.view(1).facts(), match.view(None).encode(), match.export(1), match.log(1)) == before
    play(match, "0 done")
    assert match.view(1).facts()["table"]["seats"][0]["done"] == 1
    assert match.log(1) == before[3]


def test_no_gap_in_the_log_betrays_a_hidden_turn() -> None:
    """The lines of seat 1 have the same numbers whether or not seat 0 is busy."""
    quiet, busy = play(table(), "1 build 2"), play(table(), "0 order", "= 2", "0 build 2", "0 done", "1 build 2")
    assert quiet.log(1) == busy.log(1)


def test_the_log_grows_only_at_its_end() -> None:
    """What was hidden is told at the reveal, seat by seat, and not between lines that were read before."""
    match, read = table(3), {}
    steps = ["0 build 3", "2 order", "= 1", "1 hide 2", "2 hide 1", "1 done", "2 done", "0 done", "= well", "1 build 4"]
    for step in steps:
        play(match, step)
        for seat in (None, 0, 1, 2):
            log = match.log(seat)
            assert log[: len(read.get(seat, []))] == read.get(seat, [])
            assert match.log(seat, since=len(read.get(seat, []))) == log[len(read.get(seat, [])) :]
            assert [line.number for line in log] == list(range(len(log)))
            read[seat] = log
    told = [str(line) for line in read[1]][-10:]
    assert told == [
        "Builder 2: Hide 2 in the safe",
        "Builder 2: Done",
        "Builder 1: Build with 3",
        "Builder 1: Done",
        "Builder 3: Order a plan",
        "Builder 3 gets a plan: ?",
        "Builder 3: Hide a plan in the safe",
        "Builder 3: Done",
        "The next site: Well",
        "Builder 2: Build with 4",
    ]


def test_a_partly_secret_move_stays_secret_after_the_reveal() -> None:
    match = play(table(), "0 hide 7", "1 build 2", "0 done", "1 done", "= mill")
    assert "0 hide 7" in match.export(0)
    assert "0 hide ?" in match.export(1)
    assert "hide 7" not in match.export(None)
    assert match.moves(0)[0].seen_by(1) == "build 1"


def test_an_export_of_an_unfinished_match_holds_no_hidden_turn_and_no_seed() -> None:
    match = Match(GAME.set_up(2), SeededDeal(987654321))
    match.play(0, match.moves(0)[0])
    assert "987654321" not in match.export(1)
    assert not [step for step in parse(match.export(1)).steps if step.seat == 0]
    assert [step for step in parse(match.export(0)).steps if step.seat == 0]


def test_a_record_with_hidden_turns_replays_and_verifies() -> None:
    match = Match(GAME.set_up(3), SeededDeal(5))
    while not match.over:
        seat = match.waiting[len(match) % len(match.waiting)]
        match.play(seat, match.moves(seat)[-1 if len(match) % 3 else 0])
    read = parse(Record.of(match).text())
    assert verify(GAME, read)
    assert replay(GAME, read).state == match.state
    half = match.at(len(match) // 2)
    assert replay(GAME, parse(Record.of(half).text())).state == half.state


def test_a_waiting_view_lists_no_moves_while_chance_is_asked() -> None:
    match = play(table(), "0 order")
    assert match.waiting == ()
    assert (match.view(0).waiting, match.view(0).moves()) == ((), [])
    assert match.view(1).waiting == (0, 1)  # the order is private: for the others nothing has happened
