"""Tuning finds what a judge prefers, and goes on from the answers it had."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from kvartal.__main__ import run as run_here
from kvartal.arena.sprt import ACCEPTED, REJECTED, Sprt
from kvartal.arena.tune import Judged, Steps, Trying
from kvartal.engine.game import Game, Setup
from kvartal.engine.mind import Mind
from kvartal.engine.option import BadSetup
from kvartal.engine.source import Source
from kvartal.engine.state import State
from kvartal.engine.thinking import Numbers
from kvartal.games import game
from kvartal.games.flip.bot.greedy import choose

BEST = {"parks": 40, "pools": -7, "hope": 300}
START = {"parks": 100, "pools": 5, "hope": 800}


def distance(weights: dict[str, int]) -> float:
    return sum(abs(weights[name] - value) / (1 + abs(value)) for name, value in BEST.items())


def knows(trying: Trying, best: dict[str, int]) -> Judged:
    """A judge who is never wrong."""
    better = distance(trying.weights) < distance(best)
    return Judged(trying, ACCEPTED if better else REJECTED, float(better), 10)


def test_every_weight_comes_close_to_what_is_best() -> None:
    *_, (_, found) = Steps(START, tuple(START), 1).search(knows)
    for name, value in BEST.items():
        assert abs(found[name] - value) <= 2 + 0.05 * abs(value)


def test_only_the_weights_that_were_named_change() -> None:
    *_, (_, found) = Steps(START, ("hope",), 1).search(knows)
    assert (found["parks"], found["pools"]) == (START["parks"], START["pools"])
    assert abs(found["hope"] - BEST["hope"]) < 20


def test_a_step_changes_one_weight_of_the_best_so_far() -> None:
    before = dict(START)
    for judged, best in Steps(START, tuple(START), 3).search(knows):
        changed = [name for name, value in judged.trying.weights.items() if value != before[name]]
        assert changed == [judged.trying.name]
        assert best == (judged.trying.weights if judged.result == ACCEPTED else before)
        before = best


def test_the_way_follows_from_the_answers() -> None:
    whole = list(Steps(START, tuple(START), 5).search(knows))
    answers = [judged for judged, _ in whole[:20]]

    def remembers(trying: Trying, best: dict[str, int]) -> Judged:
        if trying.number < len(answers):
            assert answers[trying.number].trying == trying
            return answers[trying.number]
        return knows(trying, best)

    assert list(Steps(START, tuple(START), 5).search(remembers)) == whole


def test_a_judge_who_may_err_still_leads_there() -> None:
    """Coins instead of games: the closer one wins more often, the test decides."""
    rng = random.Random(3)

    def tests(trying: Trying, best: dict[str, int]) -> Judged:
        chance = 0.5 + max(-0.4, min(0.4, 2 * (distance(best) - distance(trying.weights))))
        trial = Sprt(0.5, 0.6).judge(float(rng.random() < chance) for _ in range(400))
        return Judged(trying, trial.result, 0.5, len(trial.shares))

    *_, (_, found) = Steps(START, tuple(START), 1).search(tests)
    assert distance(found) < 0.3 * distance(START)


def test_a_weight_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadSetup, match=r"no weight 'park' .*did you mean 'parks'"):
        Steps(START, ("park",), 1)
    with pytest.raises(BadSetup, match="no weights to tune"):
        Steps({}, (), 1)


# With games: a mind that plays on sensibly, except for a slip as often as its weight is away from 10. ----------------


class Slips(Mind):
    def policy(self, state: State, seat: int, source: Source) -> int:
        if state.hash64() % 100 < abs(self.weights[0] - 10):
            return int(state.moves(seat, 200)[0])
        return int(choose(state, seat))


@pytest.fixture
def flip(monkeypatch: pytest.MonkeyPatch) -> None:
    found = game("flip")
    sections = {"usual": {"weights": {"slips": 60, "idle": 5}, "level2": {"iterations": 0, "overlook": 0}}}
    monkeypatch.setitem(found.__dict__, "numbers", Numbers(sections))
    monkeypatch.setattr(type(found), "mind", lambda self, setup, weights=None: mind_of(self, setup, weights))


def mind_of(of: Game, setup: Setup, weights: Any) -> Mind:
    return Slips(setup.tables, of.weighed(setup, weights))


@pytest.mark.usefixtures("flip")
def test_games_find_the_weight_and_a_run_that_was_stopped_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def tuned(file: str, steps: str) -> dict[str, Any]:
        asked = ["--bot", "level2", "--weights", "slips", "--games", "16", "--p1", "0.8", "--seed", "4", "--json"]
        path = str(tmp_path / file)
        assert run_here(["tune", "flip", *asked, "--workers", "1", "--save", path, "--steps", steps]) == 0
        told: dict[str, Any] = json.loads(capsys.readouterr().out)
        return told

    whole = tuned("a.jsonl", "5")
    assert whole["weights"]["slips"] < 40
    assert whole["weights"]["idle"] == 5
    assert len(whole["steps"]) == 5
    tuned("b.jsonl", "2")
    assert tuned("b.jsonl", "5") == whole
    lines = (tmp_path / "a.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "c.jsonl").write_bytes(b"".join(lines[: len(lines) // 2]) + lines[len(lines) // 2][:40])
    assert tuned("c.jsonl", "5") == whole


@pytest.mark.usefixtures("flip")
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--bot greedy", "only a level takes weights"),
        ("--weights slip", "no weight 'slip' (did you mean 'slips'?)"),
        ("--p1 0.4", "p0 < p1"),
        ("--save /nonexistent/x", "/nonexistent/x: No such file"),
    ],
)
def test_a_mistake_is_told(arguments: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    saving = [] if "--save" in arguments else ["--save", "/nonexistent/y"]
    assert run_here(["tune", "flip", *saving, *arguments.split()]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.usefixtures("flip")
def test_the_file_of_a_contest_is_no_file_of_a_tuning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "x.jsonl")
    assert run_here(["arena", "flip", "--seats", "greedy,random", "--games", "2", "--save", path]) == 0
    assert run_here(["tune", "flip", "--save", path]) == 2
    assert "no file of tunings" in capsys.readouterr().err


@pytest.mark.usefixtures("flip")
def test_levels_with_other_weights_meet_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    seats = "level2@slips=10,level2@slips=70"
    assert (
        run_here(["arena", "flip", "--seats", seats, "--games", "12", "--seed", "1", "--workers", "1", "--json"]) == 0
    )
    (meeting,) = json.loads(capsys.readouterr().out)["meetings"]
    assert meeting["bots"]["level2@slips=10"]["share"] > 0.8
    for wrong, why in [
        ("level2@slip=1", "flip has no weight 'slip' (did you mean 'slips'?)"),
        ("level2@slips", "weights are written level2@NAME=NUMBER"),
        ("level6@slips=1", "only a level takes weights"),
    ]:
        assert run_here(["arena", "flip", "--seats", f"{wrong},random", "--games", "2"]) == 2
        assert why in capsys.readouterr().err


def test_a_game_without_weights_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here(["tune", "toy", "--save", str(tmp_path / "x")]) == 2
    assert "there are no weights to tune" in capsys.readouterr().err
