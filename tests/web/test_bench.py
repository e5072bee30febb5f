"""`kvartal bench pages` measures, and says plainly what it needs."""

import os
import subprocess
import sys
from pathlib import Path


def bench(*options: str, first: str = "") -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join(filter(None, [first, *sys.path]))
    return subprocess.run(
        [sys.executable, "-m", "kvartal", "bench", "pages", *options],
        capture_output=True, text=True, check=False, env=os.environ | {"PYTHONPATH": paths},
    )  # fmt: skip


def test_every_game_and_a_table_of_twelve_are_measured() -> None:
    done = bench("--clicks", "2", "--visits", "1")
    assert done.returncode == 0, done.stderr
    for part in ("bytes in all", "interactive ms", "12 seats", "p95 ms"):
        assert part in done.stdout


def test_without_a_browser_one_line_says_so(tmp_path: Path) -> None:
    (tmp_path / "playwright").mkdir()
    (tmp_path / "playwright" / "__init__.py").write_text("raise ImportError('not installed')")
    done = bench(first=str(tmp_path))
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert "playwright" in done.stderr
