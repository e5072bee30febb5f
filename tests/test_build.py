"""Builds: a new one does not take away what a running program may still import."""

import ast
import importlib
import inspect
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from kvartal import build


def test_the_last_few_builds_stay(tmp_path: Path) -> None:
    for age, name in enumerate(("newest", "older", "oldest", "ancient", "beyond")):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1_700_000_000 - age, 1_700_000_000 - age))
    (tmp_path / build.BENCH).mkdir()  # what the next edit builds on
    for name in ("newest.4711", "half.1"):  # of compilers that were interrupted
        (tmp_path / name).mkdir()
    for name in ("failed-x", "no-compiler", "lock"):
        (tmp_path / name).touch()
    assert build.KEPT >= 2
    gone = {path.name for path in build._outdated(tmp_path)}
    assert gone == {"ancient", "beyond", "newest.4711", "half.1", "failed-x", "no-compiler"}


def test_by_rooms_each_room_has_a_library_of_its_own() -> None:
    paths = build.sources()
    rooms = build.groups(paths, by_rooms=True)
    assert {"kvartal_engine", "kvartal_games_flip", "kvartal_games_welcome", "kvartal_server"} <= set(rooms)
    assert sorted(path for room in rooms.values() for path in room) == sorted(paths)
    assert list(build.groups(paths, by_rooms=False)) == [build.GROUP]


def test_a_moved_module_is_another_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "PACKAGE", tmp_path)
    prints = []
    for folder in ("text", "rules"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "plans.py").write_text("# compiled\n")
        prints.append(build.fingerprint([tmp_path / folder / "plans.py"]))
    assert prints[0] != prints[1]


def test_what_the_package_needs_is_there_when_it_is_built() -> None:
    """mypyc follows every import. Without the types of one package `pip install .` would leave a pure program."""
    asked = tomllib.loads((build.ROOT / "pyproject.toml").read_text("utf-8"))
    assert set(asked["project"]["dependencies"]) <= set(asked["build-system"]["requires"])


def told(module: ModuleType, tree: ast.Module) -> Iterator[tuple[str, str, object]]:
    """Name, docstring and what carries it: the module, its classes and functions, their methods.

    mypyc has no place for docstrings of `__init__`, properties and asynchronous methods, nor of dataclasses and tuples.
    """
    yield module.__name__, ast.get_docstring(tree) or "", module
    for node in tree.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef):
            continue
        found = getattr(module, node.name)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and not inner.decorator_list and inner.name != "__init__":
                    method = inspect.getattr_static(found, inner.name)
                    yield f"{node.name}.{inner.name}", ast.get_docstring(inner) or "", method
        if found.__doc__ != "mypyc filler docstring":
            yield node.name, ast.get_docstring(node) or "", found


@pytest.mark.parametrize("path", build.sources(), ids=build.module_name)
def test_help_tells_the_same_compiled_and_pure(path: Path) -> None:
    module = importlib.import_module(build.module_name(path))
    tree = ast.parse(path.read_text("utf-8"))
    lost = [name for name, text, found in told(module, tree) if text and inspect.getdoc(found) != text]
    assert lost == []
