"""`simulate --out`: games and decisions in files that replay, whatever stopped the run."""

import json
import re
import resource
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.commands import COMMAND, ROOT, environment, kvartal, told
from kvartal.arena.simulate import Job
from kvartal.arena.table import Table
from kvartal.cli.simulate import kept
from kvartal.engine.option import BadSetup
from kvartal.games import game
from kvartal.research.data import BadFile, head_of, read, rows
from kvartal.research.out import Out, begun
from kvartal.research.recording import Recording

BOTS = ("greedy", "random")
SUFFIXES = (".jsonl", ".parquet")


def job(key: str = "estates", bots: tuple[str, ...] = BOTS, seed: int = 5) -> Job:
    return Job.of(game(key).set_up(len(bots)), bots, seed)


def in_order(path: Path) -> list[dict[str, Any]]:
    """Games may be finished in any order; within a game the order is fixed."""
    return sorted(rows(path), key=lambda row: row["game"])


@pytest.mark.parametrize(
    ("key", "bots"), [("estates", BOTS), ("house", BOTS), ("welcome", BOTS), ("flip", ("greedy",))]
)
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_games_read_back_replay_to_what_was_played(
    tmp_path: Path, suffix: str, key: str, bots: tuple[str, ...]
) -> None:
    path, work = tmp_path / f"games{suffix}", job(key, bots)
    tally = kept(work, 3, path, 1, None)
    table = Table(game(key).set_up(len(bots)), bots, work.seed)
    games = list(read(path))
    assert [each.number for each in games] == [0, 1, 2]
    for each in games:
        assert each.result == table.play(each.number)  # the same games as without a file
        assert each.bots == table.sitting(each.number)
        assert len(each.decisions) == each.result.moves
    assert tally == table.batch(0, 3)
    assert list(tmp_path.iterdir()) == [path]


def test_a_row_has_what_the_seat_knew_could_do_and_did(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    kept(job("welcome"), 1, path, 1, None)
    head, found = head_of(path), list(rows(path))
    (each,) = read(path)
    for row, decision in zip(found, each.decisions, strict=False):
        assert row == decision
        view = each.match.at(row["step"]).view(row["seat"])
        names = dict(zip(head["cells"], row["observation"], strict=True))
        assert names["round"] == view.facts()["table"]["round"]
        assert [head["moves"][code] for code in row["legal"]] == [str(move) for move in view.moves()]
        assert row["action"] in row["legal"]
        assert str(each.match.named(row["step"])) == f"{row['seat']} {head['moves'][row['action']]}"
        assert (row["place"], row["score"]) == (
            each.match.state.place(row["seat"]),
            each.match.state.score(row["seat"]),
        )
    assert found[-1]["row"] == "game"
    assert found[-1]["record"].startswith("kvartal record")


def test_both_formats_hold_the_same_rows(tmp_path: Path) -> None:
    for suffix in SUFFIXES:
        kept(job("house"), 2, tmp_path / f"games{suffix}", 1, None)
    assert list(rows(tmp_path / "games.jsonl")) == list(rows(tmp_path / "games.parquet"))
    assert head_of(tmp_path / "games.jsonl") == head_of(tmp_path / "games.parquet")


def test_any_number_of_workers_keeps_the_same_games(tmp_path: Path) -> None:
    for workers in (1, 2):
        kept(job(), 6, tmp_path / f"{workers}.jsonl", workers, None)
    assert in_order(tmp_path / "1.jsonl") == in_order(tmp_path / "2.jsonl")


# What goes wrong --------------------------------------------------------------------------------------------------


def first(wanted: str, name: str, value: Any) -> Callable[[list[dict[str, Any]]], None]:
    def change(found: list[dict[str, Any]]) -> None:
        row = next(row for row in found if row.get("row") == wanted)
        row[name] = value(row[name])

    return change


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (first("decision", "observation", lambda cells: [cells[0] + 1, *cells[1:]]), "decision 0: observation"),
        (first("decision", "legal", lambda codes: codes[1:]), "decision 0: legal"),
        (first("decision", "score", lambda score: score + 1), "decision 0: score"),
        (first("decision", "step", lambda step: step + 1), "decision 0: step"),
        (first("decision", "action", lambda _: 10**6), "decision 0: seat . cannot make the move 1000000"),
        (first("decision", "seat", lambda _: 9), "decision 0: seat 9 cannot"),
        (first("decision", "row", lambda _: "choice"), "decision 0: row"),
        (first("game", "scores", lambda scores: [score + 1 for score in scores]), "scores or ending are not those"),
        (first("game", "places", lambda places: places[1:]), "places, scores or ending are not those"),
        (first("game", "bots", lambda _: None), "cannot be replayed"),
        (first("game", "ending", lambda _: "estates.end.other"), "ending are not those"),
        (first("game", "record", lambda text: text.replace("moves:", "mvoes:")), "cannot be replayed"),
        (lambda found: found.pop(1) and None, "step"),
        (lambda found: found[0].update(tables="0" * 64), "another set-up"),
        (lambda found: found[0].update(format="mine"), "no file of games"),
    ],
)
def test_a_file_that_was_changed_is_found_out(
    tmp_path: Path, spoil: Callable[[list[dict[str, Any]]], None], said: str
) -> None:
    path = tmp_path / "games.jsonl"
    kept(job(), 1, path, 1, None)
    found = [json.loads(line) for line in path.read_text().splitlines()]
    spoil(found)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in found))
    with pytest.raises(BadFile, match=said):
        list(read(path))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_killed_run_leaves_whole_games_and_is_gone_on_with(tmp_path: Path, suffix: str) -> None:
    """Killed in the middle of a line: its lines end in decisions of a game that never was, and half of another."""
    path, straight = tmp_path / f"games{suffix}", tmp_path / f"straight{suffix}"
    with Out(path, Recording(job()), 4) as out:
        out.add(Recording(job()).begin().batch(0, 1, 1))
        work = out.work
    with work.open("ab") as file:
        file.write(Recording(job()).begin().batch(0, 2, 1)[0].lines[:3000])
    if suffix == ".jsonl":
        assert [each.number for each in read(path)] == [1]
    with Out(path, Recording(job()), 4) as out:
        assert out.missing() == [range(1), range(2, 4)]
    tally = kept(job(), 4, path, 1, None)
    assert tally == kept(job(), 4, straight, 1, None)
    assert in_order(path) == in_order(straight)
    assert not work.exists() or work == path


def test_killed_before_its_first_line_was_finished(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"format": "kvar')
    assert begun(path) is None
    kept(job(), 1, path, 1, None)
    assert len(list(read(path))) == 1


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_ctrl_c_leaves_a_file_that_can_be_read_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    path = tmp_path / f"games{suffix}"
    with monkeypatch.context() as patched:

        def interrupted(out: Out, games: Any) -> None:
            patched.undo()
            out.add(games)
            raise KeyboardInterrupt

        patched.setattr(Out, "add", interrupted)
        assert 0 < kept(job(), 4, path, 1, None).games < 4
    assert [each.number for each in read(path)] == [0]
    kept(job(), 4, path, 1, None)
    assert [each.number for each in read(path)] == [0, 1, 2, 3]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_more_games_are_added_to_a_finished_file(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games{suffix}"
    kept(job(), 2, path, 1, None)
    assert kept(job(), 3, path, 1, None).games == 3
    assert [each.number for each in read(path)] == [0, 1, 2]
    assert kept(job(), 1, path, 1, None).games == 1  # fewer than there are: those that were asked for are told


def test_a_full_disk_keeps_the_games_before_it(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""
    path = tmp_path / "games.jsonl"
    asked = ("simulate", "estates", "--seats", "greedy,random", "--seed", "5", "--workers", "1", "--out", str(path))
    size = 2 * (len(Recording(job()).begin().batch(0, 0, 1)[0].lines) + 8000)
    run = subprocess.run(
        [*COMMAND, *asked, "--games", "50"],
        env=environment(),
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )
    assert (run.returncode, run.stderr.count("\n")) == (2, 1), run.stderr
    assert f"{path}: File too large" in run.stderr
    left = list(read(path))
    assert 0 < len(left) < 50
    assert path.stat().st_size <= size
    assert told(*asked, "--games", "4", "--json")["games"] == 4


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("games.csv", "ends in .jsonl (JSON lines) or .parquet, not in '.csv'"),
        ("games", "ends in .jsonl (JSON lines) or .parquet, not in ''"),
        ("folder.jsonl", "no plain file"),
        ("nowhere/games.jsonl", "No such file or directory"),
        ("nowhere/games.parquet", "No such file or directory"),
        ("mine.jsonl", "no file of games that kvartal simulate has written"),
        ("mine.parquet", "no file of games that kvartal simulate has written"),
    ],
)
def test_a_name_that_cannot_be_written_to_is_refused_before_anything_is_played(
    tmp_path: Path, name: str, said: str
) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    for each in ("mine.jsonl", "mine.parquet"):
        (tmp_path / each).write_text("my own notes")
    with pytest.raises((BadSetup, OSError)) as refused:
        kept(job(), 1, tmp_path / name, 1, None)
    assert said in str(refused.value)
    assert (tmp_path / "mine.jsonl").read_text() == (tmp_path / "mine.parquet").read_text() == "my own notes"


def test_the_command_tells_what_is_wrong_and_takes_the_seed_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    kept(job(), 1, path, 1, None)
    asked = ("simulate", "estates", "--games", "2", "--seats", "greedy,random", "--workers", "1", "--out", str(path))
    other = kvartal(*asked, "--seed", "6")
    assert (other.returncode, other.stdout) == (2, "")
    assert "is of another run: seed 5, not 6. Name another file, or remove it" in other.stderr
    report = told(*asked, "--json")
    assert (report["seed"], report["games"]) == (5, 2)


def test_two_runs_do_not_write_into_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Out(path, Recording(job()), 1), pytest.raises(BadSetup, match="another run is writing"):
        Out(path, Recording(job()), 1)


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['pyarrow'] = None\n")
    paths = f"{tmp_path}:{environment()['PYTHONPATH']}"
    path = tmp_path / "games.parquet"
    run = kvartal("simulate", "flip", "--games", "1", "--out", str(path), PYTHONPATH=paths)
    assert (run.returncode, run.stdout) == (2, "")
    assert "kvartal[research]" in run.stderr
    assert not path.exists()
    assert not Path(f"{path}.part").exists()


def test_the_python_of_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "data.md").read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    kept(job(), 2, Path("games.jsonl"), 1, None)
    exec(snippet, {})  # noqa: S102 - our own page
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["0", "1"]


def test_the_page_tells_every_column(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    path = tmp_path / "games.jsonl"
    kept(job(), 1, path, 1, None)
    written = {*head_of(path), *(name for row in rows(path) for name in row)}
    assert [name for name in sorted(written) if f"`{name}`" not in page] == []
