"""Deals as people meet them: the record that proves one, the same deal again, and one deal a day for everybody."""

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert, select

from kvartal.engine.deal import FairDeal, commitment
from kvartal.engine.record import Record
from kvartal.games import game as game_called
from kvartal.server import schema
from kvartal.server.asked import Missing
from kvartal.server.hall import Hall
from kvartal.server.index import SharedDeal, encode, read_deal
from kvartal.server.keys import new_id
from kvartal.server.mailbox import LiveTable
from kvartal.server.store import Conflict


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def record(live: LiveTable, person: str, watching: bool = False) -> str:
    """The record of a match as this person may have it. Before the end it holds neither the secret nor hidden moves."""
    table = live.table
    match = table.match
    if match is None:
        raise Missing("nothing has been played at this table yet")
    mine = table.seats_of(person)
    if not mine and not watching and (not table.created.watchable or person in table.removed):
        raise Missing("there is no such table")
    if match.over and isinstance(match.deal, FairDeal) and table.created.daily >= today():
        written = Record.of(match)  # everybody plays this deal today: its secret is told tomorrow
        deal = match.deal
        written.deal = FairDeal(deal.commitment, None, dict(deal.salt_commitments), dict(deal.salts))
        return written.text()
    return match.export(mine[0] if mine else None)


async def dailies(hall: Hall, keys: Iterable[str]) -> dict[str, str]:
    """The names of today's deals, by the keys of the games."""
    where = schema.deals.c
    found = await hall.store.all(select(where.game, where.id).where(where.day == today()))
    known = {row.game: row.id for row in found}
    return {key: known.get(key) or (await daily(hall, key))[0] for key in keys}


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


async def other_days(hall: Hall, key: str, day: str, most: int = 10) -> list[tuple[str, str]]:
    """The names and days of a game's deals of other days, newest first."""
    where = schema.deals.c
    query = select(where.id, where.day).where(where.game == key, where.day != day)
    return [(row.id, row.day) for row in await hall.store.all(query.order_by(where.day.desc()).limit(most))]


async def results(hall: Hall, deal: str, person: str = "") -> list[dict[str, Any]]:
    """Everybody who has played this deal, best first. `mine` is what `person` has; `attempt` counts how often somebody
    has played it: whoever plays it again knows the cards."""
    rows = schema.results.c
    query = select(rows.table_id, rows.seat, rows.person, rows.points, rows.place, rows.at).where(rows.deal == deal)
    found = await hall.store.all(query.order_by(rows.points.desc(), rows.at).limit(500))
    names = await hall.people.names({row[2] for row in found if row[2]})
    tries: dict[str, list[str]] = {}  # the tables of each person, from the first on
    for row in sorted(found, key=lambda row: row.at):
        mine = tries.setdefault(row.person, [])
        if row.table_id not in mine:
            mine.append(row.table_id)
    groups: dict[str, int] = {}  # tables are told apart, but not named: who watches is their own business
    return [
        {"table": groups.setdefault(table, len(groups)), "seat": seat, "name": names.get(who, ""), "bot": not who,
         "mine": bool(who) and who == person, "attempt": tries[who].index(table) + 1, "points": points, "place": place,
         "at": at}
        for table, seat, who, points, place, at in found
    ]  # fmt: skip
