"""A new game from the options of the command line."""

from pathlib import Path
from typing import Any

from imhotep.table.errors import ImhotepError, SetupError
from imhotep.table.game import Game, new_game
from imhotep.table.games import rules_of
from imhotep.table.record import parse_option


def start_game(
    game: str,
    players: int | None,
    sides: str | None,
    seed: int | None,
    first: int | None,
    variants: dict[str, Any],
    rule: list[str] | None,
    edition: list[Path] | None,
    names: str | None,
    colors: str | None,
    undo: str = "fair",
) -> Game:
    return new_game(
        game,
        players,
        sides,
        seed=seed,
        first=first,
        house_rules=parse_rules(game, rule),
        edition=edition,
        names=_list(names),
        colors=_list(colors),
        undo=undo,
        variants=variants,
    )


def parse_rules(game: str, given: list[str] | None) -> dict[str, Any]:
    """NAME or NAME=VALUE; a name alone switches a rule on."""
    specs = rules_of(game).house_rules
    rules: dict[str, Any] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if name not in specs:
            raise SetupError(f"no house rule is called {name!r}; choose from {', '.join(specs)}")
        try:
            rules[name] = parse_option(value, specs[name].default) if equals else True
        except ImhotepError as error:
            raise SetupError(f"house rule {name}: {error}") from None
    return rules


def _list(text: str | None) -> list[str] | None:
    return None if text is None else [part.strip() for part in text.split(",")]
