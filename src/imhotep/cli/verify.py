"""imhotep verify: was a game dealt as promised?"""

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec

from imhotep.table.fairness import Check, verify
from imhotep.table.game import Game
from imhotep.table.record import load_file

STYLES = {"ok": "green", "failed": "bold red", "not promised": "yellow"}


def run(file: Path, promise: str | None, as_json: bool) -> bool:
    """Whether everything that was promised holds."""
    game = load_file(file)
    checks = verify(game, None if promise is None else promise.strip().lower())
    holds = all(check.verdict != "failed" for check in checks)
    if as_json:
        setup = game.setup
        facts = {
            "file": str(file),
            "holds": holds,
            "promised": bool(setup.promise),
            "promise": setup.promise,
            "salt": setup.salt,
            "seed": str(setup.seed),
            "checks": msgspec.to_builtins(checks),
        }
        print(json.dumps(facts))
    else:
        _show(game, checks, _conclusion(game, holds, promise is not None))
    return holds


def _conclusion(game: Game, holds: bool, noted: bool) -> str:
    if not holds:
        return "[bold red]This record doesn't show a fair deal: see what failed.[/]"
    if not game.setup.promise:
        return "[yellow]Nothing was promised.[/] The deal follows from the seed, which anybody may have chosen."
    if not noted:
        return (
            "[green]Dealt as the promise in the record says.[/] "
            "Is it the one you saw before the game? --promise HEX compares them."
        )
    return "[bold green]Dealt as promised before the game.[/]"


def _show(game: Game, checks: Sequence[Check], conclusion: str) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console()
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for check in checks:
        table.add_row(f"[{STYLES[check.verdict]}]{check.verdict}[/]", check.about, escape(check.words))
    console.print(table)
    if game.setup.promise:
        console.print(f"[dim]promise: {game.setup.promise}[/]", soft_wrap=True, highlight=False)
    console.print(conclusion, highlight=False)
