"""Custom positions: what those of all games have in common (docs/positions.md)."""

from typing import NoReturn, TypeVar

import msgspec

from imhotep.table.errors import SetupError
from imhotep.table.setup import Setup

P = TypeVar("P")


def wrong(reason: str) -> NoReturn:
    raise SetupError(f"this position is impossible: {reason}")


def read_position(setup: Setup, schema: type[P]) -> P:
    """The position that a setup carries, of a game's own type."""
    try:
        return msgspec.convert(setup.position, schema)
    except msgspec.ValidationError as error:
        wrong(str(error).replace(" - at `$", " at `").replace("`.", "`"))
