"""Games on many machines: the tasks of workers.py, handed to a Ray cluster. The same results as on one machine.

Ray brings a task to a free processor and its answer back. What decides anything stays here: which games are in a task,
and what becomes of one whose worker died. A worker plays nothing before it has found that its sources are ours.
"""

import logging
import os
import pickle
import secrets
import socket
import sys
import threading
import warnings
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import urlsplit

from kvartal import build
from kvartal.arena.workers import TASK, Failed, Part, Pending, Player, Task, Work, in_parts, once_more, processors
from kvartal.bots.own import BotFailed
from kvartal.engine.option import BadSetup

LOCAL = "local"  # a Ray of its own on this machine, for as long as the command runs
REACHED = 5.0  # seconds within which a machine must answer
LOOK = 2.0  # seconds between two looks at how many processors there are: machines come and go
QUIET = {  # in Ray's environment, unless somebody has set it otherwise
    "RAY_USAGE_STATS_ENABLED": "0",  # it would tell its makers about us
}
IMPATIENT = {  # where a cluster should be already
    "RAY_NUM_REDIS_GET_RETRIES": "1",  # of 41 seconds each, where somebody answers who is not Ray
    "RAY_gcs_server_request_timeout_seconds": "20",
}
STORE = 80 * 2**20  # bytes for what a local Ray keeps in memory: answers are small
T = TypeVar("T")


# On the machines of the cluster --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unlike:
    """A machine has something else than we have, and would play other games."""

    what: str


@dataclass(frozen=True)
class Answer(Generic[T]):
    """What became of a task, on which machine, and how Kvartal runs there."""

    result: list[Part[T]] | Failed | Unlike
    machine: str
    compiled: bool
    status: str


class Other(Exception):
    """The sources are others here; the message says which."""


class Ready(NamedTuple):
    """What a process needs for all tasks of a run that come to it."""

    work: Work[Any]
    player: Player[Any]
    sizes: dict[int, int]


@lru_cache(maxsize=1)
def _ready(packed: bytes, marks: tuple[tuple[str, str], ...]) -> Ready:
    work: Work[Any] = pickle.loads(packed)  # noqa: S301 - Ray itself carries nothing else
    ours = dict(marks)
    for what, mark in work.marks():
        if ours.get(what) != mark:
            raise Other(what)
    return Ready(work, work.begin(), {})


def play_task(packed: bytes, marks: tuple[tuple[str, str], ...], line: int, games: range) -> Answer[Any]:
    """The games of a task, as a worker of the cluster plays them."""
    return Answer(_played(packed, marks, line, games), socket.gethostname(), build.COMPILED, build.STATUS)


def _played(
    packed: bytes, marks: tuple[tuple[str, str], ...], line: int, games: range
) -> list[Part[Any]] | Failed | Unlike:
    try:
        ready = _ready(packed, marks)
    except Other as error:
        return Unlike(str(error))
    except BadSetup as error:  # a game or a bot is not there
        return Failed(str(error))
    try:
        return list(in_parts(ready.player, line, games, ready.sizes))
    except Exception as error:
        return Failed(ready.work.explain(error))


# Here ----------------------------------------------------------------------------------------------------------------


def check_ray() -> Any:
    """Ray, or what to install."""
    try:
        return import_module("ray")
    except ImportError:
        raise BadSetup(
            "--cluster needs the package ray, which is not installed here: pip install 'kvartal[cluster]' "
            "(from a clone: .venv/bin/python -m pip install 'ray[client]')"
        ) from None


class Cluster:
    """A Ray cluster that plays for us, on at most so many processors at a time."""

    def __init__(self, ray: Any, most: int | None) -> None:
        self._ray, self._most = ray, most
        self._met: set[str] = set()  # machines that have answered

    @property
    def processors(self) -> int:
        """How many may be used now."""
        there = int(self._ray.cluster_resources().get("CPU", 0))
        return there if self._most is None else min(there, self._most)

    @property
    def machines(self) -> int:
        return sum(node["Alive"] for node in self._ray.nodes())

    def at_most(self, processors: int) -> "Cluster":
        """The same, of which fewer are used."""
        return Cluster(self._ray, processors)

    def play(self, work: Work[T], pending: Pending) -> Generator[Part[T], None, None]:
        packed, marks = pickle.dumps(work), tuple(work.marks())
        # Not Ray's but our own count of deaths: a task is given back as a whole, and one that kills is told by name.
        hand_out = self._ray.remote(play_task).options(num_cpus=1, max_retries=0)
        # Nobody cancels a task, over which Ray 2.60 may fall down: one that is no longer wanted plays to its end, some
        # seconds, or until we leave the cluster.
        busy: dict[Any, Task] = {}
        while busy or any(pending.left):
            free = self.processors
            if not busy and not free:
                raise BadSetup("no machine of the cluster has a processor to play on")
            while len(busy) < free and (task := pending.take(TASK, free)):
                busy[hand_out.remote(packed, marks, task.line, task.games)] = task
            done, _ = self._ray.wait([*busy], num_returns=1, timeout=LOOK)
            for ref in done:
                task = busy.pop(ref)
                answer = self._answer(ref)
                if answer is None:
                    pending.give_back(once_more(work, task))
                    continue
                for part in self._accepted(answer):
                    pending.took(part.line, len(part.games), part.seconds)
                    yield part

    def _answer(self, ref: Any) -> Answer[Any] | None:
        """None: its worker, or the whole machine, is gone."""
        errors = self._ray.exceptions
        try:
            answer: Answer[Any] = self._ray.get(ref)
            return answer
        except errors.RayTaskError as error:  # ours answers whatever happens: the task could not even be begun
            reason = str(error).strip().splitlines()[-1]
            raise BadSetup(
                f"a machine of the cluster cannot run this Kvartal: {reason}. Install the same version on every machine"
            ) from None
        except errors.RayError as error:
            _warn(f"a worker of the cluster has died ({type(error).__name__}); its games are played again")
            return None

    def _accepted(self, answer: Answer[Any]) -> list[Part[Any]]:
        result, machine = answer.result, answer.machine
        if isinstance(result, Failed):
            raise BotFailed(f"{result.reason} (on {machine})")
        if isinstance(result, Unlike):
            raise BadSetup(
                f"{result.what} is not the same on {machine} as here, and might play other games. "
                "Install the same version on every machine of the cluster"
            )
        if machine not in self._met:
            self._met.add(machine)
            if build.COMPILED and not answer.compiled:
                _warn(f"{machine} runs {answer.status}: the same games, several times slower")
        return result


def _warn(text: str) -> None:
    warnings.warn(f"kvartal: {text}", RuntimeWarning, stacklevel=2)


@contextmanager
def connected(address: str, most: int | None) -> Iterator[Cluster]:
    """The cluster at an address as Ray takes it: `auto`, `HOST:PORT`, `ray://HOST:PORT`; or `local`."""
    _surround(QUIET | (_locked() if address == LOCAL else IMPATIENT))
    ray = check_ray()
    asked: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    with ExitStack() as stack:
        if address == LOCAL:
            # Sockets lie in it, whose names must be short: not in a deep folder of the user's own.
            short = "/tmp" if Path("/tmp").is_dir() else None  # noqa: S108
            folder = stack.enter_context(TemporaryDirectory(prefix="ray-", dir=short, ignore_cleanup_errors=True))
            asked |= {"num_cpus": most or processors(), "include_dashboard": False}
            asked |= {"object_store_memory": STORE, "_temp_dir": folder}
        else:
            check_address(address)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                ray.init(address=address, **asked)
        except Exception as error:
            raise BadSetup(
                f"the cluster at {address} cannot be used: {_reason(error)}. All machines need the same Ray and token; "
                "this one must have joined, unless the address begins with ray://"
            ) from None
        stack.callback(ray.shutdown)
        stack.enter_context(redirect_stdout(_Ours(sys.stdout)))
        yield Cluster(ray, most)


class _Ours:
    """Standard output for whoever is speaking now. Threads of Ray would print pages about a worker that died there, in
    the middle of a result; what matters of it is told as a warning."""

    def __init__(self, out: Any) -> None:
        self._out, self._speaker = out, threading.current_thread()

    def write(self, text: str) -> int:
        return int(self._out.write(text)) if threading.current_thread() is self._speaker else len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)


def _locked() -> dict[str, str]:
    """A Ray of our own obeys nobody else. Left alone, it would put its token into a file at home."""
    return {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


def _surround(environment: Mapping[str, str]) -> None:
    """Ray takes its settings from there, when it is imported; what somebody has set stays."""
    for name, value in environment.items():
        os.environ.setdefault(name, value)


def check_address(address: str) -> None:
    """Ray would wait for a minute or more where nobody is."""
    if address == "auto":
        return
    parts = urlsplit(address if "://" in address else f"//{address}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if parts.scheme not in ("", "ray") or not host or not port:
        raise BadSetup(f"--cluster takes auto, HOST:PORT, ray://HOST:PORT or {LOCAL}, not {address!r}")
    try:
        socket.create_connection((host, port), REACHED).close()
    except OSError as error:
        raise BadSetup(
            f"nobody answers at {host}:{port} ({error.strerror or error}); "
            "has a cluster been started there (ray start --head)?"
        ) from None


def _reason(error: Exception) -> str:
    said = " ".join(str(error).split()).rstrip(".")
    return said if len(said) <= 300 else f"{said[:300]}…"
