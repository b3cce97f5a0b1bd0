"""imhotep: play, study and research the board game family Imhotep.

>>> import imhotep
>>> game = imhotep.new_game("builder", players=3, sides="ABABA", seed=7)
>>> game.play("get stones").verb
'get'
"""

from imhotep._pure import use_pure_engine_if_needed

use_pure_engine_if_needed()  # before anything imports the engine

from imhotep.table.errors import (  # noqa: E402
    EditionError,
    FileError,
    IllegalMove,
    ImhotepError,
    NotationError,
    RecordError,
    SetupError,
    UndoError,
)
from imhotep.table.game import Entry, Game, new_game  # noqa: E402
from imhotep.table.moves import Event, Move  # noqa: E402
from imhotep.table.record import load, load_file  # noqa: E402

__version__ = "0.1.0"

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
