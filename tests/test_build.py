"""Builds: a new one does not take away what a running program may still import."""

import os
from pathlib import Path

from kvartal import build


def test_the_last_few_builds_stay(tmp_path: Path) -> None:
    for age, name in enumerate(("newest", "older", "oldest", "ancient", "beyond")):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1_700_000_000 - age, 1_700_000_000 - age))
    for name in ("newest.4711", "half.1"):  # of compilers that were interrupted
        (tmp_path / name).mkdir()
    for name in ("failed-x", "no-compiler", "lock"):
        (tmp_path / name).touch()
    assert build.KEPT >= 2
    gone = {path.name for path in build._outdated(tmp_path)}
    assert gone == {"ancient", "beyond", "newest.4711", "half.1", "failed-x", "no-compiler"}
