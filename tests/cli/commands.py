"""Running `kvartal` as people and scripts do: a process of its own, with pipes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "kvartal"]
PATHS = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests" / "toy")])  # the example game stands on the shelf too


def environment(**changes: str) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "KVARTAL_LANG")}
    return clean | {"PYTHONPATH": PATHS, "PYTHONWARNINGS": "error"} | changes


def kvartal(*arguments: str, stdin: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
    run = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        env=environment(**changes),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    assert "Traceback" not in run.stderr, run.stderr
    return run


def said(*arguments: str, stdin: str = "", **changes: str) -> str:
    """What a command prints that must succeed."""
    run = kvartal(*arguments, stdin=stdin, **changes)
    assert run.returncode == 0, run.stderr
    return run.stdout


def told(*arguments: str) -> Any:
    """The JSON a command prints that must succeed."""
    return json.loads(said(*arguments))
