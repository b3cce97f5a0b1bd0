"""The table that many games are played at, as specs, results and journals describe it."""

import msgspec

from imhotep.table.setup import Option


class TableSetup(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    players: int
    sides: str
    first: int | None  # None: drawn for each deal
    variants: dict[str, Option]
    rules: dict[str, Option]
