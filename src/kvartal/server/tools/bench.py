"""`kvartal bench server`: how many moves a process accepts, stores and shows, and how long each takes."""

import asyncio
import contextlib
import os
import random
import re
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

import msgspec

from kvartal.server.tools.wire import Http, Wire, connect


class Shown(msgspec.Struct):
    """The part of a view, or of a page, that a client of this benchmark looks at."""

    moves: Any = None
    over: bool = False


class Message(msgspec.Struct, rename={"kind": "is"}):
    """What a client of this benchmark reads of a message: the rest costs it nothing."""

    kind: str
    version: int | None = None
    view: Shown | None = None
    moves: list[str] | None = None
    parts: Shown | None = None
    done: list[str] = []


heard_by_bench = msgspec.json.Decoder(Message).decode
DRAWN_MOVE = re.compile(r'data-move="([^"]*)"')


@dataclass
class Process:
    """A server of its own, on a free port."""

    process: asyncio.subprocess.Process
    port: int
    database: str
    figures_port: int = 0

    @classmethod
    async def start(
        cls, database: str, *options: str, log: str = "WARNING", before: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> "Process":  # fmt: skip
        """`before`: of the command line, e.g. what gives it a network of its own; `environment`: beside ours."""
        command = [*before, sys.executable, "-m", "kvartal", "serve", "--port", "0", "--database", database]
        process = await asyncio.create_subprocess_exec(
            *command, "--limits", "0", *options, stdout=asyncio.subprocess.PIPE,
            env={
                **os.environ, "KVARTAL_LOG": log, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                **(environment or {}),
            },
        )  # fmt: skip
        assert process.stdout is not None
        line = b""
        with contextlib.suppress(TimeoutError):
            line = await asyncio.wait_for(process.stdout.readline(), 60)
        found = re.search(r":(\d+)/", line.decode())
        if not found:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise RuntimeError("the server did not start")
        return cls(process, int(found[1]), database)

    async def figures(self) -> dict[str, float]:
        """What it counts; it was started with `--metrics 0`."""
        if not self.figures_port:
            assert self.process.stdout is not None
            found = re.search(r":(\d+)/metrics", (await asyncio.wait_for(self.process.stdout.readline(), 60)).decode())
            assert found
            self.figures_port = int(found[1])
        http = Http("127.0.0.1", self.figures_port)
        _, text = await http.ask("GET", "/metrics")
        http.close()
        lines = [line.rsplit(" ", 1) for line in text.decode().splitlines() if not line.startswith("#")]
        return {name: float(value) for name, value in lines}

    def kill(self) -> None:
        """At once, in the middle of whatever it does."""
        self.process.send_signal(signal.SIGKILL)

    async def stop(self) -> int:
        if self.process.returncode is None:
            self.process.terminate()
        return await self.process.wait()

    def cpu_seconds(self) -> float:
        """User and system time so far, where the system tells."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Resident megabytes."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0.0
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) / 1024 if found else 0.0


@dataclass
class Tally:
    sent: int = 0
    latencies: list[float] = field(default_factory=list)  # until the mover has the answer
    other: list[float] = field(default_factory=list)  # until the other seat sees it
    refused: int = 0


class BenchTable:
    """Two seats that move as soon as they may, or when their time has come."""

    def __init__(self, tally: Tally, gap: float, rng: random.Random, path: str) -> None:
        self.tally, self.gap, self.rng, self.path = tally, gap, rng, path
        self.wires: list[Wire] = []
        self.moves: list[list[str]] = [[], []]
        self.versions = [0, 0]
        self.sent_at = 0.0
        self.waiting_for = ""
        self.mover = 0
        self.number = 0
        self.next = 0.0
        self.running = self.stalled = False

    def heard(self, seat: int) -> Callable[[bytes], None]:
        def hear(payload: bytes) -> None:
            message = heard_by_bench(payload)
            if message.version is not None:
                self.versions[seat] = message.version
            if message.view is not None:
                self.moves[seat] = message.view.moves
            elif message.moves is not None:
                self.moves[seat] = message.moves
            elif message.parts is not None and message.parts.moves is not None:
                self.moves[seat] = [unescape(move) for move in DRAWN_MOVE.findall(message.parts.moves)]
            if message.kind == "refused":
                self.tally.refused += 1
            if not self.running:
                return
            now = time.perf_counter()
            if self.waiting_for and seat == self.mover and self.waiting_for in message.done:
                self.tally.latencies.append(now - self.sent_at)
                self.waiting_for = ""
                self.schedule(now)
            elif seat != self.mover and message.kind in ("change", "page"):
                self.tally.other.append(now - self.sent_at)
            if self.stalled and self.moves[seat] and not self.waiting_for:
                self.move()

        return hear

    def schedule(self, now: float) -> None:
        self.next = max(self.next + self.gap, now - 1.0) if self.gap else now
        loop = asyncio.get_running_loop()
        loop.call_later(max(0.0, self.next - now), self.move)

    def move(self) -> None:
        seat = 0 if self.moves[0] else 1
        if not self.running or self.waiting_for:
            return
        self.stalled = not self.moves[seat]  # the other seat has not heard of its turn yet
        if self.stalled:
            return
        self.mover = seat
        self.number += 1
        self.waiting_for = f"m{self.number}"
        self.sent_at = time.perf_counter()
        self.tally.sent += 1
        self.wires[seat].say(
            do="move", id=self.waiting_for, seen=self.versions[seat], move=self.rng.choice(self.moves[seat])
        )

    @property
    def bytes(self) -> int:
        """That both seats have got so far."""
        return sum(wire.bytes for wire in self.wires)

    def close(self) -> None:
        for wire in self.wires:
            wire.close()


def stops(figures: dict[str, float]) -> dict[str, Any]:
    """What the watchdog has seen since the start."""
    longest = figures["kvartal_loop_longest_stop_seconds"] * 1000
    return {"stops over 50 ms": round(figures["kvartal_loop_stops_total"]), "longest stop ms": longest}


def reference() -> float:
    """Microseconds for a fixed piece of Python, at best: figures of a busy machine can be compared by it."""
    numbers = dict.fromkeys(range(1000), 1)
    best = 1.0
    for _ in range(200):
        begun = time.perf_counter()
        sum(numbers.values())
        best = min(best, time.perf_counter() - begun)
    return best * 1e6


async def people(http: Http, count: int) -> list[str]:
    return [str((await http.post("/api/me", {"name": f"Bench {n}"}))["token"]) for n in range(count)]


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000 if values else 0.0


async def moves(database: str, tables: int, seconds: float, rate: float, dialect: str = "json") -> dict[str, Any]:
    """Two-seat Flip City tables, a client on each seat; `rate` 0: as fast as they can."""
    server = await Process.start(database, "--metrics", "0")
    http, tally = Http("127.0.0.1", server.port), Tally()
    made = await people_tables(server, http, tally, tables, rate, dialect)
    cpu, heard = server.cpu_seconds(), sum(table.bytes for table in made)
    took = await play_for(made, seconds)
    used, heard = server.cpu_seconds() - cpu, sum(table.bytes for table in made) - heard
    done = len(tally.latencies)
    result = {
        "tables": tables, "moves": done, "moves/s": round(done / took), "p50 ms": percentile(tally.latencies, 0.5),
        "p95 ms": percentile(tally.latencies, 0.95), "p99 ms": percentile(tally.latencies, 0.99),
        "other seat p99 ms": percentile(tally.other, 0.99), "seen by the other seat": len(tally.other),
        "refused": tally.refused, "server CPU µs a move": used / max(1, done) * 1e6,
        "bytes a move, both seats": round(heard / max(1, done)), "MB": round(server.memory()),
    }  # fmt: skip
    found = await server.figures()
    stored = found["kvartal_stored_seconds_count"]
    result["stored/s"] = round(stored / took)
    result["until stored ms"] = found["kvartal_stored_seconds_sum"] / stored * 1000
    result |= stops(found)
    for table in made:
        table.close()
    http.close()
    await server.stop()
    return result


async def people_tables(
    server: Process, http: Http, tally: Tally, tables: int, rate: float, dialect: str = "json"
) -> list[BenchTable]:
    """Tables that have begun, with two clients each."""
    tokens, rng = await people(http, 2), random.Random(5)
    made: list[BenchTable] = []
    for _ in range(tables):
        wish = {"game": "flip", "seats": ["me", "open"], "options": {"turn_cap": 10_000, "win_cards": 0}}
        name = (await http.post("/api/tables", wish, tokens[0]))["table"]
        await http.post(f"/api/tables/{name}/do", {"do": "sit"}, tokens[1])
        await http.post(f"/api/tables/{name}/do", {"do": "start"}, tokens[0])
        table = BenchTable(tally, tables / rate if rate else 0.0, rng, f"/api/tables/{name}/socket")
        for seat in (0, 1):
            drawn = dialect != "json"  # then it is a page, and a page is in a browser
            path = f"{table.path}?as={dialect}"
            table.wires.append(await connect("127.0.0.1", server.port, path, tokens[seat], table.heard(seat), drawn))
        made.append(table)
    await asyncio.sleep(0.5)
    return made


async def play_for(made: list[BenchTable], seconds: float) -> float:
    """Let the clients of these tables move; how long it was."""
    begun = time.perf_counter()
    for number, table in enumerate(made):
        table.running, table.waiting_for = True, ""
        table.next = begun + table.gap * number / max(1, len(made))
        asyncio.get_running_loop().call_later(table.next - begun, table.move)
    await asyncio.sleep(seconds)
    for table in made:
        table.running = False
    return time.perf_counter() - begun


async def idle(database: str, sockets: int) -> dict[str, Any]:
    """What sockets cost that only look."""
    server = await Process.start(database)
    http = Http("127.0.0.1", server.port)
    token = (await people(http, 1))[0]
    name = ""
    wires: list[Wire] = []
    before = server.memory()
    for number in range(sockets):
        if number % 4 == 0:
            name = str((await http.post("/api/tables", {"game": "flip", "seats": ["me"]}, token))["table"])
            await http.post(f"/api/tables/{name}/do", {"do": "start"}, token)
        wires.append(await connect("127.0.0.1", server.port, f"/api/tables/{name}/socket", token, lambda _: None))
    await asyncio.sleep(1)
    cpu = server.cpu_seconds()
    await asyncio.sleep(2)
    result = {"sockets": sockets, "MB before": round(before), "MB": round(server.memory()),
              "idle CPU %": round((server.cpu_seconds() - cpu) / 2 * 100, 1)}  # fmt: skip
    for wire in wires:
        wire.close()
    http.close()
    await server.stop()
    return result


async def crowd(database: str, seats: int) -> dict[str, Any]:
    """One simultaneous round of the game with the most seats on the shelf: what it costs the server in all."""
    from kvartal.games import games

    game = max(games(), key=lambda each: each.seats.stop)
    seats = min(seats, game.seats.stop - 1)
    server = await Process.start(database)
    http = Http("127.0.0.1", server.port)
    token = (await people(http, 1))[0]
    name = (await http.post("/api/tables", {"game": game.key, "seats": ["me"] * seats}, token))["table"]
    await http.post(f"/api/tables/{name}/do", {"do": "start"}, token)
    rng, revealed, made = random.Random(3), asyncio.Event(), [0]
    wires: list[Wire] = []

    def player(seat: int) -> Callable[[bytes], None]:
        state: dict[str, Any] = {"moves": [], "told": 0}

        def hear(payload: bytes) -> None:
            message = msgspec.json.decode(payload)
            state["moves"] = (message["view"] or {}).get("moves", []) if message["is"] == "view" else state["moves"]
            state["moves"] = message.get("moves", state["moves"])
            if any(not step.startswith((f"{seat} ", "* ")) for step in message.get("steps", ())):
                revealed.set()
            if state["moves"] and not revealed.is_set() and (message["is"] == "view" or message.get("done")):
                made[0] += 1
                wish = "done" if "done" in state["moves"] else rng.choice(state["moves"])
                wires[seat].say(do="move", id=f"{seat}-{made[0]}", seat=seat, move=wish)

        return hear

    held: list[list[bytes]] = [[] for _ in range(seats)]
    for seat in range(seats):
        path = f"/api/tables/{name}/socket?seat={seat}"
        wires.append(await connect("127.0.0.1", server.port, path, token, held[seat].append))
    while not all(held):
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    cpu, begun = server.cpu_seconds(), time.perf_counter()
    for seat in range(seats):
        wires[seat].heard = player(seat)
        wires[seat].heard(held[seat][0])
    await asyncio.wait_for(revealed.wait(), 120)
    took = time.perf_counter() - begun
    await asyncio.sleep(1)
    result = {
        "game": game.key,
        "seats": seats,
        "moves": made[0],
        "server CPU s": server.cpu_seconds() - cpu,
        "round s": took,
    }
    for wire in wires:
        wire.close()
    http.close()
    await server.stop()
    return result


async def starting(database: str, tables: int) -> dict[str, Any]:
    """How long a start takes with an empty database, and with many stored tables."""
    from kvartal.server.store import index
    from kvartal.server.store.keys import new_id
    from kvartal.server.store.store import Store, now_ms
    from kvartal.server.table.acts import create
    from kvartal.server.table.commands import NewTable
    from kvartal.server.table.table import folded

    times = []
    for full in (False, True):
        if full:
            store = await Store(database).open()
            for _ in range(tables // 500):
                rows, statements = [], []
                for _ in range(500):
                    name = new_id()
                    first = create(NewTable(game="flip"), "somebody", now_ms())
                    rows += index.rows_of(name, 1, first)
                    statements += index.first_rows(folded(name, first))
                await store.append(rows, statements)
            await store.close()
        found = []
        for _ in range(3):
            begun = time.perf_counter()
            server = await Process.start(database)
            found.append(time.perf_counter() - begun)
            await server.stop()
        times.append(statistics.median(found))
    return {"stored tables": tables, "start empty s": times[0], "start full s": times[1]}


async def everything(
    tables: int, seconds: float, rate: float, pages: int, sockets: int, stored: int, seats: int, bot_tables: int,
    reviews: int = 0, spectators: int = 0, drawn_seats: int = 0,
) -> list[tuple[str, dict[str, Any]]]:  # fmt: skip
    results: list[tuple[str, dict[str, Any]]] = [("this machine now", {"reference loop µs": reference()})]
    with tempfile.TemporaryDirectory() as folder:
        if tables:
            results.append(("moves", await moves(f"{folder}/moves.db", tables, seconds, rate)))
        if pages:
            results.append(("moves, drawn", await moves(f"{folder}/pages.db", pages, seconds, 0, "desk")))
        if spectators:
            from kvartal.server.tools.bench_crowds import watched

            results.append(("moves, drawn and watched", await watched(f"{folder}/watched.db", spectators, seconds)))
        if drawn_seats:
            from kvartal.server.tools.bench_crowds import seated

            for hurry in (False, True):
                name = f"{drawn_seats} seats, drawn, {'as fast as they can' if hurry else 'at the pace of people'}"
                results.append((name, await seated(f"{folder}/seats{hurry}.db", drawn_seats, seconds, hurry)))
        if bot_tables:
            from kvartal.server.tools.bench_bots import beside_bots

            found = await beside_bots(f"{folder}/bots.db", bot_tables, tables, seconds, rate)
            results.append((f"moves beside {bot_tables} tables of bots", found))
        if reviews:
            from kvartal.server.tools.bench_reviews import beside_reviews

            found = await beside_reviews(f"{folder}/reviews.db", reviews, tables, seconds, rate)
            results.append((f"moves beside reviews: {reviews}", found))
        if sockets:
            results.append(("idle sockets", await idle(f"{folder}/idle.db", sockets)))
        if seats:
            results.append(("one round of many seats", await crowd(f"{folder}/crowd.db", seats)))
        if stored:
            results.append(("start", await starting(f"{folder}/start.db", stored)))
    return results
