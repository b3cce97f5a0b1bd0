"""The games there are."""

from typing import Any

from imhotep.table.builder.kind import BuilderKind
from imhotep.table.duel.kind import DuelKind
from imhotep.table.editions import Edition, box_of
from imhotep.table.errors import SetupError, shown
from imhotep.table.kind import Kind

DEFAULT_GAME = "builder"
KINDS: dict[str, Kind] = {kind.id: kind for kind in (BuilderKind(), DuelKind())}


def kind_of(game: object) -> Kind:
    if not isinstance(game, str) or game not in KINDS:
        raise SetupError(f"no game is called {shown(game)}; there are {', '.join(KINDS)}")
    return KINDS[game]


def read_any_edition(text: str, origin: str) -> Edition[Any]:
    """An edition of whichever game's box the text says it is."""
    kinds = {box: kind for kind in KINDS.values() for box in kind.boxes}
    return kinds[box_of(text, origin, list(kinds))].read_edition(text, origin)
