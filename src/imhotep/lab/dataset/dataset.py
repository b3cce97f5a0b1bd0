"""Plays the games of a dataset and keeps them: stopped at any time, another run goes on.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     result = Dataset(folder, bot="random", games=2).run()
>>> result.games, result.forfeits
(2, {})
"""

import contextlib
import hashlib
import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

import imhotep
from imhotep._pure import engine_is_compiled
from imhotep.lab.dataset.card import LICENCE_TEXT, Figures, card, kind_of_table, ordered
from imhotep.lab.dataset.folder import CARD, FRAME, HEADING, LICENCE, SUMS, DatasetFolder, Heading
from imhotep.lab.dataset.frame import parquet, polars, rows
from imhotep.lab.dataset.games import DatasetGame, dataset_game
from imhotep.lab.dataset.tables import drawn_table
from imhotep.lab.matches.executors import GameExecutor
from imhotep.lab.matches.game_runner import MatchSpec
from imhotep.lab.matches.scheduler import game_executor, play_all
from imhotep.lab.matches.series_spec import MOVE_LIMIT, SeriesSpec
from imhotep.lab.matches.validation import check_bot, check_games, check_jobs
from imhotep.table.errors import SetupError
from imhotep.table.files import write_bytes, write_text
from imhotep.table.games import RULES
from imhotep.table.setup import check_seed

BOT = "mcts:seconds=0.01"
GAMES = 10_000
GAMES_PER_FILE = 500


class DatasetResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a folder holds; `imhotep dataset --json` prints it."""

    folder: str
    games: int  # finished ones, with a record
    rows: int  # of the data frame
    forfeits: dict[str, int]  # games that the bot forfeited, by reason
    sha256: str  # of the file that lists the hashes of all others


class Dataset:
    """What is to be played. Everything but the moves of a bot that looks at the clock follows from the seed."""

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        bot: str = BOT,
        games: int = GAMES,
        seed: int = 1,
        move_limit: float = MOVE_LIMIT,
        games_per_file: int = GAMES_PER_FILE,
    ) -> None:
        self.folder = Path(folder)
        self.bot = check_bot(bot)
        self.games = check_games(games)
        self.seed = check_seed(seed)
        self.move_limit = move_limit
        self.heading = Heading(
            version=imhotep.__version__,
            rules={rules.id: rules.versions[-1] for rules in RULES.values()},
            engine="compiled" if engine_is_compiled() else "pure",
            bot=bot,
            seed=str(seed),
            games_per_file=games_per_file,
        )
        self.spec = lru_cache(maxsize=4096)(self._spec)

    def _spec(self, number: int) -> MatchSpec:
        """A game of the dataset."""
        series = SeriesSpec(
            seed=self.seed, first=None, move_limit=self.move_limit, stats=True, **drawn_table(self.seed, number)
        )
        name = f"dataset game {number}"
        spec = series.match(name, name, [self.bot] * series.setup.players)
        return msgspec.structs.replace(spec, record=True)

    def command(self) -> str:
        """That plays these games again."""
        options = ["--bot", self.bot, "--games", str(self.games), "--seed", str(self.seed)]
        return shlex.join(["imhotep", "dataset", "FOLDER", *options])

    # --- playing

    def run(
        self,
        *,
        jobs: int = 1,
        cluster: str | None = None,
        executor: Executor | None = None,
        on_known: Callable[[int], None] | None = None,
        on_game: Callable[[DatasetGame], None] | None = None,
    ) -> DatasetResult:
        """Play what is left: in `jobs` processes, on the Dask cluster at an address, or through any executor.

        `on_known` is told how many games the folder has, `on_game` of each that has been finished now.
        """
        check_jobs(jobs)
        polars()  # now, not after all games
        with DatasetFolder(self.folder, self.heading, self.spec) as folder, contextlib.ExitStack() as stack:
            known = self._known(folder)
            if on_known is not None:
                on_known(len(known))
            place: GameExecutor | None = None
            for at in range(-(-self.games // self.heading.games_per_file)):
                numbers = self._numbers(at)
                left = [number for number in numbers if number not in known]
                if left:
                    place = place or stack.enter_context(game_executor(jobs, cluster, executor))
                    for game in self._play(place, left):
                        folder.add(game)
                        if on_game is not None:
                            on_game(game)
                if any(number in folder.unfinished for number in numbers):
                    finished = [folder.unfinished[number] for number in numbers if number in folder.unfinished]
                    folder.write(at, (folder.read(at) | {game.number: game for game in finished}).values())
            return self._finish(folder)

    def _numbers(self, at: int) -> range:
        """The games of a file."""
        size = self.heading.games_per_file
        return range(at * size, min((at + 1) * size, self.games))

    def _known(self, folder: DatasetFolder) -> set[int]:
        """The games that the folder has, looked at before anything is played: what is damaged is told at once."""
        known = set(folder.unfinished)
        for at in folder.files():
            known.update(folder.read(at))
        if known and max(known) >= self.games:
            raise SetupError(f"{self.folder}: it has {max(known) + 1:,} games already; ask for at least as many")
        return known

    def _play(self, place: GameExecutor, numbers: list[int]) -> Iterator[DatasetGame]:
        with contextlib.closing(play_all(place, ((number, self.spec(number)) for number in numbers))) as games:
            for number, played in games:
                yield dataset_game(number, played)

    # --- what comes of it

    def _finish(self, folder: DatasetFolder) -> DatasetResult:
        """The data frame and the card, made anew from the records."""
        found: list[dict[str, Any]] = []
        forfeits: Counter[str] = Counter()
        tables: Counter[str] = Counter()
        for at in folder.files():
            for game in folder.read(at).values():
                spec = self.spec(game.number)
                found += rows(game, spec, self.heading.rules[spec.game])
                if game.failure is not None:
                    forfeits[game.failure.reason] += 1
                else:
                    tables[kind_of_table(spec.game, spec.players)] += 1
        figures = Figures(
            games=tables.total(),
            forfeits=dict(forfeits),
            tables=ordered(tables),
            decisions=sum(row["decisions"] for row in found),
            seconds=sum(row["seconds"] for row in found),
        )
        write_bytes(self.folder / FRAME, parquet(found))
        write_text(self.folder / LICENCE, LICENCE_TEXT)
        named = [HEADING, FRAME, *(folder.records_file(at).name for at in folder.files()), LICENCE]
        sums = {name: hashlib.sha256((self.folder / name).read_bytes()).hexdigest() for name in named}
        listed = "".join(f"{hash}  {name}\n" for name, hash in sums.items())
        whole = hashlib.sha256(listed.encode()).hexdigest()
        write_text(self.folder / SUMS, listed)
        write_text(
            self.folder / CARD,
            card(self.heading, figures, self.command(), sums, whole, str(polars().__version__)),
        )
        return DatasetResult(
            folder=str(self.folder),
            games=figures.games,
            rows=len(found),
            forfeits=figures.forfeits,
            sha256=whole,
        )
