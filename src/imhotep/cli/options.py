"""What every command that starts a game can be told, spelled like the arguments of `imhotep.new_game`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from imhotep.table.errors import ImhotepError, SetupError
from imhotep.table.game import Game, new_game
from imhotep.table.games import kind_of
from imhotep.table.record import parse_option

GameOption = Annotated[
    str, typer.Option("--game", help="Which game: builder (with A New Dynasty) or duel.", rich_help_panel="The table")
]
TableGameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        help="Which game: builder (with A New Dynasty) or duel.",
        rich_help_panel="The table",
        show_default="builder",
    ),
]
OfGameOption = Annotated[
    str | None, typer.Option("--game", help="Only this game: builder or duel.", show_default=False)
]
PlayersOption = Annotated[
    int | None,
    typer.Option(
        help="How many players: 2, 3 or 4 in builder, 2 in duel.", rich_help_panel="The table", show_default=False
    ),
]
SidesOption = Annotated[
    str | None,
    typer.Option(
        help="A letter for each site. Builder, A to D: market, pyramids, temple, burial chamber, obelisks. "
        "Duel, A or B: obelisk, temple, pyramids, tomb.",
        rich_help_panel="The table",
        show_default="all A",
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(help="The same seed gives the same deals. Drawn if you name none.", rich_help_panel="The table"),
]
FirstOption = Annotated[
    int | None,
    typer.Option(
        help="The seat that starts, from 0. Drawn from the seed if you name none.", rich_help_panel="The table"
    ),
]
WrathOption = Annotated[
    bool | None,
    typer.Option(
        "--wrath/--no-wrath",
        help="Variant: 5 points less for whoever misses one of the four monuments.",
        rich_help_panel="Builder of Egypt and A New Dynasty",
        show_default=False,
    ),
]
CardsOption = Annotated[
    str | None,
    typer.Option(
        help="Which market cards: base, or dynasty for those of both boxes.",
        rich_help_panel="Builder of Egypt and A New Dynasty",
        show_default=False,
    ),
]
PropheciesOption = Annotated[
    bool | None,
    typer.Option(
        "--prophecies/--no-prophecies",
        help="Module: prophecies of the gods, made with scarabs.",
        rich_help_panel="Builder of Egypt and A New Dynasty",
        show_default=False,
    ),
]
FaceDownOption = Annotated[
    bool | None,
    typer.Option(
        "--face-down/--no-face-down",
        help="Variant: market cards are kept face down.",
        rich_help_panel="Builder of Egypt and A New Dynasty",
        show_default=False,
    ),
]
CorridorStartOption = Annotated[
    int | None,
    typer.Option(
        help="Pyramids D: the space Imhotep starts on, clockwise from the top left.",
        rich_help_panel="Builder of Egypt and A New Dynasty",
        show_default=False,
    ),
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME[=VALUE]",
        help="A house rule, such as may_decline_card or refill_at_end_of_turn; can be given several times.",
        rich_help_panel="The table",
    ),
]
EditionOption = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE",
        help="Use the values of this edition file; see: imhotep editions. Once for each box.",
        rich_help_panel="The table",
    ),
]
NamesOption = Annotated[
    str | None,
    typer.Option(metavar="NAME,NAME,...", help="Who sits where, from seat 0 on.", rich_help_panel="The table"),
]
ColorsOption = Annotated[
    str | None,
    typer.Option(
        metavar="COLOR,COLOR,...",
        help="Colors from seat 0 on: black, white, and in builder brown, gray.",
        rich_help_panel="The table",
    ),
]


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
    """`variants` that nobody asked for are None."""
    return new_game(
        game,
        players,
        sides,
        seed=seed,
        first=first,
        rules=parse_rules(game, rule),
        edition=edition,
        names=_list(names),
        colors=_list(colors),
        undo=undo,
        **{name: value for name, value in variants.items() if value is not None},
    )


def parse_rules(game: str, given: list[str] | None) -> dict[str, Any]:
    """NAME or NAME=VALUE; a name alone switches a rule on."""
    specs = kind_of(game).house_rules
    rules: dict[str, Any] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if name not in specs:
            raise SetupError(f"no house rule is called {name!r}; there are {', '.join(specs)}")
        try:
            rules[name] = parse_option(value, specs[name].default) if equals else True
        except ImhotepError as error:
            raise SetupError(f"house rule {name}: {error}") from None
    return rules


def _list(text: str | None) -> list[str] | None:
    return None if text is None else [part.strip() for part in text.split(",")]
