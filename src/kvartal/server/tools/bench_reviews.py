"""`kvartal bench server --reviews N`: what reviews that are made in the background cost people at other tables."""

import asyncio
from typing import Any

import msgspec

from kvartal.games import games
from kvartal.server.tools.bench import Process, Tally, people, people_tables, percentile, play_for
from kvartal.server.tools.wire import Http

ROUNDS = 3  # each without reviews and with them: the speed of a machine changes while one measures
SETTLE = 1.0  # seconds between two of them
GOING = ("waiting", "running")


async def finished(http: Http, token: str) -> str:
    """A table that two bots have played to its end, of the game with the most seats: its reviews take longest."""
    game = max(games(), key=lambda each: each.seats.stop)
    wish = {"game": game.key, "seats": ["me", "bot greedy"]}
    name = str((await http.post("/api/tables", wish, token))["table"])
    await http.post(f"/api/tables/{name}/do", {"do": "start"}, token)
    await http.post(f"/api/tables/{name}/do", {"do": "bot", "level": "greedy"}, token)
    while (await looked(http, f"/api/tables/{name}", token))["table"]["status"] != "finished":
        await asyncio.sleep(0.1)
    return name


async def looked(http: Http, path: str, token: str) -> dict[str, Any]:
    _, body = await http.ask("GET", path, token=token)
    found: dict[str, Any] = msgspec.json.decode(body)
    return found


async def beside_reviews(database: str, reviews: int, tables: int, seconds: float, rate: float) -> dict[str, Any]:
    """The same people at the same tables, by turns alone and while reviews are made. Each time they are begun anew, and
    stopped at the end; one that was done before is told."""
    server = await Process.start(database, "--metrics", "0")
    http = Http("127.0.0.1", server.port)
    askers = await people(http, reviews)
    over = [await finished(http, token) for token in askers]
    ways = [f"/api/tables/{name}/review" for name in over]
    tally = Tally()
    made = await people_tables(server, http, tally, tables, rate)
    latencies: dict[bool, list[float]] = {False: [], True: []}
    done_early = 0
    await play_for(made, SETTLE)
    for _ in range(ROUNDS):
        for reviewing in (False, True):
            if reviewing:
                for way, token in zip(ways, askers, strict=True):
                    await http.post(way, {"seat": 0}, token)
            await asyncio.sleep(SETTLE)
            tally.latencies.clear()
            await play_for(made, seconds)
            latencies[reviewing] += tally.latencies
            if reviewing:
                states = [(await looked(http, way, token))["status"] for way, token in zip(ways, askers, strict=True)]
                done_early += sum(each not in GOING for each in states)
                for way, token in zip(ways, askers, strict=True):
                    await http.ask("DELETE", way, token=token)
            await asyncio.sleep(SETTLE)
    alone, beside = (percentile(latencies[reviewing], 0.99) for reviewing in (False, True))
    result = {
        "people's tables": tables, "moves/s alone": round(len(latencies[False]) / seconds / ROUNDS),
        "moves/s beside reviews": round(len(latencies[True]) / seconds / ROUNDS),
        "p50 ms alone": percentile(latencies[False], 0.5), "p50 ms beside reviews": percentile(latencies[True], 0.5),
        "p99 ms alone": alone, "p99 ms beside reviews": beside, "p99 ratio": beside / alone if alone else 0.0,
        "reviews done too early": done_early,
    }  # fmt: skip
    for table in made:
        table.close()
    http.close()
    await server.stop()
    return result
