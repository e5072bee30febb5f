"""The moments at which a replay stops."""

import re
from pathlib import Path

import pytest

from kvartal.engine.deal import SeededDeal
from kvartal.engine.match import Match
from kvartal.engine.reading import parse
from kvartal.engine.replay import replay
from kvartal.games import shelf
from kvartal.web.moments import SPECTATOR, TRUTH, moment, moments
from kvartal.web.parts import in_words

ROOMS = Path(__file__).resolve().parents[1] / "games"


def room(name: str) -> Path:
    """`house/basic-two` → where it is."""
    key, _, record = name.partition("/")
    return ROOMS / key / "records" / f"{record}.kvartal"


def recorded(path: Path) -> Match:
    record = parse(path.read_text("utf-8"))
    return replay(shelf()[record.game], record)


@pytest.mark.parametrize(
    "path", sorted(ROOMS.rglob("*two*.kvartal")), ids=lambda path: f"{path.parents[1].name}-{path.stem}"
)
def test_a_replay_stops_where_somebody_was_to_move(path: Path) -> None:
    match = recorded(path)
    stops = moments(match)
    for stop in stops[:-1]:
        assert match.entries[stop].seat in match.at(stop).waiting
    assert stops[-1] == len(match)
    moved = [step for step, entry in enumerate(match.entries) if entry.seat >= 0]
    assert stops[:-1] == moved, "every move is a moment of its own"


def test_a_match_that_was_broken_off_does_not_count_hidden_steps() -> None:
    match = Match(shelf()["toy"].set_up(2), SeededDeal(3))
    before = [moment(match, -1, seat, "en", "desk", "", told=True) for seat in (0, 1, -1)]
    match.play(0, next(move for move in match.moves(0) if str(move).startswith("build")))
    after = [moment(match, -1, seat, "en", "desk", "", told=True) for seat in (0, 1, -1)]
    assert after[0]["last"] == 1
    assert after[1:] == before[1:]


@pytest.mark.parametrize("seat", [0, 1, TRUTH])
def test_what_is_new_at_a_moment_is_what_was_not_told_at_the_one_before(seat: int) -> None:
    """24 cubes are laid out before anybody moves in The Estates: that is the beginning, not 24 steps of it."""
    match = recorded(room("estates/two"))
    assert moments(match)[0] >= 24

    def numbers(step: int) -> set[int]:
        return {
            int(number) for number in re.findall(r'data-n="(\d+)"', moment(match, step, seat, "en", "desk", "")["said"])
        }

    for step in range(1, 9):
        since = moment(match, step, seat, "en", "desk", "")["since"]
        new = {number for number in numbers(step) if number >= since}
        assert new == numbers(step) - numbers(step - 1)
        assert new


@pytest.mark.parametrize("key", sorted(shelf()))
def test_the_whole_truth_tells_every_move_and_how_it_ended(key: str) -> None:
    game = shelf()[key]
    match = Match(game.set_up(2), SeededDeal(3), names=["Ann", "Bob"])
    while not match.over:
        seat = match.waiting[-1]  # where turns are made at the same time, the last confirmation is not of the last seat
        match.play(seat, game.greedy(match.view(seat)))
    ends = f'data-rule="{game.rules[match.state.ending()].id}"'
    stops = moments(match)
    for step in [*range(1, 30), len(stops) - 2, len(stops) - 1]:
        found = moment(match, step, TRUTH, "en", "desk", "/games")
        assert all(link.startswith("/games/rules/") for link in re.findall(r'href="([^"]+)"', found["said"]))
        told = re.findall(r'<li data-n="(\d+)"[^>]*>([^<]*)', found["said"])
        new = [text for number, text in told if int(number) >= found["since"]]
        assert new, f"step {step}"
        assert all(text.removeprefix("Ann:").removeprefix("Bob:").strip() for text in new)
        assert (ends in found["said"]) == (found["step"] == len(stops) - 1)


@pytest.mark.parametrize("path", ["house/basic-two", "estates/three", "welcome/draft-two", "flip/two-won"])
def test_the_board_is_told_in_words_to_each_as_they_knew_it_then(path: str) -> None:
    match = recorded(room(path))
    stops = moments(match)
    for step in range(0, len(stops), max(1, len(stops) // 8)):
        then = match.at(stops[step])
        for lang in ("en", "uk", "ru"):
            for seat, who in ((0, 0), (1, 1), (SPECTATOR, None)):
                told = moment(match, step, seat, lang, "desk", "", told=True)["told"]
                assert told == str(in_words(then.view(who), lang))
            assert moment(match, step, TRUTH, lang, "desk", "", told=True)["told"].startswith("<h2>")
        assert "told" not in moment(match, step, 0, "en", "desk", ""), "who looks at the picture waits for no words"


@pytest.mark.parametrize(
    ("path", "secret"), [("house/basic-two", "face down"), ("estates/three", "hand and box not shown")]
)
def test_only_the_whole_truth_tells_what_was_hidden(path: str, secret: str) -> None:
    match = recorded(room(path))
    kept = 0
    for step in range(1, 9):
        told = [moment(match, step, seat, "en", "desk", "", told=True)["told"] for seat in (0, 1, SPECTATOR, TRUTH)]
        kept += secret in told[0] and secret in told[1] and secret in told[2]
        assert secret not in told[3]
    assert kept
