"""Set-up promises: a stale build never hides an edit, no compiler is said once, the launcher finds its way."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ASK = "from kvartal import build, games; import kvartal; kvartal.new('flip', seed=1); print(build.STATUS)"


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
    """A stand-in for the compiler: it waits until the others wait, and leaves what mypyc would leave."""
    fake = """
import sys, time
from pathlib import Path
sys.path.insert(0, "src")
from kvartal import build
lib = Path(sys.argv[sys.argv.index("--build-lib") + 1])
with open("compiled", "a") as file:
    file.write("once\\n")
while not Path("go").exists():
    time.sleep(0.01)
for name in ["kvartal__mypyc", *map(build.module_name, build.sources())]:
    path = lib.joinpath(*name.split("."))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_name(path.name + build.SUFFIX).touch()
"""
    (tree / "setup.py").write_text(fake)
    environment = os.environ | {"PYTHONPATH": str(tree / "src")}
    environment.pop("KVARTAL_PURE", None)
    told = at_once(3, tree, sys.executable, "src/kvartal/build.py", env=environment)
    assert (tree / "compiled").read_text() == "once\n"
    assert all(each.endswith("kvartal: compiled\n") for each in told), told
    assert sum("waiting for it" in each for each in told) == 2
    assert sorted(path.name for path in (tree / ".build").iterdir())[1:] == ["lock"]


def test_the_launcher_names_the_python_it_needs(tree: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "dirname", "cat", "cmp", "id", "mkdir", "rm"):
        (tools / name).symlink_to(shutil.which(name) or name)
    told = run(tree, "./kvartal", PATH=str(tools), PYTHON="")
    assert told.returncode == 1
    assert "Python 3.11 or newer is needed" in told.stderr
    assert not (tree / ".setting-up").exists()


def test_a_second_start_sets_nothing_up_and_passes_the_arguments(tree: Path) -> None:
    """With .venv and its stamp in place a start only compares files. A stand-in for Python shows what is called."""
    python = tree / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\ncase "$1" in -c) echo {tree}/.venv ;; *) printf "<%s>" "$@" ;; esac\n')
    python.chmod(0o755)
    shutil.copy(tree / "requirements.txt", tree / ".venv" / "installed-requirements.txt")
    told = run(tree, "./kvartal", "play", "two words")
    assert (told.returncode, told.stdout, told.stderr) == (0, "<-m><kvartal><play><two words>", "")
    assert (tree / ".venv" / "kvartal.pth").read_text() == "../../../../src\n"


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


def test_changed_pins_are_installed_again(tree: Path) -> None:
    python = tree / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\ncase "$1" in -c) echo {tree}/.venv ;; *) echo "$@" >>calls ;; esac\n')
    python.chmod(0o755)
    (tree / ".venv" / "installed-requirements.txt").write_text("older pins")
    told = run(tree, "./kvartal")
    assert "installing the pinned packages" in told.stderr
    assert "pip install" in (tree / "calls").read_text().splitlines()[0]
