# compiled
"""Table: seats, people and a match, folded from the events of its log. Nothing here decides; `acts.py` does.

open ── gathered ──► salting ── started ──► playing ──► finished
  └─────────────────────┴──────────────────────┴─ ended ─► ended
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from msgspec.json import decode, encode
from msgspec.structs import replace
from mypy_extensions import mypyc_attr

from kvartal.engine.data import BadData
from kvartal.engine.deal import FairDeal, ToldDeal, commitment
from kvartal.engine.game import Game, Said, Setup
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup, BadVersion
from kvartal.engine.state import NOBODY
from kvartal.engine.steps import Entry
from kvartal.games import shelf
from kvartal.server.table import events as e
from kvartal.server.table.clock import Clock

REMEMBERED = 64  # client move ids per seat: a message repeated later than that is answered by its version
CHAT_SHOWN = 100

OPEN, SALTING, PLAYING, FINISHED, ENDED = "open", "salting", "playing", "finished", "ended"

# How a step of the match becomes known: to all at once, to its owner alone, or to the others at the reveal
TO_ALL, TO_OWNER, TO_OTHERS, TAKEN_BACK = range(4)


@mypyc_attr(native_class=False)
class Trouble(RuntimeError):
    """A stored table that this program cannot play on, with the reason."""


@dataclass(slots=True)
class Seat:
    """Who sits here. A bot with a person behind it plays in that person's stead."""

    kind: str  # open, invited, person, bot
    person: str = ""
    level: str = ""  # of the bot that plays now; "default": the game's own default move
    why: str = ""  # why a bot plays: placed, handed, left, removed, resigned, late
    key: str = ""  # hash of the key by which the seat can be taken
    agrees: bool = False
    invited_by: str = ""  # who has made the key
    last: str = ""  # who sat here before the bot that keeps the seat
    asker: str = ""  # who would take it over from the bot
    answers: dict[str, bool] = field(default_factory=dict)  # what the others say to that
    admitted_by: list[str] = field(default_factory=list)  # who has agreed to the person that sits here now
    called: str = ""  # one of several on one device, by a name of their own
    helped: bool = False  # a hint was asked for, or a bot has played, in a person's stead

    @property
    def played_by_person(self) -> bool:
        return self.kind == "person" and not self.level

    @property
    def played_by_bot(self) -> bool:
        return bool(self.level)


class Table:
    def __init__(self, table_id: str, created: e.Created) -> None:
        self.id = table_id
        self.created = created
        self.setup = set_up(created)
        self.seats = [_seat(word) for word in created.seats]
        for seat, name in zip(self.seats, created.names, strict=False):
            seat.called = name
        self.host = created.host
        self.status = OPEN
        self.why = ""  # why it ended
        self.ended_by = -1
        self.met = self.people  # everybody who has ever sat here or asked to, in the order in which they came
        self.muted: set[str] = set()
        self.removed: set[str] = set()
        self.deal: FairDeal | None = None
        self.luck = ""  # a secret of the table's own for its bots, in hexadecimal; "": that of the deal serves
        self.match: Match | None = None
        self.rematch = ""
        self.chat: deque[tuple[int, str, str]] = deque(maxlen=CHAT_SHOWN)  # event number, person, text
        self.clock = Clock(created.pace, created.players)
        self.number = 1  # events so far
        self.touched = created.at
        self.noticed = created.at  # the last time that others were told something
        self.salting_since = 0
        self.alone = 0  # moves of bots since a person did anything
        self.frame_version = 0  # counts what changes the frame of the table: seats, people, status
        self._ids: dict[object, dict[str, None]] = {}
        self._public = 0
        self._own = [0] * created.players
        self._untold: list[int] = []  # steps that only their owner knows
        self._hidden = False  # nobody but its owner learns of the last step or undo
        self.fresh: list[tuple[int, int]] = []  # steps (or the seat of an undo) that became known, and to whom
        self._lines: dict[int, str] = {}  # fresh steps that everybody reads alike

    # Who is who ---------------------------------------------------------------------------------------------------

    def seats_of(self, person: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if person and seat.person == person]

    @property
    def people(self) -> list[str]:
        """Everybody who has a seat."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person))

    def asked_to_admit(self, person: str) -> list[str]:
        """Who has to agree before this person takes over a seat where something is hidden: everybody else who sits
        here. Without anybody who is neither the host nor that person nobody's agreement counts: there is none."""
        others = [each for each in self.people if each != person]
        return others if any(each != self.host for each in others) else []

    @property
    def owing(self) -> tuple[int, ...]:
        return self.match.waiting if self.match is not None and self.status == PLAYING else ()

    def version(self, seat: int | None) -> int:
        """Counts what a seat has been told of the match. Hidden turns of others do not change it."""
        return self._public + (0 if seat is None else self._own[seat])

    def repeated(self, who: object, client_id: str) -> bool:
        return bool(client_id) and client_id in self._ids.get(who, {})

    def remember(self, who: object, client_id: str) -> None:
        if client_id:
            known = self._ids.setdefault(who, {})
            known[client_id] = None
            if len(known) > REMEMBERED:
                del known[next(iter(known))]

    # Events -------------------------------------------------------------------------------------------------------

    def apply(self, event: e.Event) -> e.Event:
        """Replay one stored event, or carry out one that is about to be stored: returned with what chance brought."""
        done = _ON[type(event)](self, event) or event
        self._happened(done)
        return done

    def _happened(self, event: e.Event) -> None:
        """What every event brings along, once its effect is there."""
        self.number += 1
        self.touched = event.at
        seen = not (self._hidden and isinstance(event, (e.Moved, e.Undone))) and not isinstance(event, e.Helped)
        if seen:
            self.noticed = event.at
        self.alone = self.alone + 1 if isinstance(event, e.Moved) and event.bot else 0
        if not isinstance(event, (e.Moved, e.Undone, e.Chatted, e.Helped)):
            self.frame_version += 1
        if self.match is not None:
            if self.match.over and self.status == PLAYING:
                self.status = FINISHED
                self.frame_version += 1
            if self.clock.on:
                # What is hidden begins no new day: the clock would tell of it
                mover = event.seat if seen and isinstance(event, (e.Moved, e.Undone)) else -1
                playing = [seat for seat in self.owing if self.seats[seat].played_by_person]
                self.clock.settle(event.at, playing, mover)

    def dealt(self, event: e.Dealt) -> None:
        salts = {person: bytes.fromhex(salt) for person, salt in event.salts.items()}
        promises = {person: commitment(salt) for person, salt in salts.items()}
        self.deal = FairDeal(event.commitment, bytes.fromhex(event.secret), promises, salts)
        self.luck = event.luck
        if self.status == SALTING:  # dealt anew, because a device did not open its salt
            self.status = OPEN

    def meet(self, person: str) -> None:
        if person not in self.met:
            self.met.append(person)

    def sat(self, event: e.Sat) -> None:
        self.seats[event.seat] = Seat("person", event.person)
        self.meet(event.person)

    def stood(self, event: e.Stood) -> None:
        if self.deal is not None:
            self.deal.salt_commitments.pop(event.seat, None)
        self.seats[event.seat] = Seat("open")

    def keyed(self, event: e.Keyed) -> None:
        seat = self.seats[event.seat]
        seat.key, seat.invited_by = event.hash, event.by

    def wanted(self, event: e.Wanted) -> None:
        """Whoever has invited this person has agreed with that; the key is used up."""
        seat = self.seats[event.seat]
        seat.asker, seat.key, seat.answers = event.person, "", {}
        self.meet(event.person)
        if seat.invited_by not in ("", event.person):
            seat.answers[seat.invited_by] = True

    def admitted(self, event: e.Admitted) -> None:
        self.seats[event.seat].answers[event.by] = event.agrees

    def given(self, event: e.Given) -> None:
        """Nothing of the former person stays with the seat. (The bot goes on until the new one takes it.)"""
        seat = self.seats[event.seat]
        self.seats[event.seat] = Seat(
            "person", event.person, seat.level, seat.why, admitted_by=event.agreed, helped=seat.helped
        )
        self.meet(event.person)
        self.removed.discard(event.person)  # invited again
        self._ids.pop(event.seat, None)

    def promised(self, event: e.Promised) -> None:
        assert self.deal is not None
        self.deal.commit(event.seat, event.promise)

    def gathered(self, event: e.Gathered) -> None:
        self.status, self.salting_since = SALTING, event.at

    def opened(self, event: e.Opened) -> None:
        assert self.deal is not None
        self.deal.open(event.seat, bytes.fromhex(event.salt))

    def started(self, event: e.Started) -> e.Started:
        """The match of a replay is told what chance brought; `wake` lets it draw by itself."""
        self.match = Match(self.setup, ToldDeal())
        if event.draws is None:
            self.wake()
        draws = self._drawn(event.draws)
        self.status = PLAYING
        self._stepped(0, None)
        return event if draws is event.draws else replace(event, draws=draws)

    def moved(self, event: e.Moved) -> e.Moved:
        match = self.match
        assert match is not None
        first = len(match)
        match.append(Entry(event.seat, self.setup.code(event.move)))  # refuses before it changes anything
        draws = self._drawn(event.draws)
        if event.bot and self.seats[event.seat].person:
            self.seats[event.seat].helped = True
        self.remember(event.seat, event.id)
        self._stepped(first, event.seat)
        return event if draws is event.draws else replace(event, draws=draws)

    def helped(self, event: e.Helped) -> None:
        self.seats[event.seat].helped = True

    def undone(self, event: e.Undone) -> None:
        match = self.match
        assert match is not None
        last = match.steps.last_of(event.seat)
        match.undo(event.seat)  # refuses before it changes anything
        self.remember(event.seat, event.id)
        hidden = self._hidden = last in self._untold
        if hidden:
            self._own[event.seat] += 1
        else:
            self._public += 1
        self._untold = [step - (step > last) for step in self._untold if step != last]
        # What was taken back before anybody was told of it is not told at all.
        told = [(step, to) for step, to in self.fresh if to == TAKEN_BACK or step != last]
        told = [(step - (to != TAKEN_BACK and step > last), to) for step, to in told]
        if len(told) == len(self.fresh):
            told.append((event.seat if not hidden else ~event.seat, TAKEN_BACK))
        self.fresh = told
        self._lines.clear()

    def chatted(self, event: e.Chatted) -> None:
        self.chat.append((self.number + 1, event.person, event.text))
        self.remember(event.person, event.id)

    def botted(self, event: e.Botted) -> None:
        seat = self.seats[event.seat]
        seat.level, seat.why, seat.agrees = event.level, event.why, False
        if event.why in ("placed", "left", "removed"):
            self.seats[event.seat] = Seat("bot", level=event.level, why=event.why, last=seat.person or seat.last)
            if self.deal is not None and not self.deal.salts and self.status == OPEN:
                self.deal.salt_commitments.pop(event.seat, None)

    def took(self, event: e.Took) -> None:
        seat = self.seats[event.seat]
        seat.level = seat.why = ""
        self.clock.back(event.seat, event.at)

    def agreed(self, event: e.Agreed) -> None:
        self.seats[event.seat].agrees = event.agrees

    def hosted(self, event: e.Hosted) -> None:
        self.host = event.person

    def muted_(self, event: e.Muted) -> None:
        (self.muted.add if event.muted else self.muted.discard)(event.person)

    def removed_(self, event: e.Removed) -> None:
        self.removed.add(event.person)

    def ended(self, event: e.Ended) -> None:
        self.status, self.why, self.ended_by = ENDED, event.why, event.seat

    def rematched(self, event: e.Rematched) -> None:
        self.rematch = event.table

    # The match ----------------------------------------------------------------------------------------------------

    def wake(self) -> "Table":
        """After a replay, or at the start: from now on the match draws by itself."""
        if self.match is not None and self.deal is not None:
            self.match.deal = self.deal
        return self

    def _drawn(self, draws: list[e.Draw] | None) -> list[e.Draw]:
        """What chance brings now: as it was stored, and nothing else; None: as the deal has it."""
        match, streams = self.match, self.setup.streams
        assert match is not None
        if draws is None:
            first = len(match)
            match.resume()
            drawn = match.entries[first:]
            return [(streams[entry.stream].name, streams[entry.stream].outcomes[entry.code]) for entry in drawn]
        for name, outcome in draws:
            stream = match.state.stream()
            if streams[stream].name != name:
                raise Trouble(f"a draw of {name!r} was stored where the rules now draw something else")
            match.append(Entry(NOBODY, streams[stream].outcomes.index(outcome), stream))
        return draws

    def _stepped(self, first: int, mover: int | None) -> None:
        """Sort the new steps, and those a reveal has opened, by who learns of them now."""
        match = self.match
        assert match is not None
        public = False
        if self._untold:
            still = []
            for step in self._untold:
                if self._told(step):
                    self.fresh.append((step, TO_OTHERS))
                    public = True
                else:
                    still.append(step)
            self._untold = still
        for step in range(first, len(match)):
            if self._told(step):
                self.fresh.append((step, TO_ALL))
                public = True
            else:
                self._untold.append(step)
                self.fresh.append((step, TO_OWNER))
        self._hidden = not public and mover is not None
        if public or mover is None:
            self._public += 1
        else:
            self._own[mover] += 1

    def _told(self, step: int) -> bool:
        """Does everybody know of this step? Where they even read the same, it is put into words once."""
        assert self.match is not None
        said = self.match.said(step, None)
        if said is not None and said.code is not None:
            self._lines[step] = _line(said)
        return said is not None

    def shown(self) -> None:
        """Everybody has been told the news."""
        self.fresh.clear()
        self._lines.clear()

    def news(self, seat: int | None) -> list[str]:
        """What a seat learns now, in the words of a record; `undo` and a seat for a step taken back."""
        match = self.match
        if match is None:
            return []
        lines = []
        for step, to in self.fresh:
            if to == TAKEN_BACK:
                mover = step if step >= 0 else ~step
                if step >= 0 or mover == seat:
                    lines.append(f"{mover} undo")
                continue
            if to != TO_ALL and (match.steps.owner(step) == seat) != (to == TO_OWNER):
                continue
            line = self._lines.get(step)
            if line is None and (said := match.said(step, seat)) is not None:
                line = _line(said)
            if line is not None:
                lines.append(line)
        return lines


def _line(said: Said) -> str:
    return f"* {said.stream.name} = {said.text}" if said.stream else f"{said.seat} {said.text}"


def set_up(created: e.Created) -> Setup:
    """The set-up a table was created with. Other rules are refused, never silently put in their place."""
    game = shelf().get(created.game)
    if game is None:
        raise Trouble(f"this server has no game {created.game!r} on its shelf any more")
    try:
        setup = _set_up(game, created.rules, created.players, tuple(created.options.items()), encode(created.data))
    except BadVersion as error:
        raise Trouble(str(error)) from None
    except (BadSetup, BadData) as error:
        raise Trouble(f"this table cannot be set up here: {error}") from None
    if setup.digest != created.digest:
        raise Trouble("the numbers of this game are not those the table was set up with")
    return setup


@lru_cache(maxsize=256)
def _set_up(game: Game, rules: int, players: int, options: tuple[tuple[str, Any], ...], data: bytes) -> Setup:
    """Tables with the same set-up share one: it never changes."""
    return game.set_up(players, dict(options), decode(data), version=rules, stored=True)


def folded(table_id: str, log: Iterable[e.Event], known: int | None = None) -> Table:
    """A table from its log, ready to be played on. What came after event `known` counts as news."""
    reading = iter(log)
    table = begun(table_id, next(reading))
    fold_on(table, reading, known)
    return table.wake()


def begun(table_id: str, created: e.Event) -> Table:
    """A table at the beginning of its log."""
    if not isinstance(created, e.Created):
        raise Trouble("the log of this table does not begin with its creation")
    return Table(table_id, created)


def fold_on(table: Table, log: Iterable[e.Event], known: int | None) -> None:
    """Some more of its log. When all of it is there, the table has to `wake`."""
    try:
        for event in log:
            table.apply(event)
            if known is None or table.number <= known:
                table.shown()
    except (ValueError, KeyError, IndexError) as error:
        raise Trouble(f"event {table.number + 1} of this table cannot be replayed: {error}") from error


def _seat(word: str) -> Seat:
    kind, _, rest = word.partition(" ")
    if kind == "person":
        return Seat("person", rest)
    return Seat("bot", level=rest, why="placed") if kind == "bot" else Seat(kind)


_ON: dict[type[e.Event], Callable[[Any, Any], e.Event | None]] = {
    e.Dealt: Table.dealt, e.Sat: Table.sat, e.Stood: Table.stood, e.Keyed: Table.keyed, e.Wanted: Table.wanted,
    e.Admitted: Table.admitted, e.Given: Table.given,
    e.Promised: Table.promised, e.Gathered: Table.gathered, e.Opened: Table.opened, e.Started: Table.started,
    e.Moved: Table.moved, e.Helped: Table.helped,
    e.Undone: Table.undone, e.Chatted: Table.chatted, e.Botted: Table.botted, e.Took: Table.took,
    e.Agreed: Table.agreed, e.Hosted: Table.hosted, e.Muted: Table.muted_, e.Removed: Table.removed_,
    e.Ended: Table.ended, e.Rematched: Table.rematched,
}  # fmt: skip
