"""Every game on the shelf keeps every law; every broken twin of the toy is caught under the law it breaks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kvartal_toy
import twins
from engine.secret_game import SECRET, SecretState
from kvartal import build
from kvartal.engine import conformance
from kvartal.engine.conformance import Case
from kvartal.engine.conformance.cases import FEW_VALUES
from kvartal.engine.source import Seeded
from kvartal.engine.state import State
from kvartal.games import shelf
from twins import LOOK, PRESS, READ_ON, TWINS, Pictured, Taught

TOY = kvartal_toy.GAME
GAMES = {**shelf(), "toy": TOY}
CASES = [case for game in GAMES.values() for case in conformance.cases(game)]
if not build.COMPILED:  # the same source, and every trace is compared below: a sample is enough
    CASES = CASES[::4]
MANY_CASES = 30  # a game with so many cases has each law tried often enough with one random game a case

TRACES = """
import json, sys
import kvartal_toy
from kvartal import build
from kvartal.engine import conformance
from kvartal.games import shelf
games = {**shelf(), "toy": kvartal_toy.GAME}
cases = [case for key in sys.argv[1:] for case in conformance.cases(games[key])]
print(json.dumps([build.COMPILED, {str(case): conformance.trace(case) for case in cases}]))
"""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_law_holds(case: Case) -> None:
    games = 1 if len(conformance.cases(case.game)) > MANY_CASES else conformance.GAMES
    assert [str(finding) for finding in conformance.check_case(case, games)] == []


@pytest.mark.parametrize("name", TWINS)
def test_a_broken_twin_is_caught_under_its_law(name: str) -> None:
    game, law = TWINS[name]
    found = conformance.check_case(Case(game, 2))
    assert law in {finding.law for finding in found}, [str(finding) for finding in found]


def test_a_true_picture_breaks_no_law() -> None:
    assert conformance.check_case(Case(Pictured("done", True), 2), 1) == []
    assert conformance.check_case(Case(Pictured("build 1", False), 2), 1) == []


def test_a_true_lesson_breaks_no_law() -> None:
    assert conformance.check_case(Case(Taught(LOOK, PRESS, READ_ON), 2), 1) == []


def test_findings_name_law_set_up_and_step() -> None:
    game, _ = TWINS["a lost card"]
    finding = conformance.check_case(Case(game, 2))[0]
    assert finding.law in conformance.LAWS
    assert finding.setup == "toy players=2"
    assert str(finding).startswith(f"[{finding.law}] toy players=2, step {finding.step}: ")


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("a board that cannot be drawn", "draw"),
        ("a log that fails in one language", "narrate"),
        ("a sensible player who cheats", "greedy"),
        ("a default that is not always legal", "default"),
        ("a winner in place 0", "place"),
        ("a sheet that fails", "score_sheet"),
    ],
)
def test_findings_name_the_line_of_the_game(name: str, method: str) -> None:
    """Of an error the line that raised it; of a wrong answer where the method is written."""
    game, law = TWINS[name]
    finding = next(each for each in conformance.check_case(Case(game, 2)) if each.law == law)
    file, _, rest = finding.where.partition(":")
    line, _, said = rest.partition(" in ")
    assert (file, said) == ("toy/twins.py", method)
    written = Path(twins.__file__).read_text(encoding="utf-8").splitlines()[: int(line)]
    assert f"def {method}(" in "".join(written[-4:])
    assert str(finding).endswith(f"({finding.where})")


def test_a_set_up_that_fails_is_a_finding() -> None:
    class NoTables(type(TOY)):  # type: ignore[misc]
        def tables(self, players: int, options: object, data: object) -> object:
            return 1 // 0

    found = conformance.check(NoTables())
    assert [(finding.law, "ZeroDivisionError" in finding.message) for finding in found] == [("bounds", True)]


class OpenState(SecretState):
    """Nothing is hidden, and nothing is said about it."""

    known = State.known  # type: ignore[assignment]
    imagine = State.imagine  # type: ignore[assignment]


def test_a_game_without_secrets_need_not_say_so() -> None:
    setup = SECRET.set_up(2)
    state = OpenState([0] * setup.layout.size, setup.tables)
    state.play(0, setup.code("pick 2"))
    known = state.known(1)
    assert known.same(state)
    assert known is not state
    world = known.imagine(1, Seeded(1, 2, 6))
    world.play(0, setup.code("pick 3"))
    assert known.same(state)
    assert not known.same(world)


def test_every_twin_breaks_a_law_that_exists() -> None:
    assert {law for _, law in TWINS.values()} <= conformance.LAWS.keys()


@pytest.mark.parametrize("key", GAMES)
def test_compiled_equals_pure(key: str) -> None:
    """The other process always runs pure; `./test` asks this only where this one does not."""
    here = {str(case): conformance.trace(case) for case in conformance.cases(GAMES[key])}
    sources = os.pathsep.join([str(build.PACKAGE.parent), str(Path(kvartal_toy.__file__).parents[1])])
    environment = os.environ | {"KVARTAL_PURE": "1", "PYTHONPATH": sources}
    run = subprocess.run(
        [sys.executable, "-c", TRACES, key], env=environment, capture_output=True, text=True, check=True
    )
    compiled, there = json.loads(run.stdout)
    assert not compiled
    assert here == there


def test_traces_tell_games_and_orders_apart() -> None:
    first = conformance.trace(Case(TOY, 2))
    assert first == conformance.trace(Case(TOY, 2))
    others = [Case(TOY, 3), Case(TOY, 2, (("rounds", 4),)), Case(TOY, 2, (("ties", "cancel"),))]
    assert len({first, conformance.trace(Case(TOY, 2), seed=2), *map(conformance.trace, others)}) == 5


def test_cases_reach_every_player_count_option_value_and_preset() -> None:
    for game in GAMES.values():
        found = conformance.cases(game)
        assert {case.players for case in found} >= {game.seats[0], game.seats[-1]}
        assert {case.preset for case in found if case.preset} == {preset.name for preset in game.presets}
        setups = [case.setup() for case in found]
        for option in game.options:
            tried = {setup.options[option.name] for setup in setups}
            if len(option.values) > FEW_VALUES:
                assert option.default in tried
                assert tried <= set(option.values)
                assert len(tried) > 1
            elif option.values:
                assert tried == set(option.values)
            elif isinstance(option.default, bool):
                assert tried == {False, True}
            else:
                assert tried >= {option.low, option.default, option.high}
    assert len({str(case) for case in CASES}) == len(CASES)
