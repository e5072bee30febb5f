"""Runs every check in turn, says how long each took, and ends with one summary line. Called by ./test."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
BIN = Path(PYTHON).parent
# Engine, games and bots run once more pure, and what a server does for a move. Not what only drives commands and
# processes, nor pictures and words and what is remembered of them: those modules are never compiled, so nothing about
# them can differ. Nor memory, which only compiled code can lose, nor what measures upper bounds for hours.
PURE = ("engine", "games", "bots")
NOT_PURE = (
    "test_launcher", "test_readme", "test_memory", "test_remembered", "test_clairvoyant", "test_bars",
    "test_characters", "test_programs", "test_check_bot", "test_own_bots", "test_names",
)  # fmt: skip
NEVER_COMPILED = ("_drawing", "_words", "_sheet", "_sheets")
SERVER_PURE = ("test_tables", "test_secrets", "test_play")
COMPARED = "tests/engine/test_conformance.py::test_compiled_equals_pure"  # pure with pure would be no comparison
# Each of two begins with half of all tests, so that servers and browsers are started once; who is done helps the other.
TWO_CORES = ("-n", "2", "--dist", "worksteal")
BROKEN = ("FAILED ", "ERROR ")  # so pytest's own summary calls them
# Tests with real processes, sockets and browsers can fail because the machine was busy with the other half of them:
# a few of them are run once more, alone, and named in the report whatever comes out. Where many fail, it is not that.
WITH_PROCESSES = ("tests/arena", "tests/server", "tests/web")
MOST_AGAIN = 6
MOST_TOLD = 150  # lines about what is broken that are said once more at the end
# Together with a minute and a half for setting up the whole run stays under 25; a part beyond its share says so.
BUDGET_MINUTES = {
    "lint": 0.5, "format": 0.5, "types": 1, "arrows": 0.5, "compile": 3.5, "compiled": 14.5, "pure": 2.5, "rules": 0.5,
}  # fmt: skip


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command with its output shown as it comes, and kept."""
    process = subprocess.Popen(
        command, cwd=ROOT, env=os.environ | environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    lines = []
    assert process.stdout is not None
    for line in process.stdout:
        sys.stdout.write(line)
        sys.stdout.flush()
        lines.append(line)
    return subprocess.CompletedProcess(command, process.wait(), "".join(lines))


def begin(*command: str) -> Callable[[], subprocess.CompletedProcess[str]]:
    """Start a command now; the result waits for its end and shows what it said."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def end() -> subprocess.CompletedProcess[str]:
        said, _ = process.communicate()
        print(said, end="", flush=True)
        return subprocess.CompletedProcess(command, process.returncode, said)

    return end


def remove_toy() -> None:
    """Earlier versions installed the tests' example game into .venv, where it stood on the user's shelf as well."""
    stamp = ROOT / ".venv" / "installed-toy"
    if stamp.is_file():
        pip = [PYTHON, "-m", "pip", "uninstall", "-q", "-y", "--disable-pip-version-check", "kvartal-toy"]
        done = subprocess.run(pip, cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"removing kvartal-toy from .venv failed:\n{done.stdout}{done.stderr}")
        stamp.unlink()


def pytest(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    # A hundred processes are started that would all compile the same sources: what the first has compiled is kept.
    return run(PYTHON, "-m", "pytest", *arguments, PYTHONDONTWRITEBYTECODE="", **environment)


def counts(output: str) -> tuple[int, int]:
    """Passed and failed, from pytest's closing line."""
    closing = output.strip().splitlines()[-1] if output.strip() else ""
    found = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|errors?)", closing)}
    return found.get("passed", 0), found.get("failed", 0) + found.get("error", 0) + found.get("errors", 0)


def broken_by(result: subprocess.CompletedProcess[str]) -> list[str]:
    """What pytest names as failed, a line each."""
    return [line for line in result.stdout.splitlines() if line.startswith(BROKEN)]


def again(result: subprocess.CompletedProcess[str]) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run what failed among processes once more, alone. What passes then is told as shaky, and has passed."""
    places = tuple(f"{word}{folder}/" for word in BROKEN for folder in WITH_PROCESSES)
    failed = broken_by(result)
    if not failed or len(failed) > MOST_AGAIN or not all(line.startswith(places) for line in failed):
        return result, []
    print("\n── once more, alone " + "─" * 51, flush=True)
    alone = pytest("--last-failed", "--last-failed-no-failures", "none", "-n", "0", *WITH_PROCESSES)
    good, bad = counts(alone.stdout)
    if alone.returncode or good != len(failed):
        return result, []
    passed, _ = counts(result.stdout)
    closing = f"{passed + good} passed, {bad} failed\n"
    return subprocess.CompletedProcess(result.args, 0, closing), [line.split(" ", 1)[1] for line in failed]


def told(output: str) -> list[str]:
    """What pytest says about the tests that failed, without its list of them: where its output is cut, e.g. by a
    service that keeps only the end, it can still be read."""
    lines = output.splitlines()
    first = next((at for at, line in enumerate(lines) if re.match(r"=+ (FAILURES|ERRORS) =+$", line)), len(lines))
    last = next((at for at, line in enumerate(lines) if re.match(r"=+ short test summary", line)), len(lines))
    return lines[first:last][-MOST_TOLD:]


def everything() -> int:
    pure_tests = [
        str(path.relative_to(ROOT))
        for folder in ("", *PURE)
        for path in sorted((ROOT / "tests" / folder).glob("**/test_*.py" if folder else "test_*.py"))
        if not path.name.startswith(NOT_PURE) and not path.stem.endswith(NEVER_COMPILED)
    ] + [f"tests/server/{name}.py" for name in SERVER_PURE]
    compiling = begin(PYTHON, "src/kvartal/build.py")  # one core is busy with it while the other reads the sources
    steps = [
        ("lint", lambda: run(str(BIN / "ruff"), "check", "src", "tests", "scripts", "setup.py")),
        ("format", lambda: run(str(BIN / "ruff"), "format", "--check", "src", "tests", "scripts", "setup.py")),
        ("types", lambda: run(PYTHON, "-m", "mypy")),
        ("arrows", lambda: run(str(BIN / "lint-imports"))),
        ("compile", compiling),
        ("compiled", lambda: pytest(*TWO_CORES)),
        ("pure", lambda: pytest(*TWO_CORES, "--deselect", COMPARED, *pure_tests, KVARTAL_PURE="1")),
        ("rules", lambda: pytest("--collect-only", "--rules", "--no-header")),
    ]
    passed = failed = 0
    report = []
    broken: list[str] = []  # named once more at the very end, where nobody has to search for them
    details: list[str] = []
    shaky: list[str] = []
    for name, step in steps:
        print(f"\n── {name} " + "─" * (70 - len(name)), flush=True)
        begun = time.monotonic()
        result = step()
        if name == "compiled":
            result, shaky = again(result)
        if name in ("compiled", "pure"):
            good, bad = counts(result.stdout)
            broken += [f"{name}: {line}" for line in broken_by(result)]
            details += told(result.stdout)
            passed, failed = passed + good, failed + bad
            failed += result.returncode != 0 and bad == 0
        else:
            failed += result.returncode != 0
        verdict = "ok" if result.returncode == 0 else "FAILED"
        took, most = time.monotonic() - begun, BUDGET_MINUTES[name]
        late = f"  over its budget of {most:g} min" if took > 60 * most else ""
        report.append(f"{name:10} {verdict:7} {took:6.0f} s{late}")
    broken += [f"shaky, passed only alone: {each}" for each in shaky]
    print("\n" + "\n".join(details + report + broken))
    print(f"total: {passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


def main() -> int:
    arguments = sys.argv[1:]
    remove_toy()
    if not arguments:
        return everything()
    subprocess.run([PYTHON, "src/kvartal/build.py", "--by-rooms"], cwd=ROOT, check=True)
    if arguments == ["--rules"]:
        return pytest("--collect-only", "--rules", "--no-header").returncode
    return pytest(*arguments).returncode


if __name__ == "__main__":
    sys.exit(main())
