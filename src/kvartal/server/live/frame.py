"""The frame of a table: what everybody who may know of the table may know about it. No secret, no seed, no key."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from kvartal.engine.deal import commitment
from kvartal.engine.match import Match
from kvartal.server.table.events import Pace
from kvartal.server.table.table import ENDED, FINISHED, OPEN, PLAYING, SALTING, Seat, Table

NAMELESS = "—"


class Holder(msgspec.Struct, frozen=True):
    """Who held a seat until a bot took over."""

    person: str
    name: str


class Asks(msgspec.Struct, frozen=True):
    """Who would take over a seat, and which persons have agreed, refused, or not answered yet."""

    person: str
    name: str
    agreed: list[str]
    refused: list[str]
    missing: list[str]


class SeatShown(msgspec.Struct, frozen=True):
    """One seat: who sits there, and who plays it."""

    kind: Literal["open", "invited", "person", "bot"]
    person: str | UnsetType = UNSET  # whose seat it is; a bot may be playing it for them
    name: str | UnsetType = UNSET
    called: str | UnsetType = UNSET  # one of several on one device, by a name of their own
    here: bool | UnsetType = UNSET  # connected just now
    bot: str | UnsetType = UNSET  # the level of the bot that plays, or "default"
    why: str | UnsetType = UNSET  # a bot plays: placed, handed, left, removed, resigned, late
    agrees: bool | UnsetType = UNSET  # to end the match unfinished
    salt: Literal["none", "promised", "open"] | UnsetType = UNSET  # before the first draw
    last: Holder | UnsetType = UNSET
    asks: Asks | UnsetType = UNSET
    admitted_by: list[str] | UnsetType = UNSET
    helped: bool | UnsetType = UNSET  # when it is over: with hints, or with a bot that played for a while


class DealShown(msgspec.Struct, frozen=True):
    """What is published of a fair deal: the server's promise, those of the devices, their salts once all are there."""

    commitment: str
    promises: dict[str, str]
    salts: dict[str, str] | UnsetType = UNSET
    luck: str | UnsetType = UNSET  # SHA-256 of the secret of the bots, where that of the deal does not serve
    luck_secret: str | UnsetType = UNSET  # that secret, when the match is finished


class Result(msgspec.Struct, frozen=True):
    """How a finished match has ended: seats, and the rule by which it did."""

    winners: list[int]
    rule: str
    ranking: list[list[int]]
    points: list[int]


class TableShown(msgspec.Struct, frozen=True):
    """What everybody who may know of a table may know about it."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    data: dict[str, Any]
    status: Literal["open", "salting", "playing", "finished", "ended"]
    host: str
    seats: list[SeatShown]
    public: bool
    watchable: bool
    pace: Pace
    late: str
    help: bool  # may players ask for hints?
    muted: list[str]
    code: str | UnsetType = UNSET  # while it is open
    why: str | UnsetType = UNSET  # ended: agreed, resigned, closed, expired
    ended_by: int | UnsetType | None = UNSET  # the seat that resigned
    rematch: str | UnsetType = UNSET  # the table that follows
    daily: str | UnsetType = UNSET  # the day of a daily deal
    lesson: str | UnsetType = UNSET  # the name of the lesson that is played here
    deal: DealShown | UnsetType = UNSET
    result: Result | UnsetType = UNSET  # when finished


def frame(table: Table, names: Mapping[str, str], here: set[str]) -> TableShown:
    made, status = table.created, table.status
    return TableShown(
        id=table.id,
        game=made.game,
        rules=made.rules,
        options=made.options,
        data=made.data,
        status=status,  # type: ignore[arg-type]
        host=table.host,
        seats=[_seat(table, number, names, here) for number in range(len(table.seats))],
        public=made.public,
        watchable=made.watchable,
        pace=made.pace,
        late=made.late,
        help=made.help,
        muted=sorted(table.muted),
        code=made.code if status == OPEN else UNSET,
        why=table.why if status == ENDED else UNSET,
        ended_by=table.ended_by if status == ENDED else UNSET,
        rematch=table.rematch or UNSET,
        daily=made.daily or UNSET,
        lesson=made.lesson or UNSET,
        deal=_deal(table),
        result=result_of(table.match) if status == FINISHED and table.match is not None else UNSET,
    )


def _seat(table: Table, number: int, names: Mapping[str, str], here: set[str]) -> SeatShown:
    seat, playing = table.seats[number], table.status == PLAYING
    asked = playing and seat.asker in names
    return SeatShown(
        kind=seat.kind,  # type: ignore[arg-type]
        person=seat.person or UNSET,
        name=names.get(seat.person, NAMELESS) if seat.person else UNSET,
        called=seat.called or UNSET,
        here=seat.person in here if seat.person else UNSET,
        bot=seat.level or UNSET,
        why=seat.why if seat.level else UNSET,
        agrees=seat.agrees or UNSET,
        salt=_salt(table, number),
        last=Holder(seat.last, names.get(seat.last, NAMELESS)) if seat.last and playing else UNSET,
        asks=_asks(table, seat, names) if asked else UNSET,
        admitted_by=list(seat.admitted_by) or UNSET,
        helped=True if seat.helped and table.status in (FINISHED, ENDED) else UNSET,
    )


def _salt(table: Table, number: int) -> Literal["none", "promised", "open"] | UnsetType:
    if table.deal is None or table.status not in (OPEN, SALTING):
        return UNSET
    if number in table.deal.salts:
        return "open"
    return "promised" if number in table.deal.salt_commitments else "none"


def _asks(table: Table, seat: Seat, names: Mapping[str, str]) -> Asks:
    asks = Asks(seat.asker, names[seat.asker], [], [], [])
    for each in table.asked_to_admit(seat.asker):
        answer = seat.answers.get(each)
        (asks.missing if answer is None else asks.agreed if answer else asks.refused).append(each)
    return asks


def _deal(table: Table) -> DealShown | UnsetType:
    deal = table.deal
    if deal is None:
        return UNSET
    promises = {str(seat): promise for seat, promise in deal.salt_commitments.items()}
    salts = {str(seat): salt.hex() for seat, salt in deal.salts.items()}
    luck = commitment(bytes.fromhex(table.luck)) if table.luck else UNSET
    told = table.luck if table.luck and table.status == FINISHED else UNSET
    return DealShown(deal.commitment, promises, salts if deal.ready else UNSET, luck, told)


def result_of(match: Match) -> Result:
    """Of a match that is over."""
    outcome = match.outcome()
    assert outcome is not None
    points = [match.state.score(seat) for seat in range(match.setup.players)]
    return Result(list(outcome.winners), outcome.rule.id, [list(place) for place in match.ranking()], points)
