"""Who was helped: such a result is listed and has no rank, so the tallies count the others."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("results", sa.Column("helped", sa.Boolean, nullable=False, server_default=sa.false()))
    more = (
        "INSERT INTO tallies (deal, points, people) VALUES (NEW.deal, NEW.points, 1) "
        "ON CONFLICT (deal, points) DO UPDATE SET people = tallies.people + 1"
    )
    less = "UPDATE tallies SET people = people - 1 WHERE deal = OLD.deal AND points = OLD.points"
    none = "DELETE FROM tallies WHERE deal = OLD.deal AND points = OLD.points AND people <= 0"
    whens = (
        ("came", "INSERT", "NEW.attempt = 1 AND NOT NEW.helped", f"{more};"),
        ("went", "DELETE", "OLD.attempt = 1 AND NOT OLD.helped", f"{less}; {none};"),
        (
            "forgotten",
            "UPDATE OF attempt",
            "OLD.attempt = 1 AND NOT OLD.helped AND NEW.attempt <> 1",
            f"{less}; {none};",
        ),
    )
    for name, what, condition, does in whens:
        if op.get_context().dialect.name == "sqlite":
            op.execute(f"DROP TRIGGER results_{name}")
            op.execute(f"CREATE TRIGGER results_{name} AFTER {what} ON results WHEN {condition} BEGIN {does} END")
        else:  # what they do stays as it was
            op.execute(f"DROP TRIGGER results_{name} ON results")
            op.execute(
                f"CREATE TRIGGER results_{name} AFTER {what} ON results FOR EACH ROW WHEN ({condition}) "
                f"EXECUTE FUNCTION results_{name}()"
            )
