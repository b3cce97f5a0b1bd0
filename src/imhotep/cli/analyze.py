"""imhotep analyze: a game gone through again."""

import contextlib
import json
import os
from concurrent.futures import Executor
from pathlib import Path

import msgspec

from imhotep.cli.progress import Bar
from imhotep.lab.analysis.decisions import Decision, standing
from imhotep.lab.analysis.game_analysis import Analysis, analyze, analyze_ply
from imhotep.lab.matches.validation import check_jobs
from imhotep.table.errors import FileError, SetupError
from imhotep.table.files import refuse_unwritable, write_text
from imhotep.table.game import Game
from imhotep.table.record import load_file
from imhotep.workers.executor import ProcessExecutor


def run(
    file: Path,
    sims: int,
    seed: int,
    all_knowing: bool,
    jobs: int,
    ply: int | None,
    show_all: bool,
    html: Path | None,
    as_json: bool,
) -> None:
    check_jobs(jobs)
    if ply is not None and html is not None:
        raise SetupError("--html always shows the whole game: leave out --ply")
    game = load_file(file)
    if html is not None:
        _check_writable(html, file)
    if ply is not None:
        decision = analyze_ply(game, ply, sims=sims, seed=seed, all_knowing=all_knowing)
        print_json(decision) if as_json else _show_decision(decision, game)
        return
    with Bar("analyzing", len(standing(game))) as bar, _executor(jobs) as executor:
        analysis = analyze(
            game,
            sims=sims,
            seed=seed,
            all_knowing=all_knowing,
            executor=executor,
            on_decision=lambda decision: bar.advance(),
        )
    if html is not None:
        from imhotep.lab.reports.analysis_page import page

        write_text(html, page(analysis))
    if as_json:
        print_json(analysis)
    else:
        _show(analysis, game, show_all)


def print_json(found: msgspec.Struct) -> None:
    print(json.dumps(msgspec.to_builtins(found)))  # a seed may be longer than msgspec writes


def _check_writable(html: Path, record: Path) -> None:
    """Before the work, not after it."""
    refuse_unwritable(html)
    if html.exists() and os.path.samefile(html, record):
        raise FileError(f"{html} is the record itself: choose another file")


def _executor(jobs: int) -> contextlib.AbstractContextManager[Executor | None]:
    return ProcessExecutor(jobs) if jobs > 1 else contextlib.nullcontext()


def _show(analysis: Analysis, game: Game, show_all: bool) -> None:
    from rich.console import Console

    from imhotep.terminal.analysis import report

    console = Console()
    for part in report(analysis, game.rules.words, show_all):
        console.print(part, highlight=False)


def _show_decision(decision: Decision, game: Game) -> None:
    from rich.console import Console

    from imhotep.terminal.analysis import Sitting, detail

    seats = [Sitting(name, color) for name, color in zip(decision.names, game.setup.colors, strict=True)]
    console = Console()
    for part in detail(decision, game.rules.words, seats, len(standing(game))):
        console.print(part, highlight=False)
