"""`kvartal bench server --spectators N --drawn-seats N`: one table that many look at, and one that many sit at."""

import asyncio
import random
import time
from html import unescape
from typing import Any

from kvartal.server.tools.bench import (
    DRAWN_MOVE,
    BenchTable,
    Process,
    Tally,
    heard_by_bench,
    people,
    people_tables,
    percentile,
    play_for,
    stops,
)
from kvartal.server.tools.wire import Http, Wire, connect

WATCHED_RATE = 20.0  # moves a second at a table that many look at
DONE = "done"  # the move that ends a turn
PERSON_RATE = 0.2  # moves a second of one person


class Spectator:
    """Counts what it gets, and when: it need not read it."""

    def __init__(self, table: BenchTable, seen: list[float]) -> None:
        self.table, self.seen = table, seen
        self.number = 0  # of the last move that it has seen something of

    def heard(self, _: bytes) -> None:
        if self.table.running and self.table.number != self.number:
            self.number = self.table.number
            self.seen.append(time.perf_counter() - self.table.sent_at)


async def watched(database: str, spectators: int, seconds: float, rate: float = WATCHED_RATE) -> dict[str, Any]:
    """A table of two with drawn pages, and so many who look at it, as they come and while it is played."""
    server = await Process.start(database, "--metrics", "0")
    http, tally = Http("127.0.0.1", server.port), Tally()
    table = (await people_tables(server, http, tally, 1, rate, "desk"))[0]
    seen: list[float] = []
    wires: list[Wire] = []
    cpu, memory, heard = server.cpu_seconds(), server.memory(), table.bytes
    for _ in range(spectators):
        look = Spectator(table, seen).heard
        wires.append(await connect("127.0.0.1", server.port, f"{table.path}?as=desk", "", look, True))
        if len(wires) % 50 == 0:
            await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    came = {"coming, server CPU µs each": (server.cpu_seconds() - cpu) / spectators * 1e6,
            "kB to each as it comes": sum(wire.bytes for wire in wires) / spectators / 1000,
            "bytes to the seats meanwhile": table.bytes - heard,
            "kB of memory each": (server.memory() - memory) / spectators * 1000}  # fmt: skip
    cpu, heard = server.cpu_seconds(), sum(wire.bytes for wire in wires)
    took = await play_for([table], seconds)
    await asyncio.sleep(0.5)
    used, done = server.cpu_seconds() - cpu, max(1, len(tally.latencies))
    result = {
        "spectators": spectators, "moves/s": round(len(tally.latencies) / took, 1),
        "server CPU ms a move": used / done * 1000, "p99 ms": percentile(tally.latencies, 0.99),
        "spectator p50 ms": percentile(seen, 0.5), "spectator p99 ms": percentile(seen, 0.99),
        "share seen by spectators": len(seen) / done / spectators,
        "bytes to a spectator a move": round((sum(wire.bytes for wire in wires) - heard) / done / spectators),
        **came, **stops(await server.figures()),
    }  # fmt: skip
    for wire in wires:
        wire.close()
    table.close()
    http.close()
    await server.stop()
    return result


class Round:
    """What all seats of a simultaneous game share: when the last of them has moved, and who has seen what follows."""

    def __init__(self, seats: int) -> None:
        self.answers: list[float] = []
        self.reveals: list[float] = []
        self.last_sent = 0.0  # when the last of them sent the move that ended the round
        self.running = False
        self.refused = 0


class Player:
    """Finishes its turn as soon as it may, move by move, or with a pause before each."""

    def __init__(self, seat: int, all_: Round, rng: random.Random, gap: float) -> None:
        self.seat, self.round, self.rng, self.gap = seat, all_, rng, gap
        self.wire: Wire | None = None
        self.moves: list[str] = []
        self.version = self.count = 0
        self.sent_at, self.waiting_for, self.wish = 0.0, "", ""
        self.done = False  # with its turn: what comes next is the reveal

    def heard(self, payload: bytes) -> None:
        message = heard_by_bench(payload)
        if message.version is not None:
            self.version = message.version
        if message.parts is not None and message.parts.moves is not None:
            self.moves = [unescape(move) for move in DRAWN_MOVE.findall(message.parts.moves)]
        self.round.refused += message.kind == "refused"
        if not self.round.running:
            return
        now = time.perf_counter()
        if self.waiting_for and self.waiting_for in message.done:
            self.round.answers.append(now - self.sent_at)
            self.waiting_for = ""
            self.done = not self.moves
            if self.wish == DONE and self.moves:  # all the others were done
                self.round.last_sent = self.sent_at
        elif self.done and self.moves:
            self.done = False
            self.round.reveals.append(now - self.round.last_sent)
        self.plan()

    def plan(self) -> None:
        if self.moves and not self.waiting_for and not self.done:
            self.waiting_for = "soon"
            pause = self.rng.expovariate(1 / self.gap) if self.gap else 0.0
            asyncio.get_running_loop().call_later(pause, self.move)

    def move(self) -> None:
        if not self.round.running or not self.moves or self.wire is None:
            return
        self.wish = DONE if DONE in self.moves else self.rng.choice(self.moves)
        self.count += 1
        self.waiting_for = f"{self.seat}-{self.count}"
        self.sent_at = time.perf_counter()
        self.wire.say(do="move", id=self.waiting_for, seat=self.seat, move=self.wish)


async def seated(database: str, seats: int, seconds: float, hurry: bool) -> dict[str, Any]:
    """The game with the most seats on the shelf, a drawn page on each of them."""
    from kvartal.games import games

    game = max(games(), key=lambda each: each.seats.stop)
    seats = min(seats, game.seats.stop - 1)
    server = await Process.start(database, "--metrics", "0")
    http, all_, rng = Http("127.0.0.1", server.port), Round(seats), random.Random(3)
    token = (await people(http, 1))[0]
    name = (await http.post("/api/tables", {"game": game.key, "seats": ["me"] * seats}, token))["table"]
    await http.post(f"/api/tables/{name}/do", {"do": "start"}, token)
    players = [Player(seat, all_, rng, 0.0 if hurry else 1 / PERSON_RATE) for seat in range(seats)]
    for seat, player in enumerate(players):
        path = f"/api/tables/{name}/socket?as=desk&seat={seat}"
        player.wire = await connect("127.0.0.1", server.port, path, token, player.heard, True)
    while not all(player.moves for player in players):
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    before = stops(await server.figures())
    cpu, heard, begun = server.cpu_seconds(), received(players), time.perf_counter()
    all_.running = True
    for player in players:
        player.plan()
    await asyncio.sleep(seconds)
    all_.running, took = False, time.perf_counter() - begun
    used, done = server.cpu_seconds() - cpu, max(1, len(all_.answers))
    found = stops(await server.figures())
    result = {
        "game": game.key, "seats": seats, "moves/s": round(len(all_.answers) / took), "refused": all_.refused,
        "p50 ms": percentile(all_.answers, 0.5), "p99 ms": percentile(all_.answers, 0.99),
        "rounds revealed": len(all_.reveals) // seats, "reveal to all p50 ms": percentile(all_.reveals, 0.5),
        "reveal to all p99 ms": percentile(all_.reveals, 0.99), "server CPU ms a move": used / done * 1000,
        "bytes a move, all seats": round((received(players) - heard) / done), "MB": round(server.memory()),
        "stops over 50 ms": found["stops over 50 ms"] - before["stops over 50 ms"],
        "longest stop ms, since the start": found["longest stop ms"],
    }  # fmt: skip
    for player in players:
        if player.wire is not None:
            player.wire.close()
    http.close()
    await server.stop()
    return result


def received(players: list[Player]) -> int:
    return sum(player.wire.bytes for player in players if player.wire is not None)
