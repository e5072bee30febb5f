"""Ends what a process of ours has left running: `warden.py` is a script of its own that knows nothing of Kvartal.

Programs run in sessions of their own, so that Ctrl-C and the end of a worker do not reach them. The warden is told of
each, one line per process group. When the pipe breaks, whoever started them is gone, however that happened: their input
has ended as well, they have a moment to leave, and those that are left are killed.
"""

import os
import signal
import sys
import time

GRACE, LOOK = 2.0, 0.05  # seconds to leave, and between two looks


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups: set[int] = set()
    for line in sys.stdin.buffer:
        group = int(line[1:])
        (groups.add if line.startswith(b"+") else groups.discard)(group)
    until = time.monotonic() + GRACE
    while groups and time.monotonic() < until:
        groups = {group for group in groups if reached(group, 0)}
        time.sleep(LOOK if groups else 0)
    for group in groups:
        reached(group, signal.SIGKILL)


def reached(group: int, number: int) -> bool:
    """Send a signal to all of a process group; is there anybody?"""
    try:
        os.killpg(group, number)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
