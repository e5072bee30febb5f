"""`kvartal bench chaos`: everything goes wrong while people play, and afterwards somebody compares what they saw.

Several processes serve one PostgreSQL; clients play at random, through a proxy or past it, come back whenever they are
cut off, and repeat what was not answered. Meanwhile there is trouble of every kind (`trouble.py`). Then, by tables:
whatever was acknowledged is stored, once and in order; whatever a seat was shown, in pieces or whole, is what the
stored log tells this seat at the versions it had, no more and no less; no version ever went back; no clock of a table
has followed the clock of a process that jumped; and every table is over or goes on.

A run is rounds of their own, each with its seed, so that one that was broken off goes on with the next.
"""

import asyncio
import contextlib
import random
import signal
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, time
from typing import Any

import msgspec

from kvartal.games import games
from kvartal.server.store.store import Store
from kvartal.server.table import events as e
from kvartal.server.table.table import Table
from kvartal.server.tools.admin import migrate
from kvartal.server.tools.bench import people
from kvartal.server.tools.crash import Lost
from kvartal.server.tools.faults import FAULTS
from kvartal.server.tools.ground import Ground
from kvartal.server.tools.trouble import Slot, Trouble
from kvartal.server.tools.wire import Http, Wire, connect

GOES_ON = 90.0  # seconds in which a table must be played on once everybody is back
ROUND = 30.0  # seconds of trouble
PATIENCE = 12.0  # seconds that a client waits for a word before it calls again
CLOCKED = {"minutes": 5}  # on every other table: less than a clock jumps, more than a round takes
WRONG = 5.0  # seconds by which the time of an event may differ from ours


@dataclass
class Player:
    """One seat: moves at random, remembers what it was told, and comes back whenever it is cut off."""

    table: str
    token: str
    rng: random.Random
    doors: Callable[[], tuple[str, int]]  # where to come back to
    done: list[str] = field(default_factory=list)
    seen: list[tuple[int, int, list[str]]] = field(default_factory=list)  # from which version to which, and the steps
    views: dict[int, set[bytes]] = field(default_factory=dict)  # whole, by version
    moves: list[str] = field(default_factory=list)
    version: int = 0
    number: int = 0
    asked: dict[str, object] | None = None  # and not answered yet
    over: bool = False
    back: str = ""  # what went back
    wire: Wire | None = None
    lines: int = 0
    last: bytes = b""  # that was heard
    when: float = 0.0
    moved: float = field(default_factory=monotonic)  # when a move was last acknowledged

    async def play(self) -> None:
        while True:
            with contextlib.suppress(OSError, TimeoutError):
                self.when = monotonic()
                async with asyncio.timeout(PATIENCE):
                    self.wire = await connect(*self.doors(), f"/api/tables/{self.table}/socket", self.token, self.heard)
                while not self.wire.lost.done():
                    left = self.when + PATIENCE - monotonic()
                    if left <= 0:
                        self.wire.abort()
                    await asyncio.wait([self.wire.lost], timeout=max(left, 0.1))
            if self.over:
                return
            await asyncio.sleep(0.05 + 0.2 * self.rng.random())

    def heard(self, payload: bytes) -> None:
        message, self.last, self.when = msgspec.json.decode(payload), payload, monotonic()
        version = message.get("version", self.version)
        if message["is"] == "view":
            self.lines += 1
            if version < self.version:
                self.back = self.back or f"version {self.version}, and then {version}"
            self.moves = message["view"]["moves"] if message["view"] else []
            self.over = bool(message["view"] and message["view"]["over"])
            self.views.setdefault(version, set()).add(in_order(message["view"]))
        elif version != self.version or message.get("steps"):
            self.seen.append((self.version, version, message.get("steps", [])))
        self.version = version
        self.moves = message.get("moves", self.moves)
        self.over = message.get("over", self.over)
        answered = message.get("done", [])
        self.done += [each for each in answered if each]
        if answered:
            self.moved = monotonic()
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


# Afterwards -----------------------------------------------------------------------------------------------------------


def in_order(view: Any) -> bytes:
    """As JSON, the same for the same view. (Its notes call people by their names, which no log of moves has.)"""
    facts = msgspec.json.decode(msgspec.json.encode(view))
    return msgspec.json.encode({what: facts[what] for what in facts or () if what != "notes"}, order="sorted")


def told(
    table: str, log: list[e.AnyEvent], seat: int, wanted: Collection[int] = ()
) -> tuple[list[str], dict[int, int], dict[int, set[bytes]]]:
    """All that this seat is told by a stored log, how much of it at each version, and the view at those wanted."""
    first = log[0]
    if not isinstance(first, e.Created):
        raise Lost(f"table {table} does not begin with its creation")
    replayed = Table(table, first)
    lines: list[str] = []
    at = {0: 0}
    views: dict[int, set[bytes]] = {}
    for event in log[1:]:
        replayed.apply(event)
        lines += replayed.news(seat)
        replayed.shown()
        version = replayed.version(seat)
        at[version] = len(lines)
        if version in wanted:
            view = replayed.match.view(seat).facts() if replayed.match is not None else None
            views.setdefault(version, set()).add(in_order(view))
    return lines, at, views


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
        lines, at, views = told(table, log, seat, player.views)
        for version, whole in player.views.items():
            if not whole <= views.get(version, set()):
                raise Lost(f"table {table}, seat {seat}: what it saw at version {version} is not what it may know")
            compared += len(whole)
        for before, after, steps in player.seen:
            if before not in at or after not in at or lines[at[before] : at[after]] != steps:
                raise Lost(
                    f"table {table}, seat {seat}: was shown {steps[-3:]} from {before} to {after}: not stored so"
                )
            compared += 1
    return compared


def on_time(table: str, log: list[e.AnyEvent], since: float, until: float) -> None:
    """Whatever the clocks of the processes said: it was stored as of now, and nobody ran out of time."""
    for event in log:
        if not since - WRONG <= event.at / 1000 <= until + WRONG:
            wrong = event.at / 1000 - (since if event.at / 1000 < since else until)
            raise Lost(f"table {table}: {type(event).__name__} was stored with a clock that is wrong by {wrong:.0f} s")
        if isinstance(event, e.Botted | e.Ended):
            raise Lost(f"table {table}: somebody ran out of time: {event}")


async def stored(store: Store, table: str) -> tuple[list[int], list[e.AnyEvent]]:
    from sqlalchemy import select

    from kvartal.server.store import schema

    rows = schema.events.c
    query = select(rows.number, rows.body).where(rows.table_id == table).order_by(rows.number)
    found = await store.all(query)
    return [row[0] for row in found], [e.read(bytes(row[1])) for row in found]


# A round --------------------------------------------------------------------------------------------------------------


async def a_round(
    ground: Ground, seed: int, seconds: float, processes: int, tables: int, faults: tuple[str, ...] = FAULTS,
    pace: float = 1.0,
) -> dict[str, int]:  # fmt: skip
    """`pace`: how long each trouble lasts, as a share of the usual."""
    rng, since = random.Random(seed), time()
    slots = [Slot(ground, number) for number in range(processes)]
    trouble = Trouble(ground, slots, rng, pace)
    house = House(trouble, tables, rng)
    try:
        await asyncio.gather(*(slot.start() for slot in slots))
        await trouble.open_proxy()
        await house.open()
        async with asyncio.TaskGroup() as both:
            keeping = both.create_task(house.keep())
            await trouble.make(seconds, faults)
            keeping.cancel()
        longest = await house.goes_on()
        await house.close()
        compared = await compare(ground, house.players, since)
    except* Lost as lost:
        raise Lost(f"{lost.exceptions[0]}; before: {'; '.join(trouble.told)}") from None
    finally:
        await house.close()
        await trouble.close()
        for slot in slots:
            if slot.process is not None and slot.process.process.returncode is None:
                await slot.end(signal.SIGTERM)
    everybody = [player for seats in house.players.values() for player in seats]
    over = sum(house.over(name) for name in house.players)
    return {
        **trouble.counts,
        "connections": sum(player.lines for player in everybody),
        "moves acknowledged": sum(len(set(player.done)) for player in everybody),
        "messages compared": compared,
        "tables over": over,
        "tables that went on": len(house.players) - over,
        STILL: house.still,
        LONGEST: longest,
    }


STILL, LONGEST = "longest stand-still of a table, ms", "longest wait for a move after it, ms"


class House:
    """Always as many tables that are played: of all games, two at each, every other one with a clock."""

    def __init__(self, trouble: Trouble, tables: int, rng: random.Random) -> None:
        self.trouble, self.tables, self.rng = trouble, tables, rng
        self.players: dict[str, list[Player]] = {}
        self.tokens: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.playable = [game.key for game in games() if 2 in game.seats]
        self.still = 0  # milliseconds: the longest that no move was acknowledged at one of them

    def over(self, name: str) -> bool:
        return any(player.over for player in self.players[name])

    async def open(self) -> None:
        slot = self.trouble.slots[0]
        http = Http(slot.host, slot.port)
        self.tokens = await people(http, 2)
        for _ in range(self.tables):
            await self.begin(http)
        http.close()

    async def begin(self, http: Http) -> None:
        wish: dict[str, object] = {"game": self.rng.choice(self.playable), "seats": ["me", "open"]}
        if len(self.players) % 2:
            wish.update(CLOCKED)
        name = str((await http.post("/api/tables", wish, self.tokens[0]))["table"])
        await http.post(f"/api/tables/{name}/do", {"do": "sit"}, self.tokens[1])
        await http.post(f"/api/tables/{name}/do", {"do": "start"}, self.tokens[0])
        self.players[name] = [Player(name, token, self.rng, self.trouble.doors) for token in self.tokens]
        self.tasks += [asyncio.create_task(player.play()) for player in self.players[name]]

    async def keep(self) -> None:
        """Where one is over another begins, as soon as that is possible."""
        while True:
            await asyncio.sleep(0.2)
            going = [seats for name, seats in self.players.items() if not self.over(name)]
            for seats in going:
                still = monotonic() - max(player.moved for player in seats)
                self.still = max(self.still, round(1000 * still))
            if len(going) < self.tables:
                http = Http(*self.trouble.doors())
                with contextlib.suppress(OSError, TimeoutError, EOFError):
                    async with asyncio.timeout(PATIENCE):
                        await self.begin(http)
                http.close()

    async def goes_on(self) -> int:
        """All trouble is over: wherever the match is not, somebody moves. How long it took, in milliseconds."""
        before = {name: sum(len(player.done) for player in seats) for name, seats in self.players.items()}
        begun, waiting = monotonic(), set(self.players)
        while waiting:
            if monotonic() > begun + GOES_ON:
                stuck = {name: [player.told() for player in self.players[name]] for name in sorted(waiting)[:3]}
                raise Lost(f"{len(waiting)} tables stand still: {stuck}")
            await asyncio.sleep(0.1)
            for name in list(waiting):
                if self.over(name) or sum(len(player.done) for player in self.players[name]) > before[name]:
                    waiting.discard(name)
        return round(1000 * (monotonic() - begun))

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for player in [player for seats in self.players.values() for player in seats]:
            if player.wire is not None:
                player.wire.abort()
                await player.wire.lost


async def compare(ground: Ground, players: dict[str, list[Player]], since: float) -> int:
    store = await Store(ground.database).open()
    try:
        compared = 0
        for name, seats in players.items():
            numbers, log = await stored(store, name)
            compared += check(name, numbers, log, seats)
            on_time(name, log, since, time())
        return compared
    finally:
        await store.close()


# A run ----------------------------------------------------------------------------------------------------------------


async def rounds(
    ground: Ground, minutes: float, seed: int, processes: int, tables: int, save: Path | None,
    heard: Callable[[int, int, dict[str, int]], None],
) -> dict[str, Any]:  # fmt: skip
    """As many rounds of half a minute as that; with `save`, those that a run before has done are not done again."""
    await migrate(ground.database)
    run = {"seed": seed, "processes": processes, "tables": tables, "faults": list(ground.faults())}
    total: dict[str, int] = {}
    done, wanted = 0, max(1, round(minutes * 60 / ROUND))
    if save is not None and save.exists():
        kept = msgspec.json.decode(save.read_bytes())
        for what, value in run.items():
            if kept[what] != value:
                raise ValueError(f"{save} is of a run with other {what}: {kept[what]}")
        total, done = kept["counts"], kept["rounds"]
    while done < wanted:
        found = await a_round(ground, seed * 1_000_003 + done, ROUND, processes, tables)
        added(total, found)
        done += 1
        heard(done, wanted, found)
        if save is not None:
            beside = save.with_name(f"{save.name}.new")
            beside.write_bytes(msgspec.json.encode({**run, "rounds": done, "counts": total}))
            beside.replace(save)
    return {"rounds": done, **total, "lost": 0}


def added(total: dict[str, int], found: dict[str, int]) -> None:
    for what, count in found.items():
        total[what] = max(total.get(what, 0), count) if what in (STILL, LONGEST) else total.get(what, 0) + count
