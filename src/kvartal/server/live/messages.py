# compiled
"""What is put into the mailbox of a table, and who looks at the table."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from kvartal.server.table import commands as c
from kvartal.server.table.acting import Answer
from kvartal.server.table.commands import Refused

if TYPE_CHECKING:
    from kvartal.server.live.mailbox import LiveTable

OF_THE_MATCH = (c.Move, c.Undo, c.Look)


class Connection(Protocol):
    """Somebody who looks at the table."""

    person: str
    dialect: str
    lang: str
    wanted_seat: int | None

    def push(self, message: bytes) -> None:
        """Send when possible; never waits, a connection that cannot follow is cut."""

    def cut(self, reason: str, code: int = 4403) -> None: ...


@dataclass(slots=True)
class Ask:
    """A command in the mailbox. The answer goes to a connection, or to whoever waits for the reply."""

    command: c.Command
    person: str
    connection: Connection | None = None
    reply: "asyncio.Future[Reply] | None" = None
    lang: str = "en"
    answer: Answer | None = None
    refusal: Refused | None = None


@dataclass(slots=True)
class Reply:
    answer: Answer
    view: bytes


@dataclass(slots=True)
class Join:
    connection: Connection
    reply: "asyncio.Future[None]"


@dataclass(slots=True)
class Part:
    connection: Connection


@dataclass(slots=True)
class Read:
    """Look at the table between two commands, when everything in it is stored."""

    look: "Callable[[LiveTable], Any]"
    reply: "asyncio.Future[Any]"


@dataclass(slots=True)
class ShowLate:
    """The crowd is shown what it has missed."""


@dataclass(slots=True)
class Stop:
    pass


Item = Ask | Read | Join | Part | ShowLate | Stop


def needs_view(ask: Ask) -> bool:
    """A late or repeated message changed nothing: it is answered with the current view."""
    return ask.answer is not None and not ask.answer.events and isinstance(ask.command, OF_THE_MATCH)


def extras(answer: Answer) -> dict[str, str]:
    found = {"key": answer.key, "table": answer.table}
    return {name: value for name, value in found.items() if value}
