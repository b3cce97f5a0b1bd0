"""What every command that starts a game can be told, spelled like the arguments of `imhotep.new_game`."""

from pathlib import Path
from typing import Annotated

import typer

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
