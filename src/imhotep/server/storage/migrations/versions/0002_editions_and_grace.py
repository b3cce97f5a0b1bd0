"""Editions in a table of their own; what the caps and the clocks need"""

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


def upgrade() -> None:
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
