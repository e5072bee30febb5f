"""What docs/research.md shows runs as it stands there."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "research.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("snippet", BLOCKS, ids=lambda code: code.splitlines()[0])
def test_the_python_of_the_page_runs(snippet: str) -> None:
    exec(snippet, {})  # noqa: S102 - our own page
