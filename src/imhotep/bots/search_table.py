"""Which search is the strongest for a game, a number of players and a budget, and what each level may spend: the table
`levels.toml`, checked when it is read."""

import math
import re
import tomllib
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from imhotep.table.errors import ImhotepError
from imhotep.table.games import RULES

FILE = "levels.toml"
SearchName = Literal["mcts", "learned"]
MCTS: Final = "mcts"
LEARNED: Final = "learned"
RESULT = re.compile(r"benchmarks/gates/results/[\w.-]+\.json")  # of a gate: what a cell cites

Sims = Annotated[int, Meta(ge=1, le=10_000_000)]
Seconds = Annotated[float, Meta(gt=0, le=3600)]


class SearchTableError(ImhotepError):
    """A table of searches that contradicts itself."""


class Level(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An opponent by name: what it spends on a decision."""

    name: Annotated[str, Meta(pattern="^[a-z]+$")]
    summary: Annotated[str, Meta(min_length=1, max_length=80)]
    sims: dict[SearchName, Sims]
    seconds: Seconds  # of processor time, at most


class Cell(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The strongest search at a budget."""

    game: str
    players: int
    seconds: Seconds  # of processor time for a decision
    search: SearchName
    match: str | None = None  # the result of the match that shows it


class SearchTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All levels, the gentlest first, and all cells."""

    levels: list[Level]
    speed: dict[str, dict[str, int]]  # simulations of mcts a second, by game and players
    cells: list[Cell]

    def seconds(self, game: str, players: int, sims: int) -> float:
        """What so many simulations of mcts take, about."""
        return sims / self.speed[game][str(players)]

    def strongest(self, game: str, players: int, seconds: float) -> SearchName:
        """By the cell that is nearest to this budget."""
        cells = [cell for cell in self.cells if (cell.game, cell.players) == (game, players)]
        return min(cells, key=lambda cell: abs(math.log(cell.seconds / seconds))).search

    def search_of(self, level: Level, game: str, players: int) -> SearchName:
        """The strongest one at this level's budget."""
        return self.strongest(game, players, min(level.seconds, self.seconds(game, players, level.sims["mcts"])))


def read(text: str, origin: str = FILE) -> SearchTable:
    """A table that is complete and consistent, or one line that says what is wrong."""
    try:
        table = msgspec.convert(tomllib.loads(text), SearchTable)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SearchTableError(f"{origin}: {error}") from None
    problem = _in_levels(table) or _in_speed(table) or _in_cells(table) or _in_searches(table)
    if problem is not None:
        raise SearchTableError(f"{origin}: {problem}")
    return table


def _in_levels(table: SearchTable) -> str | None:
    names = [level.name for level in table.levels]
    if not names or len(set(names)) < len(names):
        return "there have to be levels, and each has a name of its own"
    without = next((level.name for level in table.levels if MCTS not in level.sims), None)
    if without is not None:
        return f"{without}: sims.mcts is missing, which is what it gets where nothing has been learned"
    for low, high in pairwise(table.levels):
        if low.sims["mcts"] >= high.sims["mcts"]:
            return f"{high.name} has no more simulations than {low.name} before it"
    return None


def _in_speed(table: SearchTable) -> str | None:
    for game, rules in RULES.items():
        speeds = table.speed.get(game, {})
        if set(speeds) != {str(players) for players in rules.players} or min(speeds.values()) < 1:
            return f"speed.{game} has a number above 0 for each number of players"
    return None


def _in_cells(table: SearchTable) -> str | None:
    seen = set()
    for cell in table.cells:
        name = f"the cell {cell.game}, {cell.players} players, {cell.seconds:g} s"
        if cell.game not in RULES or cell.players not in RULES[cell.game].players:
            return f"{name}: there is no such game"
        if (cell.game, cell.players, cell.seconds) in seen:
            return f"{name} is there twice"
        seen.add((cell.game, cell.players, cell.seconds))
        if cell.search == LEARNED and cell.match is None:
            return f"{name}: learned needs the match that shows it"
        if cell.match is not None and not RESULT.fullmatch(cell.match):
            return f"{name}: a match is the result of a gate, benchmarks/gates/results/NAME.json, not {cell.match!r}"
    for game, rules in RULES.items():
        for players in rules.players:
            if not any((cell.game, cell.players) == (game, players) for cell in table.cells):
                return f"{game} with {players} players has no cell"
    return None


def _in_searches(table: SearchTable) -> str | None:
    """A level that learned plays somewhere says how much it then may search."""
    for level in table.levels:
        for game, rules in RULES.items():
            for players in rules.players:
                if table.search_of(level, game, players) not in level.sims:
                    return f"{level.name}: sims.learned is missing, which {game} with {players} players needs"
    return None


@cache
def search_table() -> SearchTable:
    """The one that comes with imhotep."""
    return read(resources.files("imhotep.bots").joinpath(FILE).read_text(encoding="utf-8"))
