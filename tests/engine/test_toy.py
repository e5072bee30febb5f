"""The rules of Toy Town, one test per rule, and the way it came to stand on the shelf."""

import subprocess
import sys
import tomllib
from importlib.metadata import distribution, entry_points
from pathlib import Path

import pytest

import kvartal
from kvartal.engine.data import BadData
from kvartal.engine.deal import ToldDeal
from kvartal.engine.match import Match
from kvartal.engine.position import BadPosition, position_json, read_position
from kvartal.engine.rule import RefusedMove
from kvartal.engine.words import LANGUAGES
from kvartal_toy import GAME
from kvartal_toy.rules.state import MOST_ROUNDS

TOY = Path(__file__).resolve().parents[1] / "toy"
HANDS = ("1357", "2467", "3467", "1236")


def table(players: int = 2, site: str = "tower", **options: object) -> Match:
    """A match with known hands, in its first round."""
    match = Match(GAME.set_up(players, options), ToldDeal())
    for seat in range(players):
        for plan in HANDS[seat]:
            match.happen(plan)
    match.happen(site)
    return match


def play(match: Match, *steps: str) -> Match:
    """Steps such as `0 build 3`, or `= mill` for what chance brings."""
    for step in steps:
        who, _, what = step.partition(" ")
        match.happen(what) if who == "=" else match.play(int(who), what)
    return match


def refused(match: Match, seat: int, move: str) -> str:
    with pytest.raises(RefusedMove) as caught:
        match.play(seat, move)
    assert match.why(seat, move) == caught.value.rule
    return caught.value.rule.id


def test_it_stands_on_the_shelf_by_its_entry_point() -> None:
    points = {point.name: point.value for point in entry_points(group="kvartal.games")}
    assert points["toy"] == "kvartal_toy:GAME"
    assert "toy" in [game.key for game in kvartal.games()]
    match = kvartal.new("toy", players=3, seed=7, ties="cancel")
    assert match.waiting == (0, 1, 2)


def test_its_metadata_beside_it_is_what_an_installation_would_write() -> None:
    """The tests bring it along in a folder of their own; its pyproject.toml is what an author would copy."""
    asked = tomllib.loads((TOY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = distribution("kvartal-toy")
    assert (found.metadata["Name"], found.version) == (asked["name"], asked["version"])
    assert {point.group: {point.name: point.value} for point in found.entry_points} == asked["entry-points"]


def test_nobody_finds_it_who_does_not_bring_it_along() -> None:
    """Tests and people share .venv: what stands on their shelf is theirs."""
    ask = "import kvartal; print([game.key for game in kvartal.games()])"
    shelf = subprocess.run(
        [sys.executable, "-c", ask], env={"PYTHONPATH": str(TOY.parents[1] / "src")}, capture_output=True, text=True
    )
    assert "'flip'" in shelf.stdout, shelf.stderr
    assert "'toy'" not in shelf.stdout


@pytest.mark.rule("toy.card.hand")
def test_only_a_plan_in_hand_can_be_used() -> None:
    assert refused(table(), 0, "build 2") == "toy.card.hand"
    assert refused(table(), 0, "hide 6") == "toy.card.hand"


@pytest.mark.rule("toy.card.chosen")
def test_one_plan_a_round() -> None:
    assert refused(play(table(), "0 build 3"), 0, "hide 5") == "toy.card.chosen"


@pytest.mark.rule("toy.order.once", "toy.order.empty")
def test_one_order_a_round_while_there_are_plans() -> None:
    match = play(table(rounds=4), "0 order", "= 2")
    assert "build 2" in map(str, match.moves(0))
    assert refused(match, 0, "order") == "toy.order.once"
    play(match, "0 build 1", "0 done", "1 build 2", "1 done", "= well", "0 order", "= 4", "0 build 2", "0 done")
    play(match, "1 build 4", "1 done", "= mill", "0 order", "= 6", "0 build 3", "0 done", "1 build 6", "1 done")
    assert refused(play(match, "= market"), 0, "order") == "toy.order.empty"


@pytest.mark.rule("toy.spy.once", "toy.spy.self", "toy.spy.nothing")
def test_spying_shows_one_safe_a_round_and_only_what_is_new() -> None:
    match = table(3)
    assert refused(match, 0, "spy 1") == "toy.spy.nothing"
    assert refused(match, 0, "spy 0") == "toy.spy.self"
    play(match, "0 build 1", "1 hide 6", "2 hide 7", "0 done", "1 done", "2 done", "= well")
    assert match.view(0).facts()["table"]["seats"][1]["safe"] == [None, 0, 0, 0]
    play(match, "0 spy 1")
    assert match.view(0).facts()["table"]["seats"][1]["safe"] == [6, 0, 0, 0]
    assert match.view(2).facts()["table"]["seats"][1]["safe"] == [None, 0, 0, 0]
    assert refused(match, 0, "spy 2") == "toy.spy.once"
    play(match, "0 build 3", "1 build 2", "2 build 3", "0 done", "1 done", "2 done", "= mill")
    assert refused(match, 0, "spy 1") == "toy.spy.nothing"
    assert match.view(0).facts()["table"]["seats"][1]["safe"] == [6, 0, 0, 0]


@pytest.mark.rule("toy.done.early")
def test_a_turn_needs_a_plan() -> None:
    assert refused(table(), 0, "done") == "toy.done.early"


@pytest.mark.rule("toy.site.highest", "toy.score.site")
def test_the_highest_plan_takes_the_site() -> None:
    match = play(table(), "0 build 5", "1 build 6", "0 done", "1 done")
    assert [score.total for score in match.scores()] == [0, 8]
    assert [str(line) for line in match.scores()[1].lines] == ["+8  Tower"]


@pytest.mark.rule("toy.site.tie")
@pytest.mark.parametrize(("ties", "points"), [("nobody", [0, 0, 0]), ("cancel", [0, 0, 8])])
def test_equal_plans_take_nothing(ties: str, points: list[int]) -> None:
    match = play(table(3, ties=ties), "0 build 7", "1 build 7", "2 build 3", "0 done", "1 done", "2 done")
    assert [score.total for score in match.scores()] == points


@pytest.mark.rule("toy.score.safe", "toy.end.rounds")
def test_safes_are_opened_and_counted_in_the_end() -> None:
    match = play(table(rounds=1), "0 hide 7", "1 hide 6", "0 done", "1 done")
    assert match.over
    assert [str(line) for line in match.scores()[0].lines] == ["+7  In the safe: 7"]
    assert match.view(None).scores() == match.scores()
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.rule.id) == ((0,), "toy.end.rounds")
    assert match.ranking() == [(0,), (1,)]


def test_a_position_typed_in_is_checked() -> None:
    match = table()
    typed = position_json(match.setup, match.state)["table"]
    assert read_position(match.setup, typed) == match.state
    typed["seats"][0]["hand"] = {"1": 1, "2": 1}
    typed["seats"][1]["done"] = 1
    with pytest.raises(BadPosition) as caught:
        read_position(match.setup, typed)
    said = str(caught.value)
    assert "plan 2 of 0" in said
    assert "seats[0].hand_size" in said
    assert "seats[1].done: nothing was chosen" in said


def test_numbers_are_data_with_a_source_and_can_be_corrected() -> None:
    assert {value.source for value in GAME.data.values()} == {"house"}
    assert GAME.set_up(2, corrections={"sites.well": 9}).tables.worth[0] == 9  # type: ignore[attr-defined]
    with pytest.raises(BadData, match=f"not between {MOST_ROUNDS}"):
        GAME.set_up(2, corrections={"plans.hand": 1})


def test_every_word_is_translated() -> None:
    texts = [GAME.tagline, *(rule.text for rule in GAME.rules), *(option.text for option in GAME.options)]
    texts += [text for option in GAME.options for text in option.value_texts]
    for lang in LANGUAGES[1:]:
        words = GAME.words(lang)
        assert [text for text in texts if words(text) == text] == []
        setup = GAME.set_up()
        for code, name in enumerate(setup.notation):
            assert GAME.label(setup, code, words) not in (name, GAME.label(setup, code, GAME.words("en")))
        assert table().view(0).text(lang) != table().view(0).text()


def test_the_text_board_hides_what_is_hidden() -> None:
    match = play(table(), "0 hide 7", "1 hide 6", "0 done", "1 done", "= mill")
    first, mine, rival = match.view(0).text().splitlines()
    assert first == "Round 2 of 3: Mill, worth 4"
    assert mine == "1  hand 135  built —  safe 7  points 7"
    assert rival == "2  hand ???  built —  safe ?  points 0"


def test_greedy_can_finish_a_game() -> None:
    match = play(table(), "0 build 1")
    assert str(match.setup.notation[GAME.greedy(match.view(0))]) == "done"
    assert str(match.setup.notation[GAME.greedy(match.view(1))]) == "build 7"
