"""How far hints and analyses can be trusted: python -m benchmarks.measure.judgements MEASURE ...

`agreement`: is the default hint as good as a search of 20 times its budget says? `calibration`: do moves that are said
to win so often win so often? `stability`: does another seed explain a difference in the same way? Positions that were
looked at stand in FOLDER/unfinished, so that a run can be stopped and gone on with; results are FOLDER/NAME.json.
"""

import argparse
import json
import math
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

from imhotep import __version__, load, new_game
from imhotep.bots import make_bot
from imhotep.bots.search_table import search_table
from imhotep.lab.analysis.decisions import SearchSettings
from imhotep.lab.analysis.search import DEFAULT_SIMS, Budget, Search
from imhotep.table.game import Game

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "benchmarks" / "judgements"

FULL: dict[str, Any] = {"cards": "dynasty", "prophecies": True, "wrath": True}
MIX = "ABCD"


class Table(NamedTuple):
    game: str
    players: int
    sides: str  # "" for drawn ones
    variants: dict[str, Any] = {}  # noqa: RUF012  (nobody changes it)


TABLES = {
    "builder_A": Table("builder", 2, "AAAAA"),
    "builder_D": Table("builder", 2, "DDDDD", FULL),
    "builder_four": Table("builder", 4, "AAAAA"),
    "duel": Table("duel", 2, "AAAA"),
    "two_players": Table("builder", 2, ""),
    "four_players": Table("builder", 4, ""),
}
OF_HINTS: tuple[str, ...] = ("builder_A", "builder_D", "builder_four", "duel")
OF_GAMES: dict[str, int] = {"two_players": 2000, "duel": 2000, "four_players": 1000}

OPENER = "mcts:sims=150"  # plays up to the positions that are looked at
DEEPER = 20  # times a hint's budget
WIN, LEAD = 0.01, 0.3  # what a hint may cost by the deeper search
SEEDS = 10  # that explain the same
BINS = 10
ENOUGH = 200  # positions in a tenth for its interval to count
RESAMPLES = 1000

Row = dict[str, Any]


# --- positions


def start(table: Table, number: int) -> Game:
    chance = random.Random(f"judgements {number}")
    sides, variants = table.sides, dict(table.variants)
    if not sides:
        sides = "".join(chance.choice(MIX) for _ in range(5))
        variants = {"cards": chance.choice(("base", "dynasty")), "prophecies": chance.random() < 0.5}
    return new_game(table.game, table.players, sides, seed=number, **variants)


def play(game: Game, spec: str, seed: int) -> None:
    bots = [make_bot(spec, seed=seed + seat) for seat in range(game.players)]
    while game.decider is not None:
        game.play(bots[game.decider].choose(game.ask()))


def is_choice(game: Game) -> bool:
    """Whether there is more to choose than moves that amount to the same."""
    return game.decider is not None and len(game.legal_moves()) > 1


def a_position(table: Table, number: int) -> Game:
    """From a game of its own: any moment with something to choose."""
    game = start(table, number)
    play(game, OPENER, 10 * number)
    chance = random.Random(f"position {number}")
    while True:
        found = game.after(chance.randrange(len(game.entries)))
        if is_choice(found):
            return found


def search(game: Game, sims: int, seed: int) -> Search:
    seat = game.decider
    assert seat is not None
    settings = SearchSettings(budget=Budget(sims=sims, seed=seed))
    return settings.search(game, seat, 2 * game.ply, lambda: False)


# --- what is measured: of one position or game each


def agreement(table: str, number: int, sims: int) -> Row:
    """What the hint's move costs by a search that knows better."""
    game = a_position(TABLES[table], number)
    quick = search(game, sims, 0)
    hinted = quick.judge().best
    deep = search(game, DEEPER * quick.spent, 1)
    deep.look()
    best = deep.best()
    if hinted != best:
        deep.add(hinted, max(1, deep.count(best) - deep.count(hinted)))
        if deep.value(hinted) >= deep.value(best):  # it would have come to that with more time
            best = hinted
        else:
            deep.explain(hinted, best)
    ours, theirs = deep.choice(hinted), deep.choice(best)
    win = theirs.expected.win[deep.seat] - ours.expected.win[deep.seat]
    lead = theirs.expected.lead(deep.seat) - ours.expected.lead(deep.seat)
    return {
        "spent": quick.spent,
        "deep": deep.spent,
        "same": hinted == best,
        "win": win,
        "lead": lead,
        "value": theirs.value - ours.value,
        "agrees": win <= WIN and lead <= LEAD,
    }


def calibration(table: str, number: int, sims: int, seconds: float) -> Row:
    """One position of each round of a game: the decider's chance as it was judged, and what became of it."""
    game = start(TABLES[table], number)
    play(game, f"{MATCH_BOT[table]}:seconds={seconds:g}", 10 * number)
    winners = game.winners()
    moments: dict[int, list[Game]] = {}
    again = load(game.record())
    for entries in range(len(game.entries)):
        now = again.after(entries)
        if is_choice(now):
            moments.setdefault(now.progress.at, []).append(now)
    chance = random.Random(f"calibration {number}")
    judged = []
    for one in (chance.choice(moments[at]) for at in sorted(moments)):
        found = search(one, sims, 0)
        best = found.choice(found.judge().best)
        won = (found.seat in winners) / len(winners)
        judged.append([one.progress.at, best.expected.win[found.seat], won, best.value])
    return {"judged": judged}


def stability(table: str, number: int, sims: int) -> Row:
    """The same two moves compared with ten seeds."""
    game = a_position(TABLES[table], number)
    first = search(game, sims, 100)
    best, other = first.judge()
    if best == other:
        return {"parts": [], "errors": []}
    parts: dict[tuple[int, str], list[float]] = {}
    told: list[tuple[float, ...]] = []
    for seed in range(SEEDS):
        found = search(game, sims, seed)
        found.look()
        found.settle(other)
        for code in (best, other):
            if not found.count(code):
                found.add(code, 1)
        found.explain(best, other)
        ours, theirs = found.choice(best), found.choice(other)
        for seat in range(game.players):
            for source in game.rules.sources:
                points = ours.expected.points[seat].get(source, 0.0) - theirs.expected.points[seat].get(source, 0.0)
                parts.setdefault((seat, source), []).append(points)
        lead = ours.expected.lead(found.seat) - theirs.expected.lead(found.seat)
        errors = math.hypot(ours.value_error, theirs.value_error), math.hypot(ours.lead_error, theirs.lead_error)
        told.append((ours.value - theirs.value, errors[0], lead, errors[1]))
    values, value_errors, leads, lead_errors = zip(*told, strict=True)
    return {
        "parts": [stdev(points) for points in parts.values() if any(points)],
        "errors": [stdev(values), fmean(value_errors), stdev(leads), fmean(lead_errors)],
    }


# Whose games are judged: the strongest at their budget.
MATCH_BOT = {name: search_table().strongest(one.game, one.players, 0.02) for name, one in TABLES.items()}


# --- sums


def of_agreement(rows: Sequence[Row]) -> Row:
    count = len(rows)
    return {
        "positions": count,
        "agree": sum(row["agrees"] for row in rows) / count,
        "same_move": sum(row["same"] for row in rows) / count,
        "aim": 0.9,
        "mean_win_cost": fmean(max(0.0, row["win"]) for row in rows),
        "mean_lead_cost": fmean(max(0.0, row["lead"]) for row in rows),
        "mean_simulations": fmean(row["spent"] for row in rows),
        "mean_deep_simulations": fmean(row["deep"] for row in rows),
    }


def of_calibration(rows: Sequence[Row], resamples: int = RESAMPLES) -> Row:
    """Tenths by the judged chance; intervals of how often was won come from drawing games again."""
    games = [[(judged, won) for _, judged, won, _ in row["judged"]] for row in rows]
    count = sum(map(len, games))
    bins = tenths(games)
    chance = random.Random(1)
    again = [tenths(chance.choices(games, k=len(games))) for _ in range(resamples)]
    told: list[dict[str, Any]] = []
    for at in range(BINS):
        size, judged, won = bins[at]
        if not size:
            continue
        rates = sorted(one[at][2] / one[at][0] for one in again if one[at][0])
        low, high = rates[int(0.025 * len(rates))], rates[min(len(rates) - 1, int(0.975 * len(rates)))]
        mean = judged / size
        told.append(
            {
                "from": at / BINS,
                "positions": size,
                "judged": mean,
                "won": won / size,
                "interval": [low, high],
                "enough": size >= ENOUGH,
                "holds": low <= mean <= high,
            }
        )
    return {
        "games": len(games),
        "positions": count,
        "error": sum(abs(one["judged"] - one["won"]) * one["positions"] for one in told) / count,
        "at_most": 0.03,
        "tenths": told,
        "met": all(one["holds"] for one in told if one["enough"]),
    }


def tenths(games: Iterable[Sequence[tuple[float, float]]]) -> list[tuple[int, float, float]]:
    """Positions, the sum of judged chances and of wins in each tenth."""
    sums = [[0, 0.0, 0.0] for _ in range(BINS)]
    for game in games:
        for judged, won in game:
            here = sums[min(BINS - 1, int(judged * BINS))]
            here[0] += 1
            here[1] += judged
            here[2] += won
    return [(int(size), judged, won) for size, judged, won in sums]


def of_stability(rows: Sequence[Row]) -> Row:
    parts = sorted(part for row in rows for part in row["parts"])
    compared: list[list[float]] = [row["errors"] for row in rows if row["errors"]]
    return {
        "positions": len(compared),
        "parts": len(parts),
        "largest": parts[-1] if parts else 0.0,
        "of_95_in_100": parts[int(0.95 * (len(parts) - 1))] if parts else 0.0,
        "within": sum(part <= 0.15 for part in parts) / len(parts) if parts else 1.0,
        "at_most": 0.15,
        # an honest search says as much as another seed makes of it: 1
        "value_seen_by_told": ratio((row[0], row[1]) for row in compared),
        "lead_seen_by_told": ratio((row[2], row[3]) for row in compared),
    }


def ratio(pairs: Iterable[tuple[float, float]]) -> float:
    """Of what was seen to vary by what was told, over all positions."""
    both = list(pairs)
    told = sum(error**2 for _, error in both)
    return math.sqrt(sum(seen**2 for seen, _ in both) / told) if told else 0.0


# --- work that can be stopped and gone on with


def measure(
    name: str, work: Callable[..., Row], jobs: Sequence[tuple[Any, ...]], folder: Path, workers: int
) -> list[Row]:
    """Rows in the order of the jobs; those of an earlier run are not made again."""
    journal = folder / "unfinished" / f"{name}.jsonl"
    journal.parent.mkdir(parents=True, exist_ok=True)
    done: dict[str, Row] = {}
    if journal.exists():
        for line in journal.read_text(encoding="utf-8").splitlines():
            try:
                job, row = json.loads(line)
            except ValueError:  # it was stopped while it wrote
                continue
            done[json.dumps(job)] = row
    left = [job for job in jobs if json.dumps(job) not in done]
    with journal.open("a", encoding="utf-8") as file:
        for job, row in zip(left, answers(work, left, workers), strict=True):
            done[json.dumps(job)] = row
            file.write("\n" * (file.tell() > 0 and not whole(journal)) + json.dumps([job, row]) + "\n")
            file.flush()
    return [done[json.dumps(job)] for job in jobs]


def whole(journal: Path) -> bool:
    return journal.read_bytes()[-1:] == b"\n"


def answers(work: Callable[..., Row], jobs: Sequence[tuple[Any, ...]], workers: int) -> Iterable[Row]:
    if workers == 1:
        yield from (work(*job) for job in jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(work, *zip(*jobs, strict=True)) if jobs else ()


def save(folder: Path, name: str, found: Row, asked: Row) -> None:
    told = {"measure": name, "imhotep": __version__, **asked, **found}
    folder.joinpath(f"{name}.json").write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(told))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.measure.judgements", description=__doc__)
    parser.add_argument("measure", choices=("agreement", "calibration", "stability"))
    parser.add_argument(
        "tables", nargs="*", metavar="TABLE", help=f"of {', '.join(TABLES)}; all that belong to it if none"
    )
    parser.add_argument("--count", type=int, help="positions, or games, of each table (60; 2,000 or 1,000; 20)")
    parser.add_argument("--sims", type=int, default=DEFAULT_SIMS, help="the hint's simulations")
    parser.add_argument("--seconds", type=float, default=0.02, help="a decision in the games of the calibration")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    asked = parser.parse_args()
    usual: dict[str, int] = OF_GAMES if asked.measure == "calibration" else dict.fromkeys(OF_HINTS, 60)
    unknown = [table for table in asked.tables if table not in TABLES]
    if unknown:
        sys.exit(f"no table is called {', '.join(unknown)}; there are {', '.join(TABLES)}")
    for table in asked.tables or usual:
        count = asked.count or (20 if asked.measure == "stability" else usual.get(table, 60))
        settings = {"table": table, "sims": asked.sims}
        if asked.measure == "calibration":
            settings["seconds"] = asked.seconds
            jobs: list[tuple[Any, ...]] = [(table, number, asked.sims, asked.seconds) for number in range(count)]
        else:
            jobs = [(table, number, asked.sims) for number in range(count)]
        work, sums = MEASURES[asked.measure]
        name = f"{asked.measure}_{table}"
        save(asked.folder, name, sums(measure(name, work, jobs, asked.folder, asked.jobs)), settings)


MEASURES: dict[str, tuple[Callable[..., Row], Callable[[Sequence[Row]], Row]]] = {
    "agreement": (agreement, of_agreement),
    "calibration": (calibration, of_calibration),
    "stability": (stability, of_stability),
}

if __name__ == "__main__":
    main()
