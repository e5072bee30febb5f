"""What stands before every request: where it comes from, how often, how large; and the headers of every answer."""

import ipaddress
import re
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

import msgspec

from kvartal.server.http.metrics import Metrics
from kvartal.server.http.sentences import said, wished
from kvartal.server.table.commands import Refused

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Any, Any, Any], Awaitable[None]]

COOKIE = "kvartal"
WIRE = "kvartal.wire"
LARGEST_BODY = 64 * 1024
LARGER: dict[str, int] = {}  # how addresses end that take more than that; told by whoever offers them
MOST_READ_ON = 16 * 1024 * 1024  # bytes of a request that is refused already
LONG = 16 * 1024  # bytes of a request: so much more counts as one request more, where requests are counted apart
LARGEST_MESSAGE = 8 * 1024  # of a WebSocket
MOST_KEYS = 400_000  # that are remembered by one rate limit at most, whoever comes
ROOM = 50_000  # keys of rate limits before those that are full again are dropped
# Whoever asks for help is marked for it: no link may do it for them.
HELP = re.compile(r"^(GET|HEAD) .*/tables?/[^/]+/(hint|advice)/?$")
FILE = re.compile(r"^(GET|HEAD) .*/static/[^/]+$")
SAFE = ("GET", "HEAD", "OPTIONS")
CSP = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]

HSTS = (b"strict-transport-security", b"max-age=31536000")  # whoever came safely once comes safely for a year


@dataclass(frozen=True)
class Limits:
    """Per second and, at once, per address (`messages`: per person and table). `factor` 0: none at all."""

    factor: float = 1.0
    requests: tuple[float, float] = (20, 200)
    files: tuple[float, float] = (200, 2000)  # of pages: a visit needs twenty, and a school has one address
    people: tuple[float, float] = (0.1, 30)  # new ones: nobody needs many
    tables: tuple[float, float] = (0.2, 60)
    codes: tuple[float, float] = (0.5, 20)  # short codes could be guessed, given time
    work: tuple[float, float] = (8, 120)  # what a page lets us compute: replays, proofs, scores; more for what is long
    messages: tuple[float, float] = (30, 120)
    sockets: int = 200
    lines: int = 600  # open at once, without those that have become sockets: a browser opens six


class Held:
    """How many of something each address holds at this moment; `most` 0: as many as it likes."""

    def __init__(self, most: float, free: str = "") -> None:
        self.most = most
        self.free = [ipaddress.ip_network(each.strip(), strict=False) for each in filter(None, free.split(","))]
        self.counts: dict[str, int] = {}
        self.elsewhere: dict[str, int] = {}  # what the other processes have told of theirs

    def take(self, address: str) -> bool:
        count = self.counts.get(address, 0)
        if self.most and count + self.elsewhere.get(address, 0) >= self.most and not self.freed(address):
            return False
        self.counts[address] = count + 1
        return True

    def release(self, address: str) -> None:
        self.counts[address] -= 1
        if not self.counts[address]:
            del self.counts[address]

    def freed(self, address: str) -> bool:
        """Of a proxy, which comes for many."""
        try:
            here = ipaddress.ip_network(address)
        except ValueError:
            return False
        return any(here.version == each.version and here.overlaps(each) for each in self.free)


class Buckets:
    """Token buckets, one per key; those that are full again are dropped."""

    def __init__(self, rate: tuple[float, float], factor: float, name: str = "") -> None:
        self.name = name
        self.rate, self.most = rate[0] * factor, rate[1] * factor
        self.levels: dict[str, tuple[float, float]] = {}
        self.room = ROOM
        self.taken: dict[str, int] | None = None  # since the other processes were told, where there are any

    def __len__(self) -> int:
        return len(self.levels)

    def take(self, key: str, many: int = 1) -> bool:
        if not self.most:
            return True
        now = time.monotonic()
        level = self._level(key, now)
        many = min(many, int(self.most) or 1)  # what costs more than there can be costs all of it
        if level < many:
            self.levels[key] = (level, now)
            return False
        self._put(key, level - many, now)
        if self.taken is not None:
            self.taken[key] = self.taken.get(key, 0) + many
        return True

    def owe(self, key: str, many: int) -> None:
        """It was taken at another process, which did not know what was taken here: there may be less than nothing."""
        if self.most:
            now = time.monotonic()
            self._put(key, self._level(key, now) - many, now)

    def _level(self, key: str, now: float) -> float:
        level, at = self.levels.get(key, (self.most, now))
        return min(self.most, level + (now - at) * self.rate)

    def _put(self, key: str, level: float, now: float) -> None:
        if len(self.levels) > self.room:
            full = self.most / self.rate
            self.levels = {name: known for name, known in self.levels.items() if now - known[1] < full}
            while len(self.levels) > MOST_KEYS:  # whoever has been away longest begins anew
                del self.levels[next(iter(self.levels))]
            self.room = min(MOST_KEYS, max(ROOM, 2 * len(self.levels)))
        self.levels.pop(key, None)
        self.levels[key] = (level, now)


class Guard:
    """The ASGI application in front of the application."""

    def __init__(
        self, inner: Asgi, limits: Limits, metrics: Metrics, origins: tuple[str, ...] = (), hosts: tuple[str, ...] = ()
    ) -> None:  # fmt: skip
        self.inner = inner
        self.metrics = metrics
        self.origins = origins  # further origins that are ours, e.g. behind a proxy that changes Host
        self.hosts = frozenset(host.lower() for host in hosts)  # what we are called; empty: anything
        self.tables = Buckets(limits.tables, limits.factor, "tables")
        self.requests = Buckets(limits.requests, limits.factor, "requests")
        self.files = Buckets(limits.files, limits.factor, "files")
        people = Buckets(limits.people, limits.factor, "people")
        codes = Buckets(limits.codes, limits.factor, "codes")
        work = Buckets(limits.work, limits.factor, "work")
        self.studies = Buckets(limits.work, limits.factor, "studies")
        self.special = [
            (re.compile(r"^POST .*/api/me(/arrive)?/?$"), people),
            (re.compile(r"^POST .*/api/(tables|daily/[^/]+|lessons/[^/]+/[^/]+)/?$"), self.tables),
            (re.compile(r"/api/codes/"), codes),
            (re.compile(r"^POST (?!.*/api/)"), work),
            (re.compile(r"^POST .*/api/(studies|tables/[^/]+/study)/?$"), self.studies),
            (re.compile(r"^(GET|HEAD) .*/(study|api/studies)/[^/]+(/at|/file)?/?$"), work),
        ]
        self.sockets = Held(limits.sockets * limits.factor)
        self.buckets = (self.tables, self.requests, self.files, people, codes, work, self.studies)
        for buckets in self.buckets:
            metrics.remembers(f"limits.{buckets.name}", buckets.__len__, MOST_KEYS + 1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.websocket(scope, receive, send)
        else:
            await self.inner(scope, receive, send)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers + HEADERS + ([HSTS] if scope.get("scheme") == "https" else [])
            await send(message)

        headers = dict(scope["headers"])
        refused = self.refusal(scope, headers)
        if refused is not None:
            text = said(refused.text, wished(headers.get(b"accept-language", b"").decode("latin-1")))
            body, kind = msgspec.json.encode({"error": text}), b"application/json"
            if scope["method"] == "GET" and b"text/html" in headers.get(b"accept", b""):  # somebody reads it as a page
                body, kind = text.encode(), b"text/plain; charset=utf-8"
            about = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
            await with_headers({"type": "http.response.start", "status": refused.status, "headers": about})
            await send({"type": "http.response.body", "body": body, "more_body": True})
            await read_on(receive)
            await send({"type": "http.response.body", "body": b""})
            return
        if scope["method"] == "HEAD":  # answered like GET; uvicorn, which knows better, leaves out the body
            scope = {**scope, "method": "GET"}
        await self.inner(scope, receive, with_headers)

    def refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> Refused | None:
        address = address_of(scope)
        asked = f"{scope['method']} " + re.sub("/+", "/", scope["path"])
        if sum(name == b"host" for name, _ in scope["headers"]) != 1 and scope["http_version"] != "1.0":
            return Refused("one Host header is wanted", status=400)
        if not self.called(headers):
            return Refused("nothing is served here under this name", status=421)
        if not (self.files if FILE.search(asked) else self.requests).take(address):
            return Refused("too many requests; wait a little", status=429)
        most = largest(scope["path"])
        length = headers.get(b"content-length", b"0")
        size = int(length) if length.isdigit() else most + 1
        sent = most if b"transfer-encoding" in headers else min(size, most)  # of what has no length any may come
        for wanted, buckets in self.special:
            if wanted.search(asked) and not buckets.take(address, 1 + sent // LONG):
                return Refused("too many of these; wait a while", status=429)
        lured = HELP.search(asked) and headers.get(b"sec-fetch-mode") == b"navigate"
        if lured or ((scope["method"] not in SAFE or HELP.search(asked)) and not self.same_origin(headers)):
            return Refused("this request comes from another site", status=403)
        if size > most:
            return Refused(f"at most {most} bytes are read", status=413)
        return None

    def called(self, headers: dict[bytes, bytes]) -> bool:
        """Is this a name of ours? Its port is no part of it."""
        host = headers.get(b"host", b"").decode("latin-1").lower()
        return not self.hosts or re.sub(r":\d*$", "", host).rstrip(".") in self.hosts

    def same_origin(self, headers: dict[bytes, bytes]) -> bool:
        """Browsers say where a request comes from. A program says nothing, but then a cookie does not count."""
        origin = headers.get(b"origin", b"").decode("latin-1")
        if not origin:
            return headers.get(b"sec-fetch-site", b"none") in (b"none", b"same-origin")
        host = headers.get(b"host", b"").decode("latin-1")
        return origin in self.origins or origin in (f"http://{host}", f"https://{host}")

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        address = address_of(scope)
        reason = ""
        if not self.called(headers):
            reason = "host"
        elif not self.same_origin(headers):
            reason = "origin"
        elif not self.requests.take(address):
            reason = "rate"
        elif not self.sockets.take(address):
            reason = "many"
        if reason:
            self.metrics.add("refused_connections", f'reason="{reason}"')
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "refused"})
            return
        scope[WIRE] = (receive, send)  # the way without detours, for what is sent with every move
        try:
            await self.inner(scope, receive, send)
        finally:
            self.sockets.release(address)


def largest(path: str) -> int:
    """Bytes of a request."""
    return max((size for end, size in LARGER.items() if path.endswith(end)), default=LARGEST_BODY)


async def read_on(receive: Receive) -> None:
    """What is still being sent: were the line cut now, the sender would learn that, and not why."""
    left = MOST_READ_ON
    while left > 0 and (message := await receive())["type"] == "http.request" and message.get("more_body"):
        left -= len(message.get("body", b""))


def address_of(scope: Mapping[str, Any]) -> str:
    """Who is counted together. One subscriber has a whole network of IPv6 addresses: that counts as one."""
    client = scope.get("client")
    host = str(client[0]) if client else ""
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False))
