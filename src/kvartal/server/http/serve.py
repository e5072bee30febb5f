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
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import IO, Any

import uvicorn

from kvartal.games import shelf
from kvartal.server.http.app import build, for_others
from kvartal.server.http.awaited import Awaited
from kvartal.server.http.metrics import Metrics
from kvartal.server.http.security import LARGEST_MESSAGE, Asgi, Held
from kvartal.server.http.settings import Settings
from kvartal.server.http.several import Staff
from kvartal.server.http.transport import SocketLine, http_line
from kvartal.server.live.hall import Hall
from kvartal.server.store.sqlite_file import SqliteFile, make_for_owner
from kvartal.server.store.store import Store, Unreachable, url_of

log = logging.getLogger("kvartal.serve")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
CANNOT_START = 3  # exit code: port taken, database unreachable, or in use


# Of those who come from outside, and of those who are passed on to us.
SOCKETS: dict[str, Any] = {
    "ws": SocketLine, "ws_max_size": LARGEST_MESSAGE, "ws_per_message_deflate": False, "ws_ping_interval": 20,
    "ws_ping_timeout": 20,
}  # fmt: skip


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
    """What a browser is given to come here."""
    return f"http://{authority(host, port)}{base}/"


def authority(host: str, port: int) -> str:
    """The colons of IPv6 stand in brackets."""
    return f"{f'[{host}]' if ':' in host else host}:{port}"


def listening(host: str, port: int, option: str = "--port") -> socket.socket:
    """The socket, taken before anything else is done."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        sock = socket.socket(family[0], socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
        sock.listen(1024)
    except (OSError, OverflowError) as error:
        taken = (
            f"is taken; {option} chooses another"
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


def on_signal(stop: Callable[[int, None], None]) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop, number, None)


class Beside(uvicorn.Server):
    """A second server in the same process: signals are for the first. Both sleep until they are told to stop; uvicorn's
    own would look ten times a second."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.told = asyncio.Event()

    def stop(self) -> None:
        self.should_exit = True
        self.told.set()

    async def main_loop(self) -> None:
        if not await self.on_tick(0):
            await self.told.wait()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Server(Beside):
    """Signals are ours: uvicorn would raise them again before the last events are stored."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self.told.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        on_signal(self.handle_exit)
        yield


@contextlib.asynccontextmanager
async def beside(app: Asgi | None, sock: socket.socket | None, **how: Any) -> AsyncIterator[None]:
    """A second server on a socket of its own: the figures (behind a proxy on this machine everything comes from this
    machine), or the address where other processes reach this one."""
    if app is None or sock is None:
        yield
        return
    server = Beside(
        uvicorn.Config(
            app, interface="asgi3", lifespan="off", log_config=None, access_log=False, http=http_line(20.0, Held(0)),
            server_header=False, date_header=False, proxy_headers=False, **how,
        )
    )  # fmt: skip
    task = asyncio.create_task(server.serve([sock]))
    try:
        yield
    finally:
        server.stop()
        await task


async def serve(settings: Settings, sock: socket.socket, ready: Callable[[str], None], orphaned: int = -1) -> None:
    """`ready` is called when it serves, with where its figures are; `orphaned` can be read from when it should stop."""
    early: list[int] = []  # signals: what was begun is given back in any case
    on_signal(lambda number, _: early.append(number))
    with contextlib.ExitStack() as held:
        held.callback(sock.close)
        figures = listening(*settings.metrics) if settings.metrics is not None else None
        if figures is not None:
            held.callback(figures.close)
        store = Store(settings.database, Metrics())
        if store.file is not None:
            held.enter_context(alone_on(store.file))
        try:
            shelf()  # every game is imported now: what lies on the disk may change while we run
            await store.open()
            if store.file is not None:
                warn(store.file)
            inside = None if store.sqlite else listening(*settings.home, option="--home")
            if inside is not None:
                held.callback(inside.close)
            reached = "" if inside is None else authority(settings.home[0], inside.getsockname()[1])
            bots = (settings.budget, settings.workers, settings.company, settings.reviews)
            hall = await Hall(store, store.metrics, settings.keeping, *bots, reached, settings.studies).open()
        except (Unreachable, OSError) as error:
            raise CannotStart(str(error)) from None
        guard = build(hall, settings)
        lines = Held(settings.limits.lines * settings.limits.factor, settings.proxies)
        config = uvicorn.Config(
            Awaited(guard), lifespan="off", log_config=None, access_log=False, server_header=False,
            date_header=False, http=http_line(settings.patience, lines), **SOCKETS,
            proxy_headers=bool(settings.proxies), forwarded_allow_ips=settings.proxies or None,
            timeout_graceful_shutdown=5,
        )  # fmt: skip
        port = sock.getsockname()[1]
        where = ""
        if settings.metrics is not None and figures is not None:
            where = f"Metrics: {address(settings.metrics[0], figures.getsockname()[1], '')}metrics"
        ready(where)
        sys.setswitchinterval(0.001)  # the thread that stores waits for its turn; five times less than usual
        gc.collect()
        gc.freeze()  # what is there now stays; collecting it again and again would only cost time
        gc.set_threshold(20_000, 20, 50)
        log.info("serving on port %d, database %s", port, store.named)
        server = Server(config)
        server.should_exit = bool(early)
        if orphaned >= 0:
            asyncio.get_running_loop().add_reader(orphaned, server.handle_exit, signal.SIGTERM, None)
        try:
            app = for_others(guard, hall, lines)
            others = beside(app and Awaited(app), inside, **SOCKETS, timeout_graceful_shutdown=5)
            async with beside(store.metrics.shown, figures, ws="none", timeout_graceful_shutdown=1), others:
                await server.serve([sock])
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
        if settings.processes > 1 and url_of(settings.database).startswith("sqlite"):
            raise CannotStart("several processes need PostgreSQL (--database postgresql://…); a SQLite file has one")
        sock = listening(settings.host, settings.port)
    except (CannotStart, Unreachable) as error:
        return cannot_start(error)
    where = address(settings.host, sock.getsockname()[1], settings.base_path)

    def told(said: list[str]) -> None:
        print(f"Kvartal: {where} (Ctrl-C stops it)", *filter(None, said), sep="\n", flush=True)

    if settings.processes == 1:
        return one(settings, sock, lambda said: told([said]))
    shelf()  # once for all of them

    def work(number: int, ready: Callable[[str], None], orphaned: int) -> int:
        return one(settings.of(number), sock, ready, orphaned)

    return Staff(settings.processes, work, told, CANNOT_START).run()


def one(settings: Settings, sock: socket.socket, ready: Callable[[str], None], orphaned: int = -1) -> int:
    quick_loop()
    try:
        asyncio.run(serve(settings, sock, ready, orphaned))
    except (CannotStart, Unreachable) as error:
        return cannot_start(error)
    return 0


def cannot_start(error: Exception) -> int:
    print(f"kvartal: {error}", file=sys.stderr)
    return CANNOT_START
