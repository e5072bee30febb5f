"""A few seconds of mixed play; `kvartal bench soak` does the same for an hour."""

import asyncio
import contextlib
from dataclasses import replace
from pathlib import Path

from kvartal.server.tools import soak

SEEN = soak.Minute(
    minute=1, mb=100, bots_mb=50, files=30, tasks=40, blocks=1000, tables=3, sockets=9, stops=1, outside=1,
    longest_ms=60, caches={"x": (3, 4)}, done={"moves": 7},
)  # fmt: skip


def test_people_play_and_everything_is_told(tmp_path: Path) -> None:
    guests: list[soak.Guests] = []

    async def look() -> soak.Minute:
        """Until they have come so far, however long it takes."""
        async with contextlib.aclosing(
            soak.watched(str(tmp_path / "x.db"), 10, 4, 40.0, 3, every=1.5, heard=guests.append)
        ) as watched:
            async for each in watched:
                if each.done.get("moves", 0) > 20:
                    break
        return each

    last = asyncio.run(look())
    assert not guests[0].wrong
    assert last.minute >= 0.025
    assert last.done["tables"] >= 1
    assert last.tables >= 1
    assert min(last.mb, last.files, last.tasks, last.blocks, last.sockets) > 0
    assert len(last.caches) > 100
    assert all(most > 0 and size <= most for size, most in last.caches.values())
    assert len(soak.row(last).splitlines()) == 2


def test_what_is_flat_is_told_from_the_tenth_minute_of_an_hour_on() -> None:
    filling = {1: 100, 5: 180, 9: 195}
    hour = [replace(SEEN, minute=n, mb=filling.get(n, 200 if n % 2 else 210)) for n in range(1, 61)]
    found = soak.summary(hour)
    assert (found["from minute"], found["MB, least and most"], found["± %"]) == (10, "200 to 210", 2.4)
    assert (found["stops over 50 ms"], found["while others had the core"], found["moves"]) == (60, 60, 7)
    assert found["caches over their bound"] == "none"


def test_what_grows_is_seen() -> None:
    hour = [replace(SEEN, minute=n, mb=200 + n, caches={"x": (n, 40)}) for n in range(1, 61)]
    found = soak.summary(hour)
    assert found["± %"] > 5
    assert found["caches over their bound"] == "x"
    assert soak.summary([]) == {"minutes": 0}, "interrupted at once"
