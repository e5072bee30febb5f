"""A place that many have been to: rows by the hundred thousand, put in by the database itself."""

from sqlalchemy import text

from kvartal.server.store.index import SharedDeal, encode
from kvartal.server.store.store import Store, now_ms
from kvartal.server.table.fair import today

DAY = "day"  # the name of today's deal of Flip City
ABOUT = encode({"seats": [{"kind": "person", "person": "p1", "bot": ""}], "waiting": [0], "daily": "", "pace": {}})
AT = "CAST(:now AS BIGINT) + i"


def many(into: str, values: str, where: str = "") -> str:
    """A statement that puts in a row for each number up to :most."""
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :most)"
    return f"{numbers} INSERT INTO {into} SELECT {values} FROM n {where}"  # noqa: S608


def tables(name: str, status: str, deal: str) -> str:
    into = "tables (id, game, status, public, created, touched, about, deal)"
    return many(into, f"'{name}' || i, 'flip', '{status}', i % 2 = 1, {AT}, {AT}, :about, {deal}")


def results(deal: str, seat: int, person: str, points: str, where: str = "") -> str:
    into = "results (deal, table_id, seat, person, points, place, at, attempt)"
    return many(into, f"{deal}, 't' || i, {seat}, {person}, {points}, 1, {AT}, 1", where)


async def crowded(store: Store, most: int, mine: str = "", my_tables: int = 0) -> None:
    """So many people have played one daily deal, once each, and as many tables of other kinds are going on. `mine` has
    played worst, and sits at `my_tables` of each kind."""
    shared = SharedDeal(
        game="flip", rules=1, players=1, options={}, digest="", secret="", commitment="", salts={}, day=today()
    )
    values = {
        "most": most, "now": now_ms() - most, "body": encode(shared), "about": ABOUT, "me": mine, "few": my_tables,
        "deal": DAY, "day": today(),
    }  # fmt: skip
    mine_only = "WHERE i <= :few"
    statements = [
        "INSERT INTO deals (id, game, day, body) VALUES (:deal, 'flip', :day, :body)",
        many("deals (id, game, body)", "'d' || i, 'flip', :body"),
        tables("t", "finished", ":deal"),
        tables("o", "open", "NULL"),
        tables("g", "playing", "NULL"),
        many("people (id, name, seen)", "'p' || i, 'P' || i, :now"),
        many("places (person, table_id, ended)", f"'p' || i, 't' || i, {AT}"),
        results(":deal", 0, "'p' || i", "40 + i % 80"),
    ]
    if mine:
        statements += [
            many("places (person, table_id, ended)", f":me, 't' || i, {AT}", mine_only),
            many("places (person, table_id, ended)", ":me, 'g' || i, 0", mine_only),
            results("'d' || i", 1, ":me", "10", mine_only),
            results(":deal", 1, ":me", "7", "WHERE i = 1"),
        ]
    for statement in statements:
        names = {name: value for name, value in values.items() if f":{name}" in statement}
        await store.append([], [(text(statement), names)])
    if not store.sqlite:
        await store.append([], [(text("ANALYZE"), None)])
