"""The description of the API is true: schemathesis tries what it promises on a real server."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from place import Place, environment, lived


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
    assert "commands" in await ann.good("GET", "/metrics")


def test_schemathesis_finds_nothing(tmp_path: Path, start: Callable[..., Place]) -> None:
    place = start(str(tmp_path / "x.db"))
    import asyncio

    ann = asyncio.run(place.person("Ann"))
    checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
    done = subprocess.run(
        [
            str(Path(sys.executable).parent / "schemathesis"), "run", f"http://127.0.0.1:{place.port}/docs/openapi.json",
            "--header", f"Authorization: Bearer {ann.token}", "--checks", checks, "--max-examples", "12",
            "--phases", "examples,coverage,fuzzing", "--seed", "1", "--generation-database", "none", "--no-color",
        ],
        env=environment(), capture_output=True, text=True, timeout=240, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
