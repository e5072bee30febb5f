"""`kvartal bench chaos`: everything goes wrong while people play, and afterwards somebody compares what they saw.

Several processes serve one PostgreSQL; clients play at random, through a proxy or past it, come back whenever they are
cut off, and repeat what was not answered. Meanwhile processes are killed, frozen and stopped, PostgreSQL crashes, the
proxy is started anew. Then, table by table: whatever was acknowledged is stored, once and in order; whatever a seat was
shown is what the stored log tells this seat between the two versions it had, no more and no less; no version ever went
back; and every table is over or goes on.

A run is rounds of their own, each with its seed, so that one that was broken off goes on with the next.
"""

import asyncio
import contextlib
import os
import random
import signal
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import asyncpg
import msgspec

from kvartal.games import games
from kvartal.server.store.store import Store
from kvartal.server.table import events as e
from kvartal.server.table.table import Table
from kvartal.server.tools.admin import migrate
from kvartal.server.tools.bench import Process, people
from kvartal.server.tools.bench_cluster import free_port, nginx, proxy
from kvartal.server.tools.crash import Lost
from kvartal.server.tools.wire import Http, Wire, connect

GOES_ON = 90.0  # seconds in which a table must be played on once everybody is back
TRIES = 20
FAULTS = ("kill", "freeze", "stop", "database", "proxy")


@dataclass
class Player:
    """One seat: moves at random, remembers what it was told, and comes back whenever it is cut off."""

    table: str
    token: str
    rng: random.Random
    doors: Callable[[], int]  # where to come back to
    done: list[str] = field(default_factory=list)
    seen: list[tuple[int, int, list[str]]] = field(default_factory=list)  # from which version to which, and the steps
    moves: list[str] = field(default_factory=list)
    version: int = 0
    number: int = 0
    asked: dict[str, object] | None = None  # and not answered yet
    over: bool = False
    back: str = ""  # what went back
    wire: Wire | None = None
    lines: int = 0
    last: bytes = b""  # that was heard

    async def play(self) -> None:
        while True:
            with contextlib.suppress(OSError):
                self.wire = await connect(
                    "127.0.0.1", self.doors(), f"/api/tables/{self.table}/socket", self.token, self.heard
                )
                await asyncio.shield(self.wire.lost)
            await asyncio.sleep(0.05 + 0.2 * self.rng.random())

    def heard(self, payload: bytes) -> None:
        message, self.last = msgspec.json.decode(payload), payload
        version = message.get("version", self.version)
        if message["is"] == "view":
            self.lines += 1
            if version < self.version:
                self.back = self.back or f"version {self.version}, and then {version}"
            self.moves = message["view"]["moves"] if message["view"] else []
            self.over = bool(message["view"] and message["view"]["over"])
        elif version != self.version or message.get("steps"):
            self.seen.append((self.version, version, message.get("steps", [])))
        self.version = version
        self.moves = message.get("moves", self.moves)
        self.over = message.get("over", self.over)
        answered = message.get("done", [])
        self.done += [each for each in answered if each]
        name = self.asked["id"] if self.asked else ""
        if name and (name in answered or name in message.get("late", ()) or message.get("id") == name):
            self.asked = None
        if message["is"] != "answer":
            asyncio.get_running_loop().call_later(0.02 * self.rng.random(), self.move)

    def told(self) -> str:
        """Where it stands, for whoever looks for a fault."""
        wire = self.wire
        line = "no line" if wire is None else "lost" if wire.lost.done() else "open" if wire.open else "no answer"
        state = f"version {self.version}, {len(self.moves)} moves, asked {self.asked}, last {self.last[:200]!r}"
        return f"{line} ({self.lines} views), {state}"

    def move(self) -> None:
        if self.asked is None and self.moves:
            self.number += 1
            name = f"{self.token[:6]}-{self.number}"
            self.asked = {"do": "move", "id": name, "seen": self.version, "move": self.rng.choice(self.moves)}
        if self.asked is not None and self.wire is not None and self.wire.open:  # perhaps once more, by the same name
            self.wire.say(**self.asked)


# What goes wrong ------------------------------------------------------------------------------------------------------


@dataclass
class Slot:
    """A place for a process: one that ends is followed by another on the same port."""

    database: str
    port: int
    process: Process | None = None

    async def start(self) -> None:
        """Again and again: the database may just be recovering."""
        for _ in range(TRIES):
            with contextlib.suppress(RuntimeError):
                self.process = await Process.start(self.database, "--port", str(self.port), log="CRITICAL")
                return
            await asyncio.sleep(0.5)
        raise Lost("a process could not be started again")

    async def end(self, how: int) -> None:
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            self.process.process.send_signal(how)
        await self.process.process.wait()


class Trouble:
    """Makes it, one after the other, and in the end takes it away."""

    def __init__(self, database: str, slots: list[Slot], rng: random.Random) -> None:
        self.database, self.slots, self.rng = database, slots, rng
        self.proxy: contextlib.AsyncExitStack | None = None
        self.door = 0
        self.counts: Counter[str] = Counter()

    async def kill(self) -> None:
        await self._again(signal.SIGKILL)

    async def stop(self) -> None:
        await self._again(signal.SIGTERM)

    async def _again(self, how: int) -> None:
        slot = self.rng.choice(self.slots)
        await slot.end(how)
        await asyncio.sleep(2 * self.rng.random())
        await slot.start()

    async def freeze(self) -> None:
        """Sometimes for so short a time that nobody notices, sometimes until others have taken over."""
        slot = self.rng.choice(self.slots)
        assert slot.process is not None
        slot.process.process.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(8 * self.rng.random())
        finally:
            slot.process.process.send_signal(signal.SIGCONT)

    async def database_(self) -> None:
        """One of its processes is killed: PostgreSQL throws everybody out and recovers from its log."""
        with contextlib.suppress(OSError, asyncpg.PostgresError):
            connection = await asyncpg.connect(self.database)
            os.kill(await connection.fetchval("SELECT pg_backend_pid()"), signal.SIGKILL)
            with contextlib.suppress(OSError, asyncpg.PostgresError):
                await connection.execute("SELECT 1")

    async def proxy_(self) -> None:
        await self.close()
        await asyncio.sleep(self.rng.random())
        await self.open_proxy()

    async def open_proxy(self) -> None:
        if nginx() is not None:
            stack = self.proxy = contextlib.AsyncExitStack()
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            ports = [slot.port for slot in self.slots]
            self.door, _ = await stack.enter_async_context(proxy(folder, ports, self.door or free_port()))

    async def close(self) -> None:
        stack, self.proxy = self.proxy, None
        if stack is not None:
            await stack.aclose()

    async def make(self, seconds: float, faults: tuple[str, ...]) -> None:
        known: dict[str, Callable[[], Awaitable[None]]] = {
            "kill": self.kill, "stop": self.stop, "freeze": self.freeze, "database": self.database_,
            "proxy": self.proxy_,
        }  # fmt: skip
        until, order = monotonic() + seconds, list(faults)
        self.rng.shuffle(order)
        while order or monotonic() < until:  # a slow machine gets each of them too
            fault = order.pop() if order else self.rng.choice(faults)  # each of them once, then any
            if fault == "proxy" and self.proxy is None:
                continue
            await known[fault]()
            self.counts[fault] += 1
            await asyncio.sleep(1.5 * self.rng.random())

    def doors(self) -> int:
        """Half of the people come through the proxy, the others to any process: the wrong one, mostly."""
        return self.door if self.door and self.rng.random() < 0.5 else self.rng.choice(self.slots).port


# Afterwards -----------------------------------------------------------------------------------------------------------


def told(table: str, log: list[e.AnyEvent], seat: int) -> tuple[list[str], dict[int, int]]:
    """All that this seat is told by a stored log, and how much of it at each version."""
    first = log[0]
    if not isinstance(first, e.Created):
        raise Lost(f"table {table} does not begin with its creation")
    replayed = Table(table, first)
    lines: list[str] = []
    at = {0: 0}
    for event in log[1:]:
        replayed.apply(event)
        lines += replayed.news(seat)
        replayed.shown()
        at[replayed.version(seat)] = len(lines)
    return lines, at


def check(table: str, numbers: list[int], log: list[e.AnyEvent], seats: list[Player]) -> int:
    """How many messages were compared; `Lost` if one of them tells something else than the log."""
    if numbers != list(range(1, len(log) + 1)):
        raise Lost(f"table {table}: the log has gaps")
    stored = [event.id for event in log if isinstance(event, e.Moved) and event.id]
    if len(stored) != len(set(stored)):
        raise Lost(f"table {table}: a move is stored twice")
    place = {name: number for number, name in enumerate(stored)}
    compared = 0
    for seat, player in enumerate(seats):
        if player.back:
            raise Lost(f"table {table}, seat {seat} went back: {player.back}")
        done = list(dict.fromkeys(player.done))
        if missing := [name for name in done if name not in place]:
            raise Lost(f"table {table}, seat {seat}: acknowledged but not stored: {missing[:3]}")
        if [place[name] for name in done] != sorted(place[name] for name in done):
            raise Lost(f"table {table}, seat {seat}: acknowledged in another order than stored")
        lines, at = told(table, log, seat)
        for before, after, steps in player.seen:
            if before not in at or after not in at or lines[at[before] : at[after]] != steps:
                raise Lost(
                    f"table {table}, seat {seat}: was shown {steps[-3:]} from {before} to {after}: not stored so"
                )
            compared += 1
    return compared


async def stored(store: Store, table: str) -> tuple[list[int], list[e.AnyEvent]]:
    from sqlalchemy import select

    from kvartal.server.store import schema

    rows = schema.events.c
    query = select(rows.number, rows.body).where(rows.table_id == table).order_by(rows.number)
    found = await store.all(query)
    return [row[0] for row in found], [e.read(bytes(row[1])) for row in found]


# A round --------------------------------------------------------------------------------------------------------------


async def a_round(
    database: str, seed: int, seconds: float, processes: int, tables: int, faults: tuple[str, ...] = FAULTS
) -> dict[str, int]:
    rng = random.Random(seed)
    slots = [Slot(database, free_port()) for _ in range(processes)]
    trouble = Trouble(database, slots, rng)
    players: dict[str, list[Player]] = {}
    tasks: list[asyncio.Task[None]] = []
    try:
        for slot in slots:
            await slot.start()
        await trouble.open_proxy()
        http = Http("127.0.0.1", slots[0].port)
        tokens = await people(http, 2)
        playable = [game.key for game in games() if 2 in game.seats]
        for _ in range(tables):
            made = await http.post("/api/tables", {"game": rng.choice(playable), "seats": ["me", "open"]}, tokens[0])
            name = str(made["table"])
            await http.post(f"/api/tables/{name}/do", {"do": "sit"}, tokens[1])
            await http.post(f"/api/tables/{name}/do", {"do": "start"}, tokens[0])
            players[name] = [Player(name, token, rng, trouble.doors) for token in tokens]
        http.close()
        everybody = [player for seats in players.values() for player in seats]
        tasks = [asyncio.create_task(player.play()) for player in everybody]
        await trouble.make(seconds, faults)
        await _goes_on(players)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        lines = sum(player.lines for player in everybody)
        for player in everybody:
            if player.wire is not None:
                player.wire.close()
                await player.wire.lost
        store = await Store(database).open()
        try:
            compared = 0
            for name, seats in players.items():
                compared += check(name, *await stored(store, name), seats)
        finally:
            await store.close()
    finally:
        for task in tasks:
            task.cancel()
        await trouble.close()
        for slot in slots:
            if slot.process is not None and slot.process.process.returncode is None:
                await slot.end(signal.SIGTERM)
    acknowledged = sum(len(set(player.done)) for player in everybody)
    return {**trouble.counts, "connections": lines, "moves acknowledged": acknowledged, "messages compared": compared}


async def _goes_on(players: dict[str, list[Player]]) -> None:
    """All trouble is over: wherever the match is not, somebody moves."""
    before = {name: sum(len(player.done) for player in seats) for name, seats in players.items()}
    until = monotonic() + GOES_ON
    waiting = set(players)
    while waiting:
        if monotonic() > until:
            stuck = {name: [player.told() for player in players[name]] for name in sorted(waiting)[:3]}
            raise Lost(f"{len(waiting)} tables stand still: {stuck}")
        await asyncio.sleep(0.1)
        for name in list(waiting):
            seats = players[name]
            if any(player.over for player in seats) or sum(len(player.done) for player in seats) > before[name]:
                waiting.discard(name)


async def rounds(
    database: str, minutes: float, seed: int, processes: int, tables: int, save: Path | None,
    heard: Callable[[int, dict[str, int]], None],
) -> dict[str, Any]:  # fmt: skip
    """As many rounds of half a minute as that; with `save`, those that a run before has done are not done again."""
    await migrate(database)
    total: Counter[str] = Counter()
    done = 0
    if save is not None and save.exists():
        kept = msgspec.json.decode(save.read_bytes())
        if kept["seed"] != seed:
            raise ValueError(f"{save} is of a run with --seed {kept['seed']}")
        total, done = Counter(kept["counts"]), kept["rounds"]
    while done < max(1, round(2 * minutes)):
        found = await a_round(database, seed * 1_000_003 + done, 30.0, processes, tables)
        total.update(found)
        done += 1
        heard(done, found)
        if save is not None:
            save.write_bytes(msgspec.json.encode({"seed": seed, "rounds": done, "counts": total}))
    return {"rounds": done, **total, "lost": 0}
