"""imhotep rules and imhotep editions."""

import json
from pathlib import Path
from typing import Any

from imhotep.table.catalogue import Entry, Rule, search
from imhotep.table.editions import Edition
from imhotep.table.errors import ImhotepError
from imhotep.table.files import read_text
from imhotep.table.games import RULES, read_any_edition, rules_of
from imhotep.table.rules import GameRules

SOURCE_WORDS = {
    "rulebook": "printed in the rulebook",
    "inferred": "inferred from the rulebook's text, which doesn't say it",
    "pieces": "printed on the components, not in any rulebook",
    "peers": "not in the rulebook; independent implementations agree",
    "peer": "not in the rulebook; from a single implementation",
    "house": "our own value, not the printed one",
}


def show_rules(word: str | None, game: str | None) -> None:
    """Of one game, or of all."""
    from rich.console import Console

    console = Console()
    games = list(RULES.values()) if game is None else [rules_of(game)]
    if word is None:
        for rules in games:
            _list_rules(console, rules)
        console.print("imhotep rules ID or WORD shows more, for example: imhotep rules B5, imhotep rules lever")
        return
    found = search([rules.words for rules in games], word)
    if not found:
        raise ImhotepError(f"no rule, side, card or token mentions {word!r}; imhotep rules lists every rule")
    if found[0][1].id.lower() == word.lower():
        found = [item for item in found if item[1].id == found[0][1].id]
    for words, entry in found:
        _show_entry(console, RULES[words.game], entry)


def _list_rules(console: Any, rules: GameRules) -> None:
    from rich.table import Table

    words = rules.words
    table = Table(title=words.title, title_justify="left", show_header=False, box=None, padding=(0, 2, 0, 0))
    for rule in words.rules.values():
        table.add_row(rule.id, rule.title, f"[dim]{words.groups[rule.group]}[/]")
    console.print(table)
    console.print()


def _show_entry(console: Any, rules: GameRules, entry: Entry) -> None:
    from rich.markup import escape

    box = rules.words.boxes[entry.box] if isinstance(entry, Rule) else rules.words.title
    console.print(f"[bold]{entry.id}[/]  [bold]{escape(entry.title)}[/]  [dim]{box}[/]")
    console.print(escape(entry.text))
    for remark in rules.remarks(entry):
        console.print(f"[yellow]{escape(remark.text)}[/]" if remark.house else escape(remark.text))
    if isinstance(entry, Rule):
        console.print(f"[dim]{escape(entry.source)}[/]")
    else:
        console.print(f"[dim]rules: {', '.join(entry.rules)}[/]")
    console.print()


def show_editions(files: list[Path] | None, as_json: bool, game: str | None) -> None:
    if files:
        editions: list[Edition[Any]] = [read_any_edition(read_text(file), str(file)) for file in files]
    else:
        games = list(RULES.values()) if game is None else [rules_of(game)]
        editions = [rules.standard_edition(box) for rules in games for box in rules.boxes]
    if as_json:
        print(json.dumps([_facts(edition) for edition in editions]))
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console()
    for edition in editions:
        table = Table(title=escape(f"{edition.values.title} ({edition})"), title_justify="left")
        table.add_column("values")
        table.add_column("where they come from")
        for path, source in edition.sources():
            style = "bold yellow" if source == "house" else ""
            table.add_row(_path(path), f"{source}: {SOURCE_WORDS[source]}", style=style)
        console.print(table)
        where = "comes with imhotep" if edition.built_in else "read from your file"
        console.print(f"{where}; every value has been checked and can be played with.\n")


def _path(path: str) -> str:
    """market.C.columns is market, side C: columns; round_cards.3 is round cards, 3 players."""
    parts = path.replace("_", " ").split(".")
    if len(parts) == 2 and parts[1].isdecimal():
        return f"{parts[0]}, {parts[1]} players"
    if len(parts) > 1 and len(parts[1]) == 1:
        return f"{parts[0]}, side {parts[1]}{': ' if parts[2:] else ''}{', '.join(parts[2:])}"
    return ": ".join([parts[0], *([", ".join(parts[1:])] if parts[1:] else [])])


def _facts(edition: Edition[Any]) -> dict[str, Any]:
    return {
        "edition": edition.name,
        "version": edition.version,
        "title": edition.values.title,
        "built_in": edition.built_in,
        "sources": dict(edition.sources()),
    }
