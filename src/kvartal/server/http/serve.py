"""A server process from start to end: one clear line if it cannot start, nothing acknowledged lost when it stops."""

import asyncio
import contextlib
import errno
import gc
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import IO

import uvicorn

from kvartal.games import shelf
from kvartal.server.http.app import build
from kvartal.server.http.awaited import Awaited
from kvartal.server.http.metrics import Metrics
from kvartal.server.http.security import LARGEST_MESSAGE, Held
from kvartal.server.http.settings import Settings
from kvartal.server.http.transport import SocketLine, http_line
from kvartal.server.live.hall import Hall
from kvartal.server.store.sqlite_file import SqliteFile, make_for_owner
from kvartal.server.store.store import Store, Unreachable

log = logging.getLogger("kvartal.serve")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
CANNOT_START = 3  # exit code: port taken, database unreachable, or in use


class CannotStart(RuntimeError):
    """Why the server does not start, in one line."""


class JsonLines(logging.Formatter):
    """One JSON object per line. Only what is put into a message on purpose gets there: no tokens, no secrets."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"at": self.formatTime(record), "level": record.levelname.lower(), "from": record.name}
        line["said"] = record.getMessage()
        for name in ("table",):
            if hasattr(record, name):
                line[name] = getattr(record, name)
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logs(level: str = "INFO") -> None:
    to_stderr = logging.StreamHandler(sys.stderr)
    to_stderr.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [to_stderr]
    root.setLevel(logging.WARNING)
    logging.getLogger("kvartal").setLevel(level)


def address(host: str, port: int, base: str) -> str:
    """What a browser is given to come here; the colons of IPv6 stand in brackets."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{base}/"


def listening(host: str, port: int) -> socket.socket:
    """The socket, taken before anything else is done."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        sock = socket.socket(family[0], socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
        sock.listen(1024)
    except (OSError, OverflowError) as error:
        taken = (
            "is taken; --port chooses another"
            if getattr(error, "errno", 0) == errno.EADDRINUSE
            else f"cannot be used: {error}"
        )
        raise CannotStart(f"port {port} on {host} {taken}") from None
    return sock


@contextlib.contextmanager
def alone_on(file: SqliteFile) -> Iterator[None]:
    """Only one process may serve a SQLite file: another would not hear of its moves. Who only reads may be a second."""
    lock: IO[str] | None = None
    try:
        import fcntl

        if not file.read_only:
            path = Path(f"{file.path}.lock")
            with contextlib.suppress(FileExistsError):
                make_for_owner(path)
            lock = path.open("w")
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass
    except BlockingIOError:
        raise CannotStart(f"another server uses {file.path}; several processes need PostgreSQL") from None
    except OSError as error:
        raise CannotStart(f"the database {file.path} cannot be used: {error.strerror}") from None
    try:
        yield
    finally:
        if lock is not None:
            lock.close()


def warn(file: SqliteFile) -> None:
    """What the owner of the place should know about its file."""
    if file.read_only:
        log.warning("%s: %s; what is there can be looked at", file.path, file.read_only)
    for path in file.readable_by_others():
        log.warning("%s can be read by others on this machine; `chmod 600` keeps it to its owner", path)


class Server(uvicorn.Server):
    """Signals are ours: uvicorn would raise them again before the last events are stored."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, self.handle_exit, number, None)
        yield


class Beside(uvicorn.Server):
    """A second server in the same process: signals are for the first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def showing(metrics: Metrics, sock: socket.socket | None) -> AsyncIterator[None]:
    """The figures on a port of their own: behind a proxy on this machine everything comes from this machine."""
    if sock is None:
        yield
        return
    lines = http_line(20.0, Held(0))
    server = Beside(
        uvicorn.Config(
            metrics.shown, interface="asgi3", lifespan="off", log_config=None, access_log=False, http=lines, ws="none",
            server_header=False, proxy_headers=False, timeout_graceful_shutdown=1,
        )
    )  # fmt: skip
    task = asyncio.create_task(server.serve([sock]))
    try:
        yield
    finally:
        server.should_exit = True
        await task


async def serve(settings: Settings) -> None:
    sock = listening(settings.host, settings.port)
    with contextlib.ExitStack() as held:
        held.callback(sock.close)
        beside = listening(*settings.metrics) if settings.metrics is not None else None
        if beside is not None:
            held.callback(beside.close)
        store = Store(settings.database, Metrics())
        if store.file is not None:
            held.enter_context(alone_on(store.file))
        try:
            shelf()  # every game is imported now: what lies on the disk may change while we run
            await store.open()
            if store.file is not None:
                warn(store.file)
            bots = (settings.budget, settings.workers, settings.company, settings.reviews, settings.studies)
            hall = await Hall(store, store.metrics, settings.keeping, *bots).open()
        except (Unreachable, OSError) as error:
            raise CannotStart(str(error)) from None
        lines = Held(settings.limits.lines * settings.limits.factor, settings.proxies)
        config = uvicorn.Config(
            Awaited(build(hall, settings)), lifespan="off", log_config=None, access_log=False, server_header=False,
            date_header=False, http=http_line(settings.patience, lines), ws=SocketLine,
            ws_max_size=LARGEST_MESSAGE, ws_per_message_deflate=False,
            ws_ping_interval=20, ws_ping_timeout=20,
            proxy_headers=bool(settings.proxies), forwarded_allow_ips=settings.proxies or None,
            timeout_graceful_shutdown=5,
        )  # fmt: skip
        port = sock.getsockname()[1]
        print(f"Kvartal: {address(settings.host, port, settings.base_path)} (Ctrl-C stops it)", flush=True)
        if settings.metrics is not None and beside is not None:
            where = address(settings.metrics[0], beside.getsockname()[1], "")
            print(f"Metrics: {where}metrics", flush=True)
        sys.setswitchinterval(0.001)  # the thread that stores waits for its turn; five times less than usual
        gc.collect()
        gc.freeze()  # what is there now stays; collecting it again and again would only cost time
        gc.set_threshold(20_000, 20, 50)
        log.info("serving on port %d, database %s", port, store.named)
        try:
            async with showing(store.metrics, beside):
                await Server(config).serve([sock])
        finally:
            await hall.close()
            await store.close()
            log.info("stopped; everything acknowledged is stored")


def quick_loop() -> None:
    """From now on asyncio.run() takes uvloop, where there is one."""
    with contextlib.suppress(ImportError):
        import uvloop

        uvloop.install()


def run(settings: Settings) -> int:
    """Serve until a signal; the exit code."""
    level = os.environ.get("KVARTAL_LOG", "INFO").upper()
    try:
        if level not in LEVELS:
            raise CannotStart(f"KVARTAL_LOG is one of {', '.join(LEVELS)}, not {level}")
        set_up_logs(level)
        quick_loop()
        asyncio.run(serve(settings))
    except CannotStart as error:
        print(f"kvartal: {error}", file=sys.stderr)
        return CANNOT_START
    except Unreachable as error:
        print(f"kvartal: {error}", file=sys.stderr)
        return CANNOT_START
    return 0
