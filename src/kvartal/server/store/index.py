"""Rows that help to find tables, kept beside the log in the same transaction; they could be rebuilt from it."""

import hashlib
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, text, update

from kvartal.server.store import schema
from kvartal.server.store.writing import MOVED, Statement
from kvartal.server.table import events as e
from kvartal.server.table.table import ENDED, FINISHED, OPEN, PLAYING, Table

UNPLAYED = "unplayed"  # how `tables` calls one that ended before it began: there is nothing to keep
LEAVING = "leaving"  # and one that is being taken away: by whoever has touched it last
encode = msgspec.json.Encoder().encode


class SharedDeal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal that can be played again: the set-up, the secret and the salts. Never leaves the server whole."""

    game: str
    rules: int
    players: int
    options: dict[str, str]
    digest: str
    secret: str
    commitment: str
    salts: dict[int, str]
    data: dict[str, Any] = {}
    day: str = ""
    closed: bool | None = None  # of a table that nobody else may watch; None: stored when that was not written down


UNDECIDED = -1  # as a place in a result: nobody has won


def read_deal(body: bytes) -> SharedDeal:
    return msgspec.json.decode(bytes(body), type=SharedDeal)


def deal_id(table: Table) -> str:
    """The deal of a table has a name of its own, which does not lead to the table."""
    return table.created.deal or "d" + hashlib.sha256(b"deal of " + table.id.encode()).hexdigest()[:20]


def due(table: Table) -> int | None:
    """When the server itself has something to do at this table."""
    if table.status != PLAYING:
        return None
    if any(table.seats[seat].played_by_bot for seat in table.owing):
        return table.touched
    return table.clock.due()


def about(table: Table) -> bytes:
    seats = [{"kind": seat.kind, "person": seat.person, "bot": seat.level} for seat in table.seats]
    made = table.created
    return encode(
        {"seats": seats, "waiting": table.owing, "daily": made.daily, "watchable": made.watchable, "pace": made.pace}
    )


def first_rows(table: Table) -> list[Statement]:
    made = table.created
    row = {"id": table.id, "game": made.game, "public": made.public, "created": made.at, **_state(table)}
    return [(insert(schema.tables), row), *_places(table)]


def changed_rows(table: Table) -> list[Statement]:
    """After anything but a move: seats, status, people."""
    change = update(schema.tables).where(schema.tables.c.id == table.id).values(**_state(table))
    clear = delete(schema.places).where(schema.places.c.table_id == table.id)
    return [(change, None), (clear, None), *_places(table), *_tries(table)]


def moved_rows(table: Table) -> list[Statement]:
    """After moves: who is waited for, and when the server has to look again."""
    values = {"touched": table.noticed, "due": due(table), "about": about(table)}
    return [(MOVED, {"i": table.id, **values})]


_PLACE = text("INSERT INTO places (person, table_id, ended) VALUES (:person, :t, :ended) ON CONFLICT DO NOTHING")
_TRY = text(
    "INSERT INTO tries (deal, person, number, table_id) SELECT CAST(:deal AS VARCHAR), CAST(:person AS VARCHAR), "
    "1 + coalesce((SELECT max(number) FROM tries WHERE deal = :deal AND person = :person), 0), CAST(:t AS VARCHAR) "
    "WHERE NOT EXISTS (SELECT 1 FROM tries WHERE deal = :deal AND person = :person AND table_id = :t)"
)
DEAL = text("INSERT INTO deals (id, game, body) VALUES (:id, :game, :body) ON CONFLICT DO NOTHING")
_RESULT = text(
    "INSERT INTO results (deal, table_id, seat, person, points, place, at, helped, attempt) "
    "VALUES (:deal, :t, :seat, :person, :points, :place, :at, :helped, "
    "CASE WHEN :counts THEN coalesce((SELECT number FROM tries "
    "WHERE person = CAST(:person AS VARCHAR) AND deal = CAST(:deal AS VARCHAR) "
    "AND table_id = CAST(:t AS VARCHAR)), 0) ELSE -1 END)"
)


def _state(table: Table) -> dict[str, Any]:
    return {
        "code": table.created.code if table.status == OPEN else None,
        "status": UNPLAYED if table.status == ENDED and table.match is None else table.status,
        "touched": table.noticed,
        "due": due(table),
        "about": about(table),
        "deal": deal_id(table)
        if table.created.deal or (table.status == FINISHED and not table.created.lesson)
        else None,
    }


def _places(table: Table) -> list[Statement]:
    ended = table.noticed if table.status in (FINISHED, ENDED) else 0
    people = [person for person in dict.fromkeys([table.host, *table.people]) if person]
    return [(_PLACE, [{"person": person, "t": table.id, "ended": ended} for person in people])] if people else []


def _tries(table: Table) -> list[Statement]:
    """From the start on, whoever sits here knows the cards: that is when a try begins, and not when it is over."""
    name = deal_id(table)
    rows = [{"deal": name, "person": person, "t": table.id} for person in table.people]
    return [(_TRY, rows)] if rows and table.match is not None and not table.created.lesson else []


def finished_rows(table: Table) -> list[Statement]:
    """The result of a finished match, listed under its deal, which can be played again from now on. A lesson has none:
    its cards are the same for everybody, and anybody can work them out."""
    match, deal, made = table.match, table.deal, table.created
    if table.status != FINISHED or made.lesson or match is None or deal is None or deal.secret is None:
        return []
    name = deal_id(table)
    statements: list[Statement] = []
    if not made.daily:  # a shared one as well: it may have gone with its last table
        shared = SharedDeal(
            game=made.game, rules=made.rules, players=made.players, options=made.options, digest=made.digest,
            secret=deal.secret.hex(), commitment=deal.commitment, data=made.data, closed=not made.watchable,
            salts={number: salt.hex() for number, salt in deal.salts.items()},
        )  # fmt: skip
        statements.append((DEAL, {"id": name, "game": made.game, "body": encode(shared)}))
    sitting = [seat.person for seat in table.seats if seat.person]
    counts = len(sitting) == len(set(sitting))  # who holds several seats has played against themselves
    outcome, place = match.outcome(), match.state.place
    nobody = outcome is None or not outcome.winners  # then who shares the first place has not won
    rows = [
        {"deal": name, "t": table.id, "seat": number, "person": seat.person, "points": match.state.score(number),
         "place": UNDECIDED if nobody and place(number) == 1 else place(number), "at": table.touched, "counts": counts,
         "helped": seat.helped}
        for number, seat in enumerate(table.seats)
    ]  # fmt: skip
    statements.append((_RESULT, rows))
    return statements


def removed_rows(tables: list[str]) -> list[Statement]:
    """Tables go for good: their log, their rows, the results of their matches, and a deal that nobody else plays."""
    rows, deals = schema.tables.c, schema.deals.c
    theirs = select(rows.deal).where(rows.id.in_(tables), rows.deal.is_not(None))
    others = select(rows.id).where(rows.deal == deals.id, rows.id.not_in(tables)).exists()
    statements: list[Statement] = [
        (delete(schema.deals).where(deals.id.in_(theirs), deals.day.is_(None), ~others), None)
    ]
    for table in (schema.events, schema.places, schema.tries, schema.results):
        statements.append((delete(table).where(table.c.table_id.in_(tables)), None))
    return [*statements, (delete(schema.tables).where(rows.id.in_(tables)), None)]


def rows_of(table_id: str, first: int, happened: list[e.Event]) -> list[tuple[str, int, bytes]]:
    return [(table_id, first + step, e.write(event)) for step, event in enumerate(happened)]
