"""Every ruling of A New Dynasty: what it allows and what it forbids. A test's name begins with the ruling's id."""

# ruff: noqa: N802

import itertools
import random
from typing import Any

import pytest

import imhotep
from imhotep import Game
from imhotep.table.editions import built_in_text
from imhotep.table.games import rules_of
from tests.support.builder import (
    BLACK,
    BROWN,
    GRAY,
    ONE_SHIP_LEFT,
    WHITE,
    breakdown,
    hand,
    happened,
    moves,
    play,
    quarries,
    refused,
    ship,
    sleds,
)
from tests.support.dynasty import (
    MOORED,
    NO_ROOM_NO_WIND,
    NOBODY,
    OTHERS,
    SITES,
    TOMB_LEFT,
    WHITE_READY,
    assert_alike,
    cargo,
    dynasty,
    ended,
    events,
    gods,
    options,
    prophecies_offered,
    ra,
    raw,
    redeals,
    stack,
    whole_hand,
    without,
)
from tests.support.editions import changed

# --- N1 red cards are kept


def red_card_taken(**setup: Any) -> Game:
    game = dynasty(3, ships=WHITE_READY, market=["paved_path"], **setup)
    play(game, "sail 1 market")
    assert game.view().obelisks.stones == [0, 1, 0]
    return game


@pytest.mark.parametrize("setup", [{"cards": "dynasty"}, {"cards": "base", "gods": True}, {"gods": True}])
def test_N1_red_cards_are_kept_with_the_new_cards_or_the_prophecies(setup: dict[str, Any]) -> None:
    game = red_card_taken(**setup)
    assert hand(game, WHITE) == ["paved_path"]
    assert game.view().discard_pile == []
    assert happened(game, "card_discarded") == []


@pytest.mark.parametrize("sides", ["AACAA", "AADDA", "ACAAA", "ADACA", "CAAAA", "DBBBB"])
def test_N1_red_cards_are_kept_with_a_side_of_the_expansion_alone(sides: str) -> None:
    game = red_card_taken(cards="base", sides=sides)
    assert hand(game, WHITE) == ["paved_path"]
    assert game.view().discard_pile == []


@pytest.mark.parametrize(
    ("sides", "version"),
    [("AAAAA", 1), ("AAAAA", 2), ("AACAA", 1), ("AADDA", 1), ("ACAAA", 1), ("ADACA", 1)],
)
def test_N1_without_the_expansion_they_are_discarded_and_by_version_1_with_its_sides_alone(
    sides: str, version: int
) -> None:
    game = red_card_taken(cards="base", sides=sides, rules_version=version)
    assert hand(game, WHITE) == []
    assert game.view().discard_pile == ["paved_path"]


def test_N1_the_variant_with_face_down_cards_alone_does_not_change_it() -> None:
    game = red_card_taken(cards="base", unseen=True)
    assert whole_hand(raw(game), WHITE) == []
    assert game.view().discard_pile == ["paved_path"]


def test_N1_a_red_card_is_kept_also_when_there_is_no_stone_to_place() -> None:
    """B6, with three players: all 29 stones of white are placed but the one on the ship."""
    game = dynasty(3, ships=WHITE_READY, market=["entrance"], temple=[WHITE] * 28)
    play(game, "sail 1 market")
    assert hand(game, WHITE) == ["entrance"]
    assert game.view().pyramids.stones == [0, 0, 0]


def test_N1_drawn_red_cards_are_kept_too() -> None:
    for card in ("entrance", "sarcophagus", "paved_path", "private_quarry"):
        game = dynasty(3, "ACAAA", ships=WHITE_READY, scaffold=[2], pyramids=[BLACK], draw_pile=[card])
        play(game, "sail 1 pyramids")
        assert (hand(game, WHITE), game.view().discard_pile) == ([card], [])


def test_N1_kept_cards_are_not_shuffled_into_a_new_pile() -> None:
    """The only card of the pile is an Entrance; what it leads to finds nothing to draw."""
    game = dynasty(
        3,
        "ACAAA",
        ships=WHITE_READY,
        scaffold=[3, 2],
        pyramids=[BLACK, BLACK, BLACK],
        draw_pile=["entrance"],
        hands=[without("entrance"), [], []],
    )
    play(game, "sail 1 pyramids")
    assert hand(game, WHITE) == ["entrance"]
    assert (game.view().draw_pile, game.view().discard_pile) == (0, [])
    assert happened(game, "pile_shuffled") == []


# --- N2 the second colour


@pytest.mark.parametrize(
    "setup",
    [
        {"cards": "dynasty"},
        {"cards": "base", "gods": True},
        *({"cards": "base", "sides": "A" * at + side + "A" * (4 - at)} for at in range(5) for side in "CD"),
    ],
)
def test_N2_it_applies_as_soon_as_anything_of_the_expansion_is_in_play(setup: dict[str, Any]) -> None:
    assert quarries(dynasty(2, **setup)) == [59, 59]
    assert quarries(dynasty(3, **setup)) == [29, 29, 29]


@pytest.mark.parametrize("setup", [{}, {"sides": "BBBBB"}, {"unseen": True}, {"wrath": True}])
def test_N2_without_the_expansion_there_is_one_color(setup: dict[str, Any]) -> None:
    assert quarries(dynasty(2, cards="base", **setup)) == [29, 29]


def test_N2_without_the_expansion_it_is_the_house_rule_second_color() -> None:
    assert quarries(dynasty(2, cards="base", house_rules={"second_color": True})) == [59, 59]
    assert quarries(dynasty(2, house_rules={"second_color": True})) == [59, 59]  # not twice


def test_N2_both_colors_within_one_action() -> None:
    """One stone of the first colour is left: two of the second follow at once, by an action, a card or a gift."""
    game = dynasty(2, temple=[BLACK] * 28)
    play(game, "get stones")
    assert sleds(game) == [3, 0]
    game = dynasty(2, temple=[BLACK] * 28, hands=[["hammer"], []])
    play(game, "play hammer", "load 1 1")
    assert sleds(game) == [2, 0]
    game = dynasty(2, "ACAAA", ships=[ship(1, BLACK), *OTHERS], scaffold=[3], temple=[BLACK] * 27)
    play(game, "sail 1 pyramids")
    assert sleds(game) == [3, 0]


def test_N2_both_colors_count_as_one_everywhere() -> None:
    """In rankings, prophecies, areas and rows: 40 stones of black are 40 stones of black."""
    game = ended(
        2, gods=gods("ra", "ptah", players=2, horus=[1, 1]), pyramids=[BLACK] * 31 + [WHITE] * 20, obelisks=[BLACK] * 9
    )
    assert breakdown(game, "prophecies") == [6, -4]
    assert breakdown(game, "obelisks") == [10, 0]
    game = ended(2, "AAABA", burial_chamber=[BLACK, WHITE, BLACK] * 14 + [BLACK] * 3)
    assert breakdown(game, "burial_chamber") == [8 + 4 + 8, 8]


def test_N2_the_quarry_can_still_run_out() -> None:
    game = dynasty(2, temple=[BLACK] * 57, sleds=[2, 0])
    assert refused(game, "get stones").reason == "quarry_empty"


# --- N3 the luxury market

FOUR = ["lever", "sail", "chisel", "hammer"]


def test_N3_a_coin_takes_two_orthogonally_adjacent_cards_in_either_order() -> None:
    game = dynasty(3, "CAAAA", ships=WHITE_READY, market=FOUR)
    play(game, "sail 1 market")
    pairs = [(1, 2), (1, 3), (2, 1), (2, 4), (3, 1), (3, 4), (4, 2), (4, 3)]
    named = {space: f"{space} {card}" for space, card in enumerate(FOUR, 1)}
    assert sorted(moves(game)) == sorted(
        [f"take {named[space]}" for space in range(1, 5)] + [f"take {named[a]} and {named[b]}" for a, b in pairs]
    )
    for a, b in ((1, 4), (4, 1), (2, 3), (3, 2), (1, 1)):
        assert refused(game, f"take {named[a]} and {named[b]}").reason == "not_adjacent"


def test_N3_both_spaces_need_a_card() -> None:
    game = dynasty(3, "CAAAA", ships=WHITE_READY, market=["lever", None, "chisel", "hammer"])
    play(game, "sail 1 market")
    assert not any(move.startswith("take 1 lever and 2") for move in moves(game))
    assert refused(game, "take 1 and 2").reason == "no_card_there"


def test_N3_the_coin_is_the_stones_owners_and_counts_for_one_stone() -> None:
    """Black sails; white's coin pays for white's first stone; the second takes one card."""
    game = dynasty(3, "CAAAA", ships=cargo(WHITE, WHITE), market=FOUR, coins=[2, 1, 2])
    play(game, "sail 1 market")
    assert game.decider == WHITE
    play(game, "take 3 chisel and 4 hammer")
    assert game.view().market.coins == [2, 0, 2]
    assert moves(game) == ["take 1 lever", "take 2 sail"]


def test_N3_the_owner_chooses_the_order_of_the_two() -> None:
    """The quarry's three stones fit only after the cargo sled has come."""
    for first, second, on_sled in (("1 cargo sled", "2 private quarry", 7), ("2 private quarry", "1 cargo sled", 5)):
        game = dynasty(3, "CAAAA", ships=WHITE_READY, market=["cargo_sled", "private_quarry"], sleds=[0, 4, 0])
        play(game, "sail 1 market", f"take {first} and {second}")
        assert sleds(game)[WHITE] == on_sled
        assert hand(game, WHITE) == ["cargo_sled", "private_quarry"]


def test_N3_on_an_empty_display_the_top_of_the_draw_pile_and_no_coin() -> None:
    game = dynasty(3, "CAAAA", ships=cargo(WHITE, BLACK), draw_pile=["statue", "lever", "sail", "hammer"])
    play(game, "sail 1 market")
    assert [hand(game, seat) for seat in range(3)] == [["lever"], ["statue"], []]
    assert game.view().market.coins == [2, 2, 2]
    assert (game.decider, game.question) == (WHITE, "turn")


def test_N3_while_a_card_lies_there_the_pile_gives_none() -> None:
    game = dynasty(3, "CAAAA", ships=WHITE_READY, market=["lever", "sail"])
    play(game, "sail 1 market")
    assert refused(game, "take card").reason == "display_not_empty"


def test_N3_an_empty_display_and_empty_piles_give_nothing() -> None:
    game = dynasty(3, "CAAAA", ships=WHITE_READY, hands=[without(), [], []])
    play(game, "sail 1 market")
    assert (game.decider, game.question) == (WHITE, "turn")
    assert quarries(game)[WHITE] == 29


def test_N3_an_empty_display_shuffles_the_discards() -> None:
    game = dynasty(
        3, "CAAAA", ships=WHITE_READY, hands=[without("statue", "statue"), [], []], discard_pile=["statue", "statue"]
    )
    play(game, "sail 1 market")
    assert hand(game, WHITE) == ["statue"]
    assert [event.count for event in happened(game, "pile_shuffled")] == [2]


def test_N3_house_rule_may_decline_card_does_not_cover_the_draw_pile() -> None:
    """B5: it covers only the pick from the board; here nothing lies on the board."""
    game = dynasty(3, "CAAAA", ships=WHITE_READY, draw_pile=["statue"], house_rules={"may_decline_card": True})
    play(game, "sail 1 market")
    assert hand(game, WHITE) == ["statue"]
    assert (game.decider, game.question) == (WHITE, "turn")


def test_N3_house_rule_may_decline_card_covers_pairs_too() -> None:
    game = dynasty(3, "CAAAA", ships=WHITE_READY, market=["lever", "sail"], house_rules={"may_decline_card": True})
    play(game, "sail 1 market")
    assert "decline" in moves(game)
    play(game, "decline")
    assert game.view().market.coins == [2, 2, 2]
    assert game.view().market.open[:2] == ["lever", "sail"]


def test_N3_a_red_card_of_the_draw_pile_acts_at_once() -> None:
    game = dynasty(3, "CAAAA", ships=cargo(WHITE, WHITE), draw_pile=["sarcophagus", "private_quarry"])
    play(game, "sail 1 market")
    assert game.view().burial_chamber.stones == [0, 1, 0]
    assert sleds(game) == [0, 3, 0]
    assert hand(game, WHITE) == ["sarcophagus", "private_quarry"]


# --- N4 the scaffold


def test_N4_points_and_stones_then_the_assessment_then_the_next_token_then_the_card() -> None:
    """White's stone completes the third token and draws an Entrance, which finds room on the next token."""
    game = dynasty(3, "ACAAA", ships=cargo(WHITE, BROWN), scaffold=[3, 1], pyramids=[BLACK] * 3, draw_pile=["entrance"])
    play(game, "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [3, 1 + 1, 2]  # white 1 on the old token and 1 on the new; then brown's 2
    assert [space.owner for space in game.view().pyramids.layers[1]] == [WHITE, BROWN, None, None]


def test_N4_the_order_of_what_happens_on_a_tokens_last_space() -> None:
    game = dynasty(3, "ACAAA", ships=WHITE_READY, scaffold=[3, 1], pyramids=[BLACK] * 3, draw_pile=["lever"])
    since = len(game.events)
    play(game, "sail 1 pyramids")
    assert [(event.kind, event.seat, event.points) for event in game.events[since:]] == [
        ("ship_sailed", BLACK, None),
        ("stone_unloaded", WHITE, None),
        ("stone_built", WHITE, None),
        ("points", WHITE, 1),
        ("points", BLACK, 3),
        ("scaffold_turned", None, None),
        ("card_drawn", WHITE, None),
        ("turn_began", WHITE, None),
    ]


def test_N4_an_entrance_drawn_on_the_very_last_space_goes_to_the_edge() -> None:
    game = dynasty(
        3, "ACAAA", ships=WHITE_READY, scaffold=[1, 2, 5, 3], pyramids=[BLACK] * 15, draw_pile=["entrance", "statue"]
    )
    play(game, "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [3, 1 + 1, 0]
    assert game.view().pyramids.edge == 1
    assert game.view().pyramids.stones == [15, 2, 0]


def test_N4_entrances_may_follow_one_another() -> None:
    """Two Entrances in a row: from the fourth token's last space to the second token, whose second space draws."""
    game = dynasty(
        3,
        "ACAAA",
        ships=WHITE_READY,
        scaffold=[4, 2],
        pyramids=[BLACK, BROWN, BLACK],
        draw_pile=["entrance", "entrance", "lever"],
    )
    play(game, "sail 1 pyramids")
    # white: nothing on the last space; an Entrance to the second token's 2 points; no card there
    assert breakdown(game, "pyramids") == [3, 2, 0]
    game = dynasty(
        3,
        "ACAAA",
        ships=cargo(WHITE, WHITE),
        scaffold=[4, 2],
        pyramids=[BLACK, BROWN, BLACK],
        draw_pile=["entrance", "entrance", "lever"],
    )
    play(game, "sail 1 pyramids")
    # the second stone on space 2 draws another Entrance, which gets the third space's point
    assert breakdown(game, "pyramids") == [3, 2 + 1, 0]
    assert hand(game, WHITE) == ["entrance", "entrance"]
    assert game.view().pyramids.stones == [2, 4, 1]


def test_N4_the_token_left_out_is_known_to_all_the_order_of_the_others_to_nobody() -> None:
    game = imhotep.new_game("builder", players=3, sides="ACAAA", seed=5)
    view = game.view().pyramids
    orders = set()
    for other in redeals(game, BLACK):
        orders.add(tuple(other.boards[1].tokens.to_list()))  # type: ignore[attr-defined]
    assert len(orders) == 6
    assert all(view.left_out[0] - 1 not in order for order in orders)
    assert all(set(order) == set(next(iter(orders))) for order in orders)
    assert [event.token for event in events(game, None) if event.kind == "scaffold_left_out"] == view.left_out


def test_N4_the_removed_round_card_is_known_to_nobody() -> None:
    game = imhotep.new_game("builder", players=3, sides="ACAAA", seed=5)
    assert len(game.view().unseen_rounds) == 6  # of seven, one lies open; the removed one is among these
    last = {int(other.coming_rounds.cards[0]) for other in redeals(game, BLACK)}
    assert len(last) == 6


# --- N5 the temple of Ra


def test_N5_with_fewer_cards_as_many_as_there_are() -> None:
    game = ra(["lever", "sail"])
    assert moves(game) == ["keep lever", "keep sail"]
    game = ra(["lever"])
    assert game.is_over  # no question
    assert hand(game, WHITE) == ["lever"]
    game = ra([])
    assert game.is_over
    assert hand(game, WHITE) == []
    assert breakdown(game, "temple") == [0, 2, 0]  # the first space's points only


def test_N5_the_discards_are_shuffled_in_the_middle_of_drawing() -> None:
    game = ra(["lever"], ["sail", "hammer"])
    assert moves(game) == ["keep lever", "keep hammer", "keep sail"]
    play(game, "keep hammer")
    assert sorted(game.view().discard_pile) == ["lever", "sail"]


def test_N5_after_the_last_round_too_before_the_final_scoring() -> None:
    game = ra(["statue", "sail", "hammer"])
    play(game, "keep statue")
    assert game.is_over
    assert breakdown(game, "statues")[WHITE] == 1


def test_N5_the_others_are_discarded_before_the_kept_one_takes_effect() -> None:
    """White keeps an Entrance, whose stone on the scaffold draws: the two others have become the pile."""
    game = ra(["entrance", "statue", "statue"], sides="ACCAA", scaffold=[2], pyramids=[BLACK])
    play(game, "keep entrance")
    assert hand(game, WHITE) == ["entrance", "statue"]
    assert [event.count for event in happened(game, "pile_shuffled")] == [2]


def test_N5_stones_only_if_one_fits_and_as_many_as_fit() -> None:
    game = dynasty(3, "AACAA", ships=ONE_SHIP_LEFT, temple=[WHITE], sleds=[0, 5, 0])
    play(game, "sail 4 market")
    assert breakdown(game, "temple") == [0, 2, 0]
    game = dynasty(3, "AACAA", ships=ONE_SHIP_LEFT, temple=[WHITE], sleds=[0, 3, 0])
    play(game, "sail 4 market", "take stones")
    assert sleds(game) == [0, 5, 0]


def test_N5_from_left_to_right_each_owner_deciding() -> None:
    game = dynasty(
        3,
        "AACAA",
        ships=ONE_SHIP_LEFT,
        temple=[BROWN, WHITE, BLACK],
        draw_pile=["lever", "sail", "hammer"],
    )
    play(game, "sail 4 market")
    assert game.decider == BROWN
    play(game, "take stones")
    assert (game.decider, game.question) == (WHITE, "keep_card")
    assert refused(game, "keep statue").reason == "card_not_drawn"
    play(game, "keep sail")
    assert game.decider == BLACK
    play(game, "take points")
    assert game.round == 2


def test_N5_a_stone_built_during_the_assessment_is_not_assessed() -> None:
    """B10: the stones visible when it starts. Here nothing can be built in the temple, but the pyramids score."""
    game = ra(["entrance", "lever", "sail"], sides="ADCAA")
    play(game, "keep entrance")
    assert breakdown(game, "pyramids") == [0, 3, 0]
    assert breakdown(game, "temple") == [0, 2, 0]


# --- N6 the burial mound


def touching(*spaces: int) -> bool:
    """Whether black's stones on two spaces of a mound of white ones are one area."""
    mound = [BLACK if space in spaces else WHITE for space in range(1, 16)]
    points = ended(2, "AAACA", burial_chamber=mound)
    own = [event for event in happened(points, "points") if event.source == "burial_chamber" and event.seat == BLACK]
    assert len(own) in (1, 2)
    return len(own) == 1


def test_N6_a_stone_touches_left_right_and_the_two_it_rests_on() -> None:
    rows = [[1, 2, 3, 4, 5], [6, 7, 8, 9], [10, 11, 12], [13, 14], [15]]
    expected = {frozenset(pair) for row in rows for pair in itertools.pairwise(row)}
    for below, row in itertools.pairwise(rows):
        for at, space in enumerate(row):
            expected |= {frozenset((space, below[at])), frozenset((space, below[at + 1]))}
    found = {frozenset(pair) for pair in itertools.combinations(range(1, 16), 2) if touching(*pair)}
    assert found == expected


def test_N6_the_owner_chooses_among_all_spaces() -> None:
    game = dynasty(2, "AAACA", ships=cargo(WHITE, BLACK))
    play(game, "sail 1 burial chamber")
    assert (game.decider, moves(game)) == (WHITE, [f"mound {space}" for space in range(1, 6)])
    play(game, "mound 4")
    assert (game.decider, moves(game)) == (BLACK, ["mound 1", "mound 2", "mound 3", "mound 5"])


def test_N6_a_stone_rests_on_two_of_any_color() -> None:
    game = dynasty(2, "AAACA", ships=WHITE_READY, burial_chamber=[BLACK] * 5 + [BLACK] * 2)
    play(game, "sail 1 burial chamber")
    assert moves(game) == ["mound 8", "mound 9", "mound 10"]


def test_N6_levels_that_count_are_those_of_the_area_not_its_height() -> None:
    """An area on the third and fourth level: two levels, not four."""
    black = {10, 11, 13}
    mound = [BLACK if space in black else WHITE for space in range(1, 16)]
    game = ended(2, "AAACA", burial_chamber=mound)
    assert breakdown(game, "burial_chamber")[BLACK] == 3 * 2


def test_N6_stones_at_the_edge_belong_to_no_area() -> None:
    mound = [WHITE] * 14
    game = dynasty(
        2, "AAACA", ships=TOMB_LEFT, round=6, burial_chamber=[*mound, WHITE], edge={"burial_chamber": [WHITE]}
    )
    play(game, "sail 4 burial chamber")
    assert breakdown(game, "burial_chamber") == [1, 15 * 4]


def test_N6_a_sarcophagus_asks_for_a_space_too() -> None:
    game = dynasty(2, "AAACA", ships=cargo(WHITE), market=["sarcophagus"])
    play(game, "sail 1 market")
    assert (game.decider, game.question) == (WHITE, "mound")
    play(game, "mound 5")
    assert game.view().burial_chamber.stones == [0, 1]
    assert quarries(game)[WHITE] == 59 - 1


# --- N7 the great obelisk


def test_N7_every_column_is_filled_from_the_bottom_whatever_is_added() -> None:
    """Random games of one builder: squares never overlap, never float, never stick out."""
    for seed in range(12):
        chance = random.Random(seed)
        game = dynasty(3, "AAAAC", ships=cargo(WHITE, WHITE, WHITE, WHITE), hands=[[], ["raft"], []], sleds=[0, 3, 0])
        for ready in range(4):
            if ready:
                game = dynasty(3, "AAAAC", ships=cargo(WHITE, WHITE, WHITE, WHITE), **built_so_far(game))
            play(game, "sail 1 obelisks")
            while game.question == "great_obelisk":
                adds = [move for move in game.legal_moves() if move.verb == "add"]
                for move in adds:
                    assert_stands(squares_of(game, WHITE) + list(move.squares or []))
                game.play(chance.choice(adds) if adds else "decline")
            assert_stands(squares_of(game, WHITE))
        heights = [sum(x == column for x, _ in squares_of(game, WHITE)) for column in (1, 2, 3)]
        assert game.view().obelisks.heights[WHITE] == heights
        assert game.view().obelisks.complete_rows[WHITE] == min(heights)
        assert game.view().obelisks.incomplete_rows[WHITE] == max(heights) - min(heights)


def built_so_far(game: Game) -> dict[str, Any]:
    """The same great obelisk as a position by hand."""
    path = [space for space in game.view().obelisks.path if space.owner is not None]
    laid = [" ".join(f"{' abc'[x]}{y}" for x, y in space.laid) or None for space in path]
    return {"obelisks": [space.owner for space in path], "laid": laid}


def squares_of(game: Game, seat: int) -> list[tuple[int, int]]:
    path = game.view().obelisks.path
    return [square for space in path if space.owner == seat for square in space.laid]


def assert_stands(squares: list[tuple[int, int]]) -> None:
    assert len(set(squares)) == len(squares)
    assert all(1 <= column <= 3 and row >= 1 for column, row in squares)
    assert all(row == 1 or (column, row - 1) in squares for column, row in squares)


def test_N7_the_owner_may_put_a_token_back_into_the_box() -> None:
    game = dynasty(2, "AAAAC", ships=WHITE_READY)
    play(game, "sail 1 obelisks", "decline")
    assert game.view().obelisks.heights[WHITE] == [0, 0, 0]
    assert game.view().obelisks.path[0].owner == WHITE
    assert [event.place for event in happened(game, "token_put_back")] == [1]


def test_N7_the_card_has_no_upper_end() -> None:
    laid = ["a1 a2", None, "a3", None, "a4 a5 a6", None, "a7 a8", None, None, "a9"]
    game = dynasty(2, "AAAAC", ships=WHITE_READY, obelisks=[WHITE] * 11, laid=laid)
    play(game, "sail 1 obelisks")
    assert "add a10 a11 a12" in moves(game)


def test_N7_a_place_needs_a_complete_row() -> None:
    """White built higher, but has no complete row: no place, no points; black alone takes the first."""
    game = ended(
        3,
        "AAAAC",
        obelisks=[WHITE, WHITE, BROWN, BROWN, BLACK],
        laid=["a1 a2", None, "a1", None, "a1 b1 c1"],
    )
    assert breakdown(game, "obelisks") == [2 + 8, 0, 0]


def test_N7_tied_players_share_the_places_they_take_up() -> None:
    """Four players; two share the first and the second place, the third takes the third one."""
    path = [BLACK, GRAY, BLACK, BROWN, WHITE, *[GRAY] * 6, GRAY, GRAY]
    laid = ["a1 b1", None, "c1", "a1 b1 c1 a2", "a1 b1 c1"]
    game = ended(4, "AAAAC", obelisks=path, laid=laid)
    assert game.view().obelisks.complete_rows == [1, 1, 1, 0]
    assert breakdown(game, "obelisks") == [2 + 3, 2 + 3, 2 + 6, 0]


ONE_ROW = ["a1 b1", None, "c1", None, "a1 b1 c1"]  # of two players, by the tokens of the path


@pytest.mark.parametrize(
    ("path", "laid", "ranks", "shares", "by_version_1"),
    [
        ([BLACK, BLACK, BLACK, BLACK, WHITE], ONE_ROW, [5, 0], [3, 3], [2, 2]),  # 2.5 each
        ([BLACK, BLACK, BLACK, BLACK, WHITE], ONE_ROW, [6, 0], [3, 3], [3, 3]),
        (  # brown is first; the others have 1.5 each
            [BLACK, BLACK, BLACK, BROWN, WHITE],
            [*ONE_ROW[:3], "a1 b1 c1 a2", ONE_ROW[4]],
            [8, 3, 0],
            [2, 2, 8],
            [1, 1, 8],
        ),
        ([BLACK] * 4 + [WHITE] * 7 + [BROWN], [*ONE_ROW, *[None] * 6, "a1 b1 c1"], [8, 3, 0], [4, 4, 4], [3, 3, 3]),
        ([BLACK] * 4 + [WHITE] * 7 + [BROWN], [*ONE_ROW, *[None] * 6, "a1 b1 c1"], [7, 3, 0], [3, 3, 3], [3, 3, 3]),
    ],
)
def test_N7_shares_are_rounded_to_the_nearest_point_halves_up(
    path: list[int], laid: list[str | None], ranks: list[int], shares: list[int], by_version_1: list[int]
) -> None:
    built_in = {2: "2 = [6, 0]", 3: "3 = [8, 4, 0]"}[len(ranks)]
    text = changed(built_in_text("dynasty"), {built_in: f"{len(ranks)} = {ranks}"})
    edition = rules_of("builder").read_edition(text, "test")
    for version, expected in ((2, shares), (1, by_version_1)):
        game = ended(len(ranks), "AAAAC", obelisks=path, laid=laid, edition=edition, rules_version=version)
        assert game.view().obelisks.complete_rows == [1] * len(ranks)
        assert breakdown(game, "obelisks") == [2 + share for share in expected]


def test_N7_a_paved_path_brings_a_token_too() -> None:
    game = dynasty(2, "AAAAC", ships=WHITE_READY, market=["paved_path"])
    play(game, "sail 1 market")
    assert (game.decider, game.question) == (WHITE, "great_obelisk")
    play(game, "add c1 c2")
    assert game.view().obelisks.heights[WHITE] == [0, 0, 2]


def test_N7_one_may_not_build_on_the_card_of_another() -> None:
    """Heights are each player's own: black's row is no ground for white's step."""
    game = dynasty(2, "AAAAC", ships=WHITE_READY, obelisks=[BLACK] * 13, laid=[None, None, "a1", *[None] * 9, "b1 c1"])
    play(game, "sail 1 obelisks")
    assert happened(game, "token_put_back")


# --- N8 the black market


def test_N8_who_takes_from_a_stack_sees_it_and_others_only_how_many() -> None:
    game = dynasty(
        3, "DAAAA", ships=WHITE_READY, market=["hammer", "raft"], stacks=[["lever", "statue", "sail"], ["chisel"] * 3]
    )
    play(game, "sail 1 market", "look 3")
    assert game.view(WHITE).market.seen == ["statue", "lever", "sail"]
    for viewer in (BLACK, BROWN, None):
        view = game.view(viewer)
        assert view.market.seen is None
        assert [(pile.count, pile.known) for pile in view.market.stacks] == [(3, []), (3, [])]
        assert (view.question, view.moves) == (None, [])
    play(game, "keep lever")
    assert game.view(WHITE).market.stacks[0].known == ["statue", "sail"]
    assert game.view(BLACK).market.stacks[0].known == []
    for other in redeals(game, WHITE, 20):
        assert stack(other, 3) == ["sail", "statue"]
    assert len({tuple(stack(other, 3)) for other in redeals(game, BLACK)}) > 20
    assert hand(game, WHITE) == ["lever"]


def test_N8_nobody_knows_a_stack_that_nobody_looked_at() -> None:
    game = imhotep.new_game("builder", players=3, sides="DAAAA", seed=2, **options())
    for seat in range(3):
        assert len({tuple(stack(other, 4)) for other in redeals(game, seat)}) > 30


def test_N8_a_card_added_at_the_start_of_a_round_is_unknown_the_others_stay_known() -> None:
    game = dynasty(
        3,
        "DAAAA",
        ships=[*MOORED, ship(1, WHITE)],
        market=["hammer", "raft"],
        stacks=[["lever", "loading_plank", "sail"], ["chisel"] * 3],
    )
    play(game, "sail 4 market", "look 3", "keep sail")
    assert game.round == 2
    assert game.view(WHITE).market.stacks[0].count == 3
    assert game.view(WHITE).market.stacks[0].known == ["lever", "loading_plank"]
    stacks = {tuple(stack(other, 3)) for other in redeals(game, WHITE)}
    assert len(stacks) > 5
    for cards in stacks:
        assert {"lever", "loading_plank"} <= set(cards)


def test_N8_the_card_that_is_kept_is_known_to_all_but_the_rest_is_not() -> None:
    game = dynasty(
        3, "DAAAA", ships=WHITE_READY, market=["hammer", "raft"], stacks=[["lever", "statue", "sail"], ["chisel"] * 3]
    )
    play(game, "sail 1 market", "look 3", "keep statue")
    for viewer in (BLACK, None):
        assert game.view(viewer).seats[WHITE].hand == ["statue"]
        kept = [event for event in game.events_for(viewer) if event.kind == "card_kept"]
        assert [(event.seat, event.card, event.space) for event in kept] == [(WHITE, "statue", 3)]


@pytest.mark.parametrize("unseen", [False, True])
def test_N8_equal_cards_in_a_stack_look_to_others_like_different_ones(unseen: bool) -> None:
    """If who looks at equal cards isn't asked, everybody learns from that (and from `forced`) what is left there."""
    games = []
    for cards in (["statue", "statue", "statue"], ["statue", "lever", "sail"]):
        game = dynasty(3, "DAAAA", unseen=unseen, ships=WHITE_READY, market=["hammer", "raft"], stacks=[cards, []])
        play(game, "sail 1 market", "look 3")
        games.append(game)
    equal, different = games
    if equal.question == "keep_card":
        assert_alike(equal, different, BLACK)
        play(equal, "keep statue")
    play(different, "keep statue")
    assert_alike(equal, different, BLACK)


def test_N8_a_single_card_is_taken_without_a_question() -> None:
    """Everybody knows that there is one; in the open game also which."""
    game = dynasty(3, "DAAAA", ships=WHITE_READY, stacks=[["lever"], []])
    play(game, "sail 1 market")
    assert hand(game, WHITE) == ["lever"]
    assert (game.decider, game.question) == (WHITE, "turn")


def test_N8_stacks_are_filled_space_by_space_and_may_stay_incomplete() -> None:
    """Six cards are left at the start of a round: two lie open, then space 3 and, with what is left, space 4."""
    left = ["lever", "hammer", "sail", "chisel", "raft", "entrance"]
    game = dynasty(
        3,
        "DAAAA",
        ships=ONE_SHIP_LEFT,
        draw_pile=left,
        stacks=[["statue"], ["statue"]],
        hands=[without(*left, "statue", "statue"), [], []],
    )
    play(game, "sail 4 burial chamber")
    assert game.view().market.open == ["lever", "hammer"]
    assert stack(raw(game), 3) == ["chisel", "sail", "statue"]
    assert stack(raw(game), 4) == ["entrance", "raft", "statue"]
    fewer = left[:4]
    game = dynasty(
        3,
        "DAAAA",
        ships=ONE_SHIP_LEFT,
        draw_pile=fewer,
        stacks=[["statue"], ["statue"]],
        hands=[without(*fewer, "statue", "statue"), [], []],
    )
    play(game, "sail 4 burial chamber")
    assert [pile.count for pile in game.view().market.stacks] == [3, 1]


def test_N8_the_open_cards_are_discarded_the_stacks_are_not() -> None:
    game = dynasty(
        3, "DAAAA", ships=ONE_SHIP_LEFT, market=["lever", "sail"], stacks=[["statue"] * 3, ["hammer", "chisel", "raft"]]
    )
    play(game, "sail 4 burial chamber")
    assert game.view().discard_pile == ["lever", "sail"]
    assert stack(raw(game), 4) == ["chisel", "hammer", "raft"]


def test_N8_the_next_stone_of_the_same_ship_may_look_at_the_same_stack() -> None:
    game = dynasty(
        3, "DAAAA", ships=cargo(WHITE, WHITE), market=["hammer", "raft"], stacks=[["lever", "statue", "sail"], []]
    )
    play(game, "sail 1 market", "look 3", "keep sail", "look 3")
    assert moves(game) == ["keep statue", "keep lever"]
    assert refused(game, "keep sail").reason == "card_not_in_stack"


def test_N8_house_rule_may_decline_card_covers_the_look_but_not_the_keeping() -> None:
    game = dynasty(
        3, "DAAAA", ships=WHITE_READY, stacks=[["lever", "statue", "sail"], []], house_rules={"may_decline_card": True}
    )
    play(game, "sail 1 market")
    assert moves(game) == ["look 3", "decline"]
    play(game, "look 3")
    assert "decline" not in moves(game)


# --- N9 the corridor


def test_N9_two_moves_are_offered_one_if_only_his_own_space_is_free() -> None:
    game = dynasty(2, "ADAAA", pyramids=[None, *[WHITE] * 13])
    assert [move for move in moves(game) if move.startswith("get")] == ["get stones"]
    assert refused(game, "get stones and move").reason == "imhotep_stays"
    game = dynasty(2, "ADAAA", pyramids=[WHITE] * 14)
    assert [move for move in moves(game) if move.startswith("get")] == ["get stones"]
    game = dynasty(2, "ADAAA", pyramids=[None, *[WHITE] * 12, None])
    play(game, "get stones and move")
    assert game.view().pyramids.imhotep == 14


def test_N9_without_a_corridor_nobody_moves_him() -> None:
    assert refused(dynasty(2), "get stones and move").reason == "no_corridor"


def test_N9_who_can_not_get_stones_can_not_move_him() -> None:
    game = dynasty(2, "ADAAA", sleds=[5, 0])
    assert not [move for move in moves(game) if move.startswith("get")]
    assert refused(game, "get stones and move").reason == "sled_full"


def test_N9_a_card_or_a_bonus_does_not_move_him() -> None:
    game = dynasty(2, "ADAAA", hands=[["hammer"], []])
    play(game, "play hammer", "load 1 1")
    assert game.view().pyramids.imhotep == 1
    game = dynasty(2, "ADAAA", ships=WHITE_READY, market=["private_quarry"])
    play(game, "sail 1 market")
    assert (sleds(game), game.view().pyramids.imhotep) == ([0, 3], 1)
    assert happened(game, "imhotep_moved") == []


def test_N9_the_space_that_he_leaves_is_free_again() -> None:
    game = dynasty(2, "ADAAA", ships=cargo(WHITE, WHITE), imhotep=13)
    play(game, "get stones and move", "sail 1 pyramids")
    owners = [space.owner for space in game.view().pyramids.spaces]
    assert (owners[0], owners[1], owners[12], owners[13]) == (WHITE, WHITE, None, None)
    assert breakdown(game, "pyramids") == [0, 1 + 3]


def test_N9_the_space_under_him_comes_last() -> None:
    """Thirteen stones and then his own space; the next one goes to the edge."""
    game = dynasty(2, "ADAAA", ships=cargo(WHITE, WHITE, BLACK), imhotep=4, pyramids=[BLACK] * 3 + [None] + [BLACK] * 9)
    assert game.view().pyramids.next == 14
    play(game, "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [1, 2 + 4]
    assert game.view().pyramids.next is None


def test_N9_corridor_start_names_another_space() -> None:
    game = dynasty(2, "ADAAA", start=14, ships=WHITE_READY)
    play(game, "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [0, 1]
    for wrong in (0, 15):
        with pytest.raises(imhotep.SetupError):
            imhotep.new_game("builder", players=2, sides="ADAAA", corridor_start=wrong)
    with pytest.raises(imhotep.SetupError):
        imhotep.new_game("builder", players=2, sides="AAAAA", corridor_start=3)


def test_N9_imhotep_stands_on_a_stone_only_when_all_spaces_are_occupied() -> None:
    assert dynasty(2, "ADAAA", pyramids=[WHITE] * 14, imhotep=2).view().pyramids.next is None
    with pytest.raises(imhotep.SetupError):
        dynasty(2, "ADAAA", pyramids=[None, WHITE], imhotep=2)


@pytest.mark.parametrize(("sides", "site"), [("ADAAA", "pyramids"), ("AAACA", "burial_chamber"), ("AAAAD", "obelisks")])
def test_N9_stones_at_the_edge_can_not_be_set_up_beside_a_free_space(sides: str, site: str) -> None:
    """As for pyramids B; only the tomb sends stones to the edge earlier (N11)."""
    with pytest.raises(imhotep.SetupError):
        dynasty(2, sides, edge={site: [WHITE]})
    assert dynasty(2, "AAADA", edge={"burial_chamber": [WHITE]}, tomb=[]).view().burial_chamber.edge == 1


def test_N9_moving_him_may_be_taken_back() -> None:
    game = dynasty(2, "ADAAA")
    play(game, "get stones and move")
    assert game.can_undo(BLACK)
    game.undo()
    assert (game.view().pyramids.imhotep, sleds(game)) == (1, [0, 0])


# --- N10 the arena


def test_N10_the_start_holds_any_number_and_does_not_score_at_a_rounds_end() -> None:
    game = dynasty(4, "AADAA", ships=ONE_SHIP_LEFT)
    play(game, "sail 4 market")
    assert breakdown(game, "temple") == [0, 0, 0, 0]
    game = dynasty(4, "AADAA", ships=ONE_SHIP_LEFT, chariots=[0, 5, 0, 0], temple=[WHITE])
    play(game, "sail 4 market")
    assert breakdown(game, "temple") == [0, 2, 0, 0]  # nobody is second


def test_N10_a_chariot_stops_at_the_finish() -> None:
    """The fourth space has three arrowheads; one space is left."""
    game = dynasty(2, "AADAA", ships=WHITE_READY, temple=[BLACK] * 3, chariots=[4, 11])
    play(game, "sail 1 temple")
    assert game.view().temple.chariots == [4, 12]
    assert breakdown(game, "temple") == [0, 0]


def test_N10_the_next_free_space_may_be_the_finish() -> None:
    """Spaces 10 and 11 are taken: one arrowhead from 9 leads to the finish."""
    game = dynasty(3, "AADAA", ships=WHITE_READY, chariots=[10, 9, 11])
    play(game, "sail 1 temple")
    assert game.view().temple.chariots == [10, 12, 11]


def test_N10_the_finish_holds_several_and_all_lead() -> None:
    game = dynasty(
        3, "AADAA", ships=[*MOORED[:1], *MOORED[2:], ship(3, at="market"), ship(1, WHITE)], chariots=[12, 11, 3]
    )
    play(game, "sail 4 temple")
    assert game.view().temple.chariots == [12, 12, 3]
    assert breakdown(game, "temple") == [2, 2, 0]


def test_N10_at_the_finish_each_further_stone_scores_also_at_the_edge() -> None:
    game = dynasty(2, "AADAA", ships=cargo(WHITE, WHITE), temple=[BLACK] * 11, chariots=[5, 12])
    play(game, "sail 1 temple")
    assert breakdown(game, "temple") == [0, 2]
    assert game.view().temple.edge == 1


def test_N10_the_stone_that_brings_a_chariot_to_the_finish_scores_nothing() -> None:
    game = dynasty(2, "AADAA", ships=cargo(WHITE, WHITE), temple=[BLACK] * 12, chariots=[5, 11])
    play(game, "sail 1 temple")
    assert breakdown(game, "temple") == [0, 1]


def test_N10_chariots_on_the_track_never_share_a_space() -> None:
    for seed in range(5):
        game = imhotep.new_game("builder", players=4, sides="AADAA", seed=seed, **options())
        chance = random.Random(seed)
        while not game.is_over:
            game.play(chance.choice(game.legal_moves()))
            on_track = [chariot for chariot in game.view().temple.chariots if 0 < chariot < 12]
            assert len(set(on_track)) == len(on_track)


def test_N10_with_two_players_the_leader_alone_is_paid_every_round() -> None:
    game = dynasty(2, "AADAA", chariots=[3, 3 + 1], ships=ONE_SHIP_LEFT, temple=[BLACK, WHITE])
    play(game, "sail 4 market")
    assert breakdown(game, "temple") == [0, 2]
    assert game.view().temple.round_end == [2, 0]


def test_N10_passing_a_free_space_is_no_reason_to_stop() -> None:
    """Only the space where it lands counts: two arrowheads jump over a chariot in between without a further step."""
    game = dynasty(3, "AADAA", ships=WHITE_READY, temple=[BLACK], chariots=[4, 3, 0])
    play(game, "sail 1 temple")
    assert game.view().temple.chariots == [4, 5, 0]


# --- N11 the tomb


def test_N11_a_sarcophagus_takes_one_of_the_four_tokens() -> None:
    game = dynasty(3, "AAADA", ships=WHITE_READY, market=["sarcophagus"], tomb=[5, 6])
    play(game, "sail 1 market")
    assert (game.decider, game.question, moves(game)) == (WHITE, "tomb", ["tomb 5", "tomb 6"])
    play(game, "tomb 6")
    assert game.view().burial_chamber.open == [5]


def test_N11_a_raft_takes_one_of_the_four_tokens() -> None:
    game = dynasty(3, "AAADA", hands=[["raft"], [], []], sleds=[3, 0, 0], tomb=[5, 6])
    play(game, "play raft", "raft burial chamber")
    assert moves(game) == ["tomb 5", "tomb 6"]


def test_N11_also_while_the_temple_is_being_assessed() -> None:
    """The tokens left over go back only after the temple."""
    game = dynasty(
        3,
        "AABDA",
        ships=ONE_SHIP_LEFT,
        temple=[BLACK, BLACK, BLACK, WHITE],
        sleds=[5, 0, 0],
        draw_pile=["sarcophagus"],
        tomb=[5, 6],
    )
    play(game, "sail 4 market")
    assert (game.decider, game.question, game.round) == (WHITE, "tomb", 1)
    play(game, "tomb 5")
    assert game.round == 2
    assert [event.token for event in happened(game, "tomb_removed")] == [6]


def test_N11_without_a_token_left_it_scores_at_the_edge_and_avoids_the_loss() -> None:
    game = dynasty(
        3,
        "AAADA",
        ships=[*MOORED, ship(2, WHITE, BLACK)],
        round=6,
        market=["sarcophagus", "sarcophagus"],
        tomb=[],
        turn=WHITE,
    )
    play(game, "sail 4 market", "take 1 sarcophagus")
    assert game.is_over
    assert breakdown(game, "burial_chamber") == [1, 1, -4]


def test_N11_stones_at_the_edge_do_not_count_toward_areas() -> None:
    game = ended(2, "AAADA", burial_chamber=[BLACK] * 4, tomb=[], edge={"burial_chamber": [BLACK, WHITE]})
    assert breakdown(game, "burial_chamber") == [10, 0]  # their points were scored when they came


def test_N11_the_loss_and_the_wrath_may_both_apply() -> None:
    game = ended(2, "AAADA", tomb=[], wrath=True)
    assert breakdown(game, "burial_chamber") == [-4, -4]
    assert breakdown(game, "wrath") == [-5, -5]
    assert game.scores() == [-9, -9]


def test_N11_the_order_of_the_face_down_tokens_is_unknown() -> None:
    game = imhotep.new_game("builder", players=3, sides="AAADA", seed=5)
    opened = game.view().burial_chamber.open
    orders = set()
    for other in redeals(game, WHITE, 20):
        orders.add(tuple(other.boards[3].tokens.to_list()))  # type: ignore[attr-defined]
    assert len(orders) == 20
    assert all(number - 1 not in order for number in opened for order in orders)


def test_N11_every_number_is_turned_over_once_in_six_rounds() -> None:
    game = imhotep.new_game("builder", players=2, sides="AAADA", seed=5)
    while not game.is_over:
        game.play(game.legal_moves()[-1])
    assert sorted(event.token or 0 for event in happened(game, "tomb_turned")) == list(range(1, 25))


# --- N12 the alley


def test_N12_an_unfinished_obelisk_must_be_built_on() -> None:
    game = dynasty(3, "AAAAD", ships=cargo(WHITE, WHITE, BROWN), obelisks=[[WHITE, 3]])
    play(game, "sail 1 obelisks")
    assert game.decider == BROWN  # white's two completed it without a question
    assert game.view().obelisks.obelisks[0].stones == 5
    assert [event.kind for event in happened(game, "tower_built")] == ["tower_built"]


def test_N12_the_owner_chooses_a_free_space() -> None:
    game = dynasty(3, "AAAAD", ships=WHITE_READY, obelisks=[[BLACK, 1], None, [BROWN, 4]])
    play(game, "sail 1 obelisks")
    assert (game.decider, game.question) == (WHITE, "alley")
    assert moves(game) == ["alley 2", "alley 4", "alley 5", "alley 6", "alley 7"]


def test_N12_a_last_free_space_is_taken_without_a_question() -> None:
    alley = [[BLACK, 5], [BLACK, 4], [BLACK, 4], [BLACK, 3], [BLACK, 3], [BLACK, 2]]
    game = dynasty(3, "AAAAD", ships=WHITE_READY, obelisks=alley)
    play(game, "sail 1 obelisks")
    assert game.view().obelisks.obelisks[6].owner == WHITE


def test_N12_who_has_an_unfinished_obelisk_builds_on_although_all_spaces_are_taken() -> None:
    alley = [[BLACK, 5], [BLACK, 4], [BLACK, 4], [BLACK, 3], [BLACK, 3], [BLACK, 2], [WHITE, 1]]
    game = dynasty(3, "AAAAD", ships=cargo(WHITE, WHITE), obelisks=alley)
    play(game, "sail 1 obelisks")
    assert game.view().obelisks.obelisks[6].stones == 2
    assert breakdown(game, "obelisks") == [0, 1, 0]  # the second one lies at the edge


def test_N12_a_paved_path_and_a_raft_obey_it() -> None:
    game = dynasty(3, "AAAAD", ships=WHITE_READY, market=["paved_path"], obelisks=[None, [WHITE, 2]])
    play(game, "sail 1 market")
    assert game.view().obelisks.obelisks[1].stones == 3
    game = dynasty(3, "AAAAD", hands=[["raft"], [], []], sleds=[3, 0, 0], obelisks=[None, [BLACK, 2]])
    play(game, "play raft", "raft obelisks")
    assert game.view().obelisks.obelisks[1].stones == 3


# --- N13 the raft


@pytest.mark.parametrize("site", SITES)
def test_N13_any_site_also_where_a_ship_lies_and_it_uses_no_dock(site: str) -> None:
    there = site.replace(" ", "_")
    ships = [ship(4, at=there), ship(1, WHITE), ship(3), ship(2)]
    game = dynasty(3, ships=ships, hands=[["raft"], [], []], sleds=[3, 0, 0], market=["statue"])
    play(game, "play raft", f"raft {site}")
    if site == "market":
        assert hand(game, BLACK) == ["statue"]
        assert (sleds(game)[BLACK], quarries(game)[BLACK]) == (0, 29)  # its stone returned, too
    else:
        assert getattr(game.view(), there).stones == [1, 0, 0]
    game = dynasty(3, ships=[ship(4), ship(1, WHITE), ship(3), ship(2)], hands=[["raft"], [], []], sleds=[3, 0, 0])
    play(game, "play raft", f"raft {site}")
    assert f"sail 2 {site}" in moves(game)


def test_N13_the_site_acts_as_for_a_delivered_stone() -> None:
    game = dynasty(3, "CAAAA", hands=[["raft"], [], []], sleds=[3, 0, 0], market=["entrance", "private_quarry"])
    play(game, "play raft", "raft market", "take 1 entrance and 2 private quarry")
    assert game.view().market.coins == [1, 2, 2]
    assert game.view().pyramids.stones == [1, 0, 0]
    assert sleds(game)[BLACK] == 3
    assert hand(game, BLACK) == ["entrance", "private_quarry"]
    assert game.view().discard_pile == ["raft"]
    game = dynasty(3, "AADAA", hands=[["raft"], [], []], sleds=[3, 0, 0])
    play(game, "play raft", "raft temple")
    assert game.view().temple.chariots == [1, 0, 0]


def test_N13_it_is_discarded_after_all_that_it_triggers() -> None:
    """B8: the draw finds the discards without the raft."""
    game = dynasty(
        3,
        "ACAAA",
        hands=[["raft"], [], without("raft", "statue")],
        sleds=[3, 0, 0],
        scaffold=[2],
        pyramids=[WHITE],
        discard_pile=["statue"],
    )
    play(game, "play raft", "raft pyramids")
    assert hand(game, BLACK) == ["statue"]
    assert game.view().discard_pile == ["raft"]


def test_N13_a_raft_to_the_temple_is_assessed_like_any_stone() -> None:
    game = dynasty(2, hands=[["raft"], []], sleds=[3, 0], ships=ONE_SHIP_LEFT)
    play(game, "play raft", "raft temple", "sail 4 market")
    assert breakdown(game, "temple") == [1, 0]


def test_N13_another_question_does_not_ask_for_a_site_of_the_raft() -> None:
    """While the lever's order is asked, a raft is no answer at all."""
    game = dynasty(3, ships=[ship(2, WHITE, BLACK), *OTHERS], hands=[["lever"], [], []])
    play(game, "play lever", "sail 1 temple")
    assert game.question == "order"
    assert refused(game, "raft market").reason == "not_asked"


# --- N14 the loading plank

PLANK: dict[str, Any] = {"hands": [["loading_plank"], [], []], "sleds": [1, 0, 0]}


def test_N14_the_ships_minimum_still_applies() -> None:
    ships = [ship(4, BLACK, BLACK), ship(2, WHITE), ship(3, at="obelisks"), ship(2)]
    assert refused(dynasty(3, ships=ships, **PLANK), "play loading plank").reason == "no_ship_to_plank"


def test_N14_only_ships_with_an_own_stone_and_only_to_where_ships_lie() -> None:
    ships = [ship(2, WHITE, BLACK), ship(1, WHITE), ship(3, at="obelisks"), ship(2, at="temple")]
    game = dynasty(3, ships=ships, **PLANK)
    play(game, "play loading plank")
    assert moves(game) == ["sail 1 temple", "sail 1 obelisks"]
    assert refused(game, "sail 2 temple").reason == "no_own_stone"
    assert refused(game, "sail 1 pyramids").reason == "no_ship_there"
    assert refused(game, "sail 3 temple").reason == "ship_sailed"
    play(game, "sail 1 temple")
    assert game.view().temple.stones == [1, 1, 0]


def test_N14_one_ship_or_more_must_lie_there() -> None:
    """Two ships at the temple, the third one follows."""
    ships = [ship(1, BLACK), ship(3), ship(3, at="temple"), ship(2, at="temple")]
    game = dynasty(3, ships=ships, **PLANK)
    play(game, "play loading plank")
    assert [vessel.site for vessel in game.view().ships] == ["temple", None, "temple", "temple"]
    assert game.view().temple.stones == [1, 0, 0]


def test_N14_the_returned_stone_may_be_the_last_one() -> None:
    ships = [ship(1, BLACK), ship(3), ship(3), ship(2, at="temple")]
    game = dynasty(3, ships=ships, **PLANK)
    play(game, "play loading plank")
    assert (sleds(game)[BLACK], quarries(game)[BLACK]) == (0, 29 - 1)


def test_N14_without_the_plank_a_second_ship_can_not_dock() -> None:
    ships = [ship(1, BLACK), ship(3), ship(3), ship(2, at="temple")]
    assert refused(dynasty(3, ships=ships, **PLANK), "sail 1 temple").reason == "dock_taken"


def test_N14_the_round_ends_with_the_fourth_ship_wherever_it_lies() -> None:
    ships = [ship(1, BLACK), ship(3, at="temple"), ship(3, at="obelisks"), ship(2, at="pyramids")]
    game = dynasty(3, ships=ships, **PLANK)
    play(game, "play loading plank", "sail 1 obelisks")
    assert (game.round, game.decider) == (2, WHITE)


@pytest.mark.parametrize("side", ["A", "B", "D"])
def test_N14_a_market_can_run_out_of_cards_and_a_stone_then_takes_nothing(side: str) -> None:
    """A second ship comes by plank: two cards are left for three stones."""
    ships = [ship(3, BLACK, WHITE, BLACK), ship(2), ship(3, at="market"), ship(2)]
    game = dynasty(3, side + "AAAA", ships=ships, market=["statue", "statue"], **PLANK)
    play(game, "play loading plank")
    play(game, "take 1 statue")
    assert [hand(game, seat) for seat in range(3)] == [["statue"], ["statue"], []]
    assert (game.decider, game.question) == (WHITE, "turn")
    assert quarries(game) == [29, 29, 29]


def test_N14_a_black_market_runs_empty_stack_by_stack() -> None:
    """A plank brings four stones to a market with one open card and a stack of two."""
    ships = [ship(4, BLACK, WHITE, BLACK, WHITE), ship(2), ship(3, at="market"), ship(2)]
    game = dynasty(3, "DAAAA", ships=ships, market=["hammer"], stacks=[["lever", "sail"], []], **PLANK)
    play(game, "play loading plank")
    assert moves(game) == ["take 1 hammer", "look 3"]
    play(game, "look 3", "keep sail")  # black
    assert (game.decider, moves(game)) == (WHITE, ["take 1 hammer", "look 3"])
    play(game, "look 3")  # the last of the stack; then black's hammer; white's second stone finds nothing
    assert [hand(game, seat) for seat in range(3)] == [["hammer", "sail"], ["lever"], []]
    assert (game.decider, game.question) == (WHITE, "turn")
    assert game.view().market.face_down == 0


def test_N14_a_luxury_market_that_ran_out_draws_from_the_pile() -> None:
    ships = [ship(2, BLACK, WHITE), ship(2), ship(3, at="market"), ship(2)]
    game = dynasty(3, "CAAAA", ships=ships, draw_pile=["statue", "lever"], **PLANK)
    play(game, "play loading plank")
    assert [hand(game, seat) for seat in range(3)] == [["statue"], ["lever"], []]


# --- N15 the cargo sled


def test_N15_one_supply_for_the_raft() -> None:
    game = dynasty(3, hands=[["raft", "cargo_sled"], [], []], sleds=[7, 0, 0])
    play(game, "play raft", "raft temple")
    assert sleds(game) == [4, 0, 0]


def test_N15_one_supply_for_the_hammer() -> None:
    """Five on the sled and room for two more: the hammer takes two."""
    game = dynasty(3, hands=[["hammer", "cargo_sled"], [], []], sleds=[5, 0, 0])
    play(game, "play hammer")
    assert sleds(game) == [7, 0, 0]
    play(game, "load 1 1")
    assert sleds(game) == [6, 0, 0]


def test_N15_one_supply_for_ornaments_each_of_them() -> None:
    game = ended(3, hands=[["stone_ornament", "stone_ornament", "cargo_sled", "cargo_sled"], [], []], sleds=[9, 0, 0])
    assert breakdown(game, "ornaments") == [18, 0, 0]


def test_N15_one_supply_for_the_tie_break() -> None:
    game = ended(3, hands=[["cargo_sled"], [], []], sleds=[6, 5, 0])
    assert game.scores() == [0, 0, 0]
    assert game.winners() == [BLACK]
    game = ended(3, hands=[["cargo_sled"], [], []], sleds=[5, 5, 0])
    assert game.winners() == [BLACK, WHITE]


def test_N15_gifts_fill_cargo_sleds_too() -> None:
    game = dynasty(3, "AACAA", ships=ONE_SHIP_LEFT, temple=[WHITE], hands=[[], ["cargo_sled"], []], sleds=[0, 5, 0])
    play(game, "sail 4 market", "take stones")
    assert sleds(game) == [0, 7, 0]


def test_N15_sleds_by_hand_have_no_more_than_there_is_room_for() -> None:
    with pytest.raises(imhotep.SetupError):
        dynasty(2, sleds=[6, 0])
    assert sleds(dynasty(2, hands=[["cargo_sled", "cargo_sled"], []], sleds=[9, 0])) == [9, 0]


# --- N16 the private quarry


def test_N16_the_point_counts_even_if_no_stone_fits() -> None:
    full = dynasty(3, ships=WHITE_READY, market=["private_quarry"], sleds=[0, 5, 0])
    empty = dynasty(3, ships=WHITE_READY, market=["private_quarry"], temple=[WHITE] * 28)
    for game in (full, empty):
        before = sleds(game)
        play(game, "sail 1 market")
        assert breakdown(game, "private_quarries") == [0, 1, 0]
        assert sleds(game) == before


def test_N16_it_scores_once_when_taken_not_again_at_the_end() -> None:
    game = ended(3, hands=[["private_quarry", "private_quarry"], [], []])
    assert game.scores() == [0, 0, 0]


def test_N16_a_drawn_one_acts_at_once() -> None:
    game = dynasty(3, "ACAAA", ships=WHITE_READY, scaffold=[2], pyramids=[BLACK], draw_pile=["private_quarry"])
    play(game, "sail 1 pyramids")
    assert (breakdown(game, "private_quarries"), sleds(game)) == ([0, 1, 0], [0, 3, 0])


def test_N16_the_delivered_stone_itself_can_not_be_taken() -> None:
    """B5: it returns to the quarry only afterwards."""
    game = dynasty(3, ships=WHITE_READY, market=["private_quarry"], temple=[WHITE] * 26)
    play(game, "sail 1 market")
    assert (sleds(game)[WHITE], quarries(game)[WHITE]) == (2, 1)


# --- N17 prophecies


def test_N17_before_your_action_at_no_cost_and_the_action_follows() -> None:
    game = dynasty(3, gods=gods("horus", "ra", "ptah"), sleds=[1, 0, 0])
    before = [move for move in moves(game) if not move.startswith("prophesy")]
    assert prophecies_offered(game) == ["prophesy horus", "prophesy ra", "prophesy ptah"]
    play(game, "prophesy ra")
    assert (game.decider, game.question) == (BLACK, "turn")
    assert moves(game) == before
    play(game, "get stones")
    assert game.decider == WHITE


def test_N17_at_most_one_a_turn() -> None:
    game = dynasty(3, gods=gods("horus", "ra", "ptah"))
    play(game, "prophesy ra")
    assert prophecies_offered(game) == []
    assert refused(game, "prophesy horus").reason == "prophesied_in_these_rounds"


def test_N17_a_turn_in_which_only_a_pass_is_left_offers_it_too() -> None:
    game = dynasty(3, gods=gods("horus", "ra", "ptah"), ships=NO_ROOM_NO_WIND, temple=[BLACK] * 29)
    assert moves(game) == ["pass", "prophesy horus", "prophesy ra", "prophesy ptah"]
    play(game, "prophesy horus")
    assert (game.decider, moves(game)) == (BLACK, ["pass"])
    play(game, "pass")
    assert game.decider == WHITE


def test_N17_a_prophecy_makes_no_difference_to_everybody_being_stuck() -> None:
    """B3: all three pass in a row; the prophecy in between is no action."""
    game = dynasty(
        3,
        gods=gods("horus", "ra", "ptah"),
        ships=[ship(4), ship(4), ship(3), ship(3)],
        temple=[BLACK] * 29 + [WHITE] * 29 + [BROWN] * 29,
    )
    play(game, "pass", "prophesy ra", "pass", "prophesy ra", "pass")
    assert (game.round, game.decider) == (2, BLACK)


def test_N17_a_pass_stays_illegal_beside_an_action() -> None:
    game = dynasty(3, gods=gods("horus", "ra", "ptah"))
    assert refused(game, "pass").reason == "can_act"
    play(game, "prophesy ra")
    assert refused(game, "pass").reason == "can_act"


@pytest.mark.parametrize(("round", "pair"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_N17_the_space_is_that_of_the_current_pair_of_rounds(round: int, pair: int) -> None:
    game = dynasty(3, gods=gods("horus", "ra", "ptah"), round=round)
    play(game, "prophesy ra")
    assert [(scarab.seat, scarab.period) for scarab in game.view().prophecies[1].scarabs] == [(BLACK, pair)]


def test_N17_a_majority_needs_a_stone() -> None:
    """Nobody has a stone at the pyramids: shared by all, fulfilled by none. The same for statues."""
    game = ended(3, gods=gods("ptah", horus=[1, None, None], isis=[None, 1, None]))
    assert breakdown(game, "prophecies") == [-4, -4, 0]


def test_N17_a_majority_may_be_shared() -> None:
    game = ended(3, gods=gods("ptah", "ra", horus=[1, 2, 3]), pyramids=[BLACK, WHITE])
    assert breakdown(game, "prophecies") == [6, 4, -3]


def test_N17_every_stone_at_the_site_counts_covered_ones_and_those_at_the_edge_too() -> None:
    covered = ended(3, gods=gods("ptah", "horus", ra=[1, 1, None]), temple=[BLACK] * 5 + [WHITE] * 4)
    assert breakdown(covered, "prophecies") == [6, -4, 0]
    edge = ended(
        3,
        "ADAAA",
        gods=gods("ptah", "ra", horus=[1, 1, None]),
        pyramids=[BLACK] * 6 + [WHITE] * 6 + [BROWN] * 2,
        edge={"pyramids": [WHITE]},
    )
    assert breakdown(edge, "prophecies") == [-4, 6, 0]
    tomb = ended(
        3,
        "AAADA",
        gods=gods("ptah", "ra", anubis=[1, 1, None]),
        tomb=[],
        burial_chamber=[BLACK],
        edge={"burial_chamber": [WHITE, WHITE]},
    )
    assert breakdown(tomb, "prophecies") == [-4, 6, 0]


@pytest.mark.parametrize("sides", ["AAAAA", "BBBBB", "CCCCC", "DDDDD"])
def test_N17_majorities_on_every_side(sides: str) -> None:
    """White has one stone at each monument, black none."""
    alley = [[WHITE, 1]] if sides == "DDDDD" else [WHITE]
    pyramids: list[Any] = [[WHITE]] if sides == "BBBBB" else [WHITE]
    for god in ("horus", "ra", "anubis", "ptah"):
        others = [name for name in ("horus", "ra", "anubis", "ptah") if name != god][:2]
        game = dynasty(
            3,
            sides,
            gods={god: [1, 1, None], **gods(*others)},
            pyramids=pyramids,
            temple=[WHITE],
            burial_chamber=[WHITE],
            obelisks=alley,
        )
        points = [seat.if_ended["prophecies"] for seat in game.view().seats]
        assert points == [-4, 6, 0]


@pytest.mark.parametrize(
    ("round", "scarabs"),
    [
        (6, {"horus": [1, None, None], "ra": [1, None, None], "ptah": NOBODY}),  # two in one pair of rounds
        (6, {"horus": [1, None, None], "ra": [2, None, None], "ptah": [3, None, None]}),  # three
        (2, {"horus": [2, None, None], "ra": NOBODY, "ptah": NOBODY}),  # of rounds to come
    ],
)
def test_N17_scarabs_that_can_not_lie_so_are_refused(round: int, scarabs: dict[str, list[int | None]]) -> None:
    with pytest.raises(imhotep.SetupError):
        dynasty(3, gods=scarabs, round=round)


def test_N17_prophecies_are_refused_without_the_module() -> None:
    assert refused(dynasty(3), "prophesy horus").reason == "no_prophecies"


def test_N17_only_on_your_own_turn_and_not_while_something_else_is_asked() -> None:
    game = dynasty(3, gods=gods("horus", "ra", "ptah"), ships=WHITE_READY, market=["lever", "sail"])
    assert refused(game, "prophesy horus", seat=WHITE).reason == "not_your_decision"
    play(game, "sail 1 market")
    assert (game.decider, prophecies_offered(game)) == (WHITE, [])
    assert refused(game, "prophesy horus").reason == "not_asked"


def test_N17_scarabs_and_prophecies_are_seen_by_all() -> None:
    game = dynasty(3, gods=gods("horus", "ra", "ptah"))
    play(game, "prophesy ptah")
    for viewer in (BLACK, WHITE, None):
        assert [len(prophecy.scarabs) for prophecy in game.view(viewer).prophecies] == [0, 0, 1]
        told = [event for event in game.events_for(viewer) if event.kind == "prophesied"]
        assert [(event.seat, event.prophecy, event.period) for event in told] == [(BLACK, 3, 1)]


def test_N17_an_undone_prophecy_is_not_made() -> None:
    game = dynasty(3, gods=gods("horus", "ra", "ptah"))
    play(game, "prophesy ptah")
    assert game.can_undo(BLACK)
    game.undo()
    assert game.view().seats[BLACK].scarabs == 2
    assert len(prophecies_offered(game)) == 3


# --- N19 the cargo sled's colour


def test_N19_a_cargo_sled_counts_for_no_prophecy() -> None:
    hands = [["cargo_sled", "cargo_sled", "entrance", "temple_decoration"], [], []]
    game = ended(3, gods=gods("isis", amun=[1, None, None], thoth=[2, None, None]), hands=hands)
    assert breakdown(game, "prophecies") == [-4 - 3, 0, 0]


def test_N19_a_cargo_sled_is_no_unused_blue_card() -> None:
    game = ended(3, hands=[["cargo_sled", "cargo_sled"], [], []])
    assert game.scores() == [0, 0, 0]
    game = dynasty(3, hands=[["cargo_sled"], [], []], sleds=[3, 0, 0])
    assert not any(move.startswith("play") for move in moves(game))
