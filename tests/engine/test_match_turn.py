"""The steps of my turn: what is shown as "in this turn" while it goes on."""

import kvartal
from kvartal.engine.match import Match
from kvartal.games.flip.rules.cells import TURNS


def finish(match: Match, seat: int) -> None:
    """The first of the allowed moves until the seat has confirmed its turn or the round is revealed."""
    for _ in range(50):
        moves = [str(move) for move in match.moves(seat)]
        done = "done" in moves
        match.play(seat, "done" if done else moves[0])
        if done:
            return


def own(match: Match, seat: int) -> list[str]:
    return [match.setup.notation[match.entries[step].code] for step in match.turn_of(seat)]


def test_a_hidden_turn_is_the_seats_own_steps_however_many_others_act() -> None:
    match = kvartal.new("welcome", players=2, seed=1)
    first, other = (str(match.moves(seat)[0]) for seat in (0, 1))
    match.play(0, first)
    match.play(1, other)
    assert own(match, 0) == [first]
    second = str(match.moves(0)[0])
    match.play(0, second)
    assert own(match, 0) == [first, second]
    assert own(match, 1) == [other]


def test_with_the_reveal_the_turn_is_over_for_whoever_confirmed_last_as_well() -> None:
    match = kvartal.new("welcome", players=2, seed=1)
    finish(match, 0)
    assert own(match, 0)[-1] == "done"
    finish(match, 1)
    assert own(match, 0) == own(match, 1) == []


def test_a_hidden_step_of_somebody_else_changes_nothing_in_what_i_am_shown() -> None:
    match = kvartal.new("welcome", players=2, seed=3)
    unnoticed = 0
    for _ in range(200):
        if match.over:
            break
        seat = match.waiting[-1]
        before, view = own(match, 1 - seat), match.view(1 - seat)
        match.play(seat, match.moves(seat)[0])
        if match.view(1 - seat) == view:
            unnoticed += 1
            assert own(match, 1 - seat) == before
    assert unnoticed


def test_a_public_turn_lasts_until_somebody_else_acts() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    seat = match.waiting[0]
    match.play(seat, "play")
    assert own(match, seat) == ["play"]
    while match.waiting[0] == seat:
        match.play(seat, match.moves(seat)[-1])
    assert own(match, seat)
    match.play(1 - seat, match.moves(1 - seat)[0])
    assert own(match, seat) == []


def test_alone_a_turn_goes_on_however_many_cards_are_drawn() -> None:
    match = kvartal.new("flip", players=1, seed=7)
    played: list[str] = []
    for _ in range(3):
        move = "play" if "play" in [str(each) for each in match.moves(0)] else str(match.moves(0)[0])
        match.play(0, move)
        played.append(move)
    assert own(match, 0) == played
    turns = match.state.cells[TURNS]
    while match.state.cells[TURNS] == turns:
        match.play(0, match.moves(0)[-1])
    assert own(match, 0) == []
