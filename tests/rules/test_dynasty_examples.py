"""The rulebook of A New Dynasty, sentence by sentence and example by example.

Where it needs a printed value that stands in no text, the value is ours (facts/dynasty.yaml): points of spaces, shapes
of tokens, the order of things on a board.
"""

from collections import Counter
from typing import Any

import pytest

import imhotep
from imhotep import Game
from tests.support.builder import (
    BLACK,
    BROWN,
    DECK,
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
    ALL_CARDS,
    MOORED,
    OTHERS,
    TOMB_LEFT,
    dynasty,
    ended,
    every_card,
    options,
    raw,
    stack,
    unseen_hand,
    whole_hand,
    without,
)

WHITE_READY = [ship(1, WHITE), *OTHERS]
NO_ROOM_NO_WIND = [ship(4, WHITE), ship(3, WHITE), ship(4, WHITE), ship(3, WHITE)]  # none may sail
MIXED = "DACBD"  # the rulebook's example of mixed sides


def cargo(*stones: int) -> list[dict[str, object]]:
    """A ship with these stones that may sail, and three empty ones."""
    return [ship(len(stones), *stones), *OTHERS]


# --- what's new


def test_the_sides_may_be_mixed_however_you_like() -> None:
    view = imhotep.new_game("builder", players=3, sides=MIXED, seed=1, **options()).view()
    sides = [view.market, view.pyramids, view.temple, view.burial_chamber, view.obelisks]
    assert "".join(site.side for site in sides) == MIXED


def test_fourteen_new_cards_are_mixed_into_the_pile() -> None:
    new = Counter(ALL_CARDS) - Counter(DECK)
    assert new == {
        "cargo_sled": 2,
        "private_quarry": 2,
        "stone_ornament": 2,
        "statue": 4,
        "raft": 2,
        "loading_plank": 2,
    }
    game = imhotep.new_game("builder", players=3, seed=1, **options())
    dealt = [card for card in game.view().market.open if card]
    assert sorted(every_card(raw(game)) + dealt) == sorted(ALL_CARDS)
    assert game.view().draw_pile == 48 - 4


def test_the_new_cards_are_left_out_unless_the_table_wants_them() -> None:
    game = imhotep.new_game("builder", players=3, sides=MIXED, seed=1)
    view = game.view()
    assert view.draw_pile + 2 + 6 == 34
    assert view.prophecies == []


# --- red cards


@pytest.mark.parametrize(
    ("card", "site"), [("entrance", "pyramids"), ("sarcophagus", "burial_chamber"), ("paved_path", "obelisks")]
)
def test_red_cards_are_kept_face_up_and_no_longer_discarded(card: str, site: str) -> None:
    game = dynasty(3, ships=WHITE_READY, market=[card])
    play(game, "sail 1 market")
    assert getattr(game.view(), site).stones == [0, 1, 0]
    assert hand(game, WHITE) == [card]
    assert game.view().discard_pile == []
    for viewer in (BLACK, BROWN, None):
        assert game.view(viewer).seats[WHITE].hand == [card]


# --- two colours


def test_with_two_players_a_second_color_is_used_when_the_first_has_run_out() -> None:
    game = dynasty(2, temple=[BLACK] * 29)
    play(game, "get stones")
    assert sleds(game)[BLACK] == 3
    assert quarries(game)[BLACK] == 30 - 3


def test_both_colors_are_one_area_of_the_burial_chamber() -> None:
    """31 stones, of the first colour and the second, lie together: one area of 15 and 2 for each stone after five."""
    game = ended(2, burial_chamber=[BLACK] * 31)
    assert breakdown(game, "burial_chamber") == [15 + 26 * 2, 0]


def test_with_more_players_there_is_one_color_each() -> None:
    game = dynasty(3, temple=[BLACK] * 29)
    assert quarries(game) == [0, 29, 29]


# --- C: the luxury market


def test_luxury_market_each_player_starts_with_two_coins() -> None:
    for players in (2, 3, 4):
        game = imhotep.new_game("builder", players=players, sides="CAAAA", seed=1)
        assert game.view().market.coins == [2] * players


def test_luxury_market_a_stone_takes_one_card_as_usual() -> None:
    game = dynasty(3, "CAAAA", ships=WHITE_READY, market=["lever", "sail", "chisel", "hammer"])
    play(game, "sail 1 market", "take 3 chisel")
    assert hand(game, WHITE) == ["chisel"]
    assert game.view().market.open == ["lever", "sail", None, "hammer"]
    assert game.view().market.coins == [2, 2, 2]
    assert quarries(game)[WHITE] == 29


def test_luxury_market_a_coin_buys_two_neighboring_cards_with_one_stone() -> None:
    game = dynasty(3, "CAAAA", ships=WHITE_READY, market=["lever", "sail", "chisel", "hammer"])
    play(game, "sail 1 market", "take 1 lever and 2 sail")
    assert hand(game, WHITE) == ["lever", "sail"]
    assert game.view().market.open == [None, None, "chisel", "hammer"]
    assert game.view().market.coins == [2, 1, 2]
    assert (game.decider, game.question) == (WHITE, "turn")
    assert quarries(game)[WHITE] == 29


def test_luxury_market_twice_during_the_game_only() -> None:
    game = dynasty(3, "CAAAA", ships=WHITE_READY, market=["lever", "sail"], coins=[2, 0, 2])
    play(game, "sail 1 market")
    assert moves(game) == ["take 1 lever", "take 2 sail"]
    assert refused(game, "take 1 lever and 2 sail").reason == "no_coin"


def test_luxury_market_an_empty_display_gives_a_card_of_the_draw_pile() -> None:
    """White pays for the last two cards; black's stone finds none and takes the top of the pile."""
    game = dynasty(
        2, "CAAAA", ships=cargo(WHITE, BLACK), market=[None, "sail", None, "hammer"], draw_pile=["lever", "chisel"]
    )
    play(game, "sail 1 market", "take 2 sail and 4 hammer")
    assert [hand(game, seat) for seat in range(2)] == [["lever"], ["hammer", "sail"]]
    assert (game.decider, game.question) == (WHITE, "turn")
    assert game.view().market.coins == [2, 1]
    assert quarries(game) == [59, 59]


def test_luxury_market_unused_coins_have_no_value() -> None:
    game = ended(2, "CAAAA", last="sail 4 burial chamber", coins=[2, 0])
    assert game.scores() == [1, 0]  # black's stone in the burial chamber


# --- C: the scaffold


def test_scaffold_one_token_is_left_out_and_one_is_turned_over() -> None:
    game = imhotep.new_game("builder", players=3, sides="ACAAA", seed=1)
    view = game.view().pyramids
    assert (len(view.layers), len(view.coming), len(view.left_out)) == (1, 3, 1)
    assert len(view.layers[0]) == 4
    left_out = [event.token for event in happened(game, "scaffold_left_out")]
    assert left_out == view.left_out  # it lies face up in the box


def test_scaffold_points_at_once_from_the_left() -> None:
    game = dynasty(3, "ACAAA", ships=cargo(WHITE, BLACK), scaffold=[1])
    play(game, "sail 1 pyramids")
    assert [(event.seat, event.points) for event in happened(game, "points")] == [(WHITE, 1), (BLACK, 2)]
    assert [space.owner for space in game.view().pyramids.layers[0]] == [WHITE, BLACK, None, None]


def test_scaffold_stones_from_the_quarry() -> None:
    game = dynasty(3, "ACAAA", ships=WHITE_READY, scaffold=[3])
    play(game, "sail 1 pyramids")
    assert sleds(game) == [0, 3, 0]
    assert game.scores() == [0, 0, 0]


def test_scaffold_a_card_of_the_draw_pile() -> None:
    game = dynasty(3, "ACAAA", ships=WHITE_READY, scaffold=[2], pyramids=[BLACK], draw_pile=["chisel"])
    play(game, "sail 1 pyramids")
    assert hand(game, WHITE) == ["chisel"]
    assert breakdown(game, "pyramids") == [0, 0, 0]


def test_scaffold_points_and_stones() -> None:
    game = dynasty(3, "ACAAA", ships=WHITE_READY, scaffold=[5])
    play(game, "sail 1 pyramids")
    assert (breakdown(game, "pyramids"), sleds(game)) == ([0, 1, 0], [0, 1, 0])


def test_scaffold_interim_assessment_the_most_stones_get_three_points() -> None:
    """The rulebook's example: black has the greatest number of stones on the full token."""
    game = dynasty(3, "ACAAA", ships=cargo(BLACK, WHITE, BLACK, BROWN), scaffold=[1, 2])
    play(game, "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [1 + 1 + 3, 2, 3]
    view = game.view().pyramids
    assert view.tokens == [1, 2]
    assert [space.owner for space in view.layers[0]] == [BLACK, WHITE, BLACK, BROWN]
    assert [space.owner for space in view.layers[1]] == [None] * 4


def test_scaffold_interim_assessment_those_who_tie_get_one_point_each() -> None:
    game = dynasty(3, "ACAAA", ships=cargo(BLACK, WHITE, BLACK, WHITE), scaffold=[1, 2])
    play(game, "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [1 + 1 + 1, 2 + 3 + 1, 0]


def test_scaffold_interim_assessment_all_four_tie() -> None:
    game = dynasty(4, "ACAAA", ships=cargo(BLACK, WHITE, BROWN, GRAY), scaffold=[1, 2])
    play(game, "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [1 + 1, 2 + 1, 1 + 1, 3 + 1]


def test_scaffold_only_the_current_token_is_assessed() -> None:
    """White has five stones in all, but black the most on the second token."""
    game = dynasty(3, "ACAAA", ships=cargo(BLACK, BLACK), scaffold=[2, 1, 3], pyramids=[WHITE] * 4 + [WHITE, BLACK])
    play(game, "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [1 + 3 + 3, 0, 0]


def test_scaffold_the_next_token_is_built_on_in_the_same_unloading() -> None:
    game = dynasty(3, "ACAAA", ships=cargo(WHITE, BROWN, WHITE), scaffold=[1, 3], pyramids=[BLACK, BLACK])
    play(game, "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [3, 1, 3]
    assert sleds(game) == [0, 3, 0]  # the first space of the third token
    assert [space.owner for space in game.view().pyramids.layers[1]] == [WHITE, None, None, None]


def test_scaffold_each_stone_beyond_the_four_tokens_yields_one_point() -> None:
    game = dynasty(3, "ACAAA", ships=cargo(WHITE, WHITE, BLACK), scaffold=[1, 2, 3, 5], pyramids=[BROWN] * 15)
    play(game, "sail 1 pyramids")
    # token 5's last space gives a point and a stone; brown has the most there
    assert breakdown(game, "pyramids") == [1, 1 + 1, 3]
    assert sleds(game) == [0, 1, 0]
    view = game.view().pyramids
    assert (view.edge, len(view.layers), view.coming) == (2, 4, [])
    assert view.stones == [1, 2, 15]


# --- C: the temple of Ra


def test_temple_of_ra_two_points_or_four_stones() -> None:
    game = dynasty(3, "AACAA", ships=ONE_SHIP_LEFT, temple=[WHITE])
    play(game, "sail 4 market")
    assert (game.decider, moves(game)) == (WHITE, ["take points", "take stones"])
    play(game, "take points")
    assert (breakdown(game, "temple"), sleds(game)) == ([0, 2, 0], [0, 0, 0])
    game = dynasty(3, "AACAA", ships=ONE_SHIP_LEFT, temple=[WHITE])
    play(game, "sail 4 market", "take stones")
    assert (breakdown(game, "temple"), sleds(game)) == ([0, 0, 0], [0, 4, 0])


def test_temple_of_ra_draw_three_and_keep_one() -> None:
    game = dynasty(
        3, "AACAA", ships=ONE_SHIP_LEFT, temple=[WHITE, BROWN], sleds=[0, 5, 0], draw_pile=["lever", "sail", "hammer"]
    )
    play(game, "sail 4 market")
    assert (game.decider, game.question) == (BROWN, "keep_card")
    assert moves(game) == ["keep lever", "keep hammer", "keep sail"]
    assert game.view(BROWN).market.seen == ["lever", "hammer", "sail"]
    assert game.view(WHITE).market.seen is None
    play(game, "keep sail")
    assert hand(game, BROWN) == ["sail"]
    assert sorted(game.view().discard_pile) == ["hammer", "lever"]
    assert game.round == 2


def test_temple_of_ra_only_stones_visible_from_above_at_the_end_of_every_round() -> None:
    """Five spaces; the sixth stone covers the first."""
    game = dynasty(3, "AACAA", ships=ONE_SHIP_LEFT, temple=[WHITE, WHITE, WHITE, WHITE, WHITE, BROWN], sleds=[0, 5, 5])
    play(game, "sail 4 market")
    assert breakdown(game, "temple") == [0, 0, 2]
    for space in (2, 4):
        assert (game.decider, game.question) == (WHITE, "keep_card"), space
        play(game, moves(game)[0])
    assert breakdown(game, "temple") == [0, 2 + 2, 2]
    assert game.round == 2


def test_temple_of_ra_has_four_spaces_with_two_players() -> None:
    game = imhotep.new_game("builder", players=2, sides="AACAA", seed=1)
    assert [(space.points, space.stones, space.card) for space in game.view().temple.spaces] == [
        (2, 4, 0),
        (0, 0, 3),
        (2, 4, 0),
        (0, 0, 3),
    ]


# --- C: the burial mound


def test_burial_mound_the_rulebooks_example() -> None:
    """Six stones over all five levels count 6 x 4; the single one to the right 1 x 1."""
    black = {1, 2, 6, 10, 13, 15, 5}
    game = ended(2, "AAACA", burial_chamber=[BLACK if space in black else WHITE for space in range(1, 16)])
    points = [(event.seat, event.points) for event in happened(game, "points") if event.source == "burial_chamber"]
    assert sorted(points) == [(BLACK, 1 * 1), (BLACK, 6 * 4), (WHITE, 8 * 4)]
    assert breakdown(game, "burial_chamber") == [24 + 1, 32]


def test_burial_mound_stones_times_levels_of_every_area() -> None:
    """Black: three stones on two levels and one on the ground; white two on one level."""
    mound = [BLACK, BLACK, WHITE, WHITE, BLACK, BLACK]
    game = ended(2, "AAACA", burial_chamber=mound)
    assert breakdown(game, "burial_chamber") == [3 * 2 + 1, 2]


def test_burial_mound_a_stone_goes_to_the_ground_or_onto_two_neighbors() -> None:
    game = dynasty(2, "AAACA", ships=WHITE_READY, burial_chamber=[BLACK, WHITE, None, BLACK])
    play(game, "sail 1 burial chamber")
    assert (game.decider, game.question) == (WHITE, "mound")
    assert moves(game) == ["mound 3", "mound 5", "mound 6"]
    assert refused(game, "mound 1").reason == "no_mound_space"
    assert refused(game, "mound 7").reason == "nothing_to_rest_on"
    play(game, "mound 6")
    assert game.view().burial_chamber.levels[:2] == [[BLACK, WHITE, None, BLACK, None], [WHITE, None, None, None]]


def test_burial_mound_each_stone_beyond_it_yields_one_point() -> None:
    game = dynasty(3, "AAACA", ships=cargo(WHITE, BROWN, WHITE), burial_chamber=[BLACK] * 14)
    play(game, "sail 1 burial chamber")  # the first one completes it without a question
    assert breakdown(game, "burial_chamber") == [0, 1, 1]
    assert game.view().burial_chamber.edge == 2


# --- C: the great obelisk


def test_great_obelisk_has_fifteen_tokens_and_an_empty_card_for_each_player() -> None:
    view = imhotep.new_game("builder", players=3, sides="AAAAC", seed=1).view().obelisks
    assert len(view.path) == 15
    assert (view.width, view.heights) == (3, [[0, 0, 0]] * 3)


def test_great_obelisk_a_stone_takes_the_token_of_the_next_free_space() -> None:
    game = dynasty(2, "AAAAC", ships=cargo(WHITE, BLACK))
    play(game, "sail 1 obelisks")
    assert (game.decider, game.question) == (WHITE, "great_obelisk")
    assert sorted(moves(game)) == ["add a1 a2", "add a1 b1", "add b1 b2", "add b1 c1", "add c1 c2", "decline"]
    play(game, "add b1 c1")
    assert game.decider == BLACK
    path = game.view().obelisks.path
    assert [space.owner for space in path[:3]] == [WHITE, BLACK, None]
    assert path[0].laid == [(2, 1), (3, 1)]
    assert game.view().obelisks.heights == [[0, 0, 0], [0, 1, 1]]


def test_great_obelisk_a_token_may_be_turned_and_flipped() -> None:
    """The fourth token, an L, on bare ground: lying in two ways, standing in two ways on two places each."""
    game = dynasty(2, "AAAAC", ships=WHITE_READY, obelisks=[BLACK] * 3)
    play(game, "sail 1 obelisks")
    assert {frozenset(move.split()[1:]) for move in moves(game) if move != "decline"} == {
        frozenset({"a1", "b1", "c1", "a2"}),
        frozenset({"a1", "b1", "c1", "c2"}),
        frozenset({"a1", "b1", "a2", "a3"}),
        frozenset({"b1", "c1", "b2", "b3"}),
        frozenset({"a1", "b1", "b2", "b3"}),
        frozenset({"b1", "c1", "c2", "c3"}),
    }


def test_great_obelisk_no_gaps_and_nothing_sticks_out() -> None:
    """On one square in the left column, the second token, an angle, must not cover air."""
    game = dynasty(2, "AAAAC", ships=WHITE_READY, obelisks=[BLACK, BLACK, WHITE, BLACK, BLACK], laid=[None, None, "a1"])
    play(game, "sail 1 obelisks")  # the sixth token is an angle of three
    assert {frozenset(move.split()[1:]) for move in moves(game) if move != "decline"} == {
        frozenset({"b1", "c1", "b2"}),
        frozenset({"b1", "c1", "c2"}),
        frozenset({"a2", "b2", "b1"}),
    }
    assert refused(game, "add a2 b2 a3").reason == "does_not_fit"
    assert refused(game, "add c1 c2 b2").reason == "does_not_fit"


def test_great_obelisk_a_piece_that_can_not_be_added_goes_back_to_the_box() -> None:
    """The fourteenth token, a step, fits on no even ground."""
    game = dynasty(2, "AAAAC", ships=WHITE_READY, obelisks=[BLACK] * 13)
    play(game, "sail 1 obelisks")
    assert (game.decider, game.question) == (WHITE, "turn")
    assert game.view().obelisks.path[13].laid == []
    assert [event.place for event in happened(game, "token_put_back")] == [14]
    assert game.view().obelisks.stones == [13, 1]


def test_great_obelisk_two_points_per_complete_row_and_the_bonus() -> None:
    """Black two rows, white one: 2 x 2 + 6 and 2 + 0."""
    game = ended(
        2,
        "AAAAC",
        obelisks=[BLACK, BLACK, BLACK, WHITE, BLACK],
        laid=["a1 b1", None, "c1", "a1 b1 c1 a2", "a2 b2 c2"],
    )
    assert game.view().obelisks.complete_rows == [2, 1]
    assert breakdown(game, "obelisks") == [4 + 6, 2]


def test_great_obelisk_a_tie_goes_to_more_incomplete_rows() -> None:
    game = ended(
        2,
        "AAAAC",
        obelisks=[BLACK, WHITE, BLACK, BLACK, WHITE],
        laid=["a1 b1", "a1 b1 a2", "c1", None, "c1 c2 c3"],
    )
    assert (game.view().obelisks.complete_rows, game.view().obelisks.incomplete_rows) == ([1, 1], [0, 2])
    assert breakdown(game, "obelisks") == [2, 2 + 6]


@pytest.mark.parametrize(("players", "bonus"), [(2, [6, 0]), (3, [8, 4, 0]), (4, [6, 4, 2, 0])])
def test_great_obelisk_the_bonus_depends_on_the_number_of_players(players: int, bonus: list[int]) -> None:
    view = imhotep.new_game("builder", players=players, sides="AAAAC", seed=1).view().obelisks
    assert view.most_rows == bonus


def test_great_obelisk_if_this_is_also_a_tie_the_points_are_added_and_divided() -> None:
    two = ended(2, "AAAAC", obelisks=[BLACK, BLACK, BLACK, BLACK, WHITE], laid=["a1 b1", None, "c1", None, "a1 b1 c1"])
    assert breakdown(two, "obelisks") == [2 + 3, 2 + 3]
    path = [BLACK, BROWN, BLACK, BROWN, WHITE, BROWN, BROWN, BROWN, BROWN, BROWN, BROWN, BROWN]
    laid = ["a1 b1", None, "c1", None, "a1 b1 c1", None, None, None, None, None, None, "a1 b1 c1"]
    three = ended(3, "AAAAC", obelisks=path, laid=laid)
    assert breakdown(three, "obelisks") == [2 + 4] * 3


def test_great_obelisk_each_stone_beyond_the_path_yields_one_point() -> None:
    game = dynasty(2, "AAAAC", ships=cargo(WHITE, BLACK), obelisks=[BLACK] * 15)
    play(game, "sail 1 obelisks")
    assert breakdown(game, "obelisks") == [1, 1]
    assert game.view().obelisks.edge == 2


# --- D: the black market


def test_black_market_two_cards_face_up_and_two_times_three_face_down() -> None:
    view = imhotep.new_game("builder", players=3, sides="DAAAA", seed=1).view()
    assert len([card for card in view.market.open if card]) == 2
    assert [(pile.space, pile.count, pile.known) for pile in view.market.stacks] == [(3, 3, []), (4, 3, [])]
    assert view.draw_pile == 34 - 8


def black_market(*stones: int, **more: object) -> Game:
    stacks = [["lever", "statue", "chisel"], ["statue", "statue", "sail"]]
    return dynasty(3, "DAAAA", ships=cargo(*stones), market=["hammer", "statue"], stacks=stacks, **more)  # type: ignore[arg-type]


def test_black_market_a_stone_takes_a_face_up_card() -> None:
    game = black_market(WHITE)
    play(game, "sail 1 market")
    assert moves(game) == ["take 1 hammer", "take 2 statue", "look 3", "look 4"]
    play(game, "take 1 hammer")
    assert hand(game, WHITE) == ["hammer"]
    assert game.view().market.open == [None, "statue"]


def test_black_market_or_looks_at_one_space_and_keeps_a_card() -> None:
    game = black_market(WHITE, BLACK)
    play(game, "sail 1 market", "look 3")
    assert game.view(WHITE).market.seen == ["statue", "lever", "chisel"]
    assert moves(game) == ["keep statue", "keep lever", "keep chisel"]
    play(game, "keep lever")
    assert hand(game, WHITE) == ["lever"]
    assert stack(raw(game), 3) == ["chisel", "statue"]
    assert game.decider == BLACK
    assert "look 3" in moves(game)
    assert "look 4" in moves(game)
    play(game, "look 3")  # only two cards to choose from
    assert game.view(BLACK).market.seen == ["statue", "chisel"]
    play(game, "keep chisel")
    assert [pile.count for pile in game.view().market.stacks] == [1, 3]


def test_black_market_at_the_end_of_the_round_stacks_stay_and_are_filled_up() -> None:
    game = dynasty(
        3,
        "DAAAA",
        ships=[*MOORED, ship(2, WHITE, BLACK)],
        market=["hammer", "statue"],
        stacks=[["lever", "statue", "chisel"], ["statue", "statue", "sail"]],
        draw_pile=["raft", "sail", "paved_path", "entrance"],
    )
    play(game, "sail 4 market", "look 3", "keep lever", "take 1 hammer")
    assert game.round == 2
    view = game.view()
    assert view.discard_pile == ["statue"]  # the face-up card that was left
    assert view.market.open == ["raft", "sail"]
    assert stack(raw(game), 3) == ["chisel", "paved_path", "statue"]
    assert stack(raw(game), 4) == ["sail", "statue", "statue"]


# --- D: the corridor


def test_corridor_imhotep_starts_top_left() -> None:
    view = imhotep.new_game("builder", players=3, sides="ADAAA", seed=1).view().pyramids
    assert (view.imhotep, len(view.spaces)) == (1, 14)


def test_corridor_he_may_start_on_any_other_space() -> None:
    game = imhotep.new_game("builder", players=3, sides="ADAAA", seed=1, corridor_start=5)
    assert game.view().pyramids.imhotep == 5


def test_corridor_stones_go_to_the_next_free_space_after_imhotep() -> None:
    game = dynasty(3, "ADAAA", ships=cargo(WHITE, BLACK, WHITE))
    play(game, "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [2, 3 + 4, 0]  # spaces 2, 3, 4
    owners = [space.owner for space in game.view().pyramids.spaces]
    assert owners[:5] == [None, WHITE, BLACK, WHITE, None]
    assert game.view().pyramids.imhotep == 1


def test_corridor_with_new_stones_imhotep_stays_or_goes_on() -> None:
    game = dynasty(3, "ADAAA", pyramids=[None, WHITE, None])
    assert [move for move in moves(game) if move.startswith("get")] == ["get stones", "get stones and move"]
    play(game, "get stones")
    assert (sleds(game)[BLACK], game.view().pyramids.imhotep) == (3, 1)
    play(game, "get stones and move")
    assert (sleds(game)[WHITE], game.view().pyramids.imhotep) == (3, 3)
    assert [(event.seat, event.space) for event in happened(game, "imhotep_moved")] == [(WHITE, 3)]


def test_corridor_his_move_changes_what_stones_on_ships_will_yield() -> None:
    """The ship holds two stones for spaces 2 and 3, worth 3 and 2; after the move for 3 and 4, worth 2 and 4."""
    game = dynasty(2, "ADAAA", ships=cargo(WHITE, WHITE))
    play(game, "get stones and move", "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [0, 2 + 4]


def test_corridor_goes_round_and_the_space_under_imhotep_comes_last() -> None:
    game = dynasty(3, "ADAAA", ships=cargo(WHITE, BLACK, BROWN), pyramids=[None, *[BROWN] * 11, None, None], imhotep=13)
    play(game, "sail 1 pyramids")
    # space 14, then round to 1, then his own, 13
    assert breakdown(game, "pyramids") == [1, 2, 4]
    assert [space.owner for space in game.view().pyramids.spaces][12:] == [BROWN, WHITE]


def test_corridor_each_stone_beyond_it_yields_one_point() -> None:
    game = dynasty(2, "ADAAA", ships=cargo(WHITE, BLACK), pyramids=[BLACK] * 14)
    play(game, "sail 1 pyramids")
    assert breakdown(game, "pyramids") == [1, 1]
    assert game.view().pyramids.edge == 2


# --- D: the arena


def test_arena_each_player_has_a_chariot_on_the_start() -> None:
    view = imhotep.new_game("builder", players=3, sides="AADAA", seed=1).view().temple
    assert view.chariots == [0, 0, 0]


def test_arena_arrowheads_move_the_chariot_and_occupied_spaces_are_jumped() -> None:
    """1, 2, 1 and 3 arrowheads: brown's space is taken by black, the next by white; gray lands on brown's."""
    game = dynasty(4, "AADAA", ships=cargo(BLACK, WHITE, BROWN, GRAY))
    play(game, "sail 1 temple")
    assert game.view().temple.chariots == [1, 2, 3, 4]
    assert [space.owner for space in game.view().temple.spaces][:5] == [BLACK, WHITE, BROWN, GRAY, None]
    assert game.scores() == [0] * 4


def test_arena_at_the_end_of_each_round_the_leader_gets_two_and_the_second_one() -> None:
    game = dynasty(4, "AADAA", ships=ONE_SHIP_LEFT, chariots=[3, 7, 5, 0], temple=[BLACK, WHITE, BROWN])
    play(game, "sail 4 market")
    assert breakdown(game, "temple") == [0, 2, 1, 0]


def test_arena_with_two_players_the_second_gets_nothing() -> None:
    game = dynasty(2, "AADAA", ships=ONE_SHIP_LEFT, chariots=[3, 7], temple=[BLACK, WHITE])
    play(game, "sail 4 market")
    assert breakdown(game, "temple") == [0, 2]


def test_arena_several_at_the_finish_are_all_in_the_lead_and_nobody_is_second() -> None:
    game = dynasty(4, "AADAA", ships=ONE_SHIP_LEFT, chariots=[12, 7, 12, 1], temple=[BLACK, WHITE, BROWN, GRAY])
    play(game, "sail 4 market")
    assert breakdown(game, "temple") == [2, 0, 2, 0]


def test_arena_one_at_the_finish_leaves_a_second() -> None:
    game = dynasty(3, "AADAA", ships=ONE_SHIP_LEFT, chariots=[12, 7, 4], temple=[BLACK, WHITE, BROWN])
    play(game, "sail 4 market")
    assert breakdown(game, "temple") == [2, 1, 0]


def test_arena_at_the_end_of_the_game_the_chariots_space_scores() -> None:
    """Track 0 0 1 1 2 2 3 3 4 5 6 7 9; the last round's 2 and 1 too."""
    game = ended(4, "AADAA", chariots=[12, 8, 3, 0], temple=[BLACK, WHITE, BROWN])
    assert breakdown(game, "temple") == [2 + 9, 1 + 4, 1, 0]


def test_arena_stones_beyond_the_spaces_move_one_space() -> None:
    game = dynasty(2, "AADAA", ships=cargo(WHITE, WHITE), temple=[BLACK] * 12, chariots=[6, 2])
    play(game, "sail 1 temple")
    assert game.view().temple.chariots == [6, 4]
    assert game.view().temple.edge == 2


def test_arena_on_the_finish_a_stone_yields_one_point() -> None:
    game = dynasty(2, "AADAA", ships=cargo(WHITE, BLACK, WHITE), temple=[BLACK], chariots=[1, 12])
    play(game, "sail 1 temple")
    assert breakdown(game, "temple") == [0, 2]
    assert game.view().temple.chariots == [2, 12]
    assert game.view().temple.stones == [2, 2]


# --- D: the tomb


def test_tomb_four_tokens_are_turned_over_at_the_start_of_the_round() -> None:
    view = imhotep.new_game("builder", players=3, sides="AAADA", seed=1).view().burial_chamber
    assert (len(view.open), len(view.coming)) == (4, 20)
    assert sorted(view.open + view.coming) == list(range(1, 25))


def test_tomb_a_stone_takes_a_token_and_goes_to_its_number() -> None:
    game = dynasty(3, "AAADA", ships=cargo(WHITE, BLACK), tomb=[3, 14, 20, 7])
    play(game, "sail 1 burial chamber")
    assert (game.decider, moves(game)) == (WHITE, ["tomb 3", "tomb 14", "tomb 20", "tomb 7"])
    assert refused(game, "tomb 4").reason == "no_such_token"
    play(game, "tomb 14")
    assert (game.decider, moves(game)) == (BLACK, ["tomb 3", "tomb 20", "tomb 7"])
    play(game, "tomb 20")
    owners = game.view().burial_chamber.owners
    assert {number: owner for number, owner in enumerate(owners, 1) if owner is not None} == {14: WHITE, 20: BLACK}
    assert game.view().burial_chamber.open == [3, 7]


def test_tomb_leftover_tokens_go_back_to_the_box_and_four_new_ones_come() -> None:
    game = dynasty(3, "AAADA", ships=TOMB_LEFT, tomb=[3, 14, 20, 7])
    coming = set(game.view().burial_chamber.coming)
    assert len(coming) == 20
    play(game, "sail 4 burial chamber", "tomb 3")
    view = game.view().burial_chamber
    assert game.round == 2
    assert len(view.open) == 4
    assert not set(view.open + view.coming) & {3, 14, 20, 7}
    assert set(view.open + view.coming) == coming
    assert [event.token for event in happened(game, "tomb_removed")] == [14, 20, 7]


def test_tomb_connected_stones_score_as_on_side_a() -> None:
    """Rows of six: 1 2 3 and 8 below 2 are one area of four; 6 and 7 do not touch, nor do 3 and 10."""
    tomb: list[int | None] = [None] * 24
    for number in (1, 2, 3, 8, 6):
        tomb[number - 1] = BLACK
    for number in (7, 10, 16, 22, 21, 20):
        tomb[number - 1] = WHITE
    game = ended(2, "AAADA", burial_chamber=tomb, tomb=[])
    assert breakdown(game, "burial_chamber") == [10 + 1, 1 + 15]


def test_tomb_without_a_stone_there_you_lose_four_points() -> None:
    tomb = [WHITE]
    game = ended(3, "AAADA", burial_chamber=tomb, tomb=[])
    assert breakdown(game, "burial_chamber") == [-4, 1, -4]


def test_tomb_without_a_token_left_a_stone_yields_one_point_and_avoids_the_loss() -> None:
    game = dynasty(3, "AAADA", ships=TOMB_LEFT, round=6, tomb=[], burial_chamber=[WHITE])
    play(game, "sail 4 burial chamber")
    assert game.is_over
    assert breakdown(game, "burial_chamber") == [1, 1, -4]
    assert game.view().burial_chamber.edge == 1


# --- D: the alley


def test_alley_the_first_stone_decides_which_obelisk() -> None:
    game = dynasty(3, "AAAAD", ships=cargo(WHITE, WHITE, BLACK), obelisks=[None, [BROWN, 1]])
    play(game, "sail 1 obelisks")
    assert (game.decider, moves(game)) == (WHITE, ["alley 1", "alley 3", "alley 4", "alley 5", "alley 6", "alley 7"])
    assert refused(game, "alley 2").reason == "no_alley_space"
    play(game, "alley 6")  # two high; the second stone completes it without a question
    assert game.decider == BLACK
    obelisk = game.view().obelisks.obelisks[5]
    assert (obelisk.owner, obelisk.stones) == (WHITE, 2)


def test_alley_a_stone_begins_an_obelisk_and_nothing_else() -> None:
    game = dynasty(3, "AAAAD", ships=cargo(WHITE, BLACK), house_rules={"may_decline_card": True})
    play(game, "sail 1 obelisks")
    assert (game.decider, game.question) == (WHITE, "alley")
    for move in ("decline", "take points", "take stones", "get stones"):
        assert refused(game, move).reason == "not_asked"
    for move in ("alley 8", "alley 12"):  # which no edition's alley of seven has
        assert refused(game, move).reason == "no_alley_space"


def test_alley_only_a_finished_obelisk_lets_you_start_another() -> None:
    game = dynasty(3, "AAAAD", ships=cargo(WHITE, WHITE), obelisks=[None, None, None, None, None, [WHITE, 1]])
    play(game, "sail 1 obelisks")
    assert (game.decider, game.question) == (WHITE, "alley")
    assert "alley 6" not in moves(game)


def test_alley_finished_obelisks_yield_their_points_unfinished_ones_one_a_stone() -> None:
    game = ended(3, "AAAAD", obelisks=[[BLACK, 4], [WHITE, 4], None, [BROWN, 3], [BROWN, 2], [WHITE, 1]])
    assert breakdown(game, "obelisks") == [4, 12 + 1, 8 + 2]


def test_alley_each_stone_beyond_it_yields_one_point() -> None:
    alley = [[BLACK, 5], [BLACK, 4], [BLACK, 4], [BLACK, 3], [BLACK, 3], [BROWN, 2], [BROWN, 1]]
    game = dynasty(3, "AAAAD", ships=cargo(WHITE, BROWN, BROWN), obelisks=alley)
    play(game, "sail 1 obelisks")
    assert breakdown(game, "obelisks") == [0, 1, 1]
    assert game.view().obelisks.edge == 2
    assert game.view().obelisks.obelisks[6].stones == 2


# --- prophecies


def test_three_of_seven_prophecies_are_drawn_and_each_player_has_two_scarabs() -> None:
    drawn = set()
    for seed in range(40):
        view = imhotep.new_game("builder", players=3, seed=seed, **options(cards="base", prophecies=True)).view()
        assert len({prophecy.id for prophecy in view.prophecies}) == 3
        assert [seat.scarabs for seat in view.seats] == [2, 2, 2]
        drawn |= {prophecy.id for prophecy in view.prophecies}
    assert drawn == {"amun", "horus", "ra", "anubis", "ptah", "isis", "thoth"}


NOBODY: list[int | None] = [None, None, None]


def test_prophecy_a_scarab_is_placed_and_the_points_depend_on_the_round() -> None:
    """Fulfilled 6, 4 or 2; failed -4, -3 or -3."""
    for round, points in ((1, 6), (2, 6), (3, 4), (4, 4), (5, 2), (6, 2)):
        game = dynasty(3, gods={"horus": NOBODY, "ra": NOBODY, "ptah": NOBODY}, round=round, pyramids=[BLACK])
        play(game, "prophesy horus")
        assert game.decider == BLACK
        scarabs = game.view().prophecies[0].scarabs
        assert [(scarab.seat, scarab.period) for scarab in scarabs] == [(BLACK, (round + 1) // 2)]
        assert game.view().seats[BLACK].scarabs == 1
        assert game.view().seats[BLACK].if_ended["prophecies"] == points


@pytest.mark.parametrize(("period", "fulfilled", "failed"), [(1, 6, -4), (2, 4, -3), (3, 2, -3)])
def test_prophecy_failing_costs_points(period: int, fulfilled: int, failed: int) -> None:
    gods = {"horus": [period, period, None], "ra": NOBODY, "ptah": NOBODY}
    game = ended(3, gods=gods, pyramids=[BLACK, BLACK, WHITE])
    assert breakdown(game, "prophecies") == [fulfilled, failed, 0]


def test_prophecy_a_shared_majority_is_sufficient() -> None:
    gods: dict[str, list[int | None]] = {"horus": [1, 1, 1], "ra": NOBODY, "ptah": NOBODY}
    game = ended(3, gods=gods, pyramids=[BLACK, WHITE, WHITE, BLACK, BROWN])
    assert breakdown(game, "prophecies") == [6, 6, -4]


def test_prophecy_just_one_scarab_per_prophecy() -> None:
    game = dynasty(3, gods={"horus": [1, None, None], "ra": NOBODY, "ptah": NOBODY}, round=3)
    assert refused(game, "prophesy horus").reason == "prophesied_before"
    assert [move for move in moves(game) if move.startswith("prophesy")] == ["prophesy ra", "prophesy ptah"]


def test_prophecy_each_space_has_room_for_every_player() -> None:
    game = dynasty(3, gods={"horus": NOBODY, "ra": NOBODY, "ptah": NOBODY})
    for seat in range(3):
        assert game.decider == seat
        play(game, "prophesy horus", "get stones")
    assert [scarab.seat for scarab in game.view().prophecies[0].scarabs] == [BLACK, WHITE, BROWN]


def test_prophecy_at_most_one_in_each_pair_of_rounds() -> None:
    """Both tokens can't lie on two spaces of rounds 1 and 2, even of different prophecies."""
    game = dynasty(3, gods={"horus": [1, None, None], "ra": NOBODY, "ptah": NOBODY}, round=2)
    assert refused(game, "prophesy ra").reason == "prophesied_in_these_rounds"
    assert not [move for move in moves(game) if move.startswith("prophesy")]


def test_prophecy_twice_during_the_game_only() -> None:
    game = dynasty(3, gods={"horus": [1, None, None], "ra": [2, None, None], "ptah": NOBODY}, round=5)
    assert refused(game, "prophesy ptah").reason == "no_scarab"
    assert game.view().seats[BLACK].scarabs == 0


def test_prophecy_unused_scarabs_are_worthless() -> None:
    game = ended(3, gods={"horus": NOBODY, "ra": NOBODY, "ptah": NOBODY}, pyramids=[BLACK])
    assert breakdown(game, "prophecies") == [0, 0, 0]


def test_prophecy_of_amun_counts_red_cards_that_were_kept() -> None:
    gods: dict[str, list[int | None]] = {"amun": [1, 1, 1], "ra": NOBODY, "ptah": NOBODY}
    hands = [["entrance", "private_quarry"], ["sarcophagus"], ["paved_path", "entrance", "paved_path"]]
    assert breakdown(ended(3, gods=gods, hands=hands), "prophecies") == [6, -4, 6]


def test_prophecy_of_thoth_counts_green_cards() -> None:
    gods: dict[str, list[int | None]] = {"thoth": [1, 1, 1], "ra": NOBODY, "ptah": NOBODY}
    hands = [["stone_ornament", "temple_decoration"], ["obelisk_decoration"], ["statue", "statue"]]
    assert breakdown(ended(3, gods=gods, hands=hands), "prophecies") == [6, -4, -4]


def test_prophecy_of_isis_counts_statues() -> None:
    gods: dict[str, list[int | None]] = {"isis": [1, 1, 1], "ra": NOBODY, "ptah": NOBODY}
    hands = [["statue", "statue"], ["statue", "statue"], ["statue"]]
    assert breakdown(ended(3, gods=gods, hands=hands), "prophecies") == [6, 6, -4]


@pytest.mark.parametrize(
    ("god", "site"), [("horus", "pyramids"), ("ra", "temple"), ("anubis", "burial_chamber"), ("ptah", "obelisks")]
)
def test_prophecies_of_the_most_stones_at_a_site(god: str, site: str) -> None:
    others = [name for name in ("horus", "ra", "anubis", "ptah") if name != god][:2]
    gods: dict[str, list[int | None]] = {god: [1, 2, None], others[0]: NOBODY, others[1]: NOBODY}
    stones: dict[str, Any] = {site: [WHITE, BLACK, WHITE]}
    game = ended(3, gods=gods, **stones)
    assert breakdown(game, "prophecies") == [-4, 4, 0]


# --- the cards


def test_cargo_sled_one_makes_room_for_seven_two_for_nine() -> None:
    for sleds_owned, room in ((1, 7), (2, 9)):
        hands = [["cargo_sled"] * sleds_owned, []]
        game = dynasty(2, hands=hands, sleds=[room - 2, 0])
        play(game, "get stones")
        assert sleds(game)[BLACK] == room
        game = dynasty(2, hands=hands, sleds=[room, 0])
        assert refused(game, "get stones").reason == "sled_full"
        assert game.view().seats[BLACK].room == room


def test_cargo_sled_makes_room_as_soon_as_it_is_taken() -> None:
    game = dynasty(2, ships=WHITE_READY, market=["cargo_sled"], sleds=[0, 5])
    play(game, "sail 1 market")
    assert hand(game, WHITE) == ["cargo_sled"]
    play(game, "get stones")
    assert sleds(game) == [0, 7]


def test_private_quarry_one_point_and_up_to_three_stones() -> None:
    for before, after in ((0, 3), (1, 4), (3, 5), (5, 5)):
        game = dynasty(2, ships=WHITE_READY, market=["private_quarry"], sleds=[0, before])
        play(game, "sail 1 market")
        assert sleds(game) == [0, after]
        assert breakdown(game, "private_quarries") == [0, 1]
        assert hand(game, WHITE) == ["private_quarry"]  # placed in front of you
        assert game.view().discard_pile == []


def test_private_quarry_fills_cargo_sleds_too() -> None:
    game = dynasty(2, ships=WHITE_READY, market=["private_quarry"], sleds=[0, 5], hands=[[], ["cargo_sled"]])
    play(game, "sail 1 market")
    assert sleds(game) == [0, 7]


def test_stone_ornament_one_point_per_stone_in_the_supply() -> None:
    game = ended(3, hands=[["stone_ornament"], ["stone_ornament", "cargo_sled"], []], sleds=[4, 7, 5])
    assert breakdown(game, "ornaments") == [4, 7, 0]


def test_statues_of_the_expansion_count_with_the_others() -> None:
    game = ended(2, hands=[["statue"] * 14, []])
    assert breakdown(game, "statues") == [15 + 9 * 2, 0]


def test_raft_returns_two_stones_and_places_one_on_a_site() -> None:
    game = dynasty(3, hands=[["raft"], [], []], sleds=[4, 0, 0])
    assert "play raft" in moves(game)
    play(game, "play raft")
    assert moves(game) == [f"raft {site}" for site in ("market", "pyramids", "temple", "burial chamber", "obelisks")]
    assert quarries(game)[BLACK] == 29 - 4 + 2
    play(game, "raft obelisks")
    assert (sleds(game)[BLACK], quarries(game)[BLACK]) == (1, 27)
    assert game.view().obelisks.stones == [1, 0, 0]
    assert game.view().discard_pile == ["raft"]
    assert (game.decider, game.question) == (WHITE, "turn")


def test_raft_needs_three_stones() -> None:
    game = dynasty(3, hands=[["raft"], [], []], sleds=[2, 0, 0])
    assert refused(game, "play raft").reason == "three_stones_needed"


def test_raft_places_on_the_next_permitted_space() -> None:
    game = dynasty(3, hands=[["raft"], [], []], sleds=[3, 0, 0], pyramids=[WHITE, WHITE])
    play(game, "play raft", "raft pyramids")
    assert breakdown(game, "pyramids") == [3, 0, 0]


def plank_table(**more: object) -> Game:
    given = {"ships": [ship(1, BLACK), ship(2, WHITE), ship(3, at="obelisks"), ship(2)], "sleds": [2, 0, 0]}
    return dynasty(3, hands=[["loading_plank"], [], []], **given | more)  # type: ignore[arg-type]


def test_loading_plank_returns_a_stone_and_sails_to_where_a_ship_lies() -> None:
    game = plank_table()
    play(game, "play loading plank")  # one ship with an own stone, one site with a ship: nothing to ask
    assert (sleds(game)[BLACK], quarries(game)[BLACK]) == (1, 29 - 3 + 1)
    assert [vessel.site for vessel in game.view().ships] == ["obelisks", None, "obelisks", None]
    assert game.view().obelisks.stones == [1, 0, 0]
    assert game.view().discard_pile == ["loading_plank"]
    assert game.decider == WHITE


def test_loading_plank_needs_a_stone_in_the_supply() -> None:
    assert refused(plank_table(sleds=[0, 0, 0]), "play loading plank").reason == "no_stone_to_return"


def test_loading_plank_needs_a_ship_with_an_own_stone() -> None:
    ships = [ship(1, WHITE), ship(2), ship(3, at="obelisks"), ship(2)]
    assert refused(plank_table(ships=ships), "play loading plank").reason == "no_ship_to_plank"


def test_loading_plank_needs_a_site_to_which_a_ship_has_sailed() -> None:
    ships = [ship(1, BLACK), ship(2), ship(3), ship(2)]
    assert refused(plank_table(ships=ships), "play loading plank").reason == "no_ship_to_plank"


def test_raft_and_loading_plank_score_one_point_if_not_used() -> None:
    game = ended(3, hands=[["raft", "loading_plank"], ["raft"], ["cargo_sled", "private_quarry"]])
    assert breakdown(game, "unused_cards") == [2, 1, 0]


def test_blue_cards_are_used_in_a_later_move() -> None:
    """White gets a raft in black's turn and uses it in the next; black's own, got in this turn, waits."""
    game = dynasty(2, ships=cargo(BLACK, WHITE), sleds=[3, 3], market=["raft", None, "raft"])
    play(game, "sail 1 market", "take 1 raft")
    assert (game.decider, game.question) == (WHITE, "turn")
    assert "play raft" in moves(game)
    play(game, "get stones")
    assert "play raft" in moves(game)


# --- the variant with face-down cards


def test_face_down_variant_others_see_only_how_many() -> None:
    game = dynasty(3, "ACAAA", unseen=True, ships=WHITE_READY, scaffold=[2], pyramids=[BLACK], draw_pile=["statue"])
    play(game, "sail 1 pyramids")
    assert game.view(WHITE).seats[WHITE].hand == ["statue"]
    for viewer in (BLACK, BROWN, None):
        seat = game.view(viewer).seats[WHITE]
        assert (seat.hand, seat.face_down) == ([], 1)


def test_face_down_variant_a_blue_card_is_turned_over_when_used() -> None:
    game = dynasty(2, unseen=True, turn=WHITE, hands_face_down=[[], ["hammer"]])
    assert game.view(BLACK).seats[WHITE].face_down == 1
    play(game, "play hammer", "load 1 1")
    assert game.view(BLACK).discard_pile == ["hammer"]
    assert game.view(BLACK).seats[WHITE].face_down == 0


def test_face_down_variant_everything_is_turned_over_at_the_end() -> None:
    game = ended(2, unseen=True, hands_face_down=[["statue"], ["statue", "lever"]])
    for viewer in (BLACK, WHITE, None):
        assert [seat.hand for seat in game.view(viewer).seats] == [["statue"], ["statue", "lever"]]
    shown = [(event.seat, event.card) for event in game.events_for(None) if event.kind == "card_shown"]
    assert sorted(shown) == [(BLACK, "statue"), (WHITE, "lever"), (WHITE, "statue")]
    assert breakdown(game, "statues") == [1, 1]
    assert breakdown(game, "unused_cards") == [0, 1]


def test_face_down_variant_is_off_unless_chosen() -> None:
    game = imhotep.new_game("builder", players=2, seed=1)
    assert game.view().face_down is False


def test_a_whole_game_with_everything_ends() -> None:
    """A smoke test of the example's sides with all modules: always the first legal move, then always the last."""
    for pick in (0, -1):
        game = imhotep.new_game(
            "builder", players=4, sides="DDCDC", seed=3, **options(prophecies=True, unseen=True, wrath=True, start=4)
        )
        for _ in range(600):
            if game.is_over:
                break
            game.play(game.legal_moves()[pick])
        assert game.is_over
        left = Counter(every_card(raw(game)))
        assert sum(left.values()) == 48
        assert left == Counter(without())
        assert all(unseen_hand(raw(game), seat) == [] for seat in range(4))
        assert all(whole_hand(raw(game), seat) == game.view().seats[seat].hand for seat in range(4))
