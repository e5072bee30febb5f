"""`kvartal check-bot` tells an author what is wrong with a program, with the line that was wrong."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.programs import LANGUAGES, write_examples, written
from kvartal.__main__ import run as run_here
from kvartal.bots.checking import NOTE, OK, WRONG, Check, Checking
from kvartal.bots.program import command
from kvartal.bots.running import Limits, close_all
from kvartal.games import game, games


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    write_examples(tmp_path)
    monkeypatch.chdir(tmp_path)
    yield
    close_all()
    command.cache_clear()


def checked(line: str, *keys: str, grace: float = 20.0) -> list[Check]:
    boxes = [game(key) for key in keys] or games()
    return list(Checking(command(line), 60.0, Limits(grace=grace)).checks(boxes, named=bool(keys)))


def told(checks: list[Check], result: str) -> list[tuple[str, str]]:
    return [(each.what, each.text) for each in checks if each.result == result]


@pytest.mark.parametrize("kind", LANGUAGES)
def test_the_examples_of_the_docs_keep_every_promise(kind: str) -> None:
    checks = checked(LANGUAGES[kind][1])
    assert told(checks, WRONG) == []
    assert {what for what, _ in told(checks, OK)} == {
        "hello", *(each.key for each in games()), "unknown lines", "quit", "end of input",
    }  # fmt: skip


def test_the_verdict_is_an_exit_code_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_here(["check-bot", LANGUAGES["python"][1], "--game", "flip", "--game", "estates", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["name"], answer["protocol"], answer["passed"]) == ("Dice", 1, True)
    assert {"check": "quit", "result": "ok", "text": "ended by itself"} in answer["checks"]
    bad = written(tmp_path / "bad.py", think='say("play stop it")')
    assert run_here(["check-bot", bad, "--game", "flip", "--show"]) == 1
    out, shown = capsys.readouterr()
    assert "wrong  flip" in out
    assert "flip has no move 'stop it' (did you mean 'stop'?); right would be play and one of: play; stop" in out
    assert "< play stop it\n" in shown
    assert run_here(["check-bot", "no-such-program"]) == 2


HELLO = 'say("name X"); say("ready")'
BROKEN = {
    "hello": ({"hello": 'say("hello")'}, "said 'hello'; a line here begins with name, author, plays, option, ready"),
    "flip": ({"think": 'say("play " + moves[0] + ", " + moves[1])'}, "flip has no move 'play, stop'"),
    "info": (
        {"think": 'say("info 0.5"); say("play " + moves[0])'},
        "said 'info 0.5'; right would be info iterations N",
    ),
    "quit": ({"leave": "sys.exit(4)"}, "ended with exit code 4 after quit; 0 would be right"),
    "plays": ({"hello": 'say("plays house"); say("ready")'}, "flip: it says that it plays house only"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_wrong_is_told_with_its_line(what: str, tmp_path: Path) -> None:
    does, sentence = BROKEN[what]
    wrong = told(checked(written(tmp_path / "bad.py", **{"hello": HELLO, **does}), "flip"), WRONG)
    assert [each for each, _ in wrong] == [what]
    assert sentence in wrong[0][1]


def test_a_program_that_stays_is_told_so(tmp_path: Path) -> None:
    line = written(tmp_path / "stays.py", hello=HELLO, leave="time.sleep(60)")
    with (tmp_path / "stays.py").open("a") as file:
        file.write("time.sleep(60)\n")
    assert told(checked(line, "flip", grace=0.5), WRONG) == [
        ("quit", "still there 0.5 s after quit; it has to end by itself"),
        ("end of input", "still there 0.5 s after the end of its input; it has to end by itself"),
    ]


def test_a_program_that_minds_unknown_lines_is_told_so(tmp_path: Path) -> None:
    line = written(tmp_path / "strict.py", hello=HELLO)
    with (tmp_path / "strict.py").open("a") as file:
        file.write("    elif word == 'weather':\n        say('error what is ' + line)\n")
    (wrong,) = told(checked(line, "flip"), WRONG)
    assert wrong[0] == "unknown lines"
    assert "after 'weather sunny', which nobody knows: pass over such a line" in wrong[1]


def test_a_program_with_dice_of_its_own_gets_a_note(tmp_path: Path) -> None:
    """Nothing is wrong with it; its author should know that its games cannot be repeated."""
    think = "import random; say('play ' + random.SystemRandom().choice(moves))"
    checks = checked(written(tmp_path / "wild.py", hello='say("ready")', think=think), "estates")
    assert told(checks, WRONG) == []
    (nameless, wild) = told(checks, NOTE)
    assert nameless[0] == "hello"
    assert "simulate and arena cannot repeat its games by their seed" in wild[1]
