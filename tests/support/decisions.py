"""Every kind of decision that the two games have, and how to get to its table in a browser."""

import itertools
import random
from typing import Any, NamedTuple

import imhotep
from tests.support.browser import Visitor

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
AT_ONCE = 8  # games played on by one person: more are too often


class Decision(NamedTuple):
    name: str
    record: str
    entries: int  # of the game before it


def decisions(kind: str) -> list[Decision]:
    """One for each question and kind of answer, and each side where cards are picked: that with the most answers."""
    best: dict[Any, tuple[int, Decision]] = {}
    for table, seed in itertools.product(TABLES[kind], range(GAMES)):
        chance = random.Random(seed)
        game = imhotep.new_game(kind, seed=seed, **table)
        met: list[tuple[Any, int, int]] = []
        while not game.is_over:
            asked = game.ask()
            question = asked.view.question
            verbs = {move.verb for move in asked.moves} - {"decline"} if question != "turn" else set()
            side = [table["sides"][0]] if question == "pick_card" else []
            met.append(((question, *side, *sorted(verbs)), len(asked.moves), len(game.entries)))
            game.play(chance.choice(asked.moves))
        record = game.record()
        for key, moves, entries in met:
            if moves > best.get(key, (1, None))[0]:
                best[key] = (moves, Decision(" ".join(key), record, entries))
    return [decision for _, decision in best.values()]


def decide(visitor: Visitor, record: str, entries: int) -> str:
    """At the table where a game is played on after so many entries."""
    old = visitor.post("/api/records", {"record": record})["table"]
    table: str = visitor.post(f"/api/tables/{old}/play-on", {"entries": entries, "bot": "random"})["table"]
    visitor.go(f"/tables/{table}")
    assert visitor.wait_for_choice()
    return table
