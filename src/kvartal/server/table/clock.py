"""The clock of a table. It follows from the times of the events, so every process and every replay agrees."""

from collections.abc import Iterable

from kvartal.server.table.events import Pace

DAY = 24 * 3600 * 1000
GRACE = 60_000  # whoever takes a seat back after time was up gets at least this much


class Clock:
    """A seat's time runs while it owes a move and a person plays it; several may run at once."""

    def __init__(self, pace: Pace, seats: int) -> None:
        self.pace = pace
        self.on = bool(pace.days or pace.minutes)
        self.left = [pace.minutes * 60_000] * seats
        self.since = [0] * seats  # when the running time began; 0: it stands still

    def settle(self, at: int, owing: Iterable[int], mover: int = -1) -> None:
        """Something happened at this time, and now these seats owe a move."""
        if not self.on:
            return
        now = set(owing)
        for seat, since in enumerate(self.since):
            if since and seat not in now:  # its turn is over
                if not self.pace.days:
                    self.left[seat] = max(0, self.left[seat] - (at - since)) + self.pace.seconds * 1000
                self.since[seat] = 0
            elif seat in now and (not since or (self.pace.days and seat == mover)):
                self.since[seat] = at

    def deadline(self, seat: int) -> int | None:
        since = self.since[seat]
        if not since:
            return None
        return since + (self.pace.days * DAY if self.pace.days else self.left[seat])

    def due(self) -> int | None:
        """When the next seat runs out of time."""
        return min((end for seat in range(len(self.since)) if (end := self.deadline(seat)) is not None), default=None)

    def out(self, now: int) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat in range(len(self.since)) if (end := self.deadline(seat)) is not None and end <= now]

    def back(self, seat: int, at: int) -> None:
        """A person plays this seat again."""
        self.left[seat] = max(self.left[seat], GRACE)
        self.since[seat] = 0

    def shown(self, now: int) -> list[int | None]:
        """Milliseconds left per seat; None where no time is counted. Never more than there was when it began to run:
        the server's own clock may have been set back since."""
        if not self.on:
            return []
        whole = [self.pace.days * DAY if self.pace.days else left for left in self.left]
        spent = [max(0, now - since) if since else 0 for since in self.since]
        return [
            None if self.pace.days and not since else max(0, most - gone)
            for most, gone, since in zip(whole, spent, self.since, strict=True)
        ]
