"""`kvartal bench clocks`: very many tables with clocks at once, all of them run, and all of them out of time together.

Each is put into the database as it would have been stored some minutes ago, so that their time is up at the same
moment; then each is looked at once, which brings it to life with one of the processes.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any

from kvartal.server.store import index
from kvartal.server.store.keys import new_id
from kvartal.server.store.store import Store, now_ms
from kvartal.server.table import commands as c
from kvartal.server.table.acts import act, create
from kvartal.server.table.table import folded
from kvartal.server.tools.admin import migrate
from kvartal.server.tools.bench import Process, percentile
from kvartal.server.tools.bench_cluster import cpu, postmaster
from kvartal.server.tools.wire import Http

MINUTES = 60  # of each clock; nearly all of it has gone by
AT_ONCE = 200  # tables put into one transaction
CALLERS = 16  # who look at tables, one after the other
QUIET = 10.0  # seconds in which nothing but clocks goes on
PER_SECOND = 170  # tables that are stored and brought to life in a second, at least, on two busy cores
AT_LONGEST = 900.0  # seconds after which those that are still not out of time are told of
TIME_UP = 'kvartal_commands_total{kind="timeup",result="ok"}'
Told = Callable[[str], None]


async def seed(database: str, tables: int, person: str, ends: int) -> list[str]:
    """So many tables of two whose first player runs out of time at this moment."""
    store, made, began = await Store(database).open(), [], ends - MINUTES * 60_000
    wish = c.NewTable(game="flip", seats=["me", "me"], minutes=MINUTES)
    for first in range(0, tables, AT_ONCE):
        rows, statements = [], []
        for _ in range(min(AT_ONCE, tables - first)):
            name = new_id()
            events = create(wish, person, began)
            table = folded(name, events)
            events += act(table, c.Start(), person, began).events
            rows += index.rows_of(name, 1, events)
            statements += index.first_rows(table)
            made.append(name)
        await store.append(rows, statements)
    await store.close()
    return made


async def looked_at(ports: list[int], names: list[str], token: str) -> int:
    """Each of them is at home with the process that is asked first; how many were refused."""
    left, refused = list(enumerate(names)), 0

    async def call() -> None:
        nonlocal refused
        lines = [Http("127.0.0.1", port, token) for port in ports]
        while left:
            number, name = left.pop()
            status, _ = await lines[number % len(lines)].ask("GET", f"/api/tables/{name}")
            refused += status != 200
        for line in lines:
            line.close()

    await asyncio.gather(*(call() for _ in range(CALLERS)))
    return refused


async def asking(port: int, waits: list[float], failed: list[int]) -> None:
    """Somebody else asks for something small, ten times a second."""
    line = Http("127.0.0.1", port)
    while True:
        begun = time.perf_counter()
        status, _ = await line.ask("GET", "/api/daily")
        waits.append(time.perf_counter() - begun)
        if status != 200:
            failed.append(status)
        await asyncio.sleep(0.1)


async def total(servers: list[Process]) -> dict[str, float]:
    """The figures of all processes together; of the longest stop, the longest."""
    found = [await server.figures() for server in servers]
    added = {name: sum(each.get(name, 0) for each in found) for name in found[0] | {TIME_UP: 0}}
    longest = "kvartal_loop_longest_stop_seconds"
    return added | {longest: max(each[longest] for each in found)}


async def clocks(database: str, processes: int, tables: int, told: Told) -> dict[str, Any]:
    await migrate(database)
    main = await postmaster(database)
    servers = [await Process.start(database, "--metrics", "0") for _ in range(processes)]
    http = Http("127.0.0.1", servers[0].port)
    result: dict[str, Any] = {"tables": tables}
    try:
        me: Any = await http.post("/api/me", {"name": "Bench"})
        token, person = me["token"], me["person"]["id"]
        ends, begun = now_ms() + int(1000 * (30 + tables / PER_SECOND)), time.perf_counter()
        names = await seed(database, tables, person, ends)
        result["put there s"] = round(time.perf_counter() - begun)
        told(f"{tables} tables are stored; each is looked at now")
        before, begun = sum(server.memory() for server in servers), time.perf_counter()
        result["refused"] = await looked_at([server.port for server in servers], names, token)
        result["brought to life s"] = round(time.perf_counter() - begun)
        await asyncio.sleep(2)
        found = await total(servers)
        result["live"] = round(found["kvartal_live_tables"])
        result["MB in all"] = round(sum(server.memory() for server in servers))
        result["kB a table"] = round((result["MB in all"] - before) * 1024 / max(1, result["live"]), 1)
        result["left s"] = round((ends - now_ms()) / 1000)
        spent = [sum(server.cpu_seconds() for server in servers), cpu(main)]
        await asyncio.sleep(QUIET)
        result["CPU % of clocks that run"] = round(100 * (_cpu(servers) - spent[0]) / QUIET, 1)
        result["PostgreSQL CPU %"] = round(100 * (cpu(main) - spent[1]) / QUIET, 1)
        told("all clocks run")
        await asyncio.sleep(max(0.0, (ends - now_ms()) / 1000 - 1))
        result |= await _time_up(servers, tables, ends, told)
    finally:
        http.close()
        for server in servers:
            await server.stop()
    return result


def _cpu(servers: list[Process]) -> float:
    return sum(server.cpu_seconds() for server in servers)


async def _time_up(servers: list[Process], tables: int, ends: int, told: Told) -> dict[str, Any]:
    before, waits, failed = await total(servers), list[float](), list[int]()
    other = asyncio.create_task(asking(servers[0].port, waits, failed))
    spent, up, so_far = _cpu(servers), 0.0, before
    while up < tables and now_ms() - ends < AT_LONGEST * 1000:
        await asyncio.sleep(1)
        so_far = await total(servers)
        up = so_far[TIME_UP]
    took = (now_ms() - ends) / 1000
    told(f"{round(up)} are out of time")
    other.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await other
    stops = "kvartal_loop_stops_total"
    return {
        "out of time": round(up),
        "all of them after s": round(took),
        "CPU ms each": round((_cpu(servers) - spent) / max(1, up) * 1000, 2),
        "stops of the loop before": round(before[stops]),
        "stops of the loop then": round(so_far[stops] - before[stops]),
        "of these others computed": round(
            so_far.get("kvartal_loop_stops_outside_total", 0) - before.get("kvartal_loop_stops_outside_total", 0)
        ),
        "longest stop ms, before": round(before["kvartal_loop_longest_stop_seconds"] * 1000),
        "longest stop ms": round(so_far["kvartal_loop_longest_stop_seconds"] * 1000),
        "others wait p50 ms": round(percentile(waits, 0.5), 1),
        "others wait p99 ms": round(percentile(waits, 0.99), 1),
        "others refused": len(failed),
    }
