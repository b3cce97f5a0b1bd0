"""A training run is a folder: its recipe, its networks and its figures, round by round.

It may be stopped at any moment and gone on with, here or on another machine. The games of its rounds are kept in a
folder of their own, and played again from their seeds and networks where they are gone.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np

from imhotep.bots.weights import NetworkFile, from_bytes, to_bytes
from imhotep.lab.matches.intervals import win_rate_interval
from imhotep.table.errors import FileError
from imhotep.training.examples import Examples, joined
from imhotep.training.fit import Figures, Model, fit
from imhotep.training.gate import GateChunk, play_gate
from imhotep.training.recipe import Recipe
from imhotep.training.self_play import Chunk, play_chunk
from imhotep.training.workers import Workers

FILE = "run.json"
GAMES_A_JOB = 25
DEALS_A_JOB = 5


class GateResult(msgspec.Struct, frozen=True, kw_only=True):
    games: int
    share: float  # of the wins, of the new network
    interval: tuple[float, float]  # 95 %
    passed: bool


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """What came out of one."""

    number: int  # from 1
    network: str  # hash of the file
    games: int  # played for it
    examples: int  # of the window that it was fitted to
    playouts: float  # share of playouts in the games
    figures: Figures
    gate: GateResult | None  # none in the first round
    seconds: dict[str, float]  # by the clock: games, fit, gate


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    recipe: Recipe
    rounds: list[Round] = []


class Run:
    """Goes on with whatever its folder holds. `tell` gets a line now and then."""

    def __init__(self, folder: Path, games: Path, tell: Callable[[str], None] = print) -> None:
        self.folder = folder
        self.games = games
        self.tell = tell
        try:
            self.progress = msgspec.json.decode((folder / FILE).read_bytes(), type=Progress)
        except OSError as error:
            raise FileError(f"{folder / FILE}: {error.strerror or error}") from None
        except msgspec.MsgspecError as error:
            raise FileError(f"{folder / FILE}: this is not a training run: {error}") from None
        self.recipe = self.progress.recipe

    @staticmethod
    def begin(folder: Path, recipe: Recipe) -> None:
        if (folder / FILE).exists():
            raise FileError(f"{folder}: there is already a training run; --resume continues it")
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / FILE, _pretty(Progress(recipe=recipe)))

    # --- rounds

    def run(self, workers: Workers, rounds: int | None = None) -> None:
        """So many more rounds, or until it is stopped."""
        while rounds is None or rounds > 0:
            self.next_round(workers)
            rounds = None if rounds is None else rounds - 1

    def next_round(self, workers: Workers) -> Round:
        number, recipe, seconds = len(self.progress.rounds) + 1, self.recipe, dict[str, float]()
        last = self._last_passed()
        start = time.monotonic()
        examples = self._examples(number, workers)
        seconds["games"] = time.monotonic() - start
        self.tell(f"round {number}: {len(examples):,} examples of {min(number, recipe.window)} rounds; fitting")
        start = time.monotonic()
        model = self._model(number, last)
        figures = fit(recipe, model, examples, number)
        seconds["fit"] = time.monotonic() - start
        self.tell(f"round {number}: {_told(figures)}")
        card = {"name": f"{recipe.game}, round {number}", "recipe": msgspec.to_builtins(recipe)}
        network = to_bytes(model.network({**card, "figures": msgspec.to_builtins(figures)}))
        start = time.monotonic()
        gate = None if last is None else self._gate(number, network, last, workers)
        seconds["gate"] = time.monotonic() - start
        made = Round(
            number=number,
            network=_hash(network),
            games=recipe.games,
            examples=len(examples),
            playouts=recipe.playout_share(number - 1),
            figures=figures,
            gate=gate,
            seconds={name: round(value, 1) for name, value in seconds.items()},
        )
        _write(self._network_path(number), network)
        self.progress = Progress(recipe=recipe, rounds=[*self.progress.rounds, made])
        _write(self.folder / FILE, _pretty(self.progress))
        return made

    def _passed(self, below: int) -> int:
        """The last round before this one whose network was let through; 0 if there is none."""
        for made in reversed(self.progress.rounds[: below - 1]):
            if made.gate is None or made.gate.passed:
                return made.number
        return 0

    def _last_passed(self) -> bytes | None:
        return self._network_bytes(self._passed(len(self.progress.rounds) + 1))

    def _model(self, number: int, last: bytes | None) -> Model:
        """From the newest network, passed or not: what was learned is not thrown away."""
        newest = self._network_bytes(number - 1)
        if newest is None:
            return Model.new(self.recipe, np.random.default_rng(self.recipe.seed))
        return Model.of(self.recipe, from_bytes(newest, f"round {number - 1}"))

    def best(self) -> NetworkFile | None:
        """The last network that was let through."""
        data = self._last_passed()
        return None if data is None else from_bytes(data, str(self.folder))

    # --- games

    def _examples(self, number: int, workers: Workers) -> Examples:
        """Of the rounds in the window; those that are not there are played."""
        parts: list[Examples] = []
        for one in range(max(1, number - self.recipe.window + 1), number + 1):
            network = self._network_bytes(self._passed(one))
            folder = self.games / f"round-{one:03d}"
            folder.mkdir(parents=True, exist_ok=True)
            wanted: dict[Path, bytes] = {}
            for first in range(0, self.recipe.games, GAMES_A_JOB):
                count = min(GAMES_A_JOB, self.recipe.games - first)
                chunk = Chunk(recipe=self.recipe, round=one - 1, first=first, count=count, network=network)
                wanted[folder / f"{first:06d}-{_hash(network or b'')[:8]}.npz"] = msgspec.msgpack.encode(chunk)
            self._play_missing({path: job for path, job in wanted.items() if not path.exists()}, one, workers)
            parts += [Examples.from_bytes(path.read_bytes(), str(path)) for path in wanted]
        return joined(parts)

    def _play_missing(self, missing: dict[Path, bytes], number: int, workers: Workers) -> None:
        paths, start = list(missing), time.monotonic()
        for done, (which, answer) in enumerate(workers.run(play_chunk, missing.values()), 1):
            _write(paths[which], answer)
            if done % max(1, len(paths) // 5) == 0:
                rate = done * GAMES_A_JOB / (time.monotonic() - start)
                self.tell(f"round {number}: {done} of {len(paths)} parts played, {rate:.1f} games a second")

    def _gate(self, number: int, new: bytes, old: bytes, workers: Workers) -> GateResult:
        deals = self.recipe.gate_games // 2
        chunks = [
            GateChunk(
                recipe=self.recipe, round=number, first=first, count=min(DEALS_A_JOB, deals - first), new=new, old=old
            )
            for first in range(0, deals, DEALS_A_JOB)
        ]
        shares: list[float] = []
        for _, answer in workers.run(play_gate, map(msgspec.msgpack.encode, chunks)):
            shares += msgspec.msgpack.decode(answer, type=list[float])
        share = sum(shares) / len(shares)
        by_deal = [sum(shares[at : at + 2]) for at in range(0, len(shares), 2)]
        low, high = win_rate_interval(by_deal, [2] * len(by_deal))
        result = GateResult(
            games=len(shares),
            share=round(share, 4),
            interval=(round(low, 4), round(high, 4)),
            passed=share >= self.recipe.gate_share,
        )
        self.tell(f"round {number}: gate {share:.1%} of {len(shares)}: {'passed' if result.passed else 'not passed'}")
        return result

    # --- files

    def _network_path(self, number: int) -> Path:
        return self.folder / f"round-{number:03d}.network"

    def _network_bytes(self, number: int) -> bytes | None:
        if number < 1:
            return None
        path = self._network_path(number)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise FileError(f"{path}: {error.strerror or error}; the run can't go on without it") from None
        if _hash(data) != self.progress.rounds[number - 1].network:
            raise FileError(f"{path}: this is not the network that round {number} made")
        return data


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _told(figures: Figures) -> str:
    return (
        f"explains {figures.found_r2:.0%} of what searches find and {figures.ended_r2:.0%} of how games end; "
        f"policy {figures.policy_loss:.3f} against {figures.uniform_loss:.3f}, first choice {figures.policy_first:.0%}"
    )


def _pretty(progress: Progress) -> bytes:
    return (json.dumps(msgspec.to_builtins(progress), indent=1) + "\n").encode()


def _write(path: Path, data: bytes) -> None:
    """All of it or nothing."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        fresh.write_bytes(data)
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise FileError(f"{path}: {error.strerror or error}") from None
