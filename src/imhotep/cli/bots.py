"""imhotep bots."""

import json
from typing import Any

from imhotep.bots import Bot, bot_types
from imhotep.bots.base import defaults
from imhotep.bots.weights import what_is_built_in
from imhotep.table.games import RULES


def show_bots(as_json: bool) -> None:
    facts = [_facts(bot) for bot in bot_types().values()]
    if as_json:
        print(json.dumps(facts))
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(title="Bots", title_justify="left")
    for heading in ("name", "what it does", "options"):
        table.add_column(heading)
    for bot in facts:
        options = "\n".join(f"{name}={'...' if value is None else value}" for name, value in bot["options"].items())
        table.add_row(bot["name"], escape(bot["summary"]), options)
    console = Console()
    console.print(table)
    console.print("What learned has learned:", highlight=False)
    for line in what_is_built_in(list(RULES)):
        console.print(f"  {line}", highlight=False)
    console.print("Write NAME or NAME:OPTION=VALUE,..., for example: imhotep terminal --bot mcts:seconds=1")


def _facts(bot: type[Bot]) -> dict[str, Any]:
    """Options with their defaults; None where there is none, or something else follows from leaving it out."""
    return {"name": bot.name, "summary": bot.summary, "options": defaults(bot.options_type)}
