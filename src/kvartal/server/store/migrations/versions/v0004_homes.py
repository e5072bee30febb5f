"""Tables have a home: a lease for every process that serves, and in the row of a table whose it is."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("address", sa.String(80), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
    op.add_column("tables", sa.Column("owner", sa.String(24), nullable=True))
