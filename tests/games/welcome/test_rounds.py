"""Everybody at once: any order of messages gives the same game, and nobody sees another's unfinished turn."""

import json
import random

import pytest

from games.welcome.table import WELCOME, at_table, legal, play, seat_facts
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.rule import RefusedMove
from kvartal.games.welcome.rules import cells as at

MODES: dict[str, tuple[int, dict[str, object]]] = {
    "2018": (3, {}),
    "2018 expert": (3, {"plans": "mixed", "roundabouts": True}),
    "2023": (3, {"edition": "2023", "plans": "mixed", "roundabouts": True}),
    "draft": (3, {"draft": True, "plans": "mixed", "roundabouts": True}),
    "solo 2018": (1, {"roundabouts": True, "plans": "mixed"}),
    "solo 2023": (1, {"edition": "2023", "roundabouts": True, "plans": "mixed"}),
}


def random_turn(match: Match, seat: int, rng: random.Random) -> list[str]:
    """A whole turn, up to and with `done`, worked out on a copy that nobody else moves in."""
    trial = match.at(len(match))
    moves = []
    while True:
        options = sorted(legal(trial, seat))
        move = "done" if "done" in options and rng.random() < 0.5 else rng.choice(options)
        moves.append(move)
        if move == "done":
            return moves
        trial.play(seat, move)


@pytest.mark.rule("welcome.reveal")
@pytest.mark.parametrize("options", [{"plans": "mixed", "roundabouts": True}, {"edition": "2023"}, {"draft": True}])
def test_twelve_seats_in_any_order_with_repeated_and_late_messages(options: dict[str, object]) -> None:
    reference = Match(WELCOME.set_up(12, options), SeededDeal(8))
    mixed = Match(WELCOME.set_up(12, options), SeededDeal(8))
    rng = random.Random(8)
    old: list[tuple[int, str]] = []
    for _ in range(6):
        turns = {seat: random_turn(reference, seat, rng) for seat in range(12)}
        for seat, moves in turns.items():
            play(reference, seat, *moves)
        queues = {seat: list(moves) for seat, moves in turns.items()}
        while queues:
            seat = rng.choice(list(queues))
            if old and rng.random() < 0.2:  # a message of before comes once more
                repeat(mixed, *rng.choice(old))
            move = queues[seat].pop(0)
            mixed.play(seat, move)
            if rng.random() < 0.2 and (queues[seat] or len(queues) > 1):  # somebody changes their mind, twice
                mixed.undo(seat)
                mixed.play(seat, move)
            if not queues[seat]:
                del queues[seat]
            if move != "done":
                old.append((seat, move))
        assert mixed.state.encode() == reference.state.encode()
        assert [mixed.view(seat) for seat in (None, 0, 11)] == [reference.view(seat) for seat in (None, 0, 11)]


def repeat(match: Match, seat: int, move: str) -> None:
    """A message that comes too late is refused and changes nothing."""
    before = match.state.encode()
    try:
        match.play(seat, move)
    except RefusedMove:
        assert match.state.encode() == before
    else:
        match.undo(seat)
        assert match.state.encode() == before


@pytest.mark.parametrize("mode", MODES)
def test_an_unfinished_turn_is_nobody_elses_business(mode: str) -> None:
    players, options = MODES[mode]
    rng = random.Random(mode)
    for seed in range(4):
        match = Match(WELCOME.set_up(players, options), SeededDeal(seed))
        while not match.over:
            others = [None, *(seat for seat in range(players) if seat != 0)]
            before = [match.view(other).facts() for other in others]
            log = [[str(line) for line in match.log(other)] for other in others] if len(match) < 60 else []
            for move in random_turn(match, 0, rng)[:-1]:
                match.play(0, move)
                assert [match.view(other).facts() for other in others] == before
                if log:
                    assert [[str(line) for line in match.log(other)] for other in others] == log
            match.play(0, "done")
            if players > 1:
                after = match.view(1).facts()
                assert after["table"]["seats"][0]["stage"] == "confirmed"
                after["table"]["seats"][0]["stage"] = "choosing"
                expected = before[1]
                expected["table"]["pending"] -= 1
                expected["waiting"].remove(0)
                assert json.dumps(after) == json.dumps(expected)
            for seat in range(1, players):
                play(match, seat, *random_turn(match, seat, rng))


@pytest.mark.parametrize("mode", ["2018 expert", "2023", "draft"])
def test_imagined_states_have_the_round_still_to_come(mode: str) -> None:
    players, options = MODES[mode]
    match = Match(WELCOME.set_up(players, options), SeededDeal(3))
    rng = random.Random(3)
    play(match, 1, *random_turn(match, 1, rng))
    play(match, 0, *random_turn(match, 0, rng)[:-1])
    state = match.view(0).imagine(5)
    assert [state.owes(seat) for seat in range(players)] == [True] * players
    assert state.cells[at.PENDING] == players
    assert state.known(0).moves(0, 300) == match.state.moves(0, 300)


def test_a_confirmation_is_withdrawn_until_the_last_seat_confirms() -> None:
    match = at_table(2)
    play(match, 0, "take 1", "write 1.5", "fence 1.5", "done")
    match.undo(0)
    match.undo(0)
    play(match, 0, "fence 2.5", "done")
    assert seat_facts(match)["fences"][14] == 1
    play(match, 1, "take 1", "write 1.5", "done")
    with pytest.raises(RefusedMove, match=r"engine\.undo"):
        match.undo(0)
    with pytest.raises(RefusedMove, match=r"engine\.undo"):
        match.undo(1)


def test_the_last_seat_cannot_take_back_the_reveal_of_the_last_round() -> None:
    sheets = {0: {"refusals": 3}}
    match = at_table(2, sheets=sheets)
    play(match, 0, "take 1", "write 1.5", "done")
    play(match, 1, "take 1", "write 1.5", "done")
    assert match.over
    with pytest.raises(RefusedMove, match=r"engine\.undo\.revealed"):
        match.undo(1)


def test_a_hundred_seats_play_a_round() -> None:
    match = Match(WELCOME.set_up(100, {"plans": "mixed", "roundabouts": True}), SeededDeal(1))
    for seat in range(100):
        play(match, seat, "take 1")
        play(match, seat, next(m for m in sorted(legal(match, seat)) if m.startswith("write")), "done")
    assert match.state.cells[at.ROUND] == 2
    assert match.waiting == tuple(range(100))
