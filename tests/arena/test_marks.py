"""Marks of what decides a game: equal where the sources are, wherever they lie; another after any change of them."""

import sys
from pathlib import Path

import pytest

from kvartal.arena.marks import mark, marks
from kvartal.bots import own


def sources(folder: Path, **changed: str) -> Path:
    folder.mkdir()
    for name, text in {"game.py": "players = 2\n", "data.toml": "parks = 3\n", "README.md": "A game\n"}.items():
        (folder / name).write_text(changed.get(name.partition(".")[0], text))
    return folder


def test_the_same_sources_elsewhere_have_the_same_mark(tmp_path: Path) -> None:
    assert mark(sources(tmp_path / "here")) == mark(sources(tmp_path / "there"))
    assert mark(sources(tmp_path / "told", README="The game\n")) == mark(tmp_path / "here")


@pytest.mark.parametrize(("file", "text"), [("game", "players = 3\n"), ("data", "parks = 4\n")])
def test_other_rules_or_numbers_have_another_mark(tmp_path: Path, file: str, text: str) -> None:
    assert mark(sources(tmp_path / "here")) != mark(sources(tmp_path / "there", **{file: text}))


def test_a_file_under_another_name_is_another_source(tmp_path: Path) -> None:
    here, there = sources(tmp_path / "here"), sources(tmp_path / "there")
    (there / "game.py").rename(there / "games.py")
    assert mark(here) != mark(there)


def test_what_is_not_ours_has_marks_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "marked.py").write_text("def last(view, moves, budget):\n    return moves[-1]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    try:
        assert [what for what, _ in marks("flip", ("greedy", "level1@parks=3"))] == ["Kvartal"]
        named = dict(marks("toy", ("marked:last", "random")))
        assert list(named) == ["Kvartal", "the game toy", "the bot marked:last"]
        assert named["the bot marked:last"] == mark(tmp_path / "marked.py")
    finally:
        own.own.cache_clear()
        sys.modules.pop("marked", None)
