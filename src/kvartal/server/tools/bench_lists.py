"""`kvartal bench lists`: how long the pages take that list things, where very many have played."""

import time
from typing import Any

import msgspec

from kvartal.server.store.store import Store
from kvartal.server.tools import seeding
from kvartal.server.tools.bench import Process, percentile, reference
from kvartal.server.tools.seeding import DAY
from kvartal.server.tools.wire import Http

LISTS = ("/", "/results", f"/deal/{DAY}", "/api/tables", "/api/tables/mine", "/api/daily", f"/api/deals/{DAY}")
MY_TABLES = 1000


async def lists(database: str, tables: int, results: int, rounds: int, told: Any) -> dict[str, Any]:
    """Each list so often, one request after the other, by somebody who has played a thousand tables themselves."""
    store = await Store(database).open(migrate=True)
    try:
        await seeding.seed(store, tables, results, told)
    finally:
        await store.close()
    server = await Process.start(database)
    http = Http("127.0.0.1", server.port)
    found: dict[str, Any] = {"reference loop µs": reference()}
    try:
        made: Any = await http.post("/api/me", {"name": "Me"})
        http.token = str(made["token"])
        store = await Store(database).open()
        await seeding.seat(store, made["person"]["id"], tables, results, MY_TABLES)
        await store.close()
        for path in LISTS:
            times: list[float] = []
            cpu = server.cpu_seconds()
            for number in range(rounds + 1):
                begun = time.perf_counter()
                status, text = await http.ask("GET", path)
                if status != 200:
                    raise ConnectionError(f"{path}: {status} {text.decode()[:300]}")
                if number:  # the first one finds nothing in memory
                    times.append(time.perf_counter() - begun)
                else:
                    cpu, first = server.cpu_seconds(), time.perf_counter() - begun
            found[path] = {
                "first ms": first * 1000, "p50 ms": percentile(times, 0.5), "p99 ms": percentile(times, 0.99),
                "server CPU ms": (server.cpu_seconds() - cpu) / rounds * 1000, "kB": len(text) / 1000,
            }  # fmt: skip
    finally:
        http.close()
        await server.stop()
    return found


def rows(found: dict[str, Any]) -> list[str]:
    """As lines for people."""
    lines = [f"reference loop {found['reference loop µs']:.1f} µs"]
    for path, figures in found.items():
        if isinstance(figures, dict):
            lines.append(f"{path:18} " + "  ".join(f"{what} {value:.1f}" for what, value in figures.items()))
    return lines


def as_json(found: dict[str, Any]) -> str:
    return msgspec.json.encode(found).decode()
