"""Counters of one process, in the text form that Prometheus reads.

Nothing here tells of a hidden step: who counts along would know that somebody is busy. So moves are counted when
everybody at the table is told of them, and so is the time that storing took.
"""

import asyncio
import bisect
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

from kvartal.server.http.memories import remembered

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
BOT_BOUNDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0)
HELP = {
    "commands": "Commands handled besides moves, by kind and result",
    "steps": "Times that all at a table were told of moves",
    "replays": "Tables brought back from their log",
    "loop_stops": "Times that nothing went on for longer than 50 ms, because one thing took so long",
    "loop_stops_outside": "Of these, times when something else had the processor, not this process",
    "leases_ended": "Processes that this one found dead, so that their tables could be taken over",
    "leases_lost": "Times that others thought so of this one",
    "relayed": "Requests and sockets passed on to the process that a table is at home with",
    "bot_failures": "Bots that failed or were too slow",
    "bot_hurried": "Turns that were late, and thought about in a hurry",
    "bot_shrunk": "Turns that bots thought about for a shorter time, because others waited",
    "review_failures": "Reviews of matches that could not be made",
    "refused_connections": "Sockets refused or cut, by reason",
}


class Times:
    """How long something took: so often at most so many seconds."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.seconds = self.longest = 0.0
        self.buckets = [0] * (len(bounds) + 1)

    def add(self, seconds: float) -> None:
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        self.buckets[bisect.bisect_left(self.bounds, seconds)] += 1

    def lines(self, name: str) -> list[str]:
        lines = [f"# TYPE kvartal_{name}_seconds histogram"]
        running = 0
        for bound, n in zip((*self.bounds, "+Inf"), self.buckets, strict=True):
            running += n
            lines.append(f'kvartal_{name}_seconds_bucket{{le="{bound}"}} {running}')
        return [*lines, f"kvartal_{name}_seconds_sum {self.seconds:.6f}", f"kvartal_{name}_seconds_count {running}"]


class Metrics:
    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.gauges: dict[str, int] = {
            "live_tables": 0,
            "sockets": 0,
            "relayed_sockets": 0,
            "processes": 1,  # that serve this database, as this one sees it
            "bots_waiting": 0,
            "reviews": 0,
        }
        self.storing = Times(BOUNDS)
        self.cleaning = Times(BOUNDS)  # for a piece of what goes
        self.longest_stop = 0.0  # of the loop, in seconds
        self.memories: dict[str, tuple[Callable[[], int], int]] = {}
        self.bots = Times(BOT_BOUNDS)  # from the question until the answer, the queue included

    def remembers(self, name: str, size: Callable[[], int], most: int) -> None:
        """Something is remembered: so much of it now, and never more than `most`."""
        self.memories[name] = (size, most)

    def add(self, name: str, labels: str = "", n: int = 1) -> None:
        self.counts[name, labels] += n

    def stored(self, steps: int, seconds: float) -> None:
        """Something that all at a table are told of was stored; among it so many steps of the match."""
        self.counts["steps", ""] += steps
        self.storing.add(seconds)

    async def shown(self, scope: Any, receive: Any, send: Any) -> None:
        """An application of its own, with one page."""
        found = scope["type"] == "http" and scope["path"] == "/metrics"
        body = self.text().encode() if found else b"the figures are at /metrics\n"
        about = [(b"content-type", b"text/plain; version=0.0.4"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200 if found else 404, "headers": about})
        await send({"type": "http.response.body", "body": body})

    def text(self) -> str:
        lines = []
        for name, words in HELP.items():
            lines += [f"# HELP kvartal_{name}_total {words}", f"# TYPE kvartal_{name}_total counter"]
            found = sorted((labels, n) for (key, labels), n in self.counts.items() if key == name)
            lines += [
                f"kvartal_{name}_total{{{labels}}} {n}" if labels else f"kvartal_{name}_total {n}"
                for labels, n in found or [("", 0)]
            ]
        for name, value in (self.gauges | going_on()).items():
            lines += [f"# TYPE kvartal_{name} gauge", f"kvartal_{name} {value}"]
        lines += self.storing.lines("stored")
        lines += self.cleaning.lines("cleaning")
        lines += ["# TYPE kvartal_loop_longest_stop_seconds gauge"]
        lines += [f"kvartal_loop_longest_stop_seconds {self.longest_stop:.6f}"]
        lines += remembered(self.memories)
        lines += ["# TYPE kvartal_bot_longest_seconds gauge", f"kvartal_bot_longest_seconds {self.bots.longest:.6f}"]
        return "\n".join([*lines, *self.bots.lines("bot"), ""])


def going_on() -> dict[str, int]:
    """What a process has begun and not ended, and the pieces of memory that it holds: neither grows in a long day."""
    try:
        tasks = len(asyncio.all_tasks())
    except RuntimeError:  # nobody serves here
        tasks = 0
    return {"tasks": tasks, "blocks": sys.getallocatedblocks()}
