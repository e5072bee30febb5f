"""Deals as people meet them: the record that proves one, the same deal again, one deal a day for everybody, and the
one of a lesson, which never changes."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import func, insert, select, text

from kvartal.engine.coach import lesson_of
from kvartal.engine.deal import FairDeal, commitment
from kvartal.engine.match import Match
from kvartal.engine.option import BadSetup
from kvartal.engine.record import Record
from kvartal.games import game as game_called
from kvartal.server.live.hall import Hall
from kvartal.server.live.mailbox import LiveTable
from kvartal.server.store import schema
from kvartal.server.store.index import SharedDeal, encode, read_deal
from kvartal.server.store.keys import new_id
from kvartal.server.store.store import Conflict, Unreachable, now_ms
from kvartal.server.table import commands as c
from kvartal.server.table import events as e
from kvartal.server.table.commands import Missing

MOST_LISTED = 500
TEACHER = "level1-gardener"  # the friendliest of the bots plays against whoever learns


def today() -> str:
    return datetime.fromtimestamp(now_ms() / 1000, UTC).date().isoformat()


def record(live: LiveTable, person: str, watching: bool = False) -> str:
    """The record of a match as this person may have it. Before the end it holds neither the secret nor hidden moves."""
    return recording(live, person, watching)()


async def recorded(live: LiveTable, person: str) -> str:
    """The same beside the loop: a long match takes a while, and others play meanwhile."""
    work: Callable[[], str] = await live.read(lambda live: recording(live, person))
    return await asyncio.to_thread(work)


def recording(live: LiveTable, person: str, watching: bool = False) -> Callable[[], str]:
    """May this person have it? Then how to write it, with a match of its own: the table goes on."""
    table = live.table
    match = table.match
    if match is None:
        raise Missing("nothing has been played at this table yet")
    mine = table.seats_of(person)
    if not mine and not watching and (not table.created.watchable or person in table.removed):
        raise Missing("there is no such table")
    own = match.copy()
    if match.over and isinstance(match.deal, FairDeal) and table.created.daily >= today():
        deal = match.deal
        return lambda: _without_secret(own, deal)  # everybody plays this deal today: its secret is told tomorrow
    return lambda: own.export(mine[0] if mine else None)


def _without_secret(match: Match, deal: FairDeal) -> str:
    written = Record.of(match)
    written.deal = FairDeal(deal.commitment, None, dict(deal.salt_commitments), dict(deal.salts))
    return written.text()


async def dailies(hall: Hall, keys: Iterable[str]) -> dict[str, str]:
    """The names of today's deals, by the keys of the games. What cannot be stored now is not there."""
    where, keys = schema.deals.c, list(keys)
    found = await hall.store.all(select(where.game, where.id).where(where.game.in_(keys), where.day == today()))
    known = {row.game: row.id for row in found}
    with contextlib.suppress(Unreachable):
        for key in keys:
            known[key] = known.get(key) or (await daily(hall, key))[0]
    return {key: known[key] for key in keys if key in known}


async def daily(hall: Hall, key: str) -> tuple[str, SharedDeal]:
    """Today's deal of a game: for one player where the game can be played alone, otherwise with bots."""
    day = today()
    where = schema.deals.c
    query = select(where.id, where.body).where(where.game == key, where.day == day)
    for _ in range(3):
        found = await hall.store.all(query)
        if found:
            return found[0][0], read_deal(found[0][1])
        setup = game_called(key).set_up(game_called(key).seats.start)
        secret, salt = secrets.token_bytes(32), secrets.token_bytes(32)
        shared = SharedDeal(
            game=key, rules=setup.version, players=setup.players, digest=setup.digest, secret=secret.hex(),
            options={option.name: option.write(setup.options[option.name]) for option in setup.game.options},
            commitment=commitment(secret), salts={setup.players: salt.hex()}, day=day,
        )  # fmt: skip
        row = {"id": new_id(), "game": key, "day": day, "body": encode(shared)}
        try:
            await hall.store.append([], [(insert(schema.deals), row)])
        except Conflict:  # somebody else was first: theirs counts
            continue
    raise Missing("today's deal is being made; try again")


async def teach(hall: Hall, key: str, name: str, person: str) -> str:
    """A table for a lesson of a game, started at once; its id. The bot's luck follows from the deal as well, so that
    who plays the same turns meets the same answers."""
    try:
        game = game_called(key)
        lesson = lesson_of(game, name)
    except BadSetup:
        raise Missing("there is no such lesson") from None
    fixed = lesson.fair(game)
    assert fixed.secret is not None
    salts = {number: salt.hex() for number, salt in fixed.salts.items()}
    dealt = e.Dealt(at=now_ms(), secret=fixed.secret.hex(), commitment=fixed.commitment, salts=salts)
    seats = ["me", *[f"bot {TEACHER}"] * (lesson.players - 1)]
    wish = c.NewTable(game=key, seats=seats, preset=lesson.preset, help=True)
    table_id = await hall.create(wish, person, lesson=name, deal=dealt)
    await (await hall.table(table_id)).ask(c.Start(), person)
    return table_id


async def other_days(hall: Hall, key: str, day: str, most: int = 10) -> list[tuple[str, str]]:
    """The names and days of a game's deals of other days, newest first."""
    where = schema.deals.c
    query = select(where.id, where.day).where(where.game == key, where.day.is_not(None), where.day != day)
    return [(row.id, row.day) for row in await hall.store.all(query.order_by(where.day.desc()).limit(most))]


async def results(hall: Hall, deal: str, person: str = "") -> list[dict[str, Any]]:
    """The best who have played this deal, best first, and in any case what `person` has: that is `mine`. `attempt`
    counts how often somebody has begun it: whoever plays it again knows the cards. `rank` is of the first tries that
    nobody has helped with."""
    rows = schema.results.c
    query = select(
        rows.table_id, rows.seat, rows.person, rows.points, rows.place, rows.at, rows.attempt, rows.helped
    ).where(rows.deal == deal, text("attempt >= 0"))
    found = list(await hall.store.all(query.order_by(rows.points.desc(), rows.at).limit(MOST_LISTED)))
    if person:
        listed = {(row.table_id, row.seat) for row in found}
        mine = await hall.store.all(query.where(rows.person == person).limit(MOST_LISTED))
        found += [row for row in mine if (row.table_id, row.seat) not in listed]
        found.sort(key=lambda row: (-row.points, row.at))
    names = await hall.people.names({row.person for row in found if row.person})
    better = await _better(hall, deal)
    groups: dict[str, int] = {}  # tables are told apart, but not named: who watches is their own business
    return [
        {"table": groups.setdefault(table, len(groups)), "seat": seat, "name": names.get(who, ""), "bot": not who,
         "mine": bool(who) and who == person, "attempt": attempt, "points": points, "place": place, "at": at,
         "helped": helped, "rank": 1 + better.get(points, 0) if attempt == 1 and not helped else None}
        for table, seat, who, points, place, at, attempt, helped in found
    ]  # fmt: skip


async def _better(hall: Hall, deal: str) -> dict[int, int]:
    """How many have more than so many points, at their first try. There are not many different amounts of points."""
    tallies = schema.tallies.c
    query = select(tallies.points, tallies.people).where(tallies.deal == deal).order_by(tallies.points.desc())
    found, above = {}, 0
    for points, people in await hall.store.all(query):
        found[points] = above
        above += people
    return found


class Reached(msgspec.Struct, frozen=True):
    """How far people came with a deal at their first try, without help: who plays it again knows its cards."""

    people: int = 0
    best: int | None = None
    mine: int | None = None


async def reached(hall: Hall, deals: list[str], person: str = "") -> dict[str, Reached]:
    """How many people have played each of these deals, what the best of them has, and what this one has."""
    tallies, rows = schema.tallies.c, schema.results.c
    query = select(tallies.deal, func.sum(tallies.people), func.max(tallies.points)).where(tallies.deal.in_(deals))
    told = {deal: Reached(people, best) for deal, people, best in await hall.store.all(query.group_by(tallies.deal))}
    if person:
        first = select(rows.deal, rows.points).where(
            rows.deal.in_(deals), rows.person == person, rows.attempt == 1, ~rows.helped
        )
        for deal, points in await hall.store.all(first):
            told[deal] = msgspec.structs.replace(told.get(deal, Reached()), mine=points)
    return {deal: told.get(deal, Reached()) for deal in deals}
