"""What is stored. Of a game that is its record, an entry a row; all else is about people and about who sits where.

Times are milliseconds since 1970. Ids are random texts, so that nothing can be counted or guessed.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
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
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
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
    Column("mail", Text, unique=True),
    Column("mails", Boolean, nullable=False, default=False),  # a mail when it is this person's turn
    Column("webhook", Text),  # where else to tell that
    Column("is_bot", Boolean, nullable=False, default=False),  # from outside: plays with a token
    Column("owner", Text, ForeignKey("people.id"), index=True),  # of a bot
    Column("seen", BigInteger),  # connected, as far as we know
    Column("created", BigInteger, nullable=False),
    Column("deleted", BigInteger),
)

sessions = Table(
    "sessions",
    metadata,
    Column("key", Text, primary_key=True),  # a hash of what the browser, or the bot, keeps
    Column("person", Text, ForeignKey("people.id"), nullable=False, index=True),
    Column("purpose", Text, nullable=False),  # browser, token or reset
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("blocked", Text, ForeignKey("people.id"), nullable=False),
    PrimaryKeyConstraint("person", "blocked"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("pool", Text, nullable=False),  # game and number of players
    Column("who", Text, nullable=False),  # a person's id, or bot: and its spec
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("shown", Float, nullable=False),  # what ranks are made by
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("pool", "who"),
)
Index("ix_ratings_pool_shown", ratings.c.pool, ratings.c.shown)

# --- tables

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("state", Text, nullable=False),  # open, running, over or closed
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("offer", Text, nullable=False),  # JSON: sides, variants, house rules, edition, pace
    Column("host", Text, ForeignKey("people.id"), index=True),
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
    Column("told", Integer, nullable=False, default=0),  # the entries of which the decider was told by mail or the like
    Column("unrated", Text),  # why
    Column("result", Text),  # JSON
    Column("asked", Text),  # JSON: what somebody proposed to the others
    Column("again", Text),  # the table of the rematch
)
Index("ix_tables_state_created", tables.c.state, tables.c.created)
Index("ix_tables_state_ended", tables.c.state, tables.c.ended)
Index("ix_tables_thinker", tables.c.thinker, tables.c.claimed)
Index("ix_tables_due", tables.c.due)

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
    PrimaryKeyConstraint("table", "seat"),
)
Index("ix_seats_person", seats.c.person)

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

chat = Table(
    "chat",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("person", Text, ForeignKey("people.id")),
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
