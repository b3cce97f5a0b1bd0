"""imhotep arena: bots against each other."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import typer

from imhotep.cli.watching import Watcher
from imhotep.lab.matches.arena import Arena, ArenaResult, Outcome
from imhotep.lab.matches.verdict import many, signed
from imhotep.lab.reports.survey_tables import rated


def run(bots: Sequence[str], arguments: dict[str, Any], jobs: int, cluster: str | None, as_json: bool) -> None:
    """`arguments` are those of `Arena`. What is done when somebody presses Ctrl-C is shown all the same."""
    arena = Arena(bots, **arguments)
    interrupted = False
    with Watcher(arena.games) as watcher:

        def note(outcome: Outcome) -> None:
            watcher.note(outcome, [arena.bots[bot] for bot in arena.seating(outcome.deal, outcome.seating)])

        try:
            result = arena.run(jobs=jobs, cluster=cluster, on_game=note)
        except KeyboardInterrupt:
            interrupted = True
            result = arena.result()
    if as_json:
        print(json.dumps(msgspec.to_builtins(result)))  # a seed may be longer than msgspec writes
    else:
        show(result)
    if interrupted:
        raise typer.Exit(130)


def show(result: ArenaResult) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console()
    console.print(
        f"[bold]{many(result.games, 'game')}[/] of {result.game} {result.sides}, {result.players} players, "
        f"seed {result.seed}, {result.engine} engine: {many(result.deals, 'deal')} of {result.games_per_deal} games",
        highlight=False,
    )
    if result.stopped == "interrupted":
        console.print("Interrupted: these games were finished by then.")
    elif result.stopped == "sure":
        console.print(f"Stopped early: {escape(result.bots[0])} clearly wins more or less than its fair share.")
    elif result.games > result.games_asked:
        asked = "1 was" if result.games_asked == 1 else f"{result.games_asked:,} were"
        console.print(f"{asked} asked for: rounded up to whole deals.")
    table = Table(title=f"Bots (a fair share of wins is {1 / result.players:.1%})", title_justify="left")
    table.add_column("bot", overflow="fold", min_width=12)
    for heading in ("games", "wins (95 %)", "margin", "rating", "s/move"):
        table.add_column(heading, justify="right", no_wrap=True)
    for bot in result.results:
        table.add_row(
            escape(bot.spec),
            f"{bot.games:,}",
            rated(bot.win_rate, bot.interval),
            "" if bot.mean_margin is None else signed(bot.mean_margin),
            "" if bot.rating is None else f"{bot.rating:.1f}",
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
