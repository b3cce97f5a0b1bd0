"""What an arena has played, kept in a file of JSON lines, so that it can go on after it was stopped."""

import contextlib
import os
from pathlib import Path
from typing import Any

import msgspec

from imhotep.lab.matches.game_runner import Failure, Played
from imhotep.lab.matches.table_setup import TableSetup
from imhotep.table.errors import FileError

FORMAT = 1


class Heading(TableSetup, frozen=True, kw_only=True):
    """The first line: which arena the games belong to."""

    arena: int = FORMAT
    version: str  # of imhotep: bots may play otherwise in another
    bots: list[str]
    editions: list[str]  # hashes
    seed: str
    both_ways: bool


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line: one finished game."""

    deal: int
    seating: int  # which of the deal's
    places: list[int]  # by seat, from 1; whoever shares a place has the same
    scores: list[int]  # none in a forfeited game
    moves: list[int]
    seconds: list[float]
    failure: Failure | None = None

    @property
    def shares(self) -> list[float]:
        """Of the win, by seat."""
        winners = self.places.count(1)
        return [1 / winners if place == 1 else 0.0 for place in self.places]


def outcome_of(deal: int, seating: int, played: Played) -> Outcome:
    return Outcome(
        deal=deal,
        seating=seating,
        places=played.places,
        scores=played.scores,
        moves=played.moves,
        seconds=[round(seconds, 6) for seconds in played.seconds],
        failure=played.failure,
    )


class Journal:
    """Open while an arena runs; nobody else may write meanwhile."""

    def __init__(self, path: str | os.PathLike[str], heading: Heading) -> None:
        self._name = os.fspath(path)
        self.outcomes: list[Outcome] = []
        try:
            self._file = open(Path(path), "a+b")  # noqa: SIM115
        except (OSError, ValueError) as error:
            raise FileError(f"{self._name}: {getattr(error, 'strerror', None) or error}") from None
        try:
            self._lock()
            self._read(heading)
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # not on this system
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FileError(f"{self._name}: another arena is writing to this file") from None

    def _read(self, heading: Heading) -> None:
        self._file.seek(0)
        content = self._file.read()
        whole, newline, cut = content.rpartition(b"\n")
        lines = whole.split(b"\n") if newline else []
        if not lines and cut and not msgspec.json.encode(heading).startswith(cut):
            raise FileError(f"{self._name}: this isn't an arena's file")
        for number, line in enumerate(lines, 1):
            try:
                if number == 1:
                    self._compare(msgspec.json.decode(line, type=Heading), heading)
                else:
                    self.outcomes.append(_checked(msgspec.json.decode(line, type=Outcome), heading.players))
            except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
                if isinstance(error, FileError):
                    raise
                wrong = "this isn't an arena's file" if number == 1 else f"line {number}: {error}"
                raise FileError(f"{self._name}: {wrong}") from None
        if cut:
            self._file.truncate(len(content) - len(cut))
        if not lines:
            self._write(heading)

    def _compare(self, found: Heading, wanted: Heading) -> None:
        one, two = msgspec.structs.asdict(found), msgspec.structs.asdict(wanted)
        other = [name.replace("_", " ") for name in one if one[name] != two[name]]
        if other:
            name = other[0].replace(" ", "_")
            raise FileError(
                f"{self._name}: these games belong to another arena ({', '.join(other)}: "
                f"{_short(one[name])} there, {_short(two[name])} here)"
            )

    def add(self, outcome: Outcome) -> None:
        self._write(outcome)

    def _write(self, line: Heading | Outcome) -> None:
        try:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()
        except OSError as error:
            raise FileError(f"{self._name}: {error.strerror or error}") from None

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._file.close()


def _checked(outcome: Outcome, players: int) -> Outcome:
    by_seat: list[list[Any]] = [outcome.places, outcome.moves, outcome.seconds]
    if outcome.failure is None:
        by_seat.append(outcome.scores)
    elif not 0 <= outcome.failure.seat < players:
        raise ValueError("no such seat")
    if any(len(values) != players for values in by_seat) or 1 not in outcome.places:
        raise ValueError(f"not a game of {players} players")
    return outcome


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) < 80 else f"{text[:80]} ..."
