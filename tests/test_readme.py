"""What the README and the page about the engine tell a stranger to type works as it stands there."""

import re
from pathlib import Path

import pytest

import kvartal

ROOT = Path(__file__).resolve().parent.parent


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(snippet, {})  # noqa: S102 - our own page
    assert kvartal.load("first.kvartal").outcome().rule.id == "flip.win.points"


def test_the_python_of_the_engines_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"### From Python\n\n```python\n(.*?)```", page, re.DOTALL)
    exec(snippet, {})  # noqa: S102 - our own page
    *steps, mine, theirs, end = capsys.readouterr().out.splitlines()
    assert steps[0].startswith("* plan 1 = ")
    assert steps[-1] == "0 done"
    assert (mine, theirs) == ("Player 1 91", "Rival Sam 92")
    assert end.startswith("[(), (0,)] ")
