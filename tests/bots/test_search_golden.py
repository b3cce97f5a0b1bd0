"""What `mcts` finds with a seed and a number of simulations stays what it was before the search got rooms of its own.

tests/bots/golden/visits.json was written before the search got an evaluator. To write it anew, which no change of the
search's shape should need: python -m tests.bots.test_search_golden
"""

import json
import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import imhotep
from imhotep.bots.players import MctsOptions, search_tree
from imhotep.engine.kernel import Random
from imhotep.table.question import Question

GOLDEN = Path(__file__).with_name("golden") / "visits.json"
SIMULATIONS = 300
EVERYTHING: dict[str, Any] = {"cards": "dynasty", "prophecies": True, "wrath": True}


class Setup(NamedTuple):
    game: str
    players: int
    sides: str
    variants: dict[str, Any] = {}  # noqa: RUF012  (nobody changes it)


SETUPS = {
    "2-AAAAA": Setup("builder", 2, "AAAAA"),
    "2-BBBBB": Setup("builder", 2, "BBBBB"),
    "2-CDCDC": Setup("builder", 2, "CDCDC"),
    "2-DDDDD-all": Setup("builder", 2, "DDDDD", EVERYTHING),
    "3-CCCCC-all": Setup("builder", 3, "CCCCC", EVERYTHING),
    "4-ABCDA-hidden": Setup("builder", 4, "ABCDA", {**EVERYTHING, "face_down": True}),
    "duel-AAAA": Setup("duel", 2, "AAAA"),
    "duel-BABB": Setup("duel", 2, "BABB"),
}
PLIES = (0, 13, 31, 52)  # decisions before the search


def asked(setup: Setup, ply: int) -> Question:
    """The question after so many random decisions."""
    game = imhotep.new_game(setup.game, setup.players, setup.sides, seed=5, variants=setup.variants)
    chance = random.Random(ply)
    for _ in range(ply):
        game.play(chance.choice(game.legal_moves()))
    return game.ask()


def found(setup: Setup, ply: int) -> list[list[list[int | str]]]:
    """Codes, visits and mean rewards: of a new tree, and of the same tree behind its best decision."""
    question = asked(setup, ply)
    position = question.position()
    tree = search_tree(position, MctsOptions(), question.out)
    chance = Random(17 + ply)
    tree.search(position, question.seat, SIMULATIONS, chance)
    looks = [tree.tried(position)]
    best = tree.best(position)
    position.apply(best)
    if position.depth > 0 and tree.follow(best):
        tree.search(position, -1, SIMULATIONS, chance)
        looks.append(tree.tried(position))
    return [[[code, visits, mean.hex()] for code, visits, mean in look] for look in looks]


@pytest.mark.parametrize("ply", PLIES)
@pytest.mark.parametrize("name", SETUPS)
def test_the_same_seed_gives_the_same_visits(name: str, ply: int) -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert found(SETUPS[name], ply) == golden[name][str(ply)]


if __name__ == "__main__":
    looks = {name: {str(ply): found(setup, ply) for ply in PLIES} for name, setup in SETUPS.items()}
    GOLDEN.write_text(json.dumps(looks, separators=(",", ":")).replace('},"', '},\n"') + "\n", encoding="utf-8")
