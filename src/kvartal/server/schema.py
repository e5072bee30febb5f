"""The rows of the database. The log of events is the truth; `tables` and `places` only help to find things."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

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
    Index("tables_due", "due"),
    Index("tables_status", "status", "public", "touched"),
)
places = Table(
    "places",
    metadata,
    Column("person", String(24), primary_key=True),
    Column("table_id", String(24), primary_key=True),
    Index("places_table", "table_id"),
)
people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", Text, nullable=False),
    Column("seen", BigInteger, nullable=False),
)
devices = Table(
    "devices",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
    Column("until", BigInteger, nullable=True),  # set: not a device yet, but a way to one
)
deals = Table(
    "deals",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("day", String(10), nullable=True),
    Column("body", LargeBinary, nullable=False),
    Index("deals_day", "game", "day", unique=True),
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
    Index("results_table", "table_id"),
)
