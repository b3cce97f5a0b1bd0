"""imhotep replay and imhotep check."""

import sys
from pathlib import Path

from imhotep.table.game import Game
from imhotep.table.record import entry_text, load_file


def check(file: Path) -> None:
    game = load_file(file)
    setup = game.setup
    decisions = sum(entry.kind == "move" for entry in game.entries)
    state = f"over, {_result(game)}" if game.is_over else f"running, round {game.round}"
    print(f"{file}: good; {setup.game} {setup.sides}, {setup.players} players, {decisions} decisions, {state}")


def _result(game: Game) -> str:
    winners = [game.names[seat] for seat in game.winners()]
    verb = "wins" if len(winners) == 1 else "share first place"
    return f"{' and '.join(winners)} {verb}, {' : '.join(map(str, game.scores()))}"


def run(file: Path, final: bool) -> None:
    """Step by step where a person sits at the terminal; all steps at once where the output goes elsewhere."""
    from rich.console import Console
    from rich.markup import escape

    from imhotep.cli.drawing import draw

    game = load_file(file)
    console = Console()
    if final:
        console.print(draw(game.view(None), game.events))
        if game.is_over:
            console.print(_result(game))
        return
    stepping = sys.stdin.isatty() and sys.stdout.isatty()
    at = 0
    while True:
        then = game.after(at)
        at = max(at, len(then.entries))  # a move brings the shuffles that it caused
        console.print(draw(then.view(None), then.events))
        said = escape(entry_text(game, game.entries[at - 1])) if at else "the start"
        console.print(f"[bold]{at} of {len(game.entries)}[/]  {said}")
        if not stepping:
            at += 1
            if at > len(game.entries):
                return
            continue
        try:
            answer = console.input("[dim]Enter: next · b: back · a number: go there · q: quit[/] ").strip().lower()
        except EOFError:
            return
        if answer in ("q", "quit"):
            return
        if answer.isascii() and answer.isdecimal():
            at = min(int(answer[:9]), len(game.entries))
        elif answer.startswith("b"):
            at = max(0, at - 1)
        elif at == len(game.entries):
            return
        else:
            at += 1
