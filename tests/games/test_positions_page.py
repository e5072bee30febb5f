"""docs/positions.md: what it tells to type runs, and every field of every game stands there once."""

import re
from pathlib import Path

import pytest

from kvartal.engine.layout import Field
from kvartal.games import game, shelf

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")
OURS = [key for key, game in shelf().items() if type(game).__module__.startswith("kvartal.")]
SECTIONS = {  # key → its part of the page, from the heading on
    re.findall(r"\(`(\w+)`\)", part.splitlines()[0])[0]: part for part in re.split(r"^## ", PAGE, flags=re.M)[1:]
}


def rows(section: str, head: str) -> list[tuple[str, str]]:
    """Every field that a table names, with what stands in the last column."""
    table = section.partition(f"| {head} |")[2].partition("\n\n")[0]
    found = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|.*?\| ?([^|]*?) ?\|$", table, flags=re.MULTILINE)
    return [(name, mark) for names, mark in found for name in re.findall(r"`(\w+)`", names)]


@pytest.mark.parametrize("key", OURS)
def test_every_field_is_explained_once(key: str) -> None:
    layout = game(key).set_up().layout
    fields: tuple[tuple[str, tuple[Field, ...]], ...] = (("field", layout.table), ("field of a seat", layout.seat))
    for head, named in fields:
        told = rows(SECTIONS[key], head)
        assert sorted(name for name, _ in told) == sorted(field.name for field in named)
        assert {name for name, mark in told if mark.startswith("derived")} == {f.name for f in named if f.derived}
        usual = {f.name for f in named if f.absent is not None and not f.derived}
        assert {name for name, mark in told if mark.startswith("usual")} == usual


@pytest.mark.parametrize("key", OURS)
def test_the_examples_run(key: str) -> None:
    (first,) = re.findall(r"```python\n(.*?)```", PAGE.partition("\n## ")[0], re.DOTALL)
    examples = re.findall(r"```python\n(.*?)```", SECTIONS[key], re.DOTALL)
    assert examples
    names: dict[str, object] = {}
    for example in (first, *examples):
        exec(example, names)  # noqa: S102 - our own page
    match = names["match"]
    assert match.setup.game.key == key  # type: ignore[attr-defined]
    assert match.problems() == []  # type: ignore[attr-defined]
