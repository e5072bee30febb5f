# compiled
"""What all connections with the same seat, dialect and language have been shown, and are shown next."""

from typing import Any

from kvartal.server.live.messages import Connection
from kvartal.server.live.shown import Dialect, Shown, encode

AudienceKey = tuple[str, int | None, str, bool]  # dialect, seat, language, may see the match


class Audience:
    __slots__ = (
        "_message",
        "_shown",
        "_whole",
        "ahead",
        "astray",
        "connections",
        "dialect",
        "late",
        "lines",
        "slow",
        "stale",
    )

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.slow = dialect.slow
        self.connections: list[Connection] = []
        self.lines: list[str] = []  # steps told since the last message
        self.stale = False  # is to be drawn in its turn
        self.late = False  # the same, a little later
        self.ahead = False  # the next message is drawn already, while what it shows is being stored
        self.astray = False  # what was drawn ahead was not stored: nobody has it, but the dialect thinks so
        self._message: bytes | None = None
        self._whole: bytes | None = None  # what whoever comes is shown, until something changes
        self._shown: Shown | None = None  # what stands beside it has not been made yet

    def draw_ahead(self, shown: Shown) -> None:
        """Nobody gets it until it is taken."""
        self._message, self.ahead = self.draw(shown), True

    def draw(self, shown: Shown) -> bytes | None:
        """None if nobody who looks would notice anything."""
        message = self.dialect.whole(shown) if self.astray else self.dialect.changed(shown)
        self.stale = self.late = self.astray = False
        if message is not None:
            self._whole = None
        if self.slow:
            self._shown = shown
        if self.lines:
            self.lines = []
        return message

    @property
    def behind(self) -> bool:
        """Has it been shown something whose surroundings have not been told yet?"""
        return self._shown is not None

    def beside(self) -> bytes | None:
        """What may follow a moment after the last message; None if nothing does."""
        shown, self._shown = self._shown, None
        message = None if shown is None else self.dialect.beside(shown)
        if message is not None:
            self._whole = None
        return message

    def whole(self, shown: Shown) -> bytes:
        """Everything. A thousand who come one after the other, while nothing happens, get the same."""
        message = self._whole
        if message is None:
            message = self.dialect.whole(shown)
            if not shown.clock:  # it runs
                self._whole = message
        return message

    def drawn(self) -> bytes | None:
        message, self._message, self.ahead = self._message, None, False
        return message

    def forget(self) -> None:
        """What was drawn ahead did not happen."""
        if self.ahead:
            self.drawn()
            self._shown = self._whole = None
            self.astray = True


def with_answer(message: bytes, answer: dict[str, Any]) -> bytes:
    """One encoded message with a few fields more for one connection."""
    return message[:-1] + b"," + encode(answer)[1:]
