# compiled
"""One command being carried out: who asks, what they may, and what has happened so far."""

from dataclasses import dataclass, field

from kvartal.engine.deal import FairDeal
from kvartal.server.table import events as e
from kvartal.server.table.commands import Denied, Refused
from kvartal.server.table.company import USUAL_LEVEL, Company, level_of
from kvartal.server.table.table import Seat, Table


@dataclass(slots=True)
class Answer:
    """What a command brought: the events to store, and what only the asker is told."""

    events: list[e.Event] = field(default_factory=list)
    key: str = ""
    table: str = ""
    late: bool = False  # acted on an outdated view: nothing happened, here is the current one
    made: tuple[str, list[e.Event]] | None = None  # another table to store in the same breath


@dataclass(slots=True)
class Acting:
    """One command being carried out."""

    table: Table
    person: str
    now: int
    answer: Answer
    lang: str  # of the person, for what the game explains
    company: Company

    def tell(self, event: e.Event) -> None:
        """The only way in which anything happens at a table. An event that is refused has changed nothing."""
        self.answer.events.append(self.table.apply(event))

    def my_seat(self, wanted: int | None) -> int:
        """The seat this person acts for."""
        mine = self.table.seats_of(self.person)
        if wanted is not None and wanted in mine:
            return wanted
        if not mine or wanted is not None:
            raise Denied("this is not your seat" if wanted is not None else "you have no seat at this table")
        owing = self.table.owing
        return next((seat for seat in mine if seat in owing), mine[0])

    def must_host(self) -> None:
        if not self.person or self.person != self.table.host:
            raise Denied("only the host of the table may do this")

    def must_be(self, *statuses: str) -> None:
        if self.table.status not in statuses:
            raise Refused(f"this table is {self.table.status}: that can be done while it is {' or '.join(statuses)}")

    def seat_at(self, number: int) -> Seat:
        if number >= len(self.table.seats):
            raise Refused(f"seats are 0 to {len(self.table.seats) - 1}, not {number}", status=400)
        return self.table.seats[number]

    def table_level(self) -> str:
        """A bot of the level that is played here: of the strongest bot that has a seat of its own."""
        levels = [level_of(seat.level) for seat in self.table.seats if seat.kind == "bot"]
        return self.company.held(f"level{max(levels, default=0) or USUAL_LEVEL}")


def fresh_deal(now: int) -> e.Dealt:
    deal = FairDeal.begin()
    assert deal.secret is not None
    return e.Dealt(at=now, secret=deal.secret.hex(), commitment=deal.commitment)
