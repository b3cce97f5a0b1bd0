"""All measures interleaved, round after round; what is reported are medians over the rounds."""

import platform
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import median
from time import monotonic
from typing import Any

from benchmarks.measure import environments, interfaces, measures, peers
from imhotep import __version__
from imhotep._pure import engine_is_compiled

COMMAND = "python -m benchmarks.measure --json"
PURE_TABLES = ("AAAAA", "BBBBB", "duel_AAAA", "duel_BBBB")
SEARCH_TABLES = ("AAAAA", "BBBBB", "duel_AAAA", "duel_BBBB")

# name of the ratio or rate, what it is measured by, target
TARGETS: tuple[tuple[str, str, float], ...] = (
    ("random play, A sides, decisions a second", "random_play_AAAAA", 3_000_000),
    ("random play, B sides, decisions a second", "random_play_BBBBB", 3_000_000),
    ("random play, A sides, times hearts", "random_play_AAAAA / openspiel_hearts", 25),
    ("random play, B sides, times hearts", "random_play_BBBBB / openspiel_hearts", 25),
    ("Python loop, A sides, decisions a second", "python_loop_AAAAA", 1_000_000),
    ("Python loop, B sides, decisions a second", "python_loop_BBBBB", 1_000_000),
    ("Python loop, A sides, times hearts", "python_loop_AAAAA / openspiel_hearts", 8),
    ("Python loop, B sides, times hearts", "python_loop_BBBBB / openspiel_hearts", 8),
    ("random play, D sides, prophecies, 48 cards, decisions a second", "random_play_DDDDD_full", 2_000_000),
    ("random play, The Duel, A sides, decisions a second", "random_play_duel_AAAA", 3_000_000),
    ("random play, The Duel, B sides, decisions a second", "random_play_duel_BBBB", 3_000_000),
    ("Python loop, The Duel, A sides, decisions a second", "python_loop_duel_AAAA", 1_000_000),
    ("Python loop, The Duel, B sides, decisions a second", "python_loop_duel_BBBB", 1_000_000),
    ("search, 4 players, A sides, uniform playouts, simulations a second", "search_uniform_AAAAA", 25_000),
    ("search, the same, times OpenSpiel's ISMCTS on gin_rummy", "search_uniform_AAAAA / openspiel_ismcts", 40),
    ("search, stops on request a second (20 milliseconds each)", "stop_AAAAA", 50),
    ("copies a second, A sides (0.5 microseconds each)", "copy_from_AAAAA", 2_000_000),
    ("copies a second, B sides (0.5 microseconds each)", "copy_from_BBBBB", 2_000_000),
    (
        "observations a second, 4 players, D sides, prophecies, 48 cards (3 microseconds each)",
        "observe_DDDDD_full",
        333_333,
    ),
    (
        "observations a second, the same, cards held face down (3 microseconds each)",
        "observe_DDDDD_full_face_down",
        333_333,
    ),
    ("observations a second, The Duel, A sides (3 microseconds each)", "observe_duel_AAAA", 333_333),
    ("vectorised steps a second, 4 players, A sides", "vector_AAAAA", 1_000_000),
    ("vectorised steps a second, 4 players, B sides", "vector_BBBBB", 1_000_000),
    ("vectorised steps a second, The Duel, A sides", "vector_duel_AAAA", 1_000_000),
    ("vectorised steps a second, The Duel, B sides", "vector_duel_BBBB", 1_000_000),
    ("PettingZoo, 4 players, A sides, times connect_four", "pettingzoo_AAAAA / pettingzoo_connect_four_v3", 5),
    ("PettingZoo, The Duel, A sides, times connect_four", "pettingzoo_duel_AAAA / pettingzoo_connect_four_v3", 5),
    ("OpenSpiel, 4 players, A sides, times liars_poker", "openspiel_AAAAA / openspiel_liars_poker", 1),
    ("OpenSpiel, The Duel, A sides, times liars_poker", "openspiel_duel_AAAA / openspiel_liars_poker", 1),
    ("pure Python, A sides, decisions a second", "pure_random_play_AAAAA", 80_000),
    ("pure Python, B sides, decisions a second", "pure_random_play_BBBBB", 80_000),
)


def all_measures(pure: peers.PureEngine, game: str | None) -> dict[str, measures.Measure]:
    compiled = engine_is_compiled()
    games, loops = (3000, 300) if compiled else (12, 8)
    found: dict[str, measures.Measure | None] = {"reference_loop": measures.reference_loop}
    tables = measures.tables_of(game)
    for table in tables:
        found[f"random_play_{table}"] = measures.random_play(table, games)
        found[f"python_loop_{table}"] = measures.python_loop(table, loops)
        found[f"copy_from_{table}"] = measures.copies(table, 50_000 if compiled else 500)
        found[f"redeal_{table}"] = measures.redeals(table, 20_000 if compiled else 200)
        found[f"deal_{table}"] = measures.deals(table, 10_000 if compiled else 200)
    for table in SEARCH_TABLES:
        if table in tables:
            found[f"search_uniform_{table}"] = measures.simulations(table, 8000 if compiled else 40, uniform=True)
            found[f"search_{table}"] = measures.simulations(table, 8000 if compiled else 40, uniform=False)
    found.update(environments.measures(tables, compiled))
    found.update(interfaces.measures(tables))
    if "AAAAA" in tables:
        found["stop_AAAAA"] = measures.stops("AAAAA")
    found["openspiel_ismcts"] = peers.openspiel_search("gin_rummy", 100)
    for table in PURE_TABLES:
        if table in tables:
            found[f"pure_random_play_{table}"] = lambda table=table: pure.random_play(table)  # type: ignore[misc]
    found["c_yardstick_AAAAA"] = peers.yardstick(9000)
    for name in peers.OPENSPIEL_GAMES:
        found[f"openspiel_{name}"] = peers.openspiel(name)
    found["openspiel_hearts_quick_chance"] = peers.openspiel("hearts", quick_chance=True)
    found["catanatron"] = peers.catanatron()
    return {name: measure for name, measure in found.items() if measure is not None}


def run(seconds: float, game: str | None, progress: Callable[[str], None]) -> dict[str, Any]:
    pure = peers.PureEngine()
    try:
        found = all_measures(pure, game)
        rates: dict[str, list[float]] = {name: [] for name in found}
        deadline = monotonic() + seconds
        rounds = 0
        while rounds < 3 or monotonic() < deadline:
            for name, measure in found.items():
                progress(f"round {rounds + 1}: {name}")
                units, spent = measure()
                rates[name].append(units / max(spent, 1e-9))
            rounds += 1
    finally:
        pure.stop()
    return report(rates, rounds, seconds, game)


def report(rates: dict[str, list[float]], rounds: int, seconds: float, game: str | None) -> dict[str, Any]:
    def value(what: str) -> float | None:
        """A median, or the median of the ratios of the same rounds."""
        over, _, under = what.partition(" / ")
        if over not in rates or (under and under not in rates):
            return None
        if not under:
            return median(rates[over])
        return median(a / b for a, b in zip(rates[over], rates[under], strict=True))

    targets = []
    for name, what, target in TARGETS:
        measured = value(what)
        if game is not None and what.partition(" / ")[0] not in rates:  # another game's
            continue
        met = None if measured is None else measured >= target
        targets.append({"target": name, "at_least": target, "measured": measured, "met": met})
    ratios = {
        f"{name} / {base}": value(f"{name} / {base}")
        for base in ("reference_loop", "c_yardstick_AAAAA", "openspiel_hearts", "openspiel_hearts_quick_chance")
        for name in rates
        if name != base and base in rates and name.startswith(("random_play", "python_loop", "pure_random_play"))
    }
    return {
        "command": f"{COMMAND} --seconds {seconds:g}{f' --game {game}' if game else ''}",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "imhotep": __version__,
        "engine": "compiled" if engine_is_compiled() else "pure",
        "python": platform.python_version(),
        "machine": f"{platform.machine()} {platform.system()}, {sys.implementation.name}",
        "rounds": rounds,
        "unit": "units a second of processor time, medians over the rounds; ratios are medians of each round's ratio",
        "rates": {name: median(found) for name, found in rates.items()},
        "spread": {name: [min(found), max(found)] for name, found in rates.items()},
        "nanoseconds": {name: 1e9 / median(found) for name, found in rates.items()},
        "ratios": ratios,
        "targets": targets,
        "not_installed": [
            name
            for name in (*(f"openspiel_{game}" for game in peers.OPENSPIEL_GAMES), "catanatron", *interfaces.PEERS)
            if name not in rates
        ],
    }
