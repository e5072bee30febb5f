"""What the docs promise: the example client plays a whole game, and the commands exist."""

import asyncio
import configparser
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from place import Place, environment, lived

import kvartal
from kvartal.games import games
from kvartal.server.http.answers import WRONG
from kvartal.server.tools.cli_growth import BENCH as bench
from kvartal.server.tools.cli_growth import COMMANDS

BENCHES = bench.commands

DOCS = Path(__file__).resolve().parents[2] / "docs"


PLAYER = re.findall(r"```python\n(.*?)```", (DOCS / "api.md").read_text("utf-8"), re.S)[-1]


async def played(place: Place, folder: Path, game: str, code: str = PLAYER) -> str:
    """What the example client says."""
    (folder / "player.py").write_text(code, "utf-8")
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "player.py", f"http://127.0.0.1:{place.port}", game],
        cwd=folder, env=environment(), capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", [game.key for game in games() if 2 in game.seats])
@lived
async def test_the_example_client_plays_a_whole_game(place: Place, tmp_path: Path, game: str) -> None:
    assert len(PLAYER.splitlines()) <= 60
    said = await played(place, tmp_path, game)
    assert "winners" in said
    assert "refused" not in said
    assert kvartal.verify(tmp_path / "match.txt")


@lived
async def test_the_example_client_notices_a_match_that_ends_without_a_result(place: Place, tmp_path: Path) -> None:
    code, count = re.subn(r"choice = \{.*", 'choice = {"do": "resign", "id": f"m{number}"}', PLAYER)
    assert count == 1
    assert await played(place, tmp_path, "flip", code) == "it has no result: resigned\n"


@lived
async def test_every_way_to_ask_and_every_status_is_in_the_guide(place: Place) -> None:
    guide = (DOCS / "api.md").read_text("utf-8")
    ann = await place.person("Ann")
    described = await ann.good("GET", "/docs/openapi.json")
    for path, ways in described["paths"].items():
        shown = re.sub(r"\{(\w+?)(_id)?\}", lambda found: "ID" if found[2] else found[1].upper(), path)
        for way in ways:
            row = re.search(rf"`(GET|POST|PATCH|DELETE)? ?{re.escape(shown)}[`?\s]", guide)
            assert row, f"{way.upper()} {shown}"
    for status in described["components"]["schemas"]["TableShown"]["properties"]["status"]["enum"]:
        assert f"| `{status}` |" in guide
    for name in described["components"]["schemas"]:
        if "do" in described["components"]["schemas"][name].get("properties", {}):
            word = described["components"]["schemas"][name]["properties"]["do"]["const"]
            assert f"`{word}`" in guide, word
    for status in WRONG:
        assert str(status) in guide


@lived
async def test_what_the_guide_says_about_versions_and_lobbies(place: Place) -> None:
    """No view before the start; the start is a whole view; a change of the frame keeps the version."""
    ann, bob = await place.person("Ann"), await place.person("Bob")
    table = await ann.table(seats=["me", "open"])
    client = await ann.sit_at(table)
    assert client.messages[0]["view"] is None
    await bob.do(table, do="sit")
    await client.until(lambda: client.table["seats"][1]["kind"] == "person")
    assert {(message["is"], message["version"]) for message in client.messages[1:]} == {("change", 0)}
    await client.say(do="start", id="s")
    begun = client.messages[-1]
    assert (begun["is"], begun["view"]["game"]) == ("view", "flip")
    await bob.do(table, do="resign")
    await client.until(lambda: client.table["status"] == "ended")
    assert client.messages[-1]["version"] == begun["version"]


def host_guide() -> str:
    return (DOCS / "self-hosting.md").read_text("utf-8")


@lived
async def test_the_unit_of_the_guide_serves(tmp_path: Path, start: Callable[..., Place]) -> None:
    """What systemd would start, with a folder and a port of our own; it may write where the database is."""
    unit = configparser.ConfigParser()
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(re.findall(r"```ini\n(.*?)```", host_guide(), re.S)[0])
    service = unit["Service"]
    program, name, *options = shlex.split(service["ExecStart"])
    assert (program, name) == (service["WorkingDirectory"] + "/kvartal", "serve")
    asked = dict(zip(options[::2], options[1::2], strict=True))
    folder = Path(asked.pop("--database")).parent
    assert folder == Path("/var/lib") / service["StateDirectory"]
    assert {str(folder), service["WorkingDirectory"]} == set(service["ReadWritePaths"].split())
    asked.pop("--port")
    place = start(str(tmp_path / "kvartal.db"), *(word for pair in asked.items() for word in pair))
    async with place.http() as http:
        assert await http.ask("GET", "/healthz") == (200, b"ok\n")
    assert place.end()[0] == 0


def test_the_commands_of_the_guide_are_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With databases that are not here; what they do is tested with others."""
    monkeypatch.setattr("kvartal.server.tools.cli.HOME", tmp_path / "kvartal.db")
    typed = "".join(re.findall(r"```sh\n(.*?)```", host_guide(), re.S)).replace("$(date +%F)", "today")
    lines = re.findall(r"^kvartal (\w+) ([^#&\n]*)", typed, re.M)
    assert {name for name, _ in lines} == {"migrate", "serve", "backup", "restore", "export", "archive"}
    for name, words in lines:
        assert COMMANDS[name].make_context(name, shlex.split(words)).params["database"], words


def test_every_option_in_the_guide_exists() -> None:
    text = host_guide()
    known = {option for command in COMMANDS.values() for parameter in command.params for option in parameter.opts}
    known |= {option for each in BENCHES.values() for parameter in each.params for option in parameter.opts}
    known |= {"--version", "--help"}
    known |= {"--system", "--create-home", "--home-dir", "--now", "--nginx"}  # of useradd, systemctl, certbot
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) <= known
