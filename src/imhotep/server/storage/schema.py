"""What is stored. Of a game that is its record, an entry a row; all else is about people and about who sits where.

Times are milliseconds since 1970. Ids are random texts, so that nothing can be counted or guessed.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    and_,
    false,
    literal_column,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def only(condition: ColumnElement[bool]) -> dict[str, Any]:
    """An index of some rows. A query uses it if it has the same condition, written out rather than as a parameter."""
    return {"sqlite_where": condition, "postgresql_where": condition}


secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),  # when something was last so
)

# What an operator changes while servers run: a name, and a value that whoever reads it knows of.
switches = Table(
    "switches",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),  # JSON
    Column("changed", BigInteger, nullable=False),
)

# --- people

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("account", Text, unique=True),  # the name in lower case; none for guests
    Column("password", Text),  # argon2
    Column("mail", Text, unique=True),  # confirmed: who has it said so
    Column("new_mail", Text),  # which is yet to be confirmed; anybody may have typed it
    Column("mails", Boolean, nullable=False, default=False),  # a mail when it is this person's turn
    Column("mailed", BigInteger),  # when the last one of these was sent
    Column("webhook", Text),  # where else to tell that
    Column("is_bot", Boolean, nullable=False, default=False),  # from outside: plays with a token
    Column("owner", Text, ForeignKey("people.id"), index=True),  # of a bot
    Column("seen", BigInteger),  # connected, as far as we know
    Column("created", BigInteger, nullable=False),
    Column("deleted", BigInteger),
    Column("factor", Text),  # the secret of an app that makes codes
    Column("factor_since", BigInteger),  # when the first code of it was right: from then on it is asked for
    Column("factor_step", BigInteger),  # of time, whose code was used last: no code is good twice
)
_people = people.c
Index("ix_people_mails", _people.id, **only(_people.mails.is_(True)))  # few want to be told that it is their turn
Index("ix_people_webhook", _people.id, **only(_people.webhook.is_not(None)))

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("code", Text, nullable=False),  # a hash; gone once it was used
    PrimaryKeyConstraint("person", "code"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("key", Text, primary_key=True),  # a hash of what the browser, or the bot, keeps
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("purpose", Text, nullable=False),  # browser, token or reset
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
    Column("used", BigInteger),  # to within an hour; none: not since it was made
    Column("device", Text),  # what the browser said of itself, in a few words
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("blocked", Text, ForeignKey("people.id"), nullable=False, index=True),
    PrimaryKeyConstraint("person", "blocked"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("reporter", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),  # who is reported
    Column("table", Text, ForeignKey("tables.id")),  # where it happened
    Column("line", Integer),  # of the chat there
    Column("quote", Text),  # what that line said; goes with who wrote it
    Column("reason", Text, nullable=False),
    Column("text", Text, nullable=False),  # what the reporter adds
    Column("created", BigInteger, nullable=False),
    Column("settled", BigInteger),
    Column("outcome", Text),  # what was done about it
)
Index("ix_reports_settled_created", reports.c.settled, reports.c.created)

# What was done to others by who runs the server. Ids without a foreign key: the log outlasts whom it is about.
audit = Table(
    "audit",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("who", Text),  # none: somebody at the server's own machine
    Column("what", Text, nullable=False),
    Column("whom", Text, index=True),  # a person
    Column("table", Text),
    Column("why", Text, nullable=False),
    Column("details", Text),  # JSON
)

mail_counts = Table(
    "mail_counts",
    metadata,
    Column("address", Text, nullable=False),  # a hash
    Column("day", Integer, nullable=False),  # since 1970
    Column("sent", Integer, nullable=False),
    PrimaryKeyConstraint("address", "day"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("pool", Text, nullable=False),  # game and number of players
    Column("who", Text, nullable=False, index=True),  # a person's id, or bot: and its spec
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("shown", Float, nullable=False),  # what ranks are made by
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("pool", "who"),
)
Index("ix_ratings_pool_shown", ratings.c.pool, ratings.c.shown)

# How many are rated higher, of every so-manieth one in a pool; made anew now and then. From there on one counts.
rating_steps = Table(
    "rating_steps",
    metadata,
    Column("pool", Text, nullable=False),
    Column("shown", Float, nullable=False),
    Column("above", Integer, nullable=False),  # how many are rated higher than this
    Column("made", BigInteger, nullable=False),
    PrimaryKeyConstraint("pool", "shown"),
)

# --- tables

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("state", Text, nullable=False),  # open, running, over or closed
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("offer", Text, nullable=False),  # JSON: sides, variants, house rules, hashes of editions, pace
    Column("host", Text, ForeignKey("people.id"), index=True),
    Column("address", Text),  # a keyed hash of where the host is, until the game is over: for the caps alone
    Column("public", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("head", Text),  # of the record, with seed and deal
    Column("salt", Text),
    Column("promise", Text),  # the salted hash of the seed, which everybody sees
    Column("entries", Integer, nullable=False),  # so far
    Column("changes", Integer, nullable=False),  # of anything about the table
    Column("decider", Integer),  # seat
    Column("thinker", Text),  # the spec of the bot that is to decide
    Column("claimed", BigInteger),  # until when somebody thinks for it
    Column("due", BigInteger),  # when the decider's time is up
    Column("moved", BigInteger),  # when the decision that is due came up
    Column("grace", BigInteger, nullable=False, default=0, server_default="0"),  # when nobody could decide, since then
    Column("told", Integer, nullable=False, default=0),  # the entries of which the decider was told by mail or the like
    Column("unrated", Text),  # why
    Column("result", Text),  # JSON
    Column("asked", Text),  # JSON: what somebody proposed to the others
    Column("again", Text),  # the table of the rematch
    Column("packed", Boolean, nullable=False, default=False, server_default=false()),  # its entries are in `records`
)
_tables = tables.c
_public = _tables.public.is_(True)
Index("ix_tables_state_created", _tables.state, _tables.created)
Index("ix_tables_public_created", _tables.state, _tables.created, **only(_public))  # lists of tables
Index("ix_tables_public_ended", _tables.state, _tables.ended, **only(_public))
Index("ix_tables_imported", _tables.host, _tables.ended, **only(_tables.unrated == literal_column("'imported'")))
Index("ix_tables_unpacked", _tables.ended, **only(and_(_tables.packed.is_(False), _tables.ended.is_not(None))))
Index("ix_tables_thinker", _tables.moved, **only(_tables.thinker.is_not(None)))
Index("ix_tables_due", _tables.due, **only(_tables.due.is_not(None)))
Index("ix_tables_address", _tables.address)

editions = Table(
    "editions",
    metadata,
    Column("hash", Text, primary_key=True),  # of the text
    Column("box", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("owner", Text, ForeignKey("people.id"), index=True),  # who brought it first
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", Text, ForeignKey("people.id")),
    Column("bot", Text),  # a spec
    Column("wanted", Text, ForeignKey("people.id")),  # for whom the seat is kept
    Column("invitation", Text, unique=True),  # in the link that gives this seat
    Column("name", Text),
    Column("left", Text),  # how
    Column("ended", BigInteger),  # when its game did
    Column("public", Boolean),  # whether its table is; known once the game is over
    PrimaryKeyConstraint("table", "seat"),
)
_seats = seats.c
Index("ix_seats_person", _seats.person)
Index("ix_seats_playing", _seats.person, **only(_seats.ended.is_(None)))  # a long history is not gone through
Index("ix_seats_ended", _seats.person, _seats.ended, _seats.table, _seats.public, **only(_seats.ended.is_not(None)))
Index("ix_seats_wanted", _seats.wanted, **only(_seats.wanted.is_not(None)))

entries = Table(
    "entries",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),  # from 1
    Column("text", Text, nullable=False),  # as in a record
    Column("at", BigInteger, nullable=False),
    Column("command", Text),  # who sent it and its own id, so that sending it again changes nothing
    PrimaryKeyConstraint("table", "number"),
    UniqueConstraint("table", "command"),
)

# A finished game's entries in one row, which takes a tenth of the room.
records = Table(
    "records",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("entries", LargeBinary, nullable=False),  # compressed JSON
)

chat = Table(
    "chat",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("person", Text, ForeignKey("people.id"), index=True),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table", "number"),
)

# --- work to be done

ANALYSIS = "analysis"  # a kind of job that is about a table's players, and goes when one of them does

jobs = Table(
    "jobs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # analysis, mail or webhook
    Column("table", Text, ForeignKey("tables.id"), index=True),
    Column("person", Text, ForeignKey("people.id"), index=True),
    Column("order", Text, nullable=False),  # JSON
    Column("state", Text, nullable=False),  # waiting, running, done or failed
    Column("progress", Float, nullable=False),
    Column("result", LargeBinary),
    Column("tries", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),  # not before; while it runs, when it counts as forgotten
)
Index("ix_jobs_state_due", jobs.c.state, jobs.c.due)
