# compiled
"""Steps: what has happened in a match so far, where the pieces were after any of it, and who has been told.

Apart from Match, because a server asks all of this again after every move. Nothing is checked here: Match has done so.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, final

from kvartal.engine.native import i64
from kvartal.engine.state import NOBODY, State

SNAPSHOT_EVERY: Final = 64  # looking back replays at most this many steps
HIDDEN: Final = -1  # as the step that told an entry to everybody: it is part of an unfinished turn


class Entry(NamedTuple):
    """One step of a match: a move (seat ≥ 0) or a draw (seat −1, from a stream)."""

    seat: int
    code: int
    stream: int = -1


def advance(state: State, entry: Entry) -> None:
    if entry.seat >= 0:
        state.play(entry.seat, entry.code)
    else:
        state.happen(entry.code)


@final
class Reading:
    """The steps in the order in which one seat reads them, as far as anybody has asked."""

    def __init__(self) -> None:
        self.steps: i64 = 0  # of the match that have been read
        self.lines: list[tuple[int, int]] = []  # (told by step, step)


@final
class Steps:
    """The history of one match, and its present: `state` is where all the entries have led."""

    def __init__(self, start: State, players: i64, owners: tuple[int, ...]) -> None:
        self.state = start
        self.players = players
        self.owners = owners  # of each stream
        self.entries: list[Entry] = []
        self.snapshots: list[State] = [start.copy()]
        self.private_since: dict[int, int] = {}  # seat → first entry of its turn that nobody else may see yet
        self.told: list[int] = []  # for each entry, the step that told it to everybody, or HIDDEN
        self.news: list[list[int]] = []  # for each step, the entries that it told to everybody
        self.readings: dict[int, Reading] = {}  # by seat, NOBODY for spectators

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, number: int) -> Entry:
        return self.entries[number]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def owner(self, number: i64) -> i64:
        """Whose step it is: the mover, or the owner of the stream."""
        entry = self.entries[number]
        seat: i64 = entry.seat
        return seat if seat >= 0 else self.owners[entry.stream]

    def last_of(self, seat: i64) -> i64:
        """The seat's last move; −1 if it has made none."""
        number: i64 = len(self.entries) - 1
        while number >= 0 and self.entries[number].seat != seat:
            number -= 1
        return number

    def turn_of(self, seat: i64) -> list[int]:
        """The seat's own steps of the turn that is going on: since its hidden turn began, or since anything else was
        told to everybody, be it what others did or a reveal (alone: since the last draw)."""
        since: i64 = self.private_since.get(seat, -1)
        found: list[int] = []
        number: i64 = len(self.entries) - 1
        while number >= 0 and number >= since:
            mover: i64 = self.entries[number].seat
            if since < 0 and self.told[number] != HIDDEN and self._ends_turn(number, seat):
                break
            if mover == seat:
                found.append(number)
            number -= 1
        found.reverse()
        return found

    def _ends_turn(self, number: i64, seat: i64) -> bool:
        """What comes after this step is not the turn of the seat that it belongs to."""
        mover: i64 = self.entries[number].seat
        if mover == NOBODY:
            return self.players == 1
        return mover != seat or self.told[number] != number or len(self.news[number]) > 1

    # On -----------------------------------------------------------------------------------------------------------

    def add(self, entry: Entry) -> None:
        """Make one more step."""
        state = self.state
        advance(state, entry)
        now: i64 = len(self.entries)
        self.entries.append(entry)
        if len(self.entries) % SNAPSHOT_EVERY == 0:
            self.snapshots.append(state.copy())
        mover: i64 = self.owner(now)
        news: list[int] = []
        if mover >= 0 and state.unrevealed(mover):
            self.told.append(HIDDEN)
            self.private_since.setdefault(mover, now)
        else:
            self.told.append(now)
            news.append(now)
        if self.private_since:
            self.reveal(now, news)
        self.news.append(news)

    def reveal(self, now: i64, news: list[int]) -> None:
        """A reveal shows everybody's turn at once."""
        for seat in [seat for seat in self.private_since if not self.state.unrevealed(seat)]:
            number: i64 = self.private_since.pop(seat)
            while number <= now:
                if self.told[number] == HIDDEN and self.owner(number) == seat:
                    self.told[number] = now
                    news.append(number)
                number += 1

    def reading(self, seat: i64) -> list[tuple[int, int]]:
        """What a seat has been told, read on to the newest step: its own at once, others' when they are told."""
        if seat not in self.readings:
            self.readings[seat] = Reading()
        reading = self.readings[seat]
        step: i64 = reading.steps
        while step < len(self.entries):
            if self.owner(step) == seat:
                reading.lines.append((step, step))
            others: list[tuple[int, int]] = []
            for number in self.news[step]:
                owner: i64 = self.owner(number)
                if owner != seat:
                    others.append((owner, number))
            for _, number in sorted(others):
                reading.lines.append((step, number))
            step += 1
        reading.steps = step
        return reading.lines

    # Back ---------------------------------------------------------------------------------------------------------

    def state_at(self, step: i64) -> State:
        """A copy of the state after so many steps."""
        nearest: i64 = min(step // SNAPSHOT_EVERY, len(self.snapshots) - 1)
        state = self.snapshots[nearest].copy()
        number: i64 = nearest * SNAPSHOT_EVERY
        while number < step:
            advance(state, self.entries[number])
            number += 1
        return state

    def until(self, step: i64) -> "Steps":
        """The first so many steps, as a history of their own."""
        if step == len(self.entries):
            return self.copied()
        earlier = Steps(self.snapshots[0].copy(), self.players, self.owners)
        for entry in self.entries[:step]:
            earlier.add(entry)
        return earlier

    def copied(self) -> "Steps":
        """All of them, without making any again. Snapshots, and what a step has told, never change: they are shared."""
        same = Steps(self.snapshots[0], self.players, self.owners)
        same.state = self.state.copy()
        same.entries, same.snapshots = self.entries[:], self.snapshots[:]
        same.told, same.news = self.told[:], self.news[:]
        same.private_since = dict(self.private_since)
        return same

    def take_out(self, number: i64) -> None:
        """As if this one step had never been made, but all the others."""
        later = self.entries[number + 1 :]
        self.truncate(number)
        for entry in later:
            self.add(entry)

    def truncate(self, step: i64) -> None:
        """Back to `step`, keeping only private turns that began before it."""
        self.state = self.state_at(step)
        del self.entries[step:]
        del self.told[step:]
        del self.news[step:]
        del self.snapshots[step // SNAPSHOT_EVERY + 1 :]
        for seat, since in list(self.private_since.items()):
            if since >= step or not self.state.unrevealed(seat):
                del self.private_since[seat]
        for reading in self.readings.values():
            while reading.lines and reading.lines[-1][0] >= step:
                reading.lines.pop()
            reading.steps = min(reading.steps, step)
