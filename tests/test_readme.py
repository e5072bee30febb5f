"""What README and docs tell people to type works as it stands there. (The proxy: tests/web; the API: tests/server.)"""

import io
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kvartal
from bots.programs import write_examples
from cli.commands import COMMAND, environment, said
from kvartal import build
from kvartal.__main__ import run as run_here
from kvartal.bots import own

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
(MONTE_CARLO,) = re.findall(r"## A bot of your own\n.*?```python\n(.*?)```", PAGE, re.DOTALL)
# Only what begins so is typed here: nothing may change the machine it runs on.
OURS = re.compile(r"(\./)?kvartal |printf |eval |mkdir -p ~/")
# Not typed here, and why; what is behind most of them has tests of its own.
ELSEWHERE = {
    r"\./kvartal$": "serves until it is stopped",
    r"\./test$": "is what runs this",
    r"\./kvartal build$": "compiles for minutes; tests/test_build.py",
    r"(useradd|chown|su|ln -s /opt/kvartal/kvartal|createdb) ": "changes the machine",
    r"(\.venv/bin/)?python -m pip ": "changes the environment",
    r"kvartal (serve|migrate|restore) ": "needs a PostgreSQL; tests/server",
    r"kvartal (tune|strength) ": "takes hours; tests/arena",
    r"KVARTAL_EVERY_SCREEN=1 ": "takes many minutes; tests/web/test_sight.py",
    r"python -m kvartal\.research\.train ": "takes minutes; tests/research/test_train.py",
    r"kvartal mcp": "waits for an assistant; tests/research",
    r"(RAY_AUTH_MODE=token )?\.venv/bin/ray |scp |chmod |export RAY_": "needs machines; tests/arena/test_cluster.py",
    r"kvartal .* --cluster ": "needs a cluster; tests/arena/test_cluster.py",
    r"kvartal puzzles .*found\.toml": "takes minutes; tests/cli/test_puzzles.py",
    r"kvartal export TABLE": "needs a table; tests/server",
    r"kvartal archive ": "needs old tables; tests/server/test_archive.py",
    r"PYTHONPATH=sunny ": "needs the game that was laid out; tests/cli/test_new_game.py",
    r"kvartal bench( server| pages| cluster)?$": "takes minutes",
    r"kvartal bench chaos ": "takes minutes; tests/server/test_chaos.py",
    r"kvartal bench soak ": "takes an hour; tests/server/test_soak.py",
    r'eval "\$\(kvartal completion zsh\)"': "needs zsh",
}
# The same with less work: what a number is, is not the promise.
SHORTER = [
    (r"(memory) --games \d+", r"\1 --games 100"),
    (r"((simulate|arena|bench review) .*)--games \d+", r"\1--games 4"),
    (r"--seconds \d+", "--seconds 0.05"),
    (r"(kvartal bench flip)$", r"\1 --seconds 0.05"),
    (r"--depth \d", "--depth 3"),
    (r"(bench cleaning) --tables \d+", r"\1 --tables 40"),
    (r"--tables \d+ --results \d+ --rounds \d+", "--tables 300 --results 100 --rounds 1"),
    (r"backup /backups/(.*)", r"backup \1 --database t.db"),
]


def blocks(page: Path, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def typed() -> list[str]:
    """Every line of every block of shell commands, without what is said about it."""
    lines = [line for page in PAGES for block in blocks(page, "sh") for line in block.splitlines()]
    return [re.sub(r"\s+#.*", "", line).removesuffix(" &") for line in lines]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder like the project's, with what the docs assume to be there: files of an evening, bots of one's own."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "src").symlink_to(ROOT / "src")
    command = folder / "kvartal"
    command.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
    command.chmod(0o755)
    (folder / "mine.toml").write_text("[cards.plant]\ncoins = 4\n")
    (folder / "mine.py").write_text("def careful(view, moves, budget):\n    return moves[-1]\n")
    (folder / "montecarlo.py").write_text(MONTE_CARLO)
    write_examples(folder)
    shutil.copy(ROOT / "src/kvartal/games/estates/examples/example-17.txt", folder / "evening.txt")
    match = kvartal.new("flip", players=2, seed=7)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, match.setup.game.greedy(match.view(seat)))
    for name in ("evening.kvartal", "solo.kvartal"):
        match.save(folder / name)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.setattr(build, "ensure", lambda **_: None)  # this process has chosen already
    yield folder
    own.own.cache_clear()
    for name in ("mine", "montecarlo"):
        sys.modules.pop(name, None)


LINES = [line for line in dict.fromkeys(typed()) if OURS.match(line)]
RUN = [line for line in LINES if not any(re.match(each, line) for each in ELSEWHERE)]


@pytest.mark.parametrize("line", RUN)
def test_a_command_of_the_docs_runs(project: Path, line: str) -> None:
    for long, short in SHORTER:
        line = re.sub(long, short, line)
    if "t.db" in line:
        assert run_here(["migrate", "--database", "t.db"]) == 0
    if re.fullmatch(r"(\./)?kvartal [\w ./:=,-]+", line):
        assert run_here(shlex.split(line)[1:]) == 0
        return
    home = project / "home" / ".config" / "fish" / "completions"
    home.mkdir(parents=True)
    here = environment(HOME=str(project / "home"), PATH=f"{project}:{environment()['PATH']}")
    done = subprocess.run(["bash", "-ec", line], env=here, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


def test_what_is_not_typed_here_is_known_and_still_in_the_docs() -> None:
    left = [line for line in typed() if line not in RUN]
    assert [line for line in left if not any(re.match(each, line) for each in ELSEWHERE)] == []
    assert [each for each in ELSEWHERE if not any(re.match(each, line) for line in left)] == []


def test_the_linked_command_is_the_launcher(project: Path) -> None:
    (line,) = [line for line in RUN if "ln -s" in line]
    home = project / "home"
    home.mkdir()
    subprocess.run(["sh", "-ec", line], env=environment(HOME=str(home)), check=True)
    told = subprocess.run([home / ".local/bin/kvartal", "--version"], env=environment(), capture_output=True, text=True)
    assert told.stdout.startswith(f"kvartal {kvartal.__version__}, ")


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (snippet,) = blocks(ROOT / "README.md", "python")
    monkeypatch.chdir(tmp_path)
    exec(snippet, {})  # noqa: S102 - our own page
    assert kvartal.load("first.kvartal").outcome().rule.id == "flip.win.points"


def test_the_python_of_the_engines_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"### From Python\n\n```python\n(.*?)```", page, re.DOTALL)
    exec(snippet, {})  # noqa: S102 - our own page
    *steps, mine, theirs, end = capsys.readouterr().out.splitlines()
    assert steps[0].startswith("* plan 1 = ")
    assert steps[-1] == "0 done"
    assert (mine, theirs) == ("Player 1 91", "Rival Sam 92")
    assert end.startswith("[(), (0,)] ")


def test_the_monte_carlo_bot_of_twenty_lines_beats_random(project: Path) -> None:
    code = (project / "montecarlo.py").read_text()
    assert len(code.splitlines()) <= 25
    asked = ("simulate", "estates", "--games", "6", "--seats", "montecarlo:player,random", "--seed", "1")
    out = said(*asked)
    (row,) = [line.split() for line in out.splitlines() if line.startswith("montecarlo:player")]
    assert int(row[1]) >= 5


def test_the_record_of_the_docs_is_read_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (snippet,) = blocks(ROOT / "docs" / "record.md", "python")
    monkeypatch.chdir(tmp_path)
    exec(snippet, {"kvartal": kvartal, "match": kvartal.new("flip", seed=1)})  # noqa: S102 - our own page
