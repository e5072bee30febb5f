"""A seat at a table of a running server, over its API (docs/api.md): HTTP to sit down, a WebSocket to play."""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kvartal.engine.game import Setup
from kvartal.engine.move import Move
from kvartal.engine.option import BadSetup, listing, shown
from kvartal.engine.view import View
from kvartal.games import game as game_called
from kvartal.research.fields import view_of
from kvartal.research.seats import NotNow

PATIENCE = 15.0  # seconds until a server that does not answer is given up
LARGEST = 1 << 22  # bytes of an answer
LONGEST_TOLD = 300  # characters of a server's own sentence that are repeated
MOST_CHAT = 20  # lines
ADDRESS = re.compile(r"(?:(?P<server>https?://\S+?)/table/)?(?P<table>[\w-]{1,24})(?:#(?P<key>[\w-]{10,60}))?")


class _Stay(HTTPRedirectHandler):
    """A token goes to the server that was named, and nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass
class Server:
    """A server by its address, and who we are there."""

    url: str
    token: str = ""

    def __post_init__(self) -> None:
        self.url = checked_url(self.url)

    def _ask(self, method: str, path: str, body: object) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Accept-Language": "en"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = Request(self.url + path, data, headers, method=method)  # noqa: S310 - checked_url
        try:
            with build_opener(_Stay).open(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read(LARGEST))
        except HTTPError as error:
            raise NotNow(f"the server refuses: {_told(error.read(LARGEST))} ({error.code})") from None
        except (URLError, OSError, ValueError) as error:
            raise NotNow(f"{self.url} does not answer as a Kvartal server does: {printed(error)}") from None

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        return await asyncio.to_thread(self._ask, method, path, body)

    def socket(self, path: str) -> Any:
        who = {"Authorization": f"Bearer {self.token}"}
        address = "ws" + self.url.removeprefix("http") + path
        return connect(address, additional_headers=who, max_size=LARGEST, open_timeout=PATIENCE, close_timeout=1)


def checked_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
        raise BadSetup(f"a server is named by its address, e.g. http://127.0.0.1:8000, not by {shown(url)}")
    return url.rstrip("/")


def address_of(text: str) -> tuple[str, str, str]:
    """`http://…/table/ID#KEY`, `ID#KEY` or `ID` → server, table and key, empty where not named."""
    found = ADDRESS.fullmatch(text.strip())
    if found is None:
        raise BadSetup(f"a table is named by its id or by a link …/table/ID#KEY, not by {shown(text)}")
    return found["server"] or "", found["table"], found["key"] or ""


def printed(text: object) -> str:
    """What a server says, short and in one line."""
    return "".join(each if each.isprintable() else " " for each in str(text))[:LONGEST_TOLD]


def _told(body: bytes) -> str:
    try:
        return printed(json.loads(body)["error"])
    except (ValueError, TypeError, LookupError):
        return "without a reason that could be read"


class ServedSeat:
    """A seat at a served table. Its view is put together from the messages of the socket."""

    def __init__(self, server: Server, table: str) -> None:
        self.server, self.table = server, table
        self.seat: int | None = None
        self.frame: dict[str, Any] = {}
        self.facts: dict[str, Any] | None = None
        self.version = 0
        self.chat: list[dict[str, Any]] = []
        self.steps: list[str] = []
        self._setup: Setup | None = None
        self._said = 0
        self._answers: dict[str, str] = {}  # id of a message → "" if it was done, else why not
        self._news = asyncio.Event()
        self._line: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._lost = ""

    @classmethod
    async def sit_down(cls, server: Server, table: str, key: str = "", name: str = "Assistant") -> "ServedSeat":
        """Take a free seat, the one that a key opens, or the one that we have already."""
        if not server.token:
            server.token = (await server.ask("POST", "/api/me", {"name": name}))["token"]
        seated = cls(server, table)
        looked = await server.ask("GET", f"/api/tables/{table}")
        if looked.get("seat") is None:
            command: dict[str, object] = {"do": "sit", "key": key} if key else {"do": "sit"}
            me = (await server.ask("GET", "/api/me"))["id"]
            left = [n for n, seat in enumerate(looked["table"]["seats"]) if seat.get("last", {}).get("person") == me]
            if left and not key:  # a bot has kept it for us
                command["seat"] = left[0]
            looked = await server.ask("POST", f"/api/tables/{table}/do", command)
        if looked.get("seat") is None:
            raise NotNow("everybody else at the table is asked first whether you may take this seat: try again later")
        await seated.connected()
        return seated

    # What is heard ------------------------------------------------------------------------------------------------

    async def connected(self) -> None:
        """The line stands; after a loss a new one is made, and begins with the whole view."""
        if not self.closed:
            return
        self._lost = ""
        try:
            self._line = await self.server.socket(f"/api/tables/{self.table}/socket?lang=en")
        except (OSError, TimeoutError, WebSocketException) as error:
            raise NotNow(f"the table cannot be reached: {printed(error)}") from None
        self._reader = asyncio.create_task(self._read(self._line))
        self.frame = {}
        await self._until(lambda: bool(self.frame), PATIENCE)
        if not self.frame:
            raise NotNow("the table does not say anything; try again")

    async def _read(self, line: ClientConnection) -> None:
        try:
            async for text in line:
                self._heard(json.loads(text))
                self._news.set()
        except (OSError, WebSocketException, ValueError, TypeError, LookupError) as error:
            self._lost = f"the line to the table was lost: {printed(error)}"
        else:
            self._lost = self._lost or "the server has closed the line to the table"
        self._news.set()

    def _heard(self, message: dict[str, Any]) -> None:
        kind = message.get("is")
        if kind == "view":
            self.frame, self.facts, self.seat = message["table"], message["view"], message["seat"]
            self.chat = list(message.get("chat", []))
            if "late" in message:
                self._answers[message["late"]] = "the table has changed since: look again"
        elif kind == "change":
            self.frame = message.get("table", self.frame)
            self.chat += message.get("chat", [])
            if self.facts is not None:
                for name, value in message.get("set", {}).items():
                    put(self.facts["table"], name, value)
        elif kind == "refused":
            self._answers[message.get("id", "")] = printed(message["text"])
            self._lost = "" if message.get("id") else f"the server refuses: {printed(message['text'])}"
        self.version = message.get("version", self.version)
        self.steps += [printed(step) for step in message.get("steps", [])]
        self._answers |= dict.fromkeys(message.get("done", ()), "")

    async def _until(self, condition: Callable[[], bool], seconds: float) -> None:
        """Wait for that, at most so long, and no longer than the line stands."""
        try:
            async with asyncio.timeout(seconds):
                while not condition() and not self._lost:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            pass

    # Where we are -------------------------------------------------------------------------------------------------

    @property
    def setup(self) -> Setup:
        if self._setup is None:
            told = self.frame
            self._setup = game_called(told["game"]).set_up(
                len(told["seats"]), told["options"], told["data"], version=told["rules"], stored=True
            )
        return self._setup

    @property
    def view(self) -> View | None:
        return None if self.facts is None else view_of(self.setup, self.seat, self.facts["table"])

    @property
    def ended(self) -> bool:
        return self.frame.get("status") in ("finished", "ended")

    @property
    def status(self) -> str:
        status = self.frame.get("status")
        if status == "finished":
            result = self.frame["result"]
            won = f"won by seat {listing(result['winners'])}" if result["winners"] else "nobody has won"
            return f"over, {won}; points by seat: {listing(result['points'])}; ended by the rule {result['rule']}"
        if status == "ended":
            return f"ended without a result: {printed(self.frame.get('why', ''))}"
        if status != "playing":
            return "not begun yet: its host starts it"
        view = self.view
        assert view is not None
        return "your move" if view.codes() else f"seats that owe a move: {listing(view.waiting) or 'nobody'}"

    # What we do ---------------------------------------------------------------------------------------------------

    async def _do(self, **command: object) -> None:
        await self.connected()
        self._said += 1
        name = f"a{self._said}"
        assert self._line is not None
        try:
            await self._line.send(json.dumps({**command, "id": name}))
        except (OSError, WebSocketException) as error:
            raise NotNow(f"the line to the table was lost: {printed(error)}; look again") from None
        await self._until(lambda: name in self._answers, PATIENCE)
        why = self._answers.pop(name, self._lost or "the server has not answered in time: look again")
        if why:
            raise NotNow(why)

    async def play(self, move: Move) -> None:
        await self._do(do="move", move=str(move), seen=self.version)

    async def wait(self, seconds: float) -> None:
        await self.connected()
        await self._until(lambda: self.ended or bool(self.view and self.view.codes()), seconds)

    async def people(self) -> list[str]:
        await self.connected()
        named = [f"seat {n}: {seat['name']}" for n, seat in enumerate(self.frame["seats"]) if seat.get("name")]
        return named + [f"{line['name']}: {line['text']}" for line in self.chat[-MOST_CHAT:]]

    async def leave(self) -> None:
        """Get up; in a match that goes on a bot keeps the seat. Then hang up."""
        try:
            if not self.ended:
                await self.server.ask("POST", f"/api/tables/{self.table}/do", {"do": "leave"})
        finally:
            await self.close()

    @property
    def closed(self) -> bool:
        return self._reader is None or self._reader.done()

    async def close(self) -> None:
        if self._line is not None:
            await self._line.close()
        if self._reader is not None:
            await asyncio.wait([self._reader])


def put(table: dict[str, Any], name: str, value: object) -> None:
    """Set one field of a view as a change names it: `coins`, or `seats[1].top`."""
    found = re.fullmatch(r"seats\[(\d+)\]\.(.+)", name)
    if found:
        table["seats"][int(found[1])][found[2]] = value
    else:
        table[name] = value
