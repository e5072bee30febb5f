"""A place that many have been to: rows by the million, put in by the database itself, to measure and test lists with.

The rows are those that lists are read from; of each log there is only the beginning.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import func, select, text

from kvartal.games import games
from kvartal.server.store import schema
from kvartal.server.store.index import SharedDeal, encode
from kvartal.server.store.store import Store, Unreachable, now_ms
from kvartal.server.table import events as e
from kvartal.server.table.acts import create
from kvartal.server.table.commands import NewTable
from kvartal.server.table.fair import today

DAY = "day"  # the name of the daily deal that everybody plays
PIECE = 20_000  # tables in one transaction
AT = "CAST(:now AS BIGINT) + i"
# Whoever plays the deal of the day has finished; of the others every third is open, every third is being played.
STATUS = "CASE WHEN i <= :results OR i % 3 = 2 THEN 'finished' WHEN i % 3 = 1 THEN 'playing' ELSE 'open' END"
OVER = "(i <= :results OR i % 3 = 2)"
DEAL = "CASE WHEN i <= :results THEN 'day' WHEN i % 3 = 2 THEN 'd' || i END"
ABOUT = encode({"seats": [{"kind": "person", "person": "p1", "bot": ""}], "waiting": [0], "daily": "", "pace": {}})


def _many(into: str, values: str, where: str = "") -> str:
    """A statement that puts in a row for each number from :first to :last."""
    numbers = "WITH RECURSIVE n(i) AS (SELECT CAST(:first AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < :last)"
    return f"{numbers} INSERT INTO {into} SELECT {values} FROM n {where}"  # noqa: S608 - all of it stands here


_PLACES = "places (person, table_id, ended)"
_RESULTS = "results (deal, table_id, seat, person, points, place, at, attempt)"
ROWS = (
    _many(
        "tables (id, game, status, public, created, touched, about, deal)",
        f"'t' || i, :game, {STATUS}, i % 2 = 1, {AT}, {AT}, :about, {DEAL}",
    ),
    _many("events (table_id, number, body)", "'t' || i, 1, :begun"),
    _many("people (id, name, seen)", "'p' || i, 'P' || i, :now", "WHERE i <= :results OR i % 10 = 0"),
    _many(_PLACES, f"'p' || i, 't' || i, CASE WHEN {OVER} THEN {AT} ELSE 0 END"),
    _many("deals (id, game, body)", "'d' || i, :game, :body", f"WHERE {OVER}"),
    _many(_RESULTS, f"{DEAL}, 't' || i, 0, 'p' || i, 40 + i % 80, 1, {AT}, 1", f"WHERE {OVER}"),
)
MINE = (  # one person who has played often, and the deal of the day worst of all
    _many(_PLACES, f":me, 't' || i, CASE WHEN {OVER} THEN {AT} ELSE 0 END"),
    _many(_RESULTS, f"'d' || i, 't' || i, :seat, :me, 10, 1, {AT}, 1", f"WHERE {OVER}"),
    _many(_RESULTS, f"'day', 't' || i, :seat, :me, 7, 1, {AT}, 1", "WHERE i = :first"),
)


async def seed(store: Store, tables: int, results: int, told: Callable[[int], None] = lambda _: None) -> None:
    """So many tables, `results` of them with the deal of the day, each of another person. Goes on where it was
    stopped; a database in which others have played is refused."""
    rows, deals = schema.tables.c, schema.deals.c
    game = games()[0].key
    shared = SharedDeal(
        game=game, rules=1, players=1, options={}, digest="", secret="", commitment="", salts={}, day=today()
    )
    values: dict[str, Any] = {
        "now": now_ms() - tables, "game": game, "about": ABOUT, "body": encode(shared), "results": results,
        "begun": e.write(create(NewTable(game=game), "p1", now_ms())[0]), "day": today(),
    }  # fmt: skip
    if not await store.all(select(deals.id).where(deals.id == DAY)):
        if await store.all(select(rows.id).limit(1)):
            raise Unreachable(f"{store.named} has tables of people; a database of its own is needed")
        await _put(store, ["INSERT INTO deals (id, game, body) VALUES ('day', :game, :body)"], values)
    for first in range(1, tables + 1, PIECE):
        last = min(first + PIECE - 1, tables)
        if not await store.all(select(rows.id).where(rows.id == f"t{last}")):
            await _put(store, ROWS, values | {"first": first, "last": last})
        told(last)
    others = "DELETE FROM deals WHERE game = :game AND day = :day AND id <> 'day'"  # of an earlier run
    await _put(store, [others, "UPDATE deals SET day = :day, body = :body WHERE id = 'day'"], values)
    if not store.sqlite:
        await store.append([], [(text("ANALYZE"), None)])


async def seat(store: Store, person: str, tables: int, results: int, often: int) -> None:
    """This person, too, has been at `often` tables that are over, and at others that are not."""
    taken = select(func.max(schema.results.c.seat)).where(schema.results.c.table_id == "t1")  # by an earlier one
    values = {"now": now_ms() - tables, "me": person, "results": results, "seat": 1 + (await store.all(taken))[0][0]}
    await _put(store, MINE, values | {"first": 1, "last": min(often, results)})
    if tables > results:
        await _put(store, MINE[:1], values | {"first": results + 1, "last": min(results + often, tables)})


async def _put(store: Store, statements: Any, values: dict[str, Any]) -> None:
    """All of these or none."""
    named = [(text(each), {name: value for name, value in values.items() if f":{name}" in each}) for each in statements]
    await store.append([], named)
