"""Games on a real Ray of several processes: the same results as here, whoever dies, stops or has other sources."""

import json
import os
import pty
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.commands import COMMAND, ROOT, environment, kvartal
from kvartal.__main__ import run as run_here
from kvartal.arena.cluster import check_address
from kvartal.arena.workers import DEATHS
from kvartal.engine.option import BadSetup

RAY = Path(sys.executable).with_name("ray")
TOKEN = "for-this-test-alone-0123456789abcdef"  # noqa: S105 - protects nothing
# Bots that play the last move, until something happens to the process of one of them, or to the command.
DEADLY = """
import os, signal
from pathlib import Path

asked = begun = 0

def once(view, moves, budget):
    global asked
    asked += 1
    if asked == 50:
        try:
            Path(__file__).with_name("killed").touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return moves[-1]

def always(view, moves, budget):
    os.kill(os.getpid(), signal.SIGKILL)

def wrong(view, moves, budget):
    return 1 / 0

class Stops:
    def __init__(self, seed, players):
        global begun
        begun += 1
        if begun == 3:
            try:
                Path(__file__).with_name("command").rename(Path(__file__).with_name("stopped"))
            except FileNotFoundError:
                pass
            else:
                os.kill(int(Path(__file__).with_name("stopped").read_text()), signal.SIGINT)

    def choose(self, view, moves, budget):
        return moves[-1]
"""


def settings(home: Path) -> dict[str, str]:
    """Of everything that belongs to a cluster; Ray has warnings of its own."""
    ours = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": TOKEN, "RAY_USAGE_STATS_ENABLED": "0"}
    return {**ours, "HOME": str(home), "PYTHONWARNINGS": ""}


def left_of(session: int) -> list[str]:
    """Processes that were started by one, however they call themselves now, and do not end."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            name, _, rest = (process / "stat").read_text().rpartition(")")
            if int(rest.split()[3]) == session:
                ending = os.pidfd_open(int(process.name))
                if not select.select([ending], [], [], 10)[0]:
                    found.append(f"{name})")
                os.close(ending)
        except OSError:  # it has just ended
            pass
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """A folder with a short name: sockets lie in it."""
    with tempfile.TemporaryDirectory(prefix="kv-") as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def cluster(home: Path) -> Iterator[str]:
    """A Ray with two processors, as docs/cluster.md starts one; nothing of it is left afterwards."""
    folder, port = home / "ray", free_port()
    command = [str(RAY), "start", "--head", "--block", f"--port={port}", "--num-cpus=2"]
    command += [
        "--include-dashboard=false",
        f"--object-store-memory={80 * 2**20}",
        f"--temp-dir={folder}",
    ]
    started = subprocess.Popen(
        command,
        env=environment(**settings(home)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert started.stdout is not None
    try:
        said = ""
        while "Ray runtime started" not in said:
            line = started.stdout.readline()
            assert line, f"Ray did not start:\n{said}"
            said += line
        yield f"127.0.0.1:{port}"
    finally:
        started.terminate()
        started.communicate(timeout=60)
        assert left_of(started.pid) == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deadly.py").write_text(DEADLY)
    return tmp_path


def ran(folder: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env=environment(**settings(home)),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def result(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """All that follows from the seed."""
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return {name: value for name, value in report.items() if name != "measured"}


def test_a_worker_is_killed_in_the_middle_and_the_result_is_that_of_one_machine(
    cluster: str, home: Path, folder: Path
) -> None:
    asked = ("arena", "flip", "--seats", "deadly:once,greedy", "--games", "60", "--seed", "4", "--json")
    done = ran(folder, home, *asked, "--cluster", cluster)
    assert (folder / "killed").exists()
    assert "kvartal: a worker of the cluster has died" in done.stderr
    assert result(done) == result(ran(folder, home, *asked, "--workers", "1"))


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("deadly:always", rf"games \d+ to \d+ of seed 4: the worker process ended {DEATHS} times"),
        ("deadly:wrong", r"deadly:wrong: ZeroDivisionError: .*deadly\.py, line \d+"),
    ],
)
def test_what_goes_wrong_on_the_cluster_is_told_here(
    cluster: str, home: Path, folder: Path, bot: str, reason: str
) -> None:
    asked = ("simulate", "flip", "--seats", f"{bot},random", "--games", "20", "--seed", "4", "--cluster", cluster)
    done = ran(folder, home, *asked)
    assert done.returncode == 2
    assert re.search(reason, done.stderr)


def test_other_sources_on_a_machine_are_refused(cluster: str, home: Path, folder: Path) -> None:
    """This machine is the other one: it has a line more than those of the cluster."""
    shutil.copytree(ROOT / "src" / "kvartal", folder / "kvartal", ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "kvartal" / "games" / "flip" / "game.py").open("a") as file:
        file.write("# another version\n")
    asked = ("simulate", "flip", "--games", "20", "--cluster", cluster)
    changed = settings(home) | {"PYTHONPATH": str(folder)}
    done = subprocess.run([*COMMAND, *asked], env=environment(**changed), capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"Kvartal is not the same on {socket.gethostname()} as here" in done.stderr


def test_a_run_that_was_interrupted_goes_on_and_comes_to_the_same_result(
    cluster: str, home: Path, folder: Path
) -> None:
    """Ctrl-C comes while a person looks at the bar and a worker plays its third game."""
    asked = ("arena", "flip", "--seats", "deadly:Stops,random", "--games", "100", "--seed", "5", "--json")
    there = (*asked, "--save", "games.jsonl", "--cluster", cluster)
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *there], cwd=folder, env=environment(**settings(home)), stdout=subprocess.DEVNULL, stderr=slave
    )
    os.close(slave)
    (folder / "command").write_text(str(process.pid))
    shown = b""
    try:
        while select.select([master], [], [], 120)[0]:
            shown += os.read(master, 4096)
    except OSError:  # the other end has closed
        pass
    os.close(master)
    assert b"Traceback" not in shown
    assert b"/100" in shown
    assert process.wait(timeout=120) == 130, shown
    assert 1 < len((folder / "games.jsonl").read_text().splitlines()) < 101
    assert result(ran(folder, home, *there)) == result(ran(folder, home, *asked))


def test_tuning_takes_the_same_steps(cluster: str, home: Path, folder: Path) -> None:
    asked = ("tune", "flip", "--bot", "level1", "--games", "10", "--steps", "2", "--seed", "6", "--json")
    there = result(ran(folder, home, *asked, "--save", "there", "--cluster", cluster))
    assert there == result(ran(folder, home, *asked, "--save", "here"))
    assert len(there["steps"]) == 2


def test_what_a_cluster_costs_and_brings_is_measured(cluster: str, home: Path, folder: Path) -> None:
    done = ran(folder, home, "bench", "cluster", "flip", "--seconds", "0.05", "--cluster", cluster, "--json")
    told = result(done)
    assert [row["workers"] for row in told["cluster"]] == [1, 2]
    assert all(row["games_per_s"] > 0 for row in told["cluster"])
    assert told["task_ms"] > 0


def test_a_local_ray_plays_the_same_and_leaves_nothing_behind(home: Path, folder: Path) -> None:
    asked = ("simulate", "flip", "--games", "300", "--seed", "7", "--json")
    before = set(Path("/tmp").glob("ray-*"))  # noqa: S108 - where names of sockets are short
    own = {name: value for name, value in environment(HOME=str(home)).items() if not name.startswith("RAY_")}
    command = [*COMMAND, *asked, "--cluster", "local", "--workers", "2"]
    process = subprocess.Popen(
        command, cwd=folder, env=own, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    out, err = process.communicate(timeout=300)
    assert left_of(process.pid) == []
    done = subprocess.CompletedProcess(command, process.returncode, out, err)
    assert result(done) == result(kvartal(*asked))
    assert "1 machine of the cluster, 2 processors" in err
    assert set(Path("/tmp").glob("ray-*")) <= before  # noqa: S108
    assert not (home / ".ray").exists()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("nonsense", "takes auto, HOST:PORT, ray://HOST:PORT or local, not 'nonsense'"),
        ("http://localhost:80", "not 'http://localhost:80'"),
        ("localhost:99999", "not 'localhost:99999'"),
        ("localhost:1", "nobody answers at localhost:1"),
        ("ray://localhost:1", "nobody answers at localhost:1"),
    ],
)
def test_an_address_where_no_cluster_is(address: str, reason: str) -> None:
    with pytest.raises(BadSetup, match=re.escape(reason)):
        check_address(address)


def test_without_ray_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert run_here(["simulate", "flip", "--games", "2", "--cluster", "auto"]) == 2
    assert "pip install 'kvartal[cluster]'" in capsys.readouterr().err
