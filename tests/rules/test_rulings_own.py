# ruff: noqa: N802
"""The project's own rulings, P1 and on."""

from tests.support.builder import (
    BLACK,
    ONE_SHIP_LEFT,
    WHITE,
    all_but,
    breakdown,
    hand,
    happened,
    moves,
    play,
    quarries,
    refused,
    scored,
    ship,
    table,
)

MOORED = [ship(4, at="pyramids"), ship(3, at="temple"), ship(2, at="obelisks")]


def test_P1_a_market_that_can_not_be_filled_has_empty_spaces() -> None:
    held = all_but("statue", "lever", "entrance", "entrance", "sarcophagus", "sarcophagus", "paved_path", "paved_path")
    red = ["entrance"] * 2 + ["sarcophagus"] * 2 + ["paved_path"] * 2
    game = table(2, ships=ONE_SHIP_LEFT, hands=[held, []], market=red[:4], discard_pile=[])
    assert game.view().draw_pile == 4
    play(game, "sail 4 burial chamber")
    assert game.round == 2
    assert len([card for card in game.view().market.open if card]) == 4
    game = table(2, ships=ONE_SHIP_LEFT, hands=[[*held, "statue", "lever"], []], market=red[:1], draw_pile=red[1:])
    play(game, "sail 4 market")  # the only card is taken at once and builds; four are left of five
    assert len([card for card in game.view().market.open if card]) == 4
    held += ["statue", "lever"]
    game = table(2, "BAAAA", ships=ONE_SHIP_LEFT, hands=[held, []], draw_pile=red)
    play(game, "sail 4 burial chamber")
    assert (len([card for card in game.view().market.open if card]), game.view().market.face_down) == (3, 2)


def test_P1_a_single_face_down_card_is_kept_and_a_stone_without_a_card_takes_nothing() -> None:
    game = table(2, "BAAAA", ships=[*MOORED, ship(2, BLACK, WHITE)], turn=WHITE, face_down=["statue"], round=6)
    before = quarries(game)
    play(game, "sail 4 market")
    assert hand(game, BLACK) == ["statue"]
    assert hand(game, WHITE) == []
    assert quarries(game) == [before[BLACK] + 1, before[WHITE] + 1]


def test_P2_a_decision_that_shows_nothing_can_be_taken_back() -> None:
    game = table(2, ships=[ship(2, BLACK), ship(3), ship(2), ship(2)], sleds=[2, 2])
    for move in ("get stones", "load 2 1", "sail 1 temple"):
        play(game, move)
        assert game.can_undo(BLACK)
        assert not game.can_undo(WHITE)
        game.undo()


def test_P2_dealing_looking_drawing_and_shuffling_can_not_be_taken_back() -> None:
    game = table(2, ships=ONE_SHIP_LEFT)
    play(game, "sail 4 burial chamber")  # the next round is dealt
    assert not game.can_undo(BLACK)
    game = table(2, "BAAAA", ships=[*MOORED, ship(1, BLACK)], market=["sail"], face_down=["statue", "lever"])
    play(game, "sail 4 market")
    assert game.can_undo(BLACK)
    play(game, "look 4")
    assert not game.can_undo(BLACK)
    game = table(2, "ABAAA", ships=[ship(1, BLACK), ship(3), ship(2), ship(2)], pyramids=[[WHITE], [], []])
    play(game, "sail 1 pyramids", "build left")
    assert game.can_undo(BLACK)
    play(game, "take card")
    assert not game.can_undo(BLACK)


def test_P3_lever_and_sail_are_playable_only_if_they_can_be_carried_out() -> None:
    empty = [ship(4), ship(3), ship(3), ship(4)]
    game = table(2, ships=empty, sleds=[3, 3], hands=[["lever", "sail"], []])
    assert refused(game, "play lever").reason == "no_ship_ready"
    assert refused(game, "play sail").reason == "no_ship_ready"
    game = table(2, ships=[ship(2), *empty[1:]], sleds=[3, 3], hands=[["lever", "sail"], []])
    assert "play sail" in moves(game)
    assert "play lever" not in moves(game)
    game = table(2, ships=[ship(2, WHITE), *empty[1:]], sleds=[0, 3], hands=[["lever", "sail"], []])
    assert "play lever" in moves(game)
    assert refused(game, "play sail").reason == "sled_empty"


def test_P4_all_that_a_stone_triggers_is_done_before_the_next_leaves_the_ship() -> None:
    game = table(
        2,
        "ABAAA",
        ships=[*MOORED[1:], ship(2, at="market"), ship(2, BLACK, WHITE)],
        pyramids=[[WHITE], [], []],
        draw_pile=["entrance"],
        round=6,
    )
    play(game, "sail 4 pyramids", "build left", "take card")
    assert game.question == "pyramid"
    assert game.decider == BLACK  # the entrance's stone; white's still lies on the ship
    assert game.view().ships[3].spaces == [None, WHITE]
    play(game, "build right")
    assert game.decider == WHITE
    assert game.round == 6
    assert not game.is_over
    play(game, "build right")
    assert game.is_over  # only now


def test_P5_each_decoration_is_worked_out_by_itself() -> None:
    game = scored(hands=[["pyramid_decoration"] * 2, ["pyramid_decoration"][:0], [], []], pyramids=[BLACK] * 5)
    assert breakdown(game, "decorations")[BLACK] == 2


def test_P6_a_bonus_without_use_is_passed_over_and_shown() -> None:
    game = table(
        2,
        "ABAAA",
        ships=[ship(1, BLACK), ship(3), ship(2), ship(2)],
        sleds=[5, 0],
        pyramids=[[WHITE] * 5, [WHITE, WHITE], []],
    )
    play(game, "sail 1 pyramids", "build middle")
    assert game.question == "turn"
    assert [event.kind for event in happened(game, "forced", "declined")] == ["forced", "declined"]
