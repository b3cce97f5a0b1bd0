"""imhotep setup: proposes a mix of sides, and explains one."""

import json
import secrets
from pathlib import Path
from typing import Any

from imhotep.table.errors import SetupError
from imhotep.table.game import new_game
from imhotep.table.games import DEFAULT_GAME, rules_of
from imhotep.table.proposal import propose
from imhotep.table.setup import Setup, check_seed


def run(
    game: str,
    players: int | None,
    random: bool,
    describe: str | None,
    letters: str | None,
    seed: int | None,
    edition: list[Path] | None,
    as_json: bool,
) -> None:
    if random == (describe is not None):
        raise SetupError("give --random for a proposal, or --describe SIDES for an explanation")
    chosen: dict[str, Any] = {"sides": describe}
    if random:
        seed = secrets.randbits(32) if seed is None else check_seed(seed)
        chosen = propose(game, letters, seed)
    setup = new_game(game, players, edition=edition, seed=0, **chosen).setup
    facts = {
        "game": setup.game,
        "players": setup.players,
        **chosen,
        "sides": setup.sides,
        "described": describe_sides(setup),
    }
    if random:
        facts |= {"seed": seed, "command": command(setup, chosen)}
    if as_json:
        print(json.dumps(facts))
    else:
        show(facts)


def describe_sides(setup: Setup) -> list[dict[str, str]]:
    """Each side in a few lines, and which of its values are ours."""
    rules = rules_of(setup.game)
    words = rules.words
    described: list[dict[str, str]] = []
    for site, letter in zip(rules.sites, setup.sides, strict=True):
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
    rules = rules_of(setup.game)
    parts = ["imhotep terminal"]
    parts += [] if rules.id == DEFAULT_GAME else [f"--game {rules.id}"]
    parts += [f"--players {setup.players}"] if len(rules.players) > 1 else []
    parts += [f"--sides {setup.sides}"]
    for name, spec in rules.variants.items():
        value = chosen.get(name, spec.default)
        if value != spec.default:
            option = f"--{name.replace('_', '-')}"
            parts.append(option if value is True else f"{option} {value}")
    return " ".join(parts)


def show(facts: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.padding import Padding

    console = Console()
    rules = rules_of(facts["game"])
    console.print(f"[bold]{rules.words.title} {facts['sides']}[/], {facts['players']} players")
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
    for name, variant in rules.words.variants.items():
        default = rules.variants[name].default
        if facts.get(name, default) != default:
            console.print(f"[bold]{escape(variant.title)}[/]: {escape(variant.text)}")
    console.print(
        f"\nTo play it: [bold]{facts['command']}[/]\n[dim]Seed {facts['seed']} gives the same proposal again.[/]"
    )
