"""imhotep: play, study and research the board game family Imhotep.

>>> import imhotep
>>> game = imhotep.new_game("builder", players=3, sides="ABABA", seed=7)
>>> game.play("get stones").verb
'get'
"""

import importlib
from typing import TYPE_CHECKING, Any

from imhotep._pure import use_pure_engine_if_needed

if TYPE_CHECKING:
    from imhotep.table.errors import (
        EditionError,
        FileError,
        IllegalMove,
        ImhotepError,
        NotationError,
        RecordError,
        SetupError,
        UndoError,
    )
    from imhotep.table.game import Entry, Game, new_game
    from imhotep.table.moves import Event, Move
    from imhotep.table.record import load, load_file

use_pure_engine_if_needed()  # before anything imports the engine

__version__ = "0.1.0"  # the only place where it stands

__all__ = [
    "EditionError",
    "Entry",
    "Event",
    "FileError",
    "Game",
    "IllegalMove",
    "ImhotepError",
    "Move",
    "NotationError",
    "RecordError",
    "SetupError",
    "UndoError",
    "load",
    "load_file",
    "new_game",
]

_MODULES = {
    "imhotep.table.game": ("Entry", "Game", "new_game"),
    "imhotep.table.moves": ("Event", "Move"),
    "imhotep.table.record": ("load", "load_file"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Imported when it is first asked for: whoever wants only the version or the command line's help need not wait."""
    if name not in __all__:
        raise AttributeError(f"module 'imhotep' has no attribute {name!r}")
    found = getattr(importlib.import_module(_MODULE_OF.get(name, "imhotep.table.errors")), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
