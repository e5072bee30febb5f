"""All cards known: what is found can be played, and is never more than there is."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from games.welcome.table import WELCOME
from kvartal.engine.state import LEGAL, OVER, State
from kvartal.games.welcome.bot.clairvoyant import ME, RIVAL, Clairvoyant, Moment, attempts, main
from kvartal.games.welcome.rules import cells as at
from kvartal.games.welcome.rules.state import WelcomeState


def clairvoyant(number: int = 0) -> Clairvoyant:
    found = attempts(WELCOME.set_up(2), 1)
    for _ in range(number):
        next(found)
    return next(found)


def by_policy(player: Clairvoyant, deal: int) -> list[Moment]:
    """The beginnings of the rounds of a game by the policy, and its end."""
    moments = [player.deal(deal)]
    while moments[-1].state.turn() != OVER:
        moments.append(player.after(moments[-1], ()))
    return moments


@pytest.mark.parametrize("attempt", [0, 1])
def test_what_is_found_can_be_played_from_the_first_card_on(attempt: int) -> None:
    player = clairvoyant(attempt)
    late = by_policy(player, 5)[-16]
    best = max(player.search(late, 3), key=lambda moment: moment.points)
    assert best.points > late.points
    draws = player.source()
    draws.reseed(5)
    state = player.setup.start()
    state.deal(draws)
    for turn in best.turns:
        for code in turn:
            assert state.refusal(ME, code) == LEGAL
            state.play(ME, code)
        player.mind.sit_out(state, RIVAL, player.choices)
        state.deal(draws)
    assert state.hash64() == best.state.hash64()
    assert player.played_on(state, draws) == best.points


def all_turns(state: State, moves: int, made: Sequence[int] = ()) -> Iterator[State]:
    """Every way to play a turn to its end, move by move."""
    if state.turn() < 0 or not state.owes(ME):
        yield state
        return
    for code in state.moves(ME, moves):
        after = state.copy()
        after.play(ME, code)
        yield from all_turns(after, moves, (*made, code))


def test_in_the_last_round_it_is_never_more_than_the_best_of_all_turns() -> None:
    player, looked = clairvoyant(), 0
    for deal in range(12):
        last = by_policy(player, deal)[-2]
        assert isinstance(last.state, WelcomeState)
        if last.state.cells[last.state.seat_at(RIVAL) + at.BUILT] + 1 < player.setup.tables.houses:
            continue  # the game might go on
        points = []
        for state in all_turns(last.state, player.setup.tables.moves):
            player.mind.sit_out(state, RIVAL, player.choices)
            assert state.turn() == OVER
            points.append(state.score(ME))
        found = max(moment.points for moment in player.search(last, 1))
        assert last.points <= found <= max(points)
        looked += 1
    assert looked


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--seconds", "0", "--width", "1", "--save", str(tmp_path / "deals")]
    assert main([*asked, "--deals", "1"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    kept = (tmp_path / "deals").read_text()
    assert main([*asked, "--deals", "2"]) == 0
    assert capsys.readouterr().out.startswith(f"{first}\ndeal 2: ")
    assert (tmp_path / "deals").read_text().startswith(kept)
    (tmp_path / "deals").write_text("nonsense\n")
    with pytest.raises(SystemExit):
        main(asked)
    assert "line 1: this is no deal" in capsys.readouterr().err
