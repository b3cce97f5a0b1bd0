"""The folder of a dataset: what was begun, the finished games in compressed files, and those of the file in the making.

Whatever stops a run, no finished game is lost: each is appended to a journal at once, and a file of games is written
aside and renamed before the journal is emptied. What is not ours, or is damaged, is left as it is and named.
"""

import contextlib
import lzma
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from imhotep.lab.dataset.games import DatasetGame, what_is_wrong
from imhotep.lab.matches.game_runner import MatchSpec
from imhotep.table.errors import FileError
from imhotep.table.files import write_bytes, write_text

FORMAT = 1
HEADING, JOURNAL, FRAME, CARD, LICENCE, SUMS = (
    "dataset.json",
    "unfinished.jsonl",
    "seats.parquet",
    "README.md",
    "LICENSE",
    "SHA256SUMS",
)
RECORDS = re.compile(r"records-([0-9]{5})\.jsonl\.xz")

SpecOf = Callable[[int], MatchSpec]  # by the number of a game


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What the games of a folder have in common: other ones don't belong there."""

    dataset: int = FORMAT
    version: str  # of imhotep: bots may play otherwise in another
    rules: dict[str, int]  # their versions, by game
    engine: str
    bot: str  # at every seat
    seed: str
    games_per_file: int


class DatasetFolder:
    """Open while games are added; nobody else may write meanwhile."""

    def __init__(self, path: str | os.PathLike[str], heading: Heading, spec_of: SpecOf) -> None:
        self.path = Path(path)
        self.heading = heading
        self._order_of = spec_of
        self.unfinished: dict[int, DatasetGame] = {}  # in no file yet
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._refuse_what_is_not_ours()
            self._journal = open(self.path / JOURNAL, "a+b")  # noqa: SIM115
        except OSError as error:
            raise self._can_not(error, self.path) from None
        try:
            self._lock()
            self._compare_heading()
            self._read_journal()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "DatasetFolder":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._journal.close()

    # --- what is there

    def _refuse_what_is_not_ours(self) -> None:
        ours = (HEADING, JOURNAL, FRAME, CARD, LICENCE, SUMS)
        names = sorted(entry.name for entry in os.scandir(self.path) if not entry.name.startswith("."))
        foreign = [name for name in names if name not in ours and not RECORDS.fullmatch(name)]
        if foreign:
            raise FileError(f"{self.path / foreign[0]}: not part of a dataset; move it away, or choose another folder")
        if names and HEADING not in names and names != [JOURNAL]:
            raise FileError(f"{self.path}: not a dataset: there is no {HEADING} beside {names[0]}")

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # not on this system
            return
        try:
            fcntl.flock(self._journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FileError(f"{self.path}: somebody is writing to this dataset at the moment") from None

    def _compare_heading(self) -> None:
        file = self.path / HEADING
        if not file.exists():
            write_text(file, msgspec.json.format(msgspec.json.encode(self.heading), indent=2).decode() + "\n")
            return
        try:
            found = msgspec.json.decode(file.read_bytes(), type=Heading)
        except OSError as error:
            raise self._can_not(error, file) from None
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise FileError(f"{file}: this is not the file of a dataset: {error}") from None
        there, here = msgspec.structs.asdict(found), msgspec.structs.asdict(self.heading)
        other = [name for name in there if there[name] != here[name]]
        if other:
            name = other[0]
            raise FileError(
                f"{self.path}: this dataset was begun otherwise ({', '.join(other).replace('_', ' ')}: "
                f"{there[name]} there, {here[name]} here)"
            )

    def _read_journal(self) -> None:
        """What was cut off at its end is played again."""
        file = self.path / JOURNAL
        self._journal.seek(0)
        whole, newline, cut = self._journal.read().rpartition(b"\n")
        for number, line in enumerate(whole.split(b"\n") if newline else [], 1):
            game = self._line(line, file, number)
            self.unfinished[game.number] = game
        if cut:
            self._journal.truncate(len(whole) + len(newline))

    def _line(self, line: bytes, file: Path, number: int) -> DatasetGame:
        try:
            game = msgspec.json.decode(line, type=DatasetGame)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise self._damaged(file, f"line {number}: {error}") from None
        wrong = "no such game" if game.number < 0 else what_is_wrong(game, self._order_of(game.number))
        if wrong:
            raise self._damaged(file, f"line {number}, game {game.number}: {wrong}")
        return game

    def _damaged(self, file: Path, reason: str) -> FileError:
        return FileError(f"{file}: {reason}; move the file away, and its games are played again")

    def _can_not(self, error: OSError, file: Path) -> FileError:
        return FileError(f"{error.filename or file}: {error.strerror or error}")

    # --- games

    def records_file(self, at: int) -> Path:
        return self.path / f"records-{at:05}.jsonl.xz"

    def files(self) -> list[int]:
        """Which files of games there are."""
        found = (RECORDS.fullmatch(entry.name) for entry in os.scandir(self.path))
        return sorted(int(name[1]) for name in found if name)

    def read(self, at: int) -> dict[int, DatasetGame]:
        """The games of a file, each checked; none if there is no such file."""
        file = self.records_file(at)
        if not file.exists():
            return {}
        try:
            content = lzma.decompress(file.read_bytes(), format=lzma.FORMAT_XZ)
        except OSError as error:
            raise self._can_not(error, file) from None
        except (lzma.LZMAError, EOFError) as error:
            raise self._damaged(file, f"cut off or damaged ({error})") from None
        games: dict[int, DatasetGame] = {}
        for number, line in enumerate(content.splitlines(), 1):
            game = self._line(line, file, number)
            if game.number // self.heading.games_per_file != at or game.number in games:
                raise self._damaged(file, f"line {number}: game {game.number} does not belong there")
            games[game.number] = game
        return games

    def add(self, game: DatasetGame) -> None:
        """A game that was finished just now."""
        try:
            self._journal.write(msgspec.json.encode(game) + b"\n")
            self._journal.flush()
        except OSError as error:
            raise self._can_not(error, self.path / JOURNAL) from None
        self.unfinished[game.number] = game

    def write(self, at: int, games: Iterable[DatasetGame]) -> None:
        """All games of a file; they need no longer stand in the journal."""
        ordered = sorted(games, key=lambda game: game.number)
        lines = b"".join(msgspec.json.encode(game) + b"\n" for game in ordered)
        write_bytes(self.records_file(at), lzma.compress(lines))
        for game in ordered:
            self.unfinished.pop(game.number, None)
        if not self.unfinished:
            self._journal.truncate(0)
