"""On a phone: each decision of either game by a thumb, with nothing smaller than 44 pixels."""

import itertools
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from web_tools import PHONE, NewVisitor, Size, Visitor, chromium, client, site, visit

import imhotep

__all__ = ["chromium", "client", "site", "visit"]  # fixtures

LANDSCAPE = Size("landscape", 740, 360, True)
WIDER = Size("wider", 390, 844, True)
DYNASTY = {"cards": "dynasty", "prophecies": True}
TABLES: dict[str, list[dict[str, Any]]] = {
    "builder": [
        {"players": 4, "sides": "AAAAA"},
        {"players": 3, "sides": "BBBBB"},
        {"players": 4, "sides": "CCCCC", **DYNASTY},
        {"players": 2, "sides": "DDDDD", **DYNASTY},
    ],
    "duel": [{"players": 2, "sides": "AAAA"}, {"players": 2, "sides": "BBBB"}],
}
GAMES = 3  # of each table


class Decision(NamedTuple):
    name: str
    record: str
    entries: int  # of the game before it


def decisions(kind: str) -> list[Decision]:
    """One for each question, kind of answer and side of the market: that with the most answers."""
    best: dict[Any, tuple[int, Decision]] = {}
    for table, seed in itertools.product(TABLES[kind], range(GAMES)):
        chance = random.Random(seed)
        game = imhotep.new_game(kind, seed=seed, **table)
        met: list[tuple[Any, int, int]] = []
        while not game.is_over:
            asked = game.ask()
            verbs = {move.verb for move in asked.moves} - {"decline"} if asked.view.question != "turn" else set()
            key = (table["sides"][0], asked.view.question, *sorted(verbs))
            met.append((key, len(asked.moves), len(game.entries)))
            game.play(chance.choice(asked.moves))
        record = game.record()
        for key, moves, entries in met:
            if moves > best.get(key, (1, None))[0]:
                best[key] = (moves, Decision(" ".join(key), record, entries))
    return [decision for _, decision in best.values()]
