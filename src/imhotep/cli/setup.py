"""imhotep setup: proposes a mix of sides, and explains one."""

import json
import secrets
from pathlib import Path
from typing import Any

from imhotep.table.catalogue import catalogue
from imhotep.table.chance import Stream
from imhotep.table.errors import SetupError
from imhotep.table.game import new_game
from imhotep.table.games import kind_of
from imhotep.table.setup import Setup, check_seed


def run(
    game: str,
    players: int,
    random: bool,
    describe: str | None,
    letters: str,
    seed: int | None,
    edition: list[Path] | None,
    as_json: bool,
) -> None:
    if random == (describe is not None):
        raise SetupError("say --random for a proposal, or --describe SIDES to have one explained")
    chosen: dict[str, Any] = {"sides": describe}
    if random:
        seed = secrets.randbits(32) if seed is None else check_seed(seed)
        chosen = propose(game, letters, seed)
    setup = new_game(game, players, edition=edition, seed=0, **chosen).setup
    facts = {"players": setup.players, **chosen, "sides": setup.sides, "described": describe_sides(setup)}
    if random:
        facts |= {"seed": seed, "command": command(setup, chosen)}
    if as_json:
        print(json.dumps(facts))
    else:
        show(facts)


def propose(game: str, letters: str, seed: int) -> dict[str, Any]:
    """A side for each site, and each module and variant or not; the same seed proposes the same."""
    kind = kind_of(game)
    allowed = letters.upper()
    if not allowed or any(letter not in kind.side_letters for letter in allowed):
        raise SetupError(f"letters are some of {kind.side_letters}, not {letters!r}")
    stream = Stream(seed, "setup")
    sides = "".join(allowed[stream.below(len(allowed))] for _ in kind.sites)
    chosen: dict[str, Any] = {"sides": sides}
    for name, spec in kind.variants.items():
        if spec.choices:
            chosen[name] = spec.choices[stream.below(len(spec.choices))]
        elif isinstance(spec.default, bool):
            chosen[name] = stream.below(2) == 1
    if set(allowed) <= set("AB"):  # whoever asks for these may not have the expansion
        chosen |= {"cards": "base", "prophecies": False, "face_down": False}
    return chosen


def describe_sides(setup: Setup) -> list[dict[str, str]]:
    """Each side in a few lines, and which of its values are ours."""
    words = kind_of(setup.game).words
    described: list[dict[str, str]] = []
    for site, letter in zip(words.sides, setup.sides, strict=True):
        side = words.sides[site][letter]
        sources = [found for edition in setup.editions.values() for found in edition.sources()]
        described.append(
            {
                "site": words.sites[site].name,
                "side": letter,
                "name": side.name,
                "pays": words.pays[side.pays],
                "summary": side.summary,
                "text": side.text,
                "house": words.house_note(side.id, sources),
            }
        )
    return described


def command(setup: Setup, chosen: dict[str, Any]) -> str:
    """How to play it."""
    parts = [f"imhotep terminal --players {setup.players} --sides {setup.sides}"]
    for name, value in chosen.items():
        option = f"--{name.replace('_', '-')}"
        if value is True:
            parts.append(option)
        elif name != "sides" and isinstance(value, str) and value != "base":
            parts.append(f"{option} {value}")
    return " ".join(parts)


def show(facts: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.padding import Padding

    console = Console()
    words = catalogue("builder")
    console.print(f"[bold]{facts['sides']}[/], {facts['players']} players")
    for side in facts["described"]:
        console.print(
            f"\n[bold]{side['site']} {side['side']}[/]: [bold]{escape(side['name'])}[/] [dim]({side['pays']})[/]"
        )
        console.print(Padding(escape(side["text"]), (0, 0, 0, 2)))
        if side["house"]:
            console.print(Padding(f"[yellow]{escape(side['house'])}[/]", (0, 0, 0, 2)))
    if "command" not in facts:
        return
    console.print()
    for name, variant in words.variants.items():
        value = facts.get(name)
        if value is True or (isinstance(value, str) and value != "base"):
            console.print(f"[bold]{escape(variant.title)}[/]: {escape(variant.text)}")
    console.print(f"\nTo play it: [bold]{facts['command']}[/]\n[dim]Seed {facts['seed']} proposes the same again.[/]")
