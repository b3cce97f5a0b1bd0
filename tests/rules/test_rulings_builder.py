"""Every ruling of Builder of Egypt: what it allows and what it forbids. A test's name begins with the ruling's id."""

# ruff: noqa: N802

from pathlib import Path
from typing import Any

import pytest

import imhotep
from imhotep import Game, SetupError
from imhotep.table.catalogue import catalogue
from imhotep.table.editions import built_in_text
from tests.support.builder import (
    BLACK,
    BROWN,
    DECK,
    GRAY,
    LAST_SHIP,
    ONE_SHIP_LEFT,
    WHITE,
    all_but,
    breakdown,
    hand,
    happened,
    last_round,
    moves,
    play,
    quarries,
    refused,
    scored,
    ship,
    sleds,
    table,
)

BLACK_READY = [ship(1, BLACK), ship(4), ship(3), ship(2)]
WHITE_READY = [ship(1, WHITE), ship(4), ship(3), ship(2)]
NO_ROOM_NO_WIND = [ship(4, WHITE), ship(3, WHITE), ship(4, WHITE), ship(3, WHITE)]  # none may sail


def used_up(seat: int, but: int = 0) -> list[int]:
    """A board full of all stones of a seat, except so many."""
    return [seat] * (29 - but)


# --- B1


def test_B1_getting_stones_is_illegal_with_a_full_sled() -> None:
    game = table(2, sleds=[5, 0])
    refusal = refused(game, "get stones")
    assert (refusal.rule, refusal.reason) == ("R15", "sled_full")
    assert "get stones" not in moves(game)


def test_B1_getting_stones_is_illegal_with_none_in_the_quarry() -> None:
    game = table(2, sleds=[2, 0], burial_chamber=used_up(BLACK, but=2))
    refusal = refused(game, "get stones")
    assert (refusal.rule, refusal.reason) == ("R15", "quarry_empty")


@pytest.mark.parametrize(
    ("on_sled", "in_quarry", "taken"), [(0, 5, 3), (4, 5, 1), (3, 5, 2), (0, 2, 2), (0, 1, 1), (4, 9, 1)]
)
def test_B1_you_take_what_fits(on_sled: int, in_quarry: int, taken: int) -> None:
    game = table(2, sleds=[on_sled, 0], burial_chamber=used_up(BLACK, but=on_sled + in_quarry))
    play(game, "get stones")
    assert sleds(game)[BLACK] == on_sled + taken
    assert quarries(game)[BLACK] == in_quarry - taken


def test_B1_the_hammer_takes_as_many_as_fit() -> None:
    game = table(2, sleds=[4, 0], hands=[["hammer"], []])
    play(game, "play hammer")
    assert sleds(game) == [5, 0]


def test_B1_the_bonus_of_pyramids_b_takes_as_many_as_fit() -> None:
    game = table(2, "ABAAA", ships=BLACK_READY, sleds=[3, 0], pyramids=[[], [WHITE, WHITE], []])
    play(game, "sail 1 pyramids", "build middle", "take stones")
    assert sleds(game) == [5, 0]


def test_B1_the_gift_of_temple_b_takes_as_many_as_fit() -> None:
    game = table(2, "AABAA", ships=ONE_SHIP_LEFT, sleds=[0, 4], temple=[WHITE])
    play(game, LAST_SHIP, "take stones")
    assert sleds(game) == [0, 5]
    assert breakdown(game, "temple") == [0, 0]


# --- B2


def test_B2_who_can_do_nothing_passes() -> None:
    game = table(2, ships=NO_ROOM_NO_WIND, burial_chamber=used_up(BLACK))
    assert moves(game) == ["pass"]
    play(game, "pass")
    assert game.decider == WHITE
    assert [event.seat for event in happened(game, "passed")] == [BLACK]


@pytest.mark.parametrize("can_do", ["get", "load", "sail", "play"])
def test_B2_who_can_do_anything_may_not_pass(can_do: str) -> None:
    game = {
        "get": lambda: table(2, ships=NO_ROOM_NO_WIND, burial_chamber=used_up(BLACK, but=1)),
        "load": lambda: table(2, ships=NO_ROOM_NO_WIND, burial_chamber=used_up(BLACK, but=1), sleds=[1, 0]),
        "sail": lambda: table(2, ships=WHITE_READY, burial_chamber=used_up(BLACK)),
        "play": lambda: table(2, ships=WHITE_READY, burial_chamber=used_up(BLACK), hands=[["lever"], []]),
    }[can_do]()
    assert can_do in {move.verb for move in game.legal_moves()}
    assert refused(game, "pass").rule == "B2"


def test_B2_a_blue_card_that_helps_nothing_leaves_only_the_pass() -> None:
    cards = ["lever", "hammer", "sail", "chisel"]
    game = table(2, ships=NO_ROOM_NO_WIND, burial_chamber=used_up(BLACK), hands=[cards, []])
    assert moves(game) == ["pass"]
    assert {card: refused(game, f"play {card}").reason for card in cards} == {
        "lever": "no_ship_ready",
        "hammer": "no_stone_at_all",
        "sail": "sled_empty",
        "chisel": "two_stones_needed",
    }


# --- B3


def everybody_stuck() -> Game:
    """Black has 1 stone on a ship that can't sail, white has none at all."""
    ships = [ship(4, None, BLACK), ship(3), ship(2), ship(2)]
    return table(2, ships=ships, burial_chamber=used_up(BLACK, but=1), temple=used_up(WHITE))


def test_B3_the_round_ends_when_everybody_passed() -> None:
    game = everybody_stuck()
    play(game, "pass")
    assert game.round == 1
    play(game, "pass")
    assert game.round == 2


def test_B3_stones_of_ships_that_did_not_sail_return_to_the_quarry() -> None:
    game = everybody_stuck()
    assert quarries(game) == [0, 0]
    play(game, "pass", "pass")
    assert quarries(game) == [1, 0]
    assert [s.spaces.count(None) == s.size for s in game.view().ships] == [True] * 4
    returned = happened(game, "stone_returned")
    assert [(event.seat, event.ship, event.space) for event in returned] == [(BLACK, 1, 2)]
    assert game.can_play("get stones") == (game.decider == BLACK)


def test_B3_the_temple_is_assessed_as_usual() -> None:
    game = everybody_stuck()
    play(game, "pass", "pass")
    assert breakdown(game, "temple") == [0, 4]


@pytest.mark.parametrize(("side", "points"), [("B", 1), ("C", 2)])
def test_B3_the_temple_comes_before_the_stones_of_unsailed_ships(side: str, points: int) -> None:
    """White's only stone out of play lies on a ship until the temple is done: its gift of stones can't be taken."""
    game = table(
        3,
        f"AA{side}AA",
        ships=[ship(4, None, WHITE), ship(3), ship(2), ship(2)],
        burial_chamber=used_up(BLACK) + used_up(WHITE, but=2) + used_up(BROWN),
        temple=[WHITE],
    )
    play(game, "pass", "pass", "pass")
    assert breakdown(game, "temple") == [0, points, 0]
    assert happened(game, "stones_taken") == []
    assert quarries(game) == [0, 1, 0]
    order = [event.kind for event in game.events if event.kind in ("points", "round_ended", "stone_returned")]
    assert order == ["points", "round_ended", "stone_returned"]


def test_B3_somebody_who_acts_in_between_keeps_the_round_going() -> None:
    """Three players; brown can still load, twice."""
    game = table(
        3,
        ships=[ship(4), ship(4), ship(4), ship(4)],
        sleds=[0, 0, 2],
        burial_chamber=used_up(BLACK) + used_up(WHITE) + used_up(BROWN, but=2),
    )
    play(game, "pass", "pass", "load 1 1", "pass", "pass", "load 2 1", "pass", "pass")
    assert (game.round, game.decider) == (1, BROWN)
    play(game, "pass")
    assert game.round == 2
    assert quarries(game) == [0, 0, 2]


def test_B3_every_game_ends_also_when_nobody_can_do_anything_for_rounds() -> None:
    game = table(2, burial_chamber=used_up(BLACK), temple=used_up(WHITE))
    for number in range(1, 7):
        assert game.round == number
        play(game, "pass", "pass")
    assert game.is_over
    assert breakdown(game, "temple") == [0, 6 * 4]
    assert breakdown(game, "burial_chamber") == [15 + 24 * 2, 0]


# --- B4


def test_B4_the_player_chooses_ship_and_space() -> None:
    game = table(2, sleds=[1, 0])
    assert [move for move in moves(game) if move.startswith("load")] == [
        *("load 1 1", "load 1 2", "load 1 3", "load 1 4"),
        *("load 2 1", "load 2 2", "load 2 3"),
        *("load 3 1", "load 3 2"),
        *("load 4 1", "load 4 2"),
    ]
    play(game, "load 1 3")
    assert game.view().ships[0].spaces == [None, None, BLACK, None]


def test_B4_unloading_runs_from_the_front_and_skips_gaps() -> None:
    game = table(4, ships=[ship(4, None, GRAY, WHITE, BROWN), ship(4), ship(3), ship(2)])
    play(game, "sail 1 burial chamber")
    assert game.view().burial_chamber.owners == [GRAY, WHITE, BROWN]
    assert [event.space for event in happened(game, "stone_unloaded")] == [2, 3, 4]


def test_B4_what_a_stone_triggers_is_done_before_the_next_is_unloaded() -> None:
    """Black's stone takes a Sarcophagus, whose stone lies in the chamber before white has chosen anything."""
    game = table(2, ships=[ship(2, BLACK, WHITE), ship(4), ship(3), ship(2)], market=["sarcophagus", "statue"])
    play(game, "sail 1 market")
    assert len(happened(game, "stone_unloaded")) == 1
    play(game, "take 1 sarcophagus")
    kinds = [event.kind for event in game.events]
    assert kinds[kinds.index("card_picked") :] == [
        *("card_picked", "stone_quarried", "stone_built", "card_discarded", "stone_returned"),
        *("stone_unloaded", "forced", "card_picked", "stone_returned", "turn_began"),
    ]


# --- B5


def test_B5_each_owner_picks_in_unloading_order() -> None:
    game = table(
        3, ships=[ship(3, BROWN, BLACK, BROWN), ship(4), ship(3), ship(2)], market=["lever", "sail", "statue", "hammer"]
    )
    play(game, "sail 1 market")
    for owner, move in ((BROWN, "take 3 statue"), (BLACK, "take 1 lever"), (BROWN, "take 4 hammer")):
        assert game.decider == owner
        play(game, move)
    assert [hand(game, seat) for seat in range(3)] == [["lever"], [], ["statue", "hammer"]]


def test_B5_picking_is_required() -> None:
    game = table(2, ships=WHITE_READY, market=["lever", "sail"])
    play(game, "sail 1 market")
    assert refused(game, "decline").rule == "B5"
    assert moves(game) == ["take 1 lever", "take 2 sail"]


def test_B5_the_last_card_is_taken_without_a_question() -> None:
    game = table(2, ships=WHITE_READY, market=[None, "sail"])
    play(game, "sail 1 market")
    assert hand(game, WHITE) == ["sail"]
    assert (game.decider, game.question) == (WHITE, "turn")


def test_B5_an_empty_space_can_not_be_picked() -> None:
    game = table(2, ships=WHITE_READY, market=["lever", None, "sail"])
    play(game, "sail 1 market")
    assert refused(game, "take 2").reason == "no_card_there"
    assert refused(game, "take 4").reason == "no_card_there"
    assert refused(game, "take statue").reason == "no_card_there"
    assert refused(game, "take 1 sail").reason == "no_card_there"


def test_B5_the_refusal_cites_the_same_rule_however_the_card_is_named() -> None:
    game = table(2, ships=WHITE_READY, market=["lever", None, "sail"])
    play(game, "sail 1 market")
    by_space, by_name, by_both = (refused(game, move) for move in ("take 2", "take statue", "take 2 statue"))
    assert by_space.reason == by_name.reason == by_both.reason
    assert by_space.rule == by_name.rule == by_both.rule == catalogue("builder").refusals[by_space.reason].rule


def test_B5_without_a_card_the_stone_takes_nothing_and_returns() -> None:
    game = table(2, ships=[ship(2, WHITE, BLACK), ship(4), ship(3), ship(2)], market=["sail"])
    play(game, "sail 1 market")
    assert [hand(game, seat) for seat in range(2)] == [[], ["sail"]]
    assert quarries(game) == [29, 29]
    assert (game.decider, game.question) == (WHITE, "turn")


def test_B5_the_stone_returns_after_its_card_has_taken_effect() -> None:
    game = table(2, "ABAAA", ships=WHITE_READY, market=["entrance", "sail"])
    play(game, "sail 1 market", "take 1 entrance")
    assert game.question == "pyramid"
    assert quarries(game) == [29, 27]  # one is being built, one still lies at the market
    play(game, "build left")
    assert quarries(game) == [29, 28]
    kinds = [event.kind for event in happened(game, "stone_built", "card_discarded", "stone_returned")]
    assert kinds == ["stone_built", "card_discarded", "stone_returned"]


def test_B5_house_rule_may_decline_card_lets_an_owner_take_none() -> None:
    game = table(
        2,
        ships=[ship(2, WHITE, BLACK), ship(4), ship(3), ship(2)],
        market=["lever", "sail"],
        house_rules={"may_decline_card": True},
    )
    play(game, "sail 1 market")
    assert moves(game) == ["take 1 lever", "take 2 sail", "decline"]
    play(game, "decline")
    assert game.view().market.open == ["lever", "sail", None, None]
    assert quarries(game) == [28, 29]
    assert [(event.seat, event.site) for event in happened(game, "declined")] == [(WHITE, "market")]
    assert game.decider == BLACK
    play(game, "take 2 sail")
    assert [hand(game, seat) for seat in range(2)] == [["sail"], []]


def test_B5_house_rule_may_decline_card_asks_about_the_last_card_too() -> None:
    game = table(2, ships=WHITE_READY, market=["sail"], house_rules={"may_decline_card": True})
    play(game, "sail 1 market")
    assert moves(game) == ["take 1 sail", "decline"]


def test_B5_house_rule_may_decline_card_asks_nothing_without_cards() -> None:
    game = table(2, ships=WHITE_READY, house_rules={"may_decline_card": True})
    play(game, "sail 1 market")
    assert game.question == "turn"
    assert happened(game, "declined") == []


def test_B5_house_rule_may_decline_card_covers_only_the_pick_from_the_board() -> None:
    """Not the choice between the cards looked at, and not a card drawn in the temple."""
    on = {"may_decline_card": True}
    game = table(2, "BAAAA", ships=WHITE_READY, face_down=["lever", "statue"], house_rules=on)
    play(game, "sail 1 market")
    assert moves(game) == ["look 4", "decline"]
    play(game, "look 4")
    assert moves(game) == ["keep statue", "keep lever"]
    refused(game, "decline")
    game = table(2, "AABAA", ships=ONE_SHIP_LEFT, temple=[0, 0, 0, 1], sleds=[5, 0], draw_pile=["sail"], house_rules=on)
    play(game, LAST_SHIP)
    assert hand(game, WHITE) == ["sail"]
    assert game.question == "turn"


def test_B5_house_rule_may_decline_card_is_off_unless_chosen() -> None:
    assert imhotep.new_game("builder", players=2, seed=1).setup.house_rules["may_decline_card"] is False


# --- B6


def test_B6_red_card_with_an_empty_quarry_is_discarded_and_builds_nothing() -> None:
    """The stone that fetched it would be the only one; it returns only afterwards (B5)."""
    for card in ("entrance", "sarcophagus", "paved_path"):
        game = table(2, "ABAAA", ships=WHITE_READY, temple=used_up(WHITE, but=1), market=[card])
        assert quarries(game) == [29, 0]
        play(game, "sail 1 market")
        view = game.view()
        assert view.pyramids.stones == view.burial_chamber.stones == view.obelisks.stones == [0, 0]
        assert view.discard_pile == [card]
        assert quarries(game) == [29, 1]
        assert hand(game, WHITE) == []
        assert (game.decider, game.question) == (WHITE, "turn")


def test_B6_a_market_stone_that_has_returned_can_be_built_by_the_next_red_card() -> None:
    game = table(
        2,
        "ABAAA",
        ships=[ship(2, WHITE, WHITE), ship(4), ship(3), ship(2)],
        temple=used_up(WHITE, but=2),
        market=["entrance", "paved_path"],
    )
    play(game, "sail 1 market", "take 1 entrance")  # nothing to build; the second pick is the last card
    assert game.view().pyramids.stones == [0, 0]
    assert game.view().obelisks.stones == [0, 1]
    assert quarries(game) == [29, 1]
    assert game.view().discard_pile == ["entrance", "paved_path"]


def test_B6_stones_on_the_sled_are_not_used_instead() -> None:
    game = table(2, ships=WHITE_READY, temple=used_up(WHITE, but=4), sleds=[0, 3], market=["sarcophagus"])
    play(game, "sail 1 market")
    assert game.view().burial_chamber.stones == [0, 0]
    assert sleds(game) == [0, 3]


def test_B6_red_card_from_the_draw_pile_with_an_empty_quarry() -> None:
    game = table(
        2,
        "ABAAA",
        ships=WHITE_READY,
        temple=used_up(WHITE, but=1),
        pyramids=[[BLACK], [], []],
        draw_pile=["entrance"],
    )
    play(game, "sail 1 pyramids", "build left", "take card")
    assert game.view().pyramids.stones == [1, 1]
    assert game.view().discard_pile == ["entrance"]
    assert game.question == "turn"


# --- B7


def test_B7_red_card_drawn_by_a_pyramid_bonus_builds_at_once_and_gets_that_bonus_too() -> None:
    """White draws an Entrance, builds the middle pyramid's third space and takes three stones; then black's stone."""
    game = table(
        2,
        "ABAAA",
        ships=[ship(2, WHITE, BLACK), ship(4), ship(3), ship(2)],
        pyramids=[[BLACK], [BLACK, BLACK], []],
        draw_pile=["entrance", "statue"],
    )
    play(game, "sail 1 pyramids", "build left")
    assert (game.decider, game.question) == (WHITE, "pyramid_bonus")
    play(game, "take card")
    assert (game.decider, game.question) == (WHITE, "pyramid")
    play(game, "build middle")
    assert (game.decider, game.question) == (WHITE, "pyramid_bonus")
    assert game.view().discard_pile == []  # not before all that it triggers
    play(game, "take stones")
    assert game.view().discard_pile == ["entrance"]
    assert (game.decider, game.question) == (BLACK, "pyramid")
    assert game.scores() == [0, 1 + 1]
    assert sleds(game) == [0, 3]
    assert quarries(game) == [29 - 1 - 3, 29 - 1 - 1 - 3]
    play(game, "build right")
    assert game.scores() == [2, 2]


def test_B7_red_card_drawn_by_a_pyramid_bonus_leads_to_the_loading_bonus() -> None:
    """The stone goes onto a waiting ship, not onto the one that is being unloaded."""
    game = table(
        2,
        "ABAAA",
        ships=[ship(2, WHITE, BLACK), ship(2), ship(3, at="market"), ship(1, BLACK)],
        pyramids=[[BLACK], [], [BLACK, BLACK, BLACK]],
        sleds=[0, 1],
        draw_pile=["entrance"],
    )
    play(game, "sail 1 pyramids", "build left", "take card", "build right")
    assert moves(game) == ["load 2 1", "load 2 2", "decline"]
    assert refused(game, "load 1 1").reason == "ship_sailed"
    play(game, "load 2 2")
    assert game.view().ships[1].spaces == [None, WHITE]
    assert sleds(game) == [0, 0]
    assert (game.decider, game.question) == (BLACK, "pyramid")


def test_B7_drawn_red_cards_act_at_the_other_sites_too() -> None:
    for card, site in (("sarcophagus", "burial_chamber"), ("paved_path", "obelisks")):
        game = table(
            2, "ABAAB", ships=WHITE_READY, pyramids=[[BLACK], [], []], obelisks=[WHITE, WHITE], draw_pile=[card]
        )
        before = getattr(game.view(), site).stones[WHITE]
        play(game, "sail 1 pyramids", "build left", "take card")
        assert getattr(game.view(), site).stones[WHITE] == before + 1
        assert breakdown(game, "obelisks") == [0, 10 if card == "paved_path" else 0]
        assert game.view().discard_pile == [card]


def test_B7_temple_b_draws_a_red_card_that_builds_on_pyramids_b_during_the_assessment() -> None:
    """White's fourth space draws an Entrance, whose stone draws another card; only then comes black's fifth space."""
    game = table(
        3,
        "ABBAA",
        ships=ONE_SHIP_LEFT,
        temple=[BROWN, BROWN, BROWN, WHITE, BLACK],
        sleds=[0, 0, 5],
        pyramids=[[BLACK], [], []],
        draw_pile=["entrance", "paved_path"],
    )
    play(game, LAST_SHIP)
    assert breakdown(game, "temple") == [0, 0, 1 + 2 + 1]  # brown's sled is full: points without a question
    assert (game.decider, game.question) == (WHITE, "pyramid")
    play(game, "build left")
    assert (game.decider, game.question) == (WHITE, "pyramid_bonus")
    play(game, "take card")
    assert game.view().obelisks.stones == [0, 1, 0]
    assert game.view().discard_pile == ["paved_path", "entrance"]
    assert (game.decider, game.question, game.round) == (BLACK, "temple", 1)
    play(game, "take points")
    assert game.round == 2
    assert game.scores() == [1, 1, 4]


def test_B7_during_the_assessment_no_ship_is_left_to_load() -> None:
    game = table(
        2,
        "ABBAA",
        ships=ONE_SHIP_LEFT,
        temple=[BLACK, BLACK, BLACK, WHITE],
        sleds=[5, 1],
        pyramids=[[], [], [BLACK] * 3],
        draw_pile=["entrance"],
    )
    play(game, LAST_SHIP, "build right")
    assert game.round == 2  # the bonus was lost without a question
    assert sleds(game) == [5, 1]


# --- B8


def test_B8_the_discards_are_shuffled_only_when_a_card_is_needed() -> None:
    """The last card of the pile is drawn; the discards wait for the next draw."""
    game = table(
        2,
        "ABAAA",
        ships=WHITE_READY,
        pyramids=[[BLACK], [], []],
        draw_pile=["statue"],
        discard_pile=all_but("statue"),
    )
    play(game, "sail 1 pyramids", "build left", "take card")
    assert hand(game, WHITE) == ["statue"]
    assert game.view().draw_pile == 0
    assert len(game.view().discard_pile) == 33
    assert happened(game, "pile_shuffled") == []


def test_B8_an_empty_draw_pile_is_made_of_the_discards_in_the_middle_of_drawing_several() -> None:
    """Two cards are left for the four spaces of the new round."""
    game = table(2, ships=ONE_SHIP_LEFT, draw_pile=["lever", "sail"], discard_pile=all_but("lever", "sail"))
    play(game, LAST_SHIP)
    view = game.view()
    assert view.market.open[:2] == ["lever", "sail"]
    assert None not in view.market.open
    assert view.discard_pile == []
    assert view.draw_pile == 34 - 4
    kinds = [event.kind for event in happened(game, "card_dealt", "pile_shuffled")]
    assert kinds == ["card_dealt", "card_dealt", "pile_shuffled", "card_dealt", "card_dealt"]
    assert [event.count for event in happened(game, "pile_shuffled")] == [32]
    assert [entry.kind for entry in game.entries] == ["move", "shuffle"]
    assert sorted(game.entries[1].text.split()) == all_but("lever", "sail")


def test_B8_market_b_is_filled_space_by_space() -> None:
    """Four cards are left: three lie open, the fourth face down, the fifth comes from the shuffled discards."""
    cards = ["lever", "sail", "chisel", "hammer"]
    game = table(2, "BAAAA", ships=ONE_SHIP_LEFT, draw_pile=cards, discard_pile=all_but(*cards))
    play(game, LAST_SHIP)
    assert game.view().market.open == cards[:3]
    assert game.view().market.face_down == 2
    dealt = happened(game, "card_dealt", "card_dealt_down", "pile_shuffled")
    assert [(event.kind, event.space) for event in dealt] == [
        *(("card_dealt", 1), ("card_dealt", 2), ("card_dealt", 3), ("card_dealt_down", 4)),
        *(("pile_shuffled", None), ("card_dealt_down", 4)),
    ]


@pytest.mark.parametrize(("cards", "open_cards", "face_down"), [(2, 2, 0), (3, 3, 0), (4, 3, 1), (5, 3, 2)])
def test_B8_without_any_card_the_draw_is_skipped(tmp_path: Path, cards: int, open_cards: int, face_down: int) -> None:
    """An edition of statues only, so few that the market stays partly empty."""
    text = built_in_text("builder").replace('edition = "builder"', 'edition = "few-cards"')
    for card in set(DECK):
        text = text.replace(f"\n{card} = {DECK.count(card)}\n", f"\n{card} = {cards if card == 'statue' else 0}\n")
    file = tmp_path / "few.toml"
    file.write_text(text, encoding="utf-8")
    view = imhotep.new_game("builder", players=2, sides="BAAAA", seed=1, edition=file).view()
    assert view.market.open == ["statue"] * open_cards + [None] * (3 - open_cards)
    assert view.market.face_down == face_down
    assert view.draw_pile == 0


def test_B8_a_card_being_carried_out_is_not_among_the_cards_to_draw() -> None:
    """The temple draws the only card of both piles, an Entrance; the card bonus it builds on finds none."""
    market, face_down = ["sarcophagus", "sarcophagus", "paved_path"], ["paved_path", "entrance"]
    game = table(
        2,
        "BBBAA",
        ships=[ship(4, at="pyramids"), ship(3, at="temple"), ship(2, at="market"), ship(1, BLACK)],
        temple=[BLACK, BLACK, BLACK, WHITE],
        sleds=[5, 0],
        pyramids=[[BLACK], [], []],
        market=market,
        face_down=face_down,
        draw_pile=["entrance"],
        hands=[all_but(*market, *face_down, "entrance"), []],
    )
    assert (game.view().draw_pile, game.view().discard_pile) == (1, [])
    play(game, "sail 4 obelisks")
    assert (game.decider, game.question) == (WHITE, "pyramid")
    assert (game.view().draw_pile, game.view().discard_pile) == (0, [])
    play(game, "build left")
    assert game.round == 2
    assert hand(game, WHITE) == []
    assert breakdown(game, "pyramids") == [0, 1]
    kinds = [event.kind for event in happened(game, "declined", "card_drawn", "card_discarded", "pile_shuffled")]
    assert kinds == ["card_drawn", "declined", *["card_discarded"] * 6, "pile_shuffled"]


def test_B8_a_blue_card_is_discarded_after_all_that_it_triggers() -> None:
    """White's lever leads to a draw that shuffles the discards: the lever is not among them."""
    game = table(
        2,
        "ABAAA",
        ships=[ship(4, at="market"), ship(3), ship(2), ship(1, WHITE)],
        turn=WHITE,
        market=["entrance", "entrance"],  # so that the drawn card asks nothing
        hands=[["statue"] * 10, ["lever"]],
        pyramids=[[BLACK], [], []],
        discard_pile=all_but("entrance", "entrance", *["statue"] * 10, "lever"),
    )
    play(game, "play lever", "sail 4 pyramids", "build left", "take card")
    assert [event.count for event in happened(game, "pile_shuffled")] == [34 - 2 - 10 - 1]
    assert game.view().discard_pile[-1] == "lever"
    assert game.question == "turn"


def test_B8_the_card_not_kept_is_discarded_before_the_kept_one_takes_effect() -> None:
    """White keeps an Entrance; its stone draws a card, for which three discards are shuffled: the lever among them."""
    market, face_down, discards = ["sarcophagus", "sarcophagus", "paved_path"], ["lever", "entrance"], ["paved_path"]
    game = table(
        2,
        "BBAAA",
        ships=WHITE_READY,
        pyramids=[[BLACK], [], []],
        market=market,
        face_down=face_down,
        discard_pile=[*discards, "entrance"],
        hands=[all_but(*market, *face_down, *discards, "entrance"), []],
    )
    play(game, "sail 1 market", "look 4", "keep entrance")
    assert game.view().discard_pile == ["paved_path", "entrance", "lever"]
    play(game, "build left", "take card")
    assert [event.count for event in happened(game, "pile_shuffled")] == [3]
    assert game.view().draw_pile == 2


def test_B8_the_discard_pile_is_open_to_look_through() -> None:
    game = table(2, discard_pile=["lever", "statue", "sail"])
    for seat in (BLACK, WHITE, None):
        assert game.view(seat).discard_pile == ["lever", "statue", "sail"]


# --- B9


def test_B9_the_owner_chooses_the_pyramid_not_who_sails() -> None:
    game = table(2, "ABAAA", ships=WHITE_READY)
    play(game, "sail 1 pyramids")
    assert game.decider == WHITE
    assert refused(game, "build left", seat=BLACK).reason == "not_your_decision"


def test_B9_a_complete_pyramid_can_not_be_chosen() -> None:
    game = table(2, "ABAAA", ships=WHITE_READY, pyramids=[[BLACK] * 5, [BLACK] * 4, []])
    play(game, "sail 1 pyramids")
    assert moves(game) == ["build middle", "build right"]
    assert refused(game, "build left").rule == "B9"


def test_B9_the_only_pyramid_with_room_is_taken_without_a_question() -> None:
    game = table(2, "ABAAA", ships=WHITE_READY, pyramids=[[BLACK] * 5, [BLACK] * 5, [WHITE]])
    play(game, "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [0, 3]
    assert game.view().pyramids.edge == 0


def test_B9_stones_go_to_the_edge_only_when_all_three_are_complete() -> None:
    game = table(
        2,
        "ABAAA",
        ships=[ship(2, WHITE, WHITE), ship(4), ship(3), ship(2)],
        pyramids=[[BLACK] * 5, [BLACK] * 5, [WHITE] * 4],
    )
    play(game, "sail 1 pyramids")
    assert [event.points for event in happened(game, "points")] == [4, 1]
    assert game.view().pyramids.edge == 1


def test_B9_stones_at_the_edge_can_not_be_set_up_beside_an_unfinished_pyramid() -> None:
    """Such a position can't come about, and the engine would send the next stones to the edge too early."""
    with pytest.raises(SetupError):
        table(2, "ABAAA", pyramids=[[BLACK] * 5, [BLACK] * 5, [WHITE] * 4, [WHITE]])


@pytest.mark.parametrize(
    ("pyramid", "pyramids"), [("left", [[0], [], []]), ("middle", [[], [0, 0], []]), ("right", [[], [], [0, 0, 0]])]
)
def test_B9_every_bonus_may_be_declined(pyramid: str, pyramids: list[list[int]]) -> None:
    game = table(2, "ABAAA", ships=WHITE_READY, pyramids=pyramids, sleds=[0, 2], draw_pile=["statue"])
    play(game, "sail 1 pyramids", f"build {pyramid}", "decline")
    assert breakdown(game, "pyramids") == [0, 1]
    assert sleds(game) == [0, 2]
    assert hand(game, WHITE) == []
    assert (game.decider, game.question) == (WHITE, "turn")


def test_B9_a_bonus_offers_nothing_else() -> None:
    game = table(2, "ABAAA", ships=WHITE_READY, pyramids=[[BLACK], [], []], sleds=[0, 2])
    play(game, "sail 1 pyramids", "build left")
    assert refused(game, "take stones").reason == "not_offered"
    assert refused(game, "load 2 1").reason == "not_offered"
    assert refused(game, "take points").reason == "not_asked"


def test_B9_a_stones_bonus_that_can_not_be_used_is_lost() -> None:
    full_sled = table(2, "ABAAA", ships=WHITE_READY, pyramids=[[], [BLACK, BLACK], []], sleds=[0, 5])
    empty_quarry = table(
        2, "ABAAA", ships=WHITE_READY, pyramids=[[], [BLACK, BLACK], []], burial_chamber=used_up(WHITE, but=1)
    )
    for game in (full_sled, empty_quarry):
        before = sleds(game)
        play(game, "sail 1 pyramids", "build middle")
        assert (game.decider, game.question) == (WHITE, "turn")
        assert sleds(game) == before
        assert breakdown(game, "pyramids") == [0, 1]


def test_B9_a_loading_bonus_that_can_not_be_used_is_lost() -> None:
    no_stone = table(2, "ABAAA", ships=WHITE_READY, pyramids=[[], [], [BLACK] * 3])
    no_space = table(
        2, "ABAAA", ships=[ship(1, WHITE), *[ship(2, BLACK, BLACK)] * 3], pyramids=[[], [], [BLACK] * 3], sleds=[0, 4]
    )
    for game in (no_stone, no_space):
        before = sleds(game)
        play(game, "sail 1 pyramids", "build right")
        assert (game.decider, game.question) == (WHITE, "turn")
        assert sleds(game) == before


# --- B10


def test_B10_the_temple_is_resolved_from_left_to_right_each_owner_deciding() -> None:
    game = table(3, "AABAA", ships=ONE_SHIP_LEFT, temple=[BROWN, WHITE, BLACK, WHITE, BROWN], draw_pile=["lever"])
    play(game, LAST_SHIP)
    assert game.decider == BROWN
    play(game, "take points")
    assert game.decider == BLACK
    assert breakdown(game, "temple") == [0, 2, 1]
    assert hand(game, WHITE) == []
    play(game, "take stones")
    assert hand(game, WHITE) == ["lever"]
    assert game.decider == BROWN
    play(game, "take stones")
    assert breakdown(game, "temple") == [0, 2, 1]
    assert sleds(game) == [2, 0, 2]


def test_B10_stones_may_be_chosen_only_if_one_can_be_taken() -> None:
    """A full sled leaves the point, and nothing is asked; so does an empty quarry."""
    full = table(2, "AABAA", ships=ONE_SHIP_LEFT, temple=[WHITE], sleds=[0, 5])
    empty = table(2, "AABAA", ships=ONE_SHIP_LEFT, temple=[WHITE], burial_chamber=used_up(WHITE, but=1))
    for game in (full, empty):
        play(game, LAST_SHIP)
        assert game.round == 2
        assert breakdown(game, "temple") == [0, 1]


def test_B10_stones_of_an_earlier_space_may_fill_the_sled_for_a_later_one() -> None:
    game = table(2, "AABAA", ships=ONE_SHIP_LEFT, temple=[WHITE, BLACK, WHITE], sleds=[0, 3])
    play(game, LAST_SHIP, "take stones")
    assert game.round == 2  # the third space had only its point left to give
    assert sleds(game) == [0, 5]
    assert breakdown(game, "temple") == [2, 1]


def test_B10_only_visible_stones_count_and_two_players_have_no_fifth_space() -> None:
    game = table(2, "AABAA", ships=ONE_SHIP_LEFT, temple=[BLACK] * 4 + [WHITE, WHITE], sleds=[5, 5], draw_pile=["sail"])
    assert len(game.view().temple.spaces) == 4
    play(game, LAST_SHIP)
    assert breakdown(game, "temple") == [1, 1 + 2]
    assert hand(game, BLACK) == ["sail"]


def test_B10_a_gift_that_the_space_does_not_give_is_refused() -> None:
    game = table(2, "AABAA", ships=ONE_SHIP_LEFT, temple=[WHITE])
    play(game, LAST_SHIP)
    assert refused(game, "take card").reason == "not_offered"
    assert refused(game, "decline").reason == "not_asked"
    assert refused(game, "get stones").reason == "not_asked"


def test_B10_also_after_round_six_before_the_final_scoring() -> None:
    """The card of the fourth space is white's second statue."""
    game = last_round(2, "AABAA", temple=[BLACK, BLACK, BLACK, WHITE], hands=[[], ["statue"]], draw_pile=["statue"])
    play(game, LAST_SHIP, "take points")
    assert not game.is_over
    play(game, "take stones")
    assert game.is_over
    assert breakdown(game, "statues") == [0, 3]
    assert breakdown(game, "temple") == [1 + 2, 0]
    assert sleds(game) == [2, 0]


# --- B11


def test_B11_the_lever_sails_a_ship_without_own_stones() -> None:
    game = table(3, ships=[ship(2, WHITE, BROWN), ship(4), ship(3), ship(2)], hands=[["lever"], [], []])
    play(game, "play lever", "sail 1 temple", "unload brown")
    assert [space.owner for space in game.view().temple.spaces[:2]] == [BROWN, WHITE]


def test_B11_the_lever_needs_minimum_and_dock() -> None:
    game = table(2, ships=[ship(4, WHITE, BLACK), ship(2, WHITE), ship(3, at="temple"), ship(3)], hands=[["lever"], []])
    play(game, "play lever")
    assert refused(game, "sail 1 market").rule == "R18"
    assert refused(game, "sail 2 temple").rule == "R19"
    assert refused(game, "sail 3 market").reason == "ship_sailed"
    assert moves(game) == [f"sail 2 {site}" for site in ("market", "pyramids", "burial chamber", "obelisks")]


def test_B11_the_lever_can_not_be_played_while_no_ship_may_sail() -> None:
    game = table(2, ships=NO_ROOM_NO_WIND, hands=[["lever"], []])
    assert refused(game, "play lever").rule == "R18"


def test_B11_the_whole_order_is_chosen_before_the_first_stone_is_unloaded() -> None:
    """At the market too: black arranges all stones before anybody sees which card is taken."""
    game = table(
        3,
        ships=[ship(4, WHITE, None, BROWN, WHITE), ship(4), ship(3), ship(2)],
        hands=[["lever"], [], []],
        market=["statue", "sail", "chisel"],
    )
    play(game, "play lever", "sail 1 market")
    assert (game.decider, game.question) == (BLACK, "order")
    assert moves(game) == ["unload white", "unload brown"]
    assert refused(game, "unload black").rule == "B11"
    play(game, "unload white")
    assert (game.decider, game.question) == (BLACK, "order")
    assert happened(game, "stone_unloaded") == []
    play(game, "unload brown")
    assert (game.decider, game.question) == (WHITE, "pick_card")
    play(game, "take 1 statue")
    assert game.decider == BROWN
    play(game, "take 3 chisel")
    assert [sorted(hand(game, seat)) for seat in range(3)] == [[], ["sail", "statue"], ["chisel"]]


def test_B11_stones_of_one_colour_leave_no_order_to_choose() -> None:
    game = table(2, ships=[ship(3, WHITE, None, WHITE), ship(4), ship(3), ship(2)], hands=[["lever"], []])
    play(game, "play lever", "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [0, 3]
    assert (game.decider, game.question) == (WHITE, "turn")


# --- B12


def test_B12_the_hammer_takes_none_with_a_full_sled_and_then_loads() -> None:
    game = table(2, sleds=[5, 0], hands=[["hammer"], []])
    play(game, "play hammer")
    assert sleds(game) == [5, 0]
    assert game.question == "load"
    play(game, "load 3 2")
    assert sleds(game) == [4, 0]


def test_B12_loading_after_the_hammer_is_required() -> None:
    game = table(2, hands=[["hammer"], []])
    play(game, "play hammer")
    assert {move.verb for move in game.legal_moves()} == {"load"}
    for move in ("pass", "decline", "get stones"):
        assert refused(game, move).reason == "not_asked"


def test_B12_the_hammer_needs_a_free_space() -> None:
    ships = [ship(2, WHITE, WHITE), ship(2, WHITE, WHITE), ship(1, WHITE), ship(3, at="temple")]
    game = table(2, ships=ships, hands=[["hammer"], []])
    assert refused(game, "play hammer").rule == "B12"


def test_B12_the_hammer_needs_a_stone_on_the_sled_or_in_the_quarry() -> None:
    card = [["hammer"], []]
    none = table(2, hands=card, burial_chamber=used_up(BLACK))
    assert refused(none, "play hammer").rule == "B12"
    on_the_sled = table(2, hands=card, burial_chamber=used_up(BLACK, but=1), sleds=[1, 0])
    in_the_quarry = table(2, hands=card, burial_chamber=used_up(BLACK, but=1))
    for game in (on_the_sled, in_the_quarry):
        play(game, "play hammer", "load 1 1")
        assert sleds(game) == [0, 0]
        assert quarries(game)[BLACK] == 0


# --- B13


def test_B13_minimum_is_checked_after_placing() -> None:
    """A ship for four with two stones may sail with the third, one with a single stone may not."""
    game = table(
        2, ships=[ship(4, WHITE, WHITE), ship(4, WHITE), ship(3, WHITE), ship(3)], sleds=[1, 0], hands=[["sail"], []]
    )
    play(game, "play sail")
    assert moves(game) == ["load 1 3", "load 1 4", "load 3 2", "load 3 3"]
    assert refused(game, "load 2 2").rule == "R18"
    assert refused(game, "load 4 1").rule == "R18"
    play(game, "load 1 3", "sail 1 obelisks")
    assert game.view().obelisks.stones == [1, 2]


def test_B13_stone_and_sailing_concern_the_same_ship() -> None:
    game = table(2, ships=[ship(2, WHITE), ship(2), ship(1), ship(4)], sleds=[1, 0], hands=[["sail"], []])
    play(game, "play sail", "load 2 1")
    assert game.question == "sail_ship"
    assert refused(game, "sail 1 temple").rule == "B13"
    assert moves(game) == [f"sail 2 {site}" for site in ("market", "pyramids", "temple", "burial chamber", "obelisks")]


def test_B13_a_full_ship_can_not_be_chosen() -> None:
    """It could sail as it is, but not with one more stone."""
    ships = [ship(1, WHITE), ship(2, WHITE, WHITE), ship(4), ship(3, at="temple")]
    game = table(2, ships=ships, sleds=[1, 0], hands=[["sail"], []])
    assert game.can_play("sail 1 market")
    assert refused(game, "play sail").reason == "no_ship_ready"


def test_B13_the_sail_needs_a_stone_on_the_sled() -> None:
    game = table(2, ships=[ship(2, WHITE), ship(2), ship(1), ship(4)], hands=[["sail"], []])
    assert refused(game, "play sail").reason == "sled_empty"


def test_B13_the_sail_needs_an_open_dock() -> None:
    game = table(2, ships=[ship(2), ship(2, at="temple"), ship(3), ship(4)], sleds=[1, 0], hands=[["sail"], []])
    play(game, "play sail", "load 1 1")
    assert refused(game, "sail 1 temple").rule == "R19"


# --- B14


def test_B14_the_chisel_needs_two_stones() -> None:
    game = table(2, sleds=[1, 0], hands=[["chisel"], []])
    assert refused(game, "play chisel").rule == "B14"


def test_B14_the_chisel_needs_two_free_spaces() -> None:
    ships = [ship(2, WHITE), ship(2, WHITE, WHITE), ship(4, at="temple"), ship(3, at="market")]
    game = table(2, ships=ships, sleds=[2, 0], hands=[["chisel"], []])
    assert refused(game, "play chisel").rule == "B14"


def test_B14_two_spaces_on_two_ships_are_enough() -> None:
    ships = [ship(2, WHITE), ship(2, WHITE), ship(4, at="temple"), ship(3, at="market")]
    game = table(2, ships=ships, sleds=[2, 0], hands=[["chisel"], []])
    play(game, "play chisel")
    assert moves(game) == ["load 1 2", "load 2 2"]
    play(game, "load 2 2")  # the other is the only one left
    assert [s.spaces for s in game.view().ships[:2]] == [[WHITE, BLACK], [WHITE, BLACK]]
    assert (game.decider, sleds(game)) == (WHITE, [0, 0])


# --- B15


def test_B15_a_blue_card_can_not_be_played_in_the_turn_in_which_it_was_taken() -> None:
    """Neither between two picks nor afterwards; in the owner's next turn it can."""
    game = table(
        2, ships=[ship(2, BLACK, BLACK), ship(4), ship(3), ship(2)], market=["hammer", "statue", "lever"], sleds=[0, 1]
    )
    play(game, "sail 1 market", "take 1 hammer")
    assert hand(game, BLACK) == ["hammer"]
    assert refused(game, "play hammer").rule == "R13"
    play(game, "take 2 statue")
    assert game.decider == WHITE
    assert refused(game, "play hammer", seat=BLACK).rule == "R13"
    play(game, "load 2 1")
    assert game.decider == BLACK
    play(game, "play hammer", "load 2 2")
    assert hand(game, BLACK) == ["statue"]


def test_B15_a_card_drawn_in_another_players_turn_can_be_used_in_the_own_next_turn() -> None:
    game = table(2, ships=WHITE_READY, market=["hammer"])
    play(game, "sail 1 market")
    assert game.decider == WHITE
    play(game, "play hammer", "load 2 1")


# --- B16


@pytest.mark.parametrize(
    ("heights", "points"),
    [
        ([2, 2, 1, 1], [12, 12, 3, 3]),
        ([2, 2, 2, 1], [10, 10, 10, 1]),
        ([1, 1, 1, 1], [7, 7, 7, 7]),
        ([3, 1, 1, 1], [15, 5, 5, 5]),
        ([2, 2, 0, 0], [12, 12, 0, 0]),
        ([0, 0, 0, 1], [0, 0, 0, 15]),
        ([0, 3, 1, 0], [0, 15, 10, 0]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_B16_ties_of_four_at_the_obelisks(heights: list[int], points: list[int]) -> None:
    stones = [seat for seat in range(4) for _ in range(heights[seat])]
    assert breakdown(scored(obelisks=stones), "obelisks") == points


@pytest.mark.parametrize(("heights", "points"), [([1, 1], [5, 5]), ([2, 1], [10, 1]), ([0, 1], [0, 10])])
def test_B16_ties_of_two_at_the_obelisks(heights: list[int], points: list[int]) -> None:
    stones = [seat for seat in range(2) for _ in range(heights[seat])]
    assert breakdown(scored(2, obelisks=stones), "obelisks") == points


@pytest.mark.parametrize(
    ("heights", "points"), [([1, 1, 1], [6, 6, 6]), ([2, 1, 1], [12, 3, 3]), ([2, 2, 0], [9, 9, 0])]
)
def test_B16_ties_of_three_at_the_obelisks(heights: list[int], points: list[int]) -> None:
    stones = [seat for seat in range(3) for _ in range(heights[seat])]
    assert breakdown(scored(3, obelisks=stones), "obelisks") == points


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ([0, 1, 2, 3], [3, 3, 3, 3]),  # 14 shared by four, rounded down
        ([0, 0, 1, 1, 2, 2, 3], [4, 4, 4, 0]),
        ([0, 0, 1, 1, 2, 3], [6, 6, 1, 1]),
        ([0, 0, 1, 2, 3], [8, 2, 2, 2]),
        ([0, 0, 0, 1, 1, 2], [8, 4, 2, 0]),
        ([3], [0, 0, 0, 8]),
    ],
)
def test_B16_ties_in_a_row_of_the_burial_chamber_b(row: list[int], points: list[int]) -> None:
    """The top row is looked at; the others are filled with white, who gets their 8 points."""
    stones = [stone for top in row[:-1] for stone in (top, WHITE, WHITE)] + row[-1:]
    below = 16 if len(row) > 1 else 0
    expected = [points[BLACK], points[WHITE] + below, points[BROWN], points[GRAY]]
    assert breakdown(scored(sides="AAABA", burial_chamber=stones), "burial_chamber") == expected


# --- B17


@pytest.mark.parametrize(("towers", "points"), list(enumerate([10, 9, 8, 7, 6, 5, 5, 5])))
def test_B17_a_tower_scores_at_once_on_the_best_free_space(towers: int, points: int) -> None:
    built = [seat for tower in range(towers) for seat in [(WHITE, BROWN, GRAY)[tower % 3]] * 3]
    game = table(sides="AAAAB", ships=BLACK_READY, obelisks=[*built, BLACK, BLACK])
    play(game, "sail 1 obelisks")
    assert game.scores() == [points, 0, 0, 0]
    assert game.view().obelisks.towers[towers] == BLACK
    assert game.view().obelisks.singles == [0, 0, 0, 0]


def test_B17_with_no_tower_space_left_stones_stay_single() -> None:
    """Eight towers stand; the third single stone builds none, and each is worth a point at the end."""
    full = [seat for seat in (WHITE, BROWN) for _ in range(12)]
    game = table(3, "AAAAB", ships=BLACK_READY, obelisks=[*full, BLACK, BLACK])
    play(game, "sail 1 obelisks")
    assert game.scores() == [0, 0, 0]
    assert game.view().obelisks.singles == [3, 0, 0]
    assert None not in game.view().obelisks.towers
    assert breakdown(scored(3, "AAAAB", obelisks=[*full, *[BLACK] * 4]), "obelisks") == [4, 0, 0]


def test_B17_a_tower_can_be_completed_by_a_red_card() -> None:
    game = table(2, "AAAAB", ships=WHITE_READY, obelisks=[WHITE, WHITE], market=["paved_path"])
    play(game, "sail 1 market")
    assert game.scores() == [0, 10]


# --- B18


def test_B18_decorations_count_covered_stones_of_the_temple() -> None:
    game = scored(2, temple=[BLACK, WHITE] * 6, hands=[[], ["temple_decoration"]])
    assert breakdown(game, "decorations") == [0, 4]


@pytest.mark.parametrize("side", ["A", "B"])
def test_B18_decorations_count_stones_at_the_right_edge(side: str) -> None:
    pyramids = [BLACK] * 18 if side == "A" else [[BLACK] * 5, [BLACK] * 5, [BLACK] * 5, [BLACK] * 3]
    game = scored(2, f"A{side}AAA", pyramids=pyramids, hands=[[], ["pyramid_decoration"]])
    assert game.view().pyramids.edge == (4 if side == "A" else 3)
    assert breakdown(game, "decorations") == [0, 6]


def test_B18_decorations_count_towers_and_single_stones_of_the_obelisks() -> None:
    game = scored(2, "AAAAB", obelisks=[BLACK] * 4 + [WHITE] * 2, hands=[["obelisk_decoration"], []])
    assert breakdown(game, "decorations") == [2, 0]


@pytest.mark.parametrize(("stones", "points"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_B18_decorations_count_whole_threes(stones: int, points: int) -> None:
    game = scored(2, burial_chamber=[WHITE] * stones, hands=[["burial_chamber_decoration"], []])
    assert breakdown(game, "decorations") == [points, 0]


def test_B18_two_decorations_are_counted_one_by_one() -> None:
    """Five stones: each card is worth 1, so both are worth 2, not 3."""
    game = scored(2, burial_chamber=[WHITE] * 5, hands=[["burial_chamber_decoration"] * 2, []])
    assert breakdown(game, "decorations") == [2, 0]


# --- B19


def test_B19_one_deduction_however_many_sites_are_missing() -> None:
    game = scored(
        3, wrath=True, pyramids=[WHITE], temple=[WHITE, BROWN], burial_chamber=[WHITE, BROWN], obelisks=[WHITE]
    )
    assert breakdown(game, "wrath") == [-5, 0, -5]


@pytest.mark.parametrize("missing", ["pyramids", "temple", "burial_chamber", "obelisks"])
def test_B19_each_of_the_four_monuments_counts(missing: str) -> None:
    sites = ("pyramids", "temple", "burial_chamber", "obelisks")
    boards: dict[str, Any] = {site: [BLACK] if site == missing else [BLACK, WHITE] for site in sites}
    assert breakdown(scored(2, wrath=True, **boards), "wrath") == [0, -5]


def test_B19_a_stone_that_came_by_a_red_card_counts() -> None:
    """White's only stone at the obelisks is that of a Paved Path from the market, in the last turn."""
    boards: dict[str, Any] = {"pyramids": [WHITE], "temple": [WHITE], "burial_chamber": [WHITE]}
    ships = [ship(4, at="pyramids"), ship(3, at="temple"), ship(2, at="obelisks"), ship(1, WHITE)]
    for card, wrath in (("paved_path", 0), ("sarcophagus", -5)):
        game = table(2, wrath=True, ships=ships, round=6, market=[card], **boards)
        play(game, LAST_SHIP)
        assert breakdown(game, "wrath") == [-5, wrath]


def test_B19_covered_stones_and_stones_at_the_edge_count() -> None:
    game = scored(
        2,
        wrath=True,
        pyramids=[BLACK] * 14 + [WHITE],
        temple=[WHITE] + [BLACK] * 4,
        burial_chamber=[BLACK, WHITE],
        obelisks=[BLACK, WHITE],
    )
    assert breakdown(game, "wrath") == [0, 0]


def test_B19_a_stone_at_the_market_does_not_stand_for_a_monument() -> None:
    game = table(2, wrath=True, ships=[*ONE_SHIP_LEFT[:3], ship(1, WHITE)], round=6, market=["statue"])
    play(game, LAST_SHIP)
    assert breakdown(game, "wrath") == [-5, -5]


# --- B20


@pytest.mark.parametrize(("last", "starts"), [(BLACK, WHITE), (WHITE, BROWN), (BROWN, BLACK)])
def test_B20_left_of_whoever_sailed_the_last_ship_starts(last: int, starts: int) -> None:
    """Whoever decided last in the temple makes no difference."""
    game = table(3, "AABAA", ships=ONE_SHIP_LEFT, turn=last, temple=[(last + 2) % 3])
    play(game, LAST_SHIP)
    assert game.decider == (last + 2) % 3
    play(game, "take stones")
    assert (game.round, game.decider) == (2, starts)
    assert [event.seat for event in happened(game, "round_began")] == [starts]


def test_B20_sailing_by_a_blue_card_counts_as_sailing() -> None:
    ships = [*ONE_SHIP_LEFT[:3], ship(2, BLACK)]
    game = table(3, ships=ships, turn=WHITE, sleds=[0, 1, 0], hands=[[], ["sail"], []])
    play(game, "play sail")  # there is only one space to load
    play(game, "sail 4 burial chamber")
    assert (game.round, game.decider) == (2, BROWN)


def test_B20_after_a_round_that_ended_by_B3_left_of_the_last_who_passed() -> None:
    """Brown passed last and black starts, although white sailed the last ship that sailed."""
    boards: dict[str, Any] = {"burial_chamber": used_up(BLACK) + used_up(BROWN), "obelisks": used_up(WHITE, but=1)}
    game = table(3, ships=[ship(1, WHITE), ship(4), ship(4), ship(4)], turn=WHITE, **boards)
    play(game, "sail 1 temple", "pass", "pass", "pass")
    assert (game.round, game.decider) == (2, BROWN)  # brown, black, white passed
    game = table(3, ships=[ship(4), ship(4), ship(4), ship(4, WHITE)], **boards)
    play(game, "pass", "pass", "pass")
    assert (game.round, game.decider) == (2, BLACK)


# --- B21


def test_B21_most_points_win_then_more_stones_on_the_sled_then_shared() -> None:
    tied = [{"temple": 4}, {"pyramids": 4}, {"obelisks": 3}]
    assert scored(3, points=tied, sleds=[2, 3, 5]).winners() == [WHITE]
    assert scored(3, points=tied, sleds=[3, 3, 5]).winners() == [BLACK, WHITE]
    assert scored(3, points=[{}, {"temple": 1}, {}], sleds=[5, 0, 5]).winners() == [WHITE]


def test_B21_stones_in_the_quarry_do_not_count() -> None:
    game = scored(2, temple=[BLACK, WHITE, WHITE], points=[{"temple": 1}, {}], sleds=[1, 1])
    assert (game.scores(), quarries(game)) == ([2, 2], [27, 26])
    assert game.winners() == [BLACK, WHITE]


def test_B21_nobody_has_won_before_the_end() -> None:
    assert last_round(2).winners() == []


# --- B22


def test_B22_the_first_player_is_drawn_from_the_seed() -> None:
    firsts = [imhotep.new_game("builder", players=4, seed=seed).decider for seed in range(60)]
    assert firsts == [imhotep.new_game("builder", players=4, seed=seed).decider for seed in range(60)]
    assert set(firsts) == {0, 1, 2, 3}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_B22_unless_the_table_names_one(first: int) -> None:
    for seed in range(5):
        game = imhotep.new_game("builder", players=3, seed=seed, first=first)
        assert game.decider == first
        assert sleds(game)[first] == 2


# --- B23


def test_B23_a_score_may_go_below_zero() -> None:
    game = scored(2, wrath=True, sleds=[1, 0])
    assert game.scores() == [-5, -5]
    assert game.winners() == [BLACK]
    assert scored(2, wrath=True, points=[{"temple": 2}, {"temple": 3}], sleds=[5, 0]).winners() == [WHITE]


@pytest.mark.parametrize("side", ["A", "B"])
def test_B23_stones_at_the_right_edge_score_at_once(side: str) -> None:
    pyramids = [BLACK] * 14 if side == "A" else [[BLACK] * 5] * 3
    game = table(2, f"A{side}AAA", ships=[ship(2, WHITE, WHITE), ship(4), ship(3), ship(2)], pyramids=pyramids)
    play(game, "sail 1 pyramids")
    assert game.scores() == [0, 2]
    assert game.view().pyramids.edge == 2
    assert game.view().pyramids.stones == [14 if side == "A" else 15, 2]


# --- B24


def test_B24_a_round_starts_with_the_ships_and_then_market_spaces_1_to_4() -> None:
    for sides, dealt in (("AAAAA", ["card_dealt"] * 4), ("BAAAA", ["card_dealt"] * 3 + ["card_dealt_down"] * 2)):
        game = imhotep.new_game("builder", players=2, sides=sides, seed=1)
        kinds = [event.kind for event in game.events]
        assert kinds == ["round_began", *["ship_ready"] * 4, *dealt, "turn_began"]
        assert [event.space for event in happened(game, "card_dealt")] == [1, 2, 3, 4][: dealt.count("card_dealt")]


def test_B24_a_round_ends_with_the_temple_then_the_market_then_the_ships() -> None:
    """A face-down pair goes to the discard pile after the open cards."""
    game = table(
        2,
        "BAAAA",
        ships=[ship(4), ship(4, BLACK), ship(4), ship(4)],
        temple=used_up(BLACK, but=1),
        burial_chamber=used_up(WHITE),
        market=["lever", None, "sail"],
        face_down=["statue", "chisel"],
    )
    play(game, "pass", "pass")
    wanted = happened(game, "points", "card_discarded", "stone_returned", "round_began")
    assert [event.kind for event in wanted] == [
        *["points"] * 4,
        *["card_discarded"] * 4,
        *("stone_returned", "round_began"),
    ]
    assert [event.space for event in happened(game, "card_discarded")] == [1, 3, 4, 4]
    assert game.view().discard_pile[:2] == ["lever", "sail"]
    assert sorted(game.view().discard_pile[2:]) == ["chisel", "statue"]


def test_B24_cards_of_the_market_can_not_be_drawn_in_the_temple() -> None:
    """They lie on the market until the temple is assessed: the draw pile is made without them."""
    market = ["lever", "lever", "hammer", "hammer"]
    game = table(
        2,
        "AABAA",
        ships=[ship(4, at="pyramids"), ship(3, at="temple"), ship(2, at="market"), ship(1, BLACK)],
        temple=[BLACK, BLACK, BLACK, WHITE],
        sleds=[5, 0],
        market=market,
        discard_pile=all_but(*market),
    )
    play(game, "sail 4 obelisks")
    assert happened(game, "pile_shuffled")[0].count == 30
    assert not set(hand(game, WHITE)) & {"lever", "hammer"}


def test_B24_the_final_scoring_runs_burial_chamber_obelisks_cards_wrath() -> None:
    game = last_round(
        2,
        wrath=True,
        temple=[WHITE],
        burial_chamber=[BLACK, WHITE, BLACK],
        obelisks=[BLACK, WHITE],
        hands=[["statue", "lever", "burial_chamber_decoration"], ["statue"]],
    )
    play(game, LAST_SHIP)
    order: list[str | None] = []
    for event in happened(game, "points"):
        if event.source not in order:
            order.append(event.source)
    assert order == ["temple", "burial_chamber", "obelisks", "statues", "decorations", "unused_cards", "wrath"]
    assert [event.kind for event in game.events][-1] == "game_ended"


def test_B24_the_sources_add_up_to_the_score() -> None:
    game = scored(
        2, wrath=True, temple=[WHITE], burial_chamber=[BLACK, WHITE], obelisks=[BLACK], hands=[["statue"], ["sail"]]
    )
    assert game.breakdown(BLACK) == {
        "market": 0,
        "pyramids": 0,
        "temple": 0,
        "burial_chamber": 1,
        "obelisks": 10,
        "statues": 1,
        "decorations": 0,
        "ornaments": 0,
        "private_quarries": 0,
        "unused_cards": 0,
        "prophecies": 0,
        "wrath": -5,
    }
    assert game.scores() == [sum(game.breakdown(seat).values()) for seat in range(2)] == [7, 1 + 1 + 1 - 5]


# --- B25


def test_B25_hands_are_public_also_cards_from_the_draw_pile() -> None:
    game = table(
        3, "ABAAA", ships=WHITE_READY, pyramids=[[BLACK], [], []], draw_pile=["chisel"], hands=[[], ["statue"], []]
    )
    play(game, "sail 1 pyramids", "build left", "take card")
    for viewer in (BLACK, WHITE, BROWN, None):
        assert game.view(viewer).seats[WHITE].hand == ["statue", "chisel"]
        drawn = [event for event in game.events_for(viewer) if event.kind == "card_drawn"]
        assert [(event.seat, event.card) for event in drawn] == [(WHITE, "chisel")]


def test_B25_only_who_looks_at_face_down_cards_sees_them() -> None:
    game = table(2, "BAAAA", ships=WHITE_READY, market=["sail"], face_down=["lever", "statue"])
    play(game, "sail 1 market", "look 4")
    looked = happened(game, "cards_looked_at")
    assert [(event.seat, event.space, event.card) for event in looked] == [(WHITE, 4, None)]
    assert game.view(BLACK).moves == []
    assert game.view(WHITE).market.seen == ["statue", "lever"]


# --- taking back: never after something face down was shown


def test_the_last_move_can_not_be_taken_back_once_the_face_down_cards_were_shown() -> None:
    """At the end of the game the pair goes face up to the discard pile: who sailed last has seen it by then."""
    game = table(
        2,
        "BAAAA",
        ships=[ship(4, at="pyramids"), ship(3, at="temple"), ship(2, at="obelisks"), ship(1, BLACK)],
        round=6,
        face_down=["statue", "chisel"],
    )
    play(game, "sail 4 burial chamber")
    assert game.is_over
    assert set(game.view().discard_pile) == {"statue", "chisel"}
    assert not game.can_undo(BLACK)


def test_keeping_a_card_can_not_be_taken_back_once_everybody_saw_both() -> None:
    game = table(2, "BAAAA", ships=WHITE_READY, face_down=["lever", "statue"])
    play(game, "sail 1 market", "keep statue")
    assert game.view(BLACK).discard_pile == ["lever"]
    assert not game.can_undo(WHITE)


# --- N2


def test_N2_second_color_gives_thirty_stones_more() -> None:
    on = {"second_color": True}
    assert quarries(table(2, house_rules=on)) == [59, 59]
    assert quarries(imhotep.new_game("builder", players=2, seed=1, first=0, house_rules=on)) == [57, 56]


def test_N2_second_color_is_used_within_one_and_the_same_action() -> None:
    """One stone of the own colour is left in the quarry; three are taken."""
    game = table(2, house_rules={"second_color": True}, burial_chamber=used_up(BLACK, but=1))
    play(game, "get stones")
    assert sleds(game) == [3, 0]
    assert quarries(game) == [28, 59]


def test_N2_second_color_counts_as_one_with_the_first() -> None:
    """31 stones of black make one area, one obelisk, one rank."""
    on = {"second_color": True}
    assert breakdown(scored(2, house_rules=on, burial_chamber=[BLACK] * 31), "burial_chamber") == [15 + 26 * 2, 0]
    assert breakdown(scored(2, house_rules=on, obelisks=[BLACK] * 31 + [WHITE] * 30), "obelisks") == [10, 1]
    game = table(2, "AAAAB", ships=BLACK_READY, house_rules=on, temple=[BLACK] * 27, obelisks=[BLACK] * 2)
    play(game, "sail 1 obelisks")  # the 30th stone, so the first of the second colour
    assert game.scores() == [10, 0]


def test_N2_second_color_feeds_red_cards_too() -> None:
    game = table(
        2, ships=WHITE_READY, temple=used_up(WHITE, but=1), market=["paved_path"], house_rules={"second_color": True}
    )
    play(game, "sail 1 market")
    assert game.view().obelisks.stones == [0, 1]


def test_N2_house_rule_second_color_is_off_unless_chosen() -> None:
    assert imhotep.new_game("builder", players=2, seed=1).setup.house_rules["second_color"] is False
    game = table(2, burial_chamber=used_up(BLACK))
    assert not game.can_play("get stones")
    with pytest.raises(SetupError):
        table(2, burial_chamber=[BLACK] * 30)


@pytest.mark.parametrize("players", [3, 4])
def test_N2_house_rule_second_color_is_for_two_players(players: int) -> None:
    with pytest.raises(SetupError):
        table(players, house_rules={"second_color": True})
