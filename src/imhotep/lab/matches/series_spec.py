"""A series of games at one table: everything they share, and how each deal follows from one seed."""

from collections.abc import Sequence
from typing import Any

import msgspec

from imhotep._pure import engine_is_compiled
from imhotep.lab.matches.game_runner import MatchSpec
from imhotep.lab.matches.table_setup import TableSetup
from imhotep.lab.matches.validation import check_limit
from imhotep.table.chance import Stream
from imhotep.table.editions import Edition
from imhotep.table.game import new_game

MOVE_LIMIT = 120.0


class SeriesSpec:
    """`table` is what `imhotep.new_game` takes: game, players, sides, house_rules, edition, variants."""

    def __init__(self, *, seed: int, first: int | None, move_limit: float, stats: bool = False, **table: Any) -> None:
        game = new_game(seed=seed, first=first, **table)  # checks all of these
        self.rules = game.rules
        self.setup = game.setup
        self.progress = game.progress  # how much there is of what the game counts
        self.seed = game.setup.seed
        self.first = first
        self.move_limit = check_limit(move_limit)
        self.stats = stats
        self.edition = ", ".join(str(self.setup.editions[box]) for box in self.rules.boxes_in_play(self.setup))
        self.edition_texts = [edition.text for edition in self.setup.editions.values() if not edition.built_in]
        self._edition_files = _edition_files(table.get("edition"))

    def match(self, deal: str, game: str, bots: list[str]) -> MatchSpec:
        """Games of the same `deal` get the same cards, bots of the same `game` the same seeds."""
        return MatchSpec(
            **self.table(),
            editions=self.edition_texts,
            seed=f"{_bits(Stream(self.seed, deal), 4):x}",
            bots=bots,
            bot_seeds=[_bits(Stream(self.seed, f"{game} seat {seat}"), 2) >> 1 for seat in range(self.setup.players)],
            move_limit=self.move_limit,
            stats=self.stats,
        )

    def table(self) -> dict[str, Any]:
        """The fields of a `TableSetup`."""
        setup = self.setup
        table = TableSetup(
            game=setup.game,
            players=setup.players,
            sides=setup.sides,
            first=self.first,
            variants=setup.variants,
            rules=setup.house_rules,
        )
        return msgspec.structs.asdict(table)

    def told(self) -> dict[str, Any]:
        """The fields of a `SeriesResult`."""
        engine = "compiled" if engine_is_compiled() else "pure"
        return {**self.table(), "edition": self.edition, "seed": self.seed, "engine": engine}

    def options(self) -> list[str]:
        """Of a command that plays at this table."""
        setup, rules = self.setup, self.rules
        words = ["--game", setup.game, "--players", str(setup.players), "--sides", setup.sides]
        words += ["--seed", str(self.seed)]
        if self.first is not None:
            words += ["--first", str(self.first)]
        for name, value in setup.variants.items():
            if value != rules.variants[name].default:
                option = name.replace("_", "-")
                if isinstance(value, bool):
                    words.append(f"--{option}" if value else f"--no-{option}")
                else:
                    words += [f"--{option}", str(value)]
        for name, value in setup.house_rules.items():
            if value != rules.house_rules[name].default:
                text = ("yes" if value else "no") if isinstance(value, bool) else str(value)
                words += ["--rule", f"{name}={text}"]
        for file in self._edition_files:
            words += ["--edition", file]
        if self.move_limit != MOVE_LIMIT:
            words += ["--move-limit", f"{self.move_limit:g}"]
        return words


def _bits(stream: Stream, words: int) -> int:
    number = 0
    for _ in range(words):
        number = number << 32 | stream.below(2**32)
    return number


def _edition_files(given: object) -> Sequence[str]:
    several = given if isinstance(given, (list, tuple)) else [given]
    return [str(one) for one in several if one is not None and not isinstance(one, Edition)]
