"""Long histories: when a seat's game ended, finished games in one row each, indexes of what is looked for"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SEATS_OF_FINISHED_GAMES = (
    "UPDATE seats SET ended = tables.ended, public = tables.public FROM tables"
    " WHERE tables.id = seats.\"table\" AND tables.state = 'over'"
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("packed", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("seats", sa.Column("ended", sa.BigInteger(), nullable=True))
    op.add_column("seats", sa.Column("public", sa.Boolean(), nullable=True))
    op.execute(SEATS_OF_FINISHED_GAMES)
    op.create_table(
        "records",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_records_table")),
        sa.PrimaryKeyConstraint("table", name=op.f("pk_records")),
    )
    op.create_table(
        "rating_steps",
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("shown", sa.Float(), nullable=False),
        sa.Column("above", sa.Integer(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("pool", "shown", name=op.f("pk_rating_steps")),
    )
    op.drop_index("ix_tables_state_ended", table_name="tables")
    op.drop_index("ix_tables_thinker", table_name="tables")
    op.drop_index("ix_tables_due", table_name="tables")
    for name, table, columns, where in indexes(op.get_bind().dialect.name == "sqlite"):
        only: dict[str, Any] = (
            {} if where is None else {"sqlite_where": sa.text(where), "postgresql_where": sa.text(where)}
        )
        op.create_index(name, table, columns, unique=False, **only)


def indexes(sqlite: bool) -> list[tuple[str, str, list[str], str | None]]:
    """Name, table, columns, and of which rows."""
    true, false = ("1", "0") if sqlite else ("true", "false")
    return [
        ("ix_people_mails", "people", ["id"], f"mails IS {true}"),
        ("ix_people_webhook", "people", ["id"], "webhook IS NOT NULL"),
        ("ix_sessions_expires", "sessions", ["expires"], None),
        ("ix_blocks_blocked", "blocks", ["blocked"], None),
        ("ix_ratings_who", "ratings", ["who"], None),
        ("ix_chat_person", "chat", ["person"], None),
        ("ix_tables_public_created", "tables", ["state", "created"], f"public IS {true}"),
        ("ix_tables_public_ended", "tables", ["state", "ended"], f"public IS {true}"),
        ("ix_tables_imported", "tables", ["host", "ended"], "unrated = 'imported'"),
        ("ix_tables_unpacked", "tables", ["ended"], f"packed IS {false} AND ended IS NOT NULL"),
        ("ix_tables_thinker", "tables", ["moved"], "thinker IS NOT NULL"),
        ("ix_tables_due", "tables", ["due"], "due IS NOT NULL"),
        ("ix_seats_playing", "seats", ["person"], "ended IS NULL"),
        ("ix_seats_ended", "seats", ["person", "ended", "table", "public"], "ended IS NOT NULL"),
        ("ix_seats_wanted", "seats", ["wanted"], "wanted IS NOT NULL"),
    ]
