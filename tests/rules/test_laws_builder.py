"""Laws of Builder of Egypt, over random setups and random play; those of any game are in conformance.py."""

from typing import Any

from hypothesis import given

from imhotep.engine.builder.game import Builder
from tests.support.setups import (
    SEEDS,
    agenda,
    cards_of,
    check_knowledge,
    check_tokens,
    position_of,
    random_moves,
    setups,
    start,
    stones_of,
)


@given(setups(), SEEDS)
def test_stones_cards_and_tokens_are_conserved(setup: dict[str, Any], chance: int) -> None:
    game = start(setup)
    position = position_of(game)
    per_seat = 30 * (2 if has_second_color(setup) else 1) - 1
    deck = cards_of(position)
    assert len(deck) == (48 if setup["cards"] == "dynasty" else 34)
    for _ in random_moves(game, chance):
        assert [stones_of(position, seat) for seat in range(game.players)] == [per_seat] * game.players
        assert cards_of(position) == deck
        check_tokens(position)
        check_knowledge(position)
        assert all(0 <= player.sled <= player.room and player.quarry >= 0 for player in position.players)
    assert agenda(position) == []


def has_second_color(setup: dict[str, Any]) -> bool:
    expansion = set(setup["sides"]) & set("CD") or setup["cards"] == "dynasty" or setup["prophecies"]
    return setup["players"] == 2 and bool(expansion or setup["house_rules"].get("second_color"))


@given(setups(), SEEDS)
def test_a_single_answer_is_asked_for_only_to_keep_one_of_several_cards(setup: dict[str, Any], chance: int) -> None:
    game = start(setup)
    for _ in random_moves(game, chance):
        if not game.is_over and game.question != "turn" and len(game.legal_moves()) == 1:
            assert game.question == "keep_card"
            assert len(game.view(game.decider).market.seen or []) > 1  # P13


@given(setups(), SEEDS)
def test_a_table_that_is_cleared_is_as_if_nothing_had_been_played_there(setup: dict[str, Any], chance: int) -> None:
    """Whenever it is: those who set up a position by hand begin with it."""
    game = start(setup)
    used, new = position_of(game), position_of(game).blank()
    assert isinstance(new, Builder)
    new.clear()
    for _ in random_moves(game, chance):
        copy = used.blank()
        assert isinstance(copy, Builder)
        copy.copy_from(used)
        copy.clear()
        copy.random.state = new.random.state
        assert copy.numbers() == new.numbers()


@given(setups(), SEEDS)
def test_points_are_told_when_they_are_gained(setup: dict[str, Any], chance: int) -> None:
    """Not only at the end: at any moment the events add up to the ledger."""
    game = start(setup)
    told = [dict.fromkeys(game.rules.sources, 0) for _ in range(game.players)]
    events = 0
    for _ in random_moves(game, chance):
        for event in game.events_for(None, events):
            if event.kind == "points":
                told[event.seat or 0][event.source or ""] += event.points or 0
            events += 1
        assert told == [game.breakdown(seat) for seat in range(game.players)]
