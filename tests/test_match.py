"""The public API of a match, line by line: what it gives, what it refuses, and how it goes back."""

import json
import random
import subprocess
import sys
from typing import Any

import pytest

import kvartal
from kvartal.engine.deal import NotReady
from kvartal.engine.match import Match
from kvartal.engine.move import Move
from kvartal.engine.record import Record
from kvartal.engine.steps import SNAPSHOT_EVERY, Entry
from kvartal.engine.words import UnknownLanguage
from secret_game import SECRET

SHELF = f"there are: {', '.join(game.key for game in kvartal.games())}"
HUGE = 10**5000  # Python itself refuses to print this one
BIDI = "\u202eevil\u202c"


def kind(value: object) -> str:
    """A short test id; some of these values cannot even be printed."""
    return "-".join(map(str, value))[:20] if isinstance(value, dict) and len(value) < 3 else type(value).__name__


def played(match: Match, seed: int = 1, most: int = 10_000) -> Match:
    """Play on with random moves."""
    choices = random.Random(seed)
    while match.waiting and most:
        seat = choices.choice(match.waiting)
        match.play(seat, choices.choice(match.moves(seat)))
        most -= 1
    return match


def until(match: Match, move: str) -> Match:
    """Play on until the seat on turn may make this move."""
    choices = random.Random(3)
    while match.why(match.waiting[0], move):
        match.play(match.waiting[0], choices.choice(match.moves(match.waiting[0])))
    return match


def fingerprint(match: Match) -> tuple[Any, ...]:
    return match.state.encode(), list(match.entries), match.waiting, match.over


# New --------------------


def test_the_shelf_lists_flip() -> None:
    assert "flip" in [game.key for game in kvartal.games()]


def test_new_gives_a_match_with_the_asked_seats_seed_and_options() -> None:
    match = kvartal.new("flip", players=2, seed=7, recycle="flip")
    assert isinstance(match, kvartal.Match)
    assert (match.setup.players, match.setup.options["recycle"], len(match.waiting)) == (2, "flip", 1)
    assert match.names == ("Player 1", "Player 2")
    assert kvartal.new("flip", players=2, seed=7, recycle="flip").state == match.state


def test_without_a_seed_two_matches_are_dealt_differently() -> None:
    assert len({kvartal.new("flip", players=4).state.encode() for _ in range(8)}) > 1


def test_a_preset_is_a_bundle_of_options_and_single_options_win_over_it() -> None:
    bundle = kvartal.new("flip", preset="international").setup.options
    assert (bundle["recycle"], bundle["supply"]) == ("flip", "fixed")
    assert kvartal.new("flip", preset="international", recycle="turn").setup.options["recycle"] == "turn"


@pytest.mark.parametrize(
    ("arguments", "listed"),
    [
        ({"key": "flap"}, ["did you mean 'flip'", SHELF]),
        ({"key": None}, [SHELF]),
        ({"key": ["flip"]}, [SHELF]),
        ({"key": BIDI}, [SHELF]),
        ({"players": 0}, ["1 to 4"]),
        ({"players": 5}, ["1 to 4"]),
        ({"players": True}, ["1 to 4"]),
        ({"players": "2"}, ["1 to 4"]),
        ({"players": HUGE}, ["1 to 4"]),
        ({"players": 2.0}, ["1 to 4"]),
        ({"seed": -1}, ["0 to 9223372036854775807"]),
        ({"seed": 2**63}, ["0 to 9223372036854775807"]),
        ({"seed": HUGE}, ["0 to 9223372036854775807"]),
        ({"seed": True}, ["whole number"]),
        ({"seed": "7"}, ["whole number"]),
        ({"seed": 0.5}, ["whole number"]),
        ({"recycl": "flip"}, ["did you mean 'recycle'", "recycle, supply, top_visible"]),
        ({"recycle": "burn"}, ["recycle", "turn or flip"]),
        ({"recycle": None}, ["turn or flip"]),
        ({"recycle": ["turn"]}, ["turn or flip"]),
        ({"top_visible": "maybe"}, ["on or off"]),
        ({"top_visible": 2}, ["on or off"]),
        ({"win_cards": 77}, ["0 to 76"]),
        ({"win_cards": True}, ["0 to 76"]),
        ({"win_cards": HUGE}, ["0 to 76"]),
        ({"win_cards": "1_8"}, ["0 to 76"]),
        ({"win_cards": "٣"}, ["0 to 76"]),
        ({"win_cards": float("nan")}, ["0 to 76"]),
        ({"preset": "martian"}, ["russian, international"]),
        ({"preset": 5}, ["russian, international"]),
        ({"preset": []}, ["russian, international"]),
        ({"chance": "dice"}, ["seed, fair, told"]),
        ({"chance": "told", "seed": 3}, ["seed"]),
        ({"chance": kvartal.SeededDeal(1), "seed": 3}, ["seed"]),
        ({"names": ["A"]}, ["2 names"]),
        ({"names": "AB"}, ["2 names"]),
        ({"names": 7}, ["2 names"]),
        ({"names": ["A", ""]}, ["printable"]),
        ({"names": ["A", "B\n0 play"]}, ["printable"]),
        ({"names": ["A", BIDI]}, ["printable"]),
        ({"names": ["A", "x" * 61]}, ["1 to 60"]),
        ({"names": ["A", None]}, ["printable"]),
    ],
    ids=kind,
)
def test_a_game_that_cannot_be_set_up_is_refused_with_what_exists(arguments: dict[str, Any], listed: list[str]) -> None:
    with pytest.raises(kvartal.BadSetup) as refused:
        kvartal.new(**{"key": "flip", "players": 2} | arguments)
    message = str(refused.value)
    assert all(part in message for part in listed), message
    assert len(message) < 500
    assert message.isprintable()


def test_options_are_understood_from_python_and_from_text() -> None:
    for on in (True, 1, "on", "yes", "TRUE", "1"):
        assert kvartal.new("flip", top_visible=on).setup.options["top_visible"] is True
    for off in (False, 0, "off", "no", "0"):
        assert kvartal.new("flip", top_visible=off).setup.options["top_visible"] is False
    assert kvartal.new("flip", win_cards="12").setup.options["win_cards"] == 12


# Moves --------------------


def test_moves_are_objects_with_notation_and_code_and_only_for_the_seat_that_owes_one() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    seat = match.waiting[0]
    assert match.moves(1 - seat) == []
    for move in match.moves(seat):
        assert match.setup.notation[move.code] == str(move)
        assert match.why(seat, str(move)) is match.why(seat, move) is match.why(seat, move.code) is None


def test_play_takes_a_notation_a_move_or_a_code() -> None:
    by_text, by_move, by_code = (kvartal.new("flip", seed=7) for _ in range(3))
    seat = by_text.waiting[0]
    move = by_move.moves(seat)[0]
    made = by_text.play(seat, f"  {move} ")
    by_move.play(seat, move)
    by_code.play(seat, move.code)
    assert made == move
    assert fingerprint(by_text) == fingerprint(by_move) == fingerprint(by_code)


def test_a_refused_move_names_its_rule_and_changes_nothing() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    seat = match.waiting[0]
    before = fingerprint(match)
    with pytest.raises(kvartal.RefusedMove) as refused:
        match.play(seat, "buy hospital")
    assert refused.value.rule.id == "flip.phase.build"
    assert "buy hospital" in str(refused.value)
    assert match.why(seat, "buy hospital") == refused.value.rule
    assert fingerprint(match) == before


@pytest.mark.rule("engine.move.waiting")
def test_a_seat_that_owes_no_move_cannot_play() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    other = 1 - match.waiting[0]
    with pytest.raises(kvartal.RefusedMove) as refused:
        match.play(other, "stop")
    assert refused.value.rule.id == match.why(other, "stop").id == "engine.move.waiting"


@pytest.mark.rule("engine.move.over")
def test_when_over_nobody_owes_a_move_and_nothing_can_be_played() -> None:
    match = played(kvartal.new("flip", players=2, seed=7, turn_cap=2))
    assert match.over
    assert match.waiting == ()
    assert match.moves(0) == match.moves(1) == []
    with pytest.raises(kvartal.RefusedMove) as refused:
        match.play(0, "play")
    assert refused.value.rule.id == "engine.move.over"


@pytest.mark.rule("engine.move.seat")
@pytest.mark.parametrize("seat", [-1, 2, True, False, "0", 0.0, None, HUGE, [], b"0"], ids=kind)
def test_a_seat_that_does_not_exist_is_refused_everywhere(seat: Any) -> None:
    match = kvartal.new("flip", players=2, seed=7)
    before = fingerprint(match)
    for ask in (match.moves, match.undo, lambda s: match.play(s, "play")):
        with pytest.raises(kvartal.RefusedMove) as refused:
            ask(seat)
        assert refused.value.rule.id == "engine.move.seat"
        assert "seats are 0 to 1" in str(refused.value)
    assert match.why(seat, "play").id == "engine.move.seat"
    if seat is not None:
        for ask in (match.view, match.log, match.export):
            with pytest.raises(kvartal.RefusedMove, match="seats are 0 to 1"):
                ask(seat)
    assert fingerprint(match) == before


@pytest.mark.rule("engine.move.unknown")
@pytest.mark.parametrize(
    "move",
    [
        "",
        " ",
        "fly",
        "PLAY",
        "play\n",
        "play\0",
        "buy\tstore",
        "play" + " " * 300 + "x",
        "play" * 100_000,
        BIDI,
        "play\ud800",
        "plаy",
        "play # stop",
        True,
        False,
        None,
        -1,
        10**6,
        HUGE,
        1.0,
        float("nan"),
        b"play",
        ["play"],
        {"play": 1},
        object(),
    ],
    ids=kind,
)
def test_what_is_no_move_of_the_game_is_refused_and_changes_nothing(move: Any) -> None:
    match = kvartal.new("flip", players=2, seed=7)
    seat = match.waiting[0]
    before = fingerprint(match)
    with pytest.raises(kvartal.RefusedMove) as refused:
        match.play(seat, move)
    assert refused.value.rule.id == match.why(seat, move).id == "engine.move.unknown"
    assert len(str(refused.value)) < 300
    assert str(refused.value).isprintable()
    assert fingerprint(match) == before


def test_a_misspelt_move_is_answered_with_the_nearest_one() -> None:
    match = kvartal.new("flip", seed=7)
    with pytest.raises(kvartal.RefusedMove, match="did you mean 'buy hospital'"):
        match.play(match.waiting[0], "buy hospitl")


def test_a_move_of_another_table_is_read_by_its_notation() -> None:
    two, four = kvartal.new("flip", players=2, seed=7), kvartal.new("flip", players=4, seed=7)
    stranger = Move(four.setup, 0, four.setup.code("give apartment to 3"))
    assert two.why(two.waiting[0], stranger).id == "engine.move.unknown"


def test_an_unknown_language_is_a_clear_error() -> None:
    match = played(kvartal.new("flip", seed=7, turn_cap=1))
    for ask in (match.scores, match.outcome, lambda lang: match.log(0, lang)):
        with pytest.raises(UnknownLanguage, match="en, uk, ru"):
            ask("xx")


# What can be seen --------------------


def test_a_view_tells_a_seat_its_moves_and_a_spectator_none() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    seat = match.waiting[0]
    assert match.view(seat).moves() == match.moves(seat)
    assert match.view(None).moves() == match.view(1 - seat).moves() == []
    assert json.loads(json.dumps(match.view(None).facts()))["seat"] is None


def test_scores_add_up_and_the_ranking_names_every_seat_once() -> None:
    for seed in range(6):
        match = kvartal.new("flip", players=3, seed=seed, turn_cap=12)
        assert match.ranking() == []
        assert match.outcome() is None
        played(match, seed)
        assert sorted(seat for place in match.ranking() for seat in place) == [0, 1, 2]
        for score in match.scores():
            assert score.total == sum(line.points for line in score.lines) == match.state.score(score.seat)
            assert all(line.rule.id.startswith("flip.score.") and line.text for line in score.lines)
        winners = match.outcome().winners
        assert match.ranking()[0] == winners


def test_the_log_can_be_read_from_any_step_on() -> None:
    match = played(kvartal.new("flip", seed=7), most=30)
    whole = match.log(0)
    assert whole
    for since in range(len(match) + 1):
        assert match.log(0, since=since) == [line for line in whole if line.number >= since]
    for since in (-1, len(match) + 1, True, None, "3"):
        with pytest.raises(IndexError, match="this match has steps 0 to"):
            match.log(0, since=since)


# Back --------------------


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


def test_where_a_draw_comes_next_an_earlier_position_says_so() -> None:
    match = kvartal.new("flip", players=2, seed=7)
    start = match.at(0)
    assert start.waiting == ()
    assert start.chance.stream == "first player"
    with pytest.raises(kvartal.RefusedMove, match=r"resume\(\)"):
        start.play(0, "play")
    start.resume()
    assert fingerprint(start) == fingerprint(match)


# Told chance and stored steps --------------------


def test_a_told_match_waits_for_what_chance_brings() -> None:
    match = kvartal.new("flip", players=2, chance="told")
    assert match.chance.stream == "first player"
    assert match.chance.outcomes == {"0": 1, "1": 1}
    with pytest.raises(kvartal.RefusedMove, match=r"happen\(\)"):
        match.play(0, "play")
    with pytest.raises(NotReady, match=r"happen\(\)"):
        match.resume()
    for wrong in ("2", "", None, 0, HUGE, BIDI):
        with pytest.raises(kvartal.BadSetup, match="it can be: 0, 1"):
            match.happen(wrong)
    match.happen("1")
    match.happen("park")
    assert match.chance.stream == "deck 1"
    with pytest.raises(kvartal.BadSetup, match="it can be"):
        match.happen("station")
    match.happen("store")
    with pytest.raises(kvartal.BadSetup, match="no draw is due"):
        match.happen("store")


def test_a_match_that_draws_by_itself_is_not_told() -> None:
    with pytest.raises(kvartal.BadSetup, match="draws by itself"):
        kvartal.new("flip", seed=7).happen("store")


@pytest.mark.parametrize(
    "entry",
    [
        Entry(0, 999),
        Entry(0, -1),
        Entry(7, 0),
        Entry(-2, 0),
        Entry(0, HUGE),
        Entry(0, True),
        Entry(-1, 0, 0),
        Entry(-1, 99, 1),
    ],
    ids=kind,
)
def test_a_stored_step_that_does_not_fit_changes_nothing(entry: Entry) -> None:
    match = kvartal.new("flip", players=2, seed=7)
    before = fingerprint(match)
    with pytest.raises((kvartal.RefusedMove, kvartal.BadSetup)):
        match.append(entry)
    assert fingerprint(match) == before


def test_an_outcome_that_is_not_in_the_deck_cannot_be_appended() -> None:
    match = kvartal.new("flip", players=2, chance="told")
    for entry in (Entry(-1, 9, 0), Entry(-1, 0, 1), Entry(-1, HUGE, 0)):
        with pytest.raises(kvartal.BadSetup):
            match.append(entry)
    match.append(Entry(-1, 1, 0))
    assert len(match) == 1


# Others' secrets in the log --------------------


def test_an_unfinished_turn_is_not_in_the_others_log_and_a_secret_stays_one() -> None:
    match = Match(SECRET.set_up(2), kvartal.SeededDeal(1))
    match.play(0, "pick 1")
    match.play(0, "roll")
    assert [str(line) for line in match.log(1)] == [str(line) for line in match.log(None)] == []
    assert [str(line) for line in match.log(0)][:2] == ["pick 1", "roll"]
    for move in ("pick 2", "confirm"):
        match.play(1, move)
    match.play(0, "confirm")
    assert [str(line) for line in match.log(1)] == ["pick 2", "confirm", "pick ?", "roll", "?", "confirm"]


def test_memory_does_not_grow_with_the_positions_read() -> None:
    """mypyc never frees a vec that Python hands to compiled code, so nothing in the engine may hand one over."""
    script = """
import kvartal
from pathlib import Path
def pages(): return int(Path('/proc/self/statm').read_text().split()[1])
match = kvartal.new('flip', players=4, chance='told')
cells = list(match.state.cells)
def work(times):
    for _ in range(times):
        match.setup.state(cells)
        match.chance
        match.view(0).moves()
        match.at(0)
work(2000)
before = pages()
work(20000)
print((pages() - before) * 4096 // 20000)
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(run.stdout) < 100  # bytes a round; one leaked state is more than a thousand
