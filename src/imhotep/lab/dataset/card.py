"""The data card of a dataset: what it is, how it was made, what each column means, and what may be done with it."""

import platform
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from imhotep.lab.dataset.folder import FRAME, LICENCE, SUMS, Heading
from imhotep.lab.dataset.frame import columns
from imhotep.table.games import RULES

LICENCE_TEXT = """CC0 1.0 Universal

To the extent possible under law, whoever made this dataset has waived all copyright and related or neighboring rights
to it: the games in it were played by programs. Legal code: https://creativecommons.org/publicdomain/zero/1.0/legalcode
"""

READ = """```python
import json, lzma
import imhotep, polars

frame = polars.read_parquet("seats.parquet")
with lzma.open("records-00000.jsonl.xz", "rt") as lines:
    game = imhotep.load(json.loads(next(lines))["record"])
print(game.scores(), frame.filter(polars.col("number") == 0)["score"].to_list())
```"""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to tell of the games."""

    games: int  # finished ones
    forfeits: dict[str, int]  # how many were forfeited, by reason
    tables: dict[str, int]  # how many were finished at each kind of table
    decisions: int
    seconds: float  # of processor time


def kind_of_table(game: str, players: int) -> str:
    return f"{RULES[game].words.title}, {players} players"


def card(heading: Heading, figures: Figures, command: str, sums: Mapping[str, str], whole: str, polars: str) -> str:
    """`sums` are the hashes of files, `whole` that of the file which lists them, `polars` the package's version."""
    boxes = ", ".join(f"{RULES[game].words.title} {version}" for game, version in heading.rules.items())
    parts = [
        "---\nlicense: cc0-1.0\npretty_name: Games of Imhotep played by bots\n---",
        "# Games of Imhotep played by bots",
        f"{figures.games:,} whole games of the board games *Imhotep: Builder of Egypt* (with *A New Dynasty*) and "
        f"*Imhotep: The Duel*, {figures.decisions:,} decisions in all, with `{heading.bot}` at every seat: each as a "
        f"record that can be played again, and all as a data frame with a row for each seat.",
        "## How it was made",
        _table(
            ["", ""],
            [
                ["command", f"`{command}`"],
                ["imhotep", f"{heading.version}, {heading.engine} engine"],
                ["versions of the rules", boxes],
                ["written with", f"Python {platform.python_version()}, Polars {polars}"],
                ["processor time of all decisions", f"{figures.seconds / 3600:.2f} hours"],
            ],
        ),
        "The same seed draws the same tables and deals the same cards. A bot that thinks for so many seconds does not "
        "choose the same moves again; one that thinks for so many simulations does.",
        _forfeits(figures),
        "## Which tables",
        "Each game with each number of players is as likely. Half of the tables of Builder of Egypt use the base box "
        "alone (sides A and B), the others sides A to D with the modules of A New Dynasty; then each side of a site, "
        "each module and each variant is as likely, and who starts is drawn. House rules are never in play.",
        _table(["table", "games"], [[name, f"{count:,}"] for name, count in figures.tables.items()]),
        "Many numbers of A New Dynasty are printed only on its boards and cards, and are house values in imhotep: "
        "`imhotep editions` lists them.",
        "## Files",
        _table(["file", "SHA-256"], [[f"`{name}`", f"`{hash}`"] for name, hash in sums.items()]),
        f"`{SUMS}` lists the same for `sha256sum --check`; its own hash, `{whole}`, names the dataset as a whole. "
        f"`{FRAME}` is the data frame. In `records-*.jsonl.xz` each line is a game: `number`, `record` (the text that "
        "`imhotep.load` reads), and by seat `places`, `scores`, `moves` (how many), `seconds`, `points` (by source), "
        "with `first` and `turns`; a game that was forfeited has a `failure` and no record.",
        READ,
        "## Columns of the data frame",
        _table(
            ["column", "type", "meaning"],
            [[f"`{column.name}`", column.kind, column.meaning] for column in columns()],
        ),
        "A column is null where the game does not have it.",
        "## What it is not",
        "Games of one bot against itself: they show how it plays these tables, not how they should be played.",
        "## Licence",
        f"CC0 1.0: do with it what you like ({LICENCE}). The games were played by programs, and a record says nothing "
        "of any person. The names of the board games belong to their publisher.",
    ]
    return "\n\n".join(parts) + "\n"


def _forfeits(figures: Figures) -> str:
    if not figures.forfeits:
        return "No game was forfeited."
    told = ", ".join(f"{reason} ({count:,})" for reason, count in figures.forfeits.items())
    games = sum(figures.forfeits.values())
    return f"Games that the bot forfeited, which are in no row and no figure: {games:,}. Reasons: {told}."


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines)


def ordered(tables: Counter[str]) -> dict[str, int]:
    """As the catalogue has the games."""
    kinds = [kind_of_table(rules.id, players) for rules in RULES.values() for players in rules.players]
    return {kind: tables[kind] for kind in kinds if tables[kind]}
