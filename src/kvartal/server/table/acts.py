# compiled
"""What may be done at a table: each command is checked, carried out, and told as events that are then stored.

A command changes nothing unless it returns. Whoever calls must store the events before anybody is shown the result,
and throw the table away if they could not be stored. Here a table begins and ends; `coming.py` and `playing.py` are
what lies between.
"""

from collections.abc import Callable
from typing import Any

from kvartal.engine.data import BadData
from kvartal.engine.deal import BadDeal
from kvartal.engine.option import BadSetup
from kvartal.engine.rule import RefusedMove
from kvartal.games import game as game_called
from kvartal.server.store.keys import new_code, new_id
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.acting import Answer, fresh_deal
from kvartal.server.table.commands import Refused
from kvartal.server.table.company import USUAL, Company
from kvartal.server.table.names import checked_name
from kvartal.server.table.playing import Playing
from kvartal.server.table.table import ENDED, FINISHED, OPEN, PLAYING, SALTING, Table

MOST_EVENTS = 200_000  # of one table: far more than any match has, and yet an end
FINAL = (c.Leave, c.Resign, c.End, c.Close, c.Rematch, c.Look, c.Forget, c.Expire, c.Remove)


def create(
    wish: c.NewTable, person: str, now: int, deal: e.Dealt | None = None, daily: str = "", rules: int | None = None,
    company: Company | None = None, lesson: str = "",
) -> list[e.Event]:  # fmt: skip
    """The first events of a table. A shared deal keeps its version of the `rules`: its results are compared."""
    company = company or USUAL
    seats = []
    for word in wish.seats:
        kind, _, rest = word.partition(" ")
        if word == "me":
            seats.append(f"person {person}")
        elif word in ("open", "invited"):
            seats.append(word)
        elif kind == "bot":
            seats.append(f"bot {company.checked(rest or 'greedy', wish.game)}")
        else:
            raise Refused(f'a seat is "me", "open", "invited" or "bot LEVEL", not {word!r}', status=400)
    if wish.late not in ("default", "bot"):
        if not wish.late.startswith("bot "):
            raise Refused(f'late: "default", "bot" or "bot LEVEL", not {wish.late!r}', status=400)
        company.checked(wish.late[4:], wish.game)
    if wish.days and (wish.minutes or wish.seconds):
        raise Refused("a table has a live clock or days per move, not both", status=400)
    if wish.seconds and not wish.minutes:
        raise Refused("seconds are added to a live clock: give minutes as well", status=400)
    try:
        stored = wish.deal is not None  # a shared deal is played as it was once chosen
        game = game_called(wish.game)
        setup = game.set_up(len(seats), wish.options, wish.data, wish.preset, version=rules, stored=stored)
    except (BadSetup, BadData) as error:
        raise Refused(str(error), status=400) from None
    created = e.Created(
        at=now, game=setup.game.key, rules=setup.version, players=setup.players, digest=setup.digest, seats=seats,
        options={option.name: option.write(setup.options[option.name]) for option in setup.game.options},
        data=setup.data.corrections(), host=person, public=wish.public, watchable=wish.watchable, late=wish.late,
        pace=e.Pace(wish.minutes, wish.seconds, wish.days), code=new_code(), deal=wish.deal or "", daily=daily,
        help=usual_help(wish) if wish.help is None else wish.help, names=names_of(wish), lesson=lesson,
    )  # fmt: skip
    return [created, deal or fresh_deal(now)]


def usual_help(wish: c.NewTable) -> bool:
    """Against bots one may ask; where people play in public or by a clock, only if they have agreed on it."""
    people = sum(not word.startswith("bot") for word in wish.seats)
    return people < 2 or not (wish.public or wish.minutes or wish.days)


def names_of(wish: c.NewTable) -> list[str]:
    """What those are called who share the host's device, seat by seat."""
    if not any(wish.names):
        return []
    if len(wish.names) > len(wish.seats) or wish.seats.count("me") < 2:
        raise Refused('names are for several seats of your own, "me": one name for each seat', status=400)
    for name, word in zip(wish.names, wish.seats, strict=False):
        if name and word != "me":
            raise Refused(f'a name is given to a seat of your own, "me", not to {word!r}', status=400)
    return [checked_name(name) if name else "" for name in wish.names]


def act(
    table: Table, command: c.Command, person: str, now: int, lang: str = "en", company: Company | None = None
) -> Answer:
    """Carry out a command of a person (or of the server, for its own ones)."""
    answer = Answer()
    if table.number >= MOST_EVENTS and not isinstance(command, FINAL):
        raise Refused("too much has happened at this table; it can only be ended")
    try:
        _DO[type(command)](Acts(table, person, max(now, table.touched), answer, lang, company or USUAL), command)
    except RefusedMove as refused:
        words = table.setup.game.words(lang)
        text = refused.message if lang == "en" else refused.rule.said(words)
        raise Refused(text, refused.rule.id, instead=map(str, refused.instead), lang=lang) from None
    except BadDeal as error:
        raise Refused(str(error)) from None
    return answer


class Acts(Playing):
    __slots__ = ()

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
            self.tell(e.Botted(at=self.now, seat=seat, level=self.table_level(), why="resigned"))

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
            setup = table.setup.renewed()
            seats = [f"person {s.person}" if s.person else f"bot {self.again(s.level)}" for s in table.seats]
            new = e.Created(
                at=self.now, game=was.game, rules=setup.version, players=was.players, options=was.options,
                data=was.data, digest=setup.digest, host=self.person, seats=seats, public=was.public,
                watchable=was.watchable, pace=was.pace, late=was.late, code=new_code(), before=table.id,
                help=was.help, names=[s.called for s in table.seats] if any(s.called for s in table.seats) else [],
            )  # fmt: skip
            made = new_id()
            self.answer.made = (made, [new, fresh_deal(self.now)])
            self.tell(e.Rematched(at=self.now, table=made))
        self.answer.table = table.rematch

    def again(self, level: str) -> str:
        """The bot that sat here, if there still is one of this name."""
        kept = self.company.held(level)
        return kept if kept in self.company.names else self.table_level()

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
                seat.person = seat.called = ""
        for line, (number, person, _) in enumerate(table.chat):
            if person == self.person:
                table.chat[line] = (number, "", "")

    def expire(self, command: c.Expire) -> None:
        if self.table.status in (OPEN, SALTING, PLAYING):
            self.tell(e.Ended(at=self.now, why="expired"))

    def look(self, command: c.Look) -> None:
        self.answer.late = True


_DO: dict[type[c.Command], Callable[[Any, Any], None]] = {
    c.Sit: Acts.sit, c.Stand: Acts.stand, c.Free: Acts.free, c.Invite: Acts.invite, c.Admit: Acts.admit,
    c.Promise: Acts.promise,
    c.Start: Acts.start, c.Salt: Acts.salt, c.Move: Acts.move, c.Undo: Acts.undo, c.Chat: Acts.chat,
    c.Leave: Acts.leave, c.Bot: Acts.bot, c.Take: Acts.take, c.Resign: Acts.resign, c.End: Acts.end,
    c.Rematch: Acts.rematch, c.Mute: Acts.mute, c.Remove: Acts.remove, c.Close: Acts.close,
    c.TimeUp: Acts.time_up, c.BotMove: Acts.bot_move, c.Help: Acts.help, c.Forget: Acts.forget, c.Expire: Acts.expire,
    c.Look: Acts.look,
}  # fmt: skip
