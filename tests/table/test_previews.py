"""What a move would bring: told without anything that who is asked can't know, and true."""

import random
from typing import Any

import pytest

from imhotep.table.game import Game, new_game
from imhotep.table.previews import previews

SETUPS: list[tuple[str, int, dict[str, Any]]] = [
    ("duel", 2, {"sides": "AAAA"}),
    ("duel", 2, {"sides": "BBBB"}),
    ("builder", 3, {"sides": "AAAAA"}),
    ("builder", 4, {"sides": "BBBBB"}),
    ("builder", 3, {"sides": "CCCCC"}),
    ("builder", 2, {"sides": "DDDDD"}),
    ("builder", 3, {"sides": "BABAB", "face_down": True}),
]


def worth(game: Game, viewer: int) -> list[dict[str, int]]:
    seats = game.view(viewer).seats
    return [seat.if_ended if game.rules.id == "builder" else seat.points for seat in seats]


@pytest.mark.parametrize(("name", "players", "given"), SETUPS)
def test_what_is_previewed_comes_true(name: str, players: int, given: dict[str, Any]) -> None:
    game, chance = new_game(name, players, seed=5, **given), random.Random(5)
    told = hidden = 0
    while not game.is_over:
        decider, before = game.decider, game.event_count
        assert decider is not None
        found = previews(game.ask())
        assert [preview.text for preview in found] == [str(move) for move in game.legal_moves()]
        preview = chance.choice(found)
        game.play(preview.text)
        happened = game.events_for(decider, before)
        assert happened[: len(preview.events)] == preview.events
        if preview.points is not None:
            told += 1
            hidden += preview.scores is None
            assert preview.points == worth(game, decider), preview.text
        if preview.scores is not None:
            assert preview.points is not None
            assert preview.scores == game.scores()
            assert preview.decider == game.decider
            assert len(happened) == len(preview.events)
    assert told > hidden
    assert hidden > 0 or given["sides"] == "DDDDD"  # where only cards or tokens are dealt after it


def test_a_refill_never_hides_the_points_of_the_duel() -> None:
    game, chance = new_game("duel", 2, seed=3), random.Random(3)
    while not game.is_over:
        found = previews(game.ask())
        assert all(preview.points is not None for preview in found)
        game.play(chance.choice(found).text)


def test_a_card_that_is_drawn_hides_the_points() -> None:
    """Whatever nobody can know: a statue or an ornament would count."""
    game, chance = new_game("builder", 2, "ABAAA", seed=1), random.Random(1)
    unknown = []
    while not game.is_over:
        found = previews(game.ask())
        unknown += [preview for preview in found if preview.points is None]
        game.play(chance.choice(found).text)
    assert unknown
    assert all(preview.scores is None for preview in unknown)
