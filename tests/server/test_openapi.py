"""The description of the API is true: schemathesis tries what it promises on a real server."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from place import Place, environment, lived

import kvartal


@lived
async def test_the_description_is_openapi_3_1_and_the_page_fetches_nothing_from_elsewhere(place: Place) -> None:
    ann = await place.person("Ann")
    described = await ann.good("GET", "/docs/openapi.json")
    assert described["openapi"].startswith("3.1")
    assert len(described["paths"]) >= 14
    for path in ("/docs", "/files/docs.js", "/files/docs.css", "/"):
        text = await ann.good("GET", path)
        assert "http://" not in text
        assert "https://" not in text
    assert (await ann.ask("GET", "/metrics"))[0] == 404, "on a port of its own"
    assert "commands" in await place.figures()


@lived
async def test_the_description_knows_every_field_of_a_table_and_a_view(place: Place) -> None:
    """HTTP answers what the description names; a socket sends all there is. In every status they say the same."""
    ann = await place.person("Ann")
    described = (await ann.good("GET", "/docs/openapi.json"))["components"]["schemas"]
    assert described["Looked"]["properties"]["table"] == {"$ref": "#/components/schemas/TableShown"}
    assert {"$ref": "#/components/schemas/ViewShown"} in described["Looked"]["properties"]["view"]["oneOf"]
    statuses = described["TableShown"]["properties"]["status"]["enum"]
    seen = set()

    async def same(table: str) -> None:
        client = await ann.sit_at(table)
        sent = client.messages[0]
        told = await ann.look(table)
        assert {name: told[name] for name in ("table", "view", "version", "seat", "chat")} == {
            name: sent[name] for name in ("table", "view", "version", "seat", "chat")
        }
        seen.add(told["table"]["status"])
        await client.close()

    salting = await ann.table("toy", ["me", "bot greedy"], minutes=5, options={"rounds": 1})
    await ann.do(salting, do="promise", promise="0" * 64)
    await ann.do(salting, do="chat", text="hello")
    await same(salting)
    await ann.do(salting, do="start")
    await same(salting)
    playing = await ann.table("toy", ["me", "bot greedy"], options={"rounds": 1})
    await ann.do(playing, do="start")
    await same(playing)
    client = await ann.sit_at(playing)
    while client.table["status"] == "playing":
        if client.moves:
            await client.say(do="move", id=f"m{client.version}", move=client.moves[-1], seen=client.version)
        else:
            version = client.version
            await client.until(lambda version=version: client.version > version or client.table["status"] != "playing")
    await same(playing)
    ended = await ann.table("toy", ["me", "bot greedy"])
    await ann.do(ended, do="start")
    await ann.do(ended, do="resign")
    await same(ended)
    assert seen == set(statuses)


@lived
async def test_everything_in_a_list_is_described_field_by_field(place: Place) -> None:
    ann = await place.person("Ann")
    await ann.table("toy", ["me", "open"], public=True)
    described = await ann.good("GET", "/docs/openapi.json")
    for path in ("/api/tables", "/api/tables/mine", "/api/daily", "/api/games"):
        schema = described["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        name = schema["items"]["$ref"].rpartition("/")[2]
        for each in await ann.good("GET", path):
            assert set(each) == set(described["components"]["schemas"][name]["properties"]), path


@lived
async def test_schemathesis_finds_nothing(tmp_path: Path, start: Callable[..., Place]) -> None:
    place = start(str(tmp_path / "x.db"))
    ann = await place.person("Ann")
    playing, waiting = await ann.table(seats=["me", "bot random"]), await ann.table()
    await ann.do(playing, do="start")
    code = (await ann.look(waiting))["table"]["code"]
    deal = (await ann.good("GET", "/api/daily"))[0]["deal"]
    solo = kvartal.new("flip", players=1, seed=1, turn_cap=1)
    while not solo.over:
        solo.play(0, solo.moves(0)[-1])
    study = (await ann.good("POST", "/api/studies", {"record": solo.export()}))["id"]
    (tmp_path / "schemathesis.toml").write_text(
        f'[parameters]\n"path.table_id" = ["{playing}", "{waiting}"]\n"path.code" = "{code}"\n'
        f'"path.deal" = "{deal}"\n"path.game" = "flip"\n"path.lesson" = "two"\n"path.study_id" = "{study}"\n'
    )
    checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
    run = await asyncio.to_thread(
        subprocess.run,
        [
            str(Path(sys.executable).parent / "schemathesis"), "run", f"http://127.0.0.1:{place.port}/docs/openapi.json",
            "--header", f"Authorization: Bearer {ann.token}", "--checks", checks, "--max-examples", "10",
            "--exclude-method", "DELETE",  # it would forget who we are, and everything after it would be refused
            "--phases", "coverage,fuzzing", "--seed", "1", "--request-timeout", "100",
            "--generation-database", "none", "--no-color",
        ],
        env=environment(), capture_output=True, text=True, timeout=240, cwd=tmp_path,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    assert "33 passed" in run.stdout
    assert (await ann.good("GET", "/api/me"))["id"] == ann.id


def test_without_a_command_kvartal_serves(tmp_path: Path) -> None:
    """`./kvartal` on a fresh machine: a place, on the usual port, with its database at the documented place."""
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", 8000))
            taken.listen()
            said = "port 8000 on 127.0.0.1 is taken"
        except OSError:
            said = "port 8000 on 127.0.0.1 is taken"  # by somebody else on this machine: as good
        here = environment() | {"XDG_DATA_HOME": str(tmp_path)}
        done = subprocess.run([sys.executable, "-m", "kvartal"], env=here, capture_output=True, text=True, timeout=60)
    assert (done.returncode, said in done.stderr) == (3, True)


def test_no_warning_of_deprecated_use(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys, warnings; warnings.simplefilter('error')\n"
        "from kvartal.server.http.app import build; from kvartal.server.live.hall import Hall\n"
        "from kvartal.server.http.settings import Settings; from kvartal.server.store.store import Store\n"
        "async def main():\n"
        "    store = await Store(sys.argv[1]).open()\n"
        "    build(Hall(store, store.metrics), Settings()).inner.openapi_schema.to_schema()\n"
        "    await store.close()\n"
        "asyncio.run(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "x.db")], env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
