"""`kvartal bench crash`: kill the server in the middle of many games, again and again, and look for what is missing.

After each restart: every move that was acknowledged is stored, and every step that any client saw is there, in order.
"""

import asyncio
import random
import re
from dataclasses import dataclass, field
from typing import Any

import msgspec

from kvartal.games import games
from kvartal.server.store.store import Store
from kvartal.server.table import events as e
from kvartal.server.table.table import Table, folded
from kvartal.server.tools.bench import Process, people
from kvartal.server.tools.wire import Http, Wire, connect


class Lost(AssertionError):
    """Something that a client knew is not stored."""


@dataclass
class Player:
    """One seat: moves at random as soon as it may, and remembers what it was told."""

    table: str
    rng: random.Random
    done: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    version: int = 0
    number: int = 0
    name: str = ""
    wire: Wire | None = None
    connected: bool = False
    playing: bool = False  # only when all are connected: nobody misses a step that was told before

    def heard(self, payload: bytes) -> None:
        message = msgspec.json.decode(payload)
        self.version = message.get("version", self.version)
        if message["is"] == "view":
            self.connected = True
            self.moves = message["view"]["moves"] if message["view"] else []
        self.moves = message.get("moves", self.moves)
        self.done += message.get("done", [])
        self.steps += message.get("steps", [])
        if self.moves and message["is"] != "refused":
            asyncio.get_running_loop().call_later(self.rng.random() * 0.01, self.move)

    def move(self) -> None:
        if self.moves and self.wire is not None and self.playing:
            self.number += 1
            move = self.rng.choice(self.moves)
            self.wire.say(do="move", id=f"{self.name}-{self.number}", seen=self.version, move=move)


async def stored(store: Store, table: str) -> tuple[Table, list[e.AnyEvent]]:
    log = [e.read(body) for body in await store.log(table)]
    return folded(table, log, known=1), log  # everything counts as news, so that news() tells the whole story


async def check(store: Store, players: dict[str, list[Player]], told: dict[tuple[str, int], int]) -> int:
    """Compare what clients knew with what is stored; how many moves were compared."""
    compared = 0
    for name, seats in players.items():
        table, log = await stored(store, name)
        kept = {event.id for event in log if isinstance(event, e.Moved)}
        for seat, player in enumerate(seats):
            missing = [each for each in player.done if each and each not in kept]
            if missing:
                raise Lost(f"table {name}: acknowledged but not stored: {missing[:3]}")
            begun = told[name, seat]
            whole = table.news(seat)
            if whole[begun : begun + len(player.steps)] != player.steps:
                raise Lost(f"table {name}, seat {seat}: was shown {player.steps[-3:]}, which is not stored")
            compared += len(player.done)
    return compared


async def rounds(database: str, count: int, tables: int = 6, seed: int = 1) -> dict[str, Any]:
    rng = random.Random(seed)
    playable = [game for game in games() if 2 in game.seats]
    server = await Process.start(database)
    http = Http("127.0.0.1", server.port)
    tokens = await people(http, 2)
    names: list[str] = []
    compared = 0
    try:
        for number in range(count):
            store = await Store(database).open()
            over = {name for name in names if (await stored(store, name))[0].status != "playing"}
            names = [name for name in names if name not in over]
            while len(names) < tables:
                names.append(await _new_table(http, tokens, rng.choice(playable).key))
            told = {(name, seat): len((await stored(store, name))[0].news(seat)) for name in names for seat in (0, 1)}
            players = {name: [Player(name, rng, name=f"{number}-{seat}") for seat in (0, 1)] for name in names}
            for name, seats in players.items():
                for seat, player in enumerate(seats):
                    path = f"/api/tables/{name}/socket"
                    player.wire = await connect("127.0.0.1", server.port, path, tokens[seat], player.heard)
            everybody = [player for seats in players.values() for player in seats]
            while not all(player.connected for player in everybody):
                await asyncio.sleep(0.01)
            for player in everybody:
                player.playing = True
                player.move()
            while sum(len(player.done) for player in everybody) < tables:  # something is to be lost, on any machine
                await asyncio.sleep(0.01)
            await asyncio.sleep(rng.random())
            server.kill()
            await server.process.wait()
            for player in everybody:
                assert player.wire is not None
                player.wire.close()
                await player.wire.lost
            compared += await check(store, players, told)
            await store.close()
            http.close()
            server = await Process.start(database)
            http = Http("127.0.0.1", server.port)
            for name in names:  # the restarted server shows what is stored
                status, body = await http.ask("GET", f"/api/tables/{name}", token=tokens[0])
                if status != 200 or not re.search(rb'"status":"(playing|finished)"', body):
                    raise Lost(f"table {name} did not come back: {status} {body[:200]!r}")
    finally:
        http.close()
        await server.stop()
    return {"rounds": count, "tables": tables, "acknowledged moves compared": compared, "lost": 0}


async def _new_table(http: Http, tokens: list[str], game: str) -> str:
    made = await http.post("/api/tables", {"game": game, "seats": ["me", "open"]}, tokens[0])
    name = str(made["table"])
    await http.post(f"/api/tables/{name}/do", {"do": "sit"}, tokens[1])
    await http.post(f"/api/tables/{name}/do", {"do": "start"}, tokens[0])
    return name
