"""Set-up promises: a stale build never hides an edit, no compiler is said once, the launcher finds its way."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ASK = "from kvartal import build, games; import kvartal; kvartal.new('flip', seed=1); print(build.STATUS)"


FAKE = """
import os, sys, time
from pathlib import Path
sys.path.insert(0, "src")
from kvartal import build
lib = Path(sys.argv[sys.argv.index("--build-lib") + 1])
with open("compiled", "a") as file:
    file.write("once\\n")
while not Path("go").exists():
    time.sleep(0.01)
by_rooms = bool(os.environ["KVARTAL_BUILD_BY_ROOMS"])
libraries = [f"{name}__mypyc" for name in build.groups(build.sources(), by_rooms)]
for name in [*libraries, *map(build.module_name, build.sources())]:
    path = lib.joinpath(*name.split("."))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_name(path.name + build.SUFFIX).touch()
"""  # leaves what mypyc would leave, as soon as there is a file `go`


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the project without its build."""
    for name in ("src", "scripts"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("setup.py", "pyproject.toml", "requirements.txt", "kvartal"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def run(tree: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KVARTAL")}
    clean |= {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"} | environment
    return subprocess.run(command, cwd=tree, env=clean, capture_output=True, text=True)


def pretend_build(tree: Path) -> Path:
    """A build as an earlier version of the sources would have left it."""
    old = tree / ".build" / "0123456789abcdef"
    old.mkdir(parents=True)
    (old / "kvartal__mypyc.so").touch()
    return old


def test_a_stale_build_is_bypassed_with_a_message(tree: Path) -> None:
    pretend_build(tree)
    told = run(tree, sys.executable, "-c", ASK)
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("pure")
    assert "the sources changed since they were compiled" in told.stderr


def test_without_a_build_nothing_is_said_and_it_runs_pure(tree: Path) -> None:
    told = run(tree, sys.executable, "-c", ASK)
    assert (told.returncode, told.stdout.split()[0], told.stderr) == (0, "pure", "")


def test_no_compiler_is_said_once(tree: Path, tmp_path: Path) -> None:
    empty = tmp_path / "nothing-here"
    empty.mkdir()
    first = run(tree, sys.executable, "src/kvartal/build.py", PATH=str(empty), CC="")
    second = run(tree, sys.executable, "src/kvartal/build.py", PATH=str(empty), CC="")
    assert "no C compiler found, running pure Python" in first.stderr
    assert "no C compiler" not in second.stderr
    assert run(tree, sys.executable, "-c", ASK).stdout.startswith("pure")


def test_a_compiler_that_fails_leaves_a_pure_program_and_a_log(tree: Path, tmp_path: Path) -> None:
    for path in (tree / "src").rglob("*.py"):  # one module to compile shows it as well as all of them
        if path.name != "source.py":
            path.write_text(path.read_text("utf-8").removeprefix("# compiled\n"), "utf-8")
    broken = tmp_path / "broken-cc"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    first = run(tree, sys.executable, "src/kvartal/build.py", CC=str(broken))
    assert "compiling failed, running pure Python" in first.stderr
    assert (tree / ".build" / "failed.log").is_file()
    assert run(tree, sys.executable, "-c", ASK).stdout.startswith("pure")
    assert "compiling" not in run(tree, sys.executable, "src/kvartal/build.py", CC=str(broken)).stderr


def at_once(count: int, tree: Path, *command: str, env: dict[str, str] | None = None) -> list[str]:
    """What each of several starts says. The first goes on (by the file `go`) when all others wait for it."""
    logs, starts = [tree / f"said-{number}" for number in range(count)], []
    for log in logs:
        with log.open("w") as file:
            starts.append(subprocess.Popen(command, cwd=tree, env=env, stderr=file))
    while sum("waiting for it" in log.read_text() for log in logs) < count - 1:
        assert any(start.poll() is None for start in starts), "nobody waits"
        time.sleep(0.01)
    (tree / "go").touch()
    for start in starts:
        start.wait(timeout=60)
    return [log.read_text() for log in logs]


def test_two_first_starts_compile_once(tree: Path) -> None:
    """The stand-in for the compiler waits until the others wait."""
    (tree / "setup.py").write_text(FAKE)
    environment = os.environ | {"PYTHONPATH": str(tree / "src")}
    environment.pop("KVARTAL_PURE", None)
    told = at_once(3, tree, sys.executable, "src/kvartal/build.py", env=environment)
    assert (tree / "compiled").read_text() == "once\n"
    assert all(each.endswith("kvartal: compiled\n") for each in told), told
    assert sum("waiting for it" in each for each in told) == 2
    assert sorted(path.name for path in (tree / ".build").iterdir())[1:] == ["lock"]


def test_the_first_server_does_not_wait_for_the_compiler(tree: Path) -> None:
    """The stand-in for the compiler waits until the server has answered: it could not, if the server waited for it."""
    (tree / "setup.py").write_text(FAKE)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KVARTAL")}
    environment |= {"PYTHONPATH": str(tree / "src"), "XDG_DATA_HOME": str(tree / "data")}
    command = [sys.executable, "-m", "kvartal", "serve", "--port", "0"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, cwd=tree, env=environment, **pipes) as server:
        assert server.stdout is not None
        told = ""
        while "http://127.0.0.1:" not in told:
            line = server.stdout.readline()
            assert line, told
            told += line
        server.terminate()
    assert "compiles beside it" in told
    (tree / "go").touch()
    while not any((tree / ".build").glob("*-by-rooms")):  # though the server is gone
        time.sleep(0.01)
    again = run(tree, sys.executable, "-m", "kvartal", "--version")
    assert again.stdout.endswith("compiled by rooms\n")


def test_the_launcher_names_the_python_it_needs(tree: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname", "cat", "id", "mkdir", "rm"):
        (tools / name).symlink_to(shutil.which(name) or name)
    told = run(tree, "./kvartal", PATH=str(tools), PYTHON="")
    assert told.returncode == 1
    assert "Python 3.11 or newer is needed" in told.stderr
    told = run(tree, "./kvartal", PATH=f"{tools}{os.pathsep}{Path(sys.executable).parent}", PYTHON="/no/python")
    assert (told.returncode, "PYTHON=/no/python is no Python 3.11 or newer" in told.stderr) == (1, True)
    assert not (tree / ".setting-up").exists()
    assert not (tree / ".venv").exists()


def test_a_second_start_sets_nothing_up_and_passes_the_arguments(tree: Path) -> None:
    """With .venv and its stamp in place a start only compares files, with what every system has (cmp is not). A
    stand-in for Python shows what is called."""
    python = tree / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\ncase "$1" in -c) echo {tree}/.venv ;; *) printf "<%s>" "$@" ;; esac\n')
    python.chmod(0o755)
    shutil.copy(tree / "requirements.txt", tree / ".venv" / "installed-requirements.txt")
    assert "pip" not in run(tree, "./kvartal", "play", "two words").stdout
    assert (tree / ".venv" / "kvartal.pth").read_text() == "../../../../src\n"
    tools = tree / "tools"
    tools.mkdir()
    for name in ("sh", "dirname", "cat"):
        (tools / name).symlink_to(shutil.which(name) or name)
    told = run(tree, "./kvartal", "play", "two words", PATH=str(tools))
    assert (told.returncode, told.stdout, told.stderr) == (0, "<-m><kvartal><play><two words>", "")


def test_the_launcher_works_in_a_folder_with_any_name_in_any_locale(tmp_path: Path) -> None:
    """A real environment, and a program that only says that it was found."""
    home = tmp_path / "мій дім"
    (home / "src" / "kvartal").mkdir(parents=True)
    (home / "src" / "kvartal" / "__main__.py").write_text("print('found')")
    (home / "scripts").mkdir()
    for name in ("kvartal", "scripts/environment.sh", "requirements.txt"):
        shutil.copy(ROOT / name, home / name)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home / ".venv"], check=True)
    shutil.copy(ROOT / "requirements.txt", home / ".venv" / "installed-requirements.txt")
    for locale in ("C", "C.UTF-8"):
        told = run(home, "./kvartal", LC_ALL=locale, PYTHONPATH="")
        assert (told.returncode, told.stdout, told.stderr) == (0, "found\n", ""), locale


def stand_in(tree: Path, script: str) -> None:
    """A Python of our own in .venv that shows what is called; the pins are installed already."""
    python = tree / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\ncase "$1" in -c) echo "{tree}/.venv" ;; *) {script} ;; esac\n')
    python.chmod(0o755)
    shutil.copy(tree / "requirements.txt", tree / ".venv" / "installed-requirements.txt")


def test_the_launcher_works_through_links_from_anywhere_and_trusts_no_folder(tree: Path, tmp_path: Path) -> None:
    stand_in(tree, 'echo "$PYTHONSAFEPATH $0"')
    away = tmp_path / "my bin"
    away.mkdir()
    (away / "first").symlink_to(tree / "kvartal")
    (away / "second").symlink_to("first")
    told = run(away, "./second")
    assert (told.stdout, told.stderr) == (f"1 {tree}/.venv/bin/python\n", "")


def test_a_start_waits_for_another_that_sets_up_but_not_for_a_dead_one(tree: Path) -> None:
    stand_in(tree, 'echo "$@" >>calls; until [ -e go ]; do sleep 0.05; done')
    (tree / ".venv" / "installed-requirements.txt").write_text("older pins")
    told = at_once(2, tree, "./kvartal", "games")
    assert (tree / "calls").read_text().count("pip install") == 1
    assert sum("waiting for it" in each for each in told) == 1
    (tree / ".venv" / "installed-requirements.txt").write_text("older pins")
    (tree / ".setting-up").mkdir()
    (tree / ".setting-up" / "owner").write_text("99999999")
    assert run(tree, "./kvartal", "games").returncode == 0
    assert not (tree / ".setting-up").exists()


@pytest.fixture
def not_mine() -> Iterator[Path]:
    """A clone in a folder where everybody may look and the one who starts it may not write."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        (clone / "scripts").mkdir(parents=True)
        for name in ("kvartal", "scripts/environment.sh", "requirements.txt"):
            shutil.copy(ROOT / name, clone / name)
        Path(folder).chmod(0o755)
        yield clone
        subprocess.run(["chmod", "-R", "u+w", folder], check=True)


def visit(clone: Path, *folders: str) -> str:
    """What somebody is told who may not write into these folders. Root may everywhere, so root sends somebody else."""
    for name in folders:
        (clone / name).chmod(0o555)
    somebody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    environment = {"PATH": os.environ["PATH"], "HOME": str(clone)}
    told = subprocess.run(["./kvartal"], cwd=clone, env=environment, capture_output=True, text=True, **somebody)  # type: ignore[call-overload]
    assert told.returncode == 1
    return str(told.stderr)


def test_a_clone_of_somebody_else_says_what_is_missing_and_what_to_do(not_mine: Path) -> None:
    told = visit(not_mine, ".")
    assert "clone has no environment yet" in told
    assert "may not write into" in told
    assert "or clone the project into a folder of your own" in told


def test_an_environment_of_somebody_else_says_what_is_wrong_with_it(not_mine: Path) -> None:
    stand_in(not_mine, "exit 1")
    (not_mine / ".venv" / "kvartal.pth").write_text("../../../../src\n")
    (not_mine / ".venv" / "installed-requirements.txt").write_text("older pins")
    not_mine.chmod(0o777)  # a folder of one's own, set up by root
    told = visit(not_mine, ".venv")
    assert ".venv lacks packages of requirements.txt, and .venv belongs to" in told
    python = not_mine / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3")
    assert "the Python of" in visit(not_mine, ".venv")
    assert list(not_mine.glob(".setting-up")) == []


def test_a_build_that_cannot_be_kept_says_so(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from kvartal import build
    from kvartal.__main__ import run as run_here

    monkeypatch.setattr(build, "STATUS", "pure")
    monkeypatch.setattr(build, "COMPILED", False)
    monkeypatch.setattr(build, "ROOT", ROOT / "tests")
    monkeypatch.setattr("os.access", lambda *_: False)
    assert run_here(["build"]) == 1
    assert f"kvartal: nothing is compiled: {ROOT / 'tests'} may not be written by you" in capfd.readouterr().err


def test_an_example_game_left_by_earlier_tests_is_removed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    import run_tests

    stand_in_for = tmp_path / "python"
    stand_in_for.write_text('#!/bin/sh\necho "$@" >>calls\n')
    stand_in_for.chmod(0o755)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "installed-toy").touch()
    monkeypatch.setattr(run_tests, "ROOT", tmp_path)
    monkeypatch.setattr(run_tests, "PYTHON", str(stand_in_for))
    for _ in range(2):
        run_tests.remove_toy()
    (call,) = (tmp_path / "calls").read_text().splitlines()
    assert call.startswith("-m pip uninstall")
    assert call.endswith("kvartal-toy")


def test_changed_pins_are_installed_again(tree: Path) -> None:
    python = tree / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\ncase "$1" in -c) echo {tree}/.venv ;; *) echo "$@" >>calls ;; esac\n')
    python.chmod(0o755)
    (tree / ".venv" / "installed-requirements.txt").write_text("older pins")
    told = run(tree, "./kvartal")
    assert "installing the pinned packages" in told.stderr
    assert "pip install" in (tree / "calls").read_text().splitlines()[0]
