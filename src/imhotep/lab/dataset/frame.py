"""A dataset as a data frame: a row for each seat of each game, its columns with their meanings, as Parquet."""

import io
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from imhotep.extras import missing
from imhotep.lab.dataset.games import DatasetGame
from imhotep.lab.matches.game_runner import MatchSpec
from imhotep.table.errors import ImhotepError
from imhotep.table.games import RULES
from imhotep.table.setup import Option

POINTS = "points_"


class Column(NamedTuple):
    name: str
    kind: str  # of Polars
    meaning: str


def columns() -> list[Column]:
    """In their spec. What a game does not have is null there."""
    variants = {name: spec for rules in RULES.values() for name, spec in rules.variants.items()}
    return [
        Column("number", "Int32", "of the game in the dataset, from 0; the same in the records"),
        Column("game", "String", "`builder` (with A New Dynasty) or `duel`"),
        Column("rules", "Int16", "version of the rules, as in the record"),
        Column("players", "Int8", "how many seats the table has"),
        Column("sides", "String", "a letter for each site"),
        *(Column(name, _kind(spec.default), _title(name)) for name, spec in variants.items()),
        Column("seed", "String", "of the deal and all shuffles, as in the record; it may have 39 digits"),
        Column("bot", "String", "who sat at every seat"),
        Column("bot_seed", "Int64", "of this seat's bot"),
        Column("seat", "Int8", "from 0, in turn spec"),
        Column("began", "Boolean", "whether this seat took the first turn"),
        Column("place", "Int8", "at the end, from 1; who shares a place has the same"),
        Column("won", "Float64", "share of the win: 1, a fraction if several share it, or 0"),
        Column("score", "Int16", "points at the end"),
        Column("margin", "Int16", "score minus that of the best other seat"),
        Column("decisions", "Int16", "how many this seat made; a turn may have several"),
        Column("turns", "Int16", "of the whole game, all seats together"),
        Column("seconds", "Float64", "processor time of this seat's decisions"),
        *(Column(f"{POINTS}{id}", "Int16", f"points from: {name}") for id, name in _sources().items()),
    ]


def _kind(default: Option) -> str:
    return {bool: "Boolean", int: "Int16", str: "String"}[type(default)]


def _title(variant: str) -> str:
    rules = next(rules for rules in RULES.values() if variant in rules.variants)
    return f"variant of {rules.words.title}: {rules.words.variants[variant].title}"


def _sources() -> dict[str, str]:
    """By id, as each game calls it."""
    names: dict[str, list[str]] = {}
    for rules in RULES.values():
        for id in rules.sources:
            names.setdefault(id, []).append(rules.words.sources[id].name)
    return {id: " or ".join(dict.fromkeys(names[id])) for id in names}


def rows(game: DatasetGame, spec: MatchSpec, version: int) -> Iterator[dict[str, Any]]:
    """One for each seat; none for a game that the bot forfeited. `version` is that of the rules."""
    if game.failure is not None:
        return
    winners = game.places.count(1)
    for seat in range(spec.players):
        yield {
            "number": game.number,
            "game": spec.game,
            "rules": version,
            "players": spec.players,
            "sides": spec.sides,
            **spec.variants,
            "seed": str(int(spec.seed, 16)),
            "bot": spec.bots[seat],
            "bot_seed": spec.bot_seeds[seat],
            "seat": seat,
            "began": seat == game.first,
            "place": game.places[seat],
            "won": 1 / winners if game.places[seat] == 1 else 0.0,
            "score": game.scores[seat],
            "margin": game.scores[seat] - max(score for other, score in enumerate(game.scores) if other != seat),
            "decisions": game.moves[seat],
            "turns": game.turns,
            "seconds": game.seconds[seat],
            **{f"{POINTS}{id}": points for id, points in zip(RULES[spec.game].sources, game.points[seat], strict=True)},
        }


def polars() -> Any:
    """The package; an error says what to install."""
    try:
        import polars
    except ImportError as error:
        raise ImhotepError(str(missing(error, "a data frame"))) from None
    return polars


def parquet(rows: Iterable[dict[str, Any]]) -> bytes:
    package = polars()
    kinds = {column.name: getattr(package, column.kind) for column in columns()}
    file = io.BytesIO()
    package.DataFrame(list(rows), schema=kinds).write_parquet(file)
    return file.getvalue()
