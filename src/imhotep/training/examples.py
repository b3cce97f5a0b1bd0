"""What a network is taught with: rows of observations, what searches found there, and how the games ended."""

import io
import zipfile
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from imhotep.table.errors import FileError

SEATS = 4
KINDS: dict[str, Any] = {
    "starts": np.int64,  # where each example's columns begin; one more at the end
    "columns": np.uint16,  # of the observation that are not 0
    "values": np.uint8,  # and what they are
    "move_starts": np.int64,  # the same for its legal codes
    "codes": np.uint16,
    "visits": np.float32,  # share of the search's visits that each got
    "seats": np.uint8,  # at the table
    "found": np.float32,  # what the search found: each seat's reward, from the viewer on
    "win": np.float32,  # how the game ended: shares of the win, from the viewer on
    "margin": np.float32,  # and margins, from 0 to 1
    "games": np.int64,  # which game each is of
}


class Examples:
    """Many of them, in arrays."""

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.arrays = arrays

    def __len__(self) -> int:
        return len(self.arrays["seats"])

    def __getattr__(self, name: str) -> NDArray[Any]:
        try:
            return self.arrays[name]
        except KeyError:
            raise AttributeError(name) from None

    def to_bytes(self) -> bytes:
        file = io.BytesIO()
        np.savez_compressed(file, **self.arrays)  # type: ignore[arg-type]
        return file.getvalue()

    @staticmethod
    def from_bytes(data: bytes, origin: str) -> "Examples":
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as file:
                arrays = {name: file[name] for name in KINDS}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise FileError(f"{origin}: these are not examples for training: {error}") from None
        for name, kind in KINDS.items():
            if arrays[name].dtype != kind:
                raise FileError(f"{origin}: {name} has {arrays[name].dtype} instead of {np.dtype(kind)}")
        found = Examples(arrays)
        count = len(found)
        by_example = [found.found, found.win, found.margin]
        if any(array.shape != (count, SEATS) for array in by_example) or len(found.starts) != count + 1:
            raise FileError(f"{origin}: the arrays have different lengths")
        return found


class ExampleList:
    """Examples as they come, one by one."""

    def __init__(self) -> None:
        self._columns: list[NDArray[Any]] = []
        self._values: list[NDArray[Any]] = []
        self._codes: list[list[int]] = []
        self._visits: list[list[float]] = []
        self._rows: dict[str, list[Any]] = {name: [] for name in ("seats", "found", "win", "margin", "games")}

    def add(
        self,
        row: NDArray[np.uint8],
        codes: list[int],
        visits: list[float],
        found: list[float],
        game: int,
    ) -> None:
        seats = len(found)
        columns = np.flatnonzero(row)
        self._columns.append(columns.astype(np.uint16))
        self._values.append(row[columns])
        self._codes.append(codes)
        self._visits.append(visits)
        self._rows["seats"].append(seats)
        self._rows["found"].append([*found, *[0.0] * (SEATS - seats)])
        self._rows["games"].append(game)

    def end_game(self, win: Sequence[float], margin: Sequence[float]) -> None:
        """How the game of the example that comes next ended, from its viewer on."""
        rest = [0.0] * (SEATS - len(win))
        self._rows["win"].append([*win, *rest])
        self._rows["margin"].append([*margin, *rest])

    def examples(self) -> Examples:
        rows: dict[str, Any] = dict(self._rows)
        rows["starts"] = np.cumsum([0, *map(len, self._columns)])
        rows["move_starts"] = np.cumsum([0, *map(len, self._codes)])
        rows["columns"] = np.concatenate([*self._columns, np.empty(0, np.uint16)])
        rows["values"] = np.concatenate([*self._values, np.empty(0, np.uint8)])
        rows["codes"] = [code for codes in self._codes for code in codes]
        rows["visits"] = [share for shares in self._visits for share in shares]
        arrays = {name: np.asarray(rows[name], kind) for name, kind in KINDS.items()}
        for name in ("found", "win", "margin"):
            arrays[name] = arrays[name].reshape(-1, SEATS)
        return Examples(arrays)


def joined(parts: Sequence[Examples]) -> Examples:
    """All of them, in this order."""
    arrays = {name: np.concatenate([part.arrays[name] for part in parts]) for name in KINDS if "starts" not in name}
    for name in ("starts", "move_starts"):
        lengths = np.concatenate([np.diff(part.arrays[name]) for part in parts])
        arrays[name] = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    return Examples(arrays)
