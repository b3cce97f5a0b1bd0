"""imhotep bench."""

import json
import sys
from pathlib import Path
from typing import Any

from imhotep.table.errors import SetupError
from imhotep.table.files import write_text
from imhotep.table.games import kind_of


def run(as_json: bool, seconds: float, save: Path | None, game: str | None) -> None:
    if not 0 < seconds <= 86_400:
        raise SetupError(f"seconds are more than 0 and at most a day, not {seconds:g}")
    if game is not None:
        kind_of(game)
    from imhotep.bench.run import run as measure

    if as_json or not sys.stderr.isatty():
        result = measure(seconds, game, lambda text: None)
    else:
        from rich.console import Console

        with Console(stderr=True).status("measuring") as status:
            result = measure(seconds, game, status.update)
    if save is not None:
        write_text(save, json.dumps(result, indent=2) + "\n")
    if as_json:
        print(json.dumps(result))
    else:
        show(result)


def show(result: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(f"imhotep {result['imhotep']}, {result['engine']} engine, Python {result['python']}")
    console.print(f"{result['rounds']} rounds; {result['unit']}\n")
    table = Table(title="Measured", title_justify="left")
    for heading in ("what", "a second", "ns each", "C is faster by"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for name, rate in result["rates"].items():
        ratio = result["ratios"].get(f"{name} / c_yardstick_AAAAA")
        away = f"{1 / ratio:.1f}x" if ratio else ""
        table.add_row(name.replace("_", " "), f"{rate:,.0f}", f"{1e9 / rate:,.0f}", away)
    console.print(table)
    table = Table(title="Targets", title_justify="left")
    for heading in ("target", "at least", "measured", ""):
        table.add_column(heading, justify="left" if heading in ("target", "") else "right")
    for target in result["targets"]:
        measured, met = target["measured"], target["met"]
        shown = "not installed" if measured is None else f"{measured:,.4g}" if measured < 1000 else f"{measured:,.0f}"
        verdict = "" if met is None else "[green]met[/]" if met else "[red]missed[/]"
        table.add_row(target["target"], f"{target['at_least']:,}", shown, verdict)
    console.print(table)
