"""A program that is running: lines to it, lines from it, within limits; and in the end it is gone, whatever it does."""

import atexit
import contextlib
import math
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import IO

from kvartal.bots import protocol, warden
from kvartal.bots.own import BotFailed
from kvartal.bots.protocol import Hello, WrongLine, printable
from kvartal.engine.option import shown

CHUNK = 1 << 16
LONGEST_LINE = 1 << 16  # bytes a program may write in one line
MOST_SAID = 1 << 20  # bytes a program may write for one answer
HASTE = 0.3  # seconds in which a program that has failed may leave by itself
KEPT = 4000  # bytes of what it wrote to standard error last
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ")  # of our environment; no secret stands there
Listener = Callable[[str, str], None]  # `>`, `<` or `!` and a line: to it, from it, on its standard error


@dataclass(frozen=True)
class Limits:
    """How long a program may take, in seconds."""

    hello: float = 30.0  # from its start to `ready`
    answer: float = 60.0  # where the budget names no seconds
    late: float = 1.0  # beyond twice its seconds, where it does
    grace: float = 2.0  # after `quit`

    def patience(self, seconds: float) -> float:
        """How long an answer may take before the program counts as hanging."""
        return 2 * seconds + self.late if math.isfinite(seconds) else self.answer


class ProgramFailed(BotFailed):
    """A program did something wrong, and was stopped. The message is one sentence: what it did, what would be right."""

    def __init__(self, message: str, what: str) -> None:
        super().__init__(message)
        self.what = what  # start, time, end, flood, line or move


class Running:
    """One process of a program. Whoever asks it first introduces it; after a failure it is gone."""

    def __init__(
        self, name: str, command: Sequence[str], limits: Limits | None = None, listener: Listener | None = None
    ) -> None:
        self.name = name
        self.limits = limits or Limits()
        self.listener = listener
        self.hello = Hello()
        self.guest: object = None  # the bot that it plays for at the moment
        self._heard = bytearray()  # not yet a whole line
        self._errors = bytearray()
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                start_new_session=True, env=environment(),
            )  # fmt: skip
        except OSError as error:
            raise ProgramFailed(f"{name} cannot be started: {error.strerror or error}", "start") from None
        _warden.watch(self.process.pid)
        _all.add(self)
        self._stdin, self._stdout, self._stderr = map(
            _open, (self.process.stdin, self.process.stdout, self.process.stderr)
        )
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    @property
    def alive(self) -> bool:
        return self in _all

    # Talking ----------------------------------------------------------------------------------------------------------

    def introduce(self) -> Hello:
        """`kvartal`, and what it says of itself up to `ready`."""
        self.exchange(protocol.greeting(), self.hello.read, self.limits.hello)
        if self.hello.error:
            raise self.fail(f"says: {self.hello.error}", "line")
        return self.hello

    def say(self, lines: Sequence[str]) -> None:
        """Lines that ask for no answer."""
        self.check_silence()
        self.exchange(lines, None, self.limits.hello)

    def exchange(self, lines: Sequence[str], hear: Callable[[str], bool] | None, seconds: float) -> None:
        """Say these lines and hear what is answered, line by line, until `hear` says that it was the last."""
        unsaid = memoryview("".join(f"{line}\n" for line in lines).encode())
        self._told(">", *lines)
        deadline, most = monotonic() + seconds, MOST_SAID
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while unsaid or hear is not None:
                ready = [key.fileobj for key, _ in self._selector.select(max(0.0, deadline - monotonic()))]
                if not ready or monotonic() > deadline:
                    raise self._late(lines, seconds)
                if self._stdin in ready:
                    unsaid = self._send(unsaid)
                if self._stderr in ready:
                    self._hear_errors()
                if self._stdout in ready:
                    most -= self._hear()
                while hear is not None and (line := self._line()) is not None:
                    if hear(line):
                        hear = None
                if most < 0:
                    raise self.fail(f"has written more than {MOST_SAID:,} bytes for one answer", "flood")
        except WrongLine as wrong:
            raise self.fail(str(wrong), wrong.what) from None
        finally:
            self._stop_sending()

    def check_silence(self) -> None:
        """Nobody has asked it anything: what it says now would be taken for the answer to another question."""
        if not self.alive:
            raise ProgramFailed(f"{self.name} has been stopped", "end")
        if self._selector.select(0):
            self._hear_errors()
            self._hear()
        if self._heard:
            line = printable(bytes(self._heard[: protocol.LONGEST_TITLE]).decode(errors="replace"))
            raise self.fail(f"said {shown(line)} without being asked; after ready or play it waits for us", "line")

    def _send(self, unsaid: memoryview) -> memoryview:
        try:
            unsaid = unsaid[os.write(self._stdin.fileno(), unsaid[:CHUNK]) :] if unsaid else unsaid
        except BlockingIOError:
            return unsaid
        except OSError:  # it does not read any more; why, its output tells, or its end
            unsaid = unsaid[:0]
        if not unsaid:
            self._stop_sending()
        return unsaid

    def _stop_sending(self) -> None:
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(self._stdin)

    def _hear(self) -> int:
        """Take what is there of its output; how much it was."""
        try:
            said = os.read(self._stdout.fileno(), CHUNK)
        except BlockingIOError:
            return 0
        if not said:
            raise self._ended()
        self._heard += said
        return len(said)

    def _hear_errors(self) -> None:
        try:
            said = os.read(self._stderr.fileno(), CHUNK)
        except BlockingIOError:
            return
        if not said:
            with contextlib.suppress(KeyError):
                self._selector.unregister(self._stderr)
        self._errors += said
        del self._errors[:-KEPT]
        self._told("!", *said.decode(errors="replace").splitlines())

    def _line(self) -> str | None:
        """The next whole line that it has said."""
        end = self._heard.find(b"\n")
        if end > LONGEST_LINE or (end < 0 and len(self._heard) > LONGEST_LINE):
            begin = shown(printable(bytes(self._heard[:40]).decode(errors="replace")))
            raise self.fail(f"said a line of more than {LONGEST_LINE:,} bytes, which begins {begin}", "flood")
        if end < 0:
            return None
        said = bytes(self._heard[:end])
        del self._heard[: end + 1]
        try:
            line = said.decode()
        except UnicodeDecodeError:
            raise self.fail(f"said {shown(said)}, which is not UTF-8", "line") from None
        self._told("<", line.rstrip("\r"))
        return line.rstrip("\r")

    def _told(self, mark: str, *lines: str) -> None:
        if self.listener is not None:
            for line in lines:
                self.listener(mark, line)

    # What goes wrong --------------------------------------------------------------------------------------------------

    def fail(self, reason: str, what: str) -> ProgramFailed:
        """Tell it what was wrong, stop it; the error to raise."""
        self._last_words(f"error {printable(reason, 1000)}")
        self.close(grace=min(self.limits.grace, HASTE))
        return ProgramFailed(f"{self.name} {reason}{self._last_error() if what in ('time', 'end') else ''}", what)

    def _late(self, lines: Sequence[str], seconds: float) -> ProgramFailed:
        part = printable(bytes(self._heard[: protocol.LONGEST_TITLE]).decode(errors="replace"))
        hint = f"; it has said {shown(part)} without the end of a line" if part else ""
        asked = shown(lines[-1]) if lines else "nothing"
        return self.fail(f"has given no answer to {asked} within {seconds:g} s (are its lines flushed?){hint}", "time")

    def _ended(self) -> ProgramFailed:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(self.limits.grace)
        code = self.process.poll()
        how = "closed its output" if code is None else f"ended with {ending(code)}"
        with contextlib.suppress(OSError):
            while said := os.read(self._stderr.fileno(), CHUNK):
                self._errors += said
                self._told("!", *said.decode(errors="replace").splitlines())
        return self.fail(f"{how}, though nobody said quit", "end")

    def _last_error(self) -> str:
        lines = [line for line in self._errors.decode(errors="replace").splitlines() if line.strip()]
        return f"; the last line on its standard error: {printable(lines[-1], 200)}" if lines else ""

    # The end ----------------------------------------------------------------------------------------------------------

    def _last_words(self, line: str) -> None:
        self._told(">", line)
        with contextlib.suppress(OSError, ValueError):
            os.write(self._stdin.fileno(), f"{line}\n".encode())

    def close(self, said: bool = False, grace: float | None = None) -> int | None:
        """`quit` (if it was not said), the end of its input, a moment to leave; then it is killed with all it has
        started, and reaped. Its exit code; None if it had to be killed."""
        if not self.alive:
            return None
        _all.discard(self)
        if not said:
            self._last_words("quit")
        self._selector.close()
        self._stdin.close()
        code = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self.process.wait(self.limits.grace if grace is None else grace)
        with contextlib.suppress(OSError):  # whatever it has started and left
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        _warden.forget(self.process.pid)
        self._stdout.close()
        self._stderr.close()
        return code


def ending(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def environment() -> dict[str, str]:
    """What a program finds there: how to find other programs, a home, a language. Nothing else of ours."""
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return kept | {"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}


def _open(stream: "IO[bytes] | None") -> "IO[bytes]":
    assert stream is not None
    os.set_blocking(stream.fileno(), False)
    return stream


class Warden:
    """The process of warden.py, started with the first program."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def watch(self, group: int) -> None:
        self._tell(b"+%d\n" % group)

    def forget(self, group: int) -> None:
        self._tell(b"-%d\n" % group)

    def _tell(self, line: bytes) -> None:
        if self.process is None:
            script = str(Path(warden.__file__))
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", script], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, bufsize=0, start_new_session=True, env=environment(),
            )  # fmt: skip
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):  # somebody has killed it
            self.process.stdin.write(line)

    def dismiss(self) -> None:
        if self.process is not None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            self.process.wait()
            self.process = None


def close_all() -> None:
    """All programs are told at once that it is over, and each has its moment."""
    for each in list(_all):
        each._last_words("quit")
    for each in list(_all):
        each.close(said=True)
    _warden.dismiss()


_all: set[Running] = set()
_warden = Warden()
atexit.register(close_all)
