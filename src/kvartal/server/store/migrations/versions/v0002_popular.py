"""What a page lists is read from an index, however many have played: tries, tallies, and which deal a table plays."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

AT_ONCE = 500


def upgrade() -> None:
    op.add_column("tables", sa.Column("deal", sa.String(24), nullable=True))
    op.add_column("places", sa.Column("ended", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("results", sa.Column("attempt", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "tries",
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("deal", sa.String(24), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(24), nullable=False),
    )
    op.create_table(
        "tallies",
        sa.Column("deal", sa.String(24), primary_key=True),
        sa.Column("points", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("people", sa.Integer, nullable=False),
    )
    _which_deal()
    op.create_index("tables_deal", "tables", ["deal"], **_only("deal IS NOT NULL"))
    _what_was_tried()
    op.execute(
        "UPDATE places SET ended = t.touched FROM tables AS t "
        "WHERE t.id = table_id AND t.status IN ('finished', 'ended', 'unplayed')"
    )
    op.execute(
        "DELETE FROM deals WHERE day IS NULL AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.deal = deals.id)"
    )  # their tables were removed long ago
    op.drop_index("deals_day", "deals")
    op.create_index("deals_day", "deals", ["game", "day"], unique=True, **_only("day IS NOT NULL"))
    op.create_index("places_ended", "places", ["person", "ended"])
    op.create_index("people_seen", "people", ["seen"])
    op.create_index("devices_until", "devices", ["until"], **_only("until IS NOT NULL"))
    op.create_index("tries_table", "tries", ["table_id"])
    op.create_index("results_person", "results", ["person", "at"])
    op.create_index("results_mine", "results", ["deal", "person"])
    op.create_index("results_best", "results", ["deal", sa.text("points DESC"), "at"], **_only("attempt >= 0"))
    for statement in _keeping_tallies():
        op.execute(statement)


def _only(rows: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(rows), "postgresql_where": sa.text(rows)}


def _which_deal() -> None:
    """Finished tables have results under their deal; what the others play, their log says first."""
    op.execute("UPDATE tables SET deal = r.deal FROM results AS r WHERE r.table_id = tables.id")
    connection, last = op.get_bind(), ""
    query = sa.text(
        "SELECT t.id, e.body FROM tables AS t JOIN events AS e ON e.table_id = t.id AND e.number = 1 "
        "WHERE t.id > :last AND t.status IN ('open', 'salting', 'playing') ORDER BY t.id LIMIT :most"
    )
    while rows := connection.execute(query, {"last": last, "most": AT_ONCE}).all():
        last = rows[-1][0]
        found = [{"i": table, "deal": deal} for table, body in rows if (deal := _deal_in(bytes(body)))]
        if found:
            connection.execute(sa.text("UPDATE tables SET deal = :deal WHERE id = :i"), found)


def _deal_in(body: bytes) -> str:
    try:
        return str(json.loads(body).get("deal", ""))
    except (ValueError, AttributeError):  # a malformed log is nothing that an update could mend
        return ""


def _what_was_tried() -> None:
    op.execute(
        "INSERT INTO tries (deal, person, number, table_id) "
        "SELECT deal, person, row_number() OVER (PARTITION BY deal, person ORDER BY at, table_id), table_id "
        "FROM (SELECT DISTINCT deal, person, at, table_id FROM results WHERE person <> '') AS played"
    )
    op.execute(
        "UPDATE results SET attempt = t.number FROM tries AS t "
        "WHERE t.deal = results.deal AND t.person = results.person AND t.table_id = results.table_id"
    )
    op.execute(  # whoever held several seats has played against themselves
        "UPDATE results SET attempt = -1 WHERE table_id IN "
        "(SELECT table_id FROM results WHERE person <> '' GROUP BY table_id, person HAVING count(*) > 1)"
    )
    op.execute(
        "INSERT INTO tallies (deal, points, people) "
        "SELECT deal, points, count(*) FROM results WHERE attempt = 1 GROUP BY deal, points"
    )


def _keeping_tallies() -> list[str]:
    """Whoever adds, removes or forgets a result has not to think of the tallies, nor do two who do it at once."""
    more = (
        "INSERT INTO tallies (deal, points, people) VALUES (NEW.deal, NEW.points, 1) "
        "ON CONFLICT (deal, points) DO UPDATE SET people = tallies.people + 1"
    )
    less = "UPDATE tallies SET people = people - 1 WHERE deal = OLD.deal AND points = OLD.points"
    none = "DELETE FROM tallies WHERE deal = OLD.deal AND points = OLD.points AND people <= 0"
    whens = (
        ("came", "INSERT", "NEW.attempt = 1", f"{more};"),
        ("went", "DELETE", "OLD.attempt = 1", f"{less}; {none};"),
        ("forgotten", "UPDATE OF attempt", "OLD.attempt = 1 AND NEW.attempt <> 1", f"{less}; {none};"),
    )
    found = []
    for name, what, condition, does in whens:
        if op.get_context().dialect.name == "sqlite":
            found.append(f"CREATE TRIGGER results_{name} AFTER {what} ON results WHEN {condition} BEGIN {does} END")
        else:
            found += [
                f"CREATE FUNCTION results_{name}() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN {does} RETURN NULL; END $$",
                f"CREATE TRIGGER results_{name} AFTER {what} ON results FOR EACH ROW WHEN ({condition}) "
                f"EXECUTE FUNCTION results_{name}()",
            ]
    return found
