"""The rows of the database. The log of events is the truth; the rest helps to find things.

Nothing here is ever read by looking at all of it: each list of a page has an index that it is read from, in order.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

metadata = MetaData()


def _only(rows: str) -> dict[str, Any]:
    """An index of some rows only, for either kind of database."""
    return {"sqlite_where": text(rows), "postgresql_where": text(rows)}


events = Table(
    "events",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("code", String(8), nullable=True, unique=True),  # only while it can be joined
    Column("game", String(40), nullable=False),
    Column("status", String(12), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=True),  # when the server itself has something to do here
    Column("about", LargeBinary, nullable=False),  # seats and who is waited for, for lists
    Column("deal", String(24), nullable=True),  # the shared deal it plays, or that is shared since its match is over
    Column("owner", String(24), nullable=True),  # the lease of the process it is at home with; such a lease may be over
    Index("tables_due", "due"),
    Index("tables_status", "status", "public", "touched"),
    Index("tables_deal", "deal", **_only("deal IS NOT NULL")),
)
places = Table(
    "places",
    metadata,
    Column("person", String(24), primary_key=True),
    Column("table_id", String(24), primary_key=True),
    Column("ended", BigInteger, nullable=False, server_default="0"),  # when it was over; 0: it is not
    Index("places_table", "table_id"),
    Index("places_ended", "person", "ended"),
)
people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", Text, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("people_seen", "seen"),
)
devices = Table(
    "devices",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
    Column("until", BigInteger, nullable=True),  # set: not a device yet, but a way to one
    Index("devices_until", "until", **_only("until IS NOT NULL")),
)
deals = Table(
    "deals",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("day", String(10), nullable=True),
    Column("body", LargeBinary, nullable=False),
    Index("deals_day", "game", "day", unique=True, **_only("day IS NOT NULL")),
)
tries = Table(  # who has been dealt a deal, from the start of the match on: whoever plays it again knows the cards
    "tries",
    metadata,
    Column("person", String(24), primary_key=True),
    Column("deal", String(24), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(24), nullable=False),
    Index("tries_table", "table_id"),
)
results = Table(
    "results",
    metadata,
    Column("deal", String(24), primary_key=True),
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(24), nullable=False),
    Column("points", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("attempt", Integer, nullable=False, server_default="0"),  # 0: nobody's; -1: of a table not listed
    Column("helped", Boolean, nullable=False, server_default=false()),  # with hints, or with a bot's moves
    Index("results_table", "table_id"),
    Index("results_person", "person", "at"),
    Index("results_mine", "deal", "person"),
)
Index("results_best", results.c.deal, results.c.points.desc(), results.c.at, **_only("attempt >= 0"))
tallies = Table(  # how many first tries of a deal without help have so many points; triggers keep it true to `results`
    "tallies",
    metadata,
    Column("deal", String(24), primary_key=True),
    Column("points", Integer, primary_key=True, autoincrement=False),
    Column("people", Integer, nullable=False),
)
exercises = Table(  # moments of their own that people practise, and when each comes back
    "exercises",
    metadata,
    Column("person", String(24), primary_key=True),
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("box", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Index("exercises_due", "person", "due"),
)
studies = Table(  # what somebody tries out beside a match; nobody plays here
    "studies",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), nullable=False),  # whose it is
    Column("game", String(40), nullable=False),
    Column("title", Text, nullable=False),
    Column("record", LargeBinary, nullable=False),  # of the main line: it never changes
    Column("tree", LargeBinary, nullable=False),
    Column("seed", BigInteger, nullable=True),  # none: branches draw from the deal of the match
    Column("sketch", Boolean, nullable=False),  # from what one seat knew at a running table
    Column("shared", Boolean, nullable=False),
    Column("source", String(24), nullable=False),  # the table of a sketch
    Column("version", Integer, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Index("studies_person", "person", "touched"),
    Index("studies_touched", "touched"),
)
leases = Table(  # of processes that serve; an id is never used twice, and whoever has none (any more) cannot append
    "leases",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("address", String(80), nullable=False),  # where the others reach this process
    Column("key", String(64), nullable=False),  # which they show there
    Column("beat", BigInteger, nullable=False),  # rises as long as it lives
)
