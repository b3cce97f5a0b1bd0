"""What every command that starts a game can be told, spelled like the arguments of `imhotep.new_game`."""

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from imhotep.table.games import RULES
from imhotep.table.setup import OptionSpec

# Of each variant that a game has; the catalogue's words take too long to read for a command that only starts.
VARIANT_HELP = {
    "wrath": "Variant: lose 5 points at the end unless you have built at all four monuments.",
    "cards": "Which market cards: base, or dynasty for the cards of both boxes.",
    "prophecies": "Module: prophecies of the gods, made with scarabs.",
    "face_down": "Variant: market cards are kept face down.",
    "corridor_start": "Pyramids D: the space Imhotep starts on, clockwise from the top left.",
}

GameOption = Annotated[str, typer.Option("--game", help="Which game: builder (with A New Dynasty) or duel.")]
TableGameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        help="Which game: builder (with A New Dynasty) or duel.",
        show_default="builder",
    ),
]
OfGameOption = Annotated[
    str | None, typer.Option("--game", help="Only this game: builder or duel.", show_default=False)
]
PlayersOption = Annotated[
    int | None,
    typer.Option(help="How many players: 2, 3 or 4 in builder, 2 in duel.", show_default=False),
]
SidesOption = Annotated[
    str | None,
    typer.Option(
        help="A letter for each site. Builder, A to D: market, pyramids, temple, burial chamber, obelisks. "
        "Duel, A or B: obelisk, temple, pyramids, tomb.",
        show_default="all A",
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(help="The same seed gives the same deals. Random unless given."),
]
FirstOption = Annotated[
    int | None,
    typer.Option(help="The seat that starts, from 0. Drawn from the seed unless given."),
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME[=VALUE]",
        help="A house rule, such as may_decline_card or refill_at_end_of_turn; can be repeated.",
    ),
]
EditionOption = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE",
        help="Use the values of this edition file, one for each box; see: imhotep editions.",
    ),
]
NamesOption = Annotated[
    str | None,
    typer.Option(metavar="NAME,NAME,...", help="The players' names, from seat 0."),
]
ColorsOption = Annotated[
    str | None,
    typer.Option(
        metavar="COLOR,COLOR,...",
        help="The players' colours, from seat 0: black, white, and in builder also brown, gray.",
    ),
]


def with_variants(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command an option for each variant of any game; it is told as `variants` which of them were given."""
    specs = {name: spec for rules in RULES.values() for name, spec in rules.variants.items()}
    options = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in specs]
    options = [option.replace(annotation=_variant_option(option.name, specs[option.name])) for option in options]

    @functools.wraps(command)
    def told(**given: Any) -> None:
        variants = {name: given.pop(name) for name in specs}
        command(variants={name: value for name, value in variants.items() if value is not None}, **given)

    others = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for parameter in inspect.signature(command).parameters.values()
        if parameter.name != "variants"
    ]
    at = next(number for number, parameter in enumerate(others) if parameter.name == "rule")
    parameters = [*others[:at], *options, *others[at:]]
    told.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    told.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return told


def _variant_option(name: str, spec: OptionSpec) -> Any:
    flag = name.replace("_", "-")
    names = [f"--{flag}/--no-{flag}"] if isinstance(spec.default, bool) else [f"--{flag}"]
    help = VARIANT_HELP[name]
    return Annotated[type(spec.default) | None, typer.Option(*names, help=help, show_default=False)]
