"""Ratings by OpenSkill, for each game and number of players: people, our bots, and bots from outside.

Whoever left a game is placed behind all who stayed, and who left first comes last, whatever the one who stood in did.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Executable, RowMapping, Select, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from imhotep.server.storage import schema
from imhotep.table.game import Game

MOST_LISTED = 100
STEP = 1000  # ratings from one step to the next: so many are counted for a place
STEPS_LAST = 10 * 60 * 1000  # milliseconds


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What a game did to somebody's rating."""

    before: float
    after: float


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a leaderboard."""

    place: int
    who: str  # a person's id, or bot: and its name
    name: str
    bot: bool
    rating: float  # sure to be at least that good: mu less three sigma
    mu: float
    sigma: float
    games: int


class _Rating(NamedTuple):
    mu: float
    sigma: float
    games: int

    @property
    def shown(self) -> float:
        return shown(self.mu, self.sigma)


def shown(mu: float, sigma: float) -> float:
    return mu - 3 * sigma


def pool_of(game: str, players: int) -> str:
    return f"{game}:{players}"


def places(game: Game) -> list[int]:
    """Of each seat, from 1; equals share one."""
    leavers = list(game.out)  # in the order in which they left
    worth = [
        (0, leavers.index(seat)) if seat in game.out else (1, int(game.raw.rank(seat))) for seat in range(game.players)
    ]
    return [1 + sum(other > own for other in worth) for own in worth]


def rate(connection: Connection, game: Game, who: Sequence[str]) -> list[Change]:
    """Of a game that is over, by seat: in the commit of its last move, so each game counts once. `who` was rated there,
    a person's id or `bot:` and its name."""
    pool = pool_of(game.setup.game, game.players)
    before = {name: _rating(connection, pool, name) for name in sorted(who)}  # in one order: nobody waits in a circle
    teams = [[_model().create_rating([before[name].mu, before[name].sigma])] for name in who]
    rated = _model().rate(teams, ranks=[float(place) for place in places(game)])
    after: dict[str, list[tuple[float, float]]] = {}
    for name, [new] in zip(who, rated, strict=True):
        after.setdefault(name, []).append((float(new.mu), float(new.sigma)))
    changes = {}
    for name, results in after.items():  # a bot may sit on several seats: it changes by the mean of what they did
        mu, sigma = (sum(values) / len(results) for values in zip(*results, strict=True))
        _store(connection, pool, name, _Rating(mu, sigma, before[name].games + 1))
        changes[name] = Change(before=before[name].shown, after=shown(mu, sigma))
    return [changes[name] for name in who]


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def _rating(connection: Connection, pool: str, who: str) -> _Rating:
    """With a lock: of two games that end at the same time the second waits for the first."""
    fresh = _model().rating()
    begin = _Rating(float(fresh.mu), float(fresh.sigma), 0)
    connection.execute(_BEGIN[connection.dialect.name], {"pool": pool, "who": who, **_values(begin)})
    return _Rating(*connection.execute(_READ, {"of_pool": pool, "of_who": who}).one())


def _store(connection: Connection, pool: str, who: str, rating: _Rating) -> None:
    connection.execute(_STORE, {"of_pool": pool, "of_who": who, **_values(rating)})


_OF = (schema.ratings.c.pool == bindparam("of_pool"), schema.ratings.c.who == bindparam("of_who"))
_READ = select(schema.ratings.c.mu, schema.ratings.c.sigma, schema.ratings.c.games).where(*_OF).with_for_update()
_STORE = (
    update(schema.ratings).where(*_OF).values({name: bindparam(name) for name in ("mu", "sigma", "shown", "games")})
)
_BEGIN: dict[str, Executable] = {
    "sqlite": sqlite.insert(schema.ratings).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(schema.ratings).on_conflict_do_nothing(),
}


def _values(rating: _Rating) -> dict[str, float]:
    return {"mu": rating.mu, "sigma": rating.sigma, "shown": rating.shown, "games": rating.games}


def leaderboard(connection: Connection, pool: str) -> list[Ranked]:
    best = _lines().where(schema.ratings.c.pool == pool).order_by(schema.ratings.c.shown.desc(), schema.ratings.c.who)
    rows = connection.execute(best.limit(MOST_LISTED)).mappings().all()
    shown = [row["shown"] for row in rows]
    return [_ranked(row, 1 + shown.index(row["shown"])) for row in rows]  # equals share a place


def ratings_of(connection: Connection, who: str) -> dict[str, Ranked]:
    """Somebody's own, by pool, with the place in each."""
    rows = connection.execute(_lines().where(schema.ratings.c.who == who)).mappings().all()
    return {row["pool"]: _ranked(row, _place(connection, row["pool"], row["shown"])) for row in rows}


def _place(connection: Connection, pool: str, shown: float) -> int:
    """Counted from the next step above, so that no pool is counted as a whole. Far below the top it may be a few places
    off, by what has changed since the steps were made."""
    steps, ratings = schema.rating_steps.c, schema.ratings.c
    query = select(steps.shown, steps.above).where(steps.pool == pool, steps.shown >= shown)
    step = connection.execute(query.order_by(steps.shown).limit(1)).first()
    better = select(func.count()).where(ratings.pool == pool, ratings.shown > shown)
    if step is not None:
        better = better.where(ratings.shown <= step.shown)
    return 1 + (0 if step is None else step.above) + connection.execute(better).scalar_one()


class Step(NamedTuple):
    """A row of `rating_steps`."""

    pool: str
    shown: float
    above: int


def steps_of(connection: Connection, now: int) -> list[Step] | None:
    """Of all pools; None if those that are stored are new enough. It goes through all ratings: not in a writing job."""
    made = connection.execute(select(func.max(schema.rating_steps.c.made))).scalar()
    if made is not None and made > now - STEPS_LAST:
        return None
    ratings = schema.ratings.c
    order: dict[str, Any] = {"partition_by": ratings.pool, "order_by": ratings.shown.desc()}
    numbered = select(
        ratings.pool,
        ratings.shown,
        (func.rank().over(**order) - 1).label("above"),
        func.row_number().over(**order).label("number"),
    ).subquery()
    found = select(numbered.c.pool, numbered.c.shown, numbered.c.above).where(numbered.c.number % STEP == 0)
    return sorted({Step(*row) for row in connection.execute(found)})


def store_steps(connection: Connection, steps: Sequence[Step], now: int) -> None:
    connection.execute(delete(schema.rating_steps))
    if steps:
        connection.execute(insert(schema.rating_steps), [step._asdict() | {"made": now} for step in steps])


def _lines() -> Select[Any]:
    people = schema.people
    joined = schema.ratings.outerjoin(people, people.c.id == schema.ratings.c.who)
    return select(schema.ratings, people.c.name, people.c.is_bot).select_from(joined).where(people.c.deleted.is_(None))


def _ranked(row: RowMapping, place: int) -> Ranked:
    who = row["who"]
    return Ranked(
        place=place,
        who=who,
        name=row["name"] or who.removeprefix("bot:").capitalize(),
        bot=bool(row["is_bot"]) or who.startswith("bot:"),
        rating=row["shown"],
        mu=row["mu"],
        sigma=row["sigma"],
        games=row["games"],
    )
