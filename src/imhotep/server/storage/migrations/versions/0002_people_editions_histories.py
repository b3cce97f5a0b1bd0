"""Editions in a table of their own, confirmed addresses, reports and an audit log, long histories

What caps, clocks and operators need, too. Finished games get one row each, and what is looked for often an index.
"""

import hashlib
import json
import tomllib
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
    _people()
    _editions_and_caps()
    _histories()


def _people() -> None:
    op.add_column("people", sa.Column("new_mail", sa.Text(), nullable=True))
    op.add_column("people", sa.Column("mailed", sa.BigInteger(), nullable=True))
    op.add_column("people", sa.Column("factor", sa.Text(), nullable=True))
    op.add_column("people", sa.Column("factor_since", sa.BigInteger(), nullable=True))
    op.add_column("people", sa.Column("factor_step", sa.BigInteger(), nullable=True))
    # Nobody had to confirm an address so far: none of them is known to be that of who typed it.
    op.execute("UPDATE people SET new_mail = mail, mail = NULL WHERE mail IS NOT NULL")

    op.add_column("sessions", sa.Column("used", sa.BigInteger(), nullable=True))
    op.add_column("sessions", sa.Column("device", sa.Text(), nullable=True))

    op.create_table(
        "recovery_codes",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_recovery_codes_person")),
        sa.PrimaryKeyConstraint("person", "code", name=op.f("pk_recovery_codes")),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("reporter", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=True),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("quote", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("settled", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["reporter"], ["people.id"], name=op.f("fk_reports_reporter")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_reports_person")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_reports_table")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_person"), "reports", ["person"])
    op.create_index(op.f("ix_reports_reporter"), "reports", ["reporter"])
    op.create_index("ix_reports_settled_created", "reports", ["settled", "created"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.Text(), nullable=True),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("whom", sa.Text(), nullable=True),
        sa.Column("table", sa.Text(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_at"), "audit", ["at"])
    op.create_index(op.f("ix_audit_whom"), "audit", ["whom"])
    op.create_table(
        "mail_counts",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("sent", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("address", "day", name=op.f("pk_mail_counts")),
    )


def _editions_and_caps() -> None:
    op.create_table(
        "switches",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_switches")),
    )
    op.create_table(
        "heartbeats",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_heartbeats")),
    )
    editions = op.create_table(
        "editions",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("box", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["people.id"], name=op.f("fk_editions_owner")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_editions")),
    )
    with op.batch_alter_table("editions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_editions_owner"), ["owner"], unique=False)
    op.add_column("tables", sa.Column("address", sa.Text(), nullable=True))
    op.add_column("tables", sa.Column("grace", sa.BigInteger(), server_default="0", nullable=False))
    op.create_index("ix_tables_address", "tables", ["address"], unique=False)
    _move_editions(editions)


def _move_editions(editions: sa.Table) -> None:
    """Offers held their texts."""
    connection = op.get_bind()
    tables = sa.table("tables", *map(sa.column, ("id", "offer", "host", "created")))
    texts = sa.not_(tables.c.offer.contains('"editions":[]'))
    stored: set[str] = set()
    for row in connection.execute(sa.select(tables).where(texts)).all():
        offer = json.loads(row.offer)
        infos: list[dict[str, Any]] = []
        for text in offer.get("editions", []):
            head, hashed = tomllib.loads(text), hashlib.sha256(text.encode()).hexdigest()
            info = {"box": head.get("box", "builder"), "name": head["edition"], "version": head["version"]}
            infos.append({**info, "hash": hashed})
            if hashed not in stored:
                stored.add(hashed)
                values = {"owner": row.host, "text": text, "created": row.created}
                connection.execute(editions.insert().values(hash=hashed, **info, **values))
        changed = json.dumps({**offer, "editions": infos}, separators=(",", ":"), ensure_ascii=False)
        connection.execute(sa.update(tables).where(tables.c.id == row.id).values(offer=changed))


def _histories() -> None:
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
    for name, table, columns, where in _indexes(op.get_bind().dialect.name == "sqlite"):
        only: dict[str, Any] = {}
        if where is not None:
            only = {"sqlite_where": sa.text(where), "postgresql_where": sa.text(where)}
        op.create_index(name, table, columns, unique=False, **only)


def _indexes(sqlite: bool) -> list[tuple[str, str, list[str], str | None]]:
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
