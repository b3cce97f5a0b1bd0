"""Why a move can't be made: told of every one of the kind that is asked for, as the game itself would refuse it."""

import random
from typing import Any

import pytest

from imhotep.table.errors import NotationError
from imhotep.table.game import new_game
from imhotep.table.refusals import refusals


@pytest.mark.parametrize(
    ("name", "players", "given"),
    [
        ("duel", 2, {"sides": "ABAB"}),
        ("builder", 2, {"sides": "AAAAA"}),
        ("builder", 3, {"sides": "BBBBB"}),
        ("builder", 4, {"sides": "CCCCC", "cards": "dynasty", "prophecies": True}),
        ("builder", 3, {"sides": "DDDDD", "face_down": True}),
    ],
)
def test_what_is_told_is_what_the_game_says(name: str, players: int, given: dict[str, Any]) -> None:
    game, chance, reasons = new_game(name, players, seed=2, **given), random.Random(2), set()
    while not game.is_over:
        legal = {move.text for move in game.legal_moves()}
        for refused in refusals(game.ask()):
            assert refused.move.text not in legal
            assert refused.reason in game.rules.words.refusals
            reasons.add(refused.reason)
            try:
                error = game.why_not(refused.move.text)
            except NotationError:  # such a place is not even there
                continue
            assert error is not None
            assert error.rule == refused.rule, refused.move.text
            if (error.reason, refused.reason) != (
                "other_token",
                "action_stays",
            ):  # no text says that
                assert error.reason == refused.reason, refused.move.text
        game.play(chance.choice(game.legal_moves()))
    assert "not_asked" not in reasons
    assert len(reasons) >= 5
