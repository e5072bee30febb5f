"""`kvartal bench cleaning`: does cleaning keep up, and how long does a move wait for it?"""

import asyncio
import time
from typing import Any

from sqlalchemy import func, insert, select

from kvartal.games import games
from kvartal.server.live.cleaning import DAY
from kvartal.server.live.hall import Hall
from kvartal.server.store import schema
from kvartal.server.store.store import Store, Unreachable, now_ms
from kvartal.server.tools.bench import percentile, reference

AT_ONCE = 200  # tables put in at a time
LONG = 100  # every so many tables there is a log so many times as long
BODY = b'{"is":"moved","at":1795000000000,"seat":0,"move":"as long as a move is","draws":[["deck","12"]]}'


async def cleaned(database: str, tables: int, events: int, processes: int) -> dict[str, Any]:
    stores = [await Store(database).open(migrate=True) for _ in range(processes)]
    halls = [Hall(store, store.metrics) for store in stores]
    writer = stores[0]
    try:
        if processes > 1 and writer.sqlite:
            raise Unreachable("several processes need PostgreSQL")
        if await writer.all(select(schema.tables.c.id).limit(1)):
            raise Unreachable(f"{writer.named} has tables; a database of its own is needed")
        await _put_old(writer, tables, events)
        waited: list[float] = []
        moving = asyncio.create_task(_move(writer, waited))
        begun = time.perf_counter()
        await asyncio.gather(*(hall.cleaning.now() for hall in halls))
        took = time.perf_counter() - begun
        moving.cancel()
        left = (await writer.all(select(func.count()).select_from(schema.tables)))[0][0]
        pieces = [store.metrics.cleaning for store in stores]
        return {
            "reference loop µs": reference(), "tables": tables, "left": left, "tables/s": round(tables / took),
            "asked for tables/s": 12, "pieces": sum(sum(each.buckets) for each in pieces),
            "mean piece ms": 1000 * sum(each.seconds for each in pieces) / max(1, sum(sum(p.buckets) for p in pieces)),
            "longest piece ms": 1000 * max(each.longest for each in pieces),
            "pieces over 20 ms": sum(sum(each.buckets[5:]) for each in pieces),
            "a move waits, p50 ms": percentile(waited, 0.5), "p99 ms": percentile(waited, 0.99),
        }  # fmt: skip
    finally:
        for hall, store in zip(halls, stores, strict=True):
            await hall.close()
            await store.close()


async def _move(store: Store, waited: list[float]) -> None:
    """Somebody plays meanwhile."""
    for number in range(1, 1_000_000):
        begun = time.perf_counter()
        await store.append([("somebody-plays", number, BODY)])
        waited.append(time.perf_counter() - begun)
        await asyncio.sleep(0.01)


async def _put_old(store: Store, tables: int, events: int) -> None:
    game, old = games()[0].key, now_ms() - 400 * DAY
    fixed = {"game": game, "public": False, "created": old, "about": b"{}", "status": "finished"}
    young = {"id": "young", **fixed, "touched": now_ms() - 2 * DAY}  # the clock is right
    await store.append([], [(insert(schema.tables), young)])
    for first in range(0, tables, AT_ONCE):
        names = [f"t{number}" for number in range(first, min(first + AT_ONCE, tables))]
        lengths = [events * (LONG if int(name[1:]) % LONG == 0 else 1) for name in names]
        rows = [(name, n, BODY) for name, length in zip(names, lengths, strict=True) for n in range(1, length + 1)]
        made = [{"id": name, **fixed, "touched": old + int(name[1:])} for name in names]
        await store.append(rows, [(insert(schema.tables), made)])
