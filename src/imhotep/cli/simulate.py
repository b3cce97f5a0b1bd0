"""imhotep simulate: many random games, and what they tell."""

import json
import math
import time
from typing import Any, NamedTuple

from imhotep._pure import engine_is_compiled
from imhotep.cli.progress import Bar
from imhotep.engine.search.random_play import LOWEST_SCORE, SCORES, Tally, play_games
from imhotep.table.errors import SetupError
from imhotep.table.game import Game, new_game
from imhotep.workers.executor import ProcessExecutor

MOST_GAMES = 10**9
MOST_JOBS = 256


class Task(NamedTuple):
    """A part of a series of games, in a form that can be sent to another process."""

    arguments: dict[str, Any]  # of new_game
    edition_texts: list[str]  # those that are not built in
    first: int | None
    from_game: int
    games: int


class Sums(NamedTuple):
    """What a tally counted, as plain numbers that add up."""

    seconds: float
    games: int
    decisions: int
    shortest: int
    longest: int
    wins: list[float]
    lowest: list[int]
    highest: list[int]
    scores: list[int]
    squares: list[int]
    histogram: list[int]
    by_source: list[int]
    source_squares: list[int]


def play(task: Task) -> Sums:
    """Play one part. Runs in worker processes too."""
    game = _game(task)
    position = game.raw.blank()
    position.first = -1 if task.first is None else task.first
    tally = Tally(game.players, position.sources())
    seed = game.setup.seed & (2**62 - 1)
    start = time.perf_counter()
    play_games(position, seed, task.from_game, task.games, tally)
    seconds = time.perf_counter() - start
    return Sums(
        seconds,
        int(tally.games),
        int(tally.decisions),
        int(tally.shortest),
        int(tally.longest),
        list(tally.wins),
        [int(n) for n in tally.lowest],
        [int(n) for n in tally.highest],
        [int(n) for n in tally.scores],
        [int(n) for n in tally.squares],
        [int(n) for n in tally.histogram],
        [int(n) for n in tally.by_source],
        [int(n) for n in tally.source_squares],
    )


def _game(task: Task) -> Game:
    from imhotep.table.games import rules_of

    arguments = dict(task.arguments)
    rules = rules_of(arguments["game"])
    arguments["edition"] = [rules.read_edition(text, "edition") for text in task.edition_texts]
    return new_game(**arguments)


def add(one: Sums, two: Sums) -> Sums:
    def plus(a: list[Any], b: list[Any]) -> list[Any]:
        return [x + y for x, y in zip(a, b, strict=True)]

    return Sums(
        one.seconds + two.seconds,
        one.games + two.games,
        one.decisions + two.decisions,
        min(one.shortest, two.shortest),
        max(one.longest, two.longest),
        plus(one.wins, two.wins),
        [min(a, b) for a, b in zip(one.lowest, two.lowest, strict=True)],
        [max(a, b) for a, b in zip(one.highest, two.highest, strict=True)],
        plus(one.scores, two.scores),
        plus(one.squares, two.squares),
        plus(one.histogram, two.histogram),
        plus(one.by_source, two.by_source),
        plus(one.source_squares, two.source_squares),
    )


def run(game: Game, games: int, first: int | None, jobs: int, as_json: bool) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise SetupError(f"the number of games is 1 to {MOST_GAMES}, not {games}")
    if not 1 <= jobs <= MOST_JOBS:
        raise SetupError(f"the number of jobs is 1 to {MOST_JOBS}, not {jobs}")
    result = report(game, simulate(game, games, first, jobs, progress=not as_json))
    if as_json:
        print(json.dumps(result))
    else:
        show(result)


def simulate(game: Game, games: int, first: int | None, jobs: int, progress: bool) -> Sums:
    """The same games and sums whatever the number of jobs; only `seconds` differs."""
    setup = game.setup
    arguments: dict[str, Any] = {
        "game": setup.game,
        "players": setup.players,
        "sides": setup.sides,
        "seed": setup.seed,
        "house_rules": setup.house_rules,
        **setup.variants,
    }
    texts = [edition.text for edition in setup.editions.values() if not edition.built_in]
    part = 4000 if engine_is_compiled() else 40
    tasks = [Task(arguments, texts, first, at, min(part, games - at)) for at in range(0, games, part)]
    with Bar("playing", games, progress) as bar:
        if jobs == 1:
            total = play(tasks[0])
            bar.advance(total.games)
            for task in tasks[1:]:
                done = play(task)
                bar.advance(done.games)
                total = add(total, done)
            return total
        with ProcessExecutor(jobs) as pool:
            list(pool.map(play, [Task(arguments, texts, first, 0, 1)] * jobs))  # start up, not counted
            start = time.perf_counter()
            results = pool.map(play, tasks)
            total = next(results)
            bar.advance(total.games)
            for done in results:
                bar.advance(done.games)
                total = add(total, done)
            return total._replace(seconds=time.perf_counter() - start)


# --- what comes out


def report(game: Game, sums: Sums) -> dict[str, Any]:
    setup, seats, n = game.setup, range(game.players), sums.games
    sources = game.rules.sources
    count = len(sources)
    seconds = max(sums.seconds, 1e-9)

    def by_source(seat: int) -> dict[str, dict[str, float]]:
        return {
            source: _spread(sums.by_source[seat * count + i], sums.source_squares[seat * count + i], n)
            for i, source in enumerate(sources)
        }

    def scores(seat: int) -> dict[str, float]:
        bins = sums.histogram[seat * SCORES : (seat + 1) * SCORES]
        return {
            **_spread(sums.scores[seat], sums.squares[seat], n),
            "lowest": sums.lowest[seat],
            "quartile_1": _quantile(bins, n, 0.25),
            "median": _quantile(bins, n, 0.5),
            "quartile_3": _quantile(bins, n, 0.75),
            "highest": sums.highest[seat],
        }

    return {
        "game": setup.game,
        "players": setup.players,
        "sides": setup.sides,
        "variants": setup.variants,
        "rules": setup.house_rules,
        "edition": ", ".join(str(setup.editions[box]) for box in game.rules.boxes_in_play(setup)),
        "seed": setup.seed,
        "engine": "compiled" if engine_is_compiled() else "pure",
        "games": n,
        "decisions": sums.decisions,
        "seconds": sums.seconds,
        "games_per_second": n / seconds,
        "decisions_per_second": sums.decisions / seconds,
        "decisions_per_game": {"mean": sums.decisions / n, "shortest": sums.shortest, "longest": sums.longest},
        "mean_scores": [sums.scores[seat] / n for seat in seats],
        "wins": [sums.wins[seat] for seat in seats],
        "win_rates": [sums.wins[seat] / n for seat in seats],
        "scores": [scores(seat) for seat in seats],
        "by_source": [by_source(seat) for seat in seats],
    }


def _spread(total: int, squares: int, n: int) -> dict[str, float]:
    mean = total / n
    return {"mean": mean, "deviation": math.sqrt(max(0.0, squares / n - mean * mean))}


def _quantile(bins: list[int], n: int, share: float) -> int:
    passed = 0
    for number, size in enumerate(bins):
        passed += size
        if passed >= share * n:
            return int(number + LOWEST_SCORE)
    return int(len(bins) - 1 + LOWEST_SCORE)


def show(result: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    seats = range(result["players"])
    console.print(
        f"[bold]{result['games']:,} games[/] of {result['game']} {result['sides']}, {result['players']} players, "
        f"seed {result['seed']}, {result['engine']} engine"
    )
    lengths = result["decisions_per_game"]
    console.print(
        f"{result['seconds']:.2f} s: [bold]{result['decisions_per_second']:,.0f} decisions[/] and "
        f"{result['games_per_second']:,.0f} games per second; {lengths['mean']:.1f} decisions per game "
        f"({lengths['shortest']} to {lengths['longest']})"
    )
    table = Table(title="Scores and wins by seat", title_justify="left")
    for heading in ("seat", "wins", "mean", "± sd", "lowest", "25 %", "median", "75 %", "highest"):
        table.add_column(heading, justify="right")
    for seat in seats:
        row = result["scores"][seat]
        table.add_row(
            str(seat),
            f"{result['win_rates'][seat]:.1%}",
            f"{row['mean']:.2f}",
            f"{row['deviation']:.2f}",
            *(str(row[key]) for key in ("lowest", "quartile_1", "median", "quartile_3", "highest")),
        )
    console.print(table)
    table = Table(title="Mean points by source (deviation)", title_justify="left")
    table.add_column("source")
    for seat in seats:
        table.add_column(f"seat {seat}", justify="right")
    for source in result["by_source"][0]:
        cells = [result["by_source"][seat][source] for seat in seats]
        if any(cell["mean"] or cell["deviation"] for cell in cells):
            table.add_row(source.replace("_", " "), *(f"{c['mean']:.2f} ({c['deviation']:.2f})" for c in cells))
    console.print(table)
