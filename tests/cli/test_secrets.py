"""The dialogue with a game that has secrets and simultaneous turns: everybody reads only what they may know."""

import io
import sys

import pytest

from engine.secret_game import SECRET
from kvartal.arena.table import Table
from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.terminal.dialogue import Dialogue
from kvartal.terminal.lines import Lines
from kvartal.terminal.seats import sitters


def play(
    capsys: pytest.CaptureFixture[str], seats: list[str], *typed: str, person: bool = False
) -> tuple[Dialogue, str]:
    """Type these lines; `person` pretends that they come from a keyboard."""
    seated = sitters(SECRET, seats)
    match = Match(SECRET.set_up(len(seats)), SeededDeal(5), [each.name for each in seated])
    lines = Lines(io.StringIO("".join(f"{line}\n" for line in typed)))
    lines.person = person
    dialogue = Dialogue(match, seated, "en", lines)
    dialogue.run()
    return dialogue, capsys.readouterr().out


def test_a_person_and_bots_play_simultaneous_rounds_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    dialogue, out = play(capsys, ["random", "you", "random"], *["pick 3", "roll", "confirm"] * 2)
    assert dialogue.match.over
    assert "[secret.end]" in out


def test_what_a_bot_did_in_secret_is_not_told_before_the_reveal(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = play(capsys, ["random", "you"], "pick 1", "log", "board")
    assert "random: " not in out
    _, out = play(capsys, ["random", "you"], "pick 1", "confirm")
    assert "random: pick ?" in out
    assert "random: pick 1" not in out
    assert "random: pick 2" not in out
    assert "random: pick 3" not in out


def test_own_secret_moves_are_read_in_full_and_can_be_undone(capsys: pytest.CaptureFixture[str]) -> None:
    dialogue, out = play(capsys, ["random", "you"], "pick 2", "undo", "pick 3", "why roll")
    assert "Player 2: pick 2" in out
    assert "Taken back: pick 2" in out
    assert "Player 2: pick 3" in out
    assert "roll: allowed now." in out
    assert not dialogue.match.over


def test_a_curtain_falls_between_two_people(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = play(capsys, ["you:A", "you:B"], "pick 1", "confirm", "", "pick 2", "confirm", person=True)
    assert "The keyboard goes to B." in out
    before, _, after = out.partition("The keyboard goes to B.")
    assert "A: pick 1" in before
    assert "pick 1\n" not in after.partition("B> ")[0].replace("  1  pick 1\n", "")


def test_no_curtain_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = play(capsys, ["you:A", "you:B"], "pick 1", "confirm", "pick 2", "confirm")
    assert "The keyboard goes to" not in out
    assert "B> pick 2" in out


def test_nobody_takes_back_another_persons_secret_move(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = play(capsys, ["you:A", "you:B"], "pick 1", "confirm", "undo")
    assert "[engine.undo.nothing]" in out


def test_a_hint_needs_no_bot_that_the_game_brings_along(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = play(capsys, ["you:A", "random"], "hint")
    assert "I would: " in out


def test_the_short_cut_plays_simultaneous_games_like_views() -> None:
    for players in (2, 3):
        setup = SECRET.set_up(players)
        short = Table(setup, ("random",) * players, seed=1)
        full = Table(setup, ("random",) * players, seed=1, through_views=True)
        assert [short.play(number) for number in range(20)] == [full.play(number) for number in range(20)]


def test_a_keyboard_is_a_terminal() -> None:
    assert Lines().person == sys.stdin.isatty()
