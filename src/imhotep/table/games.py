"""The games there are."""

from imhotep.table.builder.kind import BuilderKind
from imhotep.table.errors import SetupError
from imhotep.table.kind import Kind

KINDS: dict[str, Kind] = {kind.id: kind for kind in (BuilderKind(),)}


def kind_of(game: object) -> Kind:
    if not isinstance(game, str) or game not in KINDS:
        raise SetupError(f"no game is called {game!r}; there are {', '.join(KINDS)}")
    return KINDS[game]
