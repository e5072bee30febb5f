"""Counters of one process, in the text form that Prometheus reads."""

import bisect
from collections import Counter

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
HELP = {
    "commands": "Commands handled, by kind and result",
    "events": "Events stored",
    "transactions": "Transactions committed",
    "messages": "Messages sent to clients",
    "replays": "Tables brought back from their log",
    "conflicts": "Appends that lost against another process",
    "bot_moves": "Moves made by bots",
    "bot_failures": "Bots that failed or were too slow",
    "refused_connections": "Sockets refused or cut, by reason",
}


class Metrics:
    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.gauges: dict[str, int] = {"live_tables": 0, "sockets": 0}
        self.seconds = 0.0
        self.buckets = [0] * (len(BOUNDS) + 1)

    def add(self, name: str, labels: str = "", n: int = 1) -> None:
        self.counts[name, labels] += n

    def stored(self, events: int, seconds: float) -> None:
        """One transaction was committed."""
        self.counts["transactions", ""] += 1
        self.counts["events", ""] += events
        self.seconds += seconds
        self.buckets[bisect.bisect_left(BOUNDS, seconds)] += 1

    def text(self) -> str:
        lines = []
        for name, words in HELP.items():
            lines += [f"# HELP kvartal_{name}_total {words}", f"# TYPE kvartal_{name}_total counter"]
            found = sorted((labels, n) for (key, labels), n in self.counts.items() if key == name)
            lines += [
                f"kvartal_{name}_total{{{labels}}} {n}" if labels else f"kvartal_{name}_total {n}"
                for labels, n in found or [("", 0)]
            ]
        for name, value in self.gauges.items():
            lines += [f"# TYPE kvartal_{name} gauge", f"kvartal_{name} {value}"]
        lines.append("# TYPE kvartal_commit_seconds histogram")
        running = 0
        for bound, n in zip((*BOUNDS, "+Inf"), self.buckets, strict=True):
            running += n
            lines.append(f'kvartal_commit_seconds_bucket{{le="{bound}"}} {running}')
        return (
            "\n".join(
                [*lines, f"kvartal_commit_seconds_sum {self.seconds:.6f}", f"kvartal_commit_seconds_count {running}"]
            )
            + "\n"
        )
