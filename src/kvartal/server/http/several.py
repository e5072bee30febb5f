"""Several processes behind one port: the socket is opened once and shared; whoever is free takes the next line.

The first process only looks after the others: it starts them, starts one again that has died, and stops them all.
"""

import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType

AGAIN_AFTER = (
    1.0  # seconds until a process that has died is started again: one that cannot live must not busy the machine
)
STOPPED_WITHIN = 30.0  # seconds to store what was acknowledged


@dataclass
class Staff:
    """The processes. `work(number, ready, orphaned)` is what each of them does, and gives back its exit code: `ready`
    is called with a line for people once it serves, and `orphaned` can be read from when nobody looks after it."""

    count: int
    work: Callable[[int, Callable[[str], None], int], int]
    told: Callable[[list[str]], None]  # all of them serve; what each has said
    hopeless: int  # the exit code of one that should not be started again
    pids: dict[int, int] = field(default_factory=dict)
    lines: dict[int, int] = field(default_factory=dict)  # what can be read from those that do not serve yet
    said: dict[int, str] = field(default_factory=dict)
    stopping: bool = False
    code: int = 0
    orphaned: int = -1
    alive: int = -1  # the other end of it, never written to: it breaks when we are gone

    def run(self) -> int:
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self.stop)
        self.orphaned, self.alive = os.pipe()
        signal.set_wakeup_fd(_nonblocking(wake := os.pipe()))
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in range(self.count):
            self.start(number)
        due: dict[int, float] = {}
        until = float("inf")
        while self.pids or (due and not self.stopping):
            now = time.monotonic()
            if self.stopping:
                until = min(until, now + STOPPED_WITHIN)
                if now >= until:
                    self.signal(signal.SIGKILL)
            for number in [each for each, at in due.items() if at <= now and not self.stopping]:
                del due[number]
                self.start(number)
            nearest = min([at - now for at in due.values()] + [until - now, 60.0])
            readable, _, _ = select.select([wake[0], *self.lines], [], [], max(0.0, nearest))
            for line in readable:
                if line == wake[0]:
                    os.read(line, 4096)
                else:
                    self.hear(line)
            for number, code in self.ended():
                if code == self.hopeless:
                    self.code = self.code or code
                    self.stop()
                elif not self.stopping:
                    print(f"kvartal: process {number + 1} has ended ({code}); it is started again", file=sys.stderr)
                    due[number] = time.monotonic() + AGAIN_AFTER
        return self.code

    def start(self, number: int) -> None:
        reads, writes = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid:
            os.close(writes)
            self.pids[pid] = number
            self.lines[reads] = number
            return
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            for each in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD):
                signal.signal(each, signal.SIG_DFL)
            for line in (self.alive, reads, *self.lines):
                os.close(line)

            def ready(said: str) -> None:
                os.write(writes, said.encode() + b"\n")

            code = self.work(number, ready, self.orphaned)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def hear(self, line: int) -> None:
        number = self.lines.pop(line)
        said = os.read(line, 4096).decode()
        os.close(line)
        if said:
            first = len(self.said) < self.count
            self.said[number] = said.strip()
            if first and len(self.said) == self.count:
                self.told([self.said[each] for each in range(self.count)])

    def ended(self) -> list[tuple[int, int]]:
        found = []
        while self.pids:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            found.append((self.pids.pop(pid), os.waitstatus_to_exitcode(status)))
        return found

    def stop(self, _: int = 0, __: FrameType | None = None) -> None:
        self.stopping = True
        self.signal(signal.SIGTERM)

    def signal(self, number: int) -> None:
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, number)


def _nonblocking(pipe: tuple[int, int]) -> int:
    for end in pipe:
        os.set_blocking(end, False)
    return pipe[1]
