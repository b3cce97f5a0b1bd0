"""imhotep dataset: many games over all kinds of tables, as records and as a data frame."""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import typer

from imhotep.cli.progress import Bar
from imhotep.lab.dataset.dataset import Dataset, DatasetResult
from imhotep.lab.dataset.games import DatasetGame


def run(folder: Path, arguments: dict[str, Any], jobs: int, cluster: str | None, as_json: bool) -> None:
    """`arguments` are those of `Dataset`. What is done when somebody presses Ctrl-C is kept."""
    dataset = Dataset(folder, **arguments)
    done = 0
    with Bar("playing", dataset.games) as bar:

        def known(games: int) -> None:
            nonlocal done
            done = games
            bar.advance(games)

        def note(_: DatasetGame) -> None:
            nonlocal done
            done += 1
            bar.advance()

        try:
            result = dataset.run(jobs=jobs, cluster=cluster, on_known=known, on_game=note)
        except KeyboardInterrupt:
            result = None
    if result is None:
        print(f"imhotep: {done:,} of {dataset.games:,} games are kept; the same command continues", file=sys.stderr)
        raise typer.Exit(130)
    if as_json:
        print(json.dumps(msgspec.to_builtins(result)))
    else:
        show(result)


def show(result: DatasetResult) -> None:
    print(f"{result.folder}: {result.games:,} games, {result.rows:,} rows; README.md tells all about them")
    for reason, count in result.forfeits.items():
        print(f"forfeited: {count:,} games, since the bot {reason}")
    print(f"SHA-256 of SHA256SUMS: {result.sha256}")
