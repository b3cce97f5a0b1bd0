"""imhotep rules and imhotep editions."""

import json
from pathlib import Path
from typing import Any

from imhotep.table.builder import dynasty
from imhotep.table.catalogue import Entry, Prophecy, Rule, Side, catalogue
from imhotep.table.editions import Edition
from imhotep.table.errors import ImhotepError
from imhotep.table.files import read_text
from imhotep.table.games import KINDS

SOURCE_WORDS = {
    "rulebook": "printed in the rulebook",
    "peers": "not in the rulebook; independent implementations agree",
    "house": "our own value, not the printed one",
}


def show_rules(word: str | None) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    words = catalogue("builder")
    if word is None:
        table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
        for rule in words.rules.values():
            table.add_row(rule.id, rule.title, f"[dim]{words.groups[rule.group]}[/]")
        console.print(table)
        console.print("\nimhotep rules ID or WORD shows more, such as: imhotep rules B5, imhotep rules lever")
        return
    found = words.search(word)
    if not found:
        raise ImhotepError(f"no rule, side or card has {word!r}; imhotep rules lists all rules")
    if found[0].id.lower() == word.lower():
        found = found[:1]
    for entry in found:
        _show_entry(console, entry)


def _show_entry(console: Any, entry: Entry) -> None:
    from rich.markup import escape

    console.print(f"[bold]{entry.id}[/]  [bold]{escape(entry.title)}[/]")
    console.print(escape(entry.text))
    if isinstance(entry, Side):
        note = catalogue("builder").house_note(entry.id, _standard_sources())
        if note:
            console.print(f"[yellow]{escape(note)}[/]")
    if isinstance(entry, Prophecy):
        for task in _standard_tasks(entry.id):
            console.print(escape(task))
        note = catalogue("builder").house_note(f"prophecies.cards.{entry.id}", _standard_sources())
        console.print(f"[yellow]{escape(note)}[/]")
    if isinstance(entry, Rule):
        console.print(f"[dim]{escape(entry.source)}[/]")
    else:
        console.print(f"[dim]rules: {', '.join(entry.rules)}[/]")
    console.print()


def _standard_sources() -> list[tuple[str, str]]:
    """Where the values that come with imhotep come from."""
    editions = [kind.standard_edition(box) for kind in KINDS.values() for box in kind.boxes]
    return [found for edition in editions for found in edition.sources()]


def _standard_tasks(id: str) -> list[str]:
    """What a god asks for, in the edition that comes with imhotep."""
    card = dynasty.standard().values.prophecies.cards.get(id)
    if card is None:
        return []
    return [catalogue("builder").task(most=card.most, at_least=card.at_least, stones=card.stones, cards=card.cards)]


def show_editions(files: list[Path] | None, as_json: bool) -> None:
    if files:
        editions: list[Edition[Any]] = [KINDS["builder"].read_edition(read_text(file), str(file)) for file in files]
    else:
        editions = [kind.standard_edition(box) for kind in KINDS.values() for box in kind.boxes]
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
        console.print(f"{where}; every value was checked and can be played.\n")


def _path(path: str) -> str:
    """market.C.columns is market, side C: columns."""
    parts = path.replace("_", " ").split(".")
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
