"""One string means the same bot in every command: ours, of an installed package, of a module, of a program."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.programs import QUICK, written
from kvartal.__main__ import run as run_here
from kvartal.arena.table import Table
from kvartal.bots import bot, names
from kvartal.bots.running import close_all
from kvartal.cli.options import seats_of
from kvartal.engine.option import BadSetup
from kvartal.games import game

GUESTS = """
class Last:
    def __init__(self, seed, players):
        self.seed = seed

    def choose(self, view, moves, budget):
        return moves[-1]


def first(view, moves, budget):
    return moves[0]


number = 7
"""
POINTS = """[kvartal.bots]
guest-last = guests:Last
guest-first = guests:first
guest-number = guests:number
guest-broken = guests_broken:bot
guest-lost = guests:nobody
random = guests:first
"""


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A distribution with bots in it, on a path of its own; nothing is installed."""
    about = tmp_path / "guests-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: guests\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(POINTS)
    (tmp_path / "guests.py").write_text(GUESTS)
    (tmp_path / "guests_broken.py").write_text("import no_such_package\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    names.installed.cache_clear()
    yield
    close_all()
    names.installed.cache_clear()
    for name in ("guests", "guests_broken"):
        sys.modules.pop(name, None)


def test_a_bot_of_an_installed_package_is_seated_by_its_name() -> None:
    setup = game("estates").set_up(2)
    one = Table(setup, ["guest-last", "guest-first"], seed=1).play(0)
    assert one == Table(setup, ["guests:Last", "guests:first"], seed=1).play(0)
    assert run_here(["simulate", "estates", "--games", "2", "--seats", "guest-last,random"]) == 0


def test_our_own_names_come_first() -> None:
    assert "guests" not in repr(names.maker("random")(1, 2).player)  # type: ignore[attr-defined]


WRONG = {
    "guest-broken": "guests_broken:bot of the package guests cannot be loaded: ModuleNotFoundError: No module",
    "guest-lost": "guests:nobody of the package guests cannot be loaded: AttributeError: module 'guests'",
    "guest-number": "guest-number is of type int; a bot is a function (view, moves, budget), or has a method choose",
    "guest-frist": "guest-lost (did you mean 'guest-first'?); your own: module:name, program:COMMAND LINE",
    "nobody": "unknown bot 'nobody'; there are: random, greedy, ",
    "gready": "unknown bot 'gready' (did you mean 'greedy'?); there are: random, greedy, ",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_bot_is_refused_alike_everywhere(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    refusals = set()
    for words in (
        f"simulate flip --games 1 --seats {name}",
        f"arena flip --games 1 --seats {name}",
        "play flip --seats you",
    ):
        *asked, last = words.split()
        assert run_here([*asked, f"{last},{name}" if last == "you" else f"{last},random"]) == 2
        refusals.add(capsys.readouterr().err)
    (refusal,) = refusals
    assert WRONG[name] in refusal
    assert len(refusal.splitlines()) == 1


def test_a_name_from_a_network_can_start_nothing(tmp_path: Path) -> None:
    """What a server makes bots with knows ours alone."""
    line = written(tmp_path / "small.py", hello='open("started", "w"); say("ready")')
    for name in (f"program:{line}", "guests:first", "guest-last"):
        with pytest.raises(BadSetup, match="there are: random, greedy"):
            bot(name, 1, 2)
    assert not (tmp_path / "started").exists()


def test_commas_in_quotes_belong_to_a_command_line() -> None:
    assert seats_of("you:O'Neil, greedy,you:D'Arcy") == ["you:O'Neil", "greedy", "you:D'Arcy"]
    asked = "program:./a '1,2' \"b,'c\",random, program:./b"
    assert seats_of(asked) == ["program:./a '1,2' \"b,'c\"", "random", "program:./b"]
    assert seats_of("random,program:./a '1,2") == ["random", "program:./a '1,2"]
    with pytest.raises(BadSetup, match="names with commas between"):
        seats_of("random,,program:./a")


def test_a_command_line_with_commas_sits_at_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path / "small.py", hello='say("name " + sys.argv[1]); say("ready")')
    assert run_here(["play", "estates", "--seats", f"program:{QUICK} small.py 'a,b',random"]) == 0
    assert "seat 0: a,b (bot)" in capsys.readouterr().out
