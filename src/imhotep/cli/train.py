"""imhotep train: a network learns a game by playing against itself."""

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import Any

from imhotep.extras import missing
from imhotep.table.errors import SetupError


def train(
    folder: Path,
    game: str | None,
    resume: bool,
    games: Path | None,
    rounds: int | None,
    jobs: int,
    cluster: str | None,
    changes: list[str],
) -> None:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is there: the same numbers on any machine
    try:
        import numpy  # noqa: F401
    except ModuleNotFoundError as error:
        raise SetupError(str(missing(error, "imhotep train", "train"))) from None
    from imhotep.training.report import write_curves
    from imhotep.training.run import Run
    from imhotep.training.workers import cluster_workers, local_workers

    if rounds is not None and rounds < 1:
        raise SetupError(f"rounds are 1 or more, not {rounds}")
    if resume:
        if game is not None or changes:
            raise SetupError("a run that is resumed keeps its game and its recipe: leave out --game and --set")
    else:
        Run.begin(folder, recipe_of(game or "builder", changes))
    run = Run(folder, games or _games_folder(folder), tell)
    tell(f"{run.recipe.game}: {len(run.progress.rounds)} rounds done; games are kept in {run.games}")
    with contextlib.ExitStack() as stack:
        workers = stack.enter_context(local_workers(jobs) if cluster is None else cluster_workers(cluster))
        done = 0
        while rounds is None or done < rounds:
            run.next_round(workers)
            write_curves(run.progress, folder)
            done += 1


def recipe_of(game: str, changes: list[str]) -> Any:
    import msgspec

    from imhotep.table.games import rules_of
    from imhotep.training.recipe import Recipe

    given: dict[str, Any] = {"game": rules_of(game).id}
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals or name not in Recipe.__struct_fields__:
            raise SetupError(
                f"--set takes NAME=VALUE, with one of {', '.join(Recipe.__struct_fields__[1:])}, not {change!r}"
            )
        given[name] = value.split(",") if name == "playouts" else value
    try:
        return msgspec.convert(given, Recipe, strict=False)
    except msgspec.ValidationError as error:
        raise SetupError(f"--set: {error}") from None


def _games_folder(folder: Path) -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("imhotep") / "training" / folder.resolve().name


def tell(line: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {line}", file=sys.stderr, flush=True)
