"""imhotep arena: bots against each other."""

import json
import sys
from collections.abc import Sequence
from typing import Any

import msgspec
import typer

from imhotep.lab.arena import Arena, ArenaResult, Outcome
from imhotep.lab.results import example


def run(bots: Sequence[str], arguments: dict[str, Any], jobs: int, cluster: str | None, as_json: bool) -> None:
    """`arguments` are those of `Arena`. What is done when somebody presses Ctrl-C is shown all the same."""
    arena = Arena(bots, **arguments)
    interrupted = False
    with _Watcher(arena, bar=not as_json) as watcher:
        try:
            result = arena.run(jobs=jobs, cluster=cluster, on_game=watcher.note)
        except KeyboardInterrupt:
            interrupted = True
            result = arena.result()
    if as_json:
        print(json.dumps(msgspec.to_builtins(result)))  # a seed may be longer than msgspec writes
    else:
        show(result)
    if interrupted:
        raise typer.Exit(130)


class _Watcher:
    """On standard error: a bar where that is a terminal, and a line for each new way in which a bot failed."""

    def __init__(self, arena: Arena, bar: bool) -> None:
        self._arena = arena
        self._failed: set[tuple[int, str]] = set()
        self._bar: Any = None
        if bar and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("playing", total=arena.games)

    def __enter__(self) -> "_Watcher":
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def note(self, outcome: Outcome) -> None:
        if self._bar is not None:
            self._bar.advance(self._task)
        failure = outcome.failure
        if failure is None:
            return
        bot = self._arena.seating(outcome.deal, outcome.seating)[failure.seat]
        if (bot, failure.reason) not in self._failed:
            self._failed.add((bot, failure.reason))
            spec = self._arena.bots[bot]
            line = f"imhotep: the bot {spec} {failure.reason} and forfeits the game ({example(outcome)})"
            print(line, file=sys.stderr, flush=True)


def show(result: ArenaResult) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console()
    console.print(
        f"[bold]{result.games:,} games[/] of {result.game} {result.sides}, {result.players} players, "
        f"seed {result.seed}, {result.engine} engine: {result.deals:,} deals of {result.games_per_deal} games each",
        highlight=False,
    )
    if result.stopped == "interrupted":
        console.print("Interrupted: what was finished until then.")
    elif result.stopped == "sure":
        console.print(f"Stopped early: {escape(result.bots[0])} surely differs from its fair share of wins.")
    elif result.games > result.games_asked:
        console.print(f"{result.games_asked:,} were asked for: rounded up to whole deals.")
    table = Table(title=f"Bots (a fair share of wins is {1 / result.players:.1%})", title_justify="left")
    table.add_column("bot", overflow="fold", min_width=12)
    for heading in ("games", "wins", "rate", "95 %", "margin", "rating", "s/move"):
        table.add_column(heading, justify="right", no_wrap=True)
    for bot in result.results:
        low, high = bot.interval
        table.add_row(
            escape(bot.spec),
            f"{bot.games:,}",
            f"{bot.wins:,.1f}",
            f"{bot.win_rate:.1%}",
            f"{low * 100:.1f}–{high:.1%}",
            "" if bot.mean_margin is None else f"{bot.mean_margin:+.2f}",
            f"{bot.rating:.1f}",
            "" if bot.seconds_per_move is None else f"{bot.seconds_per_move:.4f}",
        )
    console.print(table)
    if result.forfeits:
        table = Table(title="Forfeits: games lost because a bot failed", title_justify="left")
        for heading in ("bot", "reason", "games", "the first of them"):
            table.add_column(heading, overflow="fold")
        for forfeit in result.forfeits:
            table.add_row(escape(forfeit.bot), escape(forfeit.reason), str(forfeit.count), escape(forfeit.example))
        console.print(table)
    console.print("Again:", escape(result.command), highlight=False, soft_wrap=True)
