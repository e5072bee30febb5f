"""The public API of a match, line by line: what it gives, what it shows, and what it refuses."""

import json
import random
from typing import Any

import pytest

import kvartal
import kvartal_toy
from engine.matches import BIDI, HUGE, fingerprint, kind, played
from engine.secret_game import SECRET
from kvartal.arena.simulate import Job
from kvartal.engine.match import Match
from kvartal.engine.move import Move
from kvartal.engine.record import Record
from kvartal.engine.words import UnknownLanguage

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


def test_a_step_is_read_as_words_and_steps_can_be_iterated() -> None:
    match = played(kvartal.new("flip", players=2, seed=7), most=30)
    lines = [str(match.named(step)) for step in match.steps]
    assert lines[0].startswith("* first player = ")
    assert lines == match.at(len(match)).export().partition("moves:\n")[2].splitlines()[: len(match)]
    assert len(match.steps) == len(match) == len(lines)
    first, move = match.named(0), next(step for step in match.steps if step.seat >= 0)
    assert (first.seat, first.stream, first.text in ("0", "1")) == (-1, "first player", True)
    assert match.named(move) == (move.seat, match.setup.notation[move.code], "")
    assert match.named(len(match) - 1) == match.named(match.steps[-1])
    for wrong in (-1, len(match), True, "0", None):
        with pytest.raises(IndexError, match="steps have been made, numbered from 0"):
            match.named(wrong)


def test_of_a_private_draw_the_match_knows_the_words() -> None:
    match = Match(SECRET.set_up(2), kvartal.SeededDeal(1))
    match.play(0, "pick 1")
    match.play(0, "roll")
    drawn = match.named(len(match) - 1)
    assert drawn.stream
    assert drawn.text != "?"


@pytest.mark.parametrize(
    ("places", "winners", "ranking"),
    [
        ((1, 1), (0, 1), [(0, 1)]),
        ((0, 0), (), [(), (0, 1)]),
        ((1, 2), (0,), [(0,), (1,)]),
        ((0, 1), (1,), [(1,), (0,)]),
        ((2, 1), (1,), [(1,), (0,)]),
    ],
)
def test_a_shared_win_is_not_a_game_that_nobody_has_won(
    places: tuple[int, int], winners: tuple[int, ...], ranking: list[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(kvartal_toy.GAME.set_up(2), kvartal.SeededDeal(1))
    while not match.over:
        match.play(match.waiting[0], match.moves(match.waiting[0])[0])
    monkeypatch.setattr(type(match.state), "place", lambda _, seat: places[seat])
    assert match.outcome().winners == winners
    assert match.ranking() == ranking


def test_a_game_that_is_broken_off_undecided_has_no_winners() -> None:
    match = played(kvartal.new("flip", players=3, seed=7, turn_cap=1))
    assert match.outcome().rule.id == "flip.draw.cap"
    assert match.outcome().winners == ()
    assert match.ranking() == [(), (0, 1, 2)]
    record = Record.of(match)
    assert [place for _, _, place in record.results] == [1, 1, 1], "all are level, as every record has said"
    tally = Job.of(match.setup, ("random",) * 3, seed=7).table().batch(0, 5)
    assert tally.endings == {"flip.draw.cap": 5}
    assert [standing.shared for standing in tally.seats] == [0, 0, 0]


def test_a_rival_made_of_cards_has_its_score_beside_the_others() -> None:
    match = kvartal.new("welcome", players=1, seed=38, edition="2023", rival=1)
    mine, theirs = match.scores()
    assert (theirs.seat, theirs.name, theirs.total) == (-1, "Rival Sam", 0)
    while not match.over:
        match.play(0, match.setup.game.greedy(match.view(0)))
    mine, theirs = match.scores()
    assert (mine.total, theirs.total) == (91, 92)
    assert match.outcome().rivals == (theirs,)
    assert match.outcome().winners == ()
    assert match.ranking() == [(), (0,)]
    view = match.view(None)
    assert view.scores() == [mine, theirs]
    (sheet,) = view.rivals()
    assert (sheet.name, sheet.score.lines) == ("Rival Sam", theirs.lines)
    assert match.scores("uk")[1].name != theirs.name
    for alone in (kvartal.new("welcome", players=1, seed=1, edition="2023", rival=0), kvartal.new("flip", players=1)):
        assert [score.seat for score in alone.scores()] == [0], "the closed office scores nothing"


def test_the_log_can_be_read_from_any_step_on() -> None:
    match = played(kvartal.new("flip", seed=7), most=30)
    whole = match.log(0)
    assert whole
    for since in range(len(match) + 1):
        assert match.log(0, since=since) == [line for line in whole if line.number >= since]
    for since in (-1, len(match) + 1, True, None, "3"):
        with pytest.raises(IndexError, match="this match has steps 0 to"):
            match.log(0, since=since)


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


@pytest.mark.parametrize("game", ["flip", "estates", "welcome", "house", "toy"])
def test_a_seat_holds_secrets_while_it_knows_what_a_spectator_may_not(game: str) -> None:
    """Found by what is shown, without a word about the game; what everybody can work out is no secret."""
    match, rng, found = kvartal.new(game, players=2, seed=5), random.Random(5), set()
    screened = {field.name for field in match.setup.layout.seat if field.deducible}
    while not match.over and len(match) < 400:
        for seat in range(2):
            secret = match.holds_secrets(seat)
            found.add(secret)
            assert secret or not match.state.unrevealed(seat)
            if not secret:
                mine, theirs = (match.view(each).facts()["table"]["seats"][seat] for each in (seat, None))
                assert {name for name in mine if mine[name] != theirs[name]} <= screened
        seat = rng.choice(match.waiting)
        match.play(seat, rng.choice(match.moves(seat)))
    assert found == {"flip": {False}, "estates": {False}, "welcome": {False, True}}.get(game, found | {True})
