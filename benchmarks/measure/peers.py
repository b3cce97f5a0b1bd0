"""What we measure ourselves against, where it is installed: the C yardstick, OpenSpiel, Catanatron, our pure engine."""

import os
import random
import shutil
import subprocess
import sys
import tempfile
from importlib import util
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.measure.measures import Measure

ROOT = Path(__file__).resolve().parents[2]
YARDSTICK = Path(__file__).with_name("yardstick.c")

SEARCH_FROM = 20  # decisions: about the middle of a random game of gin rummy
OPENSPIEL_GAMES = ("hearts", "gin_rummy", "backgammon", "dou_dizhu", "amazons")


def yardstick(games: int) -> Measure | None:
    """Random play of the hand-written C program, or None without a C compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    folder = tempfile.TemporaryDirectory(prefix="imhotep-bench-")
    program = Path(folder.name, "yardstick")
    subprocess.run([compiler, "-O3", "-o", program, YARDSTICK], check=True)

    def measure(keep: object = folder) -> tuple[float, float]:
        answer = subprocess.run([program, str(games)], capture_output=True, text=True, check=True).stdout.split()
        return float(answer[0]), float(answer[2])

    return measure


def openspiel(name: str, quick_chance: bool = False) -> Measure | None:
    """Player decisions of a game of OpenSpiel: legal_actions and apply_action from Python.

    Chance nodes are played as OpenSpiel documents it, from chance_outcomes, and not counted as decisions;
    `quick_chance` picks any legal outcome instead, which is right only where all are as likely.
    """
    if util.find_spec("pyspiel") is None:
        return None
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    game: Any = pyspiel.load_game(name)
    chance = random.Random(1)

    def measure() -> tuple[float, float]:
        decisions = 0
        start = process_time()
        while process_time() - start < 0.2:
            state = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    state.apply_action(chance.choice(state.legal_actions()))
                    decisions += 1
                elif quick_chance:
                    state.apply_action(chance.choice(state.legal_actions()))
                else:
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, weights)[0])
        return decisions, process_time() - start

    return measure


def openspiel_search(name: str, count: int) -> Measure | None:
    """Simulations of OpenSpiel's own information-set search in C++, with random playouts, from a game's middle."""
    if util.find_spec("pyspiel") is None:
        return None
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    chance = random.Random(1)
    state: Any = pyspiel.load_game(name).new_initial_state()
    decisions = 0
    while decisions < SEARCH_FROM or state.is_chance_node():
        decisions += not state.is_chance_node()
        state.apply_action(chance.choice(state.legal_actions()))
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)

    def measure() -> tuple[float, float]:
        bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, count)
        start = process_time()
        bot.step(state)
        return count, process_time() - start

    return measure


def catanatron() -> Measure | None:
    """Decisions of games between random players of Catanatron."""
    if util.find_spec("catanatron") is None:
        return None
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found,import-untyped,unused-ignore]

    number = 0

    def measure() -> tuple[float, float]:
        nonlocal number
        decisions = 0
        start = process_time()
        while process_time() - start < 0.2:
            number += 1
            game: Any = Game([RandomPlayer(color) for color in Color], seed=number)
            game.play()
            records = getattr(game.state, "action_records", None)
            decisions += len(game.state.actions if records is None else records)
        return decisions, process_time() - start

    return measure


class PureEngine:
    """Our engine interpreted, in a process of its own that measures when it is told to."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.measure.pure"],
            cwd=ROOT,
            env={**os.environ, "IMHOTEP_PURE": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def random_play(self, table: str) -> tuple[float, float]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{table}\n")
        self._process.stdin.flush()
        decisions, seconds = self._process.stdout.readline().split()
        return float(decisions), float(seconds)

    def stop(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
