"""What the docs promise: the example client plays a whole game, and the commands exist."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest
from place import Place, environment, lived

import kvartal
from kvartal.games import games
from kvartal.server.commands import COMMANDS, bench

BENCHES = bench.commands

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("game", [game.key for game in games() if 2 in game.seats])
@lived
async def test_the_example_client_plays_a_whole_game(place: Place, tmp_path: Path, game: str) -> None:
    code = re.findall(r"```python\n(.*?)```", (DOCS / "api.md").read_text(), re.S)[0]
    assert len(code.splitlines()) <= 60
    (tmp_path / "player.py").write_text(code)
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "player.py", f"http://127.0.0.1:{place.port}", game],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "winners" in done.stdout
    assert "refused" not in done.stdout
    assert kvartal.verify(tmp_path / "match.txt")


def test_every_option_in_the_guide_exists() -> None:
    text = (DOCS / "self-hosting.md").read_text()
    known = {option for command in COMMANDS.values() for parameter in command.params for option in parameter.opts}
    known |= {option for each in BENCHES.values() for parameter in each.params for option in parameter.opts}
    known |= {"--version", "--help"}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) <= known
