"""`kvartal new-game`: what it lays out is whole, called by its own name everywhere, and plays at once."""

import errno
import os
import re
import shlex
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from setuptools import find_namespace_packages

from cli.commands import PATHS, ROOT, environment, said
from kvartal.__main__ import run as run_here
from kvartal.cli import new_game

PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
TITLE = 'The "Old" \\ Harbour & Co'  # quotes, and what they need


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "my harbour"
    said("new-game", "harbour", "--title", TITLE, "--folder", str(folder))
    return folder


def beside(folder: Path) -> str:
    """A path on which the new game lies beside Kvartal."""
    return os.pathsep.join([PATHS, str(folder)])


def python(folder: Path, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd or folder,
        input="",
        env=environment(PYTHONPATH=beside(folder)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


def test_nothing_of_the_template_is_left(harbour: Path) -> None:
    files = [path for path in harbour.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert len(files) > 8
    for path in files:
        assert not re.search("sunny", f"{path.relative_to(harbour)} {path.read_text('utf-8')}", re.IGNORECASE), path
    project = tomllib.loads((harbour / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"] == {"kvartal.games": {"harbour": "kvartal_harbour:GAME"}}
    assert TITLE in project["description"]
    assert (harbour / "kvartal_harbour" / "README.md").read_text("utf-8").startswith(f"# {TITLE}\n")


def test_it_stands_on_the_shelf_and_is_played_by_its_bot(harbour: Path) -> None:
    path = beside(harbour)
    assert f"harbour: {TITLE} · 2–4 players" in said("games", PYTHONPATH=path)
    out = said("simulate", "harbour", "--games", "60", "--seats", "greedy,random", "--seed", "1", PYTHONPATH=path)
    wins = {line.split()[0]: int(line.split()[1]) for line in out.splitlines() if line.startswith(("greedy", "random"))}
    assert wins["greedy"] > wins["random"]
    played = said("play", "harbour", "--seats", "greedy,greedy,random", "--seed", "3", "--lang", "uk", PYTHONPATH=path)
    assert "Гру закінчено" in played
    assert "Будувати на" in played


def test_its_own_test_passes(harbour: Path) -> None:
    """It holds the game against every law."""
    run = python(harbour, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert (run.returncode, "3 passed" in run.stdout) == (0, True), run.stdout + run.stderr


def test_a_page_shows_its_board_and_every_move_on_it(harbour: Path) -> None:
    code = (
        "import kvartal; from kvartal.web.dialect import board; match = kvartal.new('harbour', players=2, seed=1);"
        "match.play(0, 'build b2'); view = match.view(1);"
        "print(board(view, 'ru', 'phone'), *map(str, view.moves()), sep='\\n')"
    )
    run = python(harbour, "-c", code)
    assert run.returncode == 0, run.stderr
    drawing, *moves = run.stdout.splitlines()
    board = ET.fromstring(drawing)  # noqa: S314 - drawn by ourselves
    targets = {each.attrib["data-move"]: each.attrib for each in board.iter() if "data-move" in each.attrib}
    assert sorted(targets) == sorted(moves) == ["build a2", "build b1", "build b3", "build c2"]
    assert targets["build a2"]["aria-label"] == "Строить на a2"
    refused = [each.attrib["data-refused"] for each in board.iter() if "data-refused" in each.attrib]
    assert "build b2" in refused
    assert "build d4" in refused


def commands_of_the_page() -> list[str]:
    typed = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
    return [re.sub(r"\s+#.*", "", line) for line in typed]


def test_the_page_on_adding_a_game_shows_it_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first command lays out what the page shows, letter by letter; then whatever it tells to type runs."""
    monkeypatch.chdir(tmp_path)
    first, *then = commands_of_the_page()
    assert run_here(shlex.split(first)[1:]) == 0
    files = [path for path in Path("sunny").rglob("*") if path.suffix in (".py", ".toml")]
    shown = re.findall(r"```(?:python|toml)\n(.*?)```", PAGE, re.DOTALL)
    assert len(files) == 6
    assert [path for path in files if path.read_text("utf-8") not in shown] == []
    po = "\n".join(path.read_text("utf-8") for path in Path("sunny").rglob("*.po"))
    assert [block for block in re.findall(r"```po\n(.*?)\n```", PAGE, re.DOTALL) if block not in po] == []
    listed = re.findall(r"^\| `(\S+)` \|", PAGE, re.MULTILINE)
    assert [name for name in listed if not Path("sunny", name).exists()] == []
    ran = 0
    for line in then:
        setting, *command = shlex.split(line)
        if setting == "PYTHONPATH=sunny" and command[1:]:  # not the server, and not pip
            start = ["-m", "kvartal"] if command[0] == "./kvartal" else []
            run = python(tmp_path / "sunny", *start, *command[1:], cwd=tmp_path)
            assert run.returncode == 0, run.stdout + run.stderr
            ran += 1
    assert ran == 3
    (snippet,) = [block for block in shown if "board.svg" in block]
    assert python(tmp_path / "sunny", "-c", snippet, cwd=tmp_path).stderr == ""
    assert Path("board.svg").read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (["Harbour"], "'Harbour' is no key of a game"),
        (["7seas"], "a letter first"),
        (["old-harbour"], "digits and _"),
        ([""], "'' is no key"),
        (["h" * 31], "up to 30"),
        (["toy"], "the key toy is taken by Toy Town"),
        (["harbour", "--title", "two\nlines"], "a title is one line"),
        (["harbour", "--title", " "], "a title is one line"),
        (["harbour", "--folder", "full"], "the folder full is not empty"),
        (["harbour", "--folder", "full/file"], "is a file"),
        (["harbour", "--folder", "nowhere/harbour"], "there is no folder nowhere"),
        (["harbour", "--folder", "/proc/harbour"], "/proc/harbour"),
    ],
)
def test_what_cannot_be_laid_out_is_said_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], asked: list[str], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine")
    assert run_here(["new-game", *asked]) == 2
    assert reason in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "full"]


def test_a_package_of_that_name_is_not_hidden_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "kvartal_harbour.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert run_here(["new-game", "harbour", "--folder", str(tmp_path / "new")]) == 2
    assert "there is a package kvartal_harbour already" in capsys.readouterr().err


@pytest.mark.parametrize("there", [True, False], ids=["an empty folder", "a new folder"])
def test_what_cannot_be_finished_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], there: bool
) -> None:
    folder, write, written = tmp_path / "harbour", Path.write_text, []
    if there:
        folder.mkdir()

    def full_disk(path: Path, text: str, encoding: str) -> int:
        if len(written) == 5:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        written.append(path)
        return write(path, text, encoding)

    monkeypatch.setattr(Path, "write_text", full_disk)
    assert run_here(["new-game", "harbour", "--folder", str(folder)]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert len(written) == 5
    assert list(tmp_path.rglob("*")) == ([folder] if there else [])


def test_an_installed_kvartal_has_the_whole_template() -> None:
    """Every file of it is code, or data that the project's own pyproject.toml takes along."""
    taken = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]["*"]
    packages = {ROOT / "src" / name.replace(".", "/") for name in find_namespace_packages(str(ROOT / "src"))}
    files = {path for path in new_game.TEMPLATE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    shipped = {path for package in packages for pattern in ("*.py", *taken) for path in package.glob(pattern)}
    assert files <= shipped
    assert {path.suffix for path in files} == set(new_game.KINDS), "what it would not copy"
