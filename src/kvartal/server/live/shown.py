# compiled
"""What people at a table are shown, and nothing else ever leaves the server: the frame of the table, and one View.

A `Dialect` turns it into messages. The JSON one is here; the pages register their own (drawn boards) in DIALECTS.
"""

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from kvartal.engine.game import Setup
from kvartal.engine.layout import Layout
from kvartal.engine.log import LogLine
from kvartal.engine.match import Match
from kvartal.engine.move import Move
from kvartal.engine.rule import ENGINE_RULES, Rule
from kvartal.engine.score import Score
from kvartal.engine.state import State
from kvartal.engine.view import View
from kvartal.server.live.frame import TableShown
from kvartal.server.table.table import Table

encode = msgspec.json.Encoder().encode
MOST_TOLD = 600  # steps of the log in one go: more would hold up everybody


class ChatLine(msgspec.Struct, frozen=True):
    number: int  # of its event: only ever grows
    person: str
    name: str
    text: str


class Shown:
    """All that one seat (None: a spectator) may be shown of a table now. Holds no way back to the match itself."""

    __slots__ = (
        "_log",
        "_no_undo",
        "_turn",
        "chat",
        "clock",
        "frame",
        "new_lines",
        "seat",
        "shared",
        "version",
        "view",
    )

    def __init__(
        self, table: Table, seat: int | None, sees: bool, frame: TableShown, chat: list[ChatLine], now: int,
        new_lines: list[str],
    ) -> None:  # fmt: skip
        self.seat = seat
        self.frame = frame
        self.version = table.version(seat) if sees else 0
        self.view: View | None = table.match.view(seat) if sees and table.match is not None else None
        self.clock = table.clock.shown(now)
        self.chat = chat
        self.new_lines = new_lines
        self.shared: Shared = Shared()
        match = table.match if sees else None
        self._log: Callable[[str, int], list[LogLine]] = lambda lang, since: (
            match.log(seat, lang, max(since, match.readable(seat) - MOST_TOLD)) if match else []
        )
        self._turn: Callable[[], Turn] = lambda: turn_of(match, seat) if match and seat is not None else NO_TURN
        self._no_undo: Callable[[], Rule | None] = lambda: (
            match.why_no_undo(seat, as_seen=True) if match and seat is not None else ENGINE_RULES["engine.undo.nothing"]
        )

    def log(self, lang: str, since: int = 0) -> list[LogLine]:
        """The log in words, from this seat's own line `since` on; of a very long one only the end."""
        return self._log(lang, since)

    def turn(self) -> "Turn":
        """The steps of my turn so far, and what I had before it."""
        return self._turn()

    def no_undo(self) -> Rule | None:
        """Why I cannot take a step back now, as far as I can know; None if I can."""
        return self._no_undo()

    def scores(self, lang: str) -> list[Score]:
        """Of every seat; `view.rivals` has those of the others."""
        view = self.view
        return [view.score(seat, lang) for seat in range(view.setup.players)] if view is not None else []


class Turn(msgspec.Struct, frozen=True):
    """A turn of several steps: the moves made in it, the number that each has in the seat's log, and the points of the
    seat before the first of them."""

    moves: tuple[Move, ...]
    lines: tuple[int, ...]
    points: int


NO_TURN = Turn((), (), 0)


def turn_of(match: Match, seat: int) -> Turn:
    steps = match.turn_of(seat)
    if not steps:
        return NO_TURN
    before = View.of(match.setup, match.state_at(steps[0]), seat).known
    lines = match.setup.game.score_lines(match.setup, before, seat, match.setup.game.words("en"))
    moves = tuple(Move(match.setup, seat, match.entries[step].code) for step in steps)
    numbers: dict[int, int] = {}
    reading = match.steps.reading(seat)
    number = len(reading)
    while len(numbers) < len(steps):  # they are among the last, however long the match is
        number -= 1
        if reading[number][1] in steps:
            numbers[reading[number][1]] = number
    return Turn(moves, tuple([numbers[step] for step in steps]), sum([line.points for line in lines]))


class Shared:
    """What was worked out for one seat and holds for others who have seen, and now see, exactly the same."""

    __slots__ = ("after", "before", "kept", "set")

    def __init__(self) -> None:
        self.kept: dict[str, object] = {}  # by language, what dialects other than JSON have made for everybody
        self.before: State | None = None
        self.after: State | None = None
        self.set = msgspec.Raw(b"{}")

    def changes(self, layout: Layout, before: State, after: State) -> msgspec.Raw | None:
        """The fields that differ between two things known, encoded; None if none do."""
        if self.before is not None and self.after is not None and self.after.same(after) and self.before.same(before):
            return self.set
        cells = after.differing(before)
        if not cells:
            return None
        self.before, self.after = before, after
        self.set = msgspec.Raw(encode(layout.changes(cells, list(after.cells))))
        return self.set


class Dialect(Protocol):
    """Turns what is shown into messages for the connections of one seat and language; remembers what they have."""

    @property
    def slow(self) -> bool:
        """Does a message take long to make, so that it is made while what it shows is being stored?"""
        ...

    def whole(self, shown: Shown) -> bytes:
        """Everything, for a new connection: an object as JSON."""
        ...

    def changed(self, shown: Shown) -> bytes | None:
        """What has changed since the last message, as a JSON object; None if this seat would notice nothing."""
        ...

    def beside(self, shown: Shown) -> bytes | None:
        """What of it may come a moment later, when everybody has got the first. Only a slow dialect is asked for it."""
        ...


class Json:
    """Facts as JSON: the whole view first, then only the fields that changed."""

    @property
    def slow(self) -> bool:
        return False

    def __init__(self, setup: Setup, lang: str) -> None:
        self.setup = setup
        self.layout = setup.layout
        self.known: State | None = None
        self.frame: TableShown | None = None
        self.moves: list[str] = []
        self.waiting: tuple[int, ...] = ()
        self.version = -1
        self.chat = 0

    def whole(self, shown: Shown) -> bytes:
        message: dict[str, Any] = {"is": "view", "seat": shown.seat, "version": shown.version, "table": shown.frame}
        view = shown.view
        message["view"] = view.facts() if view is not None else None
        message["chat"] = shown.chat
        if shown.clock:
            message["clock"] = shown.clock
        self._keep(shown)
        return encode(message)

    def _keep(self, shown: Shown) -> None:
        self.frame, self.version = shown.frame, shown.version
        self.chat = shown.chat[-1].number if shown.chat else 0
        if shown.view is not None:
            self.known = shown.view.known
            self.waiting = shown.view.waiting
            self.moves = _moves(shown.view, self.waiting)

    def changed(self, shown: Shown) -> bytes | None:
        view = shown.view
        if view is not None and self.known is None:
            return self.whole(shown)  # the match has just begun
        message: dict[str, Any] = {"is": "change", "version": shown.version}
        if view is not None:
            assert self.known is not None
            changes = shown.shared.changes(self.layout, self.known, view.known)
            if changes is not None:
                message["set"] = changes
                self.known = view.known
            waiting = view.waiting
            if waiting != self.waiting:
                message["waiting"] = self.waiting = waiting
            moves = _moves(view, waiting)
            if moves != self.moves:
                message["moves"] = self.moves = moves
            if view.over and "set" in message:
                message["over"] = True
        if shown.frame is not self.frame and shown.frame != self.frame:
            message["table"] = shown.frame
        self.frame = shown.frame
        if shown.chat and shown.chat[-1].number > self.chat:
            message["chat"] = [line for line in shown.chat if line.number > self.chat]
            self.chat = shown.chat[-1].number
        if shown.new_lines:
            message["steps"] = shown.new_lines
        if len(message) == 2 and shown.version == self.version:
            return None
        self.version = shown.version
        if shown.clock:
            message["clock"] = shown.clock
        return encode(message)

    def beside(self, shown: Shown) -> bytes | None:
        return None


def _moves(view: View, waiting: tuple[int, ...]) -> list[str]:
    """view.moves() in notation, without making an object of each."""
    if view.seat is None or view.seat not in waiting:
        return []
    notation = view.setup.notation
    return [notation[code] for code in view.known.moves(view.seat, len(notation))]


class WholeJson(Json):
    """For simple programs: the whole view every time."""

    def changed(self, shown: Shown) -> bytes | None:
        return None if super().changed(shown) is None else self.whole(shown)


DIALECTS: dict[str, Callable[[Setup, str], Dialect]] = {"json": Json, "whole": WholeJson}
