"""Ends what a process of ours has left running: `warden.py` is a script of its own that knows nothing of Kvartal.

Programs run in sessions of their own, so that Ctrl-C and a killed worker do not reach them. The warden is told of each,
one line per process group, and ends those that are left when the pipe breaks: then whoever started them is gone,
however that happened.
"""

import os
import signal
import sys


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups: set[int] = set()
    for line in sys.stdin.buffer:
        group = int(line[1:])
        (groups.add if line.startswith(b"+") else groups.discard)(group)
    for group in groups:
        try:
            os.killpg(group, signal.SIGKILL)
        except OSError:  # it has ended by itself
            pass


if __name__ == "__main__":
    main()
