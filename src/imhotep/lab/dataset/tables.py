"""Which table each game of a dataset is played at."""

from typing import Any

from imhotep.table.chance import Stream
from imhotep.table.games import RULES
from imhotep.table.proposal import propose

BASE_LETTERS = "AB"  # of the boxes without an expansion


def drawn_table(seed: int, number: int) -> dict[str, Any]:
    """Arguments of `imhotep.new_game` for a game of a dataset.

    Each game and number of players is as likely; where there is an expansion, half of the tables have the base box
    alone; then each side, module and variant is as likely.

    >>> drawn_table(1, 0) == drawn_table(1, 0)
    True
    """
    stream = Stream(seed, f"dataset table {number}")
    tables = [(rules, players) for rules in RULES.values() for players in rules.players]
    rules, players = tables[stream.below(len(tables))]
    boxes = list(dict.fromkeys([BASE_LETTERS, rules.side_letters]))
    letters = boxes[stream.below(len(boxes))]
    return {"game": rules.id, "players": players, **propose(rules.id, letters, stream.below(2**32))}
