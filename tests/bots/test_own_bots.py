"""Bots of one's own, `module:name`, at simulated tables. What is wrong with one is told in a sentence, with place."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.commands import kvartal, said, told
from kvartal.__main__ import run as run_here
from kvartal.bots import own

MINE = """
import random

number = 7


def last(view, moves, budget):
    return moves[-1]


class Dice:
    def __init__(self, seed, players):
        self.random = random.Random(seed)

    def choose(self, view, moves, budget):
        return self.random.choice(moves)


class Fragile(Dice):
    def __init__(self, seed, players):
        raise OSError("no model here")


shared = Dice(1, 2)


def broken(view, moves, budget):
    return view.nothing


def only_view(view):
    return view.moves()[0]


def notation(view, moves, budget):
    return str(moves[0])
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder one stands in, with a module of one's own."""
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "needy.py").write_text("import no_such_package\n")
    (tmp_path / "torn.py").write_text("\n1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    own.own.cache_clear()
    for name in ("mine", "needy", "torn"):
        sys.modules.pop(name, None)


def test_a_function_an_object_and_a_class_play() -> None:
    for name in ("mine:last", "mine:shared", "mine:Dice"):
        result = told("simulate", "flip", "--games", "6", "--seats", f"{name},random", "--seed", "1", "--json")
        assert list(result["bots"]) == [name, "random"]
        assert result["games"] == 6


def test_a_class_is_made_for_every_game_with_its_seed() -> None:
    """So the result follows from the seed, on any number of processes; the launcher hides the folder one stands in from
    Python, and it is found all the same."""
    asked = ("simulate", "flip", "--games", "60", "--seats", "mine:Dice,greedy", "--seed", "3", "--json")
    assert said(*asked, "--workers", "1") == said(*asked, "--workers", "2", PYTHONSAFEPATH="1")


def test_it_can_be_played_against() -> None:
    assert "mine:last" in said("play", "flip", "--seats", "mine:last,you", "--seed", "1", stdin="")


WRONG = {
    "nowhere:bot": "nowhere:bot: there is no module 'nowhere' in ",
    ":bot": ":bot: there is no module '' in ",
    "mine:nobody": "mine.py) has no 'nobody'",
    "mine:number": "mine:number is of type int; a bot is a function (view, moves, budget), or has a method choose",
    "mine:only_view": "mine:only_view is called with (view, moves, budget) and takes (view)",
    "mine:broken": "mine:broken: AttributeError: 'View' object has no attribute 'nothing' (",
    "mine:Fragile": "mine:Fragile: OSError: no model here (",
    "mine:notation": "mine:notation answered 'play', which is not one of the moves it was given",
    "needy:bot": "needy:bot: needy imports no_such_package, which is not installed",
    "torn:bot": "torn.py, line 2)",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_one_sentence(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here(["simulate", "flip", "--games", "2", "--seats", name, "--players", "2"]) == 2
    error = capsys.readouterr().err
    assert WRONG[name] in error
    assert len(error.splitlines()) == 1


def test_an_error_names_the_line_of_ones_own_source() -> None:
    error = kvartal("simulate", "flip", "--games", "2", "--seats", "mine:broken,random", "--seed", "5").stderr
    line = MINE.splitlines().index("    return view.nothing") + 1
    assert f"mine.py, line {line}) (seat 0, game 0 of seed 5)" in error
