"""What can be played, and all words about it."""

from typing import Any

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, FromQuery

from imhotep.server.errors import Unknown
from imhotep.server.http.request import Request
from imhotep.server.http.security import services_of
from imhotep.server.tables.offers import BOTS
from imhotep.table.catalogue import Catalogue, Language, catalogue
from imhotep.table.game import new_game
from imhotep.table.games import RULES
from imhotep.table.rules import GameRules
from imhotep.table.setup import OptionSpec


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What can be chosen for a table."""

    id: str
    title: str
    players: list[int]
    sites: list[str]
    side_letters: str  # each site has each of them
    colors: list[str]  # of the seats
    variants: dict[str, OptionSpec]
    house_rules: dict[str, OptionSpec]
    bots: list[str]  # the weakest first
    house: list[str]  # sides that carry values of our own, such as "temple.C"


class Printed(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on boards and cards, beside what the views tell."""

    printed: Any


def rules_called(game: str) -> GameRules:
    if game not in RULES:
        raise Unknown("there is no such game")
    return RULES[game]


class GameRoutes(Controller):
    path = "/api/games"
    tags = ("games",)

    @get("/", sync_to_thread=True)
    def list_games(self) -> list[GameInfo]:
        """What can be played, and what can be chosen for a table."""
        return [
            GameInfo(
                id=rules.id,
                title=rules.words.title,
                players=list(rules.players),
                sites=list(rules.sites),
                side_letters=rules.side_letters,
                colors=list(rules.colors),
                variants=dict(rules.variants),
                house_rules=dict(rules.house_rules),
                bots=list(BOTS),
                house=new_game(rules.id, seed=0).printed.house,
            )
            for rules in RULES.values()
        ]

    @get("/{game:str}/words", sync_to_thread=True)
    def words(self, game: FromPath[str], language: FromQuery[Language] = "en") -> Catalogue:
        """All words about a game: sites, sides, cards, rules and rulings, refusals, questions and events."""
        return catalogue(rules_called(game).id, language)

    @get("/{game:str}/printed", sync_to_thread=True)
    def standard_values(self, game: FromPath[str]) -> Printed:
        """What is printed on boards and cards of the editions that come with imhotep, beside what the views tell."""
        return Printed(printed=new_game(rules_called(game).id, seed=0).printed)


class PrintedRoutes(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/{table:str}/printed")
    async def values(self, request: Request, table: FromPath[str]) -> Printed:
        """The same of the editions of a table whose game has begun."""
        return Printed(printed=(await services_of(request).games.get(table)).game.printed)
