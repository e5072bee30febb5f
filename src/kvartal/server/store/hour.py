"""What time it is at this place.

The times of events say whose clock runs out, so everybody who appends must mean the same time, and it must not jump.
Processes on one PostgreSQL take its time: each asks now and then, and counts on by itself with what never jumps. What
the clocks of their own machines say does not matter.
"""

import time

_ahead: float | None = None  # seconds between the time of the database and what only counts on


def now_ms() -> int:
    if _ahead is None:
        return time.time_ns() // 1_000_000
    return int(1000 * (time.monotonic() + _ahead))


def told(now: float, asked: float, heard: float) -> None:
    """The database says that it is `now` (seconds); we asked and heard it at these moments of what only counts on. It
    was at some moment between them: as long as what we mean may be right, it is left alone, and so never trembles."""
    global _ahead
    least, most = now - heard, now - asked
    if _ahead is None or heard - asked < 1.0:
        _ahead = (least + most) / 2 if _ahead is None else min(max(_ahead, least), most)
