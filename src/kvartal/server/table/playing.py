# compiled
"""Playing: the deal, moves and undo, talk, and what the server does when a bot or a clock is due."""

import hashlib
import secrets

from kvartal.engine.rule import RefusedMove
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.acting import fresh_deal
from kvartal.server.table.commands import Denied, Refused, plain
from kvartal.server.table.seating import Coming
from kvartal.server.table.table import FINISHED, OPEN, PLAYING, SALTING

LONGEST_ALONE = 20_000  # moves that bots make among themselves: some games never end without people
SALTS_WITHIN = 10_000  # milliseconds a device has to open its salt before the host may deal anew


class Playing(Coming):
    __slots__ = ()

    # The deal -----------------------------------------------------------------------------------------------------

    def promise(self, command: c.Promise) -> None:
        seat, deal = self.my_seat(command.seat), self.table.deal
        if deal is not None and deal.salt_commitments.get(seat) == command.promise:
            return
        self.must_be(OPEN)
        made = self.table.created
        if made.deal or made.daily or made.lesson:
            return  # a shared deal, or that of a lesson, is what it is: nobody adds to it
        self.tell(e.Promised(at=self.now, seat=seat, promise=command.promise))

    def start(self, command: c.Start) -> None:
        table = self.table
        self.must_host()
        if table.status == PLAYING:
            return None
        self.must_be(OPEN, SALTING)
        assert table.deal is not None
        if table.status == SALTING:
            if self.now - table.salting_since < SALTS_WITHIN:
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
        deal = self.table.deal
        if deal is not None and deal.ready:
            self.tell(e.Started(at=self.now, draws=None))

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
        setup, match = self.table.setup, self.table.match
        assert match is not None
        written = setup.notation[setup.code(move)]  # as it is stored, however it was typed
        try:
            self.tell(e.Moved(at=self.now, seat=seat, move=written, draws=None, id=client_id, bot=bot))
        except RefusedMove:  # explained in English
            why = match.refusal(seat, written, self.lang) if self.lang != "en" else None
            if why is None:
                raise
            raise Refused(why.text, why.rule.id, instead=map(str, why.instead), lang=self.lang) from None

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

    def help(self, command: c.Help) -> None:
        """A hint is asked for at a table that is played. Nobody else notices; the result says so."""
        self.must_be(PLAYING)
        seat = self.my_seat(command.seat)
        if not self.table.created.help:
            raise Refused("help is off at this table: everybody plays without hints until the game is over")
        if not self.table.seats[seat].helped:
            self.tell(e.Helped(at=self.now, seat=seat))

    # Bots and clocks ----------------------------------------------------------------------------------------------

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
