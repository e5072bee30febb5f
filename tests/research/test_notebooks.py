"""The notebooks of docs/notebooks run from top to bottom, and what they show can be shown."""

import ast
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "notebooks"


def run(path: Path) -> list[Any]:
    """Every code cell in order, as a notebook does it; the values that its cells end with."""
    shown, names = [], dict[str, Any]()
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]), f"{path.name}, cell {number}")
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{path.name}[{number}]", "exec"), names)  # noqa: S102 - our own page
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), f"{path.name}[{number}]", "eval"), names))  # noqa: S307
    return [value for value in shown if value is not None]


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.ipynb")))
def test_a_notebook_runs_from_top_to_bottom(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = run(FOLDER / name)
    pictures = [value._repr_svg_() for value in shown if hasattr(value, "_repr_svg_")]
    assert len(pictures) >= 2
    for picture in pictures:
        assert ElementTree.fromstring(picture).tag.endswith("svg")  # noqa: S314 - our own drawing
    assert capsys.readouterr().out


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.name)
def test_a_notebook_is_kept_without_what_it_has_shown(path: Path) -> None:
    """Boards change; a stored picture would go stale."""
    book = json.loads(path.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert [cell for cell in code if cell["outputs"] or cell["execution_count"] is not None] == []
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
