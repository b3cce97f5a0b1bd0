"""Addresses that are confirmed, sessions that can be told apart, a second factor, reports, and a log for operators"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
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
