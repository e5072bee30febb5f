"""`kvartal puzzles`: found in games of bots and gone on with, verified with other luck, solved line by line."""

import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from kvartal import build
from kvartal.__main__ import run

Typed = Callable[..., tuple[int, str, str]]
SMALL = ("--set", "turn_cap=8", "--worlds", "64", "--certain", "1")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """What a command answers: its exit code, what it prints, and what it complains about."""
    monkeypatch.setattr(build, "ensure", lambda **_: None)  # this process has chosen already

    def type_in(*words: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", StringIO(stdin))
        code = run(["puzzles", "flip", *words])
        told = capsys.readouterr()
        return code, told.out, told.err

    return type_in


def test_puzzles_are_found_gone_on_with_verified_and_solved(typed: Typed, tmp_path: Path) -> None:
    file, best = tmp_path / "found.toml", tmp_path / "best.toml"
    once = ("--out", str(file), "--seed", "5", "--games", "1", *SMALL)
    code, told, _ = typed(*once)
    assert code == 0
    first = file.read_text("utf-8")
    assert first.count("[[mined]]") == 1
    assert first.count("[[puzzle]]") >= 1
    assert f"{first.count('[[puzzle]]')} puzzles" in told
    assert "missed by level 1" in told
    typed(*once)  # everything is there already
    assert file.read_text("utf-8") == first
    # Somebody stopped in the midst of the game: it is looked through again, and nothing stands there twice.
    file.write_text(first[: first.index("[[mined]]")], "utf-8")
    typed(*once)
    assert file.read_text("utf-8") == first
    verifying = ("--verify", str(file), "--seed", "9", "--worlds", "64", "--certain", "1")
    code, told, _ = typed(*verifying)
    assert code in (0, 1)
    assert "puzzles are verified (seed 9, 64 worlds)" in told
    assert typed(*verifying, "--keep", "1", "--out", str(best))[0] == 0
    assert best.read_text("utf-8").count("[[puzzle]]") <= 1
    assert "Найкраще:" in typed("--solve", "--out", str(file), "--lang", "uk", stdin="show\n")[1]


def test_what_cannot_be_done_is_said(typed: Typed, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('game = "estates"\n', "utf-8")
    for words, why in (
        (("--verify", str(wrong)), "these are puzzles of 'estates', not of flip"),
        (("--verify", "--keep", "3"), "belong together"),
        (("--verify", str(tmp_path / "nothing.toml")), "No such file"),
        (("--out", str(tmp_path / "no" / "way.toml"), "--games", "1"), "No such file"),
        (("--level", "genius"), "unknown bot"),
        (("--data", "x.toml"), "leave out --data"),
    ):
        code, _, told = typed(*words)
        assert code == 2
        assert why in told
