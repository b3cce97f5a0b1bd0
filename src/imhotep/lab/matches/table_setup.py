"""The table that many games are played at, as orders, results and diaries describe it."""

import msgspec

from imhotep.table.setup import Option


class Table(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    players: int
    sides: str
    first: int | None  # None: drawn for each deal
    variants: dict[str, Option]
    rules: dict[str, Option]
