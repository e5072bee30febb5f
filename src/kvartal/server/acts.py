"""What may be done at a table: each command is checked, carried out, and told as events that are then stored.

A command changes nothing unless it returns. Whoever calls must store the events before anybody is shown the result,
and throw the table away if they could not be stored.
"""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kvartal.bots import BOTS
from kvartal.engine.data import BadData
from kvartal.engine.deal import BadDeal, FairDeal, ToldDeal
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup, listing
from kvartal.engine.rule import RefusedMove
from kvartal.games import game as game_called
from kvartal.server import asked as c
from kvartal.server import events as e
from kvartal.server.asked import Denied, Refused, plain
from kvartal.server.tables import ENDED, FINISHED, OPEN, PLAYING, SALTING, Seat, Table

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no 0/O, no 1/I: codes are read aloud
LONGEST_ALONE = 20_000  # moves that bots make among themselves: some games never end without people
MOST_EVENTS = 200_000  # of one table: far more than any match has, and yet an end
FINAL = (c.Leave, c.Resign, c.End, c.Close, c.Rematch, c.Look, c.Forget, c.Expire, c.Remove)
SALTS_WITHIN = 10_000  # milliseconds a device has to open its salt before the host may deal anew


@dataclass(slots=True)
class Answer:
    """What a command brought: the events to store, and what only the asker is told."""

    events: list[e.Event] = field(default_factory=list)
    key: str = ""
    table: str = ""
    late: bool = False  # acted on an outdated view: nothing happened, here is the current one
    made: tuple[str, list[e.Event]] | None = None  # another table to store in the same breath


def key_hash(key: str) -> str:
    """Keys and tokens are 128 random bits and more: one round of SHA-256 is enough, nothing can be guessed."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_id() -> str:
    return secrets.token_urlsafe(12)


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


def check_level(level: str) -> str:
    if level not in BOTS:
        raise Refused(f"there is no bot {level!r}; there are: {listing(BOTS)}", status=400)
    return level


def create(wish: c.NewTable, person: str, now: int, deal: e.Dealt | None = None, daily: str = "") -> list[e.Event]:
    """The first events of a table."""
    seats = []
    for word in wish.seats:
        kind, _, rest = word.partition(" ")
        if word == "me":
            seats.append(f"person {person}")
        elif word in ("open", "invited"):
            seats.append(word)
        elif kind == "bot":
            seats.append(f"bot {check_level(rest or 'greedy')}")
        else:
            raise Refused(f'a seat is "me", "open", "invited" or "bot LEVEL", not {word!r}', status=400)
    if wish.late != "default":
        if not wish.late.startswith("bot "):
            raise Refused(f'late: "default" or "bot LEVEL", not {wish.late!r}', status=400)
        check_level(wish.late[4:])
    if wish.days and (wish.minutes or wish.seconds):
        raise Refused("a table has a live clock or days per move, not both", status=400)
    if wish.seconds and not wish.minutes:
        raise Refused("seconds are added to a live clock: give minutes as well", status=400)
    try:
        setup = game_called(wish.game).set_up(len(seats), wish.options, wish.data, wish.preset)
    except (BadSetup, BadData) as error:
        raise Refused(str(error), status=400) from None
    created = e.Created(
        at=now, game=setup.game.key, rules=setup.game.version, players=setup.players, digest=setup.digest, seats=seats,
        options={option.name: option.write(setup.options[option.name]) for option in setup.game.options},
        data=setup.data.corrections(), host=person, public=wish.public, watchable=wish.watchable, late=wish.late,
        pace=e.Pace(wish.minutes, wish.seconds, wish.days), code=new_code(), deal=wish.deal or "", daily=daily,
    )  # fmt: skip
    return [created, deal or fresh_deal(now)]


def fresh_deal(now: int) -> e.Dealt:
    deal = FairDeal.begin()
    assert deal.secret is not None
    return e.Dealt(at=now, secret=deal.secret.hex(), commitment=deal.commitment)


def act(table: Table, command: c.Command, person: str, now: int) -> Answer:
    """Carry out a command of a person (or of the server, for its own ones)."""
    answer = Answer()
    if table.number >= MOST_EVENTS and not isinstance(command, FINAL):
        raise Refused("too much has happened at this table; it can only be ended")
    try:
        _DO[type(command)](Acting(table, person, max(now, table.touched), answer), command)
    except RefusedMove as refused:
        raise Refused(refused.message, refused.rule.id) from None
    except BadDeal as error:
        raise Refused(str(error)) from None
    return answer


@dataclass(slots=True)
class Acting:
    """One command being carried out."""

    table: Table
    person: str
    now: int
    answer: Answer

    def tell(self, event: e.Event) -> None:
        self.table.apply(event)
        self.answer.events.append(event)

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

    # Coming and going ---------------------------------------------------------------------------------------------

    def sit(self, command: c.Sit) -> None:
        table = self.table
        if not self.person or self.person in table.removed:
            raise Denied("you cannot sit down at this table")
        if command.key is not None:
            return self.sit_by_key(command.key)
        if command.seat in table.seats_of(self.person) or (command.seat is None and table.seats_of(self.person)):
            return None  # sits already: asking twice is harmless
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
        self.must_be(OPEN, SALTING, PLAYING)
        if table.status == OPEN and table.seats[number].kind != "person":
            return self.tell(e.Sat(at=self.now, seat=number, person=self.person))
        self.tell(e.Given(at=self.now, seat=number, person=self.person))
        if table.seats[number].level:
            self.tell(e.Took(at=self.now, seat=number))
        return self.keep_host()

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
        self.tell(e.Keyed(at=self.now, seat=seat, hash=key_hash(self.answer.key)))

    def leave(self, command: c.Leave | None, why: str = "left") -> None:
        table = self.table
        if table.status in (OPEN, SALTING):
            if table.status == SALTING:  # the deal was made for other people: begin again
                self.tell(fresh_deal(self.now))
            for seat in table.seats_of(self.person):
                self.tell(e.Stood(at=self.now, seat=seat))
        elif table.status == PLAYING:
            for seat in table.seats_of(self.person):
                self.tell(e.Botted(at=self.now, seat=seat, level=self.stand_in(), why=why))
            if not table.people:
                self.tell(e.Ended(at=self.now, why="closed"))
        self.keep_host()

    def stand_in(self) -> str:
        late = self.table.created.late
        return late[4:] if late.startswith("bot ") else late

    def keep_host(self) -> None:
        """A host who has gone hands the table to the next person; without people it closes."""
        table = self.table
        if table.host in table.people or table.status in (FINISHED, ENDED):
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
        Acting(self.table, command.person, self.now, self.answer).leave(None, "removed")
        self.tell(e.Removed(at=self.now, person=command.person))

    # Bots ---------------------------------------------------------------------------------------------------------

    def bot(self, command: c.Bot) -> None:
        level = check_level(command.level)
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

    def time_up(self, command: c.TimeUp) -> None:
        """The clock is asked again: the move may have come in the meantime."""
        if self.table.status == PLAYING and command.seat in self.table.clock.out(self.now):
            self.tell(e.Botted(at=self.now, seat=command.seat, level=self.stand_in(), why="late"))

    def bot_move(self, command: c.BotMove) -> None:
        table = self.table
        if table.status != PLAYING or not table.seats[command.seat].level:
            return None
        if table.alone >= LONGEST_ALONE:
            return self.tell(e.Ended(at=self.now, why="expired"))
        if table.version(command.seat) == command.seen and command.seat in table.owing:
            self.play(command.seat, command.move, "", bot=True)
        return None

    # The deal -----------------------------------------------------------------------------------------------------

    def promise(self, command: c.Promise) -> None:
        seat, deal = self.my_seat(command.seat), self.table.deal
        if deal is not None and deal.salt_commitments.get(seat) == command.promise:
            return
        self.must_be(OPEN)
        if self.table.created.deal or self.table.created.daily:
            return  # a shared deal is what it is: nobody adds to it
        self.tell(e.Promised(at=self.now, seat=seat, promise=command.promise))

    def start(self, command: c.Start) -> None:
        table = self.table
        self.must_host()
        if table.status == PLAYING:
            return None
        self.must_be(OPEN, SALTING)
        assert table.deal is not None
        if table.status == SALTING:
            if self.now - table.touched < SALTS_WITHIN:
                raise Refused("the devices are opening their salts; wait a moment")
            return self.tell(fresh_deal(self.now))
        empty = [number for number, seat in enumerate(table.seats) if seat.kind in ("open", "invited")]
        if empty:
            raise Refused(f"nobody sits on seat {', '.join(map(str, empty))} yet")
        if not table.deal.salt_commitments:  # nobody's device gave one: the table's own, numbered after the last seat
            salt = secrets.token_bytes(32)
            own = len(table.seats)
            self.tell(e.Promised(at=self.now, seat=own, promise=hashlib.sha256(salt).hexdigest()))
            self.tell(e.Gathered(at=self.now))
            self.tell(e.Opened(at=self.now, seat=own, salt=salt.hex()))
        else:
            self.tell(e.Gathered(at=self.now))
        return self.deal_cards()

    def salt(self, command: c.Salt) -> None:
        seat, deal = self.my_seat(command.seat), self.table.deal
        if deal is not None and deal.salts.get(seat) == bytes.fromhex(command.salt):
            return
        self.must_be(SALTING)
        self.tell(e.Opened(at=self.now, seat=seat, salt=command.salt))
        self.deal_cards()

    def deal_cards(self) -> None:
        """No draw before every promised salt is there."""
        table = self.table
        if table.deal is None or not table.deal.ready:
            return
        table.match = Match(table.setup, ToldDeal())
        table.match.deal = table.deal
        table.match.resume()
        event = e.Started(at=self.now, draws=table.draws_since(0))
        self.tell(event)
        assert table.match is not None
        table.match.deal = table.deal

    # Play ---------------------------------------------------------------------------------------------------------

    def at_turn(self, command: "c.Move | c.Undo") -> int | None:
        """The seat, or None if the message is a repeated or a late one: then nothing happens."""
        table = self.table
        seat = self.my_seat(command.seat)
        if table.repeated(seat, command.id):
            return None
        if command.seen is not None and command.seen != table.version(seat):
            self.answer.late = True
            return None
        if table.status == FINISHED:
            self.answer.late = True
            return None
        self.must_be(PLAYING)
        if table.seats[seat].level:
            raise Refused("a bot plays this seat now; take it back first")
        return seat

    def move(self, command: c.Move) -> None:
        seat = self.at_turn(command)
        if seat is not None:
            self.play(seat, command.move, command.id)

    def play(self, seat: int, move: str, client_id: str, bot: bool = False) -> None:
        table, match = self.table, self.table.match
        assert match is not None
        first = len(match)
        made = match.play(seat, move)
        event = e.Moved(
            at=self.now, seat=seat, move=str(made), draws=table.draws_since(first + 1), id=client_id, bot=bot
        )
        table.note_move(event, first)
        table.happened(event)
        self.answer.events.append(event)

    def undo(self, command: c.Undo) -> None:
        seat = self.at_turn(command)
        if seat is not None:
            self.tell(e.Undone(at=self.now, seat=seat, id=command.id))

    def chat(self, command: c.Chat) -> None:
        text = plain(command.text)
        if not self.table.seats_of(self.person):
            raise Denied("only people with a seat talk at this table")
        if self.person in self.table.muted:
            raise Denied("the host has silenced you at this table")
        if not text:
            raise Refused("a line of chat is printable text", status=400)
        if not self.table.repeated(self.person, command.id):
            self.tell(e.Chatted(at=self.now, person=self.person, text=text, id=command.id))

    # The end ------------------------------------------------------------------------------------------------------

    def resign(self, command: c.Resign) -> None:
        seat = self.my_seat(command.seat)
        if self.table.seats[seat].why == "resigned":
            return
        self.must_be(PLAYING)
        seats = self.table.seats
        others = [n for n, each in enumerate(seats) if n != seat and each.person and each.why != "resigned"]
        if len(seats) <= 2 or not others:
            self.tell(e.Ended(at=self.now, why="resigned", seat=seat))
        else:
            self.tell(e.Botted(at=self.now, seat=seat, level=self.stand_in(), why="resigned"))

    def end(self, command: c.End) -> None:
        seat = self.my_seat(command.seat)
        if self.table.status == ENDED:
            return
        self.must_be(PLAYING)
        if self.table.seats[seat].agrees != command.agree:
            self.tell(e.Agreed(at=self.now, seat=seat, agrees=command.agree))
        if all(each.agrees for each in self.table.seats if each.person and each.why != "resigned"):
            self.tell(e.Ended(at=self.now, why="agreed"))

    def rematch(self, command: c.Rematch) -> None:
        table = self.table
        self.my_seat(None)
        if not table.rematch:
            self.must_be(FINISHED, ENDED)
            was = table.created
            seats = [f"person {s.person}" if s.person else f"bot {_level(s)}" for s in table.seats]
            new = e.Created(
                at=self.now, game=was.game, rules=was.rules, players=was.players, options=was.options, data=was.data,
                digest=was.digest, host=self.person, seats=seats, public=was.public, watchable=was.watchable,
                pace=was.pace, late=was.late, code=new_code(), before=table.id,
            )  # fmt: skip
            made = new_id()
            self.answer.made = (made, [new, fresh_deal(self.now)])
            self.tell(e.Rematched(at=self.now, table=made))
        self.answer.table = table.rematch

    def close(self, command: c.Close) -> None:
        self.must_host()
        if self.table.status != ENDED:
            self.must_be(OPEN, SALTING)
            self.tell(e.Ended(at=self.now, why="closed"))

    def forget(self, command: c.Forget) -> None:
        table = self.table
        if table.status in (OPEN, SALTING, PLAYING) and table.seats_of(self.person):
            self.leave(None)
        for seat in table.seats:
            if seat.person == self.person:
                seat.person = ""
        for line, (number, person, _) in enumerate(table.chat):
            if person == self.person:
                table.chat[line] = (number, "", "")

    def expire(self, command: c.Expire) -> None:
        if self.table.status in (OPEN, SALTING, PLAYING):
            self.tell(e.Ended(at=self.now, why="expired"))

    def look(self, command: c.Look) -> None:
        self.answer.late = True


def _level(seat: Seat) -> str:
    return seat.level if seat.level in BOTS else "greedy"


_DO: dict[type[c.Command], Callable[[Any, Any], None]] = {
    c.Sit: Acting.sit, c.Stand: Acting.stand, c.Free: Acting.free, c.Invite: Acting.invite, c.Promise: Acting.promise,
    c.Start: Acting.start, c.Salt: Acting.salt, c.Move: Acting.move, c.Undo: Acting.undo, c.Chat: Acting.chat,
    c.Leave: Acting.leave, c.Bot: Acting.bot, c.Take: Acting.take, c.Resign: Acting.resign, c.End: Acting.end,
    c.Rematch: Acting.rematch, c.Mute: Acting.mute, c.Remove: Acting.remove, c.Close: Acting.close,
    c.TimeUp: Acting.time_up, c.BotMove: Acting.bot_move, c.Forget: Acting.forget, c.Expire: Acting.expire,
    c.Look: Acting.look,
}  # fmt: skip
