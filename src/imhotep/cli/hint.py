"""imhotep hint: what a strong player would do now."""

from pathlib import Path

from imhotep.cli.analyze import print_json
from imhotep.lab.analysis.hints import hint
from imhotep.table.record import load_file


def run(file: Path, move: str | None, sims: int, seed: int, all_knowing: bool, as_json: bool) -> None:
    game = load_file(file)
    found = hint(game, move=move, sims=sims, seed=seed, all_knowing=all_knowing)
    if as_json:
        print_json(found)
        return
    from rich.console import Console

    from imhotep.terminal.analysis import advice

    console = Console()
    for part in advice(found, game.rules.words):
        console.print(part, highlight=False)
