"""NumPy arrays that share their memory with the engine's vectors."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from imhotep.engine.batch import fractions, numbers
from imhotep.engine.observer import zeros


def byte_memory(count: int) -> tuple[Any, NDArray[np.uint8]]:
    """So many zeros, as the engine writes them and as NumPy sees them."""
    return _shared(zeros(count), np.uint8)


def number_memory(count: int) -> tuple[Any, NDArray[np.int64]]:
    return _shared(numbers(count), np.int64)


def fraction_memory(count: int) -> tuple[Any, NDArray[np.float64]]:
    return _shared(fractions(count), np.float64)


def _shared(vector: Any, dtype: type[np.generic]) -> tuple[Any, NDArray[Any]]:
    if isinstance(vector, list):  # the pure engine, which writes into whatever has indices
        array: NDArray[Any] = np.zeros(len(vector), dtype)
        return array.data, array
    return vector, np.asarray(_Window(vector, dtype))


class _Window:
    """A vector's memory as NumPy may ask for it. Vectors hand out read-only buffers; ours keep their length, so that
    their memory never moves, and may be written from both sides."""

    def __init__(self, vector: Any, dtype: type[np.generic]) -> None:
        seen = np.frombuffer(vector, dtype)
        self.vector = vector  # NumPy keeps the window, and the window keeps the memory
        self.__array_interface__ = {
            "version": 3,
            "shape": seen.shape,
            "typestr": seen.dtype.str,
            "data": (seen.ctypes.data, False),
        }
