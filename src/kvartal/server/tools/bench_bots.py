"""`kvartal bench server --bot-tables N`: what bots cost people at other tables, and how long one waits for a bot."""

import asyncio
import random
from typing import Any

from kvartal.games import games
from kvartal.server.tools.bench import Process, Tally, heard_by_bench, people, people_tables, percentile, play_for
from kvartal.server.tools.wire import Http, Wire, connect

LEVEL = "level5"
MOST_SEATS = 4  # of a table with bots
ROUNDS = 3  # each without bots and with them: the speed of a machine changes while one measures
SETTLE = 1.0  # seconds between two of them
WAITS = "kvartal_bot_seconds"


class BotTable:
    """One person, who moves as soon as they may while `going`, and bots; after the end a new table."""

    def __init__(self, port: int, token: str, number: int) -> None:
        shelf = [game for game in games() if game.seats.stop > 2]
        self.game = shelf[number % len(shelf)]
        self.port, self.token = port, token
        self.rng = random.Random(number)
        self.wire: Wire | None = None
        self.going = False
        self.over = False
        self.owed: list[str] = []
        self.moves = self.version = 0

    async def open(self, http: Http) -> None:
        self.close()
        seats = ["me", *[f"bot {LEVEL}"] * (min(MOST_SEATS, self.game.seats.stop - 1) - 1)]
        name = (await http.post("/api/tables", {"game": self.game.key, "seats": seats}, self.token))["table"]
        await http.post(f"/api/tables/{name}/do", {"do": "start"}, self.token)
        self.over, self.owed = False, []
        path = f"/api/tables/{name}/socket?as=whole"
        self.wire = await connect("127.0.0.1", self.port, path, self.token, self.heard)

    def heard(self, payload: bytes) -> None:
        message = heard_by_bench(payload)
        if message.view is not None:
            self.version, self.owed, self.over = message.version or 0, message.view.moves, message.view.over
            self.move()

    def move(self) -> None:
        if self.going and self.owed and self.wire is not None:
            self.moves += 1
            move = self.rng.choice(self.owed)
            self.wire.say(do="move", id=f"b{self.moves}", seen=self.version, move=move)
            self.owed = []

    def close(self) -> None:
        if self.wire is not None:
            self.wire.close()


async def beside_bots(database: str, bot_tables: int, tables: int, seconds: float, rate: float) -> dict[str, Any]:
    """The same people at the same tables, by turns alone and beside others who play against the strongest bots."""
    server = await Process.start(database, "--metrics", "0")
    http = Http("127.0.0.1", server.port)
    token = (await people(http, 1))[0]
    tally = Tally()
    made = await people_tables(server, http, tally, tables, rate)
    guests = [BotTable(server.port, token, number) for number in range(bot_tables)]
    for guest in guests:
        await guest.open(http)
    latencies: dict[bool, list[float]] = {False: [], True: []}
    await play_for(made, SETTLE)  # and the first bot has been started
    for _ in range(ROUNDS):
        for bots in (False, True):
            for guest in guests:
                guest.going = bots
                guest.move()
            renewing = asyncio.create_task(renewed(guests, http)) if bots else None
            await asyncio.sleep(SETTLE)
            tally.latencies.clear()
            await play_for(made, seconds)
            latencies[bots] += tally.latencies
            if renewing is not None:
                renewing.cancel()
                await asyncio.gather(renewing, return_exceptions=True)
            for guest in guests:
                guest.going = False
            await asyncio.sleep(SETTLE)
    found = await server.figures()
    alone, beside = (percentile(latencies[bots], 0.99) for bots in (False, True))
    asked = found[f"{WAITS}_count"]
    result = {
        "people's tables": tables, "moves/s alone": round(len(latencies[False]) / seconds / ROUNDS),
        "moves/s beside bots": round(len(latencies[True]) / seconds / ROUNDS),
        "p50 ms alone": percentile(latencies[False], 0.5), "p50 ms beside bots": percentile(latencies[True], 0.5),
        "p99 ms alone": alone, "p99 ms beside bots": beside, "p99 ratio": beside / alone if alone else 0.0,
        "turns of bots": round(asked), "of them shrunk": round(found["kvartal_bot_shrunk_total"]),
        "failures": round(found["kvartal_bot_failures_total"]),
        "mean wait s": found[f"{WAITS}_sum"] / max(1, asked), "p95 wait s, at most": at_most(found, 0.95),
        "longest wait s": found["kvartal_bot_longest_seconds"],
    }  # fmt: skip
    for guest in guests:
        guest.close()
    for table in made:
        table.close()
    http.close()
    await server.stop()
    return result


async def renewed(guests: list[BotTable], http: Http) -> None:
    """Whose game is over begins another."""
    while True:
        for guest in guests:
            if guest.over:
                await guest.open(http)
        await asyncio.sleep(0.1)


def at_most(found: dict[str, float], share: float) -> float:
    """The bound below which this share of the waits was."""
    begin = f'{WAITS}_bucket{{le="'
    buckets = [(name.removeprefix(begin)[:-2], n) for name, n in found.items() if name.startswith(begin)]
    return next(float(bound) for bound, n in buckets if n >= share * found[f"{WAITS}_count"])
