"""What goes wrong in `kvartal bench chaos`: one trouble after another, sometimes two at once, each of them mended."""

import asyncio
import contextlib
import os
import random
import signal
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from time import monotonic

import asyncpg

from kvartal.server.tools.bench import Process
from kvartal.server.tools.bench_cluster import free_port, proxy
from kvartal.server.tools.crash import Lost
from kvartal.server.tools.faults import FAULTS
from kvartal.server.tools.ground import NETS, Ground

TRIES = 40
TWO_AT_ONCE = 0.3  # how often
JUMP = (60, 900)  # seconds by which a clock is wrong, either way


class Slot:
    """A place for a process, as good as a machine of its own: one that ends is followed by another at the same address,
    with the same clock."""

    def __init__(self, ground: Ground, number: int) -> None:
        network = ground.network
        self.number, self.database = number, ground.database
        self.host = network.address("people", number) if network else "127.0.0.1"
        home = network.address("between", number) if network else "127.0.0.1"
        self.port = free_port()
        self.options = ["--host", self.host, "--port", str(self.port), "--home", f"{home}:{free_port()}"]
        self.before = ["ip", "netns", "exec", network.inside(number)] if network else []
        self.clock = ground.folder / f"clock{number}"
        self.environment: dict[str, str] = {}
        if ground.faketime:
            self.clock.write_text("+0\n")
            self.environment = {
                "LD_PRELOAD": ground.faketime, "FAKETIME_TIMESTAMP_FILE": str(self.clock), "FAKETIME_NO_CACHE": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            }  # fmt: skip
        self.process: Process | None = None
        self.busy = asyncio.Lock()  # one trouble at a time

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"

    async def start(self) -> None:
        """Again and again: the database may just be recovering."""
        for _ in range(TRIES):
            with contextlib.suppress(RuntimeError):
                log = os.environ.get("KVARTAL_LOG", "CRITICAL")
                how = {"log": log, "before": self.before, "environment": self.environment}
                self.process = await Process.start(self.database, *self.options, **how)  # type: ignore[arg-type]
                return
            await asyncio.sleep(0.5)
        raise Lost("a process could not be started again")

    async def end(self, how: int) -> None:
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            self.process.process.send_signal(how)
        await self.process.process.wait()

    def signal(self, number: int) -> None:
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            self.process.process.send_signal(number)


class Trouble:
    """Makes it, and takes it away again. `pace`: how long each of them lasts, as a share of the usual."""

    def __init__(self, ground: Ground, slots: list[Slot], rng: random.Random, pace: float = 1.0) -> None:
        self.ground, self.slots, self.rng, self.pace = ground, slots, rng, pace
        self.proxy: contextlib.AsyncExitStack | None = None
        self.door = 0
        self.counts: Counter[str] = Counter()
        self.told: list[str] = []  # what was done, for whoever looks for a fault
        self._database = asyncio.Lock()  # its disk is full, or slow, or it is being started
        self._proxy = asyncio.Lock()

    async def wait(self, most: float, least: float = 0.0) -> None:
        await asyncio.sleep(self.pace * (least + (most - least) * self.rng.random()))

    @contextlib.asynccontextmanager
    async def somebody(self) -> AsyncIterator[Slot]:
        """A process that nothing else happens to just now."""
        free = [slot for slot in self.slots if not slot.busy.locked()] or self.slots
        slot = self.rng.choice(free)
        async with slot.busy:
            yield slot

    # Processes --------------------------------------------------------------------------------------------------------

    async def kill(self) -> None:
        await self._again(signal.SIGKILL)

    async def stop(self) -> None:
        await self._again(signal.SIGTERM)

    async def _again(self, how: int) -> None:
        async with self.somebody() as slot:
            self.told.append(f"{signal.Signals(how).name} {slot.number}")
            await slot.end(how)
            await self.wait(2)
            await slot.start()

    async def freeze(self) -> None:
        """Sometimes for so short a time that nobody notices, sometimes until others have taken over."""
        async with self.somebody() as slot:
            self.told.append(f"freeze {slot.number}")
            slot.signal(signal.SIGSTOP)
            try:
                await self.wait(8)
            finally:
                slot.signal(signal.SIGCONT)

    async def clock(self) -> None:
        """By minutes, either way; it may stay wrong until it jumps again."""
        async with self.somebody() as slot:
            ahead = self.rng.choice((-1, 1)) * self.rng.randint(*JUMP)
            self.told.append(f"clock of {slot.number} {ahead:+} s")
            slot.clock.write_text(f"{ahead:+}s\n")
            await self.wait(4)
            if self.rng.random() < 0.5:
                slot.clock.write_text("+0\n")
                await self.wait(1)

    async def partition(self) -> None:
        """From the database, the other processes, or people; or from all of them."""
        network = self.ground.network
        assert network is not None
        async with self.somebody() as slot:
            cut = self.rng.choice([[name] for name in NETS] + [list(NETS)])
            self.told.append(f"{slot.number} is cut from {', '.join(cut)}")
            for name in cut:
                network.cut(slot.number, name)
            try:
                await self.wait(14, 1)
            finally:
                for name in cut:
                    network.mend(slot.number, name)

    # The database -----------------------------------------------------------------------------------------------------

    async def database(self) -> None:
        """One of its processes is killed: PostgreSQL throws everybody out and recovers from its log. One of our own may
        also be stopped, and is started again."""
        postgres = self.ground.postgres
        async with self._database:
            how = self.rng.choice(("crash", "fast", "immediate")) if postgres else "crash"
            self.told.append(f"database {how}")
            if how != "crash" and postgres:
                await asyncio.to_thread(postgres.stop, how)
                await self.wait(2)
                await asyncio.to_thread(postgres.start)
                return
            with contextlib.suppress(OSError, asyncpg.PostgresError):
                connection = await asyncpg.connect(self.ground.database)
                os.kill(await connection.fetchval("SELECT pg_backend_pid()"), signal.SIGKILL)
                with contextlib.suppress(OSError, asyncpg.PostgresError):
                    await connection.execute("SELECT 1")

    async def full(self) -> None:
        """PostgreSQL refuses what needs room, or ends; where there is room again, it is started, as a system would."""
        disk, postgres = self.ground.disk, self.ground.postgres
        assert disk is not None
        assert postgres is not None
        async with self._database:
            self.told.append("the disk is full")
            await asyncio.to_thread(disk.fill)
            try:
                await self.wait(6, 1)
            finally:
                disk.free()
                if not await asyncio.to_thread(postgres.runs):
                    self.counts["PostgreSQL ended by a full disk"] += 1
                    await asyncio.to_thread(postgres.start)

    async def slow(self) -> None:
        """Nothing is written for up to two seconds, and again, and again."""
        disk = self.ground.disk
        assert disk is not None
        async with self._database:
            holds = [self.pace * (0.1 + 2 * self.rng.random() ** 2) for _ in range(self.rng.randint(3, 8))]
            self.told.append(f"the disk is slow: {sum(holds):.1f} s")
            process = await asyncio.create_subprocess_exec(*disk.stutter(holds), stderr=asyncio.subprocess.DEVNULL)
            await process.wait()

    # The proxy --------------------------------------------------------------------------------------------------------

    async def restart_proxy(self) -> None:
        async with self._proxy:
            self.told.append("the proxy is started anew")
            await self.close()
            await self.wait(1)
            await self.open_proxy()

    async def open_proxy(self) -> None:
        if "proxy" not in self.ground.missing:
            stack = self.proxy = contextlib.AsyncExitStack()
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            behind = [slot.address for slot in self.slots]
            self.door, _ = await stack.enter_async_context(proxy(folder, behind, self.door or free_port()))

    async def close(self) -> None:
        stack, self.proxy = self.proxy, None
        if stack is not None:
            await stack.aclose()

    # All of it --------------------------------------------------------------------------------------------------------

    async def make(self, seconds: float, faults: tuple[str, ...] = FAULTS) -> None:
        """Each of them once, however slow the machine is; then any, until the time is over."""
        known: dict[str, Callable[[], Awaitable[None]]] = {
            "kill": self.kill, "stop": self.stop, "freeze": self.freeze, "database": self.database,
            "proxy": self.restart_proxy, "full": self.full, "slow": self.slow, "partition": self.partition,
            "clock": self.clock,
        }  # fmt: skip
        faults = self.ground.faults(faults)
        until, order = monotonic() + seconds, list(faults)
        self.rng.shuffle(order)
        while order or (faults and monotonic() < until):
            now = [order.pop() if order else self.rng.choice(faults)]
            if self.rng.random() < TWO_AT_ONCE:
                now.append(order.pop() if order else self.rng.choice(faults))
            await asyncio.gather(*(known[fault]() for fault in now))
            self.counts.update(now)
            await self.wait(1.5)

    def doors(self) -> tuple[str, int]:
        """Half of the people come through the proxy, the others to any process: the wrong one, mostly."""
        if self.door and self.rng.random() < 0.5:
            return "127.0.0.1", self.door
        slot = self.rng.choice(self.slots)
        return slot.host, slot.port
