"""What the README tells a stranger to type works as it stands there."""

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
