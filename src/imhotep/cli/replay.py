"""imhotep replay and imhotep check."""

import sys
from pathlib import Path
from typing import Any

from imhotep.table.errors import RecordError
from imhotep.table.game import Game, grouped
from imhotep.table.games import rules_of
from imhotep.table.record import entry_text, load_file


def check(file: Path, wanted: str | None) -> None:
    game = _load(file, wanted)
    setup = game.setup
    decisions = sum(entry.kind == "move" for entry in game.entries)
    state = f"over, {_result(game)}" if game.is_over else f"unfinished, {game.progress.unit} {game.progress.at}"
    print(f"{file}: valid; {setup.game} {setup.sides}, {setup.players} players, {decisions} decisions, {state}")


def _result(game: Game) -> str:
    winners = [game.names[seat] for seat in game.winners()]
    verb = "wins" if len(winners) == 1 else "share first place"
    return f"{' and '.join(winners)} {verb}, {' : '.join(map(str, game.scores()))}"


def _load(file: Path, wanted: str | None) -> Game:
    """The game of a record; refused if another one is wanted."""
    game = load_file(file)
    if wanted is not None and rules_of(wanted) is not game.rules:
        raise RecordError(2, f"a game of {game.rules.id}, not of {wanted}", str(file))
    return game


def run(file: Path, final: bool, wanted: str | None) -> None:
    """Step by step where a person sits at the terminal; all steps at once where the output goes elsewhere."""
    from rich.console import Console
    from rich.markup import escape

    from imhotep.terminal import draw

    game = _load(file, wanted)
    console = Console()
    if final:
        console.print(draw(game.view(None), game.events))
        if game.is_over:
            console.print(escape(_result(game)))
        return
    stops = [0, *(at + 1 + len(shuffles) for at, _, shuffles in grouped(game.entries))]
    stepping = sys.stdin.isatty() and sys.stdout.isatty()
    at = 0  # which of the stops
    while True:
        then = game.after(stops[at])
        console.print(draw(then.view(None), then.events))
        said = escape(entry_text(game, game.entries[stops[at] - 1])) if at else "the start"
        console.print(f"[bold]{stops[at]} of {len(game.entries)}[/]  {said}")
        if stepping:
            step = _asked(console, stops, at)
            if step is None:
                return
            at = step
        elif at + 1 < len(stops):
            at += 1
        else:
            return


def _asked(console: Any, stops: list[int], at: int) -> int | None:
    """Where the person wants to go; None to leave."""
    while True:
        try:
            answer = console.input("[dim]Enter: next · b: back · a number: go there · q: quit[/] ").strip().lower()
        except EOFError:
            return None
        if answer in ("q", "quit"):
            return None
        if answer in ("b", "back"):
            return max(0, at - 1)
        if answer.isascii() and answer.isdecimal():
            return sum(stop < int(answer[:9]) for stop in stops[:-1])
        if answer in ("", "n", "next"):
            return at + 1 if at + 1 < len(stops) else None
        console.print("[red]Enter, b, a number or q[/]")
