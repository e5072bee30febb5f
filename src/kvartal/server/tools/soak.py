"""`kvartal bench soak`: an hour of mixed play at one real server. Does anything grow, does anything hold up everybody?

People come and go, play several games in several languages with each other and with bots, over JSON and drawn pages,
watch, ask for hints, sketch, and look at what is over: log, record, replay, review, study. Old tables become older and
are cleaned away meanwhile. The load is steady and modest: what is looked for is growth, not speed.
"""

import asyncio
import contextlib
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
from sqlalchemy import insert

from kvartal.engine.words import LANGUAGES
from kvartal.games import games
from kvartal.server.live.cleaning import DAY
from kvartal.server.store import schema
from kvartal.server.store.store import Store, now_ms
from kvartal.server.tools.bench import DRAWN_MOVE, Process
from kvartal.server.tools.bench_cleaning import BODY
from kvartal.server.tools.wire import Http, Wire, connect

SCREENS = ("json", "whole", "desk", "phone", "across")
BOTS = ("random", "greedy", "level1", "level2")
MOST_SEATS = 4
LONGEST_MATCH = 120  # moves of people; then bots play it to its end, or everybody goes
PATIENCE = 20.0  # seconds without any news until a table is left alone
OLD_A_MINUTE = 60  # tables that become old enough to be taken away
LINES = 40  # events of each
KEPT_DAYS = 365
STEADY = 10  # minutes until everything that fills up is full, of an hour


@dataclass
class Onlooker:
    """One connection: to a seat of this person, or only to look."""

    token: str
    screen: str
    lang: str
    news: asyncio.Event
    moves: list[str] = field(default_factory=list)
    version: int = 0
    asked: str = ""  # the move that is not answered yet
    over: bool = False
    wire: Wire | None = None

    async def come(self, port: int, table: str) -> None:
        path = f"/api/tables/{table}/socket?as={self.screen}&lang={self.lang}"
        self.asked, self.wire = "", await connect("127.0.0.1", port, path, self.token, self.heard)

    def heard(self, payload: bytes) -> None:
        message = msgspec.json.decode(payload)
        self.version = message.get("version", self.version)
        view, drawn = message.get("view"), message.get("parts") or {}
        if view is not None:
            self.moves, self.over = view["moves"], view["over"]
        elif "moves" in drawn:
            self.moves = [unescape(move) for move in DRAWN_MOVE.findall(drawn["moves"])]
        else:
            self.moves = message.get("moves", self.moves)
        self.over = message.get("over", self.over)
        if self.asked in message.get("done", ()) or self.asked in message.get("late", ()):
            self.asked = ""
        if message["is"] == "refused" or message.get("id") == self.asked:
            self.asked = ""
        self.news.set()

    def go(self) -> None:
        if self.wire is not None:
            self.wire.close()


class Guests:
    """Everybody who comes by, and what they have done."""

    def __init__(self, port: int, tables: int, rate: float, seed: int) -> None:
        self.port, self.gap, self.rng = port, tables / rate, random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []  # the first answers that should not have been given
        self.tokens: list[str] = []
        self.tables = tables

    async def play(self) -> None:
        """Until it is cancelled."""
        async with asyncio.TaskGroup() as group:
            for number in range(self.tables):
                group.create_task(self.evenings(number))

    async def evenings(self, number: int) -> None:
        await asyncio.sleep(self.gap * number / self.tables)
        http = Http("127.0.0.1", self.port)
        try:
            while True:
                try:
                    await Evening(self, http, random.Random(self.rng.random())).spend()
                except (OSError, EOFError, asyncio.IncompleteReadError) as error:
                    http.close()
                    http.writer = None
                    self.faulty(f"{type(error).__name__} {error}")
                    await asyncio.sleep(1)
        finally:
            http.close()

    def faulty(self, what: str) -> None:
        self.counts["faults"] += 1
        if len(self.wrong) < 20:
            self.wrong.append(what[:300])


class Evening:
    """One table, from the moment that somebody makes it until nobody looks at it any more."""

    def __init__(self, guests: Guests, http: Http, rng: random.Random) -> None:
        self.guests, self.http, self.rng, self.counts = guests, http, rng, guests.counts
        self.news = asyncio.Event()
        self.name = ""
        self.seats: list[Onlooker] = []
        self.around: list[Onlooker] = []

    async def spend(self) -> None:
        await self.sit_down()
        try:
            await self.play()
            await self.look_back()
            await self.look_around()
        finally:
            for each in (*self.seats, *self.around):
                each.go()
        await self.part()

    # Asking -----------------------------------------------------------------------------------------------------------

    async def ask(self, what: str, method: str, path: str, body: object = None, token: str | None = None) -> bytes:
        """Refusals are answers; a fault of the server is not."""
        who = self.seats[0].token if token is None and self.seats else token
        status, text = await self.http.ask(method, path, body, who)
        self.counts[what] += 1
        if status >= 500:
            self.guests.faulty(f"{method} {path}: {status} {text[:200]!r}")
        return text if status < 400 else b""

    async def told(self, what: str, method: str, path: str, body: object = None, token: str | None = None) -> Any:
        text = await self.ask(what, method, path, body, token)
        return msgspec.json.decode(text) if text else None

    async def person(self) -> str:
        """Somebody who has been here before, or somebody new."""
        tokens = self.guests.tokens
        if len(tokens) > 4 * self.guests.tables and self.rng.random() < 0.8:
            return tokens.pop(self.rng.randrange(len(tokens)))
        made = await self.told("people", "POST", "/api/me", {"name": f"Guest {self.rng.randrange(10**6)}"}, "")
        return str(made["token"])

    async def part(self) -> None:
        """Most may come back; some want to be forgotten."""
        for each in self.seats:
            if self.rng.random() < 0.1:
                await self.ask("forgotten", "DELETE", "/api/me", token=each.token)
            else:
                self.guests.tokens.append(each.token)

    # The match --------------------------------------------------------------------------------------------------------

    async def sit_down(self) -> None:
        rng = self.rng
        game = rng.choice(games())
        most = min(MOST_SEATS, game.seats.stop - 1)
        seats = rng.randint(min(game.seats.start, most), most)
        people = rng.randint(1, seats)
        wish: dict[str, Any] = {"game": game.key, "public": rng.random() < 0.5, "help": True}
        wish["seats"] = ["me", *["open"] * (people - 1), *[f"bot {rng.choice(BOTS)}" for _ in range(seats - people)]]
        if rng.random() < 0.3:
            wish["minutes"] = 30
        tokens = [await self.person() for _ in range(people)]
        self.seats = [self.onlooker(token) for token in tokens]
        preset = rng.choice([None, *[each.name for each in game.presets]])
        made = await self.told("tables", "POST", "/api/tables", wish | ({"preset": preset} if preset else {}))
        made = made or await self.told("tables", "POST", "/api/tables", wish)
        self.name = made["table"]
        for each in self.seats[1:]:
            await self.do("sit", each)
        if rng.random() < 0.1 and people > 1:
            await self.do("stand", self.seats[-1])
            await self.do("sit", self.seats[-1])
        self.around = [self.onlooker("", "json"), *[self.onlooker("") for _ in range(rng.choice((0, 0, 1, 3)))]]
        for each in (*self.seats, *self.around):
            await each.come(self.guests.port, self.name)
        await self.do("start", self.seats[0])

    def onlooker(self, token: str, screen: str = "") -> Onlooker:
        return Onlooker(token, screen or self.rng.choice(SCREENS), self.rng.choice(LANGUAGES), self.news)

    async def do(self, what: str, who: Onlooker, **more: object) -> Any:
        return await self.told(what, "POST", f"/api/tables/{self.name}/do", {"do": what, **more}, who.token)

    @property
    def over(self) -> bool:
        return self.around[0].over

    async def play(self) -> None:
        for number in range(LONGEST_MATCH):
            await asyncio.sleep(self.guests.gap * (0.5 + self.rng.random()))
            mover = await self.somebody()
            if mover is None or mover.wire is None:
                break
            mover.asked = f"m{number}"
            mover.wire.say(do="move", id=mover.asked, seen=mover.version, move=self.rng.choice(mover.moves))
            self.counts["moves"] += 1
            if self.rng.random() < 0.15:
                await self.something_else(self.rng.choice(self.seats))
        if not self.over:
            await self.break_off()

    async def somebody(self) -> Onlooker | None:
        """Who can move; None: it is over, or nothing happens any more."""
        until = monotonic() + PATIENCE
        while not self.over and monotonic() < until:
            able = [each for each in self.seats if each.moves and not each.asked]
            if able:
                return self.rng.choice(able)
            self.news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), 1.0)
        return None

    async def something_else(self, who: Onlooker) -> None:
        way = f"/api/tables/{self.name}"
        match self.rng.randrange(8):
            case 0:
                await self.ask("hints", "GET", f"{way}/hint?lang={who.lang}", token=who.token)
            case 1:
                await self.ask("hints", "GET", f"/table/{self.name}/advice", token=who.token)
            case 2:
                await self.do("chat", who, text="Well, well.")
            case 3:
                await self.do("undo", who)
            case 4:  # the line is lost, and taken up again
                each = self.rng.choice([*self.seats, *self.around[1:]])
                each.go()
                each.moves = []
                await each.come(self.guests.port, self.name)
            case 5:
                await self.ask("sketches", "POST", f"{way}/sketch", {}, who.token)
            case 6:
                await self.ask("pages", "GET", f"/table/{self.name}", token=who.token)
                await self.ask("pages", "GET", f"/table/{self.name}/text", token=who.token)
            case _:
                await self.ask("logs", "GET", f"{way}/log?lang={who.lang}", token=who.token)

    async def break_off(self) -> None:
        """It took too long: bots play on, or people agree that it is over, give up or just go."""
        how = self.rng.choice(("bot", "bot", "bot", "end", "resign", "leave"))
        for each in self.seats:
            await self.do(how, each, **({"level": "random"} if how == "bot" else {}))
        until = monotonic() + PATIENCE
        while how == "bot" and not self.over and monotonic() < until:
            self.news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), 1.0)

    # Afterwards -------------------------------------------------------------------------------------------------------

    async def look_back(self) -> None:
        way, page, rng = f"/api/tables/{self.name}", f"/table/{self.name}", self.rng
        self.counts["finished"] += self.over
        for what, path in (("exports", f"{way}/record"), ("logs", f"{way}/log"), ("pages", page)):
            await self.ask(what, "GET", path)
        if not self.over:
            return
        await self.ask("replays", "GET", f"{page}/replay")
        for _ in range(4):
            await self.ask("replays", "GET", f"{page}/at?step={rng.randrange(60)}&screen=phone&told=true")
        await self.ask("verified", "GET", f"{page}/verify")
        if rng.random() < 0.3:
            await self.review(way, page)
        if rng.random() < 0.4:
            await self.study(way)
        if rng.random() < 0.2:
            await self.do("rematch", self.seats[0])

    async def review(self, way: str, page: str) -> None:
        """Not everybody waits until it is made."""
        await self.ask("reviews", "POST", f"{way}/review", {"seat": 0})
        for _ in range(self.rng.randrange(10)):
            await asyncio.sleep(2)
            found = await self.told("reviews looked at", "GET", f"{way}/review")
            await self.ask("pages", "GET", f"{page}/review/now?seat=0")
            if found is None or found["status"] not in ("waiting", "running"):
                await self.ask("pages", "GET", f"{page}/review/board?step=3&seat=0")
                await self.ask("practice", "POST", f"{way}/practice", {"seat": 0})
                return
        await self.ask("reviews stopped", "DELETE", f"{way}/review")

    async def study(self, way: str) -> None:
        made = await self.told("studies", "POST", f"{way}/study", {"title": "What if"})
        if made is None:
            return
        there = f"/api/studies/{made['id']}"
        at = self.rng.randrange(max(1, made["last"]))
        for number in (at, max(0, at - 5)):
            answer = {"do": "answer", "version": made["version"], "branch": 0, "number": number, "level": "greedy"}
            made = await self.told("studies", "POST", f"{there}/do", answer) or made
        note = {"do": "note", "version": made["version"], "branch": 0, "number": at, "text": "Here."}
        await self.ask("studies", "POST", f"{there}/do", note)
        await self.ask("pages", "GET", f"/study/{made['id']}")
        await self.ask("pages", "GET", f"/study/{made['id']}/at?branch=0&number={at}")
        await self.ask("exports", "GET", f"{there}/file")
        if self.rng.random() < 0.8:
            await self.ask("studies", "DELETE", there)

    async def look_around(self) -> None:
        key = self.rng.choice(games()).key
        for path in ("/", f"/rules/{key}", f"/new/{key}", "/results", "/puzzles", "/studies", "/practice"):
            await self.ask("pages", "GET", path)
        for path in ("/api/tables", "/api/tables/mine", "/api/daily", f"/api/games?lang={self.rng.choice(LANGUAGES)}"):
            await self.ask("lists", "GET", path)
        await self.ask("exports", "GET", "/api/practice/export")


# What is looked at ----------------------------------------------------------------------------------------------------


def resident(pid: int) -> float:
    """Megabytes."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def beneath(pid: int) -> list[int]:
    """The processes that it has started."""
    found = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [*found, *[below for each in found for below in beneath(each)]]


@dataclass
class Minute:
    """What was seen at the end of one."""

    minute: float
    mb: float
    bots_mb: float  # of the processes that think
    files: int
    tasks: int
    blocks: int  # pieces of memory that Python has given out
    tables: int
    sockets: int
    stops: int  # of the loop, in this minute
    outside: int  # of these, while something else had the processor
    longest_ms: float  # of them, so far
    caches: dict[str, tuple[int, int]]  # how much of how much at most
    done: dict[str, int]  # so far


HEAD = "minute   MB   bots  files  tasks  blocks  tables  sockets  moves  stops  (outside)  longest ms"


def row(each: Minute) -> str:
    line = (
        f"{each.minute:6.4g} {each.mb:6.1f} {each.bots_mb:6.1f} {each.files:5} {each.tasks:6} {each.blocks:8} "
        f"{each.tables:6} {each.sockets:7} {each.done.get('moves', 0):7} {each.stops:5} {each.outside:9} "
        f"{each.longest_ms:12.1f}"
    )
    caches = [f"{name} {size}/{most}" for name, (size, most) in sorted(each.caches.items()) if size]
    return f"{line}\n       {', '.join(caches)}"


CACHE = re.compile(r'kvartal_cache_entries\{cache="([^"]+)"\}')


def minute(number: float, server: Process, found: dict[str, float], before: dict[str, float], done: Any) -> Minute:
    pid = server.process.pid
    stops, outside = (
        int(found[name] - before.get(name, 0))
        for name in ("kvartal_loop_stops_total", "kvartal_loop_stops_outside_total")
    )
    names = [each[1] for each in map(CACHE.fullmatch, found) if each]
    caches = {
        name: (
            int(found[f'kvartal_cache_entries{{cache="{name}"}}']),
            int(found[f'kvartal_cache_bound{{cache="{name}"}}']),
        )
        for name in names
    }
    return Minute(
        minute=number, mb=round(resident(pid), 1), bots_mb=round(sum(map(resident, beneath(pid))), 1),
        files=len(list(Path(f"/proc/{pid}/fd").iterdir())), tasks=int(found["kvartal_tasks"]),
        blocks=int(found["kvartal_blocks"]), tables=int(found["kvartal_live_tables"]),
        sockets=int(found["kvartal_sockets"]), stops=stops, outside=outside,
        longest_ms=round(found["kvartal_loop_longest_stop_seconds"] * 1000, 1), caches=caches, done=dict(done),
    )  # fmt: skip


async def put_old(database: str, minutes: float) -> None:
    """Tables that become old enough to go, one after the other, while people play."""
    store = await Store(database).open(migrate=True)
    try:
        fixed = {"game": games()[0].key, "public": False, "created": 1, "about": b"{}", "status": "finished"}
        begun = now_ms() - KEPT_DAYS * DAY
        made = [{"id": "young", **fixed, "touched": now_ms() - 2 * DAY}]  # the clock is right
        for number in range(round(OLD_A_MINUTE * minutes)):
            made.append({"id": f"old{number}", **fixed, "touched": begun + number * 60_000 // OLD_A_MINUTE})
        rows = [(str(each["id"]), n, BODY) for each in made for n in range(1, LINES + 1)]
        await store.append(rows, [(insert(schema.tables), made)])
    finally:
        await store.close()


async def watched(
    database: str, minutes: float, tables: int, rate: float, seed: int, every: float = 60.0,
    heard: Callable[[Guests], object] | None = None,
) -> AsyncIterator[Minute]:  # fmt: skip
    """What is seen minute by minute, while guests play."""
    await put_old(database, minutes)
    server = await Process.start(database, "--metrics", "0", "--clean-after", "0", "--bot-seconds", "0.3")
    guests = Guests(server.port, tables, rate, seed)
    if heard is not None:
        heard(guests)
    playing = asyncio.create_task(guests.play())
    try:
        begun, before = monotonic(), await server.figures()
        for number in range(1, max(1, round(minutes * 60 / every)) + 1):
            await asyncio.wait([playing], timeout=max(0.0, begun + number * every - monotonic()))
            if playing.done():
                await playing
            found = await server.figures()
            yield minute(number * every / 60, server, found, before, guests.counts)
            before = found
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await server.stop()


def summary(seen: list[Minute]) -> dict[str, Any]:
    """What an hour was like: `from minute` on, when everything that fills up should be full."""
    if not seen:
        return {"minutes": 0}
    last = seen[-1]
    steady = min(STEADY, last.minute / 6)
    rest = [each for each in seen if each.minute >= steady]
    low, high = min(each.mb for each in rest), max(each.mb for each in rest)
    over = [name for name, (size, most) in last.caches.items() if size > most]
    return {
        "minutes": last.minute, "from minute": rest[0].minute, "MB then": rest[0].mb, "MB at the end": last.mb,
        "MB, least and most": f"{low} to {high}", "± %": round((high - low) / (high + low) * 100, 1),
        "files then and at the end": f"{rest[0].files}, {last.files}",
        "tasks then and at the end": f"{rest[0].tasks}, {last.tasks}",
        "caches over their bound": ", ".join(over) or "none",
        "stops over 50 ms": sum(each.stops for each in seen),
        "while others had the core": sum(each.outside for each in seen),
        "longest ms": last.longest_ms, **last.done,
    }  # fmt: skip
