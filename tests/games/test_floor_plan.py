"""One floor plan: the same job stands at the same path in every room, and imports inside a room point one way."""

import ast
import re
from pathlib import Path

import pytest

import kvartal_toy
from kvartal.cli.new_game import TEMPLATE
from kvartal.games import ROOMS, games

DOCS = Path(__file__).resolve().parents[2] / "docs"
KEYS = [game.key for game in games() if game.folder.parent == ROOMS]
FOLDERS = ("rules", "text", "drawing", "bot", "paper")
EVERYWHERE = (
    "game", "rules/ids", "rules/state", "rules/cells", "rules/tables", "rules/positions/problems",
    "rules/positions/derive", "text/catalogue", "text/chapters", "text/pictures", "text/labels", "text/refusals",
    "text/reasons", "text/log", "text/bar", "text/terminal", "text/spoken", "drawing/board", "drawing/scene",
    "drawing/widgets", "drawing/art", "drawing/cover", "drawing/pictures", "bot/greedy", "bot/timeout",
)  # fmt: skip
SMALL = (Path(kvartal_toy.__file__).parent, TEMPLATE / "kvartal_sunny")  # games of packages of their own, for learning
KNOWS = {  # a folder → what it may import of the same room
    "rules": {"rules"},
    "text": {"rules", "text"},
    "drawing": {"rules", "text", "drawing"},
    "bot": {"rules", "bot"},
    "paper": {"rules", "text", "drawing", "paper"},
}


@pytest.mark.parametrize("key", KEYS)
def test_every_job_stands_where_its_like_stand(key: str) -> None:
    missing = [job for job in EVERYWHERE if not (ROOMS / key / f"{job}.py").is_file()]
    assert not missing
    loose = sorted(path.name for path in (ROOMS / key).glob("*.py"))
    assert loose == ["__init__.py", "game.py"]
    folders = {path.name for path in (ROOMS / key).iterdir() if any(path.glob("*.py"))}
    assert folders <= set(FOLDERS)
    assert (ROOMS / key / "README.md").is_file()


@pytest.mark.parametrize("key", KEYS)
def test_imports_inside_a_room_point_one_way(key: str) -> None:
    wrong = []
    for path in sorted((ROOMS / key).glob("*/**/*.py")):
        folder = path.relative_to(ROOMS / key).parts[0]
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"kvartal.games.{key}"):
                parts = (node.module or "").split(".")[3:]
                known = parts[0] if parts else "the room itself"
                if known not in KNOWS[folder]:
                    wrong.append(f"{path.relative_to(ROOMS)}:{node.lineno} imports {node.module}")
    assert wrong == []


@pytest.mark.parametrize("room", SMALL, ids=lambda room: room.name)
def test_a_small_game_has_the_jobs_that_it_has_where_the_large_ones_have_them(room: Path) -> None:
    modules = {path.relative_to(room).with_suffix("").as_posix() for path in room.rglob("*.py")}
    jobs = {job for job in modules if not job.endswith("__init__")}
    assert {"game", "drawing"} <= jobs
    assert jobs <= {"game", *FOLDERS, *EVERYWHERE}, "a folder is a module that grew, its parts are named as elsewhere"
    assert not [job for job in jobs if "/" in job and job.split("/")[0] in jobs], "a module or a folder, not both"
    wrong = []
    for job in sorted(jobs - {"game"}):
        for node in ast.walk(ast.parse((room / f"{job}.py").read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").startswith(room.name)):
                parts = (node.module or "").removeprefix(room.name).strip(".").split(".")
                known = [parts[0]] if parts[0] else [name.name for name in node.names]
                wrong += [f"{job} imports {each}" for each in known if each not in KNOWS[job.split("/")[0]]]
    assert wrong == []


def test_the_map_names_what_every_room_has() -> None:
    page = (DOCS / "architecture.md").read_text("utf-8")
    for job in EVERYWHERE:
        assert re.search(rf"`{re.escape(job)}(\.py)?`", page), f"{job} is not on the map of a room"
