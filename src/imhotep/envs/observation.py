"""Observations of single positions, as NumPy arrays.

>>> import imhotep
>>> from imhotep.envs.observation import Encoder, size
>>> game = imhotep.new_game("duel", seed=7)
>>> encoder = Encoder("duel")
>>> encoder.observe(game, seat=0).shape == (size("duel"),)
True
>>> int(encoder.mask(game).sum()) == len(game.legal_moves())
True
"""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from imhotep.engine.kernel import Actions, Position
from imhotep.engine.observer import Observer
from imhotep.envs.features import Feature, features
from imhotep.envs.memory import byte_memory
from imhotep.table.errors import SetupError, shown
from imhotep.table.game import Game
from imhotep.table.games import rules_of
from imhotep.table.setup import check_seat

__all__ = ["Encoder", "Feature", "actions", "features", "observer_of", "scales", "size"]

DTYPES = (np.dtype(np.uint8), np.dtype(np.float32))


def observer_of(game: str) -> Observer:
    return rules_of(game).observer()


def size(game: str) -> int:
    """Numbers in an observation: the same for every setup of the game."""
    return int(observer_of(game).size)


def actions(game: str) -> int:
    """Codes that the game's decisions have."""
    return int(observer_of(game).codes)


def scales(game: str) -> NDArray[np.float32]:
    """What to multiply an observation of bytes with, for numbers that are mostly from 0 to 1."""
    found = np.empty(size(game), np.float32)
    for feature in features(game):
        found[feature.offset : feature.offset + feature.length] = 1 / feature.scale
    return found


def check_dtype(dtype: DTypeLike) -> np.dtype[Any]:
    for known in DTYPES:
        if dtype in (known, known.name, known.type):
            return known
    raise SetupError(f"observations are uint8 or float32, not {shown(dtype)}")


def check_room(observer: Observer, position: Position) -> None:
    if not observer.fits(position):
        raise SetupError("this edition's boards are longer than an observation has room for; see docs/observations.md")


def frame_of(observer: Observer, position: Position) -> NDArray[np.uint8]:
    """What an observation says at any time of this table."""
    row, found = byte_memory(int(observer.size))
    observer.frame(position, row, 0)
    return found


class Encoder:
    """Observations and masks of one game, whatever its setup.

    An observation is bytes as they are (uint8), or these times `scales` (float32).
    """

    def __init__(self, game: str, dtype: DTypeLike = np.uint8) -> None:
        self.game = rules_of(game).id
        self.dtype = check_dtype(dtype)
        self.observer = observer_of(game)
        self.scales = scales(game)
        self._row, self._bytes = byte_memory(int(self.observer.size))
        self._mask_row, mask = byte_memory(int(self.observer.codes))
        self._mask = mask.view(np.int8)
        self._actions = Actions()
        self._values: object = None  # of the last position, which fitted ...
        self._frame = self._bytes.copy()  # ... and what never changes at such a table
        self._out: NDArray[Any] | None = None  # the last array that somebody gave, which fitted

    def observe(self, position: Game | Position, seat: int, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """What `seat` may know; into `out` if there is one, whose type then decides."""
        raw = self._raw(position)
        if type(seat) is not int or not 0 <= seat < raw.seats:
            seat = check_seat(int(seat) if isinstance(seat, np.integer) else seat, int(raw.seats))
        if out is None:
            out = np.empty(self._bytes.shape, self.dtype)
        elif out is not self._out:
            self._check_out(out)
        self._bytes[:] = self._frame
        self.observer.observe(raw, seat, self._row, 0)
        if out.dtype.itemsize == 1:
            out[:] = self._bytes
        else:
            np.multiply(self._bytes, self.scales, out=out)
        return out

    def mask(self, position: Game | Position, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """1 for each code that is legal for who decides; all 0 when the game is over."""
        raw = self._raw(position)
        if out is None:
            out = np.empty(self._mask.shape, np.int8)
        elif not isinstance(out, np.ndarray) or out.dtype != np.int8 or out.shape != self._mask.shape:
            raise SetupError(f"a mask needs {self._mask.size} numbers, int8, not {_form(out)}")
        self._mask.fill(0)
        if not (isinstance(position, Game) and position.is_over):  # also by resignation
            self.observer.mask(raw, self._actions, self._mask_row, 0)
        out[:] = self._mask
        return out

    def _check_out(self, out: NDArray[Any]) -> None:
        if not isinstance(out, np.ndarray) or out.dtype not in DTYPES or out.shape != self._bytes.shape:
            raise SetupError(f"an observation needs {self._bytes.size} numbers, uint8 or float32, not {_form(out)}")
        self._out = out

    def _raw(self, position: Game | Position) -> Position:
        raw = position.raw if isinstance(position, Game) else position
        values = getattr(raw, "values", None)
        if values is None or values is not self._values:
            self._check(raw)
            self._frame = frame_of(self.observer, raw)
            self._values = values
        return raw

    def _check(self, raw: object) -> None:
        if not isinstance(raw, Position) or not self.observer.is_of(raw):
            raise SetupError(f"this isn't a position of {self.game}: {shown(raw)}")
        check_room(self.observer, raw)


def _form(array: object) -> str:
    if not isinstance(array, np.ndarray):
        return shown(array)
    return f"{array.dtype} of shape {array.shape}"
