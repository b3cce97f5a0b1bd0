"""python -m benchmarks.measure: measures the engine beside a fixed Python loop, a C program, and peers if installed."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.measure.run import run
from imhotep.table.errors import FileError
from imhotep.table.files import write_text
from imhotep.table.games import RULES

A_DAY = 86_400.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.measure", description=__doc__)
    parser.add_argument("--seconds", type=seconds, default=60.0, help="how long to measure, all together")
    parser.add_argument("--game", choices=RULES, help="only one game's tables")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the JSON there as well")
    asked = parser.parse_args()
    if asked.json or not sys.stderr.isatty():
        result = run(asked.seconds, asked.game, lambda text: None)
    else:
        with Console(stderr=True).status("measuring") as status:
            result = run(asked.seconds, asked.game, status.update)
    if asked.save is not None:
        try:
            write_text(asked.save, json.dumps(result, indent=2) + "\n")
        except FileError as error:
            parser.error(str(error))
    if asked.json:
        print(json.dumps(result))
    else:
        show(result)


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= A_DAY:
        raise argparse.ArgumentTypeError(f"seconds are more than 0 and at most a day, not {text}")
    return value


def show(result: dict[str, Any]) -> None:
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


if __name__ == "__main__":
    main()
