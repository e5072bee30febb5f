# compiled
"""Coming and going: who sits where, who is let in or sent away, and where a bot sits."""

import secrets

from kvartal.server.store.keys import key_hash
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.acting import Acting, fresh_deal
from kvartal.server.table.commands import Denied, Refused
from kvartal.server.table.table import ENDED, FINISHED, OPEN, PLAYING, SALTING


class Coming(Acting):
    __slots__ = ()

    def sit(self, command: c.Sit) -> None:
        table = self.table
        if not self.person:
            raise Denied("you cannot sit down at this table")
        if command.key is not None:
            return self.sit_by_key(command.key)
        if self.person in table.removed:
            raise Denied("you cannot sit down at this table")
        if command.seat in table.seats_of(self.person) or (command.seat is None and table.seats_of(self.person)):
            return None  # sits already: asking twice is harmless
        if table.status == PLAYING and command.seat is not None:
            seat = self.seat_at(command.seat)
            if not seat.person and self.person in (seat.last, seat.asker):
                return self.take_over(command.seat)
        self.must_be(OPEN)
        free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
        if command.seat is not None and self.seat_at(command.seat).kind == "invited":
            raise Denied("this seat is for somebody invited: it takes the key of its link")
        if not free or (command.seat is not None and command.seat not in free):
            raise Refused("this seat is taken" if command.seat is not None else "every seat is taken")
        return self.tell(e.Sat(at=self.now, seat=free[0] if command.seat is None else command.seat, person=self.person))

    def sit_by_key(self, key: str) -> None:
        table = self.table
        wanted = key_hash(key)
        number = next(
            (n for n, seat in enumerate(table.seats) if seat.key and secrets.compare_digest(seat.key, wanted)), None
        )
        if number is None:
            raise Denied("this key does not open a seat here; it works once")
        seat = table.seats[number]
        if self.person in table.removed and self.person != seat.last:
            raise Denied("you cannot sit down at this table")
        self.must_be(OPEN, SALTING, PLAYING)
        if table.status == OPEN and seat.kind != "person":
            return self.tell(e.Sat(at=self.now, seat=number, person=self.person))
        if not seat.person:
            return self.take_over(number)
        return self.give(number, [])

    def take_over(self, number: int) -> None:
        """A seat that a bot keeps goes on to this person.

        Where it knows something that others may not, a host could so look through the eyes of somebody who was sent
        away: it goes back to whoever held it last, or on to whom all the others have admitted.
        """
        table, seat = self.table, self.table.seats[number]
        if self.person == seat.last or table.match is None or not table.match.holds_secrets(number):
            return self.give(number, [])
        needed = table.asked_to_admit(self.person)
        if not needed:
            raise Denied(
                "something is hidden on this seat, and besides host and guest nobody sits here who could agree: "
                "until its last player comes back, a bot keeps it"
            )
        if seat.asker != self.person:
            return self.tell(e.Wanted(at=self.now, seat=number, person=self.person))
        if not all(seat.answers.get(each) for each in needed):
            raise Refused("something is hidden on this seat: you sit down when everybody at the table has agreed")
        return self.give(number, needed)

    def give(self, number: int, agreed: list[str]) -> None:
        former = self.table.seats[number].person
        self.tell(e.Given(at=self.now, seat=number, person=self.person, agreed=agreed))
        if self.table.seats[number].level:
            self.tell(e.Took(at=self.now, seat=number))
        self.keep_host(former)

    def admit(self, command: c.Admit) -> None:
        self.must_be(PLAYING)
        self.my_seat(None)
        seat = self.seat_at(command.seat)
        if seat.person or seat.asker != command.person:
            raise Refused("this person does not ask for this seat (any more)")
        if self.person == seat.asker:
            raise Denied("the others agree to this, not whoever asks for it")
        if seat.answers.get(self.person) != command.agree:
            agreed = e.Admitted(at=self.now, seat=command.seat, person=seat.asker, by=self.person, agrees=command.agree)
            self.tell(agreed)

    def stand(self, command: c.Stand) -> None:
        self.must_be(OPEN)
        self.tell(e.Stood(at=self.now, seat=self.my_seat(command.seat)))

    def free(self, command: c.Free) -> None:
        self.must_host()
        self.must_be(OPEN)
        if self.seat_at(command.seat).kind == "person":
            raise Refused("somebody sits here; `remove` sends a person away")
        self.tell(e.Stood(at=self.now, seat=command.seat))

    def invite(self, command: c.Invite) -> None:
        """Whoever brings the key takes the seat: the way of an invited friend, and of oneself to another device."""
        self.must_be(OPEN, SALTING, PLAYING)
        seat = self.my_seat(None) if command.seat is None else command.seat
        held = self.seat_at(seat)
        if held.person != self.person or not self.person:
            self.must_host()
            if held.person:
                raise Denied("somebody sits here")
        self.answer.key = secrets.token_urlsafe(24)
        self.tell(e.Keyed(at=self.now, seat=seat, hash=key_hash(self.answer.key), by=self.person))

    def leave(self, command: c.Leave | None, why: str = "left") -> None:
        table = self.table
        if not table.seats_of(self.person) and (not self.person or self.person != table.host):
            raise Denied("you have no seat at this table")
        if table.status in (OPEN, SALTING):
            if table.status == SALTING:  # the deal was made for other people: begin again
                self.tell(fresh_deal(self.now))
            for seat in table.seats_of(self.person):
                self.tell(e.Stood(at=self.now, seat=seat))
        elif table.status == PLAYING:
            for seat in table.seats_of(self.person):
                self.tell(e.Botted(at=self.now, seat=seat, level=self.table_level(), why=why))
            if not table.people:
                self.tell(e.Ended(at=self.now, why="closed"))
        self.keep_host(self.person)

    def stand_in(self) -> str:
        """Who acts when time is up."""
        late = self.table.created.late
        if late == "bot":
            return self.table_level()
        return self.company.held(late[4:]) if late.startswith("bot ") else late

    def keep_host(self, gone: str) -> None:
        """A host who has gone hands the table to the next person; without people it closes."""
        table = self.table
        if table.host != gone or table.host in table.people or table.status in (FINISHED, ENDED):
            return
        if table.people:
            self.tell(e.Hosted(at=self.now, person=table.people[0]))
        elif table.host == self.person and table.status == OPEN and self.answer.events:
            self.tell(e.Ended(at=self.now, why="closed"))

    def mute(self, command: c.Mute) -> None:
        self.must_host()
        if command.person not in self.table.people and command.person not in self.table.muted:
            raise Refused("this person does not sit here")
        if (command.person in self.table.muted) != command.muted:
            self.tell(e.Muted(at=self.now, person=command.person, muted=command.muted))

    def remove(self, command: c.Remove) -> None:
        self.must_host()
        if command.person == self.person:
            raise Refused("the host leaves with `leave`")
        if command.person in self.table.removed:
            return
        if command.person not in self.table.people:
            raise Refused("this person does not sit here")
        type(self)(self.table, command.person, self.now, self.answer, self.lang, self.company).leave(None, "removed")
        self.tell(e.Removed(at=self.now, person=command.person))

    # Bots ---------------------------------------------------------------------------------------------------------

    def bot(self, command: c.Bot) -> None:
        game = self.table.created.game
        level = self.table_level() if command.level is None else self.company.checked(command.level, game)
        self.must_be(OPEN, PLAYING)
        number = self.my_seat(None) if command.seat is None else command.seat
        seat = self.seat_at(number)
        if seat.person and seat.person == self.person:
            self.must_be(PLAYING)
            why = "handed"
        else:
            self.must_host()
            if seat.person:
                raise Denied("somebody sits here")
            why = "placed"
        self.tell(e.Botted(at=self.now, seat=number, level=level, why=why))

    def take(self, command: c.Take) -> None:
        self.must_be(PLAYING)
        seat = self.my_seat(command.seat)
        if self.table.seats[seat].why == "resigned":
            raise Refused("a seat that was given up is not taken back")
        if self.table.seats[seat].level:
            self.tell(e.Took(at=self.now, seat=seat))
